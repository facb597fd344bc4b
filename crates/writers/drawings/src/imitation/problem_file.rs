//! The problem file of drawn levels.

use std::fmt::Write as _;

use marahel_level::{Level, Role, Tile, TileSet};
use marahel_problem::Definition;

use crate::imitation::cast::Cast;
use crate::imitation::demands::{Conditions, Demands, Draft, Scene};
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::error::ImitationError;
use crate::imitation::measured::ASKS_NOTHING;
use crate::imitation::movement::Moving;
use crate::imitation::tables::{movement, tiles};
use crate::imitation::toml::{free, key, quoted};

/// Maximum number of counts in a file; the rarest tiles come first.
const N_COUNTS_MAX: usize = 12;

/// A problem file in two parts: the data about the drawings, and the inferred conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InferredProblem {
    /// The name, the size and the drawings.
    pub head: String,
    /// Tiles, movement, measures and objectives.
    pub body: String,
    /// The condition of playable levels, if there is a movement but no tile marks its start.
    pub startless: Option<String>,
    /// Whether similarity is the only condition of playable levels although there is a movement: no
    /// tile marks a start, and the drawings are not connected.
    pub is_likeness_alone: bool,
    /// Tile roles inferred from the drawings, each with the reason.
    pub roles: Vec<String>,
}

impl InferredProblem {
    /// Infers a problem of this name with levels of this size in columns and rows.
    pub fn of(
        drawn: &DrawnLevels,
        name: &str,
        size: (usize, usize),
        moving: Option<Moving>,
    ) -> Result<Self, ImitationError> {
        let texts: Vec<String> = drawn.levels.iter().map(Level::to_text).collect();
        let likeness = format!(
            "# To be similar to these is an objective. Files may stand here as well: \"drawn/*.tmx\".\n\
             like = [{}]\n",
            quoted(&texts.join("\n")),
        );
        let start = format!(
            "name = {}\nabout = \"Levels like drawn ones\"\nsize = \"{}x{}\"\n",
            quoted(name),
            size.0,
            size.1,
        );
        let head = format!("{start}{likeness}");
        let (unknown, entrances) = by_names(drawn, &start, moving)?;
        let cast = Cast::of(drawn, moving, &unknown, &entrances);
        let tiles = tiles(drawn, &cast);
        let movement = moving.map_or_else(String::new, |how| movement(drawn, how, &cast));
        let file = File { drawn, cast: &cast, start: &start, head: &head, tiles, movement };
        let (playable, is_likeness_alone) = file.playable(moving)?;
        let (objectives, tables) = file.objectives(size, moving, &playable)?;
        let tables = format!("{}{}{tables}", file.tiles, file.movement);
        let body = body(&playable, &tables, &objectives);
        let startless = moving.filter(|_| cast.start.is_none()).map(|_| playable);
        let roles = cast.roles.iter().filter(|(.., why)| !why.is_empty());
        let roles =
            roles.map(|(tile, role, why)| format!("{}: {role}, since {why}", drawn.name(*tile)));
        Ok(Self { head, body, startless, is_likeness_alone, roles: roles.collect() })
    }
}

/// Everything except the head.
fn body(playable: &str, tables: &str, objectives: &str) -> String {
    format!(
        "playable = \"{playable}\"\n\n{tables}\n\
         # How similar, and how much of the nearest drawing: `evolve score` shows them.\n\
         [measures]\nlike = \"like()\"\ncopied = \"copied()\"\n{objectives}"
    )
}

/// The tiles whose names do not state a role, and those whose names mark a start.
fn by_names(
    drawn: &DrawnLevels,
    start: &str,
    moving: Option<Moving>,
) -> Result<(Vec<Tile>, Vec<Tile>), ImitationError> {
    let nobody = Cast::default();
    let movement = moving.map_or_else(String::new, |how| movement(drawn, how, &nobody));
    let text = format!(
        "{start}playable = \"1 == 1\"\n{}{movement}\n{ASKS_NOTHING}",
        tiles(drawn, &nobody)
    );
    let definition = Definition::parse(&text)?;
    let nameless = drawn.nameless();
    let (unknown, named): (Vec<Tile>, Vec<Tile>) = drawn.tiles().into_iter().partition(|tile| {
        let name = drawn.name(*tile);
        definition.guessed().any(|tile_name| tile_name == name)
            || nameless.iter().any(|tile_name| tile_name.name == name)
            || drawn.is_misnamed(*tile)
    });
    let entrances = named.into_iter().filter(|&tile| {
        let mut roles = definition.tiles().zip(definition.roles());
        roles.any(|(name, &role)| role == Role::Entrance && name == drawn.name(tile))
    });
    Ok((unknown, entrances.collect()))
}

/// Of the cells in which the two nearest drawings differ, the share in which a level of few drawings
/// may agree with one, at most.
const ROOM_MAX: f64 = 0.9;

/// The limit on copying: a level may be as close to a drawing as any drawing is to its nearest
/// other one, and closer, because drawings do not contain the closest pair. Of one more level like
/// n drawings, one in n is closer, so a few drawings do not tell how close a level may be, and what
/// explains them must not be called a copy. `None` if two drawings are equal, or if there is only
/// one. `nearest` is the share of cells that each drawing has in common with its nearest other one.
fn copied(nearest: &[f64]) -> Option<String> {
    let most = nearest.iter().copied().reduce(f64::max)?;
    let room = (1.0 - most) * (8.0 / nearest.len() as f64).min(ROOM_MAX);
    let high = ((most + room) * 1000.0).floor() / 1000.0;
    (most < 1.0).then(|| {
        format!(
            "# No copy: not much nearer to a drawing than drawings are to each other.\n\
             copied = {{ range = [0, {high}], zero_above = 1 }}\n"
        )
    })
}

pub(crate) struct File<'d> {
    pub(crate) drawn: &'d DrawnLevels,
    pub(crate) cast: &'d Cast,
    /// The head without the drawings; `head` includes them.
    pub(crate) start: &'d str,
    head: &'d str,
    pub(crate) tiles: String,
    pub(crate) movement: String,
}

impl File<'_> {
    /// Objectives for the number of each thing that all drawings have, except the most common one,
    /// which fills the rest. Without these, an empty field would be similar to drawings with much
    /// air: 0.49 to levels of Lode Runner, which reach 0.71 themselves. Then come the common
    /// properties and the limit on copies. Returns them with the tables that they need.
    fn objectives(
        &self,
        size: (usize, usize),
        moving: Option<Moving>,
        playable: &str,
    ) -> Result<(String, String), ImitationError> {
        let drawn = self.drawn;
        let things = drawn.things.iter().map(|(name, set)| {
            let (low, high) = drawn.range(*set, size.0 * size.1);
            // A further door of the same kind does not lock anything new.
            let is_door = set.iter().any(|tile| self.cast.is_lock(tile)) && low == high;
            (name.as_str(), *set, if is_door { (1, high + 2) } else { (low, high) })
        });
        let things: Vec<(&str, TileSet, (u32, u32))> = things.collect();
        // The most common thing fills the rest, so it is counted only if all drawings agree.
        let commonest = things.first().copied();
        let commonest = commonest.filter(|(.., (low, high))| drawn.n_levels() > 1 && low == high);
        let counted = things.iter().skip(1).rev().copied().chain(commonest);
        let counted = counted.filter(|(.., (low, _))| *low > 0);
        let mut text = String::new();
        let mut conditions = Conditions { playable: Some(playable.to_owned()), counts: Vec::new() };
        let mut names: Vec<String> = ["like", "copied"].map(str::to_owned).to_vec();
        for (name, set, (low, high)) in counted.take(N_COUNTS_MAX) {
            let (tiles, zero) = (drawn.text(set), 2 * high + 2);
            let name = free(name, &names);
            let _ = writeln!(
                text,
                "{} = {{ value = \"count({tiles})\", range = [{low}, {high}], zero_above = {zero} }}",
                key(&name)
            );
            conditions.counts.push(format!("count({tiles}) >= {low} and count({tiles}) <= {high}"));
            names.push(name);
        }
        if !text.is_empty() {
            text.insert_str(0, "# As many as drawn.\n");
        }
        let draft = Draft { head: self.start, tiles: &self.tiles, movement: &self.movement };
        let scene = Scene::new(drawn, self.cast, moving);
        let demands = Demands::of(&scene, &draft, conditions, names)?;
        text += &demands.objectives;
        text += &copied(&self.drawings()?.drawings().nearest_others()).unwrap_or_default();
        let text = if text.is_empty() { text } else { format!("\n[objectives]\n{text}") };
        Ok((text, demands.tables))
    }

    /// The definition with the drawings but without objectives.
    pub(crate) fn drawings(&self) -> Result<Definition, ImitationError> {
        let tables = format!("{}{}", self.tiles, self.movement);
        Ok(Definition::parse(&format!("{}{}", self.head, body("1 == 1", &tables, "")))?)
    }
}
