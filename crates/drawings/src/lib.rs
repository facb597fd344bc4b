//! A few drawn levels: which script makes such levels, and what a level must have to be like them.
//!
//! [`explain`] reads drawings as layers and writes a Marahel script that makes similar levels.
//! [`Drawn`] writes a problem file, which asks for what all drawings have in common.

mod imitation;
mod layers;

pub use imitation::{Drawn, ImitationError, Inferred, Moving, palette_of_texts};
pub use layers::{Explanation, Locks, explain};
