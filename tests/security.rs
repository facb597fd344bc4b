//! The limits that SECURITY.md promises: of each row the smallest thing that is larger is refused,
//! by the number that stands there.

mod inputs;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;

use marahel_config::parse_sizes;
use marahel_evolution::{Checkpoint, CheckpointAge, Table};
use marahel_level::{Level, Palette, Tileset};
use marahel_system::files::FileKind;
use rayon::prelude::*;
use serde_json::json;

use crate::mcp;
use crate::program::{Scratch, workspace};
use inputs::{
    automated, automatic, begun, configured, configured_in, defined, dials, explorers, exported,
    map, neighborhoods, objectives, parsed, problem, read_map, regions, script,
};

/// A row: what has a limit, and a check of it.
type Row = (&'static str, fn(&Limit));

const ROWS: [Row; 71] = [
    ("a script", |limit| limit.of_files(FileKind::SCRIPT, "marahel check FILE")),
    ("explorers of a script", |limit| {
        limit.of_texts(|n| script(&explorers(n, 1), 2), parsed);
    }),
    ("rules of a script", |limit| limit.of_texts(|n| script(&explorers(1, n), 2), parsed)),
    ("entities of a script", |limit| limit.of_texts(|n| script(&explorers(1, 1), n), parsed)),
    ("the name of an entity, a tile or a neighborhood, in bytes", |limit| {
        let name = |n: u64| "x".repeat(n as usize);
        limit.of_texts(|n| script(&explorers(1, 1), 3).replace("e2", &name(n)), parsed);
        let named =
            |n| format!("\"neighborhoods\": {{\"{}\": \"3\"}}, {}", name(n), explorers(1, 1));
        limit.of_texts(|n| script(&named(n), 2), parsed);
        let of_2017 = |n| {
            let explorer = "{type: 'sequential', rules: ['-> self(a)']}";
            let entities = format!("entities: [a, {}]", name(n));
            format!("{{metadata: {{dimension: 9}}, {entities}, explorers: [{explorer}]}}")
        };
        let read =
            |text: &str| marahel_dialects::parse(text).map(drop).map_err(|error| error.to_string());
        limit.of_texts(of_2017, read);
        limit.of_texts(|n| problem(&objectives(1)).replace("wall", &name(n)), defined);
        let palette = |name: &str| Palette::of_names(&[name]).map(drop).map_err(|e| e.to_string());
        limit.of_texts(name, palette);
    }),
    ("regions of a script", |limit| limit.of_texts(|n| script(&regions(n), 2), parsed)),
    ("dials of a script", |limit| limit.of_texts(|n| script(&dials(n), 2), parsed)),
    ("neighborhoods of a script", |limit| {
        let named = |n| format!("{}, {}", neighborhoods(n), explorers(1, 1));
        limit.of_texts(|n| script(&named(n), 2), parsed);
    }),
    ("keys of an object of a script", |limit| {
        let keys: Vec<String> = (0..=limit.n).map(|key| format!(r#""k{key}": 1"#)).collect();
        let explorer = format!(r#""explorers": [{{{}}}]"#, keys.join(", "));
        limit.refuses(parsed(&script(&explorer, 2)));
    }),
    ("tiles of a level, such as 4096x4096", |limit| {
        limit.of_texts(|n| format!("1x{n}"), |text| parse_sizes(text).map(drop));
    }),
    ("steps for a level, or 1024 per tile if that is more; then the level is an error", |limit| {
        let explorer = r#""parameters": {"repeats": 1000000000}, "rules": ["-> self(a)"]"#;
        let endless = script(&format!(r#""explorers": [{{"type": "horz", {explorer}}}]"#), 2);
        let generator = marahel::Generator::parse(&endless).expect("it is sound");
        limit.refuses(generator.generate(1).map(drop).map_err(|error| error.to_string()));
    }),
    ("pixels of a picture of levels", |limit| {
        let palette = Palette::of_names(&["a"]).expect("a name").into();
        let side = marahel_level::SCALE_MAX;
        let n_tiles = limit.n / u64::from(side * side);
        let level = Level::from_text(&"a".repeat(n_tiles as usize + 1), palette).expect("a row");
        limit.refuses(level.to_png(side).map(drop).map_err(|error| error.to_string()));
    }),
    ("a problem file, with the drawings that it names", |limit| {
        limit.of_files(FileKind::PROBLEM, "evolve problem check FILE");
        let drawn = "#".repeat(limit.n as usize / 2) + "\n";
        let scratch = Scratch::new().with("one.txt", &drawn).with("two.txt", &drawn);
        let file = format!("like = [\"*.txt\"]\n{}", problem(&objectives(1)));
        scratch.write("caves.toml", file.replace("\"9x9\"", "\"1000x1000\""));
        let ended = scratch.evolve("--problem caves.toml --budget 1k");
        limit.refuses(Err(ended.fails(1, &["two.txt"]).stderr));
    }),
    ("drawings of a problem, or of `evolve like`", |limit| {
        let drawn = |n: u64| ".#\n#.\n\n".repeat(n as usize);
        let file = |n| format!("like = [\"\"\"\n{}\"\"\"]\n{}", drawn(n), problem(&objectives(1)));
        limit.of_texts(file, defined);
        let scratch = Scratch::new().with("x.txt", drawn(limit.n + 1));
        limit.refuses(Err(scratch.evolve("like x.txt -o x.toml").fails(1, &["drawings"]).stderr));
    }),
    ("columns or rows of a drawing", |limit| {
        let file = |n| {
            format!(
                "like = [\"\"\"\n{}\n\"\"\"]\n{}",
                ".".repeat(n as usize),
                problem(&objectives(1))
            )
        };
        limit.of_texts(file, defined);
        let row = format!("{}@#\n", ".".repeat(limit.n as usize));
        let scratch = Scratch::new().with("x.txt", row);
        limit.refuses(Err(scratch.evolve("like x.txt -o x.toml").fails(1, &["columns"]).stderr));
    }),
    ("cells of a level that `evolve draft` drafts or `evolve improve` improves", |limit| {
        let size = format!("1x{}", limit.n + 1);
        let goal = r#"rocks = { value = "count(rock)", range = [1, 2], zero_above = 9 }"#;
        let tiles = "rock = { role = \"wall\" }\nair = { role = \"floor\" }";
        let problem = format!(
            "name = \"p\"\nsize = \"{size}\"\nplayable = \"count(air) >= 1\"\n[tiles]\n{tiles}\n[objectives]\n{goal}\n"
        );
        let explorers = r#""explorers": [{"type": "horz", "rules": ["-> self(air)"]}]"#;
        let script = format!(
            r#"{{"metadata": {{"min": "{size}", "max": "{size}"}}, "entities": ["rock", "air"], {explorers}}}"#
        );
        let scratch = Scratch::new().with("p.toml", problem).with("s.json", script);
        let ended = scratch.start("evolve", "improve s.json --problem p.toml --out out", "").end();
        limit.refuses(Err(ended.stderr));
        limit.refuses(Err(scratch.evolve("draft p.toml").fails(1, &["cells"]).stderr));
    }),
    ("cells of a level that `marahel remix` or `marahel repair` changes", |limit| {
        let row = ".".repeat(limit.n as usize + 1);
        let scratch = Scratch::new().with("level.txt", row);
        for command in ["remix", "repair"] {
            let ended = scratch.marahel(&format!("{command} level.txt --problem zelda"));
            limit.refuses(Err(ended.fails(1, &["too large"]).stderr));
        }
    }),
    ("cells of a map that `marahel remix` takes without a problem", |limit| {
        // 10,001 is 73 times 137.
        assert_eq!((limit.n + 1) % 73, 0);
        let rows = format!("{}\n", "#".repeat(73)).repeat((limit.n + 1) as usize / 73);
        let scratch = Scratch::new().with("map.txt", rows);
        limit.refuses(Err(scratch.marahel("remix map.txt").fails(1, &["--problem"]).stderr));
    }),
    ("sizes of levels in a problem", |limit| {
        let sizes = |n: u64| (1..=n).map(|side| format!("1x{side}")).collect::<Vec<_>>();
        limit.of_texts(|n| sizes(n).join(","), |text| parse_sizes(text).map(drop));
        let file = |n| {
            problem(&objectives(1)).replace("size = \"9x9\"", &format!("sizes = {:?}", sizes(n)))
        };
        limit.of_texts(file, defined);
    }),
    ("objectives of a problem", |limit| limit.of_texts(|n| problem(&objectives(n)), defined)),
    ("controls of a problem", |limit| {
        let one = |n| format!("c{n} = {{ value = \"1\", range = [1, 9] }}\n");
        let controls = |n: u64| (0..n).map(one).collect::<String>();
        limit.of_texts(
            |n| problem(&format!("{}[controls]\n{}", objectives(1), controls(n))),
            defined,
        );
    }),
    ("neighborhoods of a problem", |limit| {
        let one = |n| format!("n{n} = \"3\"\n");
        let named = |n: u64| (0..n).map(one).collect::<String>();
        let file = |n| problem(&format!("{}[neighborhoods]\n{}", objectives(1), named(n)));
        limit.of_texts(file, defined);
    }),
    ("groups of a problem", |limit| {
        let one = |n| format!("g{n} = \"floor\"\n");
        let groups = |n: u64| (0..n).map(one).collect::<String>();
        let file = |n| problem(&format!("{}[groups]\n{}", objectives(1), groups(n)));
        limit.of_texts(file, defined);
    }),
    ("names in a group of a problem", |limit| {
        let names = |n: u64| vec!["floor"; n as usize].join("|");
        let file = |n| problem(&format!("{}[groups]\ng = \"{}\"\n", objectives(1), names(n)));
        limit.of_texts(file, defined);
    }),
    ("movements of a problem", |limit| {
        let one = |n| format!("[movement.m{n}]\nover = \"floor\"\n");
        let movements = |n: u64| (0..n).map(one).collect::<String>();
        limit.of_texts(|n| problem(&(objectives(1) + &movements(n))), defined);
    }),
    ("different things that expressions of a problem measure", |limit| {
        // NamedFiles them the number of regions, and that of walls.
        let near = |n| format!("near(wall, floor, {n})");
        let sum = |from: u64, to: u64| (from..to).map(near).collect::<Vec<_>>().join(" + ");
        let half = limit.n / 3;
        let measures = |n: u64| {
            let parts = [(0, half), (half, 2 * half), (2 * half, n - 2)];
            let named = parts.map(|(from, to)| format!("m{from} = \"{}\"\n", sum(from, to)));
            format!("{}[measures]\n{}", objectives(1), named.concat())
        };
        limit.of_texts(|n| problem(&measures(n)), defined);
    }),
    ("the name of a problem, an objective or a control, in bytes", |limit| {
        let name = |n: u64| "x".repeat(n as usize);
        limit.of_texts(|n| problem(&objectives(1)).replace("caves", &name(n)), defined);
        limit.of_texts(|n| problem(&objectives(1)).replace("o0", &name(n)), defined);
        let control =
            |n| format!("[controls]\n{} = {{ value = \"1\", range = [1, 9] }}\n", name(n));
        limit.of_texts(|n| problem(&(objectives(1) + &control(n))), defined);
    }),
    ("states that a solver of Sokoban keeps", |limit| {
        let solver = |kind, n| format!("solver = {{ kind = \"{kind}\", states = {n} }}\n");
        for kind in ["optimal", "released"] {
            let demand = objectives(1).replace("count(wall)", "sokoban_solution(hero, box, goal)");
            let tiles = "[tiles]\nhero = {}\nbox = {}\ngoal = {}\n";
            let file = problem(&demand).replace("[tiles]\n", tiles);
            limit.of_texts(|n| solver(kind, n) + &file, defined);
        }
    }),
    ("operators of an expression", |limit| {
        let sum =
            |n: u64| objectives(1).replace("count(wall)", &format!("1{}", "+1".repeat(n as usize)));
        limit.of_texts(|n| problem(&sum(n)), defined);
    }),
    ("values of a judge from outside", |limit| {
        let values = |n: u64| (0..n).map(|value| format!("v{value}")).collect::<Vec<_>>();
        let judge = |n| format!("[outside]\ncommand = [\"x\"]\nvalues = {:?}\n", values(n));
        limit.of_texts(|n| problem(&(objectives(1) + &judge(n))), defined);
    }),
    ("an answer of a judge from outside", |limit| {
        assert_eq!(marahel_system::JUDGE_BYTES_MAX, limit.n);
    }),
    ("a config", |limit| limit.of_files(FileKind::CONFIG, "evolve --config FILE")),
    ("entries of a list in a problem or a config", |limit| {
        let list = |n: u64| format!("x = [{}]\n", "1,".repeat(n as usize));
        let key = |key| format!("k{key} = 1\n");
        let keys = |n: u64| (0..n).map(key).collect::<String>();
        for read in [defined, configured] {
            limit.refuses(read(&keys(limit.n + 1)));
            limit.refuses(read(&list(limit.n + 1)));
            // Nobody knows this key.
            let told = read(&list(limit.n)).expect_err("a mistake");
            assert!(!told.contains("listed"), "{told}");
        }
    }),
    ("scripts that a search begins with", |limit| {
        assert_eq!(begun(limit.n, ""), Ok(()));
        let scratch = Scratch::new().with("x.toml", "problem = \"binary\"\nfrom = [\"all\"]");
        for number in 0..=limit.n {
            scratch.write(&format!("all/{number}.json"), "");
        }
        limit.refuses(configured_in(&scratch));
    }),
    ("all these scripts together", |limit| {
        let n_bytes = FileKind::SCRIPT.n_bytes_max() - 1000;
        let end = " ".repeat(n_bytes as usize);
        assert_eq!(begun(limit.n / n_bytes, &end), Ok(()));
        limit.refuses(begun(limit.n / n_bytes + 1, &end));
    }),
    ("threads", |limit| {
        for command in ["", "resume x", "reproduce fdg20"] {
            let flag = format!("{command} --threads {}", limit.n + 1);
            let ended = Scratch::new().evolve(&flag);
            assert_eq!(ended.code, Some(2), "{command}");
            let number = limit.n.to_string();
            assert!(ended.stderr.contains(&format!("at most {number}")), "{}", ended.stderr);
        }
    }),
    ("a legend", |limit| {
        limit.of_files(FileKind::LEGEND, "evolve score --problem zelda --legend FILE x.tmx");
    }),
    ("words for a tile in a legend", |limit| {
        let legend = |n: u64| format!(r##"{{"#": {:?}}}"##, vec!["wall"; n as usize]);
        let read =
            |text: &str| marahel_formats::Legend::parse(text).map(drop).map_err(|e| e.to_string());
        limit.of_texts(legend, read);
    }),
    ("a file of levels", |limit| {
        limit.of_files(FileKind::LEVELS, "marahel export FILE --from csv --out x.txt");
    }),
    ("a line of JSON lines, of which there may be any number", |limit| {
        limit.of_files(FileKind::LINE, "evolve score --problem zelda --from jsonl FILE");
    }),
    ("levels of a file that is not of lines", |limit| {
        let levels = "<Level><L>@</L></Level>".repeat(limit.n as usize + 1);
        limit.refuses(exported("x.slc", &format!("<SokobanLevels>{levels}</SokobanLevels>")));
    }),
    ("values of plain levels in such a file of JSON", |limit| {
        let values = "0,".repeat(limit.n as usize + 1);
        limit.refuses(exported("x.json", &format!("[[{values}0]]")));
    }),
    ("attributes of an element of a map in XML", |limit| {
        let attribute = |one| format!(" a{one}='1'");
        let attributes = |n: u64| (3..=n).map(attribute).collect::<Vec<_>>();
        limit.of_texts(|n| map(&attributes(n).concat()), read_map);
    }),
    ("prefixes of names in XML", |limit| {
        let prefix = |one| format!("<x xmlns:a{one}='u'/>");
        let many: Vec<String> = (0..=limit.n).map(prefix).collect();
        limit.refuses(read_map(&map("").replace("</map>", &(many.concat() + "</map>"))));
    }),
    ("elements and attributes in XML that are no cells", |limit| {
        let many = "<x a='1'/>".repeat(limit.n as usize / 2);
        limit.refuses(read_map(&map("").replace("</map>", &(many + "</map>"))));
        let corners = "0,0 ".repeat(limit.n as usize / 2);
        let polygon = format!(
            "<objectgroup><object><polygon points='{corners}'/></object></objectgroup></map>"
        );
        limit.refuses(read_map(&map("").replace("</map>", &polygon)));
    }),
    ("layers of a level of LDtk", |limit| {
        let layer = |number: u64| {
            format!(
                r#"{{"__identifier": "l{number}", "__type": "IntGrid", "__cWid": 1, "__cHei": 1,
                "__gridSize": 8, "visible": true, "layerDefUid": 1, "intGridCsv": [1]}}"#
            )
        };
        let project = |n: u64| {
            let layers: Vec<String> = (0..n).map(layer).collect();
            format!(
                r#"{{"jsonVersion": "1.5.3", "defs": {{"layers": [{{"uid": 1, "identifier": "l", "type": "IntGrid",
                "intGridValues": [{{"value": 1, "identifier": "wall"}}]}}]}},
                "levels": [{{"identifier": "a", "layerInstances": [{}]}}]}}"#,
                layers.join(",")
            )
        };
        limit.refuses(exported("x.ldtk", &project(limit.n + 1)));
    }),
    ("a project of LDtk that levels are written into, with its levels", |limit| {
        let project = automatic(&[0], 0);
        let padded = |n: u64| project.clone() + &" ".repeat(n as usize - project.len());
        limit.of_texts(padded, |text| {
            let scratch = Scratch::new().with("x.ldtk", text).with("x.txt", "#\n");
            let ended = scratch.marahel("export x.txt --entities wall --into x.ldtk --out y.ldtk");
            if ended.code == Some(0) { Ok(()) } else { Err(ended.stderr) }
        });
    }),
    ("automatic tiles of such a project; layers that have more stay without", |limit| {
        // A stamp of 4096 tiles on each cell.
        limit.refuses(automated(&automatic(&[0; 4096], 0), limit.n / 4096 + 1, 1));
    }),
    ("steps of its rules; layers that need more stay without tiles", |limit| {
        // A rule of a million tiles on 250 layers, whose cells are missing.
        let n_levels = limit.n.div_ceil(250 * 1_000_000);
        limit.refuses(automated(&automatic(&vec![0; 1_000_000], 250), 2, n_levels));
    }),
    ("objects that a character of PuzzleScript is together", |limit| {
        let game = |n: u64| {
            let objects: Vec<String> = (0..n).map(|number| format!("o{number}")).collect();
            format!("LEGEND\n. = {}\nLEVELS\n..\n..\n", objects.join(" and "))
        };
        // So many are read; their name is cut.
        exported("game.txt", &game(limit.n)).expect("so many are read");
        limit.refuses(exported("game.txt", &game(limit.n + 1)));
    }),
    ("a file that a map or a problem file names", |limit| {
        assert_eq!(FileKind::NAMED.n_bytes_max(), limit.n);
        let scratch = Scratch::new().with("caves.toml", problem(&objectives(1)));
        limit.write_long(scratch.path("x.txt"));
        scratch.write("caves.toml", format!("like = [\"*.txt\"]\n{}", problem("")));
        let ended = scratch.evolve("--problem caves.toml --budget 1k");
        limit.refuses(Err(ended.fails(1, &["x.txt"]).stderr));
    }),
    ("a picture of tiles", |limit| {
        let generator = workspace().join("configs/generators/gallery/zelda.json");
        let command =
            format!("marahel generate {} --out x.png --tileset FILE", generator.display());
        limit.of_files(FileKind::PICTURE, &command);
    }),
    ("the same picture, unpacked", |limit| {
        const WIDTH: u64 = 4096;
        let palette = || Palette::of_names(&["a"]).expect("a name").into();
        let of_height = |height: u64| {
            let rows = vec!["a".repeat(WIDTH as usize / 2); height as usize / 2].join("\n");
            let level = Level::from_text(&rows, palette()).expect("a level");
            level.to_png(2).expect("a picture")
        };
        // three bytes for a pixel
        let height = limit.n / 3 / WIDTH / 2 * 2;
        assert!(Tileset::from_png(&of_height(height), 16).is_ok());
        let refused = Tileset::from_png(&of_height(height + 2), 16).map(drop);
        limit.refuses(refused.map_err(|error| error.to_string()));
    }),
    ("files and folders that are looked at for `*` in a path", |limit| {
        let scratch = Scratch::new();
        for number in 0..20 {
            scratch.write(&format!("{number}/x.txt"), "");
        }
        // Each of twenty ways is gone twenty times, and so on.
        let file = format!("like = [\"{}*.zzz\"]\n{}", "*/../".repeat(5), problem(""));
        scratch.write("caves.toml", file);
        let ended = scratch.evolve("--problem caves.toml --budget 1k");
        limit.refuses(Err(ended.fails(1, &["*.zzz"]).stderr));
    }),
    ("a certificate, for 2^20 seeds", |limit| {
        let generator = workspace().join("configs/generators/gallery/zelda.json");
        let command = format!("marahel generate {} --certificate FILE", generator.display());
        limit.of_files(FileKind::CERTIFICATE, &command);
    }),
    ("a checkpoint", |limit| {
        assert_eq!(FileKind::CHECKPOINT.n_bytes_max(), limit.n);
        let scratch = Scratch::new();
        limit.write_long(scratch.path("checkpoint.bin"));
        let read = Checkpoint::read(&scratch.path(""), CheckpointAge::Last);
        limit.refuses(read.map(drop).map_err(|error| error.to_string()));
    }),
    ("a table", |limit| limit.of_files(FileKind::TABLE, "evolve analyze FILE")),
    ("objectives of a table that `evolve analyze` compares", |limit| {
        let scratch = Scratch::new();
        let table = |n: u64| {
            let row = |cell: fn(u64) -> String| (0..n).map(cell).collect::<Vec<_>>().join(",");
            format!("{}\n{}\n", row(|n| format!("o{n}")), row(|_| "1".to_owned()))
        };
        let read = |text: &str| {
            scratch.write("table.csv", text);
            let ended = scratch.evolve("analyze table.csv");
            if ended.code == Some(0) { Ok(()) } else { Err(ended.stderr) }
        };
        limit.of_texts(table, read);
    }),
    ("rows of a table", |limit| {
        let scratch = Scratch::new();
        let read = |text: &str| {
            scratch.write("table.csv", text);
            let table = Table::read(scratch.path("table.csv"));
            table.map(drop).map_err(|error| error.to_string())
        };
        limit.of_texts(|n| format!("x\n{}", "1\n".repeat(n as usize)), read);
    }),
    (
        "a row of a table of a run that an assistant or the studio looks at; a longer one is left out",
        |limit| {
            let mut server = mcp::Server::new();
            let row = |id: u64, n_bytes: u64| {
                let begin = format!("{id},0.5,0,");
                let n_genes = n_bytes as usize - begin.len() - 1;
                format!("{begin}{}\n", "x".repeat(n_genes))
            };
            let rows =
                [row(1, limit.n), row(2, limit.n + 1), row(3, 1 << 24), row(4, 100)].concat();
            server.scratch.write("runs/long/config.toml", "problem = \"binary\"\n");
            server.scratch.write("runs/long/generations.csv", "generation\n");
            server.scratch.write("runs/long/population.csv", format!("id,one,rank,genes\n{rows}"));
            let told = server.told("look_at_search", &json!({ "name": "long" }));
            let is_told = |id| told.contains(&format!("population/{id}:"));
            assert_eq!([1, 2, 3, 4].map(is_told), [true, false, false, true], "{told}");
        },
    ),
    ("a file that the studio shows", |limit| {
        assert_eq!(FileKind::OF_STUDIO.n_bytes_max(), limit.n);
    }),
    ("a question to the studio", |limit| {
        assert_eq!(marahel_studio::answers::N_BYTES_MAX as u64, limit.n);
        let answer = marahel_studio::answers::answer(&" ".repeat(limit.n as usize + 1));
        assert!(answer.contains("the question is too long"), "{answer}");
    }),
    ("all requests to the studio that are not answered yet", |limit| {
        assert_eq!(marahel_studio::N_BYTES_TOGETHER as u64, limit.n);
    }),
    ("rows of a table that the studio shows", |limit| {
        assert_eq!(marahel_studio::N_ROWS_SHOWN as u64, limit.n);
    }),
    ("steps for a question to the studio", |limit| {
        assert_eq!(marahel_studio::answers::N_STEPS_MAX, limit.n);
    }),
    ("seconds for a question to the studio; then the process that answers it ends", |limit| {
        assert_eq!(marahel_studio::PATIENCE.as_secs(), limit.n);
    }),
    ("a message to the server for assistants, which ends at a longer one", |limit| {
        let mut server = mcp::Server::new();
        let ping = |id: u64, padding: u64| {
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": "ping", "params": {} });
            let message = message.to_string();
            let n = padding.saturating_sub(message.len() as u64 + 1);
            message + &" ".repeat(n as usize)
        };
        server.send(&ping(1001, limit.n));
        assert_eq!(server.next()["id"], 1001);
        server.send(&ping(1002, limit.n + 2));
        let status = server.child.0.wait().expect("it can be waited for");
        assert!(status.success(), "{status}");
    }),
    ("characters that a tool of this server tells", |limit| {
        let mut server = mcp::Server::new();
        let level = ".".repeat(3 * limit.n as usize);
        let told = server.told("score", &json!({ "problem": "binary", "levels": level }));
        let (shown, note) = told.rsplit_once('\n').expect("there is a note");
        assert_eq!(shown.chars().count() as u64, limit.n);
        assert!(note.ends_with("more characters are left out)"), "{note}");
    }),
    ("sections, or words, that one question to its manual asks for", |limit| {
        let mut server = mcp::Server::new();
        let section = "a;".repeat(limit.n as usize);
        let (told, is_error) =
            server.call("docs", &json!({ "page": "agents", "section": section }));
        assert!(is_error);
        limit.refuses(Err(told));
    }),
    ("levels that a search measures which an assistant begins", |limit| {
        let begun = json!({ "problem": "binary", "budget": limit.n + 1 });
        let (told, is_error) = mcp::Server::new().call("start_search", &begun);
        limit.refuses(if is_error { Err(told) } else { Ok(()) });
    }),
    ("mistakes of a file that are told", |limit| {
        let n_told =
            |result: Result<(), String>| result.map_or_else(|told| told.lines().count(), |()| 0);
        let rules = vec!["\"zork\""; limit.n as usize + 100].join(",\n");
        let told = parsed(&script(
            &format!(r#""explorers": [{{"type": "horz", "rules": [{rules}]}}]"#),
            2,
        ));
        assert_eq!(n_told(told), limit.n as usize + 1);
    }),
];

/// The limit of a row.
struct Limit {
    /// As it is written there.
    text: String,
    n: u64,
}

impl Limit {
    fn of(text: &str) -> Self {
        let amount = |part: &str| {
            let (number, unit) = part.split_once(' ').unwrap_or((part, ""));
            let number: u64 = number.replace(',', "").parse().expect("it is a number");
            let units = [("", 0), ("KiB", 10), ("MiB", 20), ("GiB", 30)];
            let known = units.into_iter().find(|(name, _)| *name == unit);
            number << known.unwrap_or_else(|| panic!("`{unit}` is no unit")).1
        };
        Self { text: text.to_owned(), n: text.split(" and ").map(amount).sum() }
    }

    /// Demands a mistake that says the limit.
    #[track_caller]
    fn refuses(&self, read: Result<(), String>) {
        let error = read.expect_err(&format!("more than {} is refused", self.text));
        let number = self.n.to_string();
        assert!(error.contains(&self.text) || error.contains(&number), "{}: {error}", self.text);
    }

    /// Demands that a text of so many things is read, and one of one more is not.
    #[track_caller]
    fn of_texts(&self, text: impl Fn(u64) -> String, read: impl Fn(&str) -> Result<(), String>) {
        assert_eq!(read(&text(self.n)), Ok(()), "{} is allowed", self.text);
        self.refuses(read(&text(self.n + 1)));
    }

    /// Demands that files of this kind have so many bytes, and that a command refuses one that
    /// has one more.
    #[track_caller]
    fn of_files(&self, kind: FileKind, command: &str) {
        assert_eq!(kind.n_bytes_max(), self.n);
        let scratch = Scratch::new();
        self.write_long(scratch.path("long.toml"));
        let (program, arguments) = command.split_once(' ').expect("it has arguments");
        let ended = scratch.start(program, &arguments.replace("FILE", "long.toml"), "").end();
        assert!(ended.stderr.contains("long.toml"), "{}", ended.stderr);
        self.refuses(Err(ended.stderr));
        assert_ne!(ended.code, Some(0));
    }

    /// Writes a file of one byte more, all of them nothing, which takes no room.
    fn write_long(&self, path: PathBuf) {
        let file = File::create(path).expect("a new file");
        file.set_len(self.n + 1).expect("there is room for nothing");
    }
}

/// Each row of the table is checked, and nothing else is.
#[test]
fn each_limit_holds() {
    let page = fs::read_to_string(workspace().join("SECURITY.md")).expect("it is there");
    let table = page.lines().skip_while(|line| !line.starts_with("| --- ")).skip(1);
    let rows = table.map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows: Vec<(&str, &str)> =
        rows.map(|row| row.split_once(" | ").expect("it has two columns")).collect();
    let promised: Vec<&str> = rows.iter().map(|(what, _)| *what).collect();
    assert_eq!(promised, ROWS.map(|(what, _)| what));
    let limits: BTreeMap<&str, &str> = rows.into_iter().collect();
    ROWS.into_par_iter().for_each(|(what, check)| check(&Limit::of(limits[what])));
}
