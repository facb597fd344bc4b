use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Tournament;

/// What happens to a tournament of cells with small keys.
#[derive(Clone, Debug)]
enum Event {
    Change { cell: usize, key: [u64; 2] },
    Pop { share: f64 },
}

fn event(n_cells: usize) -> impl Strategy<Value = Event> {
    prop_oneof![
        (0..n_cells, key()).prop_map(|(cell, key)| Event::Change { cell, key }),
        (0.0..1.0).prop_map(|share| Event::Pop { share }),
    ]
}

/// Few values, so that many are equal.
fn key() -> impl Strategy<Value = [u64; 2]> {
    [0_u64..3, 0_u64..2]
}

/// A tournament: number of places, keys of those that are taken, events.
fn play() -> impl Strategy<Value = (Vec<Option<[u64; 2]>>, Vec<Event>)> {
    (2_usize..30).prop_flat_map(|n_cells| {
        let entries = proptest::collection::vec(proptest::option::of(key()), n_cells);
        (entries, proptest::collection::vec(event(n_cells), 0..40))
    })
}

proptest! {
    #[test]
    fn wins_as_a_scan_of_all_cells_says((mut cells, events) in play()) {
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
                        prop_assert_eq!(tournament.change(cell, &key), is_other);
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
                    prop_assert_eq!(n_offered, equals.len());
                    prop_assert!(equals.contains(&popped));
                    cells[popped] = None;
                }
            }
            for (cell, key) in cells.iter().enumerate() {
                prop_assert_eq!(tournament.contains(cell), key.is_some());
            }
        }
    }
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
