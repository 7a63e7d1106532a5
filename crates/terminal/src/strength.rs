//! Opponents by strength: named levels and ratings, each a player with options.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use play::PlayerList;

/// Ratings of the player `native` with limited strength (docs/native-tests.md).
pub(crate) const RATINGS: RangeInclusive<u32> = 500..=2800;

/// Answers to the question how strong a person is.
pub(crate) const STRENGTHS: &str = "beginner (500), casual (1100), club (1400), expert (2000) or \
                                    a rating such as 1200";

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
    /// The machine as it was in another year than that of its championship.
    Year(&'static str),
}

/// The machine, the year of its championship, and the option that chooses another.
const MACHINE: &str = "belle";
const CHAMPION: &str = "1980";
const GENERATION: &str = "Generation";

/// A named level.
struct Level {
    name: &'static str,
    strength: Strength,
    /// The rating of a player without limit on the ladder of docs/laboratory.md, at three minutes
    /// of the machine's time a move, rounded to tens.
    measured: Option<u32>,
    /// The way it plays.
    text: &'static str,
}

const fn rated(name: &'static str, rating: u32, text: &'static str) -> Level {
    let strength = Strength::Rating(rating);
    Level {
        name,
        strength,
        measured: None,
        text,
    }
}

/// A player at full strength, under a name of its own.
const fn full(
    name: &'static str,
    player: &'static str,
    measured: Option<u32>,
    text: &'static str,
) -> Level {
    let strength = Strength::Full(player);
    Level {
        name,
        strength,
        measured,
        text,
    }
}

/// The machine of a year, under a name that is no rating.
const fn of_year(
    name: &'static str,
    year: &'static str,
    measured: u32,
    text: &'static str,
) -> Level {
    let strength = Strength::Year(year);
    Level {
        name,
        strength,
        measured: Some(measured),
        text,
    }
}

/// Levels from the weakest on, then other programs and years. The node counts and errors are those
/// of the player `native`; the speeds are those of the record.
const LEVELS: [Level; 15] = [
    rated(
        "beginner",
        500,
        "looks one ply ahead; errs by up to 16 pawns",
    ),
    rated("novice", 800, "looks one ply ahead; errs by up to 7 pawns"),
    rated("casual", 1100, "looks one ply ahead; errs by up to 3 pawns"),
    rated("club", 1400, "looks at 300 positions; errs by up to a pawn"),
    rated(
        "strong",
        1700,
        "looks at 1,200 positions; errs by up to 0.7 pawns",
    ),
    rated("expert", 2000, "looks at 16,000 positions and does not err"),
    rated("master", 2300, "looks at 220,000 positions"),
    rated("grandmaster", 2600, "looks at 4.6 million positions"),
    full(
        "machine",
        MACHINE,
        Some(2730),
        "the chess machine of 1980 at full strength",
    ),
    full(
        "native",
        "native",
        None,
        "the modern engine at full strength",
    ),
    full(
        "atlas",
        "atlas",
        None,
        "Alex Bell's program of 1967: about as good as 1972's",
    ),
    of_year(
        "belle1972",
        "1972",
        1270,
        "the program on a PDP-11: 200 positions a second",
    ),
    of_year(
        "belle1976",
        "1976",
        1230,
        "with a generator of 25 chips: 200 positions a second",
    ),
    of_year(
        "belle1978",
        "1978",
        2340,
        "the first machine: 5,000 positions a second",
    ),
    of_year(
        "belle1983",
        "1983",
        2700,
        "as in the championship of 1983: 110,000 a second",
    ),
];

/// How the figures were found (docs/native-tests.md, docs/laboratory.md).
const MEASURED: &str = "  The ratings are Elo numbers found by games: from 1400 up against Stockfish\n  \
     set to the same rating, below that of each level against the next. ~ was\n  \
     measured against other programs, at three minutes a move of the machine's\n  \
     own time, to within 100 to 275 points. None is a chess site's rating.\n";

/// How the machine's years are named, where a rating looks like one.
pub(crate) const YEARS: &str =
    "Belle's years are `opponent belle1972`, belle1976, belle1978, machine (1980) and belle1983";

impl Strength {
    /// Chooses the player and sets its options. Fails if there is no such player.
    pub fn apply(self, players: &mut PlayerList) -> Result<(), String> {
        let (name, rating) = match self {
            Strength::Rating(rating) => (LIMITED, Some(rating)),
            Strength::Full(name) => (name, None),
            Strength::Year(_) => (MACHINE, None),
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
        match self {
            Strength::Year(year) => players.set(GENERATION, year),
            Strength::Full(MACHINE) => players.set(GENERATION, CHAMPION),
            Strength::Rating(_) | Strength::Full(_) => {}
        }
        Ok(())
    }

    /// What the chosen player and its options stand for, if that has a name.
    pub fn of(players: &PlayerList) -> Option<Strength> {
        let name = players.chosen().name();
        if name == MACHINE
            && let Some(year) = players.setting(GENERATION)
            && let Some(strength) = Strength::year(year)
        {
            return Some(strength);
        }
        let is_limited = players.setting("UCI_LimitStrength") == Some("true");
        if name == LIMITED && is_limited {
            let rating = players.setting("UCI_Elo")?;
            return Strength::rating(rating).ok();
        }
        LEVELS
            .iter()
            .map(|level| level.strength)
            .find(|&strength| matches!(strength, Strength::Full(player) if player == name))
    }

    /// What an opponent's name in a saved game tells, as [`Strength::named`] writes it.
    pub(crate) fn of_name(name: &str) -> Option<Strength> {
        if let Some((_, rating)) = name.rsplit_once(", Elo ") {
            return Strength::rating(rating).ok();
        }
        if let Some((_, year)) = name.rsplit_once(" of ") {
            return Strength::year(year);
        }
        let player = match name.split(' ').next() {
            Some("Belle") if name.starts_with("Belle native") => LIMITED,
            Some("Belle") => MACHINE,
            Some("Atlas") => "atlas",
            _ => return None,
        };
        LEVELS
            .iter()
            .map(|level| level.strength)
            .find(|&strength| matches!(strength, Strength::Full(known) if known == player))
    }

    /// The machine of a year, unless that is the usual one.
    pub fn year(year: &str) -> Option<Strength> {
        LEVELS
            .iter()
            .map(|level| level.strength)
            .find(|&strength| matches!(strength, Strength::Year(known) if known == year))
    }

    /// Whether it is the machine of its usual year.
    pub fn is_machine(self) -> bool {
        self == Strength::Full(MACHINE)
    }

    /// Whether it is the machine of another year.
    pub fn is_year(self) -> bool {
        matches!(self, Strength::Year(_))
    }

    /// The player's name with its rating or year.
    pub(crate) fn named(self, player: &str) -> String {
        match self {
            Strength::Rating(rating) => format!("{player}, Elo {rating}"),
            Strength::Full(_) => player.to_owned(),
            Strength::Year(year) => format!("{player} of {year}"),
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

    /// Finds the one strength that a sentence names: `I am a beginner`, `about 1200`.
    pub(crate) fn in_words(line: &str) -> Option<Strength> {
        let words = line.split(|letter: char| !letter.is_alphanumeric());
        let mut named = words.filter_map(|word| word.parse::<Strength>().ok());
        let first = named.next()?;
        if named.next().is_some() {
            return None;
        }
        Some(first)
    }

    /// Names of the levels.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LEVELS.iter().map(|level| level.name)
    }

    /// A rating that looks like a year of the machine.
    pub(crate) fn year_like(self) -> Option<u32> {
        match self {
            Strength::Rating(rating @ 1970..=1990) => Some(rating),
            _ => None,
        }
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
    pub fn word(self) -> String {
        match (self.level(), self) {
            (Some(level), _) => level.name.to_owned(),
            (None, Strength::Rating(rating)) => rating.to_string(),
            (None, Strength::Full(name) | Strength::Year(name)) => name.to_owned(),
        }
    }

    /// The levels as lines of text.
    pub fn levels() -> String {
        let mut lines = String::new();
        for Level {
            name,
            strength,
            measured,
            text,
        } in &LEVELS
        {
            let rating = match (strength, measured) {
                (Strength::Rating(rating), _) => rating.to_string(),
                (_, Some(measured)) => format!("~{measured}"),
                _ => String::new(),
            };
            lines += &format!("  {name:12} {rating:>5}  {text}\n");
        }
        lines + MEASURED
    }

    /// The named level of this strength.
    fn level(self) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.strength == self)
    }
}

impl FromStr for Strength {
    type Err = String;

    /// Parses a level's name or a rating.
    fn from_str(text: &str) -> Result<Strength, String> {
        let text = text.trim();
        for level in &LEVELS {
            if level.name.eq_ignore_ascii_case(text) {
                return Ok(level.strength);
            }
        }
        Strength::rating(text).map_err(|_| {
            let names: Vec<&str> = Strength::names().collect();
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
        match (self.level(), self) {
            (Some(Level { name, text, .. }), Strength::Rating(rating)) => {
                write!(f, "{name}, Elo {rating}: {text}")
            }
            (Some(Level { name, text, .. }), _) => write!(f, "{name}: {text}"),
            (None, Strength::Rating(rating)) => write!(f, "Elo {rating}"),
            (None, Strength::Full(name) | Strength::Year(name)) => write!(f, "{name}"),
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
        for (line, strength) in [
            ("I am a beginner", Some(Strength::Rating(500))),
            ("about 1200.", Some(Strength::Rating(1200))),
            ("club?", Some(Strength::Rating(1400))),
            ("between 1200 and 1400", None),
            ("not so good", None),
            ("3000", None),
            ("", None),
        ] {
            assert_eq!(Strength::in_words(line), strength, "{line}");
        }
        assert!(Strength::Rating(900).is_weak() && !Strength::Rating(1400).is_weak());
        assert!(!Strength::Full("belle").is_weak());
    }

    #[test]
    fn years_are_opponents_and_known_by_their_options() {
        let factory = |name| play::PlayerFactory::new(name, 1, || panic!("nobody plays"));
        let factories = ["belle", "native", "atlas"].map(factory).to_vec();
        let mut players = PlayerList::new(factories, 0, Vec::new());
        let machine = Strength::Full("belle");
        assert_eq!(Strength::of(&players), Some(machine));
        for word in [
            "belle1972",
            "belle1983",
            "machine",
            "club",
            "900",
            "native",
            "atlas",
        ] {
            let strength: Strength = word.parse().unwrap();
            strength.apply(&mut players).unwrap();
            assert_eq!(Strength::of(&players), Some(strength), "{word}");
            assert_eq!(strength.word(), word);
        }
        assert_eq!(Strength::year("1980"), None);
        let year = Strength::year("1972").unwrap();
        assert_eq!(year.named("Belle 0.2.0"), "Belle 0.2.0 of 1972");
        assert!(year.is_year() && !year.is_limited() && machine.is_machine());
    }

    #[test]
    fn levels_grow_stronger() {
        let ratings = LEVELS.iter().filter_map(|level| match level.strength {
            Strength::Rating(rating) => Some(rating),
            Strength::Full(_) | Strength::Year(_) => None,
        });
        assert!(ratings.is_sorted());
    }

    #[test]
    fn measured_ratings_are_those_of_the_laboratory() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/laboratory.md");
        let page = std::fs::read_to_string(page).unwrap();
        for level in &LEVELS {
            let year = match level.strength {
                Strength::Year(year) => year,
                Strength::Full(MACHINE) => CHAMPION,
                _ => continue,
            };
            let (_, row) = page.split_once(&format!("\n|{year}|")).unwrap();
            let (rating, _) = row.split_once('±').unwrap();
            let rating: u32 = rating.parse().unwrap();
            let measured = level.measured.unwrap();
            assert!(measured.abs_diff(rating) <= 5, "{year}: {rating}");
        }
    }

    #[test]
    fn of_name_tells_the_opponent_of_a_saved_game() {
        for (name, word) in [
            ("Belle native 0.2.0, Elo 1000", Some("1000")),
            ("Belle native 0.2.0", Some("native")),
            ("Belle 0.2.0", Some("machine")),
            ("Belle 0.2.0 of 1983", Some("belle1983")),
            ("Atlas", Some("atlas")),
            ("Kasparov, Garry", None),
            ("Duke of York", None),
            ("?", None),
        ] {
            let expected: Option<Strength> = word.map(|word| word.parse().unwrap());
            assert_eq!(Strength::of_name(name), expected, "{name}");
        }
    }

    #[test]
    fn list_of_levels_fits_a_page_of_80_columns() {
        // The page has a border and a blank on each side.
        for line in Strength::levels().lines() {
            assert!(line.chars().count() <= 76, "{line}");
        }
    }
}
