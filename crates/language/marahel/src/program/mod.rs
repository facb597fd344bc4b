//! Programs: scripts compiled for one semantics, ready to run.
//!
//! All that does not depend on the level is decided here. Entity lists become bit masks.
//! Neighborhoods become offsets in a grid with a border and a fixed row length. Comparisons of a
//! count with a constant become tables of accepted counts. Conditions that always hold are dropped.

mod compile;
mod condition;
mod estimator;
mod fold;
mod walk;

pub use compile::decisions;
pub(crate) use condition::{Condition, Near, Range, Scope};
pub(crate) use estimator::{ABSENT, Distance, Estimator, Offsets};
pub(crate) use walk::{Cost, Costs, Directions, HeuristicPart, Heuristics, Move, Walk};

use marahel_level::{Mirror, Tile, TileSet};

use marahel_script::{Border, EntityLimit, RegionSelector, Regions, Replace, Size};

/// Cells that one step of the budget pays for. The unit of all costs is a cell that is read, about
/// a nanosecond; other work is estimated in this unit.
pub const N_CELLS_PER_STEP: u64 = 8;

/// A script compiled for one reading of the language.
///
/// The program contains each choice of its semantics, so the code that runs it does not depend on
/// the semantics.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) min: Size,
    pub(crate) max: Size,
    pub(crate) upper_bound: UpperBound,
    pub(crate) regions: Option<Regions>,
    pub(crate) ties: Ties,
    pub(crate) explorers: Vec<Explorer>,
    /// From this explorer on, all can be skipped once none of their rules can fire.
    pub(crate) first_skippable: usize,
    pub(crate) layout: Layout,
    /// The target tiles of each distance field.
    pub(crate) fields: Vec<TileSet>,
    pub(crate) limits: Vec<EntityLimit>,
}

/// The layout of the program's grids in memory: rows of `stride` cells, where the outermost
/// `border` cells on each side are outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) border: usize,
    pub(crate) stride: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Explorer {
    pub(crate) walk: Walk,
    pub(crate) selectors: Vec<RegionSelector>,
    pub(crate) border: Border,
    pub(crate) wraps: bool,
    /// Entities with a largest number of cells.
    pub(crate) capped: TileSet,
    /// Rules also write to these images of a cell.
    pub(crate) mirror: Option<Mirror>,
    pub(crate) replace: Replace,
    pub(crate) repeats: u64,
    /// Largest numbers of visits of a pass, and of visits that count as changes.
    pub(crate) n_visits_max: Limit,
    pub(crate) n_changes_max: Limit,
    pub(crate) area: AreaOf,
    pub(crate) ties: Ties,
    /// Whether a visit counts as a change if a rule fired, instead of if a cell changed. An
    /// explorer without `changes` keeps the bound of the original engine: its rules fire at most
    /// once for each cell of the region.
    pub(crate) counts_firings: bool,
    /// Whether the wide explorers of a level share one list of cells for each region, so that
    /// visited cells are missing for later ones. The end of each pass removes one more cell.
    pub(crate) uses_up_cells: bool,
    pub(crate) rules: Vec<Rule>,
    /// Number of rules in the script.
    pub(crate) n_rules: usize,
    /// Steps of the budget for one visit.
    pub(crate) visit_cost: u64,
    pub(crate) log: Log,
    /// Where rules may hold after a visit changed cells, and did not before; `None` if boards
    /// cannot tell of each rule where it may hold.
    pub(crate) reach: Option<Reach>,
    /// The help if it exceeds the budget.
    pub(crate) remedy: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// All equals have the same probability.
    Fair,
    /// As in the original engine, by its sort and shuffle (see
    /// [`uneven_sort`](crate::uneven_sort)).
    Uneven,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpperBound {
    Inclusive,
    /// Only if it is equal to the lower limit.
    Exclusive,
}

/// A limit on how often something happens in a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    Number(u64),
    Area,
    /// None: the walk ends by itself.
    Unlimited,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AreaOf {
    ItsRegion,
    LargestRegion,
}

impl Limit {
    pub(crate) fn of(self, area: u64) -> u64 {
        match self {
            Self::Number(n) => n,
            Self::Area => area,
            Self::Unlimited => u64::MAX,
        }
    }
}

/// Which changes of a pass are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Log {
    #[default]
    Nothing,
    /// Those that the distance fields have not processed.
    Unseen,
    /// All, until the walk has processed them.
    All,
}

/// Where a change may have an effect.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    Nowhere,
    /// At these offsets from the visited cell.
    Cells(Offsets),
    Everywhere,
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) index: usize,
    pub(crate) conditions: Vec<Condition>,
    /// Those of its conditions that hold at all cells or at none, before any that draws a number or
    /// whose test is charged.
    pub(crate) opening: Vec<Condition>,
    pub(crate) executers: Vec<Executer>,
}

#[derive(Clone, Debug)]
pub(crate) struct Executer {
    pub(crate) offsets: Offsets,
    /// Each tile repeated by its weight.
    pub(crate) choices: Box<[Tile]>,
}

impl Explorer {
    /// Whether rules hold in each of its passes where they would in another one, if the map is the
    /// same and they draw the same numbers, and their tests cost the same.
    pub(crate) fn repeats_alike(&self) -> bool {
        conditions(&self.rules).all(Condition::repeats_alike)
    }

    /// The tiles that it draws from for each visited cell, if it does nothing else.
    pub(crate) fn filling(&self) -> Option<&[Tile]> {
        let [Rule { conditions, executers, .. }, ..] = &self.rules[..] else { return None };
        match &executers[..] {
            [Executer { offsets, choices }]
                if conditions.is_empty() && **offsets == [0] && self.capped.is_empty() =>
            {
                Some(choices)
            }
            _ => None,
        }
    }
}

fn conditions(rules: &[Rule]) -> impl Iterator<Item = &Condition> {
    rules.iter().flat_map(|rule| &rule.conditions)
}

impl Rule {
    pub(crate) fn new(index: usize, conditions: Vec<Condition>, executers: Vec<Executer>) -> Self {
        let opening = conditions.iter().take_while(|condition| condition.scope() < Scope::Pass);
        let opening = opening.filter(|condition| condition.scope() == Scope::Level);
        Self { index, opening: opening.cloned().collect(), conditions, executers }
    }

    /// Whether boards can tell where it may hold.
    fn can_sift(&self) -> bool {
        let mut first = self.conditions.iter().take_while(|condition| {
            matches!(condition, Condition::Near(_)) || condition.scope() < Scope::Pass
        });
        first.any(|condition| {
            let is_on_boards = !matches!(condition, Condition::Compares { .. });
            is_on_boards || condition.scope() == Scope::Level
        })
    }

    /// Cost of testing and applying the rule, in cells that are read, if each write goes to
    /// `n_images` images as well.
    fn cost(&self, n_images: u64) -> u64 {
        let read = self.conditions.iter().map(Condition::cost);
        // Finding an image costs more than writing it.
        let written = self.executers.iter().map(|executer| executer.offsets.len() as u64);
        let written = written.map(|n_offsets| 2 + n_offsets * (1 + 8 * n_images));
        read.chain(written).sum()
    }
}
