//! The fast variant's own parts, written from its orders
//! ([`variant`](machine::microengine::variant)).

use logic::{Logic, Netlist, Signal};
use machine::clock;
use machine::microengine::stack::FRAMES;
use machine::microengine::word::{LATE, Slot};
use roms::STAGE_CLASS;
use roms::full::FULL_MARGIN;
use shakmaty::{Color, Rank, Role, Square};

use super::board::{self, Drivers};
use super::host::Host;
use super::lazy::{
    KINGS, WINGS, declare_king, declare_wings, own, stage_weight, wing_inputs, wing_place,
};
use super::memory::{gated, inverted};
use super::{Microword, Wire, all, chosen, either, is, paper_sum, some, tied, wires};
use crate::specification::{Board, Turn, equals, special};

/// As the authentic machine's, but that a find costs nothing more and the memory one cycle.
pub fn phases() -> Netlist {
    super::sequencer::phases_with(0, 1, clock::KEY_CYCLES)
}

/// As the authentic machine's bus with the order `put across`, which needs a kind register of zero:
/// the piece on `square` goes to the `other_square`, that of from and to which is not addressed,
/// and leaves nothing, or the captured piece if it comes `back` from the square to.
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
        kind,
        captured,
        from,
        to,
    } = board::drivers(&net, word, &board, &host);
    let commit = net.input_wire("commit");

    let ordered = word.holds("put", "across") & !hosts;
    let across = ordered & is(&net, &kind, 0);
    let nothing = ordered & !across;
    let back = word.holds("address", "to");
    let none = tied(&net, 4, 0);
    let taken = gated(across, &captured);
    let left = either(back, &taken, &none);
    let on = either(across, &left, &on);
    let other = either(back, &from, &to);
    let orders = word.is_active("put") & !nothing;
    let written = hosts | (commit & orders);
    let other_written = commit & across;
    net.output_wires("square", &square);
    net.output_wires("piece_off", &off);
    net.output_wires("piece_on", &on);
    net.output("driven", hosts | (running & orders));
    net.output("written", written);
    net.output_wires("other_square", &other);
    net.output_wires("other_off", &either(back, &none, &taken));
    net.output_wires("other_on", &off);
    net.output("other_written", other_written);
    net.output("across", across);
    net.output("back", back);
    net.output_wires("captured_across", &taken);

    board::declare_registers(&net, &board, |bit, place, now| {
        let leaves = written & is(&net, &square, place);
        let arrives = other_written & is(&net, &other, place);
        let stays = !leaves & !arrives;
        (arrives & off[bit]) | (leaves & !arrives & on[bit]) | (stays & now)
    });
    net
}

/// As the authentic machine's listeners; if a piece goes `across`, the moved register takes it and
/// the latch looks at it, and an order to the rights clears those of the `other_square`, too.
pub fn bus_listeners() -> Netlist {
    let net = Netlist::new();
    let across = net.input_wire("across");
    board::listeners_with(
        &net,
        |piece, moved| either(across, piece, moved),
        |rights, kept_by| {
            let other = kept_by(net.input_address("other_square"));
            either(across, &other, rights)
        },
    );
    net
}

/// Inputs as the authentic machine's, but for the latch: `latch_set`, it holds a square,
/// `at_latch`, that of the to register. Outputs: `disable_array`, what the array sees: this ply's
/// word after the order, but for `from`, which it does not see; `disable_data`, what is written:
/// the same, or for `from` this ply's word, with `ply down` that of the ply before, with the square
/// `seen_from`; `disable_write` and `spent_next` as in the authentic machine.
pub fn disable_order() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let board = Board::input(&net);
    let turn = Turn(net.input_wire("white_to_move"));
    let says = |symbol| word.holds("disable", symbol);
    let (to, from) = (net.input_address("to"), net.input_address("seen_from"));
    let (set, at_latch) = (net.input_wire("latch_set"), net.input_wire("at_latch"));
    let spent = net.input_wire("spent");
    let [before, parent] = ["disable_word", "parent_disable"].map(|name| net.input_plane(name));
    let down = word.holds("ply", "down");
    let passed = all(&net, [!spent, set, at_latch]);
    let mut seen = Vec::new();
    let mut data = Vec::new();
    for place in Square::ALL {
        let disabled = before.bit(place.to_usize());
        let mine = special::mine(&net, &board, turn, place);
        let closed = disabled | (equals(&net, to, place.to_usize()) & !passed);
        let orders = [
            ("clear", net.wire(false)),
            ("close", closed & !mine),
            ("all", net.wire(true)),
            (
                "empties",
                disabled | special::barred(&net, &board, turn, place),
            ),
        ];
        let known = some(&net, orders.map(|(symbol, _)| says(symbol)));
        let here =
            some(&net, orders.map(|(symbol, wire)| says(symbol) & wire)) | (!known & disabled);
        seen.push(here);
        let of_ply = (down & parent.bit(place.to_usize())) | (!down & disabled);
        let barred = of_ply | equals(&net, from, place.to_usize());
        data.push((says("from") & barred) | (!says("from") & here));
    }
    net.output_wires("disable_array", &seen);
    net.output_wires("disable_data", &data);
    net.output("disable_write", word.is_active("disable"));
    net.output(
        "spent_next",
        (spent & !says("clear")) | (says("close") & passed) | says("all"),
    );
    net
}

/// As the authentic machine's `hash_settled`, with a third word that is settling: the captured
/// piece's.
pub fn hash_register() -> Netlist {
    let net = Netlist::new();
    let hash = net.input_wires("hash", 48);
    let words = ["hash_old", "hash_new", "hash_captured"].map(|name| net.input_wires(name, 48));
    let settling = net.input_wire("settling");
    let words = words.map(|word| gated(settling, &word));
    let settled = inverted(&net, &hash, &[&words[0], &words[1], &words[2]]);
    net.output_wires("hash_settled", &settled);
    net
}

/// A piece that leaves a square, and what stands there afterwards.
struct Exchange<'n> {
    square: Vec<Wire<'n>>,
    off: Vec<Wire<'n>>,
    on: Vec<Wire<'n>>,
    written: Wire<'n>,
}

/// A piece's weight in the stage register, if it counts.
fn weight<'n>(net: &'n Netlist, counts: Wire<'n>, piece: &[Wire<'n>]) -> Vec<Wire<'n>> {
    let mut weights = Vec::new();
    for code in 0..16 {
        let is_it = counts & is(net, piece, code);
        weights.push((is_it, tied(net, 8, stage_weight(code))));
    }
    chosen(net, 8, &weights)
}

/// Inputs: the `square`, the piece there, `piece_off`, and `piece_on`, that which an ordinary write
/// puts there; or the piece goes `across` to the `other_square`, where `captured_piece` stood,
/// unless it goes `back`: then that returns to `square`. Every piece that is taken off or put on
/// changes stage, wings and kings by itself, one after another. The ROMs' three ports: the piece
/// that leaves, the piece that arrives, the captured one on its square.
pub fn lazy_registers() -> Netlist {
    let net = Netlist::new();
    let [square, other] = ["square", "other_square"].map(|name| wires(net.input_address(name)));
    let [off, put, captured] =
        ["piece_off", "piece_on", "captured_piece"].map(|name| net.input_wires(name, 4));
    let (across, back) = (net.input_wire("across"), net.input_wire("back"));
    let (driven, written) = (net.input_wire("driven"), net.input_wire("written"));
    net.output("settling_next", written);
    let captured = gated(across, &captured);
    let none = tied(&net, 4, 0);
    let exchanges = [
        Exchange {
            square: square.clone(),
            off: off.clone(),
            on: either(across, &either(back, &captured, &none), &put),
            written,
        },
        Exchange {
            square: other.clone(),
            off: either(back, &none, &captured),
            on: off.clone(),
            written: all(&net, [written, across]),
        },
    ];

    let (low, high) = (net.wire(false), net.wire(true));
    let mut stage = net.input_wires("stage", 8);
    for exchange in &exchanges {
        let goes = weight(&net, exchange.written, &exchange.off);
        let goes: Vec<_> = goes.into_iter().map(|wire| !wire).collect();
        let comes = weight(&net, exchange.written, &exchange.on);
        stage = paper_sum(&paper_sum(&stage, &goes, high), &comes, low);
    }
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
    for exchange in &exchanges {
        flip_wings(&net, exchange, &mut wings);
    }
    declare_wings(&net, &wings);

    for king_ports in &KINGS {
        let code = Role::King as usize | king_ports.color.fold_wb(0, 8);
        let mut king = wires(net.input_address(king_ports.square));
        for exchange in &exchanges {
            let comes = exchange.written & is(&net, &exchange.on, code);
            king = either(comes, &exchange.square, &king);
        }
        declare_king(&net, king_ports, &king, &wings, &class);
    }

    let ports = [
        ("old_address", &off, &square),
        (
            "new_address",
            &either(across, &off, &put),
            &either(across, &other, &square),
        ),
        (
            "captured_address",
            &captured,
            &either(back, &square, &other),
        ),
    ];
    for (name, piece, square) in ports {
        net.output_wires(name, &[gated(driven, piece), square.clone()].concat());
    }
    net
}

/// A pawn that comes to a wing or leaves it changes the wire of its square; one for another changes
/// nothing.
fn flip_wings<'n>(net: &'n Netlist, exchange: &Exchange<'n>, wings: &mut [Wire<'n>]) {
    for color in Color::ALL {
        let pawn = Role::Pawn as usize | color.fold_wb(0, 8);
        let (goes, comes) = (is(net, &exchange.off, pawn), is(net, &exchange.on, pawn));
        for (wing, files) in WINGS.into_iter().enumerate() {
            let ranks = [Rank::Second, Rank::Third, Rank::Fourth];
            for (row, rank) in ranks.into_iter().enumerate() {
                for (place, file) in files.into_iter().enumerate() {
                    let at = own(color, Square::from_coords(file, rank));
                    let here = is(net, &exchange.square, at.to_usize());
                    let wire = &mut wings[wing_place(color, wing, row, place)];
                    let changes = exchange.written & here & ((goes & !comes) | (!goes & comes));
                    *wire = (*wire & !changes) | (!*wire & changes);
                }
            }
        }
    }
}

/// Inputs: `word`, `running`, `ply`, the host's wires, `bus_sum`, `commit`, `child`, the next ply,
/// `checked`, that the mover is in check, and the slots of the frame read. That frame is the
/// parent's for the source `parent`. A slot takes the sum by the word's order or the host's;
/// `window child` and `window open` have several take others.
pub fn window_slots() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let running = net.input_wire("running");
    let host = Host::input(&net, running);
    let ply = wires(net.input_address("ply"));
    let parent = paper_sum(&ply, &tied(&net, 6, 63), net.wire(false));
    let frame = either(running & word.holds("source", "parent"), &parent, &ply);
    let read = either(running, &word.field("read"), host.slot());
    net.output_wires("read_frame", &frame);
    net.output_wires("parent_frame", &parent);
    net.output_wires("other_address", &[read.clone(), frame].concat());

    let [alpha, beta, limit, depth, next] = ["alpha", "beta", "limit", "frame_depth", "next_depth"]
        .map(|name| wires(net.input_word(name)));
    let other = wires(net.input_word("other_slot"));
    let of_slot = |slot: usize| {
        match slot {
            slot if slot == Slot::Alpha as usize => &alpha,
            slot if slot == Slot::Beta as usize => &beta,
            slot if slot == Slot::Limit as usize => &limit,
            slot if slot == Slot::Depth as usize => &depth,
            slot if slot == Slot::Next as usize => &next,
            _ => &other,
        }
        .clone()
    };
    let slots: Vec<_> = (0..8)
        .map(|slot| (is(&net, &read, slot), of_slot(slot)))
        .collect();
    net.output_wires("slot", &chosen(&net, 16, &slots));

    let commit = net.input_wire("commit");
    let takes = some(
        &net,
        ["frame", "both"].map(|symbol| word.holds("dest", symbol)),
    );
    let hosts = host.writes_slot();
    let bus = hosts | all(&net, [commit, takes]);
    let written = either(hosts, host.slot(), &word.field("write"));
    let (for_child, opens) = (word.holds("window", "child"), word.holds("window", "open"));
    let sum = wires(net.input_word("bus_sum"));
    // Depths are negated: below zero some is left. Out of check costs none of it.
    let free = net.input_wire("checked") & depth[15];
    let one_more = paper_sum(&depth, &tied(&net, 16, 1), net.wire(false));
    let one_ply = either(free, &depth, &one_more);
    let rows = [
        (
            "alpha_write",
            "alpha_data",
            Slot::Alpha,
            for_child,
            negative(&net, &limit),
        ),
        (
            "beta_write",
            "beta_data",
            Slot::Beta,
            for_child,
            negative(&net, &alpha),
        ),
        (
            "depth_write",
            "depth_data",
            Slot::Depth,
            for_child,
            next.clone(),
        ),
        (
            "limit_write",
            "limit_data",
            Slot::Limit,
            opens,
            beta.clone(),
        ),
        ("next_write", "next_data", Slot::Next, opens, one_ply),
    ];
    for (write, data, slot, when, instead) in rows {
        let by_bus = bus & is(&net, &written, slot as usize);
        net.output(write, by_bus | all(&net, [commit, when]));
        net.output_wires(data, &either(when, &instead, &sum));
    }
    let others = [Slot::Best, Slot::Spare, Slot::Count];
    let is_other = some(&net, others.map(|slot| is(&net, &written, slot as usize)));
    net.output("other_write", bus & is_other);
    net.output_wires("other_data", &sum);
    net.output_wires("other_write_address", &[written, ply.clone()].concat());
    let child = wires(net.input_address("child"));
    net.output_wires("child_frame", &either(for_child, &child, &ply));
    net.output_wires("own_frame", &ply);
    net
}

/// A number's negative: inverted, and one more.
fn negative<'n>(net: &'n Netlist, number: &[Wire<'n>]) -> Vec<Wire<'n>> {
    let inverted: Vec<_> = number.iter().map(|wire| !*wire).collect();
    paper_sum(&inverted, &tied(net, 16, 1), net.wire(false))
}

/// Whether two numbers are the same.
fn is_same<'n>(net: &'n Netlist, a: &[Wire<'n>], b: &[Wire<'n>]) -> Wire<'n> {
    !some(net, a.iter().zip(b).map(|(one, other)| *one ^ *other))
}

/// Whether of two signed numbers the first is the less: of two alike down to one place, that with a
/// one there is the greater, at the sign the less.
fn is_less<'n>(net: &'n Netlist, a: &[Wire<'n>], b: &[Wire<'n>]) -> Wire<'n> {
    let same = |place: usize| !(a[place] ^ b[place]);
    let less_at = |place: usize| {
        let (zero, one) = if place == 15 { (b, a) } else { (a, b) };
        all(net, (place + 1..16).map(same)) & !zero[place] & one[place]
    };
    some(net, (0..16).map(less_at))
}

/// Inputs: `word`, `ply`, `hosted`, `lazy_latch`, slots of this frame, `parent_alpha`, `checked`,
/// `plain`, and the value bus's `bus_sum`, `less` and `equal`. Outputs: `judged`, the word tests
/// `refuted` or `hopeless` and that is so; `compared_less` and `compared_equal`, the comparator as
/// the sequencer sees it.
pub fn window_judge() -> Netlist {
    let net = Netlist::new();
    let word = Microword::input(&net);
    let ply = wires(net.input_address("ply"));
    let [lazy, alpha, beta, depth, above] =
        ["lazy_latch", "alpha", "beta", "frame_depth", "parent_alpha"]
            .map(|name| wires(net.input_word(name)));
    let plus = |number: i16| {
        paper_sum(
            &lazy,
            &tied(&net, 16, usize::from(number as u16)),
            net.wire(false),
        )
    };
    let exhausted = !depth[15];
    let early = some(
        &net,
        (0..LATE as usize).map(|plies| is(&net, &depth, plies)),
    );
    let late = exhausted & !early;
    let deep = is(&net, &ply, FRAMES - 2);
    let counts = exhausted & !deep & (late | !net.input_wire("checked"));
    let refuted = counts & !is_less(&net, &plus(-FULL_MARGIN), &beta);
    let hopeless = counts & !is_less(&net, &alpha, &plus(FULL_MARGIN));
    net.output(
        "judged",
        (word.holds("test", "refuted") & refuted) | (word.holds("test", "hopeless") & hopeless),
    );

    let sum = wires(net.input_word("bus_sum"));
    let (less, equal) = (net.input_wire("less"), net.input_wire("equal"));
    let plain = net.input_wire("plain");
    let (back, own) = (word.holds("window", "back"), word.holds("window", "beta"));
    let neither = !back & !own;
    let to_host = net.input_wire("hosted") & is(&net, &ply, 1);
    let counts = plain & !to_host;
    net.output(
        "compared_less",
        (neither & less)
            | (back & counts & is_less(&net, &sum, &above))
            | (own & (!plain | is_less(&net, &sum, &beta))),
    );
    net.output(
        "compared_equal",
        (neither & equal)
            | (back & counts & is_same(&net, &sum, &above))
            | (own & counts & is_same(&net, &sum, &beta)),
    );
    net
}
