//! Skipping levels, and finding replacements.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use formats::Known;
use level::{Level, Palette};
use marahel::{Certified, Generator, candidate};
use problem::{Condition, Meter, level_hash};

use super::demands::Demands;
use crate::terminal::levels::{self, MapArgs};
use crate::terminal::{at_least, counted, note};

/// Drawn seeds stay below 2^53, which JSON readers keep exactly.
const N_BITS_LOST: u32 = 11;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct FilterArgs {
    /// Leave out levels that are not playable by --problem.
    #[arg(long, requires = "problem")]
    playable: bool,
    /// Leave out levels that do not fulfil a condition in the language of --problem.
    #[arg(long = "where", value_name = "EXPRESSION", requires = "problem")]
    condition: Option<String>,
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
    /// Whether any level may be skipped.
    fn is_on(&self) -> bool {
        self.judges() || self.distinct || !self.exclude.is_empty()
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.exclude.iter().map(PathBuf::as_path)
    }

    /// Whether a problem judges levels.
    pub(super) fn judges(&self) -> bool {
        self.playable || self.condition.is_some()
    }

    /// The requirements on levels by a problem.
    pub(super) fn demands(&self, problem: &str, generator: &Generator) -> anyhow::Result<Demands> {
        Demands::new(
            config::BUILT_IN.problem(problem)?,
            generator.script(),
            self.playable,
            self.condition.as_deref(),
        )
    }
}

/// Finds levels that pass the filters.
pub(super) struct Filter<'f> {
    args: &'f FilterArgs,
    demands: Option<(&'f Demands, Meter<'f>)>,
    made: BTreeSet<Key>,
    excluded: BTreeSet<Key>,
    /// The reasons for skipped levels, with counts.
    reasons: Vec<(String, u64)>,
    n_tried: u64,
}

/// A hash that equals for equal levels; others collide with probability 10^-19.
type Key = (usize, u64);

impl<'f> Filter<'f> {
    /// A filter of levels with this palette.
    pub(super) fn new(
        args: &'f FilterArgs,
        demands: Option<&'f Demands>,
        palette: &Arc<Palette>,
        map: &MapArgs,
    ) -> anyhow::Result<Self> {
        let conditions = demands.into_iter().flat_map(|demands| &demands.conditions);
        let reasons = conditions.map(|one| format!("fail {}", one.text()));
        let equal = ["equal one before", "equal one of --exclude"].map(str::to_owned);
        let mut excluded = BTreeSet::new();
        for file in &args.exclude {
            excluded.extend(keys_in(file, palette, map)?);
        }
        Ok(Self {
            args,
            demands: demands.map(|demands| (demands, demands.problem.describing_meter())),
            made: BTreeSet::new(),
            excluded,
            reasons: reasons.chain(equal).map(|reason| (reason, 0)).collect(),
            n_tried: 0,
        })
    }

    /// The first level that passes, among that of seed `asked` and its replacements, with its
    /// actual seed. `level` makes the level of any seed.
    pub(super) fn find(
        &mut self,
        asked: u64,
        certified: Option<&Certified>,
        mut level: impl FnMut(u64) -> anyhow::Result<Level>,
    ) -> anyhow::Result<(u64, Level)> {
        let before = self.reasons.clone();
        let n_tries = if self.args.is_on() { self.args.tries } else { 1 };
        for attempt in 0..n_tries {
            let seed = match attempt {
                0 => asked,
                attempt => candidate(asked, attempt) >> N_BITS_LOST,
            };
            let seed = certified.map_or(seed, |certified| certified.seed(seed));
            let found = level(seed)?;
            self.n_tried += 1;
            match self.reason(&found)? {
                Some(reason) => self.reasons[reason].1 += 1,
                None => return Ok((seed, found)),
            }
        }
        for (reason, (_, n)) in self.reasons.iter_mut().zip(before) {
            reason.1 -= n;
        }
        let tries = counted(usize::try_from(n_tries).unwrap_or(usize::MAX), "level");
        Err(anyhow!(
            "seed {asked}: all of {tries} that were tried are left out: {}; ask for less, or try \
             more by --tries",
            self.told()
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
        let is_new = !self.args.distinct || self.made.insert(key);
        Ok((!is_new).then_some(n_conditions))
    }

    /// Prints on standard error how many levels were skipped, and why.
    pub(super) fn tell(&self) {
        if self.args.is_on() {
            let n_out: u64 = self.reasons.iter().map(|(_, n)| n).sum();
            let told = if n_out > 0 { format!(": {}", self.told()) } else { String::new() };
            note(format_args!("left out {n_out} of {} levels{told}", self.n_tried));
        }
    }

    fn told(&self) -> String {
        let told = self.reasons.iter().filter(|(_, n)| *n > 0);
        told.map(|(reason, n)| format!("{n} {reason}")).collect::<Vec<_>>().join(", ")
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
    let known = Known { named, keeps_names: true, ..map.known()? };
    let mut keys = Vec::new();
    for found in levels::read(file, None, known, map.folder())? {
        keys.extend(in_palette(&found?.level, palette).map(|level| key(&level)));
    }
    Ok(keys)
}

/// The level in a palette, by the names of tiles; `None` if the palette lacks one of them.
fn in_palette(level: &Level, palette: &Arc<Palette>) -> Option<Level> {
    let tiles = level.tiles().iter().map(|&tile| match tile {
        level::UNKNOWN => Some(tile),
        tile => palette.tile(level.palette().name(tile)),
    });
    Some(Level::from_tiles(level.width(), tiles.collect::<Option<_>>()?, Arc::clone(palette)))
}
