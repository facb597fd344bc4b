//! Sides: what stands at the mirror image of its like, or of another tile.

use marahel_level::{Mirror, Tile, TileSet};
use marahel_script::{Condition, Edge, EntityList, Estimator};

use super::notes::image_in;
use super::{Facts, Fault, OUTSIDE, Placement, list_of};
use crate::words::{shape, tiles_in};

/// A tile, and another that stands at its mirror images, and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twins {
    pub(crate) first: Tile,
    pub(crate) second: Tile,
    pub(crate) mirror: Mirror,
}

impl Facts {
    /// Takes out what is asked of each cell of some tiles by one condition, where another form says it.
    pub(crate) fn take_each(
        &mut self,
        mut note: impl FnMut(&mut Self, TileSet, &Condition) -> bool,
    ) {
        let mut faults = std::mem::take(&mut self.faults);
        faults.retain(|Fault { tiles, conditions }| {
            let asked = match &conditions[..] {
                [condition] => Some(condition.opposite()),
                _ => None,
            };
            !asked.is_some_and(|asked| note(self, *tiles, &asked))
        });
        let mut placements = std::mem::take(&mut self.placements);
        placements.retain(|Placement { tiles, lists, is_each, least, .. }| {
            let most: f64 = tiles.iter().map(|tile| self.most(tile)).sum();
            let conditions = match &lists[..] {
                [list] if *is_each || most > 0.0 && *least >= most => &list[..],
                _ => &[],
            };
            !matches!(conditions, [condition] if note(self, *tiles, condition))
        });
        faults.append(&mut self.faults);
        placements.append(&mut self.placements);
        (self.faults, self.placements) = (faults, placements);
    }

    /// Reads which tiles stand at mirror images. What is asked of one side is asked of the other.
    pub(super) fn choose_sides(&mut self) {
        self.take_each(Self::note_image);
        let mirror = self.twins.first().map(|twins| twins.mirror).or(self.mirror);
        let Some(mirror) = mirror.filter(|mirror| mirror.n_images_max() == 1) else { return };
        let mut even = if self.mirror == Some(mirror) { self.mirrored } else { TileSet::EMPTY };
        let mut second = TileSet::EMPTY;
        for Twins { first, second: twin, .. } in self.twins.clone() {
            second = second.union(TileSet::only(twin));
            even = even.union(TileSet::only(first)).union(second);
            let twin = self.kind(twin).clone();
            let kind = &mut self.kinds[usize::from(first)];
            kind.pieces = kind.pieces.or(twin.pieces);
            kind.size = kind.size.or(twin.size);
            kind.apart = kind.apart.or(twin.apart);
            kind.along = kind.along.or(twin.along);
        }
        // If all else is the same on both sides, so is what is left.
        self.is_even = self.all.difference(even).len() <= 1;
        even = if self.is_even { self.all } else { even }.union(OUTSIDE);
        let is_even = |tiles: TileSet, conditions: &[Condition]| {
            even.is_superset(conditions.iter().map(tiles_in).fold(tiles, TileSet::union))
        };
        for Fault { tiles, conditions } in self.faults.clone() {
            let reflected = Fault {
                tiles: self.other_side(tiles),
                conditions: self.reflected(&conditions, mirror),
            };
            if is_even(tiles, &conditions) && !self.faults.contains(&reflected) {
                self.faults.push(reflected);
            }
        }
        for at in self.placements.clone() {
            if second.is_superset(at.tiles) && at.lists.iter().all(|list| is_even(at.tiles, list)) {
                let tiles = self.other_side(at.tiles);
                let lists = at.lists.iter().map(|list| self.reflected(list, mirror)).collect();
                let reflected = Placement { tiles, lists, ..at };
                if !self.placements.contains(&reflected) {
                    self.placements.push(reflected);
                }
            }
        }
    }

    /// Notes that each cell of some tiles has its like, or another tile, at its image. Returns whether
    /// a condition asks for that.
    fn note_image(&mut self, tiles: TileSet, asked: &Condition) -> bool {
        let Some((mirror, images)) = image_in(asked) else { return false };
        if images.is_superset(tiles) {
            // What has two mirrors has both at once.
            let both = self.mirror.filter(|before| *before != mirror).map(|_| Mirror::Both);
            self.mirror = both.or(Some(mirror));
            self.mirrored = self.mirrored.union(tiles);
            return true;
        }
        let (Some(tile), Some(image)) = (tiles.single(), images.single()) else { return false };
        let [left, right] =
            [tile, image].map(|tile| self.kind(tile).cells.unwrap_or((0.0, self.area())));
        if mirror.n_images_max() > 1 || left.0.max(right.0) > left.1.min(right.1) {
            return false;
        }
        let twins = Twins { first: tile.min(image), second: tile.max(image), mirror };
        let has_another = |earlier: &Twins| earlier.second == twins.second && *earlier != twins;
        if self.twins.iter().any(has_another) {
            return false;
        }
        if !self.twins.contains(&twins) {
            self.twins.push(twins);
            self.ties.push((tile, image));
        }
        true
    }

    /// The tiles of the other side.
    fn other_side(&self, tiles: TileSet) -> TileSet {
        let twin = |tile: Tile| {
            let mut twins = self.twins.iter().filter_map(|twins| match tile {
                _ if tile == twins.first => Some(twins.second),
                _ if tile == twins.second => Some(twins.first),
                _ => None,
            });
            twins.next().unwrap_or(tile)
        };
        tiles.iter().map(twin).collect()
    }

    /// Conditions as they are for the other side.
    fn reflected(&self, conditions: &[Condition], mirror: Mirror) -> Vec<Condition> {
        let (is_sideways, is_upright) = (mirror != Mirror::TopBottom, mirror != Mirror::LeftRight);
        let swapped = |list: &EntityList| {
            let tiles = self.other_side(list.tiles());
            // What both sides have is said in the same words.
            if tiles == list.tiles() { list.clone() } else { list_of(tiles) }
        };
        let estimator = |estimator: &Estimator| match estimator {
            Estimator::Neighborhood(cells, list) => {
                let turned = cells.offsets().iter().map(|&(x, y)| {
                    (if is_sideways { -x } else { x }, if is_upright { -y } else { y })
                });
                Estimator::Neighborhood(shape(turned.collect()), swapped(list))
            }
            Estimator::Distance(list) => Estimator::Distance(swapped(list)),
            Estimator::Image(mirror, list) => Estimator::Image(*mirror, swapped(list)),
            Estimator::Place(edge, divisor) => {
                let edge = match edge {
                    Edge::Left if is_sideways => Edge::Right,
                    Edge::Right if is_sideways => Edge::Left,
                    Edge::Top if is_upright => Edge::Bottom,
                    Edge::Bottom if is_upright => Edge::Top,
                    edge => *edge,
                };
                Estimator::Place(edge, *divisor)
            }
            estimator => estimator.clone(),
        };
        let condition = |condition: &Condition| match condition {
            Condition::Bare(bare) => Condition::Bare(estimator(bare)),
            Condition::Compare(left, is, right) => {
                Condition::Compare(estimator(left), *is, estimator(right))
            }
        };
        conditions.iter().map(condition).collect()
    }
}
