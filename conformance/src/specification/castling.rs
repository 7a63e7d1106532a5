//! The castling circuit: castlings with an open way, and the rights that a write leaves.

use logic::{Netlist, netlist::Bus};
use shakmaty::{Color, Square, attacks};

use super::{Board, Turn, Wire, all, equals, some};

/// A castling: whose, the name of its right, and the squares of king and rook.
const CASTLINGS: [(Color, &str, Square, Square); 4] = [
    (Color::White, "white_king_side", Square::E1, Square::H1),
    (Color::White, "white_queen_side", Square::E1, Square::A1),
    (Color::Black, "black_king_side", Square::E8, Square::H8),
    (Color::Black, "black_queen_side", Square::E8, Square::A8),
];

/// Inputs `p0` to `p3`, the four rights by name, and `wtm`; outputs `king_side` and `queen_side`: the side
/// to move has the right and nothing stands between king and rook.
pub fn castling() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let rights: [Wire; 4] = CASTLINGS.map(|(_, name, ..)| net.input_wire(name));
    let turn = Turn::input(&net);
    let [king_side, queen_side] = open(&net, &board, rights, turn);
    net.output("king_side", king_side);
    net.output("queen_side", queen_side);
    net
}

/// Whether king's and queen's side are open to the side to move.
pub(super) fn open<'n>(
    net: &'n Netlist,
    board: &Board<'n>,
    rights: [Wire<'n>; 4],
    turn: Turn<'n>,
) -> [Wire<'n>; 2] {
    let open = |place: usize| {
        let (color, _, king, rook) = CASTLINGS[place];
        let way_is_clear =
            all(net, attacks::between(king, rook).into_iter().map(|square| board.empty(square)));
        turn.of(color) & rights[place] & way_is_clear
    };
    [some(net, [open(0), open(2)]), some(net, [open(1), open(3)])]
}

/// Input `adr`, the square written to; outputs the four rights by name: each stays unless its king's or its
/// rook's square is written to.
pub fn kept() -> Netlist {
    let net = Netlist::new();
    let written: Bus<6> = net.input_address("adr");
    for (name, kept) in CASTLINGS.iter().map(|castling| castling.1).zip(rights_kept(&net, written)) {
        net.output(name, kept);
    }
    net
}

pub(super) fn rights_kept<'n>(net: &'n Netlist, written: Bus<'n, 6>) -> [Wire<'n>; 4] {
    CASTLINGS.map(|(_, _, king, rook)| {
        let ends = [king, rook].map(|square| equals(net, written, square.to_usize()));
        !some(net, ends)
    })
}
