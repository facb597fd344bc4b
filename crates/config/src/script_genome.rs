//! Genomes that are scripts, as an engine knows them: their genes are the characters of a
//! document in one line.

use breeding::{Breeder, Child, Kit, Library, Part, Start, recast};
use problem::Problem;
use rand::Rng;
use script::{Script, Size};
use search::{Genome, Variant, Variation};

use crate::config::Beginning;
use crate::{Config, ExperimentError, size_range};

/// Varies scripts.
pub struct ScriptGenome(Breeder);

impl ScriptGenome {
    /// What a config begins with, and how that is varied.
    ///
    /// # Errors
    ///
    /// Those of [`starting_scripts`].
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, ExperimentError> {
        let kit = kit_of(problem);
        let start = match config.search.start {
            Beginning::Random => Start::Random,
            Beginning::Starters => Start::Starters,
            Beginning::Scripts => Start::Scripts(starting_scripts(config, problem)?),
        };
        Ok(Self(Breeder::new(kit, library(), start, aiide17::parse_either)))
    }

    fn read(&self, genome: &[u32]) -> Option<Script> {
        self.0.read(&text_of(genome)?)
    }
}

impl Variation for ScriptGenome {
    fn random(&self, rng: &mut dyn Rng) -> Genome {
        genes_of(&self.0.first(rng))
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let parent = |genes| self.read(genes).expect("parents are scripts of this problem");
        let Child { text, operator, uses_second } =
            self.0.vary(&parent(first), &parent(second), rng);
        Variant { genome: genes_of(&text), operator, uses_second }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        self.read(genome).is_some()
    }
}

/// The genes of a document.
pub(crate) fn genes_of(text: &str) -> Genome {
    text.chars().map(u32::from).collect()
}

/// The document that genes are the characters of, if they are.
pub(crate) fn text_of(genome: &[u32]) -> Option<String> {
    genome.iter().map(|&gene| char::from_u32(gene)).collect()
}

/// Genes as a cell of a table: a script as it is, any others as numbers.
pub fn genes_to_cell(genome: &[u32]) -> String {
    let is_script =
        genome.first() == Some(&u32::from('{')) && genome.last() == Some(&u32::from('}'));
    let text = if is_script { text_of(genome) } else { None };
    text.unwrap_or_else(|| genome.iter().map(u32::to_string).collect::<Vec<_>>().join(" "))
}

/// The genes that stand in a cell, if they do.
pub fn genes_of_cell(cell: &str) -> Option<Vec<u32>> {
    if cell.starts_with('{') {
        return Some(genes_of(cell));
    }
    cell.split_whitespace().map(|gene| gene.parse().ok()).collect()
}

/// The scripts that a config names to begin with, for the tiles of its problem and with the
/// locks that it sets.
///
/// # Errors
///
/// If one is no script, has entities that are no tiles of the problem, or lacks what is locked.
pub fn starting_scripts(
    config: &Config,
    problem: &Problem,
) -> Result<Vec<Script>, ExperimentError> {
    let kit = kit_of(problem);
    let names: Vec<(String, String)> =
        config.names.iter().map(|(from, to)| (from.clone(), to.clone())).collect();
    let texts = config.from.iter().zip(&config.from_texts);
    texts
        .map(|(path, text)| {
            let script = aiide17::parse_either(text).map_err(|source| ExperimentError::From {
                path: path.clone(),
                message: source.to_string(),
            })?;
            let cast = recast(&script, &kit, &names).map_err(|error| error.to_string());
            let locked = cast.and_then(|script| crate::lock::locked(script, &config.lock));
            locked.map_err(|message| ExperimentError::From { path: path.clone(), message })
        })
        .collect()
}

/// The tiles of a problem, and the sizes of its levels.
fn kit_of(problem: &Problem) -> Kit {
    let entities = problem.palette().entities().iter();
    let known = problem.roles().iter().zip(problem.wanted_counts());
    let parts = entities.zip(known).map(|(entity, (role, wanted))| Part {
        name: entity.name.clone(),
        role: role.name().to_owned(),
        wanted,
    });
    let [min, max] = size_range(problem)
        .map(|(width, height)| Size { width: width as u32, height: height as u32 });
    Kit { parts: parts.collect(), min, max }
}

/// The scripts that are known.
fn library() -> Library {
    let read = |(name, text)| {
        Script::parse(text).unwrap_or_else(|error| panic!("the starter {name} is sound: {error}"))
    };
    Library {
        starters: starters::generators().into_iter().map(read).collect(),
        idioms: starters::idioms().into_iter().map(read).collect(),
    }
}
