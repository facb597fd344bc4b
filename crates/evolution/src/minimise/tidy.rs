//! Preparing the best script of a run for reading.

use std::collections::BTreeSet;
use std::mem::discriminant;

use crate::{Ancestor, FrontMember, Outcome, Tidied, best_member};
use config::{Config, EvolutionError, Phenotype};
use marahel::Semantics;
use problem::Problem;
use script::{Dialect, Explorer, Locked, Script, Spelling};

use crate::minimise::changes::changes;
use crate::minimise::dead::without_dead;
use crate::minimise::worth::rule_counts;
use crate::minimise::{MinimiseError, Options, minimise_exactly};

/// Levels that must stay the same, and candidates to try: enough in a few seconds, because the
/// scripts of a search have few idle parts.
const N_SEEDS: u32 = 500;
const N_TRIES: u32 = 600;

/// The fewest levels that must stay the same: after an interruption, because somebody who stops a
/// search wants to continue soon, and in a search that validates on few levels.
const N_SEEDS_MIN: u32 = 100;

/// Tidies the best script of a run: removes what never changed a tile and what no level depends on,
/// describes explorers without a description, and lists the changes since the script that the
/// search began with. `None` if there is no such script, for a genome of the study, a script of
/// 2017, or if a level exceeds the work limit.
///
/// A script with locks, or bred for pins, loses only whole dead explorers, whose writes can be
/// undone without changing a level. Without them each seed makes another level of the same kind.
/// Locked explorers stay.
///
/// # Errors
///
/// If the external judge fails.
pub fn tidy_best(
    outcome: &Outcome,
    config: &Config,
    problem: &Problem,
) -> Result<Option<Tidied>, MinimiseError> {
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
                Err(MinimiseError::Run(_)) => Ok(None),
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
) -> Result<Option<Tidied>, MinimiseError> {
    if !config.breeds_scripts() {
        return Ok(None);
    }
    let Some(mut first) = origin(best, ancestors, config, problem) else { return Ok(None) };
    let Some(text) = best.script.as_ref().map(ToString::to_string) else { return Ok(None) };
    let script = aiide17::parse_either(&text)?;
    if script.dialect != Dialect::Current {
        return Ok(None);
    }
    let is_locked = |one: &Explorer| one.locked != Locked::No;
    let has_locks = script.explorers.iter().any(is_locked)
        || script.regions.is_some_and(|regions| regions.is_locked);
    let of_seeds = |script| without_dead(script, problem, config.semantics, config.seed, n_seeds);
    // Rules that do nothing in whole levels may react to given cells.
    let keeps_rules = has_locks || !problem.definition().pinned().is_empty();
    let mut small = if keeps_rules {
        of_seeds(script)?
    } else {
        // Exact only: by the objectives, doors in the open are as good as doors in doorways, but
        // nobody would want them.
        let options = Options {
            semantics: config.semantics,
            seed: config.seed,
            n_seeds,
            n_tries_max: N_TRIES,
            is_exact: true,
            ..Options::default()
        };
        let lively = of_seeds(without_idle(script, config.semantics, n_seeds)?)?;
        let small = minimise_exactly(&lively, &options)?;
        Script::parse(&small.to_string())?
    };
    drop_stale_descriptions(&mut small, &first);
    describe_explorers(&mut first);
    describe_explorers(&mut small);
    let changes = changes(&first, &small);
    let began = match small.description.as_str() {
        "" => String::new(),
        known => format!("; it began as: {known}"),
    };
    small.description = Spelling::of(&format!("Bred for {}{began}", problem.name()));
    let without = if keeps_rules {
        format!("the explorers that changed none of {n_seeds} levels, but for those\nwith locks")
    } else {
        format!("what never changed a tile in {n_seeds} levels, and what no level\ndepends on")
    };
    let told = format!(
        "\nbest.json is that script without {without}. What was changed of what the search began with:\n\n\
         --- what it began as\n+++ best.json\n{}\n",
        changes.join("\n")
    );
    Ok(Some(Tidied { script: small.to_string(), told }))
}

/// Removes rules that never fired and explorers that never changed a tile. They draw random
/// numbers, so each seed makes another level without them, but of the same kind.
fn without_idle(
    mut script: Script,
    semantics: Semantics,
    n_seeds: u32,
) -> Result<Script, MinimiseError> {
    let mut rule_counts = rule_counts(&script, semantics, n_seeds)?.into_iter();
    for explorer in &mut script.explorers {
        let rule_counts: Vec<_> = rule_counts.by_ref().take(explorer.rules.len()).collect();
        let is_idle = rule_counts.iter().all(|(_, cells)| cells.value == 0.0);
        let mut fires = rule_counts.iter().map(|(fires, _)| !is_idle && fires.value > 0.0);
        explorer.rules.retain(|_| fires.next() == Some(true));
    }
    script.explorers.retain(|explorer| !explorer.rules.is_empty());
    Ok(script)
}

/// The script that the search began with and that the best one descends from.
fn origin(
    best: &FrontMember,
    ancestors: &[Ancestor],
    config: &Config,
    problem: &Problem,
) -> Option<Script> {
    let find = |id: u64| ancestors.iter().find(|one| one.id == id);
    let mut one = find(best.id)?;
    while let Some(&parent) = one.parents.first() {
        one = find(parent)?;
    }
    let document = |config: &Config| -> Result<_, EvolutionError> {
        Ok(Phenotype::new(config, problem)?.document(&one.genome)?)
    };
    aiide17::parse_either(&document(config).ok()?.to_string()).ok()
}

/// Removes descriptions that no longer fit: the explorer has another type, writes other tiles, or
/// has no rule much like one of the explorer with this description in the original script.
fn drop_stale_descriptions(script: &mut Script, first: &Script) {
    let are_alike = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        2 * one.intersection(other).count() >= one.union(other).count()
    };
    let has_same = |one: &[BTreeSet<String>], other: &[BTreeSet<String>]| {
        one.iter().any(|rule| other.iter().any(|known| are_alike(rule, known)))
    };
    for index in 0..script.explorers.len() {
        let explorer = &script.explorers[index];
        let is_stale = |known: usize| {
            let (origin, now) = (&first.explorers[known], explorer);
            discriminant(&origin.walk) != discriminant(&now.walk)
                || origin.written() != now.written()
                || !has_same(&parts_of_rules(first, known), &parts_of_rules(script, index))
        };
        let described = |one: &Explorer| one.description.as_str() == explorer.description.as_str();
        let mut known = (0..first.explorers.len()).filter(|&at| described(&first.explorers[at]));
        // Several explorers may share a description.
        let was_known = known.clone().next().is_some();
        if was_known && known.all(is_stale) {
            script.explorers[index].description = Spelling::default();
        }
    }
}

/// The conditions and executers of each rule of an explorer, without their numbers.
fn parts_of_rules(script: &Script, index: usize) -> Vec<BTreeSet<String>> {
    let parts = |rule: String| {
        let rule = rule.replace(|one: char| one.is_ascii_digit(), "");
        let (conditions, executers) = rule.split_once("->").unwrap_or((&rule, ""));
        let written = executers.split(", ").map(|executer| format!("-> {}", executer.trim()));
        let asked = conditions.split(", ").map(|one| one.trim().to_owned());
        asked.filter(|one| !one.is_empty()).chain(written).collect()
    };
    script.rule_texts(index).into_iter().map(parts).collect()
}

/// Describes what explorers without a description write.
fn describe_explorers(script: &mut Script) {
    let entities = &script.entities;
    for explorer in &mut script.explorers {
        if !explorer.description.as_str().is_empty() {
            continue;
        }
        let mut names: Vec<&str> = Vec::new();
        let executers = explorer.rules.iter().flat_map(|rule| &rule.executers);
        for &(tile, _) in executers.flat_map(|executer| &executer.entities.members) {
            let name = entities.get(usize::from(tile)).map_or("unknown", String::as_str);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let names = names.join(" or ");
        let text = match (explorer.changes, explorer.dialled.changes) {
            (_, Some(dialled)) => {
                format!("{names}, by the dial {}", script.dials[dialled.dial].name)
            }
            (Some(n), None) => format!("at most {n} {names}"),
            (None, None) => names,
        };
        explorer.description = Spelling::of(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::{describe_explorers, drop_stale_descriptions, tidy_best, without_idle};
    use crate::testing::{config, finished};
    use config::problem_of;
    use marahel::Semantics;
    use script::Script;
    use serde_json::json;

    #[test]
    fn what_never_did_anything_is_gone() {
        let text = r#"{"metadata": {"min": "6x6", "max": "6x6"}, "entities": ["rock", "air", "bat"], "explorers": [
            {"rules": ["-> self(rock)"]},
            {"type": "rorder", "rules": ["self(bat), random < 0.5 -> self(air)"]},
            {"type": "rorder", "rules": ["self(rock) -> self(rock)"]},
            {"type": "rorder", "parameters": {"changes": 3}, "rules": ["bat > 3 -> self(air)", "self(rock) -> self(bat)"]}]}"#;
        let small = without_idle(Script::parse(text).unwrap(), Semantics::Documented, 500).unwrap();
        let rules: Vec<_> = (0..small.explorers.len()).map(|e| small.rule_texts(e)).collect();
        assert_eq!(rules, [vec!["-> self(rock)"], vec!["self(rock) -> self(bat)"]]);
    }

    #[test]
    fn a_description_goes_with_what_it_was_about() {
        let script = |explorers: [&str; 4]| {
            let named = ["the outer wall", "bats", "bats in corners", "two bats"];
            let one = |(name, rest)| format!(r#"{{"description": "{name}", {rest}}}"#);
            let explorers: Vec<String> = named.into_iter().zip(explorers).map(one).collect();
            let text = format!(
                r#"{{"metadata": {{"min": "9x9", "max": "9x9"}}, "entities": ["rock", "air", "bat"],
                "explorers": [{}]}}"#,
                explorers.join(", ")
            );
            Script::parse(&text).unwrap()
        };
        let first = script([
            r#""rules": ["dist(out)==1 -> self(rock)"]"#,
            r#""rules": ["random<0.1 -> self(bat)", "bat<4 -> self(bat)"]"#,
            r#""rules": ["plus(rock)>1 -> self(bat)"]"#,
            r#""type": "rorder", "rules": ["-> self(bat)"]"#,
        ]);
        // Another tile; another number and one of two rules; another rule; another type.
        let mut bred = script([
            r#""rules": ["dist(out)==1 -> self(air)"]"#,
            r#""rules": ["random<0.3 -> self(bat)"]"#,
            r#""rules": ["self(air) -> self(bat)"]"#,
            r#""type": "rand", "rules": ["-> self(bat)"]"#,
        ]);
        drop_stale_descriptions(&mut bred, &first);
        let told = bred.explorers.iter().map(|one| one.description.as_str());
        assert_eq!(told.collect::<Vec<_>>(), ["", "bats", "", ""]);
    }

    #[test]
    fn a_script_whose_levels_cost_too_much_stays_as_it_was_bred() {
        let config = config(&[
            ("problem", "roguelike"),
            ("search.algorithm", "islands"),
            ("search.population", "4"),
            ("search.generations", "2"),
            ("maps", "2"),
            ("validation_maps", "4"),
        ]);
        let (_folder, mut outcome) = finished(&config);
        let problem = problem_of(&config);
        assert!(matches!(tidy_best(&outcome, &config, &problem), Ok(Some(_))));
        for member in &mut outcome.front {
            let explorer =
                json!({"parameters": {"repeats": 99_999_999}, "rules": ["-> self(wall)"]});
            member.script.as_mut().expect("it was measured")["explorers"] = json!([explorer]);
        }
        assert!(matches!(tidy_best(&outcome, &config, &problem), Ok(None)));
    }

    #[test]
    fn what_nobody_described_is_described() {
        let text = r#"{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["rock", "air", "bat"], "explorers": [
            {"description": "a mountain", "rules": ["-> self(rock)"]},
            {"type": "rorder", "parameters": {"changes": 3}, "rules": ["self(rock) -> self(bat|air)"]}]}"#;
        let mut script = Script::parse(text).unwrap();
        describe_explorers(&mut script);
        let told = script.explorers.iter().map(|one| one.description.as_str().to_owned());
        assert_eq!(told.collect::<Vec<_>>(), ["a mountain", "at most 3 bat or air"]);
    }
}
