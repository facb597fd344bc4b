//! Names for several tiles, wherever tiles are listed.

use marahel_level::{Palette, TileSet};

use crate::definition::keys::FileKeys;
use crate::definition::reader::{Faults, checked};
use crate::expression::{is_name, parse_tiles};
use crate::formulas::tile_set;

/// More than there are tiles and groups.
const N_NAMES_MAX: usize = 128;

/// Words that mean something in a list of tiles or in its place.
const WORDS: [&str; 5] = ["any", "entity", "none", "out", "unknown"];

pub(super) fn groups(
    file: &FileKeys,
    palette: &Palette,
    faults: &mut Faults,
) -> Vec<(String, TileSet)> {
    let Some(Some(entries)) = &file.groups else { return Vec::new() };
    let (mut groups, mut left) = (Vec::new(), Vec::new());
    for entry in &entries.all {
        let name = &entry.name;
        if !is_name(name) || WORDS.contains(&&**name) {
            let help =
                "use letters, digits and _, and no digit first; `any` and the like have a meaning";
            mistake!(faults, entry.key.clone(), entry.place, "no list of tiles can name it", help);
        } else if palette.tile(name).is_some() {
            let message = "a tile has this name";
            mistake!(faults, entry.key.clone(), entry.place, message, "give it another one");
        } else {
            let text = entry.value.as_ref();
            let named = text.and_then(|text| checked(text, parse_tiles(&text.value), faults));
            let named = named.filter(|named| {
                let range = entry.range.clone();
                few!(faults, named.len(), N_NAMES_MAX, "names", range, entry.place)
            });
            // What uses a faulty group is no mistake of its own.
            groups.extend(named.is_none().then(|| (name.clone(), TileSet::EMPTY)));
            left.extend(text.zip(named).map(|(text, named)| (name.clone(), text, named)));
        }
    }
    // A group may name others, in any order.
    loop {
        let n_before = groups.len();
        left.retain(|(name, _, named)| {
            let tiles = tile_set(named, palette, &groups);
            groups.extend(tiles.as_ref().ok().map(|tiles| (name.clone(), *tiles)));
            tiles.is_err()
        });
        if groups.len() == n_before {
            break;
        }
    }
    for (name, text, named) in left {
        checked(text, tile_set(&named, palette, &groups), faults);
        groups.push((name, TileSet::EMPTY));
    }
    groups
}
