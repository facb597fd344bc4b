//! Reads neighborhoods: rows of digits as strings or arrays, or a list of points.

use jsonc_parser::ast::{Array, Value};

use marahel_script::Neighborhood;
use marahel_script::parse::Piece;

const FORMS: &str = "a neighborhood is a digit matrix such as [\"010\", \"131\", \"010\"] or \"010,131,010\", \
    or a list of points such as [[1, 0], [0, -3]]";

/// Reads a neighborhood from a value of `document`.
///
/// An array of pairs of numbers is a list of points, as in the paper. So a matrix of two columns
/// must be written in strings.
pub(super) fn parse(
    value: &Value<'_>,
    document: &str,
) -> Result<(Neighborhood, Option<[&'static str; 2]>), String> {
    let points = match value {
        Value::Array(array) if !array.elements.is_empty() => points(array, document),
        Value::StringLit(string) if string.value.contains('(') => printed_points(&string.value),
        _ => None,
    };
    if let Some(points) = points {
        let cells = Neighborhood::from_offsets(points).map_err(|error| error.to_string())?;
        return Ok((cells, None));
    }
    let rows = match value {
        Value::Array(array) => {
            let rows = array.elements.iter().map(|row| row_of(row, document));
            rows.collect::<Option<Vec<_>>>().map(|rows| rows.join(","))
        }
        row => row_of(row, document),
    };
    let rows = rows.ok_or(FORMS)?;
    let cells = Neighborhood::parse(&rows).map_err(|error| error.to_string())?;
    Ok((cells, Neighborhood::doubt(&rows)))
}

fn row_of(value: &Value<'_>, document: &str) -> Option<String> {
    let Value::Array(digits) = value else {
        return Piece::of(value, document).map(|row| row.text.to_owned());
    };
    digits
        .elements
        .iter()
        .map(|digit| Piece::of(digit, document).map(|digit| digit.text.to_owned()))
        .collect()
}

/// Points as pairs of numbers; `None` for anything else.
fn points(array: &Array<'_>, document: &str) -> Option<Vec<(i32, i32)>> {
    let pair = |value: &Value<'_>| {
        let Value::Array(pair) = value else { return None };
        let number = |value: &Value<'_>| match value {
            Value::NumberLit(_) => Piece::of(value, document)?.text.parse().ok(),
            _ => None,
        };
        match &pair.elements[..] {
            [x, y] => number(x).zip(number(y)),
            _ => None,
        }
    };
    array.elements.iter().map(pair).collect()
}

/// Points as printed in the paper: `(1,1), (0,-3)`.
fn printed_points(text: &str) -> Option<Vec<(i32, i32)>> {
    let dense: String = text.chars().filter(|next| !next.is_whitespace()).collect();
    let dense = dense.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&dense);
    let inner = dense.strip_prefix('(')?.strip_suffix(')')?;
    let pairs = inner.split("),(").map(|pair| {
        let (x, y) = pair.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    });
    pairs.collect()
}
