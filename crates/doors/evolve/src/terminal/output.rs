//! Writing to standard output and standard error.

use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, StdoutLock, Write};

/// A number of things, such as `1 level` and `2 levels`.
pub(crate) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

pub(crate) fn print(line: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{}", harmless(&line.to_string()))
}

/// Standard output for results that are written piece by piece: what passes is [harmless](harmless), line
/// by line. Flush it at the end.
pub(crate) struct Results<W: Write = BufWriter<StdoutLock<'static>>> {
    output: W,
    line: Vec<u8>,
}

impl Results {
    pub(crate) fn new() -> Self {
        Self { output: BufWriter::new(io::stdout().lock()), line: Vec::new() }
    }
}

impl<W: Write> Results<W> {
    fn pass(&mut self, n_bytes: usize) -> io::Result<()> {
        let remainder = self.line.split_off(n_bytes);
        let lines = std::mem::replace(&mut self.line, remainder);
        self.output.write_all(harmless(&String::from_utf8_lossy(&lines)).as_bytes())
    }
}

impl<W: Write> Write for Results<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_before = self.line.len();
        self.line.extend_from_slice(bytes);
        if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') {
            self.pass(n_before + end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.line.len())?;
        self.output.flush()
    }
}

/// Prints a line with colors, whose other parts are [harmless](harmless) already.
pub(crate) fn print_colored(line: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Prints a line for the user. Ignores errors, because there may be no user.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", harmless(&line.to_string()));
}

pub(crate) fn note_colored(text: &str, picture: &str) {
    let _ = write!(io::stderr(), "{}{picture}", harmless(text));
}

/// A text without characters that a terminal obeys: they may come from a file, its name or an
/// answer. They are written as in strings of JSON, so that scripts and JSON mean the same.
pub(crate) fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_end_of_line = character == '\r' && characters.peek() == Some(&'\n');
        if is_obeyed(character) && !is_end_of_line {
            let _ = write!(harmless, "\\u{:04x}", u32::from(character));
        } else {
            harmless.push(character);
        }
    }
    harmless
}

/// Whether a terminal may do something else than show a character: controls, and marks that turn
/// the direction of what follows.
fn is_obeyed(character: char) -> bool {
    let turns = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    turns || character.is_control() && character != '\n' && character != '\t'
}

/// A message that is safe for a terminal, whatever file or name it quotes: escapes control
/// characters, shortens huge words, and replaces type names of numbers by words.
pub(crate) fn plain(message: &str) -> String {
    let mut plain = String::new();
    for word in message.split_inclusive(' ') {
        let n_characters = word.chars().count();
        let n_cut = if n_characters > WORD_MAX { n_characters - WORD_KEPT } else { 0 };
        let from = if n_cut > 0 { WORD_KEPT / 2 } else { n_characters };
        for (index, character) in word.chars().enumerate() {
            if index == from {
                let _ = write!(plain, "...({n_cut} more)...");
            }
            if (from..from + n_cut).contains(&index) {
                continue;
            }
            match character {
                character if is_obeyed(character) => plain.extend(character.escape_default()),
                character => plain.push(character),
            }
        }
    }
    for (name, meaning) in NUMBERS {
        plain = plain.replace(&format!("expected {name}"), &format!("expected {meaning}"));
    }
    plain
}

/// Maximum length of a word, and the length that is kept of a longer one.
const WORD_MAX: usize = 400;
const WORD_KEPT: usize = 100;

/// Type names of numbers in messages of libraries, and their replacements.
const NUMBERS: [(&str, &str); 6] = [
    ("u8", "a whole number from 0 to 255"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number that is not negative"),
    ("usize", "a whole number that is not negative"),
    ("i64", "a whole number"),
    ("f64", "a number"),
];

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Results, harmless, plain};

    #[test]
    fn what_is_printed_controls_no_terminal() {
        let text = "{\"a\": \"\u{1b}]0;x\u{7}\u{9b}1m\u{0}\u{202e}\u{7f} ä \u{1f600}\"}\r\n\tb\rc";
        let shown = harmless(text);
        assert_eq!(
            shown,
            "{\"a\": \"\\u001b]0;x\\u0007\\u009b1m\\u0000\\u202e\\u007f ä \u{1f600}\"}\r\n\tb\\u000dc"
        );
        assert_eq!(harmless(&shown), shown);
    }

    #[test]
    fn what_is_written_piece_by_piece_is_harmless() {
        let mut results = Results { output: Vec::new(), line: Vec::new() };
        let text = "a\u{1b}[31m,ä\u{202e}\r\nb\u{9b}";
        for byte in text.bytes() {
            results.write_all(&[byte]).expect("memory takes all");
        }
        results.flush().expect("memory takes all");
        assert_eq!(String::from_utf8_lossy(&results.output), harmless(text));
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(plain("a\u{1b}[31m b\u{7}\r\nc\td ä"), "a\\u{1b}[31m b\\u{7}\\r\nc\td ä");
    }

    #[test]
    fn long_words_are_cut_and_short_ones_are_not() {
        let path = "x".repeat(390);
        assert_eq!(plain(&format!("reading {path}: no")), format!("reading {path}: no"));
        let cut = plain(&format!("unknown `{}` here", "ä".repeat(1_000_000)));
        let half = "ä".repeat(49);
        assert_eq!(cut, format!("unknown `{half}...(999903 more)...{}` here", "ä".repeat(48)));
    }

    #[test]
    fn numbers_have_names_that_people_know() {
        let message = "invalid type: string \"abc\", expected u32";
        assert!(plain(message).ends_with("expected a whole number from 0 to 4294967295"));
        assert_eq!(plain("expected f64"), "expected a number");
    }
}
