//! Explorers that no level depends on, even if they use random numbers.

use marahel_level::Level;
use marahel_problem::{Levels, Maker, Problem};
use marahel_script::{Locked, Script, Walk};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::ImproveError;
use crate::minimise::exact::{INDIVIDUAL, N_LEVELS_AT_ONCE};
use marahel_config::EvolutionError;
use marahel_evolution::{Purpose, Streams};
use marahel_problem::programs;

/// Minimum number of levels for each setting of the dials.
const N_LEVELS_EACH: u32 = 20;

/// Removes the dead explorers of a script, except locked ones.
///
/// An explorer is dead if undoing everything it writes leaves each of `n` levels the same at the
/// end: it writes nothing, or everything is overwritten before it is read. For this test the
/// explorers after it draw the same random numbers as with it. In the new script they draw earlier
/// ones, so each seed makes another level of the same distribution.
///
/// If a problem has given cells, the test covers levels with and without them. A first explorer
/// stays if the problem compares levels with the state after it.
pub(super) fn without_dead(
    mut script: Script,
    problem: &Problem,
    seed: u64,
    n: u32,
) -> Result<Script, ImproveError> {
    // Levels cycle through the settings of the dials, and each needs some.
    let n_programs = programs(&script, problem).len() as u32;
    let n = n.max(N_LEVELS_EACH.saturating_mul(n_programs));
    let lives = Lives { problem, streams: Streams::new(seed), n };
    loop {
        let n_before = script.explorers.len();
        // An explorer that only a dead one reads is dead as well, so go backwards.
        for index in (0..n_before).rev() {
            let stays = script.explorers[index].locked != Locked::No
                || index == 0 && problem.compares_with_start()
                || script.explorers.len() == 1;
            if !stays && lives.is_dead(&script, index)? {
                script.explorers.remove(index);
            }
        }
        if script.explorers.len() == n_before {
            return Ok(script);
        }
    }
}

/// The levels that decide whether an explorer is dead.
struct Lives<'p> {
    problem: &'p Problem,
    streams: Streams,
    n: u32,
}

impl Lives<'_> {
    fn is_dead(&self, script: &Script, index: usize) -> Result<bool, ImproveError> {
        let names = self.problem.tiles_of(&script.entities).map_err(EvolutionError::from)?;
        let mut idle = script.clone();
        (idle.explorers[index].walk, idle.explorers[index].rules) = (Walk::NarrowHorz, Vec::new());
        let [with, without] = [script, &idle].map(|script| programs(script, self.problem));
        let maps = self.streams.maps(Purpose::Validate, u64::MAX, INDIVIDUAL, self.n);
        let [with, without] =
            [&with, &without].map(|programs| Levels { programs, maps, names: names.as_ref() });
        let pinned = self.problem.definition().pinned();
        let is_same = |makers: &mut Vec<Maker<'_>>, map: u32| {
            makers.iter_mut().all(|maker| is_same(maker, [with, without], index, map))
        };
        let pins: &[&[Level]] = if pinned.is_empty() { &[&[]] } else { &[&[], pinned] };
        let makers = || pins.iter().map(|pinned| Maker::new(pinned)).collect();
        // The first level shows most explorers to be alive, and is not worth a thread.
        Ok(is_same(&mut makers(), 0)
            && (1..self.n)
                .into_par_iter()
                .with_min_len(N_LEVELS_AT_ONCE)
                .map_init(makers, is_same)
                .all(|is_same| is_same))
    }
}

/// Whether a level stays the same without the writes of one explorer; false if it exceeds the work
/// limit.
fn is_same(
    maker: &mut Maker<'_>,
    [with, without]: [Levels<'_>; 2],
    index: usize,
    map: u32,
) -> bool {
    // The explorer runs several times if a level is restarted because it has too few cells of an
    // entity.
    let mut after: Vec<ChaCha8Rng> = Vec::new();
    let level = maker.make_watched(with, map, &mut |explorer, _, rng| {
        if explorer == index {
            after.push(rng.clone());
        }
    });
    let Ok(level) =
        level.map(|finished| finished.level.rows().map(<[_]>::to_vec).collect::<Vec<_>>())
    else {
        return false;
    };
    let mut after = after.into_iter();
    let without_explorer = maker.make_watched(without, map, &mut |explorer, _, rng| {
        if explorer == index
            && let Some(next) = after.next()
        {
            *rng = next;
        }
    });
    without_explorer.is_ok_and(|finished| finished.level.rows().eq(level.iter().map(Vec::as_slice)))
}

#[cfg(test)]
mod tests {
    use marahel_problem::{Definition, Problem};
    use marahel_script::Script;
    use std::sync::Arc;

    use super::without_dead;

    #[track_caller]
    fn left(explorers: &str, pins: &str, value: &str) -> String {
        let text = format!(
            "name = 'p'\nsize = '6x6'\nplayable = '1 == 1'\n{pins}\n\
             [objectives]\na = {{ value = '{value}', range = [0, 9], zero_above = 40 }}\n\
             [tiles]\na = {{ character = 'a' }}\nb = {{ character = 'b' }}\nc = {{ character = 'c' }}\n"
        );
        let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let problem = Problem::with_defaults(Arc::new(definition));
        let script = format!(
            "{{metadata: {{min: '6x6', max: '6x6'}}, entities: ['a', 'b', 'c'], explorers: [{explorers}]}}"
        );
        let script = Script::parse(&script).unwrap_or_else(|error| panic!("{error}"));
        let left = without_dead(script, &problem, 1, 100).expect("cheap");
        left.explorers.iter().map(|one| one.description.as_str()).collect()
    }

    const NOISE: &str =
        "{description: 'N', type: 'rorder', rules: ['random<0.5 -> self(a)', '-> self(b)']}";
    /// Deterministic and idempotent: the second of two does nothing.
    const SPOTS: &str = "description: 'S', rules: ['self(a) -> self(c)']";

    #[test]
    fn what_changes_no_level_goes() {
        let dead = "{description: 'D', type: 'rorder', rules: ['random<0.3 -> self(c)']}";
        let count = "count(a)";
        // Overwritten before it is read, though it draws.
        assert_eq!(left(&format!("{dead}, {NOISE}"), "", count), "N");
        // Read only by an explorer that is overwritten.
        let reads = "{description: 'R', rules: ['self(c) -> self(a)']}";
        assert_eq!(left(&format!("{dead}, {reads}, {NOISE}"), "", count), "N");
        // Alive after the noise, but dead before it, also with another explorer between them.
        assert_eq!(left(&format!("{NOISE}, {dead}"), "", count), "ND");
        assert_eq!(
            left(&format!("{dead}, {{rules: ['self(b) -> self(a)']}}, {NOISE}"), "", count),
            "N"
        );
        // Changes nothing, and draws.
        let idle = "{description: 'I', type: 'rorder', rules: ['random<2, self(c) -> self(a)']}";
        assert_eq!(left(&format!("{NOISE}, {idle}, {{{SPOTS}}}"), "", count), "NS");
        // Nothing but a dead one.
        assert_eq!(left("{description: 'I', rules: []}", "", count), "I");
    }

    #[test]
    fn copies_of_locked_explorers_go_and_these_stay() {
        let locked = format!("{{locked: true, {}}}", SPOTS.replace('S', "L"));
        let copy = format!("{{{SPOTS}}}");
        for copies in [format!("{locked}, {copy}"), format!("{copy}, {locked}")] {
            assert_eq!(left(&format!("{NOISE}, {copies}"), "", "count(a)"), "NL");
        }
        let idle = "{description: 'I', locked: true, rules: []}";
        assert_eq!(left(&format!("{NOISE}, {idle}, {idle}"), "", "count(a)"), "NII");
    }

    #[test]
    fn what_heeds_given_cells_stays() {
        let heeds = format!("{NOISE}, {{description: 'H', rules: ['plus(c)>0 -> self(a)']}}");
        assert_eq!(left(&heeds, "", "count(a)"), "N");
        let pins = "pins = ['''cccccc\ncccccc\ncccccc\ncccccc\ncccccc\ncccccc\n''']";
        assert_eq!(left(&heeds, pins, "count(a)"), "NH");
    }

    #[test]
    fn a_first_explorer_with_which_levels_are_compared_stays() {
        let both = format!("{}, {NOISE}", NOISE.replace('N', "F"));
        assert_eq!(left(&both, "", "count(a)"), "N");
        assert_eq!(left(&both, "", "count(a) - initial(count(a))"), "FN");
    }
}
