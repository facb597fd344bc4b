//! [`Generator`]: a script ready to make levels in a game or a tool.

use std::collections::BTreeMap;
use std::sync::Arc;

use marahel_level::{Level, Palette, PaletteError, UNKNOWN, View};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::pins::{Pins, PinsError};
use crate::program::Program;
use crate::run::{RunError, Snapshot, Workspace};
use crate::semantics::Semantics;
use marahel_script::{Dial, DialError, Script, ScriptError};

/// A level generator: seed in, level out.
///
/// ```
/// let script = r#"{
///     "metadata": {"min": "20x10", "max": "20x10"},
///     "entities": ["empty", "solid"],
///     "explorers": [
///         {"type": "horz", "rules": ["self(any) -> self(solid)"]},
///         {"type": "digger", "parameters": {"tiles": "80"}, "rules": ["-> self(empty)"]}
///     ]
/// }"#;
/// let generator = marahel::Generator::parse(script)?;
/// let level = generator.generate(7)?;
/// assert_eq!((level.width(), level.height()), (20, 10));
/// assert_eq!(level, generator.generate(7)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    script: Arc<Script>,
    semantics: Semantics,
    program: Program,
    palette: Arc<Palette>,
}

impl Generator {
    /// Reads a script (JSON or JSON5).
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        Ok(Self::new(&Script::parse(text)?))
    }

    /// The same script in other semantics.
    #[must_use]
    pub fn read_as(self, semantics: Semantics) -> Self {
        if semantics == self.semantics {
            return self;
        }
        let program = Program::with_semantics(&self.script, semantics);
        Self { semantics, program, ..self }
    }

    /// The generator of a script, with the conventional palette for the names of its entities, and
    /// the colors of the script.
    ///
    /// # Panics
    ///
    /// If the script has no entities, or two of one name; [`Script::parse`] refuses both.
    pub fn new(script: &Script) -> Self {
        let mut palette =
            Palette::of_names(&script.entities).expect("a script's names are distinct");
        for &(tile, color) in &script.colors {
            palette = palette.with_color(tile, color);
        }
        Self {
            script: Arc::new(script.clone()),
            semantics: Semantics::default(),
            program: Program::new(script),
            palette: Arc::new(palette),
        }
    }

    /// The same, whose levels show tiles of these names by these characters.
    pub(crate) fn with_characters(
        self,
        characters: &BTreeMap<String, char>,
    ) -> Result<Self, PaletteError> {
        let mut entities = self.palette.entities().to_vec();
        for entity in &mut entities {
            entity.character = *characters.get(&entity.name).unwrap_or(&entity.character);
        }
        Ok(Self { palette: Arc::new(Palette::new(entities)?), ..self })
    }

    /// The dials with their current values.
    pub fn dials(&self) -> &[Dial] {
        &self.script.dials
    }

    /// Sets a dial. This compiles the script again, which takes about as long as a level.
    ///
    /// # Examples
    ///
    /// ```
    /// let script = r#"{
    ///     "metadata": {"min": "20x10", "max": "20x10"},
    ///     "entities": ["empty", "foe"],
    ///     "dials": {"foes": [0, 9, 3]},
    ///     "explorers": [
    ///         {"type": "horz", "rules": ["-> self(empty)"]},
    ///         {"type": "rorder", "rules": ["foe < foes -> self(foe)"]}
    ///     ]
    /// }"#;
    /// let generator = marahel::Generator::parse(script)?;
    /// let n_foes = |level: &marahel::level::Level| level.to_text().matches('f').count();
    /// assert_eq!(n_foes(&generator.generate(7)?), 3);
    /// assert_eq!(n_foes(&generator.with_dial("foes", 8.0)?.generate(7)?), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_dial(&self, name: &str, value: f64) -> Result<Self, DialError> {
        let script = Script::clone(&self.script).with_dial(name, value)?;
        Ok(Self::new(&script).read_as(self.semantics))
    }

    /// The random stream of a seed, to run [`program`](Self::program) with.
    pub fn stream(&self, seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }

    /// The level of a seed: the same on every machine.
    pub fn generate(&self, seed: u64) -> Result<Level, RunError> {
        let mut workspace = Workspace::new();
        let view = self.generate_in(seed, &mut workspace)?;
        Ok(Level::from_view(view, Arc::clone(&self.palette)))
    }

    /// As [`generate`](Self::generate), in reused memory: after the first levels nothing is
    /// allocated.
    pub fn generate_in<'w>(
        &self,
        seed: u64,
        workspace: &'w mut Workspace,
    ) -> Result<View<'w>, RunError> {
        self.program.run(&mut self.stream(seed), workspace, &mut |_, _, _| {})?;
        Ok(workspace.level())
    }

    /// The cells of a start map that are not [`UNKNOWN`], for levels that begin with them and keep
    /// them. Entities are matched by name; those that do not occur in the map do not matter.
    ///
    /// # Examples
    ///
    /// ```
    /// use marahel::level::Level;
    ///
    /// let script = r#"{
    ///     "metadata": {"min": "6x3", "max": "6x3"},
    ///     "entities": ["empty", "solid"],
    ///     "explorers": [{"type": "horz", "rules": ["-> self(solid)"]}]
    /// }"#;
    /// let generator = marahel::Generator::parse(script)?;
    /// let start = Level::from_text("??????\n?....?\n??????\n", generator.palette().clone())?;
    /// let pins = generator.pins(&start)?;
    /// assert_eq!(generator.generate_from(&pins, 7)?.to_text(), "######\n#....#\n######\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pins(&self, start: &Level) -> Result<Pins, PinsError> {
        self.program.check_size(start.width(), start.height())?;
        let mut pins = Pins::open(start.width(), start.height());
        for (y, row) in start.view().rows().enumerate() {
            for (x, &tile) in row.iter().enumerate().filter(|&(_, &tile)| tile != UNKNOWN) {
                let name = start.palette().name(tile);
                let own = self.palette.tile(name).ok_or_else(|| PinsError::Entity {
                    name: name.to_owned(),
                    column: x + 1,
                    row: y + 1,
                })?;
                pins.pin(x, y, own);
            }
        }
        Ok(pins)
    }

    /// The level of a seed that begins with pins from [`pins`](Self::pins), and keeps them.
    ///
    /// Without any pinned cell, and if all levels of the script have one size, it is the level of
    /// [`generate`](Self::generate).
    ///
    /// # Panics
    ///
    /// If the script makes no levels of this size.
    pub fn generate_from(&self, pins: &Pins, seed: u64) -> Result<Level, RunError> {
        let mut workspace = Workspace::new();
        let view = self.generate_from_in(pins, seed, &mut workspace)?;
        Ok(Level::from_view(view, Arc::clone(&self.palette)))
    }

    /// As [`generate_from`](Self::generate_from), in reused memory: after the first levels nothing
    /// is allocated.
    ///
    /// # Panics
    ///
    /// If the script makes no levels of this size.
    pub fn generate_from_in<'w>(
        &self,
        pins: &Pins,
        seed: u64,
        workspace: &'w mut Workspace,
    ) -> Result<View<'w>, RunError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.program.run_from(pins, &mut rng, workspace, &mut |_, _, _| {})?;
        Ok(workspace.level())
    }

    /// The level of a seed after each explorer; the last is that of [`generate`](Self::generate).
    /// This runs all explorers, also the last ones that `generate` skips because none of their
    /// rules can fire. So it can exceed the budget where `generate` does not.
    pub fn trace(&self, seed: u64) -> Result<Vec<Level>, RunError> {
        Ok(self.snapshots(seed, 0)?.into_iter().map(|snapshot| snapshot.level).collect())
    }

    /// Snapshots of a level in the making: after each explorer, with what each of its rules did,
    /// and after evenly chosen repeats, while there are no more than `n_snapshots_max` in all. As
    /// in [`trace`](Self::trace), all explorers run.
    ///
    /// # Examples
    ///
    /// ```
    /// let script = r#"{
    ///     "metadata": {"min": "4x3", "max": "4x3"},
    ///     "entities": ["empty", "solid"],
    ///     "explorers": [{"type": "horz", "rules": ["-> self(solid)", "-> self(empty)"]}]
    /// }"#;
    /// let snapshots = marahel::Generator::parse(script)?.snapshots(7, 0)?;
    /// assert_eq!(snapshots[0].level.to_text(), "####\n####\n####\n");
    /// let n_fired: Vec<u64> = snapshots[0].rules.iter().map(|rule| rule.n_fired).collect();
    /// assert_eq!(n_fired, [12, 0]); // the second rule has nothing left
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshots(&self, seed: u64, n_snapshots_max: u64) -> Result<Vec<Snapshot>, RunError> {
        self.program.snapshots(None, &mut self.stream(seed), &self.palette, n_snapshots_max)
    }

    /// As [`snapshots`](Self::snapshots), for a level that begins with pins.
    ///
    /// # Panics
    ///
    /// If the script makes no levels of this size.
    pub fn snapshots_from(
        &self,
        pins: &Pins,
        seed: u64,
        n_snapshots_max: u64,
    ) -> Result<Vec<Snapshot>, RunError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        self.program.snapshots(Some(pins), &mut rng, &self.palette, n_snapshots_max)
    }

    /// The script.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The semantics in which it makes levels.
    pub fn semantics(&self) -> Semantics {
        self.semantics
    }

    /// The compiled script.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The entities of its levels.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }
}
