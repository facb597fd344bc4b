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

#[test]
fn a_file_that_looks_temporary_is_kept() {
    let folder = TempDir::new().unwrap();
    for name in [".0.part", "front.csv.part"] {
        fs::write(folder.path().join(name), "mine").unwrap();
    }
    write_atomically(&folder.path().join("front.csv"), b"text").unwrap();
    assert_eq!(names(&folder), [".0.part", "front.csv", "front.csv.part"]);
    assert_eq!(fs::read_to_string(folder.path().join(".0.part")).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = TempDir::new().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    symlink("file", &link).unwrap();
    for content in ["new", "replaced"] {
        write_atomically(&link, content.as_bytes()).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
        assert_eq!(names(&folder), ["file", "link"]);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    }
    write_atomically(&file, b"text").unwrap();
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    // New files have the permissions that all new files have.
    let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
    write_atomically(&ours, b"").unwrap();
    fs::write(&usual, "").unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&usual));
}
