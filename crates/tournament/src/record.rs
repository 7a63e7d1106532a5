//! The record of a game, and its PGN with clocks and scores.

use std::time::Duration;

use shakmaty::{ByColor, Color, Outcome, Position};

use notation::{MoveCommands, Pgn, SearchValue};
use play::{Bound, EndCause, Game, GameEnd};

use crate::engine::{Fault, SearchInfo};

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
    pub end: GameEnd,
    /// The side whose engine failed and must be restarted.
    pub failed: Option<Color>,
}

impl GameRecord {
    pub(crate) fn new(game: Game) -> GameRecord {
        GameRecord {
            book: game.moves().len(),
            game,
            moves: Vec::new(),
            // Until the game ends.
            end: GameEnd::draw(EndCause::Failure(String::new())),
            failed: None,
        }
    }

    pub(crate) fn ended(self, end: GameEnd) -> GameRecord {
        GameRecord { end, ..self }
    }

    /// Ends the game with a loss for `color`; an aborted game has no record.
    pub(crate) fn end_by_fault(self, color: Color, fault: Fault) -> Result<GameRecord, Fault> {
        let cause = match fault {
            Fault::Aborted => return Err(fault),
            Fault::IllegalMove(_) => EndCause::RulesInfraction(fault.to_string()),
            Fault::Resigned => EndCause::Resignation,
            Fault::Start(_)
            | Fault::Crash(_)
            | Fault::Unresponsive
            | Fault::Protocol(_)
            | Fault::Refused(_) => EndCause::Failure(fault.to_string()),
        };
        // An engine that resigned can play on.
        let failed = if fault == Fault::Resigned {
            None
        } else {
            Some(color)
        };
        Ok(GameRecord {
            end: GameEnd::won(!color, cause),
            failed,
            ..self
        })
    }

    /// A PGN comment for each move: score from White's side with depth, nodes, clock and time
    /// (`%eval`, `%nodes`, `%clk`, `%emt`).
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

/// A finished game of a match, with the participants' numbers, names and limits. Games and rounds
/// count from 0.
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
    /// Writes the game as PGN.
    pub fn pgn(&self, date: &str) -> String {
        let GameRecord { game, end, .. } = &self.record;
        let rows = [
            ("Event", "Belle match".to_owned()),
            ("Date", date.to_owned()),
            ("Round", (self.round + 1).to_string()),
            ("White", self.names.white.clone()),
            ("Black", self.names.black.clone()),
            ("Termination", end.termination().to_string()),
            ("Reason", end.to_string()),
            ("WhiteLimits", self.limits.white.clone()),
            ("BlackLimits", self.limits.black.clone()),
            ("Opening", self.opening.clone()),
            ("PlyCount", game.moves().len().to_string()),
            ("MatchGame", (self.number + 1).to_string()),
        ];
        let unnamed = |name: &str| name == "Opening" && self.opening.is_empty();
        let tags = rows.into_iter().filter(|(name, _)| !unnamed(name));
        let tags = tags.map(|(name, value)| (name.to_owned(), value)).collect();
        Pgn {
            tags,
            game: game.clone(),
            outcome: Outcome::Known(end.outcome),
        }
        .annotated(&self.record.comments())
    }
}

fn comment(turn: Color, made: &MoveRecord) -> String {
    let mut text = MoveCommands {
        value: made.info.map(|info| SearchValue {
            score: info.score,
            depth: info.depth,
        }),
        nodes: made.info.map(|info| info.nodes),
        left: made.left,
        // Wall-clock time that limits nothing would only make two files of the same games differ.
        elapsed: if made.is_timed { Some(made.time) } else { None },
    }
    .comment(turn);
    // `%eval` is White's score, so a bound of Black's is the other one.
    match (made.info.map(|info| info.bound), turn) {
        (None | Some(Bound::Exact), _) => {}
        (Some(Bound::Lower), Color::White) | (Some(Bound::Upper), Color::Black) => {
            text.push_str(" [%bound lower]");
        }
        (Some(Bound::Upper), Color::White) | (Some(Bound::Lower), Color::Black) => {
            text.push_str(" [%bound upper]");
        }
    }
    text
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
            bound: Bound::Exact,
            nodes: 99,
        };
        let made = MoveRecord {
            time: Duration::from_millis(1234),
            is_timed: true,
            left: Some(Duration::from_secs(3725)),
            info: Some(info),
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
                end: GameEnd::won(Color::Black, EndCause::Checkmate),
                failed: None,
            },
        }
    }

    #[test]
    fn pgn_has_clocks_and_scores() {
        let text = sample(4).pgn("2026.01.02");
        assert!(
            text.contains("[Round \"3\"]") && text.contains("[MatchGame \"5\"]"),
            "{text}"
        );
        assert!(text.contains("1. f3 e5 2. g4 Qh4# {"), "{text}");
        let mut bound = sample(4);
        bound.record.moves[0].info.as_mut().unwrap().bound = Bound::Lower;
        assert!(bound.pgn("").contains("[%bound upper]"));
        let joined = text.replace('\n', " ");
        assert!(
            joined.contains(
                "{ [%eval #-1,3] [%nodes 99] [%clk 1:02:05.000] [%emt 0:00:01.234] } 0-1"
            ),
            "{text}"
        );
    }
}
