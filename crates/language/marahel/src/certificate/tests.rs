use marahel_level::Palette;

use crate::{Certificate, CertificateError, Certified, Generator, Semantics};

const SCRIPT: &str = r#"{
    "metadata": {"min": "4x3", "max": "4x3"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["-> self(empty|solid)"]}]
}"#;

const FILE: &str = r##"{"problem":"p","condition":"count(solid) > 3","characters":{"empty":".","solid":"#"},"semantics":"documented","hashes":{"script":"76eb29bf3dc4228c","problem":"7d5c49d649ea6ef5","levels":"e675c85c28114b4c"},"seeds":{"tried":32,"playing":[0,9,31]}}
"##;

fn generator(text: &str) -> Generator {
    Generator::parse(text).expect("it is a script")
}

fn certificate() -> Certificate {
    let palette = Palette::of_names(&["empty", "solid"]).expect("two names");
    let blank = Certificate::new(&generator(SCRIPT), 5, "count(solid) > 3").expect("sound");
    blank.for_problem("p", "name = 'p'", &palette).with_seeds(vec![0, 9, 31])
}

/// Certificates are kept for years: a hash that changes would refuse them all.
#[test]
fn a_file_is_the_same_on_every_machine_and_for_ever() {
    let certificate = certificate();
    assert_eq!(certificate.to_json(), FILE);
    let again = Certificate::parse(FILE.as_bytes()).expect("it was written");
    assert_eq!(again, certificate);
    assert_eq!((again.n_seeds(), again.playing()), (32, [0, 9, 31].as_slice()));
    assert_eq!((again.share(), again.condition()), (3.0 / 32.0, "count(solid) > 3"));
    Certified::new(generator(SCRIPT), FILE.as_bytes()).expect("it is about this script");
}

#[test]
fn a_file_has_a_largest_size() {
    for bits in [0, 2, 21, 64] {
        let refused = Certificate::new(&generator(SCRIPT), bits, "");
        assert_eq!(refused, Err(CertificateError::Bits(bits)));
    }
    let largest = Certificate::new(&generator(SCRIPT), 20, "").expect("sound");
    let n_bytes = largest.with_seeds((0..1 << 20).collect()).to_json().len();
    assert!((7_000_000..Certificate::N_BYTES_MAX).contains(&n_bytes), "{n_bytes}");
}

#[test]
fn it_is_about_what_decides_the_levels_and_nothing_else() {
    let check = |text: &str, semantics| {
        let script = marahel_script::Script::parse(text).expect("it is a script");
        Certified::new(Generator::new(&script).read_as(semantics), FILE.as_bytes()).err()
    };
    let described = SCRIPT
        .replace(r#"{"type""#, r#"{"description": "noise",   "locked": true, "type""#)
        .replace("\"explorers\"", "/* what walks */ \"explorers\"");
    assert_eq!(check(&described, Semantics::Documented), None);
    let documented = CertificateError::Semantics("documented".to_owned());
    assert_eq!(check(SCRIPT, Semantics::Original), Some(documented));
    for (part, instead) in [("4x3\"}", "4x4\"}"), ("solid)", "solid:2)"), ("horz", "vert")] {
        let changed = SCRIPT.replace(part, instead);
        assert_ne!(changed, SCRIPT);
        assert_eq!(check(&changed, Semantics::Documented), Some(CertificateError::Script));
    }
}
