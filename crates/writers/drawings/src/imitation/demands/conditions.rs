//! [`Conditions`]: the conditions of good levels that a file has before its demands.

use super::scene::Scene;
use crate::imitation::error::ImitationError;
use crate::imitation::measured::Measuring;

/// Conditions of good levels that are already in the file.
pub(crate) struct Conditions {
    pub(crate) playable: Option<String>,
    pub(crate) counts: Vec<String>,
}

impl Conditions {
    /// The given conditions that hold in all drawings: a few drawings may not be playable.
    pub(super) fn of_drawings(
        mut self,
        measuring: &Measuring,
        scene: &Scene<'_>,
    ) -> Result<Self, ImitationError> {
        let values = measuring.values(&self.all(), scene.levels())?;
        let holds: Vec<bool> =
            values.iter().map(|values| values.iter().all(|&value| value == 1.0)).collect();
        let mut holds = holds.into_iter();
        self.playable = self.playable.filter(|_| holds.next() == Some(true));
        self.counts.retain(|_| holds.next() == Some(true));
        Ok(self)
    }

    /// All conditions, the one of playable levels first if there is one.
    pub(super) fn all(&self) -> Vec<&str> {
        self.playable.iter().chain(&self.counts).map(String::as_str).collect()
    }
}
