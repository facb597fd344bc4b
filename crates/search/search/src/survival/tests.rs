use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn rows(survivors: &[Ranked]) -> Vec<usize> {
    survivors.iter().map(|survivor| survivor.row).collect()
}

#[test]
fn better_fronts_survive_whole_and_the_next_is_split() {
    // Rows 5 and 0 are the first front; 1 to 4 the second, of which 2 and 3 crowd.
    let table = Objectives::from_rows(
        2,
        [[3.0, 2.0], [2.0, 0.0], [1.0, 1.0], [0.9, 1.1], [0.0, 2.0], [2.0, 3.0]],
    )
    .unwrap();
    for survival in SURVIVALS {
        assert_eq!(survival.survivors(&table, 0), []);
        assert_eq!(rows(&survival.survivors(&table, 2)), [0, 5]);
        assert_eq!(survival.survivors(&table, 6), survival.survivors(&table, 100));
        let four = survival.survivors(&table, 4);
        let ranks: Vec<u32> = four.iter().map(|survivor| survivor.rank).collect();
        assert_eq!(ranks, [0, 0, 1, 1]);
    }
}

#[test]
fn crowding_is_that_of_the_engine() {
    use crate::tests::Digits;
    use crate::{Engine, EngineSettings};

    for survival in SURVIVALS {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let settings = EngineSettings::of_one(40, survival);
        let mut engine = Engine::new(settings, Box::new(Digits { n_values: 10 })).unwrap();
        let mut everyone: Vec<(u64, Vec<f64>)> = Vec::new();
        for _generation in 0..30 {
            let first_id = engine.n_born();
            let genomes = engine.ask(&mut rng);
            let measure = |genome: &Vec<u32>| {
                let sum: u32 = genome.iter().sum();
                let zeros = genome.iter().filter(|&&gene| gene == 0).count();
                let steps: u32 = genome.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
                vec![f64::from(sum), zeros as f64, f64::from(steps)]
            };
            let told: Vec<Vec<f64>> = genomes.iter().map(measure).collect();
            engine.tell(&Objectives::from_rows(3, &told).unwrap());
            everyone.extend((first_id..).zip(told));

            let table = Objectives::from_rows(3, everyone.iter().map(|(_, row)| row)).unwrap();
            let found = survival.survivors(&table, 40);
            let found: Vec<(u64, u32, f64)> =
                found.iter().map(|one| (everyone[one.row].0, one.rank, one.room)).collect();
            let expected: Vec<(u64, u32, f64)> =
                engine.population().iter().map(|one| (one.id, one.rank, one.crowding)).collect();
            assert_eq!(found, expected);
            everyone.retain(|(id, _)| engine.population().iter().any(|one| one.id == *id));
        }
    }
}

proptest! {
    #[test]
    fn survivors_ranked_alone_are_ranked_alike(
        values in prop::collection::vec((0..9_i32).prop_map(f64::from), 3 * 30),
        n in 0..32_usize,
    ) {
        let table = Objectives::new(3, values).unwrap();
        for survival in SURVIVALS {
            let first = survival.survivors(&table, n);
            prop_assert_eq!(first.len(), n.min(30));
            // In the order of their rows, as those of an engine are in the order of their ids.
            let mut kept = rows(&first);
            kept.sort_unstable();
            prop_assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
            let again = survival.survivors(&table.select(&kept), n);
            let again: Vec<Ranked> =
                again.into_iter().map(|one| Ranked { row: kept[one.row], ..one }).collect();
            prop_assert_eq!(first, again);
        }
    }

    #[test]
    fn nobody_survives_before_a_better_rank(
        values in prop::collection::vec((0..9_i32).prop_map(f64::from), 3 * 30),
        n in 0..32_usize,
    ) {
        let table = Objectives::new(3, values).unwrap();
        let ranks = non_dominated_sort(&table);
        let mut best: Vec<u32> = ranks.clone();
        best.sort_unstable();
        best.truncate(n);
        for survival in SURVIVALS {
            let found = survival.survivors(&table, n);
            let found_ranks: Vec<u32> = found.iter().map(|one| one.rank).collect();
            prop_assert_eq!(&found_ranks, &best);
            prop_assert!(found.iter().all(|one| ranks[one.row] == one.rank));
        }
    }
}

/// Survival by the rooms of Deb 2002, and by others.
pub(crate) const SURVIVALS: [Survival; 2] = [Survival::CROWDING, Survival(rooms_with_bonuses)];

/// Rooms that are finite, with a bonus for the ends of each objective; twice that for the best.
pub(crate) fn rooms_with_bonuses(front: &Objectives) -> Vec<f64> {
    let mut rooms = vec![0.0; front.len()];
    for objective in 0..if front.is_empty() { 0 } else { front.n_objectives() } {
        let value = |row: usize| front.row(row)[objective];
        let mut rows: Vec<usize> = (0..front.len()).collect();
        rows.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        for window in rows.windows(3) {
            rooms[window[1]] += value(window[2]) - value(window[0]);
        }
        rooms[rows[0]] += 1_000_000.0;
        rooms[rows[rows.len() - 1]] += 2_000_000.0;
    }
    rooms
}
