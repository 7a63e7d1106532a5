//! An evaluation of the packages unrolled, cycle after cycle, and the authentic circuit beside it:
//! two netlists with the same ports, to be proved equal.
//!
//! Before the first file there is a cycle in which the RAMs are not enabled; whatever the registers
//! held before, they say no afterwards.
//!
//! The position is one of those that the boards are made for: the kings stand where two registers
//! say, and no pawn is on the first or the last rank. It is made of free wires by taking what must
//! not be there away.

use logic::netlist::Bus;
use logic::{Logic, Netlist, Signal, SquareLogic};
use machine::evaluator::full::report;
use roms::STAGES;
use roms::full::{CYCLES, ReportLine, TERMS, full_slot, full_weight};

use crate::board::{Net, Wires};
use crate::cells::Kind;
use crate::evaluator::{Evaluator, File, Group, SIDES, Side, Weighed};

type Wire<'n> = Bus<'n, 1>;
type Plane<'n> = Bus<'n, 64>;

/// Lines of reports that are compared square by square.
const REPORTED: [ReportLine; 4] = [
    ReportLine::Rider,
    ReportLine::Queen,
    ReportLine::Knight,
    ReportLine::Pressure,
];

/// A position on wires.
struct Position<'n> {
    piece: [Plane<'n>; 4],
    kings: [Bus<'n, 6>; 2],
    class: Vec<Wire<'n>>,
    /// The kings are on different squares.
    possible: Wire<'n>,
}

fn position(net: &Netlist) -> Position<'_> {
    let codes = ["c0", "c1", "c2", "c3"].map(|name| net.input_plane(name));
    let kings = [
        net.input_address("king_white"),
        net.input_address("king_black"),
    ];
    let class = net.input_wires("class", 3);
    let white = net.decode(kings[0]);
    let black = net.decode(kings[1]) & !white;
    let [c0, c1, c2, c3] = codes;
    let no_piece = c1 & c2;
    let pawn = c0 & !c1 & !c2;
    let barred = white | black | no_piece | (pawn & net.plane(0xFF00_0000_0000_00FF));
    let occupied = (c0 | c1 | c2) & !barred;
    Position {
        piece: [
            c0 & occupied,
            (c1 & occupied) | white | black,
            (c2 & occupied) | white | black,
            (c3 & occupied) | black,
        ],
        kings,
        class,
        possible: (kings[0] ^ kings[1]).any(),
    }
}

/// The values of pawns and posts, an output a file: a proof of all of them at once takes long.
pub const WEIGHED: [&str; CYCLES] = [
    "weighed0", "weighed1", "weighed2", "weighed3", "weighed4", "weighed5", "weighed6", "weighed7",
];

/// Reports by line, direction, side and square.
struct Reports<'n>(Vec<Wire<'n>>);

impl<'n> Reports<'n> {
    fn new(net: &'n Netlist) -> Self {
        Self(vec![net.wire(false); REPORTED.len() * CYCLES * 2 * 64])
    }

    fn put(&mut self, line: usize, direction: usize, side: Side, square: usize, wire: Wire<'n>) {
        let place = (line * CYCLES + direction) * 2 + side as usize;
        self.0[64 * place + square] = wire;
    }
}

/// What the packages find in one evaluation.
pub fn packages(evaluator: &Evaluator) -> Netlist {
    let net = Netlist::new();
    let position = position(&net);
    let mut reports = Reports::new(&net);
    let mut weighed = Vec::new();
    let mut state = Wires::new();
    let board = &evaluator.board;
    let stored: Vec<Net> = board
        .sections()
        .iter()
        .filter(|section| section.part.cell.kind == Kind::Stored)
        .map(|section| section.outputs[0])
        .collect();
    state.extend(
        stored
            .iter()
            .copied()
            .zip(net.input_wires("state", stored.len())),
    );

    for cycle in 0..=CYCLES {
        let file = cycle.checked_sub(1);
        let mut wires = state.clone();
        let level = |high: bool| net.wire(high);
        for input in board.inputs() {
            for &input in &input.nets {
                wires.insert(input, level(false));
            }
        }
        wires.insert(evaluator.enabled, level(file.is_some()));
        wires.insert(evaluator.off, level(file.is_none()));
        wires.insert(evaluator.first, level(file == Some(0)));
        wires.insert(evaluator.last, level(file == Some(CYCLES - 1)));
        wires.extend(
            evaluator
                .class
                .iter()
                .copied()
                .zip(position.class.iter().copied()),
        );
        for (nets, king) in evaluator.kings.iter().zip(position.kings) {
            for (bit, &wire) in nets.iter().enumerate() {
                wires.insert(wire, king.bit(bit));
            }
        }
        for (unit, lines) in evaluator.files.iter().enumerate() {
            let at = file.map(|file| [file, CYCLES - 1 - file][unit]);
            let next = match (at, unit) {
                (Some(at), 0) if at < 7 => Some(at + 1),
                (Some(at), 1) => at.checked_sub(1),
                _ => None,
            };
            lead_in(&net, &mut wires, lines, &position, at, next);
        }
        if let Some(file) = file {
            for (bit, &wire) in evaluator.file.iter().enumerate() {
                wires.insert(wire, level(file >> bit & 1 != 0));
            }
        }
        board.settled(&net, &mut wires);
        if let Some(file) = file {
            found(evaluator, &wires, &mut reports, file);
            let mut of_file = Vec::new();
            for number in grouped(&evaluator.weighed) {
                of_file.extend(number.number.iter().map(|bit| wires[bit]));
            }
            weighed.push(of_file);
        }
        state = wires.iter().map(|(&net, &wire)| (net, wire)).collect();
        state.retain(|net, _| stored.contains(net));
        state.extend(board.clocked(&wires));
        for (&next, &now) in evaluator.next_sum.iter().zip(&evaluator.sum) {
            state.insert(now, wires[&next]);
        }
    }
    let mut wires = state;
    board.settled(&net, &mut wires);
    put_out(&net, &position, &reports.0, &weighed);
    // The latch after the last file: what the SUM register holds, clamped.
    let value: Vec<Wire<'_>> = evaluator.value.iter().map(|bit| wires[bit]).collect();
    net.output_wires("value", &value);
    net
}

/// Puts the files that the RAMs show on their nets, none where they are not enabled.
fn lead_in<'n>(
    net: &'n Netlist,
    wires: &mut Wires<'n>,
    lines: &File,
    position: &Position<'n>,
    at: Option<usize>,
    next: Option<usize>,
) {
    for rank in 0..8 {
        let code = |file: usize| position.piece.map(|plane| plane.bit(8 * rank + file));
        let is = |file: Option<usize>, kind: u8, side: Side| {
            let Some(file) = file else {
                return net.wire(true);
            };
            let code = code(file);
            let mut yes = code[3] ^ net.wire(side == Side::White);
            for (bit, &wire) in code[..3].iter().enumerate() {
                yes = yes & (wire ^ net.wire(kind >> bit & 1 == 0));
            }
            !yes
        };
        let occupied = |file: usize| {
            let [a, b, c, _] = code(file);
            a | b | c
        };
        let empty = match at {
            Some(file) => occupied(file),
            None => net.wire(true),
        };
        wires.insert(lines.empty[rank], empty);
        for side in SIDES {
            let own = side as usize;
            for (kind, lines) in [
                (4, &lines.rook),
                (3, &lines.bishop),
                (5, &lines.queen),
                (2, &lines.knight),
                (1, &lines.pawn),
            ] {
                // No pawns are looked for on the ranks at the end: the net there is that of a
                // level.
                if lines[own][rank] != crate::board::HIGH {
                    wires.insert(lines[own][rank], is(at, kind, side));
                }
            }
            if lines.pawn_next[own][rank] != crate::board::HIGH {
                wires.insert(lines.pawn_next[own][rank], is(next, 1, side));
            }
            let own_piece = match at {
                Some(file) => {
                    let color = code(file)[3] ^ net.wire(side == Side::White);
                    !(occupied(file) & color)
                }
                None => net.wire(true),
            };
            wires.insert(lines.own[own][rank], own_piece);
        }
    }
}

/// What the units find at a file, as the counters see it.
fn found<'n>(evaluator: &Evaluator, wires: &Wires<'n>, reports: &mut Reports<'n>, file: usize) {
    for (number, found) in evaluator.found.iter().enumerate() {
        let (unit, side) = (number / 2, SIDES[number % 2]);
        let file = [file, CYCLES - 1 - file][unit];
        for direction in 0..4 {
            for rank in 0..8 {
                let (safe, ring) = (wires[&found.safe[rank]], wires[&found.ring[rank]]);
                let low = |lines: &[Vec<Net>; 4]| !wires[&lines[direction][rank]];
                let any = wires[&found.any[direction][rank]];
                let seen = [
                    low(&found.rider) & safe,
                    low(&found.queen) & safe,
                    low(&found.knight) & safe,
                    any & ring,
                ];
                for (line, wire) in seen.into_iter().enumerate() {
                    reports.put(line, found.first + direction, side, 8 * rank + file, wire);
                }
            }
        }
    }
}

/// The numbers of pawns and posts.
fn grouped(weighed: &[Weighed]) -> impl Iterator<Item = &Weighed> {
    weighed
        .iter()
        .filter(|weighed| weighed.group != Group::Mobility)
}

fn put_out<'n>(
    net: &'n Netlist,
    position: &Position<'n>,
    reports: &[Wire<'n>],
    weighed: &[Vec<Wire<'n>>],
) {
    let masked = |wires: &[Wire<'n>]| -> Vec<Wire<'n>> {
        wires.iter().map(|&wire| wire & position.possible).collect()
    };
    net.output_wires("reports", &masked(reports));
    for (name, of_file) in WEIGHED.into_iter().zip(weighed) {
        net.output_wires(name, &masked(of_file));
    }
}

/// The authentic circuit's reports, and the values of its pawns and posts file by file.
pub fn authentic(evaluator: &Evaluator) -> Netlist {
    let net = Netlist::new();
    let position = position(&net);
    let stored = evaluator.board.sections().iter();
    let stored = stored.filter(|section| section.part.cell.kind == Kind::Stored);
    net.input_wires("state", stored.count());
    let mut reports = Reports::new(&net);
    let mut lines = Vec::new();
    for direction in 0..CYCLES {
        let sides = report(&net, position.piece, net.address(direction as u8));
        for (side, planes) in SIDES.into_iter().zip(&sides) {
            for (line, &reported) in REPORTED.iter().enumerate() {
                for square in 0..64 {
                    let wire = planes[reported as usize].bit(as_seen(side, square));
                    reports.put(line, direction, side, square, wire);
                }
            }
        }
        lines.push(sides);
    }
    let terms = Terms {
        net: &net,
        lines: &lines,
        class: &position.class,
    };
    let mut weighed = Vec::new();
    for file in 0..CYCLES {
        let mut of_file = Vec::new();
        for number in grouped(&evaluator.weighed) {
            let value = terms.value(number, file);
            for bit in 0..number.number.len() {
                of_file.push(value.bit(bit));
            }
        }
        weighed.push(of_file);
    }
    put_out(&net, &position, &reports.0, &weighed);
    net
}

/// A square as a side sees it.
fn as_seen(side: Side, square: usize) -> usize {
    match side {
        Side::White => square,
        Side::Black => square ^ 56,
    }
}

struct Terms<'a, 'n> {
    net: &'n Netlist,
    /// By direction, side and line.
    lines: &'a [[[Plane<'n>; 7]; 2]],
    class: &'a [Wire<'n>],
}

impl<'n> Terms<'_, 'n> {
    /// The plane of a term.
    fn plane(&self, name: &str, side: Side) -> Plane<'n> {
        let term = TERMS.iter().position(|term| term.name == name);
        let term = term.expect("a term of the table");
        for (direction, sides) in self.lines.iter().enumerate() {
            for (line, &plane) in sides[side as usize].iter().enumerate() {
                if full_slot(line, direction) == Some(term) {
                    return plane;
                }
            }
        }
        unreachable!("each term is on a line")
    }

    /// A term's count times its weight, looked up.
    fn product(&self, name: &str, count: Bus<'n, 16>, sign: i16) -> Bus<'n, 16> {
        let net = self.net;
        let (low, [a, b, c]) = (net.wire(false), [0, 1, 2].map(|place| self.class[place]));
        let class = net.decode(net.join_address([a, b, c, low, low, low]));
        let places = [0, 1, 2, 3].map(|place| count.bit(place));
        let count =
            net.decode(net.join_address([places[0], places[1], places[2], places[3], low, low]));
        let term = TERMS.iter().position(|term| term.name == name);
        let term = term.expect("a term of the table");
        let mut product = net.word(0);
        for number in 1..=8 {
            for at in 0..STAGES {
                let word = net.word((sign * number * full_weight(term, at)) as u16);
                let chosen = class.bit(at) & count.bit(number as usize);
                product = product | (word & Bus::spread(chosen));
            }
        }
        product
    }

    /// The value of the terms of a number on a file, with its offset.
    fn value(&self, number: &Weighed, file: usize) -> Bus<'n, 16> {
        let (net, side) = (self.net, number.side);
        let squares = 0x0101_0101_0101_0101_u64 << file;
        let outposts = 0x0000_FFFF_FF00_0000_u64;
        let plain = |name: &'static str| (name, self.plane(name, side), squares);
        let exposed = self.plane("exposed pawn", side);
        let guarded = "knight guarded by a pawn";
        let mut signed = vec![side];
        let terms = match number.group {
            Group::Isolated => vec![
                plain("doubled pawn"),
                plain("isolated pawn"),
                (
                    "exposed pawn",
                    exposed & self.plane("isolated pawn", side),
                    squares,
                ),
            ],
            Group::Backward => vec![
                plain("backward pawn"),
                (
                    "exposed pawn",
                    exposed & self.plane("backward pawn", side),
                    squares,
                ),
            ],
            Group::Connected => vec![
                plain("connected pawn"),
                (guarded, self.plane(guarded, side), squares & !outposts),
            ],
            Group::Outposts => vec![
                plain("knight outpost"),
                plain("bishop outpost"),
                (guarded, self.plane(guarded, side), squares & outposts),
            ],
            Group::Rooks => vec![plain("rook on open file"), plain("rook on half-open file")],
            Group::Passer => TERMS
                .iter()
                .filter(|term| term.line as usize == ReportLine::Passer as usize)
                .map(|term| plain(term.name))
                .chain([
                    plain("rook behind own passed pawn"),
                    plain("rook behind enemy passed pawn"),
                ])
                .collect(),
            // Both sides', once and for all with the last file.
            Group::Pairs => {
                signed = SIDES.to_vec();
                let squares = if file == CYCLES - 1 { u64::MAX } else { 0 };
                let pair = "bishop pair";
                SIDES
                    .map(|side| (pair, self.plane(pair, side), squares))
                    .to_vec()
            }
            Group::Mobility => unreachable!("it is not weighed by file"),
        };
        let mut value = net.word(number.offset as u16);
        for (place, (name, plane, squares)) in terms.into_iter().enumerate() {
            let count = net.balance([plane & net.plane(squares)], [net.plane(0)]);
            let sign = match signed[place.min(signed.len() - 1)] {
                Side::White => 1,
                Side::Black => -1,
            };
            let product = self.product(name, count, sign);
            let low = net.wire(false);
            value = machine::circuits::value_bus::add(net, value, product, low, low);
        }
        value
    }
}
