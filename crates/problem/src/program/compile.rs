//! From expressions to nodes.

use std::collections::BTreeSet;
use std::ops::Range;

use games::DEFINITIONS;
use level::{Palette, Tile, TileSet};
use script::closest;

use super::{Node, Program};
use crate::catalogue::{Arguments, CATALOGUE, Entry, Parameter, find};
use crate::expression::{Argument, Expression, Kind, Mistake, Unary, parse};
use crate::measure::{GameOfFile, Measure};
use crate::walk::{Movement, Trip};

/// A whole number that a measure takes is at most this.
const NUMBER_MAX: f64 = 1000.0;

/// A call that is no measure.
struct Function {
    name: &'static str,
    kind: FunctionKind,
    usage: &'static str,
    /// How many values it takes.
    wanted: std::ops::RangeInclusive<usize>,
}

#[derive(Clone, Copy)]
enum FunctionKind {
    If,
    Least,
    Greatest,
    Absolute,
    Initial,
}

const FUNCTIONS: [Function; 5] = [
    Function {
        name: "if",
        kind: FunctionKind::If,
        usage: "if(condition, value) or if(condition, value, otherwise)",
        wanted: 2..=3,
    },
    Function {
        name: "min",
        kind: FunctionKind::Least,
        usage: "min(value, value, ...)",
        wanted: 1..=16,
    },
    Function {
        name: "max",
        kind: FunctionKind::Greatest,
        usage: "max(value, value, ...)",
        wanted: 1..=16,
    },
    Function { name: "abs", kind: FunctionKind::Absolute, usage: "abs(value)", wanted: 1..=1 },
    Function {
        name: "initial",
        kind: FunctionKind::Initial,
        usage: "initial(value)",
        wanted: 1..=1,
    },
];

/// What a tile name that stands for all tiles is.
const ANY: &str = "any";

/// What names mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'n> {
    pub(crate) palette: &'n Palette,
    pub(crate) movements: &'n [Movement],
    /// The named expressions, with their texts.
    pub(crate) named: &'n [(String, String)],
    /// The values of the judge from outside, if there is one.
    pub(crate) outside: Option<&'n [String]>,
}

/// Compiles the expressions of one problem.
#[derive(Debug)]
pub(crate) struct Compiler<'n> {
    names: Names<'n>,
    measures: Vec<Measure>,
    games: Vec<GameOfFile>,
    initial: Vec<Node>,
    named: Vec<Named>,
    /// Tiles that some expression asks for.
    used: TileSet,
    /// Measures that were named, for settings that only some of them have.
    measures_used: BTreeSet<&'static str>,
    /// Values of the judge from outside that were named.
    outside_used: BTreeSet<usize>,
}

#[derive(Clone, Debug)]
enum Named {
    New,
    /// It is being compiled: whoever meets it goes round in circles.
    Begun,
    Done(Node),
    /// Its own mistake is told where it stands.
    Mistaken,
}

impl<'n> Compiler<'n> {
    pub(crate) fn new(names: Names<'n>) -> Self {
        Self {
            names,
            measures: Vec::new(),
            games: Vec::new(),
            initial: Vec::new(),
            named: vec![Named::New; names.named.len()],
            used: TileSet::EMPTY,
            measures_used: BTreeSet::new(),
            outside_used: BTreeSet::new(),
        }
    }

    /// The program of all that was compiled.
    pub(crate) fn finish(self) -> Program {
        let nodes = self.named.into_iter().map(|named| match named {
            Named::Done(node) => node,
            Named::New | Named::Begun | Named::Mistaken => Node::Number(f64::NAN),
        });
        Program {
            movements: self.names.movements.to_vec(),
            measures: self.measures,
            games: self.games,
            n_outside: self.names.outside.map_or(0, <[String]>::len),
            named: nodes.collect(),
            initial: self.initial,
        }
    }

    /// What tiles are called.
    pub(crate) fn palette(&self) -> &'n Palette {
        self.names.palette
    }

    /// Says that these tiles are asked for elsewhere.
    pub(crate) fn use_tiles(&mut self, tiles: TileSet) {
        self.used = self.used.union(tiles);
    }

    /// Tiles that some expression asks for.
    pub(crate) fn used(&self) -> TileSet {
        self.used
    }

    /// Whether an expression names the measure.
    pub(crate) fn uses(&self, measure: &str) -> bool {
        self.measures_used.contains(measure)
    }

    /// Whether an expression names this value of the judge from outside.
    pub(crate) fn uses_outside(&self, index: usize) -> bool {
        self.outside_used.contains(&index)
    }

    /// Compiles the text of an expression.
    pub(crate) fn expression(&mut self, text: &str) -> Result<Node, Mistake> {
        self.node(&parse(text)?)
    }

    /// Compiles a named expression.
    pub(crate) fn name(&mut self, index: usize) -> Result<(), Mistake> {
        if !matches!(self.named[index], Named::New) {
            return Ok(());
        }
        self.named[index] = Named::Begun;
        let found = self.expression(&self.names.named[index].1);
        self.named[index] = match &found {
            Ok(node) => Named::Done(node.clone()),
            Err(_) => Named::Mistaken,
        };
        found.map(drop)
    }

    /// The trip of an expression that is one call of `path`, and its movement.
    pub(crate) fn trip(&mut self, text: &str) -> Result<(Trip, usize), Mistake> {
        let node = self.expression(text)?;
        if let Node::Measure(index) = node
            && let Measure::Path { trip, by } = &self.measures[index]
        {
            return Ok((trip.clone(), *by));
        }
        Err(Mistake::new(0..text.len(), "this is no way", "write `path(...)` and nothing else"))
    }

    fn node(&mut self, expression: &Expression) -> Result<Node, Mistake> {
        let range = &expression.range;
        match &expression.kind {
            Kind::Number(number) => Ok(Node::Number(*number)),
            Kind::None => Ok(Node::Number(f64::NAN)),
            Kind::Name(name) => self.named_value(name, range),
            Kind::Tiles(_) => Err(Mistake::new(
                range.clone(),
                "tiles are no value",
                "measure them, as in `count(a|b)`",
            )),
            Kind::Call { name, arguments } => self.call(name, arguments, range),
            Kind::Unary(operator, operand) => {
                let operand = Box::new(self.node(operand)?);
                Ok(match operator {
                    Unary::Negative => Node::Negative(operand),
                    Unary::Not => Node::Not(operand),
                })
            }
            Kind::Binary(operator, operands) => {
                let [left, right] = &**operands;
                Ok(Node::Binary(*operator, Box::new([self.node(left)?, self.node(right)?])))
            }
        }
    }

    /// The value of a name in [measures].
    fn named_value(&mut self, name: &str, range: &Range<usize>) -> Result<Node, Mistake> {
        let Some(index) = self.names.named.iter().position(|(named, _)| named == name) else {
            return Err(self.unknown_value(name, range));
        };
        // A mistake in it is told where it stands.
        drop(self.name(index));
        if matches!(self.named[index], Named::Begun) {
            let message = format!("`{name}` is measured by itself");
            return Err(Mistake::new(range.clone(), message, "break the circle"));
        }
        Ok(Node::Named(index))
    }

    fn unknown_value(&self, name: &str, range: &Range<usize>) -> Mistake {
        let message = format!("nothing is called `{name}`");
        let help = if self.names.palette.tile(name).is_some() {
            format!("a tile is no value; count it: `count({name})`")
        } else if let Some(entry) = find(name) {
            format!("measures have parentheses: `{}`", entry.usage())
        } else {
            let known = self.names.named.iter().map(|(name, _)| name.as_str());
            let known = known.chain(CATALOGUE.iter().map(|entry| entry.name));
            suggestion(name, known, "name it in [measures], or write a measure")
        };
        Mistake::new(range.clone(), message, help)
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Argument],
        range: &Range<usize>,
    ) -> Result<Node, Mistake> {
        if let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) {
            return self.function(function, arguments, range);
        }
        let Some(entry) = find(name) else {
            let known = CATALOGUE.iter().map(|entry| entry.name);
            let known = known.chain(FUNCTIONS.iter().map(|function| function.name));
            let help = suggestion(name, known, "`evolve problem measures` lists them all");
            let message = format!("there is no measure `{name}`");
            return Err(Mistake::new(range.start..range.start + name.len(), message, help));
        };
        self.measures_used.insert(entry.name);
        let measure = (entry.build)(&self.arguments(entry, arguments, range)?);
        let known = self.measures.iter().position(|known| *known == measure);
        Ok(Node::Measure(known.unwrap_or_else(|| {
            self.measures.push(measure);
            self.measures.len() - 1
        })))
    }

    fn function(
        &mut self,
        function: &Function,
        arguments: &[Argument],
        range: &Range<usize>,
    ) -> Result<Node, Mistake> {
        let Function { name, kind, usage, wanted } = function;
        if let Some((_, range)) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
            let help = "to compare, write `==`; to name a parameter is for measures";
            return Err(Mistake::new(range.clone(), format!("`{name}` has no names"), help));
        }
        if !wanted.contains(&arguments.len()) {
            let message = format!("`{name}` does not take {}", values(arguments.len()));
            return Err(Mistake::new(range.clone(), message, format!("write `{usage}`")));
        }
        let nodes = arguments.iter().map(|argument| self.node(&argument.value));
        let nodes: Vec<Node> = nodes.collect::<Result<_, _>>()?;
        let mut each = nodes.iter().cloned();
        let mut next = || each.next().unwrap_or(Node::Number(f64::NAN));
        Ok(match kind {
            FunctionKind::If => Node::If(Box::new([next(), next(), next()])),
            FunctionKind::Absolute => Node::Absolute(Box::new(next())),
            FunctionKind::Least => Node::Least(nodes),
            FunctionKind::Greatest => Node::Greatest(nodes),
            FunctionKind::Initial => self.initial(next(), range)?,
        })
    }

    /// The value that the initial level had.
    fn initial(&mut self, node: Node, range: &Range<usize>) -> Result<Node, Mistake> {
        if has_initial(&node, &self.named) {
            let message = "what is initial has no initial value";
            return Err(Mistake::new(range.clone(), message, "leave out one `initial`"));
        }
        let known = self.initial.iter().position(|known| *known == node);
        Ok(Node::Initial(known.unwrap_or_else(|| {
            self.initial.push(node);
            self.initial.len() - 1
        })))
    }

    /// The arguments of a measure: as many as it takes, each what it takes.
    fn arguments(
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

    /// The number of the game of an expression that is `pcg_benchmark(DEFINITION)`, by
    /// which levels differ.
    pub(crate) fn difference(&mut self, text: &str) -> Result<usize, Mistake> {
        let expression = parse(text)?;
        let wrong = || {
            let help = "write `pcg_benchmark(zelda_v0)`, or leave it out";
            Mistake::new(0..text.len(), "this is no difference of levels", help)
        };
        let Kind::Call { name, arguments } = &expression.kind else { return Err(wrong()) };
        match &arguments[..] {
            [Argument { name: None, value }] if name == "pcg_benchmark" => {
                let (name, range) = word(value)?;
                self.game_of(&name, range)
            }
            _ => Err(wrong()),
        }
    }

    /// The number of the game of a definition, and of one of its values.
    fn benchmark(
        &mut self,
        definition: &Expression,
        value: &Expression,
    ) -> Result<(usize, usize), Mistake> {
        let ((name, range), (value, value_range)) = (word(definition)?, word(value)?);
        let game = self.game_of(&name, range)?;
        let GameOfFile { definition, tiles } = &self.games[game];
        let names = definition.game(tiles).expect("it was tried before").names();
        let Some(index) = names.iter().position(|known| *known == value) else {
            let otherwise = format!("there are {}", names.join(", "));
            let help = suggestion(&value, names.iter().copied(), &otherwise);
            let message = format!("{} has no value `{value}`", definition.name);
            return Err(Mistake::new(value_range, message, help));
        };
        Ok((game, index))
    }

    /// The number of the game of the definition with a name.
    fn game_of(&mut self, name: &str, range: Range<usize>) -> Result<usize, Mistake> {
        let Ok(definition) = games::definition(&name.replace('_', "-")) else {
            let known: Vec<String> =
                DEFINITIONS.iter().map(|known| known.name.replace('-', "_")).collect();
            let otherwise = format!("there are {}", known.join(", "));
            let help = suggestion(name, known.iter().map(String::as_str), &otherwise);
            return Err(Mistake::new(range, format!("there is no definition `{name}`"), help));
        };
        let of_file = self.game(definition, range)?;
        self.use_tiles(TileSet::entities(self.names.palette.len()));
        let known = self.games.iter().position(|known| *known == of_file);
        Ok(known.unwrap_or_else(|| {
            self.games.push(of_file);
            self.games.len() - 1
        }))
    }

    /// A definition with the tiles of the file, which are those of the definition.
    fn game(
        &self,
        definition: games::Definition,
        range: Range<usize>,
    ) -> Result<GameOfFile, Mistake> {
        let palette = self.names.palette;
        let known = definition.tiles();
        let wrong = |message: String| {
            let help = format!("the tiles of {} are {}", definition.name, known.join(", "));
            Err(Mistake::new(range.clone(), message, help))
        };
        if let Some(missing) = known.iter().find(|name| palette.tile(name).is_none()) {
            return wrong(format!("there is no tile `{missing}`"));
        }
        let mut tiles = [0; 64];
        for (tile, entity) in palette.entities().iter().enumerate() {
            match known.iter().position(|name| **name == entity.name) {
                Some(of_game) => tiles[tile] = of_game as Tile,
                None => return wrong(format!("the tile `{}` is one too many", entity.name)),
            }
        }
        if let Err(error) = definition.game(&tiles) {
            return wrong(error.to_string());
        }
        Ok(GameOfFile { definition, tiles })
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
        self.used = self.used.union(tiles);
        Ok(tiles)
    }
}

/// The name that an argument of a measure of the PCG Benchmark is.
fn word(argument: &Expression) -> Result<(String, Range<usize>), Mistake> {
    match &argument.kind {
        Kind::Name(name) => Ok((name.clone(), argument.range.clone())),
        _ => Err(Mistake::new(
            argument.range.clone(),
            "a name is expected here",
            "write a definition and a value, such as `pcg_benchmark(zelda_v0, quality)`",
        )),
    }
}

/// The set of named tiles.
pub(crate) fn tile_set(
    named: &[(String, Range<usize>)],
    palette: &Palette,
) -> Result<TileSet, Mistake> {
    let mut tiles = TileSet::EMPTY;
    for (name, range) in named {
        let all = TileSet::entities(palette.len());
        tiles = tiles.union(match palette.tile(name) {
            Some(tile) => TileSet::only(tile),
            None if name == ANY => all,
            None => return Err(unknown_tile(name, range.clone(), palette)),
        });
    }
    Ok(tiles)
}

/// The tile of a name.
pub(crate) fn tile(name: &str, range: Range<usize>, palette: &Palette) -> Result<Tile, Mistake> {
    palette.tile(name).ok_or_else(|| unknown_tile(name, range, palette))
}

fn unknown_tile(name: &str, range: Range<usize>, palette: &Palette) -> Mistake {
    let known = palette.entities().iter().map(|entity| entity.name.as_str());
    let help = suggestion(name, known, "describe it in [tiles]");
    Mistake::new(range, format!("there is no tile `{name}`"), help)
}

/// What somebody probably meant, or what to do otherwise.
pub(crate) fn suggestion<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    closest(name, known)
        .map_or_else(|| otherwise.to_owned(), |other| format!("did you mean `{other}`?"))
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

fn values(n: usize) -> String {
    if n == 1 { "1 value".to_owned() } else { format!("{n} values") }
}

/// Whether a node asks for an initial value.
fn has_initial(node: &Node, named: &[Named]) -> bool {
    match node {
        Node::Initial(_) => true,
        Node::Number(_) | Node::Measure(_) => false,
        Node::Named(index) => match &named[*index] {
            Named::Done(node) => has_initial(node, named),
            Named::New | Named::Begun | Named::Mistaken => false,
        },
        Node::Negative(node) | Node::Not(node) | Node::Absolute(node) => has_initial(node, named),
        Node::Binary(_, nodes) => nodes.iter().any(|node| has_initial(node, named)),
        Node::If(nodes) => nodes.iter().any(|node| has_initial(node, named)),
        Node::Least(nodes) | Node::Greatest(nodes) => {
            nodes.iter().any(|node| has_initial(node, named))
        }
    }
}
