use proptest::prelude::*;

use super::*;
use crate::tests::testing::{levels, zelda};

/// A file in version 1.0, as numpy writes it.
fn array(descr: &str, order: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let header =
        format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}      \n");
    let n_header = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", n_header.as_slice(), header.as_bytes(), numbers].concat()
}

fn stack(levels: &[Level]) -> Result<Vec<u8>, LevelError> {
    let mut stack = NpyStack::new(levels.len() as u64);
    let parts = levels.iter().map(|level| stack.part(level));
    Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
}

#[track_caller]
fn check(descr: &str, numbers: &[u8]) {
    let file = array(descr, "False", "(1, 2)", numbers);
    let levels = read_npy(&file, |_| Ok(zelda().into())).expect("it is an array");
    let texts: Vec<_> = levels.iter().map(Level::to_text).collect();
    assert_eq!(texts, ["#d\n"], "{descr}");
}

#[track_caller]
fn check_error(file: &[u8], expected: &str) {
    let error = read_npy(file, |_| Ok(zelda().into())).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

/// Shape and numbers of an array, read independently of the code under test.
#[track_caller]
fn read(file: &[u8]) -> (Vec<usize>, Vec<i8>) {
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let n_text = usize::from(file[8]) + 256 * usize::from(file[9]);
    assert_eq!((10 + n_text) % 64, 0, "numbers are aligned");
    let text = std::str::from_utf8(&file[10..10 + n_text]).expect("the header is ASCII");
    assert!(text.ends_with('\n') && text.trim_end().ends_with('}'));
    let value = |key: &str| {
        let (_, rest) = text.split_once(&format!("'{key}': ")).expect("the key is there");
        rest.to_owned()
    };
    assert!(value("descr").starts_with("'|i1'"));
    assert!(value("fortran_order").starts_with("False"));
    let shape = value("shape");
    let shape = shape.strip_prefix('(').and_then(|shape| shape.split_once(')')).expect("a tuple").0;
    let shape = shape.split(", ").map(|side| side.parse().expect("a number")).collect();
    (shape, file[10 + n_text..].iter().map(|&byte| byte as i8).collect())
}

#[test]
fn one_level_has_two_sides() {
    let level = Level::from_text("#.@\n?d.\n", zelda()).expect("it is a level");
    assert_eq!(read(&level.to_npy()), (vec![2, 3], vec![1, 0, 2, -1, 5, 0]));
}

#[test]
fn levels_that_cannot_be_stacked_are_refused() {
    let level = |text| Level::from_text(text, zelda()).expect("it is a level");
    let error = stack(&[level("..\n"), level("..\n"), level(".\n.\n")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "level 3 is 1 x 2 tiles large, but level 1 is 2 x 1; write each to a file of its own"
    );
}

#[test]
fn whole_numbers_of_every_type_are_read() {
    for descr in ["'|i1'", "'|u1'", "\"|u1\""] {
        check(descr, &[1, 5]);
    }
    for kind in ["i", "u"] {
        for n_bytes in [2, 4, 8] {
            let zeros = vec![0; n_bytes - 1];
            let little = [&[1], zeros.as_slice(), &[5], &zeros].concat();
            check(&format!("'<{kind}{n_bytes}'"), &little);
            let big = [zeros.as_slice(), &[1], &zeros, &[5]].concat();
            check(&format!("'>{kind}{n_bytes}'"), &big);
        }
    }
    let file = array("'<i8'", "False", "(1, 1)", &[0xff; 8]);
    assert_eq!(
        read_npy(&file, |_| Ok(zelda().into())).expect("it is an array")[0].to_text(),
        "?\n"
    );
    check_error(
        &array("'<u8'", "False", "(1, 1)", &[0xff; 8]),
        "row 1, column 1: `18446744073709551615` is no tile; expected 0 to 5, or -1 for unknown",
    );
}

#[test]
fn either_order_and_one_level_or_several() {
    let texts = |order: &str, shape: &str| -> Vec<String> {
        let file = array("'|i1'", order, shape, &[0, 1, 2, 3, 4, 5]);
        let levels = read_npy(&file, |_| Ok(zelda().into())).expect("it is an array");
        levels.iter().map(Level::to_text).collect()
    };
    assert_eq!(texts("False", "(2, 3)"), [".#@\nekd\n"]);
    assert_eq!(texts("True", "(2, 3)"), [".@k\n#ed\n"]);
    assert_eq!(texts("False", "(2, 1, 3)"), [".#@\n", "ekd\n"]);
    assert_eq!(texts("True", "(2,1,3)"), [".@k\n", "#ed\n"]);
}

#[test]
fn headers_of_later_versions_are_longer() {
    let file = array("'|i1'", "False", "(1, 2)", &[1, 5]);
    for version in [2, 3] {
        let mut file = file.clone();
        file[6] = version;
        file.splice(10..10, [0, 0]);
        let levels = read_npy(&file, |_| Ok(zelda().into())).expect("it is an array");
        assert_eq!(levels[0].to_text(), "#d\n");
    }
}

#[test]
fn what_is_no_array_of_levels_says_why() {
    check_error(b"", "not an array of numpy; save one by numpy.save");
    check_error(b"PK\x03\x04", "an .npz file has several arrays; save one of them by numpy.save");
    let header = "the header does not describe an array; save it again by numpy.save";
    check_error(b"\x93NUMPY\x01\x00\xff\xff{}", header);
    check_error(b"\x93NUMPY\x09\x00\x00\x00", header);
    check_error(&array("'|i1'", "0", "(1, 1)", &[0]), header);
    check_error(&array("'|i1'", "False", "(1, -1)", &[0]), header);
    for (descr, name) in [
        ("'<f8'", "`<f8`"),
        ("'|b1'", "`|b1`"),
        ("'|O'", "`|O`"),
        ("[('x', '<i4')]", "structured"),
        ("'<i3'", "`<i3`"),
        ("''", "``"),
    ] {
        check_error(
            &array(descr, "False", "(1, 1)", &[0]),
            &format!(
                "the array is of type {name}; save whole numbers, as by \
                 numpy.save(file, array.astype('int8'))"
            ),
        );
    }
    for (shape, n) in [("()", 0), ("(6,)", 1), ("(1, 1, 2, 3)", 4)] {
        check_error(
            &array("'|i1'", "False", shape, &[0; 6]),
            &format!(
                "the array has {n} dimensions; a level has 2 (height, width), several of one size \
                 have 3 (levels, height, width)"
            ),
        );
    }
    let large = "there are more than 16777216 tiles; split the level into smaller ones";
    check_error(&array("'|i1'", "False", "(4096, 4097)", &[]), large);
    check_error(&array("'|i1'", "False", "(18446744073709551615, 2)", &[]), large);
    let many = "there are more than 1048576 levels; put fewer into a file";
    check_error(&array("'<i8'", "False", "(18446744073709551615, 2, 2)", &[]), many);
    let length = "the array should have 6 bytes of numbers, but the file has";
    check_error(&array("'|i1'", "False", "(2, 3)", &[0; 5]), &format!("{length} 5"));
    check_error(&array("'|i1'", "False", "(1, 2, 3)", &[0; 7]), &format!("{length} 7"));
    let empty = "there are no tiles; a level has at least one row of at least one tile";
    check_error(&array("'|i1'", "False", "(1, 0)", &[]), empty);
    check_error(
        &array("'|i1'", "False", "(0, 1, 1)", &[]),
        "there are no levels; at least one is needed",
    );
}

proptest! {
    #[test]
    fn arrays_hold_all_tiles_and_are_read_back(level in levels(), n in 1_usize..4) {
        let (one, several) = (level.to_npy(), vec![level.clone(); n]);
        let stacked = stack(&several).expect("they are equal");
        let numbers: Vec<i8> = level.indices().concat();
        let (height, width) = (level.height(), level.width());
        prop_assert_eq!(read(&one), (vec![height, width], numbers.clone()));
        prop_assert_eq!(read(&stacked), (vec![n, height, width], numbers.repeat(n)));
        let read = |file: &[u8]| read_npy(file, |_| Ok(level.palette().clone().into())).expect("it is an array");
        prop_assert_eq!(&read(&one), std::slice::from_ref(&level));
        prop_assert_eq!(read(&stacked), several);
    }

    #[test]
    fn any_bytes_are_levels_or_an_error(
        descr in "'[<>|=]?[iufbO][0-9]{0,2}'|'[^\\pC]{0,4}|[^\\pC]{0,4}",
        order in "True|False|.{0,4}",
        shape in "\\(([0-9]{0,20}, ?){0,4}\\)?|\\([0-3], [0-3]\\)",
        numbers in proptest::collection::vec(-1_i8..6, 0..9),
        cut in 0_usize..200,
        byte: u8,
    ) {
        let numbers: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
        let mut file = array(&descr, &order, &shape, &numbers);
        let _ = read_npy(&file, |_| Ok(zelda().into()));
        if let Some(changed) = file.get_mut(cut) {
            *changed = byte;
        }
        let _ = read_npy(&file, |_| Ok(zelda().into()));
        file.truncate(cut);
        let _ = read_npy(&file, |_| Ok(zelda().into()));
    }
}
