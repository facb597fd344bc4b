//! Descriptions of a generator's levels, in lines.

use marahel_evolution::{MeasureKind, Sample, SetMeasured, Shortfall, listed, set_measures};
use marahel_problem::Problem;

/// Number of levels to examine for how they differ, and of lacks to list.
pub(super) const N_EXPLAINED: u32 = 200;
const N_LACKS: usize = 5;

pub(super) fn measure_rows(samples: &[&Sample], problem: &Problem) -> Vec<String> {
    let has_ends = problem.objectives().iter().any(marahel_problem::Objective::is_open);
    let measures = set_measures(None).into_iter().enumerate();
    let measures = measures.filter(|(_, measure)| measure.name != "length" || has_ends);
    let rows = measures.map(|(index, measure)| {
        let values = samples.iter().map(|sample| {
            // Without playable levels, nothing is compared.
            let is_of_playable = matches!(measure.name, "unlike" | "floor" | "different");
            let of_sample = set_measures(Some(sample))[index];
            let n_playable = f64::from(sample.n_playable);
            let value = match of_sample.kind {
                _ if is_of_playable && sample.n_playable == 0 => "-".to_owned(),
                // It is an estimate, which says no more then.
                MeasureKind::Levels if of_sample.value > Some(n_playable) => {
                    format!("more than {n_playable}")
                }
                _ => text_of(of_sample),
            };
            format!("{value:>18}")
        });
        format!("{:<12}{}  {}", measure.name, values.collect::<String>(), measure.meaning)
    });
    rows.collect()
}

/// Whether the levels of a sample are alike; always false with drawings, because drawn levels may be
/// alike.
pub(super) fn are_alike(sample: &Sample) -> bool {
    let is_compared = sample.n_playable > 1 && sample.likeness.n() == 0;
    is_compared && sample.variety.is_alike()
}

pub(super) fn alike(problem: &Problem) -> String {
    let by = problem.definition().compared_by();
    format!(
        "its levels are one picture: two differ in few cells, or most tiles always stand in the same ones; \
         a search compares them by {by}"
    )
}

pub(super) fn lack_rows(lacks: &[Shortfall]) -> Vec<String> {
    let n = lacks.first().map_or(0, |lack| lack.n_levels);
    rows_of_lacks(&format!("what {n} of them lack:"), lacks, N_LACKS, 0)
}

/// The same below another head, for `n_max` lacks, each with the seeds of its first levels.
pub(super) fn rows_of_lacks(
    head: &str,
    lacks: &[Shortfall],
    n_max: usize,
    n_seeds: usize,
) -> Vec<String> {
    let row = |lack: &Shortfall| {
        let share = 100.0 * lack.share();
        let seeds: Vec<String> = lack.levels.iter().take(n_seeds).map(u64::to_string).collect();
        let seeds = (n_seeds > 0).then(|| format!("seeds {}", seeds.join(", ")));
        let open = lack.lack.is_open().then(|| "good levels may lack it".to_owned());
        let notes: Vec<String> = seeds.into_iter().chain(open).collect();
        let notes =
            if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        format!("  {share:>5.1} %  {}{notes}", lack.lack)
    };
    let mut lines: Vec<String> = lacks.iter().take(n_max).map(row).collect();
    if !lines.is_empty() {
        lines.insert(0, head.to_owned());
    }
    if lacks.len() > n_max {
        lines.push(format!("  and {} more", lacks.len() - n_max));
    }
    lines
}

/// Explains why the levels of a generator are not good: the shares of playable and good levels, and
/// what some of them lack.
pub(super) fn lacking(playable: f64, good: f64, lacks: &[Shortfall]) -> Vec<String> {
    let mut lines = vec![format!(
        "only {:.1} % of its levels are good, {:.1} % playable",
        100.0 * good,
        100.0 * playable
    )];
    lines.extend(lack_rows(lacks));
    let never_met = lacks.iter().filter(|lack| lack.share() == 1.0 && !lack.lack.is_open());
    let never_met: Vec<String> = never_met.map(|lack| lack.lack.to_string()).collect();
    if never_met.is_empty() {
        lines.push("a larger --budget may find better generators".to_owned());
    } else {
        lines.push(format!("  true of all {}: {};", lacks[0].n_levels, listed(&never_met)));
        lines.push(
            "  it may be impossible, or met by a script by hand: `evolve score --explain` judges a level that \
             you draw"
                .to_owned(),
        );
    }
    lines
}

/// A measure with its standard error; shares as percentages.
fn text_of(measure: SetMeasured) -> String {
    let Some(value) = measure.value else { return "-".to_owned() };
    let (scale, n_digits, unit) = match measure.kind {
        MeasureKind::Share => (100.0, 1, " %"),
        MeasureKind::Score => (1.0, 3, ""),
        MeasureKind::Levels => (1.0, 1, ""),
    };
    let error =
        measure.error.map_or_else(String::new, |error| format!(" ± {:.n_digits$}", scale * error));
    format!("{:.n_digits$}{error}{unit}", scale * value)
}

#[cfg(test)]
mod tests {
    use marahel_evolution::Shortfall;
    use marahel_problem::Lack;

    use super::lacking;

    #[test]
    fn what_is_missing_is_said() {
        let lacks = [
            (Lack::Count("gems".to_owned(), "1".to_owned()), 150),
            (Lack::Count("bats".to_owned(), "2 to 4".to_owned()), 31),
            (Lack::Open("way".to_owned(), "9 or more".to_owned()), 200),
        ];
        let lacks =
            lacks.map(|(lack, n)| Shortfall { lack, levels: (0..n).collect(), n_levels: 200 });
        assert_eq!(
            lacking(0.6, 0.2, &lacks),
            [
                "only 20.0 % of its levels are good, 60.0 % playable",
                "what 200 of them lack:",
                "   75.0 %  gems is not 1",
                "   15.5 %  bats is not 2 to 4",
                "  100.0 %  way is not 9 or more (good levels may lack it)",
                "a larger --budget may find better generators",
            ]
        );
    }

    #[test]
    fn more_levels_do_not_help_where_none_meets_a_condition() {
        let lack = Lack::Count("bats".to_owned(), "2 to 4".to_owned());
        let lack = Shortfall { lack, levels: (0..200).collect(), n_levels: 200 };
        let lines = lacking(0.9, 0.0, &[lack]);
        assert!(lines.iter().all(|line| !line.contains("--budget")), "{lines:?}");
        let [.., lack, last] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!(lack, "  true of all 200: bats is not 2 to 4;");
        assert!(last.contains("by hand"), "{last}");
    }
}
