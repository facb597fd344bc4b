//! Tiles that never touch in the drawings: a door beside a door, a coin at the exit. The levels
//! keep them apart, too, where an explorer can leave out the cells beside others.

use fixedbitset::FixedBitSet;
use marahel_level::Tile;
use marahel_script::{Explorer, Size, Spelling, Walk};

use crate::layers::rules::{CROSS, Compared, HERE, count};
use crate::layers::scene::Scene;
use crate::layers::stack::Stack;
use crate::layers::trial::Trial;

/// Two tiles touch by chance in no drawing with at most this probability, if they touch in as many
/// drawings as levels. Tiles of one kind need no such proof: people rarely draw a thing twice side
/// by side by chance.
const CHANCE_MAX: f64 = 0.2;

/// Minimum share of the number of a tile that is left in the levels.
const LEFT_MIN: f64 = 0.95;

/// Maximum share of the contacts that a condition leaves: another one is not worth its words.
const SHARE_MAX: f64 = 0.5;

/// Maximum number of tiles that an explorer stays away from.
const N_OTHERS_MAX: usize = 4;

/// A tile and another one, which it touches in a share of the levels but in no drawing.
struct Contact {
    tiles: [Tile; 2],
    share: f64,
}

/// Keeps tiles apart as the drawings do, except where the levels would have fewer of them, or touch
/// as often.
pub(crate) fn kept(scene: &Scene, stack: Stack, sizes: (Size, Size)) -> Stack {
    let Some(trial) = Trial::of(scene, &stack, sizes) else { return stack };
    let mut contacts = contacts(scene, &stack.plan.used, &trial);
    let mut freed: Vec<Tile> = Vec::new();
    // Each round drops a contact, frees a tile, or ends.
    while !contacts.is_empty() {
        let apart = with_conditions(scene, &stack, &contacts, &freed);
        let Some(now) = Trial::of(scene, &apart, sizes) else { return stack };
        let n = contacts.len();
        contacts.retain(|contact| now.share_with(contact.tiles) <= SHARE_MAX * contact.share);
        let is_fewer = |tile: &&Tile| now.mean_count(**tile) < LEFT_MIN * trial.mean_count(**tile);
        let fewer = stack.plan.used.iter().filter(|tile| !freed.contains(tile)).find(is_fewer);
        freed.extend(fewer);
        if fewer.is_none() && contacts.len() == n {
            return apart;
        }
    }
    stack
}

/// The pairs of tiles that touch in levels but in no drawing, the most frequent first.
fn contacts(scene: &Scene, used: &[Tile], trial: &Trial) -> Vec<Contact> {
    let n_tiles = scene.names.len();
    let mut drawn = FixedBitSet::with_capacity(n_tiles * n_tiles);
    for cell in 0..scene.len() {
        for neighbor in scene.neighbors(cell) {
            let [first, second] = [cell, neighbor].map(|cell| usize::from(scene.tiles[cell]));
            drawn.insert(first * n_tiles + second);
        }
    }
    let n_drawings = scene.frames.len() as i32;
    let pairs = used
        .iter()
        .enumerate()
        .flat_map(|(rank, &tile)| used[rank..].iter().map(move |&other| [tile, other]));
    let apart = pairs
        .filter(|&[tile, other]| !drawn.contains(usize::from(tile) * n_tiles + usize::from(other)));
    let contacts = apart.map(|tiles| Contact { tiles, share: trial.share_with(tiles) });
    let by_rule = contacts.filter(|Contact { tiles: [tile, other], share }| {
        let is_alike = tile == other && *share > 0.0;
        is_alike || (1.0 - share).powi(n_drawings) < CHANCE_MAX
    });
    let mut contacts: Vec<Contact> = by_rule.collect();
    contacts.sort_by(|left, right| right.share.total_cmp(&left.share));
    contacts
}

/// The stack whose explorers keep their tiles away from those that stand before, except for tiles
/// that are free.
fn with_conditions(scene: &Scene, stack: &Stack, contacts: &[Contact], freed: &[Tile]) -> Stack {
    let mut apart = stack.clone();
    let written: Vec<Vec<Tile>> = stack.drafts.explorers.iter().map(tiles_of).collect();
    for (index, explorer) in apart.drafts.explorers.iter_mut().enumerate() {
        let Some(tile) = placed(explorer).filter(|tile| !freed.contains(tile)) else { continue };
        let others =
            contacts.iter().filter_map(|&Contact { tiles: [first, second], .. }| match tile {
                _ if tile == first => Some(second),
                _ if tile == second => Some(first),
                _ => None,
            });
        let stands = |other: &Tile| written[..=index].iter().flatten().any(|tile| tile == other);
        let others: Vec<Tile> = others.filter(stands).take(N_OTHERS_MAX).collect();
        if others.is_empty() {
            continue;
        }
        for rule in &mut explorer.rules {
            rule.conditions.push(count(CROSS, others.iter().copied()).is(0));
        }
        let name = |&other: &Tile| match scene.name(other) {
            name if other == tile => format!("another {name}"),
            name => name.to_owned(),
        };
        let names: Vec<String> = others.iter().map(name).collect();
        let words = explorer.description.as_str();
        // What follows a semicolon is about the mirror.
        let (place, mirror) = words.split_at(words.find(';').unwrap_or(words.len()));
        let words = format!("{place}, not beside {}{mirror}", names.join(" or "));
        explorer.description = Spelling::of(&words);
    }
    apart
}

/// All tiles that an explorer writes.
fn tiles_of(explorer: &Explorer) -> Vec<Tile> {
    let executers = explorer.rules.iter().flat_map(|rule| &rule.executers);
    executers.flat_map(|executer| executer.entities.members.iter().map(|entry| entry.0)).collect()
}

/// The only tile that an explorer writes, cell by cell; `None` for others, and for those that have
/// to write where they go.
fn placed(explorer: &Explorer) -> Option<Tile> {
    let is_free = matches!(explorer.walk, Walk::NarrowHorz | Walk::NarrowVert | Walk::WideRand);
    let executers = explorer.rules.iter().flat_map(|rule| &rule.executers);
    let is_single = executers.clone().all(|executer| executer.neighborhood.offsets() == HERE);
    let tiles = tiles_of(explorer);
    let first = *tiles.first()?;
    (is_free && is_single && tiles.iter().all(|&tile| tile == first)).then_some(first)
}
