//! What `evolve bench` says of this machine.

use serde_json::Value;

use crate::program::Scratch;

#[test]
fn bench_measures_every_problem_in_both_settings() {
    let arguments = "bench --json --maps 1 --genomes 3 --seconds 0";
    let ended = Scratch::new().evolve(arguments).ok();
    let answer: Value = serde_json::from_str(&ended.stdout).expect("it is JSON");
    let rows = |key: &str| answer[key].as_array().expect("it is a list").clone();
    let speeds = rows("levels_per_second");
    let (studied, others) =
        problems::ALL.0.iter().partition::<Vec<_>, _>(|kind| kind.published.is_some());
    // The study's problems in both settings, with random, wide and published generators;
    // nobody published numbers or generators of the others.
    assert_eq!(speeds.len(), studied.len() * 2 * 3 + others.len() * 2);
    for row in speeds.iter().filter(|row| row["n"] != 0) {
        assert!(row["median"].as_f64().is_some_and(|speed| speed > 0.0), "{row}");
    }
    let generations = rows("generations");
    for problem in problems::ALL.names() {
        let on_one_thread = generations.iter().find(|row| row["problem"] == problem);
        assert_eq!(on_one_thread.map(|row| &row["threads"]), Some(&Value::from(1)), "{problem}");
    }
}

#[test]
fn bench_refuses_times_that_are_none() {
    for seconds in ["nan", "1e9", "soon"] {
        let ended = Scratch::new().evolve(&format!("bench --seconds {seconds}"));
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    }
}
