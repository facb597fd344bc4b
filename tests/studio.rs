//! The studio: pages, files and runs over HTTP, and who is kept out.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::program::{OurChild, Scratch, TIME_LIMIT, program_path};

/// A server that does not answer a request for so long hangs.
const PATIENCE: Duration = Duration::from_mins(1);

/// A script and a problem file, as small as they can be told from others.
const SCRIPT: &str = r#"{"metadata": {}, "explorers": []}"#;
const PROBLEM: &str = "[tiles]\nempty = {}\n";

/// A studio at work in a folder.
struct Studio {
    child: OurChild,
    port: u16,
    token: String,
    scratch: Scratch,
}

/// What a request was answered with.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Studio {
    fn new(scratch: Scratch) -> Self {
        let mut child = Command::new(program_path("evolve"))
            .args(["studio", "--port", "18100"])
            .current_dir(scratch.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let (_, rest) = line.split_once("http://127.0.0.1:").expect("it says where it is");
        let (port, _) = rest.split_once('/').expect("an address ends");
        let port = port.parse().expect("a port is a number");
        let mut studio = Self { child: OurChild(child), port, token: String::new(), scratch };
        let page = studio.get("/").body;
        let (_, rest) = page.split_once(r#"name="token" content=""#).expect("the page has a token");
        rest.split('"').next().expect("it ends").clone_into(&mut studio.token);
        assert_eq!(studio.token.len(), 32);
        studio
    }

    /// Sends bytes, and reads until the server closes or says nothing for long.
    fn send(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        // What refuses a request early may close before all of it was sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Err(_) if !answer.is_empty() => Ok(answer),
            other => other.map(|_| answer),
        }
    }

    /// A request with these headers alone.
    #[track_caller]
    fn request_with(&self, what: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let headers = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let headers: String = headers.collect();
        let length = body.len();
        let head = format!(
            "{what} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        let answer = self.send(&[head.as_bytes(), body].concat()).expect("the studio answers");
        Answer::of(&String::from_utf8(answer).expect("answers are UTF-8"))
    }

    /// A request as the page makes it.
    #[track_caller]
    fn request(&self, what: &str, body: &str) -> Answer {
        let host = self.host();
        let origin = format!("http://{host}");
        let headers = [
            ("Host", host.as_str()),
            ("Origin", &origin),
            ("X-Token", &self.token),
            ("Content-Type", "application/json"),
        ];
        self.request_with(what, &headers, body.as_bytes())
    }

    #[track_caller]
    fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), "")
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Value) -> Answer {
        self.request(&format!("POST {path}"), &body.to_string())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Starts a search and returns its name.
    #[track_caller]
    fn start(&self, wish: &Value) -> String {
        let started = self.post("/api/runs", wish).ok().json();
        started["name"].as_str().expect("a run has a name").to_owned()
    }

    /// Looks at a run until it is as wanted.
    #[track_caller]
    fn wait_for(&self, name: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let found = self.get(&format!("/api/runs/{name}")).ok().json();
            if is_wanted(&found) {
                return found;
            }
            assert!(begin.elapsed() < TIME_LIMIT, "it did not come: {found}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Demands that it answers as ever.
    #[track_caller]
    fn check_lives(&self) {
        let question = json!({ "do": "check", "script": "{}" });
        let answer = self.post("/api/ask", &question).ok().json();
        assert!(answer["diagnostics"].is_array(), "{answer}");
    }
}

impl Answer {
    #[track_caller]
    fn of(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("`{text}`"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("`{head}`"));
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    #[track_caller]
    fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{self:?}");
        self
    }

    /// Demands a refusal that says why.
    #[track_caller]
    fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let error = self.json()["error"].as_str().map(str::to_owned);
        error.filter(|error| !error.is_empty()).unwrap_or_else(|| panic!("no word: {self:?}"))
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn is(state: &'static str) -> impl Fn(&Value) -> bool {
    move |run| run["state"] == state
}

#[test]
fn pages_tell_browsers_to_keep_them_to_themselves() {
    let studio = Studio::new(Scratch::new());
    let kinds = [("/", "text/html"), ("/app.js", "text/javascript"), ("/style.css", "text/css")];
    for (path, kind) in kinds {
        let page = studio.get(path).ok();
        for header in [
            &format!("content-type: {kind}; charset=utf-8"),
            "content-security-policy: default-src 'self';",
            "connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none';",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(page.head.contains(header), "{path}: no `{header}` in {}", page.head);
        }
        assert!(!page.body.contains("{{TOKEN}}"), "{path}");
    }
    let refusal = studio.get("/nothing");
    assert!(refusal.head.contains("nosniff"), "{refusal:?}");
    refusal.refused(404);
}

#[test]
fn only_its_own_page_may_ask() {
    let studio = Studio::new(Scratch::new().with("a.json", SCRIPT));
    let host = studio.host();
    let local = format!("localhost:{}", studio.port);
    let origin = format!("http://{host}");
    let token = studio.token.as_str();
    let wrong = token.chars().rev().collect::<String>();
    let ask = |headers: &[(&str, &str)]| studio.request_with("GET /api/files", headers, b"");
    for host in [&host, &local] {
        ask(&[("Host", host), ("X-Token", token)]).ok();
    }
    ask(&[("Host", &host), ("X-Token", token), ("Origin", &origin)]).ok();
    for (host, token, origin) in [
        ("example.com", token, &*origin),
        ("127.0.0.1", token, &origin),
        ("127.0.0.1:1", token, &origin),
        ("127.0.0.1.example.com", token, &origin),
        ("", token, &origin),
        (&host, token, "http://example.com"),
        (&host, token, "null"),
        (&host, token, ""),
        (&host, token, &origin.replace("http", "https")),
        (&host, token, "http://127.0.0.1:1"),
        (&host, &wrong, &origin),
        (&host, &token[1..], &origin),
        (&host, "", &origin),
    ] {
        ask(&[("Host", host), ("X-Token", token), ("Origin", origin)]).refused(403);
    }
    ask(&[("X-Token", token)]).refused(403);
    // The page itself has the token in it.
    for (host, origin) in [("example.com", &*origin), (&host, "http://example.com")] {
        studio.request_with("GET /", &[("Host", host), ("Origin", origin)], b"").refused(403);
    }
    for what in ["POST /api/ask", "PUT /api/file?path=a.json", "GET /api/runs", "POST /api/runs"] {
        studio.request_with(what, &[("Host", &host)], b"{}").refused(403);
    }
    assert_ne!(studio.request_with("POST /%61pi/ask", &[("Host", &host)], b"{}").status, 200);
    assert_ne!(studio.request_with("POST //api/ask", &[("Host", &host)], b"{}").status, 200);
    assert_eq!(studio.scratch.read("a.json"), SCRIPT);
}

#[test]
fn the_next_free_port_is_taken_and_each_studio_has_a_token_of_its_own() {
    let one = Studio::new(Scratch::new());
    let other = Studio::new(Scratch::new());
    assert_ne!(one.port, other.port);
    assert_ne!(one.token, other.token);
    let headers = [("Host", &*other.host()), ("X-Token", &*one.token)];
    other.request_with("GET /api/files", &headers, b"").refused(403);
}

#[test]
fn scripts_and_problem_files_are_listed_and_nothing_else() {
    let scratch = Scratch::new()
        .with("mine.json", SCRIPT)
        .with("sub/deeper/other.json", SCRIPT)
        .with("data.json", "{}")
        .with("cellar.toml", PROBLEM)
        .with("settings.toml", "a = 1\n")
        .with("notes.txt", SCRIPT)
        .with(".hidden/a.json", SCRIPT)
        .with("target/a.json", SCRIPT)
        .with("node_modules/a.json", SCRIPT)
        .with("run/config.toml", "")
        .with("run/run.toml", "")
        .with("run/best.json", SCRIPT)
        .with("1/2/3/4/5/6/7/8/a.json", SCRIPT);
    let made = Command::new("mkfifo").arg(scratch.path("pipe.json")).status();
    assert!(made.expect("there is `mkfifo`").success());
    let studio = Studio::new(scratch);
    let listed = studio.get("/api/files").ok().json();
    let scripts = ["mine.json", "sub/deeper/other.json"];
    assert_eq!(listed, json!({ "scripts": scripts, "problems": ["cellar.toml"] }));
    // Who reads a pipe waits for ever.
    studio.get("/api/file?path=pipe.json").refused(400);
    studio.request("PUT /api/file?path=pipe.json", SCRIPT).refused(400);
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let studio = Studio::new(Scratch::new().with("sub/a.json", SCRIPT));
    let text = "{\"explorers\": [], \"ä\": \"\\u0000 €\"}\r\n\n";
    for path in ["new.json", "sub/a.json", "sub%2Fb.toml", "with%20space.json"] {
        studio.request(&format!("PUT /api/file?path={path}"), text).ok();
        assert_eq!(studio.get(&format!("/api/file?path={path}")).ok().body, text);
    }
    assert_eq!(studio.scratch.read("sub/b.toml"), text);
    studio.get("/api/file?path=missing.json").refused(404);
    studio.request("PUT /api/file?path=none/a.json", text).refused(404);
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let outside = Scratch::new().with("secret.json", SCRIPT);
    let scratch = Scratch::new().with("in/a.json", SCRIPT).with(".hidden.json", SCRIPT);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(outside.path(to), scratch.path(name)).expect("a new link");
    };
    link("secret.json", "link.json");
    link("missing.json", "dangling.json");
    link("", "out");
    scratch.write("runs/mine/config.toml", "");
    scratch.write("runs/mine/run.toml", "");
    link("", "runs/mine/scripts");
    let studio = Studio::new(scratch);
    let absolute = outside.path("secret.json");
    let absolute = absolute.to_str().expect("it is UTF-8");
    let name = outside.path("").file_name().expect("it has a name").to_owned();
    let name = name.to_str().expect("it is UTF-8");
    for path in [
        absolute,
        &absolute.replace('/', "%2F"),
        &format!("../{name}/secret.json"),
        &format!("in/../../{name}/secret.json"),
        &format!("%2e%2e/{name}/secret.json"),
        &format!("%2e%2e%2f{name}%2fsecret.json"),
        &format!("..%5c{name}%5csecret.json"),
        "in/../in/a.json",
        "link.json",
        "dangling.json",
        "out/secret.json",
        "out/new.json",
        ".hidden.json",
        "in/a.txt",
        "a.json%00.json",
        "in",
        "",
        ".",
        "..",
    ] {
        let address = format!("/api/file?path={path}");
        studio.get(&address).refused(400);
        studio.request(&format!("PUT {address}"), "{}").refused(400);
    }
    for address in ["/api/file", "/api/file?path=%FF", "/api/file?paths=a.json"] {
        studio.get(address).refused(400);
    }
    // Runs are for `evolve` alone to write.
    studio.request("PUT /api/file?path=runs/mine/config.toml", "").refused(400);
    for file in ["../../a.json", "scripts/secret.json", "scripts/../best.json", "config.toml", ""] {
        studio.get(&format!("/api/runs/mine/script?file={file}")).refused(400);
    }
    for run in ["..", "%2e%2e", "..%2f..", ".", "nothing", "%00", "a%2fb"] {
        studio.get(&format!("/api/runs/{run}")).refused(404);
        studio.post(&format!("/api/runs/{run}/resume"), &json!({})).refused(404);
    }
    let left = std::fs::read_dir(outside.path("")).expect("it is there").count();
    assert_eq!((left, outside.read("secret.json").as_str()), (1, SCRIPT));
    assert_eq!(studio.scratch.read("in/a.json"), SCRIPT);
}

#[test]
fn bodies_have_limits() {
    let studio = Studio::new(Scratch::new());
    let limit = 1 << 20;
    studio.request("PUT /api/file?path=a.json", &" ".repeat(limit)).ok();
    studio.request("PUT /api/file?path=a.json", &" ".repeat(limit + 1)).refused(413);
    assert_eq!(studio.get("/api/file?path=a.json").ok().body.len(), limit);
    for path in ["/api/ask", "/api/runs"] {
        studio.request(&format!("POST {path}"), &" ".repeat((8 << 20) + 1)).refused(413);
    }
    // One that would be too large is refused before it comes.
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {}\r\nX-Token: {}\r\nConnection: close\r\n\
         Content-Length: 1000000000000\r\n\r\nx",
        studio.host(),
        studio.token
    );
    let answer = studio.send(head.as_bytes()).expect("the studio answers");
    Answer::of(&String::from_utf8(answer).expect("answers are UTF-8")).refused(413);
    studio.check_lives();
}

#[test]
fn questions_are_answered() {
    let studio = Studio::new(Scratch::new());
    let about = studio.post("/api/ask", &json!({ "do": "about" })).ok();
    assert!(about.head.contains("content-type: application/json"), "{}", about.head);
    let about = about.json();
    let generators = about["generators"].as_array().expect("there are generators");
    let script = &generators.first().expect("one at least")["script"];
    let question = json!({ "do": "levels", "script": script, "seed": 7, "count": 16 });
    let levels = studio.post("/api/ask", &question).ok().json();
    assert_eq!(levels["levels"].as_array().map(Vec::len), Some(16), "{levels}");
    for question in ["", "?", "{}", "[1]", r#"{"do": "nothing"}"#] {
        assert!(studio.request("POST /api/ask", question).json()["error"].is_string());
    }
}

#[test]
fn a_search_is_watched_until_its_end() {
    let studio = Studio::new(Scratch::new());
    let wish = json!({ "problem": "sokoban", "name": "My run/..", "budget": 20000, "seed": 3 });
    let name = studio.start(&wish);
    assert_eq!(name, "my-run");
    assert_eq!(
        studio.start(&json!({ "problem": "nothing", "name": name, "budget": 1, "seed": 0 })),
        "my-run-2"
    );
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
    let budget = 60_000;
    let name =
        studio.start(&json!({ "problem": "binary", "name": "", "budget": budget, "seed": 1 }));
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

    let line = format!("--problem binary --start starters --seed 1 --budget {budget} --out whole");
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
    elsewhere.wait_for("generation 1 of");
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
    let endless = json!({ "problem": "binary", "name": "a", "budget": 100_000_000, "seed": 1 });
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
fn a_wish_starts_a_search_and_nothing_else() {
    let scratch = Scratch::new();
    let problem = scratch.evolve("problem show zelda").ok().stdout;
    let studio = Studio::new(scratch.with("tile.png", ""));
    let wish = |problem: &str| {
        let wish = json!({ "problem": problem, "name": "x", "budget": 2000, "seed": 0 });
        studio.post("/api/runs", &wish)
    };
    let outside = "\n[outside]\ncommand = [\"touch\", \"started\"]\nvalues = [\"fun\"]\n";
    let judged = problem
        .replace("\n[objectives]\n", &format!("{outside}\n[objectives]\nfun = {{ value = \"outside(fun)\", range = [1, 2], zero_above = 9 }}\n"));
    let said = wish(&judged).refused(400);
    assert!(said.contains("starts no program"), "{said}");
    let question =
        json!({ "do": "judge", "script": SCRIPT, "problem": judged, "seed": 0, "count": 4 });
    studio.post("/api/ask", &question).ok();
    for text in ["not a problem\n", "", "--out", "../x", "x.toml", "/etc/passwd"] {
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

#[test]
fn malformed_requests_leave_it_answering() {
    let studio = Studio::new(Scratch::new().with("a.json", SCRIPT));
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    let host = studio.host();
    let whole = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {host}\r\nX-Token: {}\r\nContent-Length: 15\r\n\r\n{{\"do\": \"about\"}}",
        studio.token
    );
    let shut = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).expect("it listens");
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let mut answer = Vec::new();
        let ended = stream.read_to_end(&mut answer);
        let is_late = |error: io::Error| error.kind() == io::ErrorKind::WouldBlock;
        assert!(!ended.is_err_and(is_late), "it neither answers nor closes");
    };
    let hang_up = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).expect("it listens");
        let _ = stream.write_all(bytes);
    };
    for _ in 0..200 {
        let mut noise = vec![0; rng.random_range(0..2000)];
        rng.fill_bytes(&mut noise);
        shut(&noise);
        // Half of a request, and one with a few other bytes.
        let cut = rng.random_range(0..whole.len());
        shut(&whole.as_bytes()[..cut]);
        hang_up(&whole.as_bytes()[..cut]);
        hang_up(whole.as_bytes());
        let mut changed = whole.clone().into_bytes();
        for _ in 0..rng.random_range(1..4) {
            let place = rng.random_range(0..changed.len());
            changed[place] = rng.random();
        }
        shut(&changed);
    }
    for request in [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        "\r\n\r\n",
        "GET\r\n\r\n",
        "POST /api/ask HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /api/ask HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /api/ask HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12",
        "POST /api/ask HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET http:// HTTP/1.1\r\n\r\n",
    ] {
        shut(request.as_bytes());
    }
    shut(format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(1 << 20)).as_bytes());
    shut(format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(10_000)).as_bytes());
    // Those that send nothing do not keep others waiting.
    let silent: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(("127.0.0.1", studio.port)).expect("it listens"))
        .collect();
    studio.check_lives();
    drop(silent);
    let wrong = |what: &str, body: &[u8]| {
        let headers = [("Host", &*host), ("X-Token", &*studio.token)];
        studio.request_with(what, &headers, body)
    };
    wrong("POST /api/ask", b"\xFF\xFE").refused(400);
    wrong("POST /api/runs", b"{}").refused(415);
    wrong("DELETE /api/file?path=a.json", b"").refused(405);
    wrong("GET /api/ask", b"").refused(405);
    studio.check_lives();
}
