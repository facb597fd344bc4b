//! Making a script better.

pub(super) mod report;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use marahel_config::{Config, Options, Problems, Setup, parse_n_maps, script_for};
use marahel_evolution::{evaluate_script, example_levels};
use marahel_improve::{Improved, Progress, WorthyEdit, improve, take};
use marahel_level::{Level, fitting_sheet};
use marahel_problem::Problem;
use marahel_system::files::{FileKind, check_own_path, write_atomically};

use super::ready::{program, quoted};
use super::run::pool;
use super::settings::{ConfigArgs, check_names_of, note_size, parse_names};
use crate::interrupts::Interrupts;
use crate::terminal::{Force, Usage, between, input, note, parse_script, print, threads};

/// Default folder for improvements; the name of the script follows.
const IMPROVED: &str = "results/improved";

/// Files of such a folder.
const ORIGINAL: &str = "original.json";
const BETTER: &str = "improved.json";
const TAKEN: &str = "taken.json";
const EDITS: &str = "edits.json";
const LIST: &str = "edits.txt";
const PICTURES: [&str; 2] = ["before.png", "after.png"];

/// Levels of each picture, of the seeds from 0.
const N_PICTURED: u64 = 12;
const TILE_PIXELS: u32 = 12;

/// Time between two lines of progress.
const LINE_PERIOD: Duration = Duration::from_secs(5);

#[derive(Debug, clap::Args)]
#[command(
    after_help = "An edit stays if it raises the share of good levels, or the demands that they meet, by more than its
error, and lowers no demand by more than its error. Levels may differ less by 8 % and cost more by a
quarter, all edits together; for a layout more. No explorer goes, and rules go on to act. A layout
gets explorers for what the problem demands and it does not write. The folder has the script
(improved.json, in your layout), its edits as diffs (edits.txt), and pictures before and after.

Examples:
  marahel new zelda
  evolve improve zelda.json --problem zelda
  evolve improve zelda.json --problem zelda --take 1    # edit 1 alone
  evolve improve zelda.json --problem zelda --lock 0,1 --out locked"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    /// Tiles for entities of the script, if their names differ: wall=rock,floor=air.
    #[arg(long, value_name = "ENTITY=TILE", value_delimiter = ',')]
    names: Vec<String>,
    /// Parts of the script that must not change, counted from 0. Examples: 2 = third explorer,
    /// 2.0 = its first rule, regions = all regions.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    lock: Vec<String>,
    /// Number of levels to make or judge, such as 60k.
    #[arg(long, value_name = "N", default_value = "60k", value_parser = parse_n_maps)]
    budget: u64,
    /// Number of fresh levels that measure the script before and after.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = between::<2, { u32::MAX }>)]
    validation_maps: u32,
    /// Write only these edits of an earlier call with the same folder, as in edits.txt.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    take: Vec<usize>,
    /// Folder for the result [default: results/improved and the name of the script; a new one, without
    /// --take].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<ExitCode> {
    let text = input::script(&args.script)?;
    let script = parse_script(&args.script, &text)?;
    let options = Options {
        from: vec![args.script.clone()],
        from_texts: BTreeMap::from([(args.script.clone(), text)]),
        names: parse_names(&args.names)?,
        lock: args.lock.clone(),
        ..Options::default()
    };
    let Setup { config, problem, .. } = args.config.load(problems, options)?;
    check_names_of(&config)?;
    note_size(&input::name(&args.script), &script, &problem);
    let folder = if let Some(out) = &args.out {
        out.clone()
    } else {
        let stem = args.script.file_stem().filter(|_| !input::is_stdin(&args.script));
        let folder = Path::new(IMPROVED).join(stem.unwrap_or("script".as_ref()));
        if args.take.is_empty() {
            args.force.new_folder(folder)?
        } else {
            check_own_path(&folder)?;
            folder
        }
    };
    if args.take.is_empty() {
        improve_into(&folder, &config, &problem, args)
    } else {
        take_into(&folder, &config, &problem, args)
    }
}

fn improve_into(
    folder: &Path,
    config: &Config,
    problem: &Problem,
    args: &Args,
) -> anyhow::Result<ExitCode> {
    let _held = args.force.hold_folder(folder, &[])?;
    let pool = pool(args.threads)?;
    let interrupts = Interrupts::watch(|line| note(line))?;
    interrupts.begin();
    let mut last_line = Instant::now();
    let shows_progress = !args.quiet && io::stderr().is_terminal();
    let mut tell = |progress: Progress| {
        if shows_progress && last_line.elapsed() >= LINE_PERIOD {
            last_line = Instant::now();
            note(report::progress(&progress));
        }
        interrupts.is_ending()
    };
    let improved = pool
        .install(|| improve(config, problem, args.budget, args.validation_maps, &mut tell))
        .with_context(|| input::name(&args.script))?;
    problem.check_judge()?;
    super::unjudged::tell_of(problem);
    write(folder, &config.from_texts[0], &improved, config, problem)?;
    print(report::text(&improved, config, problem)?.trim_end())?;
    print(format_args!("\nscript:   {}", folder.join(BETTER).display()))?;
    print(format_args!("edits:    {}", folder.join(LIST).display()))?;
    let [before, after] = PICTURES.map(|picture| folder.join(picture).display().to_string());
    print(format_args!("pictures: {before}, {after}"))?;
    if improved.edits.len() > 1 {
        // Standard input is over.
        let original = folder.join(ORIGINAL);
        let script = if input::is_stdin(&args.script) { &original } else { &args.script };
        print(format_args!(
            "to take only some edits:\n  {} improve {} --problem {} --out {} --take 1",
            program("evolve"),
            quoted(script),
            quoted(Path::new(args.config.problem.as_deref().unwrap_or(problem.name()))),
            quoted(folder)
        ))?;
    }
    Ok(interrupts.exit_code())
}

fn write(
    folder: &Path,
    original: &str,
    improved: &Improved,
    config: &Config,
    problem: &Problem,
) -> anyhow::Result<()> {
    for (picture, text) in PICTURES.into_iter().zip([original, &improved.text]) {
        let levels: Vec<Level> =
            example_levels(text, N_PICTURED, config, problem)?.unwrap_or_default();
        if !levels.is_empty() {
            let sheet = fitting_sheet(&levels, TILE_PIXELS, None)?;
            write_atomically(&folder.join(picture), &sheet)?;
        }
    }
    let edits = serde_json::to_string_pretty(&improved.edits)?;
    write_atomically(&folder.join(ORIGINAL), original.as_bytes())?;
    write_atomically(&folder.join(EDITS), edits.as_bytes())?;
    write_atomically(&folder.join(LIST), report::edits(improved).as_bytes())?;
    write_atomically(&folder.join(BETTER), improved.text.as_bytes())?;
    Ok(())
}

/// Writes the script with only some edits of an earlier call.
fn take_into(
    folder: &Path,
    config: &Config,
    problem: &Problem,
    args: &Args,
) -> anyhow::Result<ExitCode> {
    let read = |name: &str| {
        FileKind::SCRIPT.text(&folder.join(name)).with_context(|| {
            format!(
                "{} has no edits to take; run the same command without --take",
                folder.display()
            )
        })
    };
    if read(ORIGINAL)? != config.from_texts[0] {
        return Err(anyhow!(
            "{} changed since its edits were found; run the same command without --take",
            input::name(&args.script)
        ));
    }
    let edits: Vec<WorthyEdit> = serde_json::from_str(&read(EDITS)?)
        .with_context(|| folder.join(EDITS).display().to_string())?;
    let edited = take(config, problem, &edits, &args.take);
    let (text, _) = edited.map_err(|error| Usage(format!("--take: {error}")))?;
    let names: Vec<_> = config.names.clone().into_iter().collect();
    let script = script_for(marahel_dialects::parse(&text)?, problem, &names)?;
    let measured = Config { maps: args.validation_maps, ..config.clone() };
    let sample = pool(args.threads)?.install(|| evaluate_script(&script, problem, &measured))?;
    problem.check_judge()?;
    let file = folder.join(TAKEN);
    let _held = args.force.hold_folder(folder, &[ORIGINAL])?;
    args.force.check(&file)?;
    write_atomically(&file, text.as_bytes())?;
    let (good, error) = (100.0 * sample.good(), 100.0 * sample.share_error(sample.good()));
    print(format_args!("{}: {good:.1} ± {error:.1} % of its levels are good", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
