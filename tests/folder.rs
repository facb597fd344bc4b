//! Reading run folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A table of a run folder.
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    #[track_caller]
    pub(crate) fn read(path: &Path) -> Self {
        let mut reader = csv::Reader::from_path(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let columns = reader.headers().expect("there is a header");
        let columns = columns.iter().map(str::to_owned).collect();
        let rows = reader.records().map(|record| {
            record.expect("rows are equally long").iter().map(str::to_owned).collect()
        });
        Self { columns, rows: rows.collect() }
    }

    /// The fields of a column.
    #[track_caller]
    pub(crate) fn texts(&self, column: &str) -> Vec<&str> {
        let found = self.columns.iter().position(|name| name == column);
        let index = found.unwrap_or_else(|| panic!("no column {column} in {:?}", self.columns));
        self.rows.iter().map(|row| row[index].as_str()).collect()
    }

    /// The numbers of a column.
    #[track_caller]
    pub(crate) fn numbers(&self, column: &str) -> Vec<f64> {
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{column}: `{text}`"));
        self.texts(column).into_iter().map(number).collect()
    }

    /// Demands numbers in 0..=1.
    #[track_caller]
    pub(crate) fn check_scores(&self, column: &str) {
        for value in self.numbers(column) {
            assert!((0.0..=1.0).contains(&value), "{column}: {value}");
        }
    }
}

/// All files of a folder by their paths within it.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    collect(folder, "", &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("it is a folder") {
        let entry = entry.expect("it can be listed");
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("names are UTF-8"));
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, fs::read(entry.path()).expect("it can be read"));
        }
    }
}

/// Demands that two run folders hold the same bytes, timings aside.
#[track_caller]
pub(crate) fn check_equal(one: &Path, other: &Path) {
    let [one, other] = [one, other].map(|folder| {
        let mut files = files(folder);
        assert!(files.remove("timings.csv").is_some(), "{}", folder.display());
        files
    });
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for (name, content) in &one {
        assert!(other[name] == *content, "{name} differs");
    }
}
