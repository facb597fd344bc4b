use super::*;

#[test]
fn what_is_decided_does_not_lack_levels() {
    use Verdict::{Fails, Holds, Undecided};
    let finding = |verdicts: &[Verdict]| {
        let named = verdicts.iter().map(|&verdict| (verdict, format!("{verdict:?}")));
        let Finding { verdict, doubt, .. } = Finding::of(String::new(), named);
        (verdict, doubt)
    };
    assert_eq!(finding(&[Holds, Undecided]), (Undecided, "Undecided".to_owned()));
    assert_eq!(finding(&[Undecided, Fails]), (Fails, String::new()));
    assert_eq!(finding(&[Holds]), (Holds, String::new()));
}

#[test]
fn claims_together_are_as_good_as_the_worst() {
    use Verdict::{Fails, Holds, Undecided};
    assert_eq!(Verdict::all([Holds, Holds]), Holds);
    assert_eq!(Verdict::all([Holds, Undecided]), Undecided);
    assert_eq!(Verdict::all([Undecided, Fails, Holds]), Fails);
}
