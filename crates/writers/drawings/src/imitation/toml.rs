//! Text as TOML.

use marahel_problem::Definition;
use toml::Value;

pub(crate) fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// A name that no other has, short enough for a problem file.
pub(crate) fn free(own: &str, taken: &[String]) -> String {
    let cut = |room: usize| {
        let end = (0..=room.min(own.len())).rev().find(|&end| own.is_char_boundary(end));
        &own[..end.unwrap_or(0)]
    };
    let numbered = (2..).map(|number| {
        let ending = format!("_{number}");
        format!("{}{ending}", cut(Definition::NAME_BYTES_MAX - ending.len()))
    });
    let mut names = std::iter::once(cut(Definition::NAME_BYTES_MAX).to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).expect("numbers do not end")
}

/// A name as a key of TOML.
pub(crate) fn key(name: &str) -> String {
    let is_bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_bare { name.to_owned() } else { quoted(name) }
}
