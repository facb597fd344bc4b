//! An explorer of a Marahel script as text.

use serde::{Serialize, Serializer};

/// One explorer of a Marahel script: its type, its region, its parameters and its rules.
///
/// All fields are texts of a script and unchecked. Serialized, it is the object in a script; empty
/// `parameters` are omitted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Explorer {
    /// Type of the explorer, such as `horz` or `digger`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its region, such as `map`.
    pub region: String,
    /// Name and text of each parameter, in the order of the script; names are distinct.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    pub parameters: Vec<(String, String)>,
    /// Rules; the first that fits a tile is applied.
    pub rules: Vec<String>,
}

impl Explorer {
    /// Marahel's default type.
    pub(crate) const KIND: &str = "horizontal";

    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(key, _)| key == name).map(|(_, text)| text.as_str())
    }

    /// Parses the statements of a grammar, see [`Grammar`](crate::fdg20::decoding::Grammar).
    ///
    /// Type and region have Marahel's defaults unless a statement sets them.
    ///
    /// # Panics
    ///
    /// If a statement has no colon; those of the grammar have one.
    pub(crate) fn from_statements(text: &str) -> Self {
        let mut explorer = Self {
            kind: Self::KIND.to_owned(),
            region: "map".to_owned(),
            parameters: Vec::new(),
            rules: Vec::new(),
        };
        for statement in text.split(';').map(str::trim).filter(|s| !s.is_empty()) {
            let (name, text) = statement.split_once(':').expect("a statement has a name");
            let text = text.trim().to_owned();
            match name.trim() {
                "type" => explorer.kind = text,
                "region" => explorer.region = text,
                "rule" => explorer.rules.push(text),
                name => explorer.set_parameter(name, text),
            }
        }
        explorer
    }

    fn set_parameter(&mut self, name: &str, text: String) {
        match self.parameters.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = text,
            None => self.parameters.push((name.to_owned(), text)),
        }
    }
}

pub(crate) fn as_object<S: Serializer>(
    parameters: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parameters.iter().map(|(name, text)| (name, text)))
}

#[cfg(test)]
mod tests;
