//! Answers to requests of the studio's page.
//!
//! Requests and answers are JSON objects, defined in `crates/studio/page/src/api.ts`. The same code
//! runs in `evolve studio` and, compiled to wasm, in a page without a server: it reads no files and
//! starts no threads. The cost of a request is bounded; a hostile script gets an answer with an
//! error.

mod breed;
mod check;
mod drawn;
mod export;
mod judge;
mod levels;
mod measures;
mod problem_info;
mod refusal;
mod search;
mod trace;

use serde::Deserialize;
use serde_json::json;

pub use levels::N_STEPS_MAX;
use refusal::{Answer, Refusal};
pub use search::{SearchRequest, search};

/// A request, by its `do`.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Question {
    About {},
    Check(check::Question),
    Levels(levels::Question),
    Trace(trace::Question),
    Range(measures::Question),
    Judge(judge::Question),
    Explain(judge::Explain),
    Export(export::Question),
    Read(drawn::Read),
    Like(drawn::Like),
    Understand(drawn::Like),
    Problem(problem_info::Question),
    Starters(breed::Starters),
    Breed(breed::Question),
}

/// Maximum bytes of a request, which may contain whole drawn levels.
pub const N_BYTES_MAX: usize = 8 << 20;

/// The answer to a request; the field `error` explains an invalid one.
///
/// # Examples
///
/// ```
/// let answer = marahel_studio::answers::answer(r#"{"do": "check", "script": "{}"}"#);
/// assert!(answer.contains("the section `metadata` is missing"));
/// assert!(marahel_studio::answers::answer("?").starts_with(r#"{"error":"#));
/// ```
pub fn answer(question: &str) -> String {
    match answer_of(question) {
        Ok(answer) => answer.to_string(),
        Err(Refusal(error)) => json!({ "error": error }).to_string(),
    }
}

fn answer_of(question: &str) -> Answer {
    if question.len() > N_BYTES_MAX {
        return Err(Refusal::of("the question is too long"));
    }
    let question: Question = serde_json::from_str(question)
        .map_err(|error| Refusal(format!("the question is not understood: {error}")))?;
    match question {
        Question::About {} => problem_info::about(),
        Question::Check(question) => Ok(check::answer(&question)),
        Question::Levels(question) => levels::answer(&question),
        Question::Trace(question) => trace::answer(&question),
        Question::Range(question) => measures::answer(&question),
        Question::Judge(question) => judge::answer(&question),
        Question::Explain(question) => judge::explain(&question),
        Question::Export(question) => export::answer(&question),
        Question::Read(question) => drawn::read(&question),
        Question::Like(question) => drawn::like(&question),
        Question::Understand(question) => drawn::understand(&question),
        Question::Problem(question) => problem_info::answer(&question),
        Question::Starters(question) => breed::starters(&question),
        Question::Breed(question) => breed::answer(&question),
    }
}

#[cfg(test)]
mod tests;
