//! A certificate in progress.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use marahel::Certificate;
use marahel_system::files::FileKind;
use serde::{Deserialize, Serialize};

/// The results for the first seeds: a file from which another call continues.
#[derive(Deserialize, Serialize)]
pub(super) struct Partial {
    /// The first seed that is not judged yet.
    pub(super) n_judged: u32,
    /// For each reason, the number of levels that failed for it first.
    pub(super) n_lacking: Vec<u32>,
    /// The seeds whose levels play.
    pub(super) playing: Vec<u32>,
    /// The certificate that is asked for, without them.
    pub(super) blank: Certificate,
}

impl Partial {
    pub(super) fn new(blank: Certificate, n_reasons: usize) -> Self {
        Self { n_judged: 0, n_lacking: vec![0; n_reasons], playing: Vec::new(), blank }
    }

    /// The state in a file of an earlier call, or a new one if the file does not exist. `blank`
    /// holds the request, with `n_reasons` ways to fail.
    pub(super) fn open(path: &Path, blank: Certificate, n_reasons: usize) -> anyhow::Result<Self> {
        if !path.exists() {
            return Ok(Self::new(blank, n_reasons));
        }
        let bytes = FileKind::PARTIAL.bytes(path)?;
        let partial = Self::of_bytes(&bytes).and_then(|partial| {
            if partial.blank != blank {
                bail!("it is from another call: another script, problem, condition or --bits");
            }
            ensure!(partial.n_lacking.len() == n_reasons, "it is damaged");
            Ok(partial)
        });
        let path = path.display();
        partial.with_context(|| format!("{path} cannot be continued; remove it to start over"))
    }

    /// Adds the results of the next seeds.
    pub(super) fn add(&mut self, lacks: &[Option<usize>]) {
        for lack in lacks {
            match lack {
                Some(condition) => self.n_lacking[*condition] += 1,
                None => self.playing.push(self.n_judged),
            }
            self.n_judged += 1;
        }
    }

    pub(super) fn certificate(&self) -> Certificate {
        self.blank.clone().with_seeds(self.playing.clone())
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers and names are JSON")
    }

    fn of_bytes(bytes: &[u8]) -> anyhow::Result<Self> {
        let partial: Self = serde_json::from_slice(bytes).context("it is damaged")?;
        let n_lacking: u64 = partial.n_lacking.iter().copied().map(u64::from).sum();
        let n_judged = u64::from(partial.n_judged);
        let is_whole = partial.playing.len() as u64 + n_lacking == n_judged;
        ensure!(is_whole && n_judged <= partial.blank.n_seeds(), "it is damaged");
        Ok(partial)
    }
}
