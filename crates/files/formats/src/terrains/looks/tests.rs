use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Filling, Looks, TurnedTile};
use crate::terrains::{Field, Look, Matching, Sides, TerrainSet, Turn, Turns};

/// A set with these looks.
fn set(matching: Matching, looks: impl IntoIterator<Item = [u8; 8]>) -> TerrainSet {
    let looks = (0..).zip(looks);
    let looks = looks.map(|(tile, sides)| Look { tile, sides: Sides(sides), probability: 1.0 });
    let terrains = ["water", "sand", "grass"].map(str::to_owned).to_vec();
    TerrainSet { name: "land".to_owned(), matching, terrains, looks: looks.collect() }
}

/// All sides with the terrains from `first` to `last` at the places that matter, but those without
/// any terrain, which Tiled does not know.
fn all_sides(matching: Matching, first: u8, last: u8) -> BTreeSet<[u8; 8]> {
    let mut all = BTreeSet::from([[0; 8]]);
    for place in (0..8).filter(|&place| matching.is_at(place)) {
        let sides = all.into_iter().flat_map(|sides: [u8; 8]| {
            (first..=last).map(move |terrain| {
                let mut sides = sides;
                sides[place] = terrain;
                sides
            })
        });
        all = sides.collect();
    }
    all.remove(&[0; 8]);
    all
}

/// The looks of a blob: a corner needs both of its edges.
fn blob() -> Vec<[u8; 8]> {
    let all = all_sides(Matching::Both, 0, 1).into_iter();
    let blob = all.filter(|sides| {
        [1, 3, 5, 7].into_iter().all(|corner| {
            sides[corner] == 0 || sides[corner - 1] == 1 && sides[(corner + 1) % 8] == 1
        })
    });
    blob.collect()
}

/// The sides of all cells after filling.
fn sides(set: &TerrainSet, filling: &Filling) -> Vec<Option<Sides>> {
    let sides = |look: &TurnedTile| look.turn.apply(set.looks[look.tile as usize].sides);
    filling.looks.iter().map(|look| look.as_ref().map(sides)).collect()
}

/// How many pairs of neighbors do not agree where they meet.
fn n_disagreeing(width: usize, cells: &[Option<Sides>]) -> usize {
    let mut n = 0;
    for (cell, look) in cells.iter().enumerate() {
        let Some(Sides(look)) = look else { continue };
        if let Some(Some(Sides(right))) = cells.get(cell + 1).filter(|_| (cell + 1) % width > 0) {
            n += usize::from([look[1], look[2], look[3]] != [right[7], right[6], right[5]]);
        }
        if let Some(Some(Sides(below))) = cells.get(cell + width) {
            n += usize::from([look[3], look[4], look[5]] != [below[1], below[0], below[7]]);
        }
    }
    n
}

fn fields(last: u8) -> impl Strategy<Value = (usize, Vec<u8>)> {
    (1..9_usize, 1..9_usize).prop_flat_map(move |(width, height)| {
        (Just(width), prop::collection::vec(0..=last, width * height))
    })
}

proptest! {
    #[test]
    fn looks_of_a_whole_set_agree((width, cells) in fields(3)) {
        for matching in [Matching::Corners, Matching::Edges, Matching::Both] {
            let set = set(matching, all_sides(matching, 1, 3));
            let filling = Looks::new(&set, Turns::default()).fill(Field::new(width, &cells), &[]);
            prop_assert!(filling.missing.is_empty());
            prop_assert_eq!(n_disagreeing(width, &sides(&set, &filling)), 0);
        }
    }

    #[test]
    fn looks_of_open_sets_agree((width, cells) in fields(1)) {
        for set in [
            set(Matching::Edges, all_sides(Matching::Edges, 0, 1)),
            set(Matching::Both, blob()),
        ] {
            let filling = Looks::new(&set, Turns::default()).fill(Field::new(width, &cells), &[]);
            // A single cell has no terrain at any side.
            prop_assert!(filling.missing.keys().all(|sides| *sides == Sides::default()));
            if filling.missing.is_empty() {
                prop_assert_eq!(n_disagreeing(width, &sides(&set, &filling)), 0);
            }
        }
    }

    #[test]
    fn looks_of_the_dual_grid_agree_and_show_each_cell((width, cells) in fields(2)) {
        let set = set(Matching::Corners, all_sides(Matching::Corners, 0, 2));
        let field = Field::new(width, &cells);
        let filling = Looks::new(&set, Turns::default()).fill_dual(field);
        let sides: Vec<Sides> = sides(&set, &filling).into_iter().map(Option::unwrap_or_default).collect();
        prop_assert!(filling.missing.is_empty());
        prop_assert_eq!(n_disagreeing(width + 1, &sides.iter().copied().map(Some).collect::<Vec<_>>()), 0);
        for (cell, &terrain) in cells.iter().enumerate() {
            let Sides(look) = sides[cell / width * (width + 1) + cell % width];
            prop_assert_eq!(look[3], terrain, "its lower right is in the cell");
        }
    }

    #[test]
    fn neighbors_agree_with_looks_that_are_kept(
        (width, cells) in fields(3),
        is_kept in prop::collection::vec(any::<bool>(), 64),
    ) {
        let set = set(Matching::Both, all_sides(Matching::Both, 1, 3));
        let looks = Looks::new(&set, Turns::default());
        let field = Field::new(width, &cells);
        let first = sides(&set, &looks.fill(field, &[]));
        let kept: Vec<Option<Sides>> =
            first.iter().zip(&is_kept).map(|(look, is_kept)| look.filter(|_| *is_kept)).collect();
        let filling = looks.fill(field, &kept);
        let second = sides(&set, &filling);
        for (second, kept) in second.iter().zip(&kept) {
            prop_assert!(kept.is_none() || second.is_none(), "what is kept is not chosen");
        }
        let all: Vec<_> = second.into_iter().zip(kept).map(|(new, kept)| new.or(kept)).collect();
        prop_assert_eq!(n_disagreeing(width, &first), 0);
        prop_assert_eq!(n_disagreeing(width, &all), 0);
    }
}

#[test]
fn turned_looks_fit_where_their_tileset_allows_it() {
    // An end, a straight piece, a bend, a branch and a crossing.
    let pieces = [
        [1, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 1, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0, 0],
        [1, 0, 1, 0, 1, 0, 0, 0],
        [1, 0, 1, 0, 1, 0, 1, 0],
    ];
    let set = set(Matching::Edges, pieces);
    let cells = [0, 1, 0, 1, 1, 1, 0, 1, 0];
    let fill = |rotates| {
        let turns = Turns { rotates, ..Turns::default() };
        Looks::new(&set, turns).fill(Field::new(3, &cells), &[])
    };
    let (fixed, turned) = (fill(false), fill(true));
    // Their ends need to be turned, or lie at the border, where a road goes on.
    assert!(turned.missing.is_empty());
    assert_eq!(n_disagreeing(3, &sides(&set, &turned)), 0);
    assert!(!fixed.missing.is_empty());
}

#[test]
fn a_look_that_fits_as_it_is_goes_first_where_that_is_preferred() {
    let set = set(Matching::Edges, [[0, 0, 1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 1, 0, 0, 0]]);
    let chosen = |prefers_plain| {
        let turns = Turns { rotates: true, prefers_plain, ..Turns::default() };
        let looks = Looks::new(&set, turns);
        let filling = looks.fill(Field::new(3, &[0, 1, 0].repeat(42)), &[]);
        // Without the ends.
        filling.looks[3..123]
            .iter()
            .flatten()
            .map(|look| (look.tile, look.turn))
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(chosen(true), BTreeSet::from([(1, Turn::default())]));
    assert_eq!(chosen(false).len(), 4, "both pieces, each in two ways");
}

#[test]
fn likelier_looks_are_chosen_more_often() {
    let mut set = set(Matching::Edges, [[1; 8], [1; 8], [1; 8]]);
    (set.looks[1].probability, set.looks[2].probability) = (3.0, 0.0);
    let looks = Looks::new(&set, Turns::default());
    let filling = looks.fill(Field::new(100, &[1; 10_000]), &[]);
    let count = |tile| filling.looks.iter().flatten().filter(|look| look.tile == tile).count();
    assert!((2_300..2_700).contains(&count(0)), "{}", count(0));
    assert_eq!((count(0) + count(1), count(2)), (10_000, 0));
    // The place of a cell alone chooses, not the others, nor how wide a layer is.
    let mut fewer = vec![1; 9_000];
    (0..100).for_each(|row| fewer[row * 90 + 89] = 0);
    let again = looks.fill(Field::new(90, &fewer), &[]);
    assert_eq!(filling.looks[..89], again.looks[..89]);
    assert_eq!(filling.looks[500..589], again.looks[450..539]);
    assert_ne!(filling.looks[..89], filling.looks[100..189]);
}

#[test]
fn a_missing_look_is_replaced_by_the_nearest_of_its_terrain() {
    let [whole, upper] = [[0, 1, 0, 1, 0, 1, 0, 1], [0, 2, 0, 1, 0, 1, 0, 2]];
    let set = set(Matching::Corners, [whole, upper, [0, 2, 0, 2, 0, 2, 0, 2]]);
    let looks = Looks::new(&set, Turns::default());
    let cells = [2, 1, 1, 1, 1, 1, 1, 1, 1];
    let filling = looks.fill(Field::new(3, &cells), &[]);
    // The right and the lower right neighbor of the meadow have no look of their own.
    assert_eq!(filling.missing.values().sum::<usize>(), 2);
    assert_eq!(filling.looks.iter().flatten().count(), 9);
}

#[test]
fn a_cell_whose_sides_all_go_to_others_has_a_look() {
    let set = set(Matching::Corners, all_sides(Matching::Corners, 1, 3));
    let looks = Looks::new(&set, Turns::default());
    // Each corner of the water in the middle meets narrow sand.
    let cells = [
        3, 3, 3, 3, 3, //
        3, 2, 3, 2, 3, //
        3, 3, 1, 3, 3, //
        3, 2, 3, 2, 3, //
        3, 3, 3, 3, 3,
    ];
    let filling = looks.fill(Field::new(5, &cells), &[]);
    assert_eq!(n_disagreeing(5, &sides(&set, &filling)), 0);
    // A road of corners that are open to nothing needs two cells.
    let road = Looks::new(
        &self::set(Matching::Corners, all_sides(Matching::Corners, 0, 1)),
        Turns::default(),
    );
    let filling = road.fill(Field::new(3, &[0, 0, 0, 0, 1, 0, 0, 0, 0]), &[]);
    let whole = filling.looks[4].map(|look| set.looks[look.tile as usize].sides);
    assert!(filling.missing.is_empty() && whole.is_some());
}
