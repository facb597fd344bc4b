//! From a genome to a script that can run.

mod memory;

use std::borrow::Cow;
use std::sync::Arc;

use grammar::{DecodeError, Decoder, Document, Explorer, Grammar, Regions, ScriptTrees};
use marahel::script::{ExplorerText, Frame};
use marahel::{Program, Script, Semantics};
use problem::Problem;
use serde::Serialize;
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_128;

use crate::programs::{programs, programs_of_sizes, size_range};
use crate::{Config, ExperimentError, Representation, SeedGene, decoder_of, script_trees_of};
pub use memory::Memory;

/// Turns genomes into scripts for one problem.
#[derive(Clone, Debug)]
pub struct Phenotype {
    genomes: Genomes,
    /// What scripts of the problem have in common: metadata and entities.
    header: Map<String, Value>,
    /// The same with all neighborhoods of the grammar, understood.
    frame: Frame,
    /// The explorer that fills the map first, but for free genomes, which say it themselves.
    initial: Arc<Part>,
    semantics: Semantics,
    sizes: Vec<(usize, usize)>,
    seed_gene: SeedGene,
}

/// What genomes are.
#[derive(Clone, Debug)]
enum Genomes {
    /// Blocks of genes, one for each explorer.
    Paper(Decoder),
    /// Trees of whole scripts.
    Free(ScriptTrees),
}

/// What a genome stands for.
#[derive(Clone, Debug)]
pub struct Decoding {
    regions: Option<Regions>,
    /// The explorers, the initial one first.
    parts: Vec<Arc<Part>>,
    /// What scripts of one problem differ by, as JSON: an array of the explorers, or an
    /// object with the `regions` and the `explorers`.
    pub text: String,
    /// Seed of all that follows the initial explorer, if the seed gene has a say.
    pub seed: Option<u64>,
}

/// One explorer of a script.
#[derive(Debug)]
struct Part {
    explorer: Explorer,
    /// The explorer as JSON.
    text: String,
}

impl Phenotype {
    /// The scripts of a config's genomes.
    ///
    /// # Errors
    ///
    /// If the config names a grammar with mistakes, or Marahel does not
    /// understand its neighborhoods or the weights of the initial explorer.
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, ExperimentError> {
        let genomes = match config.representation {
            Representation::Paper => Genomes::Paper(decoder_of(config, problem)?),
            Representation::Free => Genomes::Free(script_trees_of(config, problem)?),
        };
        let [min, max] = size_range(problem).map(|(width, height)| format!("{width}x{height}"));
        let names = problem.palette().entities().iter().map(|entity| entity.name.as_str());
        let Value::Object(header) = json!({
            "metadata": {"min": min, "max": max},
            "entities": names.collect::<Vec<_>>(),
        }) else {
            unreachable!("the literal is an object")
        };
        let initial = Arc::new(Part::new(initial_explorer(problem)));
        let Config { semantics, seed_gene, .. } = *config;
        let frame = frame(&header, genomes.grammar(), &initial.explorer)?;
        let sizes = problem.sizes().to_vec();
        Ok(Self { genomes, header, frame, initial, semantics, sizes, seed_gene })
    }

    /// What a genome stands for: regions, if it has any, and explorers.
    ///
    /// # Errors
    ///
    /// If the genome is not one of this config, or its expansion never ends.
    pub fn document(&self, genes: &[u32]) -> Result<Document, DecodeError> {
        match &self.genomes {
            Genomes::Paper(decoder) => {
                let found = decoder.decode(genes)?;
                let initial = std::iter::once(self.initial.explorer.clone());
                Ok(Document { regions: None, explorers: initial.chain(found.explorers).collect() })
            }
            Genomes::Free(trees) => trees.decode(genes),
        }
    }

    /// The explorers that a genome stands for, the initial one first.
    ///
    /// # Errors
    ///
    /// As [`document`](Self::document).
    pub fn explorers(&self, genes: &[u32]) -> Result<Vec<Explorer>, DecodeError> {
        self.document(genes).map(|document| document.explorers)
    }

    /// What a genome stands for; `None` if its expansion never ends.
    ///
    /// # Errors
    ///
    /// If the genome or the grammar is at fault in another way.
    pub fn decode(&self, genes: &[u32]) -> Result<Option<Decoding>, DecodeError> {
        match &self.genomes {
            Genomes::Paper(decoder) => self.decode_by_blocks(decoder, genes, |block, number| {
                decode_block(decoder, block, number)
            }),
            Genomes::Free(trees) => trees.decode(genes).map(Decoding::of_document).map(Some),
        }
    }

    /// As [`decode`](Self::decode), but blocks of genes that were met before are not
    /// decoded again.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode).
    pub fn decode_remembering(
        &self,
        genes: &[u32],
        memory: &Memory,
    ) -> Result<Option<Decoding>, DecodeError> {
        match &self.genomes {
            Genomes::Paper(decoder) => self.decode_by_blocks(decoder, genes, |block, number| {
                memory.recall(block, || decode_block(decoder, block, number))
            }),
            Genomes::Free(_) => self.decode(genes),
        }
    }

    fn decode_by_blocks(
        &self,
        decoder: &Decoder,
        genes: &[u32],
        decode_block: impl Fn(&[u32], usize) -> Result<Option<Arc<Part>>, DecodeError>,
    ) -> Result<Option<Decoding>, DecodeError> {
        let mut parts = vec![Arc::clone(&self.initial)];
        for (block, number) in decoder.blocks(genes)?.zip(1..) {
            let Some(part) = decode_block(block, number)? else { return Ok(None) };
            parts.push(part);
        }
        let seed = u64::from(decoder.seed(genes));
        Ok(Some(Decoding {
            regions: None,
            text: list(&parts),
            parts,
            seed: (self.seed_gene == SeedGene::Explorers).then_some(seed),
        }))
    }

    /// A whole script, as JSON: with the given explorers, or with what a
    /// [`document`](Self::document) holds.
    pub fn script(&self, written: &Value) -> Value {
        let mut script = self.header.clone();
        let explorers = written.get("explorers").unwrap_or(written);
        let neighborhoods: Map<String, Value> = self
            .used_neighborhoods(&explorers.to_string())
            .map(|(name, matrix)| (name.to_owned(), matrix.into()))
            .collect();
        script.insert("neighborhoods".to_owned(), Value::Object(neighborhoods));
        if let Some(regions) = written.get("regions") {
            script.insert("regions".to_owned(), regions.clone());
        }
        script.insert("explorers".to_owned(), explorers.clone());
        Value::Object(script)
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
        Ok(programs(&self.parse(decoding)?, &self.sizes, readings))
    }

    /// The same for levels of other sizes.
    ///
    /// # Errors
    ///
    /// Those of [`compile`](Self::compile).
    pub fn compile_sized(
        &self,
        decoding: &Decoding,
        readings: &[Semantics],
        sizes: &[(usize, usize)],
    ) -> Result<Vec<Program>, ExperimentError> {
        Ok(programs_of_sizes(&self.parse(decoding)?, sizes, readings))
    }

    /// The script of a decoding.
    fn parse(&self, decoding: &Decoding) -> Result<Script, ExperimentError> {
        let header = self.header_of(decoding);
        let frame = match &decoding.regions {
            None => Cow::Borrowed(&self.frame),
            Some(_) => Cow::Owned(frame(&header, self.genomes.grammar(), &self.initial.explorer)?),
        };
        if let Some(script) = frame.script(decoding.texts()) {
            return Ok(script);
        }
        // Read it again as a document, for that says where the mistake is.
        let neighborhoods = self.used_neighborhoods(&decoding.text);
        let script = text(&header, neighborhoods, &list(&decoding.parts));
        match Script::parse(&script) {
            Ok(script) => Ok(script),
            Err(source) => Err(ExperimentError::Script { script, source }),
        }
    }

    /// What stands before the explorers of a script.
    fn header_of(&self, decoding: &Decoding) -> Cow<'_, Map<String, Value>> {
        let mut header = Cow::Borrowed(&self.header);
        if let Some(regions) = &decoding.regions {
            header.to_mut().insert("regions".to_owned(), json!(regions));
        }
        header
    }

    /// The neighborhoods of the grammar that explorers name.
    fn used_neighborhoods<'s>(
        &'s self,
        explorers: &'s str,
    ) -> impl Iterator<Item = (&'s str, &'s str)> {
        neighborhoods(self.genomes.grammar()).filter(|(name, _)| has_word(explorers, name))
    }
}

impl Genomes {
    fn grammar(&self) -> &Grammar {
        match self {
            Self::Paper(decoder) => &decoder.grammar,
            Self::Free(trees) => trees.grammar(),
        }
    }
}

/// What a block of genes stands for; `None` if its expansion never ends.
fn decode_block(
    decoder: &Decoder,
    block: &[u32],
    number: usize,
) -> Result<Option<Arc<Part>>, DecodeError> {
    match decoder.decode_block(block, number) {
        Ok(explorer) => Ok(Some(Arc::new(Part::new(explorer)))),
        Err(DecodeError::Unbounded { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The frame of all scripts with a header; some explorer has to be in it.
fn frame(
    header: &Map<String, Value>,
    grammar: &Grammar,
    explorer: &Explorer,
) -> Result<Frame, ExperimentError> {
    let script = text(header, neighborhoods(grammar), &to_json(&[explorer]));
    Frame::parse(&script).map_err(|source| ExperimentError::Script { script, source })
}

/// The neighborhoods of a grammar, name and matrix.
fn neighborhoods(grammar: &Grammar) -> impl Iterator<Item = (&str, &str)> {
    grammar.neighborhoods().iter().map(|(name, matrix)| (name.as_str(), matrix.as_str()))
}

/// The explorers as a JSON array.
fn list(parts: &[Arc<Part>]) -> String {
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    format!("[{}]", texts.join(","))
}

impl Part {
    fn new(explorer: Explorer) -> Self {
        Self { text: to_json(&explorer), explorer }
    }
}

/// The text of a whole script.
fn text<'s>(
    header: &Map<String, Value>,
    neighborhoods: impl Iterator<Item = (&'s str, &'s str)>,
    explorers: &str,
) -> String {
    let mut text = to_json(header);
    text.pop(); // the closing brace
    text += ",\"neighborhoods\":{";
    for (index, (name, matrix)) in neighborhoods.enumerate() {
        text += if index == 0 { "" } else { "," };
        text.extend([to_json(name), ":".to_owned(), to_json(matrix)]);
    }
    text.extend(["},\"explorers\":", explorers, "}"]);
    text
}

impl Decoding {
    /// What decides what its levels are, beside the streams that they start from.
    pub fn cache_key(&self) -> Cow<'_, str> {
        match self.seed {
            None => Cow::Borrowed(&self.text),
            Some(seed) => Cow::Owned(format!("{seed} {}", self.text)),
        }
    }

    /// 128 bits that differ for different keys, but for a chance that no search
    /// meets. They are kept in checkpoints, so they are the same on every machine.
    pub fn hash(&self) -> u128 {
        xxh3_128(self.cache_key().as_bytes())
    }

    fn of_document(document: Document) -> Self {
        let Document { regions, explorers } = document;
        let parts: Vec<_> =
            explorers.into_iter().map(|explorer| Arc::new(Part::new(explorer))).collect();
        let list = list(&parts);
        let text = match &regions {
            None => list,
            Some(regions) => format!(r#"{{"regions":{},"explorers":{list}}}"#, to_json(regions)),
        };
        Self { regions, parts, text, seed: None }
    }

    /// The explorers as a frame reads them.
    fn texts(&self) -> impl Iterator<Item = ExplorerText<'_>> {
        self.parts.iter().map(|part| ExplorerText {
            kind: &part.explorer.kind,
            region: &part.explorer.region,
            parameters: &part.explorer.parameters,
            rules: &part.explorer.rules,
        })
    }
}

fn to_json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("scripts are plain data")
}

/// Whether a text has a word that is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    text.match_indices(word).any(|(start, _)| {
        let before = start.checked_sub(1).and_then(|index| bytes.get(index));
        !is_part(before) && !is_part(bytes.get(start + word.len()))
    })
}

/// The explorer that fills the map with weighted random entities before all
/// others (Khalifa 2020, section 3).
fn initial_explorer(problem: &Problem) -> Explorer {
    let weights = problem.initial_weights().iter();
    let list: Vec<String> = weights.map(|(name, weight)| format!("{name}:{weight}")).collect();
    Explorer {
        kind: "horz".to_owned(),
        region: "map".to_owned(),
        parameters: Vec::new(),
        rules: vec![format!("self(any) -> self({})", list.join("|"))],
    }
}

#[cfg(test)]
mod tests;
