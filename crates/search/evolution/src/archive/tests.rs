use serde_json::json;

use super::{Archive, Candidate, DEPTH, N_MAPS_MIN, bins};
use crate::ControlValues;
use crate::judging::sample::Sample;
use marahel_config::problem_of;

/// An archive of the binary problem, whose control is the path, from 35 to 97.
fn archive() -> Archive {
    Archive::new(&problem_of(&crate::tests::config(&[])))
}

/// A sample of good levels of a length in 0..=1, by which it is worth more.
fn sample(length: f64) -> Sample {
    let problem = problem_of(&crate::tests::config(&[]));
    let mut sample = Sample::new(&problem);
    for _ in 0..N_MAPS_MIN {
        sample.scores.iter_mut().for_each(|tally| tally.add(1.0));
        sample.length.add(length);
    }
    (sample.n_maps, sample.n_playable, sample.n_good) = (N_MAPS_MIN, N_MAPS_MIN, N_MAPS_MIN);
    sample
}

/// A script whose explorers have these types.
fn candidate(id: u64, kinds: &str) -> Candidate {
    let explorers = kinds.split(' ').map(|kind| json!({"type": kind, "rules": [id.to_string()]}));
    let script = json!({"explorers": explorers.collect::<Vec<_>>()});
    let genome = marahel_config::Genome::Genes(vec![1, 2]);
    Candidate { id, genome, structure: kinds.to_owned(), script }
}

fn offer(archive: &mut Archive, id: u64, kinds: &str, path: f64, length: f64) {
    let mut controls = ControlValues::new(1);
    controls.add(&[path]);
    archive.offer(candidate(id, kinds), &controls, sample(length));
}

fn ids(archive: &Archive) -> Vec<u64> {
    archive.to_vec().iter().map(|one| one.id).collect()
}

#[test]
fn a_cell_keeps_the_best() {
    let mut archive = archive();
    for (id, length) in [0.3, 0.9, 0.1, 0.5, 0.7].into_iter().enumerate() {
        offer(&mut archive, id as u64, "horz digger", 40.0, length);
    }
    assert_eq!(ids(&archive), [1, 4, 3]);
    assert_eq!(archive.len(), DEPTH);
    // Another bin and another structure are other cells.
    offer(&mut archive, 5, "horz digger", 50.0, 0.1);
    offer(&mut archive, 6, "digger horz", 40.0, 0.1);
    assert_eq!(ids(&archive), [6, 1, 4, 3, 5]);
    let first = &archive.to_vec()[0];
    assert_eq!((first.structure.as_str(), &first.means), ("digger horz", &vec![40.0]));
}

#[test]
fn bins_are_as_wide_as_the_tolerance() {
    let controls = archive().controls;
    let bin = |path: f64| bins(&controls, &[path])[0];
    assert_eq!([0.0, 34.9, 35.0, 41.9, 42.0].map(bin), [0, 0, 1, 1, 2]);
    assert_eq!([97.9, 98.0, 196.0].map(bin), [9, 10, 10]);
}

#[test]
fn equal_scripts_are_kept_once() {
    let mut archive = archive();
    offer(&mut archive, 1, "horz", 40.0, 0.5);
    let twin = Candidate { id: 2, ..candidate(1, "horz") };
    let mut controls = ControlValues::new(1);
    controls.add(&[60.0]);
    archive.offer(twin, &controls, sample(0.9));
    assert_eq!(ids(&archive), [1]);
}

#[test]
fn a_full_archive_drops_the_worst_of_the_fullest_structure() {
    let mut archive = archive();
    archive.n_max = 4;
    offer(&mut archive, 0, "a", 40.0, 0.9);
    offer(&mut archive, 1, "a", 40.0, 0.2);
    offer(&mut archive, 2, "a", 90.0, 0.1); // the best, and only one, of its bin
    offer(&mut archive, 3, "b", 40.0, 0.05);
    offer(&mut archive, 4, "c", 40.0, 0.01);
    assert_eq!(ids(&archive), [0, 2, 3, 4]);
    // Nothing is left in `a` that may go: then the worst of the others.
    offer(&mut archive, 5, "d", 40.0, 0.3);
    assert_eq!(ids(&archive), [0, 2, 3, 5]);
    // Where all are the best of their bins, the archive stays bounded nevertheless.
    for id in 6..20 {
        offer(&mut archive, id, "e", 40.0 + 7.0 * id as f64, 0.5);
        assert!(archive.len() <= 4);
    }
}

#[test]
fn what_is_not_good_by_enough_levels_is_not_wanted() {
    let archive = archive();
    assert!(archive.wants(1, &sample(0.5)));
    let mut few = sample(0.5);
    few.n_maps = N_MAPS_MIN - 1;
    assert!(!archive.wants(1, &few));
    let mut bad = sample(0.5);
    bad.n_good = N_MAPS_MIN * 8 / 10;
    assert!(!archive.wants(1, &bad));
}

#[test]
fn a_script_is_met_once_and_corrected_later() {
    let mut archive = archive();
    offer(&mut archive, 1, "a", 40.0, 0.9);
    assert!(!archive.wants(1, &sample(0.9)));
    let mut later = sample(0.2);
    later.n_maps += 1;
    archive.correct(1, &later);
    assert_eq!(archive.to_vec()[0].sample, later);
    later.n_maps *= 2;
    archive.correct(1, &later); // half of its levels are good by now
    assert!(ids(&archive).is_empty());
    archive.forget(|_| false);
    assert!(archive.wants(1, &sample(0.9)));
}

#[test]
fn levels_that_cannot_be_asked_for_anything_are_not_kept() {
    let mut archive = archive();
    offer(&mut archive, 1, "a", f64::NAN, 0.9);
    assert!(ids(&archive).is_empty());
    assert!(!archive.wants(1, &sample(0.9)));
}
