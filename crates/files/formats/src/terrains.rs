//! Terrains: kinds of tiles with many looks.
//!
//! A tileset of water has a middle, four sides and eight corners. These are looks of one kind of
//! tile. A [`TerrainSet`] says which terrain each look has at its corners and edges, as Tiled, LDtk
//! and Godot do; [`Sides::terrain`] is the kind of tile that a look shows. The other way round, a
//! [`Field`] of terrains says which sides the look of each cell needs, and [`Looks`] chooses it.
//!
//! ```
//! use marahel_formats::terrains::{Field, Look, Looks, Matching, Sides, TerrainSet, Turns};
//!
//! // Roads that are open to the left and right, or to nothing.
//! let look = |tile, sides| Look { tile, sides: Sides(sides), probability: 1.0 };
//! let set = TerrainSet {
//!     name: "roads".to_owned(),
//!     matching: Matching::Edges,
//!     terrains: vec!["road".to_owned()],
//!     looks: vec![
//!         look(0, [0, 0, 1, 0, 0, 0, 0, 0]),
//!         look(1, [0, 0, 1, 0, 0, 0, 1, 0]),
//!         look(2, [0, 0, 0, 0, 0, 0, 1, 0]),
//!     ],
//! };
//! let field = Field::new(5, &[0, 1, 1, 1, 0]);
//! let filling = Looks::new(&set, Turns::default()).fill(field, &[]);
//! let tiles: Vec<Option<u32>> =
//!     filling.looks.iter().map(|look| look.map(|look| look.tile)).collect();
//! assert_eq!(tiles, [None, Some(0), Some(1), Some(2), None]);
//! ```
//!
//! Source: Tiled documentation (doc.mapeditor.org, Manual, Using Terrains; Reference, TMX Map
//! Format, `<wangsets>` and `<terraintypes>`).

mod field;
mod looks;
mod set;
mod turn;

pub use field::Field;
pub use looks::{Filling, Looks, TurnedTile};
pub use set::{Look, Matching, N_TERRAINS_MAX, Sides, TerrainSet};
pub use turn::{Turn, Turns};
