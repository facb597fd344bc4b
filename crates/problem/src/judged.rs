//! The verdict of a problem on a level.

/// The verdict of a problem on a level: the common definition of playable, good, long and quality.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own")]
pub struct Judged {
    /// The problem calls it playable, and a judge from outside had an answer.
    pub is_playable: bool,
    /// Playable and whole, which is that all its tiles are set and nothing is cut off, with every
    /// count in its range. What a dial was asked for is such a count; where nobody asked, as of
    /// the level of a seed, it is none.
    pub is_good: bool,
    /// Good, and with the score 1 in the open-ended objectives as well.
    pub has_quality: bool,
    /// Mean score of the open-ended objectives; 0 if the level is not good.
    pub length: f64,
    /// Good, and of the length that the problem wants at least.
    pub is_long: bool,
}
