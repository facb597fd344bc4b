//! From a genome to a script that can run.

mod memory;
mod paper;

use std::borrow::Cow;
use std::sync::Arc;

use grammar::DecodeError;
use marahel::{Program, Script, Semantics};
use problem::Problem;
use script::Document;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use crate::genome::no_script;
use crate::programs::programs;
use crate::{Config, ExperimentError, Genome, Representation};
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
    /// Scripts for these tiles.
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
    Script(Arc<Document>),
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
    pub fn document(&self, genome: &Genome) -> Result<Value, DecodeError> {
        match &self.genomes {
            Genomes::Paper(paper) => {
                let explorers = paper.explorers(genome.genes())?;
                Ok(serde_json::json!({ "explorers": explorers }))
            }
            Genomes::Scripts { entities } => Ok(script_of(genome, entities)?.script.to_json()),
        }
    }

    /// What a genome stands for; `None` if its expansion never ends. Blocks of genes that were met
    /// before are not decoded again.
    ///
    /// # Errors
    ///
    /// If the genome or the grammar is at fault in another way.
    pub fn decode(&self, genome: &Genome) -> Result<Option<Decoding>, DecodeError> {
        match &self.genomes {
            Genomes::Paper(paper) => paper.decode(genome.genes()),
            Genomes::Scripts { entities } => {
                let document = Arc::clone(script_of(genome, entities)?);
                let (text, n_characters) = (document.text.clone(), document.n_characters);
                let written = Written::Script(document);
                Ok(Some(Decoding { written, text, n_characters, seed: None }))
            }
        }
    }

    /// The genome that integers are: its genes, or the characters of a script.
    ///
    /// # Errors
    ///
    /// If they should be a script and are none.
    pub fn genome(&self, integers: Vec<u32>) -> Result<Genome, DecodeError> {
        match &self.genomes {
            Genomes::Paper(_) => Ok(Genome::Genes(integers)),
            Genomes::Scripts { .. } => {
                let text: Option<String> = integers.into_iter().map(char::from_u32).collect();
                Genome::of_document(&text.ok_or_else(no_script)?)
            }
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
    fn parse<'d>(&self, decoding: &'d Decoding) -> Result<Cow<'d, Script>, ExperimentError> {
        match (&decoding.written, &self.genomes) {
            (Written::Script(document), _) => Ok(Cow::Borrowed(&document.script)),
            (Written::Parts(parts), Genomes::Paper(paper)) => {
                paper.parse(parts, &decoding.text).map(Cow::Owned)
            }
            (Written::Parts(_), Genomes::Scripts { .. }) => {
                unreachable!("a decoding is read by the phenotype that made it")
            }
        }
    }
}

/// The script of a genome, if it is one for these tiles.
fn script_of<'g>(
    genome: &'g Genome,
    entities: &[String],
) -> Result<&'g Arc<Document>, DecodeError> {
    let script = genome.script().filter(|one| one.script.entities == entities);
    script.ok_or_else(no_script)
}

impl Decoding {
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
