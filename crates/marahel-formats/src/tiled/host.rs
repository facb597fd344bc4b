//! Writing a level into an existing map.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;

use marahel_level::{Level, LevelError};
use roxmltree::Node;
use serde_json::{Value, json};

use super::document::{Layer, LayerKind, Map};
use super::looks::{self, Before};
use super::new_map::escaped;
use super::objects::{Place, Placing, in_order};
use super::pack::{listed, packed};
use super::painting::{Painting, Patch, TILE_BITS};
use super::tilesets::Tilesets;
use super::{check_area, document, patches_of, xml};
use crate::host::{Example, Written, list_of};
use crate::legend::is_called;
use crate::naming::Stock;
use crate::{Hints, NamedFiles, ReadingNotes};

use objects::{Objects, Placed, Shift, To, objects};

mod objects;

/// The orientations of maps in which each cell has four neighbors in its column and row.
const NEIGHBORLY: [&str; 3] = ["", "orthogonal", "isometric"];

/// The new layers of a map.
struct Plan {
    /// First column and row of the level, 0 in finite maps.
    left: i64,
    top: i64,
    width: usize,
    height: usize,
    /// Whether a finite map gets another size.
    is_resized: bool,
    /// By the index of a layer in file order, groups included; others stay.
    layers: BTreeMap<usize, Content>,
    /// What the tilesets lack, for the user.
    notes: Vec<String>,
}

enum Content {
    /// The numbers of the tiles, row by row.
    Tiles(Vec<u32>),
    Objects(Objects),
}

/// The map in XML with another level.
pub(crate) fn into_xml(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    level: &Level,
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let map = xml::map(text)?;
    let plan = Plan::of(map, hints, named_files, level)?;
    let document = crate::xml::parsed(text, "map of Tiled")?;
    let root = document.root_element();
    let mut edits = Edits(Vec::new());
    if plan.is_resized {
        edits.attribute(root, "width", plan.width);
        edits.attribute(root, "height", plan.height);
    }
    let mut next_id: u64 =
        root.attribute("nextobjectid").and_then(|id| id.parse().ok()).unwrap_or(0);
    let has_ids = next_id > 0;
    let mut removed = BTreeSet::new();
    for (number, node) in xml::layer_nodes(root).into_iter().enumerate() {
        let Some(Content::Objects(Objects { left_out, .. })) = plan.layers.get(&number) else {
            continue;
        };
        let objects: Vec<Node<'_, '_>> = xml::children(node, "object").collect();
        removed.extend(left_out.iter().filter_map(|&index| objects[index].attribute("id")));
    }
    for (number, node) in xml::layer_nodes(root).into_iter().enumerate() {
        match plan.layers.get(&number) {
            Some(Content::Tiles(gids)) => {
                edits.attribute(node, "width", plan.width);
                edits.attribute(node, "height", plan.height);
                let data = xml::children(node, "data").next();
                let content = xml_data(data, gids, &plan);
                match data {
                    Some(data) => edits.0.push((data.range(), content)),
                    None => edits.append(text, node, &content),
                }
            }
            Some(Content::Objects(Objects { left_out, moved: shifted, new })) => {
                let objects: Vec<Node<'_, '_>> = xml::children(node, "object").collect();
                for shift in shifted {
                    edits.shift(objects[shift.index], shift.to);
                }
                let mut added = String::new();
                for &Shift { index: like, to } in new {
                    let id = has_ids.then(|| {
                        next_id = next_id.saturating_add(1);
                        next_id - 1
                    });
                    added += &xml_object(text, objects[like], to, id, &removed, moved);
                    added.push('\n');
                }
                for &index in left_out {
                    edits.0.push((objects[index].range(), String::new()));
                }
                if !added.is_empty() {
                    edits.append(text, node, &added);
                }
            }
            None => {}
        }
    }
    if has_ids {
        edits.attribute(root, "nextobjectid", next_id);
    }
    for node in root.descendants() {
        edits.reference(node, &removed);
        let is_file = node.attribute("type") == Some("file");
        let attribute = match node.tag_name().name() {
            "tileset" | "image" => "source",
            "object" => "template",
            "property" if is_file => "value",
            _ => continue,
        };
        edits.path(node, attribute, moved);
    }
    Ok(Written { text: edits.applied(text), notes: plan.notes })
}

/// The tiles of a layer in its original encoding.
fn xml_data(data: Option<Node<'_, '_>>, gids: &[u32], plan: &Plan) -> String {
    let [encoding, compression] = xml::encoding(data);
    let is_chunked = data.is_some_and(|data| xml::children(data, "chunk").next().is_some());
    let (attributes, content) = match encoding {
        "csv" => (" encoding=\"csv\"".to_owned(), format!("\n{}\n", listed(gids, plan.width))),
        "base64" => {
            let compressed = match compression {
                "" => String::new(),
                compression => format!(" compression=\"{compression}\""),
            };
            (format!(" encoding=\"base64\"{compressed}"), packed(gids, compression))
        }
        _ => {
            let tiles = gids.iter().map(|gid| format!("<tile gid=\"{gid}\"/>"));
            (String::new(), tiles.collect::<String>())
        }
    };
    let content = if is_chunked {
        let Plan { left, top, width, height, .. } = plan;
        format!(
            "<chunk x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\">{content}</chunk>"
        )
    } else {
        content
    };
    format!("<data{attributes}>{content}</data>")
}

/// A copy of an object in another place.
fn xml_object(
    text: &str,
    like: Node<'_, '_>,
    to: To,
    id: Option<u64>,
    removed: &BTreeSet<&str>,
    moved: &dyn Fn(&str) -> String,
) -> String {
    let range = like.range();
    let mut edits = Edits(Vec::new());
    edits.shift(like, to);
    for node in like.descendants() {
        edits.reference(node, removed);
    }
    if let Some(id) = id {
        edits.attribute(like, "id", id);
    }
    edits.path(like, "template", moved);
    let start = range.start;
    for (range, _) in &mut edits.0 {
        *range = range.start - start..range.end - start;
    }
    edits.applied(&text[range])
}

/// Ranges of a text with their replacements.
struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Sets an attribute of an element.
    fn attribute(&mut self, node: Node<'_, '_>, name: &str, value: impl Display) {
        if let Some(attribute) = node.attribute_node(name) {
            self.0.push((attribute.range_value(), value.to_string()));
        } else {
            let at = node.range().start + 1 + node.tag_name().name().len();
            self.0.push((at..at, format!(" {name}=\"{value}\"")));
        }
    }

    /// Moves an object.
    fn shift(&mut self, object: Node<'_, '_>, to: To) {
        match to {
            To::By(right, down) => {
                self.attribute(object, "x", xml::length(object, "x") + right);
                self.attribute(object, "y", xml::length(object, "y") + down);
            }
            To::Cell(sides) => {
                for (name, length) in SIDES.into_iter().zip(sides) {
                    self.attribute(object, name, length);
                }
                if object.has_attribute("rotation") {
                    self.attribute(object, "rotation", 0);
                }
                for polygon in xml::children(object, "polygon") {
                    self.0.push((polygon.range(), String::new()));
                }
            }
        }
    }

    /// Lets a property that refers to a removed object refer to none, which Tiled writes as 0.
    fn reference(&mut self, node: Node<'_, '_>, removed: &BTreeSet<&str>) {
        let is_reference =
            node.has_tag_name("property") && node.attribute("type") == Some("object");
        if is_reference && node.attribute("value").is_some_and(|id| removed.contains(id)) {
            self.attribute(node, "value", 0);
        }
    }

    /// Adapts a path to the new place of the map.
    fn path(&mut self, node: Node<'_, '_>, name: &str, moved: &dyn Fn(&str) -> String) {
        if let Some(path) = node.attribute(name) {
            let moved_path = moved(path);
            if moved_path != path {
                self.attribute(node, name, escaped(&moved_path));
            }
        }
    }

    /// Adds content at the end of an element.
    fn append(&mut self, text: &str, node: Node<'_, '_>, content: &str) {
        let range = node.range();
        let element = &text[range.clone()];
        if element.ends_with("/>") {
            let name = node.tag_name().name();
            self.0.push((range.end - 2..range.end, format!(">{content}</{name}>")));
        } else if let Some(end) = element.rfind("</") {
            let at = range.start + end;
            self.0.push((at..at, content.to_owned()));
        }
    }

    fn applied(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut new_text = String::new();
        let mut end = 0;
        for (range, content) in self.0 {
            // Skip edits inside removed parts.
            if range.start < end {
                continue;
            }
            new_text += &text[end..range.start];
            new_text += &content;
            end = range.end;
        }
        new_text + &text[end..]
    }
}

/// The map in JSON with another level.
pub(crate) fn into_json(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    level: &Level,
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let plan = Plan::of(serde_json::from_str(text)?, hints, named_files, level)?;
    let mut map: Value = serde_json::from_str(text)?;
    let before = map.clone();
    if plan.is_resized {
        map["width"] = json!(plan.width);
        map["height"] = json!(plan.height);
    }
    let mut next_id = map["nextobjectid"].as_u64().unwrap_or(1);
    let mut removed = BTreeSet::new();
    json_layers(list_of(&mut map, "layers"), &plan, &mut 0, &mut next_id, &mut removed);
    clear_references(&mut map, &removed);
    if map.get("nextobjectid").is_some() {
        map["nextobjectid"] = json!(next_id);
    }
    move_paths(&mut map, moved);
    // As it is, with its line breaks, if nothing changed.
    let text = if map == before { text.to_owned() } else { map.to_string() };
    Ok(Written { text, notes: plan.notes })
}

/// Adapts all paths of a map: tilesets, pictures, templates and file properties.
fn move_paths(value: &mut Value, moved: &dyn Fn(&str) -> String) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| move_paths(one, moved)),
        Value::Object(fields) => {
            let is_file = fields.get("type").is_some_and(|kind| kind == "file");
            for (key, value) in fields.iter_mut() {
                let is_path = ["source", "image", "template"].contains(&key.as_str());
                match value {
                    Value::String(path) if is_path || is_file && key == "value" => {
                        *path = moved(path);
                    }
                    value => move_paths(value, moved),
                }
            }
        }
        _ => {}
    }
}

/// Lets properties that refer to a removed object refer to none, which Tiled writes as 0.
fn clear_references(value: &mut Value, removed: &BTreeSet<u64>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| clear_references(item, removed)),
        Value::Object(fields) => {
            let id = fields.get("value").and_then(Value::as_u64);
            let is_reference = fields.get("type").is_some_and(|kind| kind == "object");
            if is_reference && id.is_some_and(|id| removed.contains(&id)) {
                fields.insert("value".to_owned(), json!(0));
            }
            fields.values_mut().for_each(|item| clear_references(item, removed));
        }
        _ => {}
    }
}

fn json_layers(
    layers: &mut [Value],
    plan: &Plan,
    number: &mut usize,
    next_id: &mut u64,
    removed: &mut BTreeSet<u64>,
) {
    for layer in layers {
        match plan.layers.get(number) {
            Some(Content::Tiles(gids)) => {
                layer["width"] = json!(plan.width);
                layer["height"] = json!(plan.height);
                let compression = layer["compression"].as_str().unwrap_or("").to_owned();
                let data = match layer["encoding"].as_str() {
                    Some("base64") => json!(packed(gids, &compression)),
                    _ => json!(gids),
                };
                if layer.get("chunks").is_some() {
                    let Plan { left, top, width, height, .. } = plan;
                    layer["chunks"] = json!([
                        {"data": data, "height": height, "width": width, "x": left, "y": top}
                    ]);
                    (layer["startx"], layer["starty"]) = (json!(left), json!(top));
                } else {
                    layer["data"] = data;
                }
            }
            Some(Content::Objects(Objects { left_out, moved, new })) => {
                let objects = layer["objects"].as_array().cloned().unwrap_or_default();
                let mut all: Vec<Option<Value>> = objects.iter().cloned().map(Some).collect();
                for &index in left_out {
                    removed.extend(objects[index]["id"].as_u64());
                    all[index] = None;
                }
                for shift in moved {
                    all[shift.index] = Some(shifted(&objects, shift));
                }
                for shift in new {
                    let mut object = shifted(&objects, shift);
                    object["id"] = json!(*next_id);
                    *next_id = next_id.saturating_add(1);
                    all.push(Some(object));
                }
                layer["objects"] = all.into_iter().flatten().collect();
            }
            None => {}
        }
        *number += 1;
        json_layers(list_of(layer, "layers"), plan, number, next_id, removed);
    }
}

/// The fields of the place of an object.
const SIDES: [&str; 4] = ["x", "y", "width", "height"];

/// A copy of an object in another place.
fn shifted(objects: &[Value], shift: &Shift) -> Value {
    let mut object = objects[shift.index].clone();
    match shift.to {
        To::By(right, down) => {
            for (key, way) in [("x", right), ("y", down)] {
                object[key] = json!(object[key].as_f64().unwrap_or(0.0) + way);
            }
        }
        To::Cell(sides) => {
            for (key, length) in SIDES.into_iter().zip(sides) {
                object[key] = json!(length);
            }
            if let Some(fields) = object.as_object_mut() {
                fields.remove("polygon");
                fields.insert("rotation".to_owned(), json!(0));
            }
        }
    }
    object
}

/// A layer with cells of the level.
struct Part<'a> {
    /// Its index in file order.
    number: usize,
    layer: &'a Layer,
    patches: Vec<Patch>,
    placed: Vec<Placed>,
}

impl Plan {
    fn of(
        mut map: Map,
        hints: &Hints,
        named_files: &dyn NamedFiles,
        level: &Level,
    ) -> Result<Self, LevelError> {
        let mut about = ReadingNotes::default();
        let mut tilesets = Tilesets::new(std::mem::take(&mut map.tilesets), hints, named_files);
        let all = document::all(&map.layers)?;
        let chosen = document::chosen(&map.layers, hints, &mut about)?;
        let is_infinite = map.is_infinite(&chosen);
        let mut parts = Vec::new();
        let mut rest = all.iter().enumerate();
        for (&layer, patches) in chosen.iter().zip(patches_of(&chosen, is_infinite)?) {
            // They are in file order.
            let (number, _) = rest
                .find(|(_, other_layer)| std::ptr::eq(**other_layer, layer))
                .expect("it is one of all");
            parts.push(Part { number, layer, patches, placed: Vec::new() });
        }
        let patches: Vec<&[Patch]> = parts.iter().map(|part| &*part.patches).collect();
        let frame = Painting::around(&patches, is_infinite, (map.width, map.height));
        let frame = match frame {
            // An empty infinite map.
            Err(LevelError::Empty) if is_infinite => Painting::of_size(1, 1)?,
            frame => frame?,
        };
        check_area(parts.len().saturating_mul(frame.area()))?;
        // Objects whose names the level does not have stay as they are.
        let names = level.palette().entities().iter().map(|entity| entity.name.as_str());
        let is_wanted = |own: &str| {
            let word = hints.legend.name(own).unwrap_or(own);
            names.clone().any(|name| is_called(word, name))
        };
        let mut placing = Placing { map: &map, named_files, is_wanted: &is_wanted, n_covered: 0 };
        let (example, kinds) = example(&mut placing, &mut parts, &frame, &mut tilesets, hints)?;
        let tile_layers: Vec<usize> = parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.layer.kind() == LayerKind::Tiles)
            .map(|(index, _)| index)
            .collect();
        let top = tile_layers.last();
        let no_layer = "there is no tile layer that is visible; levels are written into one";
        let cells = example
            .unstacked(level, |name| Some((*top?, tilesets.gid_called(name, &kinds, hints)?)))
            .map_err(|error| match error {
                LevelError::Unknown(_) if top.is_none() => LevelError::Content(no_layer.to_owned()),
                error => tilesets.explained(error),
            })?;
        let (left, top) = if is_infinite { frame.corner() } else { (0, 0) };
        let (width, height) = (level.width(), level.height());
        let is_same_size = (width, width * height) == (frame.width(), frame.area());
        let is_resized = !is_infinite && !is_same_size;
        let (layers, notes) = (BTreeMap::new(), Vec::new());
        let mut plan = Self { left, top, width, height, is_resized, layers, notes };
        let has_neighbors = NEIGHBORLY.contains(&map.orientation.as_str());
        for (index, (part, mut numbers)) in parts.iter().zip(cells.layers).enumerate() {
            let content = if part.layer.kind() == LayerKind::Tiles {
                if has_neighbors {
                    let gids = &example.layers[index];
                    let before = Before { width: example.width, gids, stays: &cells.stays };
                    let seed = looks::seed_of(level);
                    plan.notes.extend(looks::choose(&mut numbers, width, &before, &tilesets, seed));
                }
                if is_same_size && numbers == example.layers[index] {
                    continue;
                }
                Content::Tiles(numbers)
            } else {
                let name = |code| example.names.get(&(index, code)).map(String::as_str);
                Content::Objects(objects(&part.placed, &map, &numbers, &cells.stays, &plan, name))
            };
            plan.layers.insert(part.number, content);
        }
        if is_resized {
            plan.resize_others(&all)?;
        }
        Ok(plan)
    }

    /// The index of a cell in the new level, if it is in there.
    fn cell(&self, column: i64, row: i64) -> Option<usize> {
        let column = usize::try_from(column.checked_sub(self.left)?).ok()?;
        let row = usize::try_from(row.checked_sub(self.top)?).ok()?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Crops or pads the other tile layers to the size of the level.
    fn resize_others(&mut self, all: &[&Layer]) -> Result<(), LevelError> {
        for (number, layer) in all.iter().enumerate() {
            let is_other = layer.kind() == LayerKind::Tiles && !self.layers.contains_key(&number);
            if !is_other || (layer.width, layer.height) == (self.width, self.height) {
                continue;
            }
            let mut gids = vec![0; self.width * self.height];
            for patch in layer.patches(false)? {
                for (column, row, gid) in patch.turned_tiles() {
                    let (column, row) = (column as usize, row as usize);
                    if column < self.width && row < self.height {
                        gids[row * self.width + column] = gid;
                    }
                }
            }
            self.layers.insert(number, Content::Tiles(gids));
        }
        Ok(())
    }
}

/// The cells of a map's layers, and the names of kinds.
fn example(
    placing: &mut Placing<'_>,
    parts: &mut [Part<'_>],
    frame: &Painting,
    tilesets: &mut Tilesets,
    hints: &Hints,
) -> Result<(Example, Vec<Option<String>>), LevelError> {
    let mut example = Example { width: frame.width(), ..Example::default() };
    let mut kinds_of = BTreeMap::new();
    for (index, part) in parts.iter_mut().enumerate() {
        let mut cells = vec![0; frame.area()];
        for patch in &part.patches {
            for (column, row, gid) in patch.turned_tiles() {
                if let (Some(cell), Some(kind)) =
                    (frame.cell(column, row), tilesets.kind(gid & TILE_BITS, "", &part.layer.name))
                {
                    cells[cell] = gid;
                    kinds_of.insert((index, gid), kind);
                }
            }
        }
        for (number, object) in in_order(part.layer) {
            let place = placing.place(object, part.layer, frame, tilesets)?;
            // All others stay as they are.
            let Place::At { kind, columns, rows } = place else { continue };
            let placed = Placed { index: number, columns, rows };
            let code = part.placed.len() as u32 + 1;
            kinds_of.insert((index, code), kind);
            for cell in placed.cells().filter_map(|(column, row)| frame.cell(column, row)) {
                cells[cell] = code;
            }
            part.placed.push(placed);
        }
        example.layers.push(cells);
    }
    let stock = Stock { kinds: tilesets.kinds_so_far().to_vec(), grids: Vec::new() };
    let mut is_used = vec![false; stock.kinds.len()];
    for &kind in kinds_of.values() {
        is_used[kind as usize] = true;
    }
    let mut is_shown = vec![false; stock.kinds.len()];
    for cell in 0..frame.area() {
        if let Some(kind) = example.top(cell).and_then(|place| kinds_of.get(&place)) {
            is_shown[*kind as usize] = true;
        }
    }
    let names = stock.names(hints, &is_used, &is_shown, &mut ReadingNotes::default())?;
    for (place, kind) in kinds_of {
        if let Some(name) = &names[kind as usize] {
            example.names.insert(place, name.clone());
        }
    }
    let all = names.iter().flatten().map(String::as_str);
    hints.usual_empty(all).clone_into(&mut example.empty);
    Ok((example, names))
}
