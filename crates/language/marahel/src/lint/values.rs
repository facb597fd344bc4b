//! The possible values of estimators, and which conditions they decide.

use marahel_level::{Mirror, OUT, TileSet};

use marahel_script::{Condition, Edge, EntityList, Estimator, Neighborhood, Operator, Size};

/// What an explorer can see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub(super) cells: TileSet,
    /// The tiles that cells outside read as, all at once.
    pub(super) outside: TileSet,
    /// Number of its passes, at least 1.
    pub(super) repeats: u64,
    /// The largest area that it works on.
    pub(super) max: Size,
}

/// An interval that contains all values of an estimator.
#[derive(Clone, Copy, Debug)]
struct Values {
    low: f64,
    high: f64,
    /// Whether all are whole numbers.
    is_whole: bool,
    absence: Absence,
}

/// Whether a distance can have no target; then a condition on it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Absence {
    Never,
    Sometimes,
    Always,
}

impl Scene {
    /// Whether a condition always holds, or never; `None` if it depends.
    pub(super) fn verdict(&self, condition: &Condition) -> Option<bool> {
        self.verdict_at(self.cells, condition)
    }

    /// As `verdict`, if the current cell has a tile of `here`.
    fn verdict_at(&self, here: TileSet, condition: &Condition) -> Option<bool> {
        let values = |estimator: &Estimator| self.values(here, estimator);
        let (left, operator, right) = match condition {
            Condition::Bare(estimator @ Estimator::Neighborhood(neighborhood, _)) => {
                let all_but_one = neighborhood.offsets().len() as f64 - 1.0;
                (values(estimator), Operator::Greater, Values::only(all_but_one))
            }
            Condition::Bare(estimator) => (values(estimator), Operator::Greater, Values::only(0.0)),
            Condition::Compare(left, operator, right) => (values(left), *operator, values(right)),
        };
        let absences = [left.absence, right.absence];
        if absences.contains(&Absence::Always) {
            return Some(true);
        }
        let holds = compare(left, operator, right)?;
        (holds || absences == [Absence::Never; 2]).then_some(holds)
    }

    /// The first condition that cannot hold with those before it, by what they require of the
    /// current cell.
    pub(super) fn excluding(&self, conditions: &[Condition]) -> Option<usize> {
        let mut here = self.cells;
        conditions.iter().enumerate().position(|(index, condition)| {
            let left = narrowed(here, condition);
            // Earlier ones are asked again if less is left.
            let first = if left == here { index } else { 0 };
            here = left;
            let mut condition = conditions[first..=index].iter();
            here.is_empty()
                || condition.any(|condition| self.verdict_at(here, condition) == Some(false))
        })
    }

    /// Whether each condition always holds where those before it do.
    pub(super) fn following(&self, conditions: &[Condition]) -> Vec<bool> {
        let mut here = self.cells;
        let following = conditions.iter().map(|condition| {
            let holds = self.verdict_at(here, condition) == Some(true);
            here = narrowed(here, condition);
            holds
        });
        following.collect()
    }

    fn values(&self, here: TileSet, estimator: &Estimator) -> Values {
        let below_one = 1.0_f64.next_down();
        match estimator {
            Estimator::Number(number) => Values::only(*number),
            Estimator::Random | Estimator::Percent | Estimator::ChangePercent => {
                Values::new(0.0, below_one)
            }
            Estimator::RepeatPercent => {
                let repeats = self.repeats as f64;
                Values::new(0.0, (repeats - 1.0) / repeats)
            }
            Estimator::Place(edge, divisor) => {
                let n = length(*edge, self.max);
                let n = divisor.map_or(n, |divisor| divisor.min(n));
                Values::whole(0.0, n as f64 - 1.0)
            }
            Estimator::Image(mirror, list) => self.images(*mirror, list),
            Estimator::Noise { .. } => Values::new(-1.0, 1.0),
            Estimator::Total(list) => self.totals(here, list),
            Estimator::Neighborhood(neighborhood, list) => self.counts(here, neighborhood, list),
            Estimator::Distance(list) => self.distances(here, list),
            Estimator::Dial(..) => Values::new(f64::MIN, f64::MAX),
            Estimator::Extension(_) => {
                Values { absence: Absence::Sometimes, ..Values::new(f64::MIN, f64::MAX) }
            }
        }
    }

    fn totals(&self, here: TileSet, list: &EntityList) -> Values {
        let set = list.tiles();
        let area = f64::from(self.max.width) * f64::from(self.max.height);
        if set.is_disjoint(self.cells) {
            Values::only(0.0)
        } else {
            Values::whole(f64::from(u8::from(set.is_superset(here))), area)
        }
    }

    fn counts(&self, here: TileSet, neighborhood: &Neighborhood, list: &EntityList) -> Values {
        let set = list.tiles();
        let n_center = usize::from(neighborhood.offsets().contains(&(0, 0)));
        let n_around = neighborhood.offsets().len() - n_center;
        let sees_outside = !set.is_disjoint(self.outside);
        let is_all = set.is_superset(self.cells) && sees_outside;
        let sees_around = !set.is_disjoint(self.cells) || sees_outside;
        let center = [set.is_superset(here), !set.is_disjoint(here)];
        let [low, high] =
            [(center[0], is_all), (center[1], sees_around)].map(|(center, around)| {
                n_center * usize::from(center) + n_around * usize::from(around)
            });
        Values::whole(low as f64, high as f64)
    }

    fn images(&self, mirror: Mirror, list: &EntityList) -> Values {
        let set = list.tiles();
        let high = if set.is_disjoint(self.cells) { 0 } else { mirror.n_images_max() };
        Values::whole(f64::from(u8::from(set.is_superset(self.cells))), high as f64)
    }

    fn distances(&self, here: TileSet, list: &EntityList) -> Values {
        let set = list.tiles();
        if set.is_superset(here) {
            return Values::only(0.0);
        }
        let sees_cells = !set.is_disjoint(self.cells);
        let absence = match (set.contains(OUT), sees_cells) {
            (true, _) => Absence::Never,
            (false, true) => Absence::Sometimes,
            (false, false) => Absence::Always,
        };
        let low = if set.is_disjoint(here) { 1.0 } else { 0.0 };
        let Size { width, height } = self.max;
        // Nothing is further from the outside than the middle.
        let high = if set.contains(OUT) {
            f64::from(width.min(height).div_ceil(2))
        } else {
            f64::from(width) + f64::from(height)
        };
        Values { absence, ..Values::whole(low, high) }
    }
}

impl Values {
    fn new(low: f64, high: f64) -> Self {
        Self { low, high, is_whole: false, absence: Absence::Never }
    }

    fn whole(low: f64, high: f64) -> Self {
        Self { is_whole: true, ..Self::new(low, high) }
    }

    fn only(value: f64) -> Self {
        Self { is_whole: value.fract() == 0.0, ..Self::new(value, value) }
    }

    fn is_fraction(self) -> bool {
        self.low == self.high && self.low.fract() != 0.0
    }
}

/// What is wrong with a remainder that is the number itself in all levels of at most this size.
pub(super) fn idle_remainder(condition: &Condition, max: Size) -> Option<String> {
    condition.estimators().find_map(|estimator| {
        let Estimator::Place(edge, Some(divisor)) = estimator else { return None };
        let n = length(*edge, max);
        let word = match edge {
            Edge::Left => "column",
            Edge::Right => "from_right",
            Edge::Top => "row",
            Edge::Bottom => "from_bottom",
        };
        (*divisor >= n).then(|| {
            format!("`{word}{divisor}` is `{word}`, because no level has more than {n} of them")
        })
    })
}

/// The columns or rows of a level of this size, as counted from a side.
fn length(edge: Edge, size: Size) -> u64 {
    match edge {
        Edge::Left | Edge::Right => size.width.into(),
        Edge::Top | Edge::Bottom => size.height.into(),
    }
}

/// The tiles that are left for the current cell if a condition holds.
fn narrowed(here: TileSet, condition: &Condition) -> TileSet {
    match condition {
        Condition::Bare(Estimator::Neighborhood(cells, list))
            if cells.offsets().contains(&(0, 0)) =>
        {
            here.difference(here.difference(list.tiles()))
        }
        Condition::Bare(_) | Condition::Compare(..) => here,
    }
}

/// Whether a comparison holds for all values of both sides, or for none; `None` if it depends.
fn compare(left: Values, operator: Operator, right: Values) -> Option<bool> {
    match operator {
        Operator::Greater if left.low > right.high => Some(true),
        Operator::Greater if left.high <= right.low => Some(false),
        Operator::GreaterEqual if left.low >= right.high => Some(true),
        Operator::GreaterEqual if left.high < right.low => Some(false),
        Operator::Less => compare(right, Operator::Greater, left),
        Operator::LessEqual => compare(right, Operator::GreaterEqual, left),
        Operator::Equal if left.high < right.low || left.low > right.high => Some(false),
        Operator::Equal
            if left.is_whole && right.is_fraction() || left.is_fraction() && right.is_whole =>
        {
            Some(false)
        }
        Operator::Equal if left.low == right.high && left.high == right.low => Some(true),
        Operator::NotEqual => compare(left, Operator::Equal, right).map(|equal| !equal),
        Operator::Greater | Operator::GreaterEqual | Operator::Equal => None,
    }
}
