//! Who begins a search: how much is for drafts, for known generators, and for what explains drawings.

/// One part of so many of the levels of a search chooses drafts, if its first scripts are far from
/// good.
pub const DRAFTS_OF_SEARCH: u64 = 12;

/// The same of the levels that improve a script that makes hardly any good ones, such as a layout:
/// there drafts complete it.
pub const DRAFTS_OF_LAYOUT: u64 = 4;

/// Probability that a first script is what explains the drawings, if there are any, and no starter.
pub const EXPLAINED: f64 = 0.4;

/// Probability that a draft begins with the layout of a known generator, ...
pub const KNOWN: f64 = 0.25;
/// ... where doors need keys: rooms, doors and keys belong together, ...
pub const KNOWN_WITH_LOCKS: f64 = 0.8;
/// ... or, at least, with what explains the drawings, if there are any.
pub const DRAWN: f64 = 0.5;
