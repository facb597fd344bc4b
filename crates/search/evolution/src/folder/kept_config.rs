//! The config in a run folder, with the files that it refers to: writing and reading.

use std::fs;
use std::path::{Path, PathBuf};

use marahel_config::SPRITES;
use marahel_system::files::{self, failed, write_atomically, write_durably};

use super::{CONFIG, FROM, PROBLEM};
use marahel_config::{Config, EvolutionError, Options, Problems, Setup};

/// Writes the config and the files that it refers to into the folder. All but the problem file and
/// its pictures are synced to disk.
pub fn write_config(path: &Path, config: &Config) -> Result<(), EvolutionError> {
    let mut config = config.clone();
    if let Some(text) = config.problem.file_for(path) {
        write_atomically(&path.join(PROBLEM), text.as_bytes())?;
        for (name, png) in config.problem.pictures() {
            let file = path.join(name);
            let folder = path.join(SPRITES);
            fs::create_dir_all(&folder).map_err(failed("making the folder", &folder))?;
            write_atomically(&file, png)?;
        }
        config.problem = config.problem.at(PROBLEM);
    }
    for (index, text) in config.from_texts.iter().enumerate() {
        let folder = path.join(FROM);
        fs::create_dir_all(&folder).map_err(failed("making the folder", &folder))?;
        let file = format!("{FROM}/{index:03}.json");
        write_durably(&path.join(&file), text.as_bytes(), || Ok(()))?;
        config.from[index] = PathBuf::from(file);
    }
    write_durably(&path.join(CONFIG), config.to_toml().as_bytes(), || Ok(()))?;
    Ok(())
}

pub fn config_of_run(problems: Problems, folder: &Path) -> Result<Config, EvolutionError> {
    setup_of_run(problems, folder, &Options::default()).map(|setup| setup.config)
}

/// The setup from the config of a run folder. The options override it.
pub fn setup_of_run(
    problems: Problems,
    folder: &Path,
    options: &Options,
) -> Result<Setup, EvolutionError> {
    let file = folder.join(CONFIG);
    if !file.exists() {
        let message = "there is no config.toml; this is no run folder";
        return Err(EvolutionError::content(folder, message));
    }
    // A config written by hand may omit everything; a truncated one would be another config.
    let text = files::read(&file)?;
    let table = text.parse::<toml::Table>();
    if table.is_ok_and(|table| !table.contains_key("problem")) {
        let message = "it names no `problem`, which each run writes there: it is damaged, or that \
                       of no run; put a copy of it back";
        return Err(EvolutionError::content(file, message));
    }
    Setup::of_text(problems, &text, &file, options)
}
