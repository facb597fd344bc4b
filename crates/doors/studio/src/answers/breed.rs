//! Scripts to choose from: known ones for the tiles of a problem, and children of scripts.

use std::path::PathBuf;
use std::slice;

use marahel::Script;
use marahel_config::{Beginning, Config, Options, breeder, starting_scripts};
use marahel_script::laid_out;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use serde_json::json;

use crate::answers::problem_info::problem_of;
use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of scripts per answer.
const N_SCRIPTS_MAX: usize = 64;

/// Number of known generators to show.
const N_STARTERS: usize = 16;

#[derive(Deserialize)]
pub(crate) struct StartersQuestion {
    problem: String,
    #[serde(default)]
    seed: u64,
}

#[derive(Deserialize)]
pub(crate) struct Question {
    problem: String,
    parents: Vec<String>,
    /// Locked explorers and rules of the first parent, see [`Config::lock`].
    #[serde(default)]
    locks: Vec<String>,
    seed: u64,
    count: usize,
}

/// Initial scripts of a search for the problem.
pub(crate) fn starters(question: &StartersQuestion) -> Answer {
    let problem = problem_of(&question.problem)?;
    let breeder = breeder(&config()?, &problem)?;
    let mut rng = ChaCha8Rng::seed_from_u64(question.seed);
    let scripts = (1..=N_STARTERS).map(|number| {
        let script = breeder.first(&mut rng).0.script;
        let name = match script.description.as_str() {
            "" => format!("starter {number}"),
            description => description.to_owned(),
        };
        json!({ "name": name, "script": text(&script) })
    });
    Ok(json!({ "scripts": scripts.collect::<Vec<_>>() }))
}

pub(crate) fn answer(question: &Question) -> Answer {
    let problem = problem_of(&question.problem)?;
    let Some((first, mates)) = question.parents.split_first() else {
        return Err(Refusal::of("mark a generator, or put one into the editor"));
    };
    let breeder = breeder(&config()?, &problem)?;
    let first = slice::from_ref(first);
    let mut parents = starting_scripts(&from_scripts(first, &question.locks, config()?), &problem)?;
    parents.extend(starting_scripts(&from_scripts(mates, &[], config()?), &problem)?);
    let mut rng = ChaCha8Rng::seed_from_u64(question.seed);
    let children = (0..question.count.min(N_SCRIPTS_MAX)).map(|number| {
        let parent = if question.locks.is_empty() { number % parents.len() } else { 0 };
        let mate = rng.random_range(0..parents.len() as u32) as usize;
        let child = breeder.vary(&parents[parent], &parents[mate], &mut rng);
        let script = Script::parse(&child.document.text)?;
        Ok(json!({ "script": text(&script), "change": child.operator }))
    });
    Ok(json!({ "scripts": children.collect::<Result<Vec<_>, Refusal>>()? }))
}

/// The settings of a search that begins with known generators.
pub(crate) fn config() -> Result<Config, Refusal> {
    let options = Options { start: Some(Beginning::Starters), ..Options::default() };
    Ok(Config::load(marahel_config::BUILT_IN, None, &options)?)
}

pub(crate) fn from_scripts(texts: &[String], locks: &[String], config: Config) -> Config {
    Config {
        from: (1..=texts.len()).map(|number| PathBuf::from(format!("script {number}"))).collect(),
        from_texts: texts.to_vec(),
        lock: locks.to_vec(),
        ..config
    }
}

pub(crate) fn text(script: &Script) -> String {
    laid_out(&script.to_json())
}
