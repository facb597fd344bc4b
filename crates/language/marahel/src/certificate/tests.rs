use crate::{Certificate, CertificateError, Generator, Semantics};

const SCRIPT: &str = r#"{
    "metadata": {"min": "4x3", "max": "4x3"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["-> self(empty|solid)"]}]
}"#;

fn generator(text: &str) -> Generator {
    Generator::parse(text).expect("it is a script")
}

fn certificate() -> Certificate {
    let mut certificate =
        Certificate::new(&generator(SCRIPT), 5, "name = 'p'", "count(solid) > 3").expect("sound");
    for seed in [0, 9, 31] {
        certificate.insert(seed);
    }
    certificate
}

#[test]
fn what_is_written_is_read() {
    let certificate = certificate();
    let bytes = certificate.to_bytes();
    let read = Certificate::parse(&bytes).expect("it was written");
    assert_eq!(read, certificate);
    assert_eq!((read.bits(), read.n_seeds(), read.n_playing()), (5, 32, 3));
    assert_eq!((read.share(), read.condition()), (3.0 / 32.0, "count(solid) > 3"));
    assert_eq!((0..40).filter(|&seed| read.contains(seed)).collect::<Vec<_>>(), [0, 9, 31]);
    assert!((0..32).filter(|&seed| read.contains(seed)).eq([0, 9, 31]) && !read.contains(u64::MAX));
    read.check(&generator(SCRIPT)).expect("it is about this script");
}

#[test]
fn a_file_takes_a_bit_for_each_seed_and_at_most_a_kilobyte() {
    let condition = "x".repeat(Certificate::CONDITION_BYTES_MAX);
    let largest = Certificate::new(&generator(SCRIPT), 24, "", &condition).expect("sound");
    let n_bytes = largest.to_bytes().len();
    assert!(n_bytes > (1 << 24) / 8 && n_bytes <= Certificate::N_BYTES_MAX, "{n_bytes}");
    let more = Certificate::new(&generator(SCRIPT), 24, "", &(condition + "x"));
    assert_eq!(more, Err(CertificateError::Condition(513)));
    for bits in [0, 2, 25, 64] {
        let refused = Certificate::new(&generator(SCRIPT), bits, "", "");
        assert_eq!(refused, Err(CertificateError::Bits(bits)));
    }
}

#[test]
fn no_part_of_a_file_can_be_missing_or_another() {
    let bytes = certificate().to_bytes();
    for n in 0..bytes.len() {
        assert!(Certificate::parse(&bytes[..n]).is_err(), "the first {n} bytes");
        let mut flipped = bytes.clone();
        flipped[n] ^= 1 << (n % 8);
        assert!(Certificate::parse(&flipped).is_err(), "byte {n}");
    }
    let parse = |content: &[u8]| Certificate::parse(&Certificate::sealed(content));
    let content = &bytes[9..bytes.len() - 8];
    assert_eq!(parse(content), Ok(certificate()));
    let longer = [content, &[0]].concat();
    assert_eq!(parse(&longer), Err(CertificateError::Damaged("there are bytes after its end")));
    let cut_off = CertificateError::Damaged("it is cut off");
    assert_eq!(parse(&content[..content.len() - 1]), Err(cut_off));
    for (place, byte, message) in [(0, 40, "2^40"), (1, 9, "semantics"), (43, 9, "has room for")] {
        let mut content = content.to_vec();
        content[place] = byte;
        let error = parse(&content).expect_err("no such certificate is written").to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn it_is_about_what_decides_the_levels_and_nothing_else() {
    let certificate = certificate();
    let check = |text: &str, semantics| {
        let script = marahel_script::Script::parse(text).expect("it is a script");
        certificate.check(&Generator::new(&script).read_as(semantics))
    };
    let described = SCRIPT
        .replace(r#"{"type""#, r#"{"description": "noise",   "locked": true, "type""#)
        .replace("\"explorers\"", "/* what walks */ \"explorers\"");
    assert_eq!(check(&described, Semantics::Documented), Ok(()));
    let fdg20 = CertificateError::Semantics(Semantics::Documented);
    assert_eq!(check(SCRIPT, Semantics::Original), Err(fdg20));
    for (one, other) in [("4x3\"}", "4x4\"}"), ("solid)", "solid:2)"), ("horz", "vert")] {
        let changed = SCRIPT.replace(one, other);
        assert_ne!(changed, SCRIPT);
        assert_eq!(check(&changed, Semantics::Documented), Err(CertificateError::Script));
    }
    let elsewhere = Certificate { levels: certificate.levels ^ 1, ..certificate.clone() };
    assert_eq!(elsewhere.check(&generator(SCRIPT)), Err(CertificateError::Levels));
}

/// Certificates are kept for years: a hash that changes would refuse them all.
#[test]
fn hashes_are_the_same_on_every_machine_and_for_ever() {
    let Certificate { script, levels, problem, .. } = certificate();
    assert_eq!(script, 8_568_988_617_354_257_036);
    assert_eq!(levels, 16_606_399_499_133_340_492);
    assert_eq!(problem, 9_033_176_137_310_301_941);
}
