//! Shortest solutions by two searches that meet.

use std::ops::Range;

use super::bits::Bits;
use super::board::Board;
use super::visited::Visited;
use super::{Move, Outcome};

/// Breadth-first search over moves, from the start and from the end at once.
///
/// A state is an arrangement of the crates and a place of the player. Places that a search reaches
/// after the same number of moves with the crates in the same arrangement are a group, whose
/// members walk and push together as the bits of one set. One search moves forward from the start;
/// the other moves backward, pulling crates, from all places of the player with all crates on
/// targets. The search whose newest layer has fewer groups goes on. The first state known to both
/// lies on a shortest solution; if a search runs out of states, there is none.
#[derive(Debug, Default)]
pub(super) struct Meeting<const N: usize> {
    arrangements: Vec<Arrangement<N>>,
    visited: Visited,
    searches: [HalfSearch<N>; 2],
}

/// An arrangement of the crates, and the states each search has found for it.
#[derive(Clone, Copy, Debug)]
struct Arrangement<const N: usize> {
    crates: Bits<N>,
    visited: [Visits<N>; 2],
}

/// Where one search has seen the player in one arrangement.
#[derive(Clone, Copy, Debug)]
struct Visits<const N: usize> {
    players: Bits<N>,
    /// One more than the index of the newest group, 0 without any.
    newest: u32,
}

/// Places of the player at the same distance in the same arrangement.
#[derive(Clone, Copy, Debug)]
struct Group<const N: usize> {
    arrangement: u32,
    players: Bits<N>,
}

/// What one search has found, in the order of distance.
#[derive(Debug, Default)]
struct HalfSearch<const N: usize> {
    groups: Vec<Group<N>>,
    /// Where the groups of each distance begin.
    layers: Vec<usize>,
    n_states: usize,
}

const FORWARD: usize = 0;

const BACKWARD: usize = 1;

impl<const N: usize> Meeting<N> {
    /// Searches until the answer is clear or each search has found more than `n_states_max` states.
    ///
    /// A search may end the layer in which it exceeds that number. So whatever
    /// a single search with as many states finds out is found out here.
    pub(super) fn search(&mut self, board: &Board<N>, n_states_max: usize) -> Outcome {
        self.start(board);
        loop {
            let n_groups = [FORWARD, BACKWARD].map(|way| self.searches[way].newest_layer().len());
            if n_groups.contains(&0) {
                return Outcome::Unsolvable;
            }
            let is_full = [FORWARD, BACKWARD].map(|way| self.searches[way].n_states > n_states_max);
            let goes_forward = match is_full {
                [true, true] => return Outcome::Undecided,
                [false, false] => n_groups[FORWARD] <= n_groups[BACKWARD],
                [is_forward_full, _] => !is_forward_full,
            };
            let have_met = if goes_forward { self.push(board) } else { self.pull(board) };
            if have_met {
                let moves = self.searches.iter().map(|search| search.layers.len() - 1);
                return Outcome::Solved { moves: moves.sum::<usize>() as u32 };
            }
            self.searches[usize::from(!goes_forward)].count_newest();
        }
    }

    fn start(&mut self, board: &Board<N>) {
        self.arrangements.clear();
        self.visited.clear();
        for search in &mut self.searches {
            search.groups.clear();
            search.layers.clear();
            search.layers.push(0);
            search.n_states = 0;
        }
        self.add::<FORWARD>(board.crates, board.player);
        self.add::<BACKWARD>(board.targets, board.floor & !board.targets);
        self.searches.iter_mut().for_each(HalfSearch::count_newest);
    }

    /// Adds the next layer of the forward search; whether the searches have met.
    fn push(&mut self, board: &Board<N>) -> bool {
        for index in self.searches[FORWARD].next_layer() {
            let (arrangement, crates, players) = self.group::<FORWARD>(index);
            let walked = board.neighbors(players) & board.floor & !crates;
            if self.add_to::<FORWARD>(arrangement, walked) {
                return true;
            }
            for to in Move::ALL {
                let free = board.step(board.live & !crates, to.opposite());
                let mut pushed = board.step(players, to) & crates & free;
                while let Some(from) = pushed.take_least() {
                    let onto = board.step(from, to);
                    let crates = crates ^ from ^ onto;
                    if !board.freezes(crates, onto) && self.add::<FORWARD>(crates, from) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Adds the next layer of the backward search; whether the searches have met.
    fn pull(&mut self, board: &Board<N>) -> bool {
        for index in self.searches[BACKWARD].next_layer() {
            let (arrangement, crates, players) = self.group::<BACKWARD>(index);
            let free = board.floor & !crates;
            let walked = board.neighbors(players) & free;
            if self.add_to::<BACKWARD>(arrangement, walked) {
                return true;
            }
            for to in Move::ALL {
                let back = to.opposite();
                let mut pulled = players & board.step(free, back) & board.step(crates, to);
                while let Some(onto) = pulled.take_least() {
                    let crates = crates ^ onto ^ board.step(onto, back);
                    if self.add::<BACKWARD>(crates, board.step(onto, to)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    #[inline]
    fn group<const WAY: usize>(&self, index: usize) -> (u32, Bits<N>, Bits<N>) {
        let Group { arrangement, players } = self.searches[WAY].groups[index];
        (arrangement, self.arrangements[arrangement as usize].crates, players)
    }

    /// Adds places of the player with given crates to the newest layer of a
    /// search; whether the searches have met.
    #[inline]
    fn add<const WAY: usize>(&mut self, crates: Bits<N>, players: Bits<N>) -> bool {
        let arrangements = &self.arrangements;
        let next = arrangements.len();
        let index = self.visited.find_or_add(
            next,
            crates.hash(),
            |index| arrangements[index].crates.hash(),
            |index| arrangements[index].crates == crates,
        );
        if index == next {
            let visited = [Visits { players: Bits::EMPTY, newest: 0 }; 2];
            self.arrangements.push(Arrangement { crates, visited });
        }
        self.add_to::<WAY>(index as u32, players)
    }

    /// The same for an arrangement that is known.
    #[inline]
    fn add_to<const WAY: usize>(&mut self, index: u32, players: Bits<N>) -> bool {
        let arrangement = &mut self.arrangements[index as usize];
        let met = players & arrangement.visited[1 - WAY].players;
        let visited = &mut arrangement.visited[WAY];
        let new = players & !visited.players;
        if new.is_empty() {
            return false;
        }
        visited.players = visited.players | new;
        let search = &mut self.searches[WAY];
        if visited.newest as usize > search.newest_layer().start {
            let group = &mut search.groups[visited.newest as usize - 1];
            group.players = group.players | new;
        } else {
            search.groups.push(Group { arrangement: index, players: new });
            visited.newest = search.groups.len() as u32;
        }
        !met.is_empty()
    }
}

impl<const N: usize> HalfSearch<N> {
    /// Begins another layer; the groups of the one that was newest.
    fn next_layer(&mut self) -> Range<usize> {
        let layer = self.newest_layer();
        self.layers.push(layer.end);
        layer
    }

    /// The groups that are farthest from where the search began.
    #[inline]
    fn newest_layer(&self) -> Range<usize> {
        self.layers[self.layers.len() - 1]..self.groups.len()
    }

    /// Counts the states of the newest layer when it is done.
    fn count_newest(&mut self) {
        let groups = &self.groups[self.newest_layer()];
        self.n_states += groups.iter().map(|group| group.players.len() as usize).sum::<usize>();
    }
}
