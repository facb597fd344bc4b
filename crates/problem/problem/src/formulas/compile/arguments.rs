//! Compiles arguments of measures: tiles, stops, numbers, movements.

use std::ops::Range;

use crate::paths::Trip;
use marahel::lint::{EXCLUDED, decided, idle_remainder};
use marahel_level::{Mirror, TileSet};
use marahel_script::{Condition, Diagnostic, Estimator, Part, Size, parse as rules};

use super::names::{suggestion, tile_set};
use super::{Compiler, number_of};
use crate::catalogue::{Entry, Parameter, THINGS};
use crate::expression::{Argument, Expression, ExpressionKind, Mistake};
use crate::measure::Arguments;

const NUMBER_MAX: f64 = 1000.0;

const ALWAYS: &str = "this condition always holds";
const OWN: &str =
    "each is at distance 0 from itself; `apart(...)` is the least distance between two of them";
const NEVER: &str = "this condition never holds, so no cell is counted";

impl Compiler<'_> {
    /// Compiles the arguments of a measure; checks their number and kinds.
    pub(super) fn arguments(
        &mut self,
        entry: &Entry,
        arguments: &[Argument],
        range: &Range<usize>,
    ) -> Result<Arguments, Mistake> {
        let mut compiled = Arguments::default();
        let mut positional = arguments.iter().filter(|argument| argument.name.is_none());
        compiled.by = self.by(entry, arguments)?;
        let wrong = |range: Range<usize>, message: String| {
            Err(Mistake::new(range, message, format!("write `{}`", entry.usage())))
        };
        for parameter in entry.parameters {
            match parameter {
                Parameter::Tiles(name) => match positional.next() {
                    Some(argument) => compiled.tiles.push(self.tiles(&argument.value)?),
                    None => return wrong(range.clone(), format!("`{name}` is missing")),
                },
                Parameter::Floor(_) => match positional.next() {
                    Some(argument) => compiled.tiles.push(self.tiles(&argument.value)?),
                    None => compiled.tiles.push(self.names.movements[compiled.by].over),
                },
                Parameter::Number(name) => match positional.next() {
                    Some(argument) => compiled.number = number(&argument.value)?,
                    None => return wrong(range.clone(), format!("`{name}` is missing")),
                },
                Parameter::Most(_) => {
                    if let Some(argument) = positional.next() {
                        let range = argument.value.range.clone();
                        let most = number(&argument.value)?;
                        if most < compiled.number {
                            let least = compiled.number;
                            let message =
                                format!("no number is at least {least} and at most {most}");
                            return Err(Mistake::new(range, message, "change the range"));
                        }
                        compiled.most = Some(most);
                    }
                }
                Parameter::Mirror => {
                    if let Some(argument) = positional.next() {
                        compiled.mirror = Some(mirror(entry, &argument.value)?);
                    }
                    if let Some(argument) = positional.next() {
                        compiled.tiles.push(self.tiles(&argument.value)?);
                    }
                }
                Parameter::Stops => {
                    let stops = positional.by_ref().map(|argument| self.tiles(&argument.value));
                    let stops = stops.collect::<Result<Vec<_>, _>>()?;
                    if !(2..=Trip::N_STOPS_MAX).contains(&stops.len()) {
                        let message = format!("a way has 2 to 8 stops, not {}", stops.len());
                        return wrong(range.clone(), message);
                    }
                    compiled.trip = Trip::new(stops);
                }
                Parameter::Outside => match positional.next() {
                    Some(argument) => compiled.outside = self.outside(&argument.value)?,
                    None => {
                        return wrong(range.clone(), "the name of a value is missing".to_owned());
                    }
                },
                Parameter::Conditions => match positional.next() {
                    Some(argument) => compiled.conditions = self.conditions(&argument.value)?,
                    None => {
                        return wrong(range.clone(), "the conditions are missing".to_owned());
                    }
                },
                Parameter::By => (),
                Parameter::Benchmark => {
                    let (Some(definition), Some(value)) = (positional.next(), positional.next())
                    else {
                        return wrong(range.clone(), "it takes two names".to_owned());
                    };
                    compiled.benchmark = self.benchmark(&definition.value, &value.value)?;
                }
            }
        }
        if let Some(argument) = positional.next() {
            let is_tile = self.tiles(&argument.value).is_ok();
            let hint = if is_tile { "; several tiles are one, as in `wall|door`" } else { "" };
            let message = format!("this is one argument too many{hint}");
            return wrong(argument.value.range.clone(), message);
        }
        self.doubt_own_distance(entry, &compiled, range);
        check_regions(entry, &compiled, range).map(|()| compiled)
    }

    /// Doubts a count of the tiles that are near themselves: all are.
    fn doubt_own_distance(&mut self, entry: &Entry, compiled: &Arguments, range: &Range<usize>) {
        if let (true, &[tiles, things]) = (entry.name == "near", &compiled.tiles[..])
            && things.is_superset(tiles)
        {
            let doubt = Mistake::new(range.clone(), "this counts all of these tiles", OWN);
            self.doubts.push((self.begun.last().copied(), doubt));
        }
    }

    /// The index of a condition list; adds a new one.
    fn conditions(&mut self, argument: &Expression) -> Result<usize, Mistake> {
        let ExpressionKind::Text(text) = &argument.kind else {
            let help =
                "write them as in a rule, in quotes: `cells(\"self(door), horz(wall) == 2\")`";
            let message = "conditions in quotes are expected here";
            return Err(Mistake::new(argument.range.clone(), message, help));
        };
        // The text begins after its quote.
        let start = argument.range.start + 1;
        let within = |range: &Range<usize>| start + range.start..start + range.end;
        let conditions = rules::placed_conditions(text, &mut self.rules).map_err(|mistakes| {
            let Diagnostic { range, message, help, .. } =
                mistakes.into_iter().next().expect("there is a mistake");
            Mistake::new(within(&range), message, help)
        })?;
        let (conditions, places): (Vec<_>, Vec<_>) = conditions.into_iter().unzip();
        let (width, height) = self.names.size;
        let max = Size { width: width as u32, height: height as u32 };
        for (index, holds) in decided(&conditions, self.names.palette.len(), max) {
            let by_itself =
                !decided(&conditions[index..=index], self.names.palette.len(), max).is_empty();
            let message = if holds { ALWAYS } else { NEVER };
            let is_distance =
                matches!(conditions[index], Condition::Compare(Estimator::Distance(_), ..));
            let help = match (by_itself, is_distance) {
                (false, true) => OWN,
                (false, false) if !holds => EXCLUDED,
                _ => "change or remove it",
            };
            let doubt = Mistake::new(within(&places[index]), message, help);
            self.doubts.push((self.begun.last().copied(), doubt));
        }
        for (condition, place) in conditions.iter().zip(&places) {
            if let Some(message) = idle_remainder(condition, max) {
                let doubt = Mistake::new(within(place), message, "leave the number out");
                self.doubts.push((self.begun.last().copied(), doubt));
            }
        }
        let parts = conditions.iter().flat_map(Condition::estimators).flat_map(Estimator::parts);
        for part in parts {
            if let Part::List(list, ..) = part {
                let tiles = list.tiles();
                let all_tiles = TileSet::entities(self.names.palette.len());
                let tiles: TileSet =
                    tiles.iter().filter(|&tile| all_tiles.contains(tile)).collect();
                self.used = self.used.union(tiles);
            }
        }
        Ok(number_of(conditions, &mut self.cells))
    }

    /// The index of a value of the external judge.
    fn outside(&mut self, argument: &Expression) -> Result<usize, Mistake> {
        let range = argument.range.clone();
        let Some(objectives) = self.names.outside else {
            let help = "name a program in [outside], with `command` and `values`";
            return Err(Mistake::new(range, "there is no external judge", help));
        };
        let ExpressionKind::Name(name) = &argument.kind else {
            let help = format!("write one of {}", objectives.join(", "));
            return Err(Mistake::new(range, "the name of a value is expected here", help));
        };
        let Some(index) = objectives.iter().position(|objectives| objectives == name) else {
            let otherwise = format!("name it among `values`, which are {}", objectives.join(", "));
            let help = suggestion(name, objectives.iter().map(String::as_str), &otherwise);
            let message = format!("the judge from outside has no value `{name}`");
            return Err(Mistake::new(range, message, help));
        };
        // The external judge sees all tiles.
        self.use_all_tiles();
        Ok(index)
    }

    /// The index of the movement in `by = NAME`; by default the first one.
    fn by(&self, entry: &Entry, arguments: &[Argument]) -> Result<usize, Mistake> {
        let mut by = 0;
        for argument in arguments {
            let Some((name, range)) = &argument.name else { continue };
            if name != "by" || !entry.parameters.contains(&Parameter::By) {
                let message = format!("`{}` has no parameter `{name}`", entry.name);
                let help = format!("write `{}`", entry.usage());
                return Err(Mistake::new(range.clone(), message, help));
            }
            let range = argument.value.range.clone();
            let ExpressionKind::Name(movement) = &argument.value.kind else {
                let help = "name one of [movement.NAME]";
                return Err(Mistake::new(range, "a movement has a name", help));
            };
            let names = self.names.movements.iter().map(|movement| movement.name.as_str());
            by = names.clone().position(|name| name == movement).ok_or_else(|| {
                let help = suggestion(movement, names, "describe it in [movement.NAME]");
                Mistake::new(range, format!("there is no movement `{movement}`"), help)
            })?;
        }
        Ok(by)
    }

    fn tiles(&mut self, argument: &Expression) -> Result<TileSet, Mistake> {
        let single;
        let named = match &argument.kind {
            ExpressionKind::Name(name) => {
                single = [(name.clone(), argument.range.clone())];
                &single[..]
            }
            ExpressionKind::Tiles(tiles) => tiles,
            _ => {
                let message = "tiles are expected here";
                let help = "name them, as in `floor|door`, or all with `any`";
                return Err(Mistake::new(argument.range.clone(), message, help));
            }
        };
        let tiles = tile_set(named, self.names.palette, self.names.groups)?;
        self.used = self.used.union(tiles);
        Ok(tiles)
    }
}

/// Reports `regions_with` if its regions cannot contain the things.
fn check_regions(entry: &Entry, compiled: &Arguments, range: &Range<usize>) -> Result<(), Mistake> {
    let has_things = entry.parameters.contains(&THINGS);
    if !has_things || !compiled.tiles[0].is_disjoint(compiled.tiles[1]) {
        return Ok(());
    }
    let help = "name the things among the tiles, too, as in `regions_with(floor|foe, foe, 1)`";
    Err(Mistake::new(range.clone(), "no region of these tiles can hold these things", help))
}

fn mirror(entry: &Entry, argument: &Expression) -> Result<Mirror, Mistake> {
    let range = argument.range.clone();
    let names = Mirror::NAMES.map(|(name, _)| name);
    let help = format!("write `{}`", entry.usage());
    let ExpressionKind::Name(name) = &argument.kind else {
        let message = format!("a mirror is expected here: {}", names.join(", "));
        return Err(Mistake::new(range, message, help));
    };
    let mirror = Mirror::NAMES.into_iter().find(|(names, _)| names == name);
    mirror.map(|(_, mirror)| mirror).ok_or_else(|| {
        let message = format!("there is no mirror `{name}`, only {}", names.join(", "));
        Mistake::new(range, message, suggestion(name, names, &help))
    })
}

fn number(argument: &Expression) -> Result<u32, Mistake> {
    match argument.kind {
        ExpressionKind::Number(number) if number.fract() == 0.0 && number <= NUMBER_MAX => {
            Ok(number as u32)
        }
        _ => Err(Mistake::new(
            argument.range.clone(),
            "a whole number from 0 to 1000 is expected here",
            "write one, such as 3",
        )),
    }
}
