//! Merging tables of settings.

use toml::{Table, Value};

/// `base` changed by `change`: tables are merged key by key, everything else is replaced.
pub(crate) fn merged(mut base: Table, change: &Table) -> Table {
    for (key, value) in change {
        let value = match (base.remove(key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => Value::Table(merged(old, new)),
            _ => value.clone(),
        };
        base.insert(key.clone(), value);
    }
    base
}

/// The settings of a table by their dotted keys, in order.
pub(crate) fn dotted(table: &Table) -> Vec<(String, String)> {
    let mut settings = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                let inner = dotted(inner).into_iter();
                settings.extend(inner.map(|(path, value)| (format!("{key}.{path}"), value)));
            }
            value => settings.push((key.clone(), value.to_string())),
        }
    }
    settings
}
