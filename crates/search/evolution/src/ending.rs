//! The end of a run: the front measured again, and its best member.

pub(crate) mod best;
pub(crate) mod examples;
pub(crate) mod front;
pub(crate) mod picture;
pub(crate) mod quality;
pub(crate) mod revalidate;
