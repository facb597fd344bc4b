//! Names for several tiles, wherever tiles are listed.

use std::ops::Range;

use marahel_level::{Palette, TileSet};

use crate::definition::table_reader::{TableReader, Text, shortened};
use crate::expression::{is_name, parse_tiles};
use crate::formulas::tile_set;

const SECTION: &str = "groups";

const N_MAX: usize = 64;

/// More than there are tiles and groups.
const N_NAMES_MAX: usize = 128;

const EXAMPLE: &str = "`ground = \"floor|grass\"`";

/// Words that mean something in a list of tiles or in its place.
const WORDS: [&str; 5] = ["any", "entity", "none", "out", "unknown"];

pub(super) fn groups(reader: &mut TableReader<'_>, palette: &Palette) -> Vec<(String, TileSet)> {
    let Some(value) = reader.get(SECTION) else { return Vec::new() };
    let Some(table) = reader.table(value, SECTION, EXAMPLE) else { return Vec::new() };
    reader.are_few(table.len(), N_MAX, SECTION, value.span(), SECTION);
    let (mut groups, mut left) = (Vec::new(), Vec::new());
    for (key, value) in table.iter().take(N_MAX) {
        let name: &str = key.get_ref();
        let place = format!("group `{}`", shortened(name));
        if !is_name(name) || WORDS.contains(&name) {
            let help =
                "use letters, digits and _, and no digit first; `any` and the like have a meaning";
            reader.error(key.span(), &place, "no list of tiles can name it", help);
        } else if palette.tile(name).is_some() {
            reader.error(key.span(), &place, "a tile has this name", "give it another one");
        } else {
            let text = reader.text(value, &place, EXAMPLE);
            let named = text.as_ref().and_then(|text| names(reader, text));
            // What uses a faulty group is no mistake of its own.
            groups.extend(named.is_none().then(|| (name.to_owned(), TileSet::EMPTY)));
            left.extend(text.zip(named).map(|(text, named)| (name.to_owned(), text, named)));
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
        let tiles = tile_set(&named, palette, &groups);
        reader.check(&text, tiles);
        groups.push((name, TileSet::EMPTY));
    }
    groups
}

fn names(reader: &mut TableReader<'_>, text: &Text) -> Option<Vec<(String, Range<usize>)>> {
    let named = reader.check(text, parse_tiles(&text.value))?;
    let range = text.range.clone();
    let are_few = reader.are_few(named.len(), N_NAMES_MAX, "names", range, &text.place);
    are_few.then_some(named)
}
