//! What to remove from an overwritten run folder, and the partial files of a stopped program.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use marahel_config::SPRITES;
use marahel_system::FileError;
use marahel_system::files::{entries, failed, remove_parts};

use super::{FILES, SUBFOLDERS};
use marahel_config::EvolutionError;

/// Removes files that a killed program left half-written, including figures.
pub(super) fn remove_all_parts(path: &Path) -> Result<(), FileError> {
    let folders = ["", "figures"].into_iter().chain(SUBFOLDERS).map(|name| path.join(name));
    folders.filter(|folder| folder.is_dir()).try_for_each(|folder| remove_parts(&folder))
}

/// Removes only what an earlier run wrote.
pub(super) fn remove_run(path: &Path) -> Result<(), EvolutionError> {
    remove_all_parts(path)?;
    for file in FILES.map(|name| path.join(name)).iter().filter(|file| file.exists()) {
        fs::remove_file(file).map_err(failed("removing", file))?;
    }
    SUBFOLDERS.iter().try_for_each(|name| remove_others(path, name, |_| false))
}

/// Removes the files of a run from a subfolder, except those with wanted names.
pub(super) fn remove_others(
    path: &Path,
    subfolder: &str,
    is_wanted: impl Fn(&OsStr) -> bool,
) -> Result<(), EvolutionError> {
    let folder = path.join(subfolder);
    if !folder.is_dir() {
        return Ok(());
    }
    for file in entries(&folder)? {
        if is_of_run(subfolder, &file) && !file.file_name().is_some_and(&is_wanted) {
            fs::remove_file(&file).map_err(failed("removing", &file))?;
        }
    }
    Ok(())
}

/// Whether a run writes this file in a subfolder: scripts and levels are named by ids, pictures of
/// tiles by their tiles.
fn is_of_run(subfolder: &str, file: &Path) -> bool {
    let [stem, ending] =
        [file.file_stem(), file.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
    if subfolder == SPRITES {
        return ending == "png";
    }
    let is_id = stem.bytes().all(|byte| byte.is_ascii_digit());
    is_id && ending == if subfolder == "levels" { "png" } else { "json" }
}
