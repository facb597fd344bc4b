use level::{TileSet, UNKNOWN};
use proptest::prelude::*;

use super::DistanceField;
use crate::program::Layout;
use crate::run::canvas::Change;
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

fn check(grid: &Grid, field: &DistanceField) -> Result<(), TestCaseError> {
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let at = grid.index(x, y);
            prop_assert_eq!(field.get(at), nearest(grid, at), "at {}, {}", x, y);
        }
    }
    Ok(())
}

/// A grid's size and bursts of writes: cell by its number, and tile, 0 and 1
/// being sources.
fn histories() -> impl Strategy<Value = (usize, usize, Vec<Vec<(usize, u8)>>)> {
    (1_usize..=9, 1_usize..=9).prop_flat_map(|(width, height)| {
        let tile = prop_oneof![1 => 0_u8..2, 2 => 2_u8..4, 1 => Just(UNKNOWN)];
        let burst = proptest::collection::vec((0..width * height, tile), 0..6);
        (Just(width), Just(height), proptest::collection::vec(burst, 1..12))
    })
}

proptest! {
    #[test]
    fn follows_changes_as_a_new_measurement_would((width, height, bursts) in histories()) {
        let mut grid = Grid::default();
        grid.reset(Layout { border: 1, stride: width + 3 }, width, height);
        let mut changes = Vec::new();
        let mut field = DistanceField::default();
        field.begin(SET);
        for (index, burst) in bursts.into_iter().enumerate() {
            for (cell, tile) in burst {
                let at = grid.index(cell % width, cell / width);
                if grid.write(at, tile) {
                    changes.push(Change { at: at as u32 });
                }
            }
            let before: Vec<_> = (0..grid.n_cells())
                .map(|at| if index > 0 && !grid.is_outside(at) { field.get(at) } else { None })
                .collect();
            let mut concerned = Vec::new();
            field.update(&grid, &changes, |at| concerned.push(at as usize));
            check(&grid, &field)?;
            // Whatever changed was told; the first time nothing is.
            for (at, before) in before.into_iter().enumerate() {
                let is_other = index > 0 && !grid.is_outside(at) && field.get(at) != before;
                prop_assert!(!is_other || concerned.contains(&at));
            }
            if index % 3 == 2 {
                field.settle(&grid, &changes);
                changes.clear();
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
    assert_eq!(field.get(grid.index(2, 0)), None);
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
    assert_eq!(field.get(grid.index(0, 0)), Some(3));
}
