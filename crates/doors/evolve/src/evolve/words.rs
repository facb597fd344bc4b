//! Splitting a command into words.

use crate::terminal::Usage;

/// The words of a command as in simple shell syntax: spaces separate words, except within `'...'`
/// or `"..."`. Nothing else is special.
pub(super) fn words(text: &str) -> Result<Vec<String>, Usage> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in text.chars() {
        match (character, quote) {
            ('\'' | '"', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (_, Some(open)) if character == open => quote = None,
            (_, None) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(open), _) => Err(Usage(format!("`{text}`: there is no second {open}"))),
        (None, true) => Err(Usage("the command is empty; name a program".to_owned())),
        (None, false) => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn spaces_are_between_words_but_not_within_quotes() {
        let of = |text| words(text).ok();
        let expected = |words: &[&str]| Some(words.iter().map(|&one| one.to_owned()).collect());
        assert_eq!(of("python3  a.py\tb"), expected(&["python3", "a.py", "b"]));
        assert_eq!(of(r#"'my program' "it's" a''b"#), expected(&["my program", "it's", "ab"]));
        assert_eq!(of("a ''"), expected(&["a", ""]));
        assert_eq!(of(r"C:\x.exe $HOME"), expected(&[r"C:\x.exe", "$HOME"]));
        for wrong in ["", "  ", "a 'b", "\"a"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
