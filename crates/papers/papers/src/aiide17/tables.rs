//! The claims as tables.

use marahel_statistics::CsvText;

use crate::claims::markdown_row;
use crate::{Checked, Finding};

pub fn claims_csv(claims: &[Checked]) -> String {
    let columns =
        ["place", "claim", "test", "correct", "correct_verdict", "legacy", "legacy_verdict", "why"];
    let mut table = CsvText::new(columns);
    for claim in claims {
        let [correct, correct_verdict, legacy, legacy_verdict] = &claim.cells();
        let Checked { place, claim, test, why, .. } = claim;
        table.add([place, claim, test, &**correct, correct_verdict, legacy, legacy_verdict, why]);
    }
    table.finish()
}

pub(super) fn claims_table(claims: &[Checked]) -> String {
    let mut table = "| where | claim | test | correct metrics | as coded in 2017 | why not |\n\
         | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for claim in claims {
        let [correct, legacy] = &claim.findings;
        let [correct_text, mut legacy_text] = [correct, legacy].map(|finding| match finding {
            Some(Finding { verdict, measured, .. }) => format!("**{verdict}**: {measured}"),
            None => "-".to_owned(),
        });
        if legacy == correct {
            "the same".clone_into(&mut legacy_text);
        }
        let cells = [claim.place, claim.claim, claim.test, &correct_text, &legacy_text, &claim.why];
        table += &markdown_row(&cells);
    }
    table
}
