//! Writing levels into copies of an existing map or project.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use marahel_formats::{Format, Hints, NamedLevel, Written};
use marahel_level::Level;
use marahel_system::Folder;
use marahel_system::files::FileKind;

use super::maps::{canonical, relative};
use super::out::{Destination, Files, make_parent};
use super::save::collected;
use crate::terminal::levels::explained;
use crate::terminal::{Usage, input, note};

/// Writes levels into copies of `map`: each into its own copy in a folder, or else one level into a
/// map, or all levels into a project.
pub(super) fn save(
    map: &Path,
    options: &IntoMap<'_>,
    place: Destination<'_>,
    files: &Files,
    n_levels: u64,
    mut levels: impl Iterator<Item = anyhow::Result<NamedLevel>>,
) -> anyhow::Result<()> {
    let format = Format::of(map).map_err(|what| Usage(format!("{}: {what}", map.display())))?;
    let ending = map.extension().unwrap_or_default().to_string_lossy().into_owned();
    if n_levels > 1 && format.hosts_one() && !matches!(place, Destination::Folder(_)) {
        let title = format.title;
        return Err(Usage(format!(
            "{title} holds one level; name a folder for several, such as --out maps/"
        ))
        .into());
    }
    if let Some(file) = place.file()
        && Format::of(file) != Ok(format)
    {
        let message = format!("a copy of {} should end in .{ending}, too", map.display());
        return Err(Usage(message).into());
    }
    let bytes = input::bytes(map, FileKind::LEVELS)?;
    let mut host = Host { map, bytes, format, options, notes: BTreeSet::new() };
    match place {
        Destination::Folder(folder) => levels.try_for_each(|named| {
            let named = named?;
            let file = folder.join(format!("{}.{ending}", named.name));
            let copy = host.with(&[(&named.name, &named.level)], Some(&file))?;
            files.write(&file, copy.as_bytes())
        }),
        Destination::File(_) | Destination::Output => {
            let levels = collected(levels)?;
            let levels: Vec<(&str, &Level)> =
                levels.iter().map(|named| (named.name.as_str(), &named.level)).collect();
            let copy = host.with(&levels, place.file())?;
            match place.file() {
                Some(file) => files.write(file, copy.as_bytes()),
                None => Ok(io::stdout().write_all(copy.as_bytes())?),
            }
        }
    }
}

struct Host<'a> {
    map: &'a Path,
    bytes: Vec<u8>,
    format: &'static Format,
    options: &'a IntoMap<'a>,
    /// Notes that were told, because each copy has the same ones.
    notes: BTreeSet<String>,
}

pub(super) struct IntoMap<'a> {
    pub(super) hints: Hints,
    /// The folder from which the map may name files, if not its own.
    pub(super) folder: Option<&'a Path>,
}

impl Host<'_> {
    fn with(&mut self, levels: &[(&str, &Level)], file: Option<&Path>) -> anyhow::Result<String> {
        let way = file.map(|file| self.way_from(file)).transpose()?.flatten();
        let beside = Folder::of(self.map, self.options.folder);
        let copy = marahel_formats::write_into(
            &self.bytes,
            self.format,
            &self.options.hints,
            &beside,
            levels,
            &|path| match &way {
                Some(way) if is_relative(path) => format!("{way}/{path}"),
                _ => path.to_owned(),
            },
        );
        let Written { text, notes } =
            copy.map_err(explained).with_context(|| input::name(self.map))?;
        for line in notes {
            if !self.notes.contains(&line) {
                note(format_args!("note: {}: {line}", input::name(self.map)));
                self.notes.insert(line);
            }
        }
        Ok(text)
    }

    /// The relative path from the folder of a new file to that of the map, unless they are the
    /// same.
    fn way_from(&self, file: &Path) -> anyhow::Result<Option<String>> {
        make_parent(file)?;
        let (from, to) = (folder_of(file)?, folder_of(self.map)?);
        let way = relative(&from, &to);
        // Maps move between systems: use `/` everywhere.
        let way = way.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        Ok((from != to).then_some(way))
    }
}

fn folder_of(file: &Path) -> anyhow::Result<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    canonical(folder.unwrap_or(Path::new(".")))
}

/// Whether a path in a map depends on the place of the map.
fn is_relative(path: &str) -> bool {
    !path.is_empty() && !path.starts_with(['/', '\\', ':']) && !path.contains(':')
}
