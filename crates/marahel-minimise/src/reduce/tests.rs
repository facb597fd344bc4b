use marahel_script::Script;
use serde_json::json;

use super::{History, reduce};
use crate::judge::{Judge, Tries};
use crate::testing::reduced;
use crate::unit::{Depth, Reduced};
use crate::{Phase, What};

/// Accepts any numbers, but wants all units to stay, and so what makes a number one. Only scripts that need
/// no more than a number of steps stand fresh levels.
struct AnyNumber {
    original: Script,
    n_confirmed: usize,
    n_doubts: usize,
}

fn n_units(script: &Script) -> usize {
    let whole = Reduced::new(script.clone());
    Depth::ALL.into_iter().map(|depth| whole.units(depth).len()).sum()
}

impl Judge for AnyNumber {
    const PHASE: Phase = Phase::Tolerant;

    fn accepts(&mut self, candidate: &Script, _tries: &mut Tries) -> bool {
        n_units(candidate) == n_units(&self.original)
    }

    fn confirms(&mut self, _candidate: &Script, _tries: &mut Tries) -> bool {
        self.n_confirmed += 1;
        self.n_confirmed > self.n_doubts
    }
}

/// Rounds the constants of a script; the first `n_doubts` results are not confirmed.
fn rounded(n_doubts: usize) -> History {
    let script = reduced(
        r#"[{"type": "digger", "parameters": {"tiles": "37", "dirprob": 0.25, "repeats": 4},
             "rules": ["random < 0.4983, all(a) >= 14, noise2 > -0.5 -> self(a:31|b:5)"]}]"#,
    )
    .script;
    let mut judge = AnyNumber { original: script.clone(), n_confirmed: 0, n_doubts };
    let mut history = History::new(Reduced::new(script));
    reduce(&mut history, &mut judge, true, &mut Tries::new(100));
    history
}

#[test]
fn constants_get_round() {
    let history = rounded(0);
    let parameters = &history.now.script.to_json()["explorers"][0]["parameters"];
    let expected = json!({"directions": "plus", "dirprob": 0.2, "repeats": 2, "tiles": 1});
    assert_eq!(parameters, &expected);
    let rule = "random < 0.5, all(a) >= 10, noise2 > -0.5 -> self(a:2|b:2)";
    assert_eq!(history.now.script.rule_texts(0)[0], rule);
    let expected = What::Rounded {
        place: "explorer 1 (digger), rule 1: `random < 0.4983`".to_owned(),
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
    let rule = "random < 0.5, all(a) >= 14, noise2 > -0.5 -> self(a:31|b:5)";
    assert_eq!(history.now.script.rule_texts(0)[0], rule);
    let none = rounded(100);
    assert_eq!((none.steps.len(), none.n_undone), (0, 7));
    let rule = "random < 0.4983, all(a) >= 14, noise2 > -0.5 -> self(a:31|b:5)";
    assert_eq!(none.now.script.rule_texts(0)[0], rule);
}
