//! Different scripts that make the same levels.

use indexmap::IndexMap;
use rayon::prelude::*;

use super::FrontMember;
use crate::judging::evaluate::Evaluator;
use marahel_config::EvolutionError;

/// Generators are equal if this many first levels are equal in each reading.
const N_LEVELS: u32 = 32;
/// Most generators already differ within this many levels.
const N_LEVELS_FIRST: u32 = 2;

struct Behavior {
    id: u64,
    /// Of its first levels.
    hash: u64,
    n_characters: usize,
}

/// Lets one member represent all members that make the same levels: the one with the shortest
/// script; of equally short ones the first.
pub(crate) fn unite_equals(
    front: &mut [FrontMember],
    evaluator: &Evaluator<'_>,
) -> Result<(), EvolutionError> {
    let firsts: Vec<&FrontMember> =
        front.iter().filter(|member| member.id == member.script_id).collect();
    // Most scripts differ in their first levels and need no more.
    let soon = behaviors(&firsts, evaluator, N_LEVELS_FIRST)?;
    let mut n_alike: IndexMap<u64, usize> = IndexMap::new();
    for behavior in &soon {
        *n_alike.entry(behavior.hash).or_default() += 1;
    }
    let ambiguous = firsts.into_iter().filter(|member| {
        soon.iter().any(|behavior| behavior.id == member.id && n_alike[&behavior.hash] > 1)
    });
    let behaviors = behaviors(&ambiguous.collect::<Vec<_>>(), evaluator, N_LEVELS)?;
    // For each behavior the member with the shortest script.
    let mut shortest: IndexMap<u64, (u64, usize)> = IndexMap::new();
    for &Behavior { id, hash, n_characters } in &behaviors {
        let best = shortest.entry(hash).or_insert((id, n_characters));
        if n_characters < best.1 {
            *best = (id, n_characters);
        }
    }
    let stands_for: IndexMap<u64, u64> =
        behaviors.into_iter().map(|behavior| (behavior.id, shortest[&behavior.hash].0)).collect();
    for member in front {
        member.script_id = *stands_for.get(&member.script_id).unwrap_or(&member.script_id);
    }
    Ok(())
}

/// The behavior of each member that makes this many levels.
fn behaviors(
    members: &[&FrontMember],
    evaluator: &Evaluator<'_>,
    n_levels: u32,
) -> Result<Vec<Behavior>, EvolutionError> {
    let each = members.par_iter().with_max_len(1).map(|member| -> Result<_, EvolutionError> {
        let document = evaluator.decode(&member.genome)?;
        let Some(document) = document else { return Ok(None) };
        let hash = evaluator.levels_hash(&document, n_levels);
        let n_characters = document.text.len();
        Ok(hash.map(|hash| Behavior { id: member.id, hash, n_characters }))
    });
    Ok(each.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}
