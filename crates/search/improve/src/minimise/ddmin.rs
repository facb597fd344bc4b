//! Delta debugging: minimising a list of units.

/// Removes units while `try_without` accepts; returns the units that remain.
///
/// `try_without` gets the units to remove in this step and all units removed by then, and returns
/// whether the result is acceptable; if so, they stay removed. At the end no single unit can be
/// removed, provided that `try_without` is deterministic.
///
/// Source: Zeller 2002 (doi 10.1109/32.988498), section III-B, the algorithm *ddmin*, without its
/// step "reduce to subset": most units of a script are needed, and complements remove the others as
/// well.
pub(crate) fn ddmin<U: Copy>(
    units: &[U],
    mut try_without: impl FnMut(&[U], &[U]) -> bool,
) -> Vec<U> {
    let mut kept = units.to_vec();
    let mut out = Vec::new();
    let mut n_parts = 1;
    while !kept.is_empty() {
        let n_in_part = kept.len().div_ceil(n_parts);
        let mut start = 0;
        let mut is_smaller = false;
        while start < kept.len() {
            let part = start..(start + n_in_part).min(kept.len());
            let all: Vec<U> = out.iter().chain(&kept[part.clone()]).copied().collect();
            if try_without(&kept[part.clone()], &all) {
                kept.drain(part);
                out = all;
                is_smaller = true;
            } else {
                start = part.end;
            }
        }
        if n_in_part > 1 {
            n_parts = (n_parts * 2).min(kept.len().max(1));
        } else if !is_smaller {
            break;
        } else {
            n_parts = kept.len().max(1);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ddmin;

    #[test]
    fn everything_goes_at_once_if_it_may() {
        let mut n_tries = 0;
        let kept = ddmin(&[1, 2, 3, 4, 5], |_, _| {
            n_tries += 1;
            true
        });
        assert!(kept.is_empty());
        assert_eq!(n_tries, 1);
        assert!(ddmin(&[] as &[u8], |_, _| unreachable!("there is nothing to try")).is_empty());
    }

    #[test]
    fn units_that_need_each_other_stay_or_go_together() {
        // 3 and 6 can only go together.
        let kept = ddmin(&[1, 2, 3, 4, 5, 6, 7, 8], |_, out| {
            !out.contains(&8) && out.contains(&3) == out.contains(&6)
        });
        assert!(kept.contains(&8));
        assert_eq!(kept.contains(&3), kept.contains(&6));
        assert!(![1, 2, 4, 5, 7].iter().any(|unit| kept.contains(unit)));
    }

    proptest! {
        #[test]
        fn exactly_what_is_needed_is_left(needed in prop::collection::vec(any::<bool>(), 0..40)) {
            let units: Vec<usize> = (0..needed.len()).collect();
            let mut n_tries = 0;
            let kept = ddmin(&units, |step, out| {
                n_tries += 1;
                assert!(step.iter().all(|unit| out.contains(unit)));
                out.iter().all(|&unit| !needed[unit])
            });
            let expected: Vec<usize> = units.iter().copied().filter(|&unit| needed[unit]).collect();
            prop_assert_eq!(kept, expected);
            prop_assert!(n_tries <= units.len() * units.len() + 3 * units.len() + 1);
        }
    }
}
