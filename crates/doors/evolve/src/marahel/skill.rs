//! Writing the skill for coding assistants.

use std::path::{Path, PathBuf};

use marahel_system::files::{check_own_path, make_folder, write_atomically};

use crate::terminal::{Force, plain, print};

/// How an assistant with a shell works with the programs.
const SKILL: &str = include_str!("../../skills/marahel/SKILL.md");

/// Where one assistant looks for skills.
const PLACE: &str = ".claude/skills/marahel/SKILL.md";

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A skill is a text that a coding assistant reads when it has such work: here, how to make levels with
both programs. Claude Code looks into .claude/skills; other assistants have other folders.

Examples:
  marahel skill
  marahel skill --out skills/marahel/SKILL.md"
)]
pub(super) struct Args {
    /// The new file.
    #[arg(long, value_name = "FILE", default_value = PLACE)]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    if args.out == Path::new(PLACE) {
        check_own_path(&args.out)?;
    }
    let _held = args.force.hold(&args.out)?;
    if let Some(folder) = args.out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    write_atomically(&args.out, SKILL.as_bytes())?;
    let file = plain(&args.out.display().to_string());
    Ok(print(format_args!("{file} is written. Ask your assistant for levels of your game."))?)
}
