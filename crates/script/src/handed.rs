//! What another crate brings into a script: walks and estimators that only documents of its
//! [dialect](crate::OtherDialect) have.
//!
//! This crate knows no more of them than what is asked here.

use std::any::Any;
use std::fmt;

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

    /// What the interpreter makes of it: the crate `marahel` says what that is.
    fn program(&self) -> Box<dyn Any>;

    /// The text of an estimator, in a rule of an explorer with this walk.
    fn text(&self, _writer: &Writer<'_>, _walk: &Walk) -> String {
        String::new()
    }

    /// How far an estimator looks from the current cell without asking where the region ends.
    fn reach(&self) -> usize {
        0
    }

    /// Whether measuring an estimator may take random numbers from the stream of the level.
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

/// Something [`Handed`] as a part of a script.
pub struct AnyHanded(Box<dyn Handed>);

impl AnyHanded {
    /// Takes it.
    pub fn new(handed: impl Handed) -> Self {
        Self(Box::new(handed))
    }

    /// What it is, for the crate that brought it.
    pub fn downcast<T: Handed>(&self) -> Option<&T> {
        let handed: &dyn Any = &*self.0;
        handed.downcast_ref()
    }

    /// The same, to be changed.
    pub fn downcast_mut<T: Handed>(&mut self) -> Option<&mut T> {
        let handed: &mut dyn Any = &mut *self.0;
        handed.downcast_mut()
    }
}

impl std::ops::Deref for AnyHanded {
    type Target = dyn Handed;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl std::ops::DerefMut for AnyHanded {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Clone for AnyHanded {
    fn clone(&self) -> Self {
        Self(self.0.copied())
    }
}

impl PartialEq for AnyHanded {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl fmt::Debug for AnyHanded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
