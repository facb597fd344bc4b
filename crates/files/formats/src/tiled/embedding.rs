//! Tilesets in the map itself, for programs that read no other files, such as Phaser.
//!
//! Source: Tiled documentation (doc.mapeditor.org, JSON Map Format, Tileset).

use marahel_level::LevelError;
use serde_json::{Value, json};

use super::xml;
use crate::named_files::joined;
use crate::xml::parsed;

#[cfg(test)]
mod tests;

/// A tileset with the text of a file of its own, as a part of a map in JSON. The map finds the file
/// at this path.
pub(super) fn in_json(tileset: &str, firstgid: u32, path: &str) -> Result<Value, LevelError> {
    let mut value = if tileset.trim_start().starts_with('<') {
        let document = parsed(tileset, "tileset of Tiled")?;
        Value::Object(xml::object(document.root_element(), 0)?)
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

/// The same as a part of a map in XML.
pub(super) fn in_xml(tileset: &str, firstgid: u32, path: &str) -> Result<String, LevelError> {
    ensure!(
        tileset.trim_start().starts_with('<'),
        "a tileset in JSON is put into maps in JSON (.tmj) alone; save it as .tsx for others"
    );
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
