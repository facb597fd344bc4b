use super::*;

#[track_caller]
fn check_scripts(paths: &[&str], expected: &[&str]) {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    assert_eq!(of_scripts(&paths), expected);
}

#[test]
fn scripts_have_as_many_folders_as_it_takes() {
    check_scripts(&["a/b/one.json", "a/c/two.json"], &["one", "two"]);
    check_scripts(&["a/b/one.json", "a/c/one.json"], &["b/one", "c/one"]);
    check_scripts(&["-"], &["standard input"]);
}

#[test]
fn what_folders_do_not_tell_apart_is_numbered() {
    check_scripts(&["a.json", "a.json"], &["a", "a_2"]);
    check_scripts(&["a.json", "a.json5", "A.json"], &["a", "a_2", "A_3"]);
    check_scripts(&["x/a.json", "x/a.json", "b.json"], &["a", "a_2", "b"]);
    check_scripts(&["x/a.json", "x/a.json", "y/a.json"], &["x/a", "x/a_2", "y/a"]);
    check_scripts(&["-", "-"], &["standard input", "standard input_2"]);
}

#[test]
fn numbers_that_are_names_are_left_alone() {
    check_scripts(&["a.json", "a.json", "a_2.json"], &["a", "a_3", "a_2"]);
    check_scripts(&["a.json", "a.json", "a.json"], &["a", "a_2", "a_3"]);
}

#[track_caller]
fn check_files(names: &[&str], expected: &[&str]) {
    assert_eq!(of_files(names.iter().copied()), expected);
}

#[test]
fn files_are_plain_and_distinct() {
    check_files(&["a b", "a_b", "a/b"], &["a_b", "a_b_2", "a_b_3"]);
    check_files(&["Cave", "cave"], &["Cave", "cave_2"]);
    check_files(&["höhle", "x"], &["höhle", "x"]);
}
