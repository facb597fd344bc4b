mod testing;

use std::fs;

use crate::{Checked, Finding, Verdict};
use marahel_report::Records;

use super::checks::{
    Direction, Rounded, at_most, correlated, in_each_run, like_a_run, share_of_ones,
};
use super::evidence::{Evidence, Reading};
use super::runs::progress;
use super::{
    FAMILIES, Progress, Run, Size, StudyFamily, check, claims_csv, front_csv, random_csv, report,
    runs, runs_csv,
};
use Verdict::{Fails, Holds, Undecided};
use testing::{Row, family, records, study};

/// A binary run whose front has these pairs of regions and path, searched and
/// validated alike.
fn binary(front: &[[f64; 2]]) -> Records {
    let rows: Vec<Row<'_>> = front.iter().map(|row| (&row[..], &row[..])).collect();
    records("binary", &rows, &rows, 3)
}

fn binary_family(fronts: &[&[[f64; 2]]]) -> StudyFamily {
    family("binary", fronts.iter().map(|front| binary(front)).collect())
}

fn verdict(finding: &Finding) -> Verdict {
    assert_eq!(finding.verdict == Undecided, !finding.doubt.is_empty(), "{finding:?}");
    finding.verdict
}

#[test]
fn a_study_has_each_run_once_and_whole_seeds_first() {
    let all = runs(2);
    assert_eq!(all.len(), 2 * 3 * FAMILIES.len());
    assert!(all[..9].iter().all(|run| run.seed == 1) && all[9..].iter().all(|run| run.seed == 2));
    let mut folders: Vec<_> = all.iter().map(|run| run.folder("study".as_ref())).collect();
    folders.sort();
    folders.dedup();
    assert_eq!(folders.len(), all.len());
}

#[test]
fn runs_are_told_the_size_and_what_their_family_says() {
    for run in runs(1) {
        let config = run.config(&Size::FULL).expect("the configs of the study make sense");
        assert_eq!(config.problem.name(), run.problem);
        assert_eq!((config.search.population, config.search.generations), (500, 2000));
        assert_eq!((config.maps, config.seed), (50, 1));
        let is_fresh = config.noise == marahel_config::Noise::Fresh;
        assert_eq!(is_fresh, run.family.name != "default", "{run:?}");
    }
}

#[test]
fn a_folder_says_how_far_its_run_has_come() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let size = Size { population: 2, ..Size::QUICK };
    let run = runs(1)[0];
    let progress = |size: &Size| run.progress(folder.path(), size);
    assert_eq!(progress(&size), Progress::Nothing);

    let own = run.folder(folder.path());
    fs::create_dir_all(&own).expect("a new folder");
    assert_eq!(progress(&size), Progress::Nothing);
    fs::write(own.join("notes.txt"), "mine").expect("a new file");
    assert_eq!(progress(&size), Progress::Another, "it is not ours");
    let config = run.config(&size).expect("it makes sense").to_toml();
    fs::write(own.join("config.toml"), config).expect("a new file");
    assert_eq!(progress(&size), Progress::Nothing, "its own beginning");
    assert_eq!(progress(&Size::FULL), Progress::Another, "a run of another size");
    let other = Run { seed: 2, ..run };
    assert_eq!(other.progress(folder.path(), &Size::FULL), Progress::Nothing);
}

#[test]
fn tables_that_are_cut_off_are_no_run() {
    let size = Size { population: 2, generations: 2, ..Size::QUICK };
    let row: Row<'_> = (&[0.5, 0.5], &[0.5, 0.5]);
    let whole = || records("binary", &[row, row], &[row, row], 1);
    assert_eq!(progress(&whole(), &size), Progress::Done);
    let check = |change: fn(&mut Records), expected| {
        let mut records = whole();
        change(&mut records);
        assert_eq!(progress(&records, &size), expected);
    };
    check(|records| records.front.truncate(1), Progress::Nothing);
    check(|records| records.front.clear(), Progress::Nothing);
    check(|records| records.baseline.truncate(1), Progress::Nothing);
    check(|records| records.generations.indices.truncate(1), Progress::Nothing);
    check(|records| records.baseline_validated.clear(), Progress::Searched);
    check(|records| records.front[1].validated = None, Progress::Searched);
    let without_scripts = |records: &mut Records| {
        records.front.iter_mut().for_each(|member| member.script = None);
    };
    check(without_scripts, Progress::Nothing);
}

#[track_caller]
fn check_each_run(highest: &[f64], expected: Verdict) {
    let fronts: Vec<[[f64; 2]; 1]> = highest.iter().map(|&path| [[0.5, path]]).collect();
    let found = binary_family(&fronts.iter().map(|front| &front[..]).collect::<Vec<_>>());
    let evidence = Evidence { family_runs: &found, reading: Reading::Searched };
    let finding = in_each_run(&evidence, "binary", |run| {
        // Nothing is said of a path of 1.
        let path = Some(run.chosen("path").value).filter(|&path| path < 1.0)?;
        Some((String::new(), path < 0.5))
    });
    assert_eq!(verdict(&finding), expected);
}

#[test]
fn what_is_so_in_some_runs_is_undecided() {
    check_each_run(&[0.1, 0.2], Holds);
    check_each_run(&[0.1, 0.7], Undecided);
    check_each_run(&[0.9, 0.7], Fails);
    check_each_run(&[0.1, 1.0], Holds);
    check_each_run(&[1.0, 1.0], Undecided);
}

#[track_caller]
fn check_like_a_run(paths: &[f64], published: f64, n_decimals: i32, expected: Verdict) {
    let fronts: Vec<[[f64; 2]; 1]> = paths.iter().map(|&path| [[0.5, path]]).collect();
    let found = binary_family(&fronts.iter().map(|front| &front[..]).collect::<Vec<_>>());
    let evidence = Evidence { family_runs: &found, reading: Reading::Searched };
    let published = Rounded::new(published, n_decimals);
    let finding = like_a_run(&evidence, "binary", |run| run.chosen("path"), published);
    assert_eq!(verdict(&finding), expected, "{finding:?}");
}

#[test]
fn a_number_of_one_run_is_held_against_the_range_of_runs() {
    let runs = [0.5, 0.4, 0.6];
    check_like_a_run(&runs, 0.6, 2, Holds);
    check_like_a_run(&runs, 0.4, 2, Holds);
    check_like_a_run(&runs, 0.79, 2, Undecided);
    check_like_a_run(&runs, 0.82, 2, Fails);
    check_like_a_run(&runs, 0.1, 2, Fails);
    check_like_a_run(&[0.1, 0.5], 0.3, 2, Undecided);
    check_like_a_run(&[0.25, 0.35], 0.3, 2, Holds);
    check_like_a_run(&[0.54, 0.54], 0.5, 1, Holds);
    check_like_a_run(&[0.54, 0.54], 0.5, 2, Fails);
    check_like_a_run(&[0.5], 0.5, 2, Undecided);
}

#[test]
fn the_highest_value_may_be_rounded() {
    let found = binary_family(&[&[[1.0, 0.64]], &[[1.0, 0.3]]]);
    let evidence = Evidence { family_runs: &found, reading: Reading::Validated };
    let highest = |n_decimals| {
        let published = Rounded::new(0.6, n_decimals);
        verdict(&at_most(&evidence, "binary", |run| run.front("path"), published))
    };
    assert_eq!([highest(1), highest(2)], [Holds, Undecided]);
}

#[test]
fn directions_need_runs_that_agree() {
    let down: &[[f64; 2]] = &[[0.1, 0.9], [0.2, 0.8], [0.3, 0.7]];
    let up: &[[f64; 2]] = &[[0.1, 0.1], [0.2, 0.8], [0.3, 0.9]];
    let flat: &[[f64; 2]] = &[[0.1, 0.5], [0.2, 0.5]];
    let verdicts = |fronts: &[&[[f64; 2]]]| {
        let found = binary_family(fronts);
        let evidence = Evidence { family_runs: &found, reading: Reading::Searched };
        [Direction::Together, Direction::Against].map(|direction| {
            verdict(&correlated(&evidence, "binary", ["regions", "path"], direction))
        })
    };
    assert_eq!(verdicts(&[down, down]), [Fails, Holds]);
    assert_eq!(verdicts(&[up, up, up]), [Holds, Fails]);
    assert_eq!(verdicts(&[up, down]), [Undecided; 2]);
    assert_eq!(verdicts(&[down]), [Undecided; 2]);
    assert_eq!(verdicts(&[down, flat]), [Undecided; 2]);
}

#[test]
fn shares_of_random_generators_have_errors() {
    // One of ten is connected, in each of two runs.
    let front: Vec<[f64; 2]> =
        (0..10).map(|index| [if index == 0 { 1.0 } else { 0.4 }, 0.1]).collect();
    let found = binary_family(&[&front, &front]);
    let evidence = Evidence { family_runs: &found, reading: Reading::Searched };
    let share = |published| verdict(&share_of_ones(&evidence, "binary", "regions", published));
    assert_eq!([share((59, 500)), share((400, 500))], [Holds, Fails]);
}

fn claim<'c>(claims: &'c [Checked], text: &str) -> &'c Checked {
    claims.iter().find(|claim| claim.claim.contains(text)).expect("it is a claim")
}

#[test]
fn what_only_the_search_saw_does_not_hold() {
    // The highest path as searched has several regions; on other levels all
    // have one.
    let rows: [Row<'_>; 2] = [(&[0.5, 0.9], &[1.0, 0.3]), (&[1.0, 0.2], &[1.0, 0.1])];
    let found = family("binary", vec![records("binary", &rows, &rows, 2)]);
    let claims = check(&found);
    let regions = claim(&claims, "leads to more than one region");
    assert_eq!(regions.verdict, Fails);
    assert_eq!(regions.findings[0].as_ref().map(|finding| finding.verdict), Some(Holds));
    assert!(regions.why.contains("by what the search saw"), "{}", regions.why);
}

#[test]
fn what_the_paper_says_of_searched_values_is_judged_by_them() {
    let row: Row<'_> = (&[0.5, 0.92], &[0.5, 0.7]);
    let run = || records("binary", &[row], &[row], 1);
    let claims = check(&family("binary", vec![run(), run()]));
    let highest = claim(&claims, "the highest path of the front is 0.92");
    assert_eq!(highest.verdict, Holds);
    let measured = |finding: &Option<Finding>| finding.as_ref().map(|one| one.measured.clone());
    assert_eq!(measured(&highest.findings[0]).as_deref(), Some("0.920; 0.920"));
    assert_eq!(measured(&highest.findings[1]).as_deref(), Some("0.700 ± 0.010; 0.700 ± 0.010"));
}

#[test]
fn printed_generators_are_measured_again() {
    let found = binary_family(&[&[[0.5, 0.5]]]);
    let claims = check(&found);
    for name in ["binary", "zelda", "sokoban"] {
        let printed: Vec<_> = claims
            .iter()
            .filter(|one| one.claim.starts_with(&format!("the printed {name} generator")))
            .collect();
        assert!(printed.len() >= 2, "{name}");
        assert!(printed.iter().all(|one| one.findings[0].is_none() && one.findings[1].is_some()));
    }
}

#[test]
fn every_claim_has_a_row_in_table_and_report() {
    let study = study(binary_family(&[&[[0.5, 0.5], [0.6, 0.25]], &[[0.25, 0.75]]]));
    let claims = check(&study.families[0]);
    let csv = claims_csv(&study);
    assert_eq!(csv.lines().count(), claims.len() + 1);
    let report = report(&study, &[Vec::new()], "evolve reproduce fdg20 --quick");
    for one in &claims {
        let n_rows =
            report.lines().filter(|line| line.contains(&format!("| {} |", one.claim))).count();
        assert_eq!(n_rows, 2, "{}", one.claim);
        assert!(csv.contains(one.claim) || csv.contains(&one.claim.replace('"', "\"\"")));
        assert!(one.verdict == Holds || !one.why.is_empty(), "{one:?}");
    }
    for number in [
        "59 of 500",
        "36",
        "10",
        "0.92",
        "0.79",
        "0.67",
        "0.14",
        "0.06",
        "0.045",
        "0.02",
        "0.69",
        "0.66",
        "0.87",
    ] {
        assert!(claims.iter().any(|one| one.published == number), "no claim with {number}");
    }
}

#[test]
fn tables_have_a_row_for_each_generator() {
    let study = study(binary_family(&[&[[0.5, 0.5], [0.6, 0.25]], &[[0.25, 0.75]]]));
    assert_eq!(runs_csv(&study).lines().count(), 1 + 2 * 3);
    let front = front_csv(&study, "binary");
    let lines: Vec<&str> = front.lines().collect();
    assert_eq!(
        lines[0],
        "family,seed,regions,path,regions_validated,regions_se,path_validated,path_se,playable,still_non_dominated"
    );
    assert_eq!(lines[1], "fdg20,1,0.5,0.5,0.5,0.01,0.5,0.01,0.25,true");
    assert_eq!(lines.len(), 4);
    assert_eq!(random_csv(&study, "binary").lines().count(), 4);
}
