//! Descriptive notation as Thompson's program wrote and read it: `p/k2-k4`, `n/kn1-kb3`,
//! `p/k4xp/q5`, `o-o`.
//!
//! Documented (F111) by its source: a piece, a slash and its square, then a dash and a square, or a
//! cross, a piece, a slash and a square. Squares are named by wing, file and rank, from the mover's
//! side. Parts left out match anything, as in `p-k4`; two matching moves are ambiguous.

use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Role, Square};

use crate::board::destination;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Error {
    Unreadable,
    Illegal,
    Ambiguous,
}

pub(super) fn write(position: &Chess, chess_move: Move) -> String {
    let turn = position.turn();
    let check = if gives_check(position, chess_move) {
        "+"
    } else {
        ""
    };
    if let Some(side) = chess_move.castling_side() {
        return format!(
            "{}{check}",
            if side.is_king_side() { "o-o" } else { "o-o-o" }
        );
    }
    let from = match chess_move.from() {
        Some(from) => square(from, turn),
        None => String::new(),
    };
    let to = square(chess_move.to(), turn);
    let piece = chess_move.role().char();
    let target = match chess_move.capture() {
        Some(taken) => format!("x{}/{to}", taken.char()),
        None => format!("-{to}"),
    };
    let promotion = match chess_move.promotion() {
        Some(role) => format!("({})", role.char()),
        None => String::new(),
    };
    let en_passant = if chess_move.is_en_passant() { "ep" } else { "" };
    format!("{piece}/{from}{target}{promotion}{en_passant}{check}")
}

/// `k4`, `qn1`: wing, file and rank from the side of `turn`.
fn square(square: Square, turn: Color) -> String {
    let file = match square.file() {
        File::A => "qr",
        File::B => "qn",
        File::C => "qb",
        File::D => "q",
        File::E => "k",
        File::F => "kb",
        File::G => "kn",
        File::H => "kr",
    };
    format!("{file}{}", rank(square, turn) + 1)
}

fn gives_check(position: &Chess, chess_move: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(chess_move);
    after.is_check()
}

/// The rank of a square from the side of `turn`, from 0.
fn rank(square: Square, turn: Color) -> u32 {
    let rank = u32::from(square.rank());
    turn.fold_wb(rank, 7 - rank)
}

/// Description of a piece and its square; a part that is `None` matches anything.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    role: Option<Role>,
    kings_wing: Option<bool>,
    /// Files from the edge: 0 for the rook's, 1 knight's, 2 bishop's, 3 king's and queen's.
    file: Option<u32>,
    rank: Option<u32>,
}

impl Pattern {
    fn matches(self, role: Option<Role>, square: Square, turn: Color) -> bool {
        let file = u32::from(square.file());
        let is_kings_wing = file > 3;
        let from_edge = file.min(7 - file);
        (self.role.is_none() || self.role == role)
            && fits(self.kings_wing, is_kings_wing)
            && fits(self.file, from_edge)
            && fits(self.rank, rank(square, turn))
    }
}

/// Whether a part of a description is left out or is what is there.
fn fits<T: PartialEq>(wanted: Option<T>, there: T) -> bool {
    wanted.is_none() || wanted == Some(there)
}

/// What a text says of a move.
#[derive(Clone, Copy, Debug)]
enum Description {
    Castling(CastlingSide),
    /// The piece that moves, and its destination with what is captured there.
    Move {
        from: Pattern,
        to: Pattern,
    },
}

impl Description {
    fn read(text: &str) -> Option<Description> {
        match text {
            "o-o" | "oo" => return Some(Description::Castling(CastlingSide::KingSide)),
            "o-o-o" | "ooo" => return Some(Description::Castling(CastlingSide::QueenSide)),
            _ => {}
        }
        let (mut from, mut to) = (Pattern::default(), Pattern::default());
        let mut rest = parse_piece(text, &mut from);
        if rest.len() == text.len() {
            return None;
        }
        if let Some(target) = rest.strip_prefix(['x', '*']) {
            rest = parse_piece(target, &mut to);
        } else if let Some(target) = rest.strip_prefix('-') {
            rest = parse_square(target, &mut to);
        }
        if !rest.is_empty() {
            return None;
        }
        Some(Description::Move { from, to })
    }

    fn matches(self, chess_move: Move, turn: Color) -> bool {
        match self {
            Description::Castling(side) => chess_move.castling_side() == Some(side),
            Description::Move { from, to } => {
                // The old program promoted to a queen only.
                let promotes_to_queen = matches!(chess_move.promotion(), None | Some(Role::Queen));
                let Some(origin) = chess_move.from() else {
                    return false;
                };
                promotes_to_queen
                    && from.matches(Some(chess_move.role()), origin, turn)
                    && to.matches(chess_move.capture(), destination(chess_move), turn)
            }
        }
    }
}

pub(super) fn read(position: &Chess, text: &str) -> Result<Move, Error> {
    let text = text.to_ascii_lowercase();
    let (text, check) = match text.strip_suffix('+') {
        Some(text) => (text, true),
        None => (text.as_str(), false),
    };
    let description = Description::read(text).ok_or(Error::Unreadable)?;
    let mut found = None;
    for chess_move in position.legal_moves() {
        if !description.matches(chess_move, position.turn())
            || (check && !gives_check(position, chess_move))
        {
            continue;
        }
        if found.is_some() {
            return Err(Error::Ambiguous);
        }
        found = Some(chess_move);
    }
    found.ok_or(Error::Illegal)
}

/// Parses a piece (`p`, `kbp`, `qn`, `k`) and its square after a slash; returns the rest.
fn parse_piece<'a>(text: &'a str, pattern: &mut Pattern) -> &'a str {
    let mut rest = text;
    while rest.starts_with(['q', 'k']) {
        pattern.kings_wing = Some(rest.starts_with('k'));
        rest = &rest[1..];
    }
    let role = match rest.chars().next() {
        Some(letter) => Role::from_char(letter),
        None => None,
    };
    match role {
        Some(Role::Pawn) => {
            pattern.role = Some(Role::Pawn);
            pattern.file = pattern.kings_wing.map(|_| 3);
            rest = &rest[1..];
        }
        Some(role @ (Role::Knight | Role::Bishop | Role::Rook)) => {
            rest = &rest[1..];
            match rest.strip_prefix('p') {
                Some(after) => {
                    pattern.role = Some(Role::Pawn);
                    pattern.file = file(role.char());
                    rest = after;
                }
                None => pattern.role = Some(role),
            }
        }
        // The letters that were read as a wing are the piece itself.
        Some(Role::King | Role::Queen) | None => {
            pattern.role = match pattern.kings_wing.take() {
                Some(true) => Some(Role::King),
                Some(false) => Some(Role::Queen),
                None => None,
            };
        }
    }
    match rest.strip_prefix('/') {
        Some(square) => parse_square(square, pattern),
        None => rest,
    }
}

/// Parses a square (`k4`, `qn1`) or a part of it; returns the rest.
fn parse_square<'a>(text: &'a str, pattern: &mut Pattern) -> &'a str {
    let mut rest = text;
    let mut piece_file = None;
    while let Some(c) = rest.chars().next() {
        match c {
            'q' | 'k' => pattern.kings_wing = Some(c == 'k'),
            'r' | 'n' | 'b' => piece_file = file(c),
            '1'..='8' => pattern.rank = c.to_digit(10).map(|rank| rank - 1),
            _ => break,
        }
        rest = &rest[1..];
    }
    let is_royal_file = rest.len() < text.len() && text.starts_with(['q', 'k']);
    if piece_file.is_some() {
        pattern.file = piece_file;
    } else if is_royal_file {
        pattern.file = Some(3);
    }
    rest
}

/// The file of a piece on the first rank, counted from the edge.
fn file(letter: char) -> Option<u32> {
    match letter {
        'r' => Some(0),
        'n' => Some(1),
        'b' => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Game;

    fn position(fen: &str) -> Chess {
        Game::from_fen(fen).unwrap().position().clone()
    }

    #[test]
    fn written_move_reads_back() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/8/8/8/k1pP3R/8/8/K7 b - d3 0 1",
        ] {
            let position = position(fen);
            for &m in &position.legal_moves() {
                let text = write(&position, m);
                let bare = text.replace("ep", "");
                assert_eq!(read(&position, &bare), Ok(m), "{text}");
            }
        }
    }

    #[test]
    fn abbreviated_move_is_read_if_unambiguous() {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for (text, written) in [
            ("p-k4", "p/k2-k4"),
            ("kp-k4", "p/k2-k4"),
            ("n-kb3", "n/kn1-kb3"),
            ("qrp-4", "p/qr2-qr4"),
        ] {
            assert_eq!(
                read(&start, text).map(|m| write(&start, m)).as_deref(),
                Ok(written),
                "{text}"
            );
        }
        assert_eq!(read(&start, "p-4"), Err(Error::Ambiguous));
        assert_eq!(read(&start, "q-k7"), Err(Error::Illegal));
        for text in ["", "hello", "p-k9", "x", "-", "é4", "p/", "pxpx", "12"] {
            assert_ne!(read(&start, text).ok().map(|_| ()), Some(()), "{text}");
        }
        assert_eq!(read(&start, "hello"), Err(Error::Unreadable));
    }
}
