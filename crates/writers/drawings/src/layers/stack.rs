//! The order of layers.

use marahel_level::Tile;
use marahel_script::{Explorer, Script, Size};

use crate::layers::ask::{Ask, Part};
use crate::layers::draft::Drafts;
use crate::layers::feature::{Question, questions};
use crate::layers::fixed;
use crate::layers::layer::{self, Layer};
use crate::layers::locks::{Locks, Order};
use crate::layers::plan::Plan;
use crate::layers::rules::{HERE, all, has, joining, rule};
use crate::layers::scene::{Cells, PLUS, Scene};

/// Layers with at most this share of the savings of a way come after it. When ways began to wait
/// for doors and to begin there, 100 of 100 levels of the village could be played, and none before.
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
pub(crate) const N_EXPLORERS_MAX: usize = 20;

/// Minimum share of the cells of a tile for which an explorer is reserved. A zoo of twenty kinds of
/// tiles, with an explorer for each, was read as noise: 0.29 like its drawings, and 0.89 now.
const RESERVED_MIN: f64 = 0.01;

/// Number of the most common tiles to try for the next layer: terrain comes before things on it.
const N_COMPARED_MAX: usize = 4;

/// Minimum bits that a layer saves.
const N_BITS_MIN: f64 = 1.0;

/// The layers that explain the drawings by a plan.
#[derive(Clone)]
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
        let fill = all(format!("{} everywhere", scene.name(plan.base)), vec![rule([], plan.base)]);
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
            bits += layer.sketch.bits;
            breaking.extend(layer.sketch.breaks.then_some(tile));
            painting.paint(tile, &layer);
            drafts.append(layer.sketch.drafts);
            let is_done = painting.left.iter().all(|(unpainted, _)| *unpainted != tile);
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
        if self.sketch.is_loose_way() { WAYS_WAIT * self.saved } else { self.saved }
    }
}

impl<'a> Painting<'a> {
    /// The base with the common blocks of all drawings.
    fn new(scene: &'a Scene, plan: &'a Plan, drafts: &mut Drafts) -> Self {
        let mut canvas = vec![plan.base; scene.len()];
        for block in fixed::blocks(scene) {
            block.cells(scene).for_each(|cell| canvas[cell] = scene.tiles[cell]);
            drafts.explorers.push(block.explorer(scene));
        }
        let left = plan.used.iter().filter(|&&tile| tile != plan.base).map(|&tile| {
            let cells =
                scene.cells_that(|cell| canvas[cell] == plan.base && plan.has(scene, cell, tile));
            (tile, cells)
        });
        let left = left.filter(|(_, cells)| !cells.is_clear()).collect();
        Self { scene, plan, canvas, left }
    }

    /// The layer that saves the most bits, with its tile. If none saves any, or all need too many
    /// explorers, the rest of the most common tile is encoded cell by cell.
    fn next_layer(&self, drafts: &Drafts, n_more: usize) -> Option<(Tile, Layer)> {
        let Self { scene, plan, canvas, left } = self;
        let mut canvas_tiles = canvas.clone();
        canvas_tiles.sort_unstable();
        canvas_tiles.dedup();
        let questions = questions(scene, canvas, &canvas_tiles, left);
        // A ground comes before the tiles on it.
        let ready = left.iter().filter(|(tile, _)| {
            let on = plan.beneath[usize::from(*tile)];
            left.iter().all(|(ground, _)| *ground != on)
        });
        let ready: Vec<&(Tile, Cells)> = ready.collect();
        let mut best: Option<(Tile, Layer)> = None;
        let placed = ready.iter().filter(|(tile, _)| !plan.beside.contains(tile));
        for (tile, cells) in placed.take(N_COMPARED_MAX) {
            let (ask, part) = self.ask(*tile, cells, (&questions, &canvas_tiles), drafts);
            let layer = layer::explain(&ask, &part);
            if best.as_ref().is_none_or(|(_, best)| layer.urgency() > best.urgency()) {
                best = Some((*tile, layer));
            }
        }
        let n_reserved = left.iter().skip(1).filter(|(_, cells)| self.is_reserved(cells)).count();
        let best = best.filter(|(_, layer)| {
            let n_explorers = layer.sketch.drafts.explorers.len() + n_reserved;
            layer.saved >= N_BITS_MIN && n_explorers <= n_more && !layer.painted.is_clear()
        });
        if best.is_some() {
            return best;
        }
        let single = ready.iter().find(|(_, cells)| self.is_single(cells));
        let (tile, cells) = single.filter(|_| left.len() > n_more).or(ready.first())?;
        let (ask, part) = self.ask(*tile, cells, (&questions, &canvas_tiles), drafts);
        let sketch = if plan.beside.contains(tile) {
            layer::beside(&ask, &part)
        } else if self.is_single(cells) {
            layer::single(&ask, &part)
        } else {
            layer::remainder(&ask, &part)
        };
        Some((*tile, Layer { saved: 0.0, sketch, painted: cells.clone() }))
    }

    /// Where a tile stands, with its unpainted cells on all cells of its ground.
    fn ask<'q>(
        &'q self,
        tile: Tile,
        cells: &Cells,
        (questions, canvas_tiles): (&'q [Question], &'q [Tile]),
        drafts: &Drafts,
    ) -> (Ask<'q>, Part) {
        let Self { scene, plan, canvas, .. } = self;
        let on = plan.beneath[usize::from(tile)];
        let ask = Ask {
            scene,
            questions,
            canvas,
            canvas_tiles,
            tile,
            on,
            parts: &plan.parts[usize::from(tile)],
            painted: None,
            has_regions: drafts.regions.is_some(),
            mirror: None,
        };
        let universe = scene.cells_that(|cell| canvas[cell] == on);
        (ask, Part { questions: Vec::new(), cells: cells.clone(), universe })
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
            if layer.sketch.has_parts { &self.plan.parts[usize::from(tile)] } else { &[] };
        for cell in layer.painted.ones() {
            let drawn = self.scene.tiles[cell];
            self.canvas[cell] = if parts.contains(&drawn) { drawn } else { tile };
        }
        for (unpainted, cells) in &mut self.left {
            if *unpainted == tile || parts.contains(unpainted) {
                cells.difference_with(&layer.painted);
            }
        }
        self.left.retain(|(_, cells)| !cells.is_clear());
    }

    fn has_only_things(&self) -> bool {
        let n_max = RARE_MAX * self.scene.len() as f64;
        self.left.iter().all(|(_, cells)| cells.count_ones(..) as f64 <= n_max)
    }

    /// Paints all cells of some tiles; nothing beneath them is left to paint.
    fn take(&mut self, tiles: &[Tile]) {
        let taken = self.scene.cells_that(|cell| tiles.contains(&self.scene.tiles[cell]));
        taken.ones().for_each(|cell| self.canvas[cell] = self.scene.tiles[cell]);
        for (_, cells) in &mut self.left {
            cells.difference_with(&taken);
        }
        self.left.retain(|(tile, cells)| !tiles.contains(tile) && !cells.is_clear());
    }

    /// An explorer that connects the pieces of a tile or of its ground, whichever carries more
    /// things, if it is connected in the drawings.
    fn joined(&self, tile: Tile) -> Option<Explorer> {
        let Self { scene, plan, canvas, .. } = self;
        let n = scene.cells_that(|cell| canvas[cell] == tile).count_ones(..);
        if BULK_MIN * n < scene.len() {
            return None;
        }
        // Most things stand on walkable ground.
        let on = plan.beneath[usize::from(tile)];
        let is_ground = plan.n_upon(tile) > plan.n_upon(on);
        let (ground, barrier) = if is_ground { (tile, on) } else { (on, tile) };
        is_one_piece(scene, canvas, ground).then(|| join(scene, barrier, ground))
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
fn join(scene: &Scene, tile: Tile, on: Tile) -> Explorer {
    let words = format!("all {} hangs together", scene.name(on));
    joining(words, [on], Vec::new(), vec![rule([has(HERE, [tile])], on)])
}
