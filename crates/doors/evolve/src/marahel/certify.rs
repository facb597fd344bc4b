//! Judging the levels of many seeds once, so that a game need not judge any.

mod partial;
mod report;
mod worst;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use marahel::{Certificate, Generator};
use marahel_system::files::{check_no_link, write_atomically};
use rayon::prelude::*;

use super::demands::{Demands, Standard};
use super::dials::DialArgs;
use super::out::{Destination, Files, make_parent};
use super::progress::Progress;
use crate::interrupts::Interrupts;
use crate::terminal::{Force, ReadingArgs, Usage, input, note, print};
use partial::Partial;

/// Judging time between two checks for Ctrl-C.
const LOOK_PERIOD: Duration = Duration::from_millis(500);

/// Minimum number of levels between two checks.
const N_TOGETHER_MIN: u64 = 64;

/// Maximum time of results that a killed program loses.
const SAVE_PERIOD: Duration = Duration::from_secs(2);

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Makes the levels of the seeds 0 to 2^BITS - 1, exactly those of `marahel generate --seed`, judges
them, and writes in JSON which ones are playable. `marahel generate --certificate`, and `Certified` of the crate `marahel` in a game, turn any seed into one of these, without a
judge. A certificate fits one script, in one semantics, with its dials as they were; both refuse
any other.

Ctrl-C keeps what was judged, in FILE.part; the same call continues from there.

The report has the share of levels that are playable, the interval of this share for all 64-bit
seeds (Clopper-Pearson, 95 %), and how often each condition was the first to fail. The
interval treats the judged seeds as a random sample.

Examples:
  marahel new zelda
  marahel certify zelda.json --problem zelda --bits 8 --out zelda.cert
  marahel certify zelda.json --problem zelda --good --bits 6 --out g.cert
  marahel certify zelda.json --problem zelda --pictures w.png --out z.cert"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    /// Problem (name or file) that says which levels are playable.
    #[arg(long, value_name = "NAME")]
    problem: String,
    /// Logarithm to base 2 of the number of seeds.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8)
        .range(i64::from(*Certificate::BITS.start())..=i64::from(*Certificate::BITS.end())))]
    bits: u8,
    /// Certify only good levels: playable and whole, with each objective that has an upper bound in
    /// its range.
    #[arg(long)]
    good: bool,
    /// Condition that levels have to fulfil as well, in the language of problem files. It may name
    /// objectives of the problem, `playable`, `whole` and `good`.
    #[arg(long = "where", value_name = "EXPRESSION")]
    condition: Option<String>,
    /// File of the certificate [default: SCRIPT with the ending .cert].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// PNG file for pictures of the worst levels, with their seeds: the first that fail, or else
    /// those with the lowest scores.
    #[arg(long, value_name = "FILE")]
    pictures: Option<PathBuf>,
    /// Draw tiles in --pictures as squares of one color each.
    #[arg(long, requires = "pictures")]
    plain: bool,
    #[command(flatten)]
    dials: DialArgs,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let generator = args.dials.generator(&args.script, args.reading)?;
    let condition = args.condition.as_deref();
    let problem = marahel_config::BUILT_IN.problem(&args.problem)?;
    let standard = if args.good { Standard::Good } else { Standard::Playable };
    let demands = Demands::of_script(problem, generator.script(), standard, condition)?;
    let blank = blank(&generator, &demands, args.bits, &standard.with(condition))?;
    let out = args.out()?;
    let inputs = [&*args.script, Path::new(&args.problem)];
    let files = Files::new(Destination::File(&out), args.force, inputs)?;
    make_parent(&out)?;
    if let Some(pictures) = &args.pictures {
        if *pictures == out {
            let message = "--pictures would write over another file of the call; name a new one";
            return Err(Usage(message.to_owned()).into());
        }
        files.check(pictures).context("--pictures")?;
        make_parent(pictures)?;
    }
    let part = out.with_added_extension("part");
    check_no_link(&part)?;
    let mut partial = Partial::open(&part, blank, n_reasons(&demands))?;
    let interrupts = Interrupts::watch(|_| {
        note("stopping, and keeping what was judged; Ctrl-C again to stop at once");
    })?;
    interrupts.begin();
    if partial.n_judged > 0 {
        note(format_args!("going on from {} judged levels", partial.n_judged));
    }
    let is_complete = judge(&generator, &demands, &mut partial, &interrupts, |partial| {
        Ok(write_atomically(&part, &partial.to_bytes())?)
    })?;
    if !is_complete {
        note("the same call goes on from here");
        return Ok(interrupts.exit_code());
    }
    interrupts.end();
    let certificate = partial.certificate();
    let text = certificate.to_json();
    files.write(&out, text.as_bytes())?;
    // It is useless now, but harmless.
    let _ = std::fs::remove_file(&part);
    report::lines(&partial, &demands).iter().try_for_each(print)?;
    print(format_args!("certificate: {}, {} bytes", out.display(), text.len()))?;
    if let Some(path) = &args.pictures {
        let picture = worst::picture(&generator, &demands, &certificate, args.plain)?;
        files.write(path, &picture)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn out(&self) -> Result<PathBuf, Usage> {
        match &self.out {
            Some(path) => Ok(path.clone()),
            None if input::is_stdin(&self.script) => {
                Err(Usage("name the file of the certificate with --out".to_owned()))
            }
            None => {
                let out = self.script.with_extension("cert");
                check_no_link(&out).map_err(|error| Usage(error.to_string()))?;
                Ok(out)
            }
        }
    }
}

/// Judges the remaining levels; returns whether all are judged, because a user may stop it. Calls
/// `save` periodically, and when it stops.
fn judge(
    generator: &Generator,
    demands: &Demands,
    partial: &mut Partial,
    interrupts: &Interrupts,
    save: impl Fn(&Partial) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let n_seeds = partial.blank.n_seeds();
    let progress = Progress::new(n_seeds, false);
    let (mut n_together, mut saved) = (N_TOGETHER_MIN, None::<Instant>);
    while u64::from(partial.n_judged) < n_seeds && !interrupts.is_ending() {
        let first = u64::from(partial.n_judged);
        progress.reach(first);
        let begin = Instant::now();
        let seeds = first..n_seeds.min(first + n_together);
        partial.add(&lacks(generator, demands, seeds)?);
        let is_short = begin.elapsed() < LOOK_PERIOD;
        n_together = if is_short { n_together * 2 } else { N_TOGETHER_MIN.max(n_together / 2) };
        if saved.is_none_or(|at| at.elapsed() > SAVE_PERIOD) {
            save(partial)?;
            saved = Some(Instant::now());
        }
    }
    let is_complete = u64::from(partial.n_judged) == n_seeds;
    if !is_complete {
        save(partial)?;
    }
    Ok(is_complete)
}

/// The index of the first failed condition of each seed's level, if any.
fn lacks(
    generator: &Generator,
    demands: &Demands,
    seeds: Range<u64>,
) -> anyhow::Result<Vec<Option<usize>>> {
    let too_costly = demands.conditions.len();
    let lacks = seeds.into_par_iter().map_init(
        || demands.judge(generator),
        |judge, seed| judge.lack(seed).unwrap_or(Some(too_costly)),
    );
    let lacks = lacks.collect();
    demands.check()?;
    Ok(lacks)
}

/// One more than the conditions: a script may fail to make a level.
fn n_reasons(demands: &Demands) -> usize {
    demands.conditions.len() + 1
}

/// A certificate of a generator for what is demanded, with no seed yet.
pub(crate) fn blank(
    generator: &Generator,
    demands: &Demands,
    bits: u8,
    condition: &str,
) -> Result<Certificate, Usage> {
    let definition = demands.problem.definition();
    let blank = Certificate::new(generator, bits, condition);
    let blank = blank.map_err(|error| Usage(error.to_string()))?;
    Ok(blank.for_problem(definition.name(), definition.text(), demands.problem.palette()))
}

/// The certificate of a generator, made at once, and its report.
pub(crate) fn certified(
    generator: &Generator,
    demands: &Demands,
    blank: Certificate,
) -> anyhow::Result<(Certificate, Vec<String>)> {
    let mut partial = Partial::new(blank, n_reasons(demands));
    partial.add(&lacks(generator, demands, 0..partial.blank.n_seeds())?);
    let lines = report::lines(&partial, demands);
    Ok((partial.certificate(), lines))
}
