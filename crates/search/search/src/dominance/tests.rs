use marahel_workloads::Cloud;
use proptest::prelude::*;

use super::*;

/// Ranks by the definition: peel off what nobody left dominates.
fn ranks_by_definition(objectives: &Objectives) -> Vec<u32> {
    let mut ranks = vec![u32::MAX; objectives.len()];
    let mut rank = 0;
    while ranks.contains(&u32::MAX) {
        let left: Vec<usize> = (0..ranks.len()).filter(|&row| ranks[row] == u32::MAX).collect();
        for &row in &left {
            let dominated =
                left.iter().any(|&other| dominates(objectives.row(other), objectives.row(row)));
            if !dominated {
                ranks[row] = rank;
            }
        }
        rank += 1;
    }
    ranks
}

/// Compares the ranks of points, drawn as text: one point a line, one digit an objective.
#[track_caller]
fn check(points: &str, expected: &[u32]) {
    let rows: Vec<Vec<f64>> = points
        .split_whitespace()
        .map(|point| point.bytes().map(|digit| f64::from(digit - b'0')).collect())
        .collect();
    let objectives = Objectives::from_rows(rows[0].len(), rows).unwrap();
    assert_eq!(non_dominated_sort(&objectives), expected);
}

#[test]
fn a_chain_has_one_front_each() {
    check("1 3 2 0", &[2, 0, 1, 3]);
    check("11 33 22", &[2, 0, 1]);
    check("111 333 222", &[2, 0, 1]);
    check("1111 3333 2222", &[2, 0, 1]);
}

#[test]
fn points_that_trade_off_share_a_front() {
    check("03 12 21 30", &[0, 0, 0, 0]);
    check("003 111 300", &[0, 0, 0]);
}

#[test]
fn better_in_one_and_equal_elsewhere_dominates() {
    check("12 11", &[0, 1]);
    check("221 222", &[1, 0]);
    check("0001 0000", &[0, 1]);
}

#[test]
fn equal_points_share_a_front() {
    check("22 11 22 11", &[0, 1, 0, 1]);
    check("222 111 222", &[0, 1, 0]);
}

#[test]
fn no_points_have_no_fronts() {
    let none = Objectives::new(3, Vec::new()).unwrap();
    assert!(non_dominated_sort(&none).is_empty());
    assert_eq!(fronts(&[]), Vec::<Vec<usize>>::new());
}

#[test]
fn fronts_list_their_rows() {
    assert_eq!(fronts(&[1, 0, 2, 0]), [vec![1, 3], vec![0], vec![2]]);
}

#[test]
fn negative_values_keep_their_order() {
    let rows = [[0.0, -1.0, -2.0], [0.0, -1.0, -3.0], [0.0, -2.0, 1.0]];
    let objectives = Objectives::from_rows(3, rows).unwrap();
    assert_eq!(non_dominated_sort(&objectives), [0, 1, 0]);
}

#[test]
fn large_fronts_are_those_of_the_definition() {
    for cloud in Cloud::ALL {
        for n_objectives in [3, 4, 5, 6, 9, 10] {
            let values = marahel_workloads::objectives(cloud, 400, n_objectives, 1);
            let objectives = Objectives::new(n_objectives, values).unwrap();
            let ranks = non_dominated_sort(&objectives);
            assert_eq!(
                ranks,
                ranks_by_definition(&objectives),
                "{n_objectives} objectives, {}",
                cloud.name()
            );
        }
    }
}

/// Tables of 1 to 6 objectives; few distinct values make many ties and twins.
fn tables() -> impl Strategy<Value = Objectives> {
    (1..=6_usize, 1..=6_i32).prop_flat_map(|(n_objectives, n_values)| {
        let row = prop::collection::vec(-n_values..=n_values, n_objectives);
        prop::collection::vec(row, 0..60).prop_map(move |rows| {
            let values = rows.into_iter().flatten().map(f64::from).collect();
            Objectives::new(n_objectives, values).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn ranks_are_those_of_the_definition(objectives in tables()) {
        prop_assert_eq!(non_dominated_sort(&objectives), ranks_by_definition(&objectives));
    }

    #[test]
    fn fronts_partition_the_rows(objectives in tables()) {
        let mut rows: Vec<usize> = fronts(&non_dominated_sort(&objectives)).concat();
        rows.sort_unstable();
        prop_assert_eq!(rows, (0..objectives.len()).collect::<Vec<_>>());
    }

    #[test]
    fn fronts_do_not_dominate_themselves_but_the_next(objectives in tables()) {
        let fronts = fronts(&non_dominated_sort(&objectives));
        let some_dominates = |front: &[usize], row: usize| {
            front.iter().any(|&member| dominates(objectives.row(member), objectives.row(row)))
        };
        for front in &fronts {
            prop_assert!(!front.iter().any(|&row| some_dominates(front, row)));
        }
        for pair in fronts.windows(2) {
            prop_assert!(pair[1].iter().all(|&row| some_dominates(&pair[0], row)));
        }
    }
}
