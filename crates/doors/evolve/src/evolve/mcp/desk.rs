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
        Err(error) => json!({ "error": in_words_of_tools(said(&error)) }).to_string(),
    }
}

fn reply(call: &str) -> anyhow::Result<Reply> {
    let mut call: Value = serde_json::from_str(call)?;
    let name = call["tool"].as_str().unwrap_or_default();
    let Some(Does::Work(work, _)) = Tool::named(name).map(|tool| tool.does) else {
        anyhow::bail!("there is no tool `{name}`");
    };
    let name = name.to_owned();
    let mut reply = work(call["arguments"].take()).with_context(|| name)?;
    reply.text = in_words_of_tools(reply.text);
    Ok(reply)
}

/// What messages call by the words of the command line, and what the tools call it.
const WORDS: [(&str, &str); 14] = [
    (": --good does", ": good = true does"),
    ("`evolve draft`", "`draft`"),
    ("`evolve improve`", "`improve`"),
    ("`evolve --problem FILE --budget 300k`", "`start_search`"),
    (
        "`evolve --problem FILE --from SCRIPT --budget 300k` searches on from it, for a minute or two",
        "`start_search` from it searches on",
    ),
    ("`marahel generate --good` makes only its", "`export` with only = \"good\" writes only its"),
    ("`marahel generate WORLD`", "`generate`"),
    ("`marahel new` lists those that there are", "`list` names them"),
    ("`evolve problem measures` lists them all", "docs with page = \"measures\" lists them all"),
    ("--names ", "`names` "),
    ("`evolve judge` says how many", "generate, and look; [variety] says how they should differ"),
    ("`evolve score --explain` tells", "`score` tells"),
    ("--legend", "`legend`"),
    ("--movement", "`movement`"),
];

pub(super) fn in_words_of_tools(text: String) -> String {
    WORDS.iter().fold(text, |text, (command, tool)| text.replace(command, tool))
}

/// An error with its causes, in one line.
pub(super) fn said(error: &anyhow::Error) -> String {
    plain(&format!("{error:#}"))
}

#[cfg(test)]
mod tests {
    use super::in_words_of_tools;
    use crate::evolve::verdict::Verdict;

    #[test]
    fn advice_names_tools_alone() {
        for verdict in [Verdict::Ready, Verdict::Alike, Verdict::Nearly, Verdict::NotUsable] {
            let advice = in_words_of_tools(verdict.next().to_owned());
            let of_shell = ["`evolve", "`marahel", "--"].map(|word| advice.contains(word));
            assert_eq!(of_shell, [false; 3], "{advice}");
        }
    }
}
