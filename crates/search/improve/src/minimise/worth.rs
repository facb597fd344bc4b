//! The use of each rule of a script.

use std::collections::BTreeMap;

use marahel::{Generator, Script};
use marahel_problem::{Problem, Signature};
use marahel_statistics::Estimate;

use crate::minimise::measurer::{LevelStats, Measurer};
use crate::minimise::{Change, MinimiseError};

/// The use of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleWorth {
    /// The explorer of the rule, from 1.
    pub explorer: usize,
    /// The type of the explorer, as spelled in the script.
    pub explorer_type: String,
    /// The rule among those of its explorer, from 1.
    pub rule: usize,
    /// The text of the rule.
    pub text: String,
    /// Share of the levels in which it fires at least once.
    pub fires: Estimate,
    /// Tiles that it changes per level, divided by the tiles of the level; a tile that changes
    /// twice counts twice.
    pub cells: Estimate,
    /// The effect of removing it; `None` if the script then exceeds the work limit of a level.
    pub without: Option<Without>,
}

/// The effect of removing a rule from a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Without {
    /// Share of the levels that change, if only because the remaining rules draw other random
    /// numbers.
    pub levels: Estimate,
    /// The change of each quantity.
    pub changes: Vec<Change>,
}

/// The use of each rule of a script, on `n_levels` levels of a round; `fires` and `cells` on the
/// levels of seeds from 0.
pub(crate) fn worths(
    measurer: &Measurer<'_>,
    script: &Script,
    n_levels: u32,
    round: u64,
) -> Result<Vec<RuleWorth>, MinimiseError> {
    let round = measurer.round(round);
    let whole =
        measurer.measure(&measurer.program(script).expect("it is one"), round, 0..n_levels)?;
    let mut rule_counts =
        rule_counts(&Script::parse(&script.to_string())?, measurer.maker, n_levels)?.into_iter();
    let mut worths = Vec::new();
    for (e, explorer) in script.explorers.iter().enumerate() {
        for (r, text) in script.rule_texts(e).into_iter().enumerate() {
            let (fires, cells) = rule_counts.next().expect("there is one for each rule");
            let mut without = script.clone();
            without.explorers[e].rules.remove(r);
            let program = measurer.program(&without);
            let without =
                program.and_then(|program| measurer.measure(&program, round, 0..n_levels).ok());
            let without = without.map(|without| {
                let digests = without.digests.iter().zip(&whole.digests);
                let differ = digests.map(|(left, right)| if left == right { 0.0 } else { 1.0 });
                Without {
                    levels: Estimate::mean(&differ.collect::<Vec<_>>()),
                    changes: compare(measurer, &whole, &without),
                }
            });
            worths.push(RuleWorth {
                explorer: e + 1,
                explorer_type: explorer.name.to_string(),
                rule: r + 1,
                text,
                fires,
                cells,
                without,
            });
        }
    }
    Ok(worths)
}

/// Compares each quantity: the objectives, the share of playable levels, the share of levels that
/// equal no other level of their script, and the differences between floor plans and between the
/// ways through them. By its objectives an open field can be as good as rooms.
fn compare(measurer: &Measurer<'_>, before: &LevelStats, after: &LevelStats) -> Vec<Change> {
    let objectives = measurer.problem.map_or(&[][..], |problem| problem.objectives());
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let names = names.chain(measurer.problem.map(|_| "playable")).chain(["different"]);
    let names = names.chain(measurer.problem.into_iter().flat_map(|_| ["floor", "unlike"]));
    let [before, after] = [before, after].map(|measured| {
        let mut columns = measured.columns.clone();
        columns.push(different(&measured.digests));
        columns.extend(
            measurer.problem.into_iter().flat_map(|problem| unlike(problem, &measured.signatures)),
        );
        columns
    });
    let pairs = before.into_iter().zip(after);
    let changes = names.zip(pairs).map(|(name, (before, after))| {
        // The levels of a round start from the same streams, so what the streams do cancels out.
        let differences: Vec<f64> =
            after.iter().zip(&before).map(|(after, before)| after - before).collect();
        Change {
            name: name.to_owned(),
            before: Estimate::mean(&before),
            after: Estimate::mean(&after),
            difference: Estimate::mean(&differences),
        }
    });
    changes.collect()
}

/// The differences between each level and the next one: the share of the floor plan, and how unlike
/// they are in play, relative to what is wanted and at most 1.
fn unlike(problem: &Problem, signatures: &[Signature]) -> [Vec<f64>; 2] {
    let (mut meter, goals) = (problem.meter(), problem.variety_goals());
    let next = signatures.iter().cycle().skip(1);
    let pairs = signatures.iter().zip(next).map(|(left, right)| {
        let difference = meter.differences(left, right);
        let way = if goals.has_ways { difference.way } else { difference.floor };
        (difference.floor, (way / goals.way).min(1.0))
    });
    let (floors, ways) = pairs.unzip();
    [floors, ways]
}

/// For each level 1 if no other level of the sample equals it, else 0.
fn different(digests: &[u64]) -> Vec<f64> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for &digest in digests {
        *counts.entry(digest).or_default() += 1;
    }
    digests.iter().map(|digest| if counts[digest] == 1 { 1.0 } else { 0.0 }).collect()
}

/// For each rule the share of levels in which it fires, and of tiles that it changes. The levels
/// cycle through the settings of the dials.
pub(crate) fn rule_counts(
    script: &Script,
    problem: &Problem,
    n_levels: u32,
) -> Result<Vec<(Estimate, Estimate)>, MinimiseError> {
    use rayon::prelude::*;
    let settings = script.settings();
    let generators: Vec<Generator> =
        settings.iter().map(|script| problem.generator(script)).collect();
    let levels = (0..n_levels).into_par_iter().with_min_len(16).map(|seed| {
        let generator = &generators[seed as usize % generators.len()];
        let snapshots = generator.snapshots(u64::from(seed), 0)?;
        let rules = snapshots.iter().flat_map(|snapshot| {
            let n_tiles = (snapshot.level.width() * snapshot.level.height()) as f64;
            snapshot.rules.iter().map(move |rule| {
                let fires = if rule.n_fired > 0 { 1.0 } else { 0.0 };
                (fires, rule.n_changed as f64 / n_tiles)
            })
        });
        Ok(rules.collect::<Vec<(f64, f64)>>())
    });
    let levels = levels.collect::<Result<Vec<_>, marahel::RunError>>()?;
    let n_rules = levels.first().map_or(0, Vec::len);
    let rules = (0..n_rules).map(|rule| {
        let (fires, cells): (Vec<f64>, Vec<f64>) = levels.iter().map(|level| level[rule]).unzip();
        (Estimate::mean(&fires), Estimate::mean(&cells))
    });
    Ok(rules.collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn levels_that_occur_twice_are_not_different() {
        assert_eq!(super::different(&[7, 8, 7, 9, 7]), [0.0, 1.0, 0.0, 1.0, 0.0]);
    }
}
