//! For tests: explorers run on drawn levels.

use std::sync::Arc;

use marahel_level::{Level, Palette, View};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::generator::Generator;
use crate::program::Program;
use crate::run::divider::Rect;
use crate::run::{RunError, Workspace};
use crate::semantics::Semantics;
use marahel_script::Script;

/// The entities of drawn levels, as text `.#@k`; unknown tiles are `?`.
const ENTITIES: [&str; 4] = ["empty", "solid", "player", "key"];

/// A drawn level and what else a script has beside its explorers.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'a> {
    pub(crate) level: &'a str,
    pub(crate) neighborhoods: &'a str,
    pub(crate) regions: &'a str,
    pub(crate) semantics: Semantics,
    pub(crate) seed: u64,
}

impl<'a> Setup<'a> {
    /// A level drawn with one word for each row.
    pub(crate) fn new(level: &'a str) -> Self {
        Self {
            level,
            neighborhoods: "{}",
            regions: "{}",
            semantics: Semantics::Documented,
            seed: 1,
        }
    }

    pub(crate) fn neighborhoods(self, neighborhoods: &'a str) -> Self {
        Self { neighborhoods, ..self }
    }

    pub(crate) fn regions(self, regions: &'a str) -> Self {
        Self { regions, ..self }
    }

    pub(crate) fn semantics(self, semantics: Semantics) -> Self {
        Self { semantics, ..self }
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
            "{{metadata: {{min: '{0}x{1}', max: '{0}x{1}'}}, entities: {ENTITIES:?}, \
             neighborhoods: {2}, regions: {3}, explorers: [{explorers}]}}",
            level.width(),
            level.height(),
            self.neighborhoods,
            self.regions,
        );
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let program = Program::with_semantics(&script, self.semantics);
        let mut workspace = Workspace::new();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        workspace.begin_level(&program, level.width(), level.height(), &mut rng);
        let map = &mut workspace.map.front;
        for y in 0..level.height() {
            for x in 0..level.width() {
                map.write(map.index(x, y), level.get(x, y));
            }
        }
        let mut nobody: &mut dyn FnMut(usize, View<'_>, &mut ChaCha8Rng) = &mut |_, _, _| {};
        program.run_explorers(None, &mut rng, &mut workspace, &mut nobody)?;
        Ok(Level::from_view(workspace.level(), palette).to_text())
    }
}

impl Workspace {
    /// A region of the last level.
    pub(crate) fn region(&self, index: usize) -> Rect {
        self.regions.rects[index]
    }
}

/// The generator of a script.
#[track_caller]
pub(crate) fn generator(text: &str) -> Generator {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
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

/// Cells with the given character, as `(x, y)`, row by row.
pub(crate) fn cells(level: &str, character: char) -> Vec<(usize, usize)> {
    let rows = level.lines().enumerate();
    rows.flat_map(|(y, row)| {
        let columns = row.chars().enumerate().filter(move |&(_, found)| found == character);
        columns.map(move |(x, _)| (x, y))
    })
    .collect()
}
