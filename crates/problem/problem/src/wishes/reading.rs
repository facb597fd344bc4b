//! Reads the wishes behind formulas: ratios, sums, penalties, conditions.

use marahel_level::TileSet;
use marahel_script::Condition;

use super::{Wish, Wished};
use crate::case::Demanded;
use crate::catalogue::{Counted, Entry, Parameter};
use crate::expression::Operator;
use crate::formulas::{Call, Formulas, Node};

/// From this share of the cells of a kind on, a condition is meant for each of them.
const NEARLY_EACH: f64 = 0.7;
/// Up to this number of exceptions, it is meant for each.
const FEW: f64 = 3.0;
/// Up to this share, it is meant for none.
const NEARLY_NONE: f64 = 0.5;

/// Wishes while they are read.
pub(super) struct Reading<'f> {
    pub(super) formulas: &'f Formulas,
    pub(super) area: f64,
    pub(super) text: String,
    pub(super) wishes: Vec<Wish>,
}

/// A multiple of a measure, which is an index.
type Term = (f64, usize);

#[derive(Default)]
struct Sum {
    terms: Vec<Term>,
    number: f64,
}

impl Reading<'_> {
    fn wish(&mut self, of: Wished, min: f64, max: f64) {
        self.wishes.push(Wish { text: self.text.clone(), of, min, max });
    }

    /// Reads an expression whose good values are `min` to `max`.
    pub(super) fn value(&mut self, node: &Node, min: f64, max: f64) {
        let formulas = self.formulas;
        if formulas.has_call(node, &|call| matches!(call.wished(), Wished::Mirrored(..))) {
            formulas.each_measure(node, &mut |measure| {
                if let of @ Wished::Mirrored(..) = formulas.measures[measure].wished() {
                    self.wish(of, 1.0, 1.0);
                }
            });
            return;
        }
        match node {
            Node::Named(index) => self.value(&formulas.named[*index], min, max),
            Node::Operation(operator, nodes) => match (operator, &nodes[..]) {
                (Operator::Else, [first, ..]) => self.value(first, min, max),
                (Operator::If, [condition, value, ..]) => {
                    self.holds(condition, true);
                    self.value(value, min, max);
                }
                (Operator::Absolute, [value]) if max.is_finite() => self.value(value, -max, max),
                (Operator::Least, all) => {
                    for node in all {
                        self.value(node, min, f64::INFINITY);
                    }
                }
                (Operator::Greatest, [first, arguments @ ..]) => {
                    self.value(first, min, max);
                    let arguments =
                        arguments.iter().filter(|node| !matches!(node, Node::Number(_)));
                    arguments.for_each(|node| self.value(node, f64::NEG_INFINITY, max));
                }
                (Operator::Over, [above, below]) => self.ratio(above, below, min, max),
                (
                    Operator::And
                    | Operator::Or
                    | Operator::Not
                    | Operator::Equal
                    | Operator::Unequal
                    | Operator::Less
                    | Operator::AtMost
                    | Operator::Greater
                    | Operator::AtLeast,
                    _,
                ) => self.holds(node, min > 0.0),
                _ => self.sum_of(node, min, max),
            },
            Node::Measure(_) | Node::Number(_) | Node::Initial(_) => self.sum_of(node, min, max),
        }
    }

    /// Reads a condition that holds, or does not.
    pub(super) fn holds(&mut self, node: &Node, is_so: bool) {
        let Node::Operation(operator, nodes) = node else {
            return match node {
                Node::Named(index) => self.holds(&self.formulas.named[*index], is_so),
                _ if is_so => self.value(node, 1.0, f64::INFINITY),
                _ => self.value(node, 0.0, 0.0),
            };
        };
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        let range = match (operator, is_so) {
            (Operator::And, true) | (Operator::Or, false) => {
                return nodes.iter().for_each(|node| self.holds(node, is_so));
            }
            (Operator::Not, _) => return self.holds(&nodes[0], !is_so),
            (Operator::Equal, true) | (Operator::Unequal, false) => (0.0, 0.0),
            (Operator::Less, true) | (Operator::AtLeast, false) => (low, -1.0),
            (Operator::AtMost, true) | (Operator::Greater, false) => (low, 0.0),
            (Operator::Greater, true) | (Operator::AtMost, false) => (1.0, high),
            (Operator::AtLeast, true) | (Operator::Less, false) => (0.0, high),
            (Operator::Unequal | Operator::Or, true) | (Operator::Equal | Operator::And, false) => {
                return self.wish(Wished::Other, 1.0, 1.0);
            }
            _ => {
                return self.value(
                    node,
                    if is_so { 1.0 } else { 0.0 },
                    if is_so { high } else { 0.0 },
                );
            }
        };
        if let [value, Node::Number(number)] = &nodes[..] {
            self.value(value, number + range.0, number + range.1);
        } else {
            let difference = Node::Operation(Operator::Minus, nodes.clone());
            self.sum_of(&difference, range.0, range.1);
        }
    }

    /// Reads a share: of the cells of a kind, or cells of a kind in each piece.
    fn ratio(&mut self, above: &Node, below: &Node, min: f64, max: f64) {
        if let Node::Number(number) = below
            && *number > 0.0
        {
            return self.value(above, min * number, max * number);
        }
        let (Some(above), Some(below)) = (self.sum(above), self.sum(below)) else {
            return self.wish(Wished::Other, min, max);
        };
        let only = |sum: &Sum| match (&sum.terms[..], sum.number) {
            (&[(1.0, measure)], 0.0) => Some(self.formulas.measures[measure].wished()),
            _ => None,
        };
        match (only(&above), only(&below)) {
            (Some(Wished::Count(cells)), Some(Wished::Pieces(tiles, by))) if cells == tiles => {
                self.wish(Wished::Size(tiles, by), min, max);
            }
            // All pieces, or nearly all, have such a size.
            (Some(Wished::Sized(tiles, by, least, most)), Some(Wished::Pieces(all, same)))
                if tiles == all && by == same && min >= NEARLY_EACH =>
            {
                self.wish(Wished::Smallest(tiles, by), least, most);
                self.wish(Wished::Largest(tiles, by), least, most);
            }
            (_, Some(Wished::Count(tiles))) => {
                let lists = above.terms.iter().map(|&(factor, measure)| {
                    self.conditions_of(measure).filter(|_| factor == 1.0)
                });
                match lists.collect::<Option<Vec<_>>>() {
                    Some(lists) if min >= NEARLY_EACH => {
                        let lists = lists.into_iter().map(without_here).collect();
                        self.wish(Wished::Each(tiles, lists), min, max);
                    }
                    Some(lists) if max <= NEARLY_NONE => {
                        self.wish(Wished::Cells(lists), 0.0, 0.0);
                    }
                    _ => self.wish(Wished::Other, min, max),
                }
            }
            _ => self.wish(Wished::Other, min, max),
        }
    }

    fn sum_of(&mut self, node: &Node, min: f64, max: f64) {
        let mut sum = self.sum(node);
        if sum.is_none() {
            // What is added only where something is wrong should be 0.
            let mut penalties = Vec::new();
            sum = self.sum(&without_penalties(node, &mut penalties));
            if sum.is_some() {
                for penalty in &penalties {
                    self.value(penalty, f64::NEG_INFINITY, 0.0);
                }
            }
        }
        let Some(Sum { mut terms, number }) = sum else {
            return self.wish(Wished::Other, min, max);
        };
        let (mut min, mut max) = (min - number, max - number);
        // `near(x, y, 1) == count(x)` as `count(x) - near(x, y, 1)`, which is 0.
        let is_count = |&(_, measure): &Term| {
            matches!(self.formulas.measures[measure].wished(), Wished::Count(_))
        };
        terms.sort_by_key(|term| !is_count(term));
        if terms.first().is_some_and(|&(factor, _)| factor < 0.0) {
            for term in &mut terms {
                term.0 = -term.0;
            }
            (min, max) = (0.0 - max, 0.0 - min);
        }
        match &terms[..] {
            [] => (),
            &[(factor, measure)] => self.measure(measure, min / factor, max / factor),
            &[(1.0, whole), (-1.0, part)]
                if max <= NEARLY_NONE && self.joined_by(whole, part).is_some() =>
            {
                self.wishes.extend(self.joined_by(whole, part));
            }
            &[(first, left), (second, right)]
                if first == -second
                    && max <= NEARLY_NONE
                    && self.sizes_in(left, right).is_some() =>
            {
                let sizes = self.sizes_in(left, right).into_iter().flatten();
                sizes.for_each(|(of, min, max)| self.wish(of, min, max));
            }
            &[(first, left), (second, right)]
                if first * second < 0.0 && self.one_piece_in(left, right).is_some() =>
            {
                let of = self.one_piece_in(left, right).expect("the case asks for it");
                self.wish(of, 1.0, 1.0);
            }
            &[(first, left), (second, right)]
                if first == -second
                    && min.abs().max(max.abs()) <= NEARLY_NONE
                    && self.as_many(left, right).is_some() =>
            {
                let wishes = self.as_many(left, right).into_iter().flatten();
                wishes.for_each(|of| self.wish(of, 0.0, 0.0));
            }
            &[(1.0, first), ref exceptions @ ..]
                if max <= FEW && min <= 0.0 && exceptions.iter().all(|term| term.0 == -1.0) =>
            {
                self.all_but(first, exceptions, min, max);
            }
            // All but those at a place are those that stand elsewhere.
            &[(1.0, whole), ref parts @ ..] if self.elsewhere(whole, parts).is_some() => {
                let of = self.elsewhere(whole, parts).expect("the case asks for it");
                self.wish(of, min, max);
            }
            all if all.iter().all(|term| term.0 == 1.0) && !self.is_one_more(all, min, max) => {
                self.together(all, min, max);
            }
            // What counts for more than the greatest good value is not wanted at all.
            all if min > 0.0
                && [true, false].iter().all(|is| all.iter().any(|term| (term.0 == 1.0) == *is))
                && all.iter().all(|term| term.0 == 1.0 || term.0 > max) =>
            {
                let (gains, penalties): (Vec<_>, Vec<_>) =
                    all.iter().partition(|term| term.0 == 1.0);
                self.together(&gains, min, max);
                self.together(&penalties, 0.0, 0.0);
            }
            all if min > 0.0 && self.penalties(all).is_some() => {
                let ((factor, measure), penalties) =
                    self.penalties(all).expect("the case asks for it");
                self.measure(measure, min / factor, max / factor);
                for (_, measure) in penalties {
                    self.measure(measure, 0.0, 0.0);
                }
            }
            all if min > 0.0 && self.are_of_cells(all) => {
                let (gains, penalties): (Vec<_>, Vec<_>) =
                    all.iter().partition(|term| term.0 > 0.0);
                self.together(&gains, min, max);
                self.together(&penalties, 0.0, 0.0);
            }
            _ => self.wish(Wished::Other, min, max),
        }
    }

    /// Reads pieces of two kinds together that are no more than those of one: each piece of the other
    /// touches one.
    fn joined_by(&self, whole: usize, part: usize) -> Option<Wish> {
        let [whole, part] = [whole, part].map(|measure| self.formulas.measures[measure].wished());
        let (Wished::Pieces(all, by), Wished::Pieces(some, _)) = (whole, part) else { return None };
        let of = Wished::Touching(all.difference(some), some, by);
        let is_more = all.is_superset(some) && all != some;
        is_more.then(|| Wish { text: self.text.clone(), of, min: 0.0, max: 0.0 })
    }

    /// Reads a largest piece with all cells, or with most.
    fn one_piece_in(&self, left: usize, right: usize) -> Option<Wished> {
        let [left, right] = [left, right].map(|measure| self.formulas.measures[measure].wished());
        match (left, right) {
            (Wished::Largest(tiles, by), Wished::Count(all))
            | (Wished::Count(all), Wished::Largest(tiles, by))
                if tiles == all =>
            {
                Some(Wished::Pieces(tiles, by))
            }
            _ => None,
        }
    }

    /// Reads pieces of some sizes that are as many as all pieces: each has such a size.
    fn sizes_in(&self, left: usize, right: usize) -> Option<Vec<(Wished, f64, f64)>> {
        let [left, right] = [left, right].map(|measure| self.formulas.measures[measure].wished());
        match (left, right) {
            (Wished::Sized(tiles, by, least, most), Wished::Pieces(all, same))
            | (Wished::Pieces(all, same), Wished::Sized(tiles, by, least, most))
                if tiles == all && by == same =>
            {
                let sizes = [Wished::Smallest(tiles, by), Wished::Largest(tiles, by)];
                Some(sizes.map(|of| (of, least, most)).into())
            }
            (of @ Wished::Holding(tiles, _, by, ..), Wished::Pieces(all, same))
            | (Wished::Pieces(all, same), of @ Wished::Holding(tiles, _, by, ..))
                if tiles == all && by == same =>
            {
                Some(vec![(of, 1.0, f64::INFINITY)])
            }
            _ => None,
        }
    }

    /// Reads things that are as many as others, or as pieces of something: a door for each room. Where only
    /// those at a place are counted, each is there.
    fn as_many(&self, left: usize, right: usize) -> Option<Vec<Wished>> {
        let wished = |measure: usize| self.formulas.measures[measure].wished();
        let (things, (pieces, by)) = match (wished(left), wished(right)) {
            (Wished::Count(tiles), Wished::Count(partners)) if tiles.is_disjoint(partners) => {
                return Some(vec![Wished::Tied(tiles, partners)]);
            }
            (Wished::Pieces(pieces, by), _) => (right, (pieces, by)),
            (_, Wished::Pieces(pieces, by)) => (left, (pieces, by)),
            _ => return None,
        };
        if let Wished::Count(tiles) = wished(things) {
            let is_other = tiles.is_disjoint(pieces);
            return is_other.then(|| vec![Wished::AsMany(tiles, pieces, by)]);
        }
        let conditions = self.conditions_of(things)?;
        let tiles = conditions
            .iter()
            .find_map(Condition::here)
            .filter(|tiles| tiles.is_disjoint(pieces))?;
        let each = Wished::Each(tiles, vec![without_here(conditions)]);
        Some(vec![each, Wished::AsMany(tiles, pieces, by)])
    }

    /// The cells of a kind without those that the other terms count, by one condition each.
    fn elsewhere(&self, whole: usize, parts: &[Term]) -> Option<Wished> {
        let Wished::Count(tiles) = self.formulas.measures[whole].wished() else { return None };
        let mut conditions = Vec::new();
        for &(factor, part) in parts {
            let (here, comparisons): (Vec<_>, Vec<_>) =
                self.conditions_of(part)?.into_iter().partition(is_here);
            let ([Condition::Bare(own)], [Condition::Compare(left, is, right)]) =
                (&here[..], &comparisons[..])
            else {
                return None;
            };
            if factor != -1.0 || own.counted_here() != Some(tiles) {
                return None;
            }
            conditions.push(Condition::Compare(left.clone(), is.opposite(), right.clone()));
            if conditions.len() == parts.len() {
                conditions.extend(here);
            }
        }
        (!parts.is_empty()).then(|| Wished::Cells(vec![conditions]))
    }

    /// The one term that counts something else than cells, and cells that should not be, if the others
    /// are these: each weighs otherwise, or is of the same tiles.
    fn penalties(&self, terms: &[Term]) -> Option<(Term, Vec<Term>)> {
        let is_of_cells = |&&(_, measure): &&Term| {
            self.formulas.measures[measure].wished() == Wished::Other
                && self.conditions_of(measure).is_some()
        };
        let (penalties, mains): (Vec<Term>, Vec<Term>) = terms.iter().partition(is_of_cells);
        let (&[main], false) = (&mains[..], penalties.is_empty()) else { return None };
        let counted = match self.formulas.measures[main.1].wished() {
            Wished::Other => return None,
            Wished::Count(tiles)
            | Wished::Pieces(tiles, _)
            | Wished::Sized(tiles, ..)
            | Wished::Holding(tiles, ..) => tiles,
            _ => TileSet::EMPTY,
        };
        let is_penalty = |&(factor, measure): &Term| {
            let conditions = self.conditions_of(measure).unwrap_or_default();
            let here = conditions.iter().find_map(Condition::here);
            factor != main.0 || here.is_some_and(|here| counted.is_superset(here))
        };
        (main.0 > 0.0 && penalties.iter().all(is_penalty)).then_some((main, penalties))
    }

    /// Whether a sum of unlike things is so small that one of them takes all of it: *one piece, and no
    /// junction*.
    fn is_one_more(&self, terms: &[Term], min: f64, max: f64) -> bool {
        min == max && max <= 1.0 && self.penalties(terms).is_some()
    }

    /// Whether all terms are numbers of cells where conditions hold, each taken once.
    fn are_of_cells(&self, terms: &[Term]) -> bool {
        terms
            .iter()
            .all(|&(factor, measure)| factor.abs() == 1.0 && self.conditions_of(measure).is_some())
            && terms.iter().any(|term| term.0 > 0.0)
    }

    /// Reads a number of things from which good ones are taken: each should be good.
    fn all_but(&mut self, first: usize, exceptions: &[Term], min: f64, max: f64) {
        let Wished::Count(tiles) = self.formulas.measures[first].wished() else {
            return self.wish(Wished::Other, min, max);
        };
        let mut lists = Vec::new();
        for &(_, measure) in exceptions {
            match self.formulas.measures[measure].wished() {
                Wished::Reached(from, reached, by) if reached == tiles => {
                    self.wish(Wished::Reached(from, reached, by), 1.0, f64::INFINITY);
                    continue;
                }
                Wished::Pieces(pieces, by) if pieces == tiles => {
                    self.wish(Wished::Lone(tiles, by), min, max);
                    continue;
                }
                _ => (),
            }
            match self.conditions_of(measure) {
                Some(conditions) => lists.push(without_here(conditions)),
                None => self.wish(Wished::Other, min, max),
            }
        }
        if !lists.is_empty() {
            self.wish(Wished::Each(tiles, lists), min, max);
        }
    }

    /// Reads a sum: of nothing but unwanted things, of kinds, or of cells in several places.
    fn together(&mut self, terms: &[Term], min: f64, max: f64) {
        if max <= NEARLY_NONE {
            for &(_, measure) in terms {
                self.measure(measure, 0.0, 0.0);
            }
            return;
        }
        let counts =
            terms.iter().map(|&(_, measure)| match self.formulas.measures[measure].wished() {
                Wished::Count(tiles) => Some(tiles),
                _ => None,
            });
        if let Some(counts) = counts.collect::<Option<Vec<_>>>() {
            let tiles = counts.into_iter().fold(TileSet::EMPTY, TileSet::union);
            return self.wish(Wished::Count(tiles), min, max);
        }
        let lists = terms.iter().map(|&(_, measure)| self.conditions_of(measure));
        match lists.collect::<Option<Vec<_>>>() {
            Some(lists) => self.wish(Wished::Cells(lists), min, max),
            None => self.wish(Wished::Other, min, max),
        }
    }

    fn measure(&mut self, measure: usize, min: f64, max: f64) {
        let call = &self.formulas.measures[measure];
        let is_share = call.entry.demanded == Some(Demanded::Share);
        let scale = if is_share { self.area } else { 1.0 };
        // Some dead ends or junctions are wanted of a whole network.
        let counts_exits = min > 0.0 && call.entry.parameters.contains(&Parameter::By);
        let of = match call.wished() {
            Wished::Other if !counts_exits => self
                .conditions_of(measure)
                .map_or(Wished::Other, |conditions| Wished::Cells(vec![conditions])),
            of => of,
        };
        self.wish(of, min * scale, max * scale);
    }

    fn conditions_of(&self, measure: usize) -> Option<Vec<Condition>> {
        let Call { entry, .. } = &self.formulas.measures[measure];
        let counts_cells = matches!(entry.counted, Counted::Conditions | Counted::Around(_));
        let counted = self.formulas.counted_by(measure).filter(|_| counts_cells);
        counted.map(|(conditions, _)| conditions)
    }

    fn sum(&self, node: &Node) -> Option<Sum> {
        let mut sum = Sum::default();
        self.add(node, 1.0, &mut sum).then_some(sum)
    }

    /// Adds a multiple of an expression to a sum; returns whether that is possible.
    fn add(&self, node: &Node, factor: f64, sum: &mut Sum) -> bool {
        match node {
            Node::Number(number) => sum.number += factor * number,
            Node::Measure(measure) => match sum.terms.iter_mut().find(|term| term.1 == *measure) {
                Some(term) => term.0 += factor,
                None => sum.terms.push((factor, *measure)),
            },
            Node::Named(index) => return self.add(&self.formulas.named[*index], factor, sum),
            Node::Initial(_) => return false,
            Node::Operation(operator, nodes) => {
                return match (operator, &nodes[..]) {
                    (Operator::Else, [first, _]) => self.add(first, factor, sum),
                    (Operator::Plus, [left, right]) => {
                        self.add(left, factor, sum) && self.add(right, factor, sum)
                    }
                    (Operator::Minus, [left, right]) => {
                        self.add(left, factor, sum) && self.add(right, -factor, sum)
                    }
                    (Operator::Negative, [node]) => self.add(node, -factor, sum),
                    (
                        Operator::Times,
                        [node, Node::Number(number)] | [Node::Number(number), node],
                    ) => self.add(node, factor * number, sum),
                    (Operator::Over, [node, Node::Number(number)]) if *number != 0.0 => {
                        self.add(node, factor / number, sum)
                    }
                    _ => false,
                };
            }
        }
        true
    }
}

impl Call {
    fn wished(&self) -> Wished {
        let Entry { wished, .. } = self.entry;
        wished(&self.arguments)
    }
}

/// A sum without its terms `abs(...)` and `max(..., 0)`, which are collected.
fn without_penalties(node: &Node, penalties: &mut Vec<Node>) -> Node {
    let is_penalty = |node: &Node| {
        matches!(node, Node::Operation(Operator::Absolute, _))
            || matches!(node, Node::Operation(Operator::Greatest, nodes)
                if matches!(nodes[..], [_, Node::Number(0.0)]))
    };
    match node {
        Node::Operation(operator @ (Operator::Plus | Operator::Minus), nodes) => {
            let nodes = nodes.iter().map(|node| without_penalties(node, penalties));
            Node::Operation(*operator, nodes.collect())
        }
        penalty if is_penalty(penalty) => {
            penalties.push(penalty.clone());
            Node::Number(0.0)
        }
        node => node.clone(),
    }
}

/// The conditions besides that for the tile of the cell itself.
fn without_here(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.retain(|condition| !is_here(condition));
    conditions
}

/// Whether a condition only names tiles of the cell itself.
fn is_here(condition: &Condition) -> bool {
    condition.here().is_some()
}
