//! Judging levels and scripts by a problem.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use marahel::Generator;
use marahel_config::Config;
use marahel_config::script_for;
use marahel_evolution::{
    Shortfall, evaluate_levels, evaluate_script, lacks_of_script, picture_of_levels,
    picture_of_script,
};
use marahel_formats::{Hints, TXT};
use marahel_level::Level;
use marahel_problem::{Lack, Maker, Maps, Problem};
use marahel_system::files::FileKind;
use marahel_system::reasons;
use marahel_system::{Folder, levels_of_bytes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::levels::sheet;
use super::{Effect, Schema, Work, mcp};
use crate::evolve::evaluate::{Evaluated, table};
use crate::evolve::mcp::reply::Reply;
use crate::evolve::mcp::sources::{LevelSource, ProblemSource, ScriptText, has_ending};
use crate::evolve::sample_lines::{N_EXPLAINED, lack_rows, rows_of_lacks};
use crate::evolve::score::explained;
use crate::evolve::settings::{another_size, check_names};
use crate::evolve::verdict::Verdict;
use crate::marahel::certify::{blank, certified};
use crate::marahel::demands::{Demands, Standard};

/// Maximum number of levels per call.
const N_LEVELS_MAX: u32 = 1000;

/// Maximum number of levels to explain per call.
const N_SCORED_MAX: usize = 6;

/// Maximum number of levels to judge per call.
const N_JUDGED_MAX: usize = 500;

/// Lacks of levels whose seeds are named, and seeds of each.
const N_LACKS: usize = 8;
const N_SEEDS: usize = 2;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluate {
    script: ScriptText,
    problem: ProblemSource,
    /// Number of levels to measure, 1 to 1000.
    #[serde(default = "two_hundred")]
    count: u32,
    /// Tiles for entities of the script, if their names differ.
    #[serde(default)]
    names: BTreeMap<String, String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Score {
    problem: ProblemSource,
    levels: LevelSource,
    /// Whether to list the objectives that are met, too.
    #[serde(default)]
    all: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Certify {
    script: ScriptText,
    problem: ProblemSource,
    /// File to write, such as mine.cert.
    to: String,
    /// 2 to this power seeds are judged, 3 to 14.
    #[serde(default = "ten")]
    bits: u8,
    /// Whether levels must be good, not playable alone.
    #[serde(default)]
    good: bool,
    /// A further condition in the language of problem files, such as count(key) == 1.
    #[serde(default)]
    r#where: String,
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
    const NAME: &'static str = "evaluate";
    const TITLE: &'static str = "Measure a script";
    const OUTPUT: Option<Schema> = Some(mcp::Tool::with_output_schema::<Evaluated>);
    const ABOUT: &'static str = "Measure a script: the shares of playable and good levels, each objective, what levels lack and seeds \
        of such levels, and the worst level as a picture.";

    fn work(self) -> anyhow::Result<Reply> {
        let problem = self.problem.problem()?.with_named_parts();
        ensure!((1..=N_LEVELS_MAX).contains(&self.count), "`count` is 1 to {N_LEVELS_MAX} levels");
        let script = self.script.script()?;
        check_names(self.names.keys(), [&script])?;
        let names: Vec<(String, String)> = self.names.into_iter().collect();
        let script = script_for(script, &problem, &names)?;
        let config = Config { maps: self.count, ..Config::default() };
        let label = self.script.label();
        // Levels of dials, pins and other sizes are not those of seeds.
        let has_dials = problem.dials().next().is_some();
        let size = another_size(label, &script, &problem);
        let are_of_seeds = !has_dials && problem.definition().pinned().is_empty() && size.is_none();
        let seen = Seen::of(&Generator::new(&script), &problem, self.count)?;
        let n_pictured = self.count.min(N_EXPLAINED);
        let (sample, picture, lacks, rows) = if are_of_seeds {
            let sample = evaluate_levels(&script, &problem, Maps::of_seeds(self.count))?;
            let maps = Maps::of_seeds(n_pictured);
            let picture = picture_of_levels(&script, &problem, config.seed, maps)?;
            (sample, picture, seen.lacks.clone(), seen.rows())
        } else {
            let sample = evaluate_script(&script, &problem, &config)?;
            let picture = picture_of_script(&script, &problem, &config, n_pictured)?;
            let lacks = lacks_of_script(&script, &problem, &config)?;
            let rows = lack_rows(&lacks);
            (sample, picture, lacks, rows)
        };
        let picture = picture.as_ref();
        let mut told = Reply::of_lines(&[table(label, &problem, &sample, &[], picture)]);
        if let Some(line) = &size {
            told = told.line(line);
        }
        if !rows.is_empty() {
            told = told.line(&rows.join("\n"));
        }
        if let Some((seed, level)) = &seen.worst {
            let explanation = problem.meter().explain(level.view());
            let why = Some(Lack::listed(&explanation.lacks())).filter(|why| !why.is_empty());
            let why = why.unwrap_or_else(|| "good, like all others".to_owned());
            told = told
                .line(&format!("the worst of {} levels, seed {seed} (picture): {why}", self.count));
            told = told.with_picture(sheet(std::slice::from_ref(level))?);
        }
        let mut data = Evaluated::of(&problem, &sample, &lacks, picture);
        for (share, lack) in data.lacks.iter_mut().zip(&lacks) {
            let seeds = seen.lacks.iter().find(|one| one.lack == lack.lack).map(first_seeds);
            share.seeds = Some(seeds.unwrap_or_default().to_vec());
        }
        let told = told.with_data(&data);
        let is_ready = Verdict::of_sample(&sample, picture) == Verdict::Ready;
        Ok(told.next(if is_ready || lacks.iter().all(|one| one.lack.is_open()) {
            "look at more levels with generate: a good share is not yet a good picture"
        } else {
            "change the rules that the first lacks point to; or start_search from this script"
        }))
    }
}

/// What the levels of the first seeds show.
struct Seen {
    /// The worst level and its seed: levels that are not good come first, then those with the lowest
    /// mean score.
    worst: Option<(u64, Level)>,
    /// What the levels lack, by their seeds.
    lacks: Vec<Shortfall>,
}

/// The first seeds of levels that lack something.
fn first_seeds(lack: &Shortfall) -> &[u64] {
    &lack.levels[..lack.levels.len().min(N_SEEDS)]
}

impl Seen {
    fn of(generator: &Generator, problem: &Problem, n_levels: u32) -> anyhow::Result<Self> {
        let names = problem.tiles_of(&generator.script().entities)?;
        let (mut maker, mut meter) = (Maker::new(&[]), problem.meter());
        let mut explained = Vec::new();
        let mut worst: Option<((bool, f64), u64, Level)> = None;
        for seed in 0..u64::from(n_levels) {
            let made = maker.of_seed(generator, names.as_ref(), seed)?;
            meter.begin(&made);
            let is_good = meter.judge(made.level).is_good;
            let scores = meter.scores();
            let rank = (is_good, scores.iter().sum::<f64>() / scores.len().max(1) as f64);
            if worst.as_ref().is_none_or(|(least, ..)| rank < *least) {
                worst = Some((rank, seed, Level::from_view(made.level, problem.palette().clone())));
            }
            explained.push((seed, meter.explain(made.level)));
        }
        problem.check_judge()?;
        let worst = worst.map(|(_, seed, level)| (seed, level));
        Ok(Self { worst, lacks: Shortfall::of_levels(explained) })
    }

    /// A row for each of the most frequent lacks, with seeds for `trace` and `generate`.
    fn rows(&self) -> Vec<String> {
        let n = self.lacks.first().map_or(0, |lack| lack.n_levels);
        let last = n.saturating_sub(1);
        let head = format!("what {n} of them lack, those of the seeds 0 to {last}:");
        rows_of_lacks(&head, &self.lacks, N_LACKS, N_SEEDS)
    }
}

#[derive(Serialize, JsonSchema)]
struct Scored {
    good: usize,
    levels: Vec<ScoredLevel>,
    left_out: usize,
}

#[derive(Serialize, JsonSchema)]
struct ScoredLevel {
    good: bool,
    lacks: Vec<String>,
}

impl Work for Score {
    const NAME: &'static str = "score";
    const TITLE: &'static str = "Judge levels";
    const OUTPUT: Option<Schema> = Some(mcp::Tool::with_output_schema::<Scored>);
    const ABOUT: &'static str = "Judge single levels: each objective that is not met with its value and range, and what the level \
        lacks. Use it on levels that you drew, to see whether your problem file asks for what you mean.";

    fn work(self) -> anyhow::Result<Reply> {
        let problem = self.problem.problem()?.with_named_parts();
        let palette = problem.palette().clone();
        let known = Hints {
            named: Some(palette.clone()),
            keeps_names: true,
            target: Some(palette),
            ..Hints::default()
        };
        let levels = read(&self.levels, &known)?;
        ensure!(!levels.is_empty(), "there is no level");
        let mut meter = problem.meter().of_drawn();
        let mut lines = Vec::new();
        let mut others: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let (mut n_good, mut judged): (usize, Vec<ScoredLevel>) = (0, Vec::new());
        let n_left_out = levels.len().saturating_sub(N_JUDGED_MAX);
        for (number, level) in (1..).zip(levels.iter().take(N_JUDGED_MAX)) {
            let explanation = meter.explain(level.view());
            problem.check_judge()?;
            let lacks = explanation.lacks();
            n_good += usize::from(lacks.is_empty());
            let words = lacks.iter().map(Lack::to_string).collect();
            judged.push(ScoredLevel { good: lacks.is_empty(), lacks: words });
            if number <= N_SCORED_MAX {
                lines.push(explained(&mut meter, &problem, level, self.all));
            } else {
                let what = if lacks.is_empty() { "good".to_owned() } else { Lack::listed(&lacks) };
                others.entry(what).or_default().push(number);
            }
        }
        lines.extend(others.iter().map(|(what, numbers)| {
            let noun = if numbers.len() == 1 { "level" } else { "levels" };
            format!("{noun} {}: {what}", in_series(numbers))
        }));
        if levels.len() > N_SCORED_MAX {
            lines.insert(
                0,
                format!("only the first {N_SCORED_MAX} levels are explained and in the picture"),
            );
        }
        if levels.len() > 1 {
            let good = format!("{n_good} of {} levels are good", judged.len());
            lines.insert(
                0,
                match n_left_out {
                    0 => good,
                    n => format!("the last {n} of {} levels are not judged; {good}", levels.len()),
                },
            );
        }
        let shown = &levels[..levels.len().min(N_SCORED_MAX)];
        let reply = Reply::of_lines(&lines).with_picture(sheet(shown)?);
        Ok(reply.with_data(&Scored { good: n_good, levels: judged, left_out: n_left_out }))
    }
}

/// Ascending numbers, such as `7 to 9, 12`.
fn in_series(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|number, next| number + 1 == *next).map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        _ => run[0].to_string(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

pub(super) fn read(source: &LevelSource, known: &Hints) -> anyhow::Result<Vec<Level>> {
    let reading = match source {
        LevelSource::Text(text) => {
            let beside = Folder::of(Path::new("."), None);
            marahel_formats::read(text.as_bytes(), &TXT, known, &beside)
                .map_err(|error| anyhow::anyhow!(reasons(&error)))?
        }
        LevelSource::File { path, folder } => {
            let bytes = FileKind::NAMED.bytes(path)?;
            levels_of_bytes(path, &bytes, known, &Folder::of(path, Some(folder)))?
        }
    };
    Ok(reading.levels.into_iter().map(|found| found.level).collect())
}

impl Work for Certify {
    const NAME: &'static str = "certify";
    const TITLE: &'static str = "Certify the playable seeds of a script";
    const EFFECT: Effect = Effect::Replaces;
    const ABOUT: &'static str = "Write which of many seeds make playable levels, so that a game needs no judge. Use it at the very end.";

    fn work(self) -> anyhow::Result<Reply> {
        if self.bits > BITS_MAX {
            bail!("`bits` is at most {BITS_MAX} here");
        }
        ensure!(has_ending(&self.to, "cert"), "`to` is the place of a file that ends in .cert");
        let problem = self.problem.problem()?;
        let generator = Generator::new(&self.script.script()?);
        let standard = if self.good { Standard::Good } else { Standard::Playable };
        let condition = (!self.r#where.is_empty()).then_some(&*self.r#where);
        let demands = Demands::of_script(problem, generator.script(), standard, condition)?;
        let condition = standard.with(condition);
        let blank = blank(&generator, &demands, self.bits, &condition).context("`bits`")?;
        let (certificate, lines) = certified(&generator, &demands, blank)?;
        let mut told =
            Reply::of_lines(&lines).with_file(&self.to, certificate.to_json().into_bytes());
        told.overwrites = self.overwrite;
        Ok(told.next("list names it; a game reads it with `Certified` of the crate marahel"))
    }
}
