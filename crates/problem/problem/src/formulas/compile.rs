//! Compiles expressions to nodes.

mod arguments;
mod benchmark;
mod functions;
mod names;

pub(crate) use names::{suggestion, tile, tile_set};

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::likeness::Drawings;
use crate::paths::{Movement, Trip};
use marahel_level::{Palette, TileSet};
use marahel_script::{Condition, Neighborhood, parse as rules};

use super::{Call, Formulas, Node};
use crate::Objective;
use crate::catalogue::{CATALOGUE, Entry, Settings, find};
use crate::expression::{Argument, Expression, ExpressionKind, Mistake, Operator, parse};
use crate::measure::GameOfFile;
use functions::FUNCTIONS;

/// Maximum number of nested expressions, including those behind names, so that the stack does not
/// overflow.
const DEPTH_MAX: usize = 1000;

/// Maximum number of parts of an expression, including those behind names, to bound the time: if
/// each name uses the previous one twice, thirty names have a billion parts.
const N_PARTS_MAX: usize = 100_000;

const N_NAMED_MAX: usize = 8;

/// Maximum number of different measures, because a new one is compared with all others.
const N_MEASURES_MAX: usize = 1000;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'n> {
    pub(crate) palette: &'n Palette,
    /// The greatest width and height of levels.
    pub(crate) size: (usize, usize),
    pub(crate) movements: &'n [Movement],
    pub(crate) groups: &'n [(String, TileSet)],
    pub(crate) neighborhoods: &'n [(String, Neighborhood)],
    pub(crate) named: &'n [(String, String)],
    /// The values of the external judge, if there is one.
    pub(crate) outside: Option<&'n [String]>,
    /// Drawings to compare with, if any.
    pub(crate) drawings: Option<&'n Arc<Drawings>>,
    /// What a level can be judged by, for conditions besides those of the file.
    pub(crate) verdicts: Option<Verdicts<'n>>,
}

/// What a file calls good. Conditions use it by the names of objectives, `playable`, `whole` and
/// `good`, unless a named measure is called so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdicts<'n> {
    /// Without those of dials.
    pub(crate) objectives: &'n [Objective],
    pub(crate) playable: &'n Node,
    pub(crate) whole: Option<&'n Node>,
}

#[derive(Debug)]
pub(crate) struct Compiler<'n> {
    pub(crate) names: Names<'n>,
    pub(crate) measures: Vec<Call>,
    pub(crate) rules: rules::Names,
    cells: Vec<Vec<Condition>>,
    games: Vec<GameOfFile>,
    initial: Vec<Node>,
    named: Vec<Named>,
    by_name: BTreeMap<&'n str, usize>,
    /// Names being compiled, each used by the previous one.
    begun: Vec<usize>,
    sizes: Vec<Size>,
    /// The depth of the current expression within others, and the size of these so far.
    depth: usize,
    size: Size,
    /// Tiles that an expression or another part uses.
    pub(crate) used: TileSet,
    /// Doubts about the expressions compiled so far, each with the name that has it; they are about
    /// its text.
    doubts: Vec<(Option<usize>, Mistake)>,
    /// The settings that belong to measures in use.
    pub(crate) settings_used: BTreeSet<Settings>,
}

/// The size of an expression, including those behind its names.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    depth: usize,
    n_parts: usize,
}

#[derive(Clone, Debug)]
enum Named {
    New,
    /// Being compiled; to meet it again means a circle.
    Begun,
    Done(Node),
    /// A mistake is reported at its own definition, no matter which expression used it first.
    Mistaken(Mistake),
}

impl<'n> Compiler<'n> {
    pub(crate) fn new(names: Names<'n>) -> Self {
        let tiles = names.palette.entities().iter().map(|entity| entity.name.clone());
        let mut rules = rules::Names::new(tiles.collect(), names.neighborhoods.to_vec());
        rules.groups = names.groups.to_vec();
        Self {
            names,
            measures: Vec::new(),
            rules,
            cells: Vec::new(),
            games: Vec::new(),
            initial: Vec::new(),
            named: vec![Named::New; names.named.len()],
            by_name: names
                .named
                .iter()
                .zip(0..)
                .map(|((name, _), index)| (&**name, index))
                .collect(),
            begun: Vec::new(),
            sizes: vec![Size::default(); names.named.len()],
            depth: 0,
            size: Size::default(),
            used: TileSet::EMPTY,
            doubts: Vec::new(),
            settings_used: BTreeSet::new(),
        }
    }

    /// A compiler that adds to formulas; the indices of its measures and names stay valid.
    pub(crate) fn resumed(names: Names<'n>, formulas: &Formulas) -> Self {
        Self {
            measures: formulas.measures.clone(),
            cells: formulas.cells.clone(),
            games: formulas.games.clone(),
            initial: formulas.initial.clone(),
            named: formulas.named.iter().cloned().map(Named::Done).collect(),
            ..Self::new(names)
        }
    }

    pub(crate) fn finish(self) -> Formulas {
        let nodes = self.named.into_iter().map(|named| match named {
            Named::Done(node) => node,
            Named::New | Named::Begun | Named::Mistaken(_) => Node::Number(f64::NAN),
        });
        Formulas {
            movements: self.names.movements.to_vec(),
            measures: self.measures,
            groups: self.names.groups.to_vec(),
            neighborhoods: self.names.neighborhoods.to_vec(),
            cells: self.cells,
            games: self.games,
            n_outside: self.names.outside.map_or(0, <[String]>::len),
            drawings: self.names.drawings.cloned().unwrap_or_default(),
            named: nodes.collect(),
            initial: self.initial,
        }
    }

    pub(crate) fn use_all_tiles(&mut self) {
        self.used = TileSet::entities(self.names.palette.len());
    }

    pub(crate) fn expression(&mut self, text: &str) -> Result<Node, Mistake> {
        self.node(&parse(text)?)
    }

    /// Compiles a named measure, if it is not compiled yet.
    ///
    /// # Errors
    ///
    /// Its own mistake, not one of the names that it uses.
    pub(crate) fn name(&mut self, index: usize) -> Result<(), Mistake> {
        self.compile_named(index);
        match &self.named[index] {
            Named::Mistaken(mistake) => Err(mistake.clone()),
            Named::New | Named::Begun | Named::Done(_) => Ok(()),
        }
    }

    /// Takes the doubts about a named measure, or about the last expression.
    pub(crate) fn doubts(&mut self, named: Option<usize>) -> Vec<Mistake> {
        let doubts = self.doubts.extract_if(.., |(by, _)| *by == named);
        doubts.map(|(_, doubt)| doubt).collect()
    }

    fn compile_named(&mut self, index: usize) {
        if !matches!(self.named[index], Named::New) {
            return;
        }
        self.named[index] = Named::Begun;
        self.begun.push(index);
        let around = std::mem::replace(&mut self.size, Size { depth: self.depth, n_parts: 0 });
        let node = self.expression(&self.names.named[index].1);
        let size = std::mem::replace(&mut self.size, around);
        self.begun.pop();
        self.sizes[index] = Size { depth: size.depth - self.depth, ..size };
        self.named[index] = node.map_or_else(Named::Mistaken, Named::Done);
    }

    /// The trip and the movement of an expression that is a single call of `path`.
    pub(crate) fn trip(&mut self, text: &str) -> Result<(Trip, usize), Mistake> {
        let node = self.expression(text)?;
        if let Node::Measure(index) = node
            && let Call { entry: Entry { name: "path", .. }, arguments } = &self.measures[index]
        {
            return Ok((arguments.trip.clone(), arguments.by));
        }
        Err(Mistake::new(0..text.len(), "this is not a path", "write `path(...)` and nothing else"))
    }

    fn node(&mut self, expression: &Expression) -> Result<Node, Mistake> {
        if self.depth == 0 {
            self.size = Size::default();
        }
        self.add(Size { depth: 1, n_parts: 1 }, &expression.range)?;
        self.depth += 1;
        let node = self.shallow_node(expression);
        self.depth -= 1;
        node
    }

    fn add(&mut self, part: Size, range: &Range<usize>) -> Result<(), Mistake> {
        self.size.depth = self.size.depth.max(self.depth + part.depth);
        self.size.n_parts = self.size.n_parts.saturating_add(part.n_parts);
        let message = if self.size.depth > DEPTH_MAX {
            "the expressions are nested too deeply"
        } else if self.size.n_parts > N_PARTS_MAX {
            "the expressions are too large together"
        } else {
            return Ok(());
        };
        Err(Mistake::new(range.clone(), message, "use fewer names that are made of names"))
    }

    fn shallow_node(&mut self, expression: &Expression) -> Result<Node, Mistake> {
        let range = &expression.range;
        match &expression.kind {
            ExpressionKind::Number(number) => Ok(Node::Number(*number)),
            ExpressionKind::None => Ok(Node::Number(f64::NAN)),
            ExpressionKind::Name(name) => self.named_value(name, range),
            ExpressionKind::Text(_) => Err(Mistake::new(
                range.clone(),
                "a text is not a value",
                "conditions of rules are counted by `cells(\"...\")`",
            )),
            ExpressionKind::Tiles(_) => Err(Mistake::new(
                range.clone(),
                "tiles are not a value",
                "measure them, as in `count(a|b)`",
            )),
            ExpressionKind::Call { name, arguments } => self.call(name, arguments, range),
            ExpressionKind::Operation(operator, operands) => {
                let nodes = operands.iter().map(|operand| self.node(operand));
                Ok(Node::Operation(*operator, nodes.collect::<Result<_, _>>()?))
            }
        }
    }

    fn named_value(&mut self, name: &str, range: &Range<usize>) -> Result<Node, Mistake> {
        let Some(&index) = self.by_name.get(name) else {
            let verdict = self.names.verdicts.and_then(|verdicts| self.verdict(name, verdicts));
            return verdict.ok_or_else(|| self.unknown_value(name, range));
        };
        self.compile_named(index);
        if matches!(self.named[index], Named::Begun) {
            return Err(Mistake::new(range.clone(), self.circle(index), "break the circle"));
        }
        self.add(self.sizes[index], range)?;
        Ok(Node::Named(index))
    }

    /// The verdict of this name. It is kept as if it were named, so that a level is judged by it
    /// once.
    fn verdict(&mut self, name: &str, verdicts: Verdicts<'_>) -> Option<Node> {
        let Verdicts { objectives, playable, whole } = verdicts;
        let objective = objectives.iter().find(|objective| objective.name == name);
        let node = match (objective, name) {
            (Some(objective), _) => objective.node.clone(),
            (None, "playable") => playable.clone(),
            (None, "whole") => whole?.clone(),
            (None, "good") => {
                let counts = objectives.iter().filter(|objective| !objective.is_open());
                let counts = counts.map(Objective::is_good);
                let parts = whole.cloned().into_iter().chain(counts).chain([self.is_set()]);
                parts.fold(playable.clone(), |all, part| {
                    Node::Operation(Operator::And, vec![all, part])
                })
            }
            _ => return None,
        };
        self.named.push(Named::Done(node));
        Some(Node::Named(self.named.len() - 1))
    }

    /// The condition that all tiles of a level are set.
    pub(crate) fn is_set(&mut self) -> Node {
        self.expression("share(any) == 1").expect("each file has tiles")
    }

    /// The message about a name that is used while being compiled.
    fn circle(&self, index: usize) -> String {
        let between = self.begun.iter().skip_while(|&&begun| begun != index).skip(1);
        let between = between.map(|&index| format!("`{}`", self.names.named[index].0));
        let between: Vec<String> = between.collect();
        let name = format!("`{}`", self.names.named[index].0);
        if between.is_empty() {
            return format!("{name} is measured by itself");
        }
        let n_named = between.len().min(N_NAMED_MAX);
        let more = match between.len() - n_named {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        format!("{name} is measured by itself, by way of {}{more}", between[..n_named].join(", "))
    }

    fn unknown_value(&self, name: &str, range: &Range<usize>) -> Mistake {
        let message = format!("nothing is called `{name}`");
        let help = if self.names.palette.tile(name).is_some() {
            format!("a tile is not a value; count it: `count({name})`")
        } else if let Some(entry) = find(name) {
            format!("measures have parentheses: `{}`", entry.usage())
        } else {
            let names = self.names.named.iter().map(|(name, _)| name.as_str());
            let names = names.chain(CATALOGUE.iter().map(|entry| entry.name));
            let objectives = self.names.verdicts.map_or(&[][..], |verdicts| verdicts.objectives);
            let names = names.chain(objectives.iter().map(|objective| objective.name.as_str()));
            suggestion(name, names, "name it in [measures], or write a measure")
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
            let names = CATALOGUE.iter().map(|entry| entry.name);
            let names = names.chain(FUNCTIONS.iter().map(|function| function.name));
            let help = match name {
                "distance" | "dist" => {
                    "write `path` for steps, `nearest` for columns plus rows".to_owned()
                }
                _ => suggestion(name, names, "`evolve problem measures` lists them all"),
            };
            let message = format!("there is no measure `{name}`");
            return Err(Mistake::new(range.start..range.start + name.len(), message, help));
        };
        if entry.compares && self.names.drawings.is_none() {
            let help = "name drawn levels, as in `like = [\"drawn/*.tmx\"]`";
            return Err(Mistake::new(range.clone(), "no levels are drawn to compare with", help));
        }
        self.settings_used.extend(entry.settings);
        let arguments = self.arguments(entry, arguments, range)?;
        let number = number_of(Call { entry, arguments }, &mut self.measures);
        if number >= N_MEASURES_MAX {
            let message = format!("more than {N_MEASURES_MAX} different things are measured");
            return Err(Mistake::new(range.clone(), message, "measure fewer"));
        }
        Ok(Node::Measure(number))
    }
}

/// The index of a thing among the known ones; adds a new one.
fn number_of<T: PartialEq>(thing: T, list: &mut Vec<T>) -> usize {
    list.iter().position(|entry| *entry == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}
