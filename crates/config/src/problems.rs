//! The table of problems, and what a config says of the one that it is about.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use grammar::{Decoder, Grammar};
use level::Picture;
use problem::{Definition, Genome, Problem, ProblemError, Settings, Sprite};
use serde::{Deserialize, Deserializer, Serialize};
use toml::Table;
use toml::de::Error;

use crate::drawings::with_drawings;
use crate::outside::{way_between, with_judge};
use crate::{Config, ExperimentError, files};

/// The problems that configs may name. There is at least one of the first list; a config
/// that names none is about the first. Those of the second list, which may be empty, are
/// known by name as well, but what is done with all problems is done without them:
/// variants for comparisons that would only cost time elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Problems(pub &'static [ProblemKind], pub &'static [ProblemKind]);

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
/// Among the settings of a config a problem is its name or the path of its file; its own
/// settings have a table of its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProblemChoice {
    /// As the config has it: a name, or the path of a file.
    written: String,
    /// What it is, and its settings; missing until somebody looked it up.
    #[serde(skip)]
    found: Option<(Arc<Definition>, Settings)>,
    /// PNG files of its tiles that are drawn as pictures, in the order of the definition.
    #[serde(skip)]
    pictures: Vec<Arc<[u8]>>,
}

/// How the path of a problem file ends, by which it is known from a name.
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

    /// Its file, understood.
    ///
    /// # Panics
    ///
    /// If the file has a mistake, or is about a problem of another name.
    pub fn definition(&self) -> &Arc<Definition> {
        self.definition.get_or_init(|| {
            let definition = Definition::parse(self.text)
                .unwrap_or_else(|error| panic!("the problem {}: {error}", self.name));
            assert_eq!(definition.name(), self.name, "a problem is known by its own name");
            Arc::new(definition)
        })
    }

    /// The problem as its file has it.
    pub fn with_defaults(&self) -> ProblemChoice {
        ProblemChoice::of(self.name, Arc::clone(self.definition()))
    }
}

impl Problems {
    /// The names of the first list, in the order of the table.
    pub fn names(self) -> impl Iterator<Item = &'static str> + Clone {
        self.0.iter().map(|kind| kind.name)
    }

    /// All names as a list.
    pub fn listed(self) -> String {
        let names: Vec<&str> = self.0.iter().chain(self.1).map(|kind| kind.name).collect();
        names.join(", ")
    }

    /// The problem of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn find(self, name: &str) -> Result<&'static ProblemKind, ExperimentError> {
        let found = self.0.iter().chain(self.1).find(|kind| kind.name == name);
        found.ok_or_else(|| ExperimentError::UnknownProblem {
            name: name.to_owned(),
            known: self.listed(),
        })
    }

    /// The problem that a name or the path of a file stands for, as its file has it, with
    /// the pictures of its tiles.
    ///
    /// # Errors
    ///
    /// If there is no such problem, or a file cannot be read or has mistakes.
    pub fn problem(self, written: &str) -> Result<Problem, ExperimentError> {
        ProblemChoice::of(written, self.definition(written)?).with_pictures()?.make(Ok)
    }

    /// All problems of the first list with their default settings.
    pub fn with_defaults(self) -> Vec<Problem> {
        let make = |kind: &ProblemKind| Problem::with_defaults(Arc::clone(kind.definition()));
        self.0.iter().map(make).collect()
    }

    /// The definition that a name or the path of a file stands for.
    ///
    /// # Errors
    ///
    /// If there is no such problem, or the file cannot be read or has mistakes.
    pub fn definition(self, written: &str) -> Result<Arc<Definition>, ExperimentError> {
        if !written.ends_with(ENDING) {
            return Ok(Arc::clone(self.find(written)?.definition()));
        }
        let path = Path::new(written);
        let text = files::read_written(path)?;
        with_drawings(parse(&text, path)?, path).map(Arc::new)
    }
}

/// The definition that the text of a file is.
pub(crate) fn parse(text: &str, path: &Path) -> Result<Definition, ExperimentError> {
    Definition::parse(text).map_err(|source| ExperimentError::ProblemFile {
        path: path.to_owned(),
        source: Box::new(source),
    })
}

/// Whether a problem is named by the path of its file.
pub(crate) fn is_path(written: &str) -> bool {
    written.ends_with(ENDING)
}

/// The settings in a table under the name of a problem, or of an empty table; what
/// they leave out is as the definition has it.
pub(crate) fn settings_of<'de, D: Deserializer<'de, Error = Error>>(
    definition: &Definition,
    table: D,
) -> Result<Settings, Error> {
    struct Named<'d>(&'d Definition);
    impl<'de> serde::de::Visitor<'de> for Named<'_> {
        type Value = Settings;
        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("the settings of a problem under its name")
        }
        fn visit_map<M: serde::de::MapAccess<'de>>(self, mut map: M) -> Result<Settings, M::Error> {
            let mut settings = Settings::of(self.0);
            while map.next_key::<String>()?.is_some() {
                settings = map.next_value_seed(self.0)?;
            }
            Ok(settings)
        }
    }
    table.deserialize_map(Named(definition))
}

impl ProblemChoice {
    /// The problem of a definition, as a config writes it.
    pub(crate) fn of(written: &str, definition: Arc<Definition>) -> Self {
        let settings = Settings::of(&definition);
        let found = Some((definition, settings));
        Self { written: written.to_owned(), found, pictures: Vec::new() }
    }

    /// The same with the settings of a table under its name.
    pub(crate) fn with_settings(mut self, table: Table) -> Result<Self, Error> {
        if let Some((definition, settings)) = &mut self.found {
            *settings = settings_of(definition, table)?;
        }
        Ok(self)
    }

    /// The problem as the config has it: a name, or the path of a file.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Name of the problem.
    pub fn name(&self) -> &str {
        self.found.as_ref().map_or(&self.written, |(definition, _)| definition.name())
    }

    /// Number of objectives that are counts, rather than open-ended.
    pub(crate) fn n_counts(&self) -> usize {
        self.found.as_ref().map_or(0, |(definition, _)| definition.n_counts())
    }

    /// Whether levels are to be like drawn ones.
    pub(crate) fn is_drawn(&self) -> bool {
        let found = self.found.as_ref();
        found.is_some_and(|(definition, _)| !definition.drawings().levels().is_empty())
    }

    /// What a search breeds for the problem.
    pub(crate) fn genome(&self) -> Genome {
        self.found.as_ref().map_or(Genome::Paper, |(definition, _)| definition.genome())
    }

    /// The settings of the problem, complete.
    pub(crate) fn settings(&self) -> Option<&Settings> {
        self.found.as_ref().map(|(_, settings)| settings)
    }

    /// The text of the file that it is, if it is no problem of the table. Where the
    /// program that judges its levels is found from is left out, for that is another
    /// place for each place of the file.
    pub fn file(&self) -> Option<Cow<'_, str>> {
        self.file_of(|_| String::new())
    }

    /// The same for another folder, from which the same program is found.
    pub fn file_for(&self, folder: &Path) -> Option<Cow<'_, str>> {
        self.file_of(|inner| way_between(folder, &self.folder().join(inner)))
    }

    fn file_of(&self, way: impl FnOnce(&str) -> String) -> Option<Cow<'_, str>> {
        let (definition, _) = self.found.as_ref().filter(|_| is_path(&self.written))?;
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

    /// The same with the PNG files that its file names.
    pub(crate) fn with_pictures(mut self) -> Result<Self, ExperimentError> {
        let Some((definition, _)) = &self.found else { return Ok(self) };
        let read = |sprite: &Sprite| read_sprite(self.folder(), sprite).map(|(png, _)| png.into());
        self.pictures = definition.sprites().iter().map(read).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// The PNG files of its tiles: names in a run folder, and contents.
    pub fn pictures(&self) -> impl Iterator<Item = (String, &[u8])> {
        let sprites = self.found.iter().flat_map(|(definition, _)| definition.sprites());
        sprites.map(sprite_file).zip(self.pictures.iter().map(|png| &**png))
    }

    /// Where its file is; a problem of the table has none, and is where one works.
    fn folder(&self) -> &Path {
        let file = Path::new(&self.written);
        file.parent().filter(|_| is_path(&self.written)).unwrap_or(Path::new(""))
    }

    /// The same problem, of a file at another place.
    #[must_use]
    pub fn at(&self, path: &str) -> Self {
        Self { written: path.to_owned(), ..self.clone() }
    }

    /// A problem with the pictures of its tiles.
    fn drawn(&self, problem: Problem) -> Problem {
        let definition = Arc::clone(problem.definition());
        let sprites = definition.sprites().iter().zip(&self.pictures);
        sprites.fold(problem, |problem, (sprite, png)| match Picture::from_png(png) {
            Ok(picture) => problem.with_picture(&sprite.tile, picture),
            // What is no picture was refused when it was read.
            Err(_) => problem,
        })
    }

    /// The problem itself, once it was finished.
    fn make(
        &self,
        finish: impl FnOnce(Problem) -> Result<Problem, ProblemError>,
    ) -> Result<Problem, ExperimentError> {
        let problem = self.name().to_owned();
        let Some((definition, settings)) = &self.found else {
            return Err(ExperimentError::UnknownProblem { name: problem, known: String::new() });
        };
        Problem::new(Arc::clone(definition), settings.clone())
            .and_then(finish)
            .map(|problem| with_judge(self.drawn(problem), self.folder()))
            .map_err(|source| ExperimentError::Problem { problem, source })
    }
}

impl fmt::Display for ProblemChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Where a run folder has the picture of a tile.
fn sprite_file(sprite: &Sprite) -> String {
    format!("{SPRITES}/{}.png", sprite.tile)
}

/// The subfolder of a run that has the pictures of tiles.
pub const SPRITES: &str = "sprites";

/// A PNG file has at most so many bytes.
const N_PICTURE_BYTES_MAX: u64 = 16 << 20;

/// The PNG file of a tile of a problem file in a folder, and the picture that it is.
///
/// # Errors
///
/// If it cannot be read, or is no PNG that a tile could be.
pub fn read_sprite(folder: &Path, sprite: &Sprite) -> Result<(Vec<u8>, Picture), ExperimentError> {
    let path = folder.join(&sprite.path);
    let png = files::read_bytes(&path, N_PICTURE_BYTES_MAX)?;
    match Picture::from_png(&png) {
        Ok(picture) => Ok((png, picture)),
        Err(error) => Err(ExperimentError::content(path, error)),
    }
}

/// The problem of a config, with its settings.
///
/// # Errors
///
/// If its settings make no sense.
pub fn problem_of(config: &Config) -> Result<Problem, ExperimentError> {
    config.problem.make(|mut problem| {
        if !config.size.is_empty() {
            problem = problem.with_sizes(config.size.clone())?;
        }
        if config.dials.is_empty() { Ok(problem) } else { problem.with_dials(&config.dials) }
    })
}

/// The decoder of a config's genomes, for the entities of its problem.
///
/// # Errors
///
/// If the problem lacks the entity `empty`, which the grammar names.
pub fn decoder_of(config: &Config, problem: &Problem) -> Result<Decoder, ExperimentError> {
    if problem.palette().tile("empty").is_none() {
        return Err(ExperimentError::Config {
            place: format!("the problem {}", problem.name()),
            message: "it has no entity `empty`, which the grammar of the paper's genomes names; \
                      set representation = \"free\""
                .to_owned(),
        });
    }
    let entities = problem.initial_weights().iter().map(|(name, _)| name.as_str());
    Ok(Decoder {
        grammar: Grammar::fdg20(entities),
        shape: config.genome,
        layout: config.layout,
        cleanup: config.cleanup,
    })
}
