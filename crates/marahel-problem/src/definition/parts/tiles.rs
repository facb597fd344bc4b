//! The tiles.

use std::collections::BTreeSet;

use marahel_level::{Entity, Look, N_ENTITIES_MAX, Palette, PaletteError, Role, SYMBOLS, Tile};

use crate::definition::table_reader::{Part, TableReader, shortened};
use crate::definition::{Span, Sprite};
use crate::expression::is_name;

const EXAMPLE: &str = "`wall = { character = \"#\", color = \"#404040\", weight = 2 }`";

#[derive(Debug)]
pub(crate) struct Tiles {
    pub(crate) palette: Palette,
    /// In the order of the file.
    pub(crate) weights: Vec<(String, u32)>,
    /// In the order of the palette.
    pub(crate) described: Vec<Described>,
    pub(crate) sprites: Vec<Sprite>,
}

#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) place: Span,
    pub(crate) weight: u32,
    pub(crate) role: Option<Role>,
    pub(crate) has_color: bool,
    pub(crate) has_sprite: bool,
}

impl Tiles {
    pub(crate) fn described(&self, tile: Tile) -> &Described {
        &self.described[usize::from(tile)]
    }
}

pub(super) const KEYS: [&str; 6] = ["character", "color", "ground", "role", "sprite", "weight"];

/// Words with another meaning in expressions.
const RESERVED: [&str; 7] = ["any", "and", "or", "not", "else", "none", "by"];

pub(super) fn tiles(reader: &mut TableReader<'_>) -> Option<Tiles> {
    let Some(value) = reader.get("tiles") else {
        let help = format!("describe them in [tiles]: {EXAMPLE}");
        reader.missing(&["tiles"], 0..0, "", "there are no tiles", help);
        return None;
    };
    let table = reader.table(value, "tiles", EXAMPLE)?;
    if table.len() > N_ENTITIES_MAX {
        let message = PaletteError::Size(table.len()).to_string();
        reader.error(value.span(), "tiles", message, "change one of them");
        return None;
    }
    let names: BTreeSet<&str> = table.keys().map(|key| &**key.get_ref()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let usual = Palette::of_names(&names).ok();
    let mut tiles: Vec<(Entity, Described)> = Vec::new();
    let mut symbols: Vec<(String, &'static str)> = Vec::new();
    let mut sprites: Vec<Sprite> = Vec::new();
    let mut grounds: Vec<(String, &str)> = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let place = format!("tile `{}`", shortened(name));
        if name.len() > Palette::NAME_BYTES_MAX {
            let message = PaletteError::LongName(name.to_owned()).to_string();
            reader.error(
                key.span(),
                &place,
                message,
                "a short name is easier to use in expressions",
            );
            continue;
        }
        if !is_name(name) || RESERVED.contains(&name) {
            let help = format!(
                "use letters, digits and _, no digit first, and none of {}",
                RESERVED.join(", ")
            );
            reader.error(key.span(), &place, "no expression can name it", help);
            continue;
        }
        let looks = usual.as_ref().and_then(|usual| {
            let tile = usual.tile(name)?;
            Some(usual.entities()[usize::from(tile)].clone())
        });
        let Some(part) = reader.part(value, &place, EXAMPLE, &KEYS) else { continue };
        // A faulty tile keeps its defaults, so that it is not missing elsewhere.
        let Some(mut entity) = looks else { continue };
        look(reader, &part, &mut entity);
        let weight = part.whole_number(reader, "weight", 1, 1_000_000, "a weight, such as 5");
        let described = Described {
            place: key.span(),
            weight: weight.unwrap_or(1),
            role: role(reader, &part),
            has_color: part.table.contains_key("color"),
            has_sprite: part.table.contains_key("sprite"),
        };
        tiles.push((entity, described));
        grounds.extend(ground(reader, &part, &names).map(|ground| (name.to_owned(), ground)));
        match sprite(reader, &part) {
            Some(Drawn::Symbol(symbol)) => symbols.push((name.to_owned(), symbol)),
            Some(Drawn::File(path, place)) => {
                sprites.push(Sprite { tile: name.to_owned(), path, place });
            }
            None => (),
        }
    }
    let weights = tiles.iter().map(|(entity, tile)| (entity.name.clone(), tile.weight));
    let weights: Vec<(String, u32)> = weights.collect();
    if !weights.is_empty() && weights.iter().all(|&(_, weight)| weight == 0) {
        let help = "give some tile a weight above 0";
        reader.error(value.span(), "tiles", "the initial explorer draws none of them", help);
    }
    tiles.sort_by(|(left, _), (right, _)| left.name.cmp(&right.name));
    let (entities, described): (Vec<Entity>, Vec<Described>) = tiles.into_iter().unzip();
    if let Some(message) = shared_character(&entities) {
        reader.error(value.span(), "tiles", message, "change one of them");
        return None;
    }
    match Palette::new(entities) {
        Ok(mut palette) => {
            for (name, symbol) in symbols {
                if let Some(tile) = palette.tile(&name) {
                    palette = palette.with_look(tile, Look::Symbol(symbol));
                }
            }
            for (name, ground) in grounds {
                if let (Some(tile), Some(ground)) = (palette.tile(&name), palette.tile(ground)) {
                    palette = palette.with_ground(tile, ground);
                }
            }
            Some(Tiles { palette, weights, described, sprites })
        }
        Err(error) => {
            reader.error(value.span(), "tiles", error.to_string(), "change one of them");
            None
        }
    }
}

/// The mistake of two tiles with one character.
fn shared_character(entities: &[Entity]) -> Option<String> {
    entities.iter().enumerate().find_map(|(index, entity)| {
        let earlier = entities[..index].iter().find(|one| one.character == entity.character)?;
        let error = PaletteError::Character(entity.character);
        Some(format!("{error}, {} and {}", earlier.name, entity.name))
    })
}

fn look(reader: &mut TableReader<'_>, part: &Part<'_>, entity: &mut Entity) {
    if let Some(text) = part.text(reader, "character", "\"#\"") {
        let mut characters = text.value.chars();
        match (characters.next(), characters.next()) {
            (Some(Palette::UNKNOWN_CHARACTER), None) => {
                let message = "`?` stands for tiles that are not set".to_owned();
                reader.error(text.range, &part.place, message, "write another character");
            }
            (Some(character), None) => entity.character = character,
            _ => {
                let message = format!("`{}` is not one character", text.value);
                reader.error(text.range, &part.place, message, "write one, such as \"#\"");
            }
        }
    }
    if let Some(text) = part.text(reader, "color", "\"#c04020\"") {
        if let Some(color) = parse_color(&text.value) {
            entity.color = color;
        } else {
            let message = format!("`{}` is not a color", text.value);
            let help = "write red, green and blue in six hexadecimal digits: \"#c04020\"";
            reader.error(text.range, &part.place, message, help);
        }
    }
}

fn role(reader: &mut TableReader<'_>, part: &Part<'_>) -> Option<Role> {
    let text = part.text(reader, "role", "\"wall\"")?;
    let choices = Role::all().map(|role| (role.name(), role));
    let names: Vec<&str> = Role::all().map(Role::name).collect();
    let help = match Role::spoken_of(&text.value) {
        Some(role) => format!("the role of such tiles is `{role}`"),
        None => format!("write one of {}", names.join(", ")),
    };
    reader.choose(text, choices, |word| format!("there is no role `{word}`"), &help)
}

/// The tile on which one stands in pictures.
fn ground<'n>(reader: &mut TableReader<'_>, part: &Part<'_>, names: &[&'n str]) -> Option<&'n str> {
    let text = part.text(reader, "ground", "\"floor\"")?;
    let choices = names.iter().map(|&name| (name, name));
    let help = format!("write one of {}", names.join(", "));
    reader.choose(text, choices, |word| format!("there is no tile `{word}`"), &help)
}

/// A look other than the usual one for the name.
enum Drawn {
    Symbol(&'static str),
    /// The path of a PNG file, and its place.
    File(String, Span),
}

fn sprite(reader: &mut TableReader<'_>, part: &Part<'_>) -> Option<Drawn> {
    let text = part.text(reader, "sprite", "\"key\", or \"hero.png\"")?;
    if text.value.to_ascii_lowercase().ends_with(".png") {
        return Some(Drawn::File(text.value, text.range));
    }
    let choices = SYMBOLS.map(|symbol| (symbol, Drawn::Symbol(symbol)));
    let help = format!("write a PNG file, or one of {}", SYMBOLS.join(", "));
    reader.choose(text, choices, |word| format!("there is no sprite `{word}`"), &help)
}

/// Parses a color such as `#c04020`.
fn parse_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let [red, green, blue] = [0, 2, 4].map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok());
    Some([red?, green?, blue?])
}
