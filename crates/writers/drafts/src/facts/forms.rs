//! The form that a tile has, by what is asked of it: rows, closed loops, filled places, boxes, thin lines.

use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Edge, Estimator, Neighborhood};

use super::{Along, Facts, Fault, MUCH, NEARLY_ALL, OUTSIDE, Placement, WHOLE_ROW};

impl Facts {
    /// Whether the tile comes in whole rows: its pieces along rows are about as long as these.
    pub(crate) fn is_of_rows(&self, tile: Tile) -> bool {
        let kind = self.kind(tile);
        let length = match (kind.pieces, self.bulk(tile)) {
            (Some((few, many)), Some(n)) => n / f64::midpoint(few, many).max(1.0),
            _ => return false,
        };
        kind.along == Some(Along::Rows) && length >= WHOLE_ROW * self.width as f64
    }

    /// Whether the tile is along the border, and hardly anywhere else.
    pub(crate) fn is_ring(&self, tile: Tile) -> bool {
        let n_border = (2 * (self.width + self.height) - 4) as f64;
        let bulk = self.bulk(tile).unwrap_or(n_border);
        self.kind(tile).border.0 > MUCH && bulk < 1.2 * n_border
    }

    /// Whether the tile is a closed loop: each cell has two of its like beside it, in one piece.
    pub(crate) fn is_loop(&self, tile: Tile) -> bool {
        let asks_for_two = |condition: &Condition| {
            condition.cell_count().is_some_and(|count| {
                let itself = usize::from(count.cells.offsets().contains(&(0, 0)));
                count.tiles == TileSet::only(tile)
                    && count.n_cells() >= 4
                    && (0..=count.n_cells()).all(|n| count.holds(n) == (n != 2 + itself))
            })
        };
        let mut faults = self.faults.iter();
        faults.any(|fault| {
            fault.tiles == TileSet::only(tile)
                && matches!(&fault.conditions[..], [one] if asks_for_two(one))
        }) && self.kind(tile).pieces.is_some_and(|(_, high)| high <= 1.5)
    }

    /// Whether a cell of the tile with one of its like beside it is a fault: a way without ends.
    pub(crate) fn has_no_ends(&self, tile: Tile) -> bool {
        let is_end = |condition: &Condition| {
            condition.cell_count().is_some_and(|count| {
                let itself = usize::from(count.cells.offsets().contains(&(0, 0)));
                count.tiles.contains(tile)
                    && count.n_cells() >= 4
                    && count.holds(1 + itself)
                    && !count.holds(2 + itself)
            })
        };
        let mut faults = self.faults.iter();
        faults.any(|fault| {
            fault.tiles.contains(tile) && matches!(&fault.conditions[..], [one] if is_end(one))
        })
    }

    /// The other ground that a thing stands between, with one cell of each on two sides: a door from
    /// rooms to a hall.
    pub(crate) fn beyond_a_door(&self, tile: Tile) -> Option<Tile> {
        let single = |condition: &Condition| {
            let count = condition.cell_count()?;
            let is_one = !count.holds(0) && count.holds(1) && count.n_cells() < 6;
            is_one.then_some(count.tiles)
        };
        let lists = self.placements.iter().filter(|at| !at.tiles.contains(tile));
        lists.flat_map(|at| &at.lists).find_map(|list| {
            let mut sides = list.iter().filter_map(single);
            let (first, second) = (sides.next()?, sides.next()?);
            let other = if first.contains(tile) {
                second
            } else if second.contains(tile) {
                first
            } else {
                return None;
            };
            other.iter().find(|&other| {
                other != tile && matches!(self.kind(other).role, Role::Floor | Role::Decoration)
            })
        })
    }

    /// Whether each cell of a thing, or nearly each, must be in the outermost rows and columns.
    pub(crate) fn is_at_border(&self, tile: Tile) -> bool {
        let is_edge = |condition: &Condition| match condition {
            Condition::Compare(Estimator::Distance(list), is, Estimator::Number(n)) => {
                list.tiles() == OUTSIDE && is.holds(1.0, *n) && !is.holds(2.0, *n)
            }
            Condition::Compare(Estimator::Place(_, None), is, Estimator::Number(n)) => {
                is.holds(0.0, *n) && !is.holds(1.0, *n)
            }
            _ => false,
        };
        let mut own = self.placements.iter().filter(|at| at.tiles.contains(tile));
        own.any(|at| at.lists.iter().all(|list| list.iter().any(is_edge)))
    }

    /// The lists of conditions about places whose cells all have the tile, or nearly all.
    pub(crate) fn filled(&self, tile: Tile) -> Option<&[Vec<Condition>]> {
        let is_own =
            |tiles: TileSet| tiles == TileSet::only(tile) || self.soil_of(tiles) == Some(tile);
        let mut whole =
            self.placements.iter().filter(|at| is_own(at.tiles) && self.is_whole(at, NEARLY_ALL));
        whole.next().map(|placement| &placement.lists[..])
    }

    /// Whether a placement is about this share of the cells of its places, or more.
    fn is_whole(&self, placement: &Placement, share: f64) -> bool {
        let n = self.n_cells(&placement.lists).unwrap_or(f64::INFINITY);
        n > 1.0 && placement.least >= n * share
    }

    /// Whether another ground fills the places of a placement: a jetty may, but need not, be there.
    pub(crate) fn is_filled_by_another(&self, placement: &Placement, tile: Tile) -> bool {
        self.is_whole(placement, NEARLY_ALL)
            && self.soil_of(placement.tiles).is_some_and(|soil| soil != tile)
    }

    /// The places that a placement fills wholly, if each is said by one condition.
    pub(super) fn whole_places<'p>(&self, placement: &'p Placement) -> Option<Vec<&'p Condition>> {
        let single = |list: &'p Vec<Condition>| match &list[..] {
            [condition] => Some(condition),
            _ => None,
        };
        let places: Option<Vec<&Condition>> = placement.lists.iter().map(single).collect();
        places.filter(|_| self.is_whole(placement, 1.0))
    }

    /// The number of cells where conditions of one of these lists hold, if they are about places alone.
    pub(super) fn n_cells(&self, lists: &[Vec<Condition>]) -> Option<f64> {
        let (width, height) = (self.width, self.height);
        let holds = |condition: &Condition, (x, y): (i64, i64)| {
            let Condition::Compare(estimator, is, Estimator::Number(n)) = condition else {
                return None;
            };
            let sides = [(Edge::Left, x), (Edge::Top, y)];
            let sides = sides
                .into_iter()
                .chain([(Edge::Right, width - 1 - x), (Edge::Bottom, height - 1 - y)]);
            let steps = match estimator {
                Estimator::Place(edge, divisor) => {
                    let (_, steps) = sides.into_iter().find(|(side, _)| side == edge)?;
                    divisor.map_or(steps, |divisor| steps % divisor as i64)
                }
                Estimator::Distance(list) if list.tiles() == OUTSIDE => {
                    1 + sides.map(|(_, steps)| steps).min()?
                }
                _ => return None,
            };
            Some(is.holds(steps as f64, *n))
        };
        let mut n_cells = 0.0;
        for cell in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let mut is_in_any = false;
            for list in lists {
                let mut is_in = true;
                for condition in list {
                    is_in &= holds(condition, cell)?;
                }
                is_in_any |= is_in;
            }
            n_cells += f64::from(u8::from(is_in_any));
        }
        Some(n_cells)
    }

    /// Whether a rectangle of the tile alone meets all that is asked about its like around it.
    pub(crate) fn allows_box(&self, tile: Tile, (width, height): (i64, i64)) -> bool {
        let n_inside = |cells: &Neighborhood, (x, y): (i64, i64)| {
            let inside = cells.offsets().iter().filter(|&&(dx, dy)| {
                (0..width).contains(&(x + i64::from(dx)))
                    && (0..height).contains(&(y + i64::from(dy)))
            });
            inside.count()
        };
        let own = TileSet::only(tile);
        let holds = |condition: &Condition, at| {
            let asked = condition.cell_count()?;
            let n_inside = n_inside(asked.cells, at);
            // What must be below each cell is not below those in the middle.
            let is_foreign = asked.tiles.is_disjoint(own) && n_inside == asked.n_cells();
            if asked.tiles == own {
                Some(asked.holds(n_inside))
            } else {
                is_foreign.then(|| asked.holds(0))
            }
        };
        let mut cells = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        cells.all(|at| {
            let is_fault = |fault: &Fault| {
                fault.tiles == own
                    && fault.conditions.iter().all(|condition| holds(condition, at) == Some(true))
            };
            let is_right = |list: &Vec<Condition>| {
                list.iter().all(|condition| holds(condition, at) != Some(false))
            };
            !self.faults.iter().any(is_fault)
                && self.placements.iter().all(|placement| {
                    !placement.is_each
                        || placement.tiles != own
                        || placement.lists.iter().any(is_right)
                })
        })
    }

    /// Whether a field of nothing but this tile would be a fault: it is thin, or single.
    pub(crate) fn is_thin(&self, tile: Tile) -> bool {
        let holds = |condition: &Condition| match condition {
            Condition::Compare(Estimator::Neighborhood(cells, list), is, Estimator::Number(n)) => {
                let is_of_list = list.tiles().contains(tile);
                is.holds(if is_of_list { cells.offsets().len() as f64 } else { 0.0 }, *n)
            }
            Condition::Bare(Estimator::Neighborhood(_, list)) => list.tiles().contains(tile),
            Condition::Compare(Estimator::Distance(list), is, Estimator::Number(n)) => {
                is.holds(if list.tiles().contains(tile) { 0.0 } else { self.area() }, *n)
            }
            _ => false,
        };
        let mut faults = self.faults.iter();
        faults.any(|fault| fault.tiles.contains(tile) && fault.conditions.iter().all(holds))
    }
}
