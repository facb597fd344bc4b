//! Random values for tests of what always holds.
//!
//! All of them are made of one list of bytes. So proptest, which makes the list shorter and
//! smaller where a test fails, is compiled for one type alone.

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};

/// Random choices. When they run out, the first is chosen of everything.
pub(crate) struct Choices(std::vec::IntoIter<u8>);

/// Runs a test with random choices, `n_cases` times.
#[track_caller]
pub(crate) fn check(n_cases: u32, test: fn(&mut Choices)) {
    let config = Config { failure_persistence: None, ..Config::with_cases(n_cases) };
    let result = TestRunner::new(config).run(&vec(any::<u8>(), 0..1000), |choices| {
        test(&mut Choices(choices.into_iter()));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

impl Choices {
    fn byte(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }

    /// Any number.
    pub(crate) fn seed(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// A number of a range.
    pub(crate) fn number(&mut self, range: Range<usize>) -> usize {
        let drawn =
            u16::from_le_bytes([self.byte(), if range.len() > 256 { self.byte() } else { 0 }]);
        range.start + usize::from(drawn) % range.len()
    }

    /// A number of 0..1.
    pub(crate) fn share(&mut self) -> f64 {
        f64::from(self.byte()) / 256.0
    }

    /// One of some values.
    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.number(0..all.len())]
    }

    /// As many values as a number of a range says.
    pub(crate) fn list<T>(
        &mut self,
        n: Range<usize>,
        mut one: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        (0..self.number(n)).map(|_| one(self)).collect()
    }
}
