use std::fmt::Write;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{Analysis, Values};
use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, run_folder, status};

/// The analysis of tables with these texts, or the message of the error.
fn analyze(texts: &[&str], objectives: &[&str]) -> Result<Analysis, String> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let paths: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| write(&folder, &format!("{index}.csv"), text))
        .collect();
    let objectives: Vec<String> = objectives.iter().map(ToString::to_string).collect();
    let message = |error: crate::ReportError| {
        error.to_string().replace(&format!("{}/", folder.path().display()), "")
    };
    Analysis::read(&paths, &objectives, Values::Known).map_err(message)
}

fn write(folder: &TempDir, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the folder can be written to");
    path
}

fn json(analysis: &Analysis) -> Value {
    analysis.json()
}

#[track_caller]
fn check_error(text: &str, objectives: &[&str], expected: &str) {
    let message = analyze(&[text], objectives).expect_err("the table has a mistake");
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_front_is_described() {
    let table = "id,a,b\n1,0.25,1\n2,0.625,0.75\n3,1,0.25\n4,0.2,0.2\n5,0.1,0.1\n";
    let found = &json(&analyze(&[table], &[]).expect("the table is sound"))["fronts"][0];
    assert_eq!(
        (&found["rows"], &found["fronts"], &found["front_size"]),
        (&5.into(), &3.into(), &3.into())
    );
    assert_eq!(found["hypervolume"], 0.625);
    assert_eq!((&found["ideal"]["a"], &found["nadir"]["b"]), (&1.0.into(), &0.25.into()));
    assert_eq!(
        (&found["knee"]["row"], &found["knee"]["objectives"]["b"]),
        (&2.into(), &0.75.into())
    );
    assert_eq!(found["correlations"][0]["spearman"], -1.0);
}

#[test]
fn the_knee_of_a_front_of_scripts_names_its_script() {
    let table = "id,a,b,script\n1,0.25,1,scripts/1.json\n2,0.625,0.75,scripts/2.json\n3,1,0.25,\n";
    let found = analyze(&[table], &[]).expect("the table is sound");
    assert_eq!(json(&found)["fronts"][0]["knee"]["script"], "scripts/2.json");
    let text = found.table();
    assert!(text.contains("knee_script") && text.contains("scripts/2.json"), "{text}");
}

#[test]
fn tables_of_other_spreadsheets_are_read() {
    let tables =
        ["a,b\n0.25,1\n1,0.25\n", "a;b\n0.25;1\n1;0.25\n", "a\tb\r\n0.25\t1\r\n1\t0.25\r\n"];
    // Columns that nobody named are numbered.
    let tables =
        tables.into_iter().chain(["0,1\n0.25,1\n1,0.25\n", "\u{feff}a,b\n0.25,1\n1,0.25\n"]);
    for table in tables {
        let found = &json(&analyze(&[table], &[]).expect("the table is sound"))["fronts"][0];
        assert_eq!(found["hypervolume"], 0.4375, "{table}");
    }
}

#[test]
fn fronts_are_compared_with_what_they_are_together() {
    let one = "a,b\n0.2,0.8\n0.6,0.4\n";
    let other = "a,b\n0.4,0.6\n0.6,0.3\n";
    let found = &json(&analyze(&[one, other], &[]).expect("the tables are sound"))["comparison"];
    assert_eq!(found["merged_size"], 3);
    assert_eq!(
        (&found["fronts"][0]["shared"], &found["fronts"][1]["shared"]),
        (&2.into(), &1.into())
    );
    // The first lacks 0.2 of the second's (0.4, 0.6), in one objective or the other.
    let epsilon = found["fronts"][0]["additive_epsilon"].as_f64().expect("it is a number");
    assert!((epsilon - 0.2).abs() < 1e-12, "{epsilon}");
    let covers = found["fronts"][0]["covers"].as_object().expect("it is an object");
    assert_eq!(covers.values().cloned().collect::<Vec<_>>(), [1.0, 0.5].map(Value::from));
}

#[test]
fn objectives_of_a_run_are_known_by_their_validation() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let paths = [folder.path().to_owned()];
    let read = |values| json(&Analysis::read(&paths, &[], values).expect("the run is sound"));
    let searched = read(Values::Searched);
    assert_eq!(searched["objectives"], serde_json::json!(["regions", "path"]));
    assert_eq!(searched["fronts"][0]["ideal"]["path"], 0.6);
    assert_eq!(searched["fronts"][0]["values"], "searched");
    // Those that were validated lead; those of the search stand beside them.
    let validated = read(Values::Known);
    assert_eq!(validated, read(Values::Validated));
    assert_eq!(validated["fronts"][0]["values"], "validated");
    assert_eq!(validated["fronts"][0]["ideal"]["path"], 0.4);
    assert_eq!(validated["fronts"][0]["front_size"], 2);
    assert_eq!(validated["fronts"][0]["searched"]["ideal"]["path"], 0.6);
    let volume = &searched["fronts"][0]["hypervolume"];
    assert_eq!(validated["fronts"][0]["searched"]["hypervolume"], *volume);
}

/// The front of [`FRONT`] as it was before it was validated.
const UNVALIDATED: &str = "\
id,regions,path,regions_validated,regions_se,path_validated,path_se,playable,still_non_dominated,explorers,genes,script
11,1,0.2,,,,,,true,3,1 2 3,scripts/000011.json
";

#[test]
fn like_is_compared_with_like() {
    let folders = [FRONT, UNVALIDATED].map(|front| run_folder(GENERATIONS, front, POPULATION));
    let paths = folders.each_ref().map(|folder| folder.path().to_owned());
    let both = Analysis::read(&paths, &[], Values::Known).expect("the runs are sound");
    let values = |index: usize| json(&both)["fronts"][index]["values"].clone();
    assert_eq!([values(0), values(1)], ["searched", "searched"].map(Value::from));
    let notes = both.notes();
    let is_told = notes[0].starts_with(&paths[1].display().to_string());
    assert!(notes.len() == 1 && is_told && notes[0].contains("not validated"), "{notes:?}");
    let error = Analysis::read(&paths, &[], Values::Validated).expect_err("one was not validated");
    assert!(error.to_string().contains("evolve validate"), "{error}");
}

#[test]
fn what_became_of_the_runs_is_told() {
    let folders = [100, 1000].map(|n| {
        let folder = run_folder(GENERATIONS, FRONT, POPULATION);
        write(&folder, "run.toml", &status(n == 100, n));
        folder
    });
    let paths = folders.each_ref().map(|folder| folder.path().to_owned());
    let both = Analysis::read(&paths, &[], Values::Known).expect("the runs are sound");
    let notes = both.notes();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].ends_with(": interrupted at generation 3 of 9"), "{notes:?}");
    assert!(notes[1].ends_with("different numbers of levels: 100, 1000"), "{notes:?}");
    let one = Analysis::read(&paths[1..], &[], Values::Known).expect("the run is sound");
    assert_eq!(one.notes(), [""; 0]);
}

#[test]
fn searched_values_stand_beside_validated_ones() {
    let folder = run_folder(GENERATIONS, FRONT, POPULATION);
    let analysis = Analysis::read(&[folder.path().to_owned()], &[], Values::Known);
    let analysis = analysis.expect("the run is sound");
    let text = analysis.table();
    for part in ["values", "validated", "hypervolume_searched", "ideal_searched"] {
        assert!(text.contains(part), "no {part} in:\n{text}");
    }
    let csv = analysis.csv();
    assert!(
        csv.contains("hypervolume,spread,knee_row,knee_script,values,front_size_searched"),
        "{csv}"
    );
    assert!(csv.contains("path_ideal_searched"), "{csv}");
}

#[test]
fn what_is_left_out_is_told() {
    let notes = |table: &str| analyze(&[table], &[]).expect("the table is sound").notes().to_vec();
    assert!(notes("a,b\n0.5,0.25\n").is_empty());
    let text = notes("a,b,note,\"by whom\"\n0.5,0.25,x,me\n0.25,0.5,,me\n");
    assert!(text.len() == 1 && text[0].ends_with("no numbers: note, by whom"), "{text:?}");

    // A front of 101 rows in seven objectives would take too long.
    let row =
        |n: u32| format!("{},{},1,1,1,1,1\n", f64::from(n) / 128.0, f64::from(128 - n) / 128.0);
    let rows: String = (0..101).map(row).collect();
    let long = notes(&format!("a,b,c,d,e,f,g\n{rows}"));
    assert!(long.len() == 1 && long[0].contains("no hypervolume"), "{long:?}");
    let names: Vec<String> = (0..17).map(|index| format!("o{index}")).collect();
    let many = notes(&format!("{}\n1{}\n", names.join(","), ",1".repeat(16)));
    let told = "no hypervolume: it is measured for at most 16 objectives, and there are 17";
    assert!(many.len() == 1 && many[0].ends_with(told), "{many:?}");
}

#[test]
fn the_same_front_twice_has_two_names() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = write(&folder, "front.csv", "a,b\n0.5,0.25\n");
    let both =
        Analysis::read(&[path.clone(), path], &[], Values::Known).expect("the table is sound");
    let found = json(&both);
    let names = [0, 1].map(|index| found["fronts"][index]["front"].clone());
    assert_ne!(names[0], names[1]);
    let covers = found["comparison"]["fronts"][0]["covers"].as_object();
    assert_eq!(covers.map(serde_json::Map::len), Some(2));
}

#[test]
fn objectives_may_be_named() {
    let table = "a,b,c,note\n0.5,0.25,7,x\n";
    check_error(table, &[], "0.csv: line 2, column `c`: expected a number in 0..=1, found `7`");
    let found = json(&analyze(&[table], &["b", " a"]).expect("these two are sound"));
    assert_eq!(found["objectives"], serde_json::json!(["b", "a"]));
    assert_eq!(found["fronts"][0]["hypervolume"], 0.125);
    check_error(table, &["d"], "there is no column `d`; there are `a`, `b`");
}

#[test]
fn what_is_no_front_is_told() {
    check_error("a,b\n", &[], "there are column names, but no row");
    check_error("", &[], "0.csv: the file is empty");
    check_error("a,b\nN/A,0.25\n0.5,0.5\n", &[], "0.csv: line 2, column `a`");
    check_error("0.5,1\n1,0.5\n", &[], "0.csv: the first line has only numbers");
    check_error("1,0\n0,1\n", &[], "0.csv: the first line has only numbers");
    check_error("id,note\n1,x\n", &[], "no column looks like an objective");
    check_error(
        "a,b\n0.5,NaN\n",
        &[],
        "line 2, column `b`: expected a number in 0..=1, found `NaN`",
    );
    check_error("a,b\n0.5,0.5\n0.5,\n", &[], "line 3, column `b`");
    check_error("a,b\n0.5,-0.1\n", &[], "found `-0.1`");
    check_error("a,b\n,0.5\n", &[], "line 2, column `a`");
    check_error("a,b,a\n1,1,1\n", &[], "the objective `a` is listed twice");
    check_error("a,b\n1,1\n", &["b", "b"], "the objective `b` is listed twice");
    check_error("a,b\n0.5\n", &[], "with equally long rows");
    let message = analyze(&["a,b\n1,1\n", "a,c\n1,1\n"], &[]).expect_err("they differ");
    assert!(message.contains("1.csv: there is no column `b`"), "{message}");
}

#[test]
fn spaces_and_parents_are_no_trouble() {
    let table = "parents, a ,b\n7, 0.5,0.25 \n8 9,0.25, 0.125\n";
    let found = json(&analyze(&[table], &[]).expect("the table is sound"));
    assert_eq!(found["objectives"], serde_json::json!(["a", "b"]));
    assert_eq!(found["fronts"][0]["hypervolume"], 0.125);
}

#[test]
fn one_row_is_a_front() {
    let found = &json(&analyze(&["a,b\n0.5,0.5\n"], &[]).expect("the table is sound"))["fronts"][0];
    assert_eq!((&found["hypervolume"], &found["spread"]), (&0.25.into(), &Value::Null));
    assert_eq!(found["correlations"][0]["pearson"], Value::Null);
}

#[test]
fn many_rows_are_no_trouble() {
    let mut table = "a,b,c\n".to_owned();
    for row in 0..100_000_u32 {
        let value = |factor: u32| f64::from(row.wrapping_mul(factor) % 10_007) / 10_007.0;
        writeln!(table, "{},{},{}", value(7919), value(104_729), value(31)).unwrap();
    }
    let found = &json(&analyze(&[&table, &table], &[]).expect("the table is sound"));
    assert_eq!(found["fronts"][0]["rows"], 100_000);
    assert_eq!(found["comparison"]["fronts"][0]["igd_plus"], 0.0);
}

#[test]
fn tables_have_a_line_for_each_front() {
    let analysis =
        analyze(&["a_b,c\n1,0.5\n", "a_b,c\n0.5,1\n"], &[]).expect("the tables are sound");
    let csv = analysis.csv();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.records().flatten().count(), 2, "{csv}");
    assert!(
        csv.starts_with("front,rows,fronts,front_size,hypervolume,spread,knee_row,a_b_ideal"),
        "{csv}"
    );
    let text = analysis.table();
    assert!(text.contains("Against the merged front"), "{text}");
    assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
}
