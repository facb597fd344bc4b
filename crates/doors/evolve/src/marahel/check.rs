//! Reporting all mistakes of scripts, and idle parts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use marahel::Generator;
use marahel_config::BUILT_IN;
use marahel_script::Script;
use marahel_system::files::write_atomically;

use crate::terminal::{
    Color, Findings, Form, ScriptFindings, SourceView, Usage, counted, input, mended, note, print,
};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A script with a mistake cannot run. A warning concerns a valid part that does nothing: a rule
that can never fire, an explorer that changes nothing, an unused neighborhood. Rules that fire in
none of twenty levels are named, too. The exit code is 1 if a script has mistakes or cannot be
read, and with --deny-warnings also for warnings.

Examples:
  marahel new zelda
  marahel check *.json
  marahel check --problem zelda zelda.json
  marahel check --format json zelda.json
  marahel check --deny-warnings --quiet - < zelda.json"
)]
pub(super) struct Args {
    /// Scripts; - for standard input.
    #[arg(required = true)]
    scripts: Vec<PathBuf>,
    /// Form of the messages.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,
    /// Problem, by name or file, of which every entity has to be a tile.
    #[arg(long, value_name = "NAME|FILE")]
    problem: Option<String>,
    /// Rewrite the files: apply the fixes that messages offer, and report the rest.
    #[arg(long)]
    fix: bool,
    /// Fail on warnings as well.
    #[arg(long)]
    deny_warnings: bool,
    /// When to use colors; the environment variable `NO_COLOR` turns `auto` off.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
    /// Omit the summary line of each script.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    if args.fix && args.scripts.iter().any(|path| input::is_stdin(path)) {
        let message = "--fix rewrites files; standard input is not a file";
        return Err(Usage(message.to_owned()).into());
    }
    let problem = args.problem.as_deref().map(|problem| BUILT_IN.problem(problem)).transpose()?;
    let mut findings = Findings::default();
    for path in &args.scripts {
        match text(path, args.fix) {
            Ok(text) => {
                let name = input::name(path);
                check(args, &name, &text, &mut findings)?;
                let script = marahel_dialects::parse(&text).ok();
                let named = problem.as_ref().zip(script);
                if let Some(Err(error)) =
                    named.map(|(problem, script)| problem.tiles_of(&script.entities).map(drop))
                {
                    findings.has_failed = true;
                    note(format_args!("error: {name}: {error}"));
                }
            }
            Err(error) => {
                findings.has_failed = true;
                note(format_args!("error: {error:#}"));
            }
        }
    }
    findings.end(args.format, args.deny_warnings)
}

fn check(args: &Args, file: &str, text: &str, findings: &mut Findings) -> anyhow::Result<()> {
    let checked = ScriptFindings::of(text);
    let diagnostics = checked.diagnostics.as_slice();
    findings.has_failed |= checked.has_mistakes();
    findings.has_warnings |= !checked.has_mistakes() && !diagnostics.is_empty();
    let shown = SourceView { file, text, has_colors: args.color.is_on() };
    findings.tell(args.format, &shown, diagnostics)?;
    if !args.quiet && args.format != Form::Json {
        print(format_args!("{file}: {}", checked.summary("--fix")))?;
        let sound = marahel_dialects::parse(text).ok().filter(|_| diagnostics.is_empty());
        if let Some(idle) = sound.and_then(|script| idle(&script)) {
            print(format_args!("{file}: {idle}"))?;
        }
        for line in marahel_dialects::parse(text).iter().flat_map(repeated_changes) {
            print(format_args!("{file}: {line}"))?;
        }
    }
    Ok(())
}

/// The explorers whose `changes` count anew in each of several passes, in words.
fn repeated_changes(script: &Script) -> impl Iterator<Item = String> {
    (1..).zip(&script.explorers).filter_map(|(number, explorer)| {
        let (changes, repeats) = (explorer.changes?, explorer.repeats);
        (repeats > 1).then(|| {
            format!(
                "explorer {number}: `changes` counts anew in each of its {repeats} `repeats`, so up to \
                 {repeats} x {changes} = {} visits alter tiles",
                changes.saturating_mul(repeats)
            )
        })
    })
}

/// The rules that fire in none of some levels, in words: their conditions may be meant otherwise.
/// Nothing for large scripts, which would take long.
fn idle(script: &Script) -> Option<String> {
    let repeats = script.explorers.iter().map(|explorer| explorer.repeats);
    let n_passes = repeats.fold(0, u64::saturating_add);
    let area = u64::from(script.max.width) * u64::from(script.max.height);
    if area.saturating_mul(n_passes) > N_VISITS_MAX {
        return None;
    }
    let generator = Generator::new(script);
    let count = script.explorers.iter().map(|explorer| vec![0; explorer.rules.len()]);
    let mut n_fired: Vec<Vec<u64>> = count.collect();
    for seed in 0..N_LEVELS {
        for snapshot in generator.snapshots(seed, 0).ok()? {
            for (sum, rule) in n_fired[snapshot.explorer].iter_mut().zip(&snapshot.rules) {
                *sum += rule.n_fired;
            }
        }
    }
    let idle = (1..).zip(&n_fired).flat_map(|(explorer, rules)| {
        let rules = (1..).zip(rules).filter(|(_, sum)| **sum == 0);
        rules.map(move |(rule, _)| format!("explorer {explorer}, rule {rule}"))
    });
    let idle: Vec<String> = idle.take(N_NAMED + 1).collect();
    let more = if idle.len() > N_NAMED { " and more" } else { "" };
    let named = idle[..idle.len().min(N_NAMED)].join("; ");
    (!idle.is_empty()).then(|| {
        format!(
            "never fired in {N_LEVELS} levels: {named}{more}; `marahel trace` shows what they meet"
        )
    })
}

/// So many levels show whether a rule fires, and so many rules are named.
const N_LEVELS: u64 = 20;
const N_NAMED: usize = 6;

/// Cells times passes over them, in one level.
const N_VISITS_MAX: u64 = 1 << 18;

/// The text of a script; fixes it and writes it back if `mends` is set.
fn text(path: &Path, mends: bool) -> anyhow::Result<String> {
    let text = input::script(path)?;
    if !mends {
        return Ok(text);
    }
    let (text, changes) = mended(text);
    if !changes.is_empty() {
        write_atomically(path, text.as_bytes()).context("mending a script")?;
        note(format_args!("{}: mended {}", input::name(path), counted(changes.len(), "place")));
    }
    Ok(text)
}
