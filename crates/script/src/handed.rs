//! What another crate brings into a script: walks and estimators that only documents of its
//! [dialect](crate::OtherDialect) have.
//!
//! This crate knows no more of them than what is asked here.

use std::any::Any;
use std::fmt;

use crate::estimator::Estimator;
use crate::explorer::Walk;
use crate::parts::{Parameter, ParameterMut};
use crate::write::Writer;

/// A walk or an estimator of another crate.
///
/// A condition of its own kind is an estimator, too: one that is above zero where it holds, in a
/// [`Condition::Bare`](crate::Condition::Bare).
pub trait Handed: Copied + fmt::Debug + Any + Send + Sync {
    /// Its parts, of a walk each with its key as it is written.
    fn parameters(&self) -> Vec<(&'static str, Parameter<'_>)>;

    /// The same, to be changed.
    fn parameters_mut(&mut self) -> Vec<(&'static str, ParameterMut<'_>)>;

    /// What the interpreter runs: the crate `marahel` says what that is. No other estimator of the
    /// script has the number.
    fn program(&self, number: usize) -> Box<dyn Any>;

    /// The text of an estimator, in a rule of an explorer with this walk.
    fn text(&self, _writer: &Writer<'_>, _walk: &Walk) -> String {
        String::new()
    }

    /// The estimator within one, if it depends on the value of another.
    fn within(&self) -> Option<&Estimator> {
        None
    }

    /// Whether measuring an estimator may take random numbers from the stream of the level, beside
    /// what is within it.
    fn draws(&self) -> bool {
        false
    }

    /// Whether a condition holds where nothing is left of the entities that it asks for.
    fn holds_without_entities(&self) -> bool {
        false
    }
}

/// Copies and comparisons, which everything has that can be cloned and compared.
pub trait Copied {
    /// A copy.
    fn copied(&self) -> Box<dyn Handed>;

    /// Whether something else is equal.
    fn is(&self, other: &dyn Any) -> bool;
}

impl<T: Handed + Clone + PartialEq> Copied for T {
    fn copied(&self) -> Box<dyn Handed> {
        Box::new(self.clone())
    }

    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl Clone for Box<dyn Handed> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

impl PartialEq for dyn Handed {
    fn eq(&self, other: &Self) -> bool {
        self.is(other)
    }
}
