use std::fs;

use tempfile::TempDir;

use super::write_atomically;

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn content_is_new_or_replaced_and_nothing_is_left_beside_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("front.csv");
    for content in ["a longer text", "short", ""] {
        write_atomically(&path, content.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
        assert_eq!(names(&folder), ["front.csv"]);
    }
}

#[test]
fn a_failure_names_the_file_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let inside = folder.path().join("none/front.csv");
    for path in [inside.as_path(), folder.path()] {
        let error = write_atomically(path, b"text").unwrap_err();
        assert_eq!(error.to_string(), format!("writing {}", path.display()));
    }
    assert!(names(&folder).is_empty());
}
