//! Compiling what only scripts of 2017 say.

use level::{OUT, TileSet};

use super::Compiler;
use crate::program::fold::{Folded, fold_counts};
use crate::program::{
    Agents, Condition, Connector, Estimator, NamedCondition, NamedEstimator, Steps, Sweep, Walk,
};
use script::Neighborhood;
use script::{self, Connection, EntityList, Scope, Statistic};

impl Compiler {
    pub(super) fn sweep(start: [f64; 2], exploration: &Neighborhood, share: f64) -> Walk {
        Walk::Sequential(Sweep { start, steps: steps(exploration), share })
    }

    pub(super) fn agents(agents: &script::Agents) -> Walk {
        Walk::Agent(Agents {
            number: agents.number,
            lifespan: agents.lifespan,
            change: agents.change,
            speed: agents.speed,
            steps: steps(&agents.directions),
            allowed: inside(&agents.allowed),
        })
    }

    pub(super) fn connector(
        connection: Connection,
        directions: &Neighborhood,
        entities: &EntityList,
    ) -> Walk {
        let (steps, links) = (steps(directions), links(directions));
        Walk::Connector(Connector { connection, entities: inside(entities), steps, links })
    }

    pub(super) fn parity(&mut self, estimator: &script::Estimator, is_even: bool) -> Folded {
        match self.estimator(estimator) {
            Estimator::Count { offsets, set } if offsets.len() < 64 => {
                fold_counts(offsets, set, |count| count.is_multiple_of(2) == is_even)
            }
            estimator => {
                let parity = NamedCondition::Parity { estimator, is_even };
                Folded::Depends(Condition::Named(Box::new(parity)))
            }
        }
    }

    pub(super) fn connected(
        &mut self,
        entities: Option<&EntityList>,
        neighborhood: &Neighborhood,
    ) -> Folded {
        let connected = NamedCondition::Connected {
            set: entities.map(inside),
            links: links(neighborhood),
            slot: self.slot(),
        };
        Folded::Depends(Condition::Named(Box::new(connected)))
    }

    pub(super) fn unit_noise(scope: Scope) -> Estimator {
        named(NamedEstimator::Noise(scope))
    }

    pub(super) fn map_total(entities: &EntityList) -> Estimator {
        named(NamedEstimator::MapTotal(inside(entities)))
    }

    /// A count in a region that is a torus: there is no outside.
    pub(super) fn wrapped_count(neighborhood: &Neighborhood, entities: &EntityList) -> Estimator {
        let (steps, set) = (steps(neighborhood), inside(entities));
        named(NamedEstimator::WrappedCount { steps, set })
    }

    pub(super) fn distances(&mut self, statistic: Statistic, entities: &EntityList) -> Estimator {
        let (set, slot) = (inside(entities), self.slot());
        named(NamedEstimator::Distances { statistic, set, slot })
    }

    pub(super) fn paths(statistic: Statistic, paths: &script::Paths) -> Estimator {
        named(NamedEstimator::Paths {
            statistic,
            steps: steps(&paths.directions),
            set: inside(&paths.entities),
            allowed: inside(&paths.allowed),
        })
    }

    /// A place for what is remembered about the level.
    fn slot(&mut self) -> usize {
        self.n_slots += 1;
        self.n_slots - 1
    }
}

fn named(estimator: NamedEstimator) -> Estimator {
    Estimator::Named(Box::new(estimator))
}

fn steps(neighborhood: &Neighborhood) -> Steps {
    neighborhood.offsets().into()
}

/// All steps there and back; none stays in place.
fn links(neighborhood: &Neighborhood) -> Steps {
    let there = neighborhood.offsets().iter().copied();
    let mut links: Vec<(i32, i32)> = there.flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]).collect();
    links.retain(|&link| link != (0, 0));
    links.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
    links.dedup();
    links.into()
}

/// The tiles of a list that cells inside can hold.
fn inside(list: &EntityList) -> TileSet {
    list.tiles().difference(TileSet::only(OUT))
}
