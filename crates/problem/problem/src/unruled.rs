//! [`Unruled`]: demands from which a search derives no rule, and what says the same to rules.

use crate::paths::Steps;
use marahel_level::TileSet;
use marahel_script::{Neighborhood, PREDEFINED, REACH_MAX};

use crate::Problem;
use crate::case::bounds_of_condition;
use crate::catalogue::{Parameter, Search};
use crate::expression::Operator;
use crate::formulas::{Call, Formulas, Node};
use crate::measure::Arguments;

/// A demand that a search can only measure: no rule follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unruled {
    /// The name of the objective, or the text of the condition.
    pub text: String,
    /// An expression near to it from which rules follow, if there is one.
    pub also: Option<String>,
}

impl Problem {
    /// The demands from which no rule follows, in the order of [`cases`](Self::cases); conditions, if
    /// [they are named](Self::with_named_parts). What has no range is left out.
    pub fn unruled(&self) -> Vec<Unruled> {
        let formulas = &self.definition.formulas;
        let demanded = self.definition.demanded_cells();
        let is_ruled = |index: usize| {
            let call = &formulas.measures[index];
            let movement = &formulas.movements[call.arguments.by];
            let is_way = matches!(call.entry.search, Search::Trip | Search::Flood)
                && matches!(movement.steps, Steps::Offsets(_));
            let is_mirror = call.entry.parameters.contains(&Parameter::Mirror);
            is_way || is_mirror || demanded.iter().any(|cells| cells.measure == index)
        };
        let objectives = self.own_objectives().iter().filter(|goal| !goal.is_open());
        let objectives = objectives.map(|goal| {
            let is_known = formulas.demand(&goal.node, goal.band.min(), goal.band.max()).is_some();
            (&*goal.name, &goal.node, goal.band.max(), is_known)
        });
        let parts = self.parts.iter().flatten().map(|part| {
            let is_known = formulas.demand_of_condition(&part.node).is_some();
            (part.text(), &part.node, f64::INFINITY, is_known)
        });
        let mut unruled = Vec::new();
        for (text, node, max, is_known) in objectives.chain(parts) {
            let mut measures = Vec::new();
            formulas.each_measure(node, &mut |index| measures.push(index));
            if !is_known && !measures.is_empty() && !measures.iter().any(|&index| is_ruled(index)) {
                let is_judged = formulas
                    .has_call(node, &|call| call.entry.parameters.contains(&Parameter::Outside));
                let also = measures.iter().filter(|_| !is_judged).find_map(|&index| {
                    let call = &formulas.measures[index];
                    let most = formulas.greatest(node, index, max);
                    call.entry.also?(&Near { problem: self, call, most })
                });
                let also = also.filter(|also| !self.asks_for(also));
                unruled.push(Unruled { text: text.to_owned(), also });
            }
        }
        unruled
    }
}

impl Formulas {
    /// The greatest good value of a measure, if an expression with good values up to `max` is about
    /// nothing else.
    fn greatest(&self, node: &Node, measure: usize, max: f64) -> Option<f64> {
        match node {
            Node::Measure(index) => (*index == measure && max.is_finite()).then_some(max),
            Node::Named(index) => self.greatest(&self.named[*index], measure, max),
            Node::Operation(Operator::Else, nodes) => self.greatest(&nodes[0], measure, max),
            _ => {
                let (node, _, max) = bounds_of_condition(node)?;
                self.greatest(node, measure, max)
            }
        }
    }
}

/// A call without rules, for which something near to it is sought.
#[derive(Debug)]
pub(crate) struct Near<'p> {
    problem: &'p Problem,
    call: &'p Call,
    /// Its greatest good value, if it is known.
    most: Option<f64>,
}

impl Near<'_> {
    /// Its tiles with this index; a word in their place if it is about all.
    pub(crate) fn tiles(&self, index: usize) -> String {
        let names = |&tiles| self.names(tiles);
        self.call.arguments.tiles.get(index).map_or_else(|| "TILE".to_owned(), names)
    }

    /// A measure of the same tiles, by the same movement.
    pub(crate) fn measure(&self, name: &str, index: usize) -> Option<String> {
        let has_movement = crate::catalogue::find(name)?.parameters.contains(&Parameter::By);
        let by = self.call.arguments.by;
        let by = match &self.problem.definition.formulas.movements[by].name {
            name if by > 0 && has_movement => format!(", by = {name}"),
            _ => String::new(),
        };
        Some(format!("{name}({}{by})", self.tiles(index)))
    }

    /// The cells with its tiles from which so many steps lead to others.
    pub(crate) fn exits(&self, comparison: &str, n: u32) -> Option<String> {
        let formulas = &self.problem.definition.formulas;
        let offsets = formulas.movements[self.call.arguments.by].offsets().iter();
        self.around(&offsets.map(|&(x, y)| (x as i32, y as i32)).collect::<Vec<_>>(), comparison, n)
    }

    /// The cells with its tiles that have so many of them at these offsets, which are not 0; `None` if
    /// no neighborhood of the file has these.
    fn around(&self, offsets: &[(i32, i32)], comparison: &str, n: u32) -> Option<String> {
        let named = || self.problem.definition.formulas.neighborhoods.iter();
        let named_around = |center: &[(i32, i32)]| {
            let around = Neighborhood::from_offsets([offsets, center].concat()).ok()?;
            let predefined = PREDEFINED.iter().map(|(name, shape)| (*name, shape));
            let predefined = predefined.filter(|(name, _)| named().all(|(own, _)| own != name));
            let mut all = named().map(|(name, shape)| (&**name, shape)).chain(predefined);
            Some((all.find(|(_, shape)| **shape == around)?.0, n + center.len() as u32))
        };
        let (name, n) = named_around(&[]).or_else(|| named_around(&[(0, 0)]))?;
        let tiles = self.tiles(0);
        Some(format!("cells(\"self({tiles}), {name}({tiles}) {comparison} {n}\")"))
    }

    /// The greatest good value, if it is known and a small number.
    pub(crate) fn most(&self) -> Option<f64> {
        self.most.filter(|most| (0.0..=REACH_MAX.into()).contains(most)).map(f64::floor)
    }

    /// The cells of the border that can be entered.
    pub(crate) fn border(&self) -> String {
        let Arguments { tiles, by, .. } = &self.call.arguments;
        let movement = &self.problem.definition.formulas.movements[*by];
        let doors = movement.doors.iter().flat_map(|door| [door.door, door.key]);
        let entered = movement.over.union(tiles[0]).union(doors.collect());
        format!("cells(\"self({}), dist(out) == 1\")", self.names(entered))
    }

    fn names(&self, tiles: TileSet) -> String {
        let names = tiles.iter().map(|tile| self.problem.palette().name(tile));
        names.collect::<Vec<_>>().join("|")
    }
}

/// The call alone, without what is calculated with it.
pub(crate) fn itself(near: &Near<'_>) -> Option<String> {
    near.measure(near.call.entry.name, 0)
}

/// The cells with its tiles that have another within the greatest good distance.
pub(crate) fn close(near: &Near<'_>) -> Option<String> {
    let most = near.most()? as i32;
    let square = (-most..=most).flat_map(|y| (-most..=most).map(move |x| (x, y)));
    let diamond = square.filter(|(x, y)| (1..=most).contains(&(x.abs() + y.abs())));
    near.around(&diamond.collect::<Vec<_>>(), ">=", 1)
}

/// Cells or regions without which there is no region with so many things.
pub(crate) fn regions_with(near: &Near<'_>) -> Option<String> {
    let Arguments { tiles, number, most, .. } = &near.call.arguments;
    let are_all = tiles[1].is_superset(tiles[0]);
    match (*number, *most) {
        (0 | 1, Some(1)) if are_all => near.exits("==", 0),
        (1, _) if are_all => near.measure("regions", 0),
        (0, _) => near.measure("regions", 0),
        (2, _) if are_all => near.exits(">=", 1),
        _ if are_all => near.exits(">=", 2),
        _ => near.measure("count", 1),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use marahel_level::{Level, Tile};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use crate::catalogue::CATALOGUE;
    use crate::tests::{PIECES, problem};

    const NO_RULE: &str = "name = 'test'\nsize = '5x5'\nplayable = '1'\n";

    /// A file whose objective is this value, in this range.
    fn asking(value: &str, range: &str) -> String {
        format!(
            "{NO_RULE}[objectives]\none = {{ value = '{value}', range = {range}, zero_above = 99, zero_below = -1 }}\n\
             {PIECES}[movement.by]\nover = 'floor'\n[movement.sideways]\nover = 'any'\nsteps = [[1, 0]]\n\
             [movement.king]\nover = 'any'\nsteps = 'all'\n[movement.hop]\nover = 'any'\nsteps = [[2, 0]]\n\
             [movement.knight]\nover = 'any'\nsteps = 'knight'\n[neighborhoods]\nfar = '10201'\n"
        )
    }

    /// What is proposed for an objective from which no rule follows.
    fn proposed(value: &str, range: &str) -> Vec<Option<String>> {
        let unruled = problem(&asking(value, range)).unruled().into_iter();
        unruled.map(|unruled| unruled.also).collect()
    }

    #[test]
    fn what_no_rule_follows_from_is_told() {
        for (value, range, also) in [
            ("count(key)", "[1, 2]", None),
            ("cells(\"self(key), plus(wall) > 1\")", "[1, 2]", None),
            ("path(player, key)", "[1, 2]", None),
            ("symmetry(both)", "[1, 2]", None),
            ("max(count(key), dead_ends(floor))", "[1, 2]", None),
            ("count(key) - count(enemy)", "[1, 2]", Some(Some("count(key)"))),
            ("entropy()", "[1, 2]", Some(Some("share(TILE)"))),
            // No neighborhood has the steps of a knight.
            ("smallest_region(wall, by = knight)", "[3, 9]", Some(None)),
            ("loops(wall)", "[0, 0]", Some(None)),
            // Nothing says how near.
            ("nearest(key, door)", "[0, inf]", None),
            // No neighborhood is that large.
            ("apart(key)", "[1, 3]", Some(None)),
            ("nearest(key, door) - count(key)", "[0, 2]", Some(Some("count(key)"))),
        ] {
            let also = also.map(|also: Option<&str>| also.map(str::to_owned));
            assert_eq!(proposed(value, range), Vec::from_iter(also), "{value} in {range}");
        }
    }

    #[test]
    fn what_the_file_asks_for_is_not_proposed_and_no_judge_is_replaced() {
        let rooms = "regions_with(wall, wall, 3)";
        let cells = "cells(\"self(wall), plus(wall) >= 3\")";
        let file = asking(rooms, "[1, 2]");
        assert_eq!(proposed(rooms, "[1, 2]"), [Some(cells.to_owned())]);
        let too = format!(
            "[objectives]\ntwo = {{ value = '{cells}', range = [1, 9], zero_above = 99 }}\n"
        );
        let unruled = problem(&file.replace("[objectives]\n", &too)).unruled();
        assert_eq!(unruled, [super::Unruled { text: "one".to_owned(), also: None }]);
        let judge = "[outside]\ncommand = ['true']\nvalues = ['hard']\n[objectives]\n";
        let judged =
            asking("count(key) - outside(hard)", "[1, 2]").replace("[objectives]\n", judge);
        assert!(problem(&judged).unruled().iter().all(|unruled| unruled.also.is_none()));
    }

    /// A relation of a measure to what is proposed, on levels of at most two kinds of tiles.
    type Relation = fn(measure: f64, also: f64, n_tiles: f64) -> bool;

    /// Values with a range, what is proposed, and in which sense it holds. The last is asked with the
    /// number of cells that have the first tiles.
    const PROPOSED: &[(&str, &str, &str, Relation)] = &[
        ("count(wall) - count(floor)", "[1, 2]", "count(wall)", |_, also, n| also == n),
        ("share(wall) - share(floor)", "[0.1, 0.2]", "share(wall)", |_, also, n| {
            (also > 0.0) == (n > 0.0)
        }),
        (
            "regions(wall, by = king) - count(floor)",
            "[1, 2]",
            "regions(wall, by = king)",
            |_, also, n| also <= n && (also > 0.0) == (n > 0.0),
        ),
        (
            "regions_with(wall, wall, 3)",
            "[1, 2]",
            "cells(\"self(wall), plus(wall) >= 3\")",
            |value, also, _| (value > 0.0) == (also > 0.0),
        ),
        (
            "regions_with(wall, wall, 3, by = sideways)",
            "[1, 2]",
            "cells(\"self(wall), horz(wall) >= 2\")",
            |value, also, _| (value > 0.0) == (also > 0.0),
        ),
        (
            "regions_with(wall, wall, 2, 9, by = hop)",
            "[1, 2]",
            "cells(\"self(wall), far(wall) >= 1\")",
            |value, also, _| (value > 0.0) <= (also > 0.0),
        ),
        (
            "regions_with(wall, wall, 1, 1, by = king)",
            "[1, 2]",
            "cells(\"self(wall), all(wall) == 1\")",
            |value, also, _| value == also,
        ),
        ("regions_with(wall, wall, 0, 2)", "[1, 2]", "regions(wall)", |value, also, _| {
            value <= also
        }),
        ("regions_with(wall|key, key, 2)", "[1, 2]", "count(key)", |value, also, _| {
            2.0 * value <= also
        }),
        ("regions_with(wall|key, key, 0, 2)", "[1, 2]", "regions(key|wall)", |value, also, _| {
            value <= also
        }),
        ("rings(wall, key)", "[1, 2]", "regions(wall)", |value, also, _| {
            value == 0.0 || also > 1.0
        }),
        ("loops(wall)", "[1, 2]", "cells(\"self(wall), plus(wall) >= 3\")", |value, also, _| {
            value == 0.0 || also >= 8.0
        }),
        (
            "open_border(wall)",
            "[0, 2]",
            "cells(\"self(floor|wall), dist(out) == 1\")",
            |value, also, _| value <= also,
        ),
        (
            "smallest_region(wall) else 0",
            "[3, 6]",
            "cells(\"self(wall), plus(wall) == 1\")",
            |value, also, _| (value == 1.0) == (also > 0.0),
        ),
        (
            "largest_region(wall, by = sideways)",
            "[3, 6]",
            "regions(wall, by = sideways)",
            |value, also, n| (value == n) == (also < 2.0),
        ),
        (
            "longest_path(wall)",
            "[3, 6]",
            "cells(\"self(wall), plus(wall) >= 3\")",
            |value, also, _| value <= also + 1.0,
        ),
        ("nearest(wall, key)", "[0, 2]", "near(wall, key, 2)", |value, also, _| {
            (value <= 2.0) == (also > 0.0)
        }),
        ("apart(wall)", "[1, 1.5]", "cells(\"self(wall), plus(wall) >= 2\")", |value, also, _| {
            (value <= 1.0) == (also > 0.0)
        }),
        (
            "open_rooms(wall)",
            "[9, 20]",
            "cells(\"self(wall), all(wall) == 9\")",
            |value, also, _| also == 0.0 || value >= 9.0,
        ),
        // Of all tiles together: an entropy of 0 is one tile everywhere.
        ("entropy()", "[1, 2]", "share(TILE)", |value, also, _| {
            value > 0.0 || also == 0.0 || also == 1.0
        }),
        (
            "same_neighbors()",
            "[0.5, 1]",
            "cells(\"self(TILE), plus(TILE) == 1\")",
            |value, also, n| value > 0.0 || also == n,
        ),
    ];

    #[test]
    fn what_is_proposed_holds_for_what_is_demanded() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut tried = BTreeSet::new();
        for &(value, range, also, holds) in PROPOSED {
            assert_eq!(proposed(value, range), [Some(also.to_owned())], "{value} in {range}");
            tried.extend(value.split('(').next());
            let (also, tiles) =
                (also.replace("TILE", "wall"), &value.split(['(', ',', ')']).nth(1));
            let tiles = tiles.filter(|tiles| !tiles.is_empty()).unwrap_or("wall");
            let named =
                format!("[measures]\nvalue = '{value}'\nalso = '{also}'\nn = 'count({tiles})'\n");
            let problem =
                problem(&asking(value, range).replace("[objectives]", &(named + "[objectives]")));
            let formulas = &problem.definition.formulas;
            let kinds = ["wall", "key", "floor"].map(|name| problem.palette().tile(name).unwrap());
            let mut meter = problem.meter();
            for _ in 0..2000 {
                let (width, height) = (rng.random_range(1..6_usize), rng.random_range(1..6_usize));
                let n_kinds = rng.random_range(1..=kinds.len());
                let tiles: Vec<Tile> =
                    (0..width * height).map(|_| kinds[rng.random_range(0..n_kinds)]).collect();
                let level = Level::from_tiles(width, tiles, problem.palette().clone());
                meter.evaluator.start(level.view(), 0);
                meter.evaluator.next_level();
                let [value, also, n] = [0, 1, 2]
                    .map(|index| meter.evaluator.value(&formulas.named[index], level.view()));
                assert!(holds(value, also, n), "{value}, {also}, {n}: {level:?}");
            }
        }
        // Each measure with a proposal is here.
        for entry in CATALOGUE {
            assert_eq!(tried.contains(entry.name), entry.also.is_some(), "{}", entry.name);
        }
    }
}
