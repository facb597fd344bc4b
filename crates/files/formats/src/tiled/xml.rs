//! The XML form of maps, tilesets and templates, the default of Tiled, in the words of the JSON form.

use marahel_level::{LevelError, N_TILES_MAX};
use roxmltree::Node;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value, json};

use super::document::DEPTH_MAX;
pub(super) use crate::xml::children;
use crate::xml::{parsed, text};

#[cfg(test)]
mod tests;

/// Attributes that are numbers, and those that are yes or no.
const NUMBERS: [&str; 21] = [
    "id",
    "firstgid",
    "tilewidth",
    "tileheight",
    "tilecount",
    "columns",
    "spacing",
    "margin",
    "width",
    "height",
    "x",
    "y",
    "offsetx",
    "offsety",
    "rotation",
    "tile",
    "tileid",
    "duration",
    "probability",
    "gid",
    "opacity",
];
const TRUTHS: [&str; 6] = ["infinite", "hflip", "vflip", "dflip", "rotate", "preferuntransformed"];

/// Elements that are layers, with their types in JSON.
const LAYERS: [(&str, &str); 4] = [
    ("layer", "tilelayer"),
    ("objectgroup", "objectgroup"),
    ("group", "group"),
    ("imagelayer", "imagelayer"),
];

/// Most numbers in a list around a tile, and one more.
const N_SIDES_READ: usize = 9;

/// Maximum number of elements and attributes that are no cells: as a value of JSON, each takes many
/// times the memory of its text.
const N_PARTS_MAX: usize = 1 << 22;

/// Reads a document whose root has this name.
pub(super) fn read<T: DeserializeOwned>(xml: &str, name: &str) -> Result<T, LevelError> {
    let document = parsed(xml, &format!("{name} of Tiled"))?;
    let root = document.root_element();
    if !root.has_tag_name(name) {
        let root = root.tag_name().name();
        let what = format!("the document is a <{root}>; a <{name}> of Tiled is expected");
        return Err(LevelError::Content(what));
    }
    ensure!(
        document.descendants().map(n_parts).sum::<usize>() <= N_PARTS_MAX,
        "the document has more than {N_PARTS_MAX} elements and attributes that are no cells"
    );
    let mut fields = object(root, 0)?;
    match name {
        "map" => {
            fields.entry("layers").or_insert_with(|| json!([]));
            fields.retain(|key, value| !matches!(&**key, "width" | "height") || value.is_u64());
        }
        "template" => {
            fields.entry("object").or_insert_with(|| json!({}));
        }
        _ => {}
    }
    Ok(serde_json::from_value(Value::Object(fields))?)
}

/// An element with its attributes; a corner of a polygon takes as much memory as two.
fn n_parts(node: Node<'_, '_>) -> usize {
    let is_of_cells =
        |node: Node<'_, '_>| ["data", "chunk"].iter().any(|name| node.has_tag_name(*name));
    if !node.is_element() || node.has_tag_name("tile") && node.parent().is_some_and(is_of_cells) {
        return 0;
    }
    let corners = node.attribute("points").unwrap_or_default().split_ascii_whitespace();
    1 + node.attributes().len() + 2 * corners.count()
}

/// The elements of all layers, each group before its members, as [`super::document::all`].
pub(super) fn layer_nodes<'a, 'b>(map: Node<'a, 'b>) -> Vec<Node<'a, 'b>> {
    let layers = map
        .descendants()
        .filter(|node| LAYERS.iter().any(|(name, _)| node.has_tag_name(*name)))
        .filter(|node| {
            node.parent().is_some_and(|parent| parent == map || parent.has_tag_name("group"))
        });
    layers.collect()
}

/// An element in the words of JSON.
pub(super) fn object(node: Node<'_, '_>, depth: usize) -> Result<Map<String, Value>, LevelError> {
    let mut fields = Map::new();
    if depth > 2 * DEPTH_MAX {
        return Ok(fields);
    }
    let name = node.tag_name().name();
    for attribute in node.attributes() {
        let value = value(attribute.name(), attribute.value());
        fields.extend(value.map(|value| (attribute.name().to_owned(), value)));
    }
    let whole_numbers: &[&'static str] = match name {
        "tile" => &["id"],
        "wangtile" => &["tileid"],
        "tileset" if depth > 0 => &["firstgid"],
        "object" if node.has_attribute("gid") => &["gid"],
        _ => &[],
    };
    for key in whole_numbers {
        fields.insert((*key).to_owned(), whole_number(node, key)?);
    }
    for child in node.children().filter(Node::is_element) {
        let one = || object(child, depth + 1).map(Value::Object);
        let list = |value| Value::Array(vec![value]);
        let (key, value) = match (name, child.tag_name().name()) {
            ("map" | "group", kind) if LAYERS.iter().any(|(name, _)| *name == kind) => {
                ("layers", list(layer(child, depth + 1)?))
            }
            ("template", key @ ("object" | "tileset"))
            | (_, key @ ("tileoffset" | "grid" | "transformations" | "objectgroup")) => {
                (key, one()?)
            }
            (_, "tileset") => ("tilesets", list(one()?)),
            (_, "tile") => ("tiles", list(one()?)),
            (_, "object") => ("objects", list(one()?)),
            (_, "wangcolor") => ("colors", list(one()?)),
            (_, "wangedgecolor") => ("edgecolors", list(one()?)),
            (_, "wangcornercolor") => ("cornercolors", list(one()?)),
            (_, "wangtile") => ("wangtiles", list(one()?)),
            (_, "properties") => {
                ("properties", children(child, "property").map(property).collect())
            }
            (_, list @ ("wangsets" | "terraintypes" | "animation")) => {
                let items = child.children().filter(Node::is_element);
                let items = items.map(|item| object(item, depth + 2).map(Value::Object));
                let key = if list == "terraintypes" { "terrains" } else { list };
                (key, items.collect::<Result<_, _>>()?)
            }
            (_, "image") => {
                for (key, attribute) in
                    [("image", "source"), ("imagewidth", "width"), ("imageheight", "height")]
                {
                    let value = child.attribute(attribute).and_then(|text| value(attribute, text));
                    fields.extend(value.map(|value| (key.to_owned(), value)));
                }
                continue;
            }
            (_, key @ ("polygon" | "polyline")) => (key, points(child)),
            (_, key @ ("point" | "ellipse")) => (key, json!(true)),
            (_, "text") => ("text", json!({ "text": text(child) })),
            _ => continue,
        };
        match (fields.get_mut(key), value) {
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
            (Some(_), _) => {}
            (None, value) => {
                fields.insert(key.to_owned(), value);
            }
        }
    }
    Ok(fields)
}

fn layer(node: Node<'_, '_>, depth: usize) -> Result<Value, LevelError> {
    ensure!(depth <= DEPTH_MAX + 1, "groups lie in each other, more of them than {DEPTH_MAX}");
    let mut fields = object(node, depth)?;
    let kind = LAYERS.iter().find(|(name, _)| node.has_tag_name(*name)).map(|(_, kind)| *kind);
    fields.insert("type".to_owned(), kind.into());
    for side in ["width", "height"] {
        fields.shift_remove(side);
        if kind == Some("tilelayer") {
            fields.insert(side.to_owned(), whole_number(node, side)?);
        }
    }
    let Some(data) = children(node, "data").next() else { return Ok(fields.into()) };
    let [encoding, compression] = encoding(Some(data));
    let chunks = children(data, "chunk").map(|chunk| {
        let mut fields = Map::new();
        for key in ["x", "y", "width", "height"] {
            fields.insert(key.to_owned(), whole_number(chunk, key)?);
        }
        fields.extend(tiles(chunk, encoding));
        Ok(Value::Object(fields))
    });
    fields.insert("chunks".to_owned(), chunks.collect::<Result<_, LevelError>>()?);
    fields.extend(tiles(data, encoding));
    let encoding = if encoding.is_empty() { "csv" } else { encoding };
    fields.insert("encoding".to_owned(), encoding.into());
    fields.insert("compression".to_owned(), compression.into());
    Ok(fields.into())
}

/// How the tiles of a layer are encoded and compressed.
pub(super) fn encoding<'a>(data: Option<Node<'a, '_>>) -> [&'a str; 2] {
    ["encoding", "compression"]
        .map(|name| data.and_then(|data| data.attribute(name)).unwrap_or_default())
}

/// The tiles of a layer or chunk as a field: its text, or the numbers of its elements between commas.
fn tiles(node: Node<'_, '_>, encoding: &str) -> Option<(String, Value)> {
    if !encoding.is_empty() {
        return Some(("data".to_owned(), text(node).into()));
    }
    let gids = children(node, "tile").map(|tile| tile.attribute("gid").unwrap_or("0"));
    let mut list = String::new();
    for gid in gids.take(N_TILES_MAX + 1) {
        gid.parse::<i64>().ok()?;
        list += gid;
        list.push(',');
    }
    let value = list.strip_suffix(',').map_or_else(|| json!([]), Value::from);
    Some(("data".to_owned(), value))
}

/// The corners of a polygon: pairs of lengths.
fn points(polygon: Node<'_, '_>) -> Value {
    let pairs = polygon.attribute("points").unwrap_or_default().split_ascii_whitespace();
    let points = pairs.filter_map(|pair| {
        let (x, y) = pair.split_once(',')?;
        Some(json!({ "x": number(x)?, "y": number(y)? }))
    });
    points.collect()
}

/// The value of an attribute; `None` if it should be a number and is none.
fn value(name: &str, text: &str) -> Option<Value> {
    match name {
        "wangid" | "terrain" if !text.starts_with("0x") => {
            let sides = text.split(',').take(N_SIDES_READ);
            Some(sides.map(|side| side.trim().parse::<i64>().unwrap_or(-1)).collect())
        }
        "visible" => Some((text != "0").into()),
        name if TRUTHS.contains(&name) => Some(matches!(text, "1" | "true").into()),
        name if NUMBERS.contains(&name) => number(text),
        _ => Some(text.into()),
    }
}

/// A number as it is written; an infinite one is the greatest.
fn number(text: &str) -> Option<Value> {
    let written = text.parse::<Number>().ok();
    let number = written.or_else(|| {
        let number = text.parse::<f64>().ok()?;
        Number::from_f64(if number.is_infinite() { f64::MAX.copysign(number) } else { number })
    });
    number.map(Value::Number)
}

/// A property; multi-line values are between its tags.
fn property(node: Node<'_, '_>) -> Value {
    let kind = node.attribute("type").unwrap_or("string");
    let text = node.attribute("value").map_or_else(|| text(node), str::to_owned);
    let value = match kind {
        "bool" => json!(text == "true"),
        "int" | "float" | "object" => json!(number(&text)),
        _ => json!(text),
    };
    json!({ "name": node.attribute("name").unwrap_or_default(), "type": kind, "value": value })
}

/// A length in pixels, 0 if there is none.
pub(super) fn length(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// The whole number that an attribute must be.
fn whole_number(node: Node<'_, '_>, name: &str) -> Result<Value, LevelError> {
    let attribute = node.attribute(name).unwrap_or_default();
    let number = match name {
        "x" | "y" | "gid" => attribute.parse::<i64>().map(Value::from),
        "width" | "height" => attribute.parse::<usize>().map(Value::from),
        _ => attribute.parse::<u32>().map(Value::from),
    };
    number.map_err(|_| {
        LevelError::Content(format!(
            "`{name}` of a <{}> is `{attribute}`, but should be a whole number",
            node.tag_name().name()
        ))
    })
}
