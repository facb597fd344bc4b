//! Requested values of controls, as written on the command line.

use marahel_problem::Control;

/// Wanted values of a problem's controls, in their order; `None` accepts any value.
pub(super) type WantedValues = Vec<Option<f64>>;

/// Reads `path=40` or `player_key=13,key_door=15`.
pub(super) fn parse(text: &str, controls: &[Control]) -> Result<WantedValues, String> {
    let names: Vec<&str> = controls.iter().map(|control| control.name.as_str()).collect();
    let mut values = vec![None; controls.len()];
    for part in text.split(',') {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("--want {text}: write it as NAME=VALUE,NAME=VALUE"))?;
        let name = name.trim();
        let index = names.iter().position(|control| *control == name).ok_or_else(|| {
            let controls = names.join(" and ");
            format!("--want {text}: `{name}` cannot be asked for; the runs know {controls}")
        })?;
        let value = value.trim();
        let number = value.parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| format!("--want {text}: `{value}` is not a number"))?;
        if values[index].replace(number).is_some() {
            return Err(format!("--want {text}: `{name}` is given twice"));
        }
    }
    Ok(values)
}

/// The wanted values with their tolerances, in words.
pub(super) fn describe(values: &[Option<f64>], controls: &[Control]) -> String {
    let requests = controls.iter().zip(values).filter_map(|(control, value)| {
        let value = (*value)?;
        Some(format!("{} {value} ± {}", control.name, control.tolerance))
    });
    requests.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use marahel_problem::Control;

    use super::{describe, parse};

    fn controls() -> [Control; 2] {
        ["player_key", "key_door"].map(|name| Control {
            name: name.to_owned(),
            low: 11,
            high: 19,
            tolerance: 2,
            is_dial: false,
        })
    }

    #[test]
    fn values_have_names_in_any_order() {
        let want = parse("key_door=15, player_key=13", &controls()).unwrap();
        assert_eq!(want, [Some(13.0), Some(15.0)]);
        assert_eq!(describe(&want, &controls()), "player_key 13 ± 2 and key_door 15 ± 2");
        assert_eq!(parse("key_door=15", &controls()).unwrap(), [None, Some(15.0)]);
    }

    #[test]
    fn what_is_not_understood_is_an_error_that_says_so() {
        for (text, part) in [
            ("path=40", "`path` cannot be asked for; the runs know player_key and key_door"),
            ("key_door", "NAME=VALUE"),
            ("key_door=long", "`long` is not a number"),
            ("key_door=inf", "`inf` is not a number"),
            ("key_door=1,key_door=2", "twice"),
        ] {
            let message = parse(text, &controls()).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
