//! The pages: their commands run as they stand, and make the pictures and the output that stand below
//! them. Records of [`results`](../results) are repeated for a release, and are not tried here.
//!
//! Comments of a page say what its blocks are: `save: FILE` and `append: FILE` write the next one to a
//! file, `edit: FILE` replaces the line with `-` by the one with `+`, and `says` begins lines of output
//! of the commands before. `file: FILE` is what the next picture shows; `UPDATE_GOLDEN=1` renews it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Scratch, workspace};
use crate::runs::TINY;

/// Parts of commands that would run too long for a test, and shorter ones.
const SHORT: [(&str, &str); 13] = [
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
    ("--count 20 --out variations/", "--count 2 --out variations/"),
];

/// Commands that no page's test runs, by their beginning: the file that runs them, and the part of it that
/// does.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("evolve studio", "tests/studio.rs", "\"studio"),
    ("evolve reproduce", "tests/reproductions.rs", "reproduce "),
    ("evolve resume", "tests/interrupts.rs", "resume "),
    ("cargo install", ".ci/run", "cargo install --debug --locked --path crates/doors/evolve"),
    ("cargo build --release", ".github/workflows/release.yml", "cargo build --release --locked"),
    ("cargo check --workspace --all-targets", ".ci/run", "cargo clippy --workspace --all-targets"),
    ("cargo clippy --workspace --all-targets", ".ci/run", "cargo clippy --workspace --all-targets"),
    ("cargo fmt --all --check", ".ci/run", "cargo fmt --all --check"),
    ("RUSTDOCFLAGS=\"-D warnings\" cargo doc", ".ci/run", "RUSTDOCFLAGS=\"-D warnings\" cargo doc"),
    ("cargo bench", ".ci/run", "--bench '*'"),
    (
        "cargo run --release -p marahel-evolution --example hot_paths -- instructions",
        ".ci/outside",
        "hot_paths\" instructions",
    ),
    (
        "cargo run --release -p marahel-evolution --example hot_paths -- scale",
        ".ci/outside",
        "hot_paths\" scale",
    ),
    ("cargo run -p marahel --example print", ".ci/outside", "examples/print\""),
    ("cargo metadata", ".ci/outside", "cargo metadata "),
    ("node benches/judge/released_levels.js", ".ci/outside", "released_levels.js"),
    ("cargo test --manifest-path engines/c/Cargo.toml", ".ci/outside", "cargo test "),
    ("cargo test", ".ci/run", "cargo test --workspace"),
    ("cc -I. examples/print.c", "engines/c/tests/levels.rs", "examples/print.c"),
    ("./print", "engines/c/tests/levels.rs", "the_example_prints_a_level"),
    (
        "cargo package",
        ".github/workflows/release.yml",
        "cargo publish --workspace --locked --dry-run",
    ),
    ("cargo publish --workspace --dry-run", ".github/workflows/release.yml", "--dry-run"),
    ("cargo deny check", ".github/workflows/ci.yml", "cargo deny"),
    ("cargo run --release -p speed", ".ci/outside", "programs/speed\""),
    ("cargo run --release -p released", ".ci/outside", "programs/released\""),
    ("cargo run -p released", ".ci/outside", "programs/released\""),
    (
        "cargo run --release --manifest-path benches/peers/Cargo.toml -- ",
        ".ci/python",
        "peers peers --",
    ),
    (
        "cargo run --release --manifest-path benches/peers/Cargo.toml --bin survival",
        ".ci/python",
        "peers survival --",
    ),
    (
        "cargo run --release --manifest-path benches/peers/Cargo.toml --bin wfc",
        ".ci/python",
        "peers wfc --",
    ),
    ("python3 engines/godot/test_levels.py", ".ci/python", "engines/godot/test_levels.py"),
    ("python benches/judge/playable.py", ".ci/python", "benches/judge/playable.py"),
    ("pip install build && python -m build", ".ci/python", "-m build --sdist"),
    ("pip install", ".ci/python", "pip\" install"),
    ("python3 -m venv /tmp/peers", ".ci/python", "-r benches/peers/requirements.txt"),
    ("pytest python/tests", ".ci/python", "pytest\" python/tests"),
    ("cd crates/doors/studio/page && npm ci", ".ci/page", "npm --prefix \"$page\" ci"),
    ("npm run check && npm run build", ".ci/page", "npm --prefix \"$page\" run build"),
    ("npm test", ".ci/page", "npm --prefix \"$page\" test"),
    ("engines/web/build && npm", ".ci/page", "npm pack"),
    ("npm pack", ".ci/page", "npm pack"),
    ("npm run build", ".ci/page", "npm --prefix \"$page\" run build"),
    ("pip wheel", ".github/workflows/release.yml", "pip wheel --no-deps"),
    ("./build", ".ci/page", "engines/web/build"),
    ("node -e", ".ci/page", "marahel.generator(readFileSync("),
];

/// Commands that nothing runs, by their beginning, and why. Rather make one run than add one.
const NOWHERE: [(&str, &str); 9] = [
    ("git ", "a download"),
    ("python benches/judge/pcg_benchmark_scores.py", "needs a download"),
    ("python benches/judge/control.py", "needs a download"),
    ("python benches/peers/puzzlescript/yardstick.py", "downloads games"),
    ("claude mcp add", "needs a program that is not free"),
    (
        "cargo test --manifest-path engines/bevy",
        "compiles Bevy, for minutes; `.ci/outside` checks it",
    ),
    ("cargo run --features example", "opens a window"),
    ("cargo +nightly fuzz run", "needs a nightly compiler; `cargo test` replays what it found"),
    (
        "cargo run --release -p marahel-evolution --example hot_paths -- search",
        "takes minutes, because valgrind counts a whole search",
    ),
];

/// What a page takes for granted, by the text of one of its commands: the commands that make it.
const GIVEN: [(&str, &str); 9] = [
    ("generate best.json", "cp configs/generators/evolved/zelda.json best.json"),
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
                let is_said = |line: &str| said.lines().any(|told| told.starts_with(line));
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

/// The commands of a block that are tried here: those of our programs, and `cp`.
fn commands_of(block: &str) -> impl Iterator<Item = String> {
    all_commands_of(block).into_iter().filter(|line| is_tried_here(line))
}

/// All commands of a block, each a line: `\` at the end of one goes on in the next, and so do open quotes.
fn all_commands_of(block: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line in block.replace("\\\n", " ").lines() {
        match commands.last_mut() {
            Some(open) if has_open_quote(open) => *open += line,
            _ => commands.push(line.replace("../../target/release/", "").replace("../../", "")),
        }
    }
    commands.retain(|line| !line.trim().is_empty() && !line.starts_with('#'));
    commands
}

fn has_open_quote(command: &str) -> bool {
    let words = command.split(" #").next().unwrap_or_default();
    words.matches('\'').count() % 2 == 1
}

fn is_tried_here(command: &str) -> bool {
    let is_ours = ["evolve ", "marahel ", "cp "].iter().any(|program| command.starts_with(program));
    is_ours && ELSEWHERE.iter().all(|(start, ..)| !command.starts_with(start))
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
    for page in [
        "first-generator",
        "draw-and-imitate",
        "level-files",
        "terrains",
        "remix-and-repair",
        "ship-it",
        "studio",
    ] {
        follow(&format!("docs/{page}.md"));
    }
}

#[test]
fn the_skill_of_assistants() {
    follow("skills/marahel/SKILL.md");
}

#[test]
fn pages_of_crates_engines_and_benches() {
    for page in ["engines/godot/README.md", "benches/judge/README.md", "benches/peers/README.md"] {
        follow(page);
    }
}

/// All pages, from the root; those of `results` are records.
fn pages() -> Vec<String> {
    let mut folders = vec![workspace()];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("it is a folder") {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_made =
                ["target", "results", "node_modules"].contains(&&*name) || name.starts_with('.');
            if path.is_dir() && !path.is_symlink() && !is_made {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") && !path.is_symlink() {
                let inside = path.strip_prefix(workspace()).expect("it is inside");
                pages.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    pages
}

/// The commands in the code of a line of text that build, measure or fetch; others show a form.
fn commands_in_text(text: &str) -> Vec<String> {
    let outside = text.split("```").step_by(2).flat_map(str::split_whitespace);
    let text = outside.collect::<Vec<_>>().join(" ");
    let code = text.split('`').skip(1).step_by(2);
    let is_command = |code: &&str| {
        ["cargo ", "benches/", "pip ", "npm ", "python "]
            .iter()
            .any(|start| code.starts_with(start))
            && (code.contains(' ') || code.contains(".sh"))
    };
    code.filter(is_command).map(str::to_owned).collect()
}

/// A command that nobody tries is wrong one day.
#[test]
fn each_command_of_each_page_is_tried() {
    let read =
        |file: &str| fs::read_to_string(workspace().join(file)).expect("there is such a file");
    let tests = read("tests/pages.rs");
    let mut used = std::collections::BTreeSet::new();
    for page in pages() {
        let text = read(&page);
        let commands: Vec<String> = blocks(&text)
            .iter()
            .filter(|block| block.language == "sh")
            .flat_map(|block| all_commands_of(&block.text))
            .collect();
        let n_here = commands.iter().filter(|command| is_tried_here(command)).count();
        let stem = page.trim_end_matches(".md");
        let is_followed = tests.contains(&format!("\"{page}\""))
            || tests.contains(&format!("\"{}\"", stem.rsplit('/').next().unwrap_or_default()));
        assert!(n_here == 0 || is_followed, "nobody follows {page}");
        for command in commands.into_iter().chain(commands_in_text(&text)) {
            let mut starts = NOWHERE
                .iter()
                .map(|(start, _)| *start)
                .chain(ELSEWHERE.iter().map(|(start, ..)| *start));
            let start = starts.find(|start| command.starts_with(start));
            assert!(start.is_some() || is_tried_here(&command), "{page}: nothing runs {command}");
            used.extend(start);
        }
    }
    for &(start, file, part) in ELSEWHERE {
        assert!(used.contains(start), "no page has {start}");
        assert!(read(file).contains(part), "{file} does not run {start}");
    }
    for (start, _) in NOWHERE {
        assert!(used.contains(start), "no page has {start}");
    }
    assert_eq!(NOWHERE.len(), 9, "this list gets shorter");
}
