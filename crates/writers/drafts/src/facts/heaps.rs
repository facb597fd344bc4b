//! Ground that rests on itself, as hills seen from the side do: nothing of it hangs over air.

use marahel_breeding::parts::{cells, compare};
use marahel_level::{Role, Tile, TileSet};
use marahel_script::{Condition, Estimator, Operator};

use super::{Facts, Fault, list_of};

/// Tiles that rest on each other, on the last row.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    /// All of its tiles: earth, grass on it, ore in it.
    pub(crate) tiles: TileSet,
    /// What most of it is made of.
    pub(crate) body: Tile,
    /// What alone of it may lie under some tiles, and these.
    pub(crate) crust: Option<(Tile, TileSet)>,
    /// What is held by it on both sides and from below: lakes.
    pub(crate) pools: TileSet,
}

impl Heap {
    /// Whether a tile is of the heap, or in it.
    pub(crate) fn holds(&self, tile: Tile) -> bool {
        self.tiles.contains(tile) || self.pools.contains(tile)
    }

    /// The tiles that its maker writes.
    pub(crate) fn written(&self) -> TileSet {
        let crust = self.crust.iter().map(|(crust, _)| *crust);
        self.pools.union(crust.chain([self.body]).collect())
    }
}

/// The shares of a level that a heap of no known size covers.
const SHARES: (f64, f64) = (0.2, 0.5);

impl Facts {
    /// Reads a heap of several tiles: a fault where other tiles are below one of them.
    pub(super) fn choose_heap(&mut self) {
        let is_heap = |fault: &&Fault| {
            let rests =
                self.unwanted(fault, "down").is_some_and(|air| air.is_disjoint(fault.tiles));
            rests && fault.tiles.len() > 1 && fault.tiles != self.all
        };
        let Some(tiles) = self.faults.iter().find(is_heap).map(|fault| fault.tiles) else { return };
        let crust = self.faults.iter().find_map(|fault| {
            let air = self.unwanted(fault, "up").filter(|air| air.is_disjoint(tiles))?;
            let open = tiles.difference(fault.tiles);
            let is_covered = tiles.is_superset(fault.tiles);
            let crust = open.iter().filter(|_| is_covered);
            Some((crust.min_by_key(|&tile| self.bulk(tile).is_some())?, air))
        });
        let inner = tiles.iter().filter(|&tile| crust.is_none_or(|(crust, _)| crust != tile));
        let Some(body) = self.soil_of(inner.collect()) else { return };
        let is_held = |tile: Tile, side: &str| {
            let mut own = self.faults.iter().filter(|fault| fault.tiles.contains(tile));
            own.any(|fault| self.unwanted(fault, side).is_some_and(|air| !air.contains(tile)))
        };
        let others = self.all.difference(tiles).iter();
        let pools: TileSet =
            others.filter(|&tile| is_held(tile, "horz") && is_held(tile, "down")).collect();
        for tile in tiles.iter() {
            let kind = &mut self.kinds[usize::from(tile)];
            kind.bottom.0 = 0.0;
            if crust.is_some_and(|(crust, _)| crust == tile) {
                (kind.cells, kind.pieces) = (None, None);
            }
        }
        let area = self.area();
        let kind = &mut self.kinds[usize::from(body)];
        kind.role = Role::Wall;
        kind.cells = kind.cells.or(Some((SHARES.0 * area, SHARES.1 * area)));
        if !pools.is_empty() {
            // A lake lies open.
            let covered = Estimator::Neighborhood(cells("up"), list_of(tiles));
            let conditions = vec![compare(covered, Operator::Greater, 0.0)];
            self.faults.push(Fault { tiles: pools, conditions });
        }
        self.heap = Some(Heap { tiles, body, crust, pools });
    }

    /// The tile of a heap that another of it replaces: its crust, if that one must lie under the air.
    pub(crate) fn replaced(&self, tile: Tile) -> Option<Tile> {
        let heap = self.heap.as_ref().filter(|heap| heap.tiles.contains(tile))?;
        let Some((crust, _)) = heap.crust.filter(|(crust, _)| *crust != tile) else {
            return Some(heap.body);
        };
        let buried = TileSet::only(heap.body).union(TileSet::only(crust));
        let is_open = |fault: &Fault| {
            fault.tiles.contains(tile)
                && self.unwanted(fault, "up").is_some_and(|above| above.is_superset(buried))
        };
        Some(if self.faults.iter().any(is_open) { crust } else { heap.body })
    }

    /// Whether a fault is mended when a heap gets its crust.
    pub(super) fn is_crusted(&self, fault: &Fault) -> bool {
        self.heap.as_ref().is_some_and(|heap| {
            heap.crust.is_some()
                && heap.tiles.is_superset(fault.tiles)
                && fault.tiles.contains(heap.body)
                && self.unwanted(fault, "up").is_some_and(|air| air.is_disjoint(heap.tiles))
        })
    }

    /// The tiles that the neighbors on a side must not have, if that is what makes a fault.
    fn unwanted(&self, fault: &Fault, side: &str) -> Option<TileSet> {
        let [Condition::Compare(Estimator::Neighborhood(seen, list), is, Estimator::Number(n))] =
            &fault.conditions[..]
        else {
            return None;
        };
        match (is.holds(0.0, *n), is.holds(seen.offsets().len() as f64, *n)) {
            _ if seen.offsets() != cells(side).offsets() => None,
            (false, true) => Some(list.tiles()),
            (true, false) => Some(self.all.difference(list.tiles())),
            _ => None,
        }
    }
}
