use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use marahel_level::View;

use super::{OutsideFailure, OutsideJudge, OutsideJudges};
use crate::tests::{PIECES, file, level, problem};
use crate::{Definition, Problem};

const OUTSIDE: &str = "[outside]\ncommand = [\"judge\"]\nvalues = [\"size\", \"players\"]\n";

/// Says how many cells a level has; none of players, and no answer where the first cell
/// is a wall. Counts what it is asked.
#[derive(Clone, Debug, Default)]
struct Counting {
    n_begun: Arc<AtomicU32>,
    n_asked: Arc<AtomicU32>,
}

impl OutsideJudges for Counting {
    fn begin(&self) -> Box<dyn OutsideJudge> {
        self.n_begun.fetch_add(1, Ordering::Relaxed);
        Box::new(self.clone())
    }
}

impl OutsideJudge for Counting {
    fn judge(&mut self, level: View<'_>, values: &mut [f64]) -> Result<(), OutsideFailure> {
        self.n_asked.fetch_add(1, Ordering::Relaxed);
        if level.get(0, 0) == 7 {
            let message = "it fell over a wall".to_owned();
            return Err(OutsideFailure { message, is_of_level: true });
        }
        values.copy_from_slice(&[level.area() as f64, f64::NAN]);
        Ok(())
    }
}

#[track_caller]
fn judged(rest: &str, expression: &str) -> (Problem, Counting) {
    let counting = Counting::default();
    let problem = problem(&file(&format!("{PIECES}{OUTSIDE}{rest}"), expression));
    (problem.judged_by(Arc::new(counting.clone())), counting)
}

/// The value of the only objective, and whether the level is playable.
fn measured(problem: &Problem, rows: &[&str]) -> (f64, bool) {
    let level = level(problem.palette(), rows);
    let mut meter = problem.meter();
    let is_playable = meter.judge(level.view()).is_playable;
    (meter.values()[0], is_playable)
}

#[test]
fn a_level_is_asked_about_once_and_only_if_that_is_needed() {
    let expression = "if(count(player), outside(size) + outside(size) + (outside(players) else 1))";
    let (problem, counting) = judged("", expression);
    let mut meter = problem.meter();
    for (rows, expected) in
        [(["..", ".."], None), (["@.", ".."], Some(9.0)), (["@@", ".."], Some(9.0))]
    {
        let level = level(problem.palette(), &rows);
        meter.judge(level.view());
        let value = meter.values()[0];
        assert_eq!((!value.is_nan()).then_some(value), expected);
    }
    assert_eq!(counting.n_begun.load(Ordering::Relaxed), 1);
    assert_eq!(counting.n_asked.load(Ordering::Relaxed), 2);
    assert!(!problem.has_ended() && problem.judge_failures().is_none());
}

#[test]
fn a_judge_is_asked_by_one_meter_after_the_other() {
    let (problem, counting) = judged("", "outside(size)");
    for _ in 0..3 {
        assert_eq!(measured(&problem, &["..", ".."]).0, 4.0);
    }
    assert_eq!(counting.n_begun.load(Ordering::Relaxed), 1);
    let meters = [(); 2].map(|()| problem.meter());
    for mut meter in meters {
        meter.judge(level(problem.palette(), &["@.", ".."]).view());
    }
    assert_eq!(counting.n_asked.load(Ordering::Relaxed), 5);
}

#[test]
fn a_failure_ends_the_work_and_nobody_is_asked_again() {
    let (problem, counting) = judged("", "count(wall) + outside(size)");
    assert_eq!(measured(&problem, &["..", ".."]), (4.0, true));
    let (value, is_playable) = measured(&problem, &["#.", ".."]);
    assert!(value.is_nan() && !is_playable && problem.clone().has_ended());
    let failure = problem.check_judge().unwrap_err();
    assert_eq!(failure.to_string(), "it fell over a wall");
    let (value, is_playable) = measured(&problem, &["..", ".."]);
    assert!(value.is_nan() && !is_playable);
    assert_eq!(counting.n_asked.load(Ordering::Relaxed), 2);
}

#[test]
fn a_level_without_an_answer_scores_nothing_where_the_file_says_so() {
    let (problem, _) = judged("on_failure = \"zero\"\n", "3 + 0 * (outside(size) else 0)");
    assert_eq!(measured(&problem, &["..", ".."]), (3.0, true));
    let (value, is_playable) = measured(&problem, &["#.", ".."]);
    assert!(value.is_nan() && !is_playable);
    assert_eq!(measured(&problem, &["..", ".."]), (3.0, true));
    assert!(problem.check_judge().is_ok());
    assert_eq!(problem.judge_failures().map(|(n, _)| n), Some(1));
    let level = level(problem.palette(), &["#.", ".."]);
    assert_eq!(problem.describe(level.view())["playable"], false);
}

#[test]
fn without_a_judge_there_are_no_values() {
    let problem = problem(&file(&format!("{PIECES}{OUTSIDE}"), "outside(size) else -1"));
    assert_eq!(measured(&problem, &["..", ".."]), (-1.0, true));
}

#[test]
fn a_file_that_moves_says_where_its_judge_runs() {
    let table = "[outside]\ncommand = [\"a\"]\nvalues = [\"size\"]";
    let inline = "outside = { command = [\"a\"], values = [\"size\"] }";
    let dotted = "outside.values = [\"size\"]\noutside.command = [\"a\"]";
    for written in [table, inline, dotted] {
        let (before, behind) = if written == table { ("", written) } else { (written, "") };
        let text = format!("{before}\n{}", file(&format!("{PIECES}{behind}\n"), "outside(size)"));
        let definition = Definition::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        for folder in ["../a \"game\"", ".."] {
            let moved = definition.text_with_outside_folder(folder);
            let again = Definition::parse(&moved).unwrap_or_else(|error| panic!("{error}"));
            let found = again.outside().expect("it is there").folder.clone();
            assert_eq!(found.as_deref(), Some(folder), "{moved}");
            // Again, as of the run of a run.
            let twice = again.text_with_outside_folder("over there");
            assert!(twice.contains("\"over there\"") && twice.len() < moved.len() + 20, "{twice}");
        }
    }
}
