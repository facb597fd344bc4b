use std::collections::BTreeMap;

use marahel_level::{TileSet, UNKNOWN, View};
use pathfinding::directed::dijkstra::dijkstra_all;
use petgraph::graph::UnGraph;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::blocks::Blocks;
use super::board::Board;
use super::ground::Ground;
use super::{Floor, Survey, diameter};

const SOLID: u8 = 0;
const EMPTY: u8 = 1;

/// Tiles of a rectangle that is part of a wider buffer.
#[derive(Clone, Debug)]
struct Drawing {
    width: usize,
    height: usize,
    stride: usize,
    tiles: Vec<u8>,
}

type Place = (usize, usize);

impl Drawing {
    fn read(text: &str) -> Self {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let tile = |byte| match byte {
            b'.' => EMPTY,
            b'?' => UNKNOWN,
            _ => SOLID,
        };
        Self {
            width: rows[0].len(),
            height: rows.len(),
            stride: rows[0].len(),
            tiles: rows.concat().bytes().map(tile).collect(),
        }
    }

    fn view(&self) -> View<'_> {
        View::new(&self.tiles, self.width, self.height, self.stride)
    }

    fn open(&self) -> Vec<Place> {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        places.filter(|&(x, y)| self.view().row(y)[x] == EMPTY).collect()
    }

    fn neighbors(&self, (x, y): Place) -> Vec<Place> {
        let open = self.open();
        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter(|place| open.contains(place))
            .collect()
    }

    /// Distances from a cell by the pathfinding crate.
    fn distances(&self, from: Place) -> BTreeMap<Place, u32> {
        let step = |&place: &Place| {
            let neighbors = self.neighbors(place).into_iter();
            neighbors.map(|next| (next, 1)).collect::<Vec<_>>()
        };
        let reached = dijkstra_all(&from, step);
        let distances = reached.iter().map(|(&place, &(_, distance))| (place, distance));
        distances.chain([(from, 0)]).collect()
    }

    /// All that a survey should find, by other crates and from every cell.
    fn survey(&self) -> Survey {
        let open = self.open();
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: BTreeMap<Place, _> = open.iter().map(|&p| (p, graph.add_node(()))).collect();
        for &place in &open {
            for next in self.neighbors(place) {
                graph.update_edge(nodes[&place], nodes[&next], ());
            }
        }
        let longest = |&place: &Place| self.distances(place).into_values().max();
        Survey {
            regions: petgraph::algo::connected_components(&graph) as u32,
            diameter: open.iter().filter_map(longest).max().unwrap_or(0),
        }
    }
}

fn passable() -> TileSet {
    TileSet::only(EMPTY)
}

#[track_caller]
fn check_ground(ground: &mut impl Ground, drawing: &Drawing, survey: Survey) {
    ground.load(drawing.view(), passable());
    assert_eq!(diameter::survey(ground), survey);
    assert_eq!(ground.n_regions(), survey.regions);
    assert_eq!(diameter::survey(ground), survey, "the second time");
}

#[track_caller]
fn check_board<const W: usize>(mut board: Board<W>, drawing: &Drawing, survey: Survey) {
    if Board::<W>::fits(drawing.view()) {
        check_ground(&mut board, drawing, survey);
    }
}

/// Every form that has room for the level agrees.
#[track_caller]
fn check_forms(drawing: &Drawing, survey: Survey) {
    check_board(Board::<1>::new(), drawing, survey);
    check_board(Board::<2>::new(), drawing, survey);
    check_board(Board::<4>::new(), drawing, survey);
    check_board(Board::<8>::new(), drawing, survey);
    check_board(Board::<16>::new(), drawing, survey);
    check_ground(&mut Blocks::default(), drawing, survey);
    let mut floor = Floor::new();
    floor.load(drawing.view(), passable());
    assert_eq!(floor.survey(), survey);
    assert_eq!(floor.regions(), survey.regions);
}

#[track_caller]
fn check(text: &str, regions: u32, diameter: u32) {
    check_forms(&Drawing::read(text), Survey { regions, diameter });
}

#[test]
fn the_smallest_levels() {
    check("#", 0, 0);
    check(".", 1, 0);
    check("?", 0, 0);
    check(".#.#", 2, 0);
    check(". . # .", 2, 1);
}

#[test]
fn regions_do_not_connect_diagonally_or_around_the_edge() {
    check(
        "..#.
         ##..
         .#.#
         ..#.",
        4,
        3,
    );
}

#[test]
fn unknown_tiles_are_not_passable() {
    check("..?..", 2, 1);
}

#[test]
fn a_cycle_is_as_long_as_half_of_it() {
    check(
        ".....
         .###.
         .###.
         .....",
        1,
        7,
    );
}

#[test]
fn an_open_square_goes_from_corner_to_corner() {
    check(&"..............\n".repeat(14), 1, 26);
    check(&"...............\n".repeat(15), 1, 28);
}

#[test]
fn a_snake_is_as_long_as_its_cells() {
    check(
        ".......
         ######.
         .......
         .######
         .......",
        1,
        22,
    );
}

#[test]
fn a_level_of_one_very_long_row() {
    let row = ".".repeat(3000);
    check(&row, 1, 2999);
    check(&format!("{row}#.."), 2, 2999);
    check(&".\n".repeat(300), 1, 299);
}

#[test]
fn rows_about_as_wide_as_a_word() {
    for width in 60..=66 {
        let open = ".".repeat(width);
        let wall = "#".repeat(width - 1);
        let text = format!("{open}\n{wall}.\n{open}\n.{wall}\n{open}\n");
        check(&text, 1, 3 * width as u32 + 1);
    }
}

#[test]
fn large_levels_take_few_sweeps() {
    // 800 000 cells would take days from every cell.
    let rows = [".".repeat(1000), format!(".{}", "#".repeat(999))];
    check(&format!("{}\n{}\n", rows[0], rows[1]).repeat(500), 1, 999 + 998 + 999);
    check(&format!("{}\n", rows[0]).repeat(800), 1, 999 + 799);
}

#[test]
fn two_sweeps_find_the_ends_of_a_tree_and_never_more_than_the_diameter() {
    let tree = Drawing::read(
        "#.###
         .....
         #.#.#
         ..###",
    );
    let mut floor = Floor::new();
    floor.load(tree.view(), passable());
    let longest = floor.survey().diameter;
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        assert_eq!(floor.two_sweep(&mut rng), longest);
    }
}

#[test]
fn distances_are_asked_cell_by_cell() {
    let drawing = Drawing::read(
        "..#.
         .#..
         ....",
    );
    let mut floor = Floor::new();
    floor.load(drawing.view(), passable());
    assert_eq!(floor.distance((1, 0), (3, 0)), Some(8));
    assert_eq!(floor.distance((0, 0), (0, 0)), Some(0));
    assert_eq!(floor.distance((0, 0), (2, 0)), None, "a solid cell");
    assert_eq!(floor.distance((2, 0), (0, 0)), None, "from a solid cell");
    assert_eq!(floor.distance((0, 0), (4, 0)), None, "outside");
    assert_eq!(floor.distance((0, 0), (0, 9)), None, "outside");
    assert_eq!(floor.nearest((1, 0), [(3, 0), (2, 0), (0, 2)]), Some(3));
    assert_eq!(floor.nearest((1, 0), []), None);
}

#[test]
fn one_floor_takes_levels_of_any_size_in_turn() {
    let sizes = [(5, 5), (14, 14), (70, 2), (11, 7), (14, 14), (62, 4), (1, 1)];
    let mut floor = Floor::new();
    for (width, height) in sizes {
        let drawing = Drawing::read(&format!("{}\n", ".".repeat(width)).repeat(height));
        floor.load(drawing.view(), passable());
        let diameter = (width + height - 2) as u32;
        assert_eq!(floor.survey(), Survey { regions: 1, diameter });
    }
}

/// Levels up to `width` by `height`, part of a wider buffer, of all densities.
fn drawings(width: usize, height: usize) -> impl Strategy<Value = Drawing> {
    (1..=width, 1..=height, 0..4_usize, 0.1..0.95_f64).prop_flat_map(
        |(width, height, margin, density)| {
            let stride = width + margin;
            let tile = prop::bool::weighted(density).prop_map(u8::from);
            prop::collection::vec(tile, stride * height).prop_map(move |tiles| Drawing {
                width,
                height,
                stride,
                tiles,
            })
        },
    )
}

fn check_distances(drawing: &Drawing, from: usize) -> Result<(), TestCaseError> {
    let open = drawing.open();
    let Some(&from) = open.get(from % open.len().max(1)) else {
        return Ok(());
    };
    let mut floor = Floor::new();
    floor.load(drawing.view(), passable());
    let expected = drawing.distances(from);
    for place in open {
        prop_assert_eq!(floor.distance(from, place), expected.get(&place).copied());
    }
    Ok(())
}

#[test]
fn regions_that_were_swept_stay_behind() {
    let rooms = Drawing::read(
        "..#.#
         .##.#
         ....#
         ###..
         ..#..",
    );
    let mut blocks = Blocks::default();
    blocks.load(rooms.view(), passable());
    let mut longest = 0;
    while blocks.next_region().is_some() {
        let end = blocks.nth_farthest(0);
        longest = longest.max(blocks.sweep(end));
        assert_eq!(blocks.distance_to(end), Some(0));
    }
    assert_eq!(longest, rooms.survey().diameter);
    assert_eq!(diameter::survey(&mut blocks), rooms.survey());
}

/// A square level of `n` cells a side, larger than any board.
fn large(n: usize, is_open: impl Fn(usize, usize) -> bool) -> Drawing {
    let tiles = (0..n * n).map(|cell| u8::from(is_open(cell % n, cell / n))).collect();
    Drawing { width: n, height: n, stride: n, tiles }
}

#[test]
fn regions_of_large_levels() {
    let mut floor = Floor::new();
    let mut check = |drawing: &Drawing, regions| {
        floor.load(drawing.view(), passable());
        assert_eq!(floor.regions(), regions);
        assert_eq!(floor.survey().regions, regions);
    };
    check(&large(300, |_, _| false), 0);
    check(&large(300, |_, _| true), 1);
    check(&large(300, |x, y| (x + y) % 2 == 0), 45_000);
    // Columns that the last row joins, and combs that meet in the middle.
    check(&large(300, |x, y| x % 2 == 0 || y == 299), 1);
    check(&large(300, |x, _| x % 2 == 0), 150);
    check(&large(300, |x, y| if y < 150 { x % 2 == 0 } else { x % 3 == 0 }), 200);
    check(&large(300, |x, y| x.max(y).max(299 - x).max(299 - y) % 2 == 0), 75);
}

proptest! {
    #[test]
    fn surveys_agree_with_other_crates(drawing in drawings(16, 15)) {
        check_forms(&drawing, drawing.survey());
    }

    #[test]
    fn both_forms_agree(drawing in drawings(30, 30), cell: usize) {
        let mut board = Board::<16>::new();
        let mut blocks = Blocks::default();
        board.load(drawing.view(), passable());
        blocks.load(drawing.view(), passable());
        prop_assert_eq!(diameter::survey(&mut board), diameter::survey(&mut blocks));
        let open = drawing.open();
        if let Some(&(x, y)) = open.get(cell % open.len().max(1)) {
            let on_board = board.cell(x, y).expect("it is open");
            let in_blocks = blocks.cell(x, y).expect("it is open");
            prop_assert_eq!(board.sweep(on_board), blocks.sweep(in_blocks));
            prop_assert_eq!(board.n_reached(), blocks.n_reached());
            prop_assert_eq!(board.n_farthest(), blocks.n_farthest());
            for (x, y) in open {
                let on_board = board.cell(x, y).and_then(|cell| board.distance_to(cell));
                let in_blocks = blocks.cell(x, y).and_then(|cell| blocks.distance_to(cell));
                prop_assert_eq!(on_board, in_blocks);
            }
        }
    }

    #[test]
    fn surveys_of_wide_levels_agree_with_other_crates(drawing in drawings(90, 3)) {
        check_forms(&drawing, drawing.survey());
    }

    #[test]
    fn surveys_of_high_levels_agree_with_other_crates(drawing in drawings(3, 90)) {
        check_forms(&drawing, drawing.survey());
    }

    #[test]
    fn distances_agree_with_other_crates(drawing in drawings(14, 14), from: usize) {
        check_distances(&drawing, from)?;
    }

    #[test]
    fn distances_in_wide_levels_agree_with_other_crates(drawing in drawings(80, 4), from: usize) {
        check_distances(&drawing, from)?;
    }

    #[test]
    fn two_sweeps_lie_between_half_the_diameter_and_all_of_it(drawing in drawings(70, 6), seed: u64) {
        let mut floor = Floor::new();
        floor.load(drawing.view(), passable());
        let diameter = floor.survey().diameter;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let found = floor.two_sweep(&mut rng);
        prop_assert!((diameter.div_ceil(2)..=diameter).contains(&found));
    }
}
