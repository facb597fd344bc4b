//! Pictures of the worst levels of a script.

use std::collections::BTreeSet;

use marahel::{Certificate, Generator};
use marahel_level::{Captioned, strip};
use rayon::prelude::*;

use crate::marahel::art::drawn;
use crate::marahel::demands::Demands;
use crate::marahel::progress::Progress;

/// Maximum number of levels in a picture.
const N_LEVELS: usize = 16;

/// Side of a tile in pixels.
const SCALE: u32 = 16;

/// Number of levels to score at once.
const N_TOGETHER: usize = 4096;

/// A PNG picture of the worst levels with their seeds: the first that fail, or else those with the
/// lowest scores.
pub(super) fn picture(
    generator: &Generator,
    demands: &Demands,
    certificate: &Certificate,
    is_plain: bool,
) -> anyhow::Result<Vec<u8>> {
    let mut judge = demands.judge(generator);
    let mut levels = Vec::new();
    let playing: BTreeSet<u64> = certificate.playing().iter().copied().map(u64::from).collect();
    let failing = (0..certificate.n_seeds()).filter(|seed| !playing.contains(seed));
    for seed in failing {
        // A seed that cannot make a level has no picture.
        let (Ok(level), Ok(lack)) = (generator.generate(seed), judge.lack(seed)) else { continue };
        let text = lack.map_or("", |condition| demands.conditions[condition].text());
        levels.push((level, format!("seed {seed}\nfails {text}")));
        if levels.len() == N_LEVELS {
            break;
        }
    }
    if levels.is_empty() {
        for (score, seed) in lowest(generator, demands, certificate.playing())? {
            levels.push((generator.generate(seed)?, format!("seed {seed}\nscore {score:.3}")));
        }
    }
    let palette = Some(demands.problem.palette());
    let levels: Result<Vec<Captioned>, _> = levels
        .into_iter()
        .map(|(level, caption)| {
            level.in_palette(palette.cloned()).map(|level| Captioned { level, caption })
        })
        .collect();
    Ok(strip(&levels?, drawn(SCALE, is_plain), None)?)
}

fn lowest(
    generator: &Generator,
    demands: &Demands,
    playing: &[u32],
) -> anyhow::Result<Vec<(f64, u64)>> {
    let progress = Progress::new(playing.len() as u64, false);
    let mut lowest: Vec<(f64, u64)> = Vec::new();
    for (index, seeds) in playing.chunks(N_TOGETHER).enumerate() {
        progress.reach((index * N_TOGETHER) as u64);
        let scores = seeds.par_iter().map_init(
            || demands.judge(generator),
            |judge, &seed| judge.score(seed.into()).map(|score| (score, seed.into())),
        );
        lowest.extend(scores.collect::<Result<Vec<_>, _>>()?);
        demands.check()?;
        lowest.sort_by(|(left, left_seed), (right, right_seed)| {
            left.total_cmp(right).then(left_seed.cmp(right_seed))
        });
        lowest.truncate(N_LEVELS);
    }
    Ok(lowest)
}
