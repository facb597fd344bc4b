//! All measures of problem files.
//!
//! Each is an entry of [`CATALOGUE`]: name, arguments, meaning, an example, and what derives from it.

mod entry;

use crate::paths::sokoban::Outcome;
use marahel_level::{OUT, TileSet};
use marahel_script::Operator::{Equal, GreaterEqual, LessEqual};
use marahel_script::{Condition, Edge, Estimator};

use crate::case::Demanded;
use crate::measure::conditions::{distance, exits};
use crate::measure::shapes;
use crate::unruled::{close, itself, regions_with};
use crate::wishes::Wished;

pub(crate) use entry::{Counted, Range, Search, Settings};
pub use entry::{Entry, Example, Parameter};

const FLOOR: Parameter = Parameter::Floor("tiles");
const TILES: Parameter = Parameter::Tiles("tiles");
/// They are among the tiles before them.
pub(crate) const THINGS: Parameter = Parameter::Tiles("things");

const ROOMS: &[&str] = &["..#....", "..#.#.#", "..#...."];
const CAVE: &[&str] = &["@.#..d.", ".k#.e..", "....#.."];

const fn example(
    level: &'static [&'static str],
    values: &'static [(&'static str, f64)],
) -> Example {
    Example { level, values }
}

/// What most measures have, besides their range: no search, no demand, and nothing for rules.
const fn valued(range: Range) -> Entry {
    Entry {
        name: "",
        parameters: &[],
        about: "",
        example: example(&[], &[]),
        value: |_, _, _| f64::NAN,
        range,
        search: Search::None,
        demanded: None,
        counted: Counted::Nothing,
        settings: None,
        compares: false,
        marked: None,
        also: None,
        wished: |_| Wished::Other,
    }
}

/// All measures, by subject.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: "count",
        parameters: &[TILES],
        about: "The number of cells with one of the tiles.",
        example: example(ROOMS, &[("count(floor)", 16.0)]),
        value: |instruments, arguments, level| instruments.count(arguments.tiles[0], level).into(),
        counted: Counted::Amount,
        demanded: Some(Demanded::Count),
        also: Some(itself),
        wished: |arguments| Wished::Count(arguments.tiles[0]),
        ..valued(Range::Cells)
    },
    Entry {
        name: "share",
        parameters: &[TILES],
        about: "The share of the cells that have one of the tiles, in 0..=1.",
        example: example(&["..#", "##."], &[("share(floor)", 0.5)]),
        value: |instruments, arguments, level| {
            f64::from(instruments.count(arguments.tiles[0], level)) / level.area() as f64
        },
        demanded: Some(Demanded::Share),
        also: Some(itself),
        wished: |arguments| Wished::Count(arguments.tiles[0]),
        ..valued(Range::Share)
    },
    Entry {
        name: "along_border",
        parameters: &[TILES],
        about: "The share of the cells in the first and last rows and columns that have one of the tiles, in \
                0..=1.",
        example: example(&["####", "#..#", "##.#"], &[("along_border(wall)", 0.9)]),
        value: |_, arguments, level| shapes::share_along(level, arguments.tiles[0], false),
        counted: Counted::Along(|_, _| Some(distance(TileSet::only(OUT), Equal, 1.0))),
        wished: |arguments| Wished::Border(arguments.tiles[0]),
        ..valued(Range::Share)
    },
    Entry {
        name: "along_bottom",
        parameters: &[TILES],
        about: "The share of the cells in the last row that have one of the tiles, in 0..=1.",
        example: example(&["#..#", "##.#"], &[("along_bottom(wall)", 0.75)]),
        value: |_, arguments, level| shapes::share_along(level, arguments.tiles[0], true),
        counted: Counted::Along(|_, _| {
            let row = Estimator::Place(Edge::Bottom, None);
            Some(Condition::Compare(row, Equal, Estimator::Number(0.0)))
        }),
        wished: |arguments| Wished::Bottom(arguments.tiles[0]),
        ..valued(Range::Share)
    },
    Entry {
        name: "cells",
        parameters: &[Parameter::Conditions],
        about: "The number of cells for which conditions of a rule hold, all of them, as scripts have them: \
                neighborhoods, those of [neighborhoods] among them, distances, columns and rows, mirror \
                images, numbers of tiles. Where a script says `self(door), horz(wall) == 2 -> ...`, this \
                counts the doors between two walls.",
        example: example(
            &["#####", "#.d.#", "##d#.", "#..##"],
            &[
                ("cells(\"self(door), horz(wall) == 2\")", 1.0),
                ("cells(\"self(floor), plus(wall) > 1\")", 4.0),
                ("cells(\"self(wall), from_bottom == 0\")", 3.0),
                ("cells(\"self(wall), left_right(wall)\")", 11.0),
            ],
        ),
        value: |instruments, arguments, level| instruments.count_cells(arguments, level).into(),
        counted: Counted::Conditions,
        ..valued(Range::Cells)
    },
    Entry {
        name: "entropy",
        about: "How evenly the tiles are used: the Shannon entropy of their shares in bits. It is 0 if all \
                cells are equal, 1 if two tiles share the level, 2 if four do.",
        example: example(&[".#k@", ".#k@"], &[("entropy()", 2.0)]),
        value: |instruments, _, level| shapes::entropy(instruments.counts(level), level.area()),
        also: Some(|near| near.measure("share", 0)),
        ..valued(Range::Bits)
    },
    Entry {
        name: "regions",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of regions: connected sets of cells with these tiles.",
        example: example(ROOMS, &[("regions(floor)", 2.0)]),
        value: |instruments, arguments, level| instruments.n_regions(arguments, level).into(),
        counted: Counted::Amount,
        demanded: Some(Demanded::Pieces),
        marked: Some(|instruments, arguments, level, _| {
            ("smaller pieces", instruments.smaller_pieces(arguments, level))
        }),
        also: Some(itself),
        wished: |arguments| Wished::Pieces(arguments.tiles[0], arguments.by),
        ..valued(Range::Cells)
    },
    Entry {
        name: "regions_with",
        parameters: &[
            TILES,
            THINGS,
            Parameter::Number("least"),
            Parameter::Most("most"),
            Parameter::By,
        ],
        about: "The number of regions of the tiles that hold at least so many and at most so many cells \
                with the things, which are among the tiles. Without `most` there is no upper limit. \
                `regions_with(floor|enemy, enemy, 1, 1) == regions(floor|enemy)`: each room has one enemy.",
        example: example(
            &["@.#..e.", "..#e...", "..#...."],
            &[
                ("regions_with(floor|enemy|player, enemy, 1)", 1.0),
                ("regions_with(floor|enemy|player, enemy, 0, 1)", 1.0),
                ("regions_with(floor, floor, 5)", 2.0),
            ],
        ),
        value: |instruments, arguments, level| instruments.n_regions_with(arguments, level).into(),
        counted: Counted::Amount,
        also: Some(regions_with),
        wished: |arguments| {
            let (least, by) = (f64::from(arguments.number), arguments.by);
            let most = arguments.most.map_or(f64::INFINITY, f64::from);
            match arguments.tiles[..] {
                [tiles, things] if tiles == things => Wished::Sized(tiles, by, least, most),
                [tiles, things] => Wished::Holding(tiles, things, by, least, most),
                _ => Wished::Other,
            }
        },
        ..valued(Range::Cells)
    },
    Entry {
        name: "rings",
        parameters: &[Parameter::Tiles("rooms"), Parameter::Tiles("doors"), Parameter::By],
        about: "The number of rings of rooms: ways that lead through doors and at least two rooms back to where \
                they begin; of ways that share doors, only independent ones. Rooms are the regions of the \
                first tiles, doors those of the second. A way around a pillar of one room is no ring.",
        example: example(&["...d...", ".#.#.#.", "...d..."], &[("rings(floor, door)", 1.0)]),
        value: |instruments, arguments, level| instruments.n_rings(arguments, level).into(),
        also: Some(|near| near.measure("regions", 0)),
        ..valued(Range::Cells)
    },
    Entry {
        name: "loops",
        parameters: &[TILES],
        about: "The number of loops that ways over the tiles make, with steps in four directions: groups of other \
                cells, joined by sides or corners, that the tiles surround. So a block of 2x2 is no loop, one of \
                3x3 without its middle is one, and a ring with a bar across is two.",
        example: example(&["...#", ".#..", "...."], &[("loops(floor)", 1.0)]),
        value: |instruments, arguments, level| instruments.n_loops(arguments, level).into(),
        // Without loops there are ways: nothing near is forbidden.
        also: Some(|near| {
            let ways = || format!("cells(\"self({0}), plus({0}) >= 3\")", near.tiles(0));
            (near.most() != Some(0.0)).then(ways)
        }),
        ..valued(Range::Cells)
    },
    Entry {
        name: "smallest_region",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells of the smallest region; none if there is no region.",
        example: example(ROOMS, &[("smallest_region(floor)", 6.0)]),
        value: |instruments, arguments, level| or_none(instruments.sizes(arguments, level).0),
        marked: Some(|instruments, arguments, level, least| {
            ("smallest pieces", instruments.pieces_below(arguments, level, least))
        }),
        also: Some(|near| near.exits("==", 0)),
        wished: |arguments| Wished::Smallest(arguments.tiles[0], arguments.by),
        ..valued(Range::Positive)
    },
    Entry {
        name: "largest_region",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells of the largest region.",
        example: example(ROOMS, &[("largest_region(floor)", 10.0)]),
        value: |instruments, arguments, level| instruments.sizes(arguments, level).1.into(),
        marked: Some(|instruments, arguments, level, _| {
            ("smaller pieces", instruments.smaller_pieces(arguments, level))
        }),
        also: Some(|near| near.measure("regions", 0)),
        wished: |arguments| Wished::Largest(arguments.tiles[0], arguments.by),
        ..valued(Range::Cells)
    },
    Entry {
        name: "longest_path",
        parameters: &[FLOOR, Parameter::By],
        about: "The longest shortest path: the greatest number of steps between two cells of one region.",
        example: example(ROOMS, &[("longest_path(floor)", 5.0)]),
        value: |instruments, arguments, level| instruments.longest_path(arguments, level).into(),
        settings: Some(Settings::Path),
        // The inner cells of a path.
        also: Some(|near| near.exits(">=", 2)),
        ..valued(Range::Diameter)
    },
    Entry {
        name: "path",
        parameters: &[Parameter::Stops, Parameter::By],
        about: "The steps of a shortest way that begins at one of the first tiles, passes one of each stop, \
                and ends at one of the last; none if there is no way. Each leg may enter the tiles of \
                both its ends.",
        example: example(CAVE, &[("path(player, key, door)", 9.0)]),
        value: |instruments, arguments, level| or_none(instruments.steps(arguments, level)),
        search: Search::Trip,
        wished: |arguments| Wished::Way(arguments.trip.stops().to_vec(), arguments.by),
        ..valued(Range::Steps)
    },
    Entry {
        name: "reachable",
        parameters: &[Parameter::Tiles("from"), TILES, Parameter::By],
        about: "The number of cells with these tiles that can be reached from one of the first. The \
                tiles of both can be entered.",
        example: example(ROOMS, &[("reachable(floor, floor)", 16.0)]),
        value: |instruments, arguments, level| instruments.n_reachable(arguments, level).into(),
        search: Search::Flood,
        wished: |arguments| Wished::Reached(arguments.tiles[0], arguments.tiles[1], arguments.by),
        ..valued(Range::Cells)
    },
    Entry {
        name: "open_border",
        parameters: &[Parameter::Tiles("from"), Parameter::By],
        about: "The number of cells of the first and last rows and columns that can be reached from one of \
                these tiles, which can be entered. `open_border(player) == 0`: nobody can leave over the border.",
        example: example(&["####", "#@..", "#.##"], &[("open_border(player)", 2.0)]),
        value: |instruments, arguments, level| instruments.n_on_border(arguments, level).into(),
        search: Search::Border,
        also: Some(|near| Some(near.border())),
        ..valued(Range::Cells)
    },
    Entry {
        name: "stuck",
        parameters: &[Parameter::Tiles("from"), Parameter::Tiles("goal"), Parameter::By],
        about: "The number of cells where one can stand, climb or hang, coming from one of the first tiles, and \
                from which no way leads to the goal: a pit without a way out, all that lies below a \
                fall. `stuck(player, door) == 0`: nobody gets stuck. The tiles of both can be entered. None \
                if the level can be passed in more than 16,777,216 states.",
        example: example(&["@.#d", "..##"], &[("stuck(player, door)", 4.0)]),
        value: |instruments, arguments, level| or_none(instruments.n_stuck(arguments, level)),
        search: Search::Flood,
        ..valued(Range::Cells)
    },
    Entry {
        name: "locked_out",
        parameters: &[
            Parameter::Tiles("from"),
            Parameter::Tiles("goal"),
            Parameter::Tiles("key"),
            Parameter::Tiles("door"),
            Parameter::By,
        ],
        about: "If each key opens one door: the share, in 0..=1, of the ways to spend keys after which the goal \
                is out of reach and no further door can be opened; two ways that open the same doors are one. \
                `locked_out(player, goal, key, door) == 0`: whichever doors are opened first, the goal can be \
                reached. 1: it never can. None without a start, or with more than ten doors.",
        example: example(&["@k.d.d.e"], &[("locked_out(player, enemy, key, door)", 1.0)]),
        value: |instruments, arguments, level| {
            instruments.share_locked_out(arguments, level).unwrap_or(f64::NAN)
        },
        search: Search::Flood,
        ..valued(Range::Share)
    },
    Entry {
        name: "across",
        parameters: &[Parameter::By],
        about: "The steps of a shortest way from any cell of the first column to the last; none if \
                there is no way.",
        example: example(&["...#...", ".#...#."], &[("across()", 8.0)]),
        value: |instruments, arguments, level| or_none(instruments.across(arguments, level, false)),
        search: Search::Flood,
        wished: |arguments| Wished::Across(arguments.by, false),
        ..valued(Range::Steps)
    },
    Entry {
        name: "upward",
        parameters: &[Parameter::By],
        about: "The steps of a shortest way from any cell of the last row to the first; none if there \
                is no way.",
        example: example(&["#.##", "#...", "##.#"], &[("upward()", 3.0)]),
        value: |instruments, arguments, level| or_none(instruments.across(arguments, level, true)),
        search: Search::Flood,
        wished: |arguments| Wished::Across(arguments.by, true),
        ..valued(Range::Steps)
    },
    Entry {
        name: "guarded",
        parameters: &[TILES, Parameter::Number("distance"), Parameter::Stops, Parameter::By],
        about: "The number of cells with these tiles (for example enemies) within this distance of \
                any of the shortest ways over the stops, in columns plus rows; none if there is no way.",
        example: example(CAVE, &[("guarded(enemy, 1, player, door)", 1.0)]),
        value: |instruments, arguments, level| or_none(instruments.n_guarding(arguments, level)),
        search: Search::Trip,
        ..valued(Range::Cells)
    },
    Entry {
        name: "nearest",
        parameters: &[TILES, Parameter::Tiles("others")],
        about: "The least distance between a cell with these tiles and one with the others, in columns plus \
                rows, even through walls; none if there is no such pair. A cell with a tile of both is \
                its own nearest, at 0.",
        example: example(CAVE, &[("nearest(player, enemy)", 5.0)]),
        value: |instruments, arguments, level| {
            or_none(
                instruments.distances(arguments.tiles[1], level).least(level, arguments.tiles[0]),
            )
        },
        counted: Counted::Distance(1),
        also: Some(|near| {
            Some(format!("near({}, {}, {})", near.tiles(0), near.tiles(1), near.most()?))
        }),
        wished: |arguments| Wished::Nearest(arguments.tiles[0], arguments.tiles[1]),
        ..valued(Range::Distance)
    },
    Entry {
        name: "near",
        parameters: &[TILES, Parameter::Tiles("others"), Parameter::Number("distance")],
        about: "The number of cells with these tiles that have one with the others within this distance, in \
                columns plus rows.",
        example: example(CAVE, &[("near(enemy, door, 2)", 1.0)]),
        value: |instruments, arguments, level| {
            let distances = instruments.distances(arguments.tiles[1], level);
            distances.count(level, arguments.tiles[0], arguments.number).into()
        },
        counted: Counted::Around(|arguments, _| {
            Some(distance(arguments.tiles[1], LessEqual, arguments.number.into()))
        }),
        ..valued(Range::Cells)
    },
    Entry {
        name: "apart",
        parameters: &[TILES],
        about: "The least distance between two different cells with these tiles, in columns plus rows, even \
                through walls; none if there are fewer than two.",
        example: example(
            &["k...", ".#..", "..k."],
            &[("apart(key)", 4.0), ("apart(key|wall)", 2.0)],
        ),
        value: |instruments, arguments, level| {
            or_none(instruments.field.apart(level, arguments.tiles[0]))
        },
        counted: Counted::Distance(0),
        marked: Some(|instruments, arguments, level, least| {
            ("nearest ones", instruments.field.closer(level, arguments.tiles[0], least))
        }),
        also: Some(close),
        wished: |arguments| Wished::Apart(arguments.tiles[0]),
        ..valued(Range::PositiveDistance)
    },
    Entry {
        name: "dead_ends",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells with these tiles that have one such neighbor.",
        example: example(ROOMS, &[("dead_ends(floor)", 2.0)]),
        value: |instruments, arguments, level| instruments.n_with_exits(arguments, level, 1..=1),
        counted: Counted::Around(|arguments, movement| exits(arguments, movement, Equal, 1)),
        ..valued(Range::Cells)
    },
    Entry {
        name: "junctions",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells with these tiles that have three or more such neighbors.",
        example: example(ROOMS, &[("junctions(floor)", 4.0)]),
        value: |instruments, arguments, level| instruments.n_with_exits(arguments, level, 3..),
        counted: Counted::Around(|arguments, movement| exits(arguments, movement, GreaterEqual, 3)),
        ..valued(Range::Cells)
    },
    Entry {
        name: "crossings",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells with these tiles that have four or more such neighbors.",
        example: example(&["#.#", "...", "#.#"], &[("crossings(floor)", 1.0)]),
        value: |instruments, arguments, level| instruments.n_with_exits(arguments, level, 4..),
        counted: Counted::Around(|arguments, movement| exits(arguments, movement, GreaterEqual, 4)),
        ..valued(Range::Cells)
    },
    Entry {
        name: "open_rooms",
        parameters: &[FLOOR],
        about: "The number of cells of the largest rectangle of these tiles.",
        example: example(ROOMS, &[("open_rooms(floor)", 6.0)]),
        value: |instruments, arguments, level| {
            shapes::largest_rectangle(level, arguments.tiles[0], &mut instruments.heights) as f64
        },
        also: Some(|near| Some(format!("cells(\"self({0}), all({0}) == 9\")", near.tiles(0)))),
        ..valued(Range::Cells)
    },
    Entry {
        name: "symmetry",
        parameters: &[Parameter::Mirror],
        about: "The share of the cells that equal their mirror images. The mirror is left_right, top_bottom, \
                both, half_turn or quarter_turns (half turns unless the level is a square); without it \
                left_right or top_bottom, whichever is larger. With tiles, only cells that have one of \
                them count; none if there is no such cell.",
        example: example(
            &["#.", "##", "#."],
            &[
                ("symmetry()", 1.0),
                ("symmetry(top_bottom)", 1.0),
                ("symmetry(left_right, wall)", 0.5),
            ],
        ),
        value: |_, arguments, level| match arguments.mirror {
            Some(mirror) => shapes::share_mirrored(level, mirror, arguments.tiles.first().copied()),
            None => shapes::symmetry(level),
        },
        wished: |arguments| {
            Wished::Mirrored(arguments.mirror, arguments.tiles.first().copied().unwrap_or_default())
        },
        ..valued(Range::Share)
    },
    Entry {
        name: "same_neighbors",
        about: "The share of the pairs of cells side by side, or one above the other, that have the same \
                tile; 1 for a level of one cell.",
        example: example(&["..", "##"], &[("same_neighbors()", 0.5)]),
        value: |_, _, level| shapes::same_neighbors(level),
        also: Some(|near| Some(format!("cells(\"self({0}), plus({0}) == 1\")", near.tiles(0)))),
        ..valued(Range::Share)
    },
    Entry {
        name: "like",
        about: "How similar the level is to the drawings of `like`, in 0..=1: 1 minus the mean Jensen-Shannon \
                divergence of their patterns of 2x2, 3x3, 5x1 and 1x5 tiles, in bits; none if no pattern \
                fits. Drawings, compared with the others, do not reach 1 either.",
        example: example(&["..#", "#.."], &[("like()", 1.0)]),
        value: |instruments, _, level| {
            let drawings = &instruments.formulas.drawings;
            instruments.patterns(level).similarity(drawings).unwrap_or(f64::NAN)
        },
        compares: true,
        ..valued(Range::Share)
    },
    Entry {
        name: "copied",
        about: "The share of the cells that equal the nearest drawing of `like`, in 0..=1. A drawing of \
                another size is compared at the best offset. Where drawings are judged, each is \
                compared with the other ones.",
        example: example(&["..#", "@.."], &[("copied() * 6", 5.0)]),
        value: |instruments, _, level| {
            let drawings = &instruments.formulas.drawings;
            if instruments.is_drawn {
                drawings.nearest_other(level)
            } else {
                drawings.nearest(level)
            }
        },
        compares: true,
        ..valued(Range::Share)
    },
    Entry {
        name: "sokoban_solution",
        parameters: SOKOBAN,
        about: "The moves of a solution of the level as a Sokoban puzzle with this player, these crates and \
                targets, on the floor that the movement enters; none if no solution is known. The file's \
                `solver` says how to solve it.",
        example: example(&["@.$.x"], &[("sokoban_solution(player, crate, target)", 3.0)]),
        value: |instruments, arguments, level| {
            or_none(instruments.puzzle(arguments, level).moves())
        },
        settings: Some(Settings::Solver),
        ..valued(Range::Moves)
    },
    Entry {
        name: "sokoban_status",
        parameters: SOKOBAN,
        about: "The status of the level as a Sokoban puzzle: gated (not one player, or not as many crates \
                as targets), solved, unsolvable, or undecided by the solver's states.",
        example: example(&["$@.x"], &[("sokoban_status(player, crate, target)", 2.0)]),
        value: |instruments, arguments, level| match instruments.puzzle(arguments, level) {
            Outcome::Gated => 0.0,
            Outcome::Solved { .. } => 1.0,
            Outcome::Unsolvable => 2.0,
            Outcome::Undecided => 3.0,
        },
        settings: Some(Settings::Solver),
        ..valued(Range::Words(&["gated", "solved", "unsolvable", "undecided"]))
    },
    Entry {
        name: "pcg_benchmark",
        parameters: &[Parameter::Benchmark],
        about: "A value of the PCG Benchmark (Khalifa et al. 2025). Write the definition with _ for -. The \
                values are those of the crate `pcg_benchmark`, such as quality. The file needs exactly the tiles \
                of the definition. None on levels of another size than the definition's.",
        example: example(DUNGEON, &[("pcg_benchmark(zelda_v0, player_key)", 10.0)]),
        value: |instruments, arguments, level| {
            let (game, value) = arguments.benchmark;
            instruments.benchmarks[game].value(value, level)
        },
        ..valued(Range::Any)
    },
    Entry {
        name: "outside",
        parameters: &[Parameter::Outside],
        about: "A value from the program of [outside], such as how hard a level is for your own player; none \
                if it answers null.",
        example: example(&["@.e", ".k."], &[("outside(difficulty)", 6.0)]),
        value: |instruments, arguments, level| {
            instruments.judge_state.value(arguments.outside, level)
        },
        ..valued(Range::Any)
    },
];

const DUNGEON: &[&str] = &[
    "@.........k",
    "####.......",
    "...........",
    "..e..e.....",
    "...........",
    "....#######",
    "d.........e",
];

pub(crate) const SOKOBAN: &[Parameter] = &[
    Parameter::Tiles("player"),
    Parameter::Tiles("crates"),
    Parameter::Tiles("targets"),
    Parameter::By,
];

fn or_none(value: Option<u32>) -> f64 {
    value.map_or(f64::NAN, f64::from)
}

pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests;
