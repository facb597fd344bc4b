//! A script that is judged, before and after its levels are measured.

use config::Decoding;
use marahel::Program;
use search::Genome;

use crate::judging::evaluate::Failure;
use crate::judging::sample::Sample;

/// What is known of one script.
pub(super) struct Record {
    /// None where others measure it.
    pub(super) programs: Vec<Program>,
    pub(super) sample: Sample,
    pub(super) n_characters: usize,
    /// Seed of all that follows the initial explorer, if the seed gene has a say.
    pub(super) seed: Option<u64>,
}

/// What a genome that was asked stands for.
pub(super) struct Child {
    pub(super) genome: Genome,
    pub(super) decoding: Option<Decoding>,
    /// Whether its script was never measured before.
    pub(super) is_new: bool,
}

impl Record {
    pub(super) fn of(decoding: &Decoding, sample: Sample, programs: Vec<Program>) -> Self {
        Self { programs, sample, n_characters: decoding.n_characters, seed: decoding.seed }
    }
}

impl Child {
    /// What is to be measured; otherwise why it need not be.
    pub(super) fn script(&self) -> Result<&Decoding, Failure> {
        let decoding = self.decoding.as_ref().ok_or(Failure::Unbounded)?;
        if self.is_new { Ok(decoding) } else { Err(Failure::Known) }
    }
}
