//! What is bred is checked without its text. Here its document is read, and has to agree.

use marahel_dialects::{OldEstimator, Scope, Statistic};
use marahel_level::{Mirror, OUT, UNKNOWN};
use marahel_script::{
    Area, Border, Condition, Dial, Dialled, Divider, Document, Edge, Estimator, Explorer, Locked,
    Neighborhood, NumberMut, PartMut, RegionSelector, Script, Size, Spelling, Walk, WholeMut,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Breeder, ROOMS, Start, breeder_of, check, half_turn, n_children, task};
use crate::cast;
use crate::demand::CellDemand;
use crate::draw::{below, pick};
use crate::task::Task;

/// One of some values.
fn one<T: Clone>(all: &[T], rng: &mut dyn Rng) -> T {
    pick(all, rng).expect("there are some").clone()
}

/// Changes a script into one that breeding may never make, and that perhaps no document says.
fn spoil(script: &mut Script, rng: &mut dyn Rng) {
    if script.explorers.is_empty() {
        return;
    }
    let n = script.entities.len() as u8;
    let which = below(script.explorers.len(), rng);
    let explorer = &mut script.explorers[which];
    let empty = Neighborhood::parse("2").unwrap();
    match below(12, rng) {
        0..=2 => {
            let has_dials = !script.dials.is_empty();
            let mut parts = script.parts_mut();
            let part = parts.swap_remove(below(parts.len(), rng)).part;
            spoil_part(part, n, has_dials, rng);
        }
        3 => {
            let names = ["horz", "wide", "agent", "sequential", "turlte_connect", "nothing", ""];
            explorer.name = Spelling::of(one(&names, rng));
        }
        4 => {
            let rules: [&[usize]; 5] = [&[], &[0], &[0, 0], &[1, 0], &[99]];
            explorer.locked = Locked::Rules(one(&rules, rng).to_vec());
        }
        5 => {
            let area = Area { x: 0, y: 0, width: 2, height: 2 };
            let (all, index) = (RegionSelector::All, RegionSelector::Index(7));
            let old = [RegionSelector::Some(2), RegionSelector::Specific(area)];
            let lists: [&[RegionSelector]; 4] = [&[], &[index, all, all], &old[..1], &old[1..]];
            explorer.region = one(&lists, rng).to_vec();
        }
        6 => match below(4, rng) {
            0 => explorer.out = one(&[None, Some(OUT), Some(UNKNOWN), Some(0)], rng),
            1 => explorer.border = Border { min: 1, max: 1, is_same: false },
            2 => explorer.wraps = true,
            _ => explorer.walk = Walk::WideHeur { heuristics: Vec::new() },
        },
        7 => spoil_rules(explorer, empty, rng),
        8 => {
            let size = |(width, height)| Size { width, height };
            let sizes =
                [(0, 1), (1, 1), (3, 3), (3, 9), (9, 3), (9, u32::MAX), (u32::MAX, u32::MAX)];
            let [min, max] = [(); 2].map(|()| size(one(&sizes, rng)));
            let trials = one(&[None, Some(0), Some(100_000), Some(100_001)], rng);
            let dividers = [
                Divider::Equal { min, max },
                Divider::Bsp { min, max },
                Divider::Sampling { min, max, trials },
            ];
            let mut regions = crate::random::regions(rng);
            regions.divider = one(&dividers, rng);
            regions.number = one(&[0, 1, 10_000, 10_001], rng);
            if !script.dials.is_empty() {
                let dialled = Dialled { dial: 0, factor: 2.0, offset: -1.0 };
                regions.dialled.sides = [(); 4].map(|()| rng.random_bool(0.3).then_some(dialled));
            }
            script.regions = Some(regions);
        }
        9 => {
            let names = [
                "3",
                "-0.5",
                "random",
                "noise2",
                "row",
                "dist",
                "2*length-1",
                "x and y",
                "and",
                "a && b",
                "a  b",
                "-",
                "a\"b\\",
                "\u{e9}\u{3000}\u{e9}",
            ];
            let which = below(script.entities.len(), rng);
            let name = one(&names, rng).to_owned();
            if !script.entities.contains(&name) {
                script.entities[which] = name;
            }
        }
        10 => {
            let names = ["dist", "half_turn", "cells1", "length", "b c", "self", "minDist", "plus"];
            let name = one(&names, rng).to_owned();
            let cells = one(&["3", "2", "11,13", "010,131,010"], rng);
            if script.neighborhoods.0.iter().all(|(known, _)| *known != name) {
                script.neighborhoods.0.push((name, Neighborhood::parse(cells).unwrap()));
            }
        }
        _ => {
            let double = script.explorers[which].clone();
            let n_times = if rng.random_bool(0.01) { 9990 } else { 1 };
            script.explorers.extend(std::iter::repeat_n(double, n_times));
        }
    }
    script.follow_dials();
}

fn spoil_part(part: PartMut<'_>, n: u8, has_dials: bool, rng: &mut dyn Rng) {
    let odd = [f64::NAN, f64::INFINITY, -0.0, 1e300, 1e-300, -2.5, 0.1 + 0.2, 3.0];
    let dialled = Dialled { dial: 0, factor: one(&odd, rng), offset: one(&odd, rng) };
    match part {
        PartMut::Constant(number) if has_dials && rng.random_bool(0.5) => {
            *number = Estimator::Dial(dialled, 1.0);
        }
        PartMut::Constant(number) => *number = Estimator::Number(one(&odd, rng)),
        PartMut::Share(share) => *share = one(&odd, rng),
        PartMut::Whole(WholeMut { follows: Some((follows, _)), .. })
            if has_dials && rng.random_bool(0.3) =>
        {
            *follows = Some(dialled);
        }
        PartMut::Whole(WholeMut { number, .. }) => match number {
            NumberMut::Small(number) => *number = one(&[0, 1, 10_000, 10_001, u32::MAX], rng),
            NumberMut::Large(number) => *number = one(&[0, 1 << 53, (1 << 53) + 1], rng),
            NumberMut::Limit(limit) => {
                *limit = one(&[None, Some(0), Some(1 << 53), Some(u64::MAX)], rng);
            }
        },
        PartMut::List(list, _, weights) => {
            let all: Vec<_> = (0..n).map(|tile| (tile, 1)).collect();
            let any = [&all[..], &[(UNKNOWN, 1)]].concat();
            list.members = match below(9, rng) {
                0 => Vec::new(),
                1 => all,
                2 => any,
                3 => vec![(0, 2), (1, 4)],
                4 => vec![(0, 1), (0, 1)],
                5 => vec![(0, 0), (1, 1)],
                6 => vec![(OUT, 1), (UNKNOWN, 1)],
                7 => vec![(0, 65_535), (1, one(&[1, 2], rng))],
                _ => vec![(one(&[OUT, UNKNOWN, 0], rng), one(&[1, 2], rng))],
            };
            if let Some(weights) = weights.filter(|_| has_dials && rng.random_bool(0.5)) {
                weights.extend(list.members.iter().map(|&(tile, _)| (tile, dialled)));
            }
        }
        PartMut::Cells(cells, _) => {
            let matrix = one(&["2", "3", "20,01", "111,131,111", "12", "3000001"], rng);
            *cells = Neighborhood::parse(matrix).unwrap();
        }
        PartMut::Comparison(_) => (),
    }
}

fn spoil_rules(explorer: &mut Explorer, empty: Neighborhood, rng: &mut dyn Rng) {
    let list = crate::parts::only(0);
    let estimator = match below(10, rng) {
        0 => OldEstimator::UnitNoise(Scope::Region).into(),
        1 => OldEstimator::MapTotal(list).into(),
        2 => OldEstimator::Distances(Statistic::Max, list).into(),
        3 => Estimator::Noise { scale: one(&[0, 1, 2, u32::MAX], rng) },
        4 => one(&[Estimator::Percent, Estimator::ChangePercent, Estimator::RepeatPercent], rng),
        5 => Estimator::Neighborhood(empty, list),
        6 => Estimator::Distance(list),
        7 => Estimator::Place(
            Edge::Top,
            one(&[None, Some(0), Some(1), Some(2), Some(u64::MAX)], rng),
        ),
        8 => Estimator::Image(Mirror::HalfTurn, list),
        _ => Estimator::Random,
    };
    if let Walk::TurtleConnect { costs, .. } = &mut explorer.walk {
        costs.push(estimator.clone().into());
    }
    let conditions = [
        Condition::Bare(estimator.clone()),
        OldEstimator::Parity { estimator, is_even: true }.into(),
        OldEstimator::Connected { entities: None, neighborhood: crate::parts::cells("all") }.into(),
    ];
    let Some(rule) = explorer.rules.first_mut() else { return };
    match below(5, rng) {
        0 => rule.executers.clear(),
        1 => explorer.rules.clear(),
        _ => rule.conditions.push(conditions[one(&[0, 0, 0, 0, 1, 2], rng)].clone()),
    }
}

/// A script of 2017, parts of which may come into others.
const OLD: &str = r#"{"metadata": {"minDimension": "9x9", "maxDimension": "9x9"},
    "entities": ["brick", "air", "key", "bat"], "neighborhoods": {"odd": "10,03"},
    "explorers": [
        {"type": "sequential", "rules": ["isEven(odd(air)), complete < 0.5 -> odd(air|brick:2)"]},
        {"type": "agent", "region": {"name": "map", "border": [1, 2]}, "parameters": {"allowed": "air"},
         "rules": ["minDist(bat) > 2, isConnected(air, all) -> self(key)"]}
    ]}"#;

/// Breeders that begin in all ways, of kits with dials, long names and names that mean something.
fn breeders() -> Vec<Breeder> {
    let dials = vec![
        Dial::new("length", 11.0, 19.0),
        Dial::new("foes", 0.0, 8.5),
        Dial::new("row", 1.0, 2.0),
    ];
    let with_dials = Task { dials, counted: vec![None, Some(3)], ..task() };
    let (mut long, mut odd) = (task(), task());
    long.tiles.iter_mut().for_each(|part| part.name = part.name.repeat(50));
    for (part, name) in odd.tiles.iter_mut().zip(["1", "noise", "2*length", "row2"]) {
        name.clone_into(&mut part.name);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut breeders = Vec::new();
    let text = "self(key), horz(brick) == 2, column2 == 0";
    let mut names = marahel_script::parse::Names::new(task().names(), Vec::new());
    let list = marahel_script::parse::conditions(text, &mut names).unwrap();
    let asked = vec![CellDemand { conditions: list, is_wanted: true, measure: 0 }];
    let asked = Task { demands: asked, mirrors: vec![half_turn()], ..task() };
    for task in [task(), with_dials, long, odd, asked] {
        let rooms = cast(&Script::parse(ROOMS).unwrap(), &task, &mut rng).unwrap();
        for start in [Start::Random, Start::Starters, Start::Scripts(vec![rooms])] {
            breeders.push(breeder_of(task.clone(), start));
        }
    }
    let rooms = cast(&Script::parse(ROOMS).unwrap(), &task(), &mut rng).unwrap();
    let both = vec![rooms, marahel_dialects::parse(OLD).unwrap()];
    breeders.push(breeder_of(task(), Start::Scripts(both)));
    breeders
}

#[test]
fn what_is_sound_is_what_its_document_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut counts = [0; 2];
    for breeder in breeders() {
        let mut population: Vec<Document> = (0..20).map(|_| breeder.first(&mut rng).0).collect();
        for step in 0..n_children() / 8 {
            let parents = [step % 20, (step * 7 + 3) % 20].map(|one| &population[one].script);
            let child = breeder.vary(parents[0], parents[1], &mut rng).document;
            check(&breeder, &child);
            let mut odd = breeder.changed(&child.script, &mut rng);
            odd.follow_dials();
            while rng.random_bool(0.6) {
                spoil(&mut odd, &mut rng);
            }
            population[step % 20] = child;
            let document = Document::of(odd);
            let Document { script, text, .. } = &document;
            let read = Script::parse(text);
            let is_same = read
                .as_ref()
                .is_ok_and(|read| read == script && read.neighborhoods.0 == script.neighborhoods.0);
            assert_eq!(document.is_sound(), is_same, "{script:?}\n{text}\n{read:?}");
            counts[usize::from(is_same)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > n_children() / 4), "{counts:?}");
}
