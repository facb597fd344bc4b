//! Genomes and the explorers that the released code decodes them to.

use libtest_mimic::{Failed, Trial};
use marahel_config::GenomeError;
use marahel_papers::fdg20::decoding::{Cleanup, Decoder, Explorer, GenomeShape, Grammar, Layout};
use serde_json::{Value, json};

use crate::oracle;

/// Failing lines that are shown in full.
const N_SHOWN: usize = 3;

pub(crate) fn trials() -> Vec<Trial> {
    PROBLEMS
        .iter()
        .map(|problem| oracle::trial(format!("decode::{}", problem.name), || check(problem)))
        .collect()
}

/// What decoding has to know of a problem.
struct Problem {
    name: &'static str,
    /// In the order of the grammar's alternatives.
    entities: &'static [&'static str],
    /// The rule of the explorer that fills the map at first.
    initial_rule: &'static str,
}

const PROBLEMS: [Problem; 3] = [
    Problem {
        name: "binary",
        entities: &["solid", "empty"],
        initial_rule: "self(any) -> self(solid:1|empty:1)",
    },
    Problem {
        name: "zelda",
        entities: &["solid", "empty", "player", "enemy", "key", "door"],
        initial_rule: "self(any) -> self(solid:15|empty:30|player:1|enemy:5|key:1|door:1)",
    },
    Problem {
        name: "sokoban",
        entities: &["solid", "empty", "player", "crate", "target"],
        initial_rule: "self(any) -> self(solid:8|empty:9|player:1|crate:1|target:1)",
    },
];

fn check(problem: &Problem) -> Result<(), Failed> {
    let decoder = Decoder {
        grammar: Grammar::fdg20(problem.entities.iter().copied()),
        shape: GenomeShape::default(),
        layout: Layout::Released,
        cleanup: Cleanup::Released,
    };
    let lines = oracle::lines(&format!("ge-decode-{}.jsonl", problem.name));
    let failures: Vec<String> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| {
            let expected = expected(line);
            let actual = answer(&decoder, problem, &genes(line));
            let is_same = match line["fnv"].as_u64() {
                Some(digest) => fnv(&actual) == digest,
                None => actual == expected,
            };
            (!is_same)
                .then(|| format!("line {}:\n  expected {expected}\n  actual   {actual}", index + 1))
        })
        .collect();
    if lines.is_empty() {
        return Err("there are no lines".into());
    }
    if failures.is_empty() {
        return Ok(());
    }
    let shown = failures[..failures.len().min(N_SHOWN)].join("\n");
    Err(format!("{} of {} lines differ\n{shown}", failures.len(), lines.len()).into())
}

fn genes(line: &Value) -> Vec<u32> {
    let genes = line["genes"].as_array().expect("a line holds genes");
    genes.iter().map(|gene| gene.as_u64().expect("genes are integers") as u32).collect()
}

/// The digest of an answer, which stands for it in the sample (FNV-1a, 64 bits).
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The answer of a line, without the rest of the line.
fn expected(line: &Value) -> String {
    match line.get("error") {
        Some(error) => json!({ "error": error }).to_string(),
        None => json!({ "explorers": line["explorers"] }).to_string(),
    }
}

/// Our answer, as text, so that the order of keys counts too.
fn answer(decoder: &Decoder, problem: &Problem, genes: &[u32]) -> String {
    let initial = Explorer {
        kind: "horz".to_owned(),
        region: "map".to_owned(),
        parameters: Vec::new(),
        rules: vec![problem.initial_rule.to_owned()],
    };
    match decoder.decode(genes) {
        Ok(found) => {
            let explorers: Vec<_> = std::iter::once(initial).chain(found).collect();
            json!({ "explorers": explorers }).to_string()
        }
        Err(GenomeError::Unbounded(_)) => json!({ "error": "unbounded" }).to_string(),
        Err(error) => json!({ "error": error.to_string() }).to_string(),
    }
}
