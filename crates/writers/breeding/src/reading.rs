//! [`Reader`]: what conditions see from a cell of a level.

use marahel_level::{OUT, Tile, TileSet, View};
use marahel_script::{Edge, Neighborhood, Rule};

pub(crate) const EDGES: [Edge; 4] = [Edge::Left, Edge::Top, Edge::Right, Edge::Bottom];

/// Reads numbers off a level.
pub(crate) struct Reader<'r> {
    pub(crate) level: View<'r>,
}

impl Reader<'_> {
    fn tile_at(&self, (x, y): (usize, usize), (dx, dy): (i32, i32)) -> Tile {
        at(self.level, x as i32 + dx, y as i32 + dy)
    }

    pub(crate) fn n_around(
        &self,
        place: (usize, usize),
        around: &Neighborhood,
        tiles: TileSet,
    ) -> u32 {
        around.offsets().iter().map(|&offset| tiles.count(self.tile_at(place, offset))).sum()
    }

    pub(crate) fn place(&self, edge: Edge, (x, y): (usize, usize)) -> u32 {
        let far = match edge {
            Edge::Left => x,
            Edge::Top => y,
            Edge::Right => self.level.width() - 1 - x,
            Edge::Bottom => self.level.height() - 1 - y,
        };
        far as u32
    }

    /// Manhattan distance from each cell to the nearest of some tiles; `None` if there are none.
    pub(crate) fn distances(&self, tiles: TileSet) -> Option<Vec<u32>> {
        let (width, height) = (self.level.width(), self.level.height());
        let cells = (0..width * height).map(|cell| {
            let (x, y) = (cell % width, cell / width);
            let to_edge = EDGES.map(|edge| 1 + self.place(edge, (x, y))).into_iter().min();
            match to_edge.filter(|_| tiles.contains(OUT)) {
                Some(far) => far,
                None if tiles.contains(self.level.get(x, y)) => 0,
                None => u32::MAX,
            }
        });
        let mut field: Vec<u32> = cells.collect();
        // From above and the left, then from below and the right.
        for cell in 0..field.len() {
            let left = if cell % width > 0 { field[cell - 1] } else { u32::MAX };
            let up = if cell >= width { field[cell - width] } else { u32::MAX };
            field[cell] = field[cell].min(left.min(up).saturating_add(1));
        }
        for cell in (0..field.len()).rev() {
            let right = if cell % width < width - 1 { field[cell + 1] } else { u32::MAX };
            let down = if cell + width < field.len() { field[cell + width] } else { u32::MAX };
            field[cell] = field[cell].min(right.min(down).saturating_add(1));
        }
        field.first().is_some_and(|far| *far < u32::MAX).then_some(field)
    }
}

/// The tile at a place; `OUT` outside of the level.
fn at(level: View<'_>, x: i32, y: i32) -> Tile {
    let is_inside =
        x >= 0 && y >= 0 && (x as usize) < level.width() && (y as usize) < level.height();
    if is_inside { level.get(x as usize, y as usize) } else { OUT }
}

/// Indices of the rules that may write a tile.
pub(crate) fn writers(rules: &[Rule], tile: Tile) -> Vec<usize> {
    let writing = rules.iter().enumerate().filter(|(_, rule)| {
        let lists = rule.executers.iter().map(|executer| &executer.entities);
        lists.flat_map(|list| &list.members).any(|&(member, _)| member == tile)
    });
    writing.map(|(index, _)| index).collect()
}
