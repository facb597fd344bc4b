//! Reproduction of papers: their experiments, and which of their claims hold.
//!
//! Each paper is a module: [`aiide17`] and [`fdg20`]. It defines the measurements, collects the
//! results as evidence, and lists the sentences of the paper with a test for each. All papers share
//! the claims, their tests against evidence, and the verdicts ([`Checked`], [`Finding`],
//! [`Verdict`]).

pub mod aiide17;
pub mod fdg20;

mod claims;

pub use claims::{Checked, Finding, Verdict, count};
