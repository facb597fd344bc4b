//! The external judge: command, values and time limits.

use std::time::Duration;

use crate::definition::table_reader::{Part, TableReader, Value};
use crate::expression::is_name;
use crate::{OnFailure, Outside};

const PLACE: &str = "outside";
const COMMAND: &str = "`command = [\"python3\", \"judge.py\"]`";
const VALUES: &str = "`values = [\"difficulty\"]`";
const TIME: &str = "\"2s\", \"500ms\" or \"1min\"";

/// Maximum number of values of an answer.
const N_VALUES_MAX: usize = 64;

/// Default number of calls for finalists, and the most that a file can set.
const N_CALLS: u32 = 1000;
const N_CALLS_MAX: u32 = 1_000_000;

/// Default time for an answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Default time for the first answer, because large programs start slowly.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest time that a file can set.
const TIMEOUT_MAX: Duration = Duration::from_hours(1);

/// The external judge, if the file has one. After a mistake, its values are kept, so that
/// expressions find them.
pub(super) fn outside(reader: &mut TableReader<'_>) -> Option<Outside> {
    let value = reader.get(PLACE)?;
    let keys = [
        "command",
        "folder",
        "values",
        "timeout",
        "start_timeout",
        "on_failure",
        "sift",
        "when",
        "calls",
    ];
    let part = reader.part(value, PLACE, COMMAND, &keys)?;
    for (key, example) in [("command", COMMAND), ("values", VALUES)] {
        if !part.table.contains_key(key) {
            let message = format!("there is no `{key}`");
            part.lacks(reader, key, &message, &format!("write {example}"));
        }
    }
    let command = part.table.get("command").map(|value| command(reader, value));
    let values = part.table.get("values").map(|value| values(reader, value));
    let folder = part.text(reader, "folder", "\"judges\"");
    let timeout = time(reader, &part, "timeout").unwrap_or(TIMEOUT);
    let start_timeout = time(reader, &part, "start_timeout");
    let sift = part.table.get("sift");
    let sift = sift.and_then(|value| reader.truth(value, PLACE, "`sift = true`"));
    Some(Outside {
        command: command.unwrap_or_default(),
        folder: folder.map(|folder| folder.value),
        values: values.unwrap_or_default(),
        timeout,
        start_timeout: start_timeout.unwrap_or(START_TIMEOUT.max(timeout)),
        on_failure: on_failure(reader, &part).unwrap_or(OnFailure::End),
        sift: sift.unwrap_or(false),
        finalists: finalists(reader, &part),
    })
}

/// The most calls for finalists, if the judge is for these alone.
fn finalists(reader: &mut TableReader<'_>, part: &Part<'_>) -> Option<u32> {
    let choices = [("always", false), ("finalists", true)];
    let help = "write \"finalists\" for a slow judge, or leave it out to ask about all levels";
    let is_late = part.text(reader, "when", "\"finalists\"").and_then(|text| {
        reader.choose(text, choices, |word| format!("`{word}` is not a time to ask"), help)
    });
    if !is_late.unwrap_or(false) {
        if let Some(value) = part.table.get("calls") {
            let help = "write `when = \"finalists\"` beside it, or leave it out";
            reader.error(value.span(), PLACE, "`calls` are counted for finalists alone", help);
        }
        return None;
    }
    part.whole_number(reader, "calls", N_CALLS, N_CALLS_MAX, "`calls = 1000`")
}

fn command(reader: &mut TableReader<'_>, value: &Value<'_>) -> Vec<String> {
    let Some(parts) = reader.array(value, PLACE, COMMAND) else { return Vec::new() };
    let texts = parts.iter().filter_map(|part| reader.text(part, PLACE, "\"judge.py\""));
    let command: Vec<String> = texts.map(|text| text.value).collect();
    if parts.is_empty() || command.first().is_some_and(String::is_empty) {
        reader.error(value.span(), PLACE, "no program is named", format!("write {COMMAND}"));
    } else if command.iter().any(|part| part.contains('\0')) {
        let help = "leave out what is written \\u0000";
        reader.error(value.span(), PLACE, "no program can be given this", help);
    }
    command
}

fn values(reader: &mut TableReader<'_>, value: &Value<'_>) -> Vec<String> {
    let Some(names) = reader.array(value, PLACE, VALUES) else { return Vec::new() };
    if names.is_empty() || names.len() > N_VALUES_MAX {
        let message = format!("there are {} values, not 1 to {N_VALUES_MAX}", names.len());
        reader.error(value.span(), PLACE, message, format!("write {VALUES}"));
    }
    let names = &names[..names.len().min(N_VALUES_MAX)];
    let mut values: Vec<String> = Vec::new();
    for name in names {
        let Some(text) = reader.text(name, PLACE, "\"difficulty\"") else { continue };
        if !is_name(&text.value) || text.value == "id" {
            let message = format!("`{}` cannot be the name of a value", text.value);
            let help = "use letters, digits and _, no digit first; `id` is the level's number";
            reader.error(text.range, PLACE, message, help);
        } else if values.contains(&text.value) {
            let message = format!("`{}` comes twice", text.value);
            reader.error(text.range, PLACE, message, "leave one out");
        } else {
            values.push(text.value);
        }
    }
    values
}

fn time(reader: &mut TableReader<'_>, part: &Part<'_>, key: &str) -> Option<Duration> {
    let text = part.text(reader, key, TIME)?;
    let time = parse_time(&text.value).filter(|time| !time.is_zero() && *time <= TIMEOUT_MAX);
    if time.is_none() {
        let message = format!("`{}` is not a time of up to an hour", text.value);
        reader.error(text.range, PLACE, message, format!("write {TIME}"));
    }
    time
}

fn parse_time(text: &str) -> Option<Duration> {
    let at = text.find(|character: char| character.is_ascii_alphabetic() || character == ' ')?;
    let (number, unit) = text.split_at(at);
    let number: f64 = number.parse().ok().filter(|number| (0.0..1e9).contains(number))?;
    let seconds = match unit.trim() {
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        _ => return None,
    };
    Some(Duration::from_secs_f64(number * seconds))
}

fn on_failure(reader: &mut TableReader<'_>, part: &Part<'_>) -> Option<OnFailure> {
    let text = part.text(reader, "on_failure", "\"end\" or \"zero\"")?;
    let choices = [("end", OnFailure::End), ("zero", OnFailure::Zero)];
    let help = "write \"end\" to end the search, or \"zero\" to score such levels 0";
    reader.choose(text, choices, |word| format!("`{word}` is not a way to go on"), help)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::parse_time;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(parse_time("2s"), Some(Duration::from_secs(2)));
        assert_eq!(parse_time("0.5 s"), Some(Duration::from_millis(500)));
        assert_eq!(parse_time("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(parse_time("1min"), Some(Duration::from_mins(1)));
        for text in ["", "2", "s", "-1s", "2h", "1e99s", "nans", "2 s s"] {
            assert_eq!(parse_time(text), None, "{text}");
        }
    }
}
