//! What is said about scripts that are broken or idle.

mod cases;
mod mutations;
mod snapshots;
