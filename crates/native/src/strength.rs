//! Limited strength (`UCI_LimitStrength`): a node limit, and random errors in the choice of the
//! move.
//!
//! Decided: the node limits were fitted to matches (docs/native-tests.md, Limited strength). Below
//! [`NO_ERROR_ELO`] an error is added to the values of the best moves. It depends on game position
//! and move and on a seed: with that of 0 play is repeatable, with another each game has its own
//! errors, so that who has beaten a weak player once must think again. Whoever has a lone king to
//! mate knows how, at any rating: there the player errs no more and looks far enough.

use play::{Game, mix};
use shakmaty::{Chess, Position};

use crate::search::root_move::RootMove;
use crate::search::value::INFINITY;

/// Rating, nodes of a search, and greatest error in centipawns; error and log of nodes are
/// interpolated.
const LEVELS: [(i32, f64, f64); 11] = [
    (500, 40.0, 1600.0),
    (750, 40.0, 750.0),
    (950, 50.0, 450.0),
    (1350, 250.0, 108.0),
    (1725, 1_400.0, 66.0),
    (1900, 7_000.0, 28.0),
    (2000, 16_000.0, 0.0),
    (2125, 28_000.0, 0.0),
    (2300, 220_000.0, 0.0),
    (2500, 1_700_000.0, 0.0),
    (2800, 34_000_000.0, 0.0),
];
/// Rating from which no errors are made.
const NO_ERROR_ELO: i32 = 2000;
/// Rating points per further candidate move, and the most candidates.
const ELO_PER_CANDIDATE: i32 = 43;
const MAX_CANDIDATES: i32 = 8;
/// Fewest nodes of a search against a lone king, where there is no table: enough to queen a pawn
/// and mate.
const LONE_KING_NODES: u64 = 200_000;
/// Ratings from which a player knows the first moves of openings, four moves, and all of the book.
const BOOK_BEGINS: i32 = 500;
const BOOK_OF_FOUR_MOVES: i32 = 1000;
const WHOLE_BOOK: i32 = 2200;
/// Rating points per further move of the book above [`BOOK_OF_FOUR_MOVES`].
const ELO_PER_BOOK_MOVE: i32 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strength {
    pub(crate) nodes: u64,
    pub(crate) choices: usize,
    /// Greatest error in centipawns.
    error: i32,
    /// Plies of a game in which the book is used.
    pub(crate) book_plies: u32,
}

impl Strength {
    pub(crate) fn of(elo: i32) -> Strength {
        let last = LEVELS.len() - 2;
        let at = LEVELS[1..]
            .iter()
            .position(|&(points, ..)| elo < points)
            .unwrap_or(last);
        let [(low, few, great), (high, many, small)] = [LEVELS[at], LEVELS[at + 1]];
        let part = (f64::from(elo - low) / f64::from(high - low)).clamp(0.0, 1.0);
        let more = (NO_ERROR_ELO - elo + ELO_PER_CANDIDATE - 1) / ELO_PER_CANDIDATE;
        Strength {
            nodes: (few * (many / few).powf(part)).round() as u64,
            choices: (1 + more).clamp(1, MAX_CANDIDATES) as usize,
            error: (great + (small - great) * part).round() as i32,
            book_plies: 2 * book_moves(elo),
        }
    }

    /// The strength in a position: full knowledge of the endings against a lone king.
    pub(crate) fn in_position(self, position: &Chess) -> Strength {
        if !is_lone_king(position) {
            return self;
        }
        Strength {
            nodes: self.nodes.max(LONE_KING_NODES),
            choices: 1,
            error: 0,
            ..self
        }
    }

    /// Moves the chosen move to the front; returns whether it is not the best. At least `shown`
    /// moves are candidates. `seed` draws the errors.
    pub(crate) fn choose(
        &self,
        moves: &mut [RootMove],
        shown: usize,
        game: &Game,
        seed: u64,
    ) -> bool {
        if self.error == 0 {
            return false;
        }
        let place = u64::from(game.position().fullmoves().get()) << 16 | game.moves().len() as u64;
        let judged = |root: &RootMove| {
            let noise = mix(place << 16 ^ u64::from(root.first.bits()) ^ seed);
            // The sum of two uniform errors: small ones are more frequent.
            let [a, b] =
                [noise as u32, (noise >> 32) as u32].map(|part| i64::from(part % 2048) - 1024);
            i64::from(root.latest_value()) + (a + b) * i64::from(self.error) / 2048
        };
        let choices = moves.len().min(self.choices.max(shown));
        let known = (0..choices).filter(|&at| moves[at].latest_value() > -INFINITY);
        let best = known
            .max_by_key(|&at| (judged(&moves[at]), std::cmp::Reverse(at)))
            .unwrap_or(0);
        moves[..=best].rotate_right(1);
        best > 0
    }
}

/// Moves of a game in which a player of this rating follows the book.
fn book_moves(elo: i32) -> u32 {
    let moves = if elo >= WHOLE_BOOK {
        return u32::MAX / 2;
    } else if elo >= BOOK_OF_FOUR_MOVES {
        4 + (elo - BOOK_OF_FOUR_MOVES) / ELO_PER_BOOK_MOVE
    } else {
        4 * (elo - BOOK_BEGINS) / (BOOK_OF_FOUR_MOVES - BOOK_BEGINS)
    };
    moves.max(0) as u32
}

/// Whether the side that is not to move has nothing but its king, and can be mated.
pub(crate) fn is_lone_king(position: &Chess) -> bool {
    let theirs = position.board().by_color(!position.turn());
    theirs.count() == 1 && !position.has_insufficient_material(position.turn())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_higher_rating_never_plays_worse() {
        let all: Vec<Strength> = (500..=2800).step_by(50).map(Strength::of).collect();
        assert!(all.windows(2).all(|pair| {
            pair[0].nodes <= pair[1].nodes
                && pair[0].error >= pair[1].error
                && pair[0].choices >= pair[1].choices
        }));
        let ends =
            [all[0], all[46]].map(|strength| (strength.nodes, strength.choices, strength.error));
        assert_eq!(ends, [(40, 8, 1600), (34_000_000, 1, 0)]);
    }

    #[test]
    fn errors_are_drawn_by_the_seed() {
        let (game, strength) = (Game::new(), Strength::of(600));
        let chosen = |seed: u64| {
            let limits = play::Limits::default();
            let mut player = crate::Native::new();
            for (name, value) in [
                ("UCI_LimitStrength", "true"),
                ("UCI_Elo", "600"),
                ("BookSeed", &seed.to_string()),
            ] {
                play::Player::set_option(&mut player, name, value).unwrap();
            }
            let mut moves = Vec::new();
            for _ in 0..8 {
                play::Player::new_game(&mut player);
                let choice = play::Player::search(
                    &mut player,
                    &game,
                    &limits,
                    &play::Control::new(),
                    &mut |_| (),
                );
                moves.push(choice.best.unwrap());
            }
            moves
        };
        assert!(strength.error > 0);
        let repeated = chosen(0);
        assert!(repeated.iter().all(|made| *made == repeated[0]));
        let drawn = chosen(7);
        assert!(drawn.iter().any(|made| *made != drawn[0]), "{drawn:?}");
        assert_eq!(drawn, chosen(7));
        assert_ne!(drawn, chosen(8));
    }

    #[test]
    fn book_ends_early_for_weak_levels() {
        for (elo, moves) in [
            (500, 0),
            (624, 0),
            (625, 1),
            (800, 2),
            (999, 3),
            (1000, 4),
            (1099, 4),
            (1400, 8),
            (2000, 14),
            (2199, 15),
            (2200, u32::MAX / 2),
            (2800, u32::MAX / 2),
        ] {
            assert_eq!(book_moves(elo), moves, "{elo}");
        }
        assert!((500..=2800).map(book_moves).is_sorted());
    }

    #[test]
    fn lone_king_is_met_without_errors() {
        let strength = Strength::of(500);
        for (fen, knows) in [
            ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", true),
            ("8/8/8/4k3/8/8/8/KR6 w - - 0 1", true),
            ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", true),
            ("8/8/8/4k3/8/8/P7/K7 w - - 0 1", true),
            ("kq6/8/8/8/4K3/8/8/8 b - - 0 1", true),
            // Nobody wins with a knight, the lone king's side has no choice, and against a piece
            // there may be errors.
            ("8/8/8/4k3/8/8/8/KN6 w - - 0 1", false),
            ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", false),
            ("8/8/8/4kp2/8/8/8/KQ6 w - - 0 1", false),
        ] {
            let game = Game::from_fen(fen).unwrap();
            let there = strength.in_position(game.position());
            assert_eq!(there.error == 0, knows, "{fen}");
            assert_eq!(there.nodes > strength.nodes, knows, "{fen}");
        }
    }
}
