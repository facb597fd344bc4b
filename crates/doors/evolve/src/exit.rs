//! Exit codes and error messages.

use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use marahel_config::EvolutionError;
use marahel_report::ReportError;
use marahel_system::FileError;

use crate::terminal::{Usage, note, plain};

pub(crate) fn code(result: anyhow::Result<ExitCode>) -> ExitCode {
    let Err(error) = result else { return result.unwrap_or(ExitCode::FAILURE) };
    if is_closed_pipe(&error) {
        // The reader of the output has seen enough.
        return ExitCode::SUCCESS;
    }
    note(plain(&format!("error: {error:#}{}", remedy(&error))));
    ExitCode::from(if is_usage(&error) { 2 } else { 1 })
}

fn is_usage(error: &anyhow::Error) -> bool {
    error.is::<Usage>() || error.downcast_ref().is_some_and(asks_wrongly)
}

fn asks_wrongly(error: &EvolutionError) -> bool {
    match error {
        EvolutionError::Config { .. }
        | EvolutionError::UnknownProblem { .. }
        | EvolutionError::Problem { .. }
        | EvolutionError::Search(_)
        | EvolutionError::FolderInUse(_)
        | EvolutionError::BeingWritten(_) => true,
        EvolutionError::ConfigFile { source, .. } => asks_wrongly(source),
        _ => false,
    }
}

/// Advice on what to type, appended to a library's error message.
fn remedy(error: &anyhow::Error) -> &'static str {
    let of_run = match error.downcast_ref::<ReportError>() {
        Some(ReportError::Run(source)) => Some(source),
        _ => error.downcast_ref(),
    };
    if let Some(ReportError::NoObjectiveColumns(_)) = error.downcast_ref() {
        return ", as in `--objectives a,b`";
    }
    let of_file = match (of_run, error.downcast_ref::<ReportError>()) {
        (Some(EvolutionError::File(source)), _) | (_, Some(ReportError::File(source))) => {
            Some(source)
        }
        _ => error.downcast_ref(),
    };
    if let Some(FileError::Content { path, .. }) = of_file
        && path.file_name().is_some_and(|name| name == "run.toml")
    {
        return "; `evolve resume` with its folder writes it again";
    }
    match of_run {
        Some(EvolutionError::UnknownProblem { name, .. }) if Path::new(name).is_file() => {
            "; it is a file, but problem files end in .toml: were two files swapped?"
        }
        Some(EvolutionError::UnknownProblem { .. }) => {
            ", or a problem file, whose name ends in .toml"
        }
        Some(EvolutionError::FolderInUse(_)) => {
            "; name another with --out, or overwrite it with --force"
        }
        Some(EvolutionError::Checkpoint { path, .. })
            if path.file_name().is_some_and(|name| name == "checkpoint.bin") =>
        {
            "; `evolve resume --previous` goes on from the one before it, if there is one"
        }
        _ => "",
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
