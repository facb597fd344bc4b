//! The XML form of maps, tilesets and templates, the default of Tiled.

use std::collections::BTreeMap;

use marahel_level::{LevelError, N_TILES_MAX};
use roxmltree::{Document, Node};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::cells::Data;
use super::document::{
    Chunk, DEPTH_MAX, Layer, ListOrMap, Map, Object, Point, Properties, Property, Shapes,
    TileOfSet, Tileset,
};
use super::objects::Template;
use super::terrains::{Transformations, WangColor, WangId, WangSet, WangTile};
pub(super) use crate::xml::children;
use crate::xml::{parsed, text};

#[cfg(test)]
mod tests;

/// The kinds of layers by element name.
const LAYERS: [(&str, &str); 4] = [
    ("layer", "tilelayer"),
    ("objectgroup", "objectgroup"),
    ("group", "group"),
    ("imagelayer", "imagelayer"),
];

/// What a map in XML says.
pub(super) fn map(xml: &str) -> Result<Map, LevelError> {
    let document = parsed(xml, "map of Tiled")?;
    let root = root(&document, "map", "a <map> of Tiled")?;
    Ok(Map {
        width: root.attribute("width").and_then(|text| text.parse().ok()).unwrap_or(0),
        height: root.attribute("height").and_then(|text| text.parse().ok()).unwrap_or(0),
        infinite: root.attribute("infinite") == Some("1"),
        orientation: text_of(root, "orientation"),
        tilewidth: length(root, "tilewidth"),
        tileheight: length(root, "tileheight"),
        layers: layers(root, 0)?,
        tilesets: children(root, "tileset").map(tileset).collect::<Result<_, _>>()?,
    })
}

/// What a tileset in a file of its own says.
pub(super) fn tileset_file(xml: &str) -> Result<Tileset, LevelError> {
    let document = parsed(xml, "tileset of Tiled")?;
    tileset_of(root(&document, "tileset", "a <tileset> of Tiled")?, 0)
}

/// What a template of objects says.
pub(super) fn template(xml: &str) -> Result<Template, LevelError> {
    let document = parsed(xml, "template of Tiled")?;
    let root = root(&document, "template", "a <template> of Tiled")?;
    let object_of = children(root, "object").next().map(object).transpose()?;
    let tileset = children(root, "tileset").next().map(tileset).transpose()?;
    Ok(Template { object: object_of.unwrap_or_default(), tileset })
}

fn root<'a, 'b>(
    document: &'a Document<'b>,
    name: &str,
    expected: &str,
) -> Result<Node<'a, 'b>, LevelError> {
    let root = document.root_element();
    if root.has_tag_name(name) {
        return Ok(root);
    }
    let root_name = root.tag_name().name();
    Err(LevelError::Content(format!("the document is a <{root_name}>; {expected} is expected")))
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

fn layers(node: Node<'_, '_>, depth: usize) -> Result<Vec<Layer>, LevelError> {
    if depth > DEPTH_MAX + 1 {
        let what = format!("groups lie in each other, more of them than {DEPTH_MAX}");
        return Err(LevelError::Content(what));
    }
    let mut layers = Vec::new();
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name().name();
        if let Some((_, kind)) = LAYERS.iter().find(|(element, _)| *element == name) {
            layers.push(layer(child, kind, depth)?);
        }
    }
    Ok(layers)
}

fn layer(node: Node<'_, '_>, kind: &str, depth: usize) -> Result<Layer, LevelError> {
    let data = children(node, "data").next();
    let [encoding, compression] = encoding(data);
    let (width, height) = match kind {
        "tilelayer" => (number(node, "width")?, number(node, "height")?),
        _ => (0, 0),
    };
    let chunks = data.into_iter().flat_map(|data| children(data, "chunk"));
    let chunks = chunks.map(|chunk| {
        Ok(Chunk {
            x: number(chunk, "x")?,
            y: number(chunk, "y")?,
            width: number(chunk, "width")?,
            height: number(chunk, "height")?,
            data: data_of(chunk, encoding),
        })
    });
    Ok(Layer {
        name: text_of(node, "name"),
        r#type: kind.to_owned(),
        visible: node.attribute("visible") != Some("0"),
        width,
        height,
        data: data.and_then(|data| data_of(data, encoding)),
        offsetx: length(node, "offsetx"),
        offsety: length(node, "offsety"),
        encoding: encoding.to_owned(),
        compression: compression.to_owned(),
        chunks: chunks.collect::<Result<_, LevelError>>()?,
        objects: children(node, "object").map(object).collect::<Result<_, _>>()?,
        draworder: text_of(node, "draworder"),
        layers: layers(node, depth + 1)?,
    })
}

/// How the tiles of a layer are encoded and compressed.
pub(super) fn encoding<'a>(data: Option<Node<'a, '_>>) -> [&'a str; 2] {
    ["encoding", "compression"]
        .map(|name| data.and_then(|data| data.attribute(name)).unwrap_or_default())
}

/// The tiles of a layer or chunk: text or elements.
fn data_of(node: Node<'_, '_>, encoding: &str) -> Option<Data> {
    match encoding {
        "" => {
            let gids =
                children(node, "tile").map(|tile| tile.attribute("gid").unwrap_or("0").parse());
            gids.take(N_TILES_MAX + 1).collect::<Result<_, _>>().ok().map(Data::Numbers)
        }
        _ => Some(Data::Text(text(node))),
    }
}

fn object(node: Node<'_, '_>) -> Result<Object, LevelError> {
    Ok(Object {
        gid: if node.has_attribute("gid") { number(node, "gid")? } else { 0 },
        name: text_of(node, "name"),
        r#type: text_of(node, "type"),
        class: text_of(node, "class"),
        x: length(node, "x"),
        y: length(node, "y"),
        width: length(node, "width"),
        height: length(node, "height"),
        rotation: length(node, "rotation"),
        visible: node.attribute("visible").map(|visible| visible != "0"),
        polygon: children(node, "polygon").next().map_or_else(Vec::new, points),
        polyline: children(node, "polyline").next().map(|_| IgnoredAny),
        text: children(node, "text").next().map(|_| IgnoredAny),
        template: node.attribute("template").map(str::to_owned),
    })
}

/// The corners of a polygon: pairs of lengths.
fn points(polygon: Node<'_, '_>) -> Vec<Point> {
    let pairs = polygon.attribute("points").unwrap_or_default().split_ascii_whitespace();
    let points = pairs.filter_map(|pair| {
        let (x, y) = pair.split_once(',')?;
        Some(Point { x: x.parse().ok()?, y: y.parse().ok()? })
    });
    points.collect()
}

fn tileset(node: Node<'_, '_>) -> Result<Tileset, LevelError> {
    tileset_of(node, number(node, "firstgid")?)
}

fn tileset_of(node: Node<'_, '_>, firstgid: u32) -> Result<Tileset, LevelError> {
    let tiles = children(node, "tile").map(tile_of_set).collect::<Result<_, _>>()?;
    let wangsets = children(node, "wangsets").flat_map(|list| children(list, "wangset"));
    let terrains = children(node, "terraintypes").flat_map(|list| children(list, "terrain"));
    let turned = children(node, "transformations").next();
    let offset = children(node, "tileoffset").next();
    let offset = offset.map(|offset| Point { x: length(offset, "x"), y: length(offset, "y") });
    let image = children(node, "image").next();
    Ok(Tileset {
        firstgid,
        source: node.attribute("source").map(str::to_owned),
        tilewidth: length(node, "tilewidth"),
        tileheight: length(node, "tileheight"),
        objectalignment: text_of(node, "objectalignment"),
        tiles: ListOrMap::List(tiles),
        name: text_of(node, "name"),
        image: image_of(node),
        imagewidth: image.map_or(0.0, |image| length(image, "width")),
        margin: size(node, "margin"),
        spacing: size(node, "spacing"),
        columns: size(node, "columns"),
        tilecount: size(node, "tilecount"),
        tileoffset: offset.unwrap_or_default(),
        wangsets: wangsets.map(wang_set).collect::<Result<_, _>>()?,
        terrains: terrains.map(wang_color).collect(),
        transformations: turned.map_or_else(Transformations::default, transformations),
        tileproperties: BTreeMap::new(),
    })
}

fn tile_of_set(node: Node<'_, '_>) -> Result<TileOfSet, LevelError> {
    let properties = children(node, "properties").flat_map(|list| children(list, "property"));
    let image = children(node, "image").next();
    Ok(TileOfSet {
        imagewidth: image.map_or(0.0, |image| length(image, "width")),
        imageheight: image.map_or(0.0, |image| length(image, "height")),
        id: number(node, "id")?,
        r#type: text_of(node, "type"),
        class: text_of(node, "class"),
        properties: Properties::List(properties.map(property).collect()),
        image: image_of(node),
        objectgroup: Shapes {
            is_any: children(node, "objectgroup")
                .any(|group| children(group, "object").next().is_some()),
        },
        probability: node.attribute("probability").and_then(|text| text.parse().ok()),
        terrain: node.attribute("terrain").map_or_else(Vec::new, |terrains| {
            let terrains = terrains.split(',').take(N_CORNERS + 1);
            terrains.map(|terrain| terrain.trim().parse().unwrap_or(-1)).collect()
        }),
    })
}

/// Number of corners of a tile.
const N_CORNERS: usize = 4;

/// The path of the picture of a tileset or tile.
fn image_of(node: Node<'_, '_>) -> String {
    children(node, "image").next().map_or_else(String::new, |image| text_of(image, "source"))
}

fn wang_set(node: Node<'_, '_>) -> Result<WangSet, LevelError> {
    let colors = |name| children(node, name).map(wang_color).collect();
    let wangtiles = children(node, "wangtile").map(|tile| {
        Ok(WangTile {
            tileid: number(tile, "tileid")?,
            wangid: WangId::parse(tile.attribute("wangid").unwrap_or_default()),
            hflip: says_yes(tile, "hflip"),
            vflip: says_yes(tile, "vflip"),
            dflip: says_yes(tile, "dflip"),
        })
    });
    Ok(WangSet {
        name: text_of(node, "name"),
        r#type: text_of(node, "type"),
        colors: colors("wangcolor"),
        edgecolors: colors("wangedgecolor"),
        cornercolors: colors("wangcornercolor"),
        wangtiles: wangtiles.collect::<Result<_, LevelError>>()?,
    })
}

fn wang_color(node: Node<'_, '_>) -> WangColor {
    WangColor { name: text_of(node, "name") }
}

fn transformations(node: Node<'_, '_>) -> Transformations {
    Transformations {
        hflip: says_yes(node, "hflip"),
        vflip: says_yes(node, "vflip"),
        rotate: says_yes(node, "rotate"),
        preferuntransformed: says_yes(node, "preferuntransformed"),
    }
}

fn says_yes(node: Node<'_, '_>, name: &str) -> bool {
    matches!(node.attribute(name), Some("1" | "true"))
}

/// A number of pixels or tiles, 0 if there is none.
fn size(node: Node<'_, '_>, name: &str) -> u32 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// A property; multi-line values are between its tags.
fn property(node: Node<'_, '_>) -> Property {
    let value = node.attribute("value");
    let value = match node.attribute("type").unwrap_or("string") {
        "string" | "color" => Value::String(value.map_or_else(|| text(node), str::to_owned)),
        "bool" => Value::Bool(value == Some("true")),
        "int" | "float" => value
            .and_then(|value| value.parse::<serde_json::Number>().ok())
            .map_or(Value::Null, Value::Number),
        // Other types, which are not used.
        _ => Value::Null,
    };
    Property { name: text_of(node, "name"), value }
}

fn text_of(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

/// A length in pixels, 0 if there is none.
pub(super) fn length(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// The whole number that an attribute must be.
fn number<T: std::str::FromStr>(node: Node<'_, '_>, name: &'static str) -> Result<T, LevelError> {
    let attribute = node.attribute(name).unwrap_or_default();
    attribute.parse().map_err(|_| {
        LevelError::Content(format!(
            "`{name}` of a <{}> is `{attribute}`, but should be a whole number",
            node.tag_name().name()
        ))
    })
}
