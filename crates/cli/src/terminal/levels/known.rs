//! What the tiles of levels are, as far as their files do not say it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use level::{Level, LevelError, Palette};

use serde_json::Value;

use super::Found;
use crate::terminal::Usage;
use crate::terminal::scripts::read_script;

/// What to do where nothing says it.
const NAME_THEM: &str = "name the entities, in order, by --entities, or the script that made the \
    levels by --script";

/// Entities by their names.
#[derive(Debug, clap::Args)]
pub(crate) struct EntityArgs {
    /// Names of the entities, in order, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    entities: Vec<String>,
    /// Take the entities of this Marahel script.
    #[arg(long, value_name = "FILE", conflicts_with = "entities")]
    pub(crate) script: Option<PathBuf>,
}

impl EntityArgs {
    /// The entities that the command line names, if it does.
    pub(crate) fn palette(&self) -> anyhow::Result<Option<Arc<Palette>>> {
        let names = match &self.script {
            Some(script) => read_script(script)?.entities,
            None if self.entities.is_empty() => return Ok(None),
            None => self.entities.clone(),
        };
        let palette = Palette::of_names(&names).map_err(|error| Usage(error.to_string()));
        Ok(Some(Arc::new(palette.context("the entities make no palette")?)))
    }
}

/// What is known of tiles beside what their files say.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The entities that the command line names. What a file names itself is
    /// matched with them by name.
    pub(crate) named: Option<Arc<Palette>>,
    /// Whether what a file names itself stays as it is instead.
    pub(crate) keeps_names: bool,
    /// The entities in which all levels are expressed, by name, if any.
    /// Characters are theirs where neither the command line nor a file names any.
    pub(crate) target: Option<Arc<Palette>>,
}

impl Known {
    /// What indices mean in a file that does not say it. Each script has an
    /// order of its own, so that no order is taken for granted.
    pub(super) fn of_indices(&self) -> anyhow::Result<Arc<Palette>> {
        self.named.clone().ok_or_else(nameless)
    }

    /// What characters mean in a file that does not say it.
    pub(super) fn of_characters(&self) -> anyhow::Result<Arc<Palette>> {
        self.named.clone().or_else(|| self.target.clone()).ok_or_else(nameless)
    }

    /// What `read` makes of a file that may name its entities, given a palette to match them with.
    pub(super) fn read<T>(
        &self,
        read: impl Fn(Option<Arc<Palette>>) -> Result<T, LevelError>,
    ) -> Result<T, LevelError> {
        match if self.keeps_names { read(None) } else { Err(LevelError::NoPalette) } {
            Err(LevelError::NoPalette | LevelError::External(_)) => read(self.named.clone()),
            found => found,
        }
    }

    /// A level that was read, with the entities that all should have.
    pub(super) fn found(&self, level: Level, id: Option<Value>) -> anyhow::Result<Found> {
        Ok(Found { level: level.in_palette(self.target.clone())?, id })
    }
}

/// Nothing says what the tiles are.
pub(super) fn nameless() -> anyhow::Error {
    Usage(format!("nothing says which entities the tiles are; {NAME_THEM}")).into()
}

/// A character says it, but not for sure.
pub(super) fn doubtful(character: char, one: &str, other: &str) -> anyhow::Error {
    let message = format!(
        "`{character}` may be {one} or {other}, which depends on what other entities there are; \
         {NAME_THEM}"
    );
    Usage(message).into()
}
