//! Files and programs of the machine: the doors through which a search meets them.
//!
//! [`files`] reads each kind of file up to a limit, and replaces files whole. Programs are kept
//! running and asked in lines of JSON: judges of levels ([`with_judge`]).

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

mod error;
pub mod files;
mod judge;
mod level_files;
mod process;

pub use error::{FileError, reasons};
pub use judge::{JUDGE_BYTES_MAX, with_judge};
pub use level_files::{Folder, legend_of, levels_of_bytes, paths, read_legend};
