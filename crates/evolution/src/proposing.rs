//! Asking a program for scripts, at most once in a generation.
//!
//! All that a run remembers of it follows from what was answered so far, line by line in
//! `proposals.jsonl`: how often was asked, how long it took, which mistakes are to be told. So a
//! checkpoint holds nothing of it. A run that goes on reads those lines again, and one that is
//! repeated asks nothing that was answered.

pub(crate) mod question;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use config::{Casting, Genome, Mistake};
use problem::Problem;
use serde::{Deserialize, Serialize};
use system::files::FileKind;
use system::{Answer, Answered, Proposer, Reply};

use crate::judging::Judge;
use crate::{Monitor, Recorder};
use config::{Config, ExperimentError, Individual};
use question::{LANGUAGE, Question};

/// A proposer that failed so often in a row is asked no more.
const N_FAILURES_MAX: u64 = 3;

/// Who has nothing to propose before it has read what the language is, is asked again at once.
const N_TIMES_ASKED: usize = 2;

/// Mistakes that are told back of one answer.
const N_MISTAKES_MAX: usize = 20;

/// Bytes of a line of answers: all of an answer may be written as two characters each.
const N_LINE_BYTES_MAX: u64 = 2 * Proposer::N_ANSWER_BYTES_MAX + 1024;

/// What a search asked for, and got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedCounts {
    /// Questions.
    #[serde(rename = "calls")]
    pub n_calls: u64,
    /// Questions without an answer.
    #[serde(rename = "failures")]
    pub n_failures: u64,
    /// Scripts that were proposed.
    #[serde(rename = "scripts")]
    pub n_scripts: u64,
    /// Those of them that have mistakes.
    #[serde(rename = "broken")]
    pub n_broken: u64,
}

/// A line of answers, for whoever keeps them.
#[derive(Clone, Copy, Debug)]
pub struct ProposedLine<'l> {
    /// It stands behind so many bytes of lines, in the place of all that follows there.
    pub after: u64,
    /// The line with its end; nothing where lines are only taken back.
    pub line: &'l str,
    /// Why there was no answer, if there was none.
    pub failure: Option<&'l str>,
    /// Whether nothing is asked any more, since too many answers in a row failed.
    pub is_given_up: bool,
}

/// What a proposer is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a, 'j> {
    pub(crate) generation: u64,
    /// The share of the search that is done.
    pub(crate) share: f64,
    /// Offspring of the generation.
    pub(crate) n_offspring: usize,
    /// Those who live, best first.
    pub(crate) population: &'a [Individual],
    pub(crate) judge: &'a Judge<'j>,
    pub(crate) monitor: &'a dyn Monitor,
}

/// A search that asks.
pub(crate) struct Proposing<'c> {
    config: &'c Config,
    problem: &'c Problem,
    casting: Casting<'c>,
    proposer: Proposer,
    /// Answers that were given before, to what may be asked again.
    known: VecDeque<Answered>,
    so_far: SoFar,
}

/// What follows from the answers so far.
#[derive(Default)]
struct SoFar {
    counts: ProposedCounts,
    n_failures_in_a_row: u64,
    time: Duration,
    /// Bytes of their lines.
    n_bytes: u64,
    /// What was wrong with the scripts of the last answer.
    mistakes: Vec<(usize, Mistake)>,
    wants_language: bool,
}

impl<'c> Proposing<'c> {
    /// That of a config, if it names a program.
    pub(crate) fn new(config: &'c Config, problem: &'c Problem) -> Option<Self> {
        let search = &config.search;
        (!search.proposer.is_empty()).then(|| Self {
            config,
            problem,
            casting: Casting::new(config, problem),
            proposer: Proposer::new(search.proposer.clone(), &search.proposing.folder),
            known: search.answered.iter().cloned().collect(),
            so_far: SoFar::default(),
        })
    }

    /// Goes on behind so many generations.
    pub(crate) fn restore(&mut self, n_generations: u64) {
        while let Some(one) = self.known.pop_front_if(|one| one.generation < n_generations) {
            self.take(&one);
        }
    }

    pub(crate) fn counts(&self) -> ProposedCounts {
        self.so_far.counts
    }

    /// Ends the program.
    pub(crate) fn stop(&mut self) {
        self.proposer.stop();
    }

    /// Scripts for a generation; nothing where the search was stopped meanwhile.
    pub(crate) fn ask(
        &mut self,
        asking: Asking<'_, '_>,
        recorder: &mut dyn Recorder,
    ) -> Result<Option<Vec<Genome>>, ExperimentError> {
        let mut genomes = Vec::new();
        for _ in 0..N_TIMES_ASKED {
            if !self.may_ask(asking.share) {
                break;
            }
            let Some(answered) = self.answered(asking, recorder)? else { return Ok(None) };
            genomes.extend(self.take(&answered));
            if answered.failure.is_some() || !genomes.is_empty() || !self.so_far.wants_language {
                break;
            }
        }
        self.forget_known_of(asking.generation, recorder)?;
        Ok(Some(genomes))
    }

    /// Whether there is something left of what the config allows. Questions are evenly over the
    /// search, with one to spare for who wants to read first.
    fn may_ask(&self, share: f64) -> bool {
        let limits = &self.config.search.proposing;
        let SoFar { counts, n_failures_in_a_row, time, n_bytes, .. } = &self.so_far;
        let n_due = (limits.calls as f64 * share) as u64 + 2;
        *n_failures_in_a_row < N_FAILURES_MAX
            && counts.n_calls < limits.calls.min(n_due)
            && time.as_secs_f64() < limits.seconds_in_all
            && n_bytes + N_LINE_BYTES_MAX <= FileKind::PROPOSALS.n_bytes_max()
    }

    /// What comes of the next question: what came of it before, or what the program says.
    fn answered(
        &mut self,
        asking: Asking<'_, '_>,
        recorder: &mut dyn Recorder,
    ) -> Result<Option<Answered>, ExperimentError> {
        let question = self.question(asking)?;
        let (hash, n, generation) = (question.hash(), question.n, asking.generation);
        let is_it = |one: &mut Answered| one.question == hash && one.generation == generation;
        if let Some(known) = self.known.pop_front_if(is_it) {
            return Ok(Some(known));
        }
        // What follows was answered in another run.
        self.known.clear();
        let limits = &self.config.search.proposing;
        let seconds = limits.seconds.min(limits.seconds_in_all - self.so_far.time.as_secs_f64());
        let timeout = Duration::from_secs_f64(seconds.max(0.0));
        let begin = Instant::now();
        let is_wanted = || !asking.monitor.is_stopped();
        let language = self.so_far.wants_language.then_some(LANGUAGE);
        let (answer, failure) =
            match self.proposer.ask(question.to_line(language), timeout, &is_wanted) {
                Reply::Answer(answer) => (Some(answer.trim_end().to_owned()), None),
                Reply::Failure(failure) => (None, Some(failure)),
                Reply::Unwanted => return Ok(None),
            };
        let milliseconds = begin.elapsed().as_millis() as u64;
        let call = question.call;
        let answered =
            Answered { call, generation, question: hash, n, milliseconds, answer, failure };
        let failure = answered.failure.as_deref();
        let n_in_a_row = self.so_far.n_failures_in_a_row + u64::from(failure.is_some());
        recorder.proposed(&ProposedLine {
            after: self.so_far.n_bytes,
            line: &answered.to_line(),
            failure,
            is_given_up: n_in_a_row >= N_FAILURES_MAX,
        })?;
        Ok(Some(answered))
    }

    /// The next question.
    fn question(&self, asking: Asking<'_, '_>) -> Result<Question, ExperimentError> {
        let limits = &self.config.search.proposing;
        let n_of_share = (limits.share * asking.n_offspring as f64).round() as usize;
        Ok(Question {
            call: self.so_far.counts.n_calls + 1,
            n: n_of_share.clamp(1, limits.scripts),
            problem: question::problem(self.config, self.problem),
            parents: question::parents(asking, self.config, self.problem)?,
            unmet: asking.judge.unmet(),
            mistakes: self.so_far.mistakes.clone(),
            has_language: self.so_far.wants_language,
        })
    }

    /// Learns what came of a question; the scripts among it.
    fn take(&mut self, answered: &Answered) -> Vec<Genome> {
        let so_far = &mut self.so_far;
        so_far.counts.n_calls += 1;
        so_far.time += Duration::from_millis(answered.milliseconds);
        so_far.n_bytes += answered.to_line().len() as u64;
        let answer = answered.answer.as_deref().and_then(|text| Answer::read(text).ok());
        let Some(answer) = answer else {
            so_far.counts.n_failures += 1;
            so_far.n_failures_in_a_row += 1;
            return Vec::new();
        };
        so_far.n_failures_in_a_row = 0;
        so_far.wants_language = answer.wants_language;
        so_far.mistakes.clear();
        let mut genomes = Vec::new();
        for (number, script) in answer.scripts.iter().take(answered.n).enumerate() {
            so_far.counts.n_scripts += 1;
            let read = script.as_deref().map_err(|message| vec![Mistake::of_all(message)]);
            match read.and_then(|text| self.casting.read(text)) {
                Ok(genome) => genomes.push(genome),
                Err(mistakes) => {
                    so_far.counts.n_broken += 1;
                    so_far.mistakes.extend(mistakes.into_iter().map(|one| (number, one)));
                }
            }
        }
        so_far.mistakes.truncate(N_MISTAKES_MAX);
        genomes
    }

    /// Answers that were kept for a generation that is over without them are those of another
    /// run: a run that goes on must not take them for its own.
    fn forget_known_of(
        &mut self,
        generation: u64,
        recorder: &mut dyn Recorder,
    ) -> Result<(), ExperimentError> {
        if self.known.front().is_none_or(|one| one.generation > generation) {
            return Ok(());
        }
        self.known.clear();
        let after = self.so_far.n_bytes;
        recorder.proposed(&ProposedLine { after, line: "", failure: None, is_given_up: false })
    }
}
