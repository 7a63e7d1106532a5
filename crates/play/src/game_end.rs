//! The end of a game: its result, what caused it, and its texts.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Chess, Color, KnownOutcome, Position};

/// The end of a game. Its text names the cause and, where one side is to blame, the side:
/// `White mates`, `fifty-move rule`, `Black lost on time`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The result.
    pub outcome: KnownOutcome,
    /// Why the game ended.
    pub cause: EndCause,
}

/// What ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum EndCause {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    Repetition,
    FiftyMoves,
    Resignation,
    Agreement,
    /// This side's flag fell.
    TimeUp(Color),
    /// This side moved only when it was told to, after its time.
    NoMoveInTime(Color),
    /// Somebody else decided the game, by this rule.
    Adjudication(&'static str),
    /// The loser made a move that the rules do not allow; the text says which.
    RulesInfraction(String),
    /// The loser failed otherwise; the text says how.
    Failure(String),
}

impl GameEnd {
    /// A draw by this cause.
    pub fn draw(cause: EndCause) -> GameEnd {
        GameEnd {
            outcome: KnownOutcome::Draw,
            cause,
        }
    }

    /// A win by this cause.
    pub fn won(winner: Color, cause: EndCause) -> GameEnd {
        GameEnd {
            outcome: KnownOutcome::Decisive { winner },
            cause,
        }
    }

    /// The end of a game in which `loser` overstepped its time: lost, but a draw if the other side
    /// has too little to mate with.
    pub fn on_time(position: &Chess, loser: Color, cause: EndCause) -> GameEnd {
        if position.has_insufficient_material(!loser) {
            GameEnd::draw(cause)
        } else {
            GameEnd::won(!loser, cause)
        }
    }

    /// Whether the game ends only if a player claims the draw, and may go on otherwise.
    pub fn is_claimed(&self) -> bool {
        matches!(self.cause, EndCause::Repetition | EndCause::FiftyMoves)
    }

    /// The kind of the end, as PGN has it.
    pub fn termination(&self) -> Termination {
        match self.cause {
            EndCause::Checkmate
            | EndCause::Stalemate
            | EndCause::InsufficientMaterial
            | EndCause::Repetition
            | EndCause::FiftyMoves
            | EndCause::Resignation
            | EndCause::Agreement => Termination::Normal,
            EndCause::TimeUp(_) | EndCause::NoMoveInTime(_) => Termination::TimeForfeit,
            EndCause::Adjudication(_) => Termination::Adjudication,
            EndCause::RulesInfraction(_) => Termination::RulesInfraction,
            EndCause::Failure(_) => Termination::Abandoned,
        }
    }

    /// Why a side that overstepped its time did not lose, if so.
    fn but_no_mate(&self, late: Color) -> String {
        if self.outcome == KnownOutcome::Draw {
            format!(", but {} cannot mate", side_name(!late))
        } else {
            String::new()
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A drawn game has neither; no cause that names one of them ends in a draw.
        let (winner, loser) = match self.outcome.winner() {
            Some(winner) => (side_name(winner), side_name(!winner)),
            None => ("nobody", "nobody"),
        };
        match &self.cause {
            EndCause::Checkmate => write!(f, "{winner} mates"),
            EndCause::Stalemate => write!(f, "stalemate"),
            EndCause::InsufficientMaterial => write!(f, "insufficient material"),
            EndCause::Repetition => write!(f, "threefold repetition"),
            EndCause::FiftyMoves => write!(f, "fifty-move rule"),
            EndCause::Resignation => write!(f, "{loser} resigns"),
            EndCause::Agreement => write!(f, "draw by agreement"),
            EndCause::TimeUp(late) => {
                write!(
                    f,
                    "{} lost on time{}",
                    side_name(*late),
                    self.but_no_mate(*late)
                )
            }
            EndCause::NoMoveInTime(late) => {
                write!(
                    f,
                    "{} did not move in time{}",
                    side_name(*late),
                    self.but_no_mate(*late)
                )
            }
            EndCause::Adjudication(rule) => write!(f, "adjudicated: {rule}"),
            EndCause::RulesInfraction(text) | EndCause::Failure(text) => {
                write!(f, "{loser} {text}")
            }
        }
    }
}

/// `White` or `Black`.
pub fn side_name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
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
    const ALL: [Termination; 5] = [
        Termination::Normal,
        Termination::Adjudication,
        Termination::TimeForfeit,
        Termination::RulesInfraction,
        Termination::Abandoned,
    ];

    /// Whether the loser failed, as opposed to being outplayed.
    pub fn is_fault(self) -> bool {
        !matches!(self, Termination::Normal | Termination::Adjudication)
    }

    fn name(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::RulesInfraction => "rules infraction",
            Termination::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Termination {
    type Err = String;

    fn from_str(text: &str) -> Result<Termination, String> {
        for known in Termination::ALL {
            if known.name() == text {
                return Ok(known);
            }
        }
        Err(format!("unknown termination '{text}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_on_time_is_a_draw_if_the_other_side_cannot_mate() {
        let position = crate::Game::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        for (late, text, outcome) in [
            (Color::Black, "Black lost on time", "1-0"),
            (
                Color::White,
                "White lost on time, but Black cannot mate",
                "1/2-1/2",
            ),
        ] {
            let end = GameEnd::on_time(position.position(), late, EndCause::TimeUp(late));
            assert_eq!(end.to_string(), text);
            assert_eq!(end.outcome.to_string(), outcome);
            assert_eq!(end.termination(), Termination::TimeForfeit);
        }
    }

    #[test]
    fn end_names_the_side() {
        let won = |cause| GameEnd::won(Color::White, cause).to_string();
        assert_eq!(won(EndCause::Checkmate), "White mates");
        assert_eq!(won(EndCause::Resignation), "Black resigns");
        assert_eq!(
            won(EndCause::Failure("crashed".to_owned())),
            "Black crashed"
        );
    }

    #[test]
    fn terminations_are_read_back() {
        for termination in Termination::ALL {
            assert_eq!(termination.to_string().parse(), Ok(termination));
        }
        assert!("late".parse::<Termination>().is_err());
    }
}
