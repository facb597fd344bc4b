//! Prompts that a person can choose to begin a conversation.

use studio::mcp::{JsonObject, Prompt, PromptArgument, PromptMessage, Role};

/// A prompt with placeholders for the person's input.
struct Beginning {
    name: &'static str,
    about: &'static str,
    /// The arguments, each with a description.
    gaps: &'static [(&'static str, &'static str)],
    /// The text; `{name}` is a placeholder.
    text: &'static str,
}

static BEGINNINGS: [Beginning; 2] = [
    Beginning {
        name: "generator_for_my_game",
        about: "A generator of levels for a game, from a description of it",
        gaps: &[("game", "What the game is, what its levels are made of, and what makes one good")],
        text: "I want a generator of levels for this game:\n\n{game}\n\n\
               Work in these steps, and show me pictures on the way.\n\
               1. Read the pages agents, language, problem-files and how-to-say with `docs`, as far as you need them.\n\
               2. Write a problem file: tiles with their roles, the size, what is playable, and what must be true of a \
               good level, with the ranges that I would ask for. Check it. Draw one level as I would like it, and \
               `score` it: if it is not good, the file does not ask for what I mean.\n\
               3. Write a script, layout first, then what stands where. Check it, `generate`, and look at the picture. \
               `trace` it where something is not as you meant it.\n\
               4. `evaluate` it for the problem, mend what levels lack most often, and do this until nine of ten levels \
               are good and the picture is something that I would ship.\n\
               5. Only then `start_search` from your script, to tune it, and compare its best one with yours by \
               pictures and by `evaluate`.\n\
               Tell me in the end which file is the best script, what share of its levels is good, and what it cannot do.",
    },
    Beginning {
        name: "why_are_my_levels_bad",
        about: "What keeps the levels of a script from being good, and how to mend it",
        gaps: &[
            ("script", "The script: a file of the folder, or its text"),
            ("problem", "The problem: a file of the folder, or the name of a built-in one"),
        ],
        text: "The levels of the script {script} are not good for the problem {problem}. Find out why.\n\
               1. `check` both; mend mistakes and look at warnings.\n\
               2. `evaluate` the script: which conditions do most levels lack? Look at the picture of the worst level.\n\
               3. `trace` the seed of that level: which explorer brings the fault in, and which rules never fire?\n\
               4. If a condition asks for something that a good level need not have, say so, and do not bend the \
               script to it.\n\
               5. Change as little as you can, and `evaluate` again. Tell me what was wrong, what you changed, and \
               the shares before and after, with pictures.",
    },
];

/// All prompts in the form of the protocol.
pub(super) fn all() -> Vec<Prompt> {
    let gap = |&(name, about): &(&str, &str)| {
        PromptArgument::new(name).with_description(about).with_required(true)
    };
    let prompt = |one: &Beginning| {
        Prompt::new(one.name, Some(one.about), Some(one.gaps.iter().map(gap).collect()))
    };
    BEGINNINGS.iter().map(prompt).collect()
}

/// A prompt with its placeholders filled; an error gives the reason in words.
pub(super) fn filled(name: &str, given: &JsonObject) -> Result<PromptMessage, String> {
    let Some(one) = BEGINNINGS.iter().find(|one| one.name == name) else {
        return Err(format!("there is no prompt `{name}`"));
    };
    // Insert all arguments at once: one may look like a placeholder.
    let mut text = String::new();
    let mut rest = one.text;
    while let Some((before, (gap, after))) =
        rest.split_once('{').and_then(|(before, at)| Some((before, at.split_once('}')?)))
    {
        let value = given.get(gap).and_then(|value| value.as_str());
        text.push_str(before);
        text.push_str(value.ok_or_else(|| format!("the prompt needs `{gap}`"))?);
        rest = after;
    }
    text.push_str(rest);
    Ok(PromptMessage::new_text(Role::User, text))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{BEGINNINGS, filled};

    #[test]
    fn every_gap_is_filled_once() {
        for one in &BEGINNINGS {
            let mut given = serde_json::Map::new();
            for (name, _) in one.gaps {
                assert!(filled(one.name, &given).unwrap_err().contains(name));
                given.insert((*name).to_owned(), json!("<{game}>"));
            }
            let told = serde_json::to_string(&filled(one.name, &given).unwrap()).unwrap();
            assert_eq!(told.matches("<{game}>").count(), one.gaps.len(), "{told}");
        }
        assert!(filled("none", &serde_json::Map::new()).is_err());
    }
}
