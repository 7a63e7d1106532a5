//! The orders to the disable memory.

use logic::{Netlist, Signal};
use shakmaty::{Color, Square};

use super::{Board, Turn, Wire, equals, level, some, special::barred};

/// Inputs `p0` to `p3`, `wtm`, `dis`, the word, and `adr`, a square. Outputs: `dis_set`, the word and the square;
/// `dis_cleared` and `dis_set_cleared`, the word and `dis_set` without the squares of the mover's pieces; `dis_quiet`, the
/// word and the empty squares that quiescence bars.
pub fn specification() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let turn = Turn::input(&net);
    let (word, address) = (net.input_plane("dis"), net.input_address("adr"));
    let disabled = |square: Square| word.bit(square.to_usize());
    let set = |square: Square| disabled(square) | equals(&net, address, square.to_usize());
    let mine = |square: Square| mine(&net, &board, turn, square);
    net.output_wires("dis_set", &Square::ALL.map(set));
    net.output_wires("dis_cleared", &Square::ALL.map(|square| disabled(square) & !mine(square)));
    net.output_wires("dis_set_cleared", &Square::ALL.map(|square| set(square) & !mine(square)));
    let quiet = |square: Square| disabled(square) | barred(&net, &board, turn, square);
    net.output_wires("dis_quiet", &Square::ALL.map(quiet));
    net
}

/// A piece of the side to move stands on the square.
pub(super) fn mine<'n>(net: &'n Netlist, board: &Board<'n>, turn: Turn<'n>, square: Square) -> Wire<'n> {
    let of = |color: Color| turn.of(color) & level(board.color(square), color.is_black());
    !board.empty(square) & some(net, Color::ALL.map(of))
}
