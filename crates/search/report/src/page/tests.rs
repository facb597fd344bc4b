use std::fs;

use marahel_config::{Config, Options};
use marahel_evolution::write_config;
use marahel_papers::fdg20::BUILT_IN;
use tempfile::TempDir;

use super::write_page;
use crate::tests::testing::{FRONT, GENERATIONS, POPULATION, many_objectives, run_folder, status};

const CONFIG: &str =
    "problem = \"zelda\"\nseed = 7\n\n[search]\nalgorithm = \"islands\"\nseed = 9\n";

fn folder(front: &str) -> TempDir {
    let folder = run_folder(GENERATIONS, front, POPULATION);
    fs::write(folder.path().join("config.toml"), CONFIG).expect("the folder can be written to");
    folder
}

fn page(folder: &TempDir) -> String {
    let path = write_page(folder.path()).expect("the run is sound");
    assert_eq!(path, folder.path().join("report.html"));
    fs::read_to_string(path).expect("it was written")
}

#[track_caller]
fn check(page: &str, expected: &str) {
    assert!(page.contains(expected), "`{expected}` is not on the page");
}

#[test]
fn a_page_of_many_objectives_says_what_was_not_measured() {
    let [generations, front, population] = many_objectives(17);
    let folder = run_folder(&generations, &front, &population);
    fs::write(folder.path().join("config.toml"), CONFIG).expect("the folder can be written to");
    let page = page(&folder);
    check(&page, "that the search never saw, 1 is still non-dominated.");
    check(&page, "<dt>searched hypervolume</dt><dd>-</dd>");
    check(
        &page,
        "More than 16 objectives are not drawn pair by pair, and their hypervolume is not measured.",
    );
}

#[test]
fn a_page_says_what_the_run_was() {
    let page = page(&folder(FRONT));
    check(&page, "<title>zelda, seed 7 - Marahel Evolve</title>");
    check(
        &page,
        "After 3 generations the first front has 3 members, 3 different generators. Measured on levels that the search never saw, 2 are still non-dominated, and the hypervolume is 0.3100; as searched it was 0.5000.",
    );
    check(
        &page,
        "<dt>validated hypervolume</dt><dd>0.3100</dd></div><div><dt>searched hypervolume</dt><dd>0.5000</dd>",
    );
    check(&page, "with this text makes the run again.");
    check(&page, "algorithm = &quot;islands&quot;");
    assert_eq!(page.matches("<tr").count(), 1 + 3, "a line of names and three members");
    assert_eq!(page.matches("<tr class=\"fallen\"").count(), 1);
}

/// The page of a run with the config that a search with these settings writes.
fn page_of_search(settings: &str) -> String {
    let folder = folder(FRONT);
    let config = Config::parse(BUILT_IN, settings, &Options::default()).expect("it is a search");
    write_config(folder.path(), &config).expect("the folder can be written to");
    page(&folder)
}

#[test]
fn settings_of_a_search_are_those_that_it_wrote() {
    let study = page_of_search("problem = \"zelda\"\nseed = 3\nsearch.algorithm = \"nsga2\"");
    check(&study, "<title>zelda, seed 3 - Marahel Evolve</title>");
    for (name, value) in [("algorithm", "nsga2"), ("semantics", "documented"), ("noise", "common")]
    {
        check(&study, &format!("<dt>{name}</dt><dd>{value}</dd>"));
    }
    let scripts = page_of_search("problem = \"roguelike\"");
    check(&scripts, "<dt>algorithm</dt><dd>islands</dd>");
    assert!(!scripts.contains("<dt>semantics</dt>") && !scripts.contains("<dd>?</dd>"));
}

#[test]
fn each_generator_has_one_row_and_what_people_ask_for_comes_first() {
    // Of three members two have the same script; the third has longer levels.
    let front = "id,regions,path,regions_validated,regions_se,path_validated,path_se,playable,playable_se,good,good_se,\
        length,length_se,unlike,unlike_se,different,still_non_dominated,explorers,genes,script\n\
        11,1,0.2,0.9,0.01,0.15,0.02,0.5,0.01,0.4,0.01,0.1,0.01,30.5,2,1,true,3,1 2 3,scripts/000011.json\n\
        12,1,0.2,0.9,0.01,0.15,0.02,0.5,0.01,0.4,0.01,0.1,0.01,30.5,2,1,true,3,1 2 9,scripts/000011.json\n\
        7,0.8,0.4,0.7,0.02,0.4,0.02,0.75,0.01,0.7,0.01,0.6,0.02,55.25,3,0.875,false,4,1 2 4,scripts/000007.json\n";
    let page = page(&folder(front));
    let heads: Vec<&str> = page
        .split("<th")
        .skip(1)
        .filter_map(|head| head.split_once('>')?.1.split_once("</th>"))
        .map(|(head, _)| head)
        .collect();
    let expected = [
        "script",
        "playable",
        "length",
        "regions",
        "path",
        "good",
        "unlike",
        "different",
        "still non-dominated",
        "members",
        "explorers",
    ];
    assert_eq!(heads, expected);
    check(&page, "<th aria-sort=\"descending\">length</th>");
    let rows: Vec<&str> = page.split("<tr").skip(2).collect();
    assert_eq!(rows.len(), 2, "two different generators");
    assert!(rows[0].contains(">000007</a>") && rows[0].contains("0.600 ± 0.020"), "{}", rows[0]);
    check(rows[0], "0.700 ± 0.020<span class=\"searched\">searched 0.800</span>");
    assert!(rows[0].contains("<td data-value=\"0.875\">0.875</td>"), "an error that nobody knows");
    assert!(rows[1].contains("<td>yes</td><td>2</td><td>3</td>"), "{}", rows[1]);
}

#[test]
fn explorers_stand_before_the_whole_script() {
    let folder = folder(FRONT);
    fs::create_dir(folder.path().join("scripts")).expect("the folder can be written to");
    let script = r#"{"metadata": {"min": "9x9"}, "explorers": [{"type": "digger", "rules": ["-> self(b)"]}]}"#;
    fs::write(folder.path().join("scripts/000007.json"), script).unwrap();
    let page = page(&folder);
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("`{text}` is not on the page"));
    assert!(at("&quot;type&quot;: &quot;digger&quot;") < at("<summary>the whole script</summary>"));
    assert!(at("<summary>the whole script</summary>") < at("metadata"));
}

#[test]
fn nothing_is_fetched() {
    let page = page(&folder(FRONT));
    // Links lead to places on the page; pictures are part of it.
    for attribute in ["src=\"", "href=\""] {
        for (start, _) in page.match_indices(attribute) {
            let target = &page[start + attribute.len()..];
            assert!(target.starts_with("data:") || target.starts_with('#'), "{}", &target[..40]);
        }
    }
    assert!(!page.contains("@import") && !page.contains("url("), "a style fetches something");
}

#[test]
fn generators_have_scripts_and_levels_where_there_are_any() {
    let folder = folder(FRONT);
    for name in ["scripts", "levels"] {
        fs::create_dir(folder.path().join(name)).expect("the folder can be written to");
    }
    fs::write(folder.path().join("scripts/000007.json"), "{\"rules\": [\"a<b -> c(d)\"]}").unwrap();
    fs::write(folder.path().join("levels/000007.png"), b"levels").unwrap();
    let page = page(&folder);
    check(&page, "a&lt;b -&gt; c(d)");
    check(&page, "src=\"data:image/png;base64,bGV2ZWxz\"");
    check(
        &page,
        "regions\u{a0}0.700\u{a0}±\u{a0}0.020, path\u{a0}0.400\u{a0}±\u{a0}0.020; 50.0 % playable.",
    );
}

#[test]
fn members_of_one_script_stand_together() {
    let front = FRONT.replace("scripts/000009.json", "scripts/000007.json");
    let page = page(&folder(&front));
    assert_eq!(page.matches("<article").count(), 2);
    check(&page, "2 members of the front have this script.");
}

#[test]
fn a_front_that_was_not_validated_is_shown_as_searched() {
    let front = "id,regions,path,regions_validated,regions_se,path_validated,path_se,playable,still_non_dominated,explorers,genes,script\n\
        11,1,0.2,,,,,,true,3,1 2 3,\n";
    let page = page(&folder(front));
    check(
        &page,
        "the first front has 1 member, 0 different generators. They were not measured on held-out levels; as searched the hypervolume is 0.5000.",
    );
    check(&page, "<td data-value=\"1\"><span class=\"searched\">searched 1.000</span></td>");
    assert!(!page.contains("<article"));
}

#[test]
fn equal_folders_give_equal_pages() {
    assert_eq!(page(&folder(FRONT)), page(&folder(FRONT)));
}

#[test]
fn a_page_says_what_became_of_the_run() {
    let folder = folder(FRONT);
    fs::write(folder.path().join("run.toml"), status(false, 1000)).unwrap();
    let finished = page(&folder);
    check(&finished, "Measured on 1000 levels each that the search never saw, 2 are");
    check(&finished, "with this text makes the run again.");
    fs::write(folder.path().join("run.toml"), status(true, 100)).unwrap();
    let interrupted = page(&folder);
    check(&interrupted, "Measured on 100 levels each that the search never saw, 2 are");
    check(&interrupted, "The search was interrupted at generation 3 of 9.");
    check(&interrupted, "with this text makes the run that was planned.");
    assert!(!interrupted.contains("makes the run again"));
}

#[test]
fn a_run_that_found_nothing_is_told_from_one_that_goes_on() {
    let folder = TempDir::new().unwrap();
    let message = || write_page(folder.path()).unwrap_err().to_string();
    assert!(message().contains("still going on"), "{}", message());
    fs::write(folder.path().join("run.toml"), status(true, 0)).unwrap();
    assert!(
        message().contains("interrupted at generation 3 of 9, before anything"),
        "{}",
        message()
    );
}

#[test]
fn rows_are_sorted_by_validated_values() {
    // Best as searched, but not on held-out levels.
    let front = FRONT.replace("11,1,0.2,0.9,", "11,1,0.2,0.5,");
    let page = page(&folder(&front));
    let ids = ["000007", "000011", "000009"].map(|id| page.find(&format!(">{id}</a>")).unwrap());
    assert!(ids.is_sorted(), "{ids:?}");
    check(&page, "<th aria-sort=\"descending\">regions</th><th>path</th>");
    check(
        &page,
        "<td data-value=\"0.7\">0.700 ± 0.020<span class=\"searched\">searched 0.800</span></td>",
    );
}
