//! From a genome to its explorers.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use marahel_config::{GenomeError, Options, Problems, Setup};
use serde_json::{Value, json};

use super::settings::ConfigArgs;
use crate::terminal::{Results, input};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each input line is a genome: a JSON array of genes (102 integers by default), or an object with
`genes`. Each output line is {\"explorers\":[...]}, the initial explorer first, or {\"error\":\"unbounded\"}.

Example:
  echo '{\"genes\":['$(seq -s, 0 49),$(seq -s, 0 49)',7,7]}' | evolve decode --problem zelda --script"
)]
pub(super) struct Args {
    /// File of genomes, one JSON line each; - for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    /// Print whole scripts, ready for `marahel generate`.
    #[arg(long)]
    script: bool,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let Setup { genetics, .. } = args.config.load(problems, Options::default())?;
    let decoder = genetics.decoder;
    let mut output = Results::new();
    for line in input::lines(&args.file, "genome")? {
        let (number, text) = line?;
        let place = format!("{}, line {number}", input::name(&args.file));
        let genes = read_genes(&text).with_context(|| place.clone())?;
        let answer = match decoder.genome(genes).and_then(|genome| decoder.document(&genome)) {
            Ok(document) if args.script => decoder.script(&json!(document)),
            Ok(document) => json!(document),
            Err(GenomeError::Unbounded(_)) => json!({ "error": "unbounded" }),
            Err(error) => return Err(error).context(place),
        };
        writeln!(output, "{answer}")?;
    }
    Ok(output.flush()?)
}

/// The genes of a line: an array, or the `genes` of an object.
fn read_genes(text: &str) -> anyhow::Result<Vec<u32>> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        // The caller names the line.
        let error = error.to_string().replacen(" at line 1 column ", " at column ", 1);
        anyhow!("not valid JSON: {error}")
    })?;
    let genes = if value.is_object() { &value["genes"] } else { &value };
    let Some(genes) = genes.as_array() else {
        bail!("a genome is an array of genes, or an object with `genes`");
    };
    let genes = genes.iter().enumerate().map(|(index, gene)| {
        let number = gene.as_u64().and_then(|gene| u32::try_from(gene).ok());
        number.with_context(|| format!("gene {index} is {gene}; genes are whole numbers from 0"))
    });
    genes.collect()
}
