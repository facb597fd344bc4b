//! Terrains: kinds of tiles with many looks.
//!
//! A tileset of water has a middle, four sides and eight corners. These are looks of one kind of
//! tile. A [`TerrainSet`] says which terrain each look has at its corners and edges, as Tiled, LDtk
//! and Godot do; [`Sides::terrain`] is the kind of tile that a look shows.
//!
//! Source: Tiled documentation (doc.mapeditor.org, Manual, Using Terrains; Reference, TMX Map
//! Format, `<wangsets>` and `<terraintypes>`).

mod set;

pub use set::{Look, Matching, N_TERRAINS_MAX, Sides, Terrain, TerrainSet};
