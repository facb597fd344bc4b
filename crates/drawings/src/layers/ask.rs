//! The question of a layer: where one tile stands on another.

use level::{Mirror, Tile};

use crate::layers::draft::{Draft, Drafts};
use crate::layers::feature::{FeatureKind, HOODS, Is, Question};
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
    pub(crate) known: &'a [Tile],
    pub(crate) tile: Tile,
    pub(crate) on: Tile,
    /// Tiles that are parts of the same things.
    pub(crate) parts: &'a [Tile],
    /// A tile that was painted over after the questions were computed.
    pub(crate) painted: Option<Tile>,
    /// Whether the level is divided into regions.
    pub(crate) has_regions: bool,
    /// The index of the first region whose box is still empty, and the number of empty boxes.
    pub(crate) boxes: (usize, usize),
    /// The mirror that determines the rest of the cells.
    pub(crate) mirror: Option<Mirror>,
}

/// A part of the question: the cells `those` of the cells `universe` where all questions in `asked`
/// are true.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) asked: Vec<usize>,
    pub(crate) those: Cells,
    pub(crate) universe: Cells,
}

/// An explanation with its cost.
pub(crate) struct Found {
    pub(crate) bits: f64,
    pub(crate) drafts: Drafts,
    /// Whether it may break the ground into pieces that are connected in the drawings.
    pub(crate) breaks: bool,
    /// Whether it also paints the parts of the tile.
    pub(crate) has_parts: bool,
}

impl Found {
    /// Whether it joins ends at arbitrary places: such a way may begin at something not painted
    /// yet.
    pub(crate) fn is_loose_way(&self) -> bool {
        let explorers = &self.drafts.explorers;
        explorers.first().is_some_and(|first| first.kind == "rorder")
            && explorers.iter().any(|one| one.kind == "connect")
    }
}

impl Ask<'_> {
    pub(crate) fn name(&self, tile: Tile) -> &str {
        &self.scene.names[usize::from(tile)]
    }

    /// The conditions of a part, including the one on the ground.
    pub(crate) fn conditions(&self, part: &Part) -> Vec<String> {
        let mut all = vec![format!("self({})", self.name(self.on))];
        all.extend(part.asked.iter().map(|&one| self.questions[one].text(&self.scene.names)));
        all
    }

    /// The images of a cell in the mirror, if there is one.
    pub(crate) fn images(&self, cell: usize) -> impl Iterator<Item = usize> {
        let images = self.mirror.map(|mirror| self.scene.images(cell, mirror));
        images.into_iter().flatten()
    }

    /// Whether the tile stands at all cells that meet the conditions, and these are only about
    /// places.
    pub(crate) fn is_always(&self, part: &Part) -> bool {
        let mut all = self.scene.cells_that(|_| true);
        part.asked.iter().for_each(|&one| all.intersect_with(&self.questions[one].cells));
        !part.asked.is_empty() && part.is_about_place(self) && all.is_subset(&part.those)
    }

    /// The minimum distance in cells between a part and the outside, if the rest of its universe
    /// comes nearer; otherwise 0.
    pub(crate) fn far_from_outside(&self, part: &Part) -> usize {
        let to_outside = |cell: usize| {
            let place = self.scene.cells[cell];
            self.scene.frames[place.frame].to_outside(place.x, place.y)
        };
        let least = part.those.ones().map(to_outside).min().unwrap_or(1);
        let is_nearer = part.universe.ones().any(|cell| to_outside(cell) < least);
        if is_nearer { least - 1 } else { 0 }
    }

    /// The small number of cells of a part in each drawing, if it is the same in all and the
    /// conditions are not only about places.
    pub(crate) fn each_has(&self, part: &Part) -> Option<usize> {
        let counts = self.scene.counts(&part.those);
        let is_one = counts.iter().all(|&n| n == counts[0] && n <= N_EACH_MAX);
        (is_one && self.mirror.is_none() && !part.is_about_place(self)).then_some(counts[0])
    }

    /// The condition for the half that determines the rest by the mirror.
    pub(crate) fn half(&self) -> Option<String> {
        let (columns, rows) = ("column <= from_right", "row <= from_bottom");
        self.mirror.map(|mirror| match mirror {
            Mirror::LeftRight => columns.to_owned(),
            Mirror::TopBottom | Mirror::HalfTurn => rows.to_owned(),
            Mirror::Both | Mirror::QuarterTurns => format!("{columns}, {rows}"),
        })
    }

    /// The place of a part in words; empty if it is everywhere.
    pub(crate) fn place(&self, part: &Part) -> String {
        let words =
            part.asked.iter().map(|&one| self.questions[one].words(&self.scene.names, self.on));
        words.flat_map(|words| [", ".to_owned(), words]).collect()
    }

    /// The parameter that hides an explorer's own changes from its conditions, if they depend on
    /// these changes.
    pub(crate) fn as_it_was(&self, part: &Part) -> Option<(&'static str, String)> {
        let is_changed = |&one: &usize| {
            let tiles = self.questions[one].kind.tiles();
            tiles.contains(self.on) || tiles.contains(self.tile)
        };
        part.asked.iter().any(is_changed).then(|| ("replace", "buffer".to_owned()))
    }

    /// The neighborhoods that the conditions of a part need.
    pub(crate) fn neighborhoods(&self, part: &Part) -> Vec<(String, String)> {
        let needed = part.asked.iter().filter_map(|&one| match self.questions[one].kind {
            FeatureKind::Around(hood, _) => {
                HOODS[hood].2.map(|rows| (HOODS[hood].0.into(), rows.into()))
            }
            FeatureKind::Side(_)
            | FeatureKind::Every(..)
            | FeatureKind::Outside
            | FeatureKind::Near(_)
            | FeatureKind::Image(..) => None,
        });
        needed.collect()
    }

    /// Drafts of a part with the neighborhoods that its conditions need.
    pub(crate) fn drafts(&self, part: &Part, explorers: Vec<Draft>) -> Drafts {
        Drafts { neighborhoods: self.neighborhoods(part), ..Drafts::of(explorers) }
    }

    /// The part along the border with the bits of that condition, if most of the border is the
    /// tile.
    pub(crate) fn ring(&self, part: &Part) -> Option<(Part, f64)> {
        let is_ring =
            |one: &Question| (one.kind, one.is, one.value) == (FeatureKind::Outside, Is::Equal, 1);
        let index = self.questions.iter().position(is_ring)?;
        let question = &self.questions[index];
        let mut ring = part.clone();
        ring.asked.push(index);
        ring.those.intersect_with(&question.cells);
        ring.universe.intersect_with(&question.cells);
        let is_most = 5 * ring.n_those() > 4 * ring.n_all();
        (is_most && !part.asked.contains(&index)).then_some((ring, question.bits))
    }
}

impl Part {
    pub(crate) fn n_those(&self) -> usize {
        self.those.count_ones(..)
    }

    pub(crate) fn n_all(&self) -> usize {
        self.universe.count_ones(..)
    }

    /// Whether its conditions are only about places.
    pub(crate) fn is_about_place(&self, ask: &Ask<'_>) -> bool {
        self.asked.iter().all(|&one| ask.questions[one].is_about_place())
    }

    /// The part without the universe of another part.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        rest.those.difference_with(&other.universe);
        rest.universe.difference_with(&other.universe);
        rest
    }

    /// The complement within the universe.
    pub(crate) fn others(&self) -> Cells {
        let mut others = self.universe.clone();
        others.difference_with(&self.those);
        others
    }
}
