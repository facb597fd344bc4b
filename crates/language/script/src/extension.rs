//! Walks and estimators of another crate, for documents of its [dialect](crate::OtherDialect).
//!
//! This crate uses them only through the traits below.

use std::any::Any;
use std::fmt;

use crate::estimator::Estimator;
use crate::explorer::Walk;
use crate::parts::{Parameter, ParameterMut};
use crate::write::Writer;

/// A walk or an estimator of another crate.
///
/// A condition of another crate is an estimator, too, in a
/// [`Condition::Bare`](crate::Condition::Bare): it holds if the value is above zero.
pub trait Extension: Copied + fmt::Debug + Any + Send + Sync {
    /// Its parts; the parameters of a walk each with their key in the document.
    fn parameters(&self) -> Vec<(&'static str, Parameter<'_>)>;

    /// The same parts, mutable.
    fn parameters_mut(&mut self) -> Vec<(&'static str, ParameterMut<'_>)>;

    /// What the interpreter runs, in a type that the crate `marahel` defines. `number` is unique
    /// among the estimators of the script.
    fn program(&self, number: usize) -> Box<dyn Any>;

    /// The text of an estimator, in a rule of an explorer with this walk.
    fn text(&self, _writer: &Writer<'_>, _walk: &Walk) -> String {
        String::new()
    }

    /// The inner estimator, if it depends on the value of another.
    fn within(&self) -> Option<&Estimator> {
        None
    }

    /// Whether measuring an estimator, without its inner one, may draw random numbers from the
    /// level's stream.
    fn draws(&self) -> bool {
        false
    }

    /// Whether a condition holds once all entities that it asks for are removed from it.
    fn holds_without_entities(&self) -> bool {
        false
    }
}

/// Cloning and comparing through a trait object; implemented for every `Clone` and `PartialEq`.
pub trait Copied {
    /// A copy.
    fn copied(&self) -> Box<dyn Extension>;

    /// Whether `other` is equal, and of the same type.
    fn is(&self, right: &dyn Any) -> bool;
}

impl<T: Extension + Clone + PartialEq> Copied for T {
    fn copied(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn is(&self, right: &dyn Any) -> bool {
        right.downcast_ref() == Some(self)
    }
}

impl Clone for Box<dyn Extension> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

impl PartialEq for dyn Extension {
    fn eq(&self, right: &Self) -> bool {
        self.is(right)
    }
}
