use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;

use super::Questions;

const LONG: Duration = Duration::from_mins(1);

/// Echoes each question; fails on `fault`, and never ends on `long`.
const ANSWERS: &str = r#"while read n; do
        question=$(dd bs=1 count="$n" 2>/dev/null)
        case "$question" in
            fault) exit 1 ;;
            long) exec sleep 1000000 ;;
        esac
        printf '%s\n%s' "$n" "$question"
    done"#;

#[test]
fn a_fault_or_a_long_question_leaves_room_for_others() {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let questions = Questions::by(1, || {
            let mut command = Command::new("sh");
            command.args(["-c", ANSWERS]);
            command
        });
        let ask = |patience, question: &str| questions.answer(patience, question.to_owned());
        assert_eq!(ask(LONG, "fault").await.unwrap_err().0, 500);
        assert_eq!(ask(LONG, "a").await.unwrap(), "a");
        assert_eq!(ask(LONG, "two\nlines").await.unwrap(), "two\nlines");
        // The work ends with it, so that there is room at once.
        assert_eq!(ask(Duration::from_millis(1), "long").await.unwrap_err().0, 503);
        assert_eq!(ask(LONG, "b").await.unwrap(), "b");
    });
}

#[test]
fn however_many_questions_are_long_one_place_is_free() {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let questions = Arc::new(Questions::by(2, || {
            let mut command = Command::new("sh");
            command.args(["-c", ANSWERS]);
            command
        }));
        let long = |_| {
            let asked = Arc::clone(&questions);
            tokio::spawn(async move { asked.answer(LONG, "long".to_owned()).await })
        };
        let hostile: Vec<_> = (0..12).map(long).collect();
        tokio::time::sleep(Duration::from_millis(200)).await;
        for short in ["a", "b"] {
            let answer = questions.answer(Duration::from_secs(10), short.to_owned()).await;
            assert_eq!(answer.unwrap(), short);
        }
        let n_ended = hostile.iter().filter(|asked| asked.is_finished()).count();
        assert!((8..12).contains(&n_ended), "{n_ended} of 12 had to leave");
        hostile.iter().for_each(tokio::task::JoinHandle::abort);
    });
}

#[test]
fn a_long_question_leaves_its_place_to_short_ones() {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let questions = Arc::new(Questions::by(1, || {
            let mut command = Command::new("sh");
            command.args(["-c", ANSWERS]);
            command
        }));
        let asked = Arc::clone(&questions);
        let long =
            tokio::spawn(
                async move { asked.answer(Duration::from_secs(10), "long".to_owned()).await },
            );
        tokio::time::sleep(Duration::from_millis(200)).await;
        for short in ["a", "b"] {
            let answer = questions.answer(Duration::from_secs(5), short.to_owned()).await;
            assert_eq!(answer.unwrap(), short);
        }
        assert!(!long.is_finished());
        assert_eq!(long.await.unwrap().unwrap_err().0, 503);
    });
}
