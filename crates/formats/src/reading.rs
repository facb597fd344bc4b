//! What was read: levels, and what whoever reads them should be told.

use level::Level;

use crate::Unread;

/// The levels of a file, at least one, and what they are made of.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The levels, in the order of the file.
    pub levels: Vec<Found>,
    /// What was made of the file.
    pub about: About,
}

/// A level of a file.
#[derive(Clone, Debug)]
pub struct Found {
    /// The level.
    pub level: Level,
    /// What the file calls it, if anything.
    pub id: Option<serde_json::Value>,
}

/// What was read of a file, what was not, and what was guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The layers that were read, the lowest first.
    pub layers: Vec<String>,
    /// What was not read, as in "layer `roof`, which is invisible".
    pub left_out: Vec<String>,
    /// Names that nobody gave.
    pub made_up: Vec<String>,
    /// What cells without a tile are called, though nobody said so.
    pub empty: Option<String>,
    /// Whether cells without a tile stay open, because nothing says what they are.
    pub is_open: bool,
    /// What wrote the file, if that matters.
    pub origin: Option<Origin>,
    /// Whether tiles that nobody names were taken for those of a problem or script by their numbers.
    pub is_counted: bool,
    /// A file that might name tiles with made-up names, and why it was not read.
    pub(crate) unread: Option<(String, Unread)>,
    /// Whether `marahel` wrote the file, so that a cell without a tile is open.
    pub(crate) is_ours: bool,
}

/// What wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The editor Tiled.
    Tiled,
    /// The editor LDtk.
    Ldtk,
    /// Whoever collects Sokoban puzzles (XSB).
    Sokoban,
}

impl Reading {
    /// Levels without names, and nothing to tell.
    pub(crate) fn of_levels(levels: Vec<Level>) -> Self {
        let levels = levels.into_iter().map(|level| Found { level, id: None }).collect();
        Self { levels, about: About::default() }
    }
}

/// What to do where something of a file was not read, or was guessed, as parts of sentences.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// What reads a layer that is invisible.
    pub layer: &'static str,
    /// What lets a file be read that lies elsewhere.
    pub folder: &'static str,
    /// What names tiles that nobody names.
    pub legend: &'static str,
    /// What names cells without a tile.
    pub empty: &'static str,
}

/// So many things that were not read are kept, of which few are told.
const N_LEFT_OUT_MAX: usize = 200;

/// Lists of names end after so many.
const N_NAMES_TOLD: usize = 4;

impl About {
    /// What was not read and what was guessed, in a line each.
    pub fn told(&self, advice: &Advice) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.left_out.is_empty() {
            let is_some = |part: &str| self.left_out.iter().any(|what| what.contains(part));
            let advice = if self.unread.is_some() {
                format!("; {}", advice.folder)
            } else if is_some("which is invisible") {
                format!("; {}", advice.layer)
            } else {
                String::new()
            };
            lines.push(format!("not read: {}{advice}", listed(&self.left_out, "; ")));
        }
        if let Some(first) = self.made_up.first() {
            let names = listed(&self.made_up, ", ");
            let editor = match self.origin {
                Some(Origin::Tiled) => "give them classes in Tiled, or ",
                Some(Origin::Ldtk) => "name the values in LDtk, or ",
                Some(Origin::Sokoban) | None => "",
            };
            lines.push(format!(
                "tiles that nobody names are called {names}; {editor}name them by {}, as in \
                 {{\"{first}\": \"wall\"}}",
                advice.legend
            ));
        }
        if self.is_counted {
            lines.push(format!(
                "nobody names its tiles, so they are those here by their numbers, in order; name them by {}, \
                 as in {{\"tile_0\": \"wall\"}}, or give them classes in the editor",
                advice.legend
            ));
        }
        if self.origin == Some(Origin::Sokoban) {
            lines.push("read as a Sokoban collection (XSB)".to_owned());
        }
        if self.is_open {
            let advice = advice.empty;
            lines.push(format!("cells without a tile stay open; {advice} says what they are"));
        }
        if let Some(empty) = &self.empty {
            let advice = advice.empty;
            lines.push(format!(
                "cells without a tile are called {empty}; {advice} calls them otherwise"
            ));
        }
        lines
    }

    /// Adds what was made of another part of the file.
    pub(crate) fn add(&mut self, other: Self) {
        let Self { layers, left_out, made_up, empty, is_open, origin, is_counted, unread, is_ours } =
            other;
        self.layers.extend(layers);
        for what in left_out {
            self.leave_out(what);
        }
        self.made_up.extend(made_up);
        self.empty = self.empty.take().or(empty);
        self.is_open |= is_open;
        self.origin = self.origin.or(origin);
        self.is_counted |= is_counted;
        self.unread = self.unread.take().or(unread);
        self.is_ours |= is_ours;
    }

    /// Notes another thing that was not read, once.
    pub(crate) fn leave_out(&mut self, what: String) {
        if self.left_out.len() < N_LEFT_OUT_MAX && !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }
}

/// The first of a list, and how many more there are.
fn listed(all: &[String], comma: &str) -> String {
    let shown = &all[..all.len().min(N_NAMES_TOLD)];
    let more = all.len() - shown.len();
    let rest = if more > 0 { format!("{comma}and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(comma))
}
