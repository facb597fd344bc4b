//! Tilesets in the map itself, for programs that read no other files, such as Phaser.
//!
//! Source: Tiled documentation (doc.mapeditor.org, JSON Map Format, Tileset).

use marahel_level::LevelError;
use roxmltree::Node;
use serde_json::{Map, Number, Value, json};

use super::xml::children;
use crate::named_files::joined;
use crate::xml::{parsed, text};

#[cfg(test)]
mod tests;

/// Attributes that are numbers, and those that are yes or no.
const NUMBERS: [&str; 18] = [
    "id",
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
    "rotation",
    "tile",
    "tileid",
    "duration",
    "probability",
    "gid",
    "opacity",
];
const TRUTHS: [&str; 5] = ["hflip", "vflip", "rotate", "preferuntransformed", "visible"];

/// A tileset with the text of a file of its own, as a part of a map in JSON. The map finds the file
/// at this path.
pub(super) fn in_json(tileset: &str, firstgid: u32, path: &str) -> Result<Value, LevelError> {
    let mut value = if tileset.trim_start().starts_with('<') {
        let document = parsed(tileset, "tileset of Tiled")?;
        Value::Object(object(document.root_element()))
    } else {
        serde_json::from_str(tileset)?
    };
    move_images(&mut value, path);
    if let Some(fields) = value.as_object_mut() {
        for key in ["type", "version", "tiledversion"] {
            fields.shift_remove(key);
        }
        for key in ["margin", "spacing"] {
            fields.entry(key).or_insert(json!(0));
        }
        fields.insert("firstgid".to_owned(), json!(firstgid));
    }
    Ok(value)
}

/// Lets the paths of pictures begin at the map.
fn move_images(value: &mut Value, path: &str) {
    let tiles = value.get_mut("tiles").and_then(Value::as_array_mut).map(std::mem::take);
    if let Some(Value::String(image)) = value.get_mut("image") {
        *image = joined(path, image);
    }
    if let Some(mut tiles) = tiles {
        for tile in &mut tiles {
            move_images(tile, path);
        }
        value["tiles"] = Value::Array(tiles);
    }
}

/// An element in the words of JSON.
fn object(node: Node<'_, '_>) -> Map<String, Value> {
    let mut fields = Map::new();
    for attribute in node.attributes() {
        fields.insert(attribute.name().to_owned(), value(attribute.name(), attribute.value()));
    }
    for child in node.children().filter(Node::is_element) {
        let mut add = |key: &str, value: Value| {
            let list = fields.entry(key).or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                list.push(value);
            }
        };
        let one = || Value::Object(object(child));
        match child.tag_name().name() {
            "image" => {
                for (key, attribute) in
                    [("image", "source"), ("imagewidth", "width"), ("imageheight", "height")]
                {
                    if let Some(text) = child.attribute(attribute) {
                        fields.insert(key.to_owned(), value(attribute, text));
                    }
                }
            }
            "tile" => add("tiles", one()),
            "wangcolor" => add("colors", one()),
            "wangtile" => add("wangtiles", one()),
            "object" => add("objects", one()),
            "properties" => {
                let all = children(child, "property").map(property);
                fields.insert("properties".to_owned(), all.collect());
            }
            name @ ("wangsets" | "terraintypes" | "animation") => {
                let key = if name == "terraintypes" { "terrains" } else { name };
                let items = child.children().filter(Node::is_element);
                fields.insert(
                    key.to_owned(),
                    items.map(|item| Value::Object(object(item))).collect(),
                );
            }
            name @ ("polygon" | "polyline") => {
                let points = child.attribute("points").unwrap_or_default();
                let points = points.split_ascii_whitespace().filter_map(|pair| {
                    let (x, y) = pair.split_once(',')?;
                    Some(json!({"x": value("x", x), "y": value("y", y)}))
                });
                fields.insert(name.to_owned(), points.collect());
            }
            name @ ("point" | "ellipse") => {
                fields.insert(name.to_owned(), json!(true));
            }
            name @ ("tileoffset" | "grid" | "transformations" | "objectgroup") => {
                fields.insert(name.to_owned(), one());
            }
            _ => {}
        }
    }
    fields
}

fn value(name: &str, text: &str) -> Value {
    if name == "wangid" || name == "terrain" {
        let sides = text.split(',').map(|side| side.trim().parse::<i64>().unwrap_or(-1));
        return sides.collect();
    }
    if TRUTHS.contains(&name) {
        return json!(matches!(text, "1" | "true"));
    }
    let number = NUMBERS.contains(&name).then(|| text.parse::<Number>().ok()).flatten();
    number.map_or_else(|| json!(text), Value::Number)
}

fn property(node: Node<'_, '_>) -> Value {
    let kind = node.attribute("type").unwrap_or("string");
    let text = node.attribute("value").map_or_else(|| text(node), str::to_owned);
    let value = match kind {
        "bool" => json!(text == "true"),
        "int" | "float" | "object" => text.parse::<Number>().map_or(json!(0), Value::Number),
        _ => json!(text),
    };
    json!({"name": node.attribute("name"), "type": kind, "value": value})
}

/// The same as a part of a map in XML.
pub(super) fn in_xml(tileset: &str, firstgid: u32, path: &str) -> Result<String, LevelError> {
    if !tileset.trim_start().starts_with('<') {
        let what =
            "a tileset in JSON is put into maps in JSON (.tmj) alone; save it as .tsx for others";
        return Err(LevelError::Content(what.to_owned()));
    }
    let document = parsed(tileset, "tileset of Tiled")?;
    let root = document.root_element();
    let images = root.descendants().filter(|node| node.has_tag_name("image"));
    let sources = images.filter_map(|image| image.attribute_node("source"));
    let start = root.range().start;
    let name_end = start + "<tileset".len();
    let mut embedded = format!("<tileset firstgid=\"{firstgid}\"");
    let mut end = name_end;
    for source in sources {
        let range = source.range_value();
        embedded += &tileset[end..range.start];
        embedded += &super::new_map::escaped(&joined(path, source.value()));
        end = range.end;
    }
    Ok(embedded + &tileset[end..root.range().end])
}
