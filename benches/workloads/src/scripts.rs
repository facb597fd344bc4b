//! Scripts that each exercise one construct of the language.

/// What a script exercises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// One explorer of each kind, some with several heuristics.
    Explorer,
    /// One estimator, in the condition of a rule that is tested on every cell.
    Estimator,
    /// One region divider.
    Divider,
}

/// A script that exercises one construct, at any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// What kind of construct.
    pub family: Family,
    /// Name of the construct, and of the variant where there are several.
    pub name: &'static str,
    /// The `regions` of the script as JSON, if it has any. `NUMBER` and
    /// `DIVISIONS` stand for as many regions as have about 64 tiles each.
    regions: Option<&'static str>,
    /// The explorers that follow the initial one, as JSON.
    explorers: &'static str,
}

/// The language keeps at most this many regions.
const N_REGIONS_MAX: u32 = 10_000;

/// The name of the case that only fills the map, which every other case does first.
pub const INITIAL_MAP: &str = "initial map";

/// All cases of a family.
pub fn cases(family: Family) -> impl Iterator<Item = Case> {
    CASES.iter().copied().filter(move |case| case.family == family)
}

/// The text of a case's script for square levels of `side` tiles a side.
///
/// The first explorer fills the level with 45 % solid tiles, the rest empty;
/// the case's own explorers follow.
pub fn script(case: Case, side: u32) -> String {
    document(case.regions, &[case.explorers], side)
}

/// The text of one script that has every construct once, for measuring how
/// scripts are read.
pub fn every_construct() -> String {
    let explorers: Vec<&str> = CASES
        .iter()
        .filter(|case| case.family != Family::Divider)
        .map(|case| case.explorers)
        .collect();
    document(BSP, &explorers, 64)
}

/// A script that fills the map and then runs `explorers`, of which empty ones are left out.
fn document(regions: Option<&str>, explorers: &[&str], side: u32) -> String {
    let n_divisions = side.div_ceil(8);
    let regions = regions.map_or(String::new(), |regions| {
        let regions = regions
            .replace("NUMBER", &(n_divisions * n_divisions).min(N_REGIONS_MAX).to_string())
            .replace("DIVISIONS", &n_divisions.to_string());
        format!("\"regions\": {regions},")
    });
    let initial = r#"{"type": "horz", "rules": ["self(any) -> self(solid:9|empty:11)"]}"#;
    let mut all = vec![initial];
    all.extend(explorers.iter().filter(|explorer| !explorer.is_empty()));
    format!(
        r#"{{
            "metadata": {{"min": "{side}x{side}", "max": "{side}x{side}"}},
            "entities": ["empty", "solid"],
            {regions}
            "explorers": [{}]
        }}"#,
        all.join(",\n")
    )
}

const BSP: Option<&str> =
    Some(r#"{"type": "bsp", "number": "NUMBER", "parameters": {"min": "4x4", "max": "12x12"}}"#);
const EQUAL: Option<&str> = Some(
    r#"{"type": "equal", "number": "NUMBER", "parameters": {"min": "DIVISIONS", "max": "DIVISIONS"}}"#,
);
const SAMPLING: Option<&str> =
    Some(r#"{"type": "sampling", "number": "NUMBER", "parameters": {"min": "3x3", "max": "6x6"}}"#);

const CASES: &[Case] = &[
    explorer(INITIAL_MAP, ""),
    explorer(
        "narrow_horz",
        r#"{"type": "narrow_horz", "parameters": {"replace": "buffer"}, "rules": ["all(solid)>=5 -> self(solid)", "-> self(empty)"]}"#,
    ),
    explorer(
        "narrow_vert",
        r#"{"type": "narrow_vert", "parameters": {"replace": "buffer"}, "rules": ["all(solid)>=5 -> self(solid)", "-> self(empty)"]}"#,
    ),
    explorer(
        "narrow_rand",
        r#"{"type": "narrow_rand", "rules": ["all(solid)>=5 -> self(solid)", "-> self(empty)"]}"#,
    ),
    explorer("turtle_drunk", r#"{"type": "turtle_drunk", "rules": ["-> self(empty)"]}"#),
    explorer(
        "turtle_heur",
        r#"{"type": "turtle_heur", "parameters": {"heuristics": "all(empty),random"}, "rules": ["-> self(empty)"]}"#,
    ),
    explorer(
        "turtle_heur by distance",
        r#"{"type": "turtle_heur", "parameters": {"heuristics": "dist(solid)"}, "rules": ["-> self(empty)"]}"#,
    ),
    explorer(
        "turtle_connect",
        r#"{"type": "turtle_connect", "parameters": {"entities": "empty"}, "rules": ["self(solid) -> self(empty)"]}"#,
    ),
    explorer(
        "turtle_connect by costs",
        r#"{"type": "turtle_connect", "parameters": {"entities": "empty", "costs": "self(solid)"}, "rules": ["self(solid) -> self(empty)"]}"#,
    ),
    explorer(
        "wide_heur",
        r#"{"type": "wide_heur", "parameters": {"heuristics": "all(empty)"}, "rules": ["self(solid) -> self(empty)"]}"#,
    ),
    explorer(
        "wide_heur by distance",
        r#"{"type": "wide_heur", "parameters": {"heuristics": "dist(solid)"}, "rules": ["self(solid) -> self(empty)"]}"#,
    ),
    explorer(
        "wide_heur by noise",
        r#"{"type": "wide_heur", "parameters": {"heuristics": "noise4"}, "rules": ["self(solid) -> self(empty)"]}"#,
    ),
    explorer(
        "wide_rand",
        r#"{"type": "wide_rand", "rules": ["all(solid)>=5 -> self(solid)", "-> self(empty)"]}"#,
    ),
    explorer(
        "narrow_horz with a mirror",
        r#"{"type": "narrow_horz", "parameters": {"mirror": "both"}, "rules": ["all(solid)>=5 -> self(solid)", "-> self(empty)"]}"#,
    ),
    estimator("number", r#"{"rules": ["1>0 -> self(solid)"]}"#),
    estimator("random", r#"{"rules": ["random>0.5 -> self(solid)"]}"#),
    estimator("noise", r#"{"rules": ["noise>0.2 -> self(solid)"]}"#),
    estimator("noise4", r#"{"rules": ["noise4>0.2 -> self(solid)"]}"#),
    estimator("percent", r#"{"rules": ["percent>0.5 -> self(solid)"]}"#),
    estimator("cpercent", r#"{"rules": ["cpercent<0.5 -> self(solid)"]}"#),
    estimator(
        "rpercent",
        r#"{"parameters": {"repeats": "2"}, "rules": ["rpercent>0.2 -> self(solid)"]}"#,
    ),
    estimator("total", r#"{"rules": ["solid<empty -> self(solid)"]}"#),
    estimator("neighborhood", r#"{"rules": ["all(solid)>=5 -> self(solid)"]}"#),
    estimator("distance", r#"{"rules": ["dist(solid)>2 -> self(solid)"]}"#),
    estimator(
        "distance, map as it was",
        r#"{"parameters": {"replace": "buffer"}, "rules": ["dist(solid)>2 -> self(solid)"]}"#,
    ),
    estimator("distance to the outside", r#"{"rules": ["dist(out)>2 -> self(solid)"]}"#),
    estimator("place", r#"{"rules": ["column2==0 -> self(solid)"]}"#),
    estimator("image", r#"{"rules": ["left_right(solid) -> self(solid)"]}"#),
    divider("equal", EQUAL),
    divider("bsp", BSP),
    divider("sampling", SAMPLING),
];

const fn explorer(name: &'static str, explorers: &'static str) -> Case {
    Case { family: Family::Explorer, name, regions: None, explorers }
}

const fn estimator(name: &'static str, explorers: &'static str) -> Case {
    Case { family: Family::Estimator, name, regions: None, explorers }
}

const fn divider(name: &'static str, regions: Option<&'static str>) -> Case {
    let explorers = r#"{"region": "all", "rules": ["-> self(empty)"]}"#;
    Case { family: Family::Divider, name, regions, explorers }
}
