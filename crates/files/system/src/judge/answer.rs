//! Reading answers.

use serde_json::{Map, Value};

use super::JUDGE_BYTES_MAX;
use crate::process::Trouble;

/// Writes the values of an answer to the level with this id to `values`.
pub(super) fn read(
    text: &str,
    id: u64,
    names: &[String],
    values: &mut [f64],
) -> Result<(), Trouble> {
    let wrong = |what: String| Trouble::with_answer(text, what);
    // A longer line was cut there.
    if text.len() as u64 >= JUDGE_BYTES_MAX {
        return Err(wrong(format!(
            "which is too long: at most {JUDGE_BYTES_MAX} bytes are read, with the end of the line"
        )));
    }
    let answer: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| wrong(format!("which is not an object of JSON ({error})")))?;
    match answer.get("id") {
        Some(answer_id) if answer_id.as_u64() == Some(id) => (),
        Some(answer_id) => {
            return Err(wrong(format!(
                "which is about the level with the id {answer_id}, not {id}"
            )));
        }
        None => return Err(wrong(format!("which does not repeat the id of the level, {id}"))),
    }
    for (value, name) in values.iter_mut().zip(names) {
        *value = match answer.get(name) {
            Some(Value::Null) => f64::NAN,
            Some(Value::Number(number)) => number.as_f64().unwrap_or(f64::NAN),
            Some(value) => {
                return Err(wrong(format!("in which `{name}` is {value}, not a number or null")));
            }
            None => return Err(wrong(format!("in which there is no `{name}`"))),
        };
    }
    match answer.keys().find(|key| *key != "id" && !names.contains(key)) {
        Some(key) => Err(wrong(format!("in which nobody asked for `{key}`"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[track_caller]
    fn check(text: &str, expected: Result<[f64; 2], &str>) {
        let names = ["fun", "difficulty"].map(str::to_owned);
        let mut values = [7.0; 2];
        match (read(text, 3, &names, &mut values), expected) {
            (Ok(()), Ok(expected)) => {
                assert_eq!(values.map(f64::to_bits), expected.map(f64::to_bits), "{text}");
            }
            (Err(error), Err(part)) => {
                assert!(error.to_string().contains(part), "there is no `{part}` in {error}");
            }
            (found, _) => panic!("{text}: {found:?}"),
        }
    }

    #[test]
    fn answers_have_all_values_and_no_others() {
        check(r#"{"id":3,"fun":1,"difficulty":-2.5}"#, Ok([1.0, -2.5]));
        check(r#"{"difficulty":null,"fun":1e3,"id":3}"#, Ok([1000.0, f64::NAN]));
        check(r#"{"id":3,"fun":1}"#, Err("there is no `difficulty`"));
        check(r#"{"id":3,"fun":1,"difficulty":1,"joy":2}"#, Err("nobody asked for `joy`"));
        check(r#"{"id":3,"fun":"1","difficulty":1}"#, Err("`fun` is \"1\", not a number"));
        check(r#"{"id":2,"fun":1,"difficulty":1}"#, Err("with the id 2, not 3"));
        check(r#"{"fun":1,"difficulty":1}"#, Err("does not repeat the id of the level, 3"));
    }

    #[test]
    fn a_long_answer_is_told_as_such() {
        let padded = |n: usize| format!("{{\"id\":3,\"fun\":1,\"difficulty\":2{:>1$}", "}", n - 30);
        assert_eq!(padded(65_535).len(), 65_535);
        check(&padded(65_535), Ok([1.0, 2.0]));
        check(&padded(65_536), Err("too long: at most 65536 bytes"));
    }

    #[test]
    fn what_is_no_object_is_no_answer() {
        for text in ["", "hello", "[1,2]", "3.5", r#"{"id":3,"fun":NaN,"difficulty":1}"#] {
            check(text, Err("not an object of JSON"));
        }
        check(&"x".repeat(1000), Err(&format!("`{}...`", "x".repeat(300))));
    }
}
