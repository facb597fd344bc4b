//! Different scripts that make the same levels.

use indexmap::IndexMap;
use rayon::prelude::*;

use super::FrontMember;
use crate::ExperimentError;
use crate::judging::evaluate::Evaluator;

/// Generators whose first levels are equal, so many in each reading, count as one.
const N_LEVELS: u32 = 32;

/// Lets one member of a front stand for all that make the same levels: the one
/// with the shortest script, and of equally short ones the first.
pub(crate) fn unite_equals(
    front: &mut [FrontMember],
    evaluator: &Evaluator<'_>,
) -> Result<(), ExperimentError> {
    let firsts: Vec<&FrontMember> = front.iter().filter(|one| one.id == one.script_id).collect();
    let behavior = |member: &&FrontMember| -> Result<_, ExperimentError> {
        let decoding = evaluator.phenotype().decode(&member.genome)?;
        let Some(decoding) = decoding else { return Ok(None) };
        let hash = evaluator.levels_hash(&decoding, N_LEVELS)?;
        Ok(hash.map(|hash| (member.id, hash, decoding.text.len())))
    };
    let behaviors = firsts.par_iter().with_max_len(1).map(behavior);
    let behaviors: Vec<_> = behaviors.collect::<Result<Vec<_>, _>>()?;
    // By behavior the one with the shortest script.
    let mut shortest: IndexMap<u64, (u64, usize)> = IndexMap::new();
    for &(id, hash, n_characters) in behaviors.iter().flatten() {
        let best = shortest.entry(hash).or_insert((id, n_characters));
        if n_characters < best.1 {
            *best = (id, n_characters);
        }
    }
    let stands_for: IndexMap<u64, u64> =
        behaviors.into_iter().flatten().map(|(id, hash, _)| (id, shortest[&hash].0)).collect();
    for member in front {
        member.script_id = *stands_for.get(&member.script_id).unwrap_or(&member.script_id);
    }
    Ok(())
}
