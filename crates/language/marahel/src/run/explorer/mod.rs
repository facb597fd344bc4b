//! The explorers, one file each: the order in which they visit cells.
//!
//! The loops that a search runs most are separate functions: one function with all of them would
//! keep fewer variables in registers.

pub(super) mod connect;
mod drunk;
pub(super) mod greedy;
mod narrow;
mod route;
pub(super) mod wide;

use super::pass::Pass;
use crate::program::Walk;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub(super) connect: connect::Scratch,
    pub(super) wide: wide::Scratch,
    pub(super) greedy: greedy::Scratch,
}

pub(super) fn walk(pass: &mut Pass<'_>, scratch: &mut Scratch, region_list: usize) {
    match &pass.explorer.walk {
        Walk::NarrowHorz => narrow::rows(pass),
        Walk::NarrowVert => narrow::columns(pass),
        Walk::NarrowRand => narrow::random(pass),
        Walk::TurtleDrunk { moves, change } => drunk::walk(pass, moves, *change),
        Walk::TurtleHeur { moves, heuristics } => {
            greedy::walk(pass, moves, heuristics, &mut scratch.greedy);
        }
        Walk::TurtleConnect { directions, entities, costs: Some(costs), .. } => {
            connect::walk_cheaply(pass, directions, *entities, costs, &mut scratch.connect);
        }
        Walk::TurtleConnect { moves, directions, entities, costs: None } => {
            connect::walk(pass, moves, directions, *entities, &mut scratch.connect);
        }
        Walk::WideHeur(heuristics) => {
            wide::heuristic(pass, heuristics, &mut scratch.wide, region_list);
        }
        Walk::WideRand => wide::random(pass, &mut scratch.wide, region_list),
        Walk::Extension(walk) => walk.walk(pass),
    }
}

#[cfg(test)]
mod tests;
