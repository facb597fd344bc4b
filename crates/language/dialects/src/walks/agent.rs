//! The agent explorer: several walkers that take turns.
//!
//! Source: Khalifa 2017, "Agent", with the parameters of that year's engine, but a pass ends with
//! the death of the last agent, not of the first.

use marahel::extension::{ExtensionProgram, Pass};
use marahel_level::{OUT, TileSet};
use rand::RngExt;

use super::{Agents, Interval};

/// Number of random cells to try before the allowed ones are counted.
const N_TRIES: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Agent {
    cell: (usize, usize),
    step: (i32, i32),
    /// Steps until it changes direction.
    until_change: u64,
    lifespan: u64,
    life: u64,
    until_step: u64,
}

/// Moves all agents until none lives. An agent steps, then applies the rules at its cell.
impl ExtensionProgram for Agents {
    fn walk(&self, pass: &mut Pass<'_>) {
        pass.n_visits_max = u64::MAX;
        pass.charge(0);
        pass.remember(|pass, (agents, steps): &mut (Vec<Agent>, Vec<(i32, i32)>)| {
            steps.clear();
            steps.extend_from_slice(self.directions.offsets());
            agents.clear();
            for _ in 0..draw_from(pass, self.number) {
                let Some(cell) = self.draw_allowed(pass) else { return };
                let lifespan = draw_from(pass, self.lifespan);
                let agent = Agent {
                    cell,
                    step: steps[pass.draw(steps.len())],
                    until_change: draw_from(pass, self.change),
                    lifespan,
                    life: lifespan,
                    until_step: draw_from(pass, self.speed),
                };
                agents.push(agent);
            }
            agents.retain(|agent| agent.life > 0);
            while let Some(n_ticks) = agents.iter().map(|agent| agent.until_step).min() {
                pass.charge(agents.len() as u64);
                for agent in &mut *agents {
                    agent.until_step -= n_ticks;
                    if agent.until_step > 0 {
                        continue;
                    }
                    if pass.is_done() {
                        return;
                    }
                    self.advance(agent, pass, steps);
                    agent.until_step = draw_from(pass, self.speed);
                }
                agents.retain(|agent| agent.life > 0);
            }
        });
    }
}

impl Agents {
    fn advance(&self, agent: &mut Agent, pass: &mut Pass<'_>, steps: &mut [(i32, i32)]) {
        match self.destination(pass, agent.cell, agent.step) {
            Some(cell) if agent.until_change > 0 => {
                agent.cell = cell;
                agent.until_change -= 1;
            }
            _ => self.change_direction(agent, pass, steps),
        }
        pass.waypoint_share = Some(agent.life as f64 / agent.lifespan as f64);
        agent.life -= 1;
        pass.visit_cell(agent.cell);
    }

    /// Takes a random possible step. If there is none, jumps to a random allowed cell; if there is
    /// none either, stays.
    fn change_direction(&self, agent: &mut Agent, pass: &mut Pass<'_>, steps: &mut [(i32, i32)]) {
        agent.until_change = draw_from(pass, self.change) - 1;
        for n_left in (1..=steps.len()).rev() {
            steps.swap(pass.draw(n_left), n_left - 1);
            let step = steps[n_left - 1];
            if let Some(cell) = self.destination(pass, agent.cell, step) {
                (agent.cell, agent.step) = (cell, step);
                return;
            }
        }
        agent.cell = self.draw_allowed(pass).unwrap_or(agent.cell);
    }

    fn is_allowed(&self, pass: &Pass<'_>, cell: (usize, usize)) -> bool {
        self.allowed.tiles().contains(pass.tile(cell))
    }

    /// The cell that a step leads to, if it is in the region and allowed.
    fn destination(
        &self,
        pass: &Pass<'_>,
        cell: (usize, usize),
        step: (i32, i32),
    ) -> Option<(usize, usize)> {
        pass.plane().step(cell, step).filter(|&to| self.is_allowed(pass, to))
    }

    /// A uniformly random allowed cell, if there is one.
    fn draw_allowed(&self, pass: &mut Pass<'_>) -> Option<(usize, usize)> {
        let n_allowed = pass.total(self.allowed.tiles().difference(TileSet::only(OUT)));
        if n_allowed == 0 {
            return None;
        }
        for _ in 0..N_TRIES {
            let cell = pass.draw_cell();
            if self.is_allowed(pass, cell) {
                return Some(cell);
            }
        }
        let plane = pass.plane();
        pass.charge(plane.area() as u64);
        let nth = pass.draw(n_allowed as usize);
        let cells = (0..plane.area() as u32).map(|cell| plane.xy(cell));
        cells.filter(|&cell| self.is_allowed(pass, cell)).nth(nth)
    }
}

fn draw_from(pass: &mut Pass<'_>, interval: Interval) -> u64 {
    if interval.min == interval.max {
        return interval.min;
    }
    pass.rng.random_range(interval.min..=interval.max)
}

#[cfg(test)]
mod tests;
