//! Scripts as genomes: the first ones, and their variation by `breeding`.

use std::sync::{Arc, LazyLock};

use marahel::Workspace;
use marahel_breeding::beginnings::DRAFTS_OF_SEARCH;
use marahel_breeding::{Breeder, CastError, Child, Descriptions, Library, Start, recast};
use marahel_drafts::Drafter;
use marahel_drawings::Locks;
use marahel_level::{Role, Tile};
use marahel_problem::{Problem, programs};
use marahel_script::{Document, Locked, Script};
use marahel_search::{Drafts, Founder, Variant, Variation};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

use crate::config::Beginning;
use crate::setup::genome::no_script;
use crate::{Config, Decode, EvolutionError, Genome, GenomeError};
pub(crate) use marahel_drafts::task_of;

/// Varies scripts.
pub struct ScriptGenome {
    breeder: Breeder,
    problem: Problem,
    /// Most levels that choose drafts.
    n_levels_of_drafts: u64,
}

/// One child in this many is its parent without the explorers that change nothing. Otherwise
/// scripts would fill with them.
const TIDY_PERIOD: u32 = 16;

/// Fewer drafts of a user's scripts are no first population: there is nothing that these lack.
const N_DRAFTS_MIN: usize = 12;

/// So many scripts of a user are completed by drafts.
const N_COMPLETED: usize = 3;

/// An explorer is idle if it changes nothing in this many levels.
const N_LEVELS_IDLE: usize = 8;

impl ScriptGenome {
    /// The variation of scripts for a config and its problem.
    pub fn new(config: &Config, problem: &Problem) -> Result<Self, EvolutionError> {
        let breeder = breeder(config, problem)?;
        let n_levels_of_drafts = n_levels_of(config) / DRAFTS_OF_SEARCH;
        Ok(Self { breeder, n_levels_of_drafts, problem: problem.clone() })
    }

    /// The script without its idle explorers; `None` if there are none, all are idle, or a level
    /// costs too much.
    fn tidied(&self, script: &Script, rng: &mut dyn Rng) -> Option<Script> {
        let mut is_idle = vec![true; script.explorers.len()];
        let mut workspace = Workspace::new();
        let programs = programs(script, &self.problem);
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
        tidied.explorers.retain(|explorer| {
            !explorers.next().is_some_and(|&is_idle| is_idle) || explorer.locked != Locked::No
        });
        let is_less = tidied.explorers.len() < script.explorers.len();
        (is_less && !tidied.explorers.is_empty()).then_some(tidied)
    }
}

impl Variation<Genome> for ScriptGenome {
    fn first(&self, rng: &mut dyn Rng) -> Founder<Genome> {
        let (document, source) = self.breeder.first(rng);
        Founder { genome: document.into(), source }
    }

    fn vary(&self, first: &Genome, second: &Genome, rng: &mut dyn Rng) -> Variant<Genome> {
        let [first, second] = [first, second]
            .map(|parent| &parent.script().expect("parents are scripts of this problem").script);
        if rng.random_range(0..TIDY_PERIOD) == 0
            && let Some(tidied) = self.tidied(first, rng)
        {
            let genome = Document::of(tidied).into();
            return Variant { genome, operator: "tidy", uses_second: false };
        }
        let Child { document, operator, uses_second } = self.breeder.vary(first, second, rng);
        Variant { genome: document.into(), operator, uses_second }
    }

    fn draft(&self, n: usize, rng: &mut dyn Rng) -> Option<Drafts<Genome>> {
        let drafters: Vec<Drafter> = match &self.breeder.start {
            Start::Random => return None,
            Start::Starters => vec![drafter_beside(&self.problem, &self.breeder.library.explained)],
            Start::Scripts(scripts) => {
                let first = scripts.iter().take(N_COMPLETED);
                first.filter_map(|script| Drafter::completing(&self.problem, script)).collect()
            }
        };
        let mut drafts = Vec::new();
        let mut n_levels = 0;
        for drafter in &drafters {
            let n_levels_max = self.n_levels_of_drafts / drafters.len() as u64;
            let crowd = drafter.crowd(rng.next_u64(), n / drafters.len(), n_levels_max);
            drafts.extend(crowd.drafts);
            n_levels += crowd.n_levels;
        }
        let is_own = matches!(self.breeder.start, Start::Scripts(_));
        if is_own && drafts.len() < N_DRAFTS_MIN {
            return None;
        }
        let founder = |script: Script, source: Option<u32>| Founder {
            genome: Document::of(script).into(),
            source,
        };
        // What explains drawings is a draft like any other.
        let explained = self.breeder.library.explained.iter();
        let explained = explained.map(|script| founder(script.clone(), None));
        let drafts = drafts.into_iter().map(|(script, kind)| founder(script, Some(kind)));
        let founders: Vec<Founder<Genome>> = explained.chain(drafts).collect();
        (!founders.is_empty()).then_some(Drafts { founders, n_measured: n_levels })
    }

    /// Because scripts are changed, checked and written.
    fn is_slow(&self) -> bool {
        true
    }

    fn fits(&self, genome: &Genome) -> bool {
        genome.script().is_some_and(|document| self.breeder.fits(&document.script))
    }
}

/// Decodes scripts for the tiles of a problem, which are what they are.
#[derive(Debug)]
pub(crate) struct ScriptDecoder {
    entities: Vec<String>,
}

impl ScriptDecoder {
    pub(crate) fn new(problem: &Problem) -> Self {
        let entities = problem.palette().entities().iter();
        Self { entities: entities.map(|entity| entity.name.clone()).collect() }
    }

    fn fitting<'g>(&self, genome: &'g Genome) -> Result<&'g Arc<Document>, GenomeError> {
        let document = genome.script();
        let fitting = document.filter(|document| document.script.entities == self.entities);
        fitting.ok_or_else(no_script)
    }
}

impl Decode for ScriptDecoder {
    fn document(&self, genome: &Genome) -> Result<Value, GenomeError> {
        Ok(self.fitting(genome)?.script.to_json())
    }

    fn decode(&self, genome: &Genome) -> Result<Option<Arc<Document>>, EvolutionError> {
        Ok(Some(Arc::clone(self.fitting(genome)?)))
    }

    fn script(&self, written: &Value) -> Value {
        written.clone()
    }

    /// The integers are the characters of a script.
    fn genome(&self, integers: Vec<u32>) -> Result<Genome, GenomeError> {
        let text: Option<String> = integers.into_iter().map(char::from_u32).collect();
        Genome::of_document(&text.ok_or_else(no_script)?)
    }
}

/// Writes drafts for a problem; they may begin with the layouts of what explains its drawings, or
/// of plans and starters.
pub fn drafter(problem: &Problem) -> Drafter {
    drafter_beside(problem, &explanations(problem))
}

fn drafter_beside(problem: &Problem, explained: &[Script]) -> Drafter {
    Drafter::new(problem, &[&PLANS[..], &STARTERS[..]].concat(), explained)
}

/// About as many levels as a search measures.
fn n_levels_of(config: &Config) -> u64 {
    let search = &config.search;
    if search.budget > 0 {
        return search.budget;
    }
    let n_scripts = search.population as u64 * search.n_islands() as u64;
    search.generations.saturating_mul(n_scripts).saturating_mul(config.maps.into())
}

/// The breeder of a config: it makes the first scripts of a search, and varies scripts.
pub fn breeder(config: &Config, problem: &Problem) -> Result<Breeder, EvolutionError> {
    let task = task_of(problem);
    check_names(problem)?;
    let start = match config.search.start {
        Beginning::Random => Start::Random,
        Beginning::Starters => Start::Starters,
        Beginning::Scripts => Start::Scripts(starting_scripts(config, problem)?),
    };
    let library = Library { starters: Arc::clone(&STARTERS), explained: explanations(problem) };
    Ok(Breeder::new(task, library, start, marahel_dialects::parse))
}

/// The descriptions of scripts that a search of a config breeds.
pub fn descriptions(config: &Config, problem: &Problem) -> Result<Descriptions, EvolutionError> {
    let Breeder { library, start, .. } = &breeder(config, problem)?;
    let generators = [&library.starters[..], &PLANS].concat();
    let own = library.explained.clone();
    let scripts_of_user = match start {
        Start::Scripts(scripts) => scripts.clone(),
        _ => Vec::new(),
    };
    Ok(Descriptions::new(generators, own, scripts_of_user, task_of(problem)))
}

/// Scripts that explain the drawings of a problem, the shortest explanation first. They have the
/// tiles and the dials of the problem. Empty without drawings.
pub fn explanations(problem: &Problem) -> Vec<Script> {
    let task = task_of(problem);
    let drawings = problem.definition().drawings().levels();
    let [start, goal] =
        [Role::Entrance, Role::Exit].map(|role| task.of_role(role).first().copied());
    let locks = start.zip(goal).filter(|_| !task.locks.is_empty());
    let locks = locks.map(|(start, goal)| Locks { start, goal, doors: task.locks.clone() });
    let explained =
        marahel_drawings::explain(drawings, (task.min, task.max), locks.as_ref()).into_iter();
    explained
        .map(|explanation| Script { dials: task.dials.clone(), ..explanation.script })
        .collect()
}

/// Refuses names of tiles and dials that scripts use otherwise: no script with them is sound, and a
/// search would look for a first one forever.
pub(crate) fn check_names(problem: &Problem) -> Result<(), EvolutionError> {
    let task = task_of(problem);
    let dials = task.dials.iter().map(|dial| (dial.name.clone(), json!([dial.min, dial.max])));
    let parts = [
        ("tiles", Map::new(), "call the tile something else"),
        ("dials", dials.collect(), "give the control another name"),
    ];
    for (part, dials, help) in parts {
        let script = json!({
            "metadata": { "min": "9x9", "max": "9x9" },
            "entities": task.names(),
            "dials": dials,
            "explorers": [{ "type": "horz", "rules": ["-> self(any)"] }],
        });
        marahel_dialects::parse(&script.to_string()).map_err(|error| EvolutionError::Config {
            place: format!("the {part} of {}", problem.name()),
            message: format!("{}; {help}", error.diagnostics()[0].message),
        })?;
    }
    Ok(())
}

/// The scripts that a config names to begin with, for the tiles of its problem, by names or else
/// by roles, and with the locks that it sets.
pub fn starting_scripts(config: &Config, problem: &Problem) -> Result<Vec<Script>, EvolutionError> {
    let task = task_of(problem);
    let names: Vec<(String, String)> =
        config.names.iter().map(|(from, to)| (from.clone(), to.clone())).collect();
    let texts = config.from.iter().zip(&config.from_texts);
    texts
        .map(|(path, text)| {
            let script = marahel_dialects::parse(text).map_err(|source| EvolutionError::From {
                path: path.clone(),
                message: source.to_string(),
            })?;
            // Locks come first, because casting by roles may remove parts.
            let locked = crate::locked(script, &config.lock);
            let cast = locked.and_then(|script| {
                recast(&script, &task, &names).map_err(|error| error.to_string())
            });
            cast.map_err(|message| EvolutionError::From { path: path.clone(), message })
        })
        .collect()
}

/// A script for the tiles of a problem. If it has other entities, each becomes the tile that
/// `names` gives it, as (entity, tile), or the first tile of its role, as in a starter.
pub fn script_for(
    script: Script,
    problem: &Problem,
    names: &[(String, String)],
) -> Result<Script, CastError> {
    if names.is_empty() && problem.tiles_of(&script.entities).is_ok() {
        return Ok(script);
    }
    recast(&script, &task_of(problem), names)
}

static STARTERS: LazyLock<Arc<[Script]>> =
    LazyLock::new(|| scripts(marahel_breeding::starters::GENERATORS));

static PLANS: LazyLock<Arc<[Script]>> =
    LazyLock::new(|| scripts(marahel_breeding::starters::PLANS));

fn scripts(named: &[marahel_breeding::starters::Named]) -> Arc<[Script]> {
    let scripts = named.iter().map(|&(name, text)| {
        Script::parse(text).unwrap_or_else(|error| panic!("the starter {name} is sound: {error}"))
    });
    scripts.collect()
}

#[cfg(test)]
mod tests;
