//! Games of PuzzleScript: the levels, with the names of its legend.
//!
//! Source: PuzzleScript documentation (puzzlescript.net, Objects, Legend, Levels).

use std::collections::{BTreeMap, BTreeSet};

use marahel_level::{LevelError, N_TILES_MAX, check_count};

use crate::naming::{Grid, Kinds, Stock, TileKind};
use crate::tiled::N_TILES_IN_ALL;
use crate::{Aim, Hints, Origin, Quantity, Reading, ReadingNotes, Said};

#[cfg(test)]
mod tests;

/// What all cells have, whatever else they have.
const BACKGROUND: &str = "background";

/// Maximum number of objects in a cell, because a line of the legend may name other lines.
const N_OBJECTS_MAX: usize = 100;

/// Longest name of a cell with several objects, in bytes: problem files and folders repeat it.
const NAME_BYTES_MAX: usize = 64;

const SECTIONS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Lines of the levels that begin with these words are no rows.
const NO_ROWS: [&str; 4] = ["message", "section", "goto", "title"];

/// What a character or a word of the legend is.
#[derive(Clone, Debug)]
enum Meaning {
    All(Vec<String>),
    /// One of several, so that no cell can have it.
    Any,
}

/// Whether a text is a game: it has a legend and levels below these words.
pub(crate) fn is_game(text: &str) -> bool {
    let has = |name: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(name));
    has("legend") && has("levels")
}

pub(crate) fn read(text: &str, hints: &Hints) -> Result<Reading, LevelError> {
    let game = Game::parse(&without_comments(text))?;
    let mut kinds = Kinds::default();
    let (mut grids, mut n_cells) = (Vec::new(), 0);
    for level in &game.levels {
        let grid = game.grid(level, &mut kinds)?;
        n_cells += grid.cells.len();
        if n_cells > N_TILES_IN_ALL {
            bail!("all levels together have more than {N_TILES_IN_ALL} cells");
        }
        grids.push(grid);
    }
    let said = game.said();
    let about =
        ReadingNotes { origin: Some(Origin::PuzzleScript), said, ..ReadingNotes::default() };
    Stock { kinds: kinds.list, grids }.named(hints, about)
}

#[derive(Default)]
struct Game {
    /// By characters and words in small letters.
    meanings: BTreeMap<String, Meaning>,
    /// The names of objects in small letters.
    objects: BTreeSet<String>,
    /// What each line of the legend names, by its first word: its number, and the words.
    lines: BTreeMap<String, (usize, Vec<String>)>,
    levels: Vec<LevelOfGame>,
    /// The words of each layer; of one layer there is one object in a cell.
    layers: Vec<Vec<String>>,
    of_rules: BTreeSet<String>,
    /// The lines of the win conditions, in words.
    aims: Vec<Vec<String>>,
}

/// The rows of a level, and the number of the first line.
struct LevelOfGame {
    line: usize,
    rows: Vec<String>,
}

impl Game {
    fn parse(text: &str) -> Result<Self, LevelError> {
        let mut game = Self::default();
        let mut section = "";
        // Whether the next line of objects is a name, and whether the next row begins a level.
        let mut is_start = true;
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            let lower = text.to_lowercase();
            let is_ruler = text.len() > 1 && text.chars().all(|sign| sign == '=');
            if let Some(name) = SECTIONS.into_iter().find(|name| *name == lower) {
                (section, is_start) = (name, true);
            } else if text.is_empty() || is_ruler {
                is_start = true;
            } else {
                match section {
                    "objects" if is_start => game.note_object(&lower),
                    "legend" => game.note_legend(&lower, line)?,
                    "levels" => {
                        let word = lower.split_whitespace().next().unwrap_or_default();
                        if NO_ROWS.contains(&word) {
                            is_start = true;
                            continue;
                        }
                        if is_start {
                            game.levels.push(LevelOfGame { line, rows: Vec::new() });
                            check_count(game.levels.len())?;
                        }
                        let level = game.levels.last_mut().expect("the first row begins a level");
                        level.rows.push(text.to_owned());
                    }
                    "collisionlayers" => game.layers.push(words_of(&lower)),
                    "rules" => game.of_rules.extend(words_of(&lower)),
                    "winconditions" => game.aims.push(words_of(&lower)),
                    _ => {}
                }
                is_start = false;
            }
        }
        game.check_lines()?;
        Ok(game)
    }

    /// Refuses lines of the legend that say what they are by each other.
    fn check_lines(&self) -> Result<(), LevelError> {
        let mut open: BTreeMap<&str, &[String]> = self
            .lines
            .iter()
            .filter(|(key, _)| !self.objects.contains(*key))
            .map(|(key, (_, words))| (key.as_str(), words.as_slice()))
            .collect();
        let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut n_open: BTreeMap<&str, usize> = BTreeMap::new();
        for (&key, words) in &open {
            let of_lines = words.iter().map(String::as_str).filter(|word| open.contains_key(word));
            let of_lines: Vec<&str> = of_lines.collect();
            n_open.insert(key, of_lines.len());
            for word in of_lines {
                users.entry(word).or_default().push(key);
            }
        }
        let mut known: Vec<&str> =
            n_open.iter().filter(|(_, n)| **n == 0).map(|(key, _)| *key).collect();
        while let Some(key) = known.pop() {
            open.remove(key);
            for user in users.remove(key).unwrap_or_default() {
                let n = n_open.get_mut(user).expect("it is a line");
                *n -= 1;
                if *n == 0 {
                    known.push(user);
                }
            }
        }
        // Each line that is left names another that is left, so that one comes again.
        let mut way = BTreeSet::new();
        let mut at = open.keys().next().copied();
        while let Some(key) = at.filter(|key| way.insert(*key)) {
            let next = open[key].iter().find_map(|word| open.get_key_value(word.as_str()));
            at = next.map(|(word, _)| *word);
        }
        at.map_or(Ok(()), |key| {
            let line = self.lines[key].0;
            Err(LevelError::Content(format!(
                "line {line}: `{key}` of the legend is said by itself, in a circle"
            )))
        })
    }

    /// What the game says besides its levels. Its players are the group or the object `player`.
    fn said(&self) -> Said {
        let groups: Vec<(String, Vec<String>)> = self
            .meanings
            .iter()
            .filter(|(_, meaning)| matches!(meaning, Meaning::Any))
            .filter_map(|(name, _)| Some((name.clone(), self.objects_of(name)?)))
            .collect();
        let in_rules: BTreeSet<String> = self
            .of_rules
            .iter()
            .flat_map(|word| self.objects_of(word).unwrap_or_default())
            .collect();
        let players = self.objects_of("player").unwrap_or_default();
        let mut beside_players = BTreeSet::new();
        for layer in &self.layers {
            let objects = layer.iter().flat_map(|word| self.objects_of(word).unwrap_or_default());
            let objects: BTreeSet<String> = objects.collect();
            if players.iter().any(|player| objects.contains(player)) {
                beside_players.extend(objects);
            }
        }
        // What rules name may move, or be in the way though it shares cells with players.
        let still = self.objects.iter().filter(|object| !in_rules.contains(*object)).cloned();
        let (walls, free) = still
            .filter(|object| !players.contains(object))
            .partition(|object| beside_players.contains(object));
        let aims = self.aims.iter().filter_map(|words| self.aim(words)).collect();
        Said { parts: Vec::new(), groups, aims, walls, free }
    }

    /// A win condition such as `all target on crate`.
    fn aim(&self, words: &[String]) -> Option<Aim> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (quantity, things, place) = match words[..] {
            [quantity, things] => (quantity, things, None),
            [quantity, things, "on", place] => (quantity, things, Some(place)),
            _ => return None,
        };
        let quantity = match quantity {
            "all" => Quantity::All,
            "some" | "any" => Quantity::Some,
            "no" => Quantity::No,
            _ => return None,
        };
        let on = match place {
            Some(place) => Some(self.objects_of(place)?),
            None => None,
        };
        Some(Aim { quantity, things: self.objects_of(things)?, on })
    }

    /// The objects of which a word means one; `None` if it means several together, or nothing.
    fn objects_of(&self, word: &str) -> Option<Vec<String>> {
        let mut objects = Vec::new();
        let (mut left, mut seen) = (vec![word], BTreeSet::new());
        while let Some(word) = left.pop() {
            if !seen.insert(word) {
                continue;
            }
            match (self.meanings.get(word), self.lines.get(word)) {
                _ if self.objects.contains(word) => objects.push(word.to_owned()),
                (Some(Meaning::Any), Some((_, words))) => {
                    left.extend(words.iter().map(String::as_str));
                }
                (Some(Meaning::All(all)), _) if all.len() == 1 => left.push(&all[0]),
                _ => return None,
            }
        }
        objects.sort();
        Some(objects)
    }

    /// Takes the other names of an object, which stand behind it.
    fn note_object(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { return };
        self.objects.insert(name.to_owned());
        for word in words {
            self.meanings.insert(word.to_owned(), Meaning::All(vec![name.to_owned()]));
        }
    }

    /// Takes a line such as `@ = crate and target`, or `+=border`.
    fn note_legend(&mut self, text: &str, line: usize) -> Result<(), LevelError> {
        // Spaces around the sign may be missing, and the key may be this sign.
        let n_first = text.chars().next().map_or(0, char::len_utf8);
        let Some(at) = text[n_first..].find('=') else { return Ok(()) };
        let (key, words) = (text[..n_first + at].trim_end(), &text[n_first + at + 1..]);
        if key.contains(char::is_whitespace) {
            return Ok(());
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        let named = words.iter().filter(|word| !["and", "or"].contains(word));
        let named = named.map(|word| (*word).to_owned()).collect();
        self.lines.insert(key.to_owned(), (line, named));
        let meaning = if words.contains(&"or") {
            Meaning::Any
        } else {
            let mut objects: Vec<String> = Vec::new();
            let mut is_any = false;
            for word in words.into_iter().filter(|word| *word != "and") {
                match self.meanings.get(word) {
                    Some(Meaning::All(of_word)) => {
                        let new = of_word.iter().filter(|object| !objects.contains(object));
                        let new: Vec<String> = new.cloned().collect();
                        objects.extend(new);
                    }
                    Some(Meaning::Any) => is_any = true,
                    None if objects.iter().any(|object| object == word) => {}
                    None => objects.push(word.to_owned()),
                }
                if objects.len() > N_OBJECTS_MAX {
                    bail!("line {line}: `{key}` is more than {N_OBJECTS_MAX} objects together");
                }
            }
            if is_any { Meaning::Any } else { Meaning::All(objects) }
        };
        self.meanings.insert(key.to_owned(), meaning);
        Ok(())
    }

    /// The cells of a level. A row that ends early goes on with its last tile, as in the game.
    fn grid(&self, level: &LevelOfGame, kinds: &mut Kinds) -> Result<Grid, LevelError> {
        let width = level.rows.first().map_or(0, |row| row.chars().count());
        if width.saturating_mul(level.rows.len()) > N_TILES_MAX {
            return Err(LevelError::TooLarge);
        }
        let mut cells = Vec::new();
        for (y, row) in level.rows.iter().enumerate() {
            let n = row.chars().count();
            ensure!(
                n <= width,
                "line {}: the row has {n} tiles, but the first one of its level has {width}",
                level.line + y
            );
            let last = row.chars().last().into_iter();
            for (x, sign) in row.chars().chain(last.cycle()).take(width).enumerate() {
                let kind = self.kind(sign, kinds).map_err(|what| {
                    let line = level.line + y;
                    LevelError::Content(format!("line {line}, column {}: {what}", x + 1))
                })?;
                cells.push(Some(kind));
            }
        }
        Ok(Grid { id: None, width, cells, below: Vec::new() })
    }

    fn kind(&self, sign: char, kinds: &mut Kinds) -> Result<u32, String> {
        let key: String = sign.to_lowercase().collect();
        let objects = match self.meanings.get(&key) {
            Some(Meaning::All(objects)) => objects,
            Some(Meaning::Any) => {
                return Err(format!("`{sign}` is one of several objects, so it is no tile"));
            }
            // An object with a name of one character stands for itself.
            None if self.objects.contains(&key) => &vec![key.clone()],
            None => return Err(format!("the legend does not say what `{sign}` is")),
        };
        Ok(kinds.kind(key, |_| {
            let things = objects.iter().filter(|object| *object != BACKGROUND);
            let things: Vec<&str> = things.map(String::as_str).collect();
            let name = match things[..] {
                [] => BACKGROUND.to_owned(),
                [thing] => thing.to_owned(),
                [first, ..] => {
                    let all = things.join("_and_");
                    let more = || format!("{first}_and_{}_more_{sign}", things.len() - 1);
                    if all.len() > NAME_BYTES_MAX { more() } else { all }
                }
            };
            TileKind { name: Some(name), parts: objects.clone(), ..TileKind::default() }
        }))
    }
}

/// The words of a line, without signs between them.
fn words_of(line: &str) -> Vec<String> {
    let words = line.split(|sign: char| sign.is_whitespace() || "[]|,>".contains(sign));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A text with what stands in brackets blanked out, so that lines keep their numbers.
fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let characters = text.chars().filter(|&sign| {
        let is_inside = depth > 0;
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        sign == '\n' || !is_inside && sign != '(' && sign != ')'
    });
    characters.collect()
}
