//! The measures of each level of a script.

use marahel_level::{Palette, Tile, TileSet, View};
use marahel_problem::paths::{Floor, Survey};
use marahel_problem::{Counts, Meter, Problem};
use serde_json::Value;

use crate::range::metrics::{METRICS, Metric};
use crate::range::problems::Matched;
use crate::range::roles::Roles;
use crate::range::windows::{empty_shares, entropy, plain};

#[cfg(test)]
mod tests;

/// The metrics of the levels of one script.
pub(crate) struct Measures<'p> {
    roles: Roles,
    n_entities: usize,
    problem: Option<Matched<'p>>,
    more: &'static [Metric],
    /// Names of what a row holds.
    pub(crate) columns: Vec<String>,
}

pub(crate) type Memory<'p> = (Floor, Option<(Meter<'p>, Vec<Tile>)>);

impl<'p> Measures<'p> {
    /// The metrics for levels of `palette`.
    pub(crate) fn new(
        palette: &Palette,
        roles: Roles,
        more: &'static [Metric],
        problems: &'p [Problem],
    ) -> Self {
        let problem = Matched::find(palette, problems);
        let mut columns = ["seed", "width", "height"].map(str::to_owned).to_vec();
        columns.extend(METRICS.map(|(name, _)| name.to_owned()));
        columns.extend(palette.entities().iter().map(|entity| format!("count_{}", entity.name)));
        columns.extend(problem.iter().flat_map(|problem| problem.keys.clone()));
        columns.extend(more.iter().map(|metric| metric.name.to_owned()));
        Self { roles, n_entities: palette.len(), problem, more, columns }
    }

    pub(crate) fn memory(&self) -> Memory<'p> {
        (Floor::new(), self.problem.as_ref().map(Matched::meter))
    }

    pub(crate) fn row(&self, seed: u64, level: View<'_>, memory: &mut Memory<'p>) -> Vec<Value> {
        let (floor, meter) = memory;
        let Roles { empty, walkable } = self.roles;
        let counts = Counts::of(level);
        let n_empty = counts.get(empty);
        let empty_set = TileSet::only(empty);
        let all = TileSet::entities(self.n_entities).union(TileSet::only(marahel_level::UNKNOWN));
        floor.load(level, empty_set);
        let mut isolated = floor.regions();
        floor.load(level, all.difference(empty_set));
        isolated += floor.regions();
        floor.load(level, walkable);
        let Survey { regions, diameter } = floor.survey();
        let shares = empty_shares(level, empty);

        let mut row = Vec::with_capacity(self.columns.len());
        row.extend([seed.into(), level.width().into(), level.height().into()]);
        row.extend([
            Value::from(f64::from(n_empty) / level.area() as f64),
            isolated.into(),
            entropy(&shares).into(),
            plain(&shares).into(),
            regions.into(),
            diameter.into(),
        ]);
        row.extend((0..self.n_entities as u8).map(|tile| Value::from(counts.get(tile))));
        if let (Some(problem), Some(meter)) = (&self.problem, meter) {
            row.extend(problem.measure(level, meter));
        }
        row.extend(self.more.iter().map(|metric| (metric.value)(level, empty)));
        row
    }
}
