//! Colors by the words of a name: `castle_moat` is like water, `red_key` is red.

/// What a word says of the look of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) color: [u8; 3],
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Color,
    /// A material of walls, which things do not stand on.
    Wall,
    /// Leaves, which grow as high as walls.
    Leaves,
    /// A liquid that glows, which nothing stands on.
    Lava,
    /// A liquid, with things in it.
    Water,
    /// A way over the ground.
    Way,
    /// A material on which things may stand.
    Ground,
}

#[cfg(feature = "png")]
impl Kind {
    /// Whether things may stand on it.
    pub(crate) fn is_ground(self) -> bool {
        matches!(self, Self::Water | Self::Way | Self::Ground)
    }
}

/// Words, with their color and kind. The last known word of a name counts, but a color counts before
/// materials: `red_sand` is red.
const WORDS: &[(&str, [u8; 3], Kind)] = &[
    ("red crimson scarlet ruby", [205, 52, 48], Kind::Color),
    ("orange", [236, 138, 42], Kind::Color),
    ("yellow", [240, 208, 52], Kind::Color),
    ("green emerald", [64, 158, 72], Kind::Color),
    ("cyan turquoise teal", [48, 170, 176], Kind::Color),
    ("blue sapphire", [58, 102, 206], Kind::Color),
    ("purple violet", [138, 74, 186], Kind::Color),
    ("pink magenta", [228, 116, 172], Kind::Color),
    ("brown", [134, 92, 58], Kind::Color),
    ("white", [244, 244, 240], Kind::Color),
    ("black", [34, 34, 38], Kind::Color),
    ("gray grey", [140, 140, 144], Kind::Color),
    ("ocean sea", [52, 96, 176], Kind::Water),
    ("water moat river lake pond pool stream canal", [92, 148, 224], Kind::Water),
    ("swamp bog marsh", [96, 122, 84], Kind::Water),
    ("ice", [190, 224, 240], Kind::Ground),
    ("snow", [232, 238, 246], Kind::Ground),
    ("lava magma", [232, 100, 30], Kind::Lava),
    ("sand beach desert dune", [238, 218, 166], Kind::Ground),
    ("grass lawn meadow field", [150, 200, 110], Kind::Ground),
    ("dirt earth soil mud ground", [142, 104, 74], Kind::Ground),
    ("road path street track", [205, 182, 140], Kind::Way),
    ("pavement sidewalk asphalt", [176, 176, 178], Kind::Ground),
    ("wood wooden plank planks board boards", [158, 110, 66], Kind::Ground),
    ("carpet rug", [206, 120, 112], Kind::Ground),
    ("rock stone boulder cliff", [136, 132, 130], Kind::Wall),
    ("brick bricks", [186, 112, 84], Kind::Wall),
    ("hedge bush forest jungle", [78, 136, 74], Kind::Leaves),
];

/// What the words of a name say of its look; `None` if they say nothing.
pub(crate) fn said(name: &str) -> Option<Said> {
    let name = name.to_lowercase();
    let words = name.split(|letter: char| !letter.is_alphabetic());
    let said: Vec<Said> = words.filter_map(said_by).collect();
    let color = said.iter().find(|said| said.kind == Kind::Color);
    color.or(said.last()).copied()
}

fn said_by(word: &str) -> Option<Said> {
    let row = WORDS.iter().find(|(words, ..)| words.split(' ').any(|synonym| synonym == word));
    row.map(|&(_, color, kind)| Said { color, kind })
}

/// A color near to one that others have: a little darker, or lighter, for each that is taken.
pub(crate) fn near(color: [u8; 3], is_taken: impl Fn([u8; 3]) -> bool) -> [u8; 3] {
    let shades = (0..SHADES).map(|shade| {
        let step = shade.div_ceil(2) * STEP;
        color.map(|channel| match shade % 2 {
            0 => channel.saturating_add(step),
            _ => channel.saturating_sub(step),
        })
    });
    shades.into_iter().find(|&shade| !is_taken(shade)).unwrap_or(color)
}

/// Number of shades of a color, and the difference of one from the next.
const SHADES: u8 = 14;
const STEP: u8 = 18;

#[cfg(test)]
mod tests {
    use crate::Palette;

    fn colors(names: &[&str]) -> Vec<[u8; 3]> {
        let palette = Palette::of_names(names).expect("they differ");
        palette.entities().iter().map(|entity| entity.color).collect()
    }

    #[test]
    fn tiles_look_like_what_their_words_say() {
        let found = colors(&["castle_moat", "red_team", "deep_sea", "wood", "cliff", "dune"]);
        for ([red, green, blue], is_so) in found.iter().zip([
            (|r, g, b| b > g && g > r) as fn(u8, u8, u8) -> bool,
            |r, g, b| r > 2 * g && r > 2 * b,
            |r, g, b| b > g && g > r,
            |r, g, b| r > g && g > b && b > 40,
            |r, g, b| r.abs_diff(g) < 20 && g.abs_diff(b) < 20,
            |r, g, b| r > 200 && g > 200 && b < g,
        ]) {
            assert!(is_so(*red, *green, *blue), "{found:?}");
        }
    }

    #[test]
    fn the_last_word_says_whether_a_tile_is_a_material() {
        for (name, is_material) in [
            ("wooden_door", false),
            ("deep_sea", true),
            ("sand_2", true),
            ("red", false),
            ("_", false),
        ] {
            assert_eq!(Palette::is_material(name), is_material, "{name}");
        }
    }

    #[test]
    fn no_two_tiles_of_one_word_have_one_color() {
        let names: Vec<String> = ('a'..='l').map(|letter| format!("water_{letter}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut found = colors(&names);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), names.len());
    }
}
