//! Input of moves by cursor or mouse: a piece is selected, then its destination.

use play::castling_mode;
use shakmaty::{File, Move, Position, Rank, Role, Square};

use crate::board::{destination, uci};
use crate::game_state::GameState;

/// Promotions in the order in which they are offered.
const PROMOTIONS: [(Role, &str); 4] = [
    (Role::Queen, "queen"),
    (Role::Rook, "rook"),
    (Role::Bishop, "bishop"),
    (Role::Knight, "knight"),
];

/// Cursor, selected piece and pending promotion.
#[derive(Debug, Default)]
pub(super) struct MoveInput {
    /// The cursor, once a key has moved it.
    pub(super) cursor: Option<Square>,
    pub(super) selected: Option<Square>,
    promotion: Option<PendingPromotion>,
}

/// A pawn's move whose piece is still to be chosen.
#[derive(Clone, Copy, Debug)]
struct PendingPromotion {
    from: Square,
    to: Square,
    /// The index in [`PROMOTIONS`] of the choice so far.
    chosen: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Selection {
    Changed,
    Refused(String),
    Move(String),
}

impl MoveInput {
    pub(super) fn is_promoting(&self) -> bool {
        self.promotion.is_some()
    }

    /// The question for the promotion, if one is to be chosen.
    pub(super) fn promotion_prompt(&self) -> Option<String> {
        let promotion = self.promotion?;
        let mut names = String::new();
        for (index, (_, name)) in PROMOTIONS.iter().enumerate() {
            names += &if index == promotion.chosen {
                format!("[{name}]")
            } else {
                format!(" {name} ")
            };
        }
        Some(format!(
            "Promote to: {names} (q r b n, or arrows and Enter)"
        ))
    }

    pub(super) fn destinations(&self, state: &GameState) -> Vec<Square> {
        match self.selected {
            Some(from) => legal_moves_from(state, from).map(target).collect(),
            None => Vec::new(),
        }
    }

    /// Moves the cursor by columns and rows of the screen; `flipped` if Black is at the bottom.
    pub(super) fn step(&mut self, right: i32, up: i32, flipped: bool) {
        if let Some(promotion) = &mut self.promotion {
            let next = promotion.chosen as i32 + right - up;
            promotion.chosen = next.rem_euclid(PROMOTIONS.len() as i32) as usize;
            return;
        }
        let start = if flipped { Square::E7 } else { Square::E2 };
        let (right, up) = if flipped { (-right, -up) } else { (right, up) };
        let Some(at) = self.cursor else {
            self.cursor = Some(start);
            return;
        };
        let file = at
            .file()
            .offset(right)
            .unwrap_or(if right > 0 { File::A } else { File::H });
        let rank = at
            .rank()
            .offset(up)
            .unwrap_or(if up > 0 { Rank::First } else { Rank::Eighth });
        self.cursor = Some(Square::from_coords(file, rank));
    }

    pub(super) fn cancel(&mut self) -> bool {
        let selected = self.selected.take().is_some();
        self.promotion.take().is_some() || selected
    }

    /// Hides the cursor, until a key moves it again.
    pub(super) fn hide_cursor(&mut self) {
        self.cursor = None;
    }

    /// Lets the piece of a promotion be chosen, whose move was typed without it.
    pub(super) fn choose_promotion(&mut self, from: Square, to: Square) {
        self.selected = Some(from);
        self.promotion = Some(PendingPromotion {
            from,
            to,
            chosen: 0,
        });
    }

    /// Cancels a selection that the current position does not allow.
    pub(super) fn update(&mut self, state: &GameState) {
        let Some(from) = self.selected else {
            return;
        };
        if state.machine_to_move() || legal_moves_from(state, from).next().is_none() {
            self.cancel();
        }
    }

    /// Handles Enter: selects the square under the cursor, or confirms the promotion.
    pub(super) fn enter(&mut self, state: &GameState) -> Selection {
        match (self.promotion, self.cursor) {
            (Some(promotion), _) => self.promote(PROMOTIONS[promotion.chosen].0, state),
            (None, Some(square)) => self.select(square, state),
            (None, None) => Selection::Changed,
        }
    }

    /// Handles a letter while a promotion is to be chosen.
    pub(super) fn promote_to(&mut self, letter: char, state: &GameState) -> Selection {
        match Role::from_char(letter) {
            Some(role) if PROMOTIONS.iter().any(|(known, _)| *known == role) => {
                self.promote(role, state)
            }
            _ => Selection::Refused(format!(
                "'{letter}' is not a promotion: expected q, r, b or n"
            )),
        }
    }

    fn promote(&mut self, role: Role, state: &GameState) -> Selection {
        let Some(PendingPromotion { from, to, .. }) = self.promotion.take() else {
            return Selection::Changed;
        };
        self.selected = None;
        for chess_move in legal_moves_from(state, from) {
            if chess_move.to() == to && chess_move.promotion() == Some(role) {
                return complete(chess_move);
            }
        }
        Selection::Changed
    }

    /// Selects the piece on this square, or moves the selected piece there.
    pub(super) fn select(&mut self, square: Square, state: &GameState) -> Selection {
        self.cursor = Some(square);
        self.promotion = None;
        let Some(from) = self.selected else {
            return self.select_piece(square, state);
        };
        if from == square {
            self.selected = None;
            return Selection::Changed;
        }
        let mut found = legal_moves_from(state, from).filter(|&m| target(m) == square);
        match (found.next(), found.next()) {
            (Some(only), None) => {
                self.selected = None;
                complete(only)
            }
            (Some(_), Some(_)) => {
                self.choose_promotion(from, square);
                Selection::Changed
            }
            (None, _) if legal_moves_from(state, square).next().is_some() => {
                self.select_piece(square, state)
            }
            (None, _) => Selection::Refused(format!("the piece on {from} cannot move to {square}")),
        }
    }

    fn select_piece(&mut self, square: Square, state: &GameState) -> Selection {
        self.selected = None;
        let position = state.game().position();
        let reason = match position.board().piece_at(square) {
            _ if state.outcome().is_some() => "the game is over: `new` starts another".to_owned(),
            _ if state.machine_to_move() => {
                "it is the machine's move (F5 makes it move now)".to_owned()
            }
            None => format!("there is no piece on {square}"),
            Some(piece) if piece.color != position.turn() => {
                format!("the piece on {square} is not yours to move")
            }
            Some(_) if legal_moves_from(state, square).next().is_none() => {
                format!("the piece on {square} has no legal move")
            }
            Some(_) => {
                self.selected = Some(square);
                return Selection::Changed;
            }
        };
        Selection::Refused(reason)
    }
}

fn legal_moves_from(state: &GameState, from: Square) -> impl Iterator<Item = Move> + use<> {
    let legal = if state.outcome().is_none() {
        state.game().position().legal_moves()
    } else {
        Default::default()
    };
    legal.into_iter().filter(move |m| m.from() == Some(from))
}

/// The square to select for a move: in Chess960 the king castles by taking its rook.
fn target(chess_move: Move) -> Square {
    if castling_mode(chess_move).is_chess960() {
        chess_move.to()
    } else {
        destination(chess_move)
    }
}

fn complete(chess_move: Move) -> Selection {
    Selection::Move(uci(chess_move))
}
