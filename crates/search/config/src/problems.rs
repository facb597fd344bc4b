//! The table of problems, and the problem of a config.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use marahel_level::Picture;
use marahel_problem::{Definition, Problem, Sprite};
use marahel_system::files::{FileKind, way_between};
use marahel_system::with_judge;
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::{Config, EvolutionError, Genomes};

mod built_in;
mod drawn;

pub use built_in::BUILT_IN;
pub use drawn::{read_drawn, with_drawings};

/// The problems that configs may name, and genomes other than scripts, if the program knows any.
#[derive(Clone, Copy, Debug)]
pub struct Problems {
    /// At least one problem; the first is that of a config that names none.
    pub kinds: &'static [ProblemKind],
    /// Variants for comparisons: they have names, but commands about all problems leave them out.
    pub variants: &'static [ProblemKind],
    /// Genomes that are not scripts.
    pub genomes: Option<&'static dyn Genomes>,
}

/// One line of the table: a problem that is known by name.
#[derive(Debug)]
pub struct ProblemKind {
    /// Name as in configs and on the command line.
    pub name: &'static str,
    /// The script of a generator that was published for it, if there is one.
    pub published: Option<&'static str>,
    text: &'static str,
    definition: OnceLock<Arc<Definition>>,
}

/// The problem of a config, with all its settings.
///
/// A config writes it as its name or the path of its file. A table of that name has its settings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProblemChoice {
    /// As the config has it: a name, or the path of a file.
    written: String,
    /// The problem, with the settings, sizes and dials of the config; missing until these are read.
    #[serde(skip)]
    pub(crate) built: Option<Arc<Problem>>,
    /// PNG files of its tiles that are drawn as pictures, in the order of the definition.
    #[serde(skip)]
    pictures: Vec<Arc<[u8]>>,
}

/// The ending that tells the path of a problem file from a name.
const ENDING: &str = ".toml";

impl ProblemKind {
    /// The line of a problem: its name, the text of its file, and a published script.
    pub const fn new(
        name: &'static str,
        text: &'static str,
        published: Option<&'static str>,
    ) -> Self {
        Self { name, published, text, definition: OnceLock::new() }
    }

    /// The definition in its file.
    ///
    /// # Panics
    ///
    /// If the file has a mistake, or defines a problem of another name.
    pub fn definition(&self) -> &Arc<Definition> {
        self.definition.get_or_init(|| {
            let definition = Definition::parse(self.text)
                .unwrap_or_else(|error| panic!("the problem {}: {error}", self.name));
            assert_eq!(definition.name(), self.name, "a problem is known by its own name");
            Arc::new(definition)
        })
    }

    /// The problem with the settings of its file.
    pub fn with_defaults(&self) -> ProblemChoice {
        ProblemChoice::of(self.name, Problem::with_defaults(Arc::clone(self.definition())))
    }
}

impl Problems {
    /// The names of the first list, in the order of the table.
    pub fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.kinds.iter().map(|kind| kind.name)
    }

    /// The problems of both lists.
    pub fn all(self) -> impl Iterator<Item = &'static ProblemKind> {
        self.kinds.iter().chain(self.variants)
    }

    /// All names as a list.
    pub fn listed(self) -> String {
        let names: Vec<&str> = self.all().map(|kind| kind.name).collect();
        names.join(", ")
    }

    pub fn find(self, name: &str) -> Result<&'static ProblemKind, EvolutionError> {
        self.all().find(|kind| kind.name == name).ok_or_else(|| EvolutionError::UnknownProblem {
            name: name.to_owned(),
            names: self.listed(),
        })
    }

    /// The problem of a name or of the path of a file, with the settings of its file and the
    /// pictures of its tiles.
    pub fn problem(self, written: &str) -> Result<Problem, EvolutionError> {
        let problem = Problem::with_defaults(self.definition(written)?);
        Ok(ProblemChoice::of(written, problem).with_pictures()?.judged())
    }

    /// All problems of the first list with their default settings.
    pub fn with_defaults(self) -> Vec<Problem> {
        let definitions = self.kinds.iter().map(ProblemKind::definition);
        definitions.cloned().map(Problem::with_defaults).collect()
    }

    /// The definition of a name or of the path of a file.
    pub fn definition(self, written: &str) -> Result<Arc<Definition>, EvolutionError> {
        if !written.ends_with(ENDING) {
            return Ok(Arc::clone(self.find(written)?.definition()));
        }
        let path = Path::new(written);
        let text = FileKind::PROBLEM.text(path)?;
        with_drawings(parse(&text, path)?, path).map(Arc::new)
    }
}

pub(crate) fn parse(text: &str, path: &Path) -> Result<Definition, EvolutionError> {
    Definition::parse(text).map_err(|source| EvolutionError::ProblemFile {
        path: path.to_owned(),
        source: Box::new(source),
    })
}

/// Whether a problem is named by the path of its file.
pub(crate) fn is_path(written: &str) -> bool {
    written.ends_with(ENDING)
}

/// Two are equal if their files, their settings and their pictures are.
impl PartialEq for ProblemChoice {
    fn eq(&self, choice: &Self) -> bool {
        self.written == choice.written
            && self.pictures == choice.pictures
            && self.definition() == choice.definition()
            && self.settings() == choice.settings()
    }
}

impl ProblemChoice {
    pub(crate) fn of(written: &str, problem: Problem) -> Self {
        Self { written: written.to_owned(), built: Some(Arc::new(problem)), pictures: Vec::new() }
    }

    pub(crate) fn definition(&self) -> Option<&Definition> {
        self.built.as_ref().map(|problem| &**problem.definition())
    }

    fn settings(&self) -> Option<Table> {
        self.built.as_ref().map(|problem| problem.settings())
    }

    pub fn name(&self) -> &str {
        self.definition().map_or(&self.written, Definition::name)
    }

    /// The text of its file, for a problem that is not in the table. The folder of an external
    /// judge is left out, because it depends on the place of the file.
    pub fn file(&self) -> Option<Cow<'_, str>> {
        self.file_of(|_| String::new())
    }

    /// The text of its file for another folder, from which the same external judge is found.
    pub fn file_for(&self, folder: &Path) -> Option<Cow<'_, str>> {
        self.file_of(|inner| way_between(folder, &self.folder().join(inner)))
    }

    fn file_of(&self, way: impl FnOnce(&str) -> String) -> Option<Cow<'_, str>> {
        let definition = self.definition().filter(|_| is_path(&self.written))?;
        if definition.sprites().is_empty() && definition.outside().is_none() {
            return Some(definition.text().into());
        }
        let files: Vec<String> = definition.sprites().iter().map(sprite_file).collect();
        let text = definition.text_with_sprites(&files);
        Some(match (definition.outside(), Definition::parse(&text)) {
            (Some(outside), Ok(moved)) => {
                let inner = outside.folder.as_deref().unwrap_or_default();
                moved.text_with_outside_folder(&way(inner)).into()
            }
            _ => text.into(),
        })
    }

    /// Adds the pictures of its tiles, from the PNG files that its file names.
    pub(crate) fn with_pictures(mut self) -> Result<Self, EvolutionError> {
        let Some(problem) = &self.built else { return Ok(self) };
        let mut drawn = Problem::clone(problem);
        for sprite in problem.definition().sprites() {
            let (png, picture) = read_sprite(self.folder(), sprite)?;
            self.pictures.push(png.into());
            drawn = drawn.with_picture(&sprite.tile, picture);
        }
        Ok(Self { built: Some(Arc::new(drawn)), ..self })
    }

    /// The PNG files of its tiles: their names in a run folder, and their contents.
    pub fn pictures(&self) -> impl Iterator<Item = (String, &[u8])> {
        let sprites = self.definition().into_iter().flat_map(Definition::sprites);
        sprites.map(sprite_file).zip(self.pictures.iter().map(|png| &**png))
    }

    /// The folder of its file; empty, the current directory, for a problem of the table.
    fn folder(&self) -> &Path {
        let file = Path::new(&self.written);
        file.parent().filter(|_| is_path(&self.written)).unwrap_or(Path::new(""))
    }

    /// The problem of a copy of its file at another place.
    #[must_use]
    pub fn at(&self, path: &str) -> Self {
        Self { written: path.to_owned(), ..self.clone() }
    }

    /// The problem, for one piece of work: failures of the external judge are counted from now on.
    fn judged(&self) -> Problem {
        let problem = self.built.as_deref().expect("whoever reads a config reads its problem");
        with_judge(problem.clone(), self.folder())
    }
}

impl fmt::Display for ProblemChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The place of the picture of a tile in a run folder.
fn sprite_file(sprite: &Sprite) -> String {
    format!("{SPRITES}/{}.png", sprite.tile)
}

/// The subfolder of a run with the pictures of tiles.
pub const SPRITES: &str = "sprites";

/// The PNG file of a tile, named by a problem file in a folder, and its picture.
pub fn read_sprite(folder: &Path, sprite: &Sprite) -> Result<(Vec<u8>, Picture), EvolutionError> {
    let path = folder.join(&sprite.path);
    let png = FileKind::PICTURE.bytes(&path)?;
    match Picture::from_png(&png) {
        Ok(picture) => Ok((png, picture)),
        Err(error) => Err(EvolutionError::content(path, error)),
    }
}

/// The problem of a config, with its settings, for one piece of work: failures of the external
/// judge are counted from now on.
///
/// # Panics
///
/// If the config is [`Config::default`], which has no problem.
pub fn problem_of(config: &Config) -> Problem {
    let problem = config.problem.judged();
    if config.breeds_scripts() { problem.with_named_parts() } else { problem }
}
