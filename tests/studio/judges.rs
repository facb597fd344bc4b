//! Judges from outside in the studio: refused, or allowed.
#![cfg(unix)]

use serde_json::{Value, json};

use super::{Studio, is};
use crate::judges::{ANSWER, CAVE, with_judge};

const SCRIPT: &str = r#"{"metadata": {"min": "6x4", "max": "6x4"}, "entities": ["empty", "rock"],
    "explorers": [{"type": "horz", "rules": ["random < 0.5 -> self(rock)", "-> self(empty)"]}]}"#;

/// The first row of each level.
fn corners(levels: &Value) -> Vec<u64> {
    let levels = levels["levels"].as_array().expect("levels");
    levels.iter().map(|level| level["cells"][0].as_u64().expect("a tile")).collect()
}

#[test]
fn a_judge_starts_only_where_it_is_allowed() {
    // It passes levels with a free corner alone.
    let action = format!(
        "case $line in *'\"map\":[\"#'*) echo \"{{\\\"id\\\":$n,\\\"size\\\":0}}\";; *) {ANSWER};; esac"
    );
    let file = format!("{CAVE}sift = true\n");
    let levels =
        json!({ "do": "levels", "script": SCRIPT, "seed": 0, "count": 16, "problem": file });
    let judged =
        json!({ "do": "judge", "script": SCRIPT, "seed": 0, "count": 100, "problem": file });
    let search = json!({ "name": "caves", "budget": 1000, "seed": 1, "problem": file });

    let studio = Studio::with_arguments(with_judge("", &action), &["game"]);
    for question in [&levels, &judged] {
        let answer = studio.post("/api/ask", question).ok().json();
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains("evolve studio --allow-judges"), "{answer}");
    }
    studio.post("/api/runs", &search).refused(400);
    // Without the file nothing is left out.
    let all = json!({ "do": "levels", "script": SCRIPT, "seed": 0, "count": 16 });
    assert!(corners(&studio.post("/api/ask", &all).ok().json()).contains(&1));
    drop(studio);

    let studio = Studio::with_arguments(with_judge("", &action), &["game", "--allow-judges"]);
    let found = studio.post("/api/ask", &levels).ok().json();
    assert_eq!(corners(&found), [0; 16], "{found}");
    let seeds = found["levels"].as_array().expect("levels").iter().map(|level| &level["seed"]);
    assert!(seeds.max_by_key(|seed| seed.as_u64()).and_then(Value::as_u64) > Some(15), "{found}");
    let found = studio.post("/api/ask", &judged).ok().json();
    assert_eq!(found["count"], 50, "{found}");
    // A search finds its judge from the folder of its file.
    let name = studio.start(&search);
    let found = studio.wait_for(&name, |run| run["state"] != "running");
    assert!(is("finished")(&found), "{found}");
}
