//! Numbers of levels in the notation of people: `800k`, `4M`.

/// Reads a number of levels such as `1500`, `800k`, `1.5M` or `4M`.
pub fn parse_n_maps(text: &str) -> Result<u64, String> {
    let text = text.trim();
    n_maps(text).ok_or_else(|| {
        format!("`{text}` is no number of levels; write it as 250000, 800k, 1.5M or 4M")
    })
}

fn n_maps(text: &str) -> Option<u64> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000),
        Some((at, 'm' | 'M')) => (&text[..at], 1_000_000),
        _ => (text, 1),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number || part.len() > 6 {
        return None;
    }
    let scale = 10_u64.pow(part.len() as u32);
    if unit % scale != 0 {
        return None; // less than a whole level
    }
    let part: u64 = if part.is_empty() { 0 } else { part.parse().ok()? };
    let whole = whole.parse::<u64>().ok()?.checked_mul(unit)?;
    let n_maps = whole.checked_add(part * (unit / scale))?;
    i64::try_from(n_maps).is_ok().then_some(n_maps)
}

/// Numbers of levels in a config: a number, or a text that [`parse_n_maps`] reads.
pub(crate) mod n_maps_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u64),
        Text(String),
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        match Written::deserialize(deserializer) {
            Ok(Written::Number(n_maps)) => Ok(n_maps),
            Ok(Written::Text(text)) => super::parse_n_maps(&text).map_err(D::Error::custom),
            Err(_) => Err(D::Error::custom("write a number of levels, such as 250000 or \"4M\"")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse_n_maps;

    #[test]
    fn thousands_and_millions_have_letters() {
        let read = |text| parse_n_maps(text).ok();
        assert_eq!(read("1500"), Some(1500));
        assert_eq!(read("800k"), Some(800_000));
        assert_eq!(read(" 1.5M "), Some(1_500_000));
        assert_eq!(read("0.25m"), Some(250_000));
        assert_eq!(read("0"), Some(0));
    }

    #[test]
    fn what_is_no_number_of_levels_is_refused() {
        for text in ["", "k", "-1", "1.5", "4G", "1e6", ".5M", "1.2345k", "99999999999999999999"] {
            let message = parse_n_maps(text).unwrap_err();
            assert!(message.contains("800k"), "{text}: {message}");
        }
    }
}
