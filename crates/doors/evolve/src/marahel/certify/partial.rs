//! A certificate in progress.

use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use marahel::Certificate;
use marahel_system::files::FileKind;
use serde_json::{Value, json};

const DAMAGED: &str = "it is damaged";

/// The results for the first seeds: a file from which another call continues.
pub(super) struct Partial {
    /// The first seed that is not judged yet.
    pub(super) n_judged: u64,
    /// For each reason, the number of levels that failed for it first.
    pub(super) n_lacking: Vec<u64>,
    pub(super) certificate: Certificate,
}

impl Partial {
    pub(super) fn new(blank: Certificate, n_reasons: usize) -> Self {
        Self { n_judged: 0, n_lacking: vec![0; n_reasons], certificate: blank }
    }

    /// The state in a file of an earlier call, or a new one if the file does not exist. `blank`
    /// holds the request, with `n_reasons` ways to fail.
    pub(super) fn open(path: &Path, blank: Certificate, n_reasons: usize) -> anyhow::Result<Self> {
        if !path.exists() {
            return Ok(Self::new(blank, n_reasons));
        }
        let bytes = FileKind::PARTIAL.bytes(path)?;
        let partial = Self::of_bytes(&bytes).and_then(|partial| {
            if !partial.certificate.asks_the_same(&blank) {
                bail!("it is from another call: another script, problem, condition or --bits");
            }
            ensure!(partial.n_lacking.len() == n_reasons, DAMAGED);
            Ok(partial)
        });
        let path = path.display();
        partial.with_context(|| format!("{path} cannot be continued; remove it to start over"))
    }

    /// Adds the results of the next seeds.
    pub(super) fn add(&mut self, lacks: &[Option<usize>]) {
        for lack in lacks {
            match lack {
                Some(condition) => self.n_lacking[*condition] += 1,
                None => self.certificate.insert(self.n_judged),
            }
            self.n_judged += 1;
        }
    }

    /// A line of JSON, followed by the certificate so far.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let line = json!({"judged": self.n_judged, "lacking": self.n_lacking});
        [format!("{line}\n").as_bytes(), &self.certificate.to_bytes()].concat()
    }

    fn of_bytes(bytes: &[u8]) -> anyhow::Result<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n').context(DAMAGED)?;
        let mut line: Value =
            serde_json::from_slice(&bytes[..end]).map_err(|_| anyhow!(DAMAGED))?;
        let n_judged = line["judged"].as_u64().context(DAMAGED)?;
        let n_lacking = line.get_mut("lacking").map(Value::take).context(DAMAGED)?;
        let n_lacking: Vec<u64> =
            serde_json::from_value(n_lacking).map_err(|_| anyhow!(DAMAGED))?;
        let certificate = Certificate::parse(&bytes[end + 1..])?;
        let counted =
            n_lacking.iter().try_fold(certificate.n_playing(), |sum, &n| sum.checked_add(n));
        ensure!(counted == Some(n_judged) && n_judged <= certificate.n_seeds(), DAMAGED);
        Ok(Self { n_judged, n_lacking, certificate })
    }
}
