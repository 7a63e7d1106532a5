//! The en-passant latch: the square a pawn has passed over beside an enemy pawn.

use logic::{Netlist, netlist::Bus};
use shakmaty::{Color, File, Rank, Role, Square};

use super::{Board, Turn, Wire, equals, number, some};

/// Inputs `p0` to `p3`, `from`, `to`, `pawn`, high if the piece that moves is a pawn, and `wtm`, its side;
/// output `ep`: if it is a double step that ends beside an enemy pawn, the square passed over, else 0. A
/// pawn that goes from its second rank to its fourth has made a double step, on any file.
pub fn specification() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let (from, to) = (net.input_address("from"), net.input_address("to"));
    let pawn = net.input_wire("pawn");
    let turn = Turn::input(&net);
    net.output_wires("ep", &latch(&net, &board, from, to, pawn, turn));
    net
}

/// Next value of the latch: six wires.
pub(super) fn latch<'n>(
    net: &'n Netlist,
    board: &Board<'n>,
    from: Bus<'n, 6>,
    to: Bus<'n, 6>,
    pawn: Wire<'n>,
    turn: Turn<'n>,
) -> Vec<Wire<'n>> {
    let mut passed = Vec::new();
    for color in Color::ALL {
        let [second, third, fourth] = color
            .fold_wb([Rank::Second, Rank::Third, Rank::Fourth], [Rank::Seventh, Rank::Sixth, Rank::Fifth]);
        let steps_from =
            some(net, File::ALL.map(|file| equals(net, from, Square::from_coords(file, second).to_usize())));
        for file in File::ALL {
            let steps_to = equals(net, to, Square::from_coords(file, fourth).to_usize());
            let beside = [file.offset(-1), file.offset(1)].into_iter().flatten();
            let enemy_beside = some(
                net,
                beside.map(|beside| board.piece(!color, Role::Pawn, Square::from_coords(beside, fourth))),
            );
            let double_step = turn.of(color) & pawn & steps_from & steps_to;
            passed.push((Square::from_coords(file, third).to_usize(), double_step & enemy_beside));
        }
    }
    number(net, 6, &passed)
}
