//! How a level came about, explorer by explorer.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use experiment::write_atomically;
use level::{Art, Captioned, animation, strip};
use marahel::{Generator, Script, Semantics, Snapshot};
use serde_json::{Value, json};

use super::art::ArtArgs;
use super::format::Format;
use super::read_script;
use crate::exit::Usage;
use crate::input;
use crate::output::note;

/// The formats of traces, the default one first.
const FORMATS: [Format; 4] = [Format::Txt, Format::Png, Format::Gif, Format::Json];

/// How long an animation shows each frame, in hundredths of a second: the
/// last, the others if they are few, and any.
const DURATION_LAST: u64 = 300;
const DURATION_MAX: u64 = 150;
const DURATION_MIN: u64 = 10;
/// How long it takes to the last frame if frames are many.
const DURATION_ALL: u64 = 2000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each frame is the level after an explorer, with the rules of that explorer, the number of
tiles that each rule fired on, and the number of tiles that it changed. The last frame is what
`marahel generate` makes of that seed.

Examples:
  marahel trace configs/generators/fdg20/zelda.json --seed 7
  marahel trace configs/generators/fdg20/zelda.json --seed 7 --out trace.png
  marahel trace configs/generators/fdg20/zelda.json --seed 7 --steps --out trace.gif"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    /// Seed of the level.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Show the level after each repeat of an explorer as well.
    #[arg(long)]
    steps: bool,
    /// With --steps, the largest number of frames; of more repeats an even choice is shown.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        requires = "steps",
        value_parser = clap::value_parser!(u64).range(1..=1000)
    )]
    frames: u64,
    /// Form of the trace: txt, json, png (a strip of pictures) or gif (an animation)
    /// [default: by the ending of --out, else txt].
    #[arg(long, value_name = "FORM", value_parser = format)]
    format: Option<Format>,
    /// File for the trace [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    art: ArtArgs,
    /// Reading of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME", default_value_t)]
    semantics: Semantics,
    /// Do not say that frames were left out.
    #[arg(long)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let format = Format::choose(args.format, args.out.as_deref(), &FORMATS)?;
    let is_binary = matches!(format, Format::Png | Format::Gif);
    if is_binary && args.out.is_none() && io::stdout().is_terminal() {
        let message = "a picture does not fit a terminal; name a file with --out";
        return Err(Usage(message.to_owned()).into());
    }
    let tileset = args.art.load()?;
    let script = read_script(&args.script)?;
    let frames = args.frames(&script)?;
    let art = args.art.art(tileset.as_ref());
    let content = match format {
        Format::Png => strip(&captioned(&script, &frames), art, None)?,
        Format::Gif => film(&captioned(&script, &frames), art)?,
        Format::Json => format!("{}\n", document(args, &script, &frames)).into_bytes(),
        _ => text(&script, &frames).into_bytes(),
    };
    match &args.out {
        Some(file) => write_atomically(file, &content)?,
        None => io::stdout().write_all(&content)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// One of the formats of traces.
fn format(name: &str) -> Result<Format, String> {
    let found = FORMATS.into_iter().find(|format| format.ending() == name);
    found.ok_or_else(|| "a trace is txt, json, png or gif".to_owned())
}

impl Args {
    fn frames(&self, script: &Script) -> anyhow::Result<Vec<Snapshot>> {
        let generator = Generator::new(script, self.semantics);
        let n_frames_max = if self.steps { self.frames } else { 0 };
        let frames = generator.snapshots(self.seed, n_frames_max);
        let frames = frames.with_context(|| input::name(&self.script))?;
        let n_all = script.explorers.iter().map(|explorer| explorer.repeats.max(1));
        let n_all = n_all.fold(0, u64::saturating_add);
        let n_shown = frames.len();
        if self.steps && n_all > n_shown as u64 && !self.quiet {
            note(format_args!(
                "note: {n_shown} of {n_all} repeats are shown, evenly chosen; \
                 --frames says how many may be"
            ));
        }
        Ok(frames)
    }
}

/// What was at work: "explorer 2 of 6: connect, repeat 3 of 10".
fn title(script: &Script, frame: &Snapshot) -> String {
    let explorer = &script.explorers[frame.explorer];
    let (number, n_explorers) = (frame.explorer + 1, script.explorers.len());
    let title = format!("explorer {number} of {n_explorers}: {}", explorer.name);
    match explorer.repeats {
        1 => title,
        n_repeats => format!("{title}, repeat {} of {n_repeats}", frame.n_repeats),
    }
}

/// The rules of the explorer at work with what they did.
fn rules<'a>(script: &'a Script, frame: &'a Snapshot) -> impl Iterator<Item = (&'a str, u64, u64)> {
    let rules = script.explorers[frame.explorer].rules.iter().zip(&frame.rules);
    rules.map(|(rule, count)| (rule.text.as_str(), count.n_fired, count.n_changed))
}

/// The frames as text: a table of the rules above each level.
fn text(script: &Script, frames: &[Snapshot]) -> String {
    let frames = frames.iter().map(|frame| {
        let rules = rules(script, frame)
            .map(|(rule, n_fired, n_changed)| format!("{n_fired:>9} {n_changed:>9}  {rule}\n"));
        let rules: String = rules.collect();
        let header = format!("{:>9} {:>9}  rule\n", "fired on", "changed");
        let header = if rules.is_empty() { "" } else { &header };
        format!("{}\n{header}{rules}\n{}", title(script, frame), frame.level.to_text())
    });
    frames.collect::<Vec<_>>().join("\n")
}

/// The levels of the frames with captions.
fn captioned(script: &Script, frames: &[Snapshot]) -> Vec<Captioned> {
    let captioned = frames.iter().map(|frame| {
        let rules = rules(script, frame).map(|(rule, n_fired, n_changed)| {
            format!("\n{rule}\n  fired on {n_fired}, changed {n_changed}")
        });
        let caption = title(script, frame) + &rules.collect::<String>();
        Captioned { level: frame.level.clone(), caption }
    });
    captioned.collect()
}

/// The frames one after the other, the last one for longer.
fn film(frames: &[Captioned], art: Art<'_>) -> Result<Vec<u8>, level::LevelError> {
    let usual = (DURATION_ALL / frames.len().max(1) as u64).clamp(DURATION_MIN, DURATION_MAX);
    animation(frames, art, |index| {
        let is_last = index + 1 == frames.len();
        if is_last { DURATION_LAST as u16 } else { usual as u16 }
    })
}

/// The frames as a JSON object. Explorers are counted from 1, as in messages.
fn document(args: &Args, script: &Script, frames: &[Snapshot]) -> Value {
    let frames = frames.iter().map(|frame| {
        let explorer = &script.explorers[frame.explorer];
        let rules = rules(script, frame).map(|(rule, n_fired, n_changed)| {
            json!({ "rule": rule, "fired": n_fired, "changed": n_changed })
        });
        json!({
            "explorer": frame.explorer + 1,
            "type": explorer.name.as_str(),
            "repeat": frame.n_repeats,
            "repeats": explorer.repeats,
            "rules": rules.collect::<Vec<_>>(),
            "tiles": frame.level.indices(),
        })
    });
    json!({
        "seed": args.seed,
        "semantics": args.semantics.to_string(),
        "entities": script.entities,
        "frames": frames.collect::<Vec<_>>(),
    })
}
