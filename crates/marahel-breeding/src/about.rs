//! Describing an explorer by its parts: what it writes, how many, where, and beside what.

use marahel_level::{OUT, Tile, TileSet, UNKNOWN};
use marahel_script::{Condition, Edge, Estimator, Neighborhood, Operator, Rule, Script, Walk};

use crate::reading::EDGES;

/// What an explorer does, in words that hold whatever its rules meet: all that is said of places is
/// true of every rule.
pub(crate) fn about(script: &Script, index: usize) -> String {
    let explorer = &script.explorers[index];
    let name = |tiles: TileSet| names(script, tiles);
    let written = explorer.written();
    if let Walk::TurtleConnect { entities, .. } = &explorer.walk {
        return format!("{} joins {}", name(written), name(entities.tiles()));
    }
    let amount = match (explorer.changes, explorer.dialled.changes) {
        (_, Some(dialled)) => {
            return format!("{}, by the dial {}", name(written), script.dials[dialled.dial].name);
        }
        (Some(1), None) if explorer.repeats == 1 => "one ".to_owned(),
        (Some(n), None) => format!("at most {} ", n.saturating_mul(explorer.repeats)),
        (None, None) => String::new(),
    };
    let size = (script.max.width, script.max.height);
    let mut said = Said::of(&explorer.rules[0], written, size);
    for rule in &explorer.rules[1..] {
        said.keep(&Said::of(rule, written, size));
    }
    let mut words = format!("{amount}{}", name(written));
    let mut add = |text: &str| {
        words.push(' ');
        words += text;
    };
    if said.grows {
        add("grows");
    } else if said.is_shape {
        add("in pieces");
    }
    let on = said.on.difference(written);
    if !on.is_empty() && on.len() <= N_NAMED {
        add(&format!("on {}", name(on)));
    }
    if !said.beside.is_empty() && said.beside.len() <= N_NAMED {
        add(&format!("beside {}", name(said.beside)));
    }
    if !said.away.is_disjoint(written) {
        add("apart");
    }
    let away = said.away.difference(written);
    if !away.is_empty() && away.len() <= N_NAMED {
        add(&format!("away from {}", name(away)));
    }
    said.places.iter().for_each(|place| add(place));
    if explorer.rules.iter().any(|rule| rule.conditions.is_empty()) && explorer.changes.is_none() {
        add(if index == 0 { "everywhere" } else { "everywhere else" });
    }
    words
}

/// This share of the level, and at most so many cells, from a side are still at it.
const SHARE_NEAR: f64 = 0.25;
const NEAR: f64 = 6.0;

/// Lists of more tiles are not told.
const N_NAMED: usize = 3;

/// What conditions of a rule say.
struct Said {
    on: TileSet,
    beside: TileSet,
    away: TileSet,
    places: Vec<&'static str>,
    grows: bool,
    is_shape: bool,
}

impl Said {
    fn of(rule: &Rule, written: TileSet, size: (u32, u32)) -> Self {
        let is_large = |cells: &Neighborhood| cells.offsets().len() > 1;
        let mut said = Self {
            on: TileSet::EMPTY,
            beside: TileSet::EMPTY,
            away: TileSet::EMPTY,
            places: Vec::new(),
            grows: false,
            is_shape: rule.executers.iter().any(|executer| is_large(&executer.neighborhood)),
        };
        for condition in &rule.conditions {
            said.note(condition, written);
        }
        for edge in EDGES {
            if is_at(edge, &rule.conditions, size) {
                said.places.push(side(edge));
            }
        }
        said
    }

    fn note(&mut self, condition: &Condition, written: TileSet) {
        let asks = |is: &Operator, n: f64| !is.holds(0.0, n);
        match condition {
            Condition::Bare(estimator) if estimator.counted_here().is_some() => {
                self.on = self.on.union(estimator.counted_here().unwrap_or_default());
            }
            Condition::Bare(Estimator::Neighborhood(cells, list)) => {
                let is_around = cells.offsets().contains(&(0, 0));
                if is_around {
                    self.on = self.on.union(list.tiles());
                } else {
                    self.near(list.tiles(), written);
                }
            }
            Condition::Compare(Estimator::Neighborhood(_, list), is, Estimator::Number(n)) => {
                if asks(is, *n) {
                    self.near(list.tiles(), written);
                } else if is.holds(0.0, *n) && !is.holds(1.0, *n) {
                    self.away = self.away.union(list.tiles());
                }
            }
            Condition::Compare(Estimator::Distance(list), is, Estimator::Number(n)) => {
                let is_out = list.tiles() == TileSet::only(OUT);
                match (is_out, is.holds(*n + 50.0, *n), *n) {
                    (true, false, n) if n <= 2.0 => self.places.push("along the border"),
                    (true, true, _) => self.places.push("off the border"),
                    (false, true, _) => self.away = self.away.union(list.tiles()),
                    (false, false, _) => self.near(list.tiles(), written),
                    (true, false, _) => (),
                }
            }
            Condition::Compare(Estimator::Noise { .. }, ..) => self.places.push("in patches"),
            Condition::Compare(Estimator::Random, ..) => self.places.push("here and there"),
            Condition::Compare(Estimator::Image(..), ..) => self.places.push("at mirror images"),
            _ => (),
        }
        self.places.sort_unstable();
        self.places.dedup();
    }

    fn near(&mut self, tiles: TileSet, written: TileSet) {
        if written.is_superset(tiles) {
            self.grows = true;
        } else {
            self.beside = self.beside.union(tiles);
        }
    }

    /// Keeps what another rule says, too.
    fn keep(&mut self, other: &Self) {
        let both = |left: TileSet, right: TileSet| left.difference(left.difference(right));
        self.on = both(self.on, other.on);
        self.beside = both(self.beside, other.beside);
        self.away = both(self.away, other.away);
        self.places.retain(|place| other.places.contains(place));
        self.grows &= other.grows;
        self.is_shape &= other.is_shape;
    }
}

/// Whether conditions keep a cell near an edge, and none keeps it away from there.
fn is_at(edge: Edge, conditions: &[Condition], (width, height): (u32, u32)) -> bool {
    let length = if matches!(edge, Edge::Left | Edge::Right) { width } else { height };
    let near = (f64::from(length) * SHARE_NEAR).min(NEAR);
    let mut is_near = false;
    for condition in conditions {
        let Condition::Compare(Estimator::Place(of, None), is, Estimator::Number(n)) = condition
        else {
            continue;
        };
        if *of == edge {
            let is_upper = !is.holds(n + 50.0, *n);
            is_near |= is_upper && *n <= near;
            if *n > near && !(is_upper && is.holds(0.0, *n)) {
                return false;
            }
        }
    }
    is_near
}

fn side(edge: Edge) -> &'static str {
    match edge {
        Edge::Left => "at the left side",
        Edge::Right => "at the right side",
        Edge::Top => "at the top",
        Edge::Bottom => "at the bottom",
    }
}

fn names(script: &Script, tiles: TileSet) -> String {
    let name = |tile: Tile| match tile {
        UNKNOWN => "marks",
        OUT => "the outside",
        tile => script.entities.get(usize::from(tile)).map_or("marks", String::as_str),
    };
    let names: Vec<&str> = tiles.iter().map(name).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use marahel_script::Script;

    use super::about;

    #[test]
    fn explorers_are_told_by_what_holds_for_all_their_rules() {
        for (explorer, expected) in [
            (r#""rules": ["-> self(grass)"]"#, "grass everywhere"),
            (
                r#""type": "rorder", "parameters": {"changes": 4}, "rules": ["self(grass), dist(town) > 5, plus(river) == 0 -> self(town)"]"#,
                "at most 4 town on grass apart away from river",
            ),
            (
                r#""parameters": {"replace": "buffer"}, "rules": ["self(grass), plus(forest) > 0, random < 0.5 -> self(forest)"]"#,
                "forest grows on grass here and there",
            ),
            (
                r#""type": "connect", "parameters": {"entities": "town"}, "rules": ["self(grass) -> self(road)"]"#,
                "road joins town",
            ),
            (r#""rules": ["dist(out) == 1 -> self(river)"]"#, "river along the border"),
            (
                r#""rules": ["row <= 2, column == 0 -> self(river)"]"#,
                "river at the left side at the top",
            ),
            (r#""rules": ["row >= 4, row <= 5 -> self(river)"]"#, "river"),
            (
                r#""rules": ["self(grass), left(river) -> self(road)", "self(grass), noise > 0.2 -> self(road)"]"#,
                "road on grass",
            ),
        ] {
            let text = format!(
                r#"{{"metadata": {{"min": "9x9", "max": "9x9"}}, "entities": ["grass", "forest", "river", "road", "town"],
                "explorers": [{{{explorer}}}]}}"#
            );
            let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(about(&script, 0), expected);
        }
    }
}
