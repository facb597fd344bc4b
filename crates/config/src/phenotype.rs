//! From a genome to a script that can run.

mod memory;
mod paper;

use std::sync::Arc;

use grammar::DecodeError;
use marahel::script::Locked;
use marahel::{Program, Script, Semantics};
use problem::Problem;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use crate::programs::programs;
use crate::script_genome::text_of;
use crate::{Config, ExperimentError, Representation};
use paper::{Paper, Part};

/// Turns genomes into scripts for one problem.
#[derive(Clone, Debug)]
pub struct Phenotype {
    genomes: Genomes,
    semantics: Semantics,
    problem: Problem,
}

/// What genomes are.
#[derive(Clone, Debug)]
enum Genomes {
    /// Blocks of genes, one for each explorer.
    Paper(Box<Paper>),
    /// The characters of scripts for these tiles.
    Scripts { entities: Vec<String> },
}

/// What a genome stands for.
#[derive(Clone, Debug)]
pub struct Decoding {
    written: Written,
    /// What scripts of one problem differ by, as JSON: an array of the explorers, or the whole
    /// script.
    pub text: String,
    /// Characters of the explorers and regions, without what they are said to be for.
    pub n_characters: usize,
    /// Seed of all that follows the initial explorer, if the seed gene has a say.
    pub seed: Option<u64>,
}

/// A script, or the explorers of one.
#[derive(Clone, Debug)]
enum Written {
    /// The explorers, the initial one first.
    Parts(Vec<Arc<Part>>),
    Script(Arc<Script>),
}

impl Phenotype {
    /// The scripts of a config's genomes.
    ///
    /// # Errors
    ///
    /// If the config names a grammar with mistakes, or Marahel does not
    /// understand its neighborhoods or the weights of the initial explorer.
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, ExperimentError> {
        let entities = problem.palette().entities().iter();
        let genomes = match config.representation {
            Representation::Paper => Genomes::Paper(Box::new(Paper::new(config, problem)?)),
            Representation::Free => {
                Genomes::Scripts { entities: entities.map(|one| one.name.clone()).collect() }
            }
        };
        Ok(Self { genomes, semantics: config.semantics, problem: problem.clone() })
    }

    /// What a genome stands for, as JSON: an object with the `explorers`, or the whole script.
    ///
    /// # Errors
    ///
    /// If the genome is not one of this config, or its expansion never ends.
    pub fn document(&self, genes: &[u32]) -> Result<Value, DecodeError> {
        match &self.genomes {
            Genomes::Paper(paper) => {
                let explorers = paper.explorers(genes)?;
                Ok(serde_json::json!({ "explorers": explorers }))
            }
            Genomes::Scripts { entities } => Ok(script_of(genes, entities)?.to_json()),
        }
    }

    /// What a genome stands for; `None` if its expansion never ends. Blocks of genes that were met
    /// before are not decoded again.
    ///
    /// # Errors
    ///
    /// If the genome or the grammar is at fault in another way.
    pub fn decode(&self, genes: &[u32]) -> Result<Option<Decoding>, DecodeError> {
        match &self.genomes {
            Genomes::Paper(paper) => paper.decode(genes),
            Genomes::Scripts { entities } => script_of(genes, entities).map(Decoding::of).map(Some),
        }
    }

    /// A whole script, as JSON: with the given explorers, or with what a
    /// [`document`](Self::document) holds.
    pub fn script(&self, written: &Value) -> Value {
        match &self.genomes {
            Genomes::Paper(paper) => paper.script(written),
            Genomes::Scripts { .. } => written.clone(),
        }
    }

    /// The whole script of a decoding, as JSON.
    pub fn script_of(&self, decoding: &Decoding) -> Value {
        self.script(&serde_json::from_str(&decoding.text).expect("it was written as JSON"))
    }

    /// The reading of the config, and the other one if `both` are wanted.
    pub fn readings(&self, both: bool) -> Vec<Semantics> {
        let mut readings = vec![self.semantics];
        readings.extend(both.then(|| self.semantics.other()));
        readings
    }

    /// The programs of a decoding for levels of all sizes, in turn, each in all of
    /// the readings.
    ///
    /// # Errors
    ///
    /// If the grammar wrote a script that Marahel does not understand.
    pub fn compile(
        &self,
        decoding: &Decoding,
        readings: &[Semantics],
    ) -> Result<Vec<Program>, ExperimentError> {
        Ok(programs(&*self.parse(decoding)?, &self.problem, readings))
    }

    /// The script of a decoding.
    fn parse(&self, decoding: &Decoding) -> Result<Arc<Script>, ExperimentError> {
        match (&decoding.written, &self.genomes) {
            (Written::Script(script), _) => Ok(Arc::clone(script)),
            (Written::Parts(parts), Genomes::Paper(paper)) => {
                paper.parse(parts, &decoding.text).map(Arc::new)
            }
            (Written::Parts(_), Genomes::Scripts { .. }) => {
                unreachable!("a decoding is read by the phenotype that made it")
            }
        }
    }
}

/// The script for these tiles whose characters the genes are.
fn script_of(genes: &[u32], entities: &[String]) -> Result<Script, DecodeError> {
    let script = text_of(genes).and_then(|text| aiide17::parse_either(&text).ok());
    script.filter(|script| script.entities == entities).ok_or_else(|| {
        let message = "these genes are no script for the tiles of this problem; genomes of scripts \
                       are the characters of their documents";
        DecodeError::Genome(message.to_owned())
    })
}

impl Decoding {
    fn of(script: Script) -> Self {
        let mut plain = script.clone();
        for explorer in &mut plain.explorers {
            explorer.description = marahel::script::Spelling::default();
            explorer.locked = Locked::No;
        }
        let length = |part: &Value| part.to_string().len();
        let plain = plain.to_json();
        let parts = [&plain["regions"], &plain["explorers"]];
        Self {
            n_characters: parts.into_iter().map(length).sum(),
            text: script.to_json().to_string(),
            written: Written::Script(Arc::new(script)),
            seed: None,
        }
    }

    /// 128 bits that differ for scripts of different text or seed, but for a chance that no
    /// search meets; with the streams that they start from, these decide what levels are. They
    /// are kept in checkpoints, so they are the same on every machine.
    pub fn hash(&self) -> u128 {
        match self.seed {
            None => xxh3_128(self.text.as_bytes()),
            Some(seed) => xxh3_128(format!("{seed} {}", self.text).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests;
