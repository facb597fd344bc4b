//! The statistics of scripts, against those of the reference engine.
//!
//! Every script of `language-stats.jsonl` is run as documented and compared
//! with the `ideal` engine: the released one with its repairs, uniform choices
//! and a sound random generator. A script that touches none of the repairs is
//! also run with the semantics of the released engine and compared with that.

use libtest_mimic::{Failed, Trial};
use marahel::{Generator, Program, Script, Semantics, Workspace};
use marahel_level::{TileSet, View};
use marahel_problem::paths::Floor;
use marahel_problem::{Counts, Tally};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::oracle;

/// Levels that each script generates.
const N_LEVELS: u64 = 8000;

/// Standard errors of the difference that two means may be apart.
const Z_MAX: f64 = 4.5;

/// Where our reading of the language differs from the reference, and why.
/// Each names a script, the semantics, the statistics that are not compared
/// (by the beginnings of their names; an empty one is all, and the test is
/// reported as ignored), and the reason.
const DIFFERENCES: &[(&str, Semantics, &[&str], &str)] = &[
    (
        "lang-pub-42",
        Semantics::Documented,
        &["regions", "path", "quadrants"],
        "the README shows ten cells of noise across a region, the reference one: only the sign is alike",
    ),
    (
        "lang-pub-42",
        Semantics::Original,
        &[""],
        "the study ran on one fixed field of noise, the reference drew a field for each level",
    ),
    (
        "lang-pub-45",
        Semantics::Documented,
        &[""],
        "the README's maximum is a possible size, the reference stays below it",
    ),
];

/// A statistic of a script: its name, mean, standard deviation of one level,
/// and number of levels.
struct Statistic {
    name: String,
    mean: f64,
    sd: f64,
    n: u64,
}

/// One test for each script and semantics.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for line in oracle::lines("language-stats.jsonl") {
        let id = line["id"].as_str().expect("a script has an id").to_owned();
        let ideal = line["ideal"]["stats"].clone();
        let has = |key: &str, word: &str| {
            line[key].as_array().is_some_and(|words| words.iter().any(|known| known == word))
        };
        if line["touches"].as_array().is_some_and(Vec::is_empty) || has("touches", "noise") {
            trials.push(trial(&id, Semantics::Original, &line, line["stats"].clone()));
        }
        let symmetric = line.get("symmetric_out").map(|answer| answer["stats"].clone());
        trials.push(trial(&id, Semantics::Documented, &line, symmetric.unwrap_or(ideal)));
    }
    trials
}

fn trial(id: &str, semantics: Semantics, line: &Value, expected: Value) -> Trial {
    let script = line["script"].to_string();
    let n = line["n"].as_u64().expect("a script has a number of levels");
    let note = line["note"].as_str().unwrap_or_default().replace(' ', "-");
    let name = format!("language::{id}::{note}::{semantics}");
    let id = id.to_owned();
    let is_excepted = is_excepted(&id, semantics, "");
    let trial = oracle::trial(name, move || check(&id, semantics, &script, n, &expected));
    if is_excepted { trial.with_ignored_flag(true) } else { trial }
}

/// Whether a statistic, or with an empty name a whole script, is not compared.
fn is_excepted(id: &str, semantics: Semantics, statistic: &str) -> bool {
    DIFFERENCES.iter().any(|(known, when, statistics, _)| {
        *known == id
            && *when == semantics
            && statistics.iter().any(|excepted| statistic.starts_with(excepted))
    })
}

fn check(
    id: &str,
    semantics: Semantics,
    script: &str,
    n_expected: u64,
    expected: &Value,
) -> Result<(), Failed> {
    let script = Script::parse(script)?;
    let expected = read_statistics(expected, n_expected);
    let measured = measure(&script, semantics);
    let mut far = Vec::new();
    for statistic in expected.iter().filter(|one| !is_excepted(id, semantics, &one.name)) {
        let ours = measured
            .iter()
            .find(|ours| ours.name == statistic.name)
            .ok_or_else(|| format!("`{}` is not measured", statistic.name))?;
        let z = z_score(ours, statistic);
        if z > Z_MAX {
            let Statistic { name, mean, .. } = statistic;
            far.push(format!("{name}: {} instead of {mean}, z = {z:.1}", ours.mean));
        }
    }
    if far.is_empty() { Ok(()) } else { Err(far.join("\n").into()) }
}

/// How many standard errors of their difference two means are apart.
fn z_score(one: &Statistic, other: &Statistic) -> f64 {
    let variance = |statistic: &Statistic| statistic.sd.powi(2) / statistic.n as f64;
    let difference = (one.mean - other.mean).abs();
    // The published means are rounded to six digits.
    if difference <= 1e-5 * other.mean.abs() {
        return 0.0;
    }
    difference / (variance(one) + variance(other)).sqrt()
}

fn read_statistics(stats: &Value, n: u64) -> Vec<Statistic> {
    let pair = |name: String, value: &Value| {
        let number = |index: usize| value[index].as_f64().expect("a mean and a deviation");
        Statistic { name, mean: number(0), sd: number(1), n }
    };
    let mut statistics = Vec::new();
    for (entity, value) in stats["count"].as_object().expect("counts by entity") {
        statistics.push(pair(format!("count.{entity}"), value));
    }
    for name in ["regions", "path", "changed"] {
        if stats.get(name).is_some() {
            statistics.push(pair(name.to_owned(), &stats[name]));
        }
    }
    for (index, value) in stats["quadrants"].as_array().into_iter().flatten().enumerate() {
        statistics.push(pair(format!("quadrants.{index}"), value));
    }
    statistics
}

fn measure(script: &Script, semantics: Semantics) -> Vec<Statistic> {
    let generator = Generator::new(script).read_as(semantics);
    let program = Program::with_semantics(script, semantics);
    let palette = generator.palette();
    let empty = palette.tile("empty").map_or(TileSet::EMPTY, TileSet::only);
    let names = palette.entities().iter().map(|entity| format!("count.{}", entity.name));
    let mut tallies: Vec<(String, Tally)> = names
        .chain(["count.unknown", "regions", "path", "changed"].map(str::to_owned))
        .chain((0..4).map(|index| format!("quadrants.{index}")))
        .map(|name| (name, Tally::default()))
        .collect();
    let mut workspace = Workspace::new();
    let mut floor = Floor::new();
    for level in 0..N_LEVELS {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        rng.set_stream(level);
        let mut first = Vec::new();
        program
            .run(&mut rng, &mut workspace, &mut |explorer, view, _| {
                if explorer == 0 {
                    first = view.rows().flatten().copied().collect();
                }
            })
            .expect("the scripts are small");
        let view = workspace.level();
        let counts = Counts::of(view);
        let entities = (0..palette.len() as u8).chain([marahel_level::UNKNOWN]);
        let mut values: Vec<f64> = entities.map(|tile| f64::from(counts.get(tile))).collect();
        floor.load(view, empty);
        let survey = floor.survey();
        let last = view.rows().flatten();
        let n_changed = first.iter().zip(last).filter(|(first, last)| first != last).count();
        values.extend([f64::from(survey.regions), f64::from(survey.diameter), n_changed as f64]);
        values.extend(quadrants(view));
        for ((_, tally), value) in tallies.iter_mut().zip(values) {
            tally.add(value);
        }
    }
    let statistics = tallies.into_iter().map(|(name, tally)| Statistic {
        name,
        mean: tally.mean(),
        sd: tally.variance().unwrap_or(0.0).sqrt(),
        n: N_LEVELS,
    });
    statistics.collect()
}

/// Share of tiles that are the first entity: top left, top right, bottom left, bottom right.
fn quadrants(view: View<'_>) -> [f64; 4] {
    let (half_width, half_height) = (view.width() / 2, view.height() / 2);
    let (mut found, mut all) = ([0.0; 4], [0.0; 4]);
    for (y, row) in view.rows().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            let quadrant = 2 * usize::from(y >= half_height) + usize::from(x >= half_width);
            all[quadrant] += 1.0;
            found[quadrant] += f64::from(u8::from(tile == 0));
        }
    }
    std::array::from_fn(|quadrant| found[quadrant] / all[quadrant])
}
