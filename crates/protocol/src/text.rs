//! Text from outside, made safe to show.

use play::MachineTime;
use shakmaty::{Chess, Move, Position as _};

/// Remark on a player that returned no legal move.
pub(crate) const NO_LEGAL_MOVE: &str = "the player returned no legal move; another one is played";

/// Longest text shown, in characters.
const LONGEST: usize = 500;

/// The first word of a text and the rest after it.
pub(crate) fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if text.is_empty() {
        return None;
    }
    Some(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())))
}

/// The text on one line of limited length, with control characters replaced by spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// A move in coordinates, such as `e7e8q`. In a game of Chess960 castling is king takes rook.
pub(crate) fn chess_move(position: &Chess, chess_move: Move) -> String {
    chess_move.to_uci(position.castles().mode()).to_string()
}

/// Time on the machine's own clock.
pub(crate) fn machine_time(time: &MachineTime) -> String {
    format!("machine time {:.3} s, {} cycles", time.seconds, time.cycles)
}
