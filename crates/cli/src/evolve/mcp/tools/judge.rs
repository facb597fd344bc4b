//! Judging levels and scripts by a problem.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use config::Config;
use config::script_for;
use evolution::{evaluate_script, lacks_of_script};
use formats::{Known, Notation};
use level::Level;
use marahel::{Certificate, Generator, Semantics};
use problem::{Maker, Problem};
use schemars::JsonSchema;
use serde::Deserialize;
use system::files::FileKind;
use system::reasons;
use system::{Folder, levels_of_bytes};

use super::Work;
use super::levels::sheet;
use crate::evolve::evaluate::table;
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{LevelSource, ProblemSource, ScriptText, has_ending};
use crate::evolve::score::explained;
use crate::evolve::told::N_EXPLAINED;
use crate::marahel::certify::certified;
use crate::marahel::demands::Demands;

/// Maximum number of levels per call, and of those searched for the worst one.
const N_LEVELS_MAX: u32 = 1000;
const N_SEEN: u64 = 100;

/// Maximum number of levels to explain per call.
const N_SCORED_MAX: usize = 6;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluate {
    script: ScriptText,
    problem: ProblemSource,
    /// Number of levels to measure, 1 to 1000.
    #[serde(default = "two_hundred")]
    count: u32,
    /// Tiles of the problem for entities of the script, if their names differ.
    #[serde(default)]
    names: BTreeMap<String, String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Score {
    problem: ProblemSource,
    levels: LevelSource,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Certify {
    script: ScriptText,
    problem: ProblemSource,
    /// File of the folder for the certificate, such as mine.cert.
    to: String,
    /// 2 to this power seeds are judged, 0 to 14.
    #[serde(default = "ten")]
    bits: u8,
    /// Whether to replace an existing file.
    #[serde(default)]
    overwrite: bool,
}

const fn two_hundred() -> u32 {
    N_EXPLAINED
}

const fn ten() -> u8 {
    10
}

/// More seeds are for the command line.
const BITS_MAX: u8 = 14;

impl Work for Evaluate {
    fn work(self) -> anyhow::Result<Reply> {
        let problem = self.problem.problem()?.with_named_parts();
        let names: Vec<(String, String)> = self.names.into_iter().collect();
        let script = script_for(self.script.script()?, &problem, &names)?;
        let config = Config { maps: self.count.clamp(1, N_LEVELS_MAX), ..Config::default() };
        let sample = evaluate_script(&script, &problem, &config)?;
        let lacks = lacks_of_script(&script, &problem, &config, N_EXPLAINED)?;
        let mut told = Reply::of_lines(&[table(self.script.label(), &problem, &sample, &lacks)]);
        if let Some((seed, level)) =
            worst(&Generator::new(&script, Semantics::default()), &problem)?
        {
            let explanation = problem.meter().explain(level.view());
            let lacks = explanation.lacks();
            let why = if lacks.is_empty() {
                "good, like all others".to_owned()
            } else {
                lacks.join("; ")
            };
            told =
                told.line(&format!("the worst of {N_SEEN} levels, seed {seed} (picture): {why}"));
            told = told.with_picture(sheet(&[level])?);
        }
        Ok(told.next(if lacks.iter().all(|one| one.is_open) {
            "look at more levels with generate: a good share is not yet a good picture"
        } else {
            "change the rules that the first lacks point to; or start_search from this script"
        }))
    }
}

/// The worst of some levels, and its seed: levels that are not good come first, then those with the
/// lowest mean score.
fn worst(generator: &Generator, problem: &Problem) -> anyhow::Result<Option<(u64, Level)>> {
    let names = problem.tiles_of(&generator.script().entities)?;
    let (mut maker, mut meter) = (Maker::new(&[]), problem.meter());
    let mut worst: Option<((bool, f64), u64, Level)> = None;
    for seed in 0..N_SEEN {
        let made = maker.of_seed(generator, names.as_ref(), seed)?;
        meter.begin(&made);
        let is_good = meter.judge(made.level).is_good;
        let scores = meter.scores();
        let rank = (is_good, scores.iter().sum::<f64>() / scores.len().max(1) as f64);
        if worst.as_ref().is_none_or(|(least, ..)| rank < *least) {
            worst = Some((rank, seed, Level::from_view(made.level, problem.palette().clone())));
        }
    }
    problem.check_judge()?;
    Ok(worst.map(|(_, seed, level)| (seed, level)))
}

impl Work for Score {
    fn work(self) -> anyhow::Result<Reply> {
        let problem = self.problem.problem()?.with_named_parts();
        let palette = problem.palette().clone();
        let known =
            Known { named: Some(palette.clone()), target: Some(palette), ..Known::default() };
        let levels = read(&self.levels, &known)?;
        if levels.is_empty() {
            bail!("there is no level");
        }
        let mut meter = problem.meter();
        let mut lines = Vec::new();
        for level in levels.iter().take(N_SCORED_MAX) {
            lines.push(explained(&meter.explain(level.view()), level));
            problem.check_judge()?;
        }
        if levels.len() > N_SCORED_MAX {
            lines.push(format!("... and {} more levels", levels.len() - N_SCORED_MAX));
        }
        let shown = &levels[..levels.len().min(N_SCORED_MAX)];
        Ok(Reply::of_lines(&lines).with_picture(sheet(shown)?))
    }
}

pub(super) fn read(source: &LevelSource, known: &Known) -> anyhow::Result<Vec<Level>> {
    let reading = match source {
        LevelSource::Text(text) => {
            let beside = Folder::of(Path::new("."), None);
            formats::read(text.as_bytes(), Notation::Txt, known, &beside)
                .map_err(|error| anyhow::anyhow!(reasons(&error)))?
        }
        LevelSource::File(path) => {
            let bytes = FileKind::NAMED.bytes(path)?;
            levels_of_bytes(path, &bytes, known, &Folder::of(path, None))?
        }
    };
    Ok(reading.levels.into_iter().map(|found| found.level).collect())
}

impl Work for Certify {
    fn work(self) -> anyhow::Result<Reply> {
        if self.bits > BITS_MAX {
            bail!("`bits` is at most {BITS_MAX} here; `marahel certify` judges more seeds");
        }
        if !has_ending(&self.to, "cert") {
            bail!("`to` is the place of a file that ends in .cert");
        }
        let problem = self.problem.problem()?;
        let text = problem.definition().text().to_owned();
        let generator = Generator::new(&self.script.script()?, Semantics::default());
        let demands = Demands::new(problem, generator.script(), true, None)?;
        let asked = Certificate::new(&generator, self.bits, &text, "").context("`bits`")?;
        let (certificate, lines) = certified(&generator, &demands, asked)?;
        let mut told = Reply::of_lines(&lines).with_file(&self.to, certificate.to_bytes());
        told.overwrites = self.overwrite;
        Ok(told.next(
            "a game reads it with `Certified` of the crate marahel, or by `marahel generate --certificate`",
        ))
    }
}
