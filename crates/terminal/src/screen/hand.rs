//! Moves by cursor or mouse: a man is taken up, and put where it may go.

use shakmaty::{CastlingMode, File, Move, Position, Rank, Role, Square};

use crate::board::landed;
use crate::table::Table;

/// What a pawn may become, in the order in which it is offered.
const CHOICES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The hand over the board.
#[derive(Debug, Default)]
pub(super) struct Hand {
    /// Where it is, once it was used.
    cursor: Option<Square>,
    /// The square of the man in it.
    picked: Option<Square>,
    /// A pawn's way to the last rank, and which of [`CHOICES`] it becomes.
    promotion: Option<(Square, Square, usize)>,
}

/// What came of a touch.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// The board shows it.
    Done,
    /// This cannot be, for this reason.
    Refused(String),
    /// A move, as UCI writes it.
    Moved(String),
}

impl Hand {
    pub(super) fn cursor(&self) -> Option<Square> {
        self.cursor
    }

    pub(super) fn picked(&self) -> Option<Square> {
        self.picked
    }

    /// Whether it is being asked what a pawn becomes.
    pub(super) fn is_choosing(&self) -> bool {
        self.promotion.is_some()
    }

    /// The question what a pawn becomes.
    pub(super) fn choice(&self) -> Option<String> {
        let (.., chosen) = self.promotion?;
        let names = ["queen", "rook", "bishop", "knight"];
        let shown = names
            .iter()
            .enumerate()
            .map(|(at, name)| if at == chosen { format!("[{name}]") } else { format!(" {name} ") });
        Some(format!("The pawn becomes: {} (q r b n, or arrows and Enter)", shown.collect::<String>()))
    }

    /// Where the man in it may go.
    pub(super) fn targets(&self, table: &Table) -> Vec<Square> {
        self.picked.map_or_else(Vec::new, |from| ways(table, from).map(landed).collect())
    }

    /// Moves the cursor by columns and rows as seen with `flipped` for Black's side at the bottom.
    pub(super) fn step(&mut self, right: i32, up: i32, flipped: bool) {
        if let Some((.., chosen)) = &mut self.promotion {
            *chosen = (*chosen as i32 + right - up).rem_euclid(4) as usize;
            return;
        }
        let start = if flipped { Square::E7 } else { Square::E2 };
        let (right, up) = if flipped { (-right, -up) } else { (right, up) };
        let Some(at) = self.cursor else {
            self.cursor = Some(start);
            return;
        };
        let file = at.file().offset(right).unwrap_or(if right > 0 { File::A } else { File::H });
        let rank = at.rank().offset(up).unwrap_or(if up > 0 { Rank::First } else { Rank::Eighth });
        self.cursor = Some(Square::from_coords(file, rank));
    }

    /// Lets go of whatever it holds; whether it held anything.
    pub(super) fn let_go(&mut self) -> bool {
        let held = self.picked.is_some() || self.promotion.is_some();
        (self.picked, self.promotion) = (None, None);
        held
    }

    /// Another position may have come under it.
    pub(super) fn keep(&mut self, table: &Table) {
        if self.picked.is_some_and(|from| table.machine_to_move() || ways(table, from).next().is_none()) {
            self.let_go();
        }
    }

    /// Enter: takes a man up, or puts it down, or says what the pawn becomes.
    pub(super) fn enter(&mut self, table: &Table) -> Touch {
        match (self.promotion, self.cursor) {
            (Some((.., chosen)), _) => self.promote(CHOICES[chosen], table),
            (None, Some(square)) => self.touch(square, table),
            (None, None) => Touch::Done,
        }
    }

    /// A letter while a pawn waits for what it becomes.
    pub(super) fn choose(&mut self, letter: char, table: &Table) -> Touch {
        match Role::from_char(letter).filter(|role| CHOICES.contains(role)) {
            Some(role) => self.promote(role, table),
            None => Touch::Refused(format!("'{letter}' is none of q, r, b, n")),
        }
    }

    fn promote(&mut self, role: Role, table: &Table) -> Touch {
        let Some((from, to, _)) = self.promotion.take() else { return Touch::Done };
        self.picked = None;
        let found = ways(table, from).find(|m| m.to() == to && m.promotion() == Some(role));
        found.map_or(Touch::Done, moved)
    }

    /// The hand goes to this square and takes up or puts down.
    pub(super) fn touch(&mut self, square: Square, table: &Table) -> Touch {
        self.cursor = Some(square);
        self.promotion = None;
        let Some(from) = self.picked else { return self.pick(square, table) };
        if from == square {
            self.picked = None;
            return Touch::Done;
        }
        let mut found = ways(table, from).filter(|&m| landed(m) == square);
        match (found.next(), found.next()) {
            (Some(only), None) => {
                self.picked = None;
                moved(only)
            }
            (Some(_), Some(_)) => {
                self.promotion = Some((from, square, 0));
                Touch::Done
            }
            (None, _) if ways(table, square).next().is_some() => self.pick(square, table),
            (None, _) => Touch::Refused(format!("the man on {from} cannot go to {square}")),
        }
    }

    fn pick(&mut self, square: Square, table: &Table) -> Touch {
        self.picked = None;
        let position = table.game().position();
        let reason = match position.board().piece_at(square) {
            _ if table.outcome().is_some() => "the game is over; 'new' begins another".to_owned(),
            _ if table.machine_to_move() => "it is the machine's move; F5 makes it move at once".to_owned(),
            None => format!("there is no man on {square}"),
            Some(piece) if piece.color != position.turn() => {
                format!("the man on {square} is not yours to move")
            }
            Some(_) if ways(table, square).next().is_none() => {
                format!("the man on {square} has no legal move")
            }
            Some(_) => {
                self.picked = Some(square);
                return Touch::Done;
            }
        };
        Touch::Refused(reason)
    }
}

/// The legal moves of the man on this square.
fn ways(table: &Table, from: Square) -> impl Iterator<Item = Move> + use<> {
    let legal =
        if table.outcome().is_none() { table.game().position().legal_moves() } else { Default::default() };
    legal.into_iter().filter(move |m| m.from() == Some(from))
}

fn moved(chess_move: Move) -> Touch {
    Touch::Moved(chess_move.to_uci(CastlingMode::Standard).to_string())
}
