//! Tool calls of unknown cost, answered in a process that can be killed.

use anyhow::Context;
use serde_json::{Value, json};

use super::reply::Reply;
use super::tools::{Does, Tool};
use crate::terminal::plain;

/// The answer to a call: an object with `tool` and resolved `arguments`.
pub(super) fn answer(call: &str) -> String {
    match reply(call) {
        Ok(reply) => reply.to_json().to_string(),
        Err(error) => json!({ "error": said(&error) }).to_string(),
    }
}

fn reply(call: &str) -> anyhow::Result<Reply> {
    let mut call: Value = serde_json::from_str(call)?;
    let name = call["tool"].as_str().unwrap_or_default();
    let Some(Does::Work(work)) = Tool::named(name).map(|tool| tool.does) else {
        anyhow::bail!("there is no tool `{name}`");
    };
    let name = name.to_owned();
    work(call["arguments"].take()).with_context(|| name)
}

/// An error with its causes, in one line.
pub(super) fn said(error: &anyhow::Error) -> String {
    plain(&format!("{error:#}"))
}
