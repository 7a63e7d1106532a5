//! The move generator in packages, as the record's block diagram has it: XMIT a ROM and RECV an
//! array at every square.
//!
//! ```text
//!   piece latches --> XMIT PROM --+--> RAY MUX (quad multiplexers) --> neighbors
//!   (74LS259)          (256 x 8)  +--> KNIGHT IN, KING IN (NANDs of low lines)
//!                                 +--> DIR MUX (quad multiplexer)
//!                                              |
//!   disable memory --> arrays --> RECV FPLA <--+      six lines, low
//!                                   |
//!                                   +--> 48 priority encoders, a rank and a line each --> 6 --> 1 --> multiplexers
//! ```
//!
//! Lines between squares are low when they say yes, so that a NAND is their OR. Pawn-move lines are
//! high.
//!
//! Forms that differ from the authentic gates, each proved equal over all inputs: DIR MUX chooses
//! where lines arrive, not where they are sent; the square that sends as the super-piece passes no
//! rays, since it sends them itself; the lines are not latched on their way to the priority
//! network, which a find of two cycles does not need.
//!
//! Source: Chess Programming Wiki, "Belle", block diagram. Fidelity: ROM, array, multiplexers and
//! the two levels of the priority network documented (F040, F042, F043, F045); decided: which
//! parts, and what stands on which board.

use std::rc::Rc;

use logic::pins::PinList;
use logic::{Combinational, Logic, Signal, pins};
use machine::microengine::word;
use machine::move_generator::MoveGenerator;
use machine::rtl::pins::{Reads, Registers};
use machine::rtl::{array, orders};

use crate::board::{Board, HIGH, LOW, Net};
use crate::cells::{Program, Term};
use crate::parts::part_for;

/// The three boards.
pub const BOARDS: [&str; 3] = [
    "squares, ranks 1 to 4",
    "squares, ranks 5 to 8",
    "best line and addresses",
];

pins! {
    /// The inputs: registers, the disable memory's word, and two fields of the microword.
    Inputs {
        ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
        "the disable word of this ply" disable_word: plane,
        "the to register" to: address,
        "the from register" from: address,
        "the en-passant latch" en_passant: address,
        "the en-passant pawn has had all its takers" spent: wire,
        "the side to move" white_to_move: wire,
        "the microword's operation on the disable memory" disable_order: wires[3],
        "the microword's find" find_order: wires[2],
    }
}

pins! {
    /// The outputs that the machine uses. The winning line alone is not among them: nothing reads
    /// it.
    Outputs {
        "the square that the priority network found, 0 if it found none" square as sq: address,
        "there is none" none: wire,
        "the enemy's king can be taken" check: wire,
        "the disable word after its operation" disable_data: plane,
        "the en-passant pawn has had all its takers, after that" spent_next: wire,
    }
}

/// What the three boards do, made of the machine's own circuits.
#[derive(Clone, Copy, Debug)]
pub struct Boards;

impl Combinational for Boards {
    type Inputs<L: Logic> = Inputs<L>;
    type Outputs<L: Logic> = Outputs<L>;

    fn settle<L: Logic>(l: L, inputs: Inputs<L>) -> Outputs<L> {
        let field = |first: u32, wires: &[L::Wire], place: usize| {
            let bit = place.checked_sub(first as usize)?;
            wires.get(bit).copied()
        };
        let word = l.join_plane(std::array::from_fn(|place| {
            field(word::DISABLE.bit, &inputs.disable_order, place)
                .or(field(word::FIND.bit, &inputs.find_order, place))
                .unwrap_or(l.wire(false))
        }));
        let registers = Registers {
            piece: inputs.piece,
            to: inputs.to,
            from: inputs.from,
            en_passant: inputs.en_passant,
            spent: inputs.spent,
            white_to_move: inputs.white_to_move,
            ..Registers::low(l)
        };
        let reads = Reads {
            disable_word: inputs.disable_word,
            ..Reads::low(l)
        };
        let orders = orders::decode(l, word);
        let disabled = array::disabled(l, &registers, &reads, &orders);
        let found = MoveGenerator::settle(
            l,
            array::inputs(&registers, &orders, &disabled, || {
                registers.en_passant.any()
            }),
        );
        Outputs {
            square: found.square,
            none: found.none,
            check: found.check,
            disable_data: disabled.word,
            spent_next: disabled.spent,
        }
    }
}

/// Inputs of XMIT by place: the piece register, the operation, the side to move, the line of the
/// address decoder, low, and whether the addressed square is that of an open en-passant latch.
fn xmit_inputs(address: usize) -> Xmit {
    let bit = |place: usize| address >> place & 1 != 0;
    let kind = address & 7;
    let empty = kind == 0;
    let own = (bit(3) != bit(5)) && !empty;
    let aggressor = bit(4);
    let selected = !bit(6);
    let en_passant = bit(7) && empty;
    let super_piece = selected && aggressor;
    Xmit {
        kind,
        empty,
        own,
        pieces: own && !aggressor,
        super_piece,
        all: super_piece && !en_passant,
    }
}

/// What XMIT knows of its square.
struct Xmit {
    kind: usize,
    empty: bool,
    /// A piece of the side to move.
    own: bool,
    /// It sends in its own way.
    pieces: bool,
    /// It is the addressed square of FIND AGGRESSOR.
    super_piece: bool,
    /// It sends as all pieces at once.
    all: bool,
}

/// What is burned into XMIT. On the ranks where pawn-move lines are relayed, the line leaves it
/// low.
fn xmit(relays: bool) -> Program {
    const PAWN: usize = 1;
    const KNIGHT: usize = 2;
    const BISHOP: usize = 3;
    const ROOK: usize = 4;
    const QUEEN: usize = 5;
    const KING: usize = 6;
    let word = |address: usize| {
        let at = xmit_inputs(address);
        let sends = |kinds: &[usize]| at.pieces && kinds.contains(&at.kind) || at.all;
        let moved_to = at.all && at.empty;
        let pawn = at.pieces && at.kind == PAWN;
        let pawn_moves = pawn || moved_to;
        let lines = [
            !sends(&[ROOK, QUEEN]),
            !sends(&[BISHOP, QUEEN]),
            !sends(&[KNIGHT]),
            !sends(&[KING]),
            pawn_moves != relays,
            !(pawn || at.super_piece && !moved_to),
            at.empty && !at.all,
            at.own,
        ];
        let mut word = 0;
        for (place, line) in lines.into_iter().enumerate() {
            word |= u8::from(line) << place;
        }
        word
    };
    Program::Words((0..256).map(word).collect())
}

/// Inputs of RECV by place.
#[derive(Clone, Copy)]
enum Recv {
    P0,
    P1,
    P2,
    /// From XMIT.
    Own,
    Aggressor,
    /// The en-passant decoder's line, low.
    EnPassant,
    Disable,
    Knight,
    King,
    Diagonal,
    Manhattan,
    Move,
    Capture,
}

/// A product: inputs with their levels, and the output it raises.
fn term(inputs: &[(Recv, bool)], output: usize) -> Term {
    let mut term = Term {
        reads: 0,
        levels: 0,
        raises: 1 << output,
    };
    for &(input, level) in inputs {
        term.reads |= 1 << input as u16;
        term.levels |= u16::from(level) << input as u16;
    }
    term
}

/// What is burned into RECV. At the edge files the capture line comes from one side only and
/// arrives low.
fn recv(capture_high: bool) -> Program {
    use Recv::{
        Aggressor, Capture, Diagonal, Disable, EnPassant, King, Knight, Manhattan, Move, Own, P0,
        P1, P2,
    };
    let kind = |code: u8| {
        let level = |bit: u8| code >> bit & 1 != 0;
        [(P0, level(0)), (P1, level(1)), (P2, level(2))]
    };
    let captured = (Capture, capture_high);
    let arrives = [
        (Knight, true),
        (King, true),
        (Diagonal, true),
        (Manhattan, true),
        captured,
    ];
    let mut terms = Vec::new();
    let mut product = |parts: &[&[(Recv, bool)]], output: usize| {
        terms.push(term(&parts.concat(), output));
    };

    // FIND VICTIM: enemy pieces, the most valuable on the first line; the king on a line of its
    // own, disabled or not.
    let enemy = [(Own, false), (Aggressor, false)];
    let enabled = [(Disable, false)];
    for (code, line) in [(5, 0), (4, 1), (3, 2), (2, 3), (1, 4)] {
        for line_in in arrives {
            product(&[&kind(code), &enemy, &enabled, &[line_in]], line);
        }
    }
    for line_in in arrives {
        product(&[&kind(6), &enemy, &[line_in]], 6);
    }
    let passed = [(EnPassant, false), (Aggressor, false)];
    product(&[&kind(0), &passed, &[captured]], 4);
    let free = [(EnPassant, true), (Aggressor, false), (Disable, false)];
    for line_in in [
        (Knight, true),
        (King, true),
        (Diagonal, true),
        (Manhattan, true),
        (Move, true),
    ] {
        product(&[&kind(0), &free, &[line_in]], 5);
    }

    // FIND AGGRESSOR: own pieces, each as it moves.
    let own = [(Own, true), (Aggressor, true), (Disable, false)];
    for (code, line_in, line) in [
        (1, (Move, true), 0),
        (1, captured, 0),
        (2, (Knight, true), 1),
        (3, (Diagonal, true), 2),
        (4, (Manhattan, true), 3),
        (5, (Manhattan, true), 4),
        (5, (Diagonal, true), 4),
        (6, (King, true), 5),
    ] {
        product(&[&kind(code), &own, &[line_in]], line);
    }
    Program::Terms {
        terms,
        inverted: 0x7F,
    }
}

/// A square by file and rank, if it is on the board.
fn at(file: i32, rank: i32) -> Option<usize> {
    if (0..8).contains(&file) && (0..8).contains(&rank) {
        Some((8 * rank + file) as usize)
    } else {
        None
    }
}

fn neighbor(square: usize, dx: i32, dy: i32) -> Option<usize> {
    at((square % 8) as i32 + dx, (square / 8) as i32 + dy)
}

fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

/// The board that a square's circuit is on.
fn board_of(square: usize) -> &'static str {
    BOARDS[square / 32]
}

/// Lines between squares.
struct Lines {
    /// Those that XMIT sends, by square and place.
    sent: Vec<Vec<Net>>,
    /// Rays that leave a square, by direction.
    rays: [Vec<Option<Net>>; 8],
}

/// Directions of rays: the four along ranks and files first.
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
/// Files and ranks of a knight's jumps.
pub(crate) const KNIGHT_JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// What is burned into the parts, by name.
pub fn programs() -> Vec<(&'static str, Rc<Program>)> {
    let named = [
        ("XMIT", xmit(false)),
        ("XMIT of the third and the sixth rank", xmit(true)),
        ("RECV", recv(true)),
        ("RECV of the edge files", recv(false)),
        ("DISABLE", disable_program(&[Place::Inner, Place::Inner])),
        (
            "DISABLE of the first rank",
            disable_program(&[Place::Lowest]),
        ),
        (
            "DISABLE of the eighth rank",
            disable_program(&[Place::Highest]),
        ),
    ];
    named
        .map(|(name, program)| (name, Rc::new(program)))
        .to_vec()
}

/// The move generator between its piece latches and what the microengine reads.
pub fn move_generator() -> Board {
    let mut board = Board::default();
    for name in BOARDS {
        board.enter(name);
    }
    let planes: Vec<Vec<Net>> = ["p0", "p1", "p2", "p3"]
        .map(|name| board.input(name, 64))
        .into();
    let word = board.input("disable_word", 64);
    let to = board.input("to", 6);
    let from = board.input("from", 6);
    let latch = board.input("en_passant", 6);
    let spent = board.input("spent", 1)[0];
    let white = board.input("white_to_move", 1)[0];
    let order = board.input("disable_order", 3);
    let find = board.input("find_order", 2);
    latches(&mut board, &planes);
    board.enter(BOARDS[2]);
    memory(&mut board, &word);

    // FIND AGGRESSOR is 2; find for check, 3, is FIND VICTIM with the sides exchanged.
    let not_check = board.gate("nand2", "not_check", &find);
    let victim = board.gate("nand2", "victim", &[find[1], not_check]);
    let aggressor = board.gate("not", "aggressor", &[victim]);
    let check = board.gate("not", "find_check", &[not_check]);
    let white_to_move = board.gate("xor2", "wtm", &[white, check]);

    let state = en_passant_state(&mut board, &latch, &to, spent, &order);
    board.output("spent_next", vec![state.spent_next]);
    let selected = decoder(&mut board, "selected", &to, LOW);
    let passed = decoder(&mut board, "passed", &latch, state.closed);
    let disable = disable_orders(
        &mut board,
        &DisableInputs {
            planes: &planes,
            word: &word,
            squares: [&to, &from],
            white,
            order: &order,
            passed: state.passed,
        },
    );
    board.output("disable_data", disable.clone());
    board.keep("disable_data");
    board.enter(BOARDS[2]);
    let up = board.gate("xor2", "up", &[white_to_move, aggressor]);
    let black_to_move = board.gate("not", "black_to_move", &[white_to_move]);

    let programs = [false, true].map(|relays| Rc::new(xmit(relays)));
    let mut lines = Lines {
        sent: Vec::new(),
        rays: Default::default(),
    };
    for square in 0..64 {
        board.enter(board_of(square));
        let relays = matches!(square / 8, 2 | 5);
        let inputs = [
            planes[0][square],
            planes[1][square],
            planes[2][square],
            planes[3][square],
            aggressor,
            white_to_move,
            selected[square],
            state.addressed,
        ];
        let name = format!("{}.xmit", square_name(square));
        let program = &programs[usize::from(relays)];
        lines
            .sent
            .push(board.programmed("rom256x8", &name, &inputs, program));
    }
    rays(&mut board, &mut lines);
    let arrivals = arrivals(&mut board, &lines, up, [white_to_move, black_to_move]);

    let programs = [false, true].map(|high| Rc::new(recv(high)));
    let mut answers = Vec::new();
    for square in 0..64 {
        board.enter(board_of(square));
        let arrival = &arrivals[square];
        let mut inputs = vec![
            planes[0][square],
            planes[1][square],
            planes[2][square],
            lines.sent[square][7],
            aggressor,
            passed[square],
            disable[square],
            arrival.knight,
            arrival.king,
            arrival.diagonal,
            arrival.manhattan,
            arrival.pawn_move,
            arrival.capture,
        ];
        inputs.resize(16, LOW);
        let name = format!("{}.recv", square_name(square));
        let program = &programs[usize::from(arrival.capture_high)];
        answers.push(board.programmed("fpla", &name, &inputs, program));
    }
    board.enter(BOARDS[2]);
    priority(&mut board, &answers);
    let kings: Vec<Net> = answers.iter().map(|answer| answer[6]).collect();
    let check = any_of_sixty_four(&mut board, "check", &kings);
    board.output("check", vec![check]);
    board.add_drivers();
    board
}

/// The piece registers: an addressable latch for each rank and bit, written over the board buses.
fn latches(board: &mut Board, planes: &[Vec<Net>]) {
    board.enter(BOARDS[2]);
    let address = board.input("bus_square", 6);
    let piece = board.input("bus_piece", 4);
    let write = board.input("bus_write", 1)[0];
    let part = part_for("latch8");
    for (half, name) in BOARDS.iter().enumerate().take(2) {
        board.enter(name);
        let name = format!("write{half}");
        let inputs = [address[3], address[4], address[5], LOW, write];
        let ranks = board.section("dec8", &name, &inputs);
        for rank in 4 * half..4 * half + 4 {
            for (bit, plane) in planes.iter().enumerate() {
                let inputs = vec![address[0], address[1], address[2], piece[bit], ranks[rank]];
                board.drive(part, inputs, plane[8 * rank..8 * rank + 8].to_vec());
            }
        }
    }
}

/// The disable memory: eight packages of 64 words by 9, of which 64 are used.
fn memory(board: &mut Board, word: &[Net]) {
    let ply = board.input("ply", 6);
    for (half, squares) in word.chunks(32).enumerate() {
        board.enter(BOARDS[half]);
        for bits in squares.chunks(9) {
            board.drive(part_for("ram64x9"), ply.clone(), bits.to_vec());
        }
    }
    board.enter(BOARDS[2]);
}

/// What becomes of the en-passant pawn.
struct EnPassant {
    /// The latch is open and names the to square.
    passed: Net,
    /// The latch is not open any more.
    closed: Net,
    spent_next: Net,
    /// The addressed square is that of the latch, which is open after the operation.
    addressed: Net,
}

/// `clear` is 1, `close` 2 and `all` 4 in the field of the microword.
fn en_passant_state(
    board: &mut Board,
    latch: &[Net],
    to: &[Net],
    spent: Net,
    order: &[Net],
) -> EnPassant {
    let none = [0, 3].map(|first| board.gate("nor3", "latch_none", &latch[first..first + 3]));
    let armed = board.gate("nand2", "armed", &none);
    let unspent = board.gate("not", "unspent", &[spent]);
    let mut same = Vec::new();
    for bit in 0..6 {
        same.push(board.gate("xor2", "to_differs", &[latch[bit], to[bit]]));
    }
    let same = [0, 3].map(|first| board.gate("nor3", "to_same", &same[first..first + 3]));
    let passed = board.gate("and4", "passed", &[armed, unspent, same[0], same[1]]);
    // The orders as lines, low: 1 clear, 2 close, 4 all.
    let lines = board.section(
        "dec8s",
        "disable_order",
        &[order[0], order[1], order[2], LOW, HIGH],
    );
    let kept = board.gate("nand2", "spent_kept", &[spent, lines[1]]);
    let clear = board.gate("not", "clear", &[lines[1]]);
    let close = board.gate("not", "close", &[lines[2]]);
    let closing = board.gate("nand2", "spent_by_close", &[close, passed]);
    let spent_next = board.gate("nand3", "spent_next", &[kept, closing, lines[4]]);
    let unspent_next = board.gate("not", "unspent_next", &[spent_next]);
    let closed = board.gate("nand2", "ep_closed", &[armed, unspent_next]);
    // The same for the to square alone, in fewer gates: XMIT must not wait. A spent pawn is back
    // after `clear`; another one is open still but after `close` and `all`.
    let open = board.gate("and2", "unspent_open", &[lines[2], lines[4]]);
    let open = board.gate("mux2", "addressed_open", &[spent, open, clear]);
    let addressed = board.gate("and4", "addressed", &[armed, same[0], same[1], open]);
    EnPassant {
        passed,
        closed,
        spent_next,
        addressed,
    }
}

struct DisableInputs<'a> {
    planes: &'a [Vec<Net>],
    word: &'a [Net],
    /// The to and the from register.
    squares: [&'a [Net]; 2],
    white: Net,
    order: &'a [Net],
    passed: Net,
}

/// The disable word after its operation: an array for two squares, and for one on the ranks where
/// pawns promote.
fn disable_orders(board: &mut Board, inputs: &DisableInputs<'_>) -> Vec<Net> {
    let &DisableInputs {
        planes,
        word,
        squares: [to, from],
        white,
        order,
        passed,
    } = inputs;
    // `from` is 3 in the field, `close` 2, which leaves the square of an open en-passant pawn
    // alone.
    let mut address = Vec::new();
    for bit in 0..6 {
        address.push(board.gate("mux2", "disabled_square", &[order[0], to[bit], from[bit]]));
    }
    let not_from = board.gate("not", "not_from", &[order[0]]);
    let kept = board.gate("nand2", "kept", &[passed, not_from]);
    let not_other = board.gate("not", "not_other", &[order[2]]);
    let off = board.gate("nand3", "set_off", &[kept, not_other, order[1]]);
    let set = decoder(board, "set", &address, off);

    let pair = Rc::new(disable_program(&[Place::Inner, Place::Inner]));
    let ends = [Place::Lowest, Place::Highest].map(|place| Rc::new(disable_program(&[place])));
    let mut data = vec![LOW; 64];
    let mut program =
        |board: &mut Board, squares: &[usize], before: Option<usize>, program: &Rc<Program>| {
            let mut inputs = vec![order[0], order[1], order[2], white];
            for &square in squares {
                inputs.extend([word[square], set[square]]);
                inputs.extend(planes.iter().map(|plane| plane[square]));
            }
            if let Some(before) = before {
                inputs.extend(planes.iter().map(|plane| plane[before]));
            }
            inputs.resize(16, LOW);
            board.enter(board_of(squares[0]));
            let name = format!("{}.disable", square_name(squares[0]));
            let outputs = board.programmed("fpla", &name, &inputs, program);
            for (&square, output) in squares.iter().zip(outputs) {
                data[square] = output;
            }
        };
    for file in 0..8 {
        program(board, &[file], Some(file + 8), &ends[0]);
        program(board, &[56 + file], Some(48 + file), &ends[1]);
    }
    for square in (8..56).step_by(2) {
        program(board, &[square, square + 1], None, &pair);
    }
    data
}

/// Where a square is, for the pawns that promote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Lowest,
    Inner,
    Highest,
}

/// What is burned into the arrays of the disable word. Inputs: the field, the side to move; for
/// each square its disable bit, the decoder's line (low) and its piece; on the ranks at the end the
/// piece of the square before.
fn disable_program(places: &[Place]) -> Program {
    let mut terms = Vec::new();
    for (output, &place) in places.iter().enumerate() {
        let first = 4 + 6 * output;
        let mut raise = |inputs: &[(usize, bool)]| {
            let mut term = Term {
                reads: 0,
                levels: 0,
                raises: 1 << output,
            };
            for &(input, level) in inputs {
                term.reads |= 1 << input;
                term.levels |= u16::from(level) << input;
            }
            terms.push(term);
        };
        let order = |code: u8| [0, 1, 2].map(|bit| (bit, code >> bit & 1 != 0));
        let (word, set, piece) = (first, first + 1, first + 2);
        let was = (word, true);
        // All squares.
        raise(&order(4));
        // Kept by every other order but `clear` and `close`; `close` keeps it where no own piece
        // stands.
        raise(&[was, (1, false), (0, false)]);
        raise(&[was, (2, true)]);
        raise(&[was, (0, true), (1, true)]);
        let empty = [(piece, false), (piece + 1, false), (piece + 2, false)];
        for now in [was, (set, false)] {
            raise(&[&order(2)[..], &[now], &empty].concat());
            for white in [false, true] {
                // A black piece while White moves, and the other way round.
                let enemy = [(3, white), (piece + 3, white)];
                raise(&[&order(2)[..], &[now], &enemy].concat());
            }
        }
        // The from square.
        raise(&[&order(3)[..], &[(set, false)]].concat());
        // Empty squares, but those on which a pawn can promote.
        let empties = [&order(5)[..], &empty].concat();
        if place == Place::Inner {
            raise(&empties);
            continue;
        }
        let white = place == Place::Highest;
        let before = piece + 4;
        let not_promoting = [
            (before, false),
            (before + 1, true),
            (before + 2, true),
            (before + 3, white),
            (3, !white),
        ];
        for condition in not_promoting {
            raise(&[&empties[..], &[condition]].concat());
        }
    }
    Program::Terms { terms, inverted: 0 }
}

/// A line low for the addressed square: four decoders of sixteen, enabled by a fifth. `off` high:
/// none.
fn decoder(board: &mut Board, name: &str, address: &[Net], off: Net) -> Vec<Net> {
    let inputs = [address[4], address[5], off];
    let quarters = board.section("dec4", &format!("{name}.quarter"), &inputs);
    let mut lines = Vec::new();
    for (number, &quarter) in quarters.iter().enumerate() {
        board.enter(BOARDS[number / 2]);
        let inputs = [address[0], address[1], address[2], address[3], quarter];
        lines.extend(board.section("dec16", &format!("{name}.{number}"), &inputs));
    }
    board.enter(BOARDS[2]);
    lines
}

/// RAY MUX: an empty square passes on what arrives, another one sends what XMIT says. At the edge
/// where nothing can arrive XMIT's line is the ray.
fn rays(board: &mut Board, lines: &mut Lines) {
    const NAMES: [&str; 8] = ["n", "e", "s", "w", "ne", "se", "sw", "nw"];
    // Nets first: a ray may come from a square that is built later.
    for (direction, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
        for square in 0..64 {
            let source = lines.sent[square][direction / 4];
            let leaves = neighbor(square, dx, dy).is_some();
            let arrives = neighbor(square, -dx, -dy).is_some();
            let ray = match (leaves, arrives) {
                (false, _) => None,
                (true, false) => Some(source),
                (true, true) => {
                    let name = format!("{}.{}", square_name(square), NAMES[direction]);
                    Some(board.net(name))
                }
            };
            lines.rays[direction].push(ray);
        }
    }
    let part = part_for("mux2s");
    for square in 0..64 {
        board.enter(board_of(square));
        for (direction, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            let (Some(ray), Some(from)) =
                (lines.rays[direction][square], neighbor(square, -dx, -dy))
            else {
                continue;
            };
            let arriving = lines.rays[direction][from].expect("it leads here");
            let sent = &lines.sent[square];
            board.drive(
                part,
                vec![sent[6], sent[direction / 4], arriving],
                vec![ray],
            );
        }
    }
}

/// What arrives at a square.
struct Arrival {
    knight: Net,
    king: Net,
    diagonal: Net,
    manhattan: Net,
    pawn_move: Net,
    capture: Net,
    /// The capture line is high when it says yes.
    capture_high: bool,
}

fn arrivals(board: &mut Board, lines: &Lines, up: Net, sides: [Net; 2]) -> Vec<Arrival> {
    let moves = relayed(board, lines, up, sides);
    let fronts = fronts(board, lines, up);
    let kings = king_rows(board, lines);
    let mut arrivals = Vec::new();
    for square in 0..64 {
        board.enter(board_of(square));
        let name = square_name(square);
        let mut knights = Vec::new();
        for (dx, dy) in KNIGHT_JUMPS {
            if let Some(from) = neighbor(square, dx, dy) {
                knights.push(lines.sent[from][2]);
            }
        }
        let ray = |direction: usize| {
            let (dx, dy) = DIRECTIONS[direction];
            let from = neighbor(square, -dx, -dy)?;
            lines.rays[direction][from]
        };
        let manhattan: Vec<Net> = (0..4).filter_map(ray).collect();
        let diagonal: Vec<Net> = (4..8).filter_map(ray).collect();
        let mut sides = Vec::new();
        for dx in [-1, 1] {
            if let Some(side) = neighbor(square, dx, 0) {
                sides.push(fronts[side]);
            }
        }
        let capture_high = sides.len() == 2;
        arrivals.push(Arrival {
            knight: board.any_low(&format!("{name}.knight_in"), &knights),
            king: board.any_low(&format!("{name}.king_in"), &kings[square]),
            diagonal: board.any_low_at_once(&format!("{name}.diagonal_in"), &diagonal),
            manhattan: board.any_low_at_once(&format!("{name}.manhattan_in"), &manhattan),
            pawn_move: moves[square],
            capture: if capture_high {
                board.any_low(&format!("{name}.capture_in"), &sides)
            } else {
                sides[0]
            },
            capture_high,
        });
    }
    arrivals
}

/// The pawn-move lines where they arrive, high. On the third and the sixth rank an empty square
/// passes the line of its own side on, so that a pawn moves two squares.
fn relayed(board: &mut Board, lines: &Lines, up: Net, sides: [Net; 2]) -> Vec<Net> {
    // Lines leave the squares of those two ranks over gates that need what arrives there, from
    // ranks without gates.
    let mut leaving: Vec<Net> = lines.sent.iter().map(|sent| sent[4]).collect();
    let mut arriving = vec![LOW; 64];
    let chosen = |board: &mut Board, leaving: &[Net], square: usize| {
        board.enter(board_of(square));
        let side = |dy: i32| match neighbor(square, 0, dy) {
            Some(from) => leaving[from],
            None => LOW,
        };
        let name = format!("{}.move_in", square_name(square));
        board.gate("mux2", &name, &[up, side(1), side(-1)])
    };
    let relaying = |square: &usize| matches!(square / 8, 2 | 5);
    for square in (0..64).filter(relaying) {
        arriving[square] = chosen(board, &leaving, square);
        let name = square_name(square);
        let sent = &lines.sent[square];
        let side = sides[usize::from(square / 8 == 5)];
        let relay = [arriving[square], sent[6], side];
        let relay = board.gate("nand3", &format!("{name}.relay"), &relay);
        leaving[square] = board.gate("nand2", &format!("{name}.move"), &[sent[4], relay]);
    }
    for square in (0..64).filter(|square| !relaying(square)) {
        arriving[square] = chosen(board, &leaving, square);
    }
    arriving
}

/// The pawn-capture lines one rank on, before they turn to either side: low.
fn fronts(board: &mut Board, lines: &Lines, up: Net) -> Vec<Net> {
    let front = |square: usize| {
        board.enter(board_of(square));
        let side = |dy: i32| match neighbor(square, 0, dy) {
            Some(from) => lines.sent[from][5],
            None => HIGH,
        };
        let name = format!("{}.front", square_name(square));
        board.gate("mux2", &name, &[up, side(1), side(-1)])
    };
    (0..64).map(front).collect()
}

/// The lines of kings round each square: the three above and below are joined in a row, which two
/// ranks share.
fn king_rows(board: &mut Board, lines: &Lines) -> Vec<Vec<Net>> {
    let king = |square: usize| lines.sent[square][3];
    let mut rows = Vec::new();
    for square in 0..64 {
        board.enter(board_of(square));
        let beside = |dx: i32| match neighbor(square, dx, 0) {
            Some(from) => king(from),
            None => HIGH,
        };
        let name = format!("{}.king_row", square_name(square));
        rows.push(board.gate("and3", &name, &[beside(-1), king(square), beside(1)]));
    }
    let around = |square: usize| {
        let mut nets = Vec::new();
        for dy in [-1, 1] {
            if let Some(from) = neighbor(square, 0, dy) {
                nets.push(rows[from]);
            }
        }
        for dx in [-1, 1] {
            if let Some(from) = neighbor(square, dx, 0) {
                nets.push(king(from));
            }
        }
        nets
    };
    (0..64).map(around).collect()
}

/// The priority network: an encoder for each line and rank, one for the ranks of each line, and one
/// for the lines.
fn priority(board: &mut Board, answers: &[Vec<Net>]) {
    let mut raised = Vec::new();
    let mut squares: Vec<[Net; 6]> = Vec::new();
    for line in 1..=6 {
        let mut files: [Vec<Net>; 3] = Default::default();
        let mut ranks = Vec::new();
        for rank in 0..8 {
            // The highest input wins: that of the first file. What comes out is the file's number,
            // and 7 for none.
            let mut inputs: Vec<Net> = (0..8)
                .rev()
                .map(|file| answers[8 * rank + file][line - 1])
                .collect();
            inputs.push(LOW);
            board.enter(board_of(8 * rank));
            let name = format!("line{}.rank{}", line, rank + 1);
            let outputs = board.section("enc8", &name, &inputs);
            for (bit, file) in files.iter_mut().enumerate() {
                file.push(outputs[bit]);
            }
            ranks.push(outputs[3]);
        }
        board.enter(BOARDS[2]);
        ranks.reverse();
        ranks.push(LOW);
        // Whether the line is raised at all: sooner known so than by the encoder of the ranks.
        let any = board.any_low(&format!("line{}.any", line), &ranks[..8]);
        raised.push(board.gate("not", &format!("line{}.raised", line), &[any]));
        let best = board.section("enc8", &format!("line{}", line), &ranks);
        let mut square = [best[0], best[1], best[2]].repeat(2);
        for (bit, file) in files.iter().enumerate() {
            let name = format!("line{}.file{bit}", line);
            let inputs = [&best[..3], &file[..]].concat();
            square[bit] = board.section("mux8", &name, &inputs)[0];
        }
        squares.push(square.try_into().expect("six wires"));
    }
    let mut inputs = vec![HIGH, HIGH];
    inputs.extend(raised.iter().rev());
    inputs.push(LOW);
    let winner = board.section("enc8", "winner", &inputs);
    let mut square = Vec::new();
    for bit in 0..6 {
        let mut data: Vec<Net> = squares.iter().map(|square| square[bit]).collect();
        data.resize(8, LOW);
        let inputs = [&winner[..3], &data[..]].concat();
        square.push(board.section("mux8s", &format!("square{bit}"), &inputs)[0]);
    }
    board.output("sq", square);
    board.output("none", vec![winner[3]]);
}

/// Whether any of sixty-four lines is low: NANDs of eight, and an OR of what they give.
fn any_of_sixty_four(board: &mut Board, name: &str, lines: &[Net]) -> Net {
    let mut groups: Vec<Net> = Vec::new();
    for (number, group) in lines.chunks(8).enumerate() {
        board.enter(board_of(8 * number));
        groups.push(board.any_low(&format!("{name}.{number}"), group));
    }
    board.enter(BOARDS[2]);
    let mut quiet = Vec::new();
    for (number, group) in groups.chunks(3).enumerate() {
        let mut inputs = group.to_vec();
        inputs.resize(3, LOW);
        quiet.push(board.gate("nor3", &format!("{name}.quiet{number}"), &inputs));
    }
    board.any_low(name, &quiet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::register;
    use crate::report::figures;

    #[test]
    fn find_is_done_within_two_cycles_of_240_ns() {
        let board = move_generator();
        let register = register();
        for figures in figures(&board, register.output) {
            let clock_to_clock = figures.settled.worst + register.setup;
            assert!(
                clock_to_clock <= 480.0,
                "{}: {clock_to_clock}",
                figures.name
            );
        }
    }

    #[test]
    fn outputs_pull_all_their_inputs_low() {
        move_generator().assert_outputs_pull_inputs_low();
    }

    #[test]
    fn arrays_have_no_more_terms_than_their_part() {
        for (name, program) in programs() {
            if let Program::Terms { terms, .. } = &*program {
                assert!(terms.len() <= 48, "{name}: {}", terms.len());
            }
        }
    }
}
