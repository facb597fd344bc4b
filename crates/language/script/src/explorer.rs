//! Explorers: where and in which order cells are visited, and which rules are applied there.

use marahel_level::{Mirror, Tile, TileSet};

use crate::dial::DialledLimits;
use crate::estimator::{EntityList, Estimator};
use crate::extension::Extension;
use crate::neighborhood::Neighborhood;
use crate::parts::{Cells, Parameter};
use crate::rule::{Condition, Rule};
use crate::script::Spelling;

/// One explorer: visits cells and applies its rules there.
#[derive(Clone, Debug, PartialEq)]
pub struct Explorer {
    /// A description by the author; empty if there is none.
    pub description: Spelling,
    /// What a search must not change.
    pub locked: Locked,
    /// The name of its type, spelled as in the document.
    pub name: Spelling,
    /// The order in which cells are visited.
    pub walk: Walk,
    /// Where it works: these regions, one after the other.
    pub region: Vec<RegionSelector>,
    /// How far it keeps from the edges of each region.
    pub border: Border,
    /// Whether each region is a torus: what reads or moves beyond one edge comes in at the opposite
    /// one. Writes do not.
    pub wraps: bool,
    /// Whether rules see the writes of the same pass.
    pub replace: Replace,
    /// The tile that cells outside the region read as, besides `out`.
    pub out: Option<Tile>,
    /// Rules also write to these mirror images of a cell within the region.
    pub mirror: Option<Mirror>,
    /// Number of passes.
    pub repeats: u64,
    /// Largest number of visits of a pass; by default the area of the region.
    pub tiles: Option<u64>,
    /// Largest number of changes of a pass; by default the area of the region.
    pub changes: Option<u64>,
    /// Which of these limits follow a dial.
    pub dialled: DialledLimits,
    /// The rules in order; only the first that holds is applied.
    pub rules: Vec<Rule>,
}

/// What a search must not change in an explorer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Locked {
    /// Nothing.
    #[default]
    No,
    /// The explorer, and the rules with these ascending indices, in this order. Other rules may
    /// come before or between them.
    Rules(Vec<usize>),
    /// All of the explorer.
    Whole,
}

/// One entry of an explorer's region list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionSelector {
    /// The whole map.
    Map,
    /// Every region in order; the whole map if there is no divider.
    All,
    /// One region by its index; skipped if there are fewer.
    Index(u32),
    /// This number of different regions, drawn anew each time; the whole map if there is no
    /// divider.
    Some(u32),
    /// A rectangle, clipped to the map.
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

/// The width of the strip that an explorer leaves out along the edges of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Border {
    /// Smallest width, in cells.
    pub min: u32,
    /// Largest width. The width is drawn for each side of each region when the explorer begins.
    pub max: u32,
    /// Whether all four sides share one draw.
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
    /// Row by row from a random cell; after the last row, from the first.
    NarrowHorz,
    /// Column by column from a random cell; after the last column, from the first.
    NarrowVert,
    /// Uniformly random cells, with repetition.
    NarrowRand,
    /// In a straight line, with random turns.
    TurtleDrunk {
        /// Possible moves.
        directions: Neighborhood,
        /// Probability of a new direction at each step, in 0..=1.
        change: f64,
    },
    /// To the neighbor with the smallest heuristics, one step at a time.
    TurtleHeur {
        /// Possible moves.
        directions: Neighborhood,
        /// Evaluated at the neighbor, compared from left to right.
        heuristics: Vec<Estimator>,
    },
    /// Straight from one connected component to the next.
    TurtleConnect {
        /// Possible moves, which also define what is connected.
        directions: Neighborhood,
        /// The tiles to connect.
        entities: EntityList,
        /// What entering a cell costs, added up: the path takes the cheapest way. Without costs the
        /// path is straight.
        costs: Vec<Cost>,
    },
    /// Every cell once, ordered by heuristics, the smallest first.
    WideHeur {
        /// Compared from left to right.
        heuristics: Vec<Estimator>,
    },
    /// Every cell once, in random order.
    WideRand,
    /// A walk of another crate.
    Extension(Box<dyn Extension>),
}

/// One part of what entering a cell costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// It costs something only where all of these hold.
    pub conditions: Vec<Condition>,
    /// How much.
    pub estimator: Estimator,
}

impl From<Estimator> for Cost {
    fn from(estimator: Estimator) -> Self {
        Self { conditions: Vec::new(), estimator }
    }
}

impl Cost {
    /// Its estimators, those of the conditions first.
    pub fn estimators(&self) -> impl Iterator<Item = &Estimator> {
        self.conditions.iter().flat_map(Condition::estimators).chain([&self.estimator])
    }
}

impl Walk {
    /// Whether it is of another crate.
    pub fn is_plugged_in(&self) -> bool {
        matches!(self, Self::Extension(_))
    }
}

impl Explorer {
    /// How far beyond the edge of a region it may look or write, in cells. Search compiles many
    /// scripts, so this avoids a walk over all parts.
    pub(crate) fn reach(&self) -> usize {
        let mut reach = self.rules.iter().map(Rule::reach).max().unwrap_or(0);
        for (_, parameter) in self.walk.parameters() {
            if let Parameter::Cells(cells, Cells::Moves) = parameter {
                reach = reach.max(cells.reach());
            } else if let Parameter::Heuristics(all) = parameter {
                reach = all.iter().map(Estimator::reach).fold(reach, usize::max);
            } else if let Parameter::Costs(all) = parameter {
                reach = all
                    .iter()
                    .flat_map(Cost::estimators)
                    .map(Estimator::reach)
                    .fold(reach, usize::max);
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
