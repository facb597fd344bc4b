//! Locks: explorers, rules and regions that a search must not change.

use marahel_script::{Locked, Script};

/// Locks parts of a script: `2` is the third explorer, `2.0` its first rule, `regions` the
/// regions.
pub fn locked(mut script: Script, locks: &[String]) -> Result<Script, String> {
    for lock in locks {
        lock_part(&mut script, lock).map_err(|reason| {
            format!("`{lock}` locks nothing: {reason}; explorers and rules are counted from 0")
        })?;
    }
    Ok(script)
}

/// Locks one part, or says why there is none.
fn lock_part(script: &mut Script, lock: &str) -> Result<(), String> {
    if lock == "regions" {
        script.regions.as_mut().ok_or("it has no regions")?.is_locked = true;
        return Ok(());
    }
    let (explorer, rule) = match lock.split_once('.') {
        Some((explorer, rule)) => (explorer, Some(rule)),
        None => (lock, None),
    };
    let n_explorers = script.explorers.len();
    let explorer = explorer.parse::<usize>().ok();
    let explorer = explorer.and_then(|index| script.explorers.get_mut(index));
    let explorer = explorer.ok_or_else(|| format!("it has {n_explorers} explorers"))?;
    let Some(rule) = rule else {
        explorer.locked = Locked::Whole;
        return Ok(());
    };
    let n_rules = explorer.rules.len();
    let rule = rule.parse::<usize>().ok().filter(|&rule| rule < n_rules);
    let rule = rule.ok_or_else(|| format!("its explorer has {n_rules} rules"))?;
    match &mut explorer.locked {
        Locked::No => explorer.locked = Locked::Rules(vec![rule]),
        Locked::Rules(rules) if !rules.contains(&rule) => {
            rules.push(rule);
            rules.sort_unstable();
        }
        Locked::Rules(_) | Locked::Whole => (),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::locked;
    use marahel_script::{Locked, Script};

    fn script() -> Script {
        let text = r#"{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["wall", "floor"],
            "explorers": [{"rules": ["-> self(wall)"]}, {"rules": ["-> self(floor)", "-> self(wall)"]}]}"#;
        Script::parse(text).unwrap()
    }

    #[test]
    fn explorers_and_rules_are_locked() {
        let locks = ["0", "1.1"].map(str::to_owned);
        let script = locked(script(), &locks).unwrap();
        assert_eq!(script.explorers[0].locked, Locked::Whole);
        assert_eq!(script.explorers[1].locked, Locked::Rules(vec![1]));
    }

    #[test]
    fn what_is_not_there_cannot_be_locked() {
        for (lock, said) in
            [("2", "has 2 explorers"), ("0.1", "has 1 rules"), ("regions", "no regions"), ("x", "")]
        {
            let error = locked(script(), &[lock.to_owned()]).unwrap_err();
            assert!(error.contains(said) && error.contains(&format!("`{lock}`")), "{error}");
        }
    }
}
