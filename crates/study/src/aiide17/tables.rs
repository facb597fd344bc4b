//! The claims as tables.

use ::tables::CsvText;

use crate::claims::markdown_row;
use crate::{Checked, Finding};

/// Columns of the table in CSV.
const COLUMNS: [&str; 8] =
    ["place", "claim", "test", "correct", "correct_verdict", "legacy", "legacy_verdict", "why"];

/// One line per claim.
pub fn claims_csv(claims: &[Checked]) -> String {
    let mut table = CsvText::new(COLUMNS);
    for claim in claims {
        table.add(COLUMNS.map(|column| claim.field(column, ["correct", "legacy"])));
    }
    table.finish()
}

/// The same as a table in Markdown.
pub(super) fn claims_table(claims: &[Checked]) -> String {
    let mut table = "| where | claim | test | correct metrics | as coded in 2017 | why not |\n\
         | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    let text = |finding: &Option<Finding>| {
        let Some(Finding { verdict, measured, .. }) = finding else { return "-".to_owned() };
        format!("**{verdict}**: {measured}")
    };
    for claim in claims {
        let [correct, legacy] = &claim.findings;
        let legacy = if legacy == correct { "the same".to_owned() } else { text(legacy) };
        let cells = [claim.place, claim.claim, claim.test, &text(correct), &legacy, &claim.why];
        table += &markdown_row(&cells);
    }
    table
}
