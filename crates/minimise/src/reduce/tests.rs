use super::{History, reduce};
use crate::draft::Draft;
use crate::judge::{Judge, Tries};
use crate::testing::draft;
use crate::unit::Depth;
use crate::{Phase, What};

/// Accepts any numbers, but wants all units to stay. Only scripts that need
/// no more than a number of steps stand fresh levels.
struct AnyNumber {
    original: Draft,
    n_confirmed: usize,
    n_doubts: usize,
}

fn n_units(draft: &Draft) -> usize {
    Depth::ALL.into_iter().map(|depth| draft.units(depth).len()).sum()
}

impl Judge for AnyNumber {
    const PHASE: Phase = Phase::Tolerant;

    fn accepts(&mut self, candidate: &Draft, _tries: &mut Tries) -> bool {
        n_units(candidate) == n_units(&self.original)
    }

    fn confirms(&mut self, _candidate: &Draft, _tries: &mut Tries) -> bool {
        self.n_confirmed += 1;
        self.n_confirmed > self.n_doubts
    }
}

/// Rounds the constants of a script; the first `n_doubts` results are not confirmed.
fn rounded(n_doubts: usize) -> History {
    let draft = draft(
        r#"[{"type": "digger", "parameters": {"tiles": "37", "dirprob": 0.25, "repeats": 4},
             "rules": ["random<0.4983, all(a)>=14, noise2>-0.5 -> self(a:31|b:5)"]}]"#,
    );
    let mut judge = AnyNumber { original: draft.clone(), n_confirmed: 0, n_doubts };
    let mut history = History::new(draft);
    reduce(&mut history, &mut judge, true, &mut Tries::new(100));
    history
}

#[test]
fn constants_get_round() {
    let history = rounded(0);
    let explorer = &history.draft.explorers[0];
    let parameters: Vec<String> =
        explorer.parameters.iter().map(|one| format!("{}={}", one.name, one.value())).collect();
    assert_eq!(parameters, ["tiles=1", "dirprob=0.2", "repeats=1"]);
    let rule = "random<0.5, all(a)>=10, noise2>-0.5 -> self(a:1|b:1)";
    assert_eq!(explorer.rules[0].to_string(), rule);
    let expected = What::Rounded {
        place: "explorer 1 (digger), rule 1: `random<0.4983`".to_owned(),
        from: "0.4983".to_owned(),
        to: "0.5".to_owned(),
    };
    assert!(history.steps.iter().any(|step| step.what == expected), "{:?}", history.steps);
    assert_eq!((history.steps.len(), history.n_undone), (7, 0));
}

#[test]
fn steps_that_are_not_confirmed_are_taken_back() {
    let history = rounded(3);
    assert_eq!((history.steps.len(), history.n_undone), (4, 3));
    let rule = "random<0.5, all(a)>=14, noise2>-0.5 -> self(a:31|b:5)";
    assert_eq!(history.draft.explorers[0].rules[0].to_string(), rule);
    let none = rounded(100);
    assert_eq!((none.steps.len(), none.n_undone), (0, 7));
    let rule = "random<0.4983, all(a)>=14, noise2>-0.5 -> self(a:31|b:5)";
    assert_eq!(none.draft.explorers[0].rules[0].to_string(), rule);
}
