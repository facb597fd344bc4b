use super::*;

#[test]
fn names_are_read_back() {
    for flavor in Flavor::ALL {
        assert_eq!(flavor.to_string().parse(), Ok(flavor));
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let message = "papers".parse::<Flavor>().unwrap_err().to_string();
    assert!(message.contains("`papers`"), "{message}");
    for flavor in Flavor::ALL {
        assert!(message.contains(&format!("`{flavor}`")), "{message}");
    }
}
