//! From a genome to a script that can run.

use std::borrow::Cow;
use std::sync::Arc;

use marahel::{Program, Script, Semantics};
use problem::Problem;
use script::Document;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use super::genome::no_script;
use super::programs;
use crate::{Config, Decode, EvolutionError, Genome, GenomeError};

/// Turns genomes into scripts for one problem.
#[derive(Clone, Debug)]
pub struct Phenotype {
    kind: GenomeKind,
    semantics: Semantics,
    problem: Problem,
}

/// The kind of the genomes.
#[derive(Clone, Debug)]
enum GenomeKind {
    /// Integers.
    Genes(Arc<dyn Decode>),
    /// Scripts for these tiles.
    Scripts { entities: Vec<String> },
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
    ///
    /// # Errors
    ///
    /// If the config names a grammar with mistakes, or Marahel does not
    /// understand its neighborhoods or the weights of the initial explorer.
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, EvolutionError> {
        let entities = problem.palette().entities().iter();
        let kind = match config.genomes {
            Some(genomes) => GenomeKind::Genes(genomes.decode(config, problem)?),
            None => {
                GenomeKind::Scripts { entities: entities.map(|one| one.name.clone()).collect() }
            }
        };
        Ok(Self { kind, semantics: config.semantics, problem: problem.clone() })
    }

    /// The script of a genome as JSON: an object with the `explorers`, or the whole script.
    ///
    /// # Errors
    ///
    /// If the genome is not one of this config, or its expansion never ends.
    pub fn document(&self, genome: &Genome) -> Result<Value, GenomeError> {
        match &self.kind {
            GenomeKind::Genes(decoder) => decoder.document(genome.genes()),
            GenomeKind::Scripts { entities } => Ok(script_of(genome, entities)?.script.to_json()),
        }
    }

    /// The script of a genome; `None` if its expansion never ends.
    ///
    /// # Errors
    ///
    /// If the genome or the grammar is at fault in another way.
    pub fn decode(&self, genome: &Genome) -> Result<Option<Decoding>, GenomeError> {
        match &self.kind {
            GenomeKind::Genes(decoder) => decoder.decode(genome.genes()),
            GenomeKind::Scripts { entities } => {
                let document = Arc::clone(script_of(genome, entities)?);
                let (text, n_characters) = (document.text.clone(), document.n_characters);
                let written = Written::Script(document);
                Ok(Some(Decoding { written, text, n_characters }))
            }
        }
    }

    /// The genome of integers: genes, or the characters of a script.
    ///
    /// # Errors
    ///
    /// If they should be the characters of a script and are not.
    pub fn genome(&self, integers: Vec<u32>) -> Result<Genome, GenomeError> {
        match &self.kind {
            GenomeKind::Genes(_) => Ok(Genome::Genes(integers)),
            GenomeKind::Scripts { .. } => {
                let text: Option<String> = integers.into_iter().map(char::from_u32).collect();
                Genome::of_document(&text.ok_or_else(no_script)?)
            }
        }
    }

    /// The whole script, as JSON, of explorers or of a [`document`](Self::document).
    pub fn script(&self, written: &Value) -> Value {
        match &self.kind {
            GenomeKind::Genes(decoder) => decoder.script(written),
            GenomeKind::Scripts { .. } => written.clone(),
        }
    }

    /// The whole script of a decoding, as JSON.
    pub fn script_of(&self, decoding: &Decoding) -> Value {
        self.script(&serde_json::from_str(&decoding.text).expect("it was written as JSON"))
    }

    /// The reading of the language that the config sets, followed by the other one for `both`.
    pub fn readings(&self, both: bool) -> Vec<Semantics> {
        let mut readings = vec![self.semantics];
        readings.extend(both.then(|| self.semantics.other()));
        readings
    }

    /// The programs of a decoding, for each size in turn and each of the readings.
    ///
    /// # Errors
    ///
    /// If the grammar wrote a script that Marahel does not understand.
    pub fn compile(
        &self,
        decoding: &Decoding,
        readings: &[Semantics],
    ) -> Result<Vec<Program>, EvolutionError> {
        Ok(programs(&*decoding.read()?, &self.problem, readings))
    }
}

/// The script of a genome, if it is one for these tiles.
fn script_of<'g>(
    genome: &'g Genome,
    entities: &[String],
) -> Result<&'g Arc<Document>, GenomeError> {
    let script = genome.script().filter(|one| one.script.entities == entities);
    script.ok_or_else(no_script)
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
    ///
    /// # Errors
    ///
    /// If Marahel does not understand it.
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
