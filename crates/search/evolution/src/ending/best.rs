//! Choosing the generator of a front to try first.

use std::cmp::Ordering;

use marahel_problem::{Objective, Problem};

use crate::folder::tables::cell;
use crate::judging::growing::{GOOD_ENOUGH, VARIED_ENOUGH};
use crate::judging::worth::worth;
use crate::{CsvText, FrontMember, Sample};

/// The best script of a run, prepared for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tidied {
    /// The script: reduced, with a comment on each part, and formatted.
    pub script: String,
    /// A description of the script and of what it was reduced from: the end of `best.txt`.
    pub changes: String,
}

/// The member of a front to try first, by its validated levels; of equals the first. `None` if no
/// member was validated.
///
/// If a judge of finalists was asked, the one of which it passes most wins. Else, if no member has
/// enough good and varied levels, the one nearest to that wins; among those with
/// enough, the highest worth. None with fewer playable or less varied levels than the script that
/// explains the drawings is chosen. Worth measures more than good levels: where hardly any level is good,
/// the rest would decide.
pub fn best_member<'f>(
    front: &'f [FrontMember],
    objectives: &[Objective],
) -> Option<&'f FrontMember> {
    // Those with fewer levels lost an earlier heat.
    let n_maps = front.iter().filter_map(n_levels).max();
    let validated = front.iter().filter(|member| n_levels(member) == n_maps);
    let understood = understood(front);
    let rated =
        validated.filter_map(|member| Some((member, rating(member, understood, objectives)?)));
    let best = rated.rev().max_by(|(_, left), (_, right)| compare(*left, *right));
    best.map(|(member, _)| member)
}

/// The indices of the `n` best members of a front by their validated levels, in ascending order,
/// with all others of the same scripts.
pub(crate) fn best_members(
    front: &[FrontMember],
    objectives: &[Objective],
    n: usize,
) -> Vec<usize> {
    let understood = understood(front);
    let rated =
        front.iter().filter_map(|member| Some((member, rating(member, understood, objectives)?)));
    let mut rated: Vec<(&FrontMember, [f64; 4])> = rated.collect();
    rated.sort_by(|(_, left), (_, right)| compare(*right, *left));
    let is_chosen =
        |(index, (member, _)): &(usize, &(&FrontMember, _))| *index < n || member.is_known;
    let scripts = rated.iter().enumerate().filter(is_chosen);
    let scripts: Vec<u64> = scripts.map(|(_, (member, _))| member.script_id).collect();
    let indices = (0..front.len()).filter(|&index| scripts.contains(&front[index].script_id));
    indices.collect()
}

/// Less of the variety of an explanation than this is less than it.
const VARIED_LEAST: f64 = 0.9;

/// Whether the levels of a member are certainly less often playable than those of the script that
/// explains the drawings, or less varied, unless only the member makes good ones.
fn is_below(member: &FrontMember, understood: &FrontMember) -> bool {
    let samples = member.validation.as_ref().zip(understood.validation.as_ref());
    samples.filter(|_| !member.is_understood).is_some_and(|(sample, least)| {
        let error = 2.0 * sample.share_error(sample.playable());
        let [varied, enough] = [sample, least].map(|sample| sample.variety.tile_difference());
        let is_narrow = sample.variety.is_alike() || varied < VARIED_LEAST * enough;
        let is_good_alone = near_good(member) == 1.0 && near_good(understood) < 1.0;
        sample.playable() + error < least.playable() || is_narrow && !is_good_alone
    })
}

/// The script that explains the drawings, if there are any.
fn understood(front: &[FrontMember]) -> Option<&FrontMember> {
    front.iter().find(|member| member.is_understood && member.validation.is_some())
}

/// Whether a member is not below the script that explains the drawings, what a judge of finalists
/// passes, how near the member is to good and varied levels, then its worth; `None` without levels.
fn rating(
    member: &FrontMember,
    understood: Option<&FrontMember>,
    objectives: &[Objective],
) -> Option<[f64; 4]> {
    let is_level = understood.is_none_or(|understood| !is_below(member, understood));
    let passed = member.validation.as_ref().map_or(0.0, passed_and_varied);
    Some([
        f64::from(u8::from(is_level)),
        passed,
        near_good(member),
        validated_worth(member, objectives)?,
    ])
}

/// The share of levels that a judge of finalists passes; less if they vary too little.
fn passed_and_varied(sample: &Sample) -> f64 {
    sample.passed.mean() * (sample.varied() / VARIED_ENOUGH).min(1.0)
}

fn compare(left: [f64; 4], right: [f64; 4]) -> Ordering {
    let pairs = left.iter().zip(&right);
    pairs.fold(Ordering::Equal, |order, (left, right)| order.then(left.total_cmp(right)))
}

fn n_levels(member: &FrontMember) -> Option<u32> {
    member.validation.as_ref().map(|sample| sample.n_maps)
}

/// How close a member of a front is to enough good and varied levels, in 0..=1. The lower value of
/// both readings of the language, if both were measured.
fn near_good(member: &FrontMember) -> f64 {
    let samples = [&member.validation, &member.validation_other];
    let shares = samples.into_iter().flatten().map(|sample| {
        (sample.good() / GOOD_ENOUGH).min(1.0) * (sample.varied() / VARIED_ENOUGH).min(1.0)
    });
    shares.fold(1.0, f64::min)
}

/// The worth of a member of a front by its validated levels. The lower value of both readings of
/// the language, if both were measured.
pub fn validated_worth(member: &FrontMember, objectives: &[Objective]) -> Option<f64> {
    let kinds: Vec<_> = objectives.iter().map(Objective::kind).collect();
    let samples = [&member.validation, &member.validation_other];
    samples.into_iter().flatten().map(|sample| worth(sample, &kinds)).reduce(f64::min)
}

/// A measure of all levels of a generator together.
#[derive(Clone, Copy, Debug)]
pub struct SetMeasured {
    /// Its name in tables.
    pub name: &'static str,
    /// What it means, as text that follows the value, for people who see it for the first time.
    pub meaning: &'static str,
    /// What kind of number it is.
    pub kind: MeasureKind,
    /// Its value, if there were levels to measure.
    pub value: Option<f64>,
    /// Its standard error, if known.
    pub error: Option<f64>,
}

/// The kind of number of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// A share of something, in 0..=1.
    Share,
    /// A score in 0..=1, 1 is best.
    Score,
    /// A number of levels, not always whole.
    Levels,
}

/// Measures of a sample of levels as a set: the columns of tables besides the objectives.
pub fn set_measures(sample: Option<&Sample>) -> [SetMeasured; SET_MEASURES.len()] {
    std::array::from_fn(|index| {
        let (name, meaning, kind, measure) = SET_MEASURES[index];
        let (value, error) = sample.map(measure).unzip();
        SetMeasured { name, meaning, kind, value, error: error.flatten() }
    })
}

/// A value and its standard error, if known.
type Measure = fn(&Sample) -> (f64, Option<f64>);

/// These measures: name, meaning, kind, and how it is measured.
const SET_MEASURES: &[(&str, &str, MeasureKind, Measure)] = &[
    ("playable", "of its levels can be played", MeasureKind::Share, |sample| {
        (sample.playable(), Some(sample.share_error(sample.playable())))
    }),
    ("good", "are good: all counts in range", MeasureKind::Share, |sample| {
        (sample.good(), Some(sample.share_error(sample.good())))
    }),
    // 0 where a level is not good.
    ("length", "score of open objectives", MeasureKind::Score, |sample| {
        (sample.length.mean(), sample.length.standard_error())
    }),
    ("unlike", "levels that differ much", MeasureKind::Levels, |sample| {
        (sample.variety.n_unlike(), sample.variety.n_unlike_error())
    }),
    ("floor", "of two floor plans differ", MeasureKind::Share, |sample| {
        (sample.variety.floor_difference(), sample.variety.floor_difference_error())
    }),
    ("different", "of playable ones are distinct", MeasureKind::Share, |sample| {
        (sample.variety.n_different() as f64 / f64::from(sample.n_playable.max(1)), None)
    }),
];

/// Column names of [`set_measures`] for a table that also has columns with the given names. A taken
/// name gets a suffix: `floor` becomes `floor_of_levels`.
pub fn measure_columns<'n>(
    names: impl IntoIterator<Item = &'n str>,
) -> [String; SET_MEASURES.len()] {
    let names: Vec<&str> = names.into_iter().collect();
    set_measures(None).map(|SetMeasured { name, .. }| {
        if names.contains(&name) { format!("{name}_of_levels") } else { name.to_owned() }
    })
}

/// A name, a value, and its standard error if known.
type NamedValue = (String, f64, Option<f64>);

/// All measures of a generator: objectives, then [`set_measures`].
fn measured(sample: &Sample, objectives: &[Objective]) -> Vec<NamedValue> {
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let of_set = set_measures(Some(sample)).into_iter().zip(measure_columns(names));
    let objectives = objectives.iter().zip(&sample.scores);
    let means = objectives
        .map(|(objective, tally)| (objective.name.clone(), tally.mean(), tally.standard_error()));
    let of_set = of_set.filter_map(|(measure, name)| Some((name, measure.value?, measure.error)));
    means.chain(of_set).collect()
}

/// A table of one row for the best generator: each measure and its standard error. Columns of the
/// other reading of the language end in `_other`.
pub(crate) fn to_csv(member: &FrontMember, objectives: &[Objective]) -> String {
    let (mut columns, mut row) = (vec!["id".to_owned()], vec![member.id.to_string()]);
    let samples = [(&member.validation, ""), (&member.validation_other, "_other")];
    for (sample, ending) in samples {
        for (name, value, error) in sample.iter().flat_map(|sample| measured(sample, objectives)) {
            columns.extend([format!("{name}{ending}"), format!("{name}{ending}_se")]);
            row.extend([value.to_string(), cell(error)]);
        }
    }
    columns.push("worth".to_owned());
    row.push(cell(validated_worth(member, objectives)));
    let mut table = CsvText::new(columns);
    table.add(row);
    table.finish()
}

/// Explains to people why this generator is the best.
pub fn to_text(member: &FrontMember, problem: &Problem) -> String {
    let objectives = problem.objectives();
    let mut text = String::from(
        "best.json is the generator of this run to try first.\n\n\
         As long as hardly any level is good, it is the generator of the validated front with most\n\
         good levels that vary; else the one with the highest worth. Worth grows with the length of\n\
         the paths, with the share of levels that are good and long enough, and with how much levels\n\
         and their floor plans differ; or, where levels are drawn, with how similar they are to\n\
         the drawings. It falls where levels are not playable, not good, or all alike. A script\n\
         that was measured in both readings of the language counts by the worse one.\n",
    );
    let samples = [&member.validation, &member.validation_other];
    for (sample, reading) in samples.into_iter().zip(problem.readings()) {
        let Some(sample) = sample else { continue };
        let n_maps = sample.n_maps;
        let s = if n_maps == 1 { "" } else { "s" };
        text.extend([format!("\non {n_maps} fresh level{s}, reading `{reading}`:\n")]);
        for (name, value, error) in measured(sample, objectives) {
            let error = error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
            text.extend([format!("  {name:<12} {value:.3}{error}\n")]);
        }
    }
    let worth = validated_worth(member, objectives).unwrap_or_default();
    text + &format!("\nworth {worth:.3}; individual {} of front.csv\n", member.id)
}

#[cfg(test)]
mod tests {
    use marahel_problem::{Differences, Signature, Variety};

    use super::best_member;
    use crate::tests::config;
    use crate::{FrontMember, Sample};
    use marahel_config::{Genome, problem_of};

    /// The id of the best of the members, given as numbers of good levels out of 1000, levels that
    /// score in each objective, and different levels; as many thousandths of their cells differ.
    fn best_of(members: &[(u32, u32, u64)]) -> u64 {
        best_with(members, None)
    }

    /// The same, if one of them explains the drawings.
    fn best_with(members: &[(u32, u32, u64)], understood: Option<u64>) -> u64 {
        let problem = problem_of(&config(&[("problem", "roguelike")]));
        let member =
            |(id, &(n_good, n_right, n_kinds)): (u64, &(u32, u32, u64))| {
                let mut sample = Sample::new(&problem);
                (sample.n_maps, sample.n_playable, sample.n_good) = (1000, 1000, n_good);
                for tally in &mut sample.scores {
                    (0..1000).for_each(|map| tally.add(f64::from(u8::from(map < n_right))));
                }
                sample.variety = Variety::new(problem.variety_goals());
                let tiles = n_kinds as f64 / 1000.0;
                for level in 0..1000 {
                    sample.variety.add(level % n_kinds, &Signature::default(), 0, |_, _| {
                        Differences { tiles, floor: 1.0, way: 1.0 }
                    });
                }
                FrontMember {
                    id,
                    genome: Genome::default(),
                    objectives: vec![1.0; sample.scores.len()],
                    validation: Some(sample),
                    validation_other: None,
                    is_still_non_dominated: true,
                    n_explorers: 1,
                    script: None,
                    script_id: id,
                    is_known: understood == Some(id),
                    is_understood: understood == Some(id),
                }
            };
        let front: Vec<FrontMember> = (0..).zip(members).map(member).collect();
        best_member(&front, problem.objectives()).expect("all were validated").id
    }

    #[test]
    fn nothing_less_varied_than_what_explains_the_drawings_is_best() {
        let members = [(300, 1000, 300), (0, 1000, 1000), (350, 1000, 1000)];
        assert_eq!(best_with(&members[..2], None), 0);
        assert_eq!(best_with(&members[..2], Some(1)), 1);
        // As varied, and good.
        assert_eq!(best_with(&members, Some(1)), 2);
        // Less varied, and the only one with enough good levels.
        assert_eq!(best_with(&[(900, 1000, 300), (0, 1000, 1000)], Some(1)), 0);
    }

    #[test]
    fn as_long_as_little_is_good_good_decides() {
        assert_eq!(best_of(&[(12, 1000, 1000), (53, 500, 1000)]), 1);
        // Beyond the threshold, worth decides.
        assert_eq!(best_of(&[(450, 1000, 1000), (500, 500, 1000)]), 0);
        // A generator of always the same level is worthless.
        assert_eq!(best_of(&[(53, 1000, 1000), (1000, 1000, 1)]), 0);
    }
}
