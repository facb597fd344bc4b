//! Explorers: the closest of today, with their regions and parameters.

use level::{OUT, TileSet, UNKNOWN};

use super::Writer;
use super::places::ExplorerPlaces;
use super::rule::{are_local, asks_for_noise, write_in_place};
use super::words::{entity_list, object, quote};
use script::{
    Agents, Condition, Connection, EntityList, Estimator, Explorer, Interval, RegionSelector,
    Replace, Walk,
};

/// Parameters with their values as JSON.
type Parameters = Vec<(&'static str, String)>;

impl Writer<'_> {
    /// An explorer as text; `None` if nothing of it can be said.
    pub(super) fn explorer(
        &mut self,
        explorer: &Explorer,
        places: &ExplorerPlaces,
    ) -> Option<String> {
        let (kind, mut parameters) = match &explorer.walk {
            Walk::Sequential { .. } => ("narrow_horz", self.sequential(explorer, places)),
            Walk::Agent(agents) => ("turtle_drunk", self.agents(agents, explorer, places)),
            Walk::Connector { connection, directions, entities } => {
                let connection = *connection;
                let directions = self.name_of(directions);
                (
                    "turtle_connect",
                    self.connector(connection, &directions, entities, explorer, places),
                )
            }
            // The only other explorer of 2017 is `random`.
            Walk::NarrowRand
            | Walk::NarrowHorz
            | Walk::NarrowVert
            | Walk::TurtleDrunk { .. }
            | Walk::TurtleHeur { .. }
            | Walk::TurtleConnect { .. }
            | Walk::WideHeur { .. }
            | Walk::WideRand => ("narrow_rand", random(explorer)),
        };
        let region = self.region(explorer, places)?;
        let border = self.border(explorer, places);
        parameters.extend(self.outside(explorer, places));
        let explorer_place = self.place.clone();
        let mut rules = Vec::with_capacity(explorer.rules.len());
        for (index, rule) in explorer.rules.iter().enumerate() {
            self.place = format!("{explorer_place}, rule {}", index + 1);
            match self.rule(rule, explorer) {
                Ok(texts) => {
                    if asks_for_noise(rule) {
                        let message =
                            "`noise10` is noise at the corner of a tile; it was that at its middle";
                        self.lose(&places.rules[index], message);
                    }
                    rules.extend(texts.iter().map(|text| quote(&with_border(text, border))));
                }
                Err(what) => {
                    let message = format!("{what} cannot be said; the rule is left out");
                    self.lose(&places.rules[index], message);
                }
            }
        }
        self.place = explorer_place;
        let parameters = if parameters.is_empty() {
            String::new()
        } else {
            format!("\n      \"parameters\": {},", object(&parameters))
        };
        let rules = match &rules[..] {
            [] => "[]".to_owned(),
            [rule] => format!("[{rule}]"),
            rules => format!("[\n        {}\n      ]", rules.join(",\n        ")),
        };
        Some(format!(
            "    {{\n      \"type\": \"{kind}\",\n      \"region\": {},{parameters}\n      \"rules\": {rules}\n    }}",
            quote(&region)
        ))
    }

    fn sequential(&mut self, explorer: &Explorer, places: &ExplorerPlaces) -> Parameters {
        let Walk::Sequential { start, exploration, share } = &explorer.walk else {
            return Vec::new();
        };
        let visits_all = *start == [0.0; 2]
            && *share == 1.0
            && [(1, 0), (0, 1)].iter().all(|step| exploration.offsets().contains(step));
        if !visits_all {
            let message = "`narrow_horz` begins at a random cell and visits all cells; `start`, `exploration` and `percentage` are left out";
            self.lose(&places.parameters, message);
        }
        let order_matters = match explorer.replace {
            Replace::Buffer => !write_in_place(&explorer.rules),
            Replace::Same => !are_local(&explorer.rules),
        };
        if order_matters {
            let message = "the order of visits matters to the rules, and `narrow_horz` has another: row by row";
            self.lose(&places.kind, message);
        }
        let mut parameters = Vec::new();
        if explorer.replace == Replace::Buffer && !are_local(&explorer.rules) {
            parameters.push(("replace", quote("buffer")));
        }
        parameters.extend(repeats(explorer.repeats));
        parameters
    }

    fn agents(
        &mut self,
        agents: &Agents,
        explorer: &Explorer,
        places: &ExplorerPlaces,
    ) -> Parameters {
        let message = "agents become drunk turtles, which walk one after the other and turn at random, at each step with the same probability";
        self.lose(&places.kind, message);
        let n_tiles = self.script.entities.len() + 1;
        if agents.allowed.tiles().difference(TileSet::only(OUT)).len() < n_tiles {
            let message = "drunk turtles stand on any tile; `allowed` is left out";
            self.lose(&places.parameters, message);
        }
        let lifespan = quote(&middle(agents.lifespan).to_string());
        let change = 1.0 / (agents.change.min as f64 / 2.0 + agents.change.max as f64 / 2.0);
        let n_walks = middle(agents.number).saturating_mul(explorer.repeats).min(1 << 53);
        let mut parameters = vec![
            ("directions", quote(&self.name_of(&agents.directions))),
            ("dirprob", quote(&change.to_string())),
            ("tiles", lifespan.clone()),
            ("changes", lifespan),
        ];
        parameters.extend(repeats(n_walks));
        parameters
    }

    fn connector(
        &mut self,
        connection: Connection,
        directions: &str,
        entities: &EntityList,
        explorer: &Explorer,
        places: &ExplorerPlaces,
    ) -> Parameters {
        let name = Connection::NAMES.iter().find(|(_, known)| *known == connection);
        let message = format!(
            "the `{}` connector becomes a connecting turtle, which walks straight from component to component, mostly to one nearby, and sometimes closes a loop",
            name.map_or("", |(name, _)| name)
        );
        self.lose(&places.kind, message);
        let mut parameters = vec![
            ("entities", quote(&entity_list(entities, &self.script.entities))),
            ("directions", quote(directions)),
        ];
        if explorer.replace == Replace::Buffer {
            parameters.push(("replace", quote("buffer")));
        }
        parameters.extend(repeats(explorer.repeats));
        parameters
    }

    /// The region list; `None` if there is none like it.
    fn region(&mut self, explorer: &Explorer, places: &ExplorerPlaces) -> Option<String> {
        let mut names = Vec::new();
        for &selector in &explorer.region {
            match selector {
                RegionSelector::Map => names.push("map".to_owned()),
                RegionSelector::All => names.push("all".to_owned()),
                RegionSelector::Index(index) => names.push(index.to_string()),
                RegionSelector::Some(n) => {
                    let message = format!(
                        "some regions drawn anew become the first {n}, for all explorers the same"
                    );
                    self.lose(&places.region, message);
                    names.extend((0..n).map(|index| index.to_string()));
                }
                RegionSelector::Specific(_) => {
                    let message = "there are no regions given by their rectangles; it is left out";
                    self.lose(&places.region, message);
                }
            }
        }
        (!names.is_empty()).then(|| names.join(","))
    }

    /// How far from the edge the rules of the new explorer must keep by
    /// themselves; the old one did not get nearer.
    fn border(&mut self, explorer: &Explorer, places: &ExplorerPlaces) -> u32 {
        let border = explorer.border;
        if border.max == 0 {
            return 0;
        }
        if let Walk::Connector { .. } = explorer.walk {
            self.lose(
                &places.region,
                "connecting turtles walk up to the edge; the border is left out",
            );
            return 0;
        }
        let is_exact = border.min == border.max
            && matches!(explorer.walk, Walk::Sequential { .. })
            && are_local(&explorer.rules);
        if !is_exact {
            let message = format!(
                "a border becomes the condition `dist(out)>{}`, and what lies within it is seen by other conditions",
                border.max
            );
            self.lose(&places.region, message);
        }
        border.max
    }

    /// What cells outside read as, where rules can tell.
    fn outside(&mut self, explorer: &Explorer, places: &ExplorerPlaces) -> Parameters {
        if explorer.wraps {
            self.lose(&places.region, "regions do not wrap around; beyond the edge is `out`");
        }
        let Some(tile) = explorer.out else { return Vec::new() };
        let reads = |estimator: &Estimator| {
            estimator.counted().is_some_and(|(list, neighborhood)| {
                neighborhood.is_some_and(|one| one.reach() > 0) && list.tiles().contains(tile)
            })
        };
        let conditions = explorer.rules.iter().flat_map(|rule| &rule.conditions);
        let can_tell = conditions.flat_map(Condition::estimators).any(reads);
        let name = match tile {
            UNKNOWN => "unknown",
            tile => &self.script.entities[usize::from(tile)],
        };
        if can_tell { vec![("out", quote(name))] } else { Vec::new() }
    }
}

fn random(explorer: &Explorer) -> Parameters {
    let mut parameters = Vec::new();
    if let Some(tiles) = explorer.tiles {
        let tiles = quote(&tiles.to_string());
        // Without it a pass would end once as many rules were applied as there are cells.
        parameters.extend([("tiles", tiles.clone()), ("changes", tiles)]);
    }
    parameters.extend(repeats(explorer.repeats));
    parameters
}

fn repeats(n: u64) -> Option<(&'static str, String)> {
    (n != 1).then(|| ("repeats", quote(&n.to_string())))
}

fn middle(interval: Interval) -> u64 {
    u64::midpoint(interval.min, interval.max)
}

/// A rule that holds only further from the edge than a border is wide.
fn with_border(rule: &str, border: u32) -> String {
    match border {
        0 => rule.to_owned(),
        _ if rule.starts_with("->") => format!("dist(out)>{border} {rule}"),
        _ => format!("dist(out)>{border}, {rule}"),
    }
}
