use super::*;

#[track_caller]
fn check(set: TileSet, expected: &[Tile]) {
    assert_eq!(set.iter().collect::<Vec<_>>(), expected);
    assert_eq!(set.len(), expected.len());
    assert_eq!(set.is_empty(), expected.is_empty());
    for tile in 0..64 {
        assert_eq!(set.contains(tile), expected.contains(&tile), "tile {tile}");
        assert_eq!(set.count(tile), u32::from(expected.contains(&tile)));
    }
}

#[test]
fn sets_list_their_members_in_order() {
    check(TileSet::EMPTY, &[]);
    check(TileSet::only(5), &[5]);
    check([OUT, 3, UNKNOWN, 0, 3].into_iter().collect(), &[0, 3, UNKNOWN, OUT]);
}

#[test]
fn all_entities_are_neither_unknown_nor_out() {
    check(TileSet::entities(0), &[]);
    check(TileSet::entities(3), &[0, 1, 2]);
    let all: Vec<Tile> = (0..UNKNOWN).collect();
    check(TileSet::entities(N_ENTITIES_MAX), &all);
}

#[test]
fn unions_and_differences() {
    let low: TileSet = [0, 1, 2].into_iter().collect();
    let odd: TileSet = [1, 3, OUT].into_iter().collect();
    check(low.union(odd), &[0, 1, 2, 3, OUT]);
    check(low.difference(odd), &[0, 2]);
    assert!(low.union(odd).is_superset(odd));
    assert!(!low.is_superset(odd));
    assert!(low.is_superset(TileSet::EMPTY));
}
