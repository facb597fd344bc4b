//! Pieces of the document's text.

use std::ops::Range;

use jsonc_parser::ast::Value;

use crate::fix::Fix;

pub(super) fn n_empty_first(parts: &[Piece<'_>]) -> usize {
    parts.iter().take_while(|part| part.text.is_empty()).count()
}

/// A piece of text with its place in the document.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'v> {
    /// The text.
    pub text: &'v str,
    /// Bytes of the document: of the text itself if it is there verbatim, of the whole literal if
    /// that has escapes.
    start: usize,
    end: usize,
    /// Whether the document has the text verbatim, without escapes.
    pub(crate) verbatim: bool,
    quoted: bool,
}

impl<'v> Piece<'v> {
    /// The text of a string or number; `None` for anything else.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the enum of another crate")]
    pub fn of(value: &'v Value<'_>, document: &str) -> Option<Self> {
        match value {
            Value::StringLit(string) => {
                let text = string.value.as_ref();
                let (start, end) = (string.range.start, string.range.end);
                let verbatim = document.get(start + 1..end.saturating_sub(1)) == Some(text);
                let n_quotes = usize::from(verbatim);
                let (start, end) = (start + n_quotes, end - n_quotes);
                Some(Self { text, start, end, verbatim, quoted: true })
            }
            Value::NumberLit(number) => Some(Self {
                text: number.value,
                start: number.range.start,
                end: number.range.end,
                verbatim: true,
                quoted: false,
            }),
            _ => None,
        }
    }

    pub(crate) fn whole(text: &'v str) -> Self {
        Self { text, start: 0, end: text.len(), verbatim: true, quoted: true }
    }

    /// The part of this piece that `part`, a subslice of its text, covers.
    #[must_use]
    pub fn part(&self, part: &'v str) -> Self {
        if !self.verbatim {
            return Self { text: part, ..*self };
        }
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let start = self.start + offset;
        Self { text: part, start, end: start + part.len(), ..*self }
    }

    /// This piece without white space at its ends.
    #[must_use]
    pub fn trim(&self) -> Self {
        self.part(self.text.trim())
    }

    /// A fix that replaces this text; `None` if the document has it with escapes, or the new one
    /// needs some.
    pub(crate) fn fix(&self, text: &str) -> Option<Fix> {
        let needs_escape = text.contains(['"', '\'', '\\']) || text.contains(char::is_control);
        if !self.verbatim || needs_escape {
            return None;
        }
        let is_whole = self.quoted || text.bytes().all(|byte| byte.is_ascii_digit());
        let replacement = if is_whole { text.to_owned() } else { format!("\"{text}\"") };
        Some(Fix { range: self.range(), replacement })
    }

    /// The bytes of the literal with its quotes, if this piece is all of its text.
    pub(crate) fn literal(&self) -> Range<usize> {
        let n_quotes = usize::from(self.verbatim && self.quoted);
        self.start - n_quotes..self.end + n_quotes
    }

    /// Its bytes in the document.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}
