//! A run folder as figures.
