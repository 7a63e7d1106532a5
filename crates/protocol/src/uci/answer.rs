//! The last lines of a search.

use play::Choice;
use shakmaty::Position;

use super::write;
use crate::search::{Decision, Search};

/// The line for a position without a legal move.
pub(super) fn no_move(search: &Search) -> String {
    let mated = search.root().is_check();
    format!("info depth 0 score {}", if mated { "mate 0" } else { "cp 0" })
}

/// The last lines of a search. Whatever the player chose, the move is legal and an exact line with a variation stands
/// before it.
pub(super) fn end(search: &Search, choice: &Choice) -> Vec<String> {
    let Some(Decision { best, ponder, imposed, owed }) = search.decide(choice) else {
        return vec!["bestmove 0000".to_owned()];
    };
    let mut lines = Vec::new();
    if imposed {
        lines.push("info string the player chose no legal move, so one is chosen for it".to_owned());
    }
    lines.extend(owed.map(|report| write::info(search.root(), &report)));
    lines.extend(search.machine().map(|time| format!("info string {}", write::machine_time(time))));
    let reply = ponder.map_or_else(String::new, |reply| format!(" ponder {}", write::chess_move(reply)));
    lines.push(format!("bestmove {}{reply}", write::chess_move(best)));
    lines
}
