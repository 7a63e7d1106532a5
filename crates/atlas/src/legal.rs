//! Legality, check and mate, all found through the exit.
//!
//! Inferred (F127): the exit `cutoff` means that a king can be captured, so the move before was
//! illegal. A side is in check if its opponents, were it their move, would take the exit. It is
//! mated if it is in check and every move leads to the exit.

use shakmaty::{Chess, Move as ChessMove, MoveList, Position};

use crate::make::{make, unmake};
use crate::movegen::{KingProbe, Move, MoveKind, MoveStore, generate_moves};
use crate::settings::Rules;
use crate::side::Side;

/// Whether `mymanin`, to move, could capture the king, so that the move before was illegal.
pub(crate) fn king_can_be_taken(mymanin: &Side, opponents: &Side) -> bool {
    generate_moves(Rules::Published, mymanin, opponents, &mut KingProbe).is_break()
}

pub(crate) fn in_check(mymanin: &Side, opponents: &Side) -> bool {
    king_can_be_taken(opponents, mymanin)
}

pub(crate) fn is_legal(mymanin: &mut Side, opponents: &mut Side, mv: Move) -> bool {
    let undo = make(mymanin, opponents, mv);
    let legal = !king_can_be_taken(opponents, mymanin);
    unmake(mymanin, opponents, mv, undo);
    legal
}

/// The legal moves in the order of generation; none if the opponents' king could be captured.
pub fn legal_moves(rules: Rules, mymanin: &mut Side, opponents: &mut Side) -> Vec<Move> {
    let mut listed = MoveStore::default();
    if generate_moves(rules, mymanin, opponents, &mut listed).is_break() {
        return Vec::new();
    }
    listed.moves.retain(|&mv| is_legal(mymanin, opponents, mv));
    listed.moves
}

/// Counts the leaves `depth` plies below, unless `stopped` returns true on the way.
pub(crate) fn perft(
    rules: Rules,
    (mymanin, opponents): (&mut Side, &mut Side),
    depth: u32,
    stopped: &mut dyn FnMut() -> bool,
) -> Result<u64, play::Stopped> {
    if depth == 0 {
        return Ok(1);
    }
    if stopped() {
        return Err(play::Stopped);
    }
    let mut leaves = 0;
    for mv in legal_moves(rules, mymanin, opponents) {
        let undo = make(mymanin, opponents, mv);
        let below = perft(rules, (&mut *opponents, &mut *mymanin), depth - 1, stopped);
        unmake(mymanin, opponents, mv, undo);
        leaves += below?;
    }
    Ok(leaves)
}

pub(crate) fn to_chess_move(position: &Chess, mv: Move) -> Option<ChessMove> {
    find_chess_move(&position.legal_moves(), mv)
}

pub(crate) fn find_chess_move(legal: &MoveList, mv: Move) -> Option<ChessMove> {
    legal
        .iter()
        .copied()
        .find(|&candidate| from_chess_move(candidate) == Some(mv))
}

/// The move of shakmaty in Atlas; `None` for a drop.
pub fn from_chess_move(named: ChessMove) -> Option<Move> {
    let (from, mut to) = (named.from()?, named.to());
    let kind = match named {
        ChessMove::EnPassant { .. } => MoveKind::EnPassant,
        ChessMove::Castle { .. } => {
            to = shakmaty::Square::from_coords(named.castling_side()?.king_to_file(), from.rank());
            MoveKind::Castling
        }
        ChessMove::Normal {
            promotion: Some(role),
            ..
        } => MoveKind::Promotion(role.into()),
        ChessMove::Normal {
            role: shakmaty::Role::Pawn,
            ..
        } if u8::from(from).abs_diff(to.into()) == 16 => MoveKind::Double,
        _ => MoveKind::Plain,
    };
    Some(Move {
        from: from.into(),
        to: to.into(),
        kind,
    })
}
