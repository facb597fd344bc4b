//! Sokoban collections (XSB): puzzles between comments and titles, with rows that end at the last
//! wall.
//!
//! Source: Sokoban wiki (sokobano.de, Level format).

use std::iter::repeat;
use std::sync::Arc;

use marahel_level::{Level, LevelError, N_LEVELS_MAX, N_TILES_MAX, Palette, Tile, check_count};
use serde_json::Value;

use crate::tiled::N_TILES_IN_ALL;
use crate::{Hints, LevelOfFile, Origin, Reading, ReadingNotes};

#[cfg(test)]
mod tests;

/// Characters of a collection with possible entity names; the first one in the palette counts.
const NAMES: [(&str, &[&str]); 5] = [
    ("#", &["solid", "wall"]),
    ("-_ ", &["empty", "floor"]),
    ("@", &["player"]),
    ("$", &["crate"]),
    (".", &["target"]),
];

/// Things on a target, if the palette has them.
const ON_TARGETS: [(&str, &[&str]); 2] =
    [("*", &["crate_on_target"]), ("+", &["player_on_target"])];

/// A line of puzzle characters with one of these, but no wall, belongs to another kind of level.
const THINGS: [char; 5] = ['@', '+', '$', '*', '.'];

/// Maximum surplus of targets over crates in a text that is recognized by its content.
const N_SPARE_TARGETS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    pub(crate) title: Option<String>,
    /// Its first line, from 1.
    pub(crate) line: usize,
    /// Rows, which may end early.
    pub(crate) rows: Vec<String>,
}

/// The puzzles of a text, if it is a Sokoban collection whose characters have a known or open
/// meaning.
pub(crate) fn read(text: &str, hints: &Hints) -> Option<Result<Reading, LevelError>> {
    if hints.legend.has_characters() {
        return None;
    }
    let puzzles = collection(text)?;
    let palette = palette_of(&puzzles, hints)?;
    Some(levels(puzzles, &palette))
}

/// The levels of puzzles from a file that holds nothing else.
pub(crate) fn of_puzzles(puzzles: Vec<Puzzle>, hints: &Hints) -> Result<Reading, LevelError> {
    let is_in_place = |sign: char| all_characters().any(|characters| characters.contains(sign));
    for puzzle in &puzzles {
        for (y, row) in puzzle.rows.iter().enumerate() {
            if let Some((x, sign)) = row.chars().enumerate().find(|(_, sign)| !is_in_place(*sign)) {
                bail!(
                    "line {}, row {}, column {}: `{}` is no tile of Sokoban",
                    puzzle.line,
                    y + 1,
                    x + 1,
                    sign.escape_debug()
                );
            }
        }
    }
    let palette = palette_of(&puzzles, hints).ok_or_else(lacks_tiles)?;
    levels(puzzles, &palette)
}

/// The given palette, if it has the tiles of puzzles, or the usual one.
fn palette_of(puzzles: &[Puzzle], hints: &Hints) -> Option<Arc<Palette>> {
    let Some(palette) = hints.named.as_ref().or(hints.target.as_ref()) else {
        return Some(Arc::new(usual_palette(puzzles)));
    };
    // A `+` alone is somebody too.
    let all = NAMES.iter().all(|(characters, names)| {
        names.iter().any(|name| palette.tile(name).is_some())
            || *characters == "@" && !has(puzzles, "@")
    });
    all.then(|| Arc::clone(palette))
}

/// The error that the tiles here are others.
pub(crate) fn lacks_tiles() -> LevelError {
    let names = NAMES.map(|(_, names)| names.join(" or ")).join(", ");
    LevelError::Content(format!(
        "this is a Sokoban collection (XSB), whose tiles are {names}, which are not all among the tiles here"
    ))
}

/// The characters of a collection, those of one meaning together.
fn all_characters() -> impl Iterator<Item = &'static str> {
    NAMES.iter().chain(&ON_TARGETS).map(|(characters, _)| *characters)
}

/// Whether a text is a Sokoban collection.
pub(crate) fn is_collection(text: &str) -> bool {
    collection(text).is_some()
}

/// The puzzles of a text as levels, if it is a Sokoban collection.
pub(crate) fn puzzles(text: &str) -> Option<Result<Reading, LevelError>> {
    read(text, &Hints::default())
}

fn levels(puzzles: Vec<Puzzle>, palette: &Arc<Palette>) -> Result<Reading, LevelError> {
    let about = ReadingNotes { origin: Some(Origin::Sokoban), ..ReadingNotes::default() };
    let mut reading = Reading { levels: Vec::new(), about };
    let n_puzzles = puzzles.len();
    check_count(n_puzzles)?;
    let mut first = None;
    let mut n_cells = 0;
    for (number, puzzle) in (1..).zip(puzzles) {
        // Rows are padded to the longest of their puzzle.
        n_cells += puzzle.width() * puzzle.rows.len();
        if n_cells > N_TILES_IN_ALL {
            bail!("all puzzles together have more than {N_TILES_IN_ALL} cells");
        }
        match puzzle.level(palette) {
            Ok(level) => {
                let id = puzzle.title.map(Value::from);
                reading.levels.push(LevelOfFile { level, id });
            }
            Err(error) if n_puzzles == 1 => return Err(error),
            Err(error) => {
                reading.about.leave_out(format!("puzzle {number}: {error}"));
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if reading.levels.is_empty() => Err(error),
        _ => Ok(reading),
    }
}

/// Whether a puzzle has this character.
fn has(puzzles: &[Puzzle], character: &str) -> bool {
    puzzles.iter().flat_map(|puzzle| &puzzle.rows).any(|row| row.contains(character))
}

fn usual_palette(puzzles: &[Puzzle]) -> Palette {
    let on_targets = ON_TARGETS.iter().filter(|(character, _)| has(puzzles, character));
    let names = NAMES.iter().chain(on_targets).map(|(_, names)| names[0]);
    Palette::of_names(&names.collect::<Vec<_>>()).expect("the names are distinct")
}

impl Puzzle {
    fn width(&self) -> usize {
        self.rows.iter().map(String::len).max().unwrap_or(0)
    }

    fn level(&self, palette: &Arc<Palette>) -> Result<Level, LevelError> {
        let width = self.width();
        if width * self.rows.len() > N_TILES_MAX {
            return Err(LevelError::TooLarge);
        }
        let mut tiles = Vec::new();
        for (y, row) in self.rows.iter().enumerate() {
            // By hand: `format!` panics if a width is above 65,535.
            for (x, character) in row.chars().chain(repeat(' ')).take(width).enumerate() {
                tiles.push(tile(character, palette).ok_or_else(|| {
                    let what = if character == '*' { "crate" } else { "player" };
                    LevelError::Content(format!(
                        "line {}, row {}, column {}: `{character}` is a {what} on a target, but a cell \
                         here holds one thing; put them in cells of their own",
                        self.line + y,
                        y + 1,
                        x + 1
                    ))
                })?);
            }
        }
        Ok(Level::from_tiles(width, tiles, Arc::clone(palette)))
    }

    /// Whether it is unmistakable: as many targets as crates, or up to three more and still no
    /// more than floor, which is `.` elsewhere.
    fn is_whole(&self) -> bool {
        let (n_crates, n_targets) = (count(&self.rows, "$*"), count(&self.rows, ".*+"));
        let is_nearly = (n_crates..=n_crates + N_SPARE_TARGETS).contains(&n_targets)
            && n_targets <= count(&self.rows, NAMES[1].0);
        is_sound(&self.rows) && (n_crates == n_targets || is_nearly)
    }
}

/// Whether rows have a player and something to push.
fn is_sound(rows: &[String]) -> bool {
    count(rows, "@+") == 1 && count(rows, "$*") > 0
}

fn count(rows: &[String], characters: &str) -> usize {
    rows.iter().flat_map(|row| row.chars()).filter(|&sign| characters.contains(sign)).count()
}

fn tile(character: char, palette: &Palette) -> Option<Tile> {
    let mut all = NAMES.iter().chain(&ON_TARGETS);
    let (_, names) = all.find(|(characters, _)| characters.contains(character))?;
    names.iter().find_map(|name| palette.tile(name))
}

/// The puzzles of a text, if everything that looks like a puzzle is one.
fn collection(text: &str) -> Option<Vec<Puzzle>> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut title = None;
    let mut is_open = false;
    let mut n_cells = 0;
    for (line, text) in (1..).zip(text.lines()) {
        if puzzles.len() > N_LEVELS_MAX {
            break;
        }
        let text = text.trim_end();
        let rows = rows(text);
        // Short run-length encodings can be very large puzzles.
        n_cells += rows.iter().flatten().map(String::len).sum::<usize>();
        if n_cells > N_TILES_MAX {
            return None;
        }
        match (rows, puzzles.last_mut().filter(|_| is_open)) {
            // A line of run lengths is often a whole puzzle.
            (Some(rows), Some(open)) if rows.len() == 1 || !is_sound(&rows) => {
                open.rows.extend(rows);
            }
            (Some(rows), _) => {
                puzzles.push(Puzzle { title: title.take(), line, rows });
                is_open = true;
            }
            // A row without a wall belongs to another kind of level.
            (None, _)
                if text.contains(THINGS) && text.chars().all(|sign| "@+$*.-_ ".contains(sign)) =>
            {
                return None;
            }
            (None, _) => {
                is_open = false;
                let last = puzzles.last_mut();
                note_title(text, last, &mut title);
            }
        }
    }
    let is_collection =
        puzzles.iter().any(Puzzle::is_whole) && puzzles.iter().all(|puzzle| is_sound(&puzzle.rows));
    is_collection.then_some(puzzles)
}

/// Takes a title from a line between puzzles: `Title: ...` after its puzzle, or a comment before
/// it.
fn note_title(line: &str, last: Option<&mut Puzzle>, next: &mut Option<String>) {
    let line = line.trim_start_matches([';', ' ']);
    if let Some((key, value)) = line.split_once(':') {
        if let (true, Some(last)) = (key.eq_ignore_ascii_case("title"), last) {
            last.title = Some(value.trim().to_owned());
        }
    } else if !line.is_empty() {
        *next = Some(line.to_owned());
    }
}

/// The rows in a line, if it can be part of a puzzle: several with `|` and run lengths.
fn rows(line: &str) -> Option<Vec<String>> {
    if !line.contains('#') {
        return None;
    }
    let mut rows = vec![String::new()];
    let (mut run, mut n_cells) = (0_usize, 0);
    for character in line.chars() {
        match character {
            '0'..='9' => run = run * 10 + character as usize - '0' as usize,
            '|' if run == 0 => rows.push(String::new()),
            '#' | '@' | '+' | '$' | '*' | '.' | '-' | '_' | ' ' => {
                let n = run.max(1);
                n_cells += n;
                if n_cells > N_TILES_MAX {
                    return None;
                }
                rows.last_mut()?.extend(std::iter::repeat_n(character, n));
                run = 0;
            }
            _ => return None,
        }
        if run > N_TILES_MAX {
            return None;
        }
    }
    rows.retain(|row| !row.is_empty());
    (run == 0).then_some(rows)
}
