use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Tournament;
use crate::properties::choices::{Choices, check};

/// What happens to a tournament of cells with small keys.
#[derive(Clone, Debug)]
enum Event {
    Change { cell: usize, key: [u64; 2] },
    Pop { share: f64 },
}

fn event(choices: &mut Choices, n_cells: usize) -> Event {
    if choices.of(&[false, true]) {
        return Event::Pop { share: choices.share() };
    }
    Event::Change { cell: choices.number(0..n_cells), key: key(choices) }
}

/// Few values, so that many are equal.
fn key(choices: &mut Choices) -> [u64; 2] {
    [choices.number(0..3) as u64, choices.number(0..2) as u64]
}

#[test]
fn wins_as_a_scan_of_all_cells_says() {
    check(256, |choices| {
        let n_cells = choices.number(2..30);
        let mut cells: Vec<Option<[u64; 2]>> =
            (0..n_cells).map(|_| choices.of(&[false, true]).then(|| key(choices))).collect();
        let events = choices.list(0..40, |choices| event(choices, n_cells));
        let mut tournament = Tournament::default();
        tournament.begin(cells.len(), 2);
        for (cell, key) in cells.iter().enumerate() {
            if let Some(key) = key {
                tournament.enter(cell, key);
            }
        }
        tournament.play_all();
        for event in events {
            match event {
                Event::Change { cell, key } => {
                    if let Some(known) = &mut cells[cell] {
                        let is_other = std::mem::replace(known, key) != key;
                        assert_eq!(tournament.change(cell, &key), is_other);
                    }
                }
                Event::Pop { share } => {
                    let Some(smallest) = cells.iter().flatten().min().copied() else { continue };
                    let equals: Vec<usize> =
                        (0..cells.len()).filter(|&cell| cells[cell] == Some(smallest)).collect();
                    let mut n_offered = 0;
                    let popped = tournament.winner(|n| {
                        n_offered = n as usize;
                        (share * f64::from(n)) as u32
                    });
                    tournament.remove(popped);
                    assert_eq!(n_offered, equals.len());
                    assert!(equals.contains(&popped));
                    cells[popped] = None;
                }
            }
            for (cell, key) in cells.iter().enumerate() {
                assert_eq!(tournament.contains(cell), key.is_some());
            }
        }
    });
}

#[test]
fn every_one_of_the_equals_can_be_drawn() {
    // Thirteen places make a tree with leaves of two depths.
    for n_cells in [2, 8, 13] {
        let mut drawn: Vec<usize> = (0..n_cells)
            .map(|skip| {
                let mut tournament = Tournament::default();
                tournament.begin(n_cells, 1);
                (0..n_cells).for_each(|cell| tournament.enter(cell, &[7]));
                tournament.play_all();
                tournament.winner(|_| skip as u32)
            })
            .collect();
        drawn.sort_unstable();
        assert_eq!(drawn, (0..n_cells).collect::<Vec<_>>());
    }
}

#[test]
fn equals_win_equally_often() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut wins = [0_u32; 5];
    for _ in 0..5000 {
        let mut tournament = Tournament::default();
        tournament.begin(7, 1);
        for (cell, key) in [(1, 4), (2, 4), (3, 9), (4, 4), (6, 9)] {
            tournament.enter(cell, &[key]);
        }
        tournament.play_all();
        tournament.change(6, &[4]);
        let winner = tournament.winner(|n| rng.random_range(0..n));
        wins[[1, 2, 3, 4, 6].iter().position(|&cell| cell == winner).expect("it was entered")] += 1;
    }
    assert_eq!(wins[2], 0);
    // 1250 expected of each, standard deviation 31.
    assert!([0, 1, 3, 4].iter().all(|&index| wins[index].abs_diff(1250) < 130), "{wins:?}");
}

#[test]
#[should_panic(expected = "nobody is left")]
fn an_empty_tournament_has_no_winner() {
    let mut tournament = Tournament::default();
    tournament.begin(4, 1);
    tournament.play_all();
    tournament.winner(|_| 0);
}
