//! Prompts that a person can choose to begin a conversation.

use marahel_studio::mcp::{JsonObject, Prompt, PromptArgument, PromptMessage, Role};

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
               1. Read the pages agents, language, problem-files and how-to-say with `docs`, as far as you need them; \
               its `search` finds a word in all pages.\n\
               2. Demands: write a problem file: tiles with their roles, the size, what is playable, and what must be \
               true of a good level, with the ranges that I would ask for.\n\
               3. Drawings to score: draw two levels as I would like them and one that I would not, and `score` them \
               in one call. If the first are not good, or the last one is, the file does not ask for what I mean.\n\
               4. Layout: `draft` three scripts, and look at the picture. Take the one that is nearest; if none is, \
               write a script that makes the ground and the ways, and `generate`.\n\
               5. Things: add what it does not say, one explorer for each kind; `edit` changes a part of the file. \
               `trace` a seed where something is not as you meant it.\n\
               6. `evaluate` it for the problem. It names seeds of levels that lack something: look at them, mend the \
               rule, and do this until nine of ten levels are good.\n\
               7. A picture: is it something that I would ship? No number says that.\n\
               8. Only then `improve` it, and `compare` it with what you had. If that finds nothing, `start_search` \
               from your script, and `compare` its best one with yours.\n\
               9. `certify` the script that you keep.\n\
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

pub(super) fn all() -> Vec<Prompt> {
    let gap = |&(name, about): &(&str, &str)| {
        PromptArgument::new(name).with_description(about).with_required(true)
    };
    let prompt = |beginning: &Beginning| {
        Prompt::new(
            beginning.name,
            Some(beginning.about),
            Some(beginning.gaps.iter().map(gap).collect()),
        )
    };
    BEGINNINGS.iter().map(prompt).collect()
}

/// A prompt with its placeholders filled; an error gives the reason in words.
pub(super) fn filled(name: &str, arguments: &JsonObject) -> Result<PromptMessage, String> {
    let Some(beginning) = BEGINNINGS.iter().find(|beginning| beginning.name == name) else {
        return Err(format!("there is no prompt `{name}`"));
    };
    // Insert all arguments at once: one may look like a placeholder.
    let mut text = String::new();
    let mut remainder = beginning.text;
    while let Some((before, (gap, after))) =
        remainder.split_once('{').and_then(|(before, at)| Some((before, at.split_once('}')?)))
    {
        let value = arguments.get(gap).and_then(|value| value.as_str());
        text.push_str(before);
        text.push_str(value.ok_or_else(|| format!("the prompt needs `{gap}`"))?);
        remainder = after;
    }
    text.push_str(remainder);
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
