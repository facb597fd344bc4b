//! Entries that stand in the wrong table. They are told once and put where they belong, so that
//! nothing else is told about them.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::SECTIONS;
use crate::definition::keys::{ObjectiveKeys, TileKeys};
use crate::definition::reader::{Faults, shortened};

/// A kind of entry: its table, its keys, which no other kind has, and what it does.
struct Kind {
    table: &'static str,
    keys: &'static [&'static str],
    about: &'static str,
}

static KINDS: [Kind; 2] = [
    Kind { table: "tiles", keys: TileKeys::KEYS, about: "describes a tile" },
    Kind { table: "objectives", keys: ObjectiveKeys::KEYS, about: "is an objective" },
];

/// Where entries are looked at: above all tables, and in these.
const PLACES: [&str; 4] = ["", "tiles", "measures", "objectives"];

pub(super) fn put_in_place(document: &mut DeTable<'_>, faults: &mut Faults) {
    for place in PLACES {
        let Some(table) = table(document, place) else { continue };
        let strays = table.iter().filter_map(|(key, value)| {
            let kind = KINDS.iter().find(|kind| kind.has(value) && kind.table != place)?;
            let is_section = place.is_empty() && SECTIONS.contains(&&**key.get_ref());
            (!is_section).then(|| (key.clone(), kind))
        });
        let strays: Vec<(Spanned<_>, &Kind)> = strays.collect();
        for (key, kind) in strays {
            let name = key.get_ref().to_string();
            let value = table_mut(document, place).and_then(|table| table.remove(&*name));
            let whereabouts = if place.is_empty() {
                "above all tables".to_owned()
            } else {
                format!("in [{place}]")
            };
            let message =
                format!("`{}` {}, but stands {whereabouts}", shortened(&name), kind.about);
            let help = format!("move it below [{}]", kind.table);
            mistake!(faults, key.span(), "", message, help);
            if let (Some(value), Some(own)) = (value, table_mut(document, kind.table)) {
                own.entry(key).or_insert(value);
            }
        }
    }
}

impl Kind {
    /// Whether a value is a table with keys of this kind alone.
    fn has(&self, value: &Spanned<DeValue<'_>>) -> bool {
        let table = value.get_ref().as_table();
        let mut keys = table.into_iter().flat_map(|table| table.keys()).peekable();
        keys.peek().is_some() && keys.all(|key| self.keys.contains(&&**key.get_ref()))
    }
}

fn table<'d, 't>(document: &'d DeTable<'t>, name: &str) -> Option<&'d DeTable<'t>> {
    if name.is_empty() { Some(document) } else { document.get(name)?.get_ref().as_table() }
}

fn table_mut<'d, 't>(document: &'d mut DeTable<'t>, name: &str) -> Option<&'d mut DeTable<'t>> {
    if name.is_empty() {
        return Some(document);
    }
    match document.get_mut(name)?.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}
