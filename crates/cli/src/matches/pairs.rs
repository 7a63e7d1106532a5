//! `name=value,name=value` as the command line gives it.

use std::str::FromStr;

/// The parts of a text between its commas; a comma that belongs to a part is written `\,`.
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
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Reads numbers into their places: each place has its name.
///
/// # Errors
/// There is no such name, or the value is no number.
pub(crate) fn fill<T: FromStr>(text: &str, places: &mut [(&str, &mut T)]) -> Result<(), String> {
    for part in split(text) {
        let (name, value) = part.split_once('=').unwrap_or((&part, ""));
        let names = places.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let (_, place) = places
            .iter_mut()
            .find(|(known, _)| *known == name.trim())
            .ok_or_else(|| format!("there is no '{name}' here; there is {names}"))?;
        **place = value.trim().parse().map_err(|_| format!("{name}: '{value}' is not a number"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_part_and_may_be_kept() {
        assert_eq!(split("a=1, b=x y ,,c=p\\,q"), ["a=1", "b=x y", "c=p,q"]);
        assert!(split("").is_empty());
    }

    #[test]
    fn numbers_find_their_places() {
        let (mut one, mut two) = (1.0, 2.0);
        fill("two=5", &mut [("one", &mut one), ("two", &mut two)]).unwrap();
        assert_eq!((one, two), (1.0, 5.0));
        let wrong = fill("three=5", &mut [("one", &mut one), ("two", &mut two)]).unwrap_err();
        assert_eq!(wrong, "there is no 'three' here; there is one, two");
        assert!(fill("one=x", &mut [("one", &mut one)]).unwrap_err().contains("'x' is not a number"));
    }
}
