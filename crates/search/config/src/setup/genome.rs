//! [`Genome`]: what a search breeds.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use marahel_script::Document;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::GenomeError;

/// What a search breeds. Tables and checkpoints hold it as text: the script, or the integers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Genome {
    /// Integers, which a [decoder](crate::Decode) reads.
    Genes(Vec<u32>),
    Script(#[serde(with = "text")] Arc<Document>),
}

pub type Individual = marahel_search::Individual<Genome>;

/// A search for genomes.
pub type GenomeEngine = marahel_search::Engine<Genome>;

impl Genome {
    pub(crate) fn of_document(text: &str) -> Result<Self, GenomeError> {
        Self::read(text).map(Self::from)
    }

    fn read(text: &str) -> Result<Document, GenomeError> {
        marahel_dialects::parse(text).map(Document::of).map_err(|_| no_script())
    }

    /// The integers; empty for a script.
    pub fn genes(&self) -> &[u32] {
        match self {
            Self::Genes(genes) => genes,
            Self::Script(_) => &[],
        }
    }

    /// The script, if it is one.
    pub fn script(&self) -> Option<&Arc<Document>> {
        match self {
            Self::Genes(_) => None,
            Self::Script(script) => Some(script),
        }
    }
}

impl Default for Genome {
    fn default() -> Self {
        Self::Genes(Vec::new())
    }
}

impl From<Document> for Genome {
    fn from(script: Document) -> Self {
        Self::Script(Arc::new(script))
    }
}

impl fmt::Display for Genome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Genes(genes) => {
                let genes: Vec<String> = genes.iter().map(u32::to_string).collect();
                formatter.write_str(&genes.join(" "))
            }
            Self::Script(script) => formatter.write_str(&script.text),
        }
    }
}

impl FromStr for Genome {
    type Err = GenomeError;

    fn from_str(text: &str) -> Result<Self, GenomeError> {
        if text.starts_with('{') {
            return Self::of_document(text);
        }
        let genes: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
        let genes = genes.ok().filter(|genes| !genes.is_empty());
        genes.map(Self::Genes).ok_or_else(|| GenomeError::Wrong("genes are whole numbers".into()))
    }
}

/// The error for a genome that is not a script for these tiles.
pub(crate) fn no_script() -> GenomeError {
    let message = "these genes are no script for the tiles of this problem; genomes of scripts \
                   are the characters of their documents";
    GenomeError::Wrong(message.to_owned())
}

mod text {
    use super::{Arc, Deserialize, Deserializer, Document, Genome, Serializer, de};

    pub(super) fn serialize<S: Serializer>(
        script: &Document,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&script.text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<Document>, D::Error> {
        let text = String::deserialize(deserializer)?;
        Genome::read(&text).map(Arc::new).map_err(de::Error::custom)
    }
}
