//! Moves read in SAN or UCI notation, and variations written in SAN.

use std::fmt::Write as _;

use play::{MAX_QUOTED, role_name, shortened};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Role, attacks};
use thiserror::Error;

use crate::source::is_blank;

/// The error of a text that is not a legal move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum MoveError {
    #[error(
        "'{0}' is not a legal move here: expected a move like e4, Nf3, exd5, e8=Q, O-O or e2e4"
    )]
    Unreadable(String),
    #[error("'{text}' is ambiguous: it can be {}", .choices.join(" or "))]
    Ambiguous { text: String, choices: Vec<String> },
    #[error("'{text}' is not a legal move here: {reason}")]
    Illegal { text: String, reason: String },
}

/// Reads a legal move in SAN or in UCI's long form, as people write it.
///
/// In SAN, `x`, `+`, `!?` and the `=` of a promotion can be missing, and a number can precede the
/// move. Promotions can be `a8=Q`, `a8Q`, `a8(Q)` or `a8/Q`. A capture can name its files alone
/// (`cd`, `cxd`) or the pieces (`BxN`, `PxP`). Castling can have zeros, squares can be joined by a
/// hyphen (`e2-e4`), and hyphens can be dashes. Pieces can be figurines, German letters or small
/// letters (`nf3`), and all letters can be capitals.
pub fn parse_move(position: &Chess, text: &str) -> Result<Move, MoveError> {
    let text = text.trim_matches(is_blank);
    let plain = plain(text);
    let mut error = match read_move(position, &plain, text) {
        Ok(found) => return Ok(found),
        Err(error) => error,
    };
    let small = in_small_letters(text);
    let small_with_piece = small.as_deref().and_then(with_piece);
    for other in [with_piece(&plain), small_with_piece, small]
        .into_iter()
        .flatten()
    {
        match read_move(position, &other, text) {
            Ok(found) => return Ok(found),
            // What is wrong with a move says more than that the text is none.
            Err(reason) if matches!(error, MoveError::Unreadable(_)) => error = reason,
            Err(_) => {}
        }
    }
    match Abbreviation::of(&plain) {
        Some(abbreviation) => abbreviation.to_move(position, text),
        None => Err(error),
    }
}

/// Whether a word is a capture without its square, as on many score sheets: `cd`, `BxN`.
pub(crate) fn abbreviates_a_capture(text: &str) -> bool {
    Abbreviation::of(&plain(text)).is_some()
}

/// A capture without its square.
#[derive(Clone, Copy)]
struct Abbreviation {
    mover: Mover,
    target: Target,
    promotion: Option<Role>,
}

/// What captures: a pawn of a file, or any piece of a kind.
#[derive(Clone, Copy)]
enum Mover {
    PawnOf(File),
    Piece(Role),
}

/// What is captured: something on a file, or any piece of a kind.
#[derive(Clone, Copy)]
enum Target {
    OnFile(File),
    Piece(Role),
}

impl Abbreviation {
    fn of(plain: &str) -> Option<Abbreviation> {
        let (move_text, promotion) = match plain.split_once('=') {
            Some((move_text, piece)) => (move_text, Some(Role::from_char(one(piece)?)?)),
            None => (plain, None),
        };
        let (mover, target, has_sign) = match move_text.split_once('x') {
            Some((mover, target)) => (one(mover)?, one(target)?, true),
            None => {
                let target = move_text.chars().next_back()?;
                (one(move_text.strip_suffix(target)?)?, target, false)
            }
        };
        let piece = |letter: char| {
            if letter.is_ascii_uppercase() {
                Role::from_char(letter)
            } else {
                None
            }
        };
        let mover = match File::from_char(mover) {
            Some(file) => Mover::PawnOf(file),
            None => Mover::Piece(piece(mover)?),
        };
        let target = match File::from_char(target) {
            Some(file) => Target::OnFile(file),
            None => Target::Piece(piece(target)?),
        };
        // Two letters are files side by side: other pairs are words.
        match (mover, target) {
            (Mover::PawnOf(from), Target::OnFile(to)) if from.distance(to) != 1 => return None,
            (Mover::PawnOf(_), Target::OnFile(_)) => {}
            _ if !has_sign => return None,
            _ => {}
        }
        Some(Abbreviation {
            mover,
            target,
            promotion,
        })
    }

    fn matches(self, position: &Chess, chess_move: Move) -> bool {
        let Some(captured) = chess_move.capture() else {
            return false;
        };
        let by_mover = match self.mover {
            Mover::PawnOf(file) => {
                chess_move.role() == Role::Pawn
                    && chess_move.from().is_some_and(|from| from.file() == file)
            }
            Mover::Piece(role) => chess_move.role() == role,
        };
        let on_target = match self.target {
            Target::OnFile(file) => chess_move.to().file() == file,
            Target::Piece(role) => captured == role,
        };
        let promotes = self.promotion.is_none() || chess_move.promotion() == self.promotion;
        by_mover && on_target && promotes && position.is_legal(chess_move)
    }

    /// The one legal move that fits.
    fn to_move(self, position: &Chess, text: &str) -> Result<Move, MoveError> {
        let mut found = Vec::new();
        for chess_move in position.legal_moves() {
            if self.matches(position, chess_move) {
                found.push(chess_move);
            }
        }
        let role = match self.mover {
            Mover::PawnOf(_) => Role::Pawn,
            Mover::Piece(role) => role,
        };
        match found[..] {
            [only] => Ok(only),
            [] => Err(illegal(position, text, Some(role))),
            _ => Err(MoveError::Ambiguous {
                text: shortened(text, MAX_QUOTED),
                choices: candidates(position, |m| found.contains(&m)),
            }),
        }
    }
}

/// The only character of a text.
fn one(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if characters.next().is_some() {
        return None;
    }
    Some(first)
}

/// The move with a capital letter for its piece.
fn with_piece(plain: &str) -> Option<String> {
    let first = plain.chars().next()?;
    if !"nbrqk".contains(first) {
        return None;
    }
    Some(plain.replacen(first, &first.to_ascii_uppercase().to_string(), 1))
}

/// The move of a text in capitals, `NF3` or `EXD5`, in small letters.
fn in_small_letters(text: &str) -> Option<String> {
    let is_small = |byte: u8| byte.is_ascii_lowercase() && byte != b'x';
    if text.bytes().any(is_small) {
        return None;
    }
    Some(plain(&text.to_ascii_lowercase()))
}

/// The move in the letters and signs of SAN or UCI.
fn plain(text: &str) -> String {
    let is_capital = !text.bytes().any(|byte| byte.is_ascii_lowercase());
    if text.parse::<UciMove>().is_ok()
        || (is_capital && text.to_ascii_lowercase().parse::<UciMove>().is_ok())
    {
        return text.to_ascii_lowercase();
    }
    let text: String = without_number(text)
        .chars()
        .filter(|&c| !is_blank(c))
        .collect();
    let letter = |c: char| match c {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' | 'D' => Some('Q'),
        '♖' | '♜' | 'T' => Some('R'),
        '♗' | '♝' | 'L' => Some('B'),
        '♘' | '♞' | 'S' => Some('N'),
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => None,
        '–' | '—' | '−' | '‐' | '‑' => Some('-'),
        '×' | ':' => Some('x'),
        c => Some(c),
    };
    let text: String = without_signs(&text).chars().filter_map(letter).collect();
    match text.replace(['0', 'o'], "O").as_str() {
        castling @ ("O-O" | "O-O-O") => castling.to_owned(),
        "OO" => "O-O".to_owned(),
        "OOO" => "O-O-O".to_owned(),
        _ => insert_equals(text.replace('-', "")),
    }
}

/// The move without its number: `1.e4`, `12...Nf6`.
fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match after.strip_prefix(['.', '…']) {
        Some(after) if text.len() > after.len() => after.trim_start_matches(['.', '…', ' ']),
        _ => text,
    }
}

/// The move without signs of check, of evaluation and of capturing en passant, in any order at its
/// end.
fn without_signs(mut text: &str) -> &str {
    loop {
        let before = text;
        text = text.trim_end_matches(|c: char| ",!?+#†‡-–—−=/±∓⩲⩱∞□⌓".contains(c));
        for sign in ["(e.p.)", "(ep)", "e.p.", "ep"] {
            text = text.strip_suffix(sign).unwrap_or(text);
        }
        if text == before {
            return text;
        }
    }
}

/// The move with `=` before the piece that a pawn promotes to, which can be missing, a slash, or
/// parentheses.
fn insert_equals(text: String) -> String {
    let inner = text.strip_suffix(')').unwrap_or(&text);
    let Some(piece) = inner.chars().next_back() else {
        return text;
    };
    let before = inner[..inner.len() - piece.len_utf8()].trim_end_matches(['=', '/', '(']);
    let is_pawn_move = before.starts_with(|first| "abcdefghx12345678".contains(first));
    if is_pawn_move && before.ends_with(['1', '8']) && "QRBNqrbn".contains(piece) {
        format!("{before}={}", piece.to_ascii_uppercase())
    } else {
        text
    }
}

/// Reads a move in plain letters; errors show it as `text`.
fn read_move(position: &Chess, plain: &str, text: &str) -> Result<Move, MoveError> {
    let san = read_san(plain);
    // Bishops have the letter of a file: `B8d7` can be both.
    let found = san.map(|san| {
        let as_other_capture = |error| other_capture(san).to_move(position).map_err(|_| error);
        let as_castling = |error| match castling(position, &san) {
            Some(castling) => castling.to_move(position).map_err(|_| error),
            None => Err(error),
        };
        san.to_move(position)
            .or_else(as_other_capture)
            .or_else(as_castling)
    });
    if let Some(Ok(found)) = found {
        return Ok(found);
    }
    let coordinates = plain.to_ascii_lowercase().replace(['=', 'x'], "");
    if let Ok(uci) = coordinates.parse::<UciMove>()
        && matches!(uci, UciMove::Normal { .. })
    {
        return uci
            .to_move(position)
            .map_err(|_| match castling_side(position, &uci) {
                Some(side) => no_castling(position, text, side),
                None => illegal(
                    position,
                    text,
                    uci.from().and_then(|s| position.board().role_at(s)),
                ),
            });
    }
    match san.zip(found.and_then(Result::err)) {
        None => Err(MoveError::Unreadable(shortened(text, MAX_QUOTED))),
        Some((san, SanError::AmbiguousSan)) => Err(MoveError::Ambiguous {
            text: shortened(text, MAX_QUOTED),
            choices: candidates(position, |m| san_matches(&san, m)),
        }),
        Some((San::Castle(side), SanError::IllegalSan)) => Err(no_castling(position, text, side)),
        Some((san, SanError::IllegalSan)) => Err(illegal(position, text, role(&san))),
    }
}

/// Castling written as the king's move: `Kg1`, `Ke1-g1`.
fn castling(position: &Chess, san: &San) -> Option<San> {
    let San::Normal {
        role: Role::King,
        capture: false,
        to,
        ..
    } = *san
    else {
        return None;
    };
    let from = position.board().king_of(position.turn())?;
    let promotion = None;
    let uci = UciMove::Normal {
        from,
        to,
        promotion,
    };
    Some(San::Castle(castling_side(position, &uci)?))
}

/// The side on which a king's move by two squares castles.
fn castling_side(position: &Chess, uci: &UciMove) -> Option<CastlingSide> {
    let UciMove::Normal { from, to, .. } = *uci else {
        return None;
    };
    let king = position.board().king_of(position.turn())?;
    if from != king || from.file() != File::E || from.rank() != to.rank() {
        return None;
    }
    match to.file() {
        File::G => Some(CastlingSide::KingSide),
        File::C => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Castling that is not legal, with the first reason that a player would name.
fn no_castling(position: &Chess, text: &str, side: CastlingSide) -> MoveError {
    let Some(obstacle) = castling_obstacle(position, side) else {
        return illegal(position, text, Some(Role::King));
    };
    MoveError::Illegal {
        text: shortened(text, MAX_QUOTED),
        reason: format!("{} {obstacle}", play::side_name(position.turn())),
    }
}

fn castling_obstacle(position: &Chess, side: CastlingSide) -> Option<String> {
    let turn = position.turn();
    let board = position.board();
    let king = board.king_of(turn)?;
    if position.castles().rook(turn, side).is_none() {
        let name = match side {
            CastlingSide::KingSide => "king's",
            CastlingSide::QueenSide => "queen's",
        };
        return Some(format!(
            "may not castle on the {name} side: the king or that rook has moved"
        ));
    }
    if position.is_check() {
        return Some("is in check, and cannot castle out of it".to_owned());
    }
    let between = position.castles().path(turn, side) & board.occupied();
    if between.any() {
        let squares: Vec<String> = between
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        return Some(format!(
            "cannot castle with a piece between king and rook ({})",
            squares.join(" ")
        ));
    }
    let target = side.king_to(turn);
    for square in attacks::between(king, target) {
        if position
            .king_attackers(square, !turn, board.occupied())
            .any()
        {
            return Some(format!("cannot castle across {square}, which is attacked"));
        }
    }
    if position
        .king_attackers(target, !turn, board.occupied())
        .any()
    {
        return Some(format!("cannot castle into check on {target}"));
    }
    None
}

/// A variation in SAN with move numbers, such as `12... d5 13. c4`. It ends before the first
/// illegal move.
pub fn san_line(position: &Chess, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut line = String::new();
    for (ply, &chess_move) in moves.iter().enumerate() {
        if !position.is_legal(chess_move) {
            break;
        }
        let (turn, number) = (position.turn(), position.fullmoves());
        let separator = if ply == 0 { "" } else { " " };
        let number = match turn {
            Color::White => format!("{number}. "),
            Color::Black if ply == 0 => format!("{number}... "),
            Color::Black => String::new(),
        };
        let san = SanPlus::from_move_and_play_unchecked(&mut position, chess_move);
        let _ = write!(line, "{separator}{number}{san}");
    }
    line
}

fn read_san(plain: &str) -> Option<San> {
    plain
        .parse::<San>()
        .ok()
        .filter(|san| !matches!(san, San::Put { .. } | San::Null))
}

/// Turns a capture into a plain move and back: the `x` is often omitted. Of a pawn, only the file
/// that it comes from tells that it captures, and only its square that it does not.
fn other_capture(san: San) -> San {
    match san {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } if role != Role::Pawn || (file.is_some() && (!capture || rank.is_some())) => {
            San::Normal {
                role,
                file,
                rank,
                capture: !capture,
                to,
                promotion,
            }
        }
        other => other,
    }
}

fn san_matches(san: &San, chess_move: Move) -> bool {
    san.matches(chess_move) || other_capture(*san).matches(chess_move)
}

fn role(san: &San) -> Option<Role> {
    match san {
        San::Normal { role, .. } => Some(*role),
        San::Castle(_) => Some(Role::King),
        _ => None,
    }
}

fn candidates(position: &Chess, wanted: impl Fn(Move) -> bool) -> Vec<String> {
    let legal = position.legal_moves();
    legal
        .iter()
        .filter(|&&m| wanted(m))
        .map(|&m| San::from_move(position, m).to_string())
        .collect()
}

fn illegal(position: &Chess, text: &str, role: Option<Role>) -> MoveError {
    let side = play::side_name(position.turn());
    let all = candidates(position, |_| true);
    let own = match role {
        Some(role) => candidates(position, |m| m.role() == role),
        None => Vec::new(),
    };
    let reason = if all.is_empty() {
        format!("{side} has no legal move")
    } else {
        let check = if position.is_check() {
            format!("{side} is in check; ")
        } else {
            String::new()
        };
        match role {
            Some(role) if own.is_empty() => {
                format!("{check}{side} has no legal move with a {}", role_name(role))
            }
            Some(role) => format!(
                "{check}with a {} {side} can play {}",
                role_name(role),
                own.join(" ")
            ),
            None => format!("{check}{side} can play {}", all.join(" ")),
        }
    };
    MoveError::Illegal {
        text: shortened(text, MAX_QUOTED),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Game;

    fn read(fen: &str, text: &str) -> Result<String, String> {
        let game = Game::from_fen(fen).unwrap();
        match parse_move(game.position(), text) {
            Ok(m) => Ok(play::san(game.position(), m)),
            Err(error) => Err(error.to_string()),
        }
    }

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    #[test]
    fn parse_move_alternative_spellings_are_accepted() {
        for text in ["O-O", "0-0", "o-o", "e1g1", "e1h1", "O-O!?"] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok("O-O"), "{text}");
        }
        for text in ["Kg1", "Ke1-g1", "Ke1g1", "♔g1"] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok("O-O"), "{text}");
        }
        assert_eq!(read(CASTLES, "Kc1").as_deref(), Ok("O-O-O"));
        // Where the king may step there, that is meant; and without the right nothing is.
        let beside = "4k3/8/8/8/8/8/8/R4K1R w - -";
        assert_eq!(read(beside, "Kg1").as_deref(), Ok("Kg1"));
        assert!(read("r3k2r/8/8/8/8/8/8/R3K2R w kq -", "Kg1").is_err());
        for text in ["Rxa8", "Ra8", "Rxa8+", "a1a8", "A1A8"] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok("Rxa8+"), "{text}");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["e4", "e2-e4", "e2–e4", "♙e4", "e4+-", "e4=", "e4!±", "E2E4"] {
            assert_eq!(read(start, text).as_deref(), Ok("e4"), "{text}");
        }
        for text in [
            "Nf3",
            "nf3",
            "♘f3",
            "♞\u{fe0e}f3",
            "Sf3",
            "Ng1-f3",
            "Sg1–f3",
            "g1-f3",
        ] {
            assert_eq!(read(start, text).as_deref(), Ok("Nf3"), "{text}");
        }
        for text in ["O–O", "0–0", "O—O", "OO", "00", "o-o+-"] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok("O-O"), "{text}");
        }
        // A small b is a pawn if one can capture, and else a bishop.
        let both = "4k3/8/8/8/2p5/1P6/8/4KB2 w - -";
        assert_eq!(read(both, "bxc4").as_deref(), Ok("bxc4"));
        assert_eq!(
            read("4k3/8/8/8/2p5/8/8/4KB2 w - -", "bxc4").as_deref(),
            Ok("Bxc4")
        );
        assert_eq!(
            read("8/P6k/8/8/8/8/8/K7 w - -", "a8=D").as_deref(),
            Ok("a8=Q")
        );
        assert_eq!(
            read("8/P6k/8/8/8/8/8/K7 w - -", "a7-a8=Q").as_deref(),
            Ok("a8=Q")
        );
        assert_eq!(
            read("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6e.p.").as_deref(),
            Ok("exd6")
        );
        assert_eq!(
            read("8/P6k/8/8/8/8/8/K7 w - -", "a7a8n").as_deref(),
            Ok("a8=N")
        );
    }

    #[test]
    fn parse_move_bishop_is_not_taken_for_coordinates() {
        let fen = "1rbk1n1N/p6Q/2b4p/8/3K1BR1/Q7/P2nNp2/1N5R b - - 0 1";
        assert_eq!(read(fen, "B8b7").as_deref(), Ok("B8b7"));
        assert_eq!(read(fen, "B8-b7").as_deref(), Ok("B8b7"));
        assert_eq!(read(fen, "b8b7").as_deref(), Ok("Rb7"));
        assert_eq!(read(fen, "B8B7").as_deref(), Ok("Rb7"));
        assert_eq!(read(fen, "c8xb7").as_deref(), Ok("B8b7"));
    }

    #[test]
    fn parse_move_illegal_move_gives_reason() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(
            read(start, "Nf9")
                .unwrap_err()
                .contains("'Nf9' is not a legal move here")
        );
        assert!(
            read(start, "Nf5")
                .unwrap_err()
                .contains("with a knight White can play Na3 Nc3 Nf3 Nh3")
        );
        assert!(
            read(start, "Qd3")
                .unwrap_err()
                .contains("no legal move with a queen")
        );
        assert!(read("4k3/8/8/8/8/8/8/R3K2R w - -", "Rd1").is_ok());
        assert!(
            read("4k3/8/8/8/8/5N2/8/1N2K3 w - -", "Nd2")
                .unwrap_err()
                .contains("Nbd2 or Nfd2")
        );
        assert!(
            read("4k3/8/8/8/8/8/4r3/4K2R w K -", "O-O")
                .unwrap_err()
                .contains("White is in check")
        );
        for text in ["", "   ", "0000", "--", "@@@@", "Q@e4", "♞f4", "e4e5e6e7"] {
            assert!(read(start, text).is_err(), "{text}");
        }
    }

    #[test]
    fn parse_move_castling_that_is_not_legal_gives_reason() {
        for (fen, text, reason) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                "O-O",
                "White cannot castle with a piece between king and rook (f1 g1)",
            ),
            (
                "r3k1nr/8/8/8/8/8/8/4K3 b kq -",
                "0-0",
                "Black cannot castle with a piece between king and rook (g8)",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w Q -",
                "O-O",
                "White may not castle on the king's side: the king or that rook has moved",
            ),
            (
                "r3k2r/8/8/8/8/8/8/4K3 b k -",
                "e8c8",
                "Black may not castle on the queen's side: the king or that rook has moved",
            ),
            (
                "4k3/8/8/8/8/8/4r3/4K2R w K -",
                "0-0",
                "White is in check, and cannot castle out of it",
            ),
            (
                "4kr2/8/8/8/8/8/8/4K2R w K -",
                "e1g1",
                "White cannot castle across f1, which is attacked",
            ),
            (
                "4k1r1/8/8/8/8/8/8/4K2R w K -",
                "o-o",
                "White cannot castle into check on g1",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2r w Q -",
                "O-O-O",
                "White is in check, and cannot castle out of it",
            ),
        ] {
            let expected = format!("'{text}' is not a legal move here: {reason}");
            assert_eq!(read(fen, text), Err(expected), "{fen}");
        }
    }

    #[test]
    fn parse_move_promotion_is_read_in_every_spelling() {
        let takes = "1n5k/P7/8/8/8/8/8/K7 w - -";
        for text in [
            "a8Q", "a8q", "a8(Q)", "a8/Q", "a8=q", "a8=(Q)", "a8 = Q", "a8=Q+", "a8Q+!", "a8♕",
            "a8=♛", "a8D", "a8(D)", "a7a8Q", "a7-a8Q", "a7-a8=Q", "a7-a8(Q)", "A8=Q", "1.a8Q",
            "a8Q#", "A7A8=Q",
        ] {
            assert_eq!(read(takes, text).as_deref(), Ok("a8=Q"), "{text}");
        }
        for text in [
            "axb8N", "ab8N", "ab8=N", "axb8(N)+", "a7xb8N", "a7b8n", "a:b8/N", "ab8S", "xb8N",
        ] {
            assert_eq!(read(takes, text).as_deref(), Ok("axb8=N"), "{text}");
        }
        assert_eq!(
            read("7k/8/8/8/8/8/1p5K/8 b - -", "b1B").as_deref(),
            Ok("b1=B")
        );
        assert_eq!(
            read("7k/8/8/8/8/8/1p5K/8 b - -", "b1b").as_deref(),
            Ok("b1=B")
        );
        for text in [
            "a8", "a8K", "a8=K", "a8()", "a8(", "a8=", "a7Q", "Ka8Q", "a8QQ",
        ] {
            assert!(read(takes, text).is_err(), "{text}");
        }
    }

    #[test]
    fn parse_move_pawn_capture_needs_no_sign() {
        let fen = "4k3/8/8/2pPp3/3P4/8/8/4K3 w - c6";
        for text in ["de5", "dxe5", "d:e5", "d4e5", "d4xe5", "xe5", "de5+!?"] {
            assert_eq!(read(fen, text).as_deref(), Ok("dxe5"), "{text}");
        }
        for text in [
            "dc6",
            "dxc6",
            "dc6ep",
            "dxc6 e.p.",
            "dxc6(e.p.)",
            "dc6+e.p.",
            "d5c6",
        ] {
            assert_eq!(read(fen, text).as_deref(), Ok("dxc6"), "{text}");
        }
        for text in ["dd6x", "ee5", "dxd6", "ed5", "dc5"] {
            let expected = if text == "dc5" { Ok("dxc5") } else { Err(()) };
            assert_eq!(
                read(fen, text).as_deref().map_err(|_| ()),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn parse_move_capture_without_its_square_is_read_if_only_one_fits() {
        let fen = "4k3/8/8/2pPp3/3P4/8/8/4K3 w - c6";
        for (text, expected) in [
            ("de", "dxe5"),
            ("dxe", "dxe5"),
            ("d:e+!", "dxe5"),
            ("de,", "dxe5"),
        ] {
            assert_eq!(read(fen, text).as_deref(), Ok(expected), "{text}");
        }
        // Two pawns can take on c, one of them in passing.
        let error = read(fen, "dc").unwrap_err();
        assert!(
            error.contains("dxc5 or dxc6") || error.contains("dxc6 or dxc5"),
            "{error}"
        );
        assert!(read(fen, "PxP").unwrap_err().contains("ambiguous"));
        let pieces = "4k3/8/8/3n4/1p6/P4B2/8/4K3 w - -";
        for (text, expected) in [
            ("BxN", "Bxd5"),
            ("B:N", "Bxd5"),
            ("LxS", "Bxd5"),
            ("PxP", "axb4"),
            ("ab", "axb4"),
            ("axP", "axb4"),
            ("Bxd", "Bxd5"),
        ] {
            assert_eq!(read(pieces, text).as_deref(), Ok(expected), "{text}");
        }
        let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - -";
        assert_eq!(read(promotion, "ab=N").as_deref(), Ok("axb8=N"));
        assert_eq!(read(promotion, "axb=Q+").as_deref(), Ok("axb8=Q+"));
        assert!(read(promotion, "ab").unwrap_err().contains("ambiguous"));
        for text in [
            "ba", "ac", "hg", "QxQ", "KxN", "a", "ax", "xb", "NxN", "abc",
        ] {
            assert!(read(pieces, text).is_err(), "{text}");
        }
    }

    #[test]
    fn parse_move_numbers_invisible_characters_and_capitals_are_accepted() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in [
            "1.Nf3",
            "1. Nf3",
            "12...Nf3",
            "1…Nf3",
            "NF3",
            "N\u{200b}f3",
            "\u{feff}Nf3\u{a0}",
            "Nf3†",
        ] {
            assert_eq!(read(start, text).as_deref(), Ok("Nf3"), "{text}");
        }
        for text in ["1", "1.", "12", "...", "1.e", "8.", "e", "0"] {
            assert!(read(start, text).is_err(), "{text}");
        }
        // A capital B is a bishop if one can go there, and else the pawn of a text in capitals.
        let both = "4k3/8/8/8/2p5/1P6/8/4KB2 w - -";
        assert_eq!(read(both, "BXC4").as_deref(), Ok("Bxc4"));
        assert_eq!(
            read("4k3/8/8/8/2p5/1P6/8/4K3 w - -", "BXC4").as_deref(),
            Ok("bxc4")
        );
    }

    #[test]
    fn san_line_has_move_numbers() {
        let game =
            Game::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
        let mut end = game.clone();
        for text in ["e5", "Nf3", "Nc6"] {
            end.play(parse_move(end.position(), text).unwrap());
        }
        assert_eq!(san_line(game.position(), end.moves()), "1... e5 2. Nf3 Nc6");
    }
}
