//! Writes a [`Script`] as a document in its dialect.
//!
//! Names and descriptions are kept, optional parts with default values are left out, and all rules
//! have the same layout.

mod layout;
mod sound;

pub use layout::{explorer_lines, laid_out, one_line, plain};

use std::cell::RefCell;
use std::fmt;

use marahel_level::{OUT, Tile, UNKNOWN};
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_128;

use crate::parse::{Names, OtherDialect};
use crate::spelling::{WORDS, word_of_list};
use crate::{
    Condition, Cost, Dial, Dialled, DialledLimits, DialledRegions, DialledWeights, Divider,
    EntityList, Estimator, Executer, Explorer, Locked, Neighborhood, Parameter, Part, Place,
    RegionSelector, Regions, Replace, Rule, Script, Size, Spelling, Walk,
};

impl Script {
    /// The script as a document.
    ///
    /// A script can contain what its dialect cannot express. So after changing a script, read the
    /// document again, or check that it [is sound](Document::is_sound).
    pub fn to_json(&self) -> Value {
        Writer::of(self).document()
    }

    /// The texts of an explorer's rules, as in the document.
    pub fn rule_texts(&self, index: usize) -> Vec<String> {
        let (writer, explorer) = (Writer::of(self), &self.explorers[index]);
        explorer.rules.iter().map(|rule| writer.rule(rule, &explorer.walk)).collect()
    }

    /// The text of a part, as in the document: the regions, a condition, an executer, a parameter,
    /// or one of several heuristics.
    pub fn text_at(&self, place: Place) -> String {
        let writer = Writer::of(self);
        let rule = |e: usize, r: usize| (&self.explorers[e].rules[r], &self.explorers[e].walk);
        match place {
            Place::Regions => one_line(&writer.document()["regions"]),
            Place::Condition(e, r, c) => {
                let (rule, walk) = rule(e, r);
                writer.condition(&rule.conditions[c], walk)
            }
            Place::Executer(e, r, x) => writer.executer(&rule(e, r).0.executers[x]),
            Place::Parameter(e, key, number) => {
                let mut parameters = self.explorers[e].walk.parameters().into_iter();
                match parameters.find(|(name, _)| *name == key) {
                    Some((_, Parameter::Heuristics(all))) => {
                        writer.estimator(&all[number], &Walk::WideRand)
                    }
                    Some((_, Parameter::Costs(all))) => writer.cost(&all[number]),
                    _ => plain(&writer.explorer(&self.explorers[e])["parameters"][key]),
                }
            }
        }
    }

    /// The entries of an entity list in order, as in the document: one word for all, or the
    /// entities with weights other than 1.
    pub fn entries(&self, list: &EntityList, dialled: Option<&DialledWeights>) -> Vec<String> {
        Writer::of(self).entries(list, dialled.map_or(&[], Vec::as_slice))
    }
}

/// A script with its document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The script as read from the document, with the document's neighborhood names and rule texts.
    pub script: Script,
    /// The document, in one line.
    pub text: String,
    /// Characters of its explorers and regions, without descriptions and locks.
    pub n_characters: usize,
}

impl Document {
    /// Writes a script.
    pub fn of(mut script: Script) -> Self {
        let writer = Writer::of(&script);
        let mut document = writer.document();
        let text = document.to_string();
        script.neighborhoods.0.extend(writer.named.into_inner());
        let written = document["explorers"].as_array_mut().into_iter().flatten();
        for (explorer, written) in script.explorers.iter_mut().zip(written) {
            let texts = written["rules"].as_array().into_iter().flatten();
            for (rule, text) in explorer.rules.iter_mut().zip(texts.filter_map(Value::as_str)) {
                rule.text = Spelling::of(text);
            }
            let written = written.as_object_mut().expect("explorers are objects");
            written.retain(|key, _| !["description", "locked"].contains(&key.as_str()));
        }
        let [regions, explorers] = ["regions", "explorers"].map(|part| document[part].to_string());
        Self { script, text, n_characters: regions.len() + explorers.len() }
    }

    /// A hash of the text, the same on every machine, as checkpoints keep it. With 128 bits, two
    /// texts of one search never share it in practice.
    pub fn hash(&self) -> u128 {
        xxh3_128(self.text.as_bytes())
    }
}

/// The document in a readable layout.
impl fmt::Display for Script {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        layout::lay_out(formatter, &self.to_json())
    }
}

/// Writes the parts of a script, using its names.
#[derive(Debug)]
pub struct Writer<'s> {
    script: &'s Script,
    names: Names,
    /// New names for neighborhoods without one.
    named: RefCell<Vec<(String, Neighborhood)>>,
}

impl<'s> Writer<'s> {
    fn of(script: &'s Script) -> Self {
        Self { script, names: Names::of(script), named: RefCell::default() }
    }

    fn keys(&self) -> [&'static str; 3] {
        self.script.dialect.plugged_in().map_or(["min", "max", "number"], OtherDialect::keys)
    }

    fn document(&self) -> Value {
        let Script { description, min, max, regions, explorers, .. } = self.script;
        let explorers: Vec<Value> =
            explorers.iter().map(|explorer| self.explorer(explorer)).collect();
        let mut document = json!({});
        if !description.as_str().is_empty() {
            document["description"] = json!(description.as_str());
        }
        let [of_min, of_max, _] = self.keys();
        document["metadata"] = json!({of_min: size(*min), of_max: size(*max)});
        document["entities"] = self.entities();
        if !self.script.dials.is_empty() {
            document["dials"] = dials_json(&self.script.dials);
        }
        let declared = self.script.neighborhoods.0.iter();
        let neighborhoods: Map<String, Value> = declared
            .chain(&*self.named.borrow())
            .map(|(name, cells)| (name.clone(), json!(cells.to_matrix())))
            .collect();
        if !neighborhoods.is_empty() {
            document["neighborhoods"] = Value::Object(neighborhoods);
        }
        if let Some(regions) = regions {
            document["regions"] = self.regions(regions);
        }
        document["explorers"] = Value::Array(explorers);
        document
    }

    fn entities(&self) -> Value {
        let Script { entities, limits, colors, .. } = self.script;
        if limits.is_empty() && colors.is_empty() {
            return json!(entities);
        }
        let all = entities.iter().enumerate().map(|(tile, name)| (name.clone(), self.entity(tile)));
        Value::Object(all.collect())
    }

    fn entity(&self, tile: usize) -> Value {
        let Script { limits, colors, .. } = self.script;
        let mut about = Map::new();
        let color = colors.iter().find(|(of, _)| usize::from(*of) == tile);
        if let Some((_, [red, green, blue])) = color {
            about.insert("color".to_owned(), json!(format!("#{red:02x}{green:02x}{blue:02x}")));
        }
        if let Some(limit) = limits.iter().find(|limit| usize::from(limit.tile) == tile) {
            about.insert("min".to_owned(), json!(limit.min));
            about.extend(limit.max.map(|max| ("max".to_owned(), json!(max))));
        }
        Value::Object(about)
    }

    fn regions(&self, regions: &Regions) -> Value {
        let (kind, min, max, trials) = match regions.divider {
            Divider::Equal { min, max } => ("equal", min, max, None),
            Divider::Bsp { min, max } => ("bsp", min, max, None),
            Divider::Sampling { min, max, trials } => ("sampling", min, max, trials),
        };
        let mut parameters = Map::new();
        let DialledRegions { number: dialled_number, sides } = &regions.dialled;
        parameters.insert("min".to_owned(), json!(self.size(min, &sides[..2])));
        if max.width < u32::MAX || max.height < u32::MAX {
            parameters.insert("max".to_owned(), json!(self.size(max, &sides[2..])));
        }
        parameters.extend(trials.map(|trials| ("trials".to_owned(), json!(trials))));
        let [_, _, number] = self.keys();
        let n_regions = self.number(regions.number, dialled_number.as_ref());
        let mut written = json!({"type": kind, number: n_regions, "parameters": parameters});
        if regions.is_locked {
            written["locked"] = json!(true);
        }
        written
    }

    fn explorer(&self, explorer: &Explorer) -> Value {
        let Explorer { description, locked, name, walk, rules, .. } = explorer;
        let mut written = Map::new();
        if !description.as_str().is_empty() {
            written.insert("description".to_owned(), json!(description.as_str()));
        }
        match locked {
            Locked::No => (),
            Locked::Rules(rules) => drop(written.insert("locked".to_owned(), json!(rules))),
            Locked::Whole => drop(written.insert("locked".to_owned(), json!(true))),
        }
        written.insert("type".to_owned(), json!(name.as_str()));
        let mut parameters = self.walk(walk);
        if let Some(dialect) = self.script.dialect.plugged_in() {
            let (region, beside) = dialect.write(explorer, self);
            written.insert("region".to_owned(), region);
            parameters.extend(beside);
        } else {
            if explorer.region != [RegionSelector::Map] {
                written.insert("region".to_owned(), json!(self.region(explorer)));
            }
            self.add_limits(explorer, &mut parameters);
        }
        if !parameters.is_empty() {
            written.insert("parameters".to_owned(), Value::Object(parameters));
        }
        let rules: Vec<String> = rules.iter().map(|rule| self.rule(rule, walk)).collect();
        written.insert("rules".to_owned(), json!(rules));
        Value::Object(written)
    }

    fn add_limits(&self, explorer: &Explorer, parameters: &mut Map<String, Value>) {
        let mut put = |name: &str, value: Value| drop(parameters.insert(name.to_owned(), value));
        if explorer.replace == Replace::Buffer {
            put("replace", json!("buffer"));
        }
        if let Some(tile) = explorer.out {
            put("out", json!(self.tile(tile)));
        }
        if let Some(mirror) = explorer.mirror {
            put("mirror", json!(mirror.name()));
        }
        let DialledLimits { repeats, tiles, changes } = &explorer.dialled;
        if explorer.repeats != 1 || repeats.is_some() {
            put("repeats", self.number(explorer.repeats, repeats.as_ref()));
        }
        for (name, number, dialled) in
            [("tiles", explorer.tiles, tiles), ("changes", explorer.changes, changes)]
        {
            if let Some(number) = number {
                put(name, self.number(number, dialled.as_ref()));
            }
        }
    }

    /// The region list of an explorer; consecutive rectangles share one word.
    pub fn region(&self, explorer: &Explorer) -> String {
        let mut words: Vec<String> = Vec::new();
        for selector in &explorer.region {
            let word = match selector {
                RegionSelector::Map => "map".to_owned(),
                RegionSelector::All => "all".to_owned(),
                RegionSelector::Index(index) => index.to_string(),
                RegionSelector::Some(_) => "some".to_owned(),
                RegionSelector::Specific(_) => "specific".to_owned(),
            };
            if word != "specific" || words.last() != Some(&word) {
                words.push(word);
            }
        }
        words.join(",")
    }

    fn walk(&self, walk: &Walk) -> Map<String, Value> {
        let said = walk.parameters().into_iter().filter(|(_, parameter)| {
            // Empty costs are the default.
            !matches!(parameter, Parameter::Costs(costs) if costs.is_empty())
        });
        let written = said.map(|(key, parameter)| {
            let value = match parameter {
                Parameter::Cells(cells, _) => json!(self.neighborhood(cells)),
                Parameter::Share(share) => json!(share),
                Parameter::Heuristics(all) => {
                    json!(joined(all, |estimator| self.estimator(estimator, &Walk::WideRand)))
                }
                Parameter::Costs(all) if all.iter().all(|cost| cost.conditions.is_empty()) => {
                    json!(joined(all, |cost| self.cost(cost)))
                }
                Parameter::Costs(all) => all.iter().map(|cost| self.cost(cost)).collect(),
                Parameter::Entities(list) => json!(self.list(list)),
                Parameter::Word(word) => json!(word),
                Parameter::Parts(parts) => parts.iter().map(written_number).collect(),
            };
            (key.to_owned(), value)
        });
        written.collect()
    }

    /// A rule of an explorer with this walk. In other dialects, the walk affects some words.
    fn rule(&self, rule: &Rule, walk: &Walk) -> String {
        let conditions = joined(&rule.conditions, |condition| self.condition(condition, walk));
        let executers = joined(&rule.executers, |executer| self.executer(executer));
        if conditions.is_empty() {
            return format!("-> {executers}");
        }
        format!("{conditions} -> {executers}")
    }

    fn cost(&self, Cost { conditions, estimator }: &Cost) -> String {
        let walk = &Walk::WideRand;
        let estimator = self.estimator(estimator, walk);
        if conditions.is_empty() {
            return estimator;
        }
        format!(
            "{} -> {estimator}",
            joined(conditions, |condition| self.condition(condition, walk))
        )
    }

    fn executer(&self, Executer { neighborhood, entities, dialled }: &Executer) -> String {
        let list = self.entries(entities, dialled).join("|");
        format!("{}({list})", self.neighborhood(neighborhood))
    }

    fn condition(&self, condition: &Condition, walk: &Walk) -> String {
        match condition {
            Condition::Bare(estimator) => self.estimator(estimator, walk),
            Condition::Compare(left, operator, right) => {
                let sign = operator.sign();
                format!("{} {sign} {}", self.estimator(left, walk), self.estimator(right, walk))
            }
        }
    }

    /// The text of an estimator in a rule of an explorer with this walk.
    pub fn estimator(&self, estimator: &Estimator, walk: &Walk) -> String {
        let word = |word| {
            self.script.dialect.plugged_in().map_or(word, |dialect| dialect.word(word, walk))
        };
        if let Some((worded, _)) = WORDS.iter().find(|(_, worded)| worded == estimator) {
            return word(worded).to_owned();
        }
        let call = |name: &str, list: &EntityList| format!("{name}({})", self.list(list));
        if let (Some(worded), [Part::List(list, ..)]) =
            (word_of_list(estimator), &estimator.parts()[..])
        {
            return call(word(worded), list);
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "all others are in a table of words")]
        match estimator {
            Estimator::Number(number) => number.to_string(),
            Estimator::Dial(dialled, _) => self.dialled(dialled),
            Estimator::Noise { scale } => format!("noise{scale}"),
            Estimator::Place(edge, Some(divisor)) => {
                let word = self.estimator(&Estimator::Place(*edge, None), walk);
                format!("{word}{divisor}")
            }
            Estimator::Total(list) => self.list(list),
            Estimator::Neighborhood(cells, list) => call(&self.neighborhood(cells), list),
            Estimator::Extension(extension) => extension.text(self, walk),
            unworded => unreachable!("{unworded:?} has no word"),
        }
    }

    /// The name of a neighborhood; a new one if it has none.
    pub fn neighborhood(&self, cells: &Neighborhood) -> String {
        if let Some(name) = self.names.name_of(cells) {
            return name.to_owned();
        }
        let mut named = self.named.borrow_mut();
        if let Some((name, _)) = named.iter().find(|(_, offsets)| offsets == cells) {
            return name.clone();
        }
        let mut numbered = (1_u64..).map(|number| format!("cells{number}"));
        let free = numbered.find(|name| {
            !self.names.is_neighborhood(name) && named.iter().all(|(used, _)| used != name)
        });
        let name = free.expect("the numbers do not end");
        named.push((name.clone(), cells.clone()));
        name
    }

    /// The text of a list.
    pub fn list(&self, list: &EntityList) -> String {
        self.entries(list, &[]).join("|")
    }

    /// The entries of a list; `dialled` has the weights that follow a dial.
    fn entries(&self, list: &EntityList, dialled: &[(Tile, Dialled)]) -> Vec<String> {
        let mut words = ["any", "entity"].into_iter().filter(|_| dialled.is_empty());
        let whole = words.find(|word| {
            let tiles = self.names.tiles(word).unwrap_or_default();
            tiles.len() > 1
                && list.members.iter().copied().eq(tiles.into_iter().map(|tile| (tile, 1)))
        });
        if let Some(word) = whole {
            return vec![word.to_owned()];
        }
        let members = list.members.iter().map(|&(tile, weight)| {
            let name = self.tile(tile);
            match (dialled.iter().find(|(of, _)| *of == tile), weight) {
                (Some((_, dialled)), _) => format!("{name}:{}", self.dialled(dialled)),
                (None, 1) => name.to_owned(),
                (None, weight) => format!("{name}:{weight}"),
            }
        });
        members.collect()
    }

    fn dialled(&self, dialled: &Dialled) -> String {
        dialled.text(&self.script.dials).to_string()
    }

    fn number<T: Into<u64>>(&self, number: T, dialled: Option<&Dialled>) -> Value {
        dialled.map_or_else(|| json!(number.into()), |dialled| json!(self.dialled(dialled)))
    }

    /// The text of a size; `dialled` has the sides that follow a dial.
    fn size(&self, size: Size, dialled: &[Option<Dialled>]) -> String {
        if dialled.iter().all(Option::is_none) {
            return self::size(size);
        }
        let sides = [(size.width, dialled[0]), (size.height, dialled[1])];
        let [width, height] = sides.map(|(side, dialled)| {
            dialled.map_or_else(|| side.to_string(), |dialled| self.dialled(&dialled))
        });
        format!("{width} x {height}")
    }

    /// The name of a tile.
    pub fn tile(&self, tile: Tile) -> &str {
        match tile {
            UNKNOWN => "unknown",
            OUT => "out",
            tile => &self.script.entities[usize::from(tile)],
        }
    }
}

pub(crate) fn dials_json(dials: &[Dial]) -> Value {
    let dials = dials.iter().map(|Dial { name, min, max, value }| {
        let mut numbers = vec![*min, *max];
        numbers.extend((*value != Dial::middle(*min, *max)).then_some(*value));
        (name.clone(), numbers.into_iter().map(real).collect())
    });
    Value::Object(dials.collect())
}

/// Whole numbers are written without a decimal point.
fn real(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() < (1_u64 << 53) as f64;
    if is_whole { json!(number as i64) } else { json!(number) }
}

fn size(Size { width, height }: Size) -> String {
    format!("{width}x{height}")
}

fn written_number(part: &Part<'_>) -> Value {
    match part {
        Part::Share(share) => json!(share),
        Part::Whole(whole) => json!(whole.number.get()),
        Part::Constant(_) | Part::List(..) | Part::Cells(..) | Part::Comparison(_) => Value::Null,
    }
}

fn joined<T>(parts: &[T], text: impl Fn(&T) -> String) -> String {
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
