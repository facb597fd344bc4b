//! Tricks: how levels meet a file as cheaply as can be, each with the demand that forbids it.

use marahel_level::{Level, Role, Tile, TileSet};
use marahel_problem::paths::Steps;
use marahel_problem::{Problem, Wished};

/// A trick that some levels use.
#[derive(Clone, Debug, PartialEq)]
pub struct Trick {
    /// The share of the levels that use it.
    pub share: f64,
    /// The line of `[objectives]` that forbids it, with what levels do as its comment.
    pub line: String,
}

/// A trick for a kind of tiles. `T` stands for the tile, `S` for where ways begin, `W` for the walls, `O` for
/// what the first movement enters.
struct Row {
    of: Kind,
    /// The name of the objective, behind that of the tile.
    name: &'static str,
    /// What levels do.
    told: &'static str,
    value: &'static str,
    /// What forbids it: a comparison of the value.
    good: &'static str,
}

/// Kinds of tiles that tricks are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Rewards and keys.
    Thing,
    Foe,
    ThingOrFoe,
    /// Those of both that are entered, and those that are met from beside them.
    Entered,
    Beside,
    Door,
    /// Grounds in lines, such as roads.
    Way,
    /// What one stands on where things fall.
    Footing,
    /// Grounds and decorations that no demand counts.
    Uncounted,
}

const fn row(
    of: Kind,
    name: &'static str,
    told: &'static str,
    value: &'static str,
    good: &'static str,
) -> Row {
    Row { of, name, told, value, good }
}

const ROWS: [Row; 12] = [
    row(Kind::Entered, "reached", "out of reach", "count(T) - reachable(S, T)", "== 0"),
    row(Kind::Beside, "beside", "no way beside", r#"cells("self(T), plus(O) == 0")"#, "== 0"),
    row(Kind::ThingOrFoe, "apart", "in heaps", "(apart(T) else 9)", ">= 3"),
    row(Kind::Foe, "away", "beside the start", "near(T, S, 3)", "== 0"),
    row(Kind::Thing, "inside", "at the border", r#"cells("self(T), dist(out) == 1")"#, "== 0"),
    row(Kind::Way, "inside", "at the border", r#"cells("self(T), dist(out) == 1")"#, "== 0"),
    row(Kind::Way, "branches", "side ways", "junctions(T)", "== 0"),
    row(Kind::Way, "rings", "rings", "loops(T)", "== 0"),
    // Where ways meet, a few cells have more of the way around them.
    row(Kind::Way, "narrow", "a place, no way", r#"cells("self(T), all(T) > 5")"#, "<= 6"),
    row(
        Kind::Door,
        "between",
        "in the open",
        r#"count(T) - cells("self(T), horz(W) == 2") - cells("self(T), vert(W) == 2")"#,
        "== 0",
    ),
    row(
        Kind::Footing,
        "lone",
        "single blocks in the air",
        r#"cells("self(T), plus(T) == 1")"#,
        "<= 2",
    ),
    row(Kind::Uncounted, "share", "hardly any", "share(T)", ">= 0.05"),
];

/// Words in the names of grounds that are ways.
const WAYS: [&str; 14] = [
    "road", "path", "street", "river", "rail", "track", "trail", "canal", "lane", "pipe", "belt",
    "corridor", "stream", "piste",
];

/// Tricks are named that so many of the levels use, the most used first, and at most so many.
const SHARE: f64 = 0.3;
const N_TRICKS: usize = 6;

/// The tricks that levels of a problem use, in its palette.
pub fn tricks(problem: &Problem, levels: &[Level]) -> Vec<Trick> {
    let definition = problem.definition();
    let first = definition.movements().first();
    let entered = first.map_or(TileSet::EMPTY, |movement| movement.over);
    let footing = first.map_or(TileSet::EMPTY, |movement| match &movement.steps {
        Steps::Platformer(model) => model.solid,
        Steps::Offsets(_) => TileSet::EMPTY,
    });
    let start = list(problem, |_, role| role == Role::Entrance);
    let wall = list(problem, |_, role| role == Role::Wall);
    let over = list(problem, |tile, _| entered.contains(tile));
    let counted = counted(problem);
    let mut tricks = Vec::new();
    for (name, (tile, &role)) in definition.tiles().zip((0..).zip(definition.roles())) {
        let is_of = |row: &&Row| {
            row.of.has(role, name, [entered, footing].map(|tiles| tiles.contains(tile)))
                && (row.of != Kind::Uncounted || !counted.contains(tile))
        };
        for row in ROWS.iter().filter(is_of) {
            let value: String = row
                .value
                .chars()
                .map(|letter| match letter {
                    'T' => name.to_owned(),
                    'S' => start.clone(),
                    'W' => wall.clone(),
                    'O' => over.clone(),
                    _ => letter.to_string(),
                })
                .collect();
            // What the file asks for already is no news.
            if problem.asks_for(&value) {
                continue;
            }
            let share = share(problem, levels, tile, row, &value);
            if share >= SHARE {
                tricks.push(Trick { share, line: row.line(name, &value) });
            }
        }
    }
    tricks.sort_by(|left, right| right.share.total_cmp(&left.share));
    tricks.truncate(N_TRICKS);
    tricks
}

/// Some tiles of a problem, as an expression lists them.
fn list(problem: &Problem, is_of: impl Fn(Tile, Role) -> bool) -> String {
    let tiles = problem.definition().tiles().zip((0..).zip(problem.roles()));
    let tiles: Vec<&str> =
        tiles.filter(|(_, (tile, role))| is_of(*tile, **role)).map(|(name, _)| name).collect();
    tiles.join("|")
}

impl Kind {
    fn has(self, role: Role, name: &str, [is_entered, is_footing]: [bool; 2]) -> bool {
        let (is_thing, is_foe) = (matches!(role, Role::Loot | Role::Key), role == Role::Foe);
        match self {
            Self::Thing => is_thing,
            Self::Foe => is_foe,
            Self::ThingOrFoe => is_thing || is_foe,
            Self::Entered => (is_thing || is_foe) && is_entered,
            Self::Beside => (is_thing || is_foe) && !is_entered,
            Self::Door => matches!(role, Role::Door | Role::LockedDoor),
            Self::Way => role == Role::Floor && name.split('_').any(|word| WAYS.contains(&word)),
            Self::Footing => is_footing,
            Self::Uncounted => matches!(role, Role::Wall | Role::Hazard | Role::Decoration),
        }
    }
}

impl Row {
    fn line(&self, tile: &str, value: &str) -> String {
        let Self { name, told, good, .. } = self;
        format!("{tile}_{name} = '{value} {good}'  # {told}")
    }
}

/// The tiles whose number something asks for, or that of their pieces.
fn counted(problem: &Problem) -> TileSet {
    let wishes = problem.wishes().into_iter();
    wishes.fold(TileSet::EMPTY, |counted, wish| match wish.of {
        Wished::Count(tiles) => counted.union(tiles),
        Wished::Pieces(tiles, _) if wish.min > 0.0 => counted.union(tiles),
        _ => counted,
    })
}

/// The share of the levels that use a trick; 0 if its demand is none for this problem.
fn share(problem: &Problem, levels: &[Level], tile: Tile, row: &Row, value: &str) -> f64 {
    let demand = format!("{value} {}", row.good);
    let Ok((problem, demand)) = problem.clone().with_condition(&demand) else { return 0.0 };
    let mut meter = problem.meter();
    // A trick with tiles needs some, and a start that it is about.
    let starts = (0..).zip(problem.roles()).filter(|(_, role)| **role == Role::Entrance);
    let starts: Vec<Tile> = starts.map(|(tile, _)| tile).collect();
    let has_tiles = |level: &Level| {
        (row.of == Kind::Uncounted || level.tiles().contains(&tile))
            && (!row.value.contains('S')
                || starts.iter().any(|start| level.tiles().contains(start)))
    };
    let uses = levels.iter().filter(|level| {
        has_tiles(level) && meter.unfulfilled(level.view(), std::slice::from_ref(&demand)).is_some()
    });
    uses.count() as f64 / levels.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marahel_level::Level;
    use marahel_problem::{Definition, Problem};

    use super::{ROWS, tricks};

    /// What each trick is called, a level that uses it, and one that uses none.
    const LEVELS: [(&str, &str, &str); 10] = [
        ("coin_reached", "@..#c|...##|.....|.....", "@..#.|..c##|.....|....."),
        ("coin_apart", ".....|.cc..|.....|@....", ".....|.c...|...c.|@...."),
        ("coin_inside", "..c..|.....|.....|@....", ".....|..c..|.....|@...."),
        ("tower_beside", "#o#..|.#...|@....|.....", ".....|..o..|@....|....."),
        ("bat_apart", ".....|.bb..|....@|.....", "....@|b....|...b.|....."),
        ("bat_away", "@b...|.....|.....|.....", "@....|.....|.....|....b"),
        ("road_inside", "===..|.....|.....|.....", ".....|.===.|.....|....."),
        ("road_branches", ".....|.===.|..=..|.....", ".....|.===.|...=.|....."),
        ("road_narrow", ".====|.====|.====|.====", "..=..|..=..|..==.|....."),
        ("door_between", ".....|..d..|.....|.....", ".....|.#d#.|.....|....."),
    ];

    #[test]
    fn each_trick_is_seen_and_forbidden() {
        let text = "size = '5x4'\nplayable = '1'\n[movement.walk]\nover = 'grass|road|hero|coin|bat'\n[tiles]\n\
             grass = { character = '.' }\nroad = { character = '=' }\ncoin = { character = 'c' }\n\
             hero = { character = '@' }\nwall = { character = '#' }\nbat = { character = 'b' }\n\
             door = { character = 'd' }\ntower = { character = 'o', role = 'loot' }\nfern = { character = 'f', role = 'decoration' }\n[objectives]\n\
             walls = { value = 'count(wall)', range = [0, 9], zero_above = 20 }\n";
        let problem = |rest: &str| {
            let text = format!("{text}{rest}");
            let definition =
                Definition::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            Problem::with_defaults(Arc::new(definition))
        };
        let plain = problem("");
        let level = |drawn: &str, problem: &Problem| {
            Level::from_text(&drawn.replace('|', "\n"), Arc::clone(problem.palette())).unwrap()
        };
        let used = |drawn: &str| -> Vec<String> {
            tricks(&plain, &[level(drawn, &plain)]).into_iter().map(|trick| trick.line).collect()
        };
        for (name, trick, meant) in LEVELS {
            let lines = used(trick);
            let line = lines.iter().find(|line| line.starts_with(&format!("{name} = ")));
            let line = line.unwrap_or_else(|| panic!("{name} of {lines:?}"));
            assert!(!used(meant).iter().any(|line| line.starts_with(name)), "{name}: {meant}");
            // What is printed can be pasted, and is no news afterwards.
            let asked = problem(line);
            let is_good = |drawn| asked.meter().judge(level(drawn, &asked).view()).is_good;
            assert_eq!([trick, meant].map(is_good), [false, true], "{line}");
            let news = tricks(&asked, &[level(trick, &asked)]);
            assert!(news.iter().all(|trick| !trick.line.starts_with(name)), "{line}");
        }
        assert!(used(".....|.....|.....|@....").iter().any(|line| line.starts_with("fern_share")));
        // Without a start, nothing is out of its reach.
        assert!(
            !used("...#c|...##|.....|.....").iter().any(|line| line.starts_with("coin_reached"))
        );
        // Few pieces may be fewer cells than the share that is wanted otherwise.
        let pieces =
            problem("ferns = { value = 'regions(fern)', range = [1, 2], zero_above = 9 }\n");
        let told = tricks(&pieces, &[level(".....|.....|.....|@....", &pieces)]);
        assert!(told.iter().all(|trick| !trick.line.starts_with("fern_share")));
        assert!(ROWS.len() >= LEVELS.len());
    }

    #[test]
    fn lone_blocks_in_the_air_are_a_trick_where_things_fall() {
        let used = |movement: &str| {
            let text = format!(
                "size = '5x4'\nplayable = '1'\n[movement.run]\n{movement}\n[tiles]\nair = {{ character = '.' }}\n\
                 wall = {{ character = '#' }}\n[objectives]\nwalls = {{ value = 'share(wall)', range = [0.2, 0.5], zero_above = 1 }}\n"
            );
            let problem = Problem::with_defaults(Arc::new(Definition::parse(&text).unwrap()));
            let level =
                |drawn: &str| Level::from_text(drawn, Arc::clone(problem.palette())).unwrap();
            let drawn = ["#.#.#\n.....\n.#.#.\n#####", ".....\n##...\n...##\n#####"];
            drawn.map(|drawn| {
                let tricks = tricks(&problem, &[level(drawn)]);
                tricks.iter().any(|trick| trick.line.starts_with("wall_lone"))
            })
        };
        assert_eq!(used("solid = 'wall'\njump = 2"), [true, false]);
        assert_eq!(used("over = 'air'"), [false, false]);
    }
}
