//! Whether a move of the person loses a piece or lets him be mated.

use std::time::Duration;

use play::{Bound, Control, Game, Limits, Player, Report, Score, pawns};
use shakmaty::{Chess, Color, Move, Position};

/// Loss of a move, in centipawns, from which it is warned of: a minor piece for a pawn, and what
/// the pawn is worth there.
const LOSS: i32 = 170;
/// From here on a position is won anyhow, and nothing is said.
const STILL_WON: i32 = 400;
/// Least material lost, in pawns, and the plies after the move in which it is: a fork takes three.
/// Whoever only misses a better move is not warned.
const MATERIAL: i32 = 2;
const PLIES: usize = 4;
/// Value of a mate.
const MATE: i32 = 10_000;
/// Positions of each of the two searches, and the longest that it may take.
const NODES: u64 = 300_000;
const LONGEST: Duration = Duration::from_secs(1);

/// What two short searches say of a move.
#[derive(Clone, Debug)]
pub(crate) struct Examined {
    /// The position before it.
    pub(crate) position: Chess,
    pub(crate) chess_move: Move,
    pub(crate) danger: Option<Danger>,
}

#[derive(Clone, Debug)]
pub(crate) struct Danger {
    /// The answer that shows it.
    pub(crate) answer: Move,
    /// Moves to the mate of the person, if that is the danger.
    pub(crate) mate: Option<u32>,
}

/// Compares a move with the best one, at full strength.
pub(crate) fn examine(
    player: &mut dyn Player,
    game: &Game,
    chess_move: Move,
    control: &Control,
) -> Examined {
    Examined {
        position: game.position().clone(),
        chess_move,
        danger: danger(player, game, chess_move, control),
    }
}

fn danger(
    player: &mut dyn Player,
    game: &Game,
    chess_move: Move,
    control: &Control,
) -> Option<Danger> {
    let before = search(player, game, control)?;
    if before.pv.first() == Some(&chess_move) {
        return None;
    }
    let mut after = game.clone();
    after.play(chess_move);
    if after.ending().is_some() {
        return None;
    }
    let reply = search(player, &after, control)?;
    let answer = *reply.pv.first()?;
    let best = before.score.centipawns(MATE);
    let own = -reply.score.centipawns(MATE);
    let is_worse = best - own >= LOSS && own < STILL_WON;
    let mate = match reply.score {
        Score::Mate(moves) if moves > 0 => Some(moves.unsigned_abs()),
        _ => None,
    };
    if is_worse && (mate.is_some() || loses_material(game, chess_move, &reply.pv)) {
        Some(Danger { answer, mate })
    } else {
        None
    }
}

/// Whether a line after a move ends with less material for its side. A line of one move was cut,
/// and says nothing against it.
fn loses_material(game: &Game, chess_move: Move, line: &[Move]) -> bool {
    let side = game.position().turn();
    let before = balance(game.position(), side);
    let mut position = game.position().clone();
    position.play_unchecked(chess_move);
    for (ply, &next) in line.iter().enumerate() {
        // An exchange is counted to its end.
        let is_over = ply >= PLIES && next.capture().is_none();
        if is_over || !position.is_legal(next) {
            break;
        }
        position.play_unchecked(next);
    }
    line.len() < 2 || before - balance(&position, side) >= MATERIAL
}

/// The material of a side against the other's, in pawns.
fn balance(position: &Chess, side: Color) -> i32 {
    let mut balance = 0;
    for (_, piece) in position.board() {
        let worth = pawns(piece.role);
        balance += if piece.color == side { worth } else { -worth };
    }
    balance
}

/// The last exact report of a short search.
fn search(player: &mut dyn Player, game: &Game, control: &Control) -> Option<Report> {
    let mut last = None;
    let limits = Limits {
        nodes: Some(NODES),
        full_strength: true,
        // A choice among given moves is searched: the book knows no values.
        search_moves: game.position().legal_moves().to_vec(),
        ..Limits::move_time(LONGEST)
    };
    player.search(game, &limits, control, &mut |report| {
        if report.bound == Bound::Exact && report.multipv == 1 && !report.is_unsearched() {
            last = Some(report.clone());
        }
    });
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::parse_move;

    /// Whether a move with this line after it loses material.
    fn loses(fen: &str, made: &str, line: &str) -> bool {
        let game = Game::from_fen(fen).unwrap();
        let chess_move = parse_move(game.position(), made).unwrap();
        let mut position = game.position().clone();
        position.play_unchecked(chess_move);
        let mut moves = Vec::new();
        for text in line.split_whitespace() {
            let next = parse_move(&position, text).unwrap();
            position.play_unchecked(next);
            moves.push(next);
        }
        loses_material(&game, chess_move, &moves)
    }

    #[test]
    fn loses_material_counts_exchanges_to_their_end() {
        // A pawn for a pawn, and a better move missed.
        let attack = "2r2r2/pp3k2/2pq1ppp/P4P2/3pP3/P2P4/2PQ2PP/4RRK1 w - - 0 25";
        assert!(!loses(attack, "fxg6+", "Kxg6 Qf2 Rce8"));
        let italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5";
        assert!(loses(italian, "Nxe5", "Nxe5 Bb3 d6 Nc3"));
        assert!(!loses(italian, "Nxe5", "Nxe5 d4 Bxd4 Qxd4 Nxc4 Qxc4"));
        assert!(!loses(italian, "d3", "d6 c3"));
        // A fork wins in three plies.
        let fork = "r3k3/8/8/3N4/8/8/8/4K2R b - - 0 1";
        assert!(loses(fork, "Kf8", "Rh8+ Kg7 Rxa8"));
        // A line that was cut says nothing.
        assert!(loses(italian, "d3", "d6"));
    }
}
