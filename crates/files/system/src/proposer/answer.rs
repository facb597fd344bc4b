//! Reading answers.

use serde_json::Value;

use super::Proposer;
use crate::files::in_units;

/// An answer of a proposer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Each script as text, or what is wrong with it.
    pub scripts: Vec<Result<String, String>>,
    /// Whether it asks for the page of the language.
    pub wants_language: bool,
}

impl Answer {
    /// Reads an answer.
    ///
    /// # Errors
    ///
    /// What is wrong with it: the end of a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() as u64 >= Proposer::N_ANSWER_BYTES_MAX {
            let most = in_units(Proposer::N_ANSWER_BYTES_MAX);
            return Err(format!("which is longer than a line may be, {most}"));
        }
        let answer: serde_json::Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| format!("which is not an object of JSON ({error})"))?;
        let mut read = Self::default();
        for (key, value) in &answer {
            match (key.as_str(), value) {
                ("scripts", Value::Array(scripts)) => {
                    read.scripts = scripts.iter().map(script).collect();
                }
                ("scripts", _) => return Err("in which `scripts` is no list".to_owned()),
                ("wants", Value::Array(wants)) => match wants.as_slice() {
                    [] => (),
                    [Value::String(word)] if word == "language" => read.wants_language = true,
                    _ => return Err("which wants something else than `language`".to_owned()),
                },
                ("wants", _) => return Err("in which `wants` is no list".to_owned()),
                _ => return Err(format!("in which nobody asked for `{key}`")),
            }
        }
        if !answer.contains_key("scripts") && !read.wants_language {
            return Err("in which there are no `scripts`".to_owned());
        }
        Ok(read)
    }
}

fn script(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Object(_) => Ok(marahel::script::laid_out(value)),
        _ => Err("a script is a text, or an object of JSON".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[track_caller]
    fn refused(text: &str, part: &str) {
        let error = Answer::read(text).expect_err("it is no answer");
        assert!(error.contains(part), "there is no `{part}` in {error}");
    }

    #[test]
    fn scripts_are_texts_or_objects() {
        let answer = Answer::read(r#"{"scripts": ["{}", {"a": 1}, 3]}"#).unwrap();
        assert_eq!(answer.scripts[0].as_deref(), Ok("{}"));
        assert!(answer.scripts[1].as_deref().unwrap().contains("\"a\": 1"));
        assert!(answer.scripts[2].is_err());
        assert!(!answer.wants_language);
        assert_eq!(Answer::read(r#"{"scripts": []}"#), Ok(Answer::default()));
        assert!(Answer::read(r#"{"wants": ["language"]}"#).unwrap().wants_language);
    }

    #[test]
    fn what_is_nothing_of_the_kind_is_no_answer() {
        refused("hello", "not an object of JSON");
        refused("[]", "not an object of JSON");
        refused(&"[".repeat(100_000), "not an object of JSON");
        refused("{}", "there are no `scripts`");
        refused(r#"{"scripts": {}}"#, "`scripts` is no list");
        refused(r#"{"script": []}"#, "nobody asked for `script`");
        refused(r#"{"scripts": [], "wants": ["money"]}"#, "something else than `language`");
        refused(&format!("{{\"scripts\": [\"{}\"]}}", "x".repeat(1 << 20)), "1 MiB");
    }
}
