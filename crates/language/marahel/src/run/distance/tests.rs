use marahel_level::{TileSet, UNKNOWN};

use super::DistanceField;
use crate::program::{Layout, Near, Range};
use crate::properties::choices::{Choices, check};
use crate::run::buffers::Change;
use crate::run::grid::Grid;

const SET: TileSet = TileSet::entities(2);

/// Distance to the nearest tile of the set by looking at all of them.
fn nearest(grid: &Grid, at: usize) -> Option<u32> {
    let (x, y) = grid.xy(at);
    let cells = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
    cells
        .filter(|&(x, y)| SET.contains(grid.get(grid.index(x, y))))
        .map(|(other_x, other_y)| (x.abs_diff(other_x) + y.abs_diff(other_y)) as u32)
        .min()
}

/// A burst of writes (cell by its number, and tile, 0 and 1 being targets),
/// and the cells that are asked for afterwards.
fn burst(choices: &mut Choices, n_cells: usize) -> (Vec<(usize, u8)>, Vec<usize>) {
    let tiles = [2, 3, 2, 3, 0, 1, UNKNOWN, UNKNOWN];
    let writes = choices.list(0..6, |choices| (choices.number(0..n_cells), choices.of(&tiles)));
    (writes, choices.list(0..4, |choices| choices.number(0..n_cells)))
}

#[test]
fn follows_changes_as_a_new_measurement_would() {
    check(256, |choices| {
        let (width, height) = (choices.number(1..10), choices.number(1..10));
        let bursts = choices.list(1..20, |choices| burst(choices, width * height));
        let mut grid = Grid::default();
        grid.reset(Layout { border: 1, stride: width + 3 }, width, height);
        let at = |grid: &Grid, cell: usize| grid.index(cell % width, cell / width);
        let mut changes = Vec::new();
        let mut field = DistanceField::default();
        field.begin(SET);
        // What somebody knows who asks again for the cells of which he is told,
        // and for all of them when there was no target or is none any more.
        let mut known = vec![None; grid.n_cells()];
        for (index, (writes, asked)) in bursts.into_iter().enumerate() {
            for (cell, tile) in writes {
                let at = at(&grid, cell);
                let was = grid.get(at);
                if grid.write(at, tile) {
                    changes.push(Change { at: at as u32, was, is: tile });
                }
            }
            let mut nearer = Vec::new();
            field.update(&grid, &changes, |at| nearer.push(at as usize));
            let first = at(&grid, 0);
            if index == 0 || known[first].is_some() != nearest(&grid, first).is_some() {
                nearer = (0..width * height).map(|cell| at(&grid, cell)).collect();
            }
            let asked_last = asked.last().copied();
            for at in nearer.into_iter().chain(asked.into_iter().map(|cell| at(&grid, cell))) {
                known[at] = field.get(&grid, at);
                assert_eq!(known[at], nearest(&grid, at));
            }
            let range = Range { first: index as u32 % 3, last: 3, is_in: index % 2 == 0 };
            let near = Near { field: 0, range };
            let accepts = |at: usize| {
                let distance = nearest(&grid, at);
                distance.is_none_or(|distance| range.accepts(distance))
            };
            let mut kept = vec![u64::MAX; grid.n_cells().div_ceil(256) * 4];
            let can_tell = field.keep(&grid, changes.len(), &near, &mut kept);
            for at in (0..width * height).map(|cell| at(&grid, cell)) {
                let is_kept = kept[at / 64] >> (at % 64) & 1 != 0;
                assert_eq!(is_kept, !can_tell || accepts(at), "{near:?}");
            }
            if let Some(cell) = asked_last {
                let at = at(&grid, cell);
                assert_eq!(field.meets(&grid, &near, at), accepts(at), "{near:?}");
            }
            for cell in 0..width * height {
                assert!(known[at(&grid, cell)] <= nearest(&grid, at(&grid, cell)));
            }
            if index % 3 == 2 {
                field.settle(&grid, &changes);
                changes.clear();
            }
        }
        for cell in 0..width * height {
            assert_eq!(field.get(&grid, at(&grid, cell)), nearest(&grid, at(&grid, cell)));
        }
    });
}

#[test]
fn boards_tell_distances_until_a_source_changes() {
    let mut grid = Grid::default();
    grid.reset(Layout { border: 1, stride: 80 }, 75, 4);
    grid.write(grid.index(70, 2), 1);
    let mut field = DistanceField::default();
    field.begin(SET);
    field.update(&grid, &[], |_| {});
    for (first, last) in [(0, 5), (3, 3), (0, 0), (0, 64), (65, 70), (2, 40)] {
        for is_in in [true, false] {
            let near = Near { field: 0, range: Range { first, last, is_in } };
            for (x, y) in (0..75_usize).flat_map(|x| (0..4_usize).map(move |y| (x, y))) {
                let far = x.abs_diff(70) as u32 + y.abs_diff(2) as u32;
                let at = grid.index(x, y);
                assert_eq!(field.meets(&grid, &near, at), (first..=last).contains(&far) == is_in);
            }
        }
    }
}

#[test]
fn without_a_source_there_is_no_distance() {
    let mut grid = Grid::default();
    grid.reset(Layout { border: 1, stride: 6 }, 4, 1);
    let mut field = DistanceField::default();
    field.begin(SET);
    field.update(&grid, &[], |_| {});
    assert_eq!(field.get(&grid, grid.index(2, 0)), None);
}

#[test]
fn another_pass_measures_again() {
    let mut grid = Grid::default();
    grid.reset(Layout { border: 1, stride: 6 }, 4, 1);
    let mut field = DistanceField::default();
    field.begin(SET);
    field.update(&grid, &[], |_| {});
    grid.write(grid.index(3, 0), 1);
    field.begin(SET);
    field.update(&grid, &[], |_| {});
    assert_eq!(field.get(&grid, grid.index(0, 0)), Some(3));
}
