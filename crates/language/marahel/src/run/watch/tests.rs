use super::*;
use crate::generator::Generator;
use crate::semantics::Semantics;

#[track_caller]
fn snapshots(explorers: &str, n_snapshots_max: u64) -> Vec<Snapshot> {
    let script = format!(
        "{{metadata: {{min: '4x2', max: '4x2'}}, entities: ['empty', 'solid'],
          regions: {{type: 'equal', number: 2, parameters: {{min: '2x1', max: '2x1'}}}},
          explorers: [{explorers}]}}"
    );
    let generator = Generator::parse(&script).expect("the script is sound");
    generator.snapshots(1, n_snapshots_max).expect("it is small")
}

/// Which repeats are shown of explorers that have `n_repeats` of them.
#[track_caller]
fn check_choice(n_repeats: &[u64], n_snapshots_max: u64, expected: &[&[u64]]) {
    let explorers = n_repeats
        .iter()
        .map(|n| format!("{{parameters: {{repeats: {n}}}, rules: ['-> self(empty|solid)']}}"));
    let explorers: Vec<String> = explorers.collect();
    let snapshots = snapshots(&explorers.join(","), n_snapshots_max);
    for (explorer, &expected) in expected.iter().enumerate() {
        let own = snapshots.iter().filter(|snapshot| snapshot.explorer == explorer);
        assert_eq!(
            own.map(|snapshot| snapshot.n_repeats).collect::<Vec<_>>(),
            expected,
            "{explorer}"
        );
    }
}

/// What each rule did, as pairs of firings and changes.
#[track_caller]
fn check_counts(explorers: &str, expected: &[(u64, u64)]) {
    let snapshots = snapshots(explorers, 0);
    let rules = &snapshots.last().expect("there is an explorer").rules;
    let found: Vec<_> = rules.iter().map(|rule| (rule.n_fired, rule.n_changed)).collect();
    assert_eq!(found, expected);
}

#[test]
fn visits_and_changed_tiles_are_counted() {
    check_counts("{rules: ['-> self(solid)']}", &[(8, 8)]);
    check_counts("{parameters: {repeats: 3}, rules: ['-> self(solid)']}", &[(24, 8)]);
    check_counts("{parameters: {repeats: 2}, rules: ['-> self(solid), self(empty)']}", &[(16, 32)]);
    check_counts("{parameters: {tiles: 3}, rules: ['-> self(solid)']}", &[(3, 3)]);
    check_counts("{region: 'all', rules: ['-> all(solid)']}", &[(8, 8)]);
    check_counts("{parameters: {replace: 'buffer'}, rules: ['-> self(solid)']}", &[(8, 8)]);
}

#[test]
fn each_rule_has_its_own_count_and_each_explorer_begins_anew() {
    check_counts(
        "{rules: ['-> self(empty)']},
         {rules: ['self(solid) -> self(solid)', 'self(empty), solid<3 -> self(solid)',
                  'self(empty) -> self(empty)']}",
        &[(0, 0), (3, 3), (5, 0)],
    );
}

#[test]
fn rules_that_can_never_be_applied_are_listed() {
    check_counts(
        "{rules: ['1>2 -> self(empty)', '-> self(solid)', 'random>0.5 -> self(empty)']}",
        &[(0, 0), (8, 8), (0, 0)],
    );
    check_counts("{rules: ['1>2 -> self(empty)']}", &[(0, 0)]);
    check_counts("{region: '7', rules: ['-> self(empty)']}", &[(0, 0)]);
    check_counts("{rules: []}", &[]);
}

/// Which rule put a tile on each cell last.
#[track_caller]
fn check_places(explorers: &str, expected: [Option<u16>; 8]) {
    let snapshots = snapshots(explorers, 0);
    assert_eq!(snapshots.last().expect("there is an explorer").by_rule, expected);
}

#[test]
fn each_cell_knows_the_rule_that_changed_it() {
    let all = [Some(0); 8];
    check_places("{rules: ['-> all(solid)']}", all);
    check_places("{region: 'all', rules: ['-> self(solid)']}", all);
    check_places("{rules: ['-> self(solid)']}, {rules: ['-> self(solid)']}", [None; 8]);
    // The second rule has the two columns at the sides, which see out on three sides.
    let row = [Some(1), Some(0), Some(0), Some(1)];
    let places = [row, row].concat().try_into().expect("eight cells");
    check_places("{rules: ['plus(out)<2 -> self(solid)', '-> self(empty)']}", places);
}

#[test]
fn every_explorer_has_a_last_frame() {
    check_choice(&[1, 5, 1], 0, &[&[1], &[5], &[1]]);
    check_choice(&[1, 5, 1], 3, &[&[1], &[5], &[1]]);
    check_choice(&[0], 9, &[&[0]]);
}

#[test]
fn repeats_are_chosen_evenly() {
    check_choice(&[4], 4, &[&[1, 2, 3, 4]]);
    check_choice(&[4], 99, &[&[1, 2, 3, 4]]);
    check_choice(&[10], 5, &[&[2, 4, 6, 8, 10]]);
    check_choice(&[1, 11, 11], 13, &[&[1], &[2, 4, 6, 8, 10, 11], &[2, 4, 6, 8, 10, 11]]);
}

#[test]
fn as_many_repeats_are_chosen_as_asked_and_the_last_one_is_among_them() {
    for (n_repeats, n) in [(1, 1), (7, 1), (7, 3), (7, 7), (1000, 64)] {
        let chosen = (1..=n_repeats).filter(|&n_done| is_chosen(n_done, n_repeats, n));
        let chosen: Vec<u64> = chosen.collect();
        assert_eq!(chosen.len() as u64, n);
        assert_eq!(chosen.last(), Some(&n_repeats));
    }
    assert!(is_chosen(1 << 53, 1 << 53, 1 << 52), "nothing overflows");
}

#[test]
fn what_is_not_shown_is_counted_all_the_same() {
    let explorer =
        "{parameters: {repeats: 9}, rules: ['random>0.4 -> self(empty)', '-> self(solid)']}";
    let sums = |n_snapshots_max| {
        let snapshots = snapshots(explorer, n_snapshots_max);
        let fired = snapshots.iter().map(|snapshot| snapshot.rules[0].n_fired).sum::<u64>();
        (fired, snapshots.iter().map(|snapshot| snapshot.rules[1].n_changed).sum::<u64>())
    };
    assert_eq!(sums(0), sums(4));
    assert_eq!(sums(0), sums(9));
}

#[test]
fn both_semantics_count_alike() {
    let script = crate::Script::parse(
        "{metadata: {min: 4, max: 4}, entities: ['empty'], explorers: [{type: 'rorder', rules: ['-> self(empty)']}]}",
    );
    let script = script.expect("the script is sound");
    let n_fired = |semantics| {
        let snapshots =
            Generator::new(&script).read_as(semantics).snapshots(1, 0).expect("it is small");
        snapshots[0].rules[0].n_fired
    };
    assert_eq!(n_fired(Semantics::Documented), 16);
    assert_eq!(n_fired(Semantics::Original), 15); // one cell is lost in each pass
}
