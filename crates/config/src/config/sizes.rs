//! Sizes of levels as configs write them: `"20x15"`, or several, `["11x7", "20x15"]` or
//! `"11x7,20x15"`.

use problem::parse_size;
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
    let texts = match Written::deserialize(deserializer)? {
        Written::One(text) => text.split(',').map(|size| size.trim().to_owned()).collect(),
        Written::Several(texts) => texts,
    };
    let mut sizes = Vec::with_capacity(texts.len());
    for text in texts {
        let size = parse_size(&text).map_err(|message| {
            D::Error::custom(format!("{message}; write columns by rows, such as \"20x15\""))
        })?;
        if sizes.contains(&size) {
            return Err(D::Error::custom(format!("the size {text} comes twice")));
        }
        sizes.push(size);
    }
    Ok(sizes)
}
