//! Answers to requests of the studio's page.
//!
//! Requests and answers are JSON objects, defined in `crates/doors/studio/page/src/api.ts`. The same code
//! runs in `evolve studio` and, compiled to wasm, in a page without a server: it reads no files and
//! starts no threads. The cost of a request is bounded; a hostile script gets an answer with an
//! error.

mod breed;
mod check;
mod draft;
mod drawn;
pub mod export;
mod grid;
mod judge;
pub mod levels;
mod problem_info;
mod range;
mod refusal;
mod remix;
pub mod trace;

use serde::{Deserialize, Serialize};
use serde_json::json;

pub use levels::N_STEPS_MAX;
pub use problem_info::allow_judges;
#[cfg(feature = "server")]
pub(crate) use problem_info::problem_of;
pub use refusal::Refusal;

/// The questions: for each its `do` in capitals, its type, and the function that answers it.
macro_rules! questions {
    ($($name:ident($question:ty) => $answer:expr,)*) => {
        /// A request, by its `do`.
        #[derive(Deserialize)]
        #[serde(tag = "do", rename_all = "lowercase")]
        enum Question {
            $($name($question)),*
        }

        fn answer_to(question: &Question) -> Result<String, Refusal> {
            match question {
                $(Question::$name(question) => written(&$answer(question)?)),*
            }
        }
    };
}

questions! {
    About(problem_info::AboutQuestion) => problem_info::about,
    Check(check::Question) => check::answer,
    Levels(levels::Question) => levels::answer,
    Trace(trace::Question) => trace::answer,
    Range(range::Question) => range::answer,
    Judge(judge::Question) => judge::answer,
    Explain(judge::LevelQuestion) => judge::explain,
    Export(export::Question) => export::answer,
    Read(drawn::FileQuestion) => drawn::read,
    Like(drawn::Question) => drawn::like,
    Understand(drawn::Question) => drawn::understand,
    Problem(problem_info::Question) => problem_info::answer,
    Starters(breed::StartersQuestion) => breed::starters,
    Breed(breed::Question) => breed::answer,
    Draft(draft::Question) => draft::answer,
    Repair(remix::Question) => remix::repaired,
    Remix(remix::Question) => remix::varied,
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
    parsed(question)
        .and_then(|question| answer_to(&question))
        .unwrap_or_else(|Refusal(error)| json!({ "error": error }).to_string())
}

fn parsed(question: &str) -> Result<Question, Refusal> {
    if question.len() > N_BYTES_MAX {
        return Err(Refusal::of("the question is too long"));
    }
    serde_json::from_str(question)
        .map_err(|error| Refusal(format!("the question is not understood: {error}")))
}

fn written(answer: &impl Serialize) -> Result<String, Refusal> {
    Ok(serde_json::to_string(answer)?)
}

#[cfg(test)]
mod tests;
