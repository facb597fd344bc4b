//! From a genome to a script that can run.

use grammar::{DecodeError, Decoded, Decoder, Explorer};
use marahel::{ExplorerText, Frame, Program, Script, Semantics};
use problem::Problem;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Config, ExperimentError, SeedGene, decoder_of};

/// Turns genomes into scripts for one problem.
#[derive(Clone, Debug)]
pub struct Phenotype {
    decoder: Decoder,
    /// What scripts of the problem have in common: metadata and entities.
    header: Map<String, Value>,
    /// The same with all neighborhoods of the grammar, understood.
    frame: Frame,
    initial: Explorer,
    semantics: Semantics,
    seed_gene: SeedGene,
}

/// What a genome stands for.
#[derive(Clone, Debug)]
pub struct Decoding {
    /// The explorers, the initial one first: what scripts of one problem differ by.
    pub explorers: Vec<Explorer>,
    /// The explorers as JSON.
    pub text: String,
    /// Seed of all that follows the initial explorer, if the seed gene has a say.
    pub seed: Option<u64>,
}

impl Phenotype {
    /// The scripts of a config's genomes.
    ///
    /// # Errors
    ///
    /// If the config names a grammar with mistakes, or Marahel does not
    /// understand its neighborhoods or the weights of the initial explorer.
    pub fn new(config: &Config, problem: &dyn Problem) -> Result<Self, ExperimentError> {
        let decoder = decoder_of(config, problem)?;
        let (width, height) = problem.size();
        let size = format!("{width}x{height}");
        let names = problem.palette().entities().iter().map(|entity| entity.name.as_str());
        let Value::Object(header) = json!({
            "metadata": {"min": size, "max": size},
            "entities": names.collect::<Vec<_>>(),
        }) else {
            unreachable!("the literal is an object")
        };
        let initial = initial_explorer(problem);
        let Config { semantics, seed_gene, .. } = *config;
        let all = decoder.grammar.neighborhoods().iter();
        let all = all.map(|(name, matrix)| (name.as_str(), matrix.as_str()));
        let script = text(&header, all, &to_json(&[&initial]));
        let frame =
            Frame::parse(&script).map_err(|source| ExperimentError::Script { script, source })?;
        Ok(Self { decoder, header, frame, initial, semantics, seed_gene })
    }

    /// The explorers that a genome stands for, the initial one first.
    ///
    /// # Errors
    ///
    /// If the genome is not of the decoder's shape, or its expansion never ends.
    pub fn explorers(&self, genes: &[u32]) -> Result<Vec<Explorer>, DecodeError> {
        self.decoder.decode(genes).map(|decoded| self.all_explorers(decoded))
    }

    /// What a genome stands for; `None` if its expansion never ends.
    ///
    /// # Errors
    ///
    /// If the genome or the grammar is at fault in another way.
    pub fn decode(&self, genes: &[u32]) -> Result<Option<Decoding>, DecodeError> {
        let decoded = match self.decoder.decode(genes) {
            Ok(decoded) => decoded,
            Err(DecodeError::Unbounded { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let seed = u64::from(decoded.seed);
        let explorers = self.all_explorers(decoded);
        Ok(Some(Decoding {
            text: to_json(&explorers),
            explorers,
            seed: (self.seed_gene == SeedGene::Explorers).then_some(seed),
        }))
    }

    /// A whole script with the given explorers, as JSON.
    pub fn script(&self, explorers: &Value) -> Value {
        let mut script = self.header.clone();
        let neighborhoods: Map<String, Value> = self
            .used_neighborhoods(&explorers.to_string())
            .map(|(name, matrix)| (name.to_owned(), matrix.into()))
            .collect();
        script.insert("neighborhoods".to_owned(), Value::Object(neighborhoods));
        script.insert("explorers".to_owned(), explorers.clone());
        Value::Object(script)
    }

    /// The program of a decoding.
    ///
    /// # Errors
    ///
    /// If the grammar wrote a script that Marahel does not understand.
    pub fn compile(&self, decoding: &Decoding) -> Result<Program, ExperimentError> {
        if let Some(script) = self.frame.script(decoding.texts()) {
            return Ok(Program::new(&script, self.semantics));
        }
        // Read it again as a document, for that says where the mistake is.
        let neighborhoods = self.used_neighborhoods(&decoding.text);
        let script = text(&self.header, neighborhoods, &decoding.text);
        match Script::parse(&script) {
            Ok(script) => Ok(Program::new(&script, self.semantics)),
            Err(source) => Err(ExperimentError::Script { script, source }),
        }
    }

    /// The neighborhoods of the grammar that explorers name.
    fn used_neighborhoods<'s>(
        &'s self,
        explorers: &'s str,
    ) -> impl Iterator<Item = (&'s str, &'s str)> {
        let all = self.decoder.grammar.neighborhoods().iter();
        all.map(|(name, matrix)| (name.as_str(), matrix.as_str()))
            .filter(|(name, _)| has_word(explorers, name))
    }

    fn all_explorers(&self, decoded: Decoded) -> Vec<Explorer> {
        let mut explorers = Vec::with_capacity(1 + decoded.explorers.len());
        explorers.push(self.initial.clone());
        explorers.extend(decoded.explorers);
        explorers
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
    /// The explorers as a frame reads them.
    fn texts(&self) -> impl Iterator<Item = ExplorerText<'_>> {
        self.explorers.iter().map(|explorer| ExplorerText {
            kind: &explorer.kind,
            region: &explorer.region,
            parameters: &explorer.parameters,
            rules: &explorer.rules,
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
fn initial_explorer(problem: &dyn Problem) -> Explorer {
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
