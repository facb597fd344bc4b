//! Genomes of the paper: blocks of genes, one for each explorer.

use std::sync::Arc;

use marahel::Script;
use marahel::script::{ExplorerText, Frame};
use marahel_config::{Decode, EvolutionError, Genome, GenomeError};
use marahel_problem::Problem;
use marahel_problem::size_range;
use marahel_script::Document;
use serde_json::{Map, Value, json};

use super::memory::Memory;
use super::settings::Settings;
use crate::fdg20::decoding::{Decoder, Explorer, Grammar};

/// Turns genomes of the paper into scripts.
#[derive(Debug)]
pub(super) struct Paper {
    decoder: Decoder,
    /// The explorer that fills the map first.
    initial: Arc<Part>,
    memory: Memory,
    writer: Writer,
}

/// Builds whole scripts from explorers.
#[derive(Debug)]
struct Writer {
    grammar: Grammar,
    /// The common parts of the problem's scripts: metadata and entities.
    header: Map<String, Value>,
    /// The parsed header with all neighborhoods of the grammar.
    frame: Frame,
}

#[derive(Debug)]
pub(super) struct Part {
    explorer: Explorer,
    text: String,
}

impl Paper {
    pub(super) fn new(problem: &Problem, settings: &Settings) -> Result<Self, EvolutionError> {
        if problem.dials().len() > 0 {
            return Err(EvolutionError::Config {
                place: "the setting `dials`".to_owned(),
                message: "genomes of the paper have no dials; set study.representation = \"free\""
                    .to_owned(),
            });
        }
        let decoder = settings.decoder(problem)?;
        let [min, max] = size_range(problem).map(|(width, height)| format!("{width}x{height}"));
        let names = problem.palette().entities().iter().map(|entity| entity.name.as_str());
        let Value::Object(header) = json!({
            "metadata": {"min": min, "max": max},
            "entities": names.collect::<Vec<_>>(),
        }) else {
            unreachable!("the literal is an object")
        };
        let initial = Arc::new(Part::new(initial_explorer(problem)));
        let grammar = decoder.grammar.clone();
        let frame = frame(&header, &grammar, &initial.explorer)?;
        let writer = Writer { grammar, header, frame };
        Ok(Self { decoder, initial, memory: Memory::default(), writer })
    }
}

impl Decode for Paper {
    fn document(&self, genome: &Genome) -> Result<Value, GenomeError> {
        let decoded = self.decoder.decode(genome.genes())?;
        let explorers: Vec<_> = std::iter::once(&self.initial.explorer).chain(&decoded).collect();
        Ok(json!({ "explorers": explorers }))
    }

    fn decode(&self, genome: &Genome) -> Result<Option<Arc<Document>>, EvolutionError> {
        let mut parts = vec![Arc::clone(&self.initial)];
        for (block, number) in self.decoder.blocks(genome.genes())?.zip(1..) {
            let part =
                self.memory.recall(block, || match self.decoder.decode_block(block, number) {
                    Ok(explorer) => Ok(Some(Arc::new(Part::new(explorer)))),
                    Err(GenomeError::Unbounded(_)) => Ok(None),
                    Err(error) => Err(error),
                })?;
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        let (script, text) = (self.writer.parse(&parts)?, list(&parts));
        Ok(Some(Arc::new(Document { script, n_characters: text.len(), text })))
    }

    fn script(&self, written: &Value) -> Value {
        self.writer.script(written)
    }
}

impl Writer {
    /// A whole script as JSON; `written` is an array of explorers or an object with them.
    fn script(&self, written: &Value) -> Value {
        let explorers = written.get("explorers").unwrap_or(written);
        let text = explorers.to_string();
        let used = neighborhoods(&self.grammar).filter(|(name, _)| has_word(&text, name));
        document(&self.header, used, explorers.clone())
    }

    fn parse(&self, parts: &[Arc<Part>]) -> Result<Script, EvolutionError> {
        let texts = parts.iter().map(|part| ExplorerText {
            kind: &part.explorer.kind,
            region: &part.explorer.region,
            parameters: &part.explorer.parameters,
            rules: &part.explorer.rules,
        });
        if let Some(script) = self.frame.script(texts) {
            return Ok(script);
        }
        // Parse it again as a document, to locate the mistake.
        let written = serde_json::from_str(&list(parts)).expect("it was written as JSON");
        let script = self.script(&written).to_string();
        match Script::parse(&script) {
            Ok(script) => Ok(script),
            Err(source) => Err(EvolutionError::Script { script, source }),
        }
    }
}

/// The parsed frame of all scripts with a header; parsing needs one explorer.
fn frame(
    header: &Map<String, Value>,
    grammar: &Grammar,
    explorer: &Explorer,
) -> Result<Frame, EvolutionError> {
    let script = document(header, neighborhoods(grammar), json!([explorer])).to_string();
    Frame::parse(&script).map_err(|source| EvolutionError::Script { script, source })
}

fn neighborhoods(grammar: &Grammar) -> impl Iterator<Item = (&str, &str)> {
    grammar.neighborhoods().iter().map(|(name, matrix)| (name.as_str(), matrix.as_str()))
}

fn list(parts: &[Arc<Part>]) -> String {
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    format!("[{}]", texts.join(","))
}

impl Part {
    fn new(explorer: Explorer) -> Self {
        let text = serde_json::to_string(&explorer).expect("scripts are plain data");
        Self { explorer, text }
    }
}

fn document<'s>(
    header: &Map<String, Value>,
    neighborhoods: impl Iterator<Item = (&'s str, &'s str)>,
    explorers: Value,
) -> Value {
    let named = neighborhoods.map(|(name, matrix)| (name.to_owned(), matrix.into()));
    let mut document = header.clone();
    document.insert("neighborhoods".to_owned(), Value::Object(named.collect()));
    document.insert("explorers".to_owned(), explorers);
    Value::Object(document)
}

/// Whether a text contains a word that is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices(word).any(|(start, _)| {
        let before = start.checked_sub(1).and_then(|index| bytes.get(index));
        ![before, bytes.get(start + word.len())]
            .into_iter()
            .flatten()
            .any(u8::is_ascii_alphanumeric)
    })
}

/// The explorer that fills the map with weighted random entities before all others (Khalifa 2020,
/// section 3).
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
