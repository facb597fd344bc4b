//! Advice for commands that do not exist: what was probably meant.

use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue};

/// The error of a command line. If its command does not exist, the error names the commands of this
/// name of all `programs`, or says where a problem file belongs.
pub(crate) fn advised(mut error: clap::Error, programs: &[Command]) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let meant: Vec<String> = programs
        .iter()
        .flat_map(|program| called(program, "", name))
        .map(|command| format!("`{command}`"))
        .collect();
    let advice = if Path::new(name).extension().is_some_and(|ending| ending == "toml") {
        "a problem file follows `--problem`, a file of settings `--config`".to_owned()
    } else if !meant.is_empty() {
        format!("there is {}", meant.join(" and "))
    } else {
        return error;
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    // The advice replaces commands whose spelling is alike.
    error.remove(ContextKind::SuggestedSubcommand);
    error
}

fn called(program: &Command, before: &str, name: &str) -> Vec<String> {
    let words = format!("{before}{} ", program.get_name());
    let deeper = program.get_subcommands().flat_map(|command| {
        let own = (command.get_name() == name).then(|| format!("{words}{name}"));
        own.into_iter().chain(called(command, &words, name))
    });
    deeper.collect()
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::{advised, called};

    fn programs() -> [Command; 2] {
        let problem = Command::new("problem").subcommand(Command::new("check"));
        [
            Command::new("evolve").subcommand(problem).subcommand(Command::new("score")),
            Command::new("marahel").subcommand(Command::new("check")),
        ]
    }

    #[test]
    fn commands_of_a_name_are_found_in_commands_too() {
        let [evolve, marahel] = programs();
        assert_eq!(called(&evolve, "", "check"), ["evolve problem check"]);
        assert_eq!(called(&marahel, "", "check"), ["marahel check"]);
        assert!(called(&marahel, "", "score").is_empty());
    }

    #[test]
    fn a_command_of_another_program_is_named() {
        let told = |line: &[&str]| {
            let error = programs()[1].clone().try_get_matches_from(line).unwrap_err();
            advised(error, &programs()).to_string()
        };
        let score = told(&["marahel", "score"]);
        assert!(score.contains("tip: there is `evolve score`"), "{score}");
        let file = told(&["marahel", "mine.toml"]);
        assert!(file.contains("follows `--problem`"), "{file}");
        assert!(!told(&["marahel", "chek"]).contains("there is"));
    }
}
