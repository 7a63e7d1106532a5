//! The record of a game, and its PGN with clocks and scores.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use shakmaty::{ByColor, Color, KnownOutcome, Outcome, Position};

use notation::{Pgn, eval_command};
use play::Game;

use crate::engine::{Fault, SearchInfo};

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    pub outcome: KnownOutcome,
    pub reason: String,
    /// The reason, as a PGN tag value.
    pub termination: Termination,
}

/// Values of PGN's tag `Termination`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their texts say it")]
pub enum Termination {
    /// By the rules of chess, or by resignation.
    Normal,
    Adjudication,
    TimeForfeit,
    RulesInfraction,
    Abandoned,
}

impl Termination {
    const ALL: [(Termination, &'static str); 5] = [
        (Termination::Normal, "normal"),
        (Termination::Adjudication, "adjudication"),
        (Termination::TimeForfeit, "time forfeit"),
        (Termination::RulesInfraction, "rules infraction"),
        (Termination::Abandoned, "abandoned"),
    ];

    /// Whether the loser failed, as opposed to being outplayed.
    pub fn is_fault(self) -> bool {
        !matches!(self, Termination::Normal | Termination::Adjudication)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = Termination::ALL.iter().find(|(value, _)| value == self);
        f.write_str(row.map_or("", |(_, text)| text))
    }
}

impl FromStr for Termination {
    type Err = String;

    fn from_str(text: &str) -> Result<Termination, String> {
        let row = Termination::ALL.iter().find(|(_, known)| *known == text);
        row.map(|(value, _)| *value)
            .ok_or_else(|| format!("unknown termination '{text}'"))
    }
}

/// A move of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveRecord {
    pub time: Duration,
    /// Whether the time belongs to the game: it is limited, or the machine's own.
    pub is_timed: bool,
    pub left: Option<Duration>,
    pub info: Option<SearchInfo>,
}

/// A game with its moves' records and its result.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// All moves, the opening's included.
    pub game: Game,
    /// Number of the opening's moves.
    pub book: usize,
    pub moves: Vec<MoveRecord>,
    pub result: GameResult,
    /// The side whose engine failed and must be restarted.
    pub failed: Option<Color>,
}

impl GameRecord {
    pub(crate) fn new(game: Game) -> GameRecord {
        let (outcome, termination) = (KnownOutcome::Draw, Termination::Abandoned);
        let result = GameResult {
            outcome,
            reason: String::new(),
            termination,
        };
        GameRecord {
            book: game.moves().len(),
            game,
            moves: Vec::new(),
            result,
            failed: None,
        }
    }

    pub(crate) fn ended(self, result: GameResult) -> GameRecord {
        GameRecord { result, ..self }
    }

    /// Ends the game with a loss for `color`; an aborted game has no record.
    pub(crate) fn end_by_fault(self, color: Color, fault: Fault) -> Result<GameRecord, Fault> {
        let termination = match fault {
            Fault::Aborted => return Err(fault),
            Fault::IllegalMove(_) => Termination::RulesInfraction,
            Fault::Resigned => Termination::Normal,
            Fault::Start(_) | Fault::Crash(_) | Fault::Unresponsive | Fault::Protocol(_) => {
                Termination::Abandoned
            }
        };
        let failed = (fault != Fault::Resigned).then_some(color);
        let outcome = KnownOutcome::Decisive { winner: !color };
        let reason = format!("{} {fault}", color_name(color));
        Ok(GameRecord {
            result: GameResult {
                outcome,
                reason,
                termination,
            },
            failed,
            ..self
        })
    }

    /// A PGN comment for each move: score from White's side with depth, nodes, clock and time (`%eval`, `%nodes`,
    /// `%clk`, `%emt`).
    fn comments(&self) -> Vec<String> {
        let book = (0..self.book).map(|_| String::new());
        let turns = self.game.positions()[self.book..]
            .iter()
            .map(|position| position.turn());
        book.chain(
            turns
                .zip(&self.moves)
                .map(|(turn, made)| comment(turn, made)),
        )
        .collect()
    }
}

/// A finished game of a match, with the participants' numbers, names and limits. Games and rounds count from 0.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MatchGame {
    pub number: usize,
    pub round: usize,
    pub sides: ByColor<usize>,
    pub names: ByColor<String>,
    pub limits: ByColor<String>,
    pub opening: String,
    pub record: GameRecord,
}

impl MatchGame {
    /// Writes the game as PGN; `key` identifies the match.
    pub fn pgn(&self, event: &str, date: &str, key: &str) -> String {
        let GameResult {
            outcome,
            reason,
            termination,
        } = &self.record.result;
        let game = &self.record.game;
        let rows = [
            ("Event", event.to_owned()),
            ("Date", date.to_owned()),
            ("Round", (self.round + 1).to_string()),
            ("White", self.names.white.clone()),
            ("Black", self.names.black.clone()),
            ("Termination", termination.to_string()),
            ("Reason", reason.clone()),
            ("WhiteLimits", self.limits.white.clone()),
            ("BlackLimits", self.limits.black.clone()),
            ("Opening", self.opening.clone()),
            ("PlyCount", game.moves().len().to_string()),
            ("MatchGame", (self.number + 1).to_string()),
            ("MatchKey", key.to_owned()),
        ];
        let unnamed = |name: &str| name == "Opening" && self.opening.is_empty();
        let tags = rows.into_iter().filter(|(name, _)| !unnamed(name));
        let tags = tags.map(|(name, value)| (name.to_owned(), value)).collect();
        let outcome = Outcome::Known(*outcome);
        Pgn {
            tags,
            game: game.clone(),
            outcome,
        }
        .annotated(&self.record.comments())
    }
}

fn comment(turn: Color, made: &MoveRecord) -> String {
    let mut words = Vec::new();
    if let Some(info) = made.info {
        words.push(eval_command(info.score, turn, Some(info.depth)));
        words.push(format!("[%nodes {}]", info.nodes));
    }
    if let Some(left) = made.left {
        words.push(format!("[%clk {}]", clock(left)));
    }
    // Wall-clock time that limits nothing would only make two files of the same games differ.
    if made.is_timed {
        words.push(format!("[%emt {}]", clock(made.time)));
    }
    words.join(" ")
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!(
        "{hours}:{minutes:02}:{:02}.{:03}",
        seconds % 60,
        time.subsec_millis()
    )
}

pub(crate) fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use notation::parse_move;
    use play::Score;

    pub(crate) fn sample(number: usize) -> MatchGame {
        let mut game = Game::new();
        for text in ["f3", "e5", "g4", "Qh4"] {
            game.play(parse_move(game.position(), text).unwrap());
        }
        let info = SearchInfo {
            depth: 3,
            score: Score::Mate(1),
            nodes: 99,
        };
        let made = MoveRecord {
            time: Duration::from_millis(1234),
            is_timed: true,
            left: Some(Duration::from_secs(3725)),
            info: Some(info),
        };
        let winner = Color::Black;
        let result = GameResult {
            outcome: KnownOutcome::Decisive { winner },
            reason: "Black mates".to_owned(),
            termination: Termination::Normal,
        };
        MatchGame {
            number,
            round: number / 2,
            sides: ByColor { white: 0, black: 1 },
            names: ByColor {
                white: "a \"b\\".to_owned(),
                black: "c".to_owned(),
            },
            limits: ByColor::new_with(|_| "depth 3".to_owned()),
            opening: String::new(),
            record: GameRecord {
                game,
                book: 3,
                moves: vec![made],
                result,
                failed: None,
            },
        }
    }

    #[test]
    fn pgn_has_clocks_and_scores() {
        let text = sample(4).pgn("a match", "2026.01.02", "k");
        assert!(
            text.contains("[Round \"3\"]") && text.contains("[MatchGame \"5\"]"),
            "{text}"
        );
        assert!(text.contains("1. f3 e5 2. g4 Qh4# {"), "{text}");
        let joined = text.replace('\n', " ");
        assert!(
            joined.contains(
                "{ [%eval #-1,3] [%nodes 99] [%clk 1:02:05.000] [%emt 0:00:01.234] } 0-1"
            ),
            "{text}"
        );
    }
}
