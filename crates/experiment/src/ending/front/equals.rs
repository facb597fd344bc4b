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
    let behaviors = front
        .par_iter()
        .with_max_len(1)
        .map(|member| behavior(member, evaluator))
        .collect::<Result<Vec<_>, _>>()?;
    let mut shortest: IndexMap<u64, &Behavior> = IndexMap::new();
    for behavior in behaviors.iter().flatten() {
        let best = shortest.entry(behavior.hash).or_insert(behavior);
        if behavior.n_characters < best.n_characters {
            *best = behavior;
        }
    }
    let stands_for: IndexMap<u64, u64> = behaviors
        .iter()
        .flatten()
        .map(|behavior| (behavior.script_id, shortest[&behavior.hash].script_id))
        .collect();
    for member in front {
        member.script_id = *stands_for.get(&member.script_id).unwrap_or(&member.script_id);
    }
    Ok(())
}

/// What a script does, in short.
struct Behavior {
    script_id: u64,
    n_characters: usize,
    /// Equal for equal levels, and different for different ones but for chance.
    hash: u64,
}

/// The behavior of a member that stands for its script; none of one without levels.
fn behavior(
    member: &FrontMember,
    evaluator: &Evaluator<'_>,
) -> Result<Option<Behavior>, ExperimentError> {
    if member.id != member.script_id {
        return Ok(None);
    }
    let decoding = evaluator.phenotype().decode(&member.genome)?;
    let Some(decoding) = decoding else { return Ok(None) };
    let hash = evaluator.levels_hash(&decoding, N_LEVELS)?;
    let (script_id, n_characters) = (member.script_id, decoding.text.len());
    Ok(hash.map(|hash| Behavior { script_id, n_characters, hash }))
}
