//! The external judge: command, values and time limits.

use std::time::Duration;

use crate::definition::keys::{COMMAND, FileKeys, N_VALUES_MAX, OutsideKeys, TIME, VALUES};
use crate::definition::reader::{Faults, Refused, meant};
use crate::expression::is_name;
use crate::{OnFailure, Outside};

const PLACE: &str = "outside";

/// Default number of calls for finalists.
const N_CALLS: u32 = 1000;

/// Default time for an answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Default time for the first answer, because large programs start slowly.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest time that a file can set.
const TIMEOUT_MAX: Duration = Duration::from_hours(1);

/// The external judge, if the file has one. After a mistake, its values are kept, so that
/// expressions find them.
pub(super) fn outside(file: &FileKeys, faults: &mut Faults) -> Option<Outside> {
    let keys = file.outside.as_ref()?.as_ref()?;
    let timeout = meant(keys.timeout.as_ref(), time, faults).unwrap_or(TIMEOUT);
    let start_timeout = meant(keys.start_timeout.as_ref(), time, faults);
    Some(Outside {
        command: command(keys, faults),
        folder: keys.folder.iter().flatten().map(|folder| folder.value.clone()).next(),
        values: values(keys, faults),
        timeout,
        start_timeout: start_timeout.unwrap_or(START_TIMEOUT.max(timeout)),
        on_failure: keys.on_failure.flatten().unwrap_or(OnFailure::End),
        sift: keys.sift.flatten().unwrap_or(false),
        finalists: finalists(keys, faults),
    })
}

/// The most calls for finalists, if the judge is for these alone.
fn finalists(keys: &OutsideKeys, faults: &mut Faults) -> Option<u32> {
    if keys.when == Some(Some(true)) {
        return keys.calls.unwrap_or(Some(N_CALLS));
    }
    if let Some(range) = keys.part.spans.get("calls") {
        let help = "write `when = \"finalists\"` beside it, or leave it out";
        let message = "`calls` are counted for finalists alone";
        mistake!(faults, range.clone(), PLACE, message, help);
    }
    None
}

fn command(keys: &OutsideKeys, faults: &mut Faults) -> Vec<String> {
    let Some(Some(parts)) = &keys.command else { return Vec::new() };
    let command: Vec<String> = parts.all.iter().map(|text| text.value.clone()).collect();
    let range = parts.range.clone();
    if parts.n == 0 || command.first().is_some_and(String::is_empty) {
        mistake!(faults, range, PLACE, "no program is named", format!("write {COMMAND}"));
    } else if command.iter().any(|part| part.contains('\0')) {
        let help = "leave out what is written \\u0000";
        mistake!(faults, range, PLACE, "no program can be given this", help);
    }
    command
}

fn values(keys: &OutsideKeys, faults: &mut Faults) -> Vec<String> {
    let Some(Some(names)) = &keys.values else { return Vec::new() };
    if names.n == 0 || names.n > N_VALUES_MAX {
        let message = format!("there are {} values, not 1 to {N_VALUES_MAX}", names.n);
        mistake!(faults, names.range.clone(), PLACE, message, format!("write {VALUES}"));
    }
    let mut values: Vec<String> = Vec::new();
    for text in names.all.iter().take(N_VALUES_MAX) {
        let (name, range) = (&text.value, text.range.clone());
        if !is_name(name) || name == "id" {
            let message = format!("`{name}` cannot be the name of a value");
            let help = "use letters, digits and _, no digit first; `id` is the level's number";
            mistake!(faults, range, PLACE, message, help);
        } else if values.contains(name) {
            mistake!(faults, range, PLACE, format!("`{name}` comes twice"), "leave one out");
        } else {
            values.push(name.clone());
        }
    }
    values
}

fn time(text: &str) -> Result<Duration, Refused> {
    let time = parse_time(text).filter(|time| !time.is_zero() && *time <= TIMEOUT_MAX);
    let message = || format!("`{text}` is not a time of up to an hour");
    time.ok_or_else(|| (message(), format!("write {TIME}")))
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
