//! What is read costs about as much as it is long, whatever is in it.
//!
//! Each case is a file with a list of `n` things. With `GROWTH=1`, valgrind counts instructions for
//! `n` and four times as many, which takes some minutes. What is refused for its size is no case here: that is
//! `a_limit_is_told_at_once`, with files that are as large as they may be, on which a program that
//! compares each thing with each other would be at work for hours.

use std::process::Command;

use crate::program::{Scratch, program_path};

/// Things in the smaller file.
const N: usize = 100;

/// Instructions for four times as many things: n log n, and something for what only begins to cost.
const GROWTH_MAX: u64 = 6;

/// A name, a command with its file, and the text of a file of so many things.
type Case = (&'static str, &'static str, fn(usize) -> String);

/// A list of things by their numbers.
fn listed(n: usize, thing: impl Fn(usize) -> String) -> String {
    (0..n).map(thing).collect::<Vec<_>>().join(",")
}

fn script(sections: &str, explorers: &str) -> String {
    format!(
        "{{\"metadata\": {{\"min\": 99, \"max\": 99}}, \"entities\": [\"a\", \"b\"], {sections} \
         \"explorers\": [{explorers}]}}"
    )
}

fn rules(rules: &str) -> String {
    script("", &format!("{{\"rules\": [{rules}]}}"))
}

fn of_2017(sections: &str, rules: &str) -> String {
    format!(
        "{{metadata: {{dimension: 9}}, entities: [a, b], {sections} \
         explorers: [{{type: 'sequential', rules: [{rules}]}}]}}"
    )
}

fn problem(head: &str, measures: &str) -> String {
    format!(
        "name = 'p'\nsize = '9x9'\nplayable = 'count(a) > 0'\n{head}\n[tiles]\na = {{}}\nb = {{}}\n\
         [measures]\n{measures}\n[objectives]\no = {{ value = 'count(b)', range = [1, 9] }}\n"
    )
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|index| line(index) + "\n").collect()
}

/// A tileset with a set of one terrain and such looks.
fn terrain(looks: &str) -> String {
    format!(
        "<tileset firstgid='1'><wangsets><wangset name='a' type='corner'><wangcolor name='x'/>\
         {looks}</wangset></wangsets></tileset>"
    )
}

const TILESET: &str = "<tileset firstgid='1'><tile id='0' type='wall'/></tileset>";
const LAYER: &str =
    "<layer name='l' width='3' height='1'><data encoding='csv'>1,0,1</data></layer>";

fn map(attributes: &str, tilesets: &str, layers: &str) -> String {
    format!("<map {attributes}>{tilesets}{layers}</map>")
}

fn parts(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

fn project(layers: &str, instances: &str, levels: &str) -> String {
    let level = |name: &str, instances: &str| {
        format!("{{\"identifier\": \"{name}\", \"layerInstances\": [{instances}]}}")
    };
    let cells = instance("1", "\"intGridCsv\": [1, 0, 1]");
    let first = level("first", &format!("{cells}{instances}"));
    format!(
        "{{\"jsonVersion\": \"1.5.3\", \"defs\": {{\"layers\": [{{\"uid\": 1, \"intGridValues\": \
         [{{\"value\": 1, \"identifier\": \"wall\"}}]}}{layers}]}}, \"levels\": [{first}{levels}]}}"
    )
}

fn instance(uid: &str, more: &str) -> String {
    format!(
        "{{\"__type\": \"IntGrid\", \"__cWid\": 3, \"__cHei\": 1, \"layerDefUid\": {uid}, {more}}}"
    )
}

const CASES: &[Case] = &[
    ("mistakes on one line", "marahel check x.json", |n| {
        rules(&listed(n, |_| "\"selff(a) -> self(b)\"".to_owned()))
    }),
    ("mistakes on one line for editors", "marahel check --format json x.json", |n| {
        rules(&listed(n, |_| "\"selff(a) -> self(b)\"".to_owned()))
    }),
    ("warnings on one line", "marahel check x.json", |n| {
        rules(&listed(n, |_| "\"1 > 0, self(a) -> self(b)\"".to_owned()))
    }),
    ("rules that differ", "marahel check x.json", |n| {
        rules(&listed(n, |index| format!("\"a < {index}, random < 0.5 -> self(a)\"")))
    }),
    ("rules that never fire", "marahel check x.json", |n| {
        rules(&format!("\"-> self(a)\", {}", listed(n, |n| format!("\"a < {n} -> self(b)\""))))
    }),
    ("conditions of two rules", "marahel check x.json", |n| {
        let conditions = listed(n, |index| format!("a < {index}"));
        rules(&format!("\"{conditions} -> self(b)\", \"{conditions} -> self(b)\""))
    }),
    ("unknown names", "marahel check x.json", |n| {
        rules(&format!("\"{} -> self(a)\"", listed(n, |index| format!("self(z{index})"))))
    }),
    ("a long name", "marahel check x.json", |n| {
        rules(&format!("\"self(a{}) -> self(a)\"", "a".repeat(10 * n)))
    }),
    ("nothing between separators", "marahel check x.json", |n| {
        rules(&format!("\"self(a{}) {}-> self(a)\"", "|".repeat(n), ",".repeat(n)))
    }),
    ("conditions joined by words", "marahel check x.json", |n| {
        rules(&format!("\"self(a){} -> self(a)\"", " and self(a)".repeat(n)))
    }),
    ("explorers whose numbers follow a dial", "marahel check x.json", |n| {
        let explorer = "{\"parameters\": {\"repeats\": \"d\"}, \"rules\": [\"1 > 0 -> self(a)\"]}";
        script("\"dials\": {\"d\": [1, 9]},", &listed(n, |_| explorer.to_owned()))
    }),
    ("uses of neighborhoods", "marahel check x.json", |n| {
        let declared = listed(100, |index| format!("\"n{index}\": \"3\""));
        let used = listed(n, |index| format!("n{}(a)", index % 100));
        let rule = format!("{{\"rules\": [\"{used} -> self(b)\"]}}");
        script(&format!("\"neighborhoods\": {{{declared}}},"), &rule)
    }),
    ("uses of neighborhoods in 2017", "marahel convert x.json", |n| {
        let declared = listed(100, |index| format!("n{index}: [[{index}, 1]]"));
        let used = listed(n, |index| format!("n{}(a)", index % 64));
        of_2017(&format!("neighborhoods: {{{declared}}},"), &format!("'{used} -> self(b)'"))
    }),
    ("mistakes in 2017", "marahel check x.json", |n| {
        of_2017("", &listed(n, |_| "'selff(a) -> self(b)'".to_owned()))
    }),
    ("sizes that are mistaken", "evolve problem check x.toml", |n| {
        let sizes = listed(n, |index| format!("'{index}z9'"));
        problem("", "").replace("size = '9x9'", &format!("sizes = [{sizes}]"))
    }),
    ("measures of measures", "evolve problem check x.toml", |n| {
        problem(
            "",
            &lines(n, |index| {
                format!("m{index} = 'm{} + {index}'", (index + 1).min(n - 1) / 2 * 2 + 1)
            }),
        )
    }),
    ("unknown measures", "evolve problem check x.toml", |n| {
        problem("", &lines(n, |index| format!("m{index} = 'nothing_like_it({index})'")))
    }),
    ("drawings that are mistaken", "evolve problem check x.toml", |n| {
        problem(&format!("like = ['''\n{}''']", "zz\n##\n\n".repeat(n)), "")
    }),
    ("tilesets", "marahel export x.tmx", |n| {
        let sets = parts(n, |index| {
            format!("<tileset firstgid='{}'><tile id='0' type='wall'/></tileset>", index + 1)
        });
        let layer = format!(
            "<layer name='l' width='{n}' height='1'><data encoding='csv'>{}</data></layer>",
            listed(n, |index| (index + 1).to_string())
        );
        map("", &sets, &layer)
    }),
    ("layers that are invisible", "marahel export x.tmx", |n| {
        let hidden = LAYER.replace("name", "visible='0' name");
        let hidden = parts(n, |index| hidden.replace("'l'", &format!("'l{index}'")));
        map("", TILESET, &format!("{LAYER}{hidden}"))
    }),
    ("objects", "marahel export x.tmx", |n| {
        let objects = parts(n, |index| format!("<object gid='1' x='0' y='8' name='o{index}'/>"));
        let group = format!("{LAYER}<objectgroup name='o'>{objects}</objectgroup>");
        map("tilewidth='8' tileheight='8'", TILESET, &group)
    }),
    ("objects without a tile", "marahel export x.tmx", |n| {
        let objects = parts(n, |index| format!("<object x='0' y='0' name='o' id='{index}'/>"));
        let group = format!("{LAYER}<objectgroup name='o'>{objects}</objectgroup>");
        map("tilewidth='8' tileheight='8'", TILESET, &group)
    }),
    ("looks of a terrain", "marahel export x.tmx", |n| {
        let look = |index| format!("<wangtile tileid='{index}' wangid='0,1,0,1,0,1,0,1'/>");
        map("", &terrain(&parts(n, look)), LAYER)
    }),
    ("sets of terrains", "marahel export x.tmx", |n| {
        let sets = parts(n, |index| format!("<wangset name='s{index}' type='corner'/>"));
        map("", &terrain(&format!("</wangset>{sets}<wangset>")), LAYER)
    }),
    ("properties of tiles by their numbers", "marahel export x.tmj", |n| {
        let properties = listed(n, |index| format!("\"{index}\": {{\"name\": \"wall\"}}"));
        format!(
            "{{\"layers\": [{{\"type\": \"tilelayer\", \"width\": 1, \"height\": 1, \"data\": [1]}}], \
             \"tilesets\": [{{\"firstgid\": 1, \"tiles\": {{}}, \"tileproperties\": {{{properties}}}}}]}}"
        )
    }),
    ("maps in one file", "marahel export x.json", |n| {
        let map = "{\"layers\": [{\"type\": \"tilelayer\", \"width\": 1, \"height\": 1, \"data\": [1]}], \
                    \"tilesets\": [{\"firstgid\": 1, \"tiles\": [{\"id\": 0, \"type\": \"wall\"}]}]}";
        format!("[{}]", listed(n, |_| map.to_owned()))
    }),
    ("lines of a legend, and levels", "marahel export x.txt", |n| {
        let legend = lines(n, |index| format!("w{index} = a and b and w{}", index.max(1) - 1));
        let levels = lines(n, |_| "#@\n".to_owned());
        format!("OBJECTS\n\nwall #\n\nplayer @\n\nLEGEND\n{legend}\nLEVELS\n\n{levels}")
    }),
    ("puzzles in XML", "marahel export x.slc", |n| {
        let levels = parts(n, |index| format!("<Level Id='{index}'><L>#@$.#</L></Level>"));
        format!("<SokobanLevels>{levels}</SokobanLevels>")
    }),
    ("definitions of layers", "marahel export x.ldtk", |n| {
        let layers = parts(n, |index| {
            format!(
                ", {{\"uid\": {}, \"intGridValues\": [{{\"value\": 1, \"identifier\": \"wall\"}}]}}",
                index + 2
            )
        });
        let levels = parts(n, |index| {
            let cells = instance(&(index + 2).to_string(), "\"intGridCsv\": [1, 0, 1]");
            format!(", {{\"identifier\": \"l{index}\", \"layerInstances\": [{cells}]}}")
        });
        project(&layers, "", &levels)
    }),
    ("columns of a table", "evolve analyze x.csv", |n| {
        format!(
            "{}\n{}\n",
            listed(10 * n, |index| format!("t{index}")) + ",o",
            listed(10 * n, |_| "text".to_owned()) + ",0.5"
        )
    }),
    ("puzzles", "marahel export x.txt", |n| "#####\n#@$.#\n#####\n\n".repeat(n)),
];

#[test]
fn cost_grows_with_what_is_read() {
    if std::env::var_os("GROWTH").is_none() {
        return;
    }
    for (name, command, text) in CASES {
        let cost = |n: usize| n_instructions(command, &text(n));
        let (none, some, many) = (cost(1), cost(N), cost(4 * N));
        let (some, many) = (some.saturating_sub(none), many.saturating_sub(none));
        assert!(many <= GROWTH_MAX * some.max(none / 10), "{name}: {some} grow to {many}");
    }
}

/// Instructions of a program that reads a text.
fn n_instructions(command: &str, text: &str) -> u64 {
    let (command, file) = command.rsplit_once(' ').expect("it names a file");
    let (program, arguments) = command.split_once(' ').expect("it has arguments");
    let scratch = Scratch::new().with(file, text);
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    valgrind.arg(program_path(program)).args(arguments.split(' ')).arg(scratch.path(file));
    let ended = valgrind.output().expect("valgrind is there");
    let told = String::from_utf8_lossy(&ended.stderr).replace(',', "");
    let counted = told.lines().find_map(|line| line.split_once(" refs:")?.1.trim().parse().ok());
    counted.unwrap_or_else(|| panic!("{told}"))
}

#[test]
fn a_limit_is_told_at_once() {
    let names = |n| listed(n, |index| format!("\"n{index}\": \"3\""));
    let attributes = |n| parts(n, |index| format!(" a{index}='1'"));
    let prefixes = |n| parts(n, |index| format!(" xmlns:a{index}='u'"));
    for (command, text, expected) in [
        (
            "marahel check x.json",
            script(&format!("\"neighborhoods\": {{{}}},", names(200_000)), ""),
            "this object has 200000 keys",
        ),
        (
            "marahel check x.json",
            of_2017(&format!("neighborhoods: {{{}}},", names(200_000)), ""),
            "this object has 200000 keys",
        ),
        (
            "marahel check x.json",
            script("", &format!("{{{}}}", listed(200_000, |_| "\"type\": \"horz\"".to_owned()))),
            "this object has 200000 keys",
        ),
        (
            "marahel check x.json",
            of_2017("", "'-> self(a)'").replace(
                "rules",
                &format!("region: {{name: '{}'}}, rules", listed(5000, |_| "0-9999".to_owned())),
            ),
            "109989 regions are named up to here",
        ),
        (
            "evolve problem check x.toml",
            problem("", &lines(50_000, |index| format!("m{index} = '1'"))),
            "at most 1000 things can be listed; there are 50000",
        ),
        (
            "evolve problem check x.toml",
            problem(
                "",
                &lines(900, |index| {
                    format!("m{index} = 'near(a, b, {index}) + near(b, a, {index})'")
                }),
            ),
            "more than 1000 different things are measured",
        ),
        (
            "evolve problem check x.toml",
            problem(&format!("layers = [{}]", listed(100_000, |_| "'l'".to_owned())), ""),
            "at most 1000 things can be listed; there are 100000",
        ),
        (
            "evolve problem check x.toml",
            problem(&format!("like = ['''\n{}''']", "aab\nbab\n\n".repeat(90_000)), ""),
            "at most 2000 are possible",
        ),
        (
            "marahel export x.tmx",
            map(&attributes(300_000), TILESET, LAYER),
            "a <map> has more than 256 attributes",
        ),
        (
            "marahel export x.tmx",
            map("", TILESET, &format!("{LAYER}<objectgroup{}/>", attributes(300_000))),
            "a <objectgroup> has more than 256 attributes",
        ),
        (
            "marahel export x.tmx",
            map(&prefixes(300_000), TILESET, LAYER),
            "the document declares more than 256 prefixes of names",
        ),
        (
            "marahel export x.ldtk",
            project("", &format!(", {}", listed(300, |_| instance("1", "\"intGridCsv\": []"))), ""),
            "a level has 301 layers, at most 256",
        ),
    ] {
        let (arguments, file) = command.rsplit_once(' ').expect("it names a file");
        let (program, arguments) = arguments.split_once(' ').expect("it has arguments");
        let scratch = Scratch::new().with(file, text);
        let ended = scratch.start(program, &format!("{arguments} {file}"), "").end();
        let told = format!("{}{}", ended.stdout, ended.stderr);
        assert!(
            told.contains(expected),
            "{command}: {}",
            told.chars().take(1000).collect::<String>()
        );
    }
}

#[test]
fn many_mistakes_are_told_in_part_and_counted() {
    let text = rules(&listed(2000, |_| "\"selff(a) -> self(b)\"".to_owned()));
    let scratch = Scratch::new().with("x.json", text);
    let told = scratch.marahel("check x.json").stdout;
    assert_eq!(told.matches("unknown estimator `selff`").count(), 1000);
    assert!(told.contains("error: 1000 more mistakes are not shown"), "{told}");
    let longest = told.lines().map(str::len).max();
    assert!(longest.is_some_and(|length| length < 300), "{longest:?}");
    let json = scratch.marahel("check --format json x.json").stdout;
    let all: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(all.as_array().map(Vec::len), Some(1001));
    assert_eq!(all[999]["column"], all[999]["start"].as_u64().expect("it is a number") + 1);
}
