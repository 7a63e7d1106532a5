//! The endgame databases at the root.
//!
//! Second-hand (F104): in 1978 Belle held the rook against Browne's queen out of such a database.
//! Decided: what the host asks it and what it does with the answer
//! (docs/decisions/endgame-tables.md). The machine does not use it.

use endgame::{RankedMove, TablebaseOptions, Tablebases, Wdl};
use host::Candidate;
use play::{Game, Limits, Score};
use shakmaty::{Move, Position};

/// Database losses are worth less than the negative of this; contempt is at most this.
const LOST: i16 = 10_000;
/// Moves of a line.
const SHOWN: usize = 20;

/// A line that a database knows, with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TablebaseLine {
    pub(crate) moves: Vec<Move>,
    pub(crate) score: Score,
}

/// What the databases say of a root.
#[derive(Debug)]
pub(crate) struct Advice {
    /// The best lines of a won or lost root, best first; none if it is drawn or in no database.
    pub(crate) lines: Vec<TablebaseLine>,
    /// The candidates. In a drawn root only the moves that hold the draw remain; the machine
    /// chooses among them.
    pub(crate) candidates: Vec<Candidate>,
    /// The number of probes.
    pub(crate) hits: u64,
}

/// Probes the databases for the best `lines` among the candidates.
pub(crate) fn probe_root(
    endgames: &TablebaseOptions,
    lines: usize,
    game: &Game,
    limits: &Limits,
    candidates: Vec<Candidate>,
) -> Advice {
    let mut advice = Advice {
        lines: Vec::new(),
        candidates,
        hits: 0,
    };
    // A search for a mate in N moves is the machine's.
    if limits.mate.is_some() {
        return advice;
    }
    let tables = endgames.tables();
    let Some(mut ranked) = tables.rank_root_moves(game) else {
        return advice;
    };
    let probes = ranked.moves.len() as u64;
    ranked.moves.retain(|ranked| {
        let mut allowed = advice.candidates.iter();
        allowed.any(|candidate| candidate.root_move.chess == ranked.chess_move)
    });
    let Some(best) = ranked.moves.first() else {
        return advice;
    };
    advice.hits = probes;
    if best.result == Wdl::Draw {
        hold_draw(&ranked.moves, lines, &mut advice.candidates);
    } else {
        for best in ranked.moves.iter().take(lines) {
            advice.lines.push(TablebaseLine {
                moves: line(tables, game, best.chess_move),
                score: best.score(ranked.metric),
            });
        }
    }
    advice
}

/// Gives the losing moves of a drawn root their values. For one line they are dropped; with MultiPV
/// they follow those that hold the draw.
fn hold_draw(ranked: &[RankedMove], lines: usize, candidates: &mut Vec<Candidate>) {
    for candidate in candidates.iter_mut() {
        let chess_move = candidate.root_move.chess;
        let found = ranked.iter().find(|ranked| ranked.chess_move == chess_move);
        // Beside a draw, a loss counts as lost even if the fifty-move rule may undo it.
        if let Some(found) = found
            && found.result != Wdl::Draw
        {
            candidate.known = Some(found.value.centipawns() as i16);
        }
    }
    let is_lost = |candidate: &Candidate| match candidate.known {
        Some(value) => value < -LOST,
        None => false,
    };
    candidates.sort_by_key(is_lost);
    if lines == 1 {
        candidates.retain(|candidate| !is_lost(candidate));
    }
}

/// The best line that begins with a move.
fn line(tables: &Tablebases, game: &Game, first: Move) -> Vec<Move> {
    let mut next = game.position().clone();
    next.play_unchecked(first);
    let mut moves = vec![first];
    moves.extend(tables.best_line(&next, SHOWN - 1));
    moves
}
