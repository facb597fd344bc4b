//! What is done with bytes from anywhere: whatever they are, nothing panics,
//! nothing hangs, and what is accepted is sound.
//!
//! Each function is the body of a target of cargo-fuzz of the same name, and is
//! called with each file of `corpus/NAME` by the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use marahel::{Certificate, Certified, Generator, Program, Semantics, Workspace, World};
use marahel_config::{Config, Decode, Genetics, Genome, Options, ScriptGenome, problem_of};
use marahel_dialects::{convert, parse};
use marahel_evolution::{Checkpoint, Monitor, Stop, Unrecorded, run_with};
use marahel_formats::{Empty, Format, Hints, Legend, NamedFiles, NoFiles, TiledTileset};
use marahel_level::{Level, Palette, Unread, View};
use marahel_problem::{Definition, MadeLevel, Problem, programs};
use marahel_report::{Analysis, Records, Values};
use marahel_script::{Fix, Script};
use marahel_search::Variation;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tempfile::TempDir;

/// Levels of at most so many tiles are made, so that there is time for many.
const N_TILES_MAX: u64 = 1024;

/// Texts of scripts of both dialects: all ways to read them agree, fixes can be
/// applied, and what was converted is a script of today.
pub fn scripts(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let found = parse(text);
    if let Ok(script) = Script::parse(text) {
        assert_eq!(Some(script), found.as_ref().ok().cloned());
    }
    let diagnostics = match marahel_dialects::check(text) {
        Ok((script, warnings)) => {
            assert_eq!(Some(&script), found.as_ref().ok());
            warnings
        }
        Err(error) => {
            assert!(found.is_err());
            error.diagnostics().to_vec()
        }
    };
    drop(marahel_dialects::check(&Fix::apply_all(&diagnostics, text)));
    if let Ok(conversion) = convert(text) {
        Script::parse(&conversion.text).expect("what was converted is a script of today");
    }
}

/// Problem files: what is sound measures any level of its size, as often as one likes,
/// with the same values.
pub fn problems(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(definition) = Definition::parse(text) else { return };
    let problem = Problem::with_defaults(Arc::new(definition));
    let (width, height) = problem.sizes()[0];
    if (width * height) as u64 > N_TILES_MAX {
        return;
    }
    let palette = problem.palette();
    let tiles = (0..width * height).map(|cell| (cell * 7 % palette.len()) as u8).collect();
    let level = Level::from_tiles(width, tiles, Arc::clone(palette));
    let mut meter = problem.meter();
    let view = level.view();
    let made = MadeLevel { level: view, start: view, n_steps: 0, map: Some(0), draw_seed: 1 };
    let mut measure = || {
        meter.begin(&made);
        let judged = meter.judge(view);
        (meter.values().iter().map(|value| value.to_bits()).collect::<Vec<_>>(), judged)
    };
    assert_eq!(measure(), measure());
    problem.describe(level.view());
    problem.meter().explain(level.view());
}

/// Scripts at work, in the reading that the first byte says: each makes a level
/// of a size that it allows, or says who used up the budget.
pub fn runs(bytes: &[u8]) {
    let Some((&first, text)) = bytes.split_first() else { return };
    let Some(script) = str::from_utf8(text).ok().and_then(|text| parse(text).ok()) else {
        return;
    };
    if script.n_cells() > N_TILES_MAX {
        return;
    }
    let semantics = if first % 2 == 0 { Semantics::Documented } else { Semantics::Original };
    let program = Program::with_semantics(&script, semantics);
    let mut workspace = Workspace::new();
    let mut rng = ChaCha8Rng::seed_from_u64(first.into());
    match program.run(&mut rng, &mut workspace, &mut |_, _, _| ()) {
        Ok(()) => check_tiles(workspace.level(), script.entities.len()),
        Err(error) => assert!(error.to_string().contains("used up the budget")),
    }
}

fn check_tiles(level: View<'_>, n_entities: usize) {
    let is_known = |&tile| usize::from(tile) < n_entities || tile == marahel_level::UNKNOWN;
    assert!(level.rows().flatten().all(is_known));
}

/// Certificates: what is read is written as it was, and is of use for the script in [`CERTIFIED`]
/// alone.
pub fn certificates(bytes: &[u8]) {
    let Ok(certificate) = Certificate::parse(bytes) else { return };
    assert_eq!(Certificate::parse(certificate.to_json().as_bytes()), Ok(certificate.clone()));
    let generator = Generator::parse(CERTIFIED).expect("it is a script");
    let Ok(certified) = Certified::new(generator, bytes) else { return };
    for seed in [0, 1, u64::MAX] {
        let seed = certified.seed(seed);
        assert!(certificate.playing().iter().any(|&playing| u64::from(playing) == seed));
        certified.generate(seed).expect("the script is quick");
    }
}

/// The script of the certificates in the corpus.
const CERTIFIED: &str = r#"{
    "metadata": {"min": "4x3", "max": "4x3"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["-> self(empty|solid)"]}]
}"#;

/// Genomes of both kinds, which the first byte tells: what decodes compiles.
pub fn genomes(bytes: &[u8]) {
    static KINDS: LazyLock<Vec<(Config, Arc<dyn Decode>)>> = LazyLock::new(|| {
        let kinds = ["paper", "free"].into_iter().flat_map(|representation| {
            let of = |name| (representation, name);
            marahel_papers::fdg20::BUILT_IN.names().map(of).collect::<Vec<_>>()
        });
        let kinds = kinds.map(|(representation, name)| {
            let text =
                format!("problem = \"{name}\"\nstudy.representation = \"{representation}\"\n");
            let config = Config::parse(marahel_papers::fdg20::BUILT_IN, &text, &Options::default())
                .expect("it is right");
            let decoder = config.decoder(&problem_of(&config)).expect("its grammar is right");
            (config, decoder)
        });
        kinds.collect()
    });
    let Some((&first, genes)) = bytes.split_first() else { return };
    let (config, decoder) = &KINDS[usize::from(first) % KINDS.len()];
    // Genes are small numbers; the largest bytes stand for the largest numbers.
    let gene = |&byte: &u8| if byte < 250 { u32::from(byte) } else { u32::MAX - u32::from(byte) };
    let Ok(genome) = decoder.genome(genes.iter().map(gene).collect()) else { return };
    let document = decoder.decode(&genome);
    let problem = problem_of(config);
    if let Ok(Some(document)) = &document {
        programs(&document.script, &problem);
    }
    if config.breeds_scripts() {
        let scripts = ScriptGenome::new(config, &problem).expect("a config was checked");
        if scripts.fits(&genome) {
            assert!(document.is_ok(), "what fits decodes");
            let mut rng = ChaCha8Rng::seed_from_u64(first.into());
            let child = scripts.vary(&genome, &genome, &mut rng).genome;
            assert!(scripts.fits(&child), "children fit");
            let read: Genome = child.to_string().parse().expect("children are sound");
            assert_eq!(read, child, "a child is what its document says");
        }
    }
}

/// Levels in each format, which the first byte tells: what is read has tiles of
/// its palette, and is the same once it was written and read again.
pub fn levels(bytes: &[u8]) {
    let palette = Palette::of_names(&["empty", "solid", "player", "key"]).expect("names differ");
    for level in &read_levels(bytes, &Arc::new(palette)) {
        check_tiles(level.view(), level.palette().len());
        let palette = Some(Arc::clone(level.palette()));
        let again = Level::from_json(&level.to_json(), palette).expect("what was written is read");
        assert_eq!(again, *level);
    }
}

/// Start maps in each format, as [`levels`]: the levels of a script keep what is given, or the
/// map is refused.
pub fn pins(bytes: &[u8]) {
    static GENERATOR: LazyLock<Generator> = LazyLock::new(|| {
        let script = r#"{"metadata": {"min": "1x1", "max": "32x32"}, "entities": ["empty", "solid", "key"],
            "explorers": [
                {"type": "horz", "rules": ["-> self(empty|solid)"]},
                {"type": "horz", "parameters": {"replace": "buffer"}, "rules": ["all(solid)>4 -> plus(solid)"]},
                {"type": "wide", "parameters": {"heuristics": "dist(key), all(solid)"}, "rules": ["self(solid) -> self(key)"]},
                {"type": "connect", "parameters": {"entities": "empty"}, "rules": ["-> self(empty)"]}]}"#;
        Generator::parse(script).expect("it is right")
    });
    for start in &read_levels(bytes, GENERATOR.palette()) {
        if let Ok(pins) = GENERATOR.pins(start) {
            let level = GENERATOR.generate_from(&pins, 1).expect("it is small");
            check_tiles(level.view(), 3);
            assert!(pins.iter().all(|(x, y, tile)| level.get(x, y) == tile));
        }
    }
}

/// Questions of the page of the studio: each has an answer, in JSON.
pub fn questions(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let answer: serde_json::Value =
        serde_json::from_str(&marahel_studio::answers::answer(text)).expect("it is JSON");
    assert!(answer.is_object());
}

/// Worlds whose scripts make anything: what is sound makes a first part, or says why not.
pub fn worlds(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let script = |size, entities| {
        format!(
            r#"{{"metadata": {{"min": "1x1", "max": "{size}"}}, "entities": {entities},
                "explorers": [{{"type": "horz", "rules": ["-> self(entity)"]}}]}}"#
        )
    };
    let world = World::parse(text, |name| {
        let area = script("3x3", r#"["forest", "town"]"#);
        let part = script("32x32", r#"["empty", "solid", "key"]"#);
        Generator::parse(if name == "area.json" { &area } else { &part })
    });
    if let Ok(world) = world {
        let part = world.part(1, 0, 0).expect("each script is small");
        check_tiles(part.view(), part.palette().len());
    }
}

/// Formats by the first byte.
const FORMATS: [&str; 9] = ["txt", "csv", "json", "tmj", "tmx", "ldtk", "slc", "jsonl", "png"];

/// Levels in the format that the first byte tells. Behind a NUL byte of a text stands the file that
/// lies beside it, and behind another one the template.
fn read_levels(bytes: &[u8], palette: &Arc<Palette>) -> Vec<Level> {
    let Some((&first, file)) = bytes.split_first() else { return Vec::new() };
    let number = usize::from(first & 0x7f);
    let (format, hint) = (FORMATS[number % FORMATS.len()], number / FORMATS.len());
    let format = Format::called(format).expect("it is a format");
    let says_nothing = ["txt", "csv"].contains(&format.ending);
    let palette = || Some(Arc::clone(palette));
    let is_named = first & 0x80 != 0 || says_nothing;
    let known = Hints { named: palette().filter(|_| is_named), ..Hints::default() };
    let known = match hint {
        1 => Hints { target: palette(), ..known },
        2 => Hints { keeps_names: true, makes_up_names: true, empty: Empty::Open, ..known },
        3 => Hints { empty: Empty::Named("key".to_owned()), ..known },
        _ => known,
    };
    let mut parts =
        if format.is_binary { vec![file] } else { file.split(|&byte| byte == 0).collect() };
    let file = parts.remove(0);
    let beside = Parts(parts);
    let reading = marahel_formats::read(file, format, &known, &beside);
    let levels = reading.map(|reading| reading.levels).unwrap_or_default();
    // The kinds of its tiles are a legend.
    if let Ok((legend, _)) = marahel_formats::legend_of(file, format, &known, &beside) {
        Legend::parse(&legend).expect("what was written is read");
    }
    // What lies beside it may be a tileset, which has tiles for a level, or says why not.
    for path in ["beside.tsx", "beside.tsj"] {
        let Ok(tileset) = TiledTileset::read(path, &known, &beside) else { continue };
        for found in &levels {
            let _ = tileset.to_tmx(&found.level, path);
        }
    }
    // A level goes back into the file that it is of, which is read again, or is refused.
    if let Some(found) = levels.first() {
        let level = [("level", &found.level)];
        let moved = |path: &str| format!("../{path}");
        let written = marahel_formats::write_into(file, format, &known, &beside, &level, &moved);
        if let Ok(copy) = written {
            let again = marahel_formats::read(copy.text.as_bytes(), format, &known, &beside);
            let again = again.expect("what was written is read");
            let size = |level: &Level| (level.width(), level.height());
            assert_eq!(size(&again.levels[0].level), size(&found.level));
        }
    }
    levels.into_iter().map(|found| found.level).collect()
}

/// What lies beside a file, whatever it is called.
struct Parts<'a>(Vec<&'a [u8]>);

impl NamedFiles for Parts<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        let is_template = [".tx", ".tj"].iter().any(|ending| path.ends_with(ending));
        let part = if is_template { self.0.last() } else { self.0.first() };
        part.map(|bytes| bytes.to_vec()).ok_or(Unread::Missing)
    }
}

/// Legends: what is accepted names characters, and numbers with properties.
pub fn legends(bytes: &[u8]) {
    const MAP: &str = "<map width='2' height='1'><tileset firstgid='1' name='land'>\
        <tile id='0' type='wall'/></tileset><layer width='2' height='1'>\
        <data encoding='csv'>1,2</data></layer></map>";
    let Some(legend) = str::from_utf8(bytes).ok().and_then(|text| Legend::parse(text).ok()) else {
        return;
    };
    let known = Hints { legend, ..Hints::default() };
    for (format, text) in [("txt", "ab\nba\n"), ("csv", "0,1\n1,0\n"), ("tmx", MAP)] {
        let format = Format::called(format).expect("it is a format");
        let reading = marahel_formats::read(text.as_bytes(), format, &known, &NoFiles);
        for found in reading.map(|reading| reading.levels).unwrap_or_default() {
            check_tiles(found.level.view(), found.level.palette().len());
        }
    }
}

/// Texts of configs: what is accepted is written as a config that is accepted.
pub fn configs(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(config) = Config::parse(marahel_papers::fdg20::BUILT_IN, text, &Options::default()) {
        let again =
            Config::parse(marahel_papers::fdg20::BUILT_IN, &config.to_toml(), &Options::default());
        assert_eq!(again.expect("what was written is read"), config);
    }
}

/// Tables of a run folder, of which the first byte says the one that is another.
pub fn tables(bytes: &[u8]) {
    static RUN: LazyLock<TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        for (name, content) in RUN_FILES {
            fs::write(folder.path().join(name), content).expect("there is room for a file");
        }
        folder
    });
    let Some((&first, content)) = bytes.split_first() else { return };
    let (name, sound) = RUN_FILES[usize::from(first) % RUN_FILES.len()];
    let path = RUN.path().join(name);
    fs::write(&path, content).expect("there is room for a file");
    read_tables(RUN.path(), &path);
    fs::write(&path, sound).expect("there is room for a file");
}

fn read_tables(folder: &Path, table: &Path) {
    let _ = Records::read(folder);
    let paths: [PathBuf; 1] = [table.to_owned()];
    for values in [Values::Searched, Values::Validated] {
        let _ = Analysis::read(&paths, &[], values);
    }
}

/// Checkpoints: the first byte says of which search, and whether the others are a
/// whole file or only what stands behind a right header. What is accepted is a state
/// that a run can go on from.
pub fn checkpoints(bytes: &[u8]) {
    static CONFIGS: LazyLock<Vec<Config>> = LazyLock::new(|| {
        let config = |text: &&str| {
            Config::parse(marahel_papers::fdg20::BUILT_IN, text, &Options::default())
                .expect("it is right")
        };
        CHECKPOINT_CONFIGS.iter().map(config).collect()
    });
    let Some((&first, content)) = bytes.split_first() else { return };
    let config = &CONFIGS[usize::from(first & 0x7f) % CONFIGS.len()];
    let file = if first & 0x80 == 0 { Checkpoint::with_header(content) } else { content.to_vec() };
    if let Ok(checkpoint) = Checkpoint::of_bytes(&file) {
        let _ = checkpoint.check_config(Path::new("run"), config);
        let problem = problem_of(config);
        let genetics = Genetics::new(config, &problem).expect("a config was checked");
        let saved = Some(checkpoint.run);
        let _ = run_with(config, &problem, genetics, saved, None, &mut Unrecorded, &AtOnce);
    }
}

/// Configs of the searches whose checkpoints are in the corpus.
const CHECKPOINT_CONFIGS: [&str; 3] = [
    include_str!("../run/islands.toml"),
    include_str!("../run/free.toml"),
    include_str!("../run/nsga2.toml"),
];

/// Stops a run before its next generation.
struct AtOnce;

impl Monitor for AtOnce {
    fn stop(&self) -> Stop {
        Stop::Search
    }
}

/// A run folder of a few rows for each table.
const RUN_FILES: [(&str, &str); 6] = [
    ("front.csv", include_str!("../run/front.csv")),
    ("population.csv", include_str!("../run/population.csv")),
    ("generations.csv", include_str!("../run/generations.csv")),
    ("random.csv", include_str!("../run/random.csv")),
    ("run.toml", include_str!("../run/run.toml")),
    ("config.toml", include_str!("../run/config.toml")),
];
