use crate::tests::testing::{Setup, check, check_setup, count};

fn sequential(parameters: &str, rules: &str) -> String {
    format!("{{type: 'sequential', parameters: {{{parameters}}}, rules: [{rules}]}}")
}

#[test]
fn sweeps_diagonals_from_the_first_cell() {
    let mark = "'self(any) -> self(solid)'";
    check(".... .... .... ....", &sequential("percentage: 0.5", mark), "#### ###. #... ....");
    check(".... .... .... ....", &sequential("percentage: 0", mark), ".... .... .... ....");
    check(".... .... .... ....", &sequential("percentage: 1", mark), "#### #### #### ####");
}

#[test]
fn a_share_is_what_it_says_in_decimals() {
    let row = "..........";
    let level = [row; 10].join(" ");
    for percent in 0..=100 {
        let explorer = sequential(
            &format!("percentage: {}", f64::from(percent) / 100.0),
            "'self(any) -> self(key)'",
        );
        assert_eq!(count(&Setup::new(&level).run(&explorer), 'k'), percent as usize);
    }
    let explorer = sequential("start: [0.29, 0]", "'self(any) -> self(key)'");
    let found = Setup::new(&".".repeat(100)).run(&explorer);
    assert_eq!(count(&found, '.'), 29);
    let explorer = sequential("percentage: 0.299", "'self(any) -> self(key)'");
    assert_eq!(count(&Setup::new(&level).run(&explorer), 'k'), 29);
}

#[test]
fn never_goes_back() {
    let mark = "'self(any) -> self(solid)'";
    check(".... .... .... ....", &sequential("start: 0.5", mark), ".... .... ..## ..##");
    check(".... .... ....", &sequential("start: '1,0.4'", mark), ".... ...# ...#");
    let torus = "{type: 'sequential', region: {borderType: 'wrap'}, parameters: {start: 1}, rules: ['self(any) -> self(solid)']}";
    check(".... ....", torus, "#### ####");
}

#[test]
fn explores_along_a_neighborhood() {
    let setup = Setup::new("..... ..... .....").neighborhoods("{jump: ['201']}");
    let explorer =
        sequential("start: [0.2, 0.5], exploration: 'jump'", "'self(any) -> self(solid)'");
    check_setup(setup, &explorer, "..... .#.#. .....");
    let setup = Setup::new("... ...");
    let explorer = sequential("start: 0.9, exploration: ['plus']", "'self(any) -> self(solid)'");
    check_setup(setup, &explorer, "### ###");
}

#[test]
fn rules_read_the_level_of_the_last_iteration() {
    let setup = |level| Setup::new(level).neighborhoods("{west: ['12']}");
    let grow = "'self(empty), west(solid) -> self(solid)'";
    check_setup(setup("#...."), &sequential("iterations: 2", grow), "###..");
    check_setup(setup("#...."), &sequential("iterations: 0", grow), "#....");
    check_setup(setup("#...."), &sequential("replacingType: 'same'", grow), "#####");
}

#[test]
fn complete_is_the_share_of_iterations() {
    let rule = "'complete==0.75 -> self(solid)', 'complete==1 -> self(key)'";
    check("...", &sequential("iterations: 4", rule), "###");
    check("...", &sequential("iterations: 3", rule), "...");
}

#[test]
fn one_memory_serves_regions_of_all_sizes() {
    let setup = Setup::new("....... ....... ....... .......")
        .regions("{type: 'equal', numberOfRegions: 6, parameters: {min: '3x2'}}");
    let explorers = "{type: 'sequential', region: {name: 'all'}, rules: ['self(empty) -> self(solid)', 'self(solid) -> self(key)']},
        {type: 'sequential', region: 'map', parameters: {start: 0.5}, rules: ['self(solid) -> self(player)']}";
    check_setup(setup, explorers, "####### ####### ###@@@@ ###@@@@");
}
