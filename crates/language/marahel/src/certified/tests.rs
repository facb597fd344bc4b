use crate::{Certificate, CertificateError, Certified, Generator};

const SCRIPT: &str = r#"{
    "metadata": {"min": "4x3", "max": "4x3"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["-> self(empty|solid)"]}]
}"#;

fn certified(bits: u8, plays: impl Fn(u32) -> bool) -> Result<Certified, CertificateError> {
    let generator = Generator::parse(SCRIPT).expect("it is a script");
    let certificate = Certificate::new(&generator, bits, "").expect("sound");
    let certificate = certificate.with_seeds((0..1 << bits).filter(|&seed| plays(seed)).collect());
    Certified::new(generator, certificate.to_json().as_bytes())
}

#[test]
fn any_seed_stands_for_one_that_plays() {
    let certified = certified(8, |seed| seed % 3 == 1).expect("some play");
    assert!((certified.share() - 1.0 / 3.0).abs() < 0.01);
    for seed in [0, 1, 7, 255, 256, u64::MAX] {
        assert_eq!(certified.seed(seed) % 3, 1);
        let level = certified.generate(seed).expect("it costs little");
        assert_eq!(level, certified.generator().generate(certified.seed(seed)).expect("the same"));
    }
}

/// By tries where many play, and by choosing one where few do.
#[test]
fn all_that_play_are_equally_likely() {
    for (bits, n_playing) in [(4, 10), (16, 10)] {
        let certified = certified(bits, |seed| seed < n_playing).expect("some play");
        let mut counts = vec![0_u32; n_playing as usize];
        for seed in 0..10_000 {
            counts[certified.seed(seed) as usize] += 1;
        }
        // Four standard deviations of a binomial distribution.
        let is_likely = |&count: &u32| count.abs_diff(1000) < 120;
        assert!(counts.iter().all(is_likely), "{counts:?}");
    }
}

#[test]
fn a_certificate_of_nothing_is_refused() {
    assert_eq!(certified(8, |_| false).err(), Some(CertificateError::Empty));
    let one = certified(20, |seed| seed == 987_654).expect("one plays");
    assert_eq!(one.seed(3), 987_654);
}
