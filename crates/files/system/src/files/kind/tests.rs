use std::fs;

use tempfile::TempDir;

use super::*;

const SMALL: FileKind = FileKind::new("a small file", 5);

#[test]
fn a_file_is_read_up_to_its_limit() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("some");
    for (text, fits) in [("", true), ("12345", true), ("123456", false)] {
        fs::write(&path, text).expect("written");
        for read in [FileKind::text, FileKind::text_given] {
            let read = read(SMALL, &path).map_err(|error| error.to_string());
            let name = path.display();
            let refused = || format!("{name}: a small file has at most 5 bytes; this has more");
            assert_eq!(read, if fits { Ok(text.to_owned()) } else { Err(refused()) });
        }
    }
    fs::write(&path, b"\xff").expect("written");
    assert!(SMALL.bytes(&path).is_ok() && SMALL.text(&path).is_err());
}

#[test]
fn sizes_are_told_in_words() {
    for (n_bytes, text) in [
        (5, "5 bytes"),
        (1 << 10, "1 KiB"),
        ((2 << 20) + 1024, "2 MiB and 1 KiB"),
        (4 << 30, "4 GiB"),
    ] {
        assert_eq!(in_units(n_bytes), text);
    }
}

/// What has no end is read up to the limit where a person named it, and not at all elsewhere.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_for_persons() {
    let endless = Path::new("/dev/zero");
    let told = |error: FileError| error.to_string();
    let refused = SMALL.bytes(endless).map_err(told);
    assert_eq!(refused, Err("/dev/zero: it is a pipe or a device; give a plain file".to_owned()));
    let read = SMALL.bytes_given(endless).map_err(told);
    assert_eq!(read, Err(format!("/dev/zero: {}", SMALL.too_long())));
    assert_eq!(SMALL.bytes_given(Path::new("/dev/null")).map_err(told), Ok(Vec::new()));
    let folder = TempDir::new().expect("a folder");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(endless, &link).expect("a link");
    assert!(SMALL.bytes(&link).is_err() && check_plain(&link).is_err());
    assert!(check_plain(&folder.path().join("none")).is_ok());
}
