//! The claims as tables.

use claims::Finding;
use experiment::CsvText;

use super::Checked;

/// Columns of the table in CSV.
const COLUMNS: [&str; 8] =
    ["place", "claim", "test", "correct", "correct_verdict", "legacy", "legacy_verdict", "why"];

/// One line per claim.
pub fn claims_csv(claims: &[Checked]) -> String {
    let mut table = CsvText::new(COLUMNS);
    for Checked { place, claim, test, correct, legacy, why } in claims {
        let verdicts = [correct, legacy].map(|finding| finding.verdict.to_string());
        table.add([
            place,
            claim,
            test,
            correct.measured.as_str(),
            &verdicts[0],
            &legacy.measured,
            &verdicts[1],
            why.as_str(),
        ]);
    }
    table.finish()
}

/// The same as a table in Markdown.
pub fn claims_table(claims: &[Checked]) -> String {
    let mut table = "| where | claim | test | correct metrics | as coded in 2017 | why not |\n\
         | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for claim in claims {
        let text = |finding: &Finding| format!("**{}**: {}", finding.verdict, finding.measured);
        let correct = text(&claim.correct);
        let legacy =
            if claim.legacy == claim.correct { "the same".to_owned() } else { text(&claim.legacy) };
        let cells = [claim.place, claim.claim, claim.test, &correct, &legacy, &claim.why];
        table.extend(["| ", &cells.join(" | "), " |\n"]);
    }
    table
}
