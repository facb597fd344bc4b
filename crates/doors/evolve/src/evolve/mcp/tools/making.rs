//! The levels of a script, also with pinned cells, or of a world.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Error, bail, ensure};
use marahel_formats::{Empty, Hints};
use marahel_level::{Level, Palette};
use marahel_studio::answers::levels::{DialedScript, Question, levels};

use super::judge;
use crate::evolve::mcp::sources::{LevelSource, ScriptText};

/// How levels are made, but for their seeds.
pub(super) struct Making<'a> {
    pub(super) script: &'a ScriptText,
    pub(super) dials: &'a BTreeMap<String, f64>,
    /// A start map, whose tiles are kept.
    pub(super) pins: Option<&'a LevelSource>,
    /// The column and the row of a part of a world, from 0; `None` for the whole.
    pub(super) part: Option<[usize; 2]>,
    /// The tiles by which levels are shown, if not by those of the script.
    pub(super) palette: Option<Arc<Palette>>,
}

impl Making<'_> {
    /// The levels as they are shown.
    pub(super) fn levels(&self, seeds: &[u64]) -> anyhow::Result<Vec<Level>> {
        in_palette(self.made(seeds)?, self.palette.as_ref())
    }

    fn made(&self, seeds: &[u64]) -> anyhow::Result<Vec<Level>> {
        if let Some(world) = self.script.world() {
            ensure!(
                self.pins.is_none() && self.dials.is_empty(),
                "`pins` and `dials` are for one script, and this is a world of several"
            );
            let world = world?;
            let level = |&seed: &u64| match self.part {
                Some([x, y]) => world.part(seed, x, y),
                None => world.generate(seed),
            };
            return Ok(seeds.iter().map(level).collect::<Result<_, _>>()?);
        }
        ensure!(self.part.is_none(), "`part` is for worlds, and this is a script");
        match self.pins {
            Some(pins) => self.pinned(pins, seeds),
            None => self.free(seeds),
        }
    }

    fn dialed(&self) -> DialedScript {
        DialedScript { script: self.script.text.clone(), dials: self.dials.clone() }
    }

    fn free(&self, seeds: &[u64]) -> anyhow::Result<Vec<Level>> {
        let mut made = Vec::new();
        // The work for levels of seeds in a row is bounded together.
        for row in seeds.chunk_by(|seed, next| seed.checked_add(1) == Some(*next)) {
            let question = Question {
                script: self.dialed(),
                seed: row[0],
                count: row.len() as u64,
                problem: None,
            };
            made.extend(levels(&question).map_err(Error::msg)?);
        }
        Ok(made)
    }

    fn pinned(&self, pins: &LevelSource, seeds: &[u64]) -> anyhow::Result<Vec<Level>> {
        let generator = self.dialed().generator().map_err(Error::msg)?;
        let known = Hints {
            named: Some(Arc::clone(self.palette.as_ref().unwrap_or(generator.palette()))),
            keeps_names: true,
            empty: Empty::Open,
            ..Hints::default()
        };
        let starts = judge::read(pins, &known).context("`pins`")?;
        let [start] = starts.as_slice() else { bail!("`pins` is one map") };
        let pins = generator.pins(start).context("`pins`")?;
        let level = |&seed: &u64| generator.generate_from(&pins, seed);
        Ok(seeds.iter().map(level).collect::<Result<_, _>>()?)
    }
}

/// Levels with these tiles, if there are any.
pub(super) fn in_palette(
    levels: Vec<Level>,
    palette: Option<&Arc<Palette>>,
) -> anyhow::Result<Vec<Level>> {
    let levels = levels.into_iter().map(|level| level.in_palette(palette.cloned()));
    Ok(levels.collect::<Result<_, _>>()?)
}
