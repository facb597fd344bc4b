//! Runs a program: from a random stream to a level.
//!
//! [`Program::run`] is the main flow: size, regions, then the explorers in order; for each its
//! repeats, for each repeat its regions, and for each region one pass.

mod balls;
mod board;
mod buckets;
mod buffers;
mod candidates;
mod distance;
pub(crate) mod divider;
mod explorer;
mod grid;
mod look_ahead;
mod noise;
pub(crate) mod pass;
pub(crate) mod plane;
mod rare;
mod surroundings;
mod targets;
mod tournament;
mod watch;

pub use watch::{RuleCount, Snapshot};

use marahel_level::{TileSet, View};
use rand_chacha::ChaCha8Rng;

use crate::extension::Memory;
use crate::pins::Pins;
use crate::program::{AreaOf, Explorer, Program};
use buffers::TileBuffers;
use candidates::Candidates;
use divider::{Division, Rect};
use look_ahead::LookAhead;
use marahel_script::Replace;
use noise::LevelNoise;
use pass::{Budget, Pass};
use surroundings::Surroundings;
use targets::Target;
use watch::{Observer, RuleCounts};

/// Smallest step budget of a level; large levels get more. A step is a visit; cells that visits
/// read and passes copy cost extra. This number takes about a second, the budget of the largest
/// level minutes. Unit tests have a tenth of it, because a dozen of them use it up.
const N_STEPS_MIN: u64 = if cfg!(test) { 5_000_000 } else { 50_000_000 };
const N_STEPS_PER_TILE: u64 = 1024;

/// Maximum number of attempts at a level while an entity has too few cells (as in the engine
/// `Marahel.ts`).
const N_ATTEMPTS: u32 = 10;

/// Memory that is reused from level to level, for any programs.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) map: TileBuffers,
    /// A copy of a region, for passes that do not see the whole map.
    part: TileBuffers,
    pub(crate) candidates: Candidates,
    regions: Division,
    /// The parts of the map for the current explorer.
    targets: Vec<Target>,
    pub(crate) surroundings: Surroundings,
    pub(crate) noise: LevelNoise,
    pub(crate) memory: Memory,
    scratch: explorer::Scratch,
    n_steps: u64,
    /// Steps that a level may take beside the budget; `None` without a limit.
    n_steps_limit: Option<u64>,
    /// What the rules of the current explorer did, if they are counted.
    rule_counts: Option<RuleCounts>,
}

/// Why a level could not be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The script needs more work than a level may cost.
    #[error(
        "explorer {explorer} used up the budget of {n_steps_max} steps for one level; {remedy}"
    )]
    Budget {
        /// The explorer, from 1.
        explorer: usize,
        /// The budget.
        n_steps_max: u64,
        /// The help, in the words of the script's dialect.
        remedy: &'static str,
    },
    /// The level takes more steps than [`Workspace::limit_steps`] allows.
    #[error("the level takes more steps than it may")]
    Limit,
}

impl Workspace {
    /// Memory that grows as programs need it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The last level.
    ///
    /// # Panics
    ///
    /// If there is none yet.
    pub fn level(&self) -> View<'_> {
        self.map.front.view()
    }

    /// Steps used by the last level: visits, cells that visits read and passes copy, and places
    /// tried for regions. The same on every machine, and roughly proportional to time.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// Lets later levels that take more steps than this fail, as soon as it shows: for who would
    /// throw them away. Those that take no more are the same.
    pub fn limit_steps(&mut self, n_steps: Option<u64>) {
        self.n_steps_limit = n_steps;
    }

    /// Steps left until the limit of a level; `None` if it took more.
    fn n_steps_to_limit(&self) -> Option<u64> {
        self.n_steps_limit.unwrap_or(u64::MAX).checked_sub(self.n_steps)
    }
}

impl Program {
    /// Generates one level into the workspace; [`Workspace::level`] returns it.
    ///
    /// After each explorer, `observe` gets its index, the current map, and the random stream, which
    /// it may replace. Explorers at the end that cannot change anything may draw nothing. If a
    /// limited entity has too few cells, another level is made, and the indices start again.
    ///
    /// No parameter is generic, so the interpreter is compiled once here, and not in each crate
    /// that runs programs.
    pub fn run(
        &self,
        rng: &mut ChaCha8Rng,
        workspace: &mut Workspace,
        observe: &mut dyn FnMut(usize, View<'_>, &mut ChaCha8Rng),
    ) -> Result<(), RunError> {
        self.run_watched(None, rng, workspace, &mut { observe })
    }

    /// As [`run`](Self::run), for a level that begins with pins and keeps them; their size is its
    /// size. Pins can be reused for many levels without allocation.
    ///
    /// Limits on the number of cells of an entity apply to what the script writes: pins may exceed
    /// them.
    ///
    /// # Panics
    ///
    /// If the script makes no levels of this size; see [`check_size`](Self::check_size).
    pub fn run_from(
        &self,
        pins: &Pins,
        rng: &mut ChaCha8Rng,
        workspace: &mut Workspace,
        observe: &mut dyn FnMut(usize, View<'_>, &mut ChaCha8Rng),
    ) -> Result<(), RunError> {
        self.run_watched(Some(pins), rng, workspace, &mut { observe })
    }

    /// Makes levels, from pins if there are any, until one has enough cells of each entity.
    fn run_watched(
        &self,
        pins: Option<&Pins>,
        rng: &mut ChaCha8Rng,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        if let Some((width, height)) = pins.map(Pins::size) {
            self.check_size(width, height).unwrap_or_else(|error| panic!("{error}"));
        }
        workspace.n_steps = 0;
        let mut result = Ok(());
        for _ in 0..N_ATTEMPTS {
            let (width, height) = pins.map_or_else(|| self.draw_size(rng), Pins::size);
            workspace.begin_level(self, width, height, rng);
            if let Some(pins) = pins {
                workspace.map.front.pin(pins);
            }
            observer.begin_level();
            result = self.run_explorers(pins, rng, workspace, observer);
            if result.is_err() || self.has_enough(workspace) {
                break;
            }
        }
        workspace.map.front.unpin();
        result
    }

    fn draw_size(&self, rng: &mut ChaCha8Rng) -> (usize, usize) {
        let mut side =
            |min, max| divider::between(min as usize, max as usize, self.upper_bound, rng);
        let width = side(self.min.width, self.max.width);
        (width, side(self.min.height, self.max.height))
    }

    /// Whether each entity has at least the smallest number of cells.
    fn has_enough(&self, workspace: &Workspace) -> bool {
        let map = &workspace.map.front;
        self.limits.iter().all(|limit| map.total(TileSet::only(limit.tile)) >= limit.min)
    }

    fn run_explorers(
        &self,
        pins: Option<&Pins>,
        rng: &mut ChaCha8Rng,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let n_steps_max = N_STEPS_MIN.max(N_STEPS_PER_TILE * workspace.map.front.area() as u64);
        let n_steps_to_limit = workspace.n_steps_to_limit().ok_or(RunError::Limit)?;
        let mut run = Run {
            program: self,
            rng,
            n_steps_left: n_steps_max,
            n_steps_spared: n_steps_max.saturating_sub(n_steps_to_limit),
            workspace,
            look_ahead: LookAhead::new(n_steps_max),
        };
        for (index, explorer) in self.explorers.iter().enumerate() {
            if !run.is_finished(index) {
                let Workspace { rule_counts, map, .. } = &mut *run.workspace;
                if let Some(rule_counts) = rule_counts {
                    rule_counts.begin(explorer.n_rules, map.front.area());
                }
                let ending = run.explorer(explorer, |n_done, workspace| {
                    workspace.show(pins, |workspace| {
                        observer.after_repeat(index, n_done, workspace);
                    });
                });
                ending.ok_or(RunError::Budget {
                    explorer: index + 1,
                    n_steps_max,
                    remedy: explorer.remedy,
                })?;
            }
            let Run { workspace, rng, .. } = &mut run;
            workspace.show(pins, |workspace| observer.after_explorer(index, workspace, rng));
        }
        run.workspace.n_steps += n_steps_max - run.n_steps_left;
        Ok(())
    }
}

struct Run<'a> {
    program: &'a Program,
    rng: &'a mut ChaCha8Rng,
    workspace: &'a mut Workspace,
    n_steps_left: u64,
    /// Steps of the budget that the limit of a level leaves.
    n_steps_spared: u64,
    look_ahead: LookAhead,
}

impl Run<'_> {
    /// Runs all passes of one explorer; `None` once the steps are used up.
    fn explorer(
        &mut self,
        explorer: &Explorer,
        mut after_repeat: impl FnMut(u64, &mut Workspace),
    ) -> Option<()> {
        if explorer.rules.is_empty() && !explorer.uses_up_cells {
            return Some(()); // walking alone changes nothing
        }
        self.workspace.choose_targets(self.program, explorer, self.rng);
        let area = |workspace: &Workspace, target| workspace.rect(target).area() as u64;
        let all = self.workspace.targets.iter().map(|&target| area(self.workspace, target));
        let Some(largest_area) = all.max() else {
            return Some(()); // none of its regions exists
        };
        for repeat in 0..explorer.repeats {
            for index in 0..self.workspace.targets.len() {
                let target = self.workspace.targets[index];
                let area = match explorer.area {
                    AreaOf::ItsRegion => area(self.workspace, target),
                    AreaOf::LargestRegion => largest_area,
                };
                self.pass(explorer, target, area, repeat)?;
            }
            after_repeat(repeat + 1, self.workspace);
        }
        Some(())
    }

    /// Runs one pass over the map or a region; `area` defines its limits. `None` once the steps are
    /// used up.
    fn pass(&mut self, explorer: &Explorer, target: Target, area: u64, repeat: u64) -> Option<()> {
        let Self { program, rng, workspace, n_steps_left, n_steps_spared, .. } = self;
        let rect = workspace.rect(target);
        // Besides visits, a pass copies a region, or its walk clears memory of the grid's size.
        let n_cells = program.layout.stride * (rect.height + 2 * program.layout.border);
        let cost = 1 + (rect.area() / 8 + n_cells / 64) as u64;
        *n_steps_left = n_steps_left.checked_sub(cost)?;
        let buffers = if let Target::Map = target {
            workspace.surroundings.surround(&workspace.map.front, None);
            &mut workspace.map
        } else {
            workspace.part.front.copy_part(&workspace.map.front, rect);
            let part = Some((rect, &workspace.part.front));
            workspace.surroundings.surround(&workspace.map.front, part);
            &mut workspace.part
        };
        buffers.begin(explorer.replace == Replace::Buffer, explorer.log, &program.fields);
        workspace.candidates.is_repeat = repeat > 0 && workspace.targets.len() == 1;
        let mut pass = Pass {
            repeat,
            n_visits_max: explorer.n_visits_max.of(area),
            n_changes_max: explorer.n_changes_max.of(area),
            budget: Budget { n_steps: *n_steps_left, n_cells: 0 },
            is_plain: explorer.mirror.is_none() && workspace.rule_counts.is_none(),
            rule_counts: workspace.rule_counts.as_mut(),
            ..Pass::new(
                explorer,
                &mut *buffers,
                &mut workspace.candidates,
                &mut workspace.noise,
                &workspace.surroundings,
                &mut workspace.memory,
                rng,
            )
        };
        pass.charge(0);
        pass.rest_if_idle();
        let region_list = match target {
            Target::Region(index) => index + 1,
            Target::Map | Target::Part(_) => 0,
        };
        explorer::walk(&mut pass, &mut workspace.scratch, region_list);
        if explorer.replace == Replace::Buffer && pass.n_changes > 0 {
            pass.candidates.forget(); // what it wrote is read from now on
        }
        let is_exhausted = pass.is_exhausted();
        let n_steps = pass.n_visits.saturating_mul(explorer.visit_cost);
        *n_steps_left = pass.budget.n_steps_left().saturating_sub(n_steps);
        buffers.end();
        if !matches!(target, Target::Map) {
            let around = workspace.surroundings.counts();
            workspace.part.front.paste_part(&mut workspace.map.front, rect, around);
        }
        (!is_exhausted && *n_steps_left >= *n_steps_spared).then_some(())
    }
}

impl Workspace {
    /// Begins a level: an unknown map, divided into regions.
    fn begin_level(
        &mut self,
        program: &Program,
        width: usize,
        height: usize,
        rng: &mut ChaCha8Rng,
    ) {
        self.map.front.reset(program.layout, width, height);
        self.noise.reset();
        self.surroundings.limits.clone_from(&program.limits);
        self.scratch.wide.begin_level();
        self.regions.rects.clear();
        if let Some(regions) = &program.regions {
            let map = Rect { x: 0, y: 0, width, height };
            self.n_steps += divider::divide(
                regions,
                map,
                program.upper_bound,
                program.ties,
                self.n_steps_to_limit().unwrap_or(0),
                rng,
                &mut self.regions,
            );
        }
    }

    /// Calls `look` with the map as plain tiles, then pins them again.
    fn show(&mut self, pins: Option<&Pins>, look: impl FnOnce(&mut Self)) {
        self.map.front.unpin();
        look(self);
        if let Some(pins) = pins {
            self.map.front.pin(pins);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
