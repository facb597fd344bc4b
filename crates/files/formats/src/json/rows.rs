//! Plain ways to write rows of tiles in JSON, as an object with `tiles` or `map`.

use marahel_level::LevelError;
use serde_json::{Map, Value};

/// Fields whose rows are read, in this order.
const FIELDS: [&str; 6] = ["tiles", "map", "layout", "rows", "grid", "level"];

/// The levels of a document as objects: an object is one; rows alone are one; a list is several.
pub(super) fn objects(document: Value) -> Vec<Value> {
    match document {
        Value::Array(list) => match Rows::of(&list) {
            Some(rows) => vec![rows.object(list)],
            None => list.into_iter().map(object).collect(),
        },
        value => vec![value],
    }
}

/// Rows alone as an object; anything else as it is.
pub(super) fn object(value: Value) -> Value {
    match value {
        Value::Array(list) => match Rows::of(&list) {
            Some(rows) => rows.object(list),
            None => Value::Array(list),
        },
        value => value,
    }
}

/// Puts the rows of an object into `tiles` or `map`, whatever field has them. Returns whether that
/// changed it.
pub(super) fn put_in_place(object: &mut Map<String, Value>) -> Result<bool, LevelError> {
    for field in FIELDS {
        let Some(Value::Array(list)) = object.get(field) else { continue };
        let Some(rows) = Rows::of(list) else { continue };
        // Something else may have the name `tiles`, such as a list of what tiles there are.
        if rows.is_in(field) && (field == "tiles" || !object.contains_key("tiles")) {
            return Ok(false);
        }
        let Some(Value::Array(list)) = object.remove(field) else { continue };
        object.remove("tiles");
        object.insert(rows.field().to_owned(), rows.values(list));
        return Ok(true);
    }
    let is_ours = ["tiles", "map"].iter().any(|field| object.contains_key(*field));
    if is_ours { Ok(false) } else { Err(super::no_level()) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// A list of numbers for each.
    Numbers,
    /// A text for each.
    Texts,
    /// A list of single characters for each.
    Characters,
}

impl Rows {
    /// How a list of rows is written; `None` if it is no such list.
    fn of(list: &[Value]) -> Option<Self> {
        if list.iter().all(Value::is_string) {
            return (!list.is_empty()).then_some(Self::Texts);
        }
        let rows: Vec<&Vec<Value>> = list.iter().map(Value::as_array).collect::<Option<_>>()?;
        let mut cells = rows.into_iter().flatten().peekable();
        cells.peek()?;
        if cells.clone().all(Value::is_number) {
            return Some(Self::Numbers);
        }
        cells.all(is_character).then_some(Self::Characters)
    }

    fn field(self) -> &'static str {
        if self == Self::Numbers { "tiles" } else { "map" }
    }

    /// Whether they are what this field has.
    fn is_in(self, field: &str) -> bool {
        self != Self::Characters && self.field() == field
    }

    fn object(self, list: Vec<Value>) -> Value {
        Value::Object(Map::from_iter([(self.field().to_owned(), self.values(list))]))
    }

    fn values(self, list: Vec<Value>) -> Value {
        let joined = |row: Value| {
            let cells = row.as_array().into_iter().flatten();
            Value::String(cells.filter_map(Value::as_str).collect())
        };
        match self {
            Self::Characters => list.into_iter().map(joined).collect(),
            Self::Numbers | Self::Texts => Value::Array(list),
        }
    }
}

fn is_character(cell: &Value) -> bool {
    cell.as_str().is_some_and(|text| text.chars().count() == 1)
}

#[cfg(test)]
mod tests;
