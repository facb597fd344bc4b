//! Readable scripts for a problem.

use marahel_config::drafter;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::breed::text;
use crate::answers::problem_info::problem_of;
use crate::answers::refusal::{Answer, Refusal};

/// Number of drafts to choose from, at most.
const N_DRAFTS: usize = 6;

#[derive(Deserialize)]
pub(crate) struct Question {
    problem: String,
    seed: u64,
}

/// Different drafts, best first, with what their levels meet; and what none of them says.
pub(crate) fn answer(question: &Question) -> Answer {
    let problem = problem_of(&question.problem)?;
    let drafter = drafter(&problem);
    let n_demands = drafter.demands().len();
    let drafts: Vec<Value> = drafter
        .different(question.seed, N_DRAFTS)
        .iter()
        .map(|draft| json!({ "script": text(&draft.script), "told": draft.told(n_demands) }))
        .collect();
    problem.check_judge()?;
    if drafts.is_empty() {
        return Err(Refusal::of(
            "no draft makes its levels within their limit of steps, or they have too many cells",
        ));
    }
    Ok(json!({ "drafts": drafts, "unsaid": drafter.unsaid() }))
}
