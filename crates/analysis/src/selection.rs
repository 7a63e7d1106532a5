//! Choice of the games to analyze.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use files::Shard;
use notation::{MalformedGame, ParsedGame};
use shakmaty::Color;
use thiserror::Error;

/// Numbers of games, such as `3-7` or `1,4-6,9-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNumbers(Vec<RangeInclusive<u64>>);

/// Whether this text is in one of the players' names; case does not count.
pub(crate) fn have_part(names: &str, part_of_name: &str) -> bool {
    names.to_lowercase().contains(&part_of_name.to_lowercase())
}

/// A text that is no list of game numbers.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("games: expected numbers from 1 such as 3-7 or 1,4-6,9-, got '{0}'")]
pub struct GameNumbersError(String);

impl FromStr for GameNumbers {
    type Err = GameNumbersError;

    fn from_str(text: &str) -> Result<GameNumbers, GameNumbersError> {
        let mut ranges = Vec::new();
        for range in text.split(',') {
            match parse_range(range.trim()) {
                Some(range) => ranges.push(range),
                None => return Err(GameNumbersError(text.to_owned())),
            }
        }
        Ok(GameNumbers(ranges))
    }
}

/// Reads `3`, `3-7`, `-7` or `3-`.
fn parse_range(text: &str) -> Option<RangeInclusive<u64>> {
    if text == "-" {
        return None;
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let first = match first.trim() {
        "" => 1,
        first => first.parse().ok()?,
    };
    let last = match last.trim() {
        "" => u64::MAX,
        last => last.parse().ok()?,
    };
    if text.is_empty() || first == 0 || first > last {
        return None;
    }
    Some(first..=last)
}

impl fmt::Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranges = Vec::new();
        for range in &self.0 {
            let (first, last) = (range.start(), range.end());
            ranges.push(if first == last {
                first.to_string()
            } else if *last == u64::MAX {
                format!("{first}-")
            } else {
                format!("{first}-{last}")
            });
        }
        f.write_str(&ranges.join(","))
    }
}

/// The games to analyze: all by default.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Numbers in the file.
    pub numbers: Option<GameNumbers>,
    /// Part of White's or Black's name; case does not count.
    pub player: Option<String>,
    /// Part of the file's games, by their numbers.
    pub shard: Option<Shard>,
}

impl Selection {
    /// Whether a game is chosen.
    pub fn has(&self, game: &Result<ParsedGame, MalformedGame>) -> bool {
        let number = match game {
            Ok(game) => game.number,
            Err(game) => game.number,
        };
        if let Some(shard) = &self.shard
            && !shard.has((number - 1) as usize)
        {
            return false;
        }
        if let Some(numbers) = &self.numbers
            && !numbers.0.iter().any(|range| range.contains(&number))
        {
            return false;
        }
        let Some(part_of_name) = &self.player else {
            return true;
        };
        let names = match game {
            Ok(game) => format!("{}\n{}", game.name(Color::White), game.name(Color::Black)),
            Err(game) => game.players.clone().unwrap_or_default(),
        };
        have_part(&names, part_of_name)
    }

    /// Whether no game after the one with this number is chosen.
    pub fn ends_at(&self, number: u64) -> bool {
        match &self.numbers {
            Some(numbers) => numbers.0.iter().all(|range| *range.end() <= number),
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_games;

    #[test]
    fn numbers_are_read_and_written() {
        for text in ["3-7", "1,4-6,9-", "5"] {
            assert_eq!(text.parse::<GameNumbers>().unwrap().to_string(), text);
        }
        assert_eq!("-4".parse::<GameNumbers>().unwrap().to_string(), "1-4");
        for text in ["", "0", "-", "7-3", "a", "1,,2", "1-2-3"] {
            assert!(text.parse::<GameNumbers>().is_err(), "{text}");
        }
    }

    #[test]
    fn selection_by_number_and_player() {
        let text =
            "[White \"Karpov, A\"]\n\n1. e4 *\n\n[Black \"Kasparov\"]\n\n1. d4 *\n\n1. c4 *\n";
        let games = parse_games(text.as_bytes()).unwrap();
        let chosen = |numbers: Option<&str>, player: Option<&str>| {
            let numbers = numbers.map(|numbers| numbers.parse().unwrap());
            let selection = Selection {
                numbers,
                player: player.map(str::to_owned),
                shard: None,
            };
            (1..)
                .zip(&games)
                .filter(|(_, game)| selection.has(game))
                .map(|(number, _)| number)
                .collect::<Vec<u32>>()
        };
        assert_eq!(chosen(None, None), [1, 2, 3]);
        assert_eq!(chosen(Some("2-"), None), [2, 3]);
        assert_eq!(chosen(None, Some("KA")), [1, 2]);
        assert_eq!(chosen(Some("2"), Some("karpov")), [0_u32; 0]);
        let selection = Selection {
            numbers: Some("1,2".parse().unwrap()),
            ..Selection::default()
        };
        assert!(selection.ends_at(2) && !selection.ends_at(1) && !Selection::default().ends_at(9));
    }
}
