//! The generator of a front to try first.

use marahel::Semantics;
use problem::{Objective, Tally, Variety};

use crate::folder::tables::cell;
use crate::judging::worth::worth;
use crate::{CsvText, FrontMember, Sample};

/// The best script of a run, made to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tidied {
    /// The script, smaller, with a word on each part of it, and laid out.
    pub script: String,
    /// What it is, and what it began as: the end of `best.txt`.
    pub told: String,
}

/// The member of a front that is worth most by its validated levels; `None` if
/// nothing was validated. Of equals the first.
pub fn best_member<'f>(
    front: &'f [FrontMember],
    objectives: &[Objective],
) -> Option<&'f FrontMember> {
    let validated = front.iter().filter_map(|one| Some((one, validated_worth(one, objectives)?)));
    let best = validated.rev().max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.map(|(member, _)| member)
}

/// What a member of a front is worth by its validated levels; where
/// both readings of the language were measured, by the worse of the two.
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
    /// What it says, for people who see it for the first time: it goes on after the value.
    pub meaning: &'static str,
    /// What kind of number it is.
    pub kind: MeasureKind,
    /// Its value, if there were levels to measure.
    pub value: Option<f64>,
    /// Its standard error, where that is known.
    pub error: Option<f64>,
}

/// What kind of number a measure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// A share of something, in 0..=1.
    Share,
    /// A score in 0..=1, 1 is best.
    Score,
    /// A number of levels, not always whole.
    Levels,
}

/// What the levels of a sample are like together: the columns that tables have
/// beside the objectives.
///
/// - `playable` and `good`: shares of the levels;
/// - `length`: mean score of the open-ended objectives, 0 where a level is not good;
/// - `unlike`: effective number of playable levels that are unlike in play;
/// - `floor`: mean difference of two floor plans, as a share of their cells;
/// - `different`: share of the playable levels that are equal to no earlier one.
pub fn set_measures(sample: Option<&Sample>) -> [SetMeasured; 6] {
    let shares = |share: fn(&Sample) -> f64| {
        (sample.map(share), sample.map(|sample| sample.share_error(share(sample))))
    };
    let variety = sample.map(|sample| &sample.variety);
    let different = sample
        .map(|sample| sample.variety.n_different() as f64 / f64::from(sample.n_playable.max(1)));
    let length = sample.map(|sample| &sample.length);
    let values = [
        shares(Sample::playable),
        shares(Sample::good),
        (length.map(Tally::mean), length.and_then(Tally::standard_error)),
        (variety.map(Variety::n_unlike), variety.and_then(Variety::n_unlike_error)),
        (variety.map(Variety::floor_difference), variety.and_then(Variety::floor_difference_error)),
        (different, None),
    ];
    std::array::from_fn(|index| {
        let ((name, meaning, kind), (value, error)) = (SET_MEASURES[index], values[index]);
        SetMeasured { name, meaning, kind, value, error }
    })
}

/// Names, meanings and kinds of these measures.
const SET_MEASURES: [(&str, &str, MeasureKind); 6] = [
    ("playable", "of its levels can be played", MeasureKind::Share),
    ("good", "are good: all counts in range", MeasureKind::Share),
    ("length", "mean score of path lengths", MeasureKind::Score),
    ("unlike", "distinct in play, estimated", MeasureKind::Levels),
    ("floor", "of cells differ between two", MeasureKind::Share),
    ("different", "of playable ones are distinct", MeasureKind::Share),
];

/// A name, a value, and its standard error where that is known.
type Measured = (String, f64, Option<f64>);

/// All that was measured of a generator: objectives, then [`set_measures`].
fn measured(sample: &Sample, objectives: &[Objective]) -> Vec<Measured> {
    let objectives = objectives.iter().zip(&sample.scores);
    let means = objectives
        .map(|(objective, tally)| (objective.name.clone(), tally.mean(), tally.standard_error()));
    let of_set = set_measures(Some(sample)).into_iter();
    let of_set =
        of_set.filter_map(|measure| Some((measure.name.to_owned(), measure.value?, measure.error)));
    means.chain(of_set).collect()
}

/// The best generator as a table of one row: each measure with its standard
/// error; those in the other reading of the language end in `_other`.
pub(crate) fn to_csv(member: &FrontMember, objectives: &[Objective]) -> String {
    let (mut columns, mut row) = (vec!["id".to_owned()], vec![member.id.to_string()]);
    let samples = [(&member.validation, ""), (&member.validation_other, "_other")];
    for (sample, ending) in samples {
        for (name, value, error) in sample.iter().flat_map(|one| measured(one, objectives)) {
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

/// Why this generator is the best, for people.
pub fn to_text(member: &FrontMember, objectives: &[Objective], readings: [Semantics; 2]) -> String {
    let mut text = String::from(
        "best.json is the generator of this run to try first.\n\n\
         It has the highest worth of the validated front. Worth grows with the length of the\n\
         paths, with the share of levels that are good and long enough, and with how much levels\n\
         and their floor plans differ; or, where levels are drawn, with how similar they are to\n\
         the drawings. It falls where levels are not playable, not good, or all alike. A script\n\
         that was measured in both readings of the language counts by the worse one.\n",
    );
    let samples = [&member.validation, &member.validation_other];
    for (sample, reading) in samples.into_iter().zip(readings) {
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
