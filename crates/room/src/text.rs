//! Moves and squares as text.

use machine::State;
use machine::microengine::stack::MoveCode;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, Role, Square};

/// A move in UCI's form.
pub(crate) fn uci(chess_move: Move) -> String {
    UciMove::from_move(chess_move, CastlingMode::Standard).to_string()
}

/// A square's name.
pub(crate) fn square(index: u8) -> String {
    Square::new(u32::from(index & 63)).to_string()
}

/// A move in the move registers, in UCI's form, legal or not.
pub(crate) fn register_move(white: bool, code: MoveCode) -> String {
    let (from, to) = code.squares(white);
    let letter = match code.kind.promotion() {
        Some(piece) => Role::ALL[piece as usize - 1].char().to_string(),
        None => String::new(),
    };
    format!("{}{}{letter}", square(from), square(to))
}

/// A move of the stack, if it is legal in this position.
fn legal(position: &Chess, text: &str) -> Option<Move> {
    text.parse::<UciMove>()
        .ok()?
        .to_move(position)
        .ok()
        .filter(|&found| position.is_legal(found))
}

/// The last move from the root to this ply; none at the root, or if a move is illegal.
pub(crate) fn last_move(root: &Chess, state: &State) -> Option<Move> {
    let (mut position, mut last) = (root.clone(), None);
    for ply in 0..state.ply {
        let made = state.stack.state(ply);
        let text = register_move(position.turn().is_white(), made.code());
        let found = legal(&position, &text)?;
        position.play_unchecked(found);
        last = Some(found);
    }
    last
}

/// A move on the way from the root to the machine's ply.
pub(crate) struct PathMove {
    /// SAN, or the squares with a remark if the move is not legal.
    pub(crate) text: String,
    /// UCI's form.
    pub(crate) uci: String,
}

/// The moves from the root to this ply.
pub(crate) fn path(root: &Chess, state: &State) -> Vec<PathMove> {
    let mut position = Some(root.clone());
    let mut white = root.turn().is_white();
    let mut path = Vec::new();
    for ply in 0..state.ply {
        let made = state.stack.state(ply);
        let uci = register_move(white, made.code());
        // Behind an illegal move no position is one of chess.
        let found = match &position {
            Some(position) => legal(position, &uci),
            None => None,
        };
        let text = match (&mut position, found) {
            (Some(position), Some(found)) => {
                let san = play::san(position, found);
                position.play_unchecked(found);
                san
            }
            _ => {
                position = None;
                format!("{uci} (illegal)")
            }
        };
        path.push(PathMove { text, uci });
        white = !white;
    }
    path
}

/// The piece registers from a1: letters as in FEN, `.` for empty.
pub fn pieces(state: &State) -> String {
    let letters = b".PNBRQK?.pnbrqk?";
    state
        .board
        .pieces()
        .iter()
        .map(|&piece| char::from(letters[usize::from(piece & 15)]))
        .collect()
}
