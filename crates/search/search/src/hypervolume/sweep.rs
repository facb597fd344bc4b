//! The hypervolume of three objectives: a plane sinks through the points.

#[derive(Default)]
pub(super) struct Sweep {
    points: Vec<[f64; 3]>,
    staircase: Staircase,
}

impl Sweep {
    /// The volume of `points` of three dimensions, all values above zero.
    ///
    /// A plane sinks from the highest point in the third dimension to zero. Between two points it
    /// sweeps a prism: its base is the area that the points so far dominate in the other two
    /// dimensions.
    pub(super) fn volume<'a>(&mut self, points: impl Iterator<Item = &'a [f64]>) -> f64 {
        self.points.clear();
        self.points.extend(points.map(|point| [point[0], point[1], point[2]]));
        self.points.sort_unstable_by(|a, b| b[2].total_cmp(&a[2]));
        self.staircase.steps.clear();

        let mut volume = 0.0;
        let mut area = 0.0;
        let mut height = 0.0;
        for &[x, y, z] in &self.points {
            volume += area * (height - z);
            height = z;
            area += self.staircase.insert(x, y);
        }
        volume + area * height
    }
}

/// The outline of the dominated area in two dimensions: its corners, x rising and y falling. Of
/// corners with equal x the first counts.
#[derive(Default)]
struct Staircase {
    steps: Vec<[f64; 2]>,
}

impl Staircase {
    /// Adds a point, and returns the area that it adds.
    fn insert(&mut self, x: f64, y: f64) -> f64 {
        let right = self.steps.partition_point(|step| step[0] < x);
        let floor = self.steps.get(right).map_or(0.0, |step| step[1]);
        if floor >= y {
            return 0.0;
        }
        let left = self.steps[..right].partition_point(|step| step[1] > y);
        let mut from = left.checked_sub(1).map_or(0.0, |step| self.steps[step][0]);
        let mut added = 0.0;
        for &[step_x, step_y] in &self.steps[left..right] {
            added += (step_x - from) * (y - step_y);
            from = step_x;
        }
        added += (x - from) * (y - floor);
        self.steps.splice(left..right, [[x, y]]);
        added
    }
}
