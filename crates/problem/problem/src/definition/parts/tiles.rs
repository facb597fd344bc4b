//! The tiles.

use std::collections::BTreeSet;

use marahel_level::{Entity, Look, N_ENTITIES_MAX, Palette, PaletteError, Role, SYMBOLS, Tile};

use crate::definition::keys::FileKeys;
use crate::definition::reader::{Faults, Refused, choice, meant};
use crate::definition::{Span, Sprite};
use crate::expression::is_name;

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

/// Words with another meaning in expressions.
const RESERVED: [&str; 7] = ["any", "and", "or", "not", "else", "none", "by"];

pub(super) fn tiles(file: &FileKeys, faults: &mut Faults) -> Option<Tiles> {
    let entries = file.tiles.as_ref()?.as_ref()?;
    let range = &entries.range;
    if entries.n > N_ENTITIES_MAX {
        let message = PaletteError::Size(entries.n).to_string();
        mistake!(faults, range.clone(), "tiles", message, "change one of them");
        return None;
    }
    let names: BTreeSet<&str> = entries.all.iter().map(|entry| &*entry.name).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let usual = Palette::of_names(&names).ok();
    let mut tiles: Vec<(Entity, Described)> = Vec::new();
    let mut symbols: Vec<(String, &'static str)> = Vec::new();
    let mut sprites: Vec<Sprite> = Vec::new();
    let mut grounds: Vec<(String, &str)> = Vec::new();
    for entry in &entries.all {
        let name = &entry.name;
        if let Err((message, help)) = check_name(name) {
            mistake!(faults, entry.key.clone(), entry.place, message, help);
            continue;
        }
        // A faulty tile keeps its defaults, so that it is not missing elsewhere.
        let looks = usual
            .as_ref()
            .and_then(|usual| Some(usual.entities()[usize::from(usual.tile(name)?)].clone()));
        let (Some(keys), Some(mut entity)) = (&entry.value, looks) else { continue };
        entity.character =
            meant(keys.character.as_ref(), character, faults).unwrap_or(entity.character);
        entity.color = meant(keys.color.as_ref(), color, faults).unwrap_or(entity.color);
        let described = Described {
            place: entry.key.clone(),
            weight: keys.weight.flatten().unwrap_or(1),
            role: meant(keys.role.as_ref(), role, faults),
            has_color: keys.color.is_some(),
            has_sprite: keys.sprite.is_some(),
        };
        tiles.push((entity, described));
        let ground = meant(keys.ground.as_ref(), |word| ground(word, &names), faults);
        grounds.extend(ground.map(|ground| (name.clone(), ground)));
        match meant(keys.sprite.as_ref(), sprite, faults) {
            Some(Drawn::Symbol(symbol)) => symbols.push((name.clone(), symbol)),
            Some(Drawn::File(path)) => {
                let place = keys.part.spans["sprite"].clone();
                sprites.push(Sprite { tile: name.clone(), path, place });
            }
            None => (),
        }
    }
    let weights = tiles.iter().map(|(entity, tile)| (entity.name.clone(), tile.weight));
    let weights: Vec<(String, u32)> = weights.collect();
    if !weights.is_empty() && weights.iter().all(|&(_, weight)| weight == 0) {
        let help = "give some tile a weight above 0";
        let message = "the initial explorer draws none of them";
        mistake!(faults, range.clone(), "tiles", message, help);
    }
    tiles.sort_by(|(left, _), (right, _)| left.name.cmp(&right.name));
    let (entities, described): (Vec<Entity>, Vec<Described>) = tiles.into_iter().unzip();
    if let Some(message) = shared_character(&entities) {
        mistake!(faults, range.clone(), "tiles", message, "change one of them");
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
            mistake!(faults, range.clone(), "tiles", error.to_string(), "change one of them");
            None
        }
    }
}

/// The mistake of two tiles with one character.
fn shared_character(entities: &[Entity]) -> Option<String> {
    entities.iter().enumerate().find_map(|(index, entity)| {
        let earlier =
            entities[..index].iter().find(|before| before.character == entity.character)?;
        let error = PaletteError::Character(entity.character);
        Some(format!("{error}, {} and {}", earlier.name, entity.name))
    })
}

fn check_name(name: &str) -> Result<(), Refused> {
    if name.len() > Palette::NAME_BYTES_MAX {
        let message = PaletteError::LongName(name.to_owned()).to_string();
        return Err((message, "a short name is easier to use in expressions".to_owned()));
    }
    if !is_name(name) || RESERVED.contains(&name) {
        let words = RESERVED.join(", ");
        let help = format!("use letters, digits and _, no digit first, and none of {words}");
        return Err(("no expression can name it".to_owned(), help));
    }
    Ok(())
}

fn character(text: &str) -> Result<char, Refused> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(Palette::UNKNOWN_CHARACTER), None) => {
            let message = "`?` stands for tiles that are not set";
            Err((message.to_owned(), "write another character".to_owned()))
        }
        (Some(character), None) => Ok(character),
        _ => {
            let message = format!("`{text}` is not one character");
            Err((message, "write one, such as \"#\"".to_owned()))
        }
    }
}

fn color(text: &str) -> Result<[u8; 3], Refused> {
    let help = "write red, green and blue in six hexadecimal digits: \"#c04020\"";
    parse_color(text).ok_or_else(|| (format!("`{text}` is not a color"), help.to_owned()))
}

fn role(word: &str) -> Result<Role, Refused> {
    let choices = Role::all().map(|role| (role.name(), role));
    let names: Vec<&str> = Role::all().map(Role::name).collect();
    let help = match Role::spoken_of(word) {
        Some(role) => format!("the role of such tiles is `{role}`"),
        None => format!("write one of {}", names.join(", ")),
    };
    choice(word, choices, |word| format!("there is no role `{word}`"), &help)
}

/// The tile on which one stands in pictures.
fn ground<'n>(word: &str, names: &[&'n str]) -> Result<&'n str, Refused> {
    let choices = names.iter().map(|&name| (name, name));
    let help = format!("write one of {}", names.join(", "));
    choice(word, choices, |word| format!("there is no tile `{word}`"), &help)
}

/// A look other than the usual one for the name.
enum Drawn {
    Symbol(&'static str),
    /// The path of a PNG file.
    File(String),
}

fn sprite(text: &str) -> Result<Drawn, Refused> {
    if text.to_ascii_lowercase().ends_with(".png") {
        return Ok(Drawn::File(text.to_owned()));
    }
    let choices = SYMBOLS.map(|symbol| (symbol, Drawn::Symbol(symbol)));
    let help = format!("write a PNG file, or one of {}", SYMBOLS.join(", "));
    choice(text, choices, |word| format!("there is no sprite `{word}`"), &help)
}

/// Parses a color such as `#c04020`.
fn parse_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let [red, green, blue] = [0, 2, 4].map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok());
    Some([red?, green?, blue?])
}
