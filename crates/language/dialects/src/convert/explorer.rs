//! Explorers: the closest ones of today, with their regions and parameters.

use marahel_level::{OUT, Tile, TileSet};

use super::Converter;
use super::rule::{are_local, asks_for_noise, estimators, write_in_place};
use marahel_script::parse::ExplorerOutline;
use marahel_script::{
    Border, Condition, EntityList, Estimator, Explorer, Locked, Operator, RegionSelector, Replace,
    Rule, Spelling, Walk,
};

use crate::walks::{Agents, Connector, Interval, OldWalk, Sequential};

impl Converter<'_> {
    /// The explorer in today's dialect; `None` if it has no counterpart.
    pub(super) fn explorer(
        &mut self,
        explorer: &Explorer,
        places: &ExplorerOutline,
    ) -> Option<Explorer> {
        let mut converted = match OldWalk::of(&explorer.walk) {
            Some(OldWalk::Sequential(Sequential { start, exploration, share })) => {
                let is_plain = *start == [0.0; 2] && *share == 1.0;
                let steps = exploration.offsets();
                let visits_all = is_plain && steps.contains(&(1, 0)) && steps.contains(&(0, 1));
                self.sequential(visits_all, explorer, places)
            }
            Some(OldWalk::Agent(agents)) => self.agents(agents, explorer, places),
            Some(OldWalk::Connector(connector)) => self.connector(connector, explorer, places),
            // The only other explorer of 2017 is `random`.
            None => today("narrow_rand", Walk::NarrowRand, explorer),
        };
        converted.region = self.region(explorer, places)?;
        let border = self.border(explorer, places);
        converted.out = self.outside(explorer, places);
        let explorer_place = self.place.clone();
        let mut locked = Vec::new();
        for (index, rule) in explorer.rules.iter().enumerate() {
            self.place = format!("{explorer_place}, rule {}", index + 1);
            match self.rule(rule, explorer) {
                Ok(rules) => {
                    if asks_for_noise(rule) {
                        let message =
                            "`noise10` is noise at the corner of a tile; it was that at its middle";
                        self.lose(&places.rules[index].literal, message);
                    }
                    let n_rules = converted.rules.len();
                    converted.rules.extend(rules.into_iter().map(|rule| with_border(rule, border)));
                    if let Locked::Rules(all) = &explorer.locked
                        && all.contains(&index)
                    {
                        locked.extend(n_rules..converted.rules.len());
                    }
                }
                Err(what) => {
                    let message = format!("{what} cannot be expressed; the rule is left out");
                    self.lose(&places.rules[index].literal, message);
                }
            }
        }
        if !locked.is_empty() {
            converted.locked = Locked::Rules(locked);
        }
        self.place = explorer_place;
        Some(converted)
    }

    fn sequential(
        &mut self,
        visits_all: bool,
        explorer: &Explorer,
        places: &ExplorerOutline,
    ) -> Explorer {
        if !visits_all {
            let message = "`narrow_horz` begins at a random cell and visits all cells; `start`, `exploration` and `percentage` are left out";
            self.lose(places.place("parameters"), message);
        }
        let order_matters = match explorer.replace {
            Replace::Buffer => !write_in_place(&explorer.rules),
            Replace::Same => !are_local(&explorer.rules),
        };
        if order_matters {
            let message = "the order of visits matters to the rules, and `narrow_horz` has another: row by row";
            self.lose(places.place("type"), message);
        }
        let mut converted = today("narrow_horz", Walk::NarrowHorz, explorer);
        if are_local(&explorer.rules) {
            converted.replace = Replace::Same;
        }
        converted
    }

    fn agents(
        &mut self,
        agents: &Agents,
        explorer: &Explorer,
        places: &ExplorerOutline,
    ) -> Explorer {
        let message = "agents become drunk turtles, which walk one after the other and turn at random, at each step with the same probability";
        self.lose(places.place("type"), message);
        let n_tiles = self.script.entities.len() + 1;
        if agents.allowed.tiles().difference(TileSet::only(OUT)).len() < n_tiles {
            let message = "drunk turtles stand on any tile; `allowed` is left out";
            self.lose(places.place("parameters"), message);
        }
        let lifespan = Some(middle(agents.lifespan));
        let walk = Walk::TurtleDrunk {
            directions: self.neighborhood(&agents.directions),
            change: 1.0 / (agents.change.min as f64 / 2.0 + agents.change.max as f64 / 2.0),
        };
        Explorer {
            tiles: lifespan,
            changes: lifespan,
            repeats: middle(agents.number).saturating_mul(explorer.repeats).min(1 << 53),
            ..today("turtle_drunk", walk, explorer)
        }
    }

    fn connector(
        &mut self,
        Connector { connection, directions, entities }: &Connector,
        explorer: &Explorer,
        places: &ExplorerOutline,
    ) -> Explorer {
        let message = format!(
            "the `{}` connector becomes a connecting turtle, which walks straight from component to component, mostly to one nearby, and sometimes closes a loop",
            connection.name()
        );
        self.lose(places.place("type"), message);
        let directions = self.neighborhood(directions);
        let walk =
            Walk::TurtleConnect { directions, entities: entities.clone(), costs: Vec::new() };
        today("turtle_connect", walk, explorer)
    }

    /// The regions; `None` if none can be converted.
    fn region(
        &mut self,
        explorer: &Explorer,
        places: &ExplorerOutline,
    ) -> Option<Vec<RegionSelector>> {
        let mut region = Vec::new();
        for &selector in &explorer.region {
            match selector {
                RegionSelector::Map | RegionSelector::All | RegionSelector::Index(_) => {
                    region.push(selector);
                }
                RegionSelector::Some(n) => {
                    let message = format!(
                        "some regions drawn anew become the first {n}, for all explorers the same"
                    );
                    self.lose(places.place("region"), message);
                    region.extend((0..n).map(RegionSelector::Index));
                }
                RegionSelector::Specific(_) => {
                    let message = "there are no regions given by their rectangles; it is left out";
                    self.lose(places.place("region"), message);
                }
            }
        }
        (!region.is_empty()).then_some(region)
    }

    /// The width of the border that the new rules must keep by a condition, because explorers of
    /// today have none.
    fn border(&mut self, explorer: &Explorer, places: &ExplorerOutline) -> u32 {
        let border = explorer.border;
        if border.max == 0 {
            return 0;
        }
        if let Some(OldWalk::Connector(_)) = OldWalk::of(&explorer.walk) {
            self.lose(
                places.place("region"),
                "connecting turtles walk up to the edge; the border is left out",
            );
            return 0;
        }
        let is_exact = border.min == border.max
            && matches!(OldWalk::of(&explorer.walk), Some(OldWalk::Sequential(_)))
            && are_local(&explorer.rules);
        if !is_exact {
            let message = format!(
                "a border becomes the condition `dist(out)>{}`, and what lies within it is seen by other conditions",
                border.max
            );
            self.lose(places.place("region"), message);
        }
        border.max
    }

    /// The tile that cells outside read as, if a rule can see it.
    fn outside(&mut self, explorer: &Explorer, places: &ExplorerOutline) -> Option<Tile> {
        if explorer.wraps {
            self.lose(
                places.place("region"),
                "regions do not wrap around; beyond the edge is `out`",
            );
        }
        let tile = explorer.out?;
        let mut estimators = explorer.rules.iter().flat_map(estimators);
        let is_read = estimators.any(|estimator| {
            estimator.counted().is_some_and(|(list, neighborhood)| {
                neighborhood.is_some_and(|neighborhood| neighborhood.reach() > 0)
                    && list.tiles().contains(tile)
            })
        });
        is_read.then_some(tile)
    }
}

/// An explorer of today without rules, with the fields that both dialects share.
fn today(name: &str, walk: Walk, explorer: &Explorer) -> Explorer {
    Explorer {
        name: Spelling::of(name),
        walk,
        border: Border::default(),
        wraps: false,
        rules: Vec::new(),
        ..explorer.clone()
    }
}

fn middle(interval: Interval) -> u64 {
    u64::midpoint(interval.min, interval.max)
}

/// A rule that holds only outside of the border.
fn with_border(mut rule: Rule, border: u32) -> Rule {
    if border > 0 {
        let distance = Estimator::Distance(EntityList { members: vec![(OUT, 1)] });
        let border = Estimator::Number(f64::from(border));
        rule.conditions.insert(0, Condition::Compare(distance, Operator::Greater, border));
    }
    rule
}
