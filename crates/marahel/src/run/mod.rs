//! Running a program: from a stream of random numbers to a level.
//!
//! [`Program::run`] is the main flow: size, regions, explorers in order, each
//! explorer its repeats, each repeat its regions, each region one pass.

mod buckets;
mod canvas;
mod distance;
mod divider;
mod explorer;
mod grid;
mod noise;
mod pass;
mod tournament;
mod uneven;

use level::View;
use rand::Rng;

use crate::program::{Explorer, Program, Walk};
use crate::script::{RegionSelector, Replace};
use crate::semantics::Semantics;
use canvas::Canvas;
use divider::Rect;
use noise::LevelNoise;
use pass::{Budget, Pass};

/// Steps that a level may cost: at least this many, and more for large levels.
/// A step is a visit; what visits look at and passes copy costs extra. The
/// smaller number is spent in about a second, that of the largest level in minutes.
const N_STEPS_MIN: u64 = 50_000_000;
const N_STEPS_PER_TILE: u64 = 1024;

/// Memory that is reused from level to level; any program can run in it.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    map: Canvas,
    /// A copy of one region, for passes that do not see the whole map.
    part: Canvas,
    regions: Vec<Rect>,
    noise: LevelNoise,
    scratch: explorer::Scratch,
}

/// Why a level could not be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The script wants more work done than a level may cost.
    #[error(
        "explorer {explorer} used up the budget of {n_steps_max} steps for one level; lower its `repeats` or `tiles`, or let its rules and heuristics look at fewer tiles"
    )]
    Budget {
        /// The explorer, from 1.
        explorer: usize,
        /// The budget.
        n_steps_max: u64,
    },
}

impl Workspace {
    /// Memory that grows as programs need it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The level that was generated last.
    ///
    /// # Panics
    ///
    /// Before the first.
    pub fn level(&self) -> View<'_> {
        self.map.front.view()
    }
}

impl Program {
    /// Generates one level into the workspace; [`Workspace::level`] shows it.
    ///
    /// After each explorer `observe` gets its index, the map as it is then,
    /// and the random stream, which it may replace.
    ///
    /// # Errors
    ///
    /// If the script wants more work done than a level may cost.
    pub fn run<R: Rng>(
        &self,
        rng: &mut R,
        workspace: &mut Workspace,
        observe: impl FnMut(usize, View<'_>, &mut R),
    ) -> Result<(), RunError> {
        let side = |min, max, rng: &mut R| {
            divider::between(min as usize, max as usize, self.semantics, rng)
        };
        let width = side(self.min.width, self.max.width, rng);
        let height = side(self.min.height, self.max.height, rng);
        workspace.begin_level(self, width, height, rng);
        self.run_explorers(rng, workspace, observe)
    }

    /// Runs all explorers on the map that the workspace holds.
    fn run_explorers<R: Rng>(
        &self,
        rng: &mut R,
        workspace: &mut Workspace,
        mut observe: impl FnMut(usize, View<'_>, &mut R),
    ) -> Result<(), RunError> {
        let area = workspace.area(Target::Map) as u64;
        let n_steps_max = N_STEPS_MIN.max(N_STEPS_PER_TILE * area);
        let mut n_steps_left = n_steps_max;
        for (index, explorer) in self.explorers.iter().enumerate() {
            self.run_explorer(explorer, rng, workspace, &mut n_steps_left)
                .ok_or(RunError::Budget { explorer: index + 1, n_steps_max })?;
            observe(index, workspace.level(), rng);
        }
        Ok(())
    }

    /// All passes of one explorer; `None` if the steps are used up.
    fn run_explorer<R: Rng>(
        &self,
        explorer: &Explorer,
        rng: &mut R,
        workspace: &mut Workspace,
        n_steps_left: &mut u64,
    ) -> Option<()> {
        if explorer.rules.is_empty() && !explorer.uses_up_cells {
            return Some(()); // walking alone changes nothing
        }
        let n_regions = workspace.regions.len();
        let all = explorer.selectors.iter().flat_map(|&selector| self.targets(selector, n_regions));
        let Some(largest_area) = all.map(|target| workspace.area(target)).max() else {
            return Some(()); // none of the regions that it names is there
        };
        for repeat in 0..explorer.repeats {
            let repeat_share = repeat as f64 / explorer.repeats as f64;
            for &selector in &explorer.selectors {
                for target in self.targets(selector, n_regions) {
                    let area = match self.semantics {
                        Semantics::Documented => workspace.area(target),
                        Semantics::Fdg20 => largest_area,
                    };
                    let limits = Limits::new(self, explorer, area as u64);
                    self.run_pass(
                        explorer,
                        target,
                        limits,
                        repeat_share,
                        rng,
                        workspace,
                        n_steps_left,
                    )?;
                }
            }
        }
        Some(())
    }

    /// The regions that a selector stands for; a region that there is not is skipped.
    fn targets(
        &self,
        selector: RegionSelector,
        n_regions: usize,
    ) -> impl Iterator<Item = Target> + use<> {
        let is_divided = self.regions.is_some();
        let (map, regions) = match selector {
            RegionSelector::Map => (true, 0..0),
            _ if !is_divided => (true, 0..0),
            RegionSelector::All => (false, 0..n_regions),
            RegionSelector::Index(index) => {
                let index = index as usize;
                (false, index.min(n_regions)..(index + 1).min(n_regions))
            }
        };
        map.then_some(Target::Map).into_iter().chain(regions.map(Target::Region))
    }

    /// One pass over the map or a region; `None` if the steps are used up.
    #[expect(clippy::too_many_arguments, reason = "a pass is where everything meets")]
    fn run_pass<R: Rng>(
        &self,
        explorer: &Explorer,
        target: Target,
        limits: Limits,
        repeat_share: f64,
        rng: &mut R,
        workspace: &mut Workspace,
        n_steps_left: &mut u64,
    ) -> Option<()> {
        *n_steps_left = n_steps_left.checked_sub(self.pass_cost(workspace, target))?;
        let canvas = match target {
            Target::Map => &mut workspace.map,
            Target::Region(index) => {
                workspace.part.front.copy_part(&workspace.map.front, workspace.regions[index]);
                &mut workspace.part
            }
        };
        canvas.begin(explorer.replace == Replace::Buffer, explorer.log, &self.fields);
        let mut pass = Pass {
            explorer,
            semantics: self.semantics,
            canvas: &mut *canvas,
            noise: &mut workspace.noise,
            rng,
            repeat_share,
            waypoint_share: None,
            n_visits: 0,
            n_visits_max: limits.n_visits,
            n_visits_covered: 0,
            n_changes: 0,
            n_changes_max: limits.n_changes,
            budget: Budget { n_steps: *n_steps_left, n_cells: 0 },
        };
        pass.charge(0);
        let region_list = match target {
            Target::Map => 0,
            Target::Region(index) => index + 1,
        };
        explorer::walk(&mut pass, &mut workspace.scratch, region_list);
        let is_exhausted = pass.is_exhausted();
        let n_steps = pass.n_visits.saturating_mul(explorer.visit_cost);
        *n_steps_left = pass.budget.n_steps_left().saturating_sub(n_steps);
        canvas.end();
        if let Target::Region(index) = target {
            workspace.part.front.paste_part(&mut workspace.map.front, workspace.regions[index]);
        }
        (!is_exhausted).then_some(())
    }

    /// Steps that a pass costs beside its visits: it copies a region, or its
    /// walk clears memory of the size of the grid.
    fn pass_cost(&self, workspace: &Workspace, target: Target) -> u64 {
        let height = match target {
            Target::Map => workspace.map.front.height(),
            Target::Region(index) => workspace.regions[index].height,
        };
        let n_cells = self.layout.stride * (height + 2 * self.layout.border);
        1 + (workspace.area(target) / 8 + n_cells / 64) as u64
    }
}

/// Where a pass works.
#[derive(Clone, Copy, Debug)]
enum Target {
    Map,
    Region(usize),
}

/// How many visits and changes a pass may make.
#[derive(Clone, Copy, Debug)]
struct Limits {
    n_visits: u64,
    n_changes: u64,
}

impl Limits {
    fn new(program: &Program, explorer: &Explorer, area: u64) -> Self {
        // A connecting turtle ends at its last waypoint; the released one
        // ignored `tiles` altogether.
        let n_visits = match (&explorer.walk, program.semantics) {
            (Walk::TurtleConnect { .. }, Semantics::Fdg20) => u64::MAX,
            (Walk::TurtleConnect { .. }, _) => explorer.tiles.unwrap_or(u64::MAX),
            _ => explorer.tiles.unwrap_or(area),
        };
        Self { n_visits, n_changes: explorer.changes.unwrap_or(area) }
    }
}

impl Workspace {
    /// Begins a level: an unknown map of the given size, divided into regions.
    fn begin_level<R: Rng>(&mut self, program: &Program, width: usize, height: usize, rng: &mut R) {
        self.map.front.reset(program.layout, width, height);
        self.noise.reset();
        self.scratch.wide.begin_level();
        self.regions.clear();
        if let Some(regions) = &program.regions {
            let map = Rect { x: 0, y: 0, width, height };
            divider::divide(regions, map, program.semantics, rng, &mut self.regions);
        }
    }

    fn area(&self, target: Target) -> usize {
        match target {
            Target::Map => self.map.front.area(),
            Target::Region(index) => self.regions[index].area(),
        }
    }
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
