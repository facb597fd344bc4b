//! Sizes of levels as configs write them: `"20x15"`, or several, `["11x7", "20x15"]` or
//! `"11x7,20x15"`.

use marahel_problem::{N_SIZES_MAX, parse_size};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(
    sizes: &[(usize, usize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(sizes.iter().map(|(width, height)| format!("{width}x{height}")))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(usize, usize)>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a size or a list of sizes, such as \"20x15\"")]
    enum Written {
        One(String),
        Several(Vec<String>),
    }
    match Written::deserialize(deserializer)? {
        Written::One(text) => parse_sizes(&text),
        Written::Several(texts) if texts.is_empty() => Ok(Vec::new()),
        Written::Several(texts) => parse_sizes(&texts.join(",")),
    }
    .map_err(D::Error::custom)
}

/// Reads sizes of levels, columns by rows, such as `11x7,20x15`.
pub fn parse_sizes(text: &str) -> Result<Vec<(usize, usize)>, String> {
    let mut sizes = Vec::new();
    for text in text.split(',').map(str::trim) {
        let size = parse_size(text)
            .map_err(|message| format!("{message}; write columns by rows, such as \"20x15\""))?;
        if sizes.contains(&size) {
            return Err(format!("the size {text} comes twice"));
        }
        if sizes.len() == N_SIZES_MAX {
            return Err(format!("there are more than {N_SIZES_MAX} sizes"));
        }
        sizes.push(size);
    }
    Ok(sizes)
}
