//! Moves that a reply refutes at sight: it mates, or an exchange on one square wins at least a
//! piece. It needs no search, so a report can say it of every move that its reader may try.

use play::{pawns, san};
use shakmaty::{Chess, Move, Position, Role, Square};

/// Least material lost, in pawns: two, so that a bishop for a knight or a pawn for activity is no
/// loss.
const LEAST_LOSS: i32 = 2;

/// The reply that refutes a move, in SAN, if one does at sight.
pub(crate) fn refutation(position: &Chess, made: Move) -> Option<String> {
    let mut after = position.clone();
    after.play_unchecked(made);
    let mut worst = None;
    let mut loss = i32::MIN;
    for reply in after.legal_moves() {
        let mut next = after.clone();
        next.play_unchecked(reply);
        if next.is_checkmate() {
            return Some(san(&after, reply));
        }
        if reply.capture().is_none() {
            continue;
        }
        let gain = gain_of(reply) - exchange(&next, reply.to());
        if gain > loss {
            loss = gain;
            worst = Some(reply);
        }
    }
    let worst = worst?;
    if loss - gain_of(made) < LEAST_LOSS {
        return None;
    }
    Some(san(&after, worst))
}

/// What the side to move wins by exchanges on a square, where it may stop at any time.
fn exchange(position: &Chess, square: Square) -> i32 {
    let mut captures = position.legal_moves();
    captures.retain(|made| made.to() == square && made.capture().is_some());
    // The king takes last, for nothing may take it back.
    let cost = |made: &Move| (made.role() == Role::King, pawns(made.role()));
    let Some(least) = captures.into_iter().min_by_key(cost) else {
        return 0;
    };
    let mut after = position.clone();
    after.play_unchecked(least);
    (gain_of(least) - exchange(&after, square)).max(0)
}

/// The material that a move wins, in pawns.
fn gain_of(made: Move) -> i32 {
    let captured = match made.capture() {
        Some(role) => pawns(role),
        None => 0,
    };
    match made.promotion() {
        Some(role) => captured + pawns(role) - pawns(Role::Pawn),
        None => captured,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;
    use play::Game;

    fn refuted(fen: &str, text: &str) -> Option<String> {
        let game = Game::from_fen(fen).unwrap();
        let made = parse_move(game.position(), text).unwrap();
        refutation(game.position(), made)
    }

    #[test]
    fn refutation_is_the_reply_that_wins_a_piece_or_mates() {
        let italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5";
        // A knight for a pawn.
        assert_eq!(refuted(italian, "Nxe5").as_deref(), Some("Nxe5"));
        assert_eq!(refuted(italian, "Bxf7+").as_deref(), Some("Kxf7"));
        assert_eq!(refuted(italian, "d3"), None);
        assert_eq!(refuted(italian, "Ng5"), None);
        let hung = "4k3/8/2p5/8/8/5N2/8/4K3 w - -";
        assert_eq!(refuted(hung, "Nd4"), None);
        assert_eq!(
            refuted("4k3/8/2p5/8/8/2N5/8/4K3 w - -", "Nd5").as_deref(),
            Some("cxd5")
        );
        // The exchange is counted to its end: a protected piece loses only to a lesser one.
        let protected = "4k3/8/8/3p4/8/8/3Q4/3RK3 w - -";
        assert_eq!(refuted(protected, "Qxd5"), None);
        let before_fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq -";
        assert_eq!(refuted(before_fool, "g4").as_deref(), Some("Qh4#"));
    }
}
