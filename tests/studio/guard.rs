//! Who is answered, and that nobody keeps a studio from answering.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::{Answer, PATIENCE, SCRIPT, Studio};
use crate::program::Scratch;

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
    // Somebody between may read the first of two headers, and we the second.
    for twice in [
        [("Host", &*host), ("Host", "example.com"), ("X-Token", token)],
        [("Host", "example.com"), ("Host", &*host), ("X-Token", token)],
        [("Host", &*host), ("Host", &*host), ("X-Token", token)],
        [("Host", &*host), ("X-Token", token), ("X-Token", token)],
    ] {
        ask(&twice).refused(403);
    }
    let origins = [("Origin", &*origin), ("Origin", "http://example.com")];
    ask(&[&[("Host", &*host), ("X-Token", token)], &origins[..]].concat()).refused(403);
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
fn long_lists_do_not_keep_a_studio_at_work() {
    let studio = Studio::new(Scratch::new());
    let listed =
        |n: usize, thing: &dyn Fn(usize) -> String| (0..n).map(thing).collect::<Vec<_>>().join(",");
    let names = listed(200_000, &|index| format!("\"n{index}\": \"3\""));
    let rules = listed(9_000, &|index| format!("\"selff(a{index}) -> self(b)\""));
    for (part, expected) in [
        (format!("\"neighborhoods\": {{{names}}}, \"explorers\": []"), 1),
        (format!("\"explorers\": [{{\"rules\": [{rules}]}}]"), 1001),
    ] {
        let script = format!(
            "{{\"metadata\": {{\"min\": 4, \"max\": 4}}, \"entities\": [\"a\", \"b\"], {part}}}"
        );
        let told = studio.post("/api/ask", &json!({ "do": "check", "script": script })).ok().json();
        let told = told["diagnostics"].as_array().map(Vec::len);
        assert_eq!(told, Some(expected));
    }
    studio.check_lives();
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
