//! Ways to survive on problems whose best front is known.
//!
//! The loops around them are as small as can be, so that nothing but survival
//! decides: they are not the engines of this crate.

mod dtlz2;
