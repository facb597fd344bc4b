//! From a genome to a script that can run.

use grammar::{DecodeError, Decoded, Decoder, Explorer};
use marahel::{Program, Script, Semantics};
use problem::Problem;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Config, ExperimentError, SeedGene, decoder_of};

/// Turns genomes into scripts for one problem.
#[derive(Clone, Debug)]
pub struct Phenotype {
    decoder: Decoder,
    /// What scripts of the problem have in common: metadata and entities.
    frame: Map<String, Value>,
    initial: Explorer,
    semantics: Semantics,
    seed_gene: SeedGene,
}

/// What a genome stands for.
#[derive(Clone, Debug)]
pub struct Decoding {
    /// The explorers as JSON: what scripts of one problem differ by.
    pub explorers: String,
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
        let Value::Object(frame) = json!({
            "metadata": {"min": size, "max": size},
            "entities": names.collect::<Vec<_>>(),
        }) else {
            unreachable!("the literal is an object")
        };
        let initial = initial_explorer(problem);
        let Config { semantics, seed_gene, .. } = *config;
        let phenotype = Self { decoder, frame, initial, semantics, seed_gene };
        phenotype.check()?;
        Ok(phenotype)
    }

    /// Checks what all scripts have in common, with all neighborhoods of the grammar.
    fn check(&self) -> Result<(), ExperimentError> {
        let all = self.decoder.grammar.neighborhoods().iter();
        let all = all.map(|(name, matrix)| (name.as_str(), matrix.as_str()));
        let script = self.text(&to_json(&[&self.initial]), all);
        match Script::parse(&script) {
            Ok(_) => Ok(()),
            Err(source) => Err(ExperimentError::Script { script, source }),
        }
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
            explorers: to_json(&explorers),
            seed: (self.seed_gene == SeedGene::Explorers).then_some(seed),
        }))
    }

    /// A whole script with the given explorers, as JSON.
    pub fn script(&self, explorers: &Value) -> Value {
        let mut script = self.frame.clone();
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
        let text = self.text(&decoding.explorers, self.used_neighborhoods(&decoding.explorers));
        match Script::parse(&text) {
            Ok(script) => Ok(Program::new(&script, self.semantics)),
            Err(source) => Err(ExperimentError::Script { script: text, source }),
        }
    }

    /// The text of a whole script.
    fn text<'s>(
        &self,
        explorers: &str,
        neighborhoods: impl Iterator<Item = (&'s str, &'s str)>,
    ) -> String {
        let mut text = to_json(&self.frame);
        text.pop(); // the closing brace
        text += ",\"neighborhoods\":{";
        for (index, (name, matrix)) in neighborhoods.enumerate() {
            text += if index == 0 { "" } else { "," };
            text.extend([to_json(name), ":".to_owned(), to_json(matrix)]);
        }
        text.extend(["},\"explorers\":", explorers, "}"]);
        text
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
