//! What a grammar of whole scripts writes.

use serde::Serialize;

use crate::Explorer;

/// A script as a genome has it: all but what the problem decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Document {
    /// How the level is divided, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Regions>,
    /// The explorers, in the order in which they run.
    pub explorers: Vec<Explorer>,
}

/// The division of a level into regions, as texts of a script.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Regions {
    /// How to divide, such as `bsp`.
    #[serde(rename = "type")]
    pub kind: String,
    /// How many regions to keep.
    pub number: String,
    /// Name and text of each parameter; names are distinct.
    #[serde(serialize_with = "crate::explorer::as_object")]
    pub parameters: Vec<(String, String)>,
}

impl Document {
    /// Reads the statements that a grammar wrote, see [`Grammar`](crate::Grammar).
    ///
    /// # Errors
    ///
    /// The number of an explorer from 1, or 0 for what stands before the first, and the
    /// first statement of it that has no colon.
    pub(super) fn from_statements(text: &str) -> Result<Self, (usize, &str)> {
        let mut starts: Vec<usize> = Vec::new();
        let mut start = 0;
        for statement in text.split(';') {
            if statement.split_once(':').is_some_and(|(name, _)| name.trim() == "type") {
                starts.push(start);
            }
            start += statement.len() + 1;
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let explorers = starts.iter().zip(ends).zip(1..).map(|((&start, end), number)| {
            Explorer::from_statements(&text[start..end]).map_err(|statement| (number, statement))
        });
        let head = &text[..starts.first().copied().unwrap_or(text.len())];
        Ok(Self {
            regions: Regions::from_statements(head).map_err(|statement| (0, statement))?,
            explorers: explorers.collect::<Result<_, _>>()?,
        })
    }
}

impl Regions {
    fn from_statements(text: &str) -> Result<Option<Self>, &str> {
        let Explorer { mut parameters, .. } = Explorer::from_statements(text)?;
        let mut take = |name: &str| {
            let index = parameters.iter().position(|(other, _)| other == name)?;
            Some(parameters.remove(index).1)
        };
        let Some(kind) = take("regions") else { return Ok(None) };
        let number = take("number").unwrap_or_else(|| "1".to_owned());
        Ok(Some(Self { kind, number, parameters }))
    }
}
