//! The keys of a problem file: a row for each, with its type, its limits and an example.
//!
//! `schema/problem.schema.json` describes the same keys for editors; a test compares both.

use std::ops::RangeInclusive;

use crate::paths::Direction;
use crate::paths::sokoban::SolverSettings;
use marahel_level::N_ENTITIES_MAX;

use super::reader::{At, Entries, Part, Reader, Text, Texts};
use crate::OnFailure;
use crate::measure::PathMeasure;

/// Maximum number of sizes of levels: a script is compiled, and each objective checked, for each.
pub const N_SIZES_MAX: usize = 100;

/// Maximum number of groups, of movements, of objectives, and of controls.
pub(super) const N_ENTRIES_MAX: usize = 64;

/// Maximum number of neighborhoods, as in a script.
const N_NEIGHBORHOODS_MAX: usize = 256;

/// Maximum number of names of layers or properties, because each layer or tile of a map is compared
/// with all.
pub(super) const N_NAMES_MAX: usize = 256;

/// Longest jump, up or sideways.
const JUMP_MAX: u32 = 12;

pub(super) const SIZE: &str = "\"11x7\", columns by rows";
pub(super) const SIZES: &str = "[\"11x7\", \"18x12\"]";
pub(super) const DRAWINGS: &str = "[\"drawn/*.tmx\"], or levels as text of several lines";
pub(super) const TILES: &str = "`wall = { character = \"#\", color = \"#404040\", weight = 2 }`";
pub(super) const MOVEMENT: &str = "`over = \"floor|door\"`";
pub(super) const OBJECTIVE: &str = "`enemies = \"2 <= count(enemy) <= 4\"`";
const CONTROL: &str = "`enemies = { value = \"count(enemy)\", range = [1, 9], tolerance = 1 }`";
pub(super) const COMMAND: &str = "`command = [\"python3\", \"judge.py\"]`";
pub(super) const VALUES: &str = "`values = [\"difficulty\"]`";
pub(super) const TIME: &str = "\"2s\", \"500ms\" or \"1min\"";
const BELOW: &str = "\"solid\" or \"deadly\"";
const SHARE: &str = "a share, such as 0.4";
const MANY: &str = "how many levels are enough, such as 100";
const ZERO: &str = "the value where the score is 0";
pub(super) const GOOD: &str = "the least and the greatest good value: [2, 4], or [20, inf]";
pub(super) const REQUESTED: &str = "the least and the greatest value: [1, 9]";
const EXPRESSION: &str = "an expression in quotes";
const LAYERS: &str = "names of layers, as in [\"ground\", \"things\"]";
const PROPERTIES: &str = "names of properties, as in [\"material\"]";
const ONE_WAY: &str = "`one_way = { slide = \"down\" }`";
const DOORS: &str = "`doors = { red_door = \"red_key\" }`";

const ALL: RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;
const SHARES: RangeInclusive<f64> = 0.0..=1.0;
const MANY_LEVELS: RangeInclusive<f64> = 1.5..=1e9;

/// Maximum number of values of an external judge's answer, and of calls for finalists.
pub(super) const N_VALUES_MAX: usize = 64;
const N_CALLS_MAX: u32 = 1_000_000;

keys! {
    /// The file.
    FileKeys("") {
        name: Text = text("\"cellar\"");
        about: Text = text("a sentence in quotes");
        size: Text = text(SIZE);
        sizes: Texts = texts((N_SIZES_MAX, "sizes"), SIZE, SIZES);
        playable: Text = text(EXPRESSION)
            needed: "`playable` is not set", "set it, as in `playable = \"regions() == 1\"`";
        whole: Text = text(EXPRESSION);
        path: PathMeasure = settings();
        solver: SolverSettings = settings();
        genome: toml::Value = settings();
        like: Texts = texts((usize::MAX, ""), DRAWINGS, DRAWINGS);
        pins: Texts = texts((usize::MAX, ""), DRAWINGS, DRAWINGS);
        empty: Text = text("the name of a tile in quotes");
        layers: Texts = texts((N_NAMES_MAX, "layers"), LAYERS, LAYERS);
        objects: bool = truth("`true` or `false`");
        names_from: Texts = texts((N_NAMES_MAX, "properties"), PROPERTIES, PROPERTIES);
        legend: Text = text("a file in quotes, as in \"legend.json\"");
        folder: Text = text("a folder in quotes, as in \"..\"");
        tiles: Entries<TileKeys> = entries(TILES, "tile", N_ENTITIES_MAX, TileKeys::read)
            needed: "there are no tiles", format!("describe them in [tiles]: {TILES}");
        groups: Entries<Text> = named_texts("`ground = \"floor|grass\"`", "group", N_ENTRIES_MAX);
        movement: Entries<MovementKeys> = movements();
        neighborhoods: Entries<Text> =
            named_texts("`block = \"31,11\"`", "neighborhood", N_NEIGHBORHOODS_MAX);
        outside: OutsideKeys = inner(OutsideKeys::read);
        measures: Entries<Text> = named_texts("`monsters = \"count(goblin|ogre)\"`", "measure", usize::MAX);
        objectives: Entries<ObjectiveWritten> =
            entries(OBJECTIVE, "objective", N_ENTRIES_MAX, ObjectiveWritten::read);
        variety: VarietyKeys = inner(VarietyKeys::read);
        controls: Entries<ControlKeys> =
            entries(CONTROL, "control", N_ENTRIES_MAX, ControlKeys::read);
    }

    /// A tile.
    TileKeys(TILES) {
        character: Text = text("\"#\"");
        color: Text = text("\"#c04020\"");
        ground: Text = text("\"floor\"");
        role: Text = text("\"wall\"");
        sprite: Text = text("\"key\", or \"hero.png\"");
        weight: u32 = whole(1_000_000, "a weight, such as 5");
    }

    /// A movement without gravity.
    WalkerKeys(MOVEMENT) {
        over: Text = text(MOVEMENT)
            needed: "the tiles that it enters are not set", format!("set them, as in {MOVEMENT}");
        steps: Vec<(isize, isize)> = steps();
        one_way: Entries<Direction> = pairs(ONE_WAY, direction);
        doors: Entries<Text> = pairs(DOORS, |reader, at| reader.text(at, DOORS));
    }

    /// A movement with gravity.
    PlatformerKeys(MOVEMENT) {
        jump: u32 = whole(JUMP_MAX, "the cells that a jump goes up, such as 3");
        reach: u32 = whole(JUMP_MAX, "the cells that a jump goes sideways, such as 4");
        solid: Text = text(MOVEMENT)
            needed: "the tiles to stand on are not set", "set them, as in `solid = \"ground|brick\"`";
        deadly: Text = text(MOVEMENT);
        below: bool = word(
            BELOW,
            &[("solid", false), ("deadly", true)],
            ["a lower edge", "write \"solid\" or \"deadly\""],
        );
        platforms: Text = text(MOVEMENT);
        ladders: Text = text(MOVEMENT);
        ropes: Text = text(MOVEMENT);
        one_way: Entries<Direction> = pairs(ONE_WAY, direction);
        doors: Entries<Text> = pairs(DOORS, |reader, at| reader.text(at, DOORS));
    }

    /// The external judge.
    OutsideKeys(COMMAND) {
        command: Texts = texts((usize::MAX, ""), "\"judge.py\"", COMMAND)
            needed: "there is no `command`", format!("write {COMMAND}");
        folder: Text = text("\"judges\"");
        values: Texts = texts((usize::MAX, ""), "\"difficulty\"", VALUES)
            needed: "there is no `values`", format!("write {VALUES}");
        timeout: Text = text(TIME);
        start_timeout: Text = text(TIME);
        on_failure: OnFailure = word(
            "\"end\" or \"zero\"",
            &[("end", OnFailure::End), ("zero", OnFailure::Zero)],
            ["a way to go on", "write \"end\" to end the search, or \"zero\" to score such levels 0"],
        );
        sift: bool = truth("`sift = true`");
        when: bool = word(
            "\"finalists\"",
            &[("always", false), ("finalists", true)],
            [
                "a time to ask",
                "write \"finalists\" for a slow judge, or leave it out to ask about all levels",
            ],
        );
        calls: u32 = whole(N_CALLS_MAX, "`calls = 1000`");
    }

    /// An objective.
    ObjectiveKeys(OBJECTIVE) {
        value: Text = text(EXPRESSION);
        range: [f64; 2] = two(GOOD)
            needed: "the good values are not set", format!("give {GOOD}");
        zero_below: f64 = number(ALL, ZERO);
        zero_above: f64 = number(ALL, ZERO);
    }

    /// What of levels may be asked for.
    ControlKeys(CONTROL) {
        value: Text = text(EXPRESSION);
        range: [f64; 2] = two(REQUESTED)
            needed: "the range is not set", format!("give {REQUESTED}");
        tolerance: u32 = whole(1_000_000, "a number, such as 1");
        dial: bool = truth("`dial = true` if scripts shall have a dial for it");
    }

    /// When levels differ.
    VarietyKeys("`way = \"path(player, key)\"`") {
        way: Text = text("\"path(player, key)\"");
        places: Text = text("\"player|crate\"");
        unlike: f64 = number(0.01..=1.0, SHARE);
        n_unlike: f64 = number(MANY_LEVELS, MANY);
        n_different: f64 = number(MANY_LEVELS, MANY);
        floor: f64 = number(SHARES, SHARE);
        tiles: f64 = number(SHARES, SHARE);
        diversity: f64 = number(SHARES, SHARE);
        width: f64 = number(SHARES, SHARE);
        length: f64 = number(SHARES, SHARE);
        different: Text = text("\"pcg_benchmark(zelda_v0)\"");
    }
}

fn direction(reader: &mut Reader<'_>, at: At<'_>) -> Option<Direction> {
    use Direction::{Down, Left, Right, Up};
    let choices = [("left", Left), ("right", Right), ("up", Up), ("down", Down)];
    reader.word(at, ONE_WAY, &choices, ["a direction", "write left, right, up or down"])
}

/// An objective: a comparison, or a table.
#[derive(Debug)]
pub(super) enum ObjectiveWritten {
    Demand(Text),
    Table(ObjectiveKeys),
}

impl ObjectiveWritten {
    fn read(reader: &mut Reader<'_>, (value, place): At<'_>) -> Option<Self> {
        match value.get_ref().as_table() {
            Some(_) => ObjectiveKeys::read(reader, (value, place)).map(Self::Table),
            None => reader.text((value, place), OBJECTIVE).map(Self::Demand),
        }
    }
}

/// A movement, with gravity if it has jumps.
#[derive(Debug)]
pub(super) enum MovementKeys {
    Walker(Box<WalkerKeys>),
    Platformer(Box<PlatformerKeys>),
}

impl MovementKeys {
    fn read(reader: &mut Reader<'_>, (value, place): At<'_>) -> Option<Self> {
        let has_gravity =
            value.get_ref().as_table().is_some_and(|table| table.contains_key("jump"));
        if has_gravity {
            PlatformerKeys::read(reader, (value, place)).map(Box::new).map(Self::Platformer)
        } else {
            WalkerKeys::read(reader, (value, place)).map(Box::new).map(Self::Walker)
        }
    }
}

impl Reader<'_> {
    fn named_texts(
        &mut self,
        (value, place): At<'_>,
        example: &str,
        what: &str,
        n_max: usize,
    ) -> Option<Entries<Text>> {
        let text = |reader: &mut Self, (value, place): At<'_>| reader.text((value, place), example);
        let texts = self.entries((value, place), example, what, n_max, text)?;
        self.are_few(texts.n, n_max, place, (value, place));
        Some(texts)
    }

    fn movements(&mut self, (value, place): At<'_>) -> Option<Entries<MovementKeys>> {
        const EXAMPLE: &str = "[movement.walk]";
        let table = self.table((value, place), EXAMPLE)?;
        if !self.are_few(table.len(), N_ENTRIES_MAX, "movements", (value, place)) {
            return None;
        }
        // A movement that is written as if it were the table of all.
        let nameless = table.iter().find(|(key, value)| {
            let name = &&**key.get_ref();
            let is_key = WalkerKeys::KEYS.contains(name) || PlatformerKeys::KEYS.contains(name);
            is_key && value.get_ref().as_table().is_none()
        });
        if let Some((key, _)) = nameless {
            let message = format!("`{}` belongs to a movement with a name", key.get_ref());
            self.error(key.span(), place, message, format!("write {EXAMPLE} above it"));
            return None;
        }
        self.entries((value, place), EXAMPLE, "movement", N_ENTRIES_MAX, MovementKeys::read)
    }
}
