//! Fronts in numbers and runs as pages, from the outside.

use serde_json::Value;

use crate::program::Scratch;
use crate::runs::TINY;

const FRONT: &str = "id,a,b\n1,0.25,1\n2,0.5,0.75\n3,1,0.25\n4,0.2,0.2\n";

#[test]
fn a_table_is_analyzed_in_every_format() {
    let scratch = Scratch::new().with("front.csv", FRONT);
    let json = scratch.evolve("analyze front.csv --format json").ok();
    let found: Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!(found["fronts"][0]["hypervolume"], 0.5625);
    let csv = scratch.evolve("analyze front.csv --format csv").ok().stdout;
    assert_eq!(csv.lines().count(), 2, "{csv}");
    assert!(
        csv.lines().last().is_some_and(|row| row.starts_with("front.csv,4,2,3,0.5625,")),
        "{csv}"
    );
    assert!(scratch.evolve("analyze front.csv").ok().stdout.contains("0.5625"));
}

#[test]
fn runs_are_compared() {
    let scratch = Scratch::new();
    for seed in 1..=2 {
        scratch.evolve(&format!("--problem binary {TINY} --seed {seed} --out run{seed}")).ok();
    }
    let json = scratch.evolve("analyze run1 run2 --format json").ok().stdout;
    let found: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(found["objectives"], serde_json::json!(["regions", "path"]));
    let merged = found["comparison"]["merged_size"].as_u64().expect("it is a number");
    let shared = found["comparison"]["fronts"].as_array().expect("two fronts");
    let shared: u64 = shared.iter().filter_map(|front| front["shared"].as_u64()).sum();
    assert!((1..=shared).contains(&merged), "{merged} of {shared}");
    assert_eq!(found["fronts"][0]["values"], "validated");
    assert!(found["fronts"][0]["searched"]["hypervolume"].is_number());
    let searched = scratch.evolve("analyze run1 --searched --format json").ok().stdout;
    let searched: Value = serde_json::from_str(&searched).expect("it is JSON");
    let values = &searched["fronts"][0];
    assert_eq!(values["values"], "searched");
    assert_eq!(values["hypervolume"], found["fronts"][0]["searched"]["hypervolume"]);
}

#[test]
fn what_is_no_front_is_told() {
    let scratch = Scratch::new()
        .with("empty.csv", "a,b\n")
        .with("nan.csv", "a,b\n0.5,NaN\n")
        .with("large.csv", "a,b\n0.5,7\n");
    for (arguments, message) in [
        ("analyze none.csv", "none.csv"),
        ("analyze empty.csv", "no row"),
        ("analyze nan.csv", "column `b`"),
        ("analyze large.csv", "found `7`"),
        ("analyze large.csv --objectives a,c", "no column `c`"),
        ("report none", "front.csv"),
    ] {
        let ended = scratch.evolve(arguments);
        assert_eq!(ended.code, Some(1), "{arguments}");
        assert!(ended.stderr.contains(message), "{arguments}: {}", ended.stderr);
    }
    assert_eq!(scratch.evolve("analyze").code, Some(2));
}

#[test]
fn a_run_becomes_a_page() {
    let scratch = Scratch::new();
    scratch.evolve(&format!("--problem zelda {TINY} --out run")).ok();
    let printed = scratch.evolve("report run").ok().stdout;
    assert_eq!(printed, "report: run/report.html\n");
    let page = scratch.read("run/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "it is a whole page");
    assert!(page.contains("data:image/png;base64,"), "levels are on the page");
    assert!(page.contains("Measured on 5 levels each that the search never saw"));
    assert!(page.contains("with this text makes the run again."));
}
