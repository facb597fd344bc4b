//! Making and measuring levels of scripts, on all threads.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use experiment::{Purpose, Streams, match_entities, rename};
use level::{Tile, View};
use marahel::{Program, RunError, Script, Semantics, Workspace};
use problem::{Meter, Problem, Signature};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::{MinimiseError, Options};

/// The streams of minimising have this index of an individual, which those of
/// a search or a validation do not reach.
const INDIVIDUAL: u64 = u64::MAX;

/// A thread takes so many levels at a time.
const N_LEVELS_AT_ONCE: u32 = 16;

/// Where levels are made.
pub(crate) struct Lab<'p> {
    pub(crate) problem: Option<&'p Problem>,
    pub(crate) semantics: Semantics,
    streams: Streams,
    /// The first explorer of the script of the beginning, alone.
    first: Option<Program>,
    /// Which tile of the problem each tile of the scripts is, if they are
    /// numbered differently. Entities are never taken out: it is one for all.
    names: Option<[Tile; 64]>,
    /// Those that no thread uses at the moment.
    workers: Mutex<Vec<Worker<'p>>>,
}

/// Levels of one round: another round has levels that no other has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    key: [u8; 32],
    draw_seed: u64,
}

/// What the levels of a script are like, in the order of the levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Measured {
    /// For each objective, and last for playability, the score of each level.
    pub(crate) columns: Vec<Vec<f64>>,
    /// A hash of each level; equal levels have equal ones.
    pub(crate) digests: Vec<u64>,
    /// What sets each level apart from others in play; empty without a problem.
    pub(crate) signatures: Vec<Signature>,
}

impl<'p> Lab<'p> {
    /// A place for levels of a script, and of smaller ones.
    pub(crate) fn new(
        script: &Script,
        problem: Option<&'p Problem>,
        options: &Options,
    ) -> Result<Self, MinimiseError> {
        let names = problem.map(|problem| match_entities(script, problem)).transpose()?.flatten();
        let mut first = script.clone();
        first.explorers.truncate(1);
        let first = (!first.explorers.is_empty()).then(|| Program::new(&first, options.semantics));
        Ok(Self {
            problem,
            first,
            semantics: options.semantics,
            streams: Streams::new(options.seed),
            names,
            workers: Mutex::new(Vec::new()),
        })
    }

    /// The levels of the round of a number.
    pub(crate) fn round(&self, number: u64) -> Round {
        Round {
            key: self.streams.key(Purpose::Validate, number, INDIVIDUAL),
            draw_seed: self.streams.rng(Purpose::Measure, number, INDIVIDUAL).next_u64(),
        }
    }

    /// The programs of a script.
    pub(crate) fn programs(&self, script: &Script) -> Programs {
        let turned = self.problem.filter(|problem| problem.dials().len() > 0);
        if let Some(problem) = turned {
            return Programs(experiment::programs(script, problem, &[self.semantics]));
        }
        let settings = script.settings();
        Programs(settings.iter().map(|script| Program::new(script, self.semantics)).collect())
    }

    /// The programs of a script that was changed; `None` if no document says what it does.
    pub(crate) fn program(&self, changed: &Script) -> Option<Programs> {
        let script = Script::parse(&changed.to_string()).ok()?;
        Some(self.programs(&script))
    }

    /// Whether the first `n` levels of a round are the same for two programs,
    /// tile by tile, and measure the same. A level that costs too much is like no other.
    pub(crate) fn are_same(&self, one: &Programs, other: &Programs, round: Round, n: u32) -> bool {
        let are_same =
            |worker: &mut Worker<'p>, index| worker.is_same(self, one, other, round, index);
        // Most candidates differ at once: the first level is not worth a thread.
        self.with_worker(|worker| n == 0 || are_same(worker, 0))
            && chunks(1..n).into_par_iter().all(|mut chunk| {
                self.with_worker(|worker| chunk.all(|index| are_same(worker, index)))
            })
    }

    /// Measures some levels of a round.
    pub(crate) fn measure(
        &self,
        program: &Programs,
        round: Round,
        levels: std::ops::Range<u32>,
    ) -> Result<Measured, RunError> {
        let chunks = chunks(levels).into_par_iter().map(|chunk| {
            self.with_worker(|worker| {
                let rows = chunk.map(|index| worker.measure(self, program, round, index));
                rows.collect::<Result<Vec<_>, _>>()
            })
        });
        let chunks = chunks.collect::<Result<Vec<_>, _>>()?;
        let n_columns = self.problem.map_or(0, |problem| problem.objectives().len() + 1);
        let columns = vec![Vec::new(); n_columns];
        let mut measured = Measured { columns, ..Measured::default() };
        for (scores, digest, signature) in chunks.into_iter().flatten() {
            measured.signatures.extend(signature);
            for (column, score) in measured.columns.iter_mut().zip(scores) {
                column.push(score);
            }
            measured.digests.push(digest);
        }
        Ok(measured)
    }

    fn with_worker<T>(&self, work: impl FnOnce(&mut Worker<'p>) -> T) -> T {
        let spare = self.workers.lock().expect("no thread panics with the lock").pop();
        let mut worker = spare.unwrap_or_else(|| Worker::new(self.problem));
        let answer = work(&mut worker);
        self.workers.lock().expect("no thread panics with the lock").push(worker);
        answer
    }
}

fn chunks(levels: std::ops::Range<u32>) -> Vec<std::ops::Range<u32>> {
    let end = levels.end;
    let starts = levels.step_by(N_LEVELS_AT_ONCE as usize);
    starts.map(|start| start..(start + N_LEVELS_AT_ONCE).min(end)).collect()
}

/// The programs of a script that make its levels in turn: one for each setting of its dials that
/// is tried, or one alone if it has none.
pub(crate) struct Programs(Vec<Program>);

impl Programs {
    /// The program that makes a level.
    fn of(&self, index: u32) -> &Program {
        &self.0[index as usize % self.0.len()]
    }
}

/// The memory of one thread.
struct Worker<'p> {
    meter: Option<Meter<'p>>,
    one: Made,
    other: Made,
    renamed: Vec<Tile>,
}

impl<'p> Worker<'p> {
    fn new(problem: Option<&'p Problem>) -> Self {
        Self {
            meter: problem.map(Problem::meter),
            one: Made::default(),
            other: Made::default(),
            renamed: Vec::new(),
        }
    }

    fn is_same(
        &mut self,
        lab: &Lab<'_>,
        one: &Programs,
        other: &Programs,
        round: Round,
        index: u32,
    ) -> bool {
        let are_made = [(&mut self.one, one), (&mut self.other, other)]
            .into_iter()
            .all(|(made, program)| made.make(program.of(index), round, index).is_ok());
        if !are_made || !is_equal(self.one.workspace.level(), self.other.workspace.level()) {
            return false;
        }
        let (one, other) = (self.one.start(), self.other.start());
        if self.meter.is_none() || is_equal(one, other) {
            return true;
        }
        // What is measured may depend on the level after the first explorer.
        let level = self.one.workspace.level();
        let mut scores =
            |start| scores(lab, self.meter.as_mut(), &mut self.renamed, level, start, round, index);
        scores(one) == scores(other)
    }

    /// The scores, the hash and the signature of a level.
    ///
    /// What an objective compares with the level after the first explorer is
    /// measured against that of the script of the beginning as well, and the
    /// worse score counts: a worse begin makes no better level.
    fn measure(
        &mut self,
        lab: &Lab<'_>,
        program: &Programs,
        round: Round,
        index: u32,
    ) -> Result<(Vec<f64>, u64, Option<Signature>), RunError> {
        self.one.make(program.of(index), round, index)?;
        let level = self.one.workspace.level();
        let mut hasher = DefaultHasher::new();
        level.width().hash(&mut hasher);
        level.rows().for_each(|row| row.hash(&mut hasher));
        let digest = hasher.finish();
        let meter = self.meter.as_mut();
        let start = self.one.start();
        let mut own = scores(lab, meter, &mut self.renamed, level, start, round, index);
        let signature = self.meter.as_mut().map(|meter| {
            let mut signature = Signature::default();
            meter.sign(rename(level, lab.names.as_ref(), &mut self.renamed), &mut signature);
            signature
        });
        if let (Some(meter), Some(first)) = (self.meter.as_mut(), &lab.first) {
            self.other.make(first, round, index)?;
            let first = self.other.workspace.level();
            if !is_equal(start, first) {
                let old = scores(lab, Some(meter), &mut self.renamed, level, first, round, index);
                own = own.into_iter().zip(old).map(|(own, old)| own.min(old)).collect();
            }
        }
        Ok((own, digest, signature))
    }
}

/// Scores of the objectives of a level, and 1 if it is playable; `start` is
/// what it is compared with.
fn scores(
    lab: &Lab<'_>,
    meter: Option<&mut Meter<'_>>,
    renamed: &mut Vec<Tile>,
    level: View<'_>,
    start: View<'_>,
    round: Round,
    index: u32,
) -> Vec<f64> {
    let (Some(meter), Some(problem)) = (meter, lab.problem) else { return Vec::new() };
    let names = lab.names.as_ref();
    meter.ask(index);
    meter.start(rename(start, names, renamed), round.draw_seed.wrapping_add(u64::from(index)));
    let mut scores = vec![0.0; problem.objectives().len()];
    let is_playable = meter.measure(rename(level, names, renamed), &mut scores);
    for (score, objective) in scores.iter_mut().zip(problem.objectives()) {
        *score = objective.band.score(*score);
    }
    scores.push(f64::from(u8::from(is_playable)));
    scores
}

/// A level and what it was after the first explorer.
#[derive(Default)]
struct Made {
    workspace: Workspace,
    has_start: bool,
    start: Vec<Tile>,
}

impl Made {
    /// The level after the first explorer; without explorers it is the level.
    fn start(&self) -> View<'_> {
        let level = self.workspace.level();
        let (width, height) = (level.width(), level.height());
        if self.has_start { View::new(&self.start, width, height, width) } else { level }
    }

    fn make(&mut self, program: &Program, round: Round, index: u32) -> Result<(), RunError> {
        let Self { workspace, has_start, start } = self;
        *has_start = false;
        start.clear();
        let mut rng = ChaCha8Rng::from_seed(round.key);
        rng.set_stream(u64::from(index));
        program.run(&mut rng, workspace, &mut |explorer, view, _| {
            if explorer == 0 {
                *has_start = true;
                start.clear();
                start.extend(view.rows().flatten());
            }
        })
    }
}

fn is_equal(one: View<'_>, other: View<'_>) -> bool {
    one.width() == other.width() && one.height() == other.height() && one.rows().eq(other.rows())
}
