use std::sync::{Arc, LazyLock};

use marahel_level::{Level, Palette};

use super::tables::claims_table;
use super::*;

static STUDY: LazyLock<Study> =
    LazyLock::new(|| Study::run(100, 0, |_| {}).expect("the scripts make levels"));

#[test]
fn a_study_has_all_generators() {
    let names: Vec<&str> = STUDY.ranges.iter().map(|range| range.name.as_str()).collect();
    assert_eq!(names, ["uniform", "nonuniform", "digger", "cave", "mine"]);
    for range in &STUDY.ranges {
        assert_eq!(range.rows().len(), 100);
        let sides =
            ["width", "height"].map(|side| range.summary(side).map(|side| (side.min, side.max)));
        assert_eq!(sides, [Some((50.0, 50.0)); 2], "{}", range.name);
    }
    assert_eq!(STUDY.examples.len(), GAMES.len());
}

#[test]
fn a_study_can_be_made_again() {
    let again = Study::run(100, 0, |_| {}).expect("the scripts make levels");
    assert_eq!(again.ranges, STUDY.ranges);
    assert_eq!(check(&again), check(&STUDY));
}

#[test]
fn progress_names_each_generator() {
    let mut names = Vec::new();
    Study::run(1, 0, |what| names.push(what.to_owned())).expect("the scripts make levels");
    assert_eq!(names.len(), GENERATORS.len() + VARIANTS.len() + GAMES.len());
}

#[test]
fn the_code_of_2017_missed_most_pieces_of_a_cave() {
    let mean = |metric| STUDY.ranges[3].summary(metric).expect("caves have it").mean;
    assert!(mean("isolated_legacy") <= 100.0, "it counts a component of each kind per row");
    assert!(mean("isolated") > 1.2 * mean("isolated_legacy"));
}

#[test]
fn every_claim_has_a_verdict_in_both_tables() {
    let claims = check(&STUDY);
    let (csv, table) = (claims_csv(&claims), claims_table(&claims));
    assert_eq!(csv.lines().count(), claims.len() + 1);
    assert_eq!(table.lines().count(), claims.len() + 2);
    for claim in &claims {
        assert!(table.contains(claim.claim) && csv.contains(claim.claim));
        assert!(claim.findings.iter().flatten().all(|finding| !finding.measured.is_empty()));
        assert!(!correct(claim).measured.contains("NaN"), "{claim:?}");
    }
}

/// What was found with metrics as the text defines them.
fn correct(checked: &Checked) -> &Finding {
    checked.findings[0].as_ref().expect("each claim is tested in both readings")
}

/// The claims that a variant may explain, held against a study.
fn explained_by(study: &Study, variant: usize) -> Vec<Checked> {
    let claims = sentences::CLAIMS.iter().zip(check(study));
    claims.filter(|(claim, _)| claim.rule == Some(variant)).map(|(_, checked)| checked).collect()
}

/// Reasons print what was measured: the verdicts on the claims, of a study
/// whose generator is the variant, stand in those of the study.
#[track_caller]
fn check_variant(index: usize) {
    let mut other = STUDY.clone();
    other.ranges[VARIANTS[index].generator] = STUDY.variants[index].clone();
    let mut n_reasons = 0;
    for (checked, variant) in explained_by(&STUDY, index).iter().zip(explained_by(&other, index)) {
        if correct(checked).verdict == Verdict::Holds {
            continue;
        }
        n_reasons += 1;
        let Finding { verdict, measured, .. } = correct(&variant).clone();
        let expected =
            format!("measured with {}, it {verdict}: {measured}", VARIANTS[index].parameter);
        assert!(checked.why.contains(&expected), "{checked:?} does not say {expected}");
    }
    assert!(n_reasons > 0, "the variant explains nothing");
}

#[test]
fn what_another_number_leads_to_is_measured() {
    assert_eq!(VARIANTS.len(), STUDY.variants.len());
    (0..VARIANTS.len()).for_each(check_variant);
}

#[test]
fn variants_differ_from_their_generators() {
    for (variant, range) in VARIANTS.iter().zip(&STUDY.variants) {
        let original = &STUDY.ranges[variant.generator];
        assert_eq!(range.name, original.name);
        assert_ne!(range.rows(), original.rows(), "{}", variant.parameter);
    }
}

/// A sentence about scripts holds for ours, and not once one of them says
/// something else.
#[track_caller]
fn check_script(check: fn(&[Script]) -> Finding, generator: usize, change: impl Fn(&mut Script)) {
    let mut scripts = STUDY.scripts.clone();
    assert_eq!(check(&scripts).verdict, Verdict::Holds, "{:?}", check(&scripts));
    change(&mut scripts[generator]);
    assert_eq!(check(&scripts).verdict, Verdict::Fails, "{:?}", check(&scripts));
}

#[test]
fn scripts_are_what_the_text_says() {
    let other_regions = [0, 1].map(|index| STUDY.scripts[index].regions).map(|regions| {
        let regions = regions.expect("both scripts have some");
        move |script: &mut Script| script.regions = Some(regions)
    });
    let [as_uniform, as_nonuniform] = other_regions;
    let without_last = |script: &mut Script| drop(script.explorers.pop());
    check_script(scripts::uniform_fills_equal_parts, evidence::UNIFORM, as_nonuniform);
    check_script(scripts::uniform_fills_equal_parts, evidence::UNIFORM, |script| {
        drop(script.explorers.remove(1));
    });
    check_script(scripts::nonuniform_differs_by_divider, evidence::NONUNIFORM, as_uniform);
    check_script(scripts::nonuniform_differs_by_divider, evidence::NONUNIFORM, without_last);
    check_script(scripts::regions_vary_as_said, evidence::NONUNIFORM, as_uniform);
    check_script(scripts::regions_vary_as_said, evidence::UNIFORM, |script| {
        script.regions.as_mut().expect("it has some").number = 16;
    });
    check_script(scripts::digger_has_agents, evidence::DIGGER, without_last);
    check_script(scripts::cave_is_an_automaton, evidence::CAVE, without_last);
    check_script(scripts::mine_is_caves_in_regions, evidence::MINE, without_last);
    check_script(scripts::mine_is_caves_in_regions, evidence::MINE, |script| {
        drop(script.explorers.remove(2));
    });
    check_script(scripts::mine_is_caves_in_regions, evidence::CAVE, |script| {
        script.explorers[2].rules.reverse();
    });
}

#[test]
fn games_have_what_their_generators_have() {
    let check = |games: &[Script]| scripts::games_add_three_entities(&STUDY.scripts, games);
    let mut games = STUDY.game_scripts.clone();
    assert_eq!(check(&games).verdict, Verdict::Holds, "{:?}", check(&games));
    games[2].entities.pop();
    assert_eq!(check(&games).verdict, Verdict::Fails);
    games = STUDY.game_scripts.clone();
    drop(games[3].explorers.remove(1));
    assert_eq!(check(&games).verdict, Verdict::Fails);
}

#[test]
fn the_digger_writes_single_cells_as_often_as_it_says() {
    let evidence =
        |study: &Study| Evidence::of(study, Reading::Correct).digger_writes_single_cells();
    assert_eq!(evidence(&STUDY).verdict, Verdict::Holds, "{:?}", evidence(&STUDY));
    let mut study = STUDY.clone();
    study.single_cells = Share::of_counts(72_000, 100_000);
    assert_eq!(evidence(&study).verdict, Verdict::Fails);
    study.single_cells = Share::of_counts(7, 10);
    assert_eq!(evidence(&study).verdict, Verdict::Undecided);
    let mut study = STUDY.clone();
    study.scripts[evidence::DIGGER].explorers[1].rules.reverse();
    assert_eq!(evidence(&study).verdict, Verdict::Fails);
}

#[test]
fn a_cave_that_is_half_empty_on_the_whole_only_is_none() {
    let evidence =
        |study: &Study| Evidence::of(study, Reading::Correct).caves_are_half_empty_everywhere();
    let mut study = STUDY.clone();
    study.cave_windows = vec![[vec![0.0; 12], vec![0.5], vec![1.0; 12]].concat(); 9];
    let Finding { measured, verdict, .. } = evidence(&study);
    assert_eq!(verdict, Verdict::Fails, "{measured}");
    assert!(measured.starts_with("mean 0.500 ± 0.000, standard deviation of windows 0.49"));
    study.cave_windows = vec![vec![0.45, 0.55]; 9];
    assert_eq!(evidence(&study).verdict, Verdict::Holds);
}

#[test]
fn too_few_levels_are_a_reason_of_their_own() {
    let study = Study::run(1, 0, |_| {}).expect("the scripts make levels");
    let claims = check(&study);
    let cave = claims.iter().find(|checked| checked.claim.contains("most isolated"));
    let cave = cave.expect("it is a claim");
    assert_eq!(correct(cave).verdict, Verdict::Undecided, "one level has no error");
    let reason = "too few levels (1) to tell uniform from cave";
    assert!(cave.why.starts_with(reason), "{}", cave.why);
    for checked in claims {
        let holds = checked.findings.iter().flatten().all(|f| f.verdict == Verdict::Holds);
        assert_eq!(checked.why.is_empty(), holds, "{checked:?}");
        assert!(!correct(&checked).measured.contains("NaN"), "{checked:?}");
    }
}

fn places(text: &str) -> Places {
    let names = ["empty", "solid", "player", "enemy", "treasure"];
    let palette = Arc::new(Palette::of_names(&names).expect("the names are distinct"));
    let level = Level::from_text(text, Arc::clone(&palette)).expect("it is a level");
    Places::of(level.view(), &palette)
}

fn shares(places: Places) -> [f64; 4] {
    let Places { open_players, tucked_treasures, hallway_enemies, other_enemies } = places;
    [open_players, tucked_treasures, hallway_enemies, other_enemies]
        .map(|share| share.estimate().value)
}

#[test]
fn places_are_told_apart() {
    let places = places(
        "\
        #######\n\
        #.....#\n\
        #.@...#\n\
        #....*#\n\
        ###e###\n\
        ###.###\n\
        #.e.@.#\n\
        #*.*..#\n\
        #######\n",
    );
    // Players: the upper is free, the lower stands below solid cells.
    // Treasures: two in corners, one in the open at the lower wall.
    // Hallways: the two cells between the rooms, and one enemy of two is there.
    let n_others = 15 + 10;
    assert_eq!(shares(places), [0.5, 2.0 / 3.0, 0.5, 1.0 / f64::from(n_others)]);
}

#[test]
fn the_edge_is_as_good_as_solid() {
    // A corridor one cell wide: its ends are dead ends, not hallways.
    assert_eq!(shares(places("*e@\n")), [0.0, 1.0, 1.0, 0.0]);
}
