//! What a layer has to explain: where one tile stands upon another.

use level::{Mirror, Tile};

use crate::layers::draft::{Draft, Drafts};
use crate::layers::feature::{HOODS, Is, Kind, Question};
use crate::layers::scene::{Cells, Scene};

/// So many cells of a tile in each drawing are a number, rather than what follows from conditions.
const N_EACH_MAX: usize = 4;

/// Where `tile` stands on `on`, in the drawings as far as they are painted.
pub(crate) struct Ask<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) questions: &'a [Question],
    pub(crate) canvas: &'a [Tile],
    /// Tiles that are painted already.
    pub(crate) known: &'a [Tile],
    pub(crate) tile: Tile,
    pub(crate) on: Tile,
    /// Tiles that are parts of the same things.
    pub(crate) parts: &'a [Tile],
    /// A tile that has been painted over since the questions were asked.
    pub(crate) painted: Option<Tile>,
    /// Whether the level is divided into regions.
    pub(crate) has_regions: bool,
    /// The first region with a box in it that nothing fills, and how many there are.
    pub(crate) boxes: (usize, usize),
    /// The mirror by which the rest follows from what is asked.
    pub(crate) mirror: Option<Mirror>,
}

/// A part of what is asked: of `universe`, where all questions of `asked` are answered with yes,
/// the cells of `those`.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) asked: Vec<usize>,
    pub(crate) those: Cells,
    pub(crate) universe: Cells,
}

/// A way to say it, with its cost.
pub(crate) struct Found {
    pub(crate) bits: f64,
    pub(crate) drafts: Drafts,
    /// Whether what the tile stands on may fall into pieces that it is not in the drawings.
    pub(crate) breaks: bool,
    /// Whether the parts of the tile are painted with it.
    pub(crate) has_parts: bool,
}

impl Found {
    /// Whether it joins ends that stand anywhere: a way that may begin at what is not painted yet.
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

    /// The conditions of a part, with the one that the cell is what the tile stands on.
    pub(crate) fn conditions(&self, part: &Part) -> Vec<String> {
        let mut all = vec![format!("self({})", self.name(self.on))];
        all.extend(part.asked.iter().map(|&one| self.questions[one].text(&self.scene.names)));
        all
    }

    /// The images of a cell by the mirror, if there is one.
    pub(crate) fn images(&self, cell: usize) -> impl Iterator<Item = usize> {
        let images = self.mirror.map(|mirror| self.scene.images(cell, mirror));
        images.into_iter().flatten()
    }

    /// Whether the tile stands at all places that the conditions ask for, which are about places.
    pub(crate) fn is_always(&self, part: &Part) -> bool {
        let mut all = self.scene.cells_that(|_| true);
        part.asked.iter().for_each(|&one| all.intersect_with(&self.questions[one].cells));
        !part.asked.is_empty() && part.is_about_place(self) && all.is_subset(&part.those)
    }

    /// How many cells there are between a part and the outside, at least, where the rest of its
    /// universe is nearer.
    pub(crate) fn far_from_outside(&self, part: &Part) -> usize {
        let to_outside = |cell: usize| {
            let place = self.scene.cells[cell];
            self.scene.frames[place.frame].to_outside(place.x, place.y)
        };
        let least = part.those.ones().map(to_outside).min().unwrap_or(1);
        let is_nearer = part.universe.ones().any(|cell| to_outside(cell) < least);
        if is_nearer { least - 1 } else { 0 }
    }

    /// The small number of cells that a part has in each drawing, if all have the same, and that
    /// is not for its places alone.
    pub(crate) fn each_has(&self, part: &Part) -> Option<usize> {
        let counts = self.scene.counts(&part.those);
        let is_one = counts.iter().all(|&n| n == counts[0] && n <= N_EACH_MAX);
        (is_one && self.mirror.is_none() && !part.is_about_place(self)).then_some(counts[0])
    }

    /// Where the half is that is asked for, if the rest is its image.
    pub(crate) fn half(&self) -> Option<String> {
        let (columns, rows) = ("column <= from_right", "row <= from_bottom");
        self.mirror.map(|mirror| match mirror {
            Mirror::LeftRight => columns.to_owned(),
            Mirror::TopBottom | Mirror::HalfTurn => rows.to_owned(),
            Mirror::Both | Mirror::QuarterTurns => format!("{columns}, {rows}"),
        })
    }

    /// Where a part is, in words; nothing if it is everywhere.
    pub(crate) fn place(&self, part: &Part) -> String {
        let words =
            part.asked.iter().map(|&one| self.questions[one].words(&self.scene.names, self.on));
        words.flat_map(|words| [", ".to_owned(), words]).collect()
    }

    /// The parameter by which an explorer does not see what it writes, if a part asks for what that
    /// changes.
    pub(crate) fn as_it_was(&self, part: &Part) -> Option<(&'static str, String)> {
        let is_changed = |&one: &usize| {
            let tiles = self.questions[one].kind.tiles();
            tiles.contains(self.on) || tiles.contains(self.tile)
        };
        part.asked.iter().any(is_changed).then(|| ("replace", "buffer".to_owned()))
    }

    /// Neighborhoods that the conditions of a part need.
    pub(crate) fn neighborhoods(&self, part: &Part) -> Vec<(String, String)> {
        let needed = part.asked.iter().filter_map(|&one| match self.questions[one].kind {
            Kind::Around(hood, _) => HOODS[hood].2.map(|rows| (HOODS[hood].0.into(), rows.into())),
            Kind::Side(_) | Kind::Every(..) | Kind::Outside | Kind::Near(_) | Kind::Image(..) => {
                None
            }
        });
        needed.collect()
    }

    /// Drafts of a part with the neighborhoods that its conditions need.
    pub(crate) fn drafts(&self, part: &Part, explorers: Vec<Draft>) -> Drafts {
        Drafts { neighborhoods: self.neighborhoods(part), ..Drafts::of(explorers) }
    }

    /// The part along the border, if most of that is the tile; with the bits that say so.
    pub(crate) fn ring(&self, part: &Part) -> Option<(Part, f64)> {
        let is_ring =
            |one: &Question| (one.kind, one.is, one.value) == (Kind::Outside, Is::Equal, 1);
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

    /// Whether its conditions are about places alone.
    pub(crate) fn is_about_place(&self, ask: &Ask<'_>) -> bool {
        self.asked.iter().all(|&one| ask.questions[one].is_about_place())
    }

    /// What is left without the universe of another part.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        rest.those.difference_with(&other.universe);
        rest.universe.difference_with(&other.universe);
        rest
    }

    /// The other way around: where it is not so.
    pub(crate) fn others(&self) -> Cells {
        let mut others = self.universe.clone();
        others.difference_with(&self.those);
        others
    }
}
