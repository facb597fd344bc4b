use super::*;
use crate::range::tests::noise;
use crate::range::{Settings, corners, measure};

fn ranges() -> [ExpressiveRange; 2] {
    let settings = Settings { n_levels: 2, ..Settings::default() };
    let range = |name: &str, entities: &[&str]| {
        measure(name, &noise("1x1", entities), &[], &settings).expect("it has levels")
    };
    [range("a, b", &["empty"]), range("c", &["solid"])]
}

#[test]
fn levels_are_rows_and_lack_what_their_script_lacks() {
    let expected = "\
script,seed,width,height,empty,isolated,entropy,plain_windows,regions,diameter,count_empty,count_solid
\"a, b\",0,1,1,1.0,1,0.0,1.0,1,0,1,
\"a, b\",1,1,1,1.0,1,0.0,1.0,1,0,1,
c,0,1,1,1.0,1,0.0,1.0,0,0,,1
c,1,1,1,1.0,1,0.0,1.0,0,0,,1
";
    assert_eq!(levels_csv(&ranges()), expected);
}

#[test]
fn summaries_are_rows() {
    let csv = summary_csv(&ranges()[1..]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "script,metric,n,mean,sd,se,min,q1,median,q3,max");
    assert_eq!(lines[3], "c,empty,2,1,0,0,1,1,1,1,1");
    assert_eq!(lines.len(), 1 + 2 + 6 + 1);
}

#[test]
fn json_has_levels_and_summaries() {
    let json = to_json(&ranges());
    assert_eq!(json[0]["script"], "a, b");
    assert_eq!(json[1]["empty"], "solid");
    assert_eq!(json[1]["levels"][1]["seed"], 1);
    assert_eq!(json[1]["summary"]["count_solid"]["mean"], 1.0);
}

#[test]
fn what_levels_are_like_together_has_its_errors() {
    let csv = together_csv(&ranges());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "script,levels,different,floor,floor_se,unlike,unlike_se");
    assert_eq!(lines[2], "c,2,1,0,,1,", "two equal levels");
    let json = to_json(&ranges());
    assert_eq!(json[1]["together"]["n_different"], 1);
}

#[test]
fn corners_are_rows() {
    let [range, _] = ranges();
    let corners = corners(&range, "empty", "isolated").expect("all levels have both");
    let csv = corners_csv([("a, b", corners)], "empty", "isolated");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[..2], ["script,empty,isolated,seed", "\"a, b\",low,high,0"]);
    assert_eq!(lines.len(), 5);
}
