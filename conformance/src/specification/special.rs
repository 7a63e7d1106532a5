//! The small circuits: castling, en passant, promotion, and the orders to the disable memory.

use logic::{Logic, Netlist, Signal, netlist::Bus};
use shakmaty::{Color, File, Rank, Role, Square, attacks};

use super::{Board, Turn, Wire, all, equals, is_at, number, some};

/// A castling: whose, the name of its right, and the squares of king and rook.
const CASTLINGS: [(Color, &str, Square, Square); 4] = [
    (Color::White, "white_king_side", Square::E1, Square::H1),
    (Color::White, "white_queen_side", Square::E1, Square::A1),
    (Color::Black, "black_king_side", Square::E8, Square::H8),
    (Color::Black, "black_queen_side", Square::E8, Square::A8),
];

/// Inputs `p0` to `p3`, the four rights by name, and `wtm`; outputs `king_side` and `queen_side`:
/// the side to move has the right and nothing stands between king and rook.
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
        let way_is_clear = all(
            net,
            attacks::between(king, rook)
                .into_iter()
                .map(|square| board.empty(square)),
        );
        turn.of(color) & rights[place] & way_is_clear
    };
    [some(net, [open(0), open(2)]), some(net, [open(1), open(3)])]
}

/// Input `adr`, the square written to; outputs the four rights by name: each stays unless its
/// king's or its rook's square is written to.
pub fn castling_rights() -> Netlist {
    let net = Netlist::new();
    let written: Bus<6> = net.input_address("adr");
    for (name, kept) in CASTLINGS
        .iter()
        .map(|castling| castling.1)
        .zip(rights_kept(&net, written))
    {
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

/// Inputs `p0` to `p3`, `from`, `to`, `pawn`, high if the piece that moves is a pawn, and `wtm`,
/// its side; output `ep`: if it is a double step that ends beside an enemy pawn, the square passed
/// over, else 0. A pawn that goes from its second rank to its fourth has made a double step, on any
/// file.
pub fn en_passant() -> Netlist {
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
        let [second, third, fourth] = color.fold_wb(
            [Rank::Second, Rank::Third, Rank::Fourth],
            [Rank::Seventh, Rank::Sixth, Rank::Fifth],
        );
        let steps_from = some(
            net,
            File::ALL.map(|file| equals(net, from, Square::from_coords(file, second).to_usize())),
        );
        for file in File::ALL {
            let steps_to = equals(net, to, Square::from_coords(file, fourth).to_usize());
            let beside = [file.offset(-1), file.offset(1)].into_iter().flatten();
            let enemy_beside = some(
                net,
                beside.map(|beside| {
                    board.piece(!color, Role::Pawn, Square::from_coords(beside, fourth))
                }),
            );
            let double_step = turn.of(color) & pawn & steps_from & steps_to;
            passed.push((
                Square::from_coords(file, third).to_usize(),
                double_step & enemy_beside,
            ));
        }
    }
    number(net, 6, &passed)
}

/// Inputs `moved0` to `moved2`, the kind of the piece that moves, `to`, and `ep`, the en-passant
/// square or 0 for none; outputs `promotion`: a pawn goes to the first or last rank, and `takes`:
/// it goes to the en-passant square.
pub fn special() -> Netlist {
    let net = Netlist::new();
    let moved = ["moved0", "moved1", "moved2"].map(|name| net.input_wire(name));
    let SpecialLines { promotion, takes } = lines(
        &net,
        &moved,
        net.input_address("to"),
        net.input_address("ep"),
    );
    net.output("promotion", promotion);
    net.output("takes", takes);
    net
}

/// What is special about a move.
pub(super) struct SpecialLines<'n> {
    /// A pawn that becomes a piece.
    pub(super) promotion: Wire<'n>,
    /// A pawn that takes in passing.
    pub(super) takes: Wire<'n>,
}

/// Both lines, for the kind of the piece that moves, its target and the en-passant square.
pub(super) fn lines<'n>(
    net: &'n Netlist,
    moved: &[Wire<'n>],
    to: Bus<'n, 6>,
    passed: Bus<'n, 6>,
) -> SpecialLines<'n> {
    let pawn = all(
        net,
        (0..3).map(|bit| is_at(moved[bit], Role::Pawn as usize >> bit & 1 != 0)),
    );
    let ends = Square::ALL
        .into_iter()
        .filter(|square| [Rank::First, Rank::Eighth].contains(&square.rank()));
    let squares = Square::ALL
        .into_iter()
        .filter(|square| *square != Square::A1);
    let same = squares
        .map(|square| equals(net, to, square.to_usize()) & equals(net, passed, square.to_usize()));
    let ends = some(net, ends.map(|square| equals(net, to, square.to_usize())));
    SpecialLines {
        promotion: pawn & ends,
        takes: pawn & some(net, same),
    }
}

/// Inputs `kind0` and `kind1`, the low bits of the kind register; output `piece`, the kind a pawn
/// becomes: queen, knight, rook, bishop in this order.
pub fn promoted() -> Netlist {
    let net = Netlist::new();
    let register = ["kind0", "kind1"].map(|name| net.input_wire(name));
    net.output_wires("piece", &becomes(&net, register));
    net
}

/// The kind that a pawn becomes, by the low bits of the kind register.
pub(super) fn becomes<'n>(net: &'n Netlist, register: [Wire<'n>; 2]) -> Vec<Wire<'n>> {
    let becomes: Vec<_> = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop]
        .into_iter()
        .enumerate()
        .map(|(code, role)| {
            (
                role as usize,
                is_at(register[0], code & 1 != 0) & is_at(register[1], code & 2 != 0),
            )
        })
        .collect();
    number(net, 3, &becomes)
}

/// Inputs `p0` to `p3` and `wtm`; output `barred`: the squares that are barred.
pub fn barred_empties() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let turn = Turn::input(&net);
    net.output_wires(
        "barred",
        &Square::ALL.map(|square| barred(&net, &board, turn, square)),
    );
    net
}

/// The square is empty, and not one of the mover's last rank that one of the mover's pawns stands
/// right before.
pub(super) fn barred<'n>(
    net: &'n Netlist,
    board: &Board<'n>,
    turn: Turn<'n>,
    square: Square,
) -> Wire<'n> {
    let promotes = |color: Color| {
        let [last, before] =
            color.fold_wb([Rank::Eighth, Rank::Seventh], [Rank::First, Rank::Second]);
        let pawn = board.piece(
            color,
            Role::Pawn,
            Square::from_coords(square.file(), before),
        );
        if square.rank() == last {
            turn.of(color) & pawn
        } else {
            net.wire(false)
        }
    };
    board.empty(square) & !some(net, Color::ALL.map(promotes))
}

/// Inputs `p0` to `p3`, `wtm`, `dis`, the word, and `adr`, a square. Outputs: `dis_set`, the word
/// and the square; `dis_cleared` and `dis_set_cleared`, the word and `dis_set` without the squares
/// of the mover's pieces; `dis_quiet`, the word and the empty squares that quiescence bars.
pub fn disable_word() -> Netlist {
    let net = Netlist::new();
    let board = Board::input(&net);
    let turn = Turn::input(&net);
    let (word, address) = (net.input_plane("dis"), net.input_address("adr"));
    let disabled = |square: Square| word.bit(square.to_usize());
    let set = |square: Square| disabled(square) | equals(&net, address, square.to_usize());
    let mine = |square: Square| mine(&net, &board, turn, square);
    net.output_wires("dis_set", &Square::ALL.map(set));
    net.output_wires(
        "dis_cleared",
        &Square::ALL.map(|square| disabled(square) & !mine(square)),
    );
    net.output_wires(
        "dis_set_cleared",
        &Square::ALL.map(|square| set(square) & !mine(square)),
    );
    let quiet = |square: Square| disabled(square) | barred(&net, &board, turn, square);
    net.output_wires("dis_quiet", &Square::ALL.map(quiet));
    net
}

pub(super) fn mine<'n>(
    net: &'n Netlist,
    board: &Board<'n>,
    turn: Turn<'n>,
    square: Square,
) -> Wire<'n> {
    let of = |color: Color| turn.of(color) & is_at(board.black(square), color.is_black());
    !board.empty(square) & some(net, Color::ALL.map(of))
}
