//! From a genome to a script that can run.

use std::borrow::Cow;
use std::sync::Arc;

use marahel::{Program, Script, Semantics};
use marahel_problem::Problem;
use marahel_script::Document;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use crate::{Config, Decode, EvolutionError, Genome, GenomeError};
use marahel_problem::programs_in;

/// Turns genomes into scripts for one problem, and these into programs.
#[derive(Clone, Debug)]
pub struct Phenotype {
    decoder: Arc<dyn Decode>,
    problem: Problem,
}

/// The script of a genome.
#[derive(Clone)]
pub struct Decoding {
    written: Written,
    /// The part by which scripts of one problem differ, as JSON: an array of the explorers, or the
    /// whole script.
    pub text: String,
    /// Characters of the explorers and regions, without descriptions.
    pub n_characters: usize,
}

/// A script, or how to read it.
#[derive(Clone)]
enum Written {
    Later(Arc<dyn Fn() -> Result<Script, EvolutionError> + Send + Sync>),
    Script(Arc<Document>),
}

impl Phenotype {
    /// The scripts of a config's genomes.
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, EvolutionError> {
        let decoder = config.decoder(problem)?;
        Ok(Self { decoder, problem: problem.clone() })
    }

    /// See [`Decode::document`].
    pub fn document(&self, genome: &Genome) -> Result<Value, GenomeError> {
        self.decoder.document(genome)
    }

    /// See [`Decode::decode`].
    pub fn decode(&self, genome: &Genome) -> Result<Option<Decoding>, GenomeError> {
        self.decoder.decode(genome)
    }

    /// See [`Decode::genome`].
    pub fn genome(&self, integers: Vec<u32>) -> Result<Genome, GenomeError> {
        self.decoder.genome(integers)
    }

    /// See [`Decode::script`].
    pub fn script(&self, written: &Value) -> Value {
        self.decoder.script(written)
    }

    /// The whole script of a decoding, as JSON.
    pub fn script_of(&self, decoding: &Decoding) -> Value {
        self.script(&serde_json::from_str(&decoding.text).expect("it was written as JSON"))
    }

    /// The programs of a decoding, for each size in turn and each of the readings.
    pub fn compile(
        &self,
        decoding: &Decoding,
        readings: &[Semantics],
    ) -> Result<Vec<Program>, EvolutionError> {
        Ok(programs_in(&*decoding.read()?, &self.problem, readings))
    }
}

impl From<Arc<Document>> for Decoding {
    fn from(document: Arc<Document>) -> Self {
        let (text, n_characters) = (document.text.clone(), document.n_characters);
        Self { written: Written::Script(document), text, n_characters }
    }
}

impl Decoding {
    /// A script that is read only when it is run: a search does not run a script again that it has
    /// measured. `text` is the part by which it differs from others, as JSON.
    pub fn later(
        text: String,
        read: impl Fn() -> Result<Script, EvolutionError> + Send + Sync + 'static,
    ) -> Self {
        Self { n_characters: text.len(), text, written: Written::Later(Arc::new(read)) }
    }

    /// The script.
    pub fn read(&self) -> Result<Cow<'_, Script>, EvolutionError> {
        match &self.written {
            Written::Script(document) => Ok(Cow::Borrowed(&document.script)),
            Written::Later(read) => read().map(Cow::Owned),
        }
    }

    /// A hash of the text, the same on every machine, as checkpoints keep it. With 128 bits, two
    /// texts of one search never share it in practice.
    pub fn hash(&self) -> u128 {
        xxh3_128(self.text.as_bytes())
    }
}

#[cfg(test)]
mod tests;
