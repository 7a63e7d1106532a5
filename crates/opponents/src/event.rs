//! What a page is told.

use play::{Choice, Game, Report, Score};
use serde::Serialize;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move};

/// What a page is told of its player, tagged by its field `event`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlayerEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A line that the search has found.
    Report(ReportedLine),
    /// The move chosen.
    Best {
        /// The move in UCI's form.
        uci: String,
        /// The move in SAN.
        san: String,
    },
    /// The explanation of a choice.
    Explained {
        /// The explanation.
        text: String,
    },
    /// Something cannot be done.
    Fault {
        /// What, and the way out.
        message: String,
    },
}

/// A line that a search has found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportedLine {
    /// Depth in plies.
    depth: u32,
    /// Value in hundredths of a pawn from the side to move; 0 for a mate.
    value: i32,
    /// Moves to mate; negative if the side to move is mated.
    mate: Option<i32>,
    nodes: u64,
    /// Whether the move was not searched, as from a book.
    unsearched: bool,
    /// Seconds that the historical machine would have taken.
    machine_seconds: Option<f64>,
    /// The moves in UCI's form.
    uci: Vec<String>,
    /// The moves in SAN, with their numbers.
    line: String,
}

impl Event {
    /// The event as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an event is plain data")
    }

    /// Something cannot be done.
    pub fn fault(message: &str) -> Event {
        Event::Fault {
            message: message.to_owned(),
        }
    }

    /// A line that the search has found.
    pub fn report(position: &Chess, report: &Report) -> Event {
        let (value, mate) = match report.score {
            Score::Centipawns(value) => (value, None),
            Score::Mate(moves) => (0, Some(moves)),
        };
        Event::Report(ReportedLine {
            depth: report.depth,
            value,
            mate,
            nodes: report.nodes,
            unsearched: report.is_unsearched(),
            machine_seconds: report.machine.map(|machine| machine.seconds),
            uci: report.pv.iter().map(|&one| uci(one)).collect(),
            line: notation::san_line(position, &report.pv),
        })
    }

    /// The move chosen at the end of a game.
    pub fn best(game: &Game, choice: &Choice) -> Event {
        match choice.best {
            Some(best) => Event::Best {
                uci: uci(best),
                san: play::san(game.position(), best),
            },
            None => Event::fault("the player found no move"),
        }
    }

    /// The explanation of a choice, or why there is none.
    pub fn explained(explanation: Result<String, String>) -> Event {
        match explanation {
            Ok(text) => Event::Explained { text },
            Err(message) => Event::fault(&message),
        }
    }
}

fn uci(chess_move: Move) -> String {
    UciMove::from_move(chess_move, CastlingMode::Standard).to_string()
}
