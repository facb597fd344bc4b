//! A level in the text of a map in XML: what does not change stays as it is.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::Range;

use marahel_level::{Level, LevelError};
use roxmltree::Node;

use super::objects::{Objects, Shift, To};
use super::{Content, Plan, SIDES};
use crate::host::Written;
use crate::tiled::new_map::escaped;
use crate::tiled::pack::{listed, packed};
use crate::tiled::xml;
use crate::{Hints, NamedFiles};

/// The map in XML with another level.
pub(crate) fn into_xml(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    level: &Level,
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let map = xml::read(text, "map")?;
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
            Some(Content::Objects(Objects { left_out, moved: shifted, new, raised })) => {
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
                for &Shift { index, to } in raised {
                    added += &xml_object(text, objects[index], to, None, &removed, moved);
                    added.push('\n');
                }
                let leaving =
                    left_out.iter().copied().chain(raised.iter().map(|shift| shift.index));
                for index in leaving {
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

struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    fn attribute(&mut self, node: Node<'_, '_>, name: &str, value: impl Display) {
        if let Some(attribute) = node.attribute_node(name) {
            self.0.push((attribute.range_value(), value.to_string()));
        } else {
            let at = node.range().start + 1 + node.tag_name().name().len();
            self.0.push((at..at, format!(" {name}=\"{value}\"")));
        }
    }

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
