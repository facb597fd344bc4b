//! The XML in which Tiled saves maps unless it is told otherwise.
//!
//! Source: the TMX map format 1.10, in the documentation of Tiled
//! (doc.mapeditor.org, Reference, TMX Map Format).

use std::sync::Arc;

use roxmltree::{Document, Node};
use serde_json::Value;

use super::cells::{Data, Layer};
use super::read::{Map, Property, TileOfSet, Tileset};
use crate::{Level, LevelError, N_TILES_MAX, Palette};

#[cfg(test)]
mod tests;

impl Level {
    /// Reads the first tile layer of a map of Tiled in XML (a `.tmx` file), in
    /// any of its encodings except Zstandard; else as [`Level::from_tiled`].
    ///
    /// # Errors
    ///
    /// If the text is not XML of this shape, and as [`Level::from_tiled`].
    pub fn from_tmx(xml: &str, palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        let document =
            Document::parse(xml.trim_start_matches('\u{feff}')).map_err(LevelError::Xml)?;
        let root = document.root_element();
        if !root.has_tag_name("map") {
            return Err(LevelError::Content(format!(
                "the document is a <{}>; a <map> of Tiled is expected",
                root.tag_name().name()
            )));
        }
        // Layers of groups stand where those outside of groups stand.
        let layer = root.descendants().find(|node| node.has_tag_name("layer"));
        let map = Map {
            infinite: root.attribute("infinite") == Some("1"),
            layers: layer.map(layer_of).transpose()?.into_iter().collect(),
            tilesets: children(root, "tileset").map(tileset).collect::<Result<_, _>>()?,
        };
        map.level(palette)
    }
}

fn layer_of(node: Node<'_, '_>) -> Result<Layer, LevelError> {
    let data = children(node, "data").next();
    let attribute =
        |name| data.and_then(|data| data.attribute(name)).unwrap_or_default().to_owned();
    let name = node.attribute("name").unwrap_or_default().to_owned();
    let encoding = attribute("encoding");
    let data_of = |data: Node<'_, '_>| match encoding.as_str() {
        "csv" => numbers(&text(data)).map(Data::Numbers),
        "base64" => Some(Data::Packed(text(data))),
        "" => Some(Data::Numbers(tiles(data)?)),
        _ => None,
    };
    Ok(Layer {
        r#type: "tilelayer".to_owned(),
        width: number(node, "width")?,
        height: number(node, "height")?,
        compression: attribute("compression"),
        is_chunked: data.is_some_and(|data| children(data, "chunk").next().is_some()),
        data: data.and_then(data_of),
        name,
        layers: Vec::new(),
    })
}

/// The numbers of a list, unless it is none.
fn numbers(list: &str) -> Option<Vec<i64>> {
    list.trim().split(',').map(|number| number.trim().parse().ok()).collect()
}

/// The numbers of tiles that are elements of their own.
fn tiles(data: Node<'_, '_>) -> Option<Vec<i64>> {
    let numbers = children(data, "tile").map(|tile| tile.attribute("gid").unwrap_or("0").parse());
    numbers.take(N_TILES_MAX + 1).collect::<Result<_, _>>().ok()
}

fn tileset(node: Node<'_, '_>) -> Result<Tileset, LevelError> {
    Ok(Tileset {
        firstgid: number(node, "firstgid")?,
        source: node.attribute("source").map(str::to_owned),
        tiles: children(node, "tile").map(tile_of_set).collect::<Result<_, _>>()?,
    })
}

fn tile_of_set(node: Node<'_, '_>) -> Result<TileOfSet, LevelError> {
    let attribute = |name| node.attribute(name).unwrap_or_default().to_owned();
    let properties = children(node, "properties").flat_map(|list| children(list, "property"));
    Ok(TileOfSet {
        id: number(node, "id")?,
        r#type: attribute("type"),
        class: attribute("class"),
        properties: properties.map(property).collect(),
    })
}

/// A property; values of several lines stand between its tags.
fn property(node: Node<'_, '_>) -> Property {
    let value = node.attribute("value").map_or_else(|| text(node), str::to_owned);
    let name = node.attribute("name").unwrap_or_default().to_owned();
    Property { name, value: Value::String(value) }
}

fn children<'a, 'b>(node: Node<'a, 'b>, name: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn text(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect()
}

/// The whole number that an attribute must be.
fn number<T: std::str::FromStr>(node: Node<'_, '_>, name: &'static str) -> Result<T, LevelError> {
    let found = node.attribute(name).unwrap_or_default();
    found.parse().map_err(|_| {
        LevelError::Content(format!(
            "`{name}` of a <{}> is `{found}`, but should be a whole number",
            node.tag_name().name()
        ))
    })
}
