//! Which levels of a script are measured, and how many.

use marahel::Program;
use marahel_problem::{Levels, Maps, N_TILES_SMALL, Sample};
use marahel_script::Document;

use super::Growing;
use super::bars::{N_MAPS_CASES, N_MAPS_COST, Thresholds};
use crate::Purpose;
use crate::judging::evaluate::extend;

impl Growing<'_> {
    /// The first levels of a new child; `None` if it exceeds a work limit. A child that reaches the
    /// bar of worth is measured on more at once.
    pub(crate) fn first_levels(
        &self,
        document: &Document,
        id: u64,
        bars: Thresholds,
    ) -> Option<Sample> {
        let programs = self.evaluator.programs(document);
        self.race(&programs, id, document.n_characters, bars)
    }

    /// Adds levels of a survivor up to `n_maps`; `None` if a new one exceeds the work limit.
    pub(crate) fn more_levels(
        &self,
        document: &Document,
        id: u64,
        sample: Sample,
        n_maps: u32,
    ) -> Option<Sample> {
        let programs = self.evaluator.programs(document);
        self.extended(sample, &programs, id, n_maps, None)
    }

    /// A sample of the first levels of a child. In the last phase it is doubled while its worth
    /// seems to reach that of the better half: the worth of few levels is too lucky to compare with
    /// that of many.
    fn race(
        &self,
        programs: &[Program],
        id: u64,
        n_characters: usize,
        bars: Thresholds,
    ) -> Option<Sample> {
        let problem = self.evaluator.problem;
        let extended = |sample, n_maps| self.extended(sample, programs, id, n_maps, None);
        let mut sample = match bars.cases {
            Some(_) => Sample::of_cases(problem),
            None => Sample::new(problem),
        };
        if let Some(steps) = bars.steps {
            // Most of such a child's work would be for levels that are thrown away.
            let n_steps_max = Some(n_steps_within(steps, N_MAPS_COST, programs));
            sample = self.extended(sample, programs, id, N_MAPS_COST, n_steps_max)?;
            if sample.steps_per_tile() > steps {
                return None;
            }
        }
        let mut n_maps = self.n_maps_first;
        if let Some(bar) = bars.cases {
            sample = extended(sample, N_MAPS_CASES.min(n_maps))?;
            if sample.mean_of_cases().is_some_and(|mean| mean < bar) {
                return Some(sample);
            }
        }
        sample = extended(sample, n_maps)?;
        let Some(bar) = bars.worth else { return Some(sample) };
        let goals = self.last_goals.with_good_first(bars.good_first);
        while n_maps < self.n_maps_max
            && !self.is_stopped()
            && goals.values(&sample, n_characters)[0] >= bar
        {
            n_maps = n_maps.saturating_mul(2).min(self.n_maps_max);
            sample = extended(sample, n_maps)?;
        }
        Some(sample)
    }

    /// A sample with more levels of a script, up to `n_maps`; `None` if one exceeds the work limit,
    /// or all together the given number of steps.
    fn extended(
        &self,
        mut sample: Sample,
        programs: &[Program],
        id: u64,
        n_maps: u32,
        n_steps_max: Option<u64>,
    ) -> Option<Sample> {
        let (maps, monitor) = (self.maps(id, n_maps), self.evaluator.monitor());
        let levels = Levels { programs, maps, names: None };
        let extended = self
            .evaluator
            .with_desk(|desk| extend(desk, &mut sample, levels, n_steps_max, monitor));
        extended.is_ok().then_some(sample)
    }

    /// The first `n` levels of a script.
    pub(super) fn maps(&self, id: u64, n: u32) -> Maps {
        self.evaluator.streams.maps(Purpose::Sample, id, 0, n)
    }
}

/// A number of steps such that levels that take more have more than `steps` of them per tile.
fn n_steps_within(steps: f64, n_maps: u32, programs: &[Program]) -> u64 {
    let area = programs.iter().map(Program::area_max).max().unwrap_or(0).max(N_TILES_SMALL);
    (steps * (area * u64::from(n_maps)) as f64).ceil() as u64 + 1
}
