//! Text as TOML.

use toml::Value;

pub(crate) fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// A name as a key of TOML.
pub(crate) fn key(name: &str) -> String {
    let is_bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_bare { name.to_owned() } else { quoted(name) }
}
