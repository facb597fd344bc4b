use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;

/// A folder with these files, which are empty.
fn folder(files: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, "").expect("written");
    }
    folder
}

/// What a pattern stands for.
fn found(pattern: &Path) -> Result<Vec<PathBuf>, String> {
    matching(pattern).map_err(|error| error.to_string())
}

/// The library that does the same, but without an end.
#[test]
fn patterns_stand_for_what_they_do_elsewhere() {
    let files = [
        "a.txt",
        "b.txt",
        ".c.txt",
        "a/a.txt",
        "a/b.csv",
        "a/b/a.txt",
        "a/b/b/a.txt",
        "a.b/x.txt",
        "b/[x].txt",
        "b/x.txt",
        "b/b/b/b/x.txt",
    ];
    let folder = folder(&files);
    let patterns = [
        "*",
        "*.txt",
        "**",
        "**/*",
        "**/*.txt",
        "**/a.txt",
        "a/**",
        "a/**/*.txt",
        "**/b/*.txt",
        "**/b/**/x.txt",
        "**/**/x.txt",
        "*/*",
        "[ab].txt",
        "[!a]*",
        "?.txt",
        "a/../*.txt",
        "./a/*",
        "b/[[]x].txt",
        "*/b/../*.txt",
        "none/*",
        "a.txt/*",
        "a.txt",
    ];
    for pattern in patterns {
        let whole = folder.path().join(pattern);
        let other = glob::glob(whole.to_str().expect("it is text")).expect("a pattern");
        let other: IndexSet<_> = other.flatten().filter(|path| path.is_file()).collect();
        assert_eq!(found(&whole), Ok(other.into_iter().collect()), "{pattern}");
    }
    for pattern in ["a**", "***", "["] {
        assert!(found(&folder.path().join(pattern)).is_err(), "{pattern}");
    }
}

#[cfg(unix)]
#[test]
fn circles_of_links_are_not_followed() {
    let folder = folder(&["a/x.txt"]);
    for link in ["a/one", "a/two"] {
        std::os::unix::fs::symlink("..", folder.path().join(link)).expect("a link");
    }
    let at = |path: &str| folder.path().join(path);
    assert_eq!(found(&at("**/*.txt")), Ok(vec![at("a/x.txt")]));
    // One that is named is followed.
    assert_eq!(found(&at("a/one/a/*.txt")), Ok(vec![at("a/one/a/x.txt")]));
}

#[test]
fn so_much_is_looked_at_and_no_more() {
    let folder = folder(&["a", "b/c", "b/d", "b/e/f"]);
    let steps = ["**", "*"].map(|part| Step::of(part).expect("a pattern"));
    for (n_left, is_enough) in [(6, true), (5, false)] {
        let mut walk = Walk { n_left, paths: IndexSet::new() };
        assert_eq!(walk.follow(folder.path().to_owned(), &steps).is_ok(), is_enough, "{n_left}");
    }
}

#[test]
fn a_way_goes_up_and_down() {
    let root = tempfile::tempdir().expect("there is room");
    let [runs, game] = ["runs/one", "games/crypt"].map(|name| root.path().join(name));
    for folder in [&runs, &game] {
        std::fs::create_dir_all(folder).expect("there is room");
    }
    assert_eq!(way_between(&runs, &game), "../../games/crypt");
    assert_eq!(way_between(&runs, root.path()), "../..");
    assert_eq!(way_between(root.path(), &game), "games/crypt");
    assert_eq!(way_between(&game, &game.join("../crypt")), ".");
    let missing = root.path().join("missing");
    assert_eq!(way_between(&runs, &missing), missing.to_string_lossy());
}
