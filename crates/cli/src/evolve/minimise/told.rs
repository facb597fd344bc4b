//! What is told of a minimised script.

use std::fmt::Write;

use minimise::{Change, Minimised, Options, RuleWorth, Size, Step, What};

use crate::terminal::counted;

/// Sizes, steps, what became of the quantities, and what each rule is good for.
pub(super) fn text(minimised: &Minimised, options: &Options) -> String {
    let mut text = String::new();
    write_all(&mut text, minimised, options).expect("text can be written to");
    text
}

fn write_all(text: &mut String, minimised: &Minimised, options: &Options) -> std::fmt::Result {
    let (before, after) = (minimised.before, minimised.after);
    writeln!(text, "{:<11} {:>6} {:>6}", "size", "before", "after")?;
    for ((name, before), (_, after)) in counts(before).into_iter().zip(counts(after)) {
        writeln!(text, "{name:<11} {before:>6} {after:>6}")?;
    }
    writeln!(text, "\nsteps")?;
    if minimised.steps.is_empty() {
        writeln!(text, "  none: nothing can be taken out")?;
    }
    for step in &minimised.steps {
        let lines = described(step);
        writeln!(
            text,
            "  {:<8} {:>5} characters: {}",
            step.phase.name(),
            step.size.n_characters,
            lines[0]
        )?;
        for line in &lines[1..] {
            writeln!(text, "  {:<8} {:>16}  {line}", "", "")?;
        }
    }
    writeln!(text, "\n{}", summary(minimised, options))?;
    if !minimised.changes.is_empty() {
        writeln!(
            text,
            "\nold script and new one on {} fresh levels; p: how often chance gives such a fall",
            options.n_levels
        )?;
        for Change { name, before, after, p, .. } in &minimised.changes {
            writeln!(text, "  {name:<12} {before:<18} -> {after:<18} p {p:.2}")?;
        }
    }
    if !minimised.rules.is_empty() {
        writeln!(
            text,
            "\nwhat each rule is good for: what becomes of {} without it",
            counted(options.n_levels as usize, "level")
        )?;
    }
    minimised.rules.iter().try_for_each(|rule| write_rule(text, rule))
}

/// The names of the counts of a size.
fn counts(size: Size) -> [(&'static str, usize); 5] {
    [
        ("explorers", size.n_explorers),
        ("rules", size.n_rules),
        ("conditions", size.n_conditions),
        ("parameters", size.n_parameters),
        ("characters", size.n_characters),
    ]
}

fn described(step: &Step) -> Vec<String> {
    match &step.what {
        What::Dropped(parts) => {
            let parts = parts.iter().enumerate();
            let parts = parts.map(|(index, part)| {
                if index == 0 { format!("without {part}") } else { format!("   and {part}") }
            });
            parts.collect()
        }
        What::Rounded { place, from, to } => vec![format!("{from} becomes {to} in {place}")],
    }
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
    if minimised.changes.is_empty() {
        let levels = counted(options.n_seeds as usize, "level");
        parts.push(format!("the first {levels} of either script are the same"));
    }
    if minimised.had_comments {
        parts.push("comments are not kept".to_owned());
    }
    parts.join("; ")
}

fn write_rule(text: &mut String, rule: &RuleWorth) -> std::fmt::Result {
    writeln!(
        text,
        "  explorer {} ({}), rule {}: {}",
        rule.explorer, rule.explorer_type, rule.rule, rule.text
    )?;
    writeln!(
        text,
        "    applied in {} of the levels, changes {} of the tiles",
        rule.fires, rule.cells
    )?;
    let Some(without) = &rule.without else {
        return writeln!(text, "    without it a level costs more steps than it may");
    };
    writeln!(text, "    {:<12} {}", "changed", without.levels)?;
    for change in &without.changes {
        let Change { name, before, after, difference, .. } = change;
        writeln!(
            text,
            "    {name:<12} {:.3} -> {:.3}  ({}{difference})",
            before.value,
            after.value,
            if difference.value > 0.0 { "+" } else { "" }
        )?;
    }
    Ok(())
}
