//! The options of players that a page may set. None is a path, so that no page reads files of this
//! machine; sizes stay small enough for many pages at once.

use std::num::NonZero;
use std::thread::available_parallelism;

/// Largest transposition table of a page's player in megabytes: that of `native` without options.
const MAX_HASH: u64 = 16;

/// An option that a page may set.
struct Allowed {
    name: &'static str,
    /// The largest value of a number.
    most: Option<fn() -> u64>,
}

const ALLOWED: [Allowed; 6] = [
    allowed("Generation", None),
    allowed("Pace", None),
    allowed("UCI_LimitStrength", None),
    allowed("UCI_Elo", None),
    allowed("Hash", Some(|| MAX_HASH)),
    allowed("Threads", Some(most_threads)),
];

const fn allowed(name: &'static str, most: Option<fn() -> u64>) -> Allowed {
    Allowed { name, most }
}

/// As many threads as there are cores, but at most four: each takes 2 MB, however large the
/// computer.
fn most_threads() -> u64 {
    const MOST: u64 = 4;
    let cores = available_parallelism().map_or(1, NonZero::get);
    MOST.min(cores as u64)
}

/// Checks that a page may set an option to this value; the player itself checks the rest.
pub(crate) fn check(name: &str, value: &str) -> Result<(), String> {
    let mut known = ALLOWED.iter();
    let Some(found) = known.find(|one| one.name.eq_ignore_ascii_case(name)) else {
        let names = ALLOWED.map(|one| one.name).join(", ");
        return Err(format!("options: expected one of {names}, got '{name}'"));
    };
    let most = found.most.map(|most| most());
    match (most, value.trim().parse::<u64>()) {
        (Some(most), Ok(number)) if number > most => Err(format!(
            "option '{}': expected at most {most} in the machine room, got '{number}'",
            found.name
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_large_sizes_are_refused() {
        for (name, value) in [("Generation", "1978"), ("hash", "16"), ("Threads", "1")] {
            assert_eq!(check(name, value), Ok(()), "{name}");
        }
        for (name, value, expected) in [
            ("BookFile", "/etc/passwd", "expected one of Generation"),
            ("SyzygyPath", "/", "expected one of Generation"),
            ("Hash", "17", "at most 16"),
            ("HASH", " 16384 ", "at most 16"),
            ("Threads", "256", "at most"),
        ] {
            let message = check(name, value).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
