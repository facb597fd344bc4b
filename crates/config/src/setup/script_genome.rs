//! Genomes that are scripts: the first ones, and their variation by `breeding`.

mod task;

use std::sync::{Arc, LazyLock};

use breeding::{Breeder, CastError, Lack, Library, Start, recast};
use drawings::Locks;
use level::{Level, Tile};
use marahel::{Semantics, Workspace};
use problem::{Case, Problem, Role};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use script::{Document, Locked, Script, ScriptError};
use search::{First, Variant, Variation};
use serde_json::{Map, json};

pub(crate) use self::task::task_of;
use crate::config::Beginning;
use crate::{Config, EvolutionError, Genome, programs};

/// Varies scripts.
pub struct ScriptGenome {
    breeder: Breeder,
    problem: Problem,
    semantics: Semantics,
    /// What a script lacks that does not meet a case.
    lacks: Vec<Lack>,
}

/// One child in this many is its parent without the explorers that change nothing. Otherwise
/// scripts would fill with them.
const TIDY_PERIOD: u32 = 16;

/// An explorer is idle if it changes nothing in this many levels.
const N_LEVELS_IDLE: usize = 8;

impl ScriptGenome {
    /// The variation of scripts for a config and its problem.
    ///
    /// # Errors
    ///
    /// Those of [`starting_scripts`].
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, EvolutionError> {
        let breeder = breeder(config, problem)?;
        let lack = |case: Case| Lack { tiles: case.tiles, measures: case.measures };
        let lacks = problem.cases().into_iter().map(lack).collect();
        Ok(Self { breeder, problem: problem.clone(), semantics: config.semantics, lacks })
    }

    /// A level of a script, unless it costs too much.
    fn level(&self, script: &Script, rng: &mut dyn Rng) -> Option<Level> {
        let program = programs(script, &self.problem, &[self.semantics]).into_iter().next()?;
        let mut stream = ChaCha8Rng::seed_from_u64(rng.next_u64());
        let mut workspace = Workspace::new();
        program.run(&mut stream, &mut workspace, &mut |_, _, _| ()).ok()?;
        Some(Level::from_view(workspace.level(), Arc::clone(self.problem.palette())))
    }

    /// The script without its idle explorers; `None` if there are none, all are idle, or a level
    /// costs too much.
    fn tidied(&self, script: &Script, rng: &mut dyn Rng) -> Option<Script> {
        let mut is_idle = vec![true; script.explorers.len()];
        let mut workspace = Workspace::new();
        let programs = programs(script, &self.problem, &[self.semantics]);
        for program in programs.iter().cycle().take(N_LEVELS_IDLE) {
            let mut before: Vec<Tile> = Vec::new();
            let mut stream = ChaCha8Rng::seed_from_u64(rng.next_u64());
            let run = program.run(&mut stream, &mut workspace, &mut |explorer, view, _| {
                let is_same = view.rows().flatten().eq(&before);
                is_idle[explorer] &= is_same;
                if !is_same {
                    before.clear();
                    before.extend(view.rows().flatten());
                }
            });
            run.ok()?;
        }
        let mut tidied = script.clone();
        let mut explorers = is_idle.iter();
        tidied.explorers.retain(|one| {
            !explorers.next().is_some_and(|&is_idle| is_idle) || one.locked != Locked::No
        });
        let is_less = tidied.explorers.len() < script.explorers.len();
        (is_less && !tidied.explorers.is_empty()).then_some(tidied)
    }
}

impl Variation<Genome> for ScriptGenome {
    fn first(&self, rng: &mut dyn Rng) -> First<Genome> {
        let First { genome, source } = self.breeder.first(rng);
        First { genome: genome.into(), source }
    }

    fn vary(&self, first: &Genome, second: &Genome, rng: &mut dyn Rng) -> Variant<Genome> {
        let [first, second] = [first, second]
            .map(|one| &one.script().expect("parents are scripts of this problem").script);
        if rng.random_range(0..TIDY_PERIOD) == 0
            && let Some(tidied) = self.tidied(first, rng)
        {
            let genome = Document::of(tidied).into();
            return Variant { genome, operator: "tidy", uses_second: false };
        }
        let Variant { genome, operator, uses_second } = self.breeder.vary(first, second, rng);
        Variant { genome: genome.into(), operator, uses_second }
    }

    fn plan(&self, rng: &mut dyn Rng) -> First<Genome> {
        let First { genome, source } =
            self.breeder.plan(&mut |script, rng| self.level(script, rng), rng);
        First { genome: genome.into(), source }
    }

    fn complete(
        &self,
        first: &Genome,
        second: &Genome,
        lack: usize,
        rng: &mut dyn Rng,
    ) -> Variant<Genome> {
        if rng.random_range(0..TIDY_PERIOD) == 0 {
            return self.vary(first, second, rng);
        }
        let [first, second] = [first, second]
            .map(|one| &one.script().expect("parents are scripts of this problem").script);
        let look = &mut |script: &Script, rng: &mut dyn Rng| self.level(script, rng);
        let Variant { genome, operator, uses_second } =
            self.breeder.complete(first, second, &self.lacks[lack], look, rng);
        Variant { genome: genome.into(), operator, uses_second }
    }

    /// Because scripts are changed, checked and written.
    fn is_slow(&self) -> bool {
        true
    }

    fn fits(&self, genome: &Genome) -> bool {
        genome.script().is_some_and(|one| self.breeder.fits(&one.script))
    }
}

/// The breeder of a config: it makes the first scripts of a search, and varies scripts.
///
/// # Errors
///
/// Those of [`starting_scripts`], and if a control has a name that a dial cannot have.
pub fn breeder(config: &Config, problem: &Problem) -> Result<Breeder, EvolutionError> {
    let task = task_of(problem);
    check_names(problem)?;
    let start = match config.search.start {
        Beginning::Random => Start::Random,
        Beginning::Starters => Start::Starters,
        Beginning::Scripts => Start::Scripts(starting_scripts(config, problem)?),
    };
    let drawings = problem.definition().drawings().levels();
    let learnt =
        explanations(problem).into_iter().chain(breeding::learnt(drawings, &task)).collect();
    let (starters, plans) = (Arc::clone(&STARTERS), Arc::clone(&PLANS));
    let library = Library { starters, plans, learnt };
    Ok(Breeder::new(task, library, start, aiide17::parse_either))
}

/// Scripts that explain the drawings of a problem, the shortest explanation first. They have the
/// tiles and the dials of the problem. Empty without drawings.
pub fn explanations(problem: &Problem) -> Vec<Script> {
    let task = task_of(problem);
    let drawings = problem.definition().drawings().levels();
    let one = |role: &str| task.of_role(role).first().copied();
    let locks = one("entrance").zip(one("exit")).filter(|_| !task.locks.is_empty());
    let locks = locks.map(|(start, goal)| Locks { start, goal, doors: task.locks.clone() });
    let explained = drawings::explain(drawings, (task.min, task.max), locks.as_ref()).into_iter();
    explained.map(|one| Script { dials: task.dials.clone(), ..one.script }).collect()
}

/// Refuses names of tiles and dials that scripts use otherwise: no script with them is sound, and a
/// search would look for a first one forever.
pub(crate) fn check_names(problem: &Problem) -> Result<(), EvolutionError> {
    let task = task_of(problem);
    let dials = task.dials.iter().map(|dial| (dial.name.clone(), json!([dial.min, dial.max])));
    let script = |dials: Map<_, _>| {
        let script = json!({
            "metadata": { "min": "9x9", "max": "9x9" },
            "entities": task.names(),
            "dials": dials,
            "explorers": [{ "type": "horz", "rules": ["-> self(any)"] }],
        });
        aiide17::parse_either(&script.to_string())
    };
    let refused = |what: &str, error: &ScriptError, help: &str| EvolutionError::Config {
        place: format!("the {what} of {}", problem.name()),
        message: format!("{}; {help}", error.diagnostics()[0].message),
    };
    script(Map::new()).map_err(|error| refused("tiles", &error, "call the tile something else"))?;
    script(dials.collect())
        .map_err(|error| refused("dials", &error, "give the control another name"))?;
    Ok(())
}

/// The scripts that a config names to begin with, for the tiles of its problem, by names or else
/// by roles, and with the locks that it sets.
///
/// # Errors
///
/// If one is not a script, has entities that the problem lacks, or lacks a locked part.
pub fn starting_scripts(config: &Config, problem: &Problem) -> Result<Vec<Script>, EvolutionError> {
    let task = task_of(problem);
    let names: Vec<(String, String)> =
        config.names.iter().map(|(from, to)| (from.clone(), to.clone())).collect();
    let texts = config.from.iter().zip(&config.from_texts);
    texts
        .map(|(path, text)| {
            let script = aiide17::parse_either(text).map_err(|source| EvolutionError::From {
                path: path.clone(),
                message: source.to_string(),
            })?;
            // Locks come first, because casting by roles may remove parts.
            let locked = crate::locked(script, &config.lock);
            let is_role = |name: &str| Role::of_name(name).is_some();
            let cast = locked.and_then(|script| {
                recast(&script, &task, &names, is_role).map_err(|error| error.to_string())
            });
            cast.map_err(|message| EvolutionError::From { path: path.clone(), message })
        })
        .collect()
}

/// A script for the tiles of a problem. If it has other entities, each becomes the tile that
/// `names` gives it, as (entity, tile), or the first tile of its role, as in a starter.
///
/// # Errors
///
/// If an entity is neither a tile of the problem nor the role of one.
pub fn script_for(
    script: Script,
    problem: &Problem,
    names: &[(String, String)],
) -> Result<Script, CastError> {
    if names.is_empty() && problem.tiles_of(&script.entities).is_ok() {
        return Ok(script);
    }
    recast(&script, &task_of(problem), names, |name| Role::of_name(name).is_some())
}

/// The starters.
static STARTERS: LazyLock<Arc<[Script]>> =
    LazyLock::new(|| scripts(breeding::starters::GENERATORS));

/// The plans of the ground.
static PLANS: LazyLock<Arc<[Script]>> = LazyLock::new(|| scripts(breeding::starters::PLANS));

fn scripts(named: &[breeding::starters::Named]) -> Arc<[Script]> {
    let read = |&(name, text): &breeding::starters::Named| {
        Script::parse(text).unwrap_or_else(|error| panic!("the starter {name} is sound: {error}"))
    };
    named.iter().map(read).collect()
}
