//! The part of a problem that breeding knows: its tiles, and the demands on them.

use marahel_breeding::{Axis, CellDemand, Symmetry, Task, TileInfo};
use marahel_level::Tile;
use marahel_problem::{Demand, Demanded, DemandedCells, Problem, size_range};
use marahel_script::{Dial, Size};

/// The tiles of a problem with the demands on them, and the sizes of its levels.
pub fn task_of(problem: &Problem) -> Task {
    let entities = problem.palette().entities().iter();
    let facts = problem.roles().iter().zip(problem.wanted_counts());
    let parts = entities.zip(facts).map(|(entity, (&role, number))| TileInfo {
        name: entity.name.clone(),
        role,
        number,
        ..TileInfo::default()
    });
    let mut parts: Vec<TileInfo> = parts.collect();
    let [min, max] = size_range(problem)
        .map(|(width, height)| Size { width: width as u32, height: height as u32 });
    for demand in problem.demands() {
        ask(&demand, &mut parts, f64::from(max.width * max.height));
    }
    let mut locks: Vec<(Tile, Tile)> = Vec::new();
    for movement in problem.definition().movements() {
        for door in &movement.doors {
            if locks.iter().all(|(door_tile, _)| *door_tile != door.door) {
                locks.push((door.door, door.key));
            }
        }
        for tile in movement.over.iter() {
            if let Some(part) = parts.get_mut(usize::from(tile)) {
                part.is_entered |= part.cells.is_none();
            }
        }
    }
    let dials = problem.dials().map(|control| {
        Dial::new(&control.name, f64::from(control.low), f64::from(control.high - 1))
    });
    let definition = problem.definition();
    let (implied, explicit) = definition
        .demanded_cells()
        .into_iter()
        .partition::<Vec<DemandedCells>, _>(|cells| cells.is_implied);
    let mirrors = definition.mirrors().into_iter();
    Task {
        tiles: parts,
        min,
        max,
        dials: dials.collect(),
        counted: problem.counted_by_dials(),
        demands: explicit.into_iter().map(asked_of).collect(),
        implied: implied.into_iter().map(asked_of).collect(),
        neighborhoods: definition.neighborhoods().to_vec(),
        mirrors: mirrors.map(|(mirror, tiles)| Symmetry { mirror, tiles }).collect(),
        locks,
    }
}

fn asked_of(DemandedCells { conditions, is_wanted, measure, .. }: DemandedCells) -> CellDemand {
    CellDemand { conditions, is_wanted, measure }
}

/// Notes a demand on tiles. If it is about several tiles together, each may meet it alone.
fn ask(demand: &Demand, parts: &mut [TileInfo], area: f64) {
    let tiles: Vec<Tile> =
        demand.tiles.iter().filter(|&tile| usize::from(tile) < parts.len()).collect();
    let range = whole(demand.min, demand.max, area);
    if let &[tile] = &tiles[..] {
        let part = &mut parts[usize::from(tile)];
        match demand.of {
            Demanded::Count => part.cells = Some(range),
            Demanded::Share => part.cells = Some(cells_of(demand, area)),
            // A demand on rows or columns is more precise.
            Demanded::Pieces if part.run.is_some() => (),
            Demanded::Pieces | Demanded::Rows | Demanded::Columns => {
                part.pieces = Some(range);
                part.run = run_of(demand.of);
            }
            Demanded::Size => part.size = Some((range.0.max(1), range.1.max(1))),
            Demanded::Placed => {
                part.cells.get_or_insert(range);
            }
        }
        return;
    }
    let most = match demand.of {
        Demanded::Count => range.1,
        Demanded::Share => cells_of(demand, area).1,
        Demanded::Rows | Demanded::Columns => {
            for tile in tiles {
                let part = &mut parts[usize::from(tile)];
                part.pieces.get_or_insert(range);
                part.run = part.run.or(run_of(demand.of));
            }
            return;
        }
        Demanded::Pieces | Demanded::Size | Demanded::Placed => return,
    };
    for tile in tiles {
        parts[usize::from(tile)].cells.get_or_insert((0, most));
    }
}

/// The direction of pieces that are counted along one axis.
fn run_of(demanded: Demanded) -> Option<Axis> {
    match demanded {
        Demanded::Rows => Some(Axis::Row),
        Demanded::Columns => Some(Axis::Column),
        Demanded::Count
        | Demanded::Share
        | Demanded::Pieces
        | Demanded::Size
        | Demanded::Placed => None,
    }
}

/// The fewest and the most cells of a share of an area.
fn cells_of(share: &Demand, area: f64) -> (u32, u32) {
    whole(share.min * area, share.max * area, area)
}

/// The whole numbers of a range, cut to 0..=`area`. A range without one yields the next above its
/// beginning.
fn whole(min: f64, max: f64, area: f64) -> (u32, u32) {
    let least = min.clamp(0.0, area).ceil() as u32;
    (least, (max.clamp(0.0, area) as u32).max(least))
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn no_range_ends_before_it_begins() {
        assert_eq!(whole(2.0, 5.0, 100.0), (2, 5));
        assert_eq!(whole(3.2, 3.8, 100.0), (4, 4));
        assert_eq!(whole(0.5, 0.7, 100.0), (1, 1));
        assert_eq!(whole(200.0, 300.0, 100.0), (100, 100));
        assert_eq!(whole(-3.0, f64::INFINITY, 100.0), (0, 100));
    }
}
