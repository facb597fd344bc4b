use marahel_script::Script;

use super::{History, Judge, Tries, reduce};
use crate::minimise::tests::testing::reduced;

/// Wants a rule in each explorer. Only scripts that need no more than a number of steps stand fresh
/// levels.
struct OfRules {
    n_confirmed: usize,
    n_doubts: usize,
}

impl Judge for OfRules {
    fn accepts(&mut self, candidate: &Script, _tries: &mut Tries) -> bool {
        let explorers = &candidate.explorers;
        !explorers.is_empty() && explorers.iter().all(|explorer| !explorer.rules.is_empty())
    }

    fn confirms(&mut self, _candidate: &Script, _tries: &mut Tries) -> bool {
        self.n_confirmed += 1;
        self.n_confirmed > self.n_doubts
    }
}

#[test]
fn steps_that_are_not_confirmed_are_taken_back() {
    let history = |n_doubts: usize| {
        let explorers = r#"[{"rules": ["-> self(a)"]},
            {"type": "digger", "parameters": {"tiles": "37"}, "rules": ["a > 3 -> self(a|b)"]}]"#;
        let mut history = History::new(reduced(explorers));
        let mut judge = OfRules { n_confirmed: 0, n_doubts };
        reduce(&mut history, &mut judge, &mut Tries::new(100));
        history
    };
    let (all, two, none) = (history(0), history(2), history(100));
    assert!(all.steps.len() > 2);
    assert_eq!((two.steps.len() + 2, none.steps.len()), (all.steps.len(), 0));
    let n_explorers = |history: &History| history.now.script.explorers.len();
    assert_eq!((n_explorers(&all), n_explorers(&none)), (1, 2));
}
