//! Opponents by strength: named levels and ratings, each a player with options.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use play::PlayerList;

/// Ratings of the player `native` with limited strength (docs/native-tests.md).
pub(crate) const RATINGS: RangeInclusive<u32> = 500..=2800;

/// The highest rating at which warnings are offered.
const WEAK: u32 = 1200;

/// The player that can limit its strength.
const LIMITED: &str = "native";

/// An opponent's strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The player `native`, limited to a rating.
    Rating(u32),
    /// This player without limit.
    Full(&'static str),
}

/// A named level: its name, strength, and the way it plays.
type Level = (&'static str, Strength, &'static str);

/// Levels from the weakest on. The node counts and errors are those of the player `native`.
const LEVELS: [Level; 10] = [
    (
        "beginner",
        Strength::Rating(500),
        "looks one ply ahead; errs by up to 16 pawns",
    ),
    (
        "novice",
        Strength::Rating(800),
        "looks one ply ahead; errs by up to 7 pawns",
    ),
    (
        "casual",
        Strength::Rating(1100),
        "looks one ply ahead; errs by up to 3 pawns",
    ),
    (
        "club",
        Strength::Rating(1400),
        "looks at 300 positions; errs by up to a pawn",
    ),
    (
        "strong",
        Strength::Rating(1700),
        "looks at 1,200 positions; errs by up to 0.7 pawns",
    ),
    (
        "expert",
        Strength::Rating(2000),
        "looks at 16,000 positions and does not err",
    ),
    (
        "master",
        Strength::Rating(2300),
        "looks at 220,000 positions",
    ),
    (
        "grandmaster",
        Strength::Rating(2600),
        "looks at 4.6 million positions",
    ),
    (
        "machine",
        Strength::Full("belle"),
        "the chess machine at full strength",
    ),
    (
        "native",
        Strength::Full("native"),
        "the modern engine at full strength",
    ),
];

impl Strength {
    /// Chooses the player and sets its options. Fails if there is no such player.
    pub fn apply(self, players: &mut PlayerList) -> Result<(), String> {
        let (name, rating) = match self {
            Strength::Rating(rating) => (LIMITED, Some(rating)),
            Strength::Full(name) => (name, None),
        };
        if !players.choose(name) {
            return Err(format!(
                "opponent: expected a program with the player {name}"
            ));
        }
        players.set(
            "UCI_LimitStrength",
            if rating.is_some() { "true" } else { "false" },
        );
        if let Some(rating) = rating {
            players.set("UCI_Elo", &rating.to_string());
        }
        Ok(())
    }

    /// The player's name with its rating.
    pub(crate) fn named(self, player: &str) -> String {
        match self {
            Strength::Rating(rating) => format!("{player}, Elo {rating}"),
            Strength::Full(_) => player.to_owned(),
        }
    }

    /// Parses a rating.
    pub fn rating(text: &str) -> Result<Strength, String> {
        let rating = text
            .parse()
            .ok()
            .filter(|rating| RATINGS.contains(rating))
            .map(Strength::Rating);
        rating.ok_or_else(|| {
            format!(
                "expected a rating from {} to {}, got '{text}'",
                RATINGS.start(),
                RATINGS.end()
            )
        })
    }

    /// Names of the levels.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LEVELS.iter().map(|&(name, ..)| name)
    }

    /// Whether it plays below its full strength.
    pub(crate) fn is_limited(self) -> bool {
        matches!(self, Strength::Rating(_))
    }

    /// Whether a person of this strength often loses a piece by mistake.
    pub(crate) fn is_weak(self) -> bool {
        matches!(self, Strength::Rating(rating) if rating <= WEAK)
    }

    /// The name of the level, or the rating, as a person types it.
    pub(crate) fn word(self) -> String {
        let known = LEVELS.iter().find(|(_, strength, _)| *strength == self);
        match (known, self) {
            (Some((name, ..)), _) => (*name).to_owned(),
            (None, Strength::Rating(rating)) => rating.to_string(),
            (None, Strength::Full(name)) => name.to_owned(),
        }
    }

    /// The levels as lines of text.
    pub fn levels() -> String {
        let row = |&(name, strength, text): &Level| {
            let rating = match strength {
                Strength::Rating(rating) => rating.to_string(),
                Strength::Full(_) => "full".to_owned(),
            };
            format!("  {name:12} {rating:>5}  {text}\n")
        };
        LEVELS.iter().map(row).collect()
    }
}

impl FromStr for Strength {
    type Err = String;

    /// Parses a level's name or a rating.
    fn from_str(text: &str) -> Result<Strength, String> {
        let text = text.trim();
        let named = LEVELS
            .iter()
            .find(|(name, ..)| name.eq_ignore_ascii_case(text));
        named
            .map(|&(_, strength, _)| strength)
            .or_else(|| Strength::rating(text).ok())
            .ok_or_else(|| {
                let names: Vec<&str> = LEVELS.iter().map(|(name, ..)| *name).collect();
                format!(
                    "'{text}' is not an opponent: expected a rating from {} to {} or one of {}",
                    RATINGS.start(),
                    RATINGS.end(),
                    names.join(", ")
                )
            })
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = LEVELS.iter().find(|(_, strength, _)| strength == self);
        match (known, self) {
            (Some((name, Strength::Rating(rating), text)), _) => {
                write!(f, "{name}, Elo {rating}: {text}")
            }
            (Some((name, _, text)), _) => write!(f, "{name}: {text}"),
            (None, Strength::Rating(rating)) => write!(f, "Elo {rating}"),
            (None, Strength::Full(name)) => write!(f, "{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_read_by_name_and_rating() {
        assert_eq!("club".parse(), Ok(Strength::Rating(1400)));
        assert_eq!(" Machine ".parse(), Ok(Strength::Full("belle")));
        assert_eq!("800".parse(), Ok(Strength::Rating(800)));
        for text in ["", "499", "2801", "-5", "duffer"] {
            let error = text.parse::<Strength>().unwrap_err();
            assert!(
                error.contains("expected a rating from 500 to 2800 or one of beginner, novice"),
                "{error}"
            );
        }
        assert_eq!(
            Strength::Rating(800).to_string(),
            "novice, Elo 800: looks one ply ahead; errs by up to 7 pawns"
        );
        assert_eq!(Strength::Rating(801).to_string(), "Elo 801");
        assert!(Strength::Rating(900).is_weak() && !Strength::Rating(1400).is_weak());
        assert!(!Strength::Full("belle").is_weak());
    }

    #[test]
    fn levels_grow_stronger() {
        let ratings = LEVELS.iter().filter_map(|(_, strength, _)| match strength {
            Strength::Rating(rating) => Some(*rating),
            Strength::Full(_) => None,
        });
        assert!(ratings.is_sorted() && Strength::levels().lines().count() == LEVELS.len());
    }

    #[test]
    fn list_of_levels_fits_a_page_of_80_columns() {
        // The page has a border and a blank on each side.
        for line in Strength::levels().lines() {
            assert!(line.chars().count() <= 76, "{line}");
        }
    }
}
