//! A program: a script compiled for one reading of the language, ready to run.
//!
//! Everything that does not depend on the level is decided here: entity lists
//! become bit masks, neighborhoods become distances in a bordered grid whose
//! row length is fixed for the program, comparisons of a count with a constant
//! become a table of accepted counts, conditions that always hold vanish.

mod compile;
mod condition;
mod estimator;
mod fold;
mod walk;

pub use compile::decisions;
pub(crate) use condition::Condition;
pub(crate) use estimator::{ABSENT, Distance, Estimator, Offsets};
pub(crate) use walk::{Costs, Directions, HeuristicPart, Heuristics, Move, Walk};

use level::{Mirror, Tile, TileSet};

use script::{Border, EntityLimit, RegionSelector, Regions, Replace, Size};

/// Cells that one step of the budget pays for. A cell looked at, about a nanosecond,
/// is the unit of all costs; other work is weighed against it roughly.
pub const N_CELLS_PER_STEP: u64 = 8;

/// A script compiled for one [`Semantics`](crate::Semantics).
///
/// What a reading of the language means stands here choice by choice: whoever runs
/// a program never asks which reading it is.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) min: Size,
    pub(crate) max: Size,
    /// Whether sizes and divisions may be as large as their upper limit says.
    pub(crate) upper_bound: UpperBound,
    pub(crate) regions: Option<Regions>,
    /// How regions are shuffled.
    pub(crate) ties: Ties,
    pub(crate) explorers: Vec<Explorer>,
    /// From this explorer on, all may be skipped once none of their rules can fire.
    pub(crate) first_skippable: usize,
    pub(crate) layout: Layout,
    /// What each distance field measures the distance to.
    pub(crate) fields: Vec<TileSet>,
    /// How many cells of some entities there should be.
    pub(crate) limits: Vec<EntityLimit>,
}

/// How a grid of the program lies in memory: rows of `stride` cells, of which
/// the outermost `border` cells on each side are outside.
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
    /// Entities whose number of cells is limited.
    pub(crate) capped: TileSet,
    /// To which images of a cell rules write, too.
    pub(crate) mirror: Option<Mirror>,
    pub(crate) replace: Replace,
    pub(crate) repeats: u64,
    /// Largest number of visits of a pass, and of visits that count as changes.
    pub(crate) n_visits_max: Limit,
    pub(crate) n_changes_max: Limit,
    /// The area that these limits go by.
    pub(crate) area: AreaOf,
    /// How one of equals is chosen.
    pub(crate) ties: Ties,
    /// Whether a visit counts as a change if a rule fired, rather than if a
    /// cell changed. Without a limit of its own an explorer keeps the released
    /// bound: its rules fire at most as often as the region has cells.
    pub(crate) counts_firings: bool,
    /// Whether the wide explorers of a level share one list of cells for each region,
    /// so that the cells that one visits are lost to later ones. A cell more is lost
    /// at the end of each pass.
    pub(crate) uses_up_cells: bool,
    /// Those of the script's rules that can ever be applied.
    pub(crate) rules: Vec<Rule>,
    /// Number of rules in the script.
    pub(crate) n_rules: usize,
    /// Steps of the budget that one visit costs.
    pub(crate) visit_cost: u64,
    pub(crate) log: Log,
    /// How it comes to cost less, in the words of the document.
    pub(crate) remedy: &'static str,
}

/// How ties fall, and how lists are shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Each of several equals is as likely.
    Fair,
    /// As the sort and the shuffle of the released engine let them fall
    /// (see [`released_sort`](crate::released_sort)).
    Released,
}

/// Whether the upper of two limits can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpperBound {
    Inclusive,
    /// It can only where it is the lower one as well.
    Exclusive,
}

/// How often something may happen in a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    Number(u64),
    /// As often as the region has cells.
    Area,
    /// Any number of times: the walk ends by itself.
    Unlimited,
}

/// Whose area the limits of a pass go by.
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

/// Which of the changes of a pass must be remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Log {
    #[default]
    /// None: nothing depends on which cells changed.
    Nothing,
    /// Those that the distance fields have not seen yet.
    Unseen,
    /// All, until whoever walks has taken them into account.
    All,
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Its place among the rules of the script.
    pub(crate) index: usize,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) executers: Vec<Executer>,
}

#[derive(Clone, Debug)]
pub(crate) struct Executer {
    pub(crate) offsets: Offsets,
    /// Each tile as often as its weight says.
    pub(crate) choices: Box<[Tile]>,
}

impl Explorer {
    /// What it draws from for each cell that it visits, if that is all it does.
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

impl Rule {
    /// Cost of testing and applying the rule, in cells looked at, where so many images of each
    /// cell are written, too.
    fn cost(&self, n_images: u64) -> u64 {
        let read = self.conditions.iter().map(Condition::cost);
        // To find an image costs more than to write it.
        let written = |executer: &Executer| 2 + executer.offsets.len() as u64 * (1 + 8 * n_images);
        let written = self.executers.iter().map(written);
        read.chain(written).sum()
    }
}
