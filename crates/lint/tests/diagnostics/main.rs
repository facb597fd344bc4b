//! What is said about scripts that are broken or idle, and the schema of scripts.

mod cases;
mod mutations;
mod schema;
mod snapshots;
mod sound;
