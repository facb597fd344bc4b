use marahel_level::View;

use super::Memo;
use crate::paths::sokoban::Outcome;

const WIDTH: usize = 5;

#[track_caller]
fn check(memo: &mut Memo, tiles: &[u8], solved: Outcome, expected: Outcome) {
    let view = View::new(tiles, WIDTH, tiles.len() / WIDTH, WIDTH);
    assert_eq!(memo.outcome(view, |_| solved), expected);
}

#[test]
fn a_level_is_solved_once() {
    let mut memo = Memo::default();
    let solved = Outcome::Solved { moves: 3 };
    check(&mut memo, &[0; 25], solved, solved);
    check(&mut memo, &[0; 25], Outcome::Undecided, solved);
    check(&mut memo, &[1; 25], Outcome::Unsolvable, Outcome::Unsolvable);
    check(&mut memo, &[0; 25], Outcome::Undecided, solved);
}

#[test]
fn a_level_that_is_like_no_level_is_solved() {
    // Places without a level hold tiles of 0.
    check(&mut Memo::default(), &[0; 25], Outcome::Undecided, Outcome::Undecided);
}

#[test]
fn levels_that_share_a_place_do_not_share_outcomes() {
    let mut memo = Memo::default();
    // With one place for all levels, each new one replaces the last.
    let mut tiles = vec![0; Memo::N_TILES_MAX * 3 / 4 / WIDTH * WIDTH];
    check(&mut memo, &tiles, Outcome::Unsolvable, Outcome::Unsolvable);
    tiles[7] = 1;
    check(&mut memo, &tiles, Outcome::Undecided, Outcome::Undecided);
    tiles[7] = 0;
    check(&mut memo, &tiles, Outcome::Gated, Outcome::Gated);
}

#[test]
fn levels_of_another_size_are_others() {
    let mut memo = Memo::default();
    check(&mut memo, &[0; 25], Outcome::Unsolvable, Outcome::Unsolvable);
    check(&mut memo, &[0; 20], Outcome::Undecided, Outcome::Undecided);
    check(&mut memo, &[0; 25], Outcome::Gated, Outcome::Gated);
}

#[test]
fn many_levels_find_places() {
    const N_LEVELS: usize = 5000;
    let mut memo = Memo::default();
    let mut n_solved = 0;
    for moves in (0..N_LEVELS as u32).cycle().take(3 * N_LEVELS) {
        let tiles = std::array::from_fn::<u8, 25, _>(|cell| (moves >> (cell / 2) & 1) as u8);
        let solved = Outcome::Solved { moves };
        let outcome = memo.outcome(View::new(&tiles, WIDTH, 5, WIDTH), |_| {
            n_solved += 1;
            solved
        });
        assert_eq!(outcome, solved);
    }
    assert!((N_LEVELS..N_LEVELS * 5 / 2).contains(&n_solved), "{n_solved}");
}
