//! The evaluators' terms after each legal move.

use host::piece_code;
use logic::Lanes;
use logic::lanes::Word;
use machine::board_bus::Board;
use machine::evaluator::full::{clamp, full_terms};
use play::Game;
use shakmaty::{Chess, Position};

use crate::Fault;
use crate::event::{Event, MoveTerms};
use crate::room::Room;
use crate::text;

/// Answers [`Command::Weigh`](crate::Command::Weigh): the terms after each legal move of a
/// position, or of the room's game.
pub(crate) fn weigh_moves(room: &Room, fen: Option<&str>) -> Result<Vec<Event>, Fault> {
    let game = match fen {
        None => room.game.clone(),
        Some(fen) => Game::from_fen(fen).map_err(|error| Fault::other(&error))?,
    };
    let position = game.position();
    let mut moves = Vec::new();
    for chess_move in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        let Evaluation { terms, value } = evaluate(&after);
        moves.push(MoveTerms {
            san: play::san(position, chess_move),
            uci: text::uci(chess_move),
            terms,
            value,
        });
    }
    Ok(vec![Event::Weighed { moves }])
}

/// What a position is worth, from White's side, in centipawns.
struct Evaluation {
    /// The terms by name.
    terms: Vec<(String, i16)>,
    value: i16,
}

fn evaluate(position: &Chess) -> Evaluation {
    let mut board = Board::default();
    for (square, piece) in position.board().iter() {
        board.write(u32::from(square) as u8, piece_code(piece));
    }
    let lazy = board.lazy.terms();
    let mut terms = vec![
        ("material".to_owned(), lazy.material),
        ("piece square".to_owned(), lazy.piece_square),
        ("king safety".to_owned(), lazy.safety[0] - lazy.safety[1]),
        (
            "king centralization".to_owned(),
            lazy.centralization[0] - lazy.centralization[1],
        ),
    ];
    let mut sum = 0;
    for term in full_terms(board.full, board.lazy.stage_class()) {
        sum += term.total;
        terms.push((term.name.to_owned(), term.total));
    }
    let full = clamp(Lanes, Word(sum as u16)).0 as i16;
    Evaluation {
        terms,
        value: lazy.value() + full,
    }
}

#[cfg(test)]
mod tests {
    use host::{Link, Searcher};
    use shakmaty::Position;

    use crate::command::Command;
    use crate::event::Event;
    use crate::room::Room;

    #[test]
    fn value_after_each_move_is_the_machines_own() {
        let fen = "r2q1rk1/1ppnbppp/p2p1n2/4p3/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 9";
        let weigh = Command::Weigh {
            fen: Some(fen.to_owned()),
        };
        let events = Room::new().command(weigh);
        let [Event::Weighed { moves }] = &events[..] else {
            panic!("{events:?}")
        };
        let legal = play::Game::from_fen(fen).unwrap().position().legal_moves();
        assert_eq!(moves.len(), legal.len());
        for one in moves {
            let mut game = play::Game::from_fen(fen).unwrap();
            game.play(notation::parse_move(game.position(), &one.uci).unwrap());
            let mut link = Link::new();
            link.load(game.position());
            // The machine's value is that of the side to move, which is Black.
            assert_eq!(
                link.static_value(game.position()),
                -one.value,
                "{}",
                one.san
            );
        }
    }
}
