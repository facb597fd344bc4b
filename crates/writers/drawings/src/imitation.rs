//! The problem file of drawn levels: a search with it finds generators of similar levels.
//!
//! [`DrawnLevels`] holds levels of one palette and the [`Legend`](marahel_formats::Legend) of their tiles.
//! [`InferredProblem`] derives from them a size, a movement, the conditions of playable levels, numbers of
//! tiles, and other common properties. Callers handle files.

mod cast;
mod cells;
mod deeds;
mod demands;
mod drawn;
mod error;
mod flood;
mod measured;
mod movement;
mod palettes;
mod playable;
mod problem_file;
mod ranges;
mod tables;
mod toml;
mod words;

pub use drawn::DrawnLevels;
pub use error::ImitationError;
pub use movement::Moving;
pub use palettes::palette_of_texts;
pub use problem_file::InferredProblem;
