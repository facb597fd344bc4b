//! Seeds of an experiment: `"1-20"`, `"1-5, 9"` or a list of numbers.

use serde::Deserialize;

/// An arbitrary limit of seeds.
const N_SEEDS_MAX: usize = 10_000;

/// Seeds as written in an experiment file.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Seeds {
    List(Vec<u64>),
    Text(String),
}

impl Seeds {
    /// The distinct seeds in ascending order; an error describes mistakes.
    pub(crate) fn parse(&self) -> Result<Vec<u64>, String> {
        let mut seeds = match self {
            Self::List(seeds) => seeds.clone(),
            Self::Text(text) => parse_text(text)?,
        };
        if seeds.is_empty() {
            return Err("`seeds` is empty; write \"1-20\" or [1, 2, 3]".to_owned());
        }
        if seeds.len() > N_SEEDS_MAX {
            return Err(format!("`seeds` are more than {N_SEEDS_MAX}"));
        }
        if let Some(large) = seeds.iter().find(|&&seed| i64::try_from(seed).is_err()) {
            return Err(format!("the seed {large} is too large for a config"));
        }
        seeds.sort_unstable();
        seeds.dedup();
        Ok(seeds)
    }
}

fn parse_text(text: &str) -> Result<Vec<u64>, String> {
    let wrong = || format!("`seeds` are \"{text}\"; write them like \"1-20\" or \"1-5, 9\"");
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let [first, last] = [first, last].map(|part| part.trim().parse::<u64>());
        let (first, last) = (first.map_err(|_| wrong())?, last.map_err(|_| wrong())?);
        if last < first {
            return Err(wrong());
        }
        // One more than the limit suffices to detect too many.
        seeds.extend((first..=last).take(N_SEEDS_MAX + 1));
    }
    Ok(seeds)
}
