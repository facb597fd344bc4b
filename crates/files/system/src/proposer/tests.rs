use std::time::{Duration, Instant};

use super::{Proposer, Reply};

const LONG: Duration = Duration::from_mins(2);

/// A program of shell that does this about each question.
fn proposer(action: &str) -> Proposer {
    let script = format!("while read -r line; do {action}; done");
    let command = ["sh", "-c", &script].map(str::to_owned).to_vec();
    Proposer::new(command, &std::env::temp_dir())
}

fn asked(proposer: &mut Proposer, timeout: Duration) -> Reply {
    proposer.ask("{}\n".to_owned(), timeout, &|| true)
}

#[track_caller]
fn fails(action: &str, timeout: Duration, part: &str) {
    let mut proposer = proposer(action);
    // Again and again: it is started anew.
    for _ in 0..2 {
        match asked(&mut proposer, timeout) {
            Reply::Failure(told) => assert!(told.contains(part), "no `{part}` in {told}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_answer_comes_as_it_is() {
    let mut proposer = proposer(r#"echo "{\"scripts\": [\"$line\"]}""#);
    for _ in 0..3 {
        let answer = Reply::Answer("{\"scripts\": [\"{}\"]}\n".to_owned());
        assert_eq!(asked(&mut proposer, LONG), answer);
    }
    proposer.stop();
    assert!(matches!(asked(&mut proposer, LONG), Reply::Answer(_)));
}

#[test]
fn whatever_a_program_does_it_is_told() {
    fails("exit 3", LONG, "ended instead of answering (exit status: 3)");
    fails("echo ouch >&2; exit 3", LONG, "its last words were:\nouch");
    fails("echo hello", LONG, "answered `hello`, which is not an object of JSON");
    fails("sleep 1000", Duration::from_millis(100), "did not answer in 0.1 s");
    fails("yes | tr -d '\\n'", LONG, "longer than a line may be, 1 MiB");
    fails("head -c 2000000 /dev/zero; echo", LONG, "longer than a line may be, 1 MiB");
    let mut missing = Proposer::new(vec!["no-such-proposer".to_owned()], &std::env::temp_dir());
    let Reply::Failure(told) = asked(&mut missing, LONG) else { panic!("there is no program") };
    assert!(told.contains("`no-such-proposer`, cannot be started"), "{told}");
}

#[test]
fn nobody_waits_for_what_is_not_wanted() {
    let begin = Instant::now();
    let reply = proposer("sleep 1000").ask("{}\n".to_owned(), LONG, &|| false);
    assert_eq!(reply, Reply::Unwanted);
    assert!(begin.elapsed() < LONG / 2);
}
