//! What is said about scripts that are broken or idle, and the schema of scripts.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

mod cases;
mod mutations;
mod schema;
mod snapshots;
mod sound;
