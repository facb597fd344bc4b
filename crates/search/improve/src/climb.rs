//! The search for edits: from one script to better ones, by one accepted change after another.
//!
//! A change is tried on few levels, then on more, each time beside the script as it is, on the same
//! levels. The last trial is on levels that chose nothing, since the best of many trials is partly
//! luck.

use std::collections::BTreeSet;

use marahel_breeding::beginnings::DRAFTS_OF_LAYOUT;
use marahel_breeding::{Breeder, Guard};
use marahel_drafts::Drafter;
use marahel_level::TileSet;
use marahel_problem::{Case, Row};
use marahel_script::{Explorer, RegionSelector, Script};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use crate::edits::{counterparts, edits, explorers_kept, keeps_explorers, with_edits};
use crate::gauge::{Gauge, Round, mean_steps, share_good, shares_met};
use crate::idle::Known;
use crate::liveliness::{Liveliness, N_LEVELS_LIVELY};
use crate::trials::{
    PLAIN, TELLING, TellingLevels, gain, gain_of_merit, mean_merit, mean_met, n_levels_of,
    sort_by_worth, z,
};
use crate::variety::spread_relative_to;

/// Levels of the last trial, which chose nothing before.
const LAST_NEAR: u32 = 600;
const LAST_FAR: u32 = 150;

/// A gain between these standard errors and those that decide is measured on twice the levels, up to
/// so many.
const UNDECIDED: f64 = 1.0;
const LAST_MAX: u32 = 2400;

/// A layout begins with so many drafts, one after the other.
const N_DRAFTS: usize = 4;

/// Single steps of either kind that are tried at first, and levels of each; those
/// without any good one among the first have no more.
const N_STEPS_MAX: usize = 200;
const N_LEVELS_FIRST: u32 = 6;
const N_LEVELS_STEP: u32 = 20;

/// A script is far from good below this share of good levels.
const NEAR: f64 = 0.05;

/// A demand that more levels meet than this is met.
const MET: f64 = 0.98;

/// A change is better from this many standard errors of its gain on, and lowers a demand from this
/// many on: in the third trial, which chooses, and in the last one, which decides.
const CHOSEN: Bars = Bars { gain: 1.3, loss: 2.5 };
const DECIDED: Bars = Bars { gain: 2.0, loss: 2.0 };

/// Bounds in standard errors.
#[derive(Clone, Copy)]
struct Bars {
    gain: f64,
    loss: f64,
}

/// The least variety relative to the beginning, of a script that makes good levels, and of one that
/// is to become one.
const VARIED_NEAR: f64 = 0.92;
const VARIED_FAR: f64 = 0.8;

/// The largest cost relative to the beginning.
const COST_NEAR: f64 = 1.25;
const COST_FAR: f64 = 4.0;

/// The gain of a new explorer counts so much: a changed rule is easier to read.
const LONGER: f64 = 0.8;

/// A far script that found no better change in this many steps begins again, without this share of
/// the explorers that were added.
const TAKEN_BACK: f64 = 0.35;
const N_STEPS_STUCK: u32 = 12;

/// A script and what is known of its levels.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) script: Script,
    pub(crate) round: Round,
    pub(crate) rows: Vec<Row>,
    /// Levels of the last trial of its changes, and its rows there, if one came so far.
    last: Option<(Round, Vec<Row>)>,
    /// Explorers that the judge taught for it, if asked.
    pub(crate) taught: Option<Vec<Explorer>>,
    /// Scripts with one other number that were not tried yet, if they were listed.
    pub(crate) stepped: Option<Vec<Script>>,
    /// Conditions that were not tried yet, if they were listed.
    pub(crate) guards: Option<Vec<Guard>>,
    /// Changes that were promising for the script before.
    pub(crate) promising: Vec<Script>,
}

impl State {
    fn new(script: Script, round: Round, rows: Vec<Row>) -> Self {
        let (taught, stepped, guards) = (None, None, None);
        Self { script, round, rows, last: None, taught, stepped, guards, promising: Vec::new() }
    }
}

/// The climb from one script.
pub(crate) struct Climb<'c, 'p> {
    pub(crate) gauge: &'c Gauge<'p>,
    pub(crate) breeder: &'c Breeder,
    pub(crate) cases: Vec<Case>,
    pub(crate) original: &'c Script,
    pub(crate) known: Known,
    beginning: Beginning,
    n_rounds: u64,
    pub(crate) n_draws: u64,
    pub(crate) n_levels: u64,
    pub(crate) tried: BTreeSet<String>,
}

/// What the edits must not lower.
struct Beginning {
    rows: Vec<Row>,
    share_good: f64,
    steps: f64,
    liveliness: Option<Liveliness>,
    is_far: bool,
    /// The tiles of demands that levels miss.
    wrong: TileSet,
}

impl<'c, 'p> Climb<'c, 'p> {
    pub(crate) fn new(
        gauge: &'c Gauge<'p>,
        breeder: &'c Breeder,
        original: &'c Script,
    ) -> Result<Self, marahel::RunError> {
        let rows = gauge.rows(original, gauge.round(0), 0..PLAIN[2].n_near)?;
        let cases = gauge.problem.cases();
        let missed = cases.iter().zip(shares_met(&rows)).filter(|(_, met)| *met < MET);
        let beginning = Beginning {
            wrong: missed.fold(TileSet::default(), |all, (case, _)| all.union(case.tiles)),
            share_good: share_good(&rows),
            steps: mean_steps(&rows),
            liveliness: Liveliness::of(original, gauge.problem, N_LEVELS_LIVELY).ok(),
            is_far: share_good(&rows) < NEAR,
            rows,
        };
        let n_levels = beginning.rows.len() as u64;
        Ok(Self {
            gauge,
            breeder,
            cases,
            original,
            known: Known::of(original),
            beginning,
            n_rounds: 0,
            n_draws: 0,
            n_levels,
            tried: BTreeSet::new(),
        })
    }

    /// Climbs until a number of levels is spent; `report` gets the share of good levels and of met
    /// demands, and says whether to stop. Returns the best script.
    pub(crate) fn run(
        &mut self,
        budget: u64,
        mut report: impl FnMut(u64, f64, f64) -> bool,
    ) -> Result<Script, marahel::RunError> {
        let mut best: Option<(f64, Script)> = None;
        let mut drafts = self.drafts(budget / DRAFTS_OF_LAYOUT);
        let (good, met) = (self.beginning.share_good, mean_met(&self.beginning.rows));
        let step = self.a_step_away(|n_levels| report(n_levels, good, met));
        let mut steps: Vec<Script> = step.into_iter().collect();
        if self.beginning.is_far {
            drafts.splice(0..0, std::mem::take(&mut steps));
        }
        while self.n_levels < budget {
            let beginning = match &best {
                _ if !drafts.is_empty() => drafts.remove(0),
                Some((_, best)) => self.taken_back(&best.clone()),
                None => self.original.clone(),
            };
            let mut state = self.begin(beginning)?;
            state.promising.append(&mut steps);
            let mut n_stuck = 0;
            while self.n_levels < budget {
                let merit = mean_merit(&state.rows);
                let is_best = best.as_ref().is_none_or(|(best, _)| merit > *best);
                if is_best {
                    best = Some((merit, state.script.clone()));
                }
                let (good, met) = (share_good(&state.rows), mean_met(&state.rows));
                if report(self.n_levels, good, met) {
                    return Ok(best.map_or_else(|| self.original.clone(), |(_, script)| script));
                }
                match self.step(&mut state)? {
                    Some(next) => (state, n_stuck) = (next, 0),
                    None => n_stuck += 1,
                }
                let is_far = share_good(&state.rows) < NEAR;
                if (is_far && n_stuck >= N_STEPS_STUCK) || good == 1.0 && n_stuck > 2 {
                    break;
                }
            }
            if best.as_ref().is_some_and(|(merit, _)| *merit > 0.9999) {
                break;
            }
        }
        Ok(best.map_or_else(|| self.original.clone(), |(_, script)| script))
    }

    /// A script that makes hardly any good levels, with explorers for what it does not write.
    fn drafts(&mut self, n_levels_max: u64) -> Vec<Script> {
        if !self.beginning.is_far {
            return Vec::new();
        }
        let drafter = Drafter::completing(self.gauge.problem, self.original);
        let Some(crowd) =
            drafter.map(|drafter| drafter.crowd(self.rng().next_u64(), N_DRAFTS, n_levels_max))
        else {
            return Vec::new();
        };
        self.n_levels += crowd.n_levels;
        let scripts = crowd.drafts.into_iter().map(|(script, _)| script);
        scripts
            .filter(|script| keeps_explorers(self.original, script))
            .filter_map(|script| self.known.without_idle(&script))
            .take(N_DRAFTS)
            .collect()
    }

    /// The best script a single step away, by its share of good levels and by the variety that it keeps,
    /// if it makes twice as many good levels and some: with another number, or one more condition for
    /// what the beginning writes wrongly. `is_over` is asked before each.
    fn a_step_away(&mut self, mut is_over: impl FnMut(u64) -> bool) -> Option<Script> {
        let least = NEAR.max(2.0 * self.beginning.share_good);
        if least > 1.0 {
            return None;
        }
        let round = self.next_round();
        let mut rng = self.rng();
        let mut steps = self.steps(self.original, &mut rng);
        steps.truncate(N_STEPS_MAX);
        let guards = self.breeder.guards(self.original, self.beginning.wrong);
        let guards = guards.iter().take(N_STEPS_MAX);
        steps.extend(guards.filter_map(|guard| self.breeder.guarded(self.original, guard)));
        let mut best: Option<(f64, Script)> = None;
        for step in &steps {
            if is_over(self.n_levels) {
                break;
            }
            let Some(script) = self.known.without_idle(step) else { continue };
            let Some((good, rows)) = self.good_of(&script, round) else { continue };
            if good < least {
                continue;
            }
            let varied = spread_relative_to(&rows, &self.beginning.rows, self.gauge.problem);
            let worth = good * varied.min(1.0);
            if best.as_ref().map_or(0.0, |(most, _)| *most) < worth {
                best = Some((worth, script));
            }
        }
        best.map(|(_, script)| script)
    }

    /// The share of good levels of a single step, 0 if none of the first is, and these; `None` if they
    /// cost too much.
    fn good_of(&mut self, script: &Script, round: Round) -> Option<(f64, Vec<Row>)> {
        let mut rows = Vec::new();
        for levels in [0..N_LEVELS_FIRST, N_LEVELS_FIRST..N_LEVELS_STEP] {
            let more = self.gauge.rows(script, round, levels).ok()?;
            self.n_levels += more.len() as u64;
            rows.extend(more);
            if share_good(&rows) == 0.0 {
                break;
            }
        }
        Some((share_good(&rows), rows))
    }

    fn begin(&mut self, script: Script) -> Result<State, marahel::RunError> {
        self.tried.clear();
        let round = self.next_round();
        let rows = self.gauge.rows(&script, round, 0..n_levels_of(self.beginning.is_far))?;
        self.n_levels += rows.len() as u64;
        Ok(State::new(script, round, rows))
    }

    /// A script without some of the explorers that were added, so that others may come.
    fn taken_back(&mut self, script: &Script) -> Script {
        let mut rng = self.rng();
        let mut fewer = script.clone();
        let mut added = self.added(script);
        added.retain(|_| rng.random_bool(TAKEN_BACK));
        for place in added.into_iter().rev() {
            fewer.explorers.remove(place);
        }
        let sound = self.breeder.sound(fewer);
        sound
            .and_then(|script| self.known.without_idle(&script))
            .unwrap_or_else(|| self.original.clone())
    }

    /// The places of the explorers that were added.
    pub(crate) fn added(&self, script: &Script) -> Vec<usize> {
        let kept = explorers_kept(self.original, script);
        (0..script.explorers.len()).filter(|place| !kept.contains(place)).collect()
    }

    pub(crate) fn next_round(&mut self) -> Round {
        self.n_rounds += 1;
        self.gauge.round(self.n_rounds)
    }

    pub(crate) fn rng(&mut self) -> ChaCha8Rng {
        self.n_draws += 1;
        self.gauge.rng(self.n_draws)
    }

    /// Tries changes of a script; returns the accepted one, if any.
    fn step(&mut self, state: &mut State) -> Result<Option<State>, marahel::RunError> {
        let is_far = share_good(&state.rows) < NEAR;
        let n_known = n_levels_of(is_far);
        if (state.rows.len() as u32) < n_known {
            let more = state.rows.len() as u32..n_known;
            let more = self.gauge.rows(&state.script, state.round, more)?;
            self.n_levels += more.len() as u64;
            state.rows.extend(more);
        }
        let mut scripts = self.candidates(state, is_far);
        for trial in TELLING {
            scripts.truncate(trial.n_changes);
            let telling = TellingLevels::of(&state.rows, trial.n_of(is_far) as usize);
            let gains = scripts.into_iter().filter_map(|script| {
                let gain = self.telling_gain(&script, state, &telling)?;
                (gain > trial.bar).then_some((gain, script))
            });
            let mut gains: Vec<(f64, Script)> = gains.collect();
            sort_by_worth(&mut gains, |(gain, _)| *gain);
            scripts = gains.into_iter().map(|(_, script)| script).collect();
        }
        // After that, for these take their time.
        scripts = scripts.iter().filter_map(|script| self.known.without_idle(script)).collect();
        scripts.retain(|script| *script != state.script && self.is_lively(script));
        let mut tried: Vec<(Script, Vec<Row>)> =
            scripts.into_iter().map(|script| (script, Vec::new())).collect();
        for trial in PLAIN {
            tried.truncate(trial.n_changes);
            for (script, rows) in &mut tried {
                let more = rows.len() as u32..trial.n_of(is_far);
                match self.gauge.rows(script, state.round, more) {
                    Ok(more) => {
                        self.n_levels += more.len() as u64;
                        rows.extend(more);
                    }
                    Err(_) => rows.clear(),
                }
            }
            tried.retain(|(_, rows)| {
                !rows.is_empty() && z(gain_of_merit(&state.rows, rows)) > trial.bar
            });
            sort_by_worth(&mut tried, |(_, rows)| gain_of_merit(&state.rows, rows).value);
        }
        tried.retain(|(script, rows)| self.is_better((&state.rows, rows), script, is_far, CHOSEN));
        sort_by_worth(&mut tried, |(script, rows)| {
            let is_longer = script.explorers.len() > state.script.explorers.len();
            let factor = if is_longer { LONGER } else { 1.0 };
            factor * gain_of_merit(&state.rows, rows).value
        });
        let mut promising: Vec<Script> = tried.into_iter().map(|(script, _)| script).collect();
        for index in 0..promising.len() {
            if let Some(mut next) = self.last_trial(promising[index].clone(), state, is_far) {
                promising.remove(index);
                let rebased = promising.iter().filter_map(|script| {
                    self.breeder.sound(with_edits(&next.script, &edits(&state.script, script))?)
                });
                next.promising = rebased.collect();
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The state of a changed script, if it is better on levels that chose nothing.
    fn last_trial(&mut self, script: Script, state: &mut State, is_far: bool) -> Option<State> {
        let mut n = if is_far { LAST_FAR } else { LAST_NEAR };
        let (round, mut before) = match state.last.take() {
            Some(last) => last,
            None => (self.next_round(), Vec::new()),
        };
        let mut after = Vec::new();
        let is_better = loop {
            let mut costs_too_much = false;
            for (script, rows) in [(&state.script, &mut before), (&script, &mut after)] {
                match self.gauge.rows(script, round, (rows.len() as u32).min(n)..n) {
                    Ok(more) => {
                        self.n_levels += more.len() as u64;
                        rows.extend(more);
                    }
                    Err(_) => costs_too_much = true,
                }
            }
            if costs_too_much {
                break false;
            }
            let before = &before[..n as usize];
            if self.is_better((before, &after), &script, is_far, DECIDED) {
                break true;
            }
            let z = z(gain_of_merit(before, &after));
            if z < UNDECIDED || n >= LAST_MAX {
                break false;
            }
            n *= 2;
        };
        state.last = Some((round, before));
        is_better.then(|| State::new(script, round, after))
    }

    /// The estimated gain of a changed script by few levels; `None` if one costs too much.
    fn telling_gain(
        &mut self,
        script: &Script,
        state: &State,
        telling: &TellingLevels,
    ) -> Option<f64> {
        let rows = self.gauge.rows_at(script, state.round, &telling.levels).ok()?;
        self.n_levels += rows.len() as u64;
        Some(telling.gain(&state.rows, &rows))
    }

    fn is_better(
        &self,
        (before, after): (&[Row], &[Row]),
        script: &Script,
        is_far: bool,
        bars: Bars,
    ) -> bool {
        let merit = gain_of_merit(before, after);
        let spread = spread_relative_to(after, &self.beginning.rows, self.gauge.problem);
        let cost = mean_steps(after) / self.beginning.steps.max(1.0);
        if is_far {
            // A short script may become a long one.
            let n_explorers = script.explorers.len() as f64 / self.original.explorers.len() as f64;
            let cost_max = COST_FAR * n_explorers.max(1.0);
            return z(merit) > bars.gain && spread >= VARIED_FAR && cost <= cost_max;
        }
        let good = gain(before, after, Row::good);
        let is_gain = z(good) > bars.gain || good.value >= 0.0 && z(merit) > bars.gain;
        let (varied, cost_max) = if self.beginning.is_far {
            (VARIED_FAR, COST_FAR * script.explorers.len() as f64)
        } else {
            (VARIED_NEAR, COST_NEAR)
        };
        let n_demands = before.first().map_or(0, |row| row.met.len());
        let lowers = |index: usize| {
            z(gain(before, after, |row| f64::from(u8::from(row.met[index])))) < -bars.loss
        };
        is_gain && spread >= varied && cost <= cost_max && !(0..n_demands).any(lowers)
    }

    /// Whether what the author wrote still does something, and so does what is new: an idle part
    /// only draws other random numbers, by which other levels look better now and then.
    fn is_lively(&self, script: &Script) -> bool {
        let Some(before) = &self.beginning.liveliness else { return true };
        let divides =
            script.explorers.iter().any(|explorer| explorer.region != [RegionSelector::Map]);
        if !divides && script.regions != self.original.regions {
            return false;
        }
        let after = Liveliness::of(script, self.gauge.problem, N_LEVELS_LIVELY);
        after.is_ok_and(|after| before.is_kept(&after, &counterparts(self.original, script)))
    }
}
