use std::path::PathBuf;

use marahel_papers::fdg20::BUILT_IN;
use tempfile::TempDir;

use super::{Atlas, AtlasEntry, combinations, ranges};
use crate::ControlValues;
use crate::judging::sample::Sample;
use marahel_config::problem_of;

/// An atlas of the binary problem with entries whose levels have these paths.
fn atlas(entries: &[(&[f64], f64)]) -> Atlas {
    let problem = problem_of(&crate::tests::config(&[]));
    let entry = |&(paths, worth): &(&[f64], f64)| {
        let mut controls = ControlValues::new(1);
        for &path in paths {
            controls.add(&[path]);
        }
        AtlasEntry {
            run: PathBuf::new(),
            file: PathBuf::new(),
            script: "{}".to_owned(),
            structure: format!("of {}", paths.len()),
            means: controls.means(),
            controls,
            sample: Sample::new(&problem),
            worth,
        }
    };
    Atlas {
        problem: "binary".to_owned(),
        controls: problem.controls().to_vec(),
        entries: entries.iter().map(entry).collect(),
        n_archived: entries.len(),
    }
}

#[test]
fn the_script_that_hits_most_often_fits_best_and_then_the_one_that_is_worth_most() {
    let atlas = atlas(&[(&[40.0, 60.0], 2.0), (&[41.0, 42.0], 1.0), (&[38.0, 38.0], 1.5)]);
    assert_eq!(atlas.best_for(&[Some(40.0)]), Some((2, 1.0)));
    assert_eq!(atlas.best_for(&[Some(60.0)]), Some((0, 0.5)));
    assert_eq!(atlas.best_for(&[None]), Some((0, 1.0)));
    assert_eq!(self::atlas(&[]).best_for(&[None]), None);
}

#[test]
fn a_cell_has_a_script_whose_mean_is_near() {
    let atlas = atlas(&[(&[40.0, 60.0], 2.0), (&[41.0, 42.0], 1.0)]);
    let cells = atlas.cells();
    assert_eq!(cells.len(), 9);
    assert_eq!((&cells[0].ranges, &cells[0].centre), (&vec![(35, 41)], &vec![38.0]));
    let entries: Vec<_> = cells.iter().map(|cell| cell.entry).collect();
    // The first is near 50 only on average; none of its levels is.
    assert_eq!(entries[..4], [Some(1), Some(1), None, None]);
    assert!(entries[4..].iter().all(Option::is_none));
}

#[test]
fn coverage_counts_wanted_values() {
    let covered = atlas(&[(&[42.0], 1.0), (&[91.0, 91.0], 1.0)]).coverage();
    // 35 to 49 and 84 to 97 of 35 to 97.
    assert_eq!((covered.n_wanted, covered.n_covered), (63, 29));
    assert!((covered.share_of_hits - 29.0 / 63.0).abs() < 1e-12);
    assert_eq!((covered.n_scripts, covered.n_structures), (2, 2));
}

#[test]
fn cells_are_as_wide_as_the_tolerance() {
    let zelda = marahel_problem::Control {
        name: "key_door".to_owned(),
        low: 11,
        high: 19,
        tolerance: 2,
        is_dial: false,
    };
    assert_eq!(ranges(&zelda), [(11, 12), (13, 14), (15, 16), (17, 18)]);
    let uneven = marahel_problem::Control { tolerance: 3, ..zelda };
    assert_eq!(ranges(&uneven), [(11, 13), (14, 16), (17, 18)]);
    let all = combinations(&[vec![1, 2], vec![3, 4]]);
    assert_eq!(all, [[1, 3], [1, 4], [2, 3], [2, 4]]);
}

#[test]
fn what_has_no_archive_is_refused() {
    let folder = TempDir::new().unwrap();
    let message =
        |folders: &[PathBuf]| Atlas::of_runs(BUILT_IN, folders, 2).unwrap_err().to_string();
    let path = folder.path().to_owned();
    assert!(message(&[]).contains("name at least one run folder"));
    assert!(message(std::slice::from_ref(&path)).contains("this is no run folder"));
    std::fs::write(path.join("config.toml"), crate::tests::config(&[]).to_toml()).unwrap();
    assert!(message(std::slice::from_ref(&path)).contains("there is no archive.csv"));
    std::fs::write(path.join("archive.csv"), "id,structure\n1,horz\n").unwrap();
    assert!(message(&[path]).contains("there is no column `script`"));
}
