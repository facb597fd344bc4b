//! The answers of a proposer in a run folder: a line of JSON for each question.

use serde::{Deserialize, Serialize};

/// A question to a proposer, with its answer or failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The number of the question, from 1.
    pub call: u64,
    /// The generation for which it was asked.
    pub generation: u64,
    /// The hash of the question, to recognize it.
    pub question: String,
    /// Number of scripts that it asked for.
    pub n: usize,
    /// The time for the answer. Time limits use this number, so a repeated run decides the same.
    pub milliseconds: u64,
    /// The text of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl Answered {
    /// As a line, with its line break.
    pub fn to_line(&self) -> String {
        let line = serde_json::to_string(self).expect("it is plain data");
        line + "\n"
    }

    /// All lines of a file. A last line without a line break is dropped: a program was killed while
    /// it wrote it.
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let answers = whole.lines().zip(1_usize..).map(|(line, number)| {
            serde_json::from_str(line)
                .map_err(|error| format!("line {number} is no answer that a run kept: {error}"))
        });
        answers.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Answered;

    #[test]
    fn a_line_without_an_end_is_dropped_and_others_must_be_whole() {
        let one = Answered {
            call: 1,
            generation: 0,
            question: "ab".to_owned(),
            n: 8,
            milliseconds: 12,
            answer: Some("{\"scripts\": []}".to_owned()),
            failure: None,
        };
        let two =
            Answered { call: 2, answer: None, failure: Some("it hung".to_owned()), ..one.clone() };
        let text = one.to_line() + &two.to_line();
        assert_eq!(Answered::read_all(&text).unwrap(), [one.clone(), two]);
        for end in one.to_line().len()..text.len() {
            assert_eq!(Answered::read_all(&text[..end]).unwrap(), std::slice::from_ref(&one));
        }
        assert_eq!(Answered::read_all("").unwrap(), []);
        assert_eq!(Answered::read_all("{\"call").unwrap(), []);
        let error = Answered::read_all(&format!("{}hello\n", one.to_line())).unwrap_err();
        assert!(error.starts_with("line 2 is no answer"), "{error}");
    }
}
