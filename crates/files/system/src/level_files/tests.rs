use std::fs;

use marahel_formats::Hints;
use tempfile::TempDir;

use super::{Folder, holding, levels_of_bytes};

/// A map whose one tile is of a tileset in another file.
const MAP: &str = r#"<map width="2" height="1"><tileset firstgid="1" source="SOURCE"/>
    <layer name="l" width="2" height="1"><data encoding="csv">1,2</data></layer></map>"#;

const TILESET: &str = r#"<tileset><tile id="0" type="wall"/><tile id="1" type="floor"/></tileset>"#;

#[test]
fn files_that_maps_name_are_read_from_their_folder_alone() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("maps/tiles")).expect("a folder");
    fs::write(at("maps/tiles/a.tsx"), TILESET).expect("written");
    fs::write(at("a.tsx"), TILESET).expect("written");
    let read = |source: &str, root: Option<&str>| {
        let root = root.map(at);
        let folder = Folder::of(&at("maps/m.tmx"), root.as_deref());
        let map = MAP.replace("SOURCE", source);
        let reading =
            levels_of_bytes(&at("maps/m.tmx"), map.as_bytes(), &Hints::default(), &folder);
        reading.map(|reading| reading.levels[0].level.to_text()).map_err(|error| error.to_string())
    };
    assert_eq!(read("tiles/a.tsx", None).as_deref(), Ok("#.\n"));
    assert_eq!(read("tiles/../tiles/./a.tsx", None).as_deref(), Ok("#.\n"));
    // What lies elsewhere is not read, whether it is there or not; its tiles get names.
    let made_up = read("../a.tsx", None);
    assert_eq!(made_up.as_deref(), Ok("ti\n"));
    assert_eq!(read("../none.tsx", None), made_up);
    assert_eq!(read(&at("a.tsx").display().to_string(), None), made_up);
    assert_eq!(read("../a.tsx", Some("")).as_deref(), Ok("#.\n"));
    assert_eq!(read("../a.tsx", Some("maps/tiles")), made_up);
    for source in ["none.tsx", "tiles/a.tsx/b.tsx"] {
        let error = read(source, None).unwrap_err();
        assert!(error.contains(&format!("{source}, which is not there")), "{error}");
    }
    assert!(read("tiles", None).unwrap_err().contains("which is no file"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(at("a.tsx"), at("maps/link.tsx")).expect("a link");
        assert_eq!(read("link.tsx", None), made_up);
    }
}

#[test]
fn the_folder_to_permit_is_named_as_the_file_was() {
    for (written, folder, file, expected) in [
        ("sib/tilesets", "/w/sib/tilesets", "/w/sib/art/x.png", "sib"),
        ("tilesets", "/w/sib/tilesets", "/w/sib/art/x.png", "."),
        (".", "/w/sib", "/w/art/x.png", ".."),
        ("./a/b", "/w/a/b", "/w/x.png", "."),
        ("../m", "/w/m", "/w/art/x.png", ".."),
        ("m", "/w/m", "/art/x.png", "/art"),
    ] {
        assert_eq!(holding(written.as_ref(), folder.as_ref(), file.as_ref()), expected);
    }
}
