//! The pages: their commands run as they stand, and make the pictures and the output that stand below
//! them.
//!
//! Comments of a page say what its blocks are: `save: FILE` and `append: FILE` write the next one to a
//! file, `edit: FILE` replaces the line with `-` by the one with `+`, and `says` is output of the
//! commands before. `file: FILE` is what the next picture shows; `UPDATE_GOLDEN=1` renews it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Scratch, workspace};
use crate::runs::TINY;

/// Parts of commands that would run too long for a test, and shorter ones.
const SHORT: [(&str, &str); 12] = [
    ("enemy=rat", "enemy=rat --budget 1k --pop 6 --validation-maps 10"),
    ("drafts/cellar/1.json", "drafts/cellar/1.json --budget 2k"),
    ("improve configs", "improve --budget 2k configs"),
    ("--budget 300k", "--budget 2k --pop 6 --validation-maps 10"),
    ("--budget 800k", "--budget 1k --pop 6 --validation-maps 10"),
    ("--budget 20M", "--budget 1M"),
    ("--dials player_key", "--dials player_key --gens 2 --pop 6 --validation-maps 10"),
    ("--algorithm nsga2", "--algorithm nsga2 --gens 1 --pop 6 --validation-maps 5"),
    ("binary.toml ", "binary.toml --gens 1 --pop 6 --validation-maps 5 "),
    ("--maps 10000", "--maps 20"),
    ("--bits 16", "--bits 6"),
    ("--count 50 ", "--count 2 "),
];

/// Commands with tests of their own, or that end with their user.
const ELSEWHERE: [&str; 7] = [
    "evolve studio",
    "evolve reproduce",
    "evolve experiment",
    "--proposer ",
    "evolve resume",
    "evolve atlas",
    "atlas.json",
];

/// What a page takes for granted, by the text of one of its commands: the commands that make it.
const GIVEN: [(&str, &str); 8] = [
    ("--explain drawn.txt", "echo '@..>' > drawn.txt"),
    (
        "world.tmx",
        "cp configs/drawn/crypt/crypt-1.tmx world.tmx; cp configs/drawn/crypt/crypt.tsx .",
    ),
    (
        "world.ldtk",
        "echo '{\"entities\":[\"empty\",\"wall\"],\"tiles\":[[0,1],[1,0]]}' > w.json; \
         marahel export w.json --out world.ldtk",
    ),
    ("dungeon.json", "cp configs/drawn/crypt.json dungeon.json"),
    ("rooms.json", "marahel new rooms; evolve problem new cellar.toml"),
    (
        "levels.jsonl",
        "marahel generate configs/generators/evolved/zelda.json --count 3 --out levels.jsonl",
    ),
    ("level.tmx", "marahel generate configs/generators/evolved/zelda.json --out level.tmx"),
    ("zelda.json", "marahel new zelda"),
];

/// Does what a page says, in a scratch folder with the files of a clone.
#[track_caller]
fn follow(page: &str) {
    let text = fs::read_to_string(workspace().join(page)).expect("there is such a page");
    let scratch = Scratch::new();
    for folder in ["configs", "problems"] {
        let target = workspace().join(folder);
        std::os::unix::fs::symlink(target, scratch.path(folder)).expect("a new link");
    }
    let blocks = blocks(&text);
    let commands: String = blocks
        .iter()
        .filter(|block| block.language == "sh")
        .map(|block| block.text.as_str())
        .collect();
    for (_, given) in GIVEN.iter().filter(|(name, _)| commands.contains(name)) {
        scratch.shell(given).ok();
    }
    for run in ["zelda-seed1", "zelda-seed2", "sokoban-seed1"] {
        if commands.contains(run) {
            let (problem, seed) = run.split_once("-seed").expect("both");
            scratch.evolve(&format!("--problem {problem} --seed {seed} {TINY}")).ok();
        }
    }
    let mut said = String::new();
    for Block { language, comment, text } in blocks {
        match (language.as_str(), comment.split_once(": ").unwrap_or((&comment, ""))) {
            ("sh", _) => {
                commands_of(&text).for_each(|command| said += &run(&scratch, page, &command));
            }
            (_, ("save", file)) => scratch.write(file, text),
            (_, ("append", file)) => scratch.write(file, scratch.read(file) + &text),
            (_, ("edit", file)) => scratch.write(file, edited(&scratch.read(file), &text)),
            (_, ("says", _)) => {
                let is_said = |line: &str| said.lines().any(|told| told.trim_end() == line);
                let lost = text.lines().find(|line| !is_said(line));
                assert_eq!(lost, None, "{page}: no command says this:\n{said}");
            }
            ("picture", ("file", file)) => {
                let kept = workspace().join(page).with_file_name(text);
                compare(&scratch.path(file), &kept);
            }
            _ => {}
        }
    }
}

/// A block of a page: its language, or `picture`; its text, or the name of a picture; the comment above.
struct Block {
    language: String,
    comment: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut comment = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let (indent, trimmed) = (line.len() - line.trim_start().len(), line.trim());
        if let Some(language) = trimmed.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| line.trim() != "```");
            let text = inside.map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n");
            let (language, comment) = (language.to_owned(), std::mem::take(&mut comment));
            blocks.push(Block { language, comment, text: text.collect() });
        } else if let Some(told) = trimmed.strip_prefix("<!-- ") {
            told.trim_end_matches(" -->").clone_into(&mut comment);
        } else if let Some((_, picture)) =
            trimmed.split_once("](").filter(|_| trimmed.starts_with("!["))
        {
            let (language, comment) = ("picture".to_owned(), std::mem::take(&mut comment));
            blocks.push(Block {
                language,
                comment,
                text: picture.trim_end_matches(')').to_owned(),
            });
        }
    }
    blocks
}

/// The commands of a block that are for our programs; `\` at the end of a line goes on in the next.
fn commands_of(block: &str) -> impl Iterator<Item = String> {
    let lines = block.replace("\\\n", " ");
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    lines.into_iter().filter(|line| {
        let is_ours =
            ["evolve ", "marahel ", "cp "].iter().any(|program| line.starts_with(program));
        is_ours && ELSEWHERE.iter().all(|part| !line.contains(part))
    })
}

/// Runs a command, made short, and returns what it said.
#[track_caller]
fn run(scratch: &Scratch, page: &str, command: &str) -> String {
    let short = SHORT
        .iter()
        .fold(format!("{command} "), |command, (long, short)| command.replace(long, short));
    let ended = scratch.shell(&short);
    assert_eq!(ended.code, Some(0), "{page}: {command}\n{}", ended.stderr);
    ended.stdout
}

/// A text with one part replaced.
fn edited(text: &str, edit: &str) -> String {
    let side =
        |sign: char| edit.lines().find_map(|line| line.strip_prefix(sign)).expect("both sides");
    assert_eq!(text.matches(side('-')).count(), 1, "`{}` is not once in\n{text}", side('-'));
    text.replace(side('-'), side('+'))
}

fn compare(made: &Path, kept: &PathBuf) {
    let bytes = fs::read(made).unwrap_or_else(|error| panic!("{}: {error}", made.display()));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(kept, &bytes).expect("a new picture");
    }
    let is_same = fs::read(kept).is_ok_and(|kept| kept == bytes);
    assert!(is_same, "{} is out of date; UPDATE_GOLDEN=1 renews it", kept.display());
}

#[test]
fn the_first_page() {
    follow("README.md");
}

#[test]
fn your_own_game() {
    follow("docs/your-own-game.md");
}

#[test]
fn pages_about_searches_and_runs() {
    follow("docs/commands.md");
    follow("docs/research.md");
}

#[test]
fn pages_about_levels_and_maps() {
    for page in
        ["first-generator", "draw-and-imitate", "level-files", "terrains", "ship-it", "studio"]
    {
        follow(&format!("docs/{page}.md"));
    }
}

#[test]
fn the_skill_of_assistants() {
    follow("skills/marahel/SKILL.md");
}

#[test]
fn pages_of_crates() {
    follow("crates/marahel-improve/README.md");
    follow("crates/marahel-minimise/README.md");
}

/// A command that nobody tries is wrong one day.
#[test]
fn no_other_page_has_commands() {
    let tried = fs::read_to_string(workspace().join("tests/pages.rs")).expect("this file");
    let mut folders = vec![workspace().join("docs"), workspace().join("skills/marahel")];
    let crates = fs::read_dir(workspace().join("crates")).expect("there are crates");
    folders.extend(crates.map(|entry| entry.expect("it can be read").path()));
    for folder in folders {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("it can be read").path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = if path.extension().is_some_and(|ending| ending == "md") {
                fs::read_to_string(&path)
            } else {
                continue;
            };
            let blocks = blocks(&text.expect("a page"));
            let commands = blocks.iter().filter(|block| block.language == "sh");
            let n_commands = commands.flat_map(|block| commands_of(&block.text)).count();
            let name = if stem == "README" {
                folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
            } else {
                stem
            };
            assert!(n_commands == 0 || tried.contains(&name), "nobody follows {}", path.display());
        }
    }
}
