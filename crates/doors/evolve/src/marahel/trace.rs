//! Showing how a level is built, explorer by explorer.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use marahel::{Generator, RuleCount, Script, Snapshot};
use marahel_formats::{Format, GIF, JSON, PNG, TXT};
use marahel_level::{Art, Captioned, Level, animation, strip};
use marahel_script::Explorer;
use serde_json::{Value, json};

use super::art::ArtArgs;
use super::dials::DialArgs;
use super::format;
use super::into::IntoMap;
use super::out::{Destination, Files};
use super::pins::PinsArgs;
use crate::terminal::{Force, ReadingArgs, Usage, counted, harmless, input, note};

const FORMATS: [&Format; 4] = [&TXT, &PNG, &GIF, &JSON];

/// Duration of frames in an animation, in hundredths of a second: of the last frame, and limits for
/// the others.
const DURATION_LAST: u64 = 300;
const DURATION_MAX: u64 = 150;
const DURATION_MIN: u64 = 10;
/// Total duration of the other frames if there are many.
const DURATION_ALL: u64 = 2000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each frame is the level after an explorer, with the rules of that explorer, the number of
tiles that each rule fired on, and the number of tiles that it changed. Explorers that change
no tile are omitted, and such repeats are merged with their neighbors, unless --all is given.
The last frame is the level that `marahel generate` makes from this seed.

Examples:
  marahel new zelda
  marahel trace zelda.json --seed 7
  marahel trace zelda.json --seed 7 --out trace.png
  marahel trace zelda.json --seed 7 --steps --out trace.gif"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    /// Seed of the level.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    pins: PinsArgs,
    /// Also show the level after each repeat of an explorer.
    #[arg(long)]
    steps: bool,
    /// With --steps, the largest number of frames, spread evenly over the repeats.
    #[arg(long, value_name = "N", default_value_t = 60, requires = "steps")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    frames: u64,
    /// Also show explorers and repeats that change no tile.
    #[arg(long)]
    all: bool,
    /// Form of the trace: txt, json, png (a strip of pictures) or gif (an animation)
    /// [default: by the ending of --out, else txt].
    #[arg(long, value_name = "FORM", value_parser = trace_format)]
    format: Option<&'static Format>,
    /// File for the trace; - for standard output [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    dials: DialArgs,
    #[command(flatten)]
    art: ArtArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Do not report what was omitted.
    #[arg(long)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let place = Destination::of_file(args.out.as_deref());
    let format = format::choose(args.format, place.file(), &FORMATS)?;
    if format.is_binary && place.file().is_none() && io::stdout().is_terminal() {
        let message = "a picture does not fit a terminal; name a file with --out";
        return Err(Usage(message.to_owned()).into());
    }
    let inputs = [&*args.script].into_iter().chain(args.pins.pins.as_deref());
    let inputs = inputs.chain(args.art.inputs());
    let files = Files::new(place, args.force, inputs)?;
    let map = &args.pins.map;
    let map = IntoMap { hints: map.hints()?, folder: map.folder() };
    let tiles = args.art.load(format, &FORMATS, &map)?;
    let generator = args.dials.generator(&args.script, args.reading)?;
    let snapshots = args.snapshots(&generator)?;
    let frames = args.frames_of(generator.script(), &snapshots);
    let art = args.art.art(tiles.as_ref());
    let content = if *format == PNG {
        strip(&captioned(&frames), art, None)?
    } else if *format == GIF {
        film(&captioned(&frames), art)?
    } else if *format == JSON {
        format!("{}\n", document(args, &frames)).into_bytes()
    } else {
        harmless(&text(&frames)).into_bytes()
    };
    match place.file() {
        Some(file) => files.write(file, &content)?,
        None => io::stdout().write_all(&content)?,
    }
    Ok(())
}

fn trace_format(name: &str) -> Result<&'static Format, String> {
    let format = FORMATS.into_iter().find(|format| format.ending == name);
    format.ok_or_else(|| "a trace is txt, json, png or gif".to_owned())
}

impl Args {
    fn snapshots(&self, generator: &Generator) -> anyhow::Result<Vec<Snapshot>> {
        let n_frames_max = if self.steps { self.frames } else { 0 };
        let palette = self.art.palette()?;
        let snapshots = match self.pins.read(generator, palette.as_ref())? {
            Some(pins) => generator.snapshots_from(&pins, self.seed, n_frames_max),
            None => generator.snapshots(self.seed, n_frames_max),
        };
        let mut snapshots = snapshots.with_context(|| input::name(&self.script))?;
        if let Some(palette) = palette {
            for snapshot in &mut snapshots {
                let level = snapshot.level.renamed(Arc::clone(&palette));
                snapshot.level = level.with_context(|| input::name(&self.script))?;
            }
        }
        let n_all = generator.script().explorers.iter().map(|explorer| explorer.repeats.max(1));
        let n_all = n_all.fold(0, u64::saturating_add);
        let n_shown = snapshots.len();
        if self.steps && n_all > n_shown as u64 && !self.quiet {
            note(format_args!(
                "note: {n_shown} of {n_all} repeats are shown, evenly chosen; \
                 --frames says how many may be"
            ));
        }
        Ok(snapshots)
    }

    /// The frames to show; prints how many explorers are left out.
    fn frames_of<'a>(&self, script: &'a Script, snapshots: &'a [Snapshot]) -> Vec<Frame<'a>> {
        let frames = frames(script, snapshots);
        if self.all {
            return frames;
        }
        let frames = without_idle(frames);
        let mut shown: Vec<usize> = frames.iter().map(|frame| frame.index).collect();
        shown.dedup();
        let n_idle = script.explorers.len() - shown.len();
        if n_idle > 0 && !self.quiet {
            note(match n_idle {
                1 => "note: 1 explorer changes no tile and is left out; --all shows it".to_owned(),
                n => {
                    format!("note: {n} explorers change no tile and are left out; --all shows them")
                }
            });
        }
        frames
    }
}

/// A level with the changes since the frame before.
struct Frame<'a> {
    explorer: &'a Explorer,
    /// Index of the explorer in the script, from 0.
    index: usize,
    n_explorers: usize,
    /// The repeats, from 1, that the counts sum over; 0 if there are none.
    first_repeat: u64,
    last_repeat: u64,
    counts: Vec<RuleCount>,
    level: &'a Level,
}

fn frames<'a>(script: &'a Script, snapshots: &'a [Snapshot]) -> Vec<Frame<'a>> {
    let frames = snapshots.iter().enumerate().map(|(index, snapshot)| {
        let before = snapshots[..index].last();
        let before = before.filter(|before| before.explorer == snapshot.explorer);
        let n_before = before.map_or(0, |before| before.n_repeats);
        Frame {
            explorer: &script.explorers[snapshot.explorer],
            index: snapshot.explorer,
            n_explorers: script.explorers.len(),
            first_repeat: (n_before + 1).min(snapshot.n_repeats),
            last_repeat: snapshot.n_repeats,
            counts: snapshot.rules.clone(),
            level: &snapshot.level,
        }
    });
    frames.collect()
}

/// The frames with changes. A frame without one is merged into the one before it, or else after it,
/// of the same explorer; if there is none, the explorer is left out. The first frame stays.
fn without_idle(frames: Vec<Frame<'_>>) -> Vec<Frame<'_>> {
    let mut kept: Vec<Frame<'_>> = Vec::new();
    let mut waiting: Option<Frame<'_>> = None;
    for mut frame in frames {
        if let Some(idle) = waiting.take().filter(|idle| idle.index == frame.index) {
            frame.first_repeat = idle.first_repeat;
            frame.count(&idle.counts);
        }
        match kept.last_mut().filter(|last| frame.is_idle_after(last)) {
            Some(last) if last.index == frame.index => {
                last.last_repeat = frame.last_repeat;
                last.count(&frame.counts);
            }
            Some(_) => waiting = Some(frame),
            None => kept.push(frame),
        }
    }
    kept
}

impl<'a> Frame<'a> {
    /// A title such as "explorer 2 of 6: connect, repeats 3 to 5 of 10".
    fn title(&self) -> String {
        let number = self.index + 1;
        let title = format!("explorer {number} of {}: {}", self.n_explorers, self.explorer.name);
        let (first, last, n) = (self.first_repeat, self.last_repeat, self.explorer.repeats);
        if n == 1 {
            title
        } else if first <= 1 && last == n {
            format!("{title}, {n} repeats")
        } else if first == last {
            format!("{title}, repeat {last} of {n}")
        } else {
            format!("{title}, repeats {first} to {last} of {n}")
        }
    }

    /// Whether nothing changed since the frame before, not even back and forth.
    fn is_idle_after(&self, before: &Self) -> bool {
        self.level == before.level && self.counts.iter().all(|count| count.n_changed == 0)
    }

    fn count(&mut self, others: &[RuleCount]) {
        for (count, other) in self.counts.iter_mut().zip(others) {
            count.n_fired += other.n_fired;
            count.n_changed += other.n_changed;
        }
    }

    /// The number of rules that fired on no tile, in words; empty for none.
    fn idle(&self) -> String {
        match self.counts.iter().filter(|count| count.n_fired == 0).count() {
            0 => String::new(),
            n => format!("{} never fired\n", counted(n, "rule")),
        }
    }

    /// The rules of the explorer that fired, with the numbers of tiles on which they did, and that they
    /// changed.
    fn fired(&self) -> impl Iterator<Item = (&'a str, u64, u64)> {
        self.rules().filter(|(_, n_fired, _)| *n_fired > 0)
    }

    /// The rules of the explorer, with the numbers of tiles that they fired on and changed.
    fn rules(&self) -> impl Iterator<Item = (&'a str, u64, u64)> {
        let rules = self.explorer.rules.iter().zip(&self.counts);
        rules.map(|(rule, count)| (rule.text.as_str(), count.n_fired, count.n_changed))
    }
}

/// The frames as text: a table of the rules above each level.
fn text(frames: &[Frame<'_>]) -> String {
    let frames = frames.iter().map(|frame| {
        let rules = frame
            .fired()
            .map(|(rule, n_fired, n_changed)| format!("{n_fired:>9} {n_changed:>9}  {rule}\n"));
        let rules: String = rules.collect();
        let header = format!("{:>9} {:>9}  rule\n", "fired on", "changed");
        let header = if rules.is_empty() { "" } else { &header };
        format!("{}\n{header}{rules}{}\n{}", frame.title(), frame.idle(), frame.level.to_text())
    });
    frames.collect::<Vec<_>>().join("\n")
}

fn captioned(frames: &[Frame<'_>]) -> Vec<Captioned> {
    let captioned = frames.iter().map(|frame| {
        let rules = frame.fired().map(|(rule, n_fired, n_changed)| {
            format!("\n{rule}\n  fired on {n_fired}, changed {n_changed}")
        });
        let caption = format!("{}{}\n{}", frame.title(), rules.collect::<String>(), frame.idle());
        let caption = caption.trim_end().to_owned();
        Captioned { level: frame.level.clone(), caption }
    });
    captioned.collect()
}

/// An animation of the frames; the last one is shown longer.
fn film(frames: &[Captioned], art: Art<'_>) -> Result<Vec<u8>, marahel_level::LevelError> {
    let usual = (DURATION_ALL / frames.len().max(1) as u64).clamp(DURATION_MIN, DURATION_MAX);
    animation(frames, art, |index| {
        let is_last = index + 1 == frames.len();
        if is_last { DURATION_LAST as u16 } else { usual as u16 }
    })
}

/// The frames as a JSON object. Explorers and repeats count from 1, as in messages; counts are sums
/// over the repeats from `first_repeat` to `repeat`.
fn document(args: &Args, frames: &[Frame<'_>]) -> Value {
    let palette = frames.first().map(|frame| frame.level.palette());
    let entities = palette.iter().flat_map(|palette| palette.entities());
    let entities: Vec<&str> = entities.map(|entity| entity.name.as_str()).collect();
    let frames = frames.iter().map(|frame| {
        let rules = frame.rules().map(|(rule, n_fired, n_changed)| {
            json!({ "rule": rule, "fired": n_fired, "changed": n_changed })
        });
        json!({
            "explorer": frame.index + 1,
            "type": frame.explorer.name.as_str(),
            "first_repeat": frame.first_repeat,
            "repeat": frame.last_repeat,
            "repeats": frame.explorer.repeats,
            "rules": rules.collect::<Vec<_>>(),
            "tiles": frame.level.indices(),
        })
    });
    json!({
        "seed": args.seed,
        "semantics": args.reading.name(),
        "entities": entities,
        "frames": frames.collect::<Vec<_>>(),
    })
}
