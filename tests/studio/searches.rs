//! Searches that a page starts, stops and goes on with.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Answer, SCRIPT, Studio, is};
use crate::program::{Scratch, TIME_LIMIT};

#[test]
fn a_search_is_watched_until_its_end() {
    let studio = Studio::new(Scratch::new());
    let wish = json!({ "problem": "sokoban", "name": "My run/..", "budget": 2000, "seed": 3 });
    let name = studio.start(&wish);
    assert_eq!(name, "my-run");
    let mistaken = json!({
        "problem": "sokoban", "name": name, "budget": 2000, "seed": 0, "from": ["no script"],
    });
    assert_eq!(studio.start(&mistaken), "my-run-2");
    let failed = studio.wait_for("my-run-2", is("failed"));
    assert!(!failed["message"].as_str().expect("it says why").is_empty(), "{failed}");
    let found = studio.wait_for("my-run", |run| run["state"] != "running");
    assert_eq!(
        (&found["state"], &found["share"], &found["problem"], &found["message"]),
        (&"finished".into(), &1.0.into(), &"sokoban".into(), &"".into()),
    );
    let rows = |table: &str| found[table].as_array().expect("a table").clone();
    assert!(rows("generations").iter().all(|row| row["hypervolume"].is_string()));
    assert!(!rows("generations").is_empty());
    for row in &rows("front") {
        let file = row["script"].as_str().expect("a row names its script");
        let script = studio.get(&format!("/api/runs/my-run/script?file={file}")).ok().body;
        assert_eq!(script, studio.scratch.read(&format!("runs/my-run/{file}")));
    }
    assert!(!rows("front").is_empty());
    let best = found["best"].as_str().expect("there is a best script");
    assert_eq!(best, studio.get("/api/runs/my-run/script?file=best.json").ok().body);
    let question =
        json!({ "do": "judge", "script": best, "problem": "sokoban", "seed": 0, "count": 20 });
    let verdict = studio.post("/api/ask", &question).ok().json();
    assert!(verdict["playable"].is_number(), "{verdict}");
    studio.get("/api/runs/my-run/script?file=scripts/999999.json").refused(404);

    // From a script that a run found, with a part that stays.
    let wish = json!({
        "problem": "sokoban", "name": "next", "budget": 2000, "seed": 3, "from": [best], "locks": ["0"],
    });
    let next = studio.start(&wish);
    let found = studio.wait_for(&next, |run| run["state"] != "running");
    assert_eq!(found["state"], "finished", "{found}");

    // Runs are there for the next studio, too, and no scripts of the person.
    let scratch_of = |studio: &Studio| studio.get("/api/runs").ok().json();
    let names: Vec<Value> = scratch_of(&studio).as_array().expect("a list").clone();
    let names: Vec<&str> = names.iter().filter_map(|run| run["name"].as_str()).collect();
    assert_eq!(names, ["my-run", "my-run-2", "next"]);
    assert_eq!(studio.get("/api/files").ok().json()["scripts"], json!([]));
}

#[test]
fn a_stopped_search_goes_on_to_the_same_end() {
    let studio = Studio::new(Scratch::new());
    let budget = 20_000;
    let name =
        studio.start(&json!({ "problem": "sokoban", "name": "", "budget": budget, "seed": 1 }));
    assert_eq!(name, "run");
    let has_begun =
        |run: &Value| run["generations"].as_array().is_some_and(|rows| !rows.is_empty());
    studio.wait_for(&name, has_begun);
    studio.post("/api/runs/run/resume", &json!({})).refused(400);
    studio.post("/api/runs/run/stop", &json!({})).ok();
    // To say it again does no harm, also when the search no longer takes it for the same.
    thread::sleep(Duration::from_millis(600));
    studio.post("/api/runs/run/stop", &json!({})).ok();
    let stopped = studio.wait_for(&name, |run| run["state"] != "running");
    assert_eq!(stopped["state"], "stopped", "{stopped}");
    assert!(stopped["best"].is_string(), "it was not let finish: {stopped}");
    let share = stopped["share"].as_f64().expect("a number");
    assert!(share > 0.0 && share < 1.0, "{share}");
    studio.post("/api/runs/run/resume", &json!({})).ok();
    let found = studio.wait_for(&name, |run| run["state"] != "running");
    assert_eq!((&found["state"], &found["share"]), (&"finished".into(), &1.0.into()), "{found}");

    let line = format!("--problem sokoban --start starters --seed 1 --budget {budget} --out whole");
    studio.scratch.evolve(&line).ok();
    for file in ["generations.csv", "front.csv", "best.json"] {
        let resumed = studio.scratch.read(&format!("runs/run/{file}"));
        assert!(resumed == studio.scratch.read(&format!("whole/{file}")), "{file} differs");
    }
}

#[test]
fn searches_that_were_started_elsewhere_are_seen() {
    let scratch = Scratch::new();
    let problem = scratch.evolve("problem show zelda").ok().stdout;
    let scratch = scratch.with("mine.toml", problem.replace("name = \"zelda\"", "name = \"mine\""));
    let line = "--problem mine.toml --gens 2 --pop 4 --maps 2 --validation-maps 2";
    scratch.evolve(line).ok();
    let endless = "--problem binary --gens 1000000 --out results/runs/endless";
    let mut elsewhere = scratch.start("evolve", endless, "");
    elsewhere.wait_for("1 of");
    let studio = Studio::new(scratch);
    let runs = studio.get("/api/runs").ok().json();
    let told = |run: &Value| ["name", "problem", "state"].map(|key| run[key].clone());
    let told: Vec<_> = runs.as_array().expect("a list").iter().map(told).collect();
    assert_eq!(
        json!(told),
        json!([["endless", "binary", "running"], ["mine-seed1", "mine", "finished"]])
    );
    let share = runs[0]["share"].as_f64().expect("a number");
    assert!(share > 0.0 && share < 1.0, "{share}");
    studio.get("/api/runs/mine-seed1/script?file=best.json").ok();
    studio.request("PUT /api/file?path=results/runs/mine-seed1/best.json", "{}").refused(400);
    studio.post("/api/runs/endless/resume", &json!({})).refused(400);
    let said = studio.post("/api/runs/endless/stop", &json!({})).refused(400);
    assert!(said.contains("started elsewhere"), "{said}");
    elsewhere.signal("INT");
    assert_eq!(elsewhere.end().code, Some(130));
    studio.wait_for("endless", is("stopped"));
    studio.post("/api/runs/endless/resume", &json!({})).ok();
    studio.wait_for("endless", is("running"));
    studio.post("/api/runs/endless/stop", &json!({})).ok();
    studio.wait_for("endless", is("stopped"));
}

#[test]
fn searches_end_with_their_studio_and_go_on_with_the_next() {
    let mut studio = Studio::new(Scratch::new());
    let endless = json!({ "problem": "sokoban", "name": "a", "budget": 100_000_000, "seed": 1 });
    // Six wishes at once for one name, and room for four.
    let wish = || studio.post("/api/runs", &endless);
    let answers: Vec<Answer> = thread::scope(|scope| {
        let wishes: Vec<_> = (0..6).map(|_| scope.spawn(wish)).collect();
        wishes.into_iter().map(|wish| wish.join().expect("it is answered")).collect()
    });
    let started = answers.iter().filter(|answer| answer.status == 200);
    let mut names: Vec<String> =
        started.map(|answer| answer.json()["name"].as_str().expect("a name").to_owned()).collect();
    names.sort();
    assert_eq!(names, ["a", "a-2", "a-3", "a-4"]);
    let said = studio.post("/api/runs", &endless).refused(400);
    assert!(said.contains("4 searches are running"), "{said}");
    for name in &names {
        let has_begun =
            |run: &Value| run["generations"].as_array().is_some_and(|rows| !rows.is_empty());
        studio.wait_for(name, has_begun);
    }
    // As if its terminal was closed.
    studio.child.signal("HUP");
    let begin = Instant::now();
    while studio.child.0.try_wait().expect("it is our child").is_none() {
        assert!(begin.elapsed() < TIME_LIMIT, "it did not end");
        thread::sleep(Duration::from_millis(10));
    }
    for name in &names {
        assert!(
            studio.scratch.read(&format!("runs/{name}/run.toml")).contains("interrupted = true")
        );
        assert!(!studio.scratch.path(&format!("runs/{name}/.lock")).exists(), "{name} goes on");
    }
    let Studio { scratch, .. } = studio;
    let next = Studio::new(scratch);
    let runs = next.get("/api/runs").ok().json();
    assert!(runs.as_array().expect("a list").iter().all(is("stopped")), "{runs}");
    next.post("/api/runs/a/resume", &json!({})).ok();
    next.wait_for("a", is("running"));
    next.post("/api/runs/a/stop", &json!({})).ok();
    next.wait_for("a", is("stopped"));
}

#[test]
fn a_killed_studio_takes_its_searches_along() {
    let mut studio = Studio::new(Scratch::new());
    let endless = json!({ "problem": "sokoban", "name": "a", "budget": 100_000_000, "seed": 1 });
    let name = studio.start(&endless);
    let has_begun =
        |run: &Value| run["generations"].as_array().is_some_and(|rows| !rows.is_empty());
    studio.wait_for(&name, has_begun);
    studio.child.0.kill().expect("it is our child");
    studio.child.0.wait().expect("it is our child");
    let Studio { scratch, .. } = studio;
    let next = Studio::new(scratch);
    let stopped = next.wait_for(&name, is("stopped"));
    assert!(stopped["best"].is_string(), "it was not let finish: {stopped}");
    next.post("/api/runs/a/resume", &json!({})).ok();
    next.wait_for(&name, is("running"));
}

#[test]
fn a_wish_starts_a_search_and_nothing_else() {
    let scratch = Scratch::new();
    let problem = scratch.evolve("problem show sokoban").ok().stdout;
    let studio = Studio::new(scratch.with("tile.png", ""));
    let wish = |problem: &str| {
        let wish = json!({ "problem": problem, "name": "x", "budget": 2000, "seed": 0 });
        studio.post("/api/runs", &wish)
    };
    let outside = "\n[outside]\ncommand = [\"touch\", \"started\"]\nvalues = [\"fun\"]\n";
    let judged = problem
        .replace("\n[objectives]\n", &format!("{outside}\n[objectives]\nfun = {{ value = \"outside(fun)\", range = [1, 2], zero_above = 9 }}\n"));
    let said = wish(&judged).refused(400);
    assert!(said.contains("a program outside"), "{said}");
    let question =
        json!({ "do": "judge", "script": SCRIPT, "problem": judged, "seed": 0, "count": 4 });
    studio.post("/api/ask", &question).ok();
    for text in ["not a problem\n", "nothing", "", "--out", "../x", "x.toml", "/etc/passwd"] {
        wish(text).refused(400);
    }
    let many =
        json!({ "problem": "zelda", "name": "x", "budget": 1, "seed": 0, "from": vec!["{}"; 65] });
    studio.post("/api/runs", &many).refused(400);
    for wish in
        [json!({}), json!([]), json!({ "problem": "zelda", "name": "x", "budget": -1, "seed": 0 })]
    {
        studio.post("/api/runs", &wish).refused(422);
    }
    studio.request("POST /api/runs", "{").refused(400);
    // Nothing is left of what was refused.
    assert!(!studio.scratch.path("runs").exists() && !studio.scratch.path("started").exists());
    assert_eq!(wish(&problem).ok().json()["name"], "x");
    let found = studio.wait_for("x", |run| run["state"] != "running");
    assert_eq!(found["state"], "finished", "{found}");
}
