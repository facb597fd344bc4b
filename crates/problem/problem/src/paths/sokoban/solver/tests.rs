use std::collections::BTreeSet;

use marahel_level::{UNKNOWN, View};
use pathfinding::directed::bfs::{bfs, bfs_reach};
use proptest::prelude::*;

use super::bits::Bits;
use super::board::Board;
use super::meeting::Meeting;
use super::optimal::breadth_first;
use super::released::ReleasedSolver;
use super::states::States;
use super::yard::Yard;
use super::{Move, Outcome, Solver};
use crate::paths::sokoban::{CRATE, EMPTY, PLAYER, SOLID, TARGET};

const N_STATES_MAX: u32 = 100_000;

type Place = (isize, isize);

/// A level for an independent solver, which knows nothing of ours.
#[derive(Clone, Debug)]
struct Puzzle {
    width: usize,
    height: usize,
    tiles: Vec<u8>,
}

/// The player, and the crates in ascending order.
type Arrangement = (Place, Vec<Place>);

impl Puzzle {
    fn read(text: &str) -> Self {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let tile = |byte| match byte {
            b'-' => EMPTY,
            b'@' => PLAYER,
            b'$' => CRATE,
            b'.' => TARGET,
            b'?' => UNKNOWN,
            _ => SOLID,
        };
        Self {
            width: rows[0].len(),
            height: rows.len(),
            tiles: rows.concat().bytes().map(tile).collect(),
        }
    }

    fn view(&self) -> View<'_> {
        View::new(&self.tiles, self.width, self.height, self.width)
    }

    fn places(&self, tile: u8) -> Vec<Place> {
        let cells = self.tiles.iter().enumerate().filter(|&(_, &there)| there == tile);
        cells
            .map(|(cell, _)| ((cell % self.width) as isize, (cell / self.width) as isize))
            .collect()
    }

    fn is_floor(&self, (x, y): Place) -> bool {
        let inside =
            (0..self.width as isize).contains(&x) && (0..self.height as isize).contains(&y);
        inside && ![SOLID, UNKNOWN].contains(&self.view().get(x as usize, y as usize))
    }

    fn start(&self) -> Arrangement {
        (self.places(PLAYER)[0], self.places(CRATE))
    }

    fn after(&self, (player, crates): &Arrangement, to: Move) -> Option<Arrangement> {
        let (dx, dy) = match to {
            Move::Left => (-1, 0),
            Move::Right => (1, 0),
            Move::Up => (0, -1),
            Move::Down => (0, 1),
        };
        let ahead = (player.0 + dx, player.1 + dy);
        let beyond = (ahead.0 + dx, ahead.1 + dy);
        let mut crates = crates.clone();
        if let Some(pushed) = crates.iter_mut().find(|place| **place == ahead) {
            *pushed = beyond;
            crates.sort_unstable();
            let distinct: BTreeSet<_> = crates.iter().collect();
            if !self.is_floor(beyond) || distinct.len() < crates.len() {
                return None;
            }
        }
        self.is_floor(ahead).then_some((ahead, crates))
    }

    fn is_solved(&self, (_, crates): &Arrangement) -> bool {
        let targets = self.places(TARGET);
        crates.iter().all(|place| targets.contains(place))
    }

    /// The answer by exhaustive breadth-first search.
    fn outcome(&self) -> Outcome {
        let n_crates = self.places(CRATE).len();
        if self.places(PLAYER).len() != 1 || n_crates == 0 || n_crates != self.places(TARGET).len()
        {
            return Outcome::Gated;
        }
        let after =
            |state: &Arrangement| Move::ALL.map(|to| self.after(state, to)).into_iter().flatten();
        match bfs(&self.start(), after, |state| self.is_solved(state)) {
            Some(path) => Outcome::Solved { moves: path.len() as u32 - 1 },
            None => Outcome::Unsolvable,
        }
    }

    /// Number of arrangements that can be reached at all.
    fn n_reachable(&self) -> usize {
        let after =
            |state: &Arrangement| Move::ALL.map(|to| self.after(state, to)).into_iter().flatten();
        bfs_reach(self.start(), after).count()
    }
}

#[track_caller]
fn check(text: &str, expected: Outcome) {
    let puzzle = Puzzle::read(text);
    assert_eq!(puzzle.outcome(), expected, "the independent search");
    for mut solver in [Solver::optimal(N_STATES_MAX), Solver::released(N_STATES_MAX)] {
        assert_eq!(solver.solve(puzzle.view()), expected, "{solver:?}");
    }
}

#[test]
fn a_push_to_the_target() {
    check("@$.", Outcome::Solved { moves: 1 });
    check("@ $ - .", Outcome::Solved { moves: 2 });
    check("--- -$@ .--", Outcome::Solved { moves: 4 });
}

#[test]
fn walks_and_pushes_count_alike() {
    check(
        "#####
         @---#
         -$--#
         --.-#
         #####",
        Outcome::Solved { moves: 5 },
    );
}

#[test]
fn any_crate_may_go_to_any_target() {
    check(
        ".$@-.
         --$--
         -----",
        Outcome::Solved { moves: 7 },
    );
}

#[test]
fn crates_against_walls_cannot_be_moved_away() {
    check("@-- $-. #--", Outcome::Unsolvable);
    check("$-- -@- --.", Outcome::Unsolvable);
}

#[test]
fn a_crate_between_the_player_and_the_rest() {
    check("@$$..", Outcome::Unsolvable);
    check("@#$.", Outcome::Unsolvable);
}

#[test]
fn unknown_tiles_are_walls() {
    check("@$?.", Outcome::Unsolvable);
    check("@$.?", Outcome::Solved { moves: 1 });
}

#[test]
fn what_lies_beside_the_view_is_a_wall() {
    let tiles = [PLAYER, CRATE, EMPTY, TARGET].repeat(2);
    let mut solver = Solver::optimal(N_STATES_MAX);
    let outcome = solver.solve(View::new(&tiles, 4, 1, 8));
    assert_eq!(outcome, Outcome::Solved { moves: 2 });
    let tiles = [CRATE, EMPTY, SOLID, PLAYER, TARGET, SOLID];
    assert_eq!(solver.solve(View::new(&tiles, 2, 2, 3)), Outcome::Unsolvable);
}

#[test]
fn levels_that_are_no_puzzles_are_not_searched() {
    check("-", Outcome::Gated);
    check("@", Outcome::Gated);
    check("@$", Outcome::Gated);
    check("@.", Outcome::Gated);
    check("@$.@", Outcome::Gated);
    check("$.", Outcome::Gated);
}

#[test]
fn levels_of_any_size() {
    for side in [7, 8, 20, 30] {
        let (row, rest) = ("-".repeat(side), "-".repeat(side - 6));
        let rows = vec![row; side / 2 - 1].join("\n");
        check(&format!("{rows}\n{rest}-@-$-.\n{rows}"), Outcome::Solved { moves: 3 });
    }
}

#[test]
fn levels_of_any_width() {
    for width in [62, 63, 64, 600] {
        let rest = "-".repeat(width - 5);
        check(&format!("{rest}@-$-."), Outcome::Solved { moves: 3 });
    }
}

/// Whether the first crate would freeze where it stands.
#[track_caller]
fn check_freezes(text: &str, targets: &[Place], expected: bool) {
    let puzzle = Puzzle::read(text);
    let mut yard = Yard::default();
    yard.read(puzzle.view());
    yard.find_live_squares();
    let mut board = Board::<1>::new(&yard).expect("small levels fit");
    let index = |&(x, y): &Place| y as usize * (puzzle.width + 1) + x as usize;
    let targets = targets.iter().map(|place| Bits::only(index(place)));
    board.targets = targets.fold(Bits::EMPTY, |all, target| all | target);
    let first = Bits::only(index(&puzzle.places(CRATE)[0]));
    assert_eq!(board.freezes(board.crates, first), expected);
}

#[test]
fn crates_freeze_in_squares_of_crates_and_walls() {
    check_freezes("@--- -$$- -$$- ----", &[(2, 2)], true);
    check_freezes("@--- -$$- -##- ----", &[], true);
    check_freezes("@$$-", &[], true);
    check_freezes("@-- --$ --$ ---", &[(2, 1)], true);
    check_freezes("@--- -$$- -$-- ----", &[], false);
    check_freezes("@--- -$#- -#$- ----", &[], true);
    check_freezes("@--- -$-- --$- ----", &[], false);
    check_freezes("@--- -$-$ ---- ----", &[], false);
}

#[test]
fn crates_may_freeze_on_targets() {
    check_freezes("@--- -$$- -##- ----", &[(1, 1), (2, 1)], false);
    check_freezes("@--- -$$- -##- ----", &[(1, 1)], true);
    check("@--- -$$- -..-", Outcome::Solved { moves: 5 });
}

#[test]
fn numbers_move_across_words() {
    let bits = Bits::<3>::only(63) | Bits::only(130);
    assert_eq!(bits.up(1), Bits::only(64) | Bits::only(131));
    assert_eq!(bits.down(63), Bits::only(0) | Bits::only(67));
    assert_eq!(bits.up(62), Bits::only(125));
    assert_eq!((bits.len(), bits.down(63).down(63).len()), (2, 1));
}

#[test]
fn numbers_are_taken_out_in_ascending_order() {
    let mut bits = Bits::<2>::only(100) | Bits::only(3) | Bits::only(101);
    let taken: Vec<_> = std::iter::from_fn(|| bits.take_least()).collect();
    assert_eq!(taken, [3, 100, 101].map(Bits::only));
    assert!(bits.is_empty());
}

#[test]
fn a_solver_that_runs_out_of_states_says_so() {
    let puzzle = Puzzle::read("@--- -$-- --.- ----");
    assert_eq!(Solver::optimal(3).solve(puzzle.view()), Outcome::Undecided);
    assert_eq!(Solver::released(3).solve(puzzle.view()), Outcome::Undecided);
}

#[test]
fn one_solver_takes_level_after_level() {
    let large = format!("@-$-----------.\n{}", "---------------\n".repeat(9));
    let mut solver = Solver::optimal(N_STATES_MAX);
    for _ in 0..2 {
        for (text, moves) in [("@$.", 1), (large.as_str(), 13), ("-.$@", 1)] {
            let outcome = solver.solve(Puzzle::read(text).view());
            assert_eq!(outcome, Outcome::Solved { moves });
        }
    }
}

/// All searches for shortest solutions give the same answer.
#[track_caller]
fn check_searches(puzzle: &Puzzle, expected: Outcome) {
    let mut yard = Yard::default();
    if !yard.read(puzzle.view()) {
        assert_eq!(expected, Outcome::Gated);
        return;
    }
    yard.find_live_squares();
    if yard.crates.iter().all(|&cell| yard.is_live(cell)) {
        check_meeting::<1>(&yard, expected);
        check_meeting::<2>(&yard, expected);
        let mut states = States::default();
        assert_eq!(breadth_first(&yard, &mut states, N_STATES_MAX as usize), expected);
    } else {
        assert_eq!(expected, Outcome::Unsolvable);
    }
}

#[track_caller]
fn check_meeting<const N: usize>(yard: &Yard, expected: Outcome) {
    let board = Board::<N>::new(yard).expect("small levels fit");
    let mut meeting = Meeting::default();
    assert_eq!(meeting.search(&board, N_STATES_MAX as usize), expected);
}

/// Small levels with one player, up to three crates and as many targets.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    (1..=5_usize, 1..=5_usize, 1..=3_usize)
        .prop_filter("room for all", |(width, height, n)| width * height > 2 * n)
        .prop_flat_map(|(width, height, n_crates)| {
            let n_rest = width * height - 2 * n_crates - 1;
            let rest = prop::collection::vec(
                prop::sample::select(vec![EMPTY, EMPTY, EMPTY, SOLID, UNKNOWN]),
                n_rest,
            );
            let tiles = rest.prop_map(move |mut tiles| {
                tiles.push(PLAYER);
                tiles.extend([CRATE, TARGET].repeat(n_crates));
                tiles
            });
            tiles.prop_shuffle().prop_map(move |tiles| Puzzle { width, height, tiles })
        })
}

proptest! {
    #[test]
    fn solutions_are_shortest(puzzle in puzzles()) {
        let expected = puzzle.outcome();
        prop_assert_eq!(Solver::optimal(N_STATES_MAX).solve(puzzle.view()), expected);
        check_searches(&puzzle, expected);
    }

    #[test]
    fn the_shortcut_gives_the_released_answers(puzzle in puzzles(), budget in 1..3000_u32) {
        let outcome = Solver::released(budget).solve(puzzle.view());
        match (ReleasedSolver::new(budget).solve(puzzle.view()), outcome) {
            (Outcome::Undecided, Outcome::Unsolvable) => {}
            (released, outcome) => prop_assert_eq!(outcome, released),
        }
    }

    #[test]
    fn no_budget_makes_a_wrong_answer(puzzle in puzzles(), budget in 1..300_u32) {
        let expected = puzzle.outcome();
        let outcome = Solver::optimal(budget).solve(puzzle.view());
        prop_assert!([expected, Outcome::Undecided].contains(&outcome));
        if puzzle.n_reachable() <= budget as usize {
            prop_assert_eq!(outcome, expected);
        }
        let outcome = Solver::released(budget).solve(puzzle.view());
        match (outcome, expected) {
            (Outcome::Solved { moves }, Outcome::Solved { moves: least }) => {
                prop_assert!(moves >= least);
            }
            (outcome, expected) => prop_assert!(outcome == expected || outcome == Outcome::Undecided),
        }
    }
}
