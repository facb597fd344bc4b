//! Genome to Marahel explorers through a Tracery-like grammar.
