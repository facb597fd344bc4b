//! Tables: as CSV text, and as columns of texts that stand below each other.
//!
//! Names come from files, and `format!` panics if a width is above 65,535: so widths are limited,
//! and spaces are added by hand.

/// A table that grows row by row: a header line, fields quoted where they must be.
pub struct CsvText(csv::Writer<Vec<u8>>);

impl CsvText {
    /// A table of one row, the names of its columns.
    pub fn new(columns: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.add(columns);
        table
    }

    /// A table that was written before, which more rows are added to.
    pub fn of(text: &str) -> Self {
        Self(csv::Writer::from_writer(text.as_bytes().to_vec()))
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If it is longer or shorter than the first.
    pub fn add(&mut self, fields: impl IntoIterator<Item = impl AsRef<str>>) {
        for field in fields {
            self.0.write_field(field.as_ref()).expect("memory can be written to");
        }
        self.0.write_record(None::<&[u8]>).expect("rows of a table are equally long");
    }

    /// The text so far.
    pub fn bytes(&mut self) -> &[u8] {
        self.0.flush().expect("memory can be written to");
        self.0.get_ref()
    }

    /// The text so far.
    pub fn text(&mut self) -> &str {
        str::from_utf8(self.bytes()).expect("the fields are text")
    }

    /// The whole text.
    pub fn finish(self) -> String {
        let bytes = self.0.into_inner().expect("memory can be written to");
        String::from_utf8(bytes).expect("the fields are text")
    }
}

/// The widest column; what is longer sticks out. Wider ones would cost the memory of their names
/// times the rows.
const WIDTH_MAX: usize = 200;

/// The number of characters of the longest text, as far as a column may be wide.
pub fn column_width<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().take(WIDTH_MAX).count());
    widths.max().unwrap_or(0)
}

/// A text with spaces behind it, up to a width.
pub fn to_left(text: &str, width: usize) -> String {
    format!("{text}{}", gap(text, width))
}

/// A text with spaces before it, up to a width.
pub fn to_right(text: &str, width: usize) -> String {
    format!("{}{text}", gap(text, width))
}

fn gap(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}
