use marahel_level::{OUT, TileSet, UNKNOWN};

use super::Grid;
use crate::program::Layout;
use crate::run::divider::Rect;

const LAYOUT: Layout = Layout { border: 2, stride: 10 };

/// A grid of 5 x 3 cells whose tile is its column.
fn grid() -> Grid {
    let mut grid = Grid::default();
    grid.reset(LAYOUT, 5, 3);
    for y in 0..3 {
        for x in 0..5 {
            grid.write(grid.index(x, y), x as u8);
        }
    }
    grid
}

fn rows(grid: &Grid) -> Vec<Vec<u8>> {
    grid.view().rows().map(<[u8]>::to_vec).collect()
}

#[test]
fn a_new_grid_is_unknown_inside_a_border_of_outside() {
    let mut grid = Grid::default();
    grid.reset(LAYOUT, 2, 1);
    assert_eq!(rows(&grid), [[UNKNOWN, UNKNOWN]]);
    let n_inside = (0..grid.n_cells()).filter(|&at| !grid.is_outside(at)).count();
    assert_eq!((grid.n_cells(), n_inside), (5 * 10, 2));
    assert_eq!(grid.near(grid.index(0, 0), -2), OUT);
}

#[test]
fn places_and_coordinates_are_inverse() {
    let grid = grid();
    for (x, y) in [(0, 0), (4, 0), (0, 2), (3, 1)] {
        assert_eq!(grid.xy(grid.index(x, y)), (x, y));
    }
}

#[test]
fn counts_follow_writes() {
    let mut grid = grid();
    assert_eq!(grid.total(TileSet::only(2)), 3);
    assert!(grid.write(grid.index(0, 0), 2));
    assert!(!grid.write(grid.index(0, 0), 2), "the tile is there already");
    assert_eq!(grid.total(TileSet::only(2)), 4);
    assert_eq!(grid.total(TileSet::entities(5)), 15);
    assert_eq!(grid.total(TileSet::only(OUT)), 0);
}

#[test]
fn writes_beyond_the_edge_are_dropped() {
    let mut grid = grid();
    assert!(!grid.write(grid.index(0, 0) - 1, 3));
    assert_eq!(grid.near(grid.index(0, 0), -1), OUT);
}

#[test]
fn a_part_is_copied_and_pasted() {
    let (mut grid, mut part) = (grid(), Grid::default());
    let rect = Rect { x: 1, y: 1, width: 3, height: 2 };
    part.copy_part(&grid, rect);
    assert_eq!(rows(&part), [[1, 2, 3], [1, 2, 3]]);
    assert_eq!(part.total(TileSet::only(2)), 2);
    let around = std::array::from_fn(|tile| grid.counts()[tile] - part.counts()[tile]);
    part.write(part.index(2, 1), 9);
    part.paste_part(&mut grid, rect, &around);
    assert_eq!(rows(&grid), [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 9, 4]]);
    assert_eq!(grid.total(TileSet::only(9)), 1);
}

#[test]
fn a_smaller_part_leaves_nothing_of_a_larger_one() {
    let (grid, mut part) = (grid(), Grid::default());
    part.copy_part(&grid, Rect { x: 0, y: 0, width: 5, height: 3 });
    part.copy_part(&grid, Rect { x: 4, y: 2, width: 1, height: 1 });
    let inside: Vec<_> = (0..part.n_cells()).filter(|&at| !part.is_outside(at)).collect();
    assert_eq!(inside, [part.index(0, 0)]);
}

#[test]
fn a_whole_copy_is_equal_and_independent() {
    let (grid, mut copy) = (grid(), Grid::default());
    copy.copy_whole(&grid);
    copy.write(copy.index(0, 0), 4);
    assert_eq!((grid.total(TileSet::only(4)), copy.total(TileSet::only(4))), (3, 4));
    assert_eq!((copy.width(), copy.height(), copy.area()), (5, 3, 15));
}

#[test]
fn the_way_to_the_outside_leads_over_the_nearest_edge() {
    for (width, height, rows) in
        [(4, 3, ["1111", "1221", "1111"].as_slice()), (3, 1, ["111"].as_slice())]
    {
        let mut grid = Grid::default();
        grid.reset(Layout { border: 2, stride: 8 }, width, height);
        let steps = |x, y| grid.to_outside(grid.index(x, y)).to_string();
        let row = |y| (0..width).map(|x| steps(x, y)).collect();
        let found: Vec<String> = (0..height).map(row).collect();
        assert_eq!(found, rows);
    }
}
