//! The board buses: who drives them, what is written, who listens; and the disable order.

use logic::netlist::Bus;
use logic::{Logic, Netlist, Signal};
use shakmaty::{Role, Square};

use super::host::Host;
use super::{Microword, Wire, all, chosen, either, is, some, wires};
use crate::specification::{Board, Turn, equals, special};

/// Inputs: `word`, the registers, the host's wires, `commit`. Outputs:
///
/// - `square`: the one that the host addresses, or else the word
/// - `piece_off`: the piece there; `piece_on`: the host's piece or the word's
/// - `driven`: the host writes a piece, or the machine runs and the word does; `written`: the same
///   as the word ends
/// - the piece registers of both boards as they then become
pub fn board_bus() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let board = Board::input(&net);
    let running = net.input_wire("running");
    let host = Host::input(&net, running);
    let Drivers {
        hosts,
        square,
        off,
        on,
        ..
    } = drivers(&net, word, &board, &host);
    let written = hosts | (net.input_wire("commit") & word.is_active("put"));
    net.output("driven", hosts | (running & word.is_active("put")));
    net.output("written", written);
    declare_registers(&net, &board, |bit, place, now| {
        let here = written & is(&net, &square, place);
        (here & on[bit]) | (!here & now)
    });
    net.output_wires("square", &square);
    net.output_wires("piece_off", &off);
    net.output_wires("piece_on", &on);
    net
}

/// Declares the piece registers of both boards as they become: bit and square of one, and what it
/// holds now, to its next.
pub(super) fn declare_registers<'n>(
    net: &'n Netlist,
    board: &Board<'n>,
    next: impl Fn(usize, usize, Wire<'n>) -> Wire<'n>,
) {
    let evaluators = ["e0", "e1", "e2", "e3"].map(|name| net.input_plane(name));
    let boards = [
        (
            ["p0_next", "p1_next", "p2_next", "p3_next"],
            board.registers,
        ),
        (["e0_next", "e1_next", "e2_next", "e3_next"], evaluators),
    ];
    for (names, registers) in boards {
        for (bit, name) in names.into_iter().enumerate() {
            let register = Square::ALL.map(|square| {
                let place = square.to_usize();
                next(bit, place, registers[bit].bit(place))
            });
            net.output_wires(name, &register);
        }
    }
}

/// What drives the buses.
pub(super) struct Drivers<'n> {
    /// The host does.
    pub(super) hosts: Wire<'n>,
    /// The square.
    pub(super) square: Vec<Wire<'n>>,
    /// The piece there.
    pub(super) off: Vec<Wire<'n>>,
    /// The piece put there.
    pub(super) on: Vec<Wire<'n>>,
    /// The kind register.
    pub(super) kind: Vec<Wire<'n>>,
    /// The captured register.
    pub(super) captured: Vec<Wire<'n>>,
    /// The from register.
    pub(super) from: Vec<Wire<'n>>,
    /// The to register.
    pub(super) to: Vec<Wire<'n>>,
}

/// Declares the inputs of the buses' drivers.
pub(super) fn drivers<'n>(
    net: &'n Netlist,
    word: Microword<'n>,
    board: &Board<'n>,
    host: &Host<'n>,
) -> Drivers<'n> {
    let white = net.input_wire("white_to_move");
    let hosts = host.writes(1);
    let [to, from] = ["to", "from"].map(|name| wires(net.input_address(name)));
    let next = word.field("next");
    // Three wires of the file, three of the rank.
    let literal: Vec<_> = (0..6)
        .map(|bit| {
            if bit < 3 {
                next[bit]
            } else {
                next[bit] ^ !white
            }
        })
        .collect();
    let says = |symbol| word.holds("address", symbol) & !hosts;
    let square = chosen(
        net,
        6,
        &[
            (hosts, host.data[..6].to_vec()),
            (says("to"), to.clone()),
            (says("from"), from.clone()),
            (says("passed"), [&to[..3], &from[3..]].concat()),
            (says("square"), literal),
        ],
    );
    let at = |place: Square| is(net, &square, place.to_usize());
    let off: Vec<_> = (0..4)
        .map(|bit| {
            some(
                net,
                Square::ALL.map(|place| at(place) & board.registers[bit].bit(place.to_usize())),
            )
        })
        .collect();

    let kind = net.input_wires("kind", 3);
    let captured = net.input_wires("captured", 4);
    let says = |symbol| word.holds("put", symbol) & !hosts;
    let on = chosen(
        net,
        4,
        &[
            (hosts, host.data[8..12].to_vec()),
            (says("moved"), net.input_wires("moved", 4)),
            (says("captured"), captured.clone()),
            (says("own"), [&next[6..9], &[!white]].concat()),
            (says("enemy"), [&next[6..9], &[white]].concat()),
            (
                says("promoted"),
                [special::becomes(net, [kind[0], kind[1]]), vec![!white]].concat(),
            ),
        ],
    );
    Drivers {
        hosts,
        square,
        off,
        on,
        kind,
        captured,
        from,
        to,
    }
}

/// Inputs `word`, the registers, `square` and the piece there, `piece_off`. Outputs: the piece into
/// the register that takes it, the latch if it is loaded, the rights that the square leaves if so
/// ordered.
pub fn listeners() -> Netlist {
    let net = Netlist::new();
    listeners_with(&net, |_, moved| moved.to_vec(), |rights, _| rights.to_vec());
    net
}

/// The same on a netlist. `mover`, made of the piece on the square and of the moved register, is
/// what the latch looks at, and what the moved register becomes if the word takes nothing into it.
/// `left` says which of the rights left by the square remain, given what a square leaves of them.
pub(super) fn listeners_with<'n>(
    net: &'n Netlist,
    mover: impl FnOnce(&[Wire<'n>], &[Wire<'n>]) -> Vec<Wire<'n>>,
    left: impl FnOnce(&[Wire<'n>], &dyn Fn(Bus<'n, 6>) -> Vec<Wire<'n>>) -> Vec<Wire<'n>>,
) {
    let word = Microword::input(net);
    let board = Board::input(net);
    let turn = Turn(net.input_wire("white_to_move"));
    let piece = net.input_wires("piece_off", 4);
    let moved = net.input_wires("moved", 4);
    let takes = |symbol| word.holds("take", symbol);
    let mover = mover(&piece, &moved);
    net.output_wires("moved_next", &either(takes("moved"), &piece, &mover));
    net.output_wires(
        "captured_next",
        &either(takes("captured"), &piece, &net.input_wires("captured", 4)),
    );
    let pawn = is(net, &mover[..3], Role::Pawn as usize);
    let (from, to) = (net.input_address("from"), net.input_address("to"));
    let latch = special::latch(net, &board, from, to, pawn, turn);
    let before = wires(net.input_address("en_passant"));
    net.output_wires(
        "en_passant_next",
        &either(word.one("latch"), &latch, &before),
    );
    let rights = net.input_wires("rights", 4);
    let cleared = |rights: &[Wire<'n>], square| -> Vec<_> {
        rights
            .iter()
            .zip(special::rights_kept(net, square))
            .map(|(right, kept)| all(net, [*right, kept]))
            .collect()
    };
    let first = cleared(&rights, net.input_address("square"));
    let remain = left(&first, &|square| cleared(&first, square));
    net.output_wires("rights_next", &either(word.one("rights"), &remain, &rights));
}

/// Inputs `word`, the board, `white_to_move`, the latch `en_passant`, `spent`, `to`, `from`,
/// `disable_word`. Outputs `disable_data`, `disable_write` and `spent_next`: what the word's order
/// makes of the ply's word and of the flag.
pub fn disable_order() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let board = Board::input(&net);
    let turn = Turn(net.input_wire("white_to_move"));
    let says = |symbol| word.holds("disable", symbol);
    let (to, from) = (net.input_address("to"), net.input_address("from"));
    let (latch, spent) = (net.input_address("en_passant"), net.input_wire("spent"));
    let before = net.input_plane("disable_word");
    // The en-passant pawn stands open on the to square: a latch of 0 is none.
    let at_latch =
        |place: Square| equals(&net, to, place.to_usize()) & equals(&net, latch, place.to_usize());
    let passed = !spent
        & some(
            &net,
            Square::ALL
                .into_iter()
                .filter(|place| *place != Square::A1)
                .map(at_latch),
        );
    let after = Square::ALL.map(|place| {
        let disabled = before.bit(place.to_usize());
        let mine = special::mine(&net, &board, turn, place);
        let closed = disabled | (equals(&net, to, place.to_usize()) & !passed);
        let orders = [
            ("nothing", disabled),
            ("clear", net.wire(false)),
            ("close", closed & !mine),
            ("from", disabled | equals(&net, from, place.to_usize())),
            ("all", net.wire(true)),
            (
                "empties",
                disabled | special::barred(&net, &board, turn, place),
            ),
        ];
        // Codes that stand for nothing leave the word.
        let known = some(&net, orders.map(|(symbol, _)| says(symbol)));
        some(&net, orders.map(|(symbol, wire)| says(symbol) & wire)) | (!known & disabled)
    });
    net.output_wires("disable_data", &after);
    net.output("disable_write", word.is_active("disable"));
    net.output(
        "spent_next",
        (spent & !says("clear")) | (says("close") & passed) | says("all"),
    );
    net
}
