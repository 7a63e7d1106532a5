//! What a page is told.

use play::{Choice, Game, Report, Score};
use serde_json::{Value, json};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move};

/// An event for a page.
#[derive(Clone, Debug)]
pub struct Event(Value);

impl Event {
    /// The event as JSON.
    pub fn to_json(&self) -> String {
        self.0.to_string()
    }

    /// Something cannot be done.
    pub fn fault(message: &str) -> Event {
        Event(json!({ "event": "fault", "message": message }))
    }

    /// A line that the search has found.
    pub fn report(position: &Chess, report: &Report) -> Event {
        let (value, mate) = match report.score {
            Score::Centipawns(value) => (value, None),
            Score::Mate(moves) => (0, Some(moves)),
        };
        Event(json!({
            "event": "report",
            "depth": report.depth,
            "value": value,
            "mate": mate,
            "nodes": report.nodes,
            "unsearched": report.is_unsearched(),
            "machine_seconds": report.machine.map(|machine| machine.seconds),
            "uci": report.pv.iter().map(|&one| uci(one)).collect::<Vec<_>>(),
            "line": notation::san_line(position, &report.pv),
        }))
    }

    /// The move chosen at the end of a game.
    pub fn best(game: &Game, choice: &Choice) -> Event {
        match choice.best {
            Some(best) => {
                let san = play::san(game.position(), best);
                Event(json!({ "event": "best", "uci": uci(best), "san": san }))
            }
            None => Event::fault("the player found no move"),
        }
    }

    /// The account of a choice, or why there is none.
    pub fn explained(account: Result<String, String>) -> Event {
        match account {
            Ok(text) => Event(json!({ "event": "explained", "text": text })),
            Err(message) => Event::fault(&message),
        }
    }
}

fn uci(chess_move: Move) -> String {
    UciMove::from_move(chess_move, CastlingMode::Standard).to_string()
}
