//! The reply of a tool: a short text, pictures, and files for the folder.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Maximum characters of a text, because assistants have small context windows.
const N_CHARS_MAX: usize = 12_000;

/// Maximum number of pictures per reply.
const N_PICTURES_MAX: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    pub(super) text: String,
    /// PNG files to look at.
    pub(super) pictures: Vec<Vec<u8>>,
    /// Files to write, by their paths in the folder.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Paths of files that are written already.
    pub(super) written: Vec<String>,
    /// Another call whose answer belongs to this one.
    pub(super) call: Option<Value>,
    /// Whether the files may replace others.
    pub(super) overwrites: bool,
    /// The same as data, for programs.
    pub(super) data: Option<Value>,
}

#[derive(Deserialize)]
struct Encoded {
    text: String,
    pictures: Vec<String>,
    files: Vec<(String, String)>,
    overwrites: bool,
    data: Option<Value>,
}

impl Reply {
    pub(super) fn of_lines(lines: &[String]) -> Self {
        Self { text: lines.join("\n"), ..Self::default() }
    }

    /// Adds a picture, if there is one and there is room.
    pub(super) fn with_picture(mut self, png: Option<Vec<u8>>) -> Self {
        let has_room = self.pictures.len() < N_PICTURES_MAX;
        self.pictures.extend(png.filter(|_| has_room));
        self
    }

    pub(super) fn with_file(mut self, place: impl Into<String>, content: Vec<u8>) -> Self {
        self.files.push((place.into(), content));
        self
    }

    /// Adds a link to a file that is written already.
    pub(super) fn with_written(mut self, place: impl Into<String>) -> Self {
        self.written.push(place.into());
        self
    }

    pub(super) fn with_data(mut self, data: &impl Serialize) -> Self {
        self.data = Some(json!(data));
        self
    }

    /// This reply and the one to another call; its data is `compared`.
    pub(super) fn joined(mut self, other: Self) -> Self {
        self = self.line(&other.text);
        if let (Some(data), Some(more)) = (&mut self.data, other.data) {
            data["compared"] = more;
        }
        other.pictures.into_iter().fold(self, |reply, picture| reply.with_picture(Some(picture)))
    }

    pub(super) fn line(mut self, line: &str) -> Self {
        self.text = format!("{}\n{line}", self.text.trim_end());
        self
    }

    /// Adds a line with the next step.
    pub(super) fn next(self, call: &str) -> Self {
        self.line(&format!("next: {call}"))
    }

    /// The text, cut to the maximum length.
    pub(super) fn short_text(&self) -> String {
        match self.text.char_indices().nth(N_CHARS_MAX) {
            None => self.text.clone(),
            Some((at, _)) => {
                let n_left = self.text[at..].chars().count();
                format!("{}\n... ({n_left} more characters are left out)", &self.text[..at])
            }
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let encode = |bytes: &Vec<u8>| BASE64_STANDARD.encode(bytes);
        json!({
            "text": self.short_text(),
            "pictures": self.pictures.iter().map(encode).collect::<Vec<_>>(),
            "files": self.files.iter().map(|(place, bytes)| (place, encode(bytes))).collect::<Vec<_>>(),
            "overwrites": self.overwrites,
            "data": self.data,
        })
    }

    /// Parses a reply from a pipe; an error field becomes an error.
    pub(super) fn of_json(text: &str) -> anyhow::Result<Self> {
        let answer: Value = serde_json::from_str(text)?;
        if let Some(error) = answer["error"].as_str() {
            anyhow::bail!("{error}");
        }
        let Encoded { text, pictures, files, overwrites, data } = serde_json::from_value(answer)?;
        let pictures = pictures.iter().map(|picture| BASE64_STANDARD.decode(picture));
        let files =
            files.into_iter().map(|(place, file)| Ok((place, BASE64_STANDARD.decode(file)?)));
        Ok(Self {
            text,
            pictures: pictures.collect::<Result<_, _>>()?,
            files: files.collect::<anyhow::Result<_>>()?,
            overwrites,
            data,
            ..Self::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{N_CHARS_MAX, Reply};

    #[test]
    fn what_goes_through_a_pipe_comes_out() {
        let told = Reply { text: "ä\n".to_owned(), overwrites: true, ..Reply::default() };
        let told = told.with_data(&serde_json::json!({ "good": 0.5 }));
        let told = told.with_picture(Some(vec![1, 2])).with_file("a/b.png", vec![3]);
        assert_eq!(Reply::of_json(&told.to_json().to_string()).unwrap(), told);
        let refused = Reply::of_json(r#"{"error": "no"}"#).unwrap_err();
        assert_eq!(refused.to_string(), "no");
    }

    #[test]
    fn a_text_is_never_long() {
        let told = Reply { text: "ä".repeat(1_000_000), ..Reply::default() };
        let short = told.short_text();
        assert!(short.chars().count() < N_CHARS_MAX + 100, "{}", short.len());
        assert!(
            short.ends_with("(988000 more characters are left out)"),
            "{}",
            &short[short.len() - 60..]
        );
    }
}
