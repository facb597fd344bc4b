//! A script that is judged, before and after its levels are measured.

use marahel_config::{Decoding, Genome};

use crate::judging::sample::Sample;

pub(super) struct Record {
    pub(super) genome: Genome,
    pub(super) decoding: Decoding,
    pub(super) sample: Sample,
}

pub(super) struct Child {
    pub(super) genome: Genome,
    pub(super) decoding: Option<Decoding>,
    pub(super) is_new: bool,
    /// Whether it came from a proposer.
    pub(super) is_proposed: bool,
}
