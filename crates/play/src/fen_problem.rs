//! What is wrong with a position in FEN, in the words of a player, with the way out where there is
//! one. shakmaty says only which part or which rule it is.

use shakmaty::fen::Fen;
use shakmaty::{Board, Color, Piece, Rank, Square};

use crate::{MAX_QUOTED, role_name, shortened, side_name};

/// The reason why a text is not a position in FEN. shakmaty has refused it.
pub(crate) fn text_problem(text: &str) -> String {
    // Some programs write underscores for the spaces, and shakmaty reads both.
    let mut words = text.split([' ', '_']).filter(|word| !word.is_empty());
    let Some(board) = words.next() else {
        return "the text is empty".to_owned();
    };
    if let Some(problem) = board_problem(board) {
        return problem;
    }
    for field in &FIELDS {
        let Some(word) = words.next() else {
            // shakmaty fills in what is missing at the end, so the words before were wrong
            // together.
            return format!("'{}' cannot be read", quoted(text));
        };
        if !(field.is_right)(word) {
            let (name, expected) = (field.name, field.expected);
            return format!("{name}: expected {expected}, got '{}'", quoted(word));
        }
    }
    match words.next() {
        Some(word) => format!(
            "nothing more is expected after the move number, got '{}'",
            quoted(word)
        ),
        None => format!("'{}' cannot be read", quoted(text)),
    }
}

/// A word after the board.
struct Field {
    name: &'static str,
    expected: &'static str,
    is_right: fn(&str) -> bool,
}

const FIELDS: [Field; 5] = [
    Field {
        name: "side to move",
        expected: "w for White or b for Black",
        is_right: |word| matches!(word, "w" | "b"),
    },
    Field {
        name: "castling rights",
        expected: "letters of KQkq, or - for none",
        is_right: are_rights,
    },
    Field {
        name: "en-passant square",
        expected: "a square such as e3, or - for none",
        is_right: |word| word == "-" || word.parse::<Square>().is_ok(),
    },
    Field {
        name: "plies since a capture or a pawn's move",
        expected: "a number",
        is_right: is_number,
    },
    Field {
        name: "move number",
        expected: "a number",
        is_right: is_number,
    },
];

/// Whether these can be castling rights, also those of Chess960 by the rook's file.
fn are_rights(word: &str) -> bool {
    let of_white = word.chars().filter(char::is_ascii_uppercase).count();
    let is_right = |c: char| matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    let is_few = of_white <= 2 && word.len() - of_white <= 2;
    word == "-" || (is_few && word.chars().all(is_right))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

fn board_problem(board: &str) -> Option<String> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Some(format!(
            "expected 8 ranks with '/' between them, got {}",
            ranks.len()
        ));
    }
    for (number, rank) in (1..=8).rev().zip(ranks) {
        let mut squares = 0;
        // The mark of a promoted piece, as Crazyhouse has it, stands after its letter.
        for c in rank.chars().filter(|&c| c != '~') {
            squares += match c {
                '1'..='8' => c.to_digit(10).unwrap_or(0),
                _ if Piece::from_char(c).is_some() => 1,
                _ => {
                    return Some(format!(
                        "rank {number} ('{}'): expected KQRBNP, kqrbnp and numbers of empty \
                         squares, got '{c}'",
                        quoted(rank)
                    ));
                }
            };
        }
        if squares != 8 {
            return Some(format!(
                "rank {number} ('{}'): expected 8 squares, got {squares}",
                quoted(rank)
            ));
        }
    }
    None
}

fn quoted(text: &str) -> String {
    shortened(text, MAX_QUOTED / 2)
}

/// The reasons why no game can have this position.
pub(crate) fn position_problem(fen: &Fen) -> String {
    let setup = fen.as_setup();
    let board = &setup.board;
    if board.occupied().is_empty() {
        return "the board is empty: each side needs a king".to_owned();
    }
    let mut problems = Vec::new();
    for color in Color::ALL {
        match (board.kings() & board.by_color(color)).count() {
            0 => problems.push(format!("{} has no king", side_name(color))),
            1 => {}
            kings => problems.push(format!("{} has {kings} kings", side_name(color))),
        }
    }
    for square in board.pawns() {
        if matches!(square.rank(), Rank::First | Rank::Eighth) {
            problems.push(format!(
                "a pawn stands on {square}, where none can: expected ranks 2 to 7"
            ));
        }
    }
    if problems.is_empty()
        && let Some(problem) = check_problem(board, setup.turn)
    {
        problems.push(problem);
    }
    problems.join("; ")
}

/// The reason why the king of the side that is not to move must not be in check.
fn check_problem(board: &Board, turn: Color) -> Option<String> {
    let attackers = |color: Color| {
        let king = board.king_of(color)?;
        let attackers = board.attacks_to(king, !color, board.occupied());
        Some((king, attackers))
    };
    let (king, checkers) = attackers(!turn)?;
    let (own_king, own_checkers) = attackers(turn)?;
    if checkers.contains(own_king) {
        return Some(format!(
            "the kings stand side by side, on {own_king} and {king}"
        ));
    }
    let checker = checkers.first()?;
    let role = board.role_at(checker)?;
    let [mover, waiting] = [turn, !turn].map(side_name);
    let check = format!(
        "{waiting}'s king on {king} is attacked by the {} on {checker}, and {mover} is to move, who \
         could take it",
        role_name(role)
    );
    if own_checkers.any() {
        return Some(format!("both kings are in check: {check}"));
    }
    Some(format!(
        "{check}; if it is {waiting}'s move, write {} for the side to move",
        (!turn).char()
    ))
}
