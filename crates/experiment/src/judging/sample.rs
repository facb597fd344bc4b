//! Measuring one script on many levels, in memory that one thread reuses.

use config::version_of;
use level::{Level, Tile, UNKNOWN, View};
use marahel::{Pins, Program, RunError, Script, Workspace};
use patterns::Drawings;
use problem::{Meter, N_PINS_MAX, ObjectiveKind, Problem, Signature, Tally, Variety, level_hash};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::streams::level_stream;
use crate::{ControlValues, ExperimentError, Monitor};

/// Levels of fewer tiles are small.
const N_TILES_SMALL: u64 = 400;

/// So many levels are compared with the drawings of a problem at once.
const N_TOGETHER: u32 = 10;

/// What many levels of one script are like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Scores in 0..=1, one tally for each objective.
    pub scores: Vec<Tally>,
    /// Number of levels that are playable.
    pub n_playable: u32,
    /// Number of levels that are good: playable and whole, with all counts in range.
    pub n_good: u32,
    /// Number of levels that are good and long enough.
    pub n_long: u32,
    /// Scores of the open-ended objectives, their mean, where a level is good;
    /// 0 for all other levels.
    pub length: Tally,
    /// Number of levels.
    pub n_maps: u32,
    /// Work that they cost: steps of their generation, see [`Workspace::n_steps`], and nodes
    /// that solvers looked at in vain, in levels that are not playable, see [`Meter::n_nodes`].
    pub n_steps: u64,
    /// Number of their tiles.
    pub n_tiles: u64,
    /// How different the playable ones are.
    pub variety: Variety,
    /// How similar ten levels together are to the drawings of the problem, as a share of how
    /// similar half of these are to the other half, in 0..=1; of nothing where nothing is drawn.
    pub likeness: Tally,
    /// The patterns of the levels since the last ten.
    pub(crate) patterns: patterns::Sample,
}

impl Sample {
    /// Of no levels yet.
    pub(crate) fn new(problem: &Problem) -> Self {
        let scores = vec![Tally::default(); problem.objectives().len()];
        Self { scores, variety: Variety::new(problem.wanted()), ..Self::default() }
    }

    /// Whether this can be a sample of levels of a problem.
    pub(crate) fn fits(&self, problem: &Problem) -> bool {
        self.scores.len() == problem.objectives().len()
    }

    /// Share of the levels that are playable; 0 if there are no levels.
    pub fn playable(&self) -> f64 {
        self.share(self.n_playable)
    }

    /// Share of the levels that are good; 0 if there are no levels.
    pub fn good(&self) -> f64 {
        self.share(self.n_good)
    }

    /// Steps that a tile of a level costs, on average; 0 if there are no levels. A small level
    /// is quick whatever its tiles cost, and counts as one of 400 tiles.
    pub fn steps_per_tile(&self) -> f64 {
        let n_tiles = self.n_tiles.max(u64::from(self.n_maps) * N_TILES_SMALL);
        self.n_steps as f64 / n_tiles.max(1) as f64
    }

    /// Standard error of a share of the levels.
    pub fn share_error(&self, share: f64) -> f64 {
        (share * (1.0 - share) / f64::from(self.n_maps.max(1))).sqrt()
    }

    /// Adds a level to those that are compared with the drawings, of which `enough` can be
    /// expected to be as similar.
    fn compare(&mut self, level: View<'_>, drawings: &Drawings, enough: f64) {
        self.patterns.add(level, drawings);
        if self.n_maps.is_multiple_of(N_TOGETHER)
            && let Some(similarity) = std::mem::take(&mut self.patterns).similarity(drawings)
        {
            self.likeness.add((similarity / enough).min(1.0));
        }
    }

    fn share(&self, n: u32) -> f64 {
        f64::from(n) / f64::from(self.n_maps.max(1))
    }
}

/// Which levels to measure.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Maps {
    /// The key of their streams; level i starts from stream i.
    pub(crate) key: [u8; 32],
    pub(crate) n: u32,
    /// Seed of the measures that draw random cells on the first level; the
    /// others count on from it.
    pub(crate) draw_seed: u64,
}

/// A script, and which levels of it to make.
#[derive(Clone, Copy)]
pub(crate) struct Levels<'l> {
    /// The same script in all sizes, and in one or both readings: level i is made by the program
    /// with the index i modulo their number.
    pub(crate) programs: &'l [Program],
    pub(crate) maps: Maps,
    /// Seeds all that follows the initial explorer, if the seed gene has a say.
    pub(crate) seed: Option<u64>,
    /// Which tile of the problem each tile of the programs is, if they are numbered differently.
    pub(crate) names: Option<&'l [Tile; 64]>,
}

impl<'l> Levels<'l> {
    fn program(&self, map: u32) -> &'l Program {
        &self.programs[map as usize % self.programs.len()]
    }
}

/// Generates and measures levels of one problem.
pub(crate) struct Sampler<'p> {
    problem: &'p Problem,
    meter: Meter<'p>,
    workspace: Workspace,
    /// The cells that the level is given, and indices of the levels that they can be taken from.
    pins: Pins,
    givers: Vec<usize>,
    values: Vec<f64>,
    renamed: Vec<Tile>,
    signature: Signature,
    /// How similar levels together can be expected to be to the drawings.
    likeness_enough: f64,
}

impl<'p> Sampler<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            meter: problem.meter(),
            workspace: Workspace::new(),
            pins: Pins::open(1, 1),
            givers: Vec::new(),
            values: vec![0.0; problem.objectives().len()],
            renamed: Vec::new(),
            signature: Signature::default(),
            likeness_enough: problem.definition().drawings().ceiling_together().unwrap_or(1.0),
        }
    }

    /// Measures levels of one script.
    pub(crate) fn sample(
        &mut self,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Sample, RunError> {
        let mut sample = Sample::new(self.problem);
        self.extend(&mut sample, levels, monitor)?;
        Ok(sample)
    }

    /// Adds levels to a sample until it has `maps.n`. Ends early where the monitor stops the
    /// search.
    pub(crate) fn extend(
        &mut self,
        sample: &mut Sample,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
    ) -> Result<(), RunError> {
        let (objectives, wanted) = (self.problem.objectives(), self.problem.wanted());
        let drawings = self.problem.definition().drawings();
        let n_asked = self.problem.asked_in_turn().len();
        let Levels { programs, names, .. } = levels;
        let n_versions = programs.len() / n_asked;
        for map in sample.n_maps..levels.maps.n {
            if monitor.is_stopped() {
                break;
            }
            self.generate(levels, levels.program(map), map)?;
            let Self { meter, workspace, renamed, .. } = self;
            let level = rename(workspace.level(), names, renamed);
            let is_playable = meter.measure(level, &mut self.values);
            let n_in_vain = if is_playable { 0 } else { meter.n_nodes() };
            let mut counts_are_right = true;
            let (mut length, mut n_lengths) = (0.0, 0.0);
            let tallies = sample.scores.iter_mut().zip(objectives);
            for ((tally, objective), &value) in tallies.zip(&self.values) {
                let score = objective.band.score(value);
                tally.add(score);
                if objective.is_open() {
                    (length, n_lengths) = (length + score, n_lengths + 1.0);
                } else {
                    counts_are_right &= score == 1.0;
                }
            }
            let is_good = is_playable && counts_are_right && meter.is_whole(level);
            let length = if is_good { length / f64::max(n_lengths, 1.0) } else { 0.0 };
            sample.length.add(length);
            sample.n_long += u32::from(is_good && length >= wanted.length);
            sample.n_good += u32::from(is_good);
            sample.n_maps += 1;
            sample.n_steps += workspace.n_steps() + n_in_vain;
            sample.n_tiles += level.area() as u64;
            if is_playable {
                sample.n_playable += 1;
                if sample.variety.wants_signatures() {
                    meter.sign(level, &mut self.signature);
                }
                let stratum = version_of(map as usize % programs.len(), n_asked, n_versions);
                sample.variety.add(level_hash(level), &self.signature, stratum, |one, other| {
                    meter.differences(one, other)
                });
            }
            if !drawings.levels().is_empty() {
                sample.compare(level, drawings, self.likeness_enough);
            }
            monitor.measured();
        }
        Ok(())
    }

    /// Makes level `map` by a program, and shows it to the meter after its initial explorer.
    fn generate(
        &mut self,
        levels: Levels<'_>,
        program: &Program,
        map: u32,
    ) -> Result<(), RunError> {
        let Levels { maps, seed, names, .. } = levels;
        let mut rng = level_stream(maps.key, u64::from(map));
        let draw_seed = maps.draw_seed.wrapping_add(u64::from(map));
        self.meter.ask(map);
        let has_pins = self.draw_pins(program, names, &mut rng);
        let Self { meter, workspace, renamed, pins, .. } = self;
        let mut observe = |explorer: usize, view: View<'_>, rng: &mut ChaCha8Rng| {
            if explorer == 0 {
                meter.start(rename(view, names, renamed), draw_seed);
                if let Some(seed) = seed {
                    *rng = ChaCha8Rng::seed_from_u64(seed);
                }
            }
        };
        if has_pins {
            program.run_from(pins, &mut rng, workspace, &mut observe)
        } else {
            program.run(&mut rng, workspace, &mut observe)
        }
    }

    /// Draws 1 to ten cells of a level that the problem names, for a program that makes levels
    /// of its size; whether there are any. A tile that the script does not know is not given.
    fn draw_pins(
        &mut self,
        program: &Program,
        names: Option<&[Tile; 64]>,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        let levels = self.problem.definition().pinned();
        if levels.is_empty() {
            return false;
        }
        let suits = |level: &Level| program.check_size(level.width(), level.height()).is_ok();
        self.givers.clear();
        self.givers.extend((0..levels.len()).filter(|&index| suits(&levels[index])));
        if self.givers.is_empty() {
            return false;
        }
        let level = &levels[self.givers[below(self.givers.len(), rng)]];
        self.pins.reset(level.width(), level.height());
        for _ in 0..=below(N_PINS_MAX, rng) {
            let (x, y) = (below(level.width(), rng), below(level.height(), rng));
            let tile = level.get(x, y);
            let own = match names {
                None => Some(tile),
                Some(names) => names.iter().position(|&name| name == tile).map(|own| own as Tile),
            };
            if let Some(own) = own {
                self.pins.pin(x, y, own);
            }
        }
        true
    }

    /// Whether the level that a game makes of a seed is good; writes what it has of what can be
    /// asked for to `controls`.
    pub(crate) fn of_seed(
        &mut self,
        program: &Program,
        names: Option<&[Tile; 64]>,
        seed: u64,
        controls: &mut [f64],
    ) -> Result<bool, RunError> {
        let Self { meter, workspace, renamed, values, .. } = self;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        program.run(&mut rng, workspace, &mut |explorer, view, _| {
            if explorer == 0 {
                meter.start(rename(view, names, renamed), seed);
            }
        })?;
        let level = rename(workspace.level(), names, renamed);
        let is_playable = meter.measure(level, values);
        let scores = self.problem.objectives().iter().zip(values);
        let mut counts = scores.filter(|(objective, _)| objective.kind() == ObjectiveKind::Count);
        let are_right = counts.all(|(objective, value)| objective.band.score(*value) == 1.0);
        let is_good = is_playable && are_right && meter.is_whole(level);
        meter.controls(level, controls);
        Ok(is_good)
    }

    /// Calls `visit` with each level, in the order in which [`extend`](Self::extend) measures
    /// them, and the meter that saw its beginning. Ends early where the monitor stops the search.
    pub(crate) fn visit(
        &mut self,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
        mut visit: impl FnMut(&mut Meter<'p>, View<'_>),
    ) -> Result<(), RunError> {
        for map in 0..levels.maps.n {
            if monitor.is_stopped() {
                break;
            }
            self.generate(levels, levels.program(map), map)?;
            let Self { meter, workspace, renamed, .. } = self;
            visit(meter, rename(workspace.level(), levels.names, renamed));
        }
        Ok(())
    }

    /// A number that is equal for equal levels, and different for different ones
    /// but for chance: of the first `maps.n` levels of each program.
    pub(crate) fn levels_hash(&mut self, levels: Levels<'_>) -> Result<u64, RunError> {
        let mut hash = 0;
        for program in levels.programs {
            for map in 0..levels.maps.n {
                self.generate(levels, program, map)?;
                hash = level_hash(self.workspace.level()).wrapping_add(u64::rotate_left(hash, 5));
            }
        }
        Ok(hash)
    }

    /// What levels have of what can be asked for.
    pub(crate) fn controls(
        &mut self,
        levels: Levels<'_>,
        monitor: &dyn Monitor,
    ) -> Result<ControlValues, RunError> {
        let n_controls = self.problem.controls().len();
        let mut controls = ControlValues::new(n_controls);
        let mut values = vec![f64::NAN; n_controls];
        self.visit(levels, monitor, |meter, level| {
            meter.controls(level, &mut values);
            controls.add(&values);
        })?;
        Ok(controls)
    }
}

/// A number in `0..n`, which is not empty.
fn below(n: usize, rng: &mut ChaCha8Rng) -> usize {
    rng.random_range(0..n as u32) as usize
}

/// The level with the problem's tiles, copied to `renamed` if they differ from the script's;
/// `names` are those of [`match_entities`].
pub fn rename<'v>(
    view: View<'v>,
    names: Option<&[Tile; 64]>,
    renamed: &'v mut Vec<Tile>,
) -> View<'v> {
    let Some(names) = names else { return view };
    renamed.clear();
    renamed.extend(view.rows().flatten().map(|&tile| names[usize::from(tile)]));
    View::new(renamed, view.width(), view.height(), view.width())
}

/// Which tile of the problem each tile of a script is; `None` if they are the same.
///
/// # Errors
///
/// If the script has an entity that the problem does not know.
pub fn match_entities(
    script: &Script,
    problem: &Problem,
) -> Result<Option<[Tile; 64]>, ExperimentError> {
    let mut names = [UNKNOWN; 64];
    for (index, entity) in script.entities.iter().enumerate() {
        let palette = problem.palette();
        names[index] = palette.tile(entity).ok_or_else(|| {
            let known = palette.entities().iter().map(|entity| entity.name.as_str());
            ExperimentError::Entities {
                entity: entity.clone(),
                problem: problem.name().to_owned(),
                known: known.collect::<Vec<_>>().join(", "),
            }
        })?;
    }
    let is_same = (0..script.entities.len()).all(|index| usize::from(names[index]) == index);
    Ok((!is_same).then_some(names))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use config::programs;
    use marahel::{Script, Semantics};
    use problem::{Definition, Problem};

    use super::{Levels, Maps, Sampler};

    /// Cells of the levels that a problem names are given, also to a script that numbers its
    /// tiles in another way.
    #[test]
    fn levels_keep_the_cells_that_they_are_given() {
        let text = "name = 'p'\nsize = '4x3'\nplayable = '1 == 1'\npins = ['''abab\nabab\nabab\n''']\n\
             [objectives]\na = { value = 'count(a)', range = [0, 9], zero_above = 12 }\n\
             [tiles]\na = { character = 'a' }\nb = { character = 'b' }\nc = { character = 'c' }\n";
        let definition = Definition::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let problem = Problem::with_defaults(Arc::new(definition));
        let script = "{metadata: {min: '4x3', max: '4x3'}, entities: ['c', 'b', 'a'], explorers: [
            {rules: ['-> self(c)']}, {parameters: {replace: 'buffer'}, rules: ['-> self(c)']}]}";
        let script = Script::parse(script).expect("it is sound");
        let names = crate::match_entities(&script, &problem).expect("it has these tiles");
        let programs = programs(&script, &problem, &[Semantics::Documented]);
        let maps = Maps { key: [7; 32], n: 200, draw_seed: 0 };
        let levels = Levels { programs: &programs, maps, seed: None, names: names.as_ref() };
        let mut n_given = Vec::new();
        let mut sampler = Sampler::new(&problem);
        sampler
            .visit(levels, &crate::Unwatched, |_, level| {
                let given = |x: usize, tile: u8| tile == 2 || usize::from(tile) == x % 2;
                assert!(level.rows().all(|row| (0..).zip(row).all(|(x, &tile)| given(x, tile))));
                n_given.push(level.rows().flatten().filter(|&&tile| tile != 2).count());
            })
            .expect("it is small");
        let (least, most) = (n_given.iter().min(), n_given.iter().max());
        assert_eq!((least, most > Some(&6)), (Some(&1), true), "{n_given:?}");
    }
}
