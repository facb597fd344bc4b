//! The summary of ranges as text.

use std::io::{self, Write};

use range::{ExpressiveRange, Summary};

/// Writes a table for each script, with a line for each metric.
pub(super) fn write(output: &mut impl Write, ranges: &[ExpressiveRange]) -> io::Result<()> {
    for (index, range) in ranges.iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let n = range.rows().len();
        let s = if n == 1 { "" } else { "s" };
        writeln!(output, "{gap}{}: {n} level{s}, empty is `{}`", range.name, range.empty)?;
        let width = range.metrics().map(str::len).max().unwrap_or(0);
        write!(output, "{:<width$}", "metric")?;
        Summary::PARTS.iter().try_for_each(|part| write!(output, " {part:>9}"))?;
        writeln!(output)?;
        for metric in range.metrics() {
            write!(output, "{metric:<width$}")?;
            match range.summary(metric) {
                Some(summary) => write_parts(output, &summary)?,
                None => write!(output, " {:>9}", 0)?,
            }
            writeln!(output)?;
        }
    }
    Ok(())
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
