//! Entities: an array of names, or an object with limits and colors.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use marahel_level::{N_ENTITIES_MAX, N_TILES_MAX, Tile};

use marahel_script::EntityLimit;
use marahel_script::parse::{Piece, name_range, range_of};

use crate::document::OldReader;

/// Colors that have a name, as HTML 3.2 defines them.
const COLORS: [(&str, [u8; 3]); 16] = [
    ("black", [0, 0, 0]),
    ("silver", [192, 192, 192]),
    ("gray", [128, 128, 128]),
    ("white", [255, 255, 255]),
    ("maroon", [128, 0, 0]),
    ("red", [255, 0, 0]),
    ("purple", [128, 0, 128]),
    ("fuchsia", [255, 0, 255]),
    ("green", [0, 128, 0]),
    ("lime", [0, 255, 0]),
    ("olive", [128, 128, 0]),
    ("yellow", [255, 255, 0]),
    ("navy", [0, 0, 128]),
    ("blue", [0, 0, 255]),
    ("teal", [0, 128, 128]),
    ("aqua", [0, 255, 255]),
];

type Color = (Tile, [u8; 3]);

impl<'t> OldReader<'_, 't> {
    pub(super) fn entities(&mut self, entities: &Value<'t>) -> (Vec<EntityLimit>, Vec<Color>) {
        let (mut limits, mut colors) = (Vec::new(), Vec::new());
        match entities {
            Value::Array(names) => self.entity_array(names),
            Value::Object(entities) => {
                let n = entities.properties.len();
                self.check_n_entities(n, entities.range.start..entities.range.end);
                for (index, entity) in entities.properties.iter().take(N_ENTITIES_MAX).enumerate() {
                    self.entity(entity.name.as_str().trim(), name_range(entity), || None);
                    if let Some(outline) = &mut self.outline {
                        outline.entities.push(name_range(entity));
                    }
                    let tile = index as Tile;
                    let Some(looks) = entity.value.as_object() else {
                        self.report(range_of(&entity.value), "this does not describe an entity")
                            .help("write an object, as in {color: \"#808080\", min: 1, max: 5}");
                        continue;
                    };
                    self.check_keys(looks, "key of an entity", &["color", "min", "max"]);
                    limits.extend(self.limit(tile, looks));
                    let color = looks.get("color").and_then(|color| self.color(color));
                    colors.extend(color.map(|color| (tile, color)));
                }
            }
            value => {
                self.report(range_of(value), "`entities` should be an array or an object").help(
                    "write the names as in [\"empty\", \"solid\"], or an object with a key for each",
                );
            }
        }
        (limits, colors)
    }

    /// The limits on the number of cells; -1 means none.
    fn limit(&mut self, tile: Tile, looks: &Object<'t>) -> Option<EntityLimit> {
        let [min, max] = ["min", "max"].map(|key| {
            let property = looks.get(key)?;
            let is_unlimited = Piece::of(&property.value, self.text)
                .is_some_and(|piece| piece.text.trim() == "-1");
            if is_unlimited { None } else { self.integer_of(property, 0..=N_TILES_MAX as u64) }
        });
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            let message = format!("`min` is larger than `max`: {min} against {max}");
            self.report(looks.range.start..looks.range.end, message).help("exchange them");
        }
        let max = max.map(|max| max as u32);
        (min.is_some() || max.is_some()).then_some(EntityLimit {
            tile,
            min: min.unwrap_or(0) as u32,
            max,
        })
    }

    /// A color: `"#ff8000"`, `"#f80"`, `"0xff8000"`, the same as a number, or one of the sixteen
    /// names of HTML.
    fn color(&mut self, color: &ObjectProp<'t>) -> Option<[u8; 3]> {
        let piece = self.text_of(color)?;
        let is_number = matches!(color.value, Value::NumberLit(_));
        let number = match piece.text.parse() {
            Ok(number) if is_number => color_of(number),
            _ => parse_color(&piece.text.to_lowercase()),
        };
        if number.is_none() {
            self.report(piece.range(), format!("`{}` is not a color", piece.text))
                .help("write it as in \"#ff8000\"");
        }
        number
    }
}

fn parse_color(text: &str) -> Option<[u8; 3]> {
    if let Some((_, color)) = COLORS.iter().find(|(name, _)| *name == text) {
        return Some(*color);
    }
    let digits = text.strip_prefix('#').or_else(|| text.strip_prefix("0x")).unwrap_or(text);
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let wide: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        6 => digits.to_owned(),
        _ => return None,
    };
    color_of(u32::from_str_radix(&wide, 16).ok()?)
}

fn color_of(number: u32) -> Option<[u8; 3]> {
    let [0, red, green, blue] = number.to_be_bytes() else { return None };
    Some([red, green, blue])
}
