//! What is kept of a game: PGN with clocks and values, from which a match that was cut off goes on.

use std::fmt;
use std::time::Duration;

use shakmaty::{ByColor, Color, KnownOutcome, Outcome, Position};

use super::arena::name;
use super::contestant::{Fault, Thought};
use notation::{Games, ParsedGame, Pgn, eval_command};
use play::Game;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The result.
    pub outcome: KnownOutcome,
    /// Why, in words.
    pub reason: String,
    /// Why, in PGN's words.
    pub termination: Termination,
}

/// PGN's tag `Termination`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules of chess, or by resignation.
    Normal,
    /// By agreement of the engines' values.
    Adjudication,
    /// Time was up.
    TimeForfeit,
    /// An illegal move.
    RulesInfraction,
    /// One side failed.
    Abandoned,
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::RulesInfraction => "rules infraction",
            Termination::Abandoned => "abandoned",
        })
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    /// Time it took.
    pub time: Duration,
    /// Time left after it.
    pub left: Option<Duration>,
    /// Its maker's last word on it.
    pub thought: Option<Thought>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// All its moves.
    pub game: Game,
    /// So many of them are the opening's.
    pub book: usize,
    /// What is known of each of the others.
    pub made: Vec<Made>,
    /// How it ended.
    pub finish: Finish,
    /// Who failed and has to be made anew.
    pub failed: Option<Color>,
}

impl Played {
    pub(super) fn begin(game: Game) -> Played {
        let nothing = Finish {
            outcome: KnownOutcome::Draw,
            reason: String::new(),
            termination: Termination::Abandoned,
        };
        Played { book: game.moves().len(), game, made: Vec::new(), finish: nothing, failed: None }
    }

    pub(super) fn ended(self, finish: Finish) -> Played {
        Played { finish, ..self }
    }

    /// `color` failed and has lost; an aborted game is none.
    pub(super) fn lost(self, color: Color, fault: Fault) -> Result<Played, Fault> {
        let termination = match fault {
            Fault::Aborted => return Err(fault),
            Fault::Illegal(_) => Termination::RulesInfraction,
            Fault::Resigned => Termination::Normal,
            Fault::Start(_) | Fault::Crash(_) | Fault::Hang | Fault::Protocol(_) => Termination::Abandoned,
        };
        let failed = (fault != Fault::Resigned).then_some(color);
        let outcome = KnownOutcome::Decisive { winner: !color };
        let reason = format!("{} {fault}", name(color));
        Ok(Played { finish: Finish { outcome, reason, termination }, failed, ..self })
    }

    /// A remark on each move: value from White's side with depth, nodes, clock and time, in the fields that other programs
    /// know (`%eval`, `%clk`, `%emt`).
    fn remarks(&self) -> Vec<String> {
        let book = (0..self.book).map(|_| String::new());
        let turns = self.game.positions()[self.book..].iter().map(|position| position.turn());
        book.chain(turns.zip(&self.made).map(|(turn, made)| remark(turn, made))).collect()
    }
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number in the match, from 0.
    pub number: usize,
    /// Its round, from 0.
    pub round: usize,
    /// The entrants' numbers.
    pub sides: ByColor<usize>,
    /// The entrants' names.
    pub names: ByColor<String>,
    /// What each was allowed.
    pub allowances: ByColor<String>,
    /// The opening's name.
    pub opening: String,
    /// The game itself.
    pub played: Played,
}

impl Record {
    /// The game in PGN; `key` tells the games of one match from those of another.
    pub fn pgn(&self, event: &str, date: &str, key: &str) -> String {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
        tag("Event", event);
        tag("Date", date);
        tag("Round", &(self.round + 1).to_string());
        tag("White", &self.names.white);
        tag("Black", &self.names.black);
        tag("Termination", &self.played.finish.termination.to_string());
        tag("Reason", &self.played.finish.reason);
        tag("WhiteLimits", &self.allowances.white);
        tag("BlackLimits", &self.allowances.black);
        if !self.opening.is_empty() {
            tag("Opening", &self.opening);
        }
        tag("PlyCount", &self.played.game.moves().len().to_string());
        tag("MatchGame", &(self.number + 1).to_string());
        tag("MatchKey", key);
        let outcome = Outcome::Known(self.played.finish.outcome);
        Pgn { tags, game: self.played.game.clone(), outcome }.annotated(&self.played.remarks())
    }
}

fn remark(turn: Color, made: &Made) -> String {
    let mut words = Vec::new();
    if let Some(thought) = made.thought {
        words.push(eval_command(thought.score, turn, Some(thought.depth)));
        words.push(format!("[%nodes {}]", thought.nodes));
    }
    if let Some(left) = made.left {
        words.push(format!("[%clk {}]", clock(left)));
    }
    words.push(format!("[%emt {}]", clock(made.time)));
    words.join(" ")
}

/// Hours, minutes and seconds with their thousandths.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours}:{minutes:02}:{:02}.{:03}", seconds % 60, time.subsec_millis())
}

/// A game found in the file of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number, from 0.
    pub number: usize,
    /// The match it belongs to.
    pub key: String,
    /// Who played.
    pub names: ByColor<String>,
    /// The result.
    pub outcome: KnownOutcome,
    /// PGN's word for how it ended.
    pub termination: String,
}

/// The whole games of a match's file, and how many bytes of it they take: what follows is the beginning of a game that
/// was being written when the match was cut off.
pub fn completed(text: &str) -> (Vec<Kept>, usize) {
    let mut games = Vec::new();
    let mut end = 0;
    for parsed in Games::new(text.as_bytes()).map_while(|read| read.ok()?.ok()) {
        let next = parsed.end.offset as usize;
        let Some(kept) = kept(&parsed, &text[end..next]) else { break };
        games.push(kept);
        end = next;
    }
    (games, end)
}

fn kept(parsed: &ParsedGame, text: &str) -> Option<Kept> {
    let value = |name: &str| parsed.tag(name).map(str::to_owned);
    let result = value("Result")?;
    let whole = text.ends_with("\n\n") && text.trim_end().ends_with(&result);
    let Ok(Outcome::Known(outcome)) = result.parse() else { return None };
    whole.then_some(Kept {
        number: value("MatchGame")?.parse::<usize>().ok()?.checked_sub(1)?,
        key: value("MatchKey")?,
        names: ByColor { white: value("White")?, black: value("Black")? },
        outcome,
        termination: value("Termination")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::Score;

    fn record(number: usize) -> Record {
        let mut game = Game::new();
        for text in ["f3", "e5", "g4", "Qh4"] {
            game.play(parse_move(game.position(), text).unwrap());
        }
        let thought = Thought { depth: 3, score: Score::Mate(1), nodes: 99 };
        let made = Made {
            time: Duration::from_millis(1234),
            left: Some(Duration::from_secs(3725)),
            thought: Some(thought),
        };
        let winner = Color::Black;
        let finish = Finish {
            outcome: KnownOutcome::Decisive { winner },
            reason: "Black mates".to_owned(),
            termination: Termination::Normal,
        };
        Record {
            number,
            round: number / 2,
            sides: ByColor { white: 0, black: 1 },
            names: ByColor { white: "a \"b\\".to_owned(), black: "c".to_owned() },
            allowances: ByColor::new_with(|_| "depth 3".to_owned()),
            opening: String::new(),
            played: Played { game, book: 3, made: vec![made], finish, failed: None },
        }
    }

    #[test]
    fn games_carry_clocks_and_values() {
        let text = record(4).pgn("a match", "2026.01.02", "k");
        assert!(text.contains("[Round \"3\"]") && text.contains("[MatchGame \"5\"]"), "{text}");
        assert!(text.contains("1. f3 e5 2. g4 Qh4# {"), "{text}");
        let joined = text.replace('\n', " ");
        assert!(
            joined.contains("{ [%eval #-1,3] [%nodes 99] [%clk 1:02:05.000] [%emt 0:00:01.234] } 0-1"),
            "{text}"
        );
    }

    #[test]
    fn whole_games_are_found_again_and_half_ones_are_not() {
        let text = record(0).pgn("m", "d", "k") + &record(7).pgn("m", "d", "k");
        let (games, end) = completed(&text);
        assert_eq!(games.iter().map(|kept| kept.number).collect::<Vec<_>>(), [0, 7]);
        assert_eq!((games[0].names.white.as_str(), end), ("a \"b\\", text.len()));
        let first = record(0).pgn("m", "d", "k").len();
        for cut in first..text.len() {
            let (games, end) = completed(&text[..cut]);
            assert_eq!((games.len(), end), (1, first), "cut at {cut}");
        }
    }
}
