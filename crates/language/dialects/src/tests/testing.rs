//! For tests: explorers of 2017 run on drawn levels.

use std::any::Any;
use std::sync::Arc;

use marahel::extension::{ExtensionProgram, Pass, program};
use marahel::{Generator, Program, RunError, Workspace};
use marahel_level::{Level, Palette, TileSet};
use marahel_script::{Explorer, Extension, Parameter, ParameterMut, Walk};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The entities of drawn levels, as text `.#@k`; unknown tiles are `?`.
const ENTITIES: [&str; 4] = ["empty", "solid", "player", "key"];

/// A drawn level and what else a script has beside its explorers.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'a> {
    level: &'a str,
    neighborhoods: &'a str,
    regions: &'a str,
    seed: u64,
}

impl<'a> Setup<'a> {
    /// A level drawn with one word for each row.
    pub(crate) fn new(level: &'a str) -> Self {
        Self { level, neighborhoods: "{}", regions: "{}", seed: 1 }
    }

    pub(crate) fn neighborhoods(self, neighborhoods: &'a str) -> Self {
        Self { neighborhoods, ..self }
    }

    pub(crate) fn regions(self, regions: &'a str) -> Self {
        Self { regions, ..self }
    }

    pub(crate) fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Runs explorers, given in JSON5, on the level.
    ///
    /// # Panics
    ///
    /// If the script has mistakes or needs too many steps.
    #[track_caller]
    pub(crate) fn run(self, explorers: &str) -> String {
        self.try_run(explorers).expect("the test stays within the budget")
    }

    /// As [`run`](Self::run), but the budget may be used up.
    #[track_caller]
    pub(crate) fn try_run(self, explorers: &str) -> Result<String, RunError> {
        let palette = Arc::new(Palette::of_names(&ENTITIES).expect("the names are distinct"));
        let rows: Vec<&str> = self.level.split_whitespace().collect();
        let level = Level::from_rows(&rows, Arc::clone(&palette)).expect("the level is drawn well");
        let text = format!(
            "{{metadata: {{dimension: '{}x{}'}}, entities: {ENTITIES:?}, neighborhoods: {}, \
             regions: {}, explorers: [{explorers}]}}",
            level.width(),
            level.height(),
            self.neighborhoods,
            self.regions,
        );
        let mut script = crate::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        script.explorers.insert(0, drawing(level));
        let program = Program::new(&script);
        let mut workspace = Workspace::new();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        program.run(&mut rng, &mut workspace, &mut |_, _, _| {})?;
        Ok(Level::from_view(workspace.level(), palette).to_text())
    }
}

/// An explorer that draws a level, and takes no random number for it. Its rules have conditions, so
/// that all of them are kept.
fn drawing(level: Level) -> Explorer {
    let text = "{metadata: {dimension: '1x1'}, entities: ['empty', 'solid', 'player', 'key'],
        explorers: [{type: 'sequential', rules: ['self(unknown) -> self(empty)',
        'self(unknown) -> self(solid)', 'self(unknown) -> self(player)', 'self(unknown) -> self(key)']}]}";
    let mut explorer = crate::parse(text).expect("it is sound").explorers.remove(0);
    explorer.walk = Walk::Extension(Box::new(Drawing(level)));
    explorer
}

#[derive(Clone, Debug, PartialEq)]
struct Drawing(Level);

impl Extension for Drawing {
    fn parameters(&self) -> Vec<(&'static str, Parameter<'_>)> {
        Vec::new()
    }

    fn parameters_mut(&mut self) -> Vec<(&'static str, ParameterMut<'_>)> {
        Vec::new()
    }

    fn program(&self, _number: usize) -> Box<dyn Any> {
        program(self.clone())
    }
}

impl ExtensionProgram for Drawing {
    fn walk(&self, pass: &mut Pass<'_>) {
        let entities = TileSet::entities(ENTITIES.len());
        for y in 0..self.0.height() {
            for x in 0..self.0.width() {
                let tile = self.0.get(x, y);
                if entities.contains(tile) {
                    pass.apply_at(usize::from(tile), (x, y));
                }
            }
        }
    }
}

/// A start map of two entities, drawn with one word for each row.
pub(crate) fn start(map: &str) -> Level {
    let palette = Palette::of_names(&ENTITIES[..2]).expect("the names are distinct");
    Level::from_text(&map.replace(' ', "\n"), Arc::new(palette)).expect("the map is drawn well")
}

/// The generator of a script of either dialect.
#[track_caller]
pub(crate) fn generator(text: &str) -> Generator {
    let script = crate::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    Generator::new(&script)
}

/// Runs one explorer, given in JSON5, on a drawn level.
#[track_caller]
pub(crate) fn check(level: &str, explorer: &str, expected: &str) {
    check_setup(Setup::new(level), explorer, expected);
}

/// Runs explorers, given in JSON5, in a setup.
#[track_caller]
pub(crate) fn check_setup(setup: Setup<'_>, explorers: &str, expected: &str) {
    let found = setup.run(explorers);
    let rows: Vec<&str> = expected.split_whitespace().collect();
    let expected = rows.join("\n") + "\n";
    assert_eq!(found, expected, "\n{explorers}\nfound:\n{found}expected:\n{expected}");
}

/// Number of tiles with the given character.
pub(crate) fn count(level: &str, character: char) -> usize {
    level.chars().filter(|&found| found == character).count()
}
