//! Reading a few drawn levels: a script that makes similar levels, and the properties they share.
//!
//! [`explain`] decomposes drawings into layers and writes a Marahel script that makes similar
//! levels. [`DrawnLevels`] writes a problem file with the common properties of the drawings.

mod imitation;
mod layers;

pub use imitation::{DrawnLevels, ImitationError, InferredProblem, Moving, palette_of_texts};
pub use layers::{Explanation, Locks, explain};
