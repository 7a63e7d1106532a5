//! Comma-separated `name=value` settings of the command line.

use std::str::FromStr;

use statistics::Sprt;

/// Splits a text at its commas; `\,` is a literal comma.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = parts.len() - 1;
        match letter {
            '\\' if letters.peek() == Some(&',') => parts[last].extend(letters.next()),
            ',' => parts.push(String::new()),
            _ => parts[last].push(letter),
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Parses numbers into the variables of the same names.
pub(crate) fn fill<T: FromStr>(text: &str, variables: &mut [(&str, &mut T)]) -> Result<(), String> {
    for part in split(text) {
        let (name, value) = part.split_once('=').unwrap_or((&part, ""));
        let names = variables
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>()
            .join(", ");
        let (_, variable) = variables
            .iter_mut()
            .find(|(known, _)| *known == name.trim())
            .ok_or_else(|| format!("unknown setting '{name}'; known: {names}"))?;
        **variable = value
            .trim()
            .parse()
            .map_err(|_| format!("{name}: '{value}' is not a number"))?;
    }
    Ok(())
}

/// Parses a test as `elo0=0,elo1=5,alpha=0.05,beta=0.05`; settings not given have these values.
pub fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };
    fill(
        text,
        &mut [
            ("elo0", &mut sprt.elo0),
            ("elo1", &mut sprt.elo1),
            ("alpha", &mut sprt.alpha),
            ("beta", &mut sprt.beta),
        ],
    )?;
    if !sprt.is_valid() {
        return Err("expected elo0 below elo1, and alpha and beta between 0 and 0.5".to_owned());
    }
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sprt_parses_with_defaults() {
        assert_eq!(parse_sprt("elo1=10").unwrap().elo1, 10.0);
        assert!(parse_sprt("elo0=10,elo1=5").is_err() && parse_sprt("alpha=1").is_err());
    }

    #[test]
    fn split_escaped_comma_kept() {
        assert_eq!(split("a=1, b=x y ,,c=p\\,q"), ["a=1", "b=x y", "c=p,q"]);
        assert!(split("").is_empty());
    }

    #[test]
    fn fill_unknown_name_or_value_refused() {
        let (mut one, mut two) = (1.0, 2.0);
        fill("two=5", &mut [("one", &mut one), ("two", &mut two)]).unwrap();
        assert_eq!((one, two), (1.0, 5.0));
        let wrong = fill("three=5", &mut [("one", &mut one), ("two", &mut two)]).unwrap_err();
        assert_eq!(wrong, "unknown setting 'three'; known: one, two");
        assert!(
            fill("one=x", &mut [("one", &mut one)])
                .unwrap_err()
                .contains("'x' is not a number")
        );
    }
}
