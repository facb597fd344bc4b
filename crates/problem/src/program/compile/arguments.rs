//! What measures are asked about: tiles, stops, numbers, movements.

use std::ops::Range;

use level::TileSet;
use walking::Trip;

use super::Compiler;
use super::names::{suggestion, tile_set};
use crate::catalogue::{Arguments, Entry, Parameter};
use crate::expression::{Argument, Expression, Kind, Mistake};

/// A whole number that a measure takes is at most this.
const NUMBER_MAX: f64 = 1000.0;

impl Compiler<'_> {
    /// The arguments of a measure: as many as it takes, each what it takes.
    pub(super) fn arguments(
        &mut self,
        entry: &Entry,
        arguments: &[Argument],
        range: &Range<usize>,
    ) -> Result<Arguments, Mistake> {
        let mut found = Arguments::default();
        let mut positional = arguments.iter().filter(|argument| argument.name.is_none());
        let by = self.by(entry, arguments)?;
        found.by = by.unwrap_or(0);
        let wrong = |range: Range<usize>, message: String| {
            Err(Mistake::new(range, message, format!("write `{}`", entry.usage())))
        };
        for parameter in entry.parameters {
            match parameter {
                Parameter::Tiles(name) => match positional.next() {
                    Some(argument) => found.tiles.push(self.tiles(&argument.value)?),
                    None => return wrong(range.clone(), format!("`{name}` is missing")),
                },
                Parameter::Floor(_) => match positional.next() {
                    Some(argument) => found.tiles.push(self.tiles(&argument.value)?),
                    None => found.tiles.push(self.names.movements[found.by].over),
                },
                Parameter::Number(name) => match positional.next() {
                    Some(argument) => found.numbers.push(number(&argument.value)?),
                    None => return wrong(range.clone(), format!("`{name}` is missing")),
                },
                Parameter::Stops => {
                    for argument in positional.by_ref() {
                        found.stops.push(self.tiles(&argument.value)?);
                    }
                    if !(2..=Trip::N_STOPS_MAX).contains(&found.stops.len()) {
                        let n = found.stops.len();
                        let message = format!("a way has 2 to 8 stops, not {n}");
                        return wrong(range.clone(), message);
                    }
                }
                Parameter::Outside => match positional.next() {
                    Some(argument) => found.outside = self.outside(&argument.value)?,
                    None => {
                        return wrong(range.clone(), "the name of a value is missing".to_owned());
                    }
                },
                Parameter::By => (),
                Parameter::Benchmark => {
                    let (Some(definition), Some(value)) = (positional.next(), positional.next())
                    else {
                        return wrong(range.clone(), "it takes two names".to_owned());
                    };
                    found.benchmark = Some(self.benchmark(&definition.value, &value.value)?);
                }
            }
        }
        match positional.next() {
            Some(argument) => {
                wrong(argument.value.range.clone(), "this is one argument too many".to_owned())
            }
            None => Ok(found),
        }
    }

    /// The number of a value of the judge from outside.
    fn outside(&mut self, argument: &Expression) -> Result<usize, Mistake> {
        let range = argument.range.clone();
        let Some(known) = self.names.outside else {
            let help = "say which program in [outside], with `command` and `values`";
            return Err(Mistake::new(range, "nothing judges levels from outside", help));
        };
        let Kind::Name(name) = &argument.kind else {
            let help = format!("write one of {}", known.join(", "));
            return Err(Mistake::new(range, "the name of a value is expected here", help));
        };
        let Some(index) = known.iter().position(|known| known == name) else {
            let otherwise = format!("name it among `values`, which are {}", known.join(", "));
            let help = suggestion(name, known.iter().map(String::as_str), &otherwise);
            let message = format!("the judge from outside has no value `{name}`");
            return Err(Mistake::new(range, message, help));
        };
        self.outside_used.insert(index);
        // It sees all tiles.
        self.use_tiles(TileSet::entities(self.names.palette.len()));
        Ok(index)
    }

    /// The movement that `by = NAME` names.
    fn by(&self, entry: &Entry, arguments: &[Argument]) -> Result<Option<usize>, Mistake> {
        let mut by = None;
        for argument in arguments {
            let Some((name, range)) = &argument.name else { continue };
            if name != "by" || !entry.parameters.contains(&Parameter::By) {
                let message = format!("`{}` has no parameter `{name}`", entry.name);
                let help = format!("write `{}`", entry.usage());
                return Err(Mistake::new(range.clone(), message, help));
            }
            let Kind::Name(movement) = &argument.value.kind else {
                let message = "a movement has a name";
                let help = "name one of [movement.NAME]";
                return Err(Mistake::new(argument.value.range.clone(), message, help));
            };
            let movements = self.names.movements;
            let found = movements.iter().position(|known| known.name == *movement);
            let Some(found) = found else {
                let known = movements.iter().map(|movement| movement.name.as_str());
                let help = suggestion(movement, known, "describe it in [movement.NAME]");
                let message = format!("there is no movement `{movement}`");
                return Err(Mistake::new(argument.value.range.clone(), message, help));
            };
            by = Some(found);
        }
        Ok(by)
    }

    /// The tiles that an argument names.
    fn tiles(&mut self, argument: &Expression) -> Result<TileSet, Mistake> {
        let single;
        let named = match &argument.kind {
            Kind::Name(name) => {
                single = [(name.clone(), argument.range.clone())];
                &single[..]
            }
            Kind::Tiles(tiles) => tiles,
            _ => {
                let message = "tiles are expected here";
                let help = "name them, as in `floor|door`, or all with `any`";
                return Err(Mistake::new(argument.range.clone(), message, help));
            }
        };
        let tiles = tile_set(named, self.names.palette)?;
        self.use_tiles(tiles);
        Ok(tiles)
    }
}

fn number(argument: &Expression) -> Result<u32, Mistake> {
    match argument.kind {
        Kind::Number(number) if number.fract() == 0.0 && number <= NUMBER_MAX => Ok(number as u32),
        _ => Err(Mistake::new(
            argument.range.clone(),
            "a whole number from 0 to 1000 is expected here",
            "write one, such as 3",
        )),
    }
}
