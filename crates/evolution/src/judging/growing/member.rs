//! A script that is judged, before and after its levels are measured.

use config::{Decoding, Genome};

use crate::judging::sample::Sample;

/// What is known of one script.
pub(super) struct Record {
    pub(super) genome: Genome,
    pub(super) decoding: Decoding,
    pub(super) sample: Sample,
}

/// What a genome that was asked stands for.
pub(super) struct Child {
    pub(super) genome: Genome,
    pub(super) decoding: Option<Decoding>,
    /// Whether its script was never measured before.
    pub(super) is_new: bool,
    /// Whether somebody was asked for it.
    pub(super) is_proposed: bool,
}
