//! Lists the scripts of `configs/generators`, which the page shows as its gallery.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// Folders of the gallery, in the order of the page. Those of worlds are parts, not generators.
const FOLDERS: [&str; 5] = ["gallery", "dials", "evolved", "fdg20", "aiide17"];

fn main() -> io::Result<()> {
    let root = Path::new("../../configs/generators");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    for folder in FOLDERS {
        let mut files: Vec<_> = fs::read_dir(root.join(folder))?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
        files.sort();
        for path in files {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{folder}/{name}");
            let path = fs::canonicalize(&path)?.display().to_string();
            writeln!(list, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
        }
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("gallery.rs"), list)
}
