//! Commands that can be pasted as printed.

use std::borrow::Cow;
use std::env;
use std::ffi::OsStr;
use std::path::Path;

/// The command for one of our programs, `evolve` or `marahel`, from the current folder.
pub(super) fn program(name: &str) -> String {
    let running = env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let here = env::current_dir().ok().and_then(|path| path.canonicalize().ok());
    let (Some(running), Some(here)) = (running, here) else { return name.to_owned() };
    let path = env::var_os("PATH").unwrap_or_default();
    program_beside(&running, &here, &path, name)
}

/// The command for a program beside the `running` one: its name if shells find it, else its path
/// from `here`. `cargo run` builds only one program, so a missing one is called through `cargo
/// run`.
fn program_beside(running: &Path, here: &Path, path: &OsStr, name: &str) -> String {
    let Some(folder) = running.parent() else { return name.to_owned() };
    if env::split_paths(path).any(|place| place.canonicalize().is_ok_and(|place| place == folder)) {
        return name.to_owned();
    }
    let program = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if !program.exists() {
        let is_release = folder.file_name().is_some_and(|profile| profile == "release");
        let profile = if is_release { " --release" } else { "" };
        return format!("cargo run{profile} --bin {name} --");
    }
    let program = match program.strip_prefix(here) {
        // Shells look for a bare name elsewhere.
        Ok(inside) if inside.components().count() == 1 => Path::new(".").join(inside),
        Ok(inside) => inside.to_owned(),
        Err(_) => program,
    };
    quoted(&program).into_owned()
}

fn is_plain(letter: char) -> bool {
    let is_separator = cfg!(windows) && letter == '\\';
    letter.is_alphanumeric() || "/._-+=:,@%".contains(letter) || is_separator
}

/// A path as a word of a command, quoted if a shell needs that.
pub(super) fn quoted(path: &Path) -> Cow<'_, str> {
    let text = path.to_string_lossy();
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        text
    } else if cfg!(windows) {
        format!("\"{text}\"").into()
    } else if text.starts_with('-') {
        // Quotes would still leave an option.
        format!("'./{}'", text.replace('\'', r"'\''")).into()
    } else {
        format!("'{}'", text.replace('\'', r"'\''")).into()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{program_beside, quoted};

    #[test]
    fn paths_are_quoted_where_a_shell_needs_it() {
        let quoted = |text: &str| quoted(Path::new(text)).into_owned();
        assert_eq!(quoted("results/runs/zelda-seed1"), "results/runs/zelda-seed1");
        if cfg!(unix) {
            assert_eq!(quoted("my run/best.json"), "'my run/best.json'");
            assert_eq!(quoted("it's"), r"'it'\''s'");
            assert_eq!(quoted("a;b"), "'a;b'");
            assert_eq!(quoted("-run"), "'./-run'");
        }
    }

    #[test]
    fn a_program_is_called_as_it_can_be_typed() {
        let root = tempfile::tempdir().expect("there is room for a folder");
        let root = root.path().canonicalize().expect("it is there");
        let folder = root.join("target/release");
        fs::create_dir_all(&folder).expect("a new folder");
        let running = folder.join("evolve");
        let file = |name: &str| format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let call =
            |here: &Path, path: &Path| program_beside(&running, here, path.as_os_str(), "marahel");
        assert_eq!(call(&root, &root), "cargo run --release --bin marahel --");
        fs::write(folder.join(file("marahel")), "").expect("a new file");
        let from_root = Path::new("target/release").join(file("marahel"));
        assert_eq!(call(&root, &root), from_root.display().to_string());
        let from_beside = Path::new(".").join(file("marahel"));
        assert_eq!(call(&folder, &root), from_beside.display().to_string());
        assert_eq!(
            call(Path::new("/nowhere"), &root),
            folder.join(file("marahel")).display().to_string()
        );
        assert_eq!(call(&root, &folder), "marahel", "shells find it");
    }
}
