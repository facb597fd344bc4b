//! When to use colors.

use std::fmt::Write;
use std::io::{self, IsTerminal};

use marahel_level::Level;
use terminal_size::{Width, terminal_size_of};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that can show them.
    #[default]
    Auto,
    /// Also into files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl Color {
    /// Whether standard output gets colors. The environment can disable them by `NO_COLOR` (see
    /// no-color.org) or `TERM=dumb`.
    pub(crate) fn is_on(self) -> bool {
        match self {
            Self::Auto => shows_colors(&io::stdout()),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Whether colors can be shown there.
fn shows_colors(place: &impl IsTerminal) -> bool {
    let is_set = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    place.is_terminal() && !is_set && !is_dumb
}

/// Columns for a picture on standard error; `None` if it cannot show one.
pub(crate) fn picture_width() -> Option<usize> {
    let stderr = io::stderr();
    let (Width(columns), _) = terminal_size_of(&stderr)?;
    shows_colors(&stderr).then_some(columns.into())
}

/// A level as colored cells with the characters of its tiles, two columns each; `None` if it is wider
/// than a terminal.
pub(crate) fn colored(level: &Level, n_columns: usize) -> Option<String> {
    let entities = level.palette().entities();
    let mut picture = String::new();
    for row in level.view().rows() {
        for &tile in row {
            let entity = entities.get(usize::from(tile));
            let (character, color) =
                entity.map_or(('?', [0; 3]), |entity| (entity.character, entity.color));
            let ink = if color.map(u32::from).iter().sum::<u32>() > 3 * 128 { 16 } else { 231 };
            let _ = write!(picture, "\x1b[38;5;{ink};48;5;{}m{character} ", of_cube(color));
        }
        picture.push_str("\x1b[0m\n");
    }
    (2 * level.width() <= n_columns).then_some(picture)
}

/// The nearest of the 6 x 6 x 6 colors that all terminals with colors know.
fn of_cube(color: [u8; 3]) -> u32 {
    let [red, green, blue] = color.map(|part| (u32::from(part) * 5 + 127) / 255);
    16 + 36 * red + 6 * green + blue
}
