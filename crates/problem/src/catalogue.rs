//! All measures of problem files.
//!
//! Each is an entry of [`CATALOGUE`]: name, arguments, meaning, a drawn example, and its `Measure`.

use std::fmt;

use crate::measure::{Measure, SokobanAnswer};

/// A measure in problem files.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name in expressions.
    pub name: &'static str,
    /// Its arguments.
    pub parameters: &'static [Parameter],
    /// Its meaning.
    pub about: &'static str,
    /// Values for a drawn level.
    pub example: Example,
    pub(crate) measure: Measure,
}

/// A level with a player `@`, key `k`, door `d`, enemy `e`, floor `.`, wall `#`, crate `$` and
/// target `x`, and the values of expressions. The rows `..#` and `#..` are the drawings of `like`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The rows of the level.
    pub level: &'static [&'static str],
    /// Expressions with their values: at least one, and at most one for each row.
    pub values: &'static [(&'static str, f64)],
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parameter {
    /// Tiles, as in `a|b`.
    Tiles(&'static str),
    /// Tiles; by default all that the movement enters.
    Floor(&'static str),
    /// Two to eight arguments of tiles: the stops of a trip.
    Stops,
    /// A mirror, then tiles. By default all cells, and the better one of two mirrors.
    Mirror,
    /// Conditions of a rule, in quotes.
    Conditions,
    /// A whole number in 0..=1000.
    Number(&'static str),
    /// As `Number`, at least the number before it; by default there is no limit.
    Most(&'static str),
    /// `by = NAME`, a movement of the file; by default the first one.
    By,
    /// A definition of the PCG Benchmark, and the name of one of its values.
    Benchmark,
    /// The name of a value of the external judge.
    Outside,
}

const FLOOR: Parameter = Parameter::Floor("tiles");
const TILES: Parameter = Parameter::Tiles("tiles");

const ROOMS: &[&str] = &["..#....", "..#.#.#", "..#...."];
const CAVE: &[&str] = &["@.#..d.", ".k#.e..", "....#.."];

const fn example(
    level: &'static [&'static str],
    values: &'static [(&'static str, f64)],
) -> Example {
    Example { level, values }
}

/// All measures, by subject.
pub const CATALOGUE: &[Entry] = &[
    Entry {
        name: "count",
        parameters: &[TILES],
        about: "The number of cells with one of the tiles.",
        example: example(ROOMS, &[("count(floor)", 16.0)]),
        measure: Measure::Count,
    },
    Entry {
        name: "share",
        parameters: &[TILES],
        about: "The share of the cells that have one of the tiles, in 0..=1.",
        example: example(&["..#", "##."], &[("share(floor)", 0.5)]),
        measure: Measure::Share,
    },
    Entry {
        name: "along_border",
        parameters: &[TILES],
        about: "The share of the cells in the first and last rows and columns that have one of the tiles, in \
                0..=1.",
        example: example(&["####", "#..#", "##.#"], &[("along_border(wall)", 0.9)]),
        measure: Measure::Along { bottom_only: false },
    },
    Entry {
        name: "along_bottom",
        parameters: &[TILES],
        about: "The share of the cells in the last row that have one of the tiles, in 0..=1.",
        example: example(&["#..#", "##.#"], &[("along_bottom(wall)", 0.75)]),
        measure: Measure::Along { bottom_only: true },
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
        measure: Measure::Cells,
    },
    Entry {
        name: "entropy",
        parameters: &[],
        about: "How evenly the tiles are used: the Shannon entropy of their shares in bits. It is 0 if all \
                cells are equal, 1 if two tiles share the level, 2 if four do.",
        example: example(&[".#k@", ".#k@"], &[("entropy()", 2.0)]),
        measure: Measure::Entropy,
    },
    Entry {
        name: "regions",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of regions: connected sets of cells with these tiles.",
        example: example(ROOMS, &[("regions(floor)", 2.0)]),
        measure: Measure::Regions,
    },
    Entry {
        name: "regions_with",
        parameters: &[
            TILES,
            Parameter::Tiles("things"),
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
        measure: Measure::RegionsWith,
    },
    Entry {
        name: "smallest_region",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells of the smallest region; none if there is no region.",
        example: example(ROOMS, &[("smallest_region(floor)", 6.0)]),
        measure: Measure::SmallestRegion,
    },
    Entry {
        name: "largest_region",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells of the largest region.",
        example: example(ROOMS, &[("largest_region(floor)", 10.0)]),
        measure: Measure::LargestRegion,
    },
    Entry {
        name: "longest_path",
        parameters: &[FLOOR, Parameter::By],
        about: "The longest shortest path: the greatest number of steps between two cells of one region.",
        example: example(ROOMS, &[("longest_path(floor)", 5.0)]),
        measure: Measure::LongestPath,
    },
    Entry {
        name: "path",
        parameters: &[Parameter::Stops, Parameter::By],
        about: "The steps of a shortest way that begins at one of the first tiles, passes one of each stop, \
                and ends at one of the last; none if there is no way. Each leg may enter the tiles of \
                both its ends.",
        example: example(CAVE, &[("path(player, key, door)", 9.0)]),
        measure: Measure::Path,
    },
    Entry {
        name: "reachable",
        parameters: &[Parameter::Tiles("from"), TILES, Parameter::By],
        about: "The number of cells with these tiles that can be reached from one of the first. The \
                tiles of both can be entered.",
        example: example(ROOMS, &[("reachable(floor, floor)", 16.0)]),
        measure: Measure::Reachable,
    },
    Entry {
        name: "across",
        parameters: &[Parameter::By],
        about: "The steps of a shortest way from any cell of the first column to the last; none if \
                there is no way.",
        example: example(&["...#...", ".#...#."], &[("across()", 8.0)]),
        measure: Measure::Across { up: false },
    },
    Entry {
        name: "upward",
        parameters: &[Parameter::By],
        about: "The steps of a shortest way from any cell of the last row to the first; none if there \
                is no way.",
        example: example(&["#.##", "#...", "##.#"], &[("upward()", 3.0)]),
        measure: Measure::Across { up: true },
    },
    Entry {
        name: "guarded",
        parameters: &[TILES, Parameter::Number("distance"), Parameter::Stops, Parameter::By],
        about: "The number of cells with these tiles (for example enemies) within this distance of a \
                shortest way over the stops, in columns plus rows; none if there is no way.",
        example: example(CAVE, &[("guarded(enemy, 1, player, door)", 1.0)]),
        measure: Measure::Guarded,
    },
    Entry {
        name: "nearest",
        parameters: &[TILES, Parameter::Tiles("others")],
        about: "The least distance between a cell with these tiles and one with the others, in columns plus \
                rows, even through walls; none if there is no such pair. A cell with a tile of both is \
                its own nearest, at 0.",
        example: example(CAVE, &[("nearest(player, enemy)", 5.0)]),
        measure: Measure::Nearest,
    },
    Entry {
        name: "near",
        parameters: &[TILES, Parameter::Tiles("others"), Parameter::Number("distance")],
        about: "The number of cells with these tiles that have one with the others within this distance, in \
                columns plus rows.",
        example: example(CAVE, &[("near(enemy, door, 2)", 1.0)]),
        measure: Measure::Near,
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
        measure: Measure::Apart,
    },
    Entry {
        name: "dead_ends",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells with these tiles that have one such neighbor.",
        example: example(ROOMS, &[("dead_ends(floor)", 2.0)]),
        measure: Measure::Exits { least: 1, most: 1 },
    },
    Entry {
        name: "junctions",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells with these tiles that have three or more such neighbors.",
        example: example(ROOMS, &[("junctions(floor)", 4.0)]),
        measure: Measure::Exits { least: 3, most: u32::MAX },
    },
    Entry {
        name: "crossings",
        parameters: &[FLOOR, Parameter::By],
        about: "The number of cells with these tiles that have four or more such neighbors.",
        example: example(&["#.#", "...", "#.#"], &[("crossings(floor)", 1.0)]),
        measure: Measure::Exits { least: 4, most: u32::MAX },
    },
    Entry {
        name: "open_rooms",
        parameters: &[FLOOR],
        about: "The number of cells of the largest rectangle of these tiles.",
        example: example(ROOMS, &[("open_rooms(floor)", 6.0)]),
        measure: Measure::OpenRooms,
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
        measure: Measure::Symmetry,
    },
    Entry {
        name: "same_neighbors",
        parameters: &[],
        about: "The share of the pairs of cells side by side, or one above the other, that have the same \
                tile; 1 for a level of one cell.",
        example: example(&["..", "##"], &[("same_neighbors()", 0.5)]),
        measure: Measure::SameNeighbors,
    },
    Entry {
        name: "like",
        parameters: &[],
        about: "How similar the level is to the drawings of `like`, in 0..=1: 1 minus the mean Jensen-Shannon \
                divergence of their patterns of 2x2, 3x3, 5x1 and 1x5 tiles, in bits; none if no pattern \
                fits. Drawings, compared with the others, do not reach 1 either.",
        example: example(&["..#", "#.."], &[("like()", 1.0)]),
        measure: Measure::Like,
    },
    Entry {
        name: "copied",
        parameters: &[],
        about: "The share of the cells that equal the nearest drawing of `like`, in 0..=1. A drawing of \
                another size is compared at the best offset.",
        example: example(&["..#", "@.."], &[("copied() * 6", 5.0)]),
        measure: Measure::Copied,
    },
    Entry {
        name: "sokoban_solution",
        parameters: SOKOBAN,
        about: "The moves of a solution of the level as a Sokoban puzzle with this player, these crates and \
                targets, on the floor that the movement enters; none if no solution is known. The file's \
                `solver` says how to solve it.",
        example: example(&["@.$.x"], &[("sokoban_solution(player, crate, target)", 3.0)]),
        measure: Measure::Sokoban(SokobanAnswer::Moves),
    },
    Entry {
        name: "sokoban_status",
        parameters: SOKOBAN,
        about: "The status of the level as a Sokoban puzzle: gated (not one player, or not as many crates \
                as targets), solved, unsolvable, or undecided by the solver's states.",
        example: example(&["$@.x"], &[("sokoban_status(player, crate, target)", 2.0)]),
        measure: Measure::Sokoban(SokobanAnswer::Status),
    },
    Entry {
        name: "pcg_benchmark",
        parameters: &[Parameter::Benchmark],
        about: "A value of the PCG Benchmark (Khalifa et al. 2025). Write the definition with _ for -. The \
                values are those of the crate `pcg_benchmark`, such as quality. The file needs exactly the tiles \
                of the definition. None on levels of another size than the definition's.",
        example: BENCHMARK,
        measure: Measure::Benchmark,
    },
    Entry {
        name: "outside",
        parameters: &[Parameter::Outside],
        about: "A value from the program of [outside], such as how hard a level is for your own player; none \
                if it answers null.",
        example: example(&["@.e", ".k."], &[("outside(difficulty)", 6.0)]),
        measure: Measure::Outside,
    },
];

const BENCHMARK: Example = Example {
    level: &[
        "@.........k",
        "####.......",
        "...........",
        "..e..e.....",
        "...........",
        "....#######",
        "d.........e",
    ],
    values: &[("pcg_benchmark(zelda_v0, player_key)", 10.0)],
};

const SOKOBAN: &[Parameter] = &[
    Parameter::Tiles("player"),
    Parameter::Tiles("crates"),
    Parameter::Tiles("targets"),
    Parameter::By,
];

pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.name == name)
}

impl Entry {
    /// Its call: `path(stop, stop, ..., by)`.
    pub fn usage(&self) -> String {
        let parameters: Vec<&str> = self.parameters.iter().map(Parameter::usage).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }
}

/// The call, the meaning, and the example with an expression next to each row.
impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Example { level, values } = self.example;
        writeln!(formatter, "{}\n    {}", self.usage(), self.about)?;
        for (index, row) in level.iter().enumerate() {
            let told = values.get(index);
            let told = told.map(|(expression, value)| format!("   {expression} is {value}"));
            let told = told.unwrap_or_default();
            writeln!(formatter, "        {row}{told}")?;
        }
        Ok(())
    }
}

impl Parameter {
    fn usage(&self) -> &'static str {
        match self {
            Self::Tiles(name) | Self::Floor(name) | Self::Number(name) | Self::Most(name) => name,
            Self::Stops => "stop, stop, ...",
            Self::Conditions => "\"conditions\"",
            Self::By => "by = movement",
            Self::Mirror => "mirror, tiles",
            Self::Benchmark => "definition, value",
            Self::Outside => "value",
        }
    }
}

#[cfg(test)]
mod tests;
