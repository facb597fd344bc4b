//! The question of a layer: where one tile stands on another.

use std::iter;

use marahel_level::{Mirror, Tile};
use marahel_script::{Condition, Edge, Explorer, Operator, Replace, Walk};

use crate::layers::draft::Drafts;
use crate::layers::feature::{FeatureKind, HOODS, Is, Question};
use crate::layers::rules::{HERE, Offset, has, place};
use crate::layers::scene::{Cells, Scene};

/// Maximum number of cells of a tile in each drawing to count, instead of explaining them by
/// conditions.
const N_EACH_MAX: usize = 4;

/// Where `tile` stands on `on`, in the drawings as painted so far.
pub(crate) struct Ask<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) questions: &'a [Question],
    pub(crate) canvas: &'a [Tile],
    /// Tiles that are already painted.
    pub(crate) canvas_tiles: &'a [Tile],
    pub(crate) tile: Tile,
    pub(crate) on: Tile,
    /// Tiles that are parts of the same things.
    pub(crate) parts: &'a [Tile],
    /// A tile that was painted over after the questions were computed.
    pub(crate) painted: Option<Tile>,
    /// Whether the level is divided into regions.
    pub(crate) has_regions: bool,
    /// The mirror that determines the rest of the cells.
    pub(crate) mirror: Option<Mirror>,
}

/// A part of the question: the cells `those` of the cells `universe` where all questions in `asked`
/// are true.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) questions: Vec<usize>,
    pub(crate) cells: Cells,
    pub(crate) universe: Cells,
}

/// A shape that the cells of a part have.
pub(crate) struct Fit {
    /// Bits to encode the cells of the shape.
    pub(crate) bits: f64,
    /// Number of cells of the part that it leaves out.
    pub(crate) n_missed: usize,
    pub(crate) drafts: Drafts,
    /// Whether it also paints the parts of the tile.
    pub(crate) has_parts: bool,
}

/// An explanation with its cost.
pub(crate) struct Sketch {
    pub(crate) bits: f64,
    pub(crate) drafts: Drafts,
    /// Whether it may break the ground into pieces that are connected in the drawings.
    pub(crate) breaks: bool,
    /// Whether it also paints the parts of the tile.
    pub(crate) has_parts: bool,
}

impl Sketch {
    /// Whether it joins ends at arbitrary places: such a way may begin at something not painted
    /// yet.
    pub(crate) fn is_loose_way(&self) -> bool {
        let explorers = &self.drafts.explorers;
        matches!(explorers.first(), Some(Explorer { walk: Walk::WideRand, .. }))
            && explorers.iter().any(|explorer| matches!(explorer.walk, Walk::TurtleConnect { .. }))
    }
}

impl Fit {
    pub(crate) fn of(bits: f64, n_missed: usize, drafts: Drafts) -> Self {
        Self { bits, n_missed, drafts, has_parts: false }
    }
}

impl Ask<'_> {
    /// The mean of a number in all drawings; at least 1.
    pub(crate) fn mean(&self, n: usize) -> usize {
        let mean = n as f64 / self.scene.frames.len() as f64;
        (mean.round() as usize).max(1)
    }

    pub(crate) fn name(&self, tile: Tile) -> &str {
        self.scene.name(tile)
    }

    /// Whether the cell at an offset is outside, or has the tile already.
    pub(crate) fn is_walled(&self, cell: usize, step: Offset) -> bool {
        self.scene.step(cell, step).is_none_or(|neighbor| self.canvas[neighbor] == self.tile)
    }

    /// The conditions of a part, the one on the ground first. What does not hold for images as well
    /// is asked in the half alone that determines the rest.
    pub(crate) fn conditions(&self, part: &Part) -> Vec<Condition> {
        let half = if self.is_lopsided(part) { self.half() } else { Vec::new() };
        let questions = part.questions.iter().map(|&question| &self.questions[question]);
        let conditions = questions.map(Question::condition).chain(half);
        iter::once(has(HERE, [self.on])).chain(conditions).collect()
    }

    /// Whether a cell meets the conditions of a part, but not the one that determines it.
    pub(crate) fn is_lopsided(&self, part: &Part) -> bool {
        let met = self.met(part);
        let mut cells = met.ones();
        self.mirror.is_some()
            && cells.any(|cell| self.images(cell).any(|it| it < cell && !met.contains(it)))
    }

    /// The cells that meet the conditions of a part, whatever their ground.
    fn met(&self, part: &Part) -> Cells {
        let mut met = self.scene.cells_that(|_| true);
        part.questions.iter().for_each(|&index| met.intersect_with(&self.questions[index].cells));
        met
    }

    /// The conditions of a part on the place; none if it has others.
    pub(crate) fn conditions_on_place(&self, part: &Part) -> Vec<Condition> {
        let mut conditions = self.conditions(part).split_off(1);
        conditions.retain(|_| part.is_about_place(self));
        conditions
    }

    /// The images of a cell in the mirror, if there is one.
    pub(crate) fn images(&self, cell: usize) -> impl Iterator<Item = usize> {
        let images = self.mirror.map(|mirror| self.scene.images(cell, mirror));
        images.into_iter().flatten()
    }

    /// Whether the tile stands at all cells that meet the conditions, and these are only about
    /// places.
    pub(crate) fn is_always(&self, part: &Part) -> bool {
        !part.questions.is_empty()
            && part.is_about_place(self)
            && self.met(part).is_subset(&part.cells)
    }

    /// The minimum distance in cells between a part and the outside, if the rest of its universe
    /// comes nearer; otherwise 0.
    pub(crate) fn far_from_outside(&self, part: &Part) -> usize {
        let scene = self.scene;
        let least = part.cells.ones().map(|cell| scene.to_outside(cell)).min().unwrap_or(1);
        let is_nearer = part.universe.ones().any(|cell| scene.to_outside(cell) < least);
        if is_nearer { least - 1 } else { 0 }
    }

    /// The small number of cells of a part in each drawing, if it is the same in all and the
    /// conditions are not only about places.
    pub(crate) fn each_has(&self, part: &Part) -> Option<usize> {
        let counts = self.scene.counts(&part.cells);
        let is_one = counts.iter().all(|&n| n == counts[0] && n <= N_EACH_MAX);
        (is_one && self.mirror.is_none() && !part.is_about_place(self)).then_some(counts[0])
    }

    /// The conditions for the half that determines the rest by the mirror.
    pub(crate) fn half(&self) -> Vec<Condition> {
        let halves = match self.mirror {
            None => &[][..],
            Some(Mirror::LeftRight) => &[(Edge::Left, Edge::Right)],
            Some(Mirror::TopBottom | Mirror::HalfTurn) => &[(Edge::Top, Edge::Bottom)],
            Some(Mirror::Both | Mirror::QuarterTurns) => {
                &[(Edge::Left, Edge::Right), (Edge::Top, Edge::Bottom)]
            }
        };
        halves
            .iter()
            .map(|&(near, far)| Condition::Compare(place(near), Operator::LessEqual, place(far)))
            .collect()
    }

    /// The place of a part in words; empty if it is everywhere.
    pub(crate) fn place(&self, part: &Part) -> String {
        let words = part
            .questions
            .iter()
            .map(|&index| self.questions[index].words(&self.scene.names, self.on));
        words.flat_map(|words| [", ".to_owned(), words]).collect()
    }

    /// Hides an explorer's own changes from its conditions, if they depend on these changes.
    pub(crate) fn replace(&self, part: &Part) -> Replace {
        let is_changed = part.questions.iter().any(|&index| {
            let tiles = self.questions[index].kind.tiles();
            tiles.contains(self.on) || tiles.contains(self.tile)
        });
        if is_changed { Replace::Buffer } else { Replace::Same }
    }

    /// Drafts of a part with the neighborhoods that its conditions need.
    pub(crate) fn drafts(&self, part: &Part, explorers: Vec<Explorer>) -> Drafts {
        let mut drafts = Drafts::of(explorers);
        for &question in &part.questions {
            if let FeatureKind::Around(hood, _) = self.questions[question].kind
                && let (cells, Some(name), _) = HOODS[hood]
            {
                drafts.declare(name, cells).expect("it is small");
            }
        }
        drafts
    }

    /// The part along the border with the bits of that condition, if most of the border is the
    /// tile.
    pub(crate) fn ring(&self, part: &Part) -> Option<(Part, f64)> {
        let index = self.questions.iter().position(|question| {
            (question.kind, question.is, question.value) == (FeatureKind::Outside, Is::Equal, 1)
        })?;
        let question = &self.questions[index];
        let mut ring = part.clone();
        ring.questions.push(index);
        ring.cells.intersect_with(&question.cells);
        ring.universe.intersect_with(&question.cells);
        let is_most = 5 * ring.n_cells() > 4 * ring.n_all();
        (is_most && !part.questions.contains(&index)).then_some((ring, question.bits))
    }
}

impl Part {
    pub(crate) fn n_cells(&self) -> usize {
        self.cells.count_ones(..)
    }

    pub(crate) fn n_all(&self) -> usize {
        self.universe.count_ones(..)
    }

    /// Whether its conditions are only about places.
    pub(crate) fn is_about_place(&self, ask: &Ask<'_>) -> bool {
        self.questions.iter().all(|&index| ask.questions[index].is_about_place())
    }

    /// The part without the universe of another part.
    pub(crate) fn without(&self, part: &Self) -> Self {
        let mut remainder = self.clone();
        remainder.cells.difference_with(&part.universe);
        remainder.universe.difference_with(&part.universe);
        remainder
    }

    /// The complement within the universe.
    pub(crate) fn complement(&self) -> Cells {
        let mut complement = self.universe.clone();
        complement.difference_with(&self.cells);
        complement
    }
}
