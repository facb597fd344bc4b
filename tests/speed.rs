//! What `evolve bench` says of this machine.

use crate::program::Scratch;

#[test]
fn bench_measures_every_problem_in_both_settings() {
    let ended = Scratch::new().evolve("bench --maps 1 --genomes 3 --seconds 0").ok();
    // The rows of both tables, cell by cell.
    let mut tables = ended.stdout.split("\n|---|").skip(1).map(|table| {
        let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
        rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>()).collect::<Vec<_>>()
    });
    let speeds = tables.next().expect("there is a table of speeds");
    let (studied, others) =
        config::BUILT_IN.0.iter().partition::<Vec<_>, _>(|kind| kind.published.is_some());
    // The study's problems in both settings, with random, wide and published generators;
    // nobody published numbers or generators of the others.
    assert_eq!(speeds.len(), studied.len() * 2 * 3 + others.len() * 2, "{}", ended.stdout);
    for row in speeds.iter().filter(|row| row[4] != "0") {
        let median: f64 = row[6].parse().expect("it is a number");
        assert!(median > 0.0, "{row:?}");
    }
    let generations = tables.next().expect("there is a table of threads");
    for problem in config::BUILT_IN.names() {
        let on_one_thread = generations.iter().find(|row| row[1] == problem);
        assert_eq!(on_one_thread.map(|row| row[2]), Some("1"), "{problem}");
    }
}

#[test]
fn bench_refuses_times_that_are_none() {
    for seconds in ["nan", "1e9", "soon"] {
        let ended = Scratch::new().evolve(&format!("bench --seconds {seconds}"));
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    }
}
