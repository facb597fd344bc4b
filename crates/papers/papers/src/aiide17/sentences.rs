//! The testable sentences of the section Results.

use super::evidence::{CAVE, DIGGER, Evidence, MINE, NONUNIFORM, ROOMS, UNIFORM};
use super::variants::{MORE_AGENTS, SMALLER_REGIONS};
use super::{Claim, scripts};
use crate::claims::claims;

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

pub(super) static CLAIMS: &[Claim] = claims! { BASE;
    "list of generators", "the uniform generator has the equal divider and fills each region with empty cells",
        "the script has that divider, and an explorer of all regions that writes nothing else" =>
        |levels| scripts::uniform_fills_equal_parts(levels.scripts());
    "list of generators", "the uniform and nonuniform generators connect the regions that they fill",
        "every level has exactly one walkable region" =>
        |levels| levels.all(&[UNIFORM, NONUNIFORM], "regions", |n| n == 1.0);
    "list of generators", "the nonuniform generator is the same with the bsp divider",
        "the scripts differ in nothing but their regions, and the divider is that one" =>
        |levels| scripts::nonuniform_differs_by_divider(levels.scripts());
    "list of generators", "the digger has several agents", "the script asks for more than one" =>
        |levels| scripts::digger_has_agents(levels.scripts());
    "list of generators", "the digger writes single cells 70 % of the time and 3 x 3 cells otherwise",
        "the rules of the script say so, and the first of them fires in 69 % to 71 % of the steps" =>
        |levels| levels.digger_writes_single_cells();
    "list of generators", "the cave has a sequential explorer with rules like those of a cellular automaton",
        "all explorers of the script are sequential, and all rules of one set a cell by a number of its neighbors" =>
        |levels| scripts::cave_is_an_automaton(levels.scripts());
    "list of generators", "the mine is like the nonuniform generator, but each region is modified as the cave is",
        "the script has the regions and explorers of the nonuniform one, and the rules of the cave over all regions; what these begin from may have another share of empty cells" =>
        |levels| scripts::mine_is_caves_in_regions(levels.scripts());
    "Figure 1", "the uniform maps cover a small area of the figure",
        "the middle 90 % of them take less than a tenth of each axis (of 1 and of 100)" =>
        |levels| levels.uniform_area_is_small();
    "Figure 1", "uniform and nonuniform maps have the same number of regions",
        "both scripts ask for the same number" => |levels| levels.same_number_of_regions();
    "Figure 1", "these regions differ in location, or else in size",
        "the uniform script takes some of more parts of one size, the nonuniform one allows several sizes" =>
        |levels| scripts::regions_vary_as_said(levels.scripts());
    "Figure 1", "the areas that uniform and nonuniform maps cover in the figure are alike",
        "the middle 90 % of their levels overlap in both metrics" => |levels| levels.areas_overlap();
    "Figure 1", "all uniform and all nonuniform maps have similar white space",
        "the standard deviation of the share of empty cells is below 0.05, a twentieth of the axis",
        rule = Some(SMALLER_REGIONS) =>
        |levels| levels.below(Evidence::sd, "empty", &[UNIFORM, NONUNIFORM], 0.05);
    "Figure 1", "all uniform and nonuniform maps have few isolated areas, near the bottom of the axis",
        "every level has fewer than 20, a fifth of the axis of the figure" =>
        |levels| levels.all(&[UNIFORM, NONUNIFORM], "isolated", |value| value < 20.0);
    "Figure 1", "the digger has more isolated areas than the uniform and nonuniform generators",
        "its mean number is greater than both of theirs" =>
        |levels| levels.above(Evidence::mean, "isolated", &[DIGGER], &[UNIFORM, NONUNIFORM]);
    "Figure 1", "the cave has the most isolated areas",
        "its mean number is greater than that of each other generator" =>
        |levels| levels.above(Evidence::mean, "isolated", &[CAVE], &[UNIFORM, NONUNIFORM, DIGGER, MINE]);
    "Figure 1", "the mine has little white space",
        "its mean share of empty cells is smaller than those of the uniform and nonuniform generators, which have such rooms, and of the cave, which has such rules" =>
        |levels| levels.above(Evidence::mean, "empty", &[UNIFORM, NONUNIFORM, CAVE], &[MINE]);
    "Figure 1", "the mine has few isolated areas",
        "its mean number is below 20, a fifth of the axis of the figure" =>
        |levels| levels.below(Evidence::mean, "isolated", &[MINE], 20.0);
    "Figure 2", "the cave has a high entropy",
        "its mean is greater than that of the generators that begin with rooms" =>
        |levels| levels.above(Evidence::mean, "entropy", &[CAVE], &ROOMS);
    "Figure 2", "the entropy of the cave varies little",
        "its standard deviation is smaller than that of each other generator" =>
        |levels| levels.above(Evidence::sd, "entropy", &[UNIFORM, NONUNIFORM, DIGGER, MINE], &[CAVE]);
    "Figure 2", "about half of each part of a cave is empty",
        "the share of empty cells in the 25 windows of a level is between 0.4 and 0.6 on average, and between 0.3 and 0.7 in more than nine of ten windows" =>
        |levels| levels.caves_are_half_empty_everywhere();
    "Figure 2", "the uniform, nonuniform and mine generators have the lowest entropy",
        "their means are smaller than those of the digger and the cave", rule = Some(MORE_AGENTS) =>
        |levels| levels.above(Evidence::mean, "entropy", &[DIGGER, CAVE], &ROOMS);
    "Figure 2", "the entropy of uniform, nonuniform and mine maps varies more",
        "their standard deviations are greater than that of the cave" =>
        |levels| levels.above(Evidence::sd, "entropy", &ROOMS, &[CAVE]);
    "Figure 2", "low entropy comes from large areas that are all empty or all solid",
        "uniform, nonuniform and mine maps have more windows of one kind than the digger and the cave",
        rule = Some(MORE_AGENTS) =>
        |levels| levels.above(Evidence::mean, "plain_windows", &ROOMS, &[DIGGER, CAVE]);
    "Figure 2", "the digger has a high entropy, because its agents walk at random",
        "its mean is greater than that of the generators that begin with rooms; the cause is not tested",
        rule = Some(MORE_AGENTS) => |levels| levels.above(Evidence::mean, "entropy", &[DIGGER], &ROOMS);
    "Figure 3", "the maps have three more entities: player, enemy and treasure",
        "the scripts begin with the explorers of the generators and add these entities" =>
        |levels| scripts::games_add_three_entities(levels.scripts(), levels.game_scripts());
    "Figure 3", "players stand only where all directions are empty",
        "no player has a solid neighbor or the edge among its eight neighbors" =>
        |levels| levels.each_game("player", |places| places.open_players);
    "Figure 3", "enemies can be anywhere, but more likely block hallways",
        "a larger share of the hallway cells holds an enemy than of the other open cells" =>
        |levels| levels.enemies_prefer_hallways();
    "Figure 3", "treasures are only in corners and hallways",
        "every treasure has solid cells or the edge on at least two of its four sides" =>
        |levels| levels.each_game("treasure", |places| places.tucked_treasures);
};
