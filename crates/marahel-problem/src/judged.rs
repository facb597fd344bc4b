//! The verdict on a level.

/// The verdict on a level: the common definition of playable, good, long and of quality.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own")]
pub struct Judged {
    /// It fulfils `playable`, and the external judge has not failed.
    pub is_playable: bool,
    /// Playable and whole (all tiles are set and nothing is cut off), with every count in its
    /// range. A requested value of a dial is such a count; without a request, as for the level of a
    /// seed, it is not.
    pub is_good: bool,
    /// Good, and the score of each open-ended objective is 1.
    pub has_quality: bool,
    /// Mean score of the open-ended objectives; 0 if the level is not good.
    pub length: f64,
    /// Good, and at least as long as the problem requires.
    pub is_long: bool,
}
