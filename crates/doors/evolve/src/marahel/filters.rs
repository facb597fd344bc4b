//! Skipping levels, and finding replacements.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use marahel::{Certified, candidate};
use marahel_formats::Hints;
use marahel_level::{Level, Palette};
use marahel_problem::{Condition, Meter, level_hash};

use super::demands::{Demands, JudgeArgs};
use crate::terminal::levels::{self, MapArgs};
use crate::terminal::{at_least, counted, note};

/// Drawn seeds stay below 2^53, which JSON readers keep exactly.
const N_BITS_LOST: u32 = 11;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct FilterArgs {
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    /// Leave out levels equal to one before.
    #[arg(long)]
    distinct: bool,
    /// Leave out levels equal to one in this file, of any form that `export` reads; may be repeated.
    #[arg(long, value_name = "FILE")]
    exclude: Vec<PathBuf>,
    /// Seeds that are tried for a level, at most.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least::<1>)]
    tries: u64,
}

impl FilterArgs {
    /// Whether any level may be skipped, whatever it is like.
    fn is_on(&self) -> bool {
        self.distinct || !self.exclude.is_empty()
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.exclude.iter().map(PathBuf::as_path)
    }
}

/// Finds levels that pass the filters.
pub(super) struct Filter<'f> {
    args: &'f FilterArgs,
    demands: Option<(&'f Demands, Meter<'f>)>,
    passed: BTreeSet<Key>,
    excluded: BTreeSet<Key>,
    /// The reasons for skipped levels, with counts.
    reasons: Vec<(String, u64)>,
    n_tried: u64,
}

/// A hash that equals for equal levels; others collide with probability 10^-19.
type Key = (usize, u64);

impl<'f> Filter<'f> {
    pub(super) fn new(
        args: &'f FilterArgs,
        demands: Option<&'f Demands>,
        palette: &Arc<Palette>,
        map: &MapArgs,
    ) -> anyhow::Result<Self> {
        let conditions = demands.into_iter().flat_map(|demands| &demands.conditions);
        let reasons = conditions.map(|condition| format!("fail {}", condition.text()));
        let equal = ["equal one before", "equal one of --exclude"].map(str::to_owned);
        let mut excluded = BTreeSet::new();
        for file in &args.exclude {
            excluded.extend(keys_in(file, palette, map)?);
        }
        Ok(Self {
            args,
            demands: demands.map(|demands| (demands, demands.problem.describing_meter())),
            passed: BTreeSet::new(),
            excluded,
            reasons: reasons.chain(equal).map(|reason| (reason, 0)).collect(),
            n_tried: 0,
        })
    }

    /// Whether any level may be skipped.
    fn is_on(&self) -> bool {
        self.args.is_on() || self.demands.is_some()
    }

    /// The first level that passes, among that of `first_seed` and its replacements, with its
    /// actual seed. `generate` makes the level of any seed.
    pub(super) fn find(
        &mut self,
        first_seed: u64,
        certified: Option<&Certified>,
        mut generate: impl FnMut(u64) -> anyhow::Result<Level>,
    ) -> anyhow::Result<(u64, Level)> {
        let before = self.reasons.clone();
        let n_tries = if self.is_on() { self.args.tries } else { 1 };
        for attempt in 0..n_tries {
            let seed = match attempt {
                0 => first_seed,
                attempt => candidate(first_seed, attempt) >> N_BITS_LOST,
            };
            let seed = certified.map_or(seed, |certified| certified.seed(seed));
            let level = generate(seed)?;
            self.n_tried += 1;
            match self.reason(&level)? {
                Some(reason) => self.reasons[reason].1 += 1,
                None => return Ok((seed, level)),
            }
        }
        for (reason, (_, n)) in self.reasons.iter_mut().zip(before) {
            reason.1 -= n;
        }
        let tries = counted(usize::try_from(n_tries).unwrap_or(usize::MAX), "level");
        Err(anyhow!(
            "seed {first_seed}: all of {tries} that were tried are left out: {}; ask for less, or try \
             more by --tries",
            self.reasons_text()
        ))
    }

    /// The index of the reason to skip a level, if any.
    fn reason(&mut self, level: &Level) -> anyhow::Result<Option<usize>> {
        let mut n_conditions = 0;
        if let Some((demands, meter)) = &mut self.demands {
            let conditions: &[Condition] = &demands.conditions;
            n_conditions = conditions.len();
            let lack = meter.unfulfilled(level.view(), conditions);
            demands.check()?;
            if lack.is_some() {
                return Ok(lack);
            }
        }
        let key = key(level);
        if self.excluded.contains(&key) {
            return Ok(Some(n_conditions + 1));
        }
        let is_new = !self.args.distinct || self.passed.insert(key);
        Ok((!is_new).then_some(n_conditions))
    }

    /// Prints on standard error how many levels were skipped, and why.
    pub(super) fn tell(&self) {
        let n_out: u64 = self.reasons.iter().map(|(_, n)| n).sum();
        if n_out > 0 {
            let (n_tried, reasons) = (self.n_tried, self.reasons_text());
            note(format_args!("left out {n_out} of {n_tried} levels: {reasons}"));
        }
    }

    fn reasons_text(&self) -> String {
        let reasons = self.reasons.iter().filter(|(_, n)| *n > 0);
        let reasons = reasons.map(|(reason, n)| format!("{n} {reason}"));
        let given_up = self.demands.as_ref().and_then(|(demands, _)| demands.problem.given_up());
        reasons.chain(given_up).collect::<Vec<_>>().join(", ")
    }
}

fn key(level: &Level) -> Key {
    (level.width(), level_hash(level.view()))
}

/// The keys of a file's levels that this palette can express; the others cannot equal a generated
/// level.
fn keys_in(file: &Path, palette: &Arc<Palette>, map: &MapArgs) -> anyhow::Result<Vec<Key>> {
    // A file may name more entities than this script has.
    let named = Some(Arc::clone(palette));
    let hints = Hints { named, keeps_names: true, ..map.hints()? };
    let mut keys = Vec::new();
    for level in levels::read(file, None, hints, map.folder())? {
        keys.extend(in_palette(&level?.level, palette).map(|level| key(&level)));
    }
    Ok(keys)
}

fn in_palette(level: &Level, palette: &Arc<Palette>) -> Option<Level> {
    let tiles = level.tiles().iter().map(|&tile| match tile {
        marahel_level::UNKNOWN => Some(tile),
        tile => palette.tile(level.palette().name(tile)),
    });
    Some(Level::from_tiles(level.width(), tiles.collect::<Option<_>>()?, Arc::clone(palette)))
}
