use indexmap::IndexMap;
use marahel_config::{Genome, Individual};
use marahel_problem::Tally;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{FrontMember, first_front, mark_non_dominated, unite_equals, validate};
use crate::judging::evaluate::Evaluator;
use crate::tests::{config, genome};
use crate::{Sample, Unwatched};
use marahel_config::problem_of;

fn individual(id: u64, genome: Genome, objectives: &[f64], rank: u32) -> Individual {
    let objectives = objectives.to_vec();
    Individual { id, genome, objectives, rank, ..Individual::default() }
}

/// A member that was validated with these means, or not at all.
fn member(id: u64, means: Option<[f64; 2]>) -> FrontMember {
    let tally = |mean| {
        let mut tally = Tally::default();
        tally.add(mean);
        tally
    };
    FrontMember {
        id,
        genome: Genome::default(),
        objectives: vec![1.0, 1.0],
        validation: means.map(|means| Sample {
            scores: means.map(tally).to_vec(),
            n_maps: 1,
            ..Sample::new(&problem_of(&config(&[])))
        }),
        validation_other: None,
        is_still_non_dominated: true,
        n_explorers: 2,
        script: None,
        script_id: id,
        is_known: false,
        is_understood: false,
    }
}

#[track_caller]
fn check_marks(means: &[Option<[f64; 2]>], expected: &[bool]) {
    let mut front: Vec<_> = (0..).zip(means).map(|(id, &means)| member(id, means)).collect();
    mark_non_dominated(&mut front).unwrap();
    let marks: Vec<_> = front.iter().map(|member| member.is_still_non_dominated).collect();
    assert_eq!(marks, expected);
}

#[test]
fn a_member_is_still_non_dominated_if_no_other_dominates_its_validated_means() {
    check_marks(&[], &[]);
    check_marks(&[Some([0.0, 0.0])], &[true]);
    check_marks(&[Some([0.2, 0.8]), Some([0.8, 0.2])], &[true, true]);
    check_marks(&[Some([0.2, 0.8]), Some([0.2, 0.7])], &[true, false]);
    check_marks(&[Some([0.5, 0.5]), Some([0.5, 0.5])], &[true, true]);
    check_marks(&[Some([0.1, 0.1]), Some([0.2, 0.0]), Some([0.3, 0.3])], &[false, false, true]);
}

#[test]
fn a_member_without_levels_counts_as_zeros() {
    check_marks(&[None, Some([0.1, 0.0])], &[false, true]);
    check_marks(&[None, Some([0.0, 0.0])], &[true, true]);
}

#[test]
fn the_first_front_comes_best_first_and_shares_scripts() {
    let config = config(&[]);
    let problem = problem_of(&config);
    let evaluator = Evaluator::new(&config, &problem).unwrap();
    let population = [
        individual(5, genome(0), &[0.5, 0.5], 0),
        individual(3, genome(1), &[0.5, 0.6], 0),
        individual(2, genome(1), &[0.9, 0.1], 0),
        individual(4, genome(3), &[0.5, 0.5], 0),
        individual(1, genome(2), &[0.4, 0.4], 1),
    ];
    let mut front = first_front(&population, &evaluator).unwrap();
    let ids: Vec<_> = front.iter().map(|member| (member.id, member.script_id)).collect();
    assert_eq!(ids, [(2, 2), (3, 2), (4, 4), (5, 5)]);
    assert_eq!(front[0].script, front[1].script);
    assert_eq!(front[0].script_file().unwrap(), "scripts/000002.json");
    assert_eq!(front.iter().map(|one| one.n_explorers).collect::<Vec<_>>(), [3, 3, 3, 0]);
    assert_eq!((front[3].script_file(), &front[3].script), (None, &None));
    assert!(front.iter().all(|one| one.validation.is_none() && one.is_still_non_dominated));

    let unmeasured = front.clone();
    validate(&mut front, &evaluator, 0, &Unwatched).unwrap();
    assert_eq!(front, unmeasured);
    validate(&mut front, &evaluator, 9, &Unwatched).unwrap();
    assert_eq!(front[0].validation, front[1].validation);
    assert_ne!(front[0].validation, front[2].validation);
    assert_eq!(front[0].validation.as_ref().map(|sample| sample.n_maps), Some(9));
    assert_eq!(front[3].validation, None);
}

#[test]
fn scripts_that_make_the_same_levels_count_as_one() {
    let config = config(&[("search.algorithm", "islands")]);
    let problem = problem_of(&config);
    let evaluator = Evaluator::new(&config, &problem).unwrap();
    let shape = marahel_papers::fdg20::decoding::GenomeShape::default();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let population: Vec<Individual> = (0..80)
        .map(|id| individual(id, Genome::Genes(shape.random(&mut rng)), &[0.5, 0.5], 0))
        .collect();
    let mut front = first_front(&population, &evaluator).unwrap();
    let before: Vec<u64> = front.iter().map(|member| member.script_id).collect();
    unite_equals(&mut front, &evaluator).unwrap();
    let hash_and_length = |member: &FrontMember| {
        let document = evaluator.decode(&member.genome).unwrap();
        let document = document.expect("expansions of random genes end, nearly always");
        (evaluator.levels_hash(&document, 32).unwrap(), document.text.len())
    };
    let known: IndexMap<u64, _> =
        front.iter().map(|member| (member.id, hash_and_length(member))).collect();
    let mut n_united = 0;
    for (member, first_id) in front.iter().zip(before) {
        let one = front.iter().find(|other| other.id == member.script_id).unwrap();
        assert_eq!(one.script_id, one.id, "who stands for others stands for itself");
        let ((hash, length), (one_hash, one_length)) = (known[&member.id], known[&one.id]);
        assert_eq!(hash, one_hash);
        assert!(one_length <= length);
        n_united += usize::from(member.script_id != first_id);
        // And all of its behavior are with it.
        for other in &front {
            let is_equal = known[&other.id].0 == hash;
            assert_eq!(other.script_id == member.script_id, is_equal);
        }
    }
    assert!(n_united > 0, "no two of 80 random scripts do the same");
}
