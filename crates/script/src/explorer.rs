//! Explorers: who walks over a level, where and in which order.

use level::{Mirror, Tile, TileSet};

use crate::dial::DialledLimits;
use crate::estimator::{EntityList, Estimator};
use crate::handed::Handed;
use crate::neighborhood::Neighborhood;
use crate::parts::{Cells, Parameter};
use crate::rule::Rule;
use crate::script::Spelling;

/// One explorer: visits cells and applies its rules there.
#[derive(Clone, Debug, PartialEq)]
pub struct Explorer {
    /// What it is for, in its author's words; empty if nobody says.
    pub description: Spelling,
    /// What of it a search leaves as it is.
    pub locked: Locked,
    /// Its type as the document spells it.
    pub name: Spelling,
    /// In which order cells are visited.
    pub walk: Walk,
    /// Where.
    pub region: Vec<RegionSelector>,
    /// How far from the edge of each of them it stays.
    pub border: Border,
    /// Whether the region is a torus: reads and moves beyond an edge come in
    /// at the other. Writes do not.
    pub wraps: bool,
    /// Whether rules see their own writes at once.
    pub replace: Replace,
    /// The tile that cells outside the region read as, beside being outside.
    pub out: Option<Tile>,
    /// To which images of a cell within the region rules write, too.
    pub mirror: Option<Mirror>,
    /// Number of passes.
    pub repeats: u64,
    /// Largest number of visits of a pass; by default the area of the region.
    pub tiles: Option<u64>,
    /// Largest number of changes of a pass; by default the area of the region.
    pub changes: Option<u64>,
    /// Which of these limits follow a dial.
    pub dialled: DialledLimits,
    /// The rules, of which the first that holds is applied.
    pub rules: Vec<Rule>,
}

/// What of an explorer a search leaves as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Locked {
    /// Nothing.
    #[default]
    No,
    /// The rules with these indices, ascending: they stay, in this order, and all that is
    /// before or between them may change. The explorer stays, too.
    Rules(Vec<usize>),
    /// The explorer.
    Whole,
}

/// One entry of an explorer's region list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionSelector {
    /// The whole map.
    Map,
    /// Every region in order, or the map where there is no divider.
    All,
    /// One region by its index; skipped where there are fewer.
    Index(u32),
    /// As many different regions, drawn anew each time, or the map where there
    /// is no divider.
    Some(u32),
    /// A rectangle of the map, as far as it lies within.
    Specific(Area),
}

/// A rectangle of cells of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Leftmost column.
    pub x: u32,
    /// Topmost row.
    pub y: u32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

/// Cells that an explorer leaves out at the edges of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Border {
    /// Smallest width of the border, in cells.
    pub min: u32,
    /// Largest width; drawn for each side of each region when the explorer begins.
    pub max: u32,
    /// Whether one draw counts for all four sides.
    pub is_same: bool,
}

/// Where the rules of a pass write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replace {
    /// Into the map that they read.
    #[default]
    Same,
    /// Into a copy that becomes the map at the end of the pass.
    Buffer,
}

/// The order in which an explorer visits cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Walk {
    /// Row by row from a random cell, around the end.
    NarrowHorz,
    /// Column by column from a random cell, around the end.
    NarrowVert,
    /// Uniformly random cells, with repetition.
    NarrowRand,
    /// Straight on, turning now and then.
    TurtleDrunk {
        /// Possible moves.
        directions: Neighborhood,
        /// Probability of a new direction at each step, in 0..=1.
        change: f64,
    },
    /// To the neighbor with the smallest heuristics.
    TurtleHeur {
        /// Possible moves.
        directions: Neighborhood,
        /// Compared from left to right, evaluated at the neighbor.
        heuristics: Vec<Estimator>,
    },
    /// Straight from one connected component to the next.
    TurtleConnect {
        /// Possible moves, and what counts as connected.
        directions: Neighborhood,
        /// Whose connectivity matters.
        entities: EntityList,
        /// What it costs to enter a cell, compared from left to right: it takes the cheapest way.
        /// Without costs it goes straight on.
        costs: Vec<Estimator>,
    },
    /// Every cell once, the one with the smallest heuristics first.
    WideHeur {
        /// Compared from left to right.
        heuristics: Vec<Estimator>,
    },
    /// Every cell once, in random order.
    WideRand,
    /// One that another crate brings.
    Handed(Box<dyn Handed>),
}

impl Explorer {
    /// How far beyond the edge of a region it may look or write, in cells. Programs are made of
    /// many scripts, so this does not walk over all parts.
    pub(crate) fn reach(&self) -> usize {
        let mut reach = self.rules.iter().map(Rule::reach).max().unwrap_or(0);
        for (_, parameter) in self.walk.parameters() {
            if let Parameter::Cells(cells, Cells::Moves) = parameter {
                reach = reach.max(cells.reach());
            } else if let Parameter::Heuristics(all) | Parameter::Costs(all) = parameter {
                reach = all.iter().map(Estimator::reach).fold(reach, usize::max);
            }
        }
        reach
    }

    /// The tiles that its rules may write.
    pub fn written(&self) -> TileSet {
        let executers = self.rules.iter().flat_map(|rule| &rule.executers);
        executers.flat_map(|executer| &executer.entities.members).map(|&(tile, _)| tile).collect()
    }
}
