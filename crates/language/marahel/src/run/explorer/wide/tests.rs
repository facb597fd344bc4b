use crate::run::tests::testing::{Setup, cells};

/// A heuristic by looking at a drawn level: what is around a cell, and far away.
fn heuristic(name: &str, level: &str, (x, y): (usize, usize)) -> Option<usize> {
    match name {
        "all(solid)" => {
            let is_near = |&&(u, v): &&(usize, usize)| x.abs_diff(u) <= 1 && y.abs_diff(v) <= 1;
            Some(cells(level, '#').iter().filter(is_near).count())
        }
        "dist(key)" => {
            let distance = |(u, v): (usize, usize)| x.abs_diff(u) + y.abs_diff(v);
            cells(level, 'k').into_iter().map(distance).min()
        }
        "dist(out)" => Some((x + 1).min(y + 1).min(5 - x).min(4 - y)),
        _ => unreachable!("no heuristic of these tests"),
    }
}

#[test]
fn wide_explorers_draw_uniformly_among_the_best_of_each_step() {
    // Every visited cell becomes solid; keys come and go.
    let rules = "'self(key) -> self(solid)', 'self(empty), right(empty), random<0.3 -> self(solid), right(key)',
        'self(empty) -> self(solid)'";
    let orders: [&[&str]; 6] = [
        &["dist(out)"],
        &["all(solid)"],
        &["dist(key)"],
        &["dist(key)", "all(solid)"],
        &["all(solid)", "dist(key)", "dist(out)"],
        // Too many values together for buckets.
        &["dist(key)", "all(solid)", "dist(out)", "dist(key)", "all(solid)", "dist(key)"],
    ];
    for order in orders {
        // How often the first and the last of the best were drawn, and should have been.
        let (mut n_first, mut n_last, mut n_expected) = (0.0, 0.0, 0.0);
        for seed in 0..150 {
            let level = |tiles: usize| {
                let parameters = format!("heuristics: '{}', tiles: {tiles}", order.join(", "));
                Setup::new("..... .k... ..... ...k.").seed(seed).run(&format!(
                    "{{type: 'wide', parameters: {{{parameters}}}, rules: [{rules}]}}"
                ))
            };
            // The same numbers are drawn for the visits that two runs share.
            let mut before = level(0);
            for tiles in 1..=20 {
                let after = level(tiles);
                let visited = cells(&before, '#');
                let mut drawn = cells(&after, '#');
                drawn.retain(|cell| !visited.contains(cell));
                let key = |cell| -> Vec<_> {
                    order.iter().map(|name| heuristic(name, &before, cell)).collect()
                };
                let left: Vec<_> = [cells(&before, '.'), cells(&before, 'k')].concat();
                let smallest = left.iter().map(|&cell| key(cell)).min().expect("a cell is left");
                let mut best = left;
                best.retain(|&cell| key(cell) == smallest);
                best.sort_unstable();
                assert!(best.contains(&drawn[0]), "{order:?}: {drawn:?} of {best:?}\n{before}");
                if best.len() > 1 {
                    n_first += f64::from(drawn[0] == best[0]);
                    n_last += f64::from(drawn[0] == best[best.len() - 1]);
                    n_expected += 1.0 / best.len() as f64;
                }
                before = after;
            }
        }
        // Less than four standard deviations.
        let tolerance = 4.0 * f64::sqrt(n_expected);
        for n in [n_first, n_last] {
            assert!(f64::abs(n - n_expected) < tolerance, "{order:?}: {n} of {n_expected}");
        }
    }
}
