//! Changes to try: from the judge's lessons, from failing demands, and from the operators of a search.

use marahel_level::{Tile, TileSet};
use marahel_problem::{Row, below};
use marahel_script::{Explorer, Script};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::climb::{Climb, State};
use crate::edits::keeps_explorers;
use crate::gauge::shares_met;
use crate::lessons::{ask, shuffled};
use crate::trials::{N_CANDIDATES_FAR, N_CANDIDATES_NEAR};

/// Probability that an added explorer is taught again.
const AGAIN: f64 = 0.1;

/// Probability of a new explorer from the judge's lessons.
const TAUGHT_FAR: f64 = 0.5;
const TAUGHT_NEAR: f64 = 0.2;

/// Probability that rules get the opposite of what an explorer would mend, instead of the explorer.
const NARROWED: f64 = 0.5;

/// Probability that another change is for the conditions of a failing demand.
const DEMANDED: f64 = 0.3;

/// Probability of another number, of a script that makes good levels.
const STEPPED: f64 = 0.4;

/// Probability of one more condition.
const GUARDED: f64 = 0.3;

/// Levels that lessons are about.
const N_BAD_TAUGHT: usize = 4;
const N_GOOD_TAUGHT: usize = 2;

/// Tiles that lessons are asked for, of one state.
const N_TILES_TAUGHT: usize = 5;

/// Probability that a taught explorer comes last, where its lesson was.
const LAST: f64 = 0.7;

impl Climb<'_, '_> {
    pub(crate) fn candidates(&mut self, state: &mut State, is_far: bool) -> Vec<Script> {
        let lacking = Lacking::of(&state.rows);
        let taught_share = if is_far { TAUGHT_FAR } else { TAUGHT_NEAR };
        let mut candidates = std::mem::take(&mut state.promising);
        let n = if is_far { N_CANDIDATES_FAR } else { N_CANDIDATES_NEAR };
        for _ in 0..n {
            let mut rng = self.rng();
            let candidate = if !is_far && rng.random_bool(STEPPED) {
                self.stepped(state, &mut rng)
            } else if !is_far && rng.random_bool(GUARDED) {
                self.guarded(state, &mut rng)
            } else if rng.random_bool(AGAIN) {
                self.taught_again(state, &mut rng)
            } else if rng.random_bool(taught_share) {
                self.taught(state, &lacking, &mut rng)
            } else {
                Some(self.varied(&state.script, &lacking, &mut rng))
            };
            let candidate = candidate.filter(|script| *script != state.script);
            let is_new = |script: &Script| {
                self.tried.insert(script.to_json().to_string())
                    && keeps_explorers(self.original, script)
            };
            candidates.extend(candidate.filter(is_new));
        }
        candidates
    }

    /// With another number, each once.
    fn stepped(&self, state: &mut State, rng: &mut ChaCha8Rng) -> Option<Script> {
        state.stepped.get_or_insert_with(|| self.steps(&state.script, rng)).pop()
    }

    /// With one more condition, each once.
    fn guarded(&self, state: &mut State, rng: &mut ChaCha8Rng) -> Option<Script> {
        let all = TileSet::entities(self.gauge.problem.palette().len());
        let guards = || shuffled(self.breeder.guards(&state.script, all), rng);
        let guard = state.guards.get_or_insert_with(guards).pop()?;
        self.breeder.guarded(&state.script, &guard)
    }

    /// All scripts with another number, in any order.
    pub(crate) fn steps(&self, script: &Script, rng: &mut ChaCha8Rng) -> Vec<Script> {
        shuffled(self.breeder.stepped(script), rng)
    }

    /// With an explorer that places a tile where the judge says that it may stand.
    fn taught(
        &mut self,
        state: &mut State,
        lacking: &Lacking,
        rng: &mut ChaCha8Rng,
    ) -> Option<Script> {
        if state.taught.is_none() {
            state.taught = Some(self.ask(state, lacking, rng));
        }
        let explorers = state.taught.as_ref().expect("it was asked");
        if explorers.is_empty() {
            return None;
        }
        let explorer = explorers[below(explorers.len(), rng)].clone();
        if rng.random_bool(NARROWED)
            && let Some(narrowed) = self.breeder.narrowed(&state.script, &explorer)
        {
            return Some(narrowed);
        }
        let n = state.script.explorers.len();
        let place = if rng.random_bool(LAST) { n } else { below(n + 1, rng) };
        let mut script = state.script.clone();
        script.explorers.insert(place, explorer);
        self.breeder.sound(script)
    }

    /// With another explorer in place of one that was added: what it writes is taught again, now
    /// that the other things stand.
    fn taught_again(&mut self, state: &State, rng: &mut ChaCha8Rng) -> Option<Script> {
        let added = self.added(&state.script);
        if added.is_empty() {
            return None;
        }
        let place = added[below(added.len(), rng)];
        let mut without = state.script.clone();
        let written = without.explorers.remove(place).written();
        let tile = written.iter().next()?;
        let (round, draws) = (self.next_round(), self.rng());
        let (lessons, n_judged) = ask(self.gauge, &without, tile, (round, &[0, 1, 2, 3]), draws)?;
        self.n_levels += n_judged;
        let explorers = self.breeder.taught(tile, &lessons, rng);
        if explorers.is_empty() {
            return None;
        }
        let explorer = explorers[below(explorers.len(), rng)].clone();
        let end = without.explorers.len();
        without.explorers.insert(if rng.random_bool(LAST) { end } else { place }, explorer);
        self.breeder.sound(without)
    }

    fn ask(&mut self, state: &State, lacking: &Lacking, rng: &mut ChaCha8Rng) -> Vec<Explorer> {
        let n_tiles = self.gauge.problem.palette().len() as Tile;
        let asked: Vec<Tile> = (0..n_tiles)
            .filter(|&tile| {
                let mut cases = self.cases.iter().zip(&lacking.shares);
                cases.any(|(case, &share)| share > 0.02 && case.tiles.contains(tile))
            })
            .collect();
        let asked = if asked.is_empty() { (0..n_tiles).collect() } else { asked };
        let round = state.round;
        let levels = levels_to_teach(&state.rows);
        let mut explorers = Vec::new();
        for tile in shuffled(asked, rng).into_iter().take(N_TILES_TAUGHT) {
            let draws = self.rng();
            let Some((lessons, n_judged)) =
                ask(self.gauge, &state.script, tile, (round, &levels), draws)
            else {
                continue;
            };
            self.n_levels += n_judged;
            explorers.extend(self.breeder.taught(tile, &lessons, rng));
        }
        explorers
    }

    /// A change as in a search, most often for a demand that fails.
    fn varied(&self, script: &Script, lacking: &Lacking, rng: &mut ChaCha8Rng) -> Script {
        let case = lacking.draw(rng).and_then(|index| self.cases.get(index));
        if let Some(case) = case
            && rng.random_bool(DEMANDED)
            && let Some(changed) = self.breeder.towards(script, &case.measures, rng)
        {
            return changed;
        }
        self.breeder.vary(script, script, rng).document.script
    }
}

/// Levels to ask the judge about: some that are not good, and two good ones, if there are any.
fn levels_to_teach(rows: &[Row]) -> Vec<u32> {
    let of_kind = |is_good: bool| {
        let kind = rows.iter().zip(0..).filter(move |(row, _)| row.judged.is_good == is_good);
        kind.map(|(_, level)| level)
    };
    of_kind(false).take(N_BAD_TAUGHT).chain(of_kind(true).take(N_GOOD_TAUGHT)).collect()
}

/// The shares of levels that miss each demand.
struct Lacking {
    shares: Vec<f64>,
}

impl Lacking {
    fn of(rows: &[Row]) -> Self {
        Self { shares: shares_met(rows).into_iter().map(|share| 1.0 - share).collect() }
    }

    /// A demand by how often it is missed; `None` if none is.
    fn draw(&self, rng: &mut ChaCha8Rng) -> Option<usize> {
        let total: f64 = self.shares.iter().sum();
        let mut place = rng.random::<f64>() * total;
        let chosen = self.shares.iter().position(|share| {
            place -= share;
            place < 0.0
        });
        chosen.filter(|_| total > 0.0)
    }
}
