//! Changes the text of a file that moves, so that its paths stay valid.

use toml::de::{DeTable, DeValue};

use super::{Definition, Span};

/// Replaces TOML strings at some places of a text.
pub(super) fn with_texts<'t>(
    text: &str,
    places: impl Iterator<Item = (&'t Span, &'t String)>,
) -> String {
    let mut places: Vec<_> = places.collect();
    places.sort_by_key(|(place, _)| place.start);
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for (place, new) in places {
        changed += &text[end..place.start];
        changed += &toml::Value::String(new.clone()).to_string();
        end = place.end;
    }
    changed + &text[end..]
}

/// The text of a definition with another `folder` in `[outside]`.
pub(super) fn with_outside_folder(definition: &Definition, folder: &str) -> String {
    let text = &definition.text;
    if definition.outside.is_none() {
        return text.clone();
    }
    let folder_value = toml::Value::String(folder.to_owned()).to_string();
    let moved = candidates(text, &folder_value).into_iter().find(|text| {
        let outside = Definition::parse(text).ok().and_then(|moved| moved.outside);
        outside.is_some_and(|outside| outside.folder.as_deref() == Some(folder))
    });
    moved.unwrap_or_else(|| text.clone())
}

/// Texts to try: with the folder in place of the old one, or before `command` in each possible
/// notation.
fn candidates(text: &str, folder: &str) -> Vec<String> {
    let Ok(document) = DeTable::parse(text) else { return Vec::new() };
    let Some(DeValue::Table(outside)) =
        document.get_ref().get("outside").map(toml::Spanned::get_ref)
    else {
        return Vec::new();
    };
    if let Some(there) = outside.get("folder") {
        let range = there.span();
        return vec![format!("{}{folder}{}", &text[..range.start], &text[range.end..])];
    }
    let Some((key, _)) = outside.get_key_value("command") else { return Vec::new() };
    let key = key.span().start;
    let line = text[..key].rfind('\n').map_or(0, |end| end + 1);
    let insertions = [(key, "", "\n"), (key, "", ", "), (line, "outside.", "\n")];
    let texts = insertions.map(|(at, table, end)| {
        format!("{}{table}folder = {folder}{end}{}", &text[..at], &text[at..])
    });
    texts.to_vec()
}
