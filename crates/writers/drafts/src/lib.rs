//! Drafts: readable scripts from a problem file, an explorer for each thing that it asks for.
//!
//! A person who writes a generator reads what the file asks of each tile and writes the explorer that
//! makes it so: grass everywhere; sea along the border, with bays; a beach beside it; forests that
//! grow from seeds; towns apart; roads that join them. A [`Drafter`] does the same. [`Wish`]es of the
//! problem become facts about tiles, and each tile gets a *maker*: a few explorers with choices, such
//! as how many seeds. The choices have names and are the genome of a draft: the file makes the grammar
//! (as in Khalifa and Togelius 2020, whose grammar was fixed). A contest draws, changes and crosses
//! choices, and keeps the best drafts that differ.
//!
//! [`Wish`]: marahel_problem::Wish

mod choices;
mod contest;
mod facts;
mod ground;
mod groups;
mod heaps;
mod judge;
mod lines;
mod marks;
mod parts;
mod pieces;
mod report;
mod rooms;
mod sides;
mod sketch;
mod task;
mod things;
mod tricks;
mod ways;
mod words;

pub use choices::Choices;
pub use contest::{Crowd, Draft, Drafter};
pub use judge::Rating;
pub use report::{N_CELLS_MAX, N_DRAFTS_MAX};
pub use task::task_of;
pub use tricks::{Trick, tricks};

#[cfg(test)]
mod tests;
