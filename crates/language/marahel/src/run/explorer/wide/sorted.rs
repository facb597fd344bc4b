//! Heuristics that no change affects, such as noise: sorted once.

use super::Ranking;
use crate::program::Heuristics;
use crate::run::pass::Pass;

/// Cells sorted by keys of one word.
#[derive(Clone, Debug, Default)]
pub(super) struct SortedRanking {
    cells: Vec<(u64, u32)>,
    /// The range of the best cells left.
    first: usize,
    end_of_equals: usize,
}

impl SortedRanking {
    pub(super) fn suits(heuristics: &Heuristics) -> bool {
        heuristics.n_words == 1
            && heuristics.dependents.is_empty()
            && heuristics.mirrors.is_empty()
            && heuristics.fields.is_empty()
    }
}

impl Ranking for SortedRanking {
    fn begin(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, cells: &[u32]) {
        self.cells.clear();
        for &cell in cells {
            let mut key = [0];
            pass.measure(heuristics, cell as usize, &mut key);
            self.cells.push((key[0], cell));
        }
        self.cells.sort_unstable();
        (self.first, self.end_of_equals) = (0, 0);
    }

    fn follow(&mut self, _: &mut Pass<'_>, _: &Heuristics, _: usize) {}

    fn pop(&mut self, pass: &mut Pass<'_>, _: &Heuristics) -> u32 {
        if self.first == self.end_of_equals {
            let left = &self.cells[self.first..];
            self.end_of_equals += left.iter().take_while(|&&(key, _)| key == left[0].0).count();
        }
        let drawn = self.first + pass.draw(self.end_of_equals - self.first);
        self.cells.swap(self.first, drawn);
        self.first += 1;
        self.cells[self.first - 1].1
    }

    fn keep_ranked(&self, cells: &mut Vec<u32>) {
        cells.clear();
        cells.extend(self.cells[self.first..].iter().map(|&(_, cell)| cell));
    }
}
