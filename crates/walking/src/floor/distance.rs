//! Distances from one cell.

use super::ground::Ground;

/// Steps from `from` to the nearest of `targets` that can be reached.
pub(super) fn nearest(
    ground: &mut impl Ground,
    from: (usize, usize),
    targets: impl IntoIterator<Item = (usize, usize)>,
) -> Option<u32> {
    let source = ground.cell(from.0, from.1)?;
    ground.sweep(source);
    targets.into_iter().filter_map(|(x, y)| ground.distance_to(ground.cell(x, y)?)).min()
}
