//! Legality, check and mate: all three found through the king exit.
//!
//! Documented: "the exit means that a king can be taken, so the move before was illegal". Inferred from it: a
//! side is in check if its opponents, were it their move, would leave through the exit; it is mated if it is in
//! check and every move it lists is answered by the exit.

use shakmaty::{Chess, Move as Named, MoveList, Position};

use crate::listing::{Kind, Move, Moves, Probe, Scope, list_moves};
use crate::make::{make, unmake};
use crate::men::Men;
use crate::tables::Tables;

/// Whether `mymanin`, to move, could take the opponents' king: the move before was illegal.
pub fn king_can_be_taken(tables: &Tables, mymanin: &Men, opponents: &Men) -> bool {
    list_moves(tables, Scope::Published, mymanin, opponents, &mut Probe).is_break()
}

/// Whether `mymanin` is in check.
pub fn in_check(tables: &Tables, mymanin: &Men, opponents: &Men) -> bool {
    king_can_be_taken(tables, opponents, mymanin)
}

/// Whether a listed move leaves the own king where he cannot be taken.
pub fn is_legal(tables: &Tables, mymanin: &mut Men, opponents: &mut Men, one: Move) -> bool {
    let undo = make(mymanin, opponents, one);
    let legal = !king_can_be_taken(tables, opponents, mymanin);
    unmake(mymanin, opponents, one, undo);
    legal
}

/// The legal moves in the order of listing; none if the opponents' king could be taken.
pub fn legal_moves(tables: &Tables, scope: Scope, mymanin: &mut Men, opponents: &mut Men) -> Vec<Move> {
    let mut listed = Moves::default();
    if list_moves(tables, scope, mymanin, opponents, &mut listed).is_break() {
        return Vec::new();
    }
    listed.moves.retain(|&one| is_legal(tables, mymanin, opponents, one));
    listed.moves
}

/// Counts the leaves `depth` plies below. `Err` if `stopped` says so on the way.
pub(crate) fn perft(
    tables: &Tables,
    scope: Scope,
    (mymanin, opponents): (&mut Men, &mut Men),
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
    for one in legal_moves(tables, scope, mymanin, opponents) {
        let undo = make(mymanin, opponents, one);
        let below = perft(tables, scope, (&mut *opponents, &mut *mymanin), depth - 1, stopped);
        unmake(mymanin, opponents, one, undo);
        leaves += below?;
    }
    Ok(leaves)
}

/// The move as the rest of the project writes it, if it is legal in `position`.
pub fn named(position: &Chess, one: Move) -> Option<Named> {
    named_among(&position.legal_moves(), one)
}

/// The same, where the legal moves are already at hand.
pub fn named_among(legal: &MoveList, one: Move) -> Option<Named> {
    legal.iter().copied().find(|&candidate| listed(candidate) == Some(one))
}

/// The move as Atlas lists it; nothing for a drop, which chess does not have.
pub fn listed(named: Named) -> Option<Move> {
    let (from, mut to) = (named.from()?, named.to());
    let kind = match named {
        Named::EnPassant { .. } => Kind::EnPassant,
        Named::Castle { .. } => {
            to = shakmaty::Square::from_coords(named.castling_side()?.king_to_file(), from.rank());
            Kind::Castling
        }
        Named::Normal { promotion: Some(role), .. } => Kind::Promotion(role.into()),
        Named::Normal { role: shakmaty::Role::Pawn, .. } if u8::from(from).abs_diff(to.into()) == 16 => {
            Kind::Double
        }
        _ => Kind::Plain,
    };
    Some(Move { from: from.into(), to: to.into(), kind })
}
