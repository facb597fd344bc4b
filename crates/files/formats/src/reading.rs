//! The result of reading a file: levels and notes for the user.

use marahel_level::{Level, Unread};

use crate::Said;
use crate::listing::ListedKind;

/// The levels of a file (at least one) and notes on the file.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The levels, in the order of the file.
    pub levels: Vec<LevelOfFile>,
    /// Notes on the file.
    pub about: ReadingNotes,
}

/// A level of a file.
#[derive(Clone, Debug)]
pub struct LevelOfFile {
    /// The level.
    pub level: Level,
    /// The name or number in the file, if any.
    pub id: Option<serde_json::Value>,
}

/// What was read, skipped and guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a note of its own")]
pub struct ReadingNotes {
    /// The layers that were read, lowest first.
    pub layers: Vec<String>,
    /// What was skipped, such as "layer `roof`, which is invisible".
    pub left_out: Vec<String>,
    /// Generated names.
    pub made_up: Vec<String>,
    /// Whether these are names of layers, because there would be too many kinds of tiles.
    pub is_by_layer: bool,
    /// The guessed name of cells without a tile.
    pub empty: Option<String>,
    /// Whether cells without a tile stay open because nothing defines them.
    pub is_open: bool,
    /// The program that wrote the file, if it matters.
    pub origin: Option<Origin>,
    /// Whether unnamed tiles were named by their numbers, from the list of a problem or script.
    pub is_counted: bool,
    /// What the file says of the game.
    pub said: Said,
    /// The kinds of tiles, if they are listed in the place of levels.
    pub(crate) kinds: Vec<ListedKind>,
    /// The unread files that may define the generated names, and why they were not read.
    pub(crate) unread: Vec<(String, Unread)>,
    /// The first invisible layer among the skipped parts.
    pub(crate) invisible_layer: Option<String>,
    /// Whether `marahel` wrote the file, so that cells without a tile are open.
    pub(crate) is_ours: bool,
}

/// The program or format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The editor Tiled.
    Tiled,
    /// The editor LDtk.
    Ldtk,
    /// A Sokoban collection (XSB).
    Sokoban,
    /// A game of PuzzleScript.
    PuzzleScript,
}

impl Origin {
    /// Whether it is an editor, in whose files some cells have no tile.
    pub(crate) fn is_editor(self) -> bool {
        match self {
            Self::Tiled | Self::Ldtk => true,
            Self::Sokoban | Self::PuzzleScript => false,
        }
    }
}

impl Reading {
    /// Levels without names or notes.
    pub(crate) fn of_levels(levels: Vec<Level>) -> Self {
        let levels = levels.into_iter().map(|level| LevelOfFile { level, id: None }).collect();
        Self { levels, about: ReadingNotes::default() }
    }
}

/// Remedies for skipped and guessed parts, to be inserted into messages.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// How to read an invisible layer.
    pub layer: &'static str,
    /// How to permit reading files elsewhere.
    pub folder: &'static str,
    /// How to name unnamed tiles.
    pub legend: &'static str,
    /// How to name cells without a tile.
    pub empty: &'static str,
}

/// Maximum number of skipped parts that are kept.
const N_LEFT_OUT_MAX: usize = 200;

/// Maximum number of names in a list.
const N_NAMES_TOLD: usize = 4;

impl ReadingNotes {
    /// The notes for the user, one per line.
    pub fn told(&self, advice: &Advice) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.left_out.is_empty() {
            let advice = if !self.unread.is_empty() {
                format!("; {}", advice.folder)
            } else if self.invisible_layer.is_some() {
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
                Some(_) | None => "",
            };
            let by_layer = if self.is_by_layer {
                " by their layers, since there are too many kinds of them"
            } else {
                ""
            };
            lines.push(format!(
                "tiles that nobody names are called {names}{by_layer}; {editor}name them by {}, as in \
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
        let guess = match self.origin {
            Some(Origin::Sokoban) => Some("a Sokoban collection (XSB)"),
            Some(Origin::PuzzleScript) => {
                Some("a game of PuzzleScript, with the names of its legend")
            }
            _ => None,
        };
        lines.extend(guess.map(|guess| format!("read as {guess}")));
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

    /// Adds the notes on another part of the file.
    pub(crate) fn add(&mut self, notes: Self) {
        let Self {
            layers,
            left_out,
            made_up,
            is_by_layer,
            empty,
            is_open,
            origin,
            is_counted,
            said,
            kinds,
            unread,
            invisible_layer,
            is_ours,
        } = notes;
        self.layers.extend(layers);
        if self.has_room() {
            self.invisible_layer = self.invisible_layer.take().or(invisible_layer);
        }
        for what in left_out {
            self.leave_out(what);
        }
        self.made_up.extend(made_up);
        self.is_by_layer |= is_by_layer;
        self.empty = self.empty.take().or(empty);
        self.is_open |= is_open;
        self.origin = self.origin.or(origin);
        self.is_counted |= is_counted;
        self.said.add(said);
        self.kinds.extend(kinds);
        self.unread.extend(unread);
        self.is_ours |= is_ours;
    }

    /// Notes a layer that is skipped because it is invisible.
    pub(crate) fn leave_out_invisible(&mut self, layer: &str) {
        if self.has_room() {
            self.invisible_layer.get_or_insert_with(|| layer.to_owned());
        }
        self.leave_out(format!("layer `{layer}`, which is invisible"));
    }

    /// Notes a tileset that was not read.
    pub(crate) fn leave_out_unread(&mut self, unread: &(String, Unread)) {
        let (path, reason) = unread;
        if self.has_room() && !self.unread.contains(unread) {
            self.unread.push(unread.clone());
        }
        self.leave_out(format!("tileset {path}, {reason}"));
    }

    fn has_room(&self) -> bool {
        self.left_out.len() < N_LEFT_OUT_MAX
    }

    /// Notes a skipped part, once.
    pub(crate) fn leave_out(&mut self, what: String) {
        if self.has_room() && !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }
}

/// The first items of a list, and the number of the others.
fn listed(all: &[String], comma: &str) -> String {
    let shown = &all[..all.len().min(N_NAMES_TOLD)];
    let more = all.len() - shown.len();
    let more_names = if more > 0 { format!("{comma}and {more} more") } else { String::new() };
    format!("{}{more_names}", shown.join(comma))
}
