//! Reads explorers.

use std::ops::Range;
use std::slice;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use marahel_level::{Mirror, OUT, Tile};

use super::names::closest;
use super::outline::ExplorerOutline;
use super::piece::{Piece, n_empty_first};
use super::reader::{Reader, parse_real, range_of};
use super::rule::split_list;
use crate::spelling::{ALIASES, ExplorerKind, KINDS, PARAMETERS};
use crate::{
    Border, Cost, Dialled, DialledLimits, Estimator, Explorer, Neighborhood, ParameterMut,
    RegionSelector, Replace, Rule, Spelling, Walk,
};

/// Largest number of repeats, tiles and changes: up to here, `f64` is exact.
pub const COUNT_MAX: u64 = 1 << 53;

/// Maximum number of explorers of a script, and of rules of all its explorers together: a hundred
/// times as many as the longest scripts that people write.
pub(crate) const N_RULES_MAX: usize = 10_000;

impl<'t> Reader<'t> {
    /// Reads all explorers; skips those with mistakes.
    pub(crate) fn explorers(&mut self, document: &Object<'t>) -> Vec<Explorer> {
        let Some(property) = self.get(document, "explorers") else { return Vec::new() };
        let Some(array) = property.value.as_array() else {
            let range = range_of(&property.value);
            // A single explorer needs only brackets.
            let object = property.value.as_object().filter(|object| object.get("rules").is_some());
            let fix = object.map(|_| self.in_brackets(range.clone()));
            self.report(range, "`explorers` should be an array of objects")
                .help("put square brackets around them, as in [{\"rules\": [...]}]")
                .fix(fix);
            return Vec::new();
        };
        self.each_explorer(array, "{\"rules\": [...]}", Self::read_explorer)
    }

    /// Reads each explorer of an array by `read`; `example` is for the help.
    pub fn each_explorer(
        &mut self,
        array: &Array<'t>,
        example: &str,
        read: impl Fn(&mut Self, &Object<'t>) -> Option<Explorer>,
    ) -> Vec<Explorer> {
        let n_explorers = array.elements.len();
        if n_explorers > N_RULES_MAX {
            let range = array.range.start..array.range.end;
            self.report(range, format!("there are {n_explorers} explorers"))
                .help(format!("a script has at most {N_RULES_MAX} explorers"));
            return Vec::new();
        }
        let mut explorers = Vec::with_capacity(n_explorers);
        for (index, element) in array.elements.iter().enumerate() {
            self.explorer = Some(index + 1);
            match element.as_object() {
                Some(object) => explorers.extend(read(self, object)),
                None => {
                    self.report(range_of(element), "this is not an explorer")
                        .help(format!("an explorer is an object, as in {example}"));
                }
            }
        }
        self.explorer = None;
        explorers
    }

    pub(crate) fn read_explorer(&mut self, explorer: &Object<'t>) -> Option<Explorer> {
        let keys = ["description", "locked", "type", "region", "parameters", "rules"];
        self.check_keys(explorer, "key of an explorer", &keys);
        if let Some(outline) = &mut self.outline {
            outline.explorers.push(ExplorerOutline::of(explorer));
        }
        let empty = Object { range: explorer.range, properties: Vec::new() };
        let parameters = self.object(explorer, "parameters").unwrap_or(&empty);
        self.check_keys(parameters, "parameter", &PARAMETERS);
        let (name, kind) = self.kind(explorer).unzip();
        if let Some(kind) = kind {
            self.warn_of_ignored(parameters, kind);
        }
        let walk = kind.and_then(|kind| self.walk(kind, parameters));
        let region = self.region(explorer);
        let replace = [("same", Replace::Same), ("buffer", Replace::Buffer)];
        let replace = self.one_of((parameters, "replace"), "value of `replace`", &replace);
        let out = self.out(parameters);
        let mirror = self.one_of((parameters, "mirror"), "mirror", &Mirror::NAMES);
        let [(repeats, of_repeats), (tiles, of_tiles), (changes, of_changes)] =
            ["repeats", "tiles", "changes"].map(|key| self.work_limit(parameters, key).unzip());
        let rules = self.rules(explorer);
        let locked = self.locked(explorer, rules.len());
        Some(Explorer {
            description: self.description(explorer),
            locked,
            name: name?,
            walk: walk?,
            region,
            border: Border::default(),
            wraps: false,
            replace: replace.unwrap_or_default(),
            out,
            mirror,
            repeats: repeats.unwrap_or(1),
            tiles,
            changes,
            dialled: DialledLimits {
                repeats: of_repeats.flatten(),
                tiles: of_tiles.flatten(),
                changes: of_changes.flatten(),
            },
            rules,
        })
    }

    fn work_limit(
        &mut self,
        parameters: &Object<'t>,
        key: &'static str,
    ) -> Option<(u64, Option<Dialled>)> {
        if let Some(property) = self.get(parameters, key) {
            let range = range_of(&property.value);
            self.outline_explorer(|outline| outline.limits.push((key, range)));
        }
        self.whole_number(parameters, key, 0..=COUNT_MAX)
    }

    /// Records places of the current explorer, if an outline was asked for.
    pub fn outline_explorer(&mut self, record: impl FnOnce(&mut ExplorerOutline)) {
        let outline = self.outline.as_mut();
        if let Some(explorer) = outline.and_then(|outline| outline.explorers.last_mut()) {
            record(explorer);
        }
    }

    fn warn_of_ignored(&mut self, parameters: &Object<'t>, kind: &ExplorerKind) {
        self.warn_of_idle(parameters, "it is ignored; remove it", |_, key| {
            if PARAMETERS.contains(&key) && !kind.uses(key) {
                let used = PARAMETERS.into_iter().filter(|parameter| kind.uses(parameter));
                let meant =
                    closest(key, used.filter(|parameter| parameters.get(parameter).is_none()));
                let meant = meant.map(|meant| format!(" (did you mean `{meant}`?)"));
                let kind = kind.names[0];
                return Some(format!("{kind} does not use `{key}`{}", meant.unwrap_or_default()));
            }
            let (name, _) = ALIASES.iter().find(|(_, alias)| *alias == key)?;
            parameters.get(name)?;
            Some(format!("`{key}` is another name of `{name}`, which is given and counts"))
        });
    }

    /// The walk with its given parameters; `None` if one of them is wrong.
    fn walk(&mut self, kind: &ExplorerKind, parameters: &Object<'t>) -> Option<Walk> {
        let mut walk = (kind.walk)();
        let own = walk.parameters_mut();
        let n_own = own.len();
        // Reads all, also after a mistake.
        let read = own.into_iter().filter_map(|(key, part)| self.parameter(key, part, parameters));
        let n_read = read.count();
        (n_read == n_own).then_some(walk)
    }

    /// Reads one parameter of a walk, if it is given; `None` if it is wrong.
    fn parameter(
        &mut self,
        key: &str,
        parameter: ParameterMut<'_>,
        parameters: &Object<'t>,
    ) -> Option<()> {
        let alias = ALIASES.iter().find(|(name, _)| *name == key).map(|(_, alias)| *alias);
        let mut names = [Some(key), alias].into_iter().flatten();
        let Some(property) = names.find_map(|key| self.get(parameters, key)) else {
            if let ParameterMut::Entities(list) = parameter {
                let all = 0..self.names.entities.len() as Tile;
                list.members = all.map(|tile| (tile, 1)).collect();
            }
            return Some(());
        };
        if let ParameterMut::Costs(all) = parameter {
            *all = self.costs(property)?;
            return Some(());
        }
        let piece = self.text_of(property);
        match parameter {
            ParameterMut::Cells(cells, _) => *cells = self.moves(piece?)?,
            ParameterMut::Share(share) => *share = self.share(piece?)?,
            ParameterMut::Heuristics(all) => {
                *all = self.estimators(piece?, "a heuristic is missing");
            }
            ParameterMut::Entities(list) => *list = self.entity_list(piece?)?,
            ParameterMut::Costs(_) | ParameterMut::Word(_) | ParameterMut::Parts(_) => {
                unreachable!("no explorer of today has it")
            }
        }
        Some(())
    }

    fn kind(&mut self, explorer: &Object<'t>) -> Option<(Spelling, &'static ExplorerKind)> {
        let kind_of = |name: &str| Some((Spelling::of(name), ExplorerKind::of(name)?));
        let Some(property) = self.get(explorer, "type") else { return kind_of("narrow_horz") };
        let name = self.text_of(property)?;
        if let Some(kind) = kind_of(name.text) {
            return Some(kind);
        }
        let all = KINDS.iter().flat_map(|kind| kind.names.iter().copied());
        let meant = closest(name.text, all.clone());
        let names: Vec<&str> = match meant {
            Some(_) => all.collect(),
            None => KINDS.iter().map(|kind| kind.names[0]).collect(),
        };
        self.report_unknown(name, "explorer type", names);
        meant.and_then(kind_of)
    }

    /// The regions of an explorer; by default the whole map.
    fn region(&mut self, explorer: &Object<'t>) -> Vec<RegionSelector> {
        let Some(property) = self.get(explorer, "region") else { return vec![RegionSelector::Map] };
        let Some(list) = self.text_of(property) else { return Vec::new() };
        let mut selectors = Vec::new();
        for token in list.text.split(',') {
            let token = list.part(token).trim();
            match (token.text, token.text.parse()) {
                ("map", _) => selectors.push(RegionSelector::Map),
                ("all", _) => selectors.push(RegionSelector::All),
                (_, Ok(index)) => selectors.push(RegionSelector::Index(index)),
                _ => {
                    let names = ["map", "all", "0", "1", "2 and so on, separated by commas"];
                    self.report_unknown(token, "region", names);
                }
            }
            self.outline_explorer(|outline| outline.regions.push(token.range()));
        }
        selectors
    }

    /// The meaning of a parameter that is one of some words.
    fn one_of<T: Copy>(
        &mut self,
        (parameters, key): (&Object<'t>, &str),
        what: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let name = self.scalar(parameters, key)?;
        let meant = words.iter().find(|(word, _)| *word == name.text).map(|(_, meant)| *meant);
        if meant.is_none() {
            self.report_unknown(name, what, words.iter().map(|(word, _)| *word));
        }
        meant
    }

    /// The entity that cells outside read as; `out` itself means none.
    fn out(&mut self, parameters: &Object<'t>) -> Option<Tile> {
        let name = self.scalar(parameters, "out")?;
        match self.names.tiles(name.text).as_deref() {
            Some([OUT]) => None,
            Some([tile]) => Some(*tile),
            Some(_) => {
                let message = format!("`{}` stands for several entities", name.text);
                self.report(name.range(), message).help("`out` needs one of them");
                None
            }
            None => {
                let names = self.entity_names();
                self.report_unknown(name, "entity", names.iter().map(String::as_str));
                None
            }
        }
    }

    fn moves(&mut self, name: Piece<'_>) -> Option<Neighborhood> {
        let neighborhood = self.neighborhood(name)?;
        if neighborhood.offsets().is_empty() {
            let message = format!("the neighborhood `{}` has no cell to move to", name.text);
            self.report(name.range(), message)
                .help("name one with a 1 or a 3 in its matrix, such as plus");
            return None;
        }
        Some(neighborhood)
    }

    fn share(&mut self, piece: Piece<'_>) -> Option<f64> {
        let share = parse_real(piece.text).filter(|share| (0.0..=1.0).contains(share));
        if share.is_none() {
            let message = format!("the probability of a new direction is `{}`", piece.text);
            self.report(piece.range(), message).help("write a number from 0 to 1");
        }
        share
    }

    /// Reads comma-separated estimators; skips those with mistakes.
    fn estimators(&mut self, list: Piece<'_>, missing: &str) -> Vec<Estimator> {
        let parts = split_list(&list);
        let n_first = n_empty_first(&parts);
        let mut estimators = Vec::with_capacity(parts.len());
        for (index, &part) in parts.iter().enumerate() {
            if part.text.is_empty() {
                self.report_empty_slot(&parts, index, n_first, missing);
            } else {
                estimators.extend(self.estimator(part));
            }
        }
        estimators
    }

    /// Reads costs: estimators, or an array in which they may have conditions; skips those with
    /// mistakes.
    fn costs(&mut self, property: &ObjectProp<'t>) -> Option<Vec<Cost>> {
        let Value::Array(array) = &property.value else {
            let piece = self.text_of(property)?;
            if piece.text.contains("->") {
                let range = range_of(&property.value);
                let fix = Some(self.in_brackets(range.clone()));
                self.report(range, "costs with conditions should be an array")
                    .help("write it like [\"self(grass) -> 1\", \"plus(rail) > 0 -> 4\"]")
                    .fix(fix);
                return Some(self.costs_where(piece));
            }
            return Some(self.plain_costs(piece));
        };
        let mut costs = Vec::new();
        for element in &array.elements {
            match Piece::of(element, self.text) {
                Some(piece) if piece.text.contains("->") => costs.extend(self.costs_where(piece)),
                Some(piece) => costs.extend(self.plain_costs(piece)),
                None => {
                    self.report(range_of(element), "this is not a cost").help(
                        "a cost is an estimator, as in \"self(grass)\" or \"plus(rail) > 0 -> 4\"",
                    );
                }
            }
        }
        Some(costs)
    }

    fn plain_costs(&mut self, piece: Piece<'_>) -> Vec<Cost> {
        self.estimators(piece, "a cost is missing").into_iter().map(Cost::from).collect()
    }

    /// Reads `conditions -> estimators`.
    fn costs_where(&mut self, piece: Piece<'_>) -> Vec<Cost> {
        let Some((left, right)) = self.sides(piece) else { return Vec::new() };
        let (left, right) = (left.trim(), right.trim());
        let parts = if left.text.is_empty() { Vec::new() } else { split_list(&left) };
        let conditions = self.all_of(&parts, "a condition is missing", Self::condition);
        let estimators = self.estimators(right, "a cost is missing").into_iter();
        let Some(conditions) = conditions else { return Vec::new() };
        estimators.map(|estimator| Cost { conditions: conditions.clone(), estimator }).collect()
    }

    /// Reads the rules of an explorer; skips those with mistakes.
    pub fn rules(&mut self, explorer: &Object<'t>) -> Vec<Rule> {
        let Some(property) = self.get(explorer, "rules") else {
            self.report(explorer.range.start..explorer.range.start + 1, "there are no `rules`")
                .help("add them, as in \"rules\": [\"self(any) -> self(solid)\"]");
            return Vec::new();
        };
        let range = range_of(&property.value);
        let elements = if let Value::Array(array) = &property.value {
            &array.elements[..]
        } else {
            let is_rule = property.value.as_string_lit().is_some();
            let fix = is_rule.then(|| self.in_brackets(range.clone()));
            self.report(range.clone(), "`rules` should be an array")
                .help("put square brackets around the rules, as in [\"-> self(solid)\"]")
                .fix(fix);
            if is_rule { slice::from_ref(&property.value) } else { &[] }
        };
        if self.are_too_many_rules(elements.len(), range) {
            return Vec::new();
        }
        let mut rules = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            self.rule = Some(index + 1);
            match (element, Piece::of(element, self.text)) {
                (Value::StringLit(_), Some(piece)) => rules.extend(self.read_rule(piece)),
                _ => {
                    self.report(range_of(element), "this is not a rule")
                        .help("a rule is a string, as in \"self(any) -> self(solid)\"");
                }
            }
        }
        self.rule = None;
        rules
    }

    /// Adds to the number of rules, and reports the first explorer that exceeds the limit.
    fn are_too_many_rules(&mut self, n: usize, range: Range<usize>) -> bool {
        let n_before = self.n_rules;
        self.n_rules += n;
        if n_before <= N_RULES_MAX && self.n_rules > N_RULES_MAX {
            let message = format!("there are {} rules up to here", self.n_rules);
            self.report(range, message)
                .help(format!("all explorers together have at most {N_RULES_MAX} rules"));
        }
        self.n_rules > N_RULES_MAX
    }
}
