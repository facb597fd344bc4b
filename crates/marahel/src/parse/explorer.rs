//! Explorer objects.

use jsonc_parser::ast::{Object, Value};
use level::{OUT, Tile};

use super::names::closest;
use super::reader::{Piece, Reader, parse_real, range_of};
use super::rule::split_list;
use crate::neighborhood::Neighborhood;
use crate::script::{
    Border, EntityList, Estimator, Explorer, RegionSelector, Replace, Rule, Spelling, Walk,
};

/// The kinds of explorers, each with every accepted spelling, the canonical
/// one first: those of README 0.3.0, of the releases of 2020 (with its typo)
/// and 2021, and two that occur in prose only.
pub(super) const KINDS: [(Kind, &[&str]); 8] = [
    (Kind::NarrowHorz, &["narrow_horz", "narrow", "horz", "horizontal"]),
    (Kind::NarrowVert, &["narrow_vert", "vert", "vertical"]),
    (Kind::NarrowRand, &["narrow_rand", "rand", "random", "narrow_rnd"]),
    (Kind::TurtleDrunk, &["turtle_drunk", "turtle", "drunk", "digger", "narrow_drunk"]),
    (Kind::TurtleHeur, &["turtle_heur", "greedy", "agent"]),
    (Kind::TurtleConnect, &["turtle_connect", "turlte_connect", "connect"]),
    (Kind::WideHeur, &["wide_heur", "wide", "heuristic", "order"]),
    (Kind::WideRand, &["wide_rand", "rorder", "rand_order"]),
];

#[derive(Clone, Copy)]
pub(super) enum Kind {
    NarrowHorz,
    NarrowVert,
    NarrowRand,
    TurtleDrunk,
    TurtleHeur,
    TurtleConnect,
    WideHeur,
    WideRand,
}

/// Every parameter of every explorer; one that its explorer has no use for is
/// allowed and ignored, as in both releases.
const PARAMETERS: [&str; 11] = [
    "replace",
    "out",
    "repeats",
    "tiles",
    "changes",
    "dirprob",
    "change",
    "directions",
    "neighborhood",
    "entities",
    "heuristics",
];

/// Largest number of repeats, tiles and changes: numbers up to here are exact.
const COUNT_MAX: u64 = 1 << 53;

/// Probability of a new direction where a script says nothing (README 0.3.0).
const CHANGE_DEFAULT: f64 = 0.1;

impl<'t> Reader<'t> {
    /// All explorers of the document that could be read.
    pub(super) fn explorers(&mut self, document: &Object<'t>) -> Vec<Explorer> {
        let Some(property) = document.get("explorers") else { return Vec::new() };
        let Some(array) = property.value.as_array() else {
            self.report(range_of(&property.value), "`explorers` should be an array of objects");
            return Vec::new();
        };
        let mut explorers = Vec::with_capacity(array.elements.len());
        for (index, element) in array.elements.iter().enumerate() {
            self.explorer = Some(index + 1);
            match element.as_object() {
                Some(object) => explorers.extend(self.read_explorer(object)),
                None => self.report(
                    range_of(element),
                    "an explorer is an object, as in {\"rules\": [...]}",
                ),
            }
        }
        self.explorer = None;
        explorers
    }

    /// One explorer; `None` only if something was reported.
    pub(super) fn read_explorer(&mut self, explorer: &Object<'t>) -> Option<Explorer> {
        let known = ["type", "region", "parameters", "rules"];
        self.check_keys(explorer, "key of an explorer", &known, false);
        let empty = Object { range: explorer.range, properties: Vec::new() };
        let parameters = self.object(explorer, "parameters").unwrap_or(&empty);
        self.check_keys(parameters, "parameter", &PARAMETERS, false);
        let (name, walk) = self.walk(explorer, parameters).unzip();
        let region = self.region(explorer);
        let replace = self.replace(parameters);
        let out = self.out(parameters);
        let repeats = self.integer(parameters, "repeats", 0..=COUNT_MAX);
        let tiles = self.integer(parameters, "tiles", 0..=COUNT_MAX);
        let changes = self.integer(parameters, "changes", 0..=COUNT_MAX);
        let rules = self.rules(explorer);
        Some(Explorer {
            name: name?,
            walk: walk?,
            region,
            border: Border::default(),
            wraps: false,
            replace,
            out,
            repeats: repeats.unwrap_or(1),
            tiles,
            changes,
            rules,
        })
    }

    /// The type of an explorer as it is spelled, and what it means.
    fn walk(&mut self, explorer: &Object<'t>, parameters: &Object<'t>) -> Option<(Spelling, Walk)> {
        let (name, kind) = self.kind(explorer)?;
        let walk = match kind {
            Kind::NarrowHorz => Walk::NarrowHorz,
            Kind::NarrowVert => Walk::NarrowVert,
            Kind::NarrowRand => Walk::NarrowRand,
            Kind::TurtleDrunk => {
                let (directions, change) = (self.directions(parameters), self.change(parameters));
                Walk::TurtleDrunk { directions: directions?, change }
            }
            Kind::TurtleHeur => {
                let directions = self.directions(parameters);
                let heuristics = self.heuristics(parameters);
                Walk::TurtleHeur { directions: directions?, heuristics }
            }
            Kind::TurtleConnect => {
                let directions = self.directions(parameters);
                let entities = self.connected_entities(parameters);
                Walk::TurtleConnect { directions: directions?, entities: entities? }
            }
            Kind::WideHeur => Walk::WideHeur { heuristics: self.heuristics(parameters) },
            Kind::WideRand => Walk::WideRand,
        };
        Some((Spelling::of(name), walk))
    }

    fn kind<'v>(&mut self, explorer: &'v Object<'t>) -> Option<(&'v str, Kind)> {
        if explorer.get("type").is_none() {
            return Some(("narrow_horz", Kind::NarrowHorz));
        }
        let name = self.scalar(explorer, "type")?;
        let found = KINDS.iter().find(|(_, names)| names.contains(&name.text));
        if found.is_none() {
            let all = KINDS.iter().flat_map(|(_, names)| names.iter().copied());
            let known: Vec<&str> = match closest(name.text, all.clone()) {
                Some(_) => all.collect(),
                None => KINDS.iter().map(|(_, names)| names[0]).collect(),
            };
            self.report_unknown(name.range(), "explorer type", name.text, known);
        }
        found.map(|&(kind, _)| (name.text, kind))
    }

    /// The region list; the whole map where there is none.
    fn region(&mut self, explorer: &Object<'t>) -> Vec<RegionSelector> {
        if explorer.get("region").is_none() {
            return vec![RegionSelector::Map];
        }
        let Some(list) = self.scalar(explorer, "region") else { return Vec::new() };
        let mut selectors = Vec::new();
        for token in list.text.split(',') {
            let token = list.part(token).trim();
            match (token.text, token.text.parse()) {
                ("map", _) => selectors.push(RegionSelector::Map),
                ("all", _) => selectors.push(RegionSelector::All),
                (_, Ok(index)) => {
                    if self.n_regions.is_some_and(|n| index >= n) {
                        let message = "there is no region of this index, which counts from 0; \
                            it is skipped";
                        self.warn(token.range(), message);
                    }
                    selectors.push(RegionSelector::Index(index));
                }
                _ => self.report_unknown(
                    token.range(),
                    "region",
                    token.text,
                    ["map", "all", "0", "1", "2 and so on, separated by commas"],
                ),
            }
        }
        selectors
    }

    fn replace(&mut self, parameters: &Object<'t>) -> Replace {
        let Some(name) = self.scalar(parameters, "replace") else { return Replace::Same };
        match name.text {
            "same" => Replace::Same,
            "buffer" => Replace::Buffer,
            other => {
                self.report_unknown(name.range(), "value of `replace`", other, ["same", "buffer"]);
                Replace::Same
            }
        }
    }

    /// The entity that cells outside read as; `out` itself is no substitute.
    fn out(&mut self, parameters: &Object<'t>) -> Option<Tile> {
        let name = self.scalar(parameters, "out")?;
        match self.names.tiles(name.text).as_deref() {
            Some([OUT]) => None,
            Some([tile]) => Some(*tile),
            Some(_) => {
                let message = format!("`out` needs one entity; `{}` stands for several", name.text);
                self.report(name.range(), message);
                None
            }
            None => {
                let known = self.entity_names();
                let known = known.iter().map(String::as_str);
                self.report_unknown(name.range(), "entity", name.text, known);
                None
            }
        }
    }

    /// The moves of a turtle, under either of two names; `plus` without one.
    fn directions(&mut self, parameters: &Object<'t>) -> Option<Neighborhood> {
        let key =
            ["directions", "neighborhood"].into_iter().find(|key| parameters.get(key).is_some());
        let Some(key) = key else {
            return Neighborhood::parse("010,131,010").ok();
        };
        let name = self.scalar(parameters, key)?;
        let found = self.neighborhood(name)?;
        if found.offsets().is_empty() {
            let message = format!("the neighborhood `{}` has no cell to move to", name.text);
            self.report(name.range(), message);
            return None;
        }
        Some(found)
    }

    /// The probability of a new direction; `dirprob` wins over `change`.
    fn change(&mut self, parameters: &Object<'t>) -> f64 {
        let key = ["dirprob", "change"].into_iter().find(|key| parameters.get(key).is_some());
        let Some(piece) = key.and_then(|key| self.scalar(parameters, key)) else {
            return CHANGE_DEFAULT;
        };
        let found = parse_real(piece.text).filter(|change| (0.0..=1.0).contains(change));
        if found.is_none() {
            let message = format!(
                "the probability of a new direction should be between 0 and 1, not `{}`",
                piece.text
            );
            self.report(piece.range(), message);
        }
        found.unwrap_or(CHANGE_DEFAULT)
    }

    fn connected_entities(&mut self, parameters: &Object<'t>) -> Option<EntityList> {
        if parameters.get("entities").is_some() {
            let piece = self.scalar(parameters, "entities")?;
            return self.entity_list(piece);
        }
        let members = (0..self.names.entities.len() as Tile).map(|tile| (tile, 1)).collect();
        Some(EntityList { members })
    }

    /// Comma-separated estimators; `random` without any.
    fn heuristics(&mut self, parameters: &Object<'t>) -> Vec<Estimator> {
        if parameters.get("heuristics").is_none() {
            return vec![Estimator::Random];
        }
        let Some(list) = self.scalar(parameters, "heuristics") else { return Vec::new() };
        split_list(&list).into_iter().filter_map(|piece| self.estimator(piece)).collect()
    }

    /// The rules of an explorer that could be read.
    pub(super) fn rules(&mut self, explorer: &Object<'t>) -> Vec<Rule> {
        let Some(property) = explorer.get("rules") else {
            let message = "an explorer needs `rules`, as in [\"self(any) -> self(solid)\"]";
            self.report(explorer.range.start..explorer.range.start + 1, message);
            return Vec::new();
        };
        let Value::Array(array) = &property.value else {
            self.report(range_of(&property.value), "`rules` should be an array of strings");
            return Vec::new();
        };
        let mut rules = Vec::with_capacity(array.elements.len());
        for (index, element) in array.elements.iter().enumerate() {
            self.rule = Some(index + 1);
            match (element, Piece::of(element, self.text())) {
                (Value::StringLit(_), Some(piece)) => rules.extend(self.read_rule(piece)),
                _ => self.report(range_of(element), "a rule is a string"),
            }
        }
        self.rule = None;
        rules
    }
}
