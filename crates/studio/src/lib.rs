//! The studio: a local page to write generators and to watch searches.
