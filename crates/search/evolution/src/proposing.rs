//! Asking a program for scripts, once or twice in a generation.
//!
//! The state of a run's proposals follows from the answers so far, line by line in
//! `proposals.jsonl`: number of questions, time, and mistakes to report. So a checkpoint does not
//! store it. A resumed run reads these lines, and a repeated run does not ask again.

pub(crate) mod question;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use marahel_config::{Genome, Mistake, ProposalReader};
use marahel_problem::Problem;
use marahel_system::files::FileKind;
use marahel_system::{Answer, Answered, Proposer, Reply};
use serde::{Deserialize, Serialize};

use crate::judging::Judge;
use crate::{Monitor, Recorder};
use marahel_config::{Config, EvolutionError, Individual};
use question::{LANGUAGE, Question};

/// A proposer is dropped after this many failures in a row.
const N_FAILURES_MAX: u64 = 3;

/// A proposer may read the language page first, and is then asked again at once.
const N_TIMES_ASKED: usize = 2;

/// Maximum number of mistakes of one answer that are reported back.
const N_MISTAKES_MAX: usize = 20;

/// Maximum bytes of a line: escapes may double an answer.
const N_LINE_BYTES_MAX: u64 = 2 * Proposer::N_ANSWER_BYTES_MAX + 1024;

/// Counts of a search's questions and answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedCounts {
    /// Number of questions.
    #[serde(rename = "calls")]
    pub n_calls: u64,
    /// Number of questions without a usable answer.
    #[serde(rename = "failures")]
    pub n_failures: u64,
    /// Number of proposed scripts.
    #[serde(rename = "scripts")]
    pub n_scripts: u64,
    /// Number of proposed scripts with mistakes.
    #[serde(rename = "broken")]
    pub n_broken: u64,
}

/// A line to append to the file of answers.
#[derive(Clone, Copy, Debug)]
pub struct ProposedLine<'l> {
    /// Its offset in bytes; it replaces everything from there on.
    pub after: u64,
    /// The line with its end; empty to only remove lines.
    pub line: &'l str,
    /// Why there was no answer.
    pub failure: Option<&'l str>,
    /// Whether the search stops asking, after too many failures in a row.
    pub is_given_up: bool,
}

/// The context of a question.
#[derive(Clone, Copy)]
pub(crate) struct Asking<'a, 'j> {
    pub(crate) generation: u64,
    /// The finished share of the search.
    pub(crate) share: f64,
    pub(crate) n_offspring: usize,
    /// The living, best first.
    pub(crate) population: &'a [Individual],
    pub(crate) judge: &'a Judge<'j>,
    pub(crate) monitor: &'a dyn Monitor,
}

/// Asks a proposer during a search.
pub(crate) struct Proposing<'c> {
    config: &'c Config,
    problem: &'c Problem,
    proposals: ProposalReader<'c>,
    proposer: Proposer,
    /// Answers from an earlier run, for questions that repeat.
    kept_answers: VecDeque<Answered>,
    so_far: SoFar,
}

/// The state that follows from the answers so far.
#[derive(Default)]
struct SoFar {
    counts: ProposedCounts,
    n_failures_in_a_row: u64,
    time: Duration,
    /// Bytes of their lines.
    n_bytes: u64,
    /// The mistakes in the scripts of the last answer, by the index of the script.
    mistakes: Vec<(usize, Mistake)>,
    wants_language: bool,
}

impl<'c> Proposing<'c> {
    /// `None` if the config does not name a proposer.
    pub(crate) fn new(config: &'c Config, problem: &'c Problem) -> Option<Self> {
        let search = &config.search;
        (!search.proposer.is_empty()).then(|| Self {
            config,
            problem,
            proposals: ProposalReader::new(config, problem),
            proposer: Proposer::new(search.proposer.clone(), &search.proposing.folder),
            kept_answers: search.answered.iter().cloned().collect(),
            so_far: SoFar::default(),
        })
    }

    /// Continues after this many generations.
    pub(crate) fn restore(&mut self, n_generations: u64) {
        while let Some(answer) =
            self.kept_answers.pop_front_if(|answer| answer.generation < n_generations)
        {
            self.take(&answer);
        }
    }

    pub(crate) fn counts(&self) -> ProposedCounts {
        self.so_far.counts
    }

    pub(crate) fn stop(&mut self) {
        self.proposer.stop();
    }

    /// Scripts for a generation; `None` if the search was stopped meanwhile.
    pub(crate) fn ask(
        &mut self,
        asking: Asking<'_, '_>,
        recorder: &mut dyn Recorder,
    ) -> Result<Option<Vec<Genome>>, EvolutionError> {
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

    /// Whether the limits of the config allow another question. Questions are spread evenly over
    /// the search, plus one for a proposer that reads the language page first.
    fn may_ask(&self, share: f64) -> bool {
        let limits = &self.config.search.proposing;
        let SoFar { counts, n_failures_in_a_row, time, n_bytes, .. } = &self.so_far;
        let n_due = (limits.calls as f64 * share) as u64 + 2;
        *n_failures_in_a_row < N_FAILURES_MAX
            && counts.n_calls < limits.calls.min(n_due)
            && time.as_secs_f64() < limits.seconds_in_all
            && n_bytes + N_LINE_BYTES_MAX <= FileKind::PROPOSALS.n_bytes_max()
    }

    /// The answer to the next question: a stored one, or a new one from the program.
    fn answered(
        &mut self,
        asking: Asking<'_, '_>,
        recorder: &mut dyn Recorder,
    ) -> Result<Option<Answered>, EvolutionError> {
        let question = self.question(asking)?;
        let (hash, n, generation) = (question.hash(), question.n, asking.generation);
        let answer = self
            .kept_answers
            .pop_front_if(|answer| answer.question == hash && answer.generation == generation);
        if answer.is_some() {
            return Ok(answer);
        }
        // The remaining answers belong to another run.
        self.kept_answers.clear();
        let limits = &self.config.search.proposing;
        let seconds = limits.seconds.min(limits.seconds_in_all - self.so_far.time.as_secs_f64());
        let timeout = Duration::from_secs_f64(seconds.max(0.0));
        let begin = Instant::now();
        let line = question.to_line(self.so_far.wants_language.then_some(LANGUAGE));
        let (answer, failure) =
            match self.proposer.ask(line, timeout, &|| !asking.monitor.is_stopped()) {
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

    fn question(&self, asking: Asking<'_, '_>) -> Result<Question, EvolutionError> {
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

    /// Updates the state with an answer; returns its scripts.
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
            match read.and_then(|text| self.proposals.read(text)) {
                Ok(genome) => genomes.push(genome),
                Err(mistakes) => {
                    so_far.counts.n_broken += 1;
                    so_far.mistakes.extend(mistakes.into_iter().map(|mistake| (number, mistake)));
                }
            }
        }
        so_far.mistakes.truncate(N_MISTAKES_MAX);
        genomes
    }

    /// Drops the stored answers for this generation and earlier ones that were not used. They
    /// belong to another run, so a resumed run must not use them.
    fn forget_known_of(
        &mut self,
        generation: u64,
        recorder: &mut dyn Recorder,
    ) -> Result<(), EvolutionError> {
        if self.kept_answers.front().is_none_or(|answer| answer.generation > generation) {
            return Ok(());
        }
        self.kept_answers.clear();
        let after = self.so_far.n_bytes;
        recorder.proposed(&ProposedLine { after, line: "", failure: None, is_given_up: false })
    }
}
