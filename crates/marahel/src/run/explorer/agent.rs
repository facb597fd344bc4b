//! The agent explorer: several walkers that take turns.
//!
//! Source: Khalifa 2017, "Agent", with the parameters of the engine of that
//! year. Agents live until the last of them dies, not until one does.

use level::TileSet;
use rand::RngExt;

use crate::program::Agents;
use crate::run::pass::Pass;
use script::Interval;

/// Random cells that are tried before the allowed ones are counted.
const N_TRIES: usize = 64;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    agents: Vec<Agent>,
    /// The steps, to be shuffled.
    steps: Vec<(i32, i32)>,
}

#[derive(Clone, Copy, Debug)]
struct Agent {
    cell: (usize, usize),
    step: (i32, i32),
    /// Steps until it changes its direction.
    until_change: u64,
    lifespan: u64,
    /// Steps that it has left.
    life: u64,
    /// Ticks until it steps.
    until_step: u64,
}

/// Walks all agents until none lives. An agent steps, then applies the rules
/// where it stands.
pub(super) fn walk(pass: &mut Pass<'_>, agents: &Agents, scratch: &mut Scratch) {
    scratch.steps.clear();
    scratch.steps.extend_from_slice(&agents.steps);
    scratch.agents.clear();
    for _ in 0..draw_from(pass, agents.said.number) {
        let Some(cell) = draw_allowed(pass, agents.allowed) else { return };
        let lifespan = draw_from(pass, agents.said.lifespan);
        let agent = Agent {
            cell,
            step: scratch.steps[pass.draw(scratch.steps.len())],
            until_change: draw_from(pass, agents.said.change),
            lifespan,
            life: lifespan,
            until_step: draw_from(pass, agents.said.speed),
        };
        scratch.agents.push(agent);
    }
    scratch.agents.retain(|agent| agent.life > 0);
    while let Some(n_ticks) = scratch.agents.iter().map(|agent| agent.until_step).min() {
        pass.charge(scratch.agents.len() as u64);
        for agent in &mut scratch.agents {
            agent.until_step -= n_ticks;
            if agent.until_step > 0 {
                continue;
            }
            if pass.is_done() {
                return;
            }
            agent.advance(pass, agents, &mut scratch.steps);
            agent.until_step = draw_from(pass, agents.said.speed);
        }
        scratch.agents.retain(|agent| agent.life > 0);
    }
}

impl Agent {
    /// Takes one step and applies the rules there.
    fn advance(&mut self, pass: &mut Pass<'_>, agents: &Agents, steps: &mut [(i32, i32)]) {
        let ahead = destination(pass, self.cell, self.step, agents.allowed);
        match ahead {
            Some(cell) if self.until_change > 0 => {
                self.cell = cell;
                self.until_change -= 1;
            }
            _ => self.change_direction(pass, agents, steps),
        }
        pass.waypoint_share = Some(self.life as f64 / self.lifespan as f64);
        self.life -= 1;
        pass.visit(pass.buffers.front.index(self.cell.0, self.cell.1));
    }

    /// Steps in a random direction that is free; where none is, jumps to a
    /// random cell, or stays if no cell is allowed any more.
    fn change_direction(&mut self, pass: &mut Pass<'_>, agents: &Agents, steps: &mut [(i32, i32)]) {
        self.until_change = draw_from(pass, agents.said.change) - 1;
        for n_left in (1..=steps.len()).rev() {
            steps.swap(pass.draw(n_left), n_left - 1);
            let step = steps[n_left - 1];
            if let Some(cell) = destination(pass, self.cell, step, agents.allowed) {
                (self.cell, self.step) = (cell, step);
                return;
            }
        }
        self.cell = draw_allowed(pass, agents.allowed).unwrap_or(self.cell);
    }
}

/// Where a step leads, if that is in the region and an agent may stand there.
fn destination(
    pass: &Pass<'_>,
    cell: (usize, usize),
    step: (i32, i32),
    allowed: TileSet,
) -> Option<(usize, usize)> {
    let to = pass.plane().step(cell, step)?;
    allowed.contains(pass.buffers.front.at(to)).then_some(to)
}

/// A uniformly random cell that holds an allowed tile, if there is any.
fn draw_allowed(pass: &mut Pass<'_>, allowed: TileSet) -> Option<(usize, usize)> {
    let n_allowed = pass.buffers.front.total(allowed);
    if n_allowed == 0 {
        return None;
    }
    let is_allowed = |pass: &Pass<'_>, cell| allowed.contains(pass.buffers.front.at(cell));
    for _ in 0..N_TRIES {
        let cell = pass.draw_cell();
        if is_allowed(pass, cell) {
            return Some(cell);
        }
    }
    let plane = pass.plane();
    pass.charge(plane.area() as u64);
    let nth = pass.draw(n_allowed as usize);
    let cells = (0..plane.area() as u32).map(|cell| plane.xy(cell));
    cells.filter(|&cell| is_allowed(pass, cell)).nth(nth)
}

fn draw_from(pass: &mut Pass<'_>, interval: Interval) -> u64 {
    if interval.min == interval.max {
        return interval.min;
    }
    pass.rng.random_range(interval.min..=interval.max)
}

#[cfg(test)]
mod tests;
