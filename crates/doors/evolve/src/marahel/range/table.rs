//! The summary of ranges as text.

use std::io::{self, Write};

use marahel_statistics::range::{ExpressiveRange, Summary, Together};

use marahel_statistics::{column_width, to_left};

use crate::terminal::counted;

pub(super) fn write(output: &mut impl Write, ranges: &[ExpressiveRange]) -> io::Result<()> {
    for (index, range) in ranges.iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let n = range.rows().len();
        let levels = counted(n, "level");
        writeln!(output, "{gap}{}: {levels}, empty is `{}`", range.name, range.empty)?;
        let width = column_width(range.metrics());
        write!(output, "{}", to_left("metric", width))?;
        Summary::PARTS.iter().try_for_each(|part| write!(output, " {part:>9}"))?;
        writeln!(output)?;
        for metric in range.metrics() {
            write!(output, "{}", to_left(metric, width))?;
            match range.summary(metric) {
                Some(summary) => write_parts(output, &summary)?,
                None => write!(output, " {:>9}", 0)?,
            }
            writeln!(output)?;
        }
        if n > 1 {
            writeln!(output, "{}", together(&range.together, n))?;
        }
    }
    Ok(())
}

/// A line about all levels of a script together.
fn together(together: &Together, n: usize) -> String {
    let different = format!("together: {} of {n} levels differ", together.n_different);
    let (Some(floor), Some(unlike)) = (together.floor, together.unlike) else { return different };
    let floor = with_error(100.0 * floor, together.floor_se.map(|error| 100.0 * error));
    let unlike = with_error(unlike, together.unlike_se);
    format!(
        "{different}; two floor plans differ in {floor} % of their cells,\n          \
         in effect {unlike} of them are unlike"
    )
}

fn with_error(value: f64, error: Option<f64>) -> String {
    let error = error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
    format!("{value:.1}{error}")
}

fn write_parts(output: &mut impl Write, summary: &Summary) -> io::Result<()> {
    write!(output, " {:>9}", summary.n)?;
    for part in &summary.parts()[1..] {
        match part {
            Some(part) => write!(output, " {part:>9.3}")?,
            None => write!(output, " {:>9}", "-")?,
        }
    }
    Ok(())
}
