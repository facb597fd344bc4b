use super::*;

#[track_caller]
fn check(names: &[&str], empty: Option<&str>, solid: Option<&[&str]>, expected: (&str, &[&str])) {
    let palette = Palette::of_names(names).expect("the names are distinct");
    let solid: Option<Vec<String>> =
        solid.map(|names| names.iter().map(|&name| name.to_owned()).collect());
    let roles = Roles::of(&palette, empty, solid.as_deref()).expect("the names are there");
    let walkable: Vec<&str> = roles.walkable.iter().map(|tile| palette.name(tile)).collect();
    assert_eq!((palette.name(roles.empty), walkable.as_slice()), expected);
}

#[test]
fn names_say_what_is_empty_and_what_is_in_the_way() {
    check(&["solid", "empty"], None, None, ("empty", &["empty"]));
    check(&["wall", "floor", "door", "key"], None, None, ("floor", &["floor", "key"]));
    check(&["floor", "empty"], None, None, ("empty", &["floor", "empty"]));
    check(&["grass", "tree", "rock"], None, None, ("grass", &["grass", "rock"]));
}

#[test]
fn names_can_be_given() {
    check(&["solid", "empty"], Some("solid"), Some(&["empty"]), ("solid", &["solid"]));
    check(&["solid", "empty"], None, Some(&[]), ("empty", &["solid", "empty"]));
}

#[test]
fn a_name_that_is_not_there_comes_back() {
    let palette = Palette::of_names(&["empty"]).expect("there is a name");
    assert_eq!(Roles::of(&palette, Some("floor"), None), Err("floor".to_owned()));
    let solid = ["empty".to_owned(), "rock".to_owned()];
    assert_eq!(Roles::of(&palette, None, Some(&solid)), Err("rock".to_owned()));
}
