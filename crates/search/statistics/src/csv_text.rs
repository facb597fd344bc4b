//! Tables as CSV text: a header line, fields quoted where they must be.

/// A table that grows row by row.
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
