//! The array with any pieces on any squares: what its wires say, without a search.

use logic::Lanes;
use machine::board_bus::Board;
use machine::move_generator::{MoveGenInputs, disable};
use shakmaty::{Piece, Square};

use crate::Fault;
use crate::command::DisableOrder;
use crate::event::{ArrayLevels, Event, Level};
use crate::room::Room;
use crate::text;

/// The levels at the array's inputs, as a command gives them.
pub(crate) struct Setting<'a> {
    pub(crate) pieces: &'a str,
    pub(crate) white_to_move: bool,
    pub(crate) disabled: &'a [String],
    pub(crate) disable: Option<&'a DisableOrder>,
    pub(crate) victim: Option<&'a str>,
}

pub(crate) fn settled(room: &mut Room, setting: &Setting<'_>) -> Result<Vec<Event>, Fault> {
    let mut word = 0;
    for name in setting.disabled {
        word = disable::with_square(word, square(name)?);
    }
    let mut array = MoveGenInputs {
        piece: board(setting.pieces)?.planes,
        white_to_move: setting.white_to_move,
        ..MoveGenInputs::default()
    };
    match setting.disable {
        None => {}
        Some(DisableOrder::From { square: name }) => {
            word = disable::with_square(word, square(name)?);
        }
        Some(DisableOrder::Close { square: name }) => {
            word = disable::with_square(word, square(name)?);
            word = disable::without_own(word, array.own_pieces());
        }
    }
    array.disable = word;
    let victim = setting.victim.map(square).transpose()?;
    let found = match victim {
        None => array.find_victim(Lanes),
        Some(victim) => array.find_aggressor(Lanes, victim),
    };
    room.wires
        .settle_array(&array, victim.unwrap_or(0), victim.is_some());
    let wires = 0..room.wires.list().len();
    let winner = if found.is_none() {
        None
    } else {
        Some((found.line, found.square))
    };
    Ok(vec![Event::Settled(ArrayLevels {
        wires: wires.map(|index| Level(room.wires.level(index))).collect(),
        winner,
        check: found.check,
        disabled: (0..64)
            .filter(|square| word >> square & 1 != 0)
            .map(text::square)
            .collect(),
    })])
}

/// A square by its name.
fn square(name: &str) -> Result<u8, Fault> {
    match name.parse::<Square>() {
        Ok(square) => Ok(u32::from(square) as u8),
        Err(_) => Err(Fault::new("square", "a1 to h8", name)),
    }
}

/// The board with the pieces of 64 letters.
fn board(pieces: &str) -> Result<Board, Fault> {
    let expected = "64 letters of PNBRQKpnbrqk or '.', from a1";
    if pieces.chars().count() != 64 {
        return Err(Fault::new("pieces", expected, pieces));
    }
    let mut board = Board::default();
    for (letter, square) in pieces.chars().zip(0..) {
        if letter == '.' {
            continue;
        }
        let Some(piece) = Piece::from_char(letter) else {
            return Err(Fault::new("pieces", expected, pieces));
        };
        board.write(square, host::piece_code(piece));
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use crate::command::{Command, DisableOrder};
    use crate::event::{ArrayLevels, Event};
    use crate::room::Room;
    use crate::text;

    fn settle(
        room: &mut Room,
        disabled: &[String],
        disable: Option<DisableOrder>,
        victim: Option<u8>,
    ) -> ArrayLevels {
        let pieces = text::pieces(room.link.state());
        let events = room.command(Command::Settle {
            pieces,
            white_to_move: true,
            disabled: disabled.to_vec(),
            disable,
            victim: victim.map(text::square),
        });
        match events.into_iter().next() {
            Some(Event::Settled(settled)) => settled,
            other => panic!("{other:?}"),
        }
    }

    /// The loop of victims and aggressors, carried out by commands, finds each legal move once.
    #[test]
    fn loop_of_settled_arrays_finds_every_move() {
        let mut room = Room::new();
        let fen = "4k3/8/2n5/8/3P2p1/5N2/8/4KR2 w - - 0 1";
        room.command(Command::Position {
            fen: Some(fen.to_owned()),
            moves: Vec::new(),
        });
        let mut found = Vec::new();
        let mut victim = settle(&mut room, &[], None, None);
        while let Some((_, to)) = victim.winner {
            let mut aggressor = settle(&mut room, &victim.disabled, None, Some(to));
            while let Some((_, from)) = aggressor.winner {
                found.push(format!("{}{}", text::square(from), text::square(to)));
                let order = DisableOrder::From {
                    square: text::square(from),
                };
                aggressor = settle(&mut room, &aggressor.disabled, Some(order), Some(to));
            }
            let order = DisableOrder::Close {
                square: text::square(to),
            };
            victim = settle(&mut room, &aggressor.disabled, Some(order), None);
        }
        found.sort();
        let Event::Board(board) = room.board() else {
            panic!("no board")
        };
        let mut legal = board.legal;
        legal.sort();
        assert_eq!(found, legal);
    }

    #[test]
    fn absurd_setting_is_refused_with_the_expected_form() {
        let mut room = Room::new();
        for (pieces, victim, expected) in [
            ("x", None, "64 letters"),
            (&"?".repeat(64), None, "64 letters"),
            (&".".repeat(64), Some("j9".to_owned()), "a1 to h8"),
        ] {
            let events = room.command(Command::Settle {
                pieces: pieces.to_owned(),
                white_to_move: true,
                disabled: Vec::new(),
                disable: None,
                victim,
            });
            let [Event::Fault { message }] = &events[..] else {
                panic!("{events:?}")
            };
            assert!(message.contains(expected), "{message}");
        }
    }
}
