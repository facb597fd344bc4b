//! The entities of a script, as C reads them.

use std::ffi::{CString, c_char};

use marahel::level::{Palette, Tile, UNKNOWN};

/// What a tile stands for. It lives as long as its generator.
#[repr(C)]
pub struct MarahelEntity {
    /// Its name in the script, in UTF-8.
    pub name: *const c_char,
    /// Its character in levels as text, in UTF-8.
    pub character: *const c_char,
    /// Red, green and blue.
    pub color: [u8; 3],
}

pub(crate) struct Entities {
    /// By tile; the unknown one is the last.
    shown: Vec<MarahelEntity>,
    /// What the pointers of `shown` point to.
    _texts: Vec<CString>,
}

impl Entities {
    pub(crate) fn new(palette: &Palette) -> Self {
        let mut texts = Vec::new();
        let mut kept = |text: String| {
            let text = CString::new(text).expect("a palette has no control characters");
            let pointer = text.as_ptr();
            texts.push(text);
            pointer
        };
        let tiles = (0..palette.len() as Tile).chain([UNKNOWN]);
        let shown = tiles.map(|tile| MarahelEntity {
            name: kept(palette.name(tile).to_owned()),
            character: kept(palette.character(tile).to_string()),
            color: palette.color(tile),
        });
        Self { shown: shown.collect(), _texts: texts }
    }

    pub(crate) fn get(&self, tile: Tile) -> Option<&MarahelEntity> {
        match self.shown.split_last()? {
            (unknown, _) if tile == UNKNOWN => Some(unknown),
            (_, entities) => entities.get(usize::from(tile)),
        }
    }
}
