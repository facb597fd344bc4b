//! From a genome to a script that can run.

use grammar::{DecodeError, Decoded, Decoder, Explorer};
use marahel::{Program, Script, Semantics};
use problem::Problem;
use serde_json::{Map, Value, json};

use crate::{Config, ExperimentError, SeedGene, decoder_of};

/// Turns genomes into scripts for one problem.
#[derive(Clone, Debug)]
pub struct Phenotype {
    decoder: Decoder,
    /// The script without its explorers.
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
            "neighborhoods": decoder.grammar.neighborhoods(),
        }) else {
            unreachable!("the literal is an object")
        };
        let initial = initial_explorer(problem);
        let Config { semantics, seed_gene, .. } = *config;
        let phenotype = Self { decoder, frame, initial, semantics, seed_gene };
        phenotype.compile(&Decoding {
            explorers: to_json(std::slice::from_ref(&phenotype.initial)),
            seed: None,
        })?;
        Ok(phenotype)
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
        script.insert("explorers".to_owned(), explorers.clone());
        Value::Object(script)
    }

    /// The program of a decoding.
    ///
    /// # Errors
    ///
    /// If the grammar wrote a script that Marahel does not understand.
    pub fn compile(&self, decoding: &Decoding) -> Result<Program, ExperimentError> {
        let frame = serde_json::to_string(&self.frame).expect("the frame is plain data");
        let body = frame.strip_suffix('}').expect("the frame is an object");
        let text = format!("{body},\"explorers\":{}}}", decoding.explorers);
        match Script::parse(&text) {
            Ok(script) => Ok(Program::new(&script, self.semantics)),
            Err(source) => Err(ExperimentError::Script { script: text, source }),
        }
    }

    fn all_explorers(&self, decoded: Decoded) -> Vec<Explorer> {
        let mut explorers = Vec::with_capacity(1 + decoded.explorers.len());
        explorers.push(self.initial.clone());
        explorers.extend(decoded.explorers);
        explorers
    }
}

fn to_json(explorers: &[Explorer]) -> String {
    serde_json::to_string(explorers).expect("explorers are plain data")
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
