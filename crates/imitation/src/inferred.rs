//! The problem file that drawn levels make.

use std::fmt::Write as _;
use std::sync::Arc;

use level::{Entity, Level, Tile};
use problem::{Definition, Problem};
use toml::Value;

use crate::ImitationError;
use crate::drawn::Drawn;

/// Counts that a file asks for at most, those of the rarest tiles.
const N_COUNTS_MAX: usize = 12;

/// Where somebody begins, the likelier first.
const PLAYERS: [&str; 6] = ["player", "hero", "avatar", "spawn", "start", "entrance"];

/// Words in the names of what somebody wants.
const WANTED: [&str; 13] = [
    "exit", "goal", "door", "stair", "key", "gold", "coin", "treasure", "chest", "loot", "target",
    "flag", "star",
];

/// An edge is one of a tile that has this share of it.
const EDGE_MIN: f64 = 0.7;

/// How somebody moves in drawn levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// In four directions, over all that is not solid.
    Walk,
    /// With gravity; where there are no ladders, jumps reach four cells up and sideways.
    Platformer,
}

/// A problem file in two parts: what the drawings are, and what was inferred from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The name, the size and the drawings.
    pub head: String,
    /// Tiles, movement, measures and objectives.
    pub rest: String,
    /// What is asked for of whoever moves, though no tile says where they begin.
    pub startless: Option<String>,
    /// Whether likeness alone makes levels playable, though somebody moves: nothing says where
    /// they begin, or that drawn levels hang together.
    pub is_likeness_alone: bool,
}

impl Inferred {
    /// Infers a problem of this name, with levels of this size in columns and rows.
    ///
    /// # Errors
    ///
    /// If the drawings make no problem file.
    pub fn of(
        drawn: &Drawn,
        name: &str,
        size: (usize, usize),
        moving: Option<Moving>,
    ) -> Result<Self, ImitationError> {
        let texts: Vec<String> = drawn.levels.iter().map(Level::to_text).collect();
        let head = format!(
            "name = {}\nabout = \"Levels like drawn ones\"\nsize = \"{}x{}\"\n\
             # To be similar to these is an objective. Files may stand here as well: \"drawn/*.tmx\".\n\
             like = [{}]\n",
            quoted(name),
            size.0,
            size.1,
            quoted(&texts.join("\n")),
        );
        let tiles = tiles(drawn) + &moving.map_or_else(String::new, |how| movement(drawn, how));
        let draft = Draft { drawn, head: &head, tiles: &tiles };
        let (playable, is_likeness_alone) = draft.playable(moving)?;
        let nearest = draft.measuring("copied()")?.drawings().nearest_others();
        let edge = draft.edge()?;
        let objectives = objectives(drawn, size.0 * size.1, &edge, nearest);
        let rest = rest(&playable, &tiles, "copied()", &objectives);
        let startless = moving.filter(|_| player(drawn).is_none()).map(|_| playable);
        Ok(Self { head, rest, startless, is_likeness_alone })
    }
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// A name as a key.
fn key(name: &str) -> String {
    let is_bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_bare { name.to_owned() } else { quoted(name) }
}

/// All but the drawings; one more measure is `copied`.
fn rest(playable: &str, tiles: &str, copied: &str, objectives: &str) -> String {
    format!(
        "playable = \"{playable}\"\n\n{tiles}\n\
         # How similar, and how much of the nearest drawing: `evolve score` shows them.\n\
         [measures]\nlike = \"like()\"\ncopied = \"{copied}\"\n{objectives}"
    )
}

fn tiles(drawn: &Drawn) -> String {
    let mut text = String::from("[tiles]\n");
    for tile in drawn.tiles() {
        let Entity { name, character, color: [red, green, blue] } =
            &drawn.palette.entities()[usize::from(tile)];
        let weight = (1000.0 * drawn.share(tile)).ceil();
        let name = key(name);
        let character = quoted(&character.to_string());
        let color = format!("#{red:02x}{green:02x}{blue:02x}");
        let _ = writeln!(
            text,
            "{name} = {{ character = {character}, color = \"{color}\", weight = {weight} }}"
        );
    }
    text
}

/// A level is no more of a copy than a drawing usually is of the nearest other one, and counts
/// nothing where it is as much of one as the two nearest drawings are of each other. `nearest` is
/// the share of cells that each drawing has in common with the nearest other one.
fn copied(mut nearest: Vec<f64>) -> Option<String> {
    nearest.sort_by(f64::total_cmp);
    let (usual, most) = (*nearest.get(nearest.len() / 2)?, *nearest.last()?);
    let most = most.max(usual + 0.01).min(1.0);
    (usual < most).then(|| {
        format!(
            "# No more of a copy than a drawing usually is of another, and not as much as the two nearest.\n\
             copied = {{ range = [0, {usual:.3}], zero_above = {most:.3} }}\n"
        )
    })
}

/// As many of each tile as the drawings have, where all have some; but of the commonest, of
/// which there is what the others leave. Without these an empty field would be similar to
/// drawings with much air: 0.49 to levels of Lode Runner, which reach 0.71 themselves. And no copies.
fn objectives(drawn: &Drawn, n_cells: usize, edge: &str, nearest: Vec<f64>) -> String {
    let range = |tile: Tile| drawn.range(tile, n_cells);
    let tiles = drawn.tiles();
    let counted = tiles.iter().skip(1).rev().copied().filter(|&tile| range(tile).0 > 0);
    let mut text = String::new();
    for tile in counted.take(N_COUNTS_MAX) {
        let (name, (low, high)) = (drawn.palette.name(tile), range(tile));
        let zero = 2 * high + 2;
        let _ = writeln!(
            text,
            "{} = {{ value = \"count({name})\", range = [{low}, {high}], zero_above = {zero} }}",
            key(name)
        );
    }
    if !text.is_empty() {
        text.insert_str(0, "# As many as drawn.\n");
    }
    text += edge;
    text += &copied(nearest).unwrap_or_default();
    if text.is_empty() { text } else { format!("\n[objectives]\n{text}") }
}

fn movement(drawn: &Drawn, how: Moving) -> String {
    let free = drawn.named(|tile| !drawn.is_solid(tile));
    if how == Moving::Walk {
        return format!("\n[movement.walk]\nover = \"{free}\"\n");
    }
    let called = |word: &str| {
        drawn.named(|tile| {
            !drawn.is_solid(tile) && drawn.palette.name(tile).to_lowercase().contains(word)
        })
    };
    let (ladders, ropes) = (called("ladder"), called("rope"));
    let jump = if ladders.is_empty() { 4 } else { 0 };
    let solid = drawn.named(|tile| drawn.is_solid(tile));
    let mut text =
        format!("\n[movement.run]\nsolid = \"{solid}\"\njump = {jump}\nreach = {jump}\n");
    for (key, tiles) in [("ladders", ladders), ("ropes", ropes)] {
        if !tiles.is_empty() {
            let _ = writeln!(text, "{key} = \"{tiles}\"");
        }
    }
    text
}

fn player(drawn: &Drawn) -> Option<&str> {
    let tiles = drawn.tiles();
    let names: Vec<&str> = tiles.iter().map(|&tile| drawn.palette.name(tile)).collect();
    let is_called = |name: &&&str, word: &str| name.to_lowercase().contains(word);
    PLAYERS.iter().find_map(|word| names.iter().find(|name| is_called(name, word))).copied()
}

/// A problem file that measures its own drawings.
struct Draft<'d> {
    drawn: &'d Drawn,
    head: &'d str,
    tiles: &'d str,
}

impl Draft<'_> {
    /// The definition whose measure `copied` is an expression.
    fn measuring(&self, expression: &str) -> Result<Definition, ImitationError> {
        let rest = rest("1 == 1", self.tiles, expression, "");
        Ok(Definition::parse(&format!("{}{rest}", self.head))?)
    }

    /// What an expression is at least in three of four drawings, to a twentieth; 0 for none.
    fn in_most(&self, expression: &str) -> Result<f64, ImitationError> {
        let problem = Problem::with_defaults(Arc::new(self.measuring(expression)?));
        let mut meter = problem.describing_meter();
        let mut values = Vec::new();
        for level in &self.drawn.levels {
            let level = level.renamed(Arc::clone(problem.palette()))?;
            values.extend(meter.describe(level.view())["copied"].as_f64());
        }
        values.sort_by(f64::total_cmp);
        let quarter = values.get(values.len() / 4).copied().unwrap_or(0.0);
        Ok((quarter * 20.0 + 1e-9).floor() / 20.0)
    }

    /// That one number is such a share of another as it is in three of four drawings.
    fn demand(&self, part: &str, whole: &str) -> Result<Option<String>, ImitationError> {
        let share = self.in_most(&format!("{part} / {whole}"))?;
        Ok(match share {
            1.0.. => Some(format!("{part} == {whole}")),
            0.05.. => Some(format!("{part} >= {share} * {whole}")),
            _ => None,
        })
    }

    /// A wall around the level, or else ground below it, if most drawings have one. It is in few
    /// of the patterns, so that levels without it can be similar, too.
    fn edge(&self) -> Result<String, ImitationError> {
        let drawn = self.drawn;
        for name in ["along_border", "along_bottom"] {
            for tile in drawn.tiles().into_iter().filter(|&tile| drawn.is_solid(tile)) {
                let value = format!("{name}({})", drawn.palette.name(tile));
                let share = self.in_most(&value)?;
                if share >= EDGE_MIN {
                    return Ok(format!(
                        "# At the edge as drawn.\n\
                         {name} = {{ value = \"{value}\", range = [{share}, 1], zero_below = 0, zero_above = 2 }}\n"
                    ));
                }
            }
        }
        Ok(String::new())
    }

    /// What holds for playable levels: as much as three of four drawings hold; and whether that is
    /// likeness alone, though somebody moves.
    fn playable(&self, moving: Option<Moving>) -> Result<(String, bool), ImitationError> {
        let drawn = self.drawn;
        let player = player(drawn);
        let wanted = drawn.named(|tile| {
            let name = drawn.palette.name(tile);
            let is_wanted = WANTED.iter().any(|word| name.to_lowercase().contains(word));
            is_wanted && !drawn.is_solid(tile) && Some(name) != player
        });
        let mut parts: Vec<String> = Vec::new();
        if let (Some(player), Some(_)) = (player, moving) {
            let is_one =
                drawn.palette.tile(player).is_some_and(|tile| drawn.range(tile, 1) == (1, 1));
            parts.push(format!("count({player}) {}", if is_one { "== 1" } else { "> 0" }));
            if !wanted.is_empty() {
                let reached = format!("reachable({player}, {wanted})");
                parts.extend(self.demand(&reached, &format!("count({wanted})"))?);
            }
        }
        if moving == Some(Moving::Walk) {
            let free = drawn.named(|tile| !drawn.is_solid(tile));
            parts.extend(self.demand("largest_region()", &format!("count({free})"))?);
        }
        if moving == Some(Moving::Platformer) && player.is_none() {
            // Nobody stands anywhere; but whoever comes in at one side should come out at the other.
            let (width, height) = drawn.commonest_size();
            let across = if width >= height { "across()" } else { "upward()" };
            let is_crossed = self.demand(&format!("if({across} >= 0, 1) else 0"), "1")?;
            parts.extend(is_crossed.map(|_| format!("{across} >= 0")));
        }
        let is_likeness_alone = parts.is_empty();
        if is_likeness_alone {
            // Nobody is known to begin anywhere; so what is half as similar as drawings is enough.
            let similar = self.measuring("copied()")?.drawings().ceiling().unwrap_or(0.5);
            parts.push(format!("like() >= {:.2}", similar / 2.0));
        }
        Ok((parts.join(" and "), is_likeness_alone && moving.is_some()))
    }
}
