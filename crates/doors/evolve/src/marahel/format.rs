//! The format of a file of levels that is written.

use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use marahel_formats::Format;

use crate::terminal::Usage;

pub(super) fn written() -> impl TypedValueParser<Value = &'static Format> {
    let values = Format::all_written().filter_map(|format| {
        let writer = format.writer.as_ref().ok()?;
        Some(PossibleValue::new(format.ending).help(writer.about))
    });
    PossibleValuesParser::new(values)
        .map(|name| Format::called(&name).expect("only names of formats are possible"))
}

/// The format by name or file extension; one of `possible`, by default the first.
pub(super) fn choose(
    named: Option<&'static Format>,
    file: Option<&Path>,
    possible: &[&'static Format],
) -> Result<&'static Format, Usage> {
    if let Some(format) = named {
        return Ok(format);
    }
    let Some((path, ending)) = file.and_then(|path| Some((path, path.extension()?))) else {
        return Ok(possible[0]);
    };
    let ending = ending.to_str().unwrap_or_default();
    let format = possible.iter().find(|format| format.ending.eq_ignore_ascii_case(ending));
    format.copied().ok_or_else(|| {
        let instead = Format::called(ending).and_then(|format| format.writer.as_ref().err());
        let instead = match instead {
            Some(format) => format!(" ({} is written as {})", format.title, format.ending),
            None if ending == "npy" => " (numpy.loadtxt reads csv)".to_owned(),
            None => String::new(),
        };
        Usage(format!(
            "the extension of {} is not one of {}{instead}; name a --format",
            path.display(),
            Format::endings(possible.iter().copied())
        ))
    })
}
