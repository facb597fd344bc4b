//! Real scripts, broken at random: there is an answer, and its fixes mend.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::cases::scripts;
use crate::snapshots::check_fixes;

/// What is put into a script, or written over a part of it.
const SNIPPETS: [&str; 30] = [
    "",
    "",
    "",
    "",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "(",
    ")",
    "|",
    "->",
    ">",
    "=",
    "x",
    "0",
    "-1",
    "1e9",
    "null",
    " and ",
    "&&",
    "//",
    "\\",
    "é",
    "\n",
    "self(any) => self(solid)",
];

/// The words of a script, of which one is likely to be misspelt.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = 0;
    for word in text.split(|character: char| !character.is_alphabetic()) {
        if word.len() > 2 {
            words.push((rest, word));
        }
        rest += word.len() + text[rest + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    words
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn mutated_scripts_are_mended(
        script in any::<Index>(),
        mutations in proptest::collection::vec((any::<Index>(), 0_usize..4, proptest::sample::select(&SNIPPETS[..])), 1..5),
    ) {
        let scripts = scripts();
        let (name, text) = &scripts[script.index(scripts.len())];
        let mut characters: Vec<char> = text.chars().collect();
        for (place, n_removed, inserted) in mutations {
            let start = place.index(characters.len() + 1);
            let end = (start + n_removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        check_fixes(name, &characters.into_iter().collect::<String>());
    }

    #[test]
    fn truncated_scripts_are_mended(script in any::<Index>(), end in any::<Index>()) {
        let scripts = scripts();
        let (name, text) = &scripts[script.index(scripts.len())];
        let n_characters = end.index(text.chars().count());
        check_fixes(name, &text.chars().take(n_characters).collect::<String>());
    }

    #[test]
    fn misspelt_scripts_are_mended(
        script in any::<Index>(), misspelt in proptest::collection::vec((any::<Index>(), any::<Index>()), 1..6),
    ) {
        let scripts = scripts();
        let (name, text) = &scripts[script.index(scripts.len())];
        let mut text = text.clone();
        for (word, letter) in misspelt {
            let words = words(&text);
            let (start, word) = words[word.index(words.len())];
            let letter = letter.index(word.chars().count() - 1);
            let mut letters: Vec<char> = word.chars().collect();
            letters.swap(letter, letter + 1);
            text.replace_range(start..start + word.len(), &letters.into_iter().collect::<String>());
        }
        check_fixes(name, &text);
    }
}
