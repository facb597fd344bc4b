//! The Marahel language: text to script to program to level.
