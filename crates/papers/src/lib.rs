//! Papers made again: what is measured for each, and which of its claims hold.
//!
//! A paper is a module: [`aiide17`] and [`fdg20`]. Each says what is measured, gathers
//! what was found as evidence, and lists the sentences of the paper with a test of
//! each. What a claim is, how it is held against evidence and what verdicts there are
//! is the same for all of them ([`Checked`], [`Finding`], [`Verdict`]).

pub mod aiide17;
pub mod fdg20;

mod claims;

pub use claims::{Checked, Finding, Verdict, count};
