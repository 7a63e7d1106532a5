//! The registers that follow the writes to the board. What the adders come to is proved in
//! [`algebra`](crate::algebra).

use logic::{Logic, Netlist};
use roms::STAGE_CLASS;
use shakmaty::{Color, File, Rank, Role, Square};

use super::{Wire, all, chosen, either, is, paper_sum, some, tied, wires};
use crate::specification::equals;

/// Stage weight of a piece of either color: 24 for all at the start of a game.
pub(super) fn stage_weight(piece: usize) -> usize {
    match piece & 7 {
        2 | 3 => 1,
        4 => 2,
        5 => 4,
        _ => 0,
    }
}

/// The files of a wing from the edge inwards: the king's wing, the queen's.
pub(super) const WINGS: [[File; 3]; 2] = [[File::H, File::G, File::F], [File::A, File::B, File::C]];

/// The place in the wing registers of a color's pawn on a file of a wing, on its own second, third
/// or fourth rank.
pub(super) fn wing_place(color: Color, wing: usize, row: usize, file: usize) -> usize {
    color.fold_wb(0, 18) + 9 * wing + 3 * row + file
}

/// The wing registers, in the order of their places.
const WING_REGISTERS: [&str; 4] = [
    "wing_white_king",
    "wing_white_queen",
    "wing_black_king",
    "wing_black_queen",
];
const NEXT_WING_REGISTERS: [&str; 4] = [
    "wing_white_king_next",
    "wing_white_queen_next",
    "wing_black_king_next",
    "wing_black_queen_next",
];

/// Declares the wing registers as inputs: nine wires each, one behind the other.
pub(super) fn wing_inputs(net: &Netlist) -> Vec<Wire<'_>> {
    let mut wings = Vec::new();
    for name in WING_REGISTERS {
        wings.extend(net.input_wires(name, 9));
    }
    wings
}

/// Declares what they become.
pub(super) fn declare_wings<'n>(net: &'n Netlist, wings: &[Wire<'n>]) {
    for (name, wing) in NEXT_WING_REGISTERS.into_iter().zip(wings.chunks(9)) {
        net.output_wires(name, wing);
    }
}

/// Ports of a king: his square, now and as it becomes, and the addresses of his ROMs.
pub(super) struct KingPorts {
    pub(super) color: Color,
    pub(super) square: &'static str,
    next: &'static str,
    safety: &'static str,
    central: &'static str,
}

pub(super) const KINGS: [KingPorts; 2] = [
    KingPorts {
        color: Color::White,
        square: "king_white",
        next: "king_white_next",
        safety: "safety_white_address",
        central: "central_white_address",
    },
    KingPorts {
        color: Color::Black,
        square: "king_black",
        next: "king_black_next",
        safety: "safety_black_address",
        central: "central_black_address",
    },
];

/// Declares a king's ports: he stands on `king` as the word ends, before these `wings` in this
/// `class` of the stage.
pub(super) fn declare_king<'n>(
    net: &'n Netlist,
    ports: &KingPorts,
    king: &[Wire<'n>],
    wings: &[Wire<'n>],
    class: &[Wire<'n>],
) {
    net.output_wires(ports.next, king);
    let stands = |at: Square| is(net, king, own(ports.color, at).to_usize());
    let seen = Square::ALL.map(|at| (stands(at), tied(net, 6, at.to_usize())));
    net.output_wires(
        ports.central,
        &[chosen(net, 6, &seen), class.to_vec()].concat(),
    );
    // Of a king who looks at neither wing the word is not used: the circuit gives the king's wing.
    let on_queens_wing = |at: &Square| WINGS[1].contains(&at.file()) && at.rank() <= Rank::Second;
    let queens = some(
        net,
        Square::ALL.into_iter().filter(on_queens_wing).map(stands),
    );
    let nine = |wing: usize| wings[wing_place(ports.color, wing, 0, 0)..][..9].to_vec();
    let wing = either(queens, &nine(1), &nine(0));
    net.output_wires(ports.safety, &[wing, class.to_vec()].concat());
}

pub(super) fn own(color: Color, square: Square) -> Square {
    color.fold_wb(square, square.flip_vertical())
}

/// Inputs `square`, `piece_off`, `piece_on`, `driven` and `written`, and the registers `stage`,
/// `king_white`, `king_black`, and the four of the wings. If `written`, `piece_on` takes
/// `piece_off`'s place on `square`, and the registers become what they then are; `settling_next`
/// follows. While `driven`, hash and lazy ROM are addressed by the pieces and the square. The ROMs
/// of the kings are addressed by what the registers become.
pub fn registers() -> Netlist {
    let net = Netlist::new();
    let square = net.input_address("square");
    let pieces = ["piece_off", "piece_on"].map(|name| net.input_wires(name, 4));
    let (driven, written) = (net.input_wire("driven"), net.input_wire("written"));
    net.output("settling_next", written);

    // Sixteen kinds of pieces come, sixteen go.
    let register = net.input_wires("stage", 8);
    let [off, on] = [0, 1].map(|which: usize| {
        let weighs = |piece: usize| {
            (
                written & is(&net, &pieces[which], piece),
                tied(&net, 8, stage_weight(piece)),
            )
        };
        chosen(&net, 8, &(0..16).map(weighs).collect::<Vec<_>>())
    });
    let (low, high) = (net.wire(false), net.wire(true));
    let off: Vec<_> = off.into_iter().map(|wire| !wire).collect();
    let stage = paper_sum(&paper_sum(&register, &off, high), &on, low);
    net.output_wires("stage_next", &stage);
    let classes: Vec<_> = (0..128)
        .map(|stage_is| {
            (
                is(&net, &stage[..7], stage_is),
                tied(&net, 3, usize::from(STAGE_CLASS[stage_is])),
            )
        })
        .collect();
    let class = chosen(&net, 3, &classes);

    let mut wings = wing_inputs(&net);
    for color in Color::ALL {
        let pawn = Role::Pawn as usize | color.fold_wb(0, 8);
        let [goes, comes] = [0, 1].map(|which| is(&net, &pieces[which], pawn));
        for (wing, files) in WINGS.into_iter().enumerate() {
            for (row, rank) in [Rank::Second, Rank::Third, Rank::Fourth]
                .into_iter()
                .enumerate()
            {
                for (place, file) in files.into_iter().enumerate() {
                    let here = equals(
                        &net,
                        square,
                        own(color, Square::from_coords(file, rank)).to_usize(),
                    );
                    let wire = &mut wings[wing_place(color, wing, row, place)];
                    // One pawn for another changes nothing.
                    let changes = written & here & ((goes & !comes) | (!goes & comes));
                    *wire = (*wire & !changes) | (!*wire & changes);
                }
            }
        }
    }
    declare_wings(&net, &wings);

    for ports in &KINGS {
        let code = Role::King as usize | ports.color.fold_wb(0, 8);
        let comes = written & is(&net, &pieces[1], code);
        let king = either(
            comes,
            &wires(square),
            &wires(net.input_address(ports.square)),
        );
        declare_king(&net, ports, &king, &wings, &class);
    }

    for (name, piece) in ["old_address", "new_address"].into_iter().zip(&pieces) {
        let piece: Vec<_> = piece
            .iter()
            .map(|wire| all(&net, [driven, *wire]))
            .collect();
        net.output_wires(name, &[piece, wires(square)].concat());
    }
    net
}
