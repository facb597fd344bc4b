//! Default looks of tiles without a well-known name, by role.

use std::collections::BTreeSet;

use crate::paths::{Movement, Steps};
use marahel_level::{Look, Palette, Role, SYMBOLS, Tile, TileSet};

use super::tiles::Tiles;

/// The palette of `tiles`. A tile without a well-known name gets the symbol of its role, unless the
/// file gives it a sprite, whose usual color it then has, or its name is that of a material, or its role is only guessed and the file
/// gives it a color: that is how it should look. The first tile of each role also gets the usual
/// color, unless the file gives it one, its words say one, or another tile has it. Walls that things
/// fall on are seen from the side.
pub(super) fn by_roles(
    tiles: &Tiles,
    roles: &[Role],
    guessed: &[Tile],
    movements: &[Movement],
) -> Palette {
    let solid = movements.iter().filter_map(|movement| match &movement.steps {
        Steps::Platformer(model) => Some(model.solid),
        Steps::Offsets(_) => None,
    });
    let solid = solid.fold(TileSet::EMPTY, TileSet::union);
    let mut palette = tiles.palette.clone();
    let mut seen_roles = BTreeSet::new();
    for (tile, (&role, own)) in (0..).zip(roles.iter().zip(&tiles.described)) {
        let name = palette.name(tile).to_owned();
        let is_soil = role == Role::Wall && solid.contains(tile) && !own.has_sprite;
        if is_soil {
            palette = palette.with_look(tile, Look::Symbol("bedrock"));
        }
        // A wall of rocks is no row of boulders.
        let is_boulder = SYMBOLS.contains(&&*name) && Palette::is_material(&name);
        if role == Role::Wall && is_boulder && !own.has_sprite && !is_soil {
            palette = palette.with_look(tile, Look::Symbol("wall"));
        }
        if Palette::usual_color(&name).is_some() {
            continue;
        }
        if let Some(Look::Symbol(symbol)) = palette.look(tile).filter(|_| own.has_sprite)
            && let Some(color) = Palette::usual_color(symbol)
            && !own.has_color
            && !Palette::has_said_color(&name)
        {
            let shade = palette.shade(tile, color);
            palette = palette.with_color(tile, shade);
        }
        let Some(symbol) = role.symbol(&name) else { continue };
        let is_ground = matches!(role, Role::Wall | Role::Floor);
        // A trunk that is climbed is no ladder.
        let is_free = guessed.contains(&tile) || role == Role::Climbable;
        let is_color = own.has_color && is_free || Palette::is_material(&name);
        if !own.has_sprite && !is_soil && (is_ground || !is_color) {
            palette = palette.with_look(tile, Look::Symbol(symbol));
        }
        let is_first = seen_roles.insert(role);
        if let Some(color) = Palette::usual_color(symbol)
            && is_first
            && !own.has_color
            && !Palette::has_said_color(&name)
            && !is_taken(&palette, tile, color)
        {
            palette = palette.with_color(tile, color);
        }
    }
    palette
}

fn is_taken(palette: &Palette, tile: Tile, color: [u8; 3]) -> bool {
    (0..palette.len() as Tile)
        .any(|candidate| candidate != tile && palette.color(candidate) == color)
}
