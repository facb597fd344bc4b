//! The report on a minimised script.

use std::fmt::Write as _;

use marahel_improve::minimise::{Change, Minimised, Options, RuleWorth, Size, Step};

use marahel_statistics::{column_width, to_left};

use crate::terminal::counted;

/// Sizes, steps, the changed quantities, and the purpose of each rule.
pub(super) fn text(minimised: &Minimised, options: &Options) -> String {
    let (before, after) = (minimised.before, minimised.after);
    let mut text = format!("{:<11} {:>6} {:>6}\n", "size", "before", "after");
    for ((name, before), (_, after)) in counts(before).into_iter().zip(counts(after)) {
        let _ = writeln!(text, "{name:<11} {before:>6} {after:>6}");
    }
    text += "\nsteps\n";
    if minimised.steps.is_empty() {
        text += "  none: nothing can be taken out\n";
    }
    for Step { dropped, size } in &minimised.steps {
        let _ = writeln!(text, "  {:>5} characters: without {}", size.n_characters, dropped[0]);
        for part in &dropped[1..] {
            let _ = writeln!(text, "  {:>16}     and {part}", "");
        }
    }
    let _ = writeln!(text, "\n{}", summary(minimised, options));
    if !minimised.rules.is_empty() {
        let levels = counted(options.n_levels as usize, "level");
        let _ = writeln!(text, "\nwhat each rule is good for: what becomes of {levels} without it");
    }
    text.extend(minimised.rules.iter().map(worth_of_rule));
    text
}

fn counts(size: Size) -> [(&'static str, usize); 5] {
    [
        ("explorers", size.n_explorers),
        ("rules", size.n_rules),
        ("conditions", size.n_conditions),
        ("parameters", size.n_parameters),
        ("characters", size.n_characters),
    ]
}

fn summary(minimised: &Minimised, options: &Options) -> String {
    let mut parts = vec![format!("{} candidates were tried", minimised.n_tries)];
    if !minimised.is_complete {
        parts.push("--tries allows no more, and there may be more to take out".to_owned());
    }
    if minimised.n_undone > 0 {
        let steps = if minimised.n_undone == 1 { "step was" } else { "steps were" };
        parts.push(format!("{} {steps} taken back on fresh levels", minimised.n_undone));
    }
    let levels = counted(options.n_seeds as usize, "level");
    parts.push(format!("the first {levels} of either script are the same"));
    if minimised.had_comments {
        parts.push("comments are not kept".to_owned());
    }
    parts.join("; ")
}

fn worth_of_rule(rule: &RuleWorth) -> String {
    let RuleWorth { explorer, explorer_type, rule: number, text, fires, cells, .. } = rule;
    let mut text = format!(
        "  explorer {explorer} ({explorer_type}), rule {number}: {text}\n    applied in {fires} of the \
         levels, changes {cells} of the tiles\n"
    );
    let Some(without) = &rule.without else {
        return text + "    without it a level costs more steps than it may\n";
    };
    let width = width_of_names(&without.changes);
    let _ = writeln!(text, "    {} {}", to_left("changed", width), without.levels);
    for Change { name, before, after, difference, .. } in &without.changes {
        let sign = if difference.value > 0.0 { "+" } else { "" };
        let (name, before, after) = (to_left(name, width), before.value, after.value);
        let _ = writeln!(text, "    {name} {before:.3} -> {after:.3}  ({sign}{difference})");
    }
    text
}

fn width_of_names(changes: &[Change]) -> usize {
    column_width(changes.iter().map(|change| change.name.as_str()).chain(["            "]))
}
