//! How a run ends: the front measured again, and the best of it.

pub(crate) mod best;
pub(crate) mod examples;
pub(crate) mod front;
pub(crate) mod quality;
pub(crate) mod revalidate;
