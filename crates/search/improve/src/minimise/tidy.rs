//! Preparing the best script of a run for reading.

use std::sync::Arc;

use marahel_breeding::{reordered, settle_as_in};
use marahel_config::{Beginning, Config, starting_scripts};
use marahel_evolution::{Ancestor, FrontMember, Outcome, Tidied, best_member, picture_of_script};
use marahel_problem::Problem;
use marahel_script::{Dialect, Locked, Script, Spelling, diff};

use crate::ImproveError;
use crate::liveliness::Liveliness;
use crate::minimise::dead::without_dead;
use crate::minimise::reduce::Tries;
use crate::minimise::unit::Reduced;
use crate::minimise::{Options, reduced};

/// Levels that must stay the same, and candidates to try: enough in a few seconds, because the
/// scripts of a search have few idle parts.
const N_SEEDS: u32 = 500;
const N_TRIES: u32 = 600;

/// Number of levels by which it is told what is the same in them.
const N_LEVELS_TOLD: u32 = 200;

/// The fewest levels that must stay the same: after an interruption, because somebody who stops a
/// search wants to continue soon, and in a search that validates on few levels.
const N_SEEDS_MIN: u32 = 100;

/// Tidies the best script of a run: removes what never changed a tile and what no level depends on,
/// describes the explorers that it changed, and lists the changes since the script that the
/// search began with. `None` if there is no such script, for a genome that is no script, a
/// script of another dialect, or if a level exceeds the work limit.
///
/// A script with locks, or bred for pins, loses only whole dead explorers, whose writes can be
/// undone without changing a level. Without them each seed makes another level of the same kind.
/// Locked explorers stay.
pub fn tidy_best(
    outcome: &Outcome,
    config: &Config,
    problem: &Problem,
) -> Result<Option<Tidied>, ImproveError> {
    match best_member(&outcome.front, problem.objectives()) {
        Some(best) => {
            let n_seeds = if outcome.is_interrupted {
                N_SEEDS_MIN
            } else {
                (config.validation_maps / 2).clamp(N_SEEDS_MIN, N_SEEDS)
            };
            match tidy(n_seeds, best, &outcome.ancestors, config, problem) {
                // Rare levels may cost too much where no level of the search did. A search must
                // not lose its result by that.
                Err(ImproveError::Run(_)) => Ok(None),
                tidied => tidied,
            }
        }
        None => Ok(None),
    }
}

/// [`tidy_best`] by the levels of `n_seeds` seeds; an error if one exceeds the work limit.
fn tidy(
    n_seeds: u32,
    best: &FrontMember,
    ancestors: &[Ancestor],
    config: &Config,
    problem: &Problem,
) -> Result<Option<Tidied>, ImproveError> {
    if !config.breeds_scripts() {
        return Ok(None);
    }
    let Some(first) = beginning(best, ancestors, config, problem) else { return Ok(None) };
    let Some(text) = best.script.as_ref().map(ToString::to_string) else { return Ok(None) };
    let script = marahel_dialects::parse(&text)?;
    if script.dialect != Dialect::Current {
        return Ok(None);
    }
    let bred = script.clone();
    let has_locks = script.explorers.iter().any(|explorer| explorer.locked != Locked::No)
        || script.regions.is_some_and(|regions| regions.is_locked);
    let of_seeds = |script| without_dead(script, problem, config.seed, n_seeds);
    // Rules that do nothing in whole levels may react to given cells.
    let keeps_rules = has_locks || !problem.definition().pinned().is_empty();
    let mut small = if keeps_rules {
        of_seeds(script)?
    } else {
        let options = Options { is_rated: false, seed: config.seed, n_seeds, n_tries_max: N_TRIES };
        let lively = of_seeds(without_idle(script, problem, n_seeds)?)?;
        // The defaults of walks are parts as if written: otherwise other scripts would come of it.
        let whole = Reduced::new(lively).with_defaults();
        let small = reduced(whole, problem, &options, &mut Tries::new(N_TRIES))?.now.script;
        Script::parse(&small.to_string())?
    };
    // In the outcome of a run, all descriptions are true.
    settle_as_in(&mut small, &bred);
    let is_given = config.search.start == Beginning::Scripts;
    if small != bred && !is_given || small.description.as_str().is_empty() {
        small.description = Spelling::of(&format!("Bred for {}", problem.name()));
    }
    let without = if keeps_rules {
        format!("the explorers that changed none of {n_seeds} levels, but for those\nwith locks")
    } else {
        format!("what never changed a tile in {n_seeds} levels, and what no level\ndepends on")
    };
    let (first, small) =
        if is_given { in_order_of_user(first, small, config, problem) } else { (first, small) };
    let changed = diff(&first.to_string(), &small.to_string());
    let note = format!(
        "\nbest.json is that script without {without}. What was changed of what the search began with,\n\
         laid out as best.json is:\n\n--- what it began as\n+++ best.json\n{changed}"
    );
    let note = told_picture(&small, config, problem) + &note;
    Ok(Some(Tidied { script: small.to_string(), changes: note }))
}

/// The script that the search began with, and its best one, with the entities in the order of the
/// user; unchanged if other levels would come of it.
fn in_order_of_user(
    first: Script,
    best: Script,
    config: &Config,
    problem: &Problem,
) -> (Script, Script) {
    let reordered = || {
        let mut given = starting_scripts(config, problem).ok()?.into_iter();
        let text = config.from_texts.get(given.position(|given| given == first)?)?;
        let mut names: Vec<String> = Vec::new();
        let of_user = marahel_dialects::parse(text).ok()?.entities;
        let of_user = of_user.iter().map(|name| config.names.get(name).unwrap_or(name));
        for name in of_user.chain(&best.entities) {
            if best.entities.contains(name) && !names.contains(name) {
                names.push(name.clone());
            }
        }
        let scripts = (reordered(&first, &names)?, reordered(&best, &names)?);
        let [old, new] = [&best, &scripts.1].map(|script| problem.generator(script));
        let is_same = (0..u64::from(N_SEEDS_MIN)).all(|seed| {
            let level = old.generate(seed).and_then(|level| Ok((level, new.generate(seed)?)));
            level.is_ok_and(|(level, other)| {
                level.renamed(Arc::clone(new.palette())).is_ok_and(|level| level == other)
            })
        });
        is_same.then_some(scripts)
    };
    reordered().unwrap_or((first, best))
}

/// What is the same in the levels of a script, as a paragraph; empty for drawings, which may well be
/// of one picture.
fn told_picture(script: &Script, config: &Config, problem: &Problem) -> String {
    if !problem.definition().drawings().levels().is_empty() {
        return String::new();
    }
    let picture = picture_of_script(script, problem, config, N_LEVELS_TOLD).ok().flatten();
    let lines: Vec<String> =
        picture.iter().flat_map(|picture| picture.lines(problem, false)).collect();
    if lines.is_empty() { String::new() } else { format!("\n{}\n", lines.join("\n")) }
}

/// Removes rules that never fired and explorers that never changed a tile. They draw random
/// numbers, so each seed makes another level without them, but of the same kind.
fn without_idle(
    mut script: Script,
    problem: &Problem,
    n_seeds: u32,
) -> Result<Script, ImproveError> {
    let lively = Liveliness::of(&script, problem, n_seeds)?;
    for (e, explorer) in script.explorers.iter_mut().enumerate() {
        let is_idle = (0..explorer.rules.len()).all(|r| lively.changing(&(e, r)) == 0.0);
        let mut rules = 0..;
        explorer.rules.retain(|_| !is_idle && rules.next().is_some_and(|r| lively.fires((e, r))));
    }
    script.explorers.retain(|explorer| !explorer.rules.is_empty());
    Ok(script)
}

/// The script that the search began with: of those that its user gave the one with the fewest
/// changed lines, else the first one that the best descends from.
fn beginning(
    best: &FrontMember,
    ancestors: &[Ancestor],
    config: &Config,
    problem: &Problem,
) -> Option<Script> {
    if config.search.start != Beginning::Scripts {
        return origin(best, ancestors, config, problem);
    }
    let text = marahel_dialects::parse(&best.script.as_ref()?.to_string()).ok()?.to_string();
    let given = starting_scripts(config, problem).ok()?;
    given.into_iter().min_by_key(|script| diff(&script.to_string(), &text).lines().count())
}

/// The script of the first generation that the best one descends from.
fn origin(
    best: &FrontMember,
    ancestors: &[Ancestor],
    config: &Config,
    problem: &Problem,
) -> Option<Script> {
    let find = |id: u64| ancestors.iter().find(|ancestor| ancestor.id == id);
    let mut ancestor = find(best.id)?;
    while let Some(&parent) = ancestor.parents.first() {
        ancestor = find(parent)?;
    }
    let document = config.decoder(problem).ok()?.document(&ancestor.genome).ok()?;
    marahel_dialects::parse(&document.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::{tidy_best, without_idle};
    use marahel_config::{Config, EvolutionError, Options, problem_of};
    use marahel_evolution::{Event, Recorder, Stop, Unwatched, run};
    use marahel_papers::fdg20::BUILT_IN;
    use marahel_script::Script;
    use serde_json::json;

    #[test]
    fn what_never_did_anything_is_gone() {
        let text = r#"{"metadata": {"min": "6x6", "max": "6x6"}, "entities": ["rock", "air", "bat"], "explorers": [
            {"rules": ["-> self(rock)"]},
            {"type": "rorder", "rules": ["self(bat), random < 0.5 -> self(air)"]},
            {"type": "rorder", "rules": ["self(rock) -> self(rock)"]},
            {"type": "rorder", "parameters": {"changes": 3}, "rules": ["bat > 3 -> self(air)", "self(rock) -> self(bat)"]}]}"#;
        let problem = BUILT_IN.with_defaults().remove(0);
        let small = without_idle(Script::parse(text).unwrap(), &problem, 500).unwrap();
        let rules: Vec<_> = (0..small.explorers.len()).map(|e| small.rule_texts(e)).collect();
        assert_eq!(rules, [vec!["-> self(rock)"], vec!["self(rock) -> self(bat)"]]);
    }

    /// Keeps nothing, and lets the run go on to its end, where the front is measured again.
    struct Forgetful;

    impl Recorder for Forgetful {
        fn record(&mut self, _: &Event<'_>) -> Result<Stop, EvolutionError> {
            Ok(Stop::No)
        }
    }

    #[test]
    fn a_script_whose_levels_cost_too_much_stays_as_it_was_bred() {
        let settings = [
            ("seed", "7"),
            ("problem", "roguelike"),
            ("search.algorithm", "islands"),
            ("search.population", "4"),
            ("search.generations", "2"),
            ("maps", "2"),
            ("validation_maps", "4"),
        ];
        let options = Options::of_settings(settings);
        let config = Config::load(BUILT_IN, None, &options).expect("the settings make sense");
        let problem = problem_of(&config);
        let mut outcome = run(&config, &problem, &mut Forgetful, &Unwatched).unwrap();
        assert!(matches!(tidy_best(&outcome, &config, &problem), Ok(Some(_))));
        for member in &mut outcome.front {
            let explorer =
                json!({"parameters": {"repeats": 99_999_999}, "rules": ["-> self(wall)"]});
            member.script.as_mut().expect("it was measured")["explorers"] = json!([explorer]);
        }
        assert!(matches!(tidy_best(&outcome, &config, &problem), Ok(None)));
    }
}
