use crate::tests::testing::{Setup, check, count};

/// An agent that draws keys.
fn agent(region: &str, parameters: &str) -> String {
    format!(
        "{{type: 'agent', region: {{{region}}}, parameters: {{{parameters}}}, rules: ['self(any) -> self(key)']}}"
    )
}

#[test]
fn lives_as_many_steps_as_it_says() {
    let field = [".........................................."; 42].join(" ");
    let straight = |lifespan: u32| {
        agent("", &format!("lifespan: {lifespan}, change: 1000, directions: ['right']"))
    };
    let setup = |seed| Setup::new(&field).neighborhoods("{right: ['21']}").seed(seed);
    for seed in 0..20 {
        // It cannot cross its own way before it has gone around.
        let level = setup(seed)
            .run(&agent("borderType: 'wrap'", "lifespan: 42, change: 1000, directions: 'right'"));
        assert_eq!(count(&level, 'k'), 42);
        assert!(level.contains(&"k".repeat(42)), "{level}");
        let level = setup(seed).run(&straight(0));
        assert_eq!(count(&level, 'k'), 0);
        let level = setup(seed).run(&straight(1));
        assert_eq!(count(&level, 'k'), 1);
    }
}

#[test]
fn there_are_as_many_as_it_says() {
    let field = [".............................."; 30].join(" ");
    let mut n_most = 0;
    for seed in 0..40 {
        let level = Setup::new(&field).seed(seed).run(&agent("", "number: '1,3', lifespan: 1"));
        let n = count(&level, 'k');
        assert!((1..=3).contains(&n), "{n}");
        n_most = n_most.max(n);
        let level = Setup::new(&field).seed(seed).run(&agent("", "number: 0"));
        assert_eq!(count(&level, 'k'), 0);
    }
    assert_eq!(n_most, 3);
}

#[test]
fn stands_on_allowed_tiles_only() {
    let level = "...#... ...#... ...#... ...#...";
    for seed in 0..40 {
        let found = Setup::new(level)
            .seed(seed)
            .run(&agent("", "lifespan: 60, allowed: 'empty|key', directions: 'plus'"));
        assert!(found.lines().all(|row| row.as_bytes()[3] == b'#'), "{found}");
        let halves =
            [0..3, 4..7].map(|half| found.lines().any(|row| row[half.clone()].contains('k')));
        assert!(halves[0] != halves[1], "nothing leads through the wall\n{found}");
    }
    check("### ###", &agent("", "allowed: 'empty'"), "### ###");
}

#[test]
fn jumps_where_no_step_is_free() {
    // Alone in its cell, it has nowhere to step to.
    let level = "#####.##### ########### ###########";
    let found = Setup::new(level).run(&agent("", "lifespan: 3, allowed: ['empty', 'key']"));
    assert_eq!(found.replace('k', "."), level.replace(' ', "\n") + "\n");
    let level = ".#.#.#.#.";
    let found = Setup::new(level).run(&agent("", "lifespan: 200, allowed: ['empty', 'key']"));
    assert_eq!(found, "k#k#k#k#k\n");
}

#[test]
fn changes_direction_as_often_as_it_says() {
    // Turning right after every second step it walks around a square.
    let setup =
        Setup::new("...... ...... ...... ...... ...... ......").neighborhoods("{right: ['21']}");
    let found = setup.run(&agent("", "lifespan: 50, change: 2, directions: ['right']"));
    // To the right only, until the edge; then it jumps.
    assert!(count(&found, 'k') > 6, "{found}");
}

#[test]
fn life_that_is_left_goes_down() {
    let rules = "'complete>0.75 -> self(solid)', 'self(any) -> self(key)'";
    let explorer = format!(
        "{{type: 'agent', region: {{borderType: 'wrap'}}, parameters: {{lifespan: 4, change: 9, directions: 'right'}}, rules: [{rules}]}}"
    );
    let found = Setup::new("....").neighborhoods("{right: ['21']}").run(&explorer);
    assert_eq!((count(&found, '#'), count(&found, 'k')), (1, 3), "{found}");
    // The first of its steps is the solid one, and keys follow to the right.
    let start = found.find('#').expect("there is one");
    assert!((1..4).all(|step| found.as_bytes()[(start + step) % 4] == b'k'), "{found}");
}

#[test]
fn slow_agents_live_as_many_steps() {
    let setup = Setup::new("........").neighborhoods("{right: ['21']}");
    let explorer = agent(
        "borderType: 'wrap'",
        "number: 2, lifespan: 4, change: 99, speed: '1,9007199254740992', directions: 'right'",
    );
    assert!((4..=8).contains(&count(&setup.run(&explorer), 'k')));
}

#[test]
fn outlives_the_budget_of_no_level() {
    let explorer = agent("", "number: 9, lifespan: 9007199254740992");
    assert!(Setup::new("...").try_run(&explorer).is_err());
}
