//! How alike two texts are, in the sense of Ratcliff and Obershelp as Python's
//! `difflib.SequenceMatcher` has it.

use std::ops::Range;

/// Texts from this length on have letters that are too frequent to begin a match.
const LONG: usize = 200;

#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher {
    /// Places of each letter in the second text, ascending, letter by letter.
    places: Vec<usize>,
    /// Where the places of each letter begin and end; none for frequent letters.
    letters: Vec<Range<usize>>,
    /// Lengths of the matches that end one after each place of the second
    /// text, for the letter before and for this one.
    before: Vec<u32>,
    now: Vec<u32>,
    /// What is left to be compared: parts of both texts.
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Matcher {
    /// The share of letters in matches: twice the length of all matches by
    /// that of both texts; 1 for two empty texts.
    ///
    /// It is not symmetric: frequent letters are those of the second text, and
    /// of equally long matches the first in the first text is taken.
    pub(crate) fn ratio(&mut self, a: &[u8], b: &[u8]) -> f64 {
        if a.is_empty() && b.is_empty() {
            return 1.0;
        }
        self.index(b);
        let mut n_matched = 0;
        self.parts.clear();
        self.parts.push((0..a.len(), 0..b.len()));
        while let Some((of_a, of_b)) = self.parts.pop() {
            let (i, j, length) = self.longest(a, b, &of_a, &of_b);
            if length > 0 {
                n_matched += length;
                self.parts.push((of_a.start..i, of_b.start..j));
                self.parts.push((i + length..of_a.end, j + length..of_b.end));
            }
        }
        2.0 * n_matched as f64 / (a.len() + b.len()) as f64
    }

    fn index(&mut self, b: &[u8]) {
        self.places.clear();
        self.letters.clear();
        self.letters.resize(256, 0..0);
        let mut counts = [0; 256];
        for &letter in b {
            counts[usize::from(letter)] += 1;
        }
        let rare_up_to = if b.len() >= LONG { b.len() / 100 + 1 } else { b.len() };
        for letter in (0..=255).filter(|&letter| counts[usize::from(letter)] > 0) {
            let begin = self.places.len();
            if counts[usize::from(letter)] <= rare_up_to {
                self.places.extend((0..b.len()).filter(|&place| b[place] == letter));
            }
            self.letters[usize::from(letter)] = begin..self.places.len();
        }
        for row in [&mut self.before, &mut self.now] {
            row.clear();
            row.resize(b.len() + 1, 0);
        }
    }

    /// Where the longest match of two parts begins, and its length: of equally
    /// long ones the first in `a`, then in `b`, as long as no frequent letter
    /// is in it, and only then made longer by equal letters at both ends.
    fn longest(
        &mut self,
        a: &[u8],
        b: &[u8],
        of_a: &Range<usize>,
        of_b: &Range<usize>,
    ) -> (usize, usize, usize) {
        let Self { places, letters, before, now, .. } = self;
        let places_of = |letter: u8| &places[letters[usize::from(letter)].clone()];
        let (mut first_a, mut first_b, mut length) = (of_a.start, of_b.start, 0);
        let mut last: &[usize] = &[];
        for i in of_a.clone() {
            let places = places_of(a[i]);
            let from = places.partition_point(|&j| j < of_b.start);
            for &j in places[from..].iter().take_while(|&&j| j < of_b.end) {
                let matched = before[j] + 1;
                now[j + 1] = matched;
                if matched as usize > length {
                    length = matched as usize;
                    (first_a, first_b) = (i + 1 - length, j + 1 - length);
                }
            }
            clear(before, last);
            std::mem::swap(before, now);
            last = places;
        }
        clear(before, last);
        while first_a > of_a.start && first_b > of_b.start && a[first_a - 1] == b[first_b - 1] {
            (first_a, first_b, length) = (first_a - 1, first_b - 1, length + 1);
        }
        while first_a + length < of_a.end
            && first_b + length < of_b.end
            && a[first_a + length] == b[first_b + length]
        {
            length += 1;
        }
        (first_a, first_b, length)
    }
}

/// Forgets the matches that end at some places.
fn clear(lengths: &mut [u32], places: &[usize]) {
    for &place in places {
        lengths[place + 1] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: &str, b: &str) -> f64 {
        Matcher::default().ratio(a.as_bytes(), b.as_bytes())
    }

    /// Answers of Python 3.11.
    #[test]
    fn short_texts() {
        assert_eq!(ratio("", ""), 1.0);
        assert_eq!(ratio("", "a"), 0.0);
        assert_eq!(ratio("abcd", "bcde"), 0.75);
        assert_eq!(ratio("tide", "diet"), 0.25);
        assert_eq!(ratio("diet", "tide"), 0.5);
    }

    #[test]
    fn frequent_letters_of_long_texts_begin_no_match() {
        let (long, short) = ("ab".repeat(100), "ab".repeat(99));
        assert_eq!(ratio(&short[1..], &short), 394.0 / 395.0);
        assert_eq!(ratio(&short[1..], &long), 0.0);
        // Equal letters at both beginnings are a match all the same,
        assert_eq!(ratio(&long, &long), 1.0);
        // and a rare letter begins one, which frequent letters make longer.
        let marked = format!("{long}x{long}");
        assert_eq!(ratio(&marked[1..], &marked), 800.0 / 801.0);
    }
}
