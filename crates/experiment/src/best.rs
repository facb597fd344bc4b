//! The generator of a front to try first.

use marahel::Semantics;
use problem::{Objective, Variety};

use crate::{CsvText, FrontMember, Sample};

/// A share of good levels that is as good as 1: the rest is a matter of taste.
const GOOD_ENOUGH: f64 = 0.98;

/// How much each level that is not good weighs against everything else.
const POWER_OF_GOOD: i32 = 4;

/// The member of a front that is worth most by its validated levels; `None` if
/// nothing was validated.
///
/// What counts is, in this order of weight: that nearly all levels are good,
/// in each reading of the language that was measured; how long their ways are;
/// how unlike they are, in ways, floor plans and tiles. Of equals the first.
pub fn best_member(front: &[FrontMember]) -> Option<&FrontMember> {
    let validated = front.iter().filter(|member| member.validation.is_some());
    validated.rev().max_by(|one, other| worth(one).total_cmp(&worth(other)))
}

/// What a member of a front is worth, in 0..=1; see [`best_member`].
pub fn worth(member: &FrontMember) -> f64 {
    let samples = [&member.validation, &member.validation_other];
    let worths = samples.into_iter().flatten().map(worth_of);
    worths.reduce(f64::min).unwrap_or(0.0)
}

fn worth_of(sample: &Sample) -> f64 {
    let good = (sample.good() / GOOD_ENOUGH).min(1.0).powi(POWER_OF_GOOD);
    let length = sample.length.mean();
    let n_playable = f64::from(sample.n_playable.max(1));
    let different = sample.variety.n_different() as f64 / n_playable;
    good * length * sample.variety.unlike_share() * sample.variety.floor_share() * different
}

/// A measure of all levels of a generator together.
#[derive(Clone, Copy, Debug)]
pub struct SetMeasured {
    /// Its name in tables.
    pub name: &'static str,
    /// Its value, if there were levels to measure.
    pub value: Option<f64>,
    /// Its standard error, where that is known.
    pub error: Option<f64>,
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
    let different = sample.map(|sample| {
        sample.variety.n_different() as f64 / f64::from(sample.n_playable.max(1))
    });
    let (playable, playable_error) = shares(Sample::playable);
    let (good, good_error) = shares(Sample::good);
    let measure = |name, value, error| SetMeasured { name, value, error };
    [
        measure("playable", playable, playable_error),
        measure("good", good, good_error),
        measure(
            "length",
            sample.map(|sample| sample.length.mean()),
            sample.and_then(|sample| sample.length.standard_error()),
        ),
        measure(
            "unlike",
            variety.map(Variety::n_unlike),
            variety.and_then(Variety::n_unlike_error),
        ),
        measure(
            "floor",
            variety.map(Variety::floor_difference),
            variety.and_then(Variety::floor_difference_error),
        ),
        measure("different", different, None),
    ]
}

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
            row.extend([value.to_string(), error.map_or_else(String::new, |e| e.to_string())]);
        }
    }
    columns.push("worth".to_owned());
    row.push(worth(member).to_string());
    let mut table = CsvText::new(columns);
    table.add(row);
    table.finish()
}

/// Why this generator is the best, for people.
pub(crate) fn to_text(
    member: &FrontMember,
    objectives: &[Objective],
    readings: [Semantics; 2],
) -> String {
    let mut text = String::from(
        "best.json is the generator of this run to try first.\n\n\
         Of the validated front it has the highest worth: the share of good levels (to the\n\
         fourth power), the length of their ways, and how unlike and different they are,\n\
         multiplied; where it was measured in both readings of the language, by the worse.\n",
    );
    let samples = [&member.validation, &member.validation_other];
    for (sample, reading) in samples.into_iter().zip(readings) {
        let Some(sample) = sample else { continue };
        text += &format!("\non {} fresh levels, reading `{reading}`:\n", sample.n_maps);
        for (name, value, error) in measured(sample, objectives) {
            let error = error.map_or_else(String::new, |error| format!(" ± {error:.3}"));
            text += &format!("  {name:<12} {value:.3}{error}\n");
        }
    }
    text + &format!("\nworth {:.3}; individual {} of front.csv\n", worth(member), member.id)
}
