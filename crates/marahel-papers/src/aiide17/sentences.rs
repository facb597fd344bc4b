//! The testable sentences of the section Results.

use super::evidence::{CAVE, DIGGER, Evidence, MINE, NONUNIFORM, ROOMS, UNIFORM};
use super::variants::{MORE_AGENTS, SMALLER_REGIONS};
use super::{Claim, scripts};

/// A claim without a variant. The paper prints no numbers.
const BASE: Claim = Claim {
    place: "",
    text: "",
    published: "",
    test: "",
    note: "",
    check: |_| unreachable!("each claim has a test"),
    rule: None,
};

pub(super) static CLAIMS: [Claim; 28] = [
    Claim {
        place: "list of generators",
        text: "the uniform generator has the equal divider and fills each region with empty cells",
        test: "the script has that divider, and an explorer of all regions that writes nothing else",
        check: |levels| scripts::uniform_fills_equal_parts(levels.scripts()),
        ..BASE
    },
    Claim {
        place: "list of generators",
        text: "the uniform and nonuniform generators connect the regions that they fill",
        test: "every level has exactly one walkable region",
        check: |levels| levels.all(&[UNIFORM, NONUNIFORM], "regions", |n| n == 1.0),
        ..BASE
    },
    Claim {
        place: "list of generators",
        text: "the nonuniform generator is the same with the bsp divider",
        test: "the scripts differ in nothing but their regions, and the divider is that one",
        check: |levels| scripts::nonuniform_differs_by_divider(levels.scripts()),
        ..BASE
    },
    Claim {
        place: "list of generators",
        text: "the digger has several agents",
        test: "the script asks for more than one",
        check: |levels| scripts::digger_has_agents(levels.scripts()),
        ..BASE
    },
    Claim {
        place: "list of generators",
        text: "the digger writes single cells 70 % of the time and 3 x 3 cells otherwise",
        test: "the rules of the script say so, and the first of them fires in 69 % to 71 % of the steps",
        check: |levels| levels.digger_writes_single_cells(),
        ..BASE
    },
    Claim {
        place: "list of generators",
        text: "the cave has a sequential explorer with rules like those of a cellular automaton",
        test: "all explorers of the script are sequential, and all rules of one set a cell by a number of its neighbors",
        check: |levels| scripts::cave_is_an_automaton(levels.scripts()),
        ..BASE
    },
    Claim {
        place: "list of generators",
        text: "the mine is like the nonuniform generator, but each region is modified as the cave is",
        test: "the script has the regions and explorers of the nonuniform one, and the rules of the cave over all regions; what these begin from may have another share of empty cells",
        check: |levels| scripts::mine_is_caves_in_regions(levels.scripts()),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "the uniform maps cover a small area of the figure",
        test: "the middle 90 % of them take less than a tenth of each axis (of 1 and of 100)",
        check: |levels| levels.uniform_area_is_small(),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "uniform and nonuniform maps have the same number of regions",
        test: "both scripts ask for the same number",
        check: |levels| levels.same_number_of_regions(),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "these regions differ in location, or else in size",
        test: "the uniform script takes some of more parts of one size, the nonuniform one allows several sizes",
        check: |levels| scripts::regions_vary_as_said(levels.scripts()),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "the areas that uniform and nonuniform maps cover in the figure are alike",
        test: "the middle 90 % of their levels overlap in both metrics",
        check: |levels| levels.areas_overlap(),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "all uniform and all nonuniform maps have similar white space",
        test: "the standard deviation of the share of empty cells is below 0.05, a twentieth of the axis",
        check: |levels| levels.below(Evidence::sd, "empty", &[UNIFORM, NONUNIFORM], 0.05),
        rule: Some(SMALLER_REGIONS),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "all uniform and nonuniform maps have few isolated areas, near the bottom of the axis",
        test: "every level has fewer than 20, a fifth of the axis of the figure",
        check: |levels| levels.all(&[UNIFORM, NONUNIFORM], "isolated", |value| value < 20.0),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "the digger has more isolated areas than the uniform and nonuniform generators",
        test: "its mean number is greater than both of theirs",
        check: |levels| levels.above(Evidence::mean, "isolated", &[DIGGER], &[UNIFORM, NONUNIFORM]),
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "the cave has the most isolated areas",
        test: "its mean number is greater than that of each other generator",
        check: |levels| {
            levels.above(Evidence::mean, "isolated", &[CAVE], &[UNIFORM, NONUNIFORM, DIGGER, MINE])
        },
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "the mine has little white space",
        test: "its mean share of empty cells is smaller than those of the uniform and nonuniform generators, which have such rooms, and of the cave, which has such rules",
        check: |levels| {
            levels.above(Evidence::mean, "empty", &[UNIFORM, NONUNIFORM, CAVE], &[MINE])
        },
        ..BASE
    },
    Claim {
        place: "Figure 1",
        text: "the mine has few isolated areas",
        test: "its mean number is below 20, a fifth of the axis of the figure",
        check: |levels| levels.below(Evidence::mean, "isolated", &[MINE], 20.0),
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "the cave has a high entropy",
        test: "its mean is greater than that of the generators that begin with rooms",
        check: |levels| levels.above(Evidence::mean, "entropy", &[CAVE], &ROOMS),
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "the entropy of the cave varies little",
        test: "its standard deviation is smaller than that of each other generator",
        check: |levels| {
            levels.above(Evidence::sd, "entropy", &[UNIFORM, NONUNIFORM, DIGGER, MINE], &[CAVE])
        },
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "about half of each part of a cave is empty",
        test: "the share of empty cells in the 25 windows of a level is between 0.4 and 0.6 on average, and between 0.3 and 0.7 in more than nine of ten windows",
        check: |levels| levels.caves_are_half_empty_everywhere(),
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "the uniform, nonuniform and mine generators have the lowest entropy",
        test: "their means are smaller than those of the digger and the cave",
        check: |levels| levels.above(Evidence::mean, "entropy", &[DIGGER, CAVE], &ROOMS),
        rule: Some(MORE_AGENTS),
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "the entropy of uniform, nonuniform and mine maps varies more",
        test: "their standard deviations are greater than that of the cave",
        check: |levels| levels.above(Evidence::sd, "entropy", &ROOMS, &[CAVE]),
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "low entropy comes from large areas that are all empty or all solid",
        test: "uniform, nonuniform and mine maps have more windows of one kind than the digger and the cave",
        check: |levels| levels.above(Evidence::mean, "plain_windows", &ROOMS, &[DIGGER, CAVE]),
        rule: Some(MORE_AGENTS),
        ..BASE
    },
    Claim {
        place: "Figure 2",
        text: "the digger has a high entropy, because its agents walk at random",
        test: "its mean is greater than that of the generators that begin with rooms; the cause is not tested",
        check: |levels| levels.above(Evidence::mean, "entropy", &[DIGGER], &ROOMS),
        rule: Some(MORE_AGENTS),
        ..BASE
    },
    Claim {
        place: "Figure 3",
        text: "the maps have three more entities: player, enemy and treasure",
        test: "the scripts begin with the explorers of the generators and add these entities",
        check: |levels| scripts::games_add_three_entities(levels.scripts(), levels.game_scripts()),
        ..BASE
    },
    Claim {
        place: "Figure 3",
        text: "players stand only where all directions are empty",
        test: "no player has a solid neighbor or the edge among its eight neighbors",
        check: |levels| levels.each_game("player", |places| places.open_players),
        ..BASE
    },
    Claim {
        place: "Figure 3",
        text: "enemies can be anywhere, but more likely block hallways",
        test: "a larger share of the hallway cells holds an enemy than of the other open cells",
        check: |levels| levels.enemies_prefer_hallways(),
        ..BASE
    },
    Claim {
        place: "Figure 3",
        text: "treasures are only in corners and hallways",
        test: "every treasure has solid cells or the edge on at least two of its four sides",
        check: |levels| levels.each_game("treasure", |places| places.tucked_treasures),
        ..BASE
    },
];
