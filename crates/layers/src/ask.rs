//! What a layer has to explain: where one tile stands upon another.

use level::{Mirror, Tile};

use crate::bits;
use crate::draft::{Draft, Drafts};
use crate::feature::{HOODS, Is, Kind, Question};
use crate::scene::{Cells, Scene};

/// Questions whose conjunctions go on, and how many questions one has at most.
const N_KEPT: usize = 6;
const N_ASKED_MAX: usize = 3;

/// A condition must save at least so many bits more than it takes to say it.
const N_BITS_MIN: f64 = 4.0;

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
        let words = part.asked.iter().map(|&one| self.questions[one].words(&self.scene.names));
        words.flat_map(|words| [", ".to_owned(), words]).collect()
    }

    /// Neighborhoods that the conditions of a part need.
    pub(crate) fn neighborhoods(&self, part: &Part) -> Vec<(String, String)> {
        let needed = part.asked.iter().filter_map(|&one| match self.questions[one].kind {
            Kind::Around(hood, _) => HOODS[hood].2.map(|rows| (HOODS[hood].0.into(), rows.into())),
            _ => None,
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

    /// The conjunction of up to three questions that saves the most bits, with those that it costs.
    pub(crate) fn best_conjunction(&self, part: &Part) -> Option<(Part, f64)> {
        let Part { asked, those, universe } = part;
        let (n_those, n_all) = (those.count_ones(..), universe.count_ones(..));
        let plain = bits::of_choice(n_those, n_all);
        let gain = |those: &Cells, universe: &Cells, cost: f64| {
            let (n, all) = (those.count_ones(..), universe.count_ones(..));
            let inside = bits::of_choice(n, all);
            let outside = bits::of_choice(n_those - n, n_all - all);
            // The cells that are so should be inside.
            let is_most = n * n_all > n_those * all;
            if is_most { plain - inside - outside - cost } else { f64::NEG_INFINITY }
        };
        let mut best: Option<(f64, Vec<usize>, Cells, Cells, f64)> = None;
        let mut front: Vec<(f64, Vec<usize>, Cells, Cells, f64)> =
            vec![(0.0, Vec::new(), those.clone(), universe.clone(), 0.0)];
        for _ in 0..N_ASKED_MAX {
            let mut next = Vec::new();
            for (_, chosen, those, universe, cost) in &front {
                let all = universe.count_ones(..);
                for (index, question) in self.questions.iter().enumerate() {
                    if asked.contains(&index) || chosen.contains(&index) {
                        continue;
                    }
                    let n = universe.intersection_count(&question.cells);
                    if n == 0 || n == all {
                        continue;
                    }
                    let n_so = those.intersection_count(&question.cells);
                    let cost = cost + question.bits;
                    let inside = bits::of_choice(n_so, n);
                    let outside = bits::of_choice(n_those - n_so, n_all - n);
                    if n_so * n_all <= n_those * n {
                        continue;
                    }
                    next.push((
                        plain - inside - outside - cost,
                        chosen,
                        index,
                        those,
                        universe,
                        cost,
                    ));
                }
            }
            next.sort_by(|a, b| b.0.total_cmp(&a.0));
            // The same questions in another order say the same.
            let mut seen: Vec<Vec<usize>> = Vec::new();
            next.retain(|(_, chosen, index, ..)| {
                let mut all: Vec<usize> = chosen.iter().copied().chain([*index]).collect();
                all.sort_unstable();
                let is_new = seen.len() < N_KEPT && !seen.contains(&all);
                seen.extend(is_new.then_some(all));
                is_new
            });
            let grown = next.into_iter().map(|(_, chosen, index, those, universe, cost)| {
                let both = |cells: &Cells| {
                    let mut cells = cells.clone();
                    cells.intersect_with(&self.questions[index].cells);
                    cells
                };
                let (those, universe) = (both(those), both(universe));
                let chosen: Vec<usize> = chosen.iter().copied().chain([index]).collect();
                (gain(&those, &universe, cost), chosen, those, universe, cost)
            });
            front = grown.collect();
            // Every second row of what is rare is an accident.
            let is_regular = |chosen: &[usize], those: &Cells, universe: &Cells| {
                let is_periodic =
                    chosen.iter().any(|&one| matches!(self.questions[one].kind, Kind::Every(..)));
                !is_periodic || 2 * those.count_ones(..) >= universe.count_ones(..)
            };
            if let Some(first) = front.iter().find(|one| is_regular(&one.1, &one.2, &one.3))
                && best.as_ref().is_none_or(|best| first.0 > best.0 + N_BITS_MIN / 2.0)
            {
                best = Some(first.clone());
            }
        }
        let (gain, chosen, those, universe, cost) = best?;
        let asked = asked.iter().copied().chain(chosen).collect();
        (gain >= N_BITS_MIN).then_some((Part { asked, those, universe }, cost))
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
