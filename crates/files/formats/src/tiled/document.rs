//! The contents of a map, in JSON or XML.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;

use marahel_level::LevelError;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::cells::Data;
use super::terrains::{Transformations, WangColor, WangSet};
use crate::{Hints, ReadingNotes};

/// Maximum nesting of groups.
pub(super) const DEPTH_MAX: usize = 64;

#[derive(Deserialize)]
pub(super) struct Map {
    /// Columns and rows of a finite map.
    #[serde(default)]
    pub(super) width: usize,
    #[serde(default)]
    pub(super) height: usize,
    #[serde(default)]
    pub(super) infinite: bool,
    #[serde(default)]
    pub(super) orientation: String,
    #[serde(default)]
    pub(super) tilewidth: f64,
    #[serde(default)]
    pub(super) tileheight: f64,
    pub(super) layers: Vec<Layer>,
    #[serde(default)]
    pub(super) tilesets: Vec<Tileset>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Layer {
    #[serde(default)]
    pub(super) name: String,
    pub(super) r#type: String,
    #[serde(default = "yes")]
    pub(super) visible: bool,
    /// Of tiles, as the next two.
    #[serde(default)]
    pub(super) width: usize,
    #[serde(default)]
    pub(super) height: usize,
    pub(super) data: Option<Data>,
    /// Pixels by which it is drawn further right and down.
    #[serde(default, deserialize_with = "loose")]
    pub(super) offsetx: f64,
    #[serde(default, deserialize_with = "loose")]
    pub(super) offsety: f64,
    #[serde(default)]
    pub(super) encoding: String,
    #[serde(default)]
    pub(super) compression: String,
    #[serde(default)]
    pub(super) chunks: Vec<Chunk>,
    #[serde(default)]
    pub(super) objects: Vec<Object>,
    /// Whether later objects lie over earlier ones ("index"), or lower ones over upper ones.
    #[serde(default)]
    pub(super) draworder: String,
    #[serde(default)]
    pub(super) layers: Vec<Layer>,
}

/// A rectangle of an infinite layer at any position.
#[derive(Debug, Deserialize)]
pub(super) struct Chunk {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) data: Option<Data>,
}

/// An object at any position; lengths are in pixels, or half tiles in isometric maps.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Object {
    /// Its tile, 0 if it has none.
    pub(super) gid: i64,
    pub(super) name: String,
    pub(super) r#type: String,
    /// `type` in Tiled 1.9.
    pub(super) class: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Degrees clockwise around its position.
    pub(super) rotation: f64,
    pub(super) visible: Option<bool>,
    /// Its corners, if it is a polygon, from its position.
    #[serde(deserialize_with = "loose")]
    pub(super) polygon: Vec<Point>,
    /// Whether it is a line, or a text.
    pub(super) polyline: Option<IgnoredAny>,
    pub(super) text: Option<IgnoredAny>,
    /// The file with its default fields.
    pub(super) template: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tileset {
    pub(super) firstgid: u32,
    /// The file of an external tileset.
    pub(super) source: Option<String>,
    /// Tile size in pixels, the default size of tile objects.
    pub(super) tilewidth: f64,
    pub(super) tileheight: f64,
    /// The point of a tile that is placed at the position of its object.
    pub(super) objectalignment: String,
    pub(super) tiles: ListOrMap<TileOfSet>,
    pub(super) name: String,
    /// The path of its picture from its own file, or from that of the map if it has none; empty if
    /// each tile has a picture.
    #[serde(deserialize_with = "loose")]
    pub(super) image: String,
    #[serde(deserialize_with = "loose")]
    pub(super) imagewidth: f64,
    /// Pixels around the tiles of the picture, and between them.
    #[serde(deserialize_with = "loose")]
    pub(super) margin: u32,
    #[serde(deserialize_with = "loose")]
    pub(super) spacing: u32,
    /// Tiles in a row of the picture, which old versions do not say, and of all.
    #[serde(deserialize_with = "loose")]
    pub(super) columns: u32,
    #[serde(deserialize_with = "loose")]
    pub(super) tilecount: u32,
    /// Pixels by which tiles are drawn further right and down.
    #[serde(deserialize_with = "loose")]
    pub(super) tileoffset: Point,
    pub(super) wangsets: Vec<WangSet>,
    /// Before Tiled 1.5.
    pub(super) terrains: Vec<WangColor>,
    #[serde(deserialize_with = "loose")]
    pub(super) transformations: Transformations,
    /// Properties by tile number, before Tiled 1.2.
    pub(super) tileproperties: BTreeMap<String, Properties>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TileOfSet {
    pub(super) id: u32,
    pub(super) r#type: String,
    /// `type` in Tiled 1.9.
    pub(super) class: String,
    /// The path and size of its own picture, if any.
    #[serde(deserialize_with = "loose")]
    pub(super) image: String,
    pub(super) imagewidth: f64,
    pub(super) imageheight: f64,
    pub(super) properties: Properties,
    /// How likely it is chosen, relative to others.
    #[serde(deserialize_with = "loose")]
    pub(super) probability: Option<f64>,
    /// Before Tiled 1.5, the terrains of its corners, row by row; -1 for none.
    #[serde(deserialize_with = "loose")]
    pub(super) terrain: Vec<i64>,
    /// Where it is in the way.
    #[serde(deserialize_with = "loose")]
    pub(super) objectgroup: Shapes,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shapes {
    pub(super) is_any: bool,
}

impl<'de> Deserialize<'de> for Shapes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Group {
            objects: Vec<IgnoredAny>,
        }
        Group::deserialize(deserializer).map(|group| Self { is_any: !group.objects.is_empty() })
    }
}

/// Before Tiled 1.2, tiles and properties were fields with their numbers or names.
#[derive(Clone, Debug)]
pub(super) enum ListOrMap<Item, Field = Item> {
    List(Vec<Item>),
    Map(BTreeMap<String, Field>),
}

pub(super) type Properties = ListOrMap<Property, Value>;

impl<Item, Field> Default for ListOrMap<Item, Field> {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// Not derived, so that a mistake in an item is told with its place.
impl<'de, Item: Deserialize<'de>, Field: Deserialize<'de>> Deserialize<'de>
    for ListOrMap<Item, Field>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListOrMapVisitor(PhantomData))
    }
}

struct ListOrMapVisitor<Item, Field>(PhantomData<(Item, Field)>);

impl<'de, Item: Deserialize<'de>, Field: Deserialize<'de>> Visitor<'de>
    for ListOrMapVisitor<Item, Field>
{
    type Value = ListOrMap<Item, Field>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list, or an object with a field for each")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items)).map(ListOrMap::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(fields)).map(ListOrMap::Map)
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Property {
    pub(super) name: String,
    #[serde(default)]
    pub(super) value: Value,
}

impl Properties {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.value(name)?.as_str()
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        match self {
            Self::List(list) => {
                list.iter().find(|property| property.name == name).map(|property| &property.value)
            }
            Self::Map(map) => map.get(name),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerKind {
    Tiles,
    Objects,
    Group,
    /// A picture, or what later versions have.
    Other,
}

impl Layer {
    pub(super) fn kind(&self) -> LayerKind {
        match self.r#type.as_str() {
            "tilelayer" => LayerKind::Tiles,
            "objectgroup" => LayerKind::Objects,
            "group" => LayerKind::Group,
            _ => LayerKind::Other,
        }
    }
}

impl Map {
    /// Whether the map has infinite layers.
    pub(super) fn is_infinite(&self, layers: &[&Layer]) -> bool {
        self.infinite || layers.iter().any(|layer| !layer.chunks.is_empty())
    }
}

/// All layers, each group before its members.
pub(super) fn all(layers: &[Layer]) -> Result<Vec<&Layer>, LevelError> {
    let mut all = Vec::new();
    collect(layers, (true, false, 0), &BTreeSet::new(), &mut all)?;
    Ok(all.into_iter().map(|entry| entry.layer).collect())
}

/// The layers to read, lowest first, with those of groups in place: those of these names, by
/// default all visible ones.
pub(super) fn chosen<'a>(
    layers: &'a [Layer],
    hints: &Hints,
    about: &mut ReadingNotes,
) -> Result<Vec<&'a Layer>, LevelError> {
    let names = &hints.layers;
    let mut all = Vec::new();
    let named_layers: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    collect(layers, (true, false, 0), &named_layers, &mut all)?;
    let mut there = BTreeSet::new();
    let layers = all.iter().map(|entry| entry.layer.name.as_str());
    let layers: Vec<&str> = layers.filter(|&name| there.insert(name) && !name.is_empty()).collect();
    if let Some(missing) = names.iter().find(|name| !there.contains(name.as_str())) {
        let layers = layers.join("`, `");
        return Err(LevelError::Content(format!(
            "there is no layer `{missing}`; the layers are `{layers}`"
        )));
    }
    let mut layers_read = Vec::new();
    for ListedLayer { layer, is_visible, is_named } in all {
        let name = &layer.name;
        match layer.kind() {
            LayerKind::Group => {}
            LayerKind::Objects if hints.leaves_out_objects => {}
            LayerKind::Other => about.leave_out(format!("layer `{name}`, which is a picture")),
            LayerKind::Tiles | LayerKind::Objects if names.is_empty() && !is_visible => {
                about.leave_out_invisible(name);
            }
            LayerKind::Tiles | LayerKind::Objects if !names.is_empty() && !is_named => {}
            LayerKind::Tiles | LayerKind::Objects => layers_read.push(layer),
        }
    }
    if layers_read.is_empty() {
        let hidden = if about.left_out.is_empty() { "" } else { " that is visible" };
        return Err(LevelError::Content(format!(
            "there is no tile layer{hidden}; a level needs one"
        )));
    }
    about.layers = layers_read.iter().map(|layer| layer.name.clone()).collect();
    Ok(layers_read)
}

/// A layer in its place among all.
struct ListedLayer<'a> {
    layer: &'a Layer,
    is_visible: bool,
    is_named: bool,
}

fn collect<'a>(
    layers: &'a [Layer],
    (is_visible, is_named, depth): (bool, bool, usize),
    names: &BTreeSet<&str>,
    all: &mut Vec<ListedLayer<'a>>,
) -> Result<(), LevelError> {
    ensure!(depth <= DEPTH_MAX + 1, "groups lie in each other, more of them than {DEPTH_MAX}");
    for layer in layers {
        let is_visible = is_visible && layer.visible;
        let is_named = is_named || names.contains(layer.name.as_str());
        all.push(ListedLayer { layer, is_visible, is_named });
        collect(&layer.layers, (is_visible, is_named, depth + 1), names, all)?;
    }
    Ok(())
}

fn yes() -> bool {
    true
}

/// A field that is nothing if it has another type: a mistake in what levels hardly need refuses no
/// map.
pub(super) fn loose<'de, D, Field>(deserializer: D) -> Result<Field, D::Error>
where
    D: Deserializer<'de>,
    Field: Deserialize<'de> + Default,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Loose<Field> {
        Right(Field),
        Other(IgnoredAny),
    }
    Ok(match Loose::deserialize(deserializer)? {
        Loose::Right(field) => field,
        Loose::Other(IgnoredAny) => Field::default(),
    })
}
