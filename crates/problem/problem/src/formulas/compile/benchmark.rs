//! Compiles games of the PCG Benchmark.

use std::ops::Range;

use crate::pcg_benchmark::DEFINITIONS;
use marahel_level::Tile;

use super::names::suggestion;
use super::{Compiler, number_of};
use crate::expression::{Argument, Expression, ExpressionKind, Mistake, parse};
use crate::measure::GameOfFile;

impl Compiler<'_> {
    /// The index of the game in the expression `pcg_benchmark(DEFINITION)`.
    pub(crate) fn difference(&mut self, text: &str) -> Result<usize, Mistake> {
        let expression = parse(text)?;
        if let ExpressionKind::Call { name, arguments } = &expression.kind
            && name == "pcg_benchmark"
            && let [Argument { name: None, value }] = &arguments[..]
        {
            let (name, range) = word(value)?;
            return self.game_of(&name, range);
        }
        let help = "write `pcg_benchmark(zelda_v0)`, or leave it out";
        Err(Mistake::new(0..text.len(), "this is not a difference of levels", help))
    }

    /// The indices of a game and of one of its values.
    pub(super) fn benchmark(
        &mut self,
        definition: &Expression,
        value: &Expression,
    ) -> Result<(usize, usize), Mistake> {
        let ((name, range), (value, value_range)) = (word(definition)?, word(value)?);
        let game = self.game_of(&name, range)?;
        let definition = self.games[game].definition;
        let names = definition.names().expect("it was tried before");
        let Some(index) = names.iter().position(|candidate| *candidate == value) else {
            let otherwise = format!("there are {}", names.join(", "));
            let help = suggestion(&value, names.iter().copied(), &otherwise);
            let message = format!("{} has no value `{value}`", definition.name);
            return Err(Mistake::new(value_range, message, help));
        };
        Ok((game, index))
    }

    /// The index of the game of a definition; adds a new one.
    fn game_of(&mut self, name: &str, range: Range<usize>) -> Result<usize, Mistake> {
        let Ok(definition) = crate::pcg_benchmark::definition(&name.replace('_', "-")) else {
            let games: Vec<String> =
                DEFINITIONS.iter().map(|games| games.name.replace('-', "_")).collect();
            let otherwise = format!("there are {}", games.join(", "));
            let help = suggestion(name, games.iter().map(String::as_str), &otherwise);
            return Err(Mistake::new(range, format!("there is no definition `{name}`"), help));
        };
        let of_file = self.game(definition, range)?;
        self.use_all_tiles();
        Ok(number_of(of_file, &mut self.games))
    }

    /// A definition with the tiles of the file, which must be those of the definition.
    fn game(
        &self,
        definition: crate::pcg_benchmark::Definition,
        range: Range<usize>,
    ) -> Result<GameOfFile, Mistake> {
        let palette = self.names.palette;
        let tiles = definition.tiles();
        let help = format!("the tiles of {} are {}", definition.name, tiles.join(", "));
        if let Some(missing) = tiles.iter().find(|name| palette.tile(name).is_none()) {
            return Err(Mistake::new(range, format!("there is no tile `{missing}`"), help));
        }
        let mut tiles_of_game = [0; 64];
        for (tile, entity) in palette.entities().iter().enumerate() {
            let Some(of_game) = tiles.iter().position(|name| **name == entity.name) else {
                let message = format!("the tile `{}` is one too many", entity.name);
                return Err(Mistake::new(range, message, help));
            };
            tiles_of_game[tile] = of_game as Tile;
        }
        Ok(GameOfFile { definition, tiles: tiles_of_game })
    }
}

/// A name as an argument of `pcg_benchmark`.
fn word(argument: &Expression) -> Result<(String, Range<usize>), Mistake> {
    match &argument.kind {
        ExpressionKind::Name(name) => Ok((name.clone(), argument.range.clone())),
        _ => Err(Mistake::new(
            argument.range.clone(),
            "a name is expected here",
            "write a definition and a value, such as `pcg_benchmark(zelda_v0, quality)`",
        )),
    }
}
