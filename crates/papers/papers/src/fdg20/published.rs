//! Measuring the published generators again.

use marahel::Script;
use marahel_config::{Config, Options, problem_of};
use marahel_evolution::{Sample, evaluate_script};
use marahel_problem::Tally;
use marahel_statistics::Estimate;

use super::{BUILT_IN, Family, StudyError};

/// A published generator on many levels, in one family.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    /// In the order of the problem.
    pub(crate) objectives: Vec<MeasuredScore>,
    /// Share of the levels.
    pub(crate) playable: Estimate,
    /// For binary, the mean number of regions and the mean growth of the path.
    pub(crate) raw: Option<[Estimate; 2]>,
}

/// A score on many levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasuredScore {
    pub(crate) mean: Estimate,
    /// Standard deviation between levels.
    pub(crate) sd: f64,
}

impl Published {
    pub(crate) fn measure(family: &Family, problem: &str, n_maps: u32) -> Result<Self, StudyError> {
        // Figures 3, 5 and 7.
        let printed = BUILT_IN.find(problem)?.published.expect("the paper prints one");
        let script = Script::parse(printed).expect("the published generators are scripts");
        let text = family.config(problem).expect("it is a problem of the study");
        let scored = sample(&script, text, n_maps, &[])?;
        let raw = match problem {
            "binary" => Some(raw(&sample(&script, text, n_maps, &RAW)?)),
            _ => None,
        };
        let playable = scored.playable();
        let error = (playable * (1.0 - playable) / f64::from(scored.n_maps)).sqrt();
        Ok(Self {
            objectives: scored.scores.iter().map(MeasuredScore::of).collect(),
            playable: Estimate { value: playable, error },
            raw,
        })
    }
}

/// The levels of a script, measured by the config of this text with other settings.
fn sample(
    script: &Script,
    text: &str,
    n_maps: u32,
    settings: &[(&str, &str)],
) -> Result<Sample, StudyError> {
    let settings = Options::of_settings(settings.iter().copied());
    let config = Config::parse(BUILT_IN, text, &Options { maps: Some(n_maps), ..settings })?;
    Ok(evaluate_script(script, &problem_of(&config), &config)?)
}

impl MeasuredScore {
    fn of(tally: &Tally) -> Self {
        Self { mean: estimate(tally), sd: tally.variance().unwrap_or(0.0).sqrt() }
    }
}

fn estimate(tally: &Tally) -> Estimate {
    Estimate { value: tally.mean(), error: tally.standard_error().unwrap_or(f64::INFINITY) }
}

/// Bands so wide that a score is the scaled raw value: a path may also shrink.
const RAW: [(&str, &str); 2] = [
    ("binary.objectives.regions", "{ range = [1000, inf], zero_below = -1000 }"),
    ("binary.objectives.path", "{ range = [1000, inf], zero_below = -1000 }"),
];

fn raw(sample: &Sample) -> [Estimate; 2] {
    [0, 1].map(|index| {
        let Estimate { value, error } = estimate(&sample.scores[index]);
        Estimate { value: value * 2000.0 - 1000.0, error: error * 2000.0 }
    })
}
