//! Reads explorers of 2017.

use jsonc_parser::ast::{Object, ObjectProp};

use crate::document::OldReader;
use crate::region::{GENERAL, General};
use crate::rule::{OTHERS, SEQUENTIAL, any};
use marahel_script::parse::{COUNT_MAX, ExplorerOutline, Piece, range_of};
use marahel_script::{
    DialledLimits, EntityList, Explorer, Neighborhood, Replace, Spelling, Walk, explorer_types,
};

use crate::walks::{Agents, Connection, Connector, Interval, OldWalk, Sequential};

const N_AGENTS_MAX: u64 = 1 << 16;

/// Default number of steps of an agent.
const LIFESPAN_DEFAULT: u64 = 50;

/// The kinds of explorers: each with its names and its own parameters.
const KINDS: [(ExplorerKind, &[&str], &[&str]); 4] = [
    (
        ExplorerKind::Sequential,
        &["sequential", "automata"],
        &["start", "exploration", "percentage"],
    ),
    (ExplorerKind::Random, &["random"], &["numberOfTiles"]),
    (
        ExplorerKind::Agent,
        &["agent"],
        &["number", "lifespan", "change", "speed", "directions", "allowed"],
    ),
    (ExplorerKind::Connector, &["connector"], &["type", "entities", "directions", "neighborhood"]),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum ExplorerKind {
    Sequential,
    Random,
    Agent,
    Connector,
}

/// Whether this dialect has such a key of an explorer or of its parameters.
pub(crate) fn is_key(what: &str, name: &str) -> bool {
    let is_own = KINDS.iter().any(|(_, _, own)| own.contains(&name));
    match what {
        "parameter" => is_own || GENERAL.contains(&name),
        "key of an explorer" => GENERAL.contains(&name),
        _ => false,
    }
}

impl<'t> OldReader<'_, 't> {
    pub(super) fn explorers(&mut self, section: &ObjectProp<'t>) -> Vec<Explorer> {
        let Some(array) = section.value.as_array() else {
            let message = format!("`{}` should be an array of objects", section.name.as_str());
            self.report(range_of(&section.value), message).help(
                "put square brackets around them, as in [{type: \"sequential\", rules: [...]}]",
            );
            return Vec::new();
        };
        let example = "{type: \"sequential\", rules: [...]}";
        self.each_explorer(array, example, |reader, explorer| {
            OldReader(reader).old_explorer(explorer)
        })
    }

    fn old_explorer(&mut self, explorer: &Object<'t>) -> Option<Explorer> {
        let own = ["description", "locked", "type", "region", "parameters", "rules"];
        let keys = [&own[..], &GENERAL].concat();
        self.check_keys(explorer, "key of an explorer", &keys);
        if let Some(outline) = &mut self.outline {
            outline.explorers.push(ExplorerOutline::of(explorer));
        }
        let none = Object { range: explorer.range, properties: Vec::new() };
        let parameters = self.object(explorer, "parameters").unwrap_or(&none);
        let (name, kind) = self.kind(explorer).unzip();
        self.check_parameters(parameters, kind);
        let general = self.general(explorer, parameters);
        self.outline_limits(explorer, parameters);
        let walk = kind.and_then(|kind| self.walk(kind, parameters));
        // As many changes as visits, so that only visits limit the pass.
        let tiles = match (kind, parameters.get("numberOfTiles")) {
            (Some(ExplorerKind::Random), Some(tiles)) => self.integer_of(tiles, 0..=COUNT_MAX),
            _ => None,
        };
        self.vocabulary = match kind {
            Some(ExplorerKind::Sequential) => &SEQUENTIAL,
            Some(ExplorerKind::Random | ExplorerKind::Agent | ExplorerKind::Connector) | None => {
                &OTHERS
            }
        };
        let rules = self.rules(explorer);
        let General { region, border, wraps, out, replace, iterations } = general;
        let replace = match kind {
            // With a buffer, the map would be replaced after each visit.
            Some(ExplorerKind::Random | ExplorerKind::Agent) => Replace::Same,
            _ => replace,
        };
        let locked = self.locked(explorer, rules.len());
        Some(Explorer {
            description: self.description(explorer),
            locked,
            name: name?,
            walk: walk?,
            region,
            border,
            wraps,
            replace,
            out,
            mirror: None,
            repeats: iterations,
            tiles,
            changes: tiles,
            dialled: DialledLimits::default(),
            rules,
        })
    }

    /// Records the places of limits that stop the explorer if they are 0.
    fn outline_limits(&mut self, explorer: &Object<'t>, parameters: &Object<'t>) {
        let region = explorer.get("region").and_then(|region| region.value.as_object());
        let places = [region, Some(parameters), Some(explorer)];
        let iterations = places.into_iter().flatten().find_map(|place| place.get("iterations"));
        let limits = [
            ("iterations", iterations),
            ("numberOfTiles", parameters.get("numberOfTiles")),
            ("number", parameters.get("number")),
            ("lifespan", parameters.get("lifespan")),
        ];
        for (key, property) in limits {
            if let Some(property) = property {
                let range = range_of(&property.value);
                self.outline_explorer(|outline| outline.limits.push((key, range)));
            }
        }
    }

    fn kind(&mut self, explorer: &Object<'t>) -> Option<(Spelling, ExplorerKind)> {
        let Some(property) = self.get(explorer, "type") else {
            self.report(explorer.range.start..explorer.range.start + 1, "there is no `type`")
                .help("add one: sequential, random, agent or connector");
            return None;
        };
        let name = self.text_of(property)?;
        let row = KINDS.iter().find(|(_, names, _)| names.contains(&name.text));
        if row.is_none() {
            let all = KINDS.iter().flat_map(|(_, names, _)| names.iter().copied());
            if explorer_types().any(|names| names.contains(&name.text)) {
                let message = format!("`{}` is an explorer type of today", name.text);
                let all: Vec<&str> = all.collect();
                self.report(name.range(), message).help(format!(
                    "this script has parts of 2017, where there are {}",
                    all.join(", ")
                ));
            } else {
                self.report_unknown(name, "explorer type of 2017", all);
            }
        }
        row.map(|&(kind, ..)| (Spelling::of(name.text), kind))
    }

    /// Reports unknown parameters, and warns of those that belong to another explorer.
    fn check_parameters(&mut self, parameters: &Object<'t>, kind: Option<ExplorerKind>) {
        let all = KINDS.iter().flat_map(|(_, _, own)| own.iter().copied());
        let keys: Vec<&str> = all.chain(GENERAL).collect();
        self.check_keys(parameters, "parameter", &keys);
        let Some((_, names, own)) = KINDS.iter().find(|(walk, ..)| Some(*walk) == kind) else {
            return;
        };
        self.warn_of_idle(parameters, "it is ignored; remove it", |_, name| {
            let is_foreign =
                keys.contains(&name) && !own.contains(&name) && !GENERAL.contains(&name);
            is_foreign.then(|| format!("{} does not use `{name}`", names[0]))
        });
    }

    fn walk(&mut self, kind: ExplorerKind, parameters: &Object<'t>) -> Option<Walk> {
        Some(match kind {
            ExplorerKind::Sequential => {
                let start =
                    parameters.get("start").map_or(Some([0.0; 2]), |start| self.start(start));
                let exploration = match parameters.get("exploration") {
                    Some(names) => self.moves_of(names),
                    None => self.use_neighborhood("sequential"),
                };
                let share = match parameters.get("percentage") {
                    Some(share) => {
                        let piece = self.text_of(share);
                        piece.and_then(|piece| self.share_of("percentage", piece))
                    }
                    None => Some(1.0),
                };
                let (start, exploration, share) = (start?, exploration?, share?);
                OldWalk::Sequential(Sequential { start, exploration, share }).into()
            }
            ExplorerKind::Random => Walk::NarrowRand,
            ExplorerKind::Agent => OldWalk::Agent(self.agents(parameters)?).into(),
            ExplorerKind::Connector => {
                let connection = match parameters.get("type") {
                    Some(name) => self.connection(name),
                    None => Some(Connection::Random),
                };
                let directions = self.directions(parameters);
                let entities = self.entities_of(parameters.get("entities"));
                let (connection, directions, entities) = (connection?, directions?, entities?);
                OldWalk::Connector(Connector { connection, directions, entities }).into()
            }
        })
    }

    fn agents(&mut self, parameters: &Object<'t>) -> Option<Agents> {
        let intervals = [
            ("number", 0..=N_AGENTS_MAX, 1),
            ("lifespan", 0..=COUNT_MAX, LIFESPAN_DEFAULT),
            ("change", 1..=COUNT_MAX, 1),
            ("speed", 1..=COUNT_MAX, 1),
        ];
        let [number, lifespan, change, speed] =
            intervals.map(|(key, range, default)| match parameters.get(key) {
                Some(property) => self.interval_of(property, range),
                None => Some(Interval::only(default)),
            });
        let directions = self.directions(parameters);
        let allowed = self.entities_of(parameters.get("allowed"));
        Some(Agents {
            number: number?,
            lifespan: lifespan?,
            change: change?,
            speed: speed?,
            directions: directions?,
            allowed: allowed?,
        })
    }

    /// Reads one share for both axes, or one for each.
    fn start(&mut self, start: &ObjectProp<'t>) -> Option<[f64; 2]> {
        let parts = self.list_of(start);
        match parts[..] {
            [both] => self.share_of("start", both).map(|share| [share; 2]),
            [x, y] => {
                let (x, y) = (self.share_of("start", x), self.share_of("start", y));
                Some([x?, y?])
            }
            [] => None, // reported
            _ => {
                self.report(range_of(&start.value), "`start` has more than two shares")
                    .help("write one of the width and one of the height, as in [0, 0.5]");
                None
            }
        }
    }

    fn connection(&mut self, property: &ObjectProp<'t>) -> Option<Connection> {
        let name = self.text_of(property)?;
        let connection = Connection::NAMES.iter().find(|(word, _)| *word == name.text);
        if connection.is_none() {
            let word = Connection::NAMES.map(|(word, _)| word);
            self.report_unknown(name, "type of connection", word);
        }
        connection.map(|&(_, connection)| connection)
    }

    /// Reads the possible steps: those of all listed neighborhoods.
    fn directions(&mut self, parameters: &Object<'t>) -> Option<Neighborhood> {
        match self.one_of(parameters, &["directions", "neighborhood"]) {
            Some(names) => self.moves_of(names),
            None => Neighborhood::parse("010,121,010").ok(),
        }
    }

    fn moves_of(&mut self, names: &ObjectProp<'t>) -> Option<Neighborhood> {
        let all: Vec<Option<Neighborhood>> =
            self.list_of(names).into_iter().map(|name| self.neighborhood(name)).collect();
        let all: Vec<Neighborhood> = all.into_iter().collect::<Option<_>>()?;
        let offsets =
            all.iter().flat_map(|neighborhood| neighborhood.offsets().iter().copied()).collect();
        let union = Neighborhood::from_offsets(offsets).ok();
        if union.is_none() && !all.is_empty() {
            let message = format!("`{}` has no cell to move to", names.name.as_str());
            self.report(range_of(&names.value), message)
                .help("name a neighborhood with a 1 or a 3 in its matrix, such as plus");
        }
        union
    }

    /// Reads entities from one list or an array of lists; by default `any`.
    fn entities_of(&mut self, property: Option<&ObjectProp<'t>>) -> Option<EntityList> {
        let Some(property) = property else { return Some(any(&self.names)) };
        let lists: Vec<Piece<'_>> = self.list_of(property);
        let lists: Vec<Option<EntityList>> =
            lists.into_iter().map(|list| self.entity_list(list)).collect();
        let mut members = Vec::new();
        for member in
            lists.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flat_map(|list| list.members)
        {
            if !members.iter().any(|(tile, _)| *tile == member.0) {
                members.push(member);
            }
        }
        (!members.is_empty()).then_some(EntityList { members })
    }
}
