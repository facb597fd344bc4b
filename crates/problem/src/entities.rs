//! Entities of a problem, from the short form in which its crate lists them.

use level::{Entity, Palette};

use crate::ProblemError;

/// The palette of a problem's entities: name, character in text levels, color.
///
/// # Panics
///
/// If names or characters repeat, or the names are not in ascending order, in
/// which scripts number their entities.
pub fn palette<const N: usize>(entities: [(&str, char, [u8; 3]); N]) -> Palette {
    assert!(entities.is_sorted_by_key(|(name, ..)| *name), "the entities are not sorted by name");
    let entity =
        |(name, character, color): (&str, _, _)| Entity { name: name.into(), character, color };
    Palette::new(entities.map(entity).into()).expect("names and characters are distinct")
}

/// The weights of the initial explorer, in the order given.
///
/// # Errors
///
/// If all of them are 0.
pub fn weights<const N: usize>(
    weights: [(&str, u32); N],
) -> Result<Vec<(String, u32)>, ProblemError> {
    if weights.iter().all(|&(_, weight)| weight == 0) {
        return Err(ProblemError::Weights);
    }
    Ok(weights.map(|(name, weight)| (name.into(), weight)).into())
}
