//! Shortest paths through a region, by A*.

use marahel::extension::Plane;
use pathfinding::directed::astar::astar;

/// Steps of the budget for looking at the neighbors of a cell.
const EXPANSION_COST: u64 = 16;

/// A shortest path between two cells over free cells, with both ends. Subtracts its cost from
/// `n_steps`, and gives up when they are used up.
pub(super) fn find(
    plane: Plane,
    steps: &[(i32, i32)],
    from: u32,
    to: u32,
    is_free: impl Fn(u32) -> bool,
    n_steps: &mut u64,
) -> Option<Vec<u32>> {
    let [along_x, along_y, along_both] = [(1, 0), (0, 1), (1, 1)].map(|(by_x, by_y)| {
        let lengths = steps.iter().map(|(x, y)| by_x * x.unsigned_abs() + by_y * y.unsigned_abs());
        lengths.max().unwrap_or(1).max(1) as usize
    });
    let successors = |&cell: &u32| {
        let can_afford = *n_steps >= EXPANSION_COST;
        *n_steps = n_steps.saturating_sub(EXPANSION_COST);
        let affordable = if can_afford { steps } else { &[] };
        let is_free = &is_free;
        plane
            .neighbors(cell, affordable)
            .filter(move |&next| next == to || is_free(next))
            .map(|next| (next, 1_u32))
    };
    // No step is longer than the longest along either axis, or along both.
    let remaining = |&cell: &u32| {
        let (x, y) = plane.apart(cell, to);
        let n = x.div_ceil(along_x).max(y.div_ceil(along_y)).max((x + y).div_ceil(along_both));
        n as u32
    };
    astar(&from, successors, remaining, |&cell| cell == to).map(|(path, _)| path)
}
