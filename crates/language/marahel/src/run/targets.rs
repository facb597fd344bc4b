//! The targets of an explorer: its selectors become parts of the map.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Workspace;
use super::divider::Rect;
use crate::program::{Explorer, Program};
use marahel_script::{Border, RegionSelector};

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Map,
    Region(usize),
    /// Any other rectangle of the map.
    Part(Rect),
}

impl Workspace {
    /// Resolves the selectors of an explorer, in order. Skips regions that do not exist, or that a
    /// border covers completely.
    pub(super) fn choose_targets(
        &mut self,
        program: &Program,
        explorer: &Explorer,
        rng: &mut ChaCha8Rng,
    ) {
        self.targets.clear();
        let is_divided = program.regions.is_some();
        let n_regions = self.regions.rects.len();
        for &selector in &explorer.selectors {
            match selector {
                RegionSelector::Specific(area) => {
                    let map = self.rect(Target::Map);
                    let (x, y) = (area.x as usize, area.y as usize);
                    let width = (area.width as usize).min(map.width.saturating_sub(x));
                    let height = (area.height as usize).min(map.height.saturating_sub(y));
                    self.targets.push(Target::Part(Rect { x, y, width, height }));
                }
                RegionSelector::Map => self.targets.push(Target::Map),
                _ if !is_divided => self.targets.push(Target::Map),
                RegionSelector::All => self.targets.extend((0..n_regions).map(Target::Region)),
                RegionSelector::Index(index) if (index as usize) < n_regions => {
                    self.targets.push(Target::Region(index as usize));
                }
                RegionSelector::Index(_) => {}
                RegionSelector::Some(n) => {
                    let start = self.targets.len();
                    self.targets.extend((0..n_regions).map(Target::Region));
                    draw_first(&mut self.targets[start..], n as usize, rng);
                    self.targets.truncate(start + (n as usize).min(n_regions));
                }
            }
        }
        if explorer.border.max > 0 {
            for index in 0..self.targets.len() {
                let rect = inset(self.rect(self.targets[index]), explorer.border, rng);
                self.targets[index] = Target::Part(rect);
            }
        }
        self.targets.retain(|target| !matches!(target, Target::Part(rect) if rect.area() == 0));
    }

    pub(super) fn rect(&self, target: Target) -> Rect {
        let map = &self.map.front;
        match target {
            Target::Map => Rect { x: 0, y: 0, width: map.width(), height: map.height() },
            Target::Region(index) => self.regions.rects[index],
            Target::Part(rect) => rect,
        }
    }
}

/// Moves a random choice of `n` elements to the front.
fn draw_first(list: &mut [Target], n: usize, rng: &mut ChaCha8Rng) {
    for index in 0..n.min(list.len()) {
        list.swap(index, rng.random_range(index as u32..list.len() as u32) as usize);
    }
}

/// A rectangle without its border; the widths are drawn for left, top, right and bottom, in this
/// order.
fn inset(rect: Rect, border: Border, rng: &mut ChaCha8Rng) -> Rect {
    let mut width = 0;
    let mut side = |is_first: bool| {
        if is_first || !border.is_same {
            width = match border {
                Border { min, max, .. } if min == max => min as usize,
                Border { min, max, .. } => rng.random_range(min..=max) as usize,
            };
        }
        width
    };
    let (left, top, right, bottom) = (side(true), side(false), side(false), side(false));
    Rect {
        x: rect.x + left,
        y: rect.y + top,
        width: rect.width.saturating_sub(left + right),
        height: rect.height.saturating_sub(top + bottom),
    }
}
