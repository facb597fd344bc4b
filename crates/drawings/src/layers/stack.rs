//! The order of layers.

use level::Tile;
use script::{Script, Size};

use crate::layers::ask::{Ask, Part};
use crate::layers::draft::{Draft, Drafts};
use crate::layers::feature::questions;
use crate::layers::fixed;
use crate::layers::layer::{self, Layer};
use crate::layers::locks::{Locks, Order};
use crate::layers::plan::Plan;
use crate::layers::scene::{Cells, PLUS, Scene};

/// Layers with at most this share of the savings of a way come after it.
const WAYS_WAIT: f64 = 0.5;

/// Minimum share of the cells in the largest pieces for tiles to be connected.
const ONE_PIECE_MIN: f64 = 0.85;

/// A tile with fewer than one in this many cells cannot separate others.
const BULK_MIN: usize = 12;

/// Maximum share of the cells of a thing.
const RARE_MAX: f64 = 0.06;

/// The description in scripts.
const DESCRIPTION: &str = "How the drawings can be read, layer by layer.";

/// Maximum number of explorers: nobody reads more.
const N_EXPLORERS_MAX: usize = 20;

/// Minimum share of the cells of a tile for which an explorer is reserved.
const RESERVED_MIN: f64 = 0.01;

/// Number of the most common tiles to try for the next layer: terrain comes before things on it.
const N_COMPARED_MAX: usize = 4;

/// Minimum bits that a layer saves.
const N_BITS_MIN: f64 = 1.0;

/// The layers that explain the drawings by a plan.
pub(crate) struct Stack {
    pub(crate) plan: Plan,
    /// Bits to encode the drawings.
    pub(crate) bits: f64,
    pub(crate) drafts: Drafts,
}

struct Painting<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    canvas: Vec<Tile>,
    /// The unpainted cells of each tile, including those with others on it.
    left: Vec<(Tile, Cells)>,
}

impl Stack {
    pub(crate) fn script(&self, scene: &Scene, sizes: (Size, Size)) -> Option<Script> {
        self.drafts.script(DESCRIPTION, &scene.names, sizes)
    }

    /// Paints layer by layer; each time the one that saves the most bits.
    pub(crate) fn upon(scene: &Scene, plan: Plan, locks: Option<&Locks>) -> Self {
        let name = &scene.names[usize::from(plan.base)];
        let fill = Draft::all(format!("{name} everywhere"), vec![format!("-> self({name})")]);
        let mut drafts = Drafts::of(vec![fill]);
        let mut bits = 0.0;
        let mut painting = Painting::new(scene, &plan, &mut drafts);
        // Tiles that may separate what is connected in the drawings.
        let mut breaking: Vec<Tile> = Vec::new();
        let mut locks = locks.and_then(|locks| Order::of(scene, &plan, locks));
        while !painting.left.is_empty()
            && (locks.is_some() || drafts.explorers.len() < N_EXPLORERS_MAX)
        {
            if painting.has_only_things()
                && let Some(order) = locks.take()
            {
                // Keys and doors come before other things, which would be in their way.
                painting.take(&order.tiles());
                drafts.append(order.drafts(scene));
                continue;
            }
            // Reserve room for the explorers that place locks.
            let n_kept = locks.as_ref().map_or(0, |order| {
                order.drafts(scene).explorers.len().saturating_sub(order.tiles().len())
            });
            let n_more = N_EXPLORERS_MAX.saturating_sub(drafts.explorers.len() + n_kept);
            let Some((tile, layer)) = painting.next_layer(&drafts, n_more) else { break };
            bits += layer.found.bits;
            breaking.extend(layer.found.breaks.then_some(tile));
            painting.paint(tile, &layer);
            drafts.append(layer.found.drafts);
            let is_done = painting.left.iter().all(|(one, _)| *one != tile);
            if is_done && breaking.contains(&tile) {
                drafts.explorers.extend(painting.joined(tile));
            }
        }
        Self { plan, bits, drafts }
    }
}

impl Layer {
    /// The savings; less if the layer should wait for the targets of ways, such as houses.
    fn urgency(&self) -> f64 {
        if self.found.is_loose_way() { WAYS_WAIT * self.saved } else { self.saved }
    }
}

impl<'a> Painting<'a> {
    /// The base with the common blocks of all drawings.
    fn new(scene: &'a Scene, plan: &'a Plan, drafts: &mut Drafts) -> Self {
        let mut canvas = vec![plan.base; scene.len()];
        for block in fixed::blocks(scene) {
            block.cells(scene).for_each(|cell| canvas[cell] = scene.tiles[cell]);
            drafts.explorers.push(block.draft(scene));
        }
        let is_left = |cell: usize, tile| canvas[cell] == plan.base && plan.has(scene, cell, tile);
        let tiles = plan.used.iter().filter(|&&tile| tile != plan.base);
        let left = tiles.map(|&tile| (tile, scene.cells_that(|cell| is_left(cell, tile))));
        let left = left.filter(|(_, cells)| !cells.is_clear()).collect();
        Self { scene, plan, canvas, left }
    }

    /// The layer that saves the most bits, with its tile. If none saves any, or all need too many
    /// explorers, the rest of the most common tile is encoded cell by cell.
    fn next_layer(&self, drafts: &Drafts, n_more: usize) -> Option<(Tile, Layer)> {
        let Self { scene, plan, canvas, left } = self;
        let mut known = canvas.clone();
        known.sort_unstable();
        known.dedup();
        let questions = questions(scene, canvas, &known, left);
        let ask = |tile: Tile| Ask {
            scene,
            questions: &questions,
            canvas,
            known: &known,
            tile,
            on: plan.beneath[usize::from(tile)],
            parts: &plan.parts[usize::from(tile)],
            painted: None,
            has_regions: drafts.regions.is_some(),
            boxes: drafts.empty_boxes(),
            mirror: None,
        };
        let part = |tile: Tile, cells: &Cells| {
            let on = plan.beneath[usize::from(tile)];
            let universe = scene.cells_that(|cell| canvas[cell] == on);
            Part { asked: Vec::new(), those: cells.clone(), universe }
        };
        // A ground comes before the tiles on it.
        let is_ready = |tile: Tile| left.iter().all(|one| one.0 != plan.beneath[usize::from(tile)]);
        let ready: Vec<&(Tile, Cells)> = left.iter().filter(|one| is_ready(one.0)).collect();
        let mut best: Option<(Tile, Layer)> = None;
        let placed = ready.iter().filter(|one| !plan.beside.contains(&one.0));
        for (tile, cells) in placed.take(N_COMPARED_MAX) {
            let layer = layer::explain(&ask(*tile), &part(*tile, cells));
            if best.as_ref().is_none_or(|(_, best)| layer.urgency() > best.urgency()) {
                best = Some((*tile, layer));
            }
        }
        let n_reserved = left.iter().skip(1).filter(|one| self.is_reserved(&one.1)).count();
        let is_worth_it = |layer: &Layer| {
            let n_explorers = layer.found.drafts.explorers.len() + n_reserved;
            layer.saved >= N_BITS_MIN && n_explorers <= n_more && !layer.painted.is_clear()
        };
        if let Some((tile, layer)) = best.filter(|(_, layer)| is_worth_it(layer)) {
            return Some((tile, layer));
        }
        let single = ready.iter().find(|one| self.is_single(&one.1));
        let (tile, cells) = single.filter(|_| left.len() > n_more).or(ready.first())?;
        let (ask, part) = (ask(*tile), part(*tile, cells));
        let found = if plan.beside.contains(tile) {
            layer::beside(&ask, &part)
        } else if self.is_single(cells) {
            layer::single(&ask, &part)
        } else {
            layer::rest(&ask, &part)
        };
        Some((*tile, Layer { saved: 0.0, found, painted: cells.clone() }))
    }

    /// Whether each drawing has one of these cells, such as the player.
    fn is_single(&self, cells: &Cells) -> bool {
        self.scene.counts(cells).iter().all(|&n| n == 1)
    }

    /// Whether to reserve an explorer for a tile: not for rare tiles, which are left to the search,
    /// except those that each drawing has once.
    fn is_reserved(&self, cells: &Cells) -> bool {
        let share = cells.count_ones(..) as f64 / self.scene.len() as f64;
        share >= RESERVED_MIN || self.is_single(cells)
    }

    fn paint(&mut self, tile: Tile, layer: &Layer) {
        let parts: &[Tile] =
            if layer.found.has_parts { &self.plan.parts[usize::from(tile)] } else { &[] };
        for cell in layer.painted.ones() {
            let drawn = self.scene.tiles[cell];
            self.canvas[cell] = if parts.contains(&drawn) { drawn } else { tile };
        }
        for (one, cells) in &mut self.left {
            if *one == tile || parts.contains(one) {
                cells.difference_with(&layer.painted);
            }
        }
        self.left.retain(|(_, cells)| !cells.is_clear());
    }

    fn has_only_things(&self) -> bool {
        let n_max = RARE_MAX * self.scene.len() as f64;
        self.left.iter().all(|(_, cells)| cells.count_ones(..) as f64 <= n_max)
    }

    fn take(&mut self, tiles: &[Tile]) {
        for (cell, tile) in self.scene.tiles.iter().enumerate() {
            if tiles.contains(tile) {
                self.canvas[cell] = *tile;
            }
        }
        self.left.retain(|(tile, _)| !tiles.contains(tile));
    }

    /// An explorer that connects the pieces of a tile or of its ground, whichever carries more
    /// things, if it is connected in the drawings.
    fn joined(&self, tile: Tile) -> Option<Draft> {
        let Self { scene, plan, canvas, .. } = self;
        let n = scene.cells_that(|cell| canvas[cell] == tile).count_ones(..);
        if BULK_MIN * n < scene.len() {
            return None;
        }
        // Most things stand on walkable ground.
        let on = plan.beneath[usize::from(tile)];
        let n_upon = |ground: Tile| {
            plan.used.iter().filter(|&&one| plan.beneath[usize::from(one)] == ground).count()
        };
        let (ground, other) = if n_upon(tile) > n_upon(on) { (tile, on) } else { (on, tile) };
        is_one_piece(scene, canvas, ground).then(|| join(scene, other, ground))
    }
}

/// Whether the cells of a tile are nearly connected in the drawings.
fn is_one_piece(scene: &Scene, tiles: &[Tile], tile: Tile) -> bool {
    let cells = scene.cells_that(|cell| tiles[cell] == tile);
    let mut most = vec![0; scene.frames.len()];
    for piece in scene.pieces(&cells, &PLUS) {
        let most = &mut most[scene.cells[piece[0]].frame];
        *most = piece.len().max(*most);
    }
    let n: usize = most.iter().sum();
    n as f64 >= ONE_PIECE_MIN * cells.count_ones(..) as f64
}

/// Removes `tile` where it separates pieces of `on`.
fn join(scene: &Scene, tile: Tile, on: Tile) -> Draft {
    let [tile, on] = [tile, on].map(|one| &scene.names[usize::from(one)]);
    let rule = format!("self({tile}) -> self({on})");
    let mut draft = Draft {
        description: format!("all {on} hangs together"),
        kind: "connect",
        rules: vec![rule],
        ..Draft::default()
    };
    draft.parameters = vec![("entities", on.clone())];
    draft
}
