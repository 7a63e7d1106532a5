//! Hardware written as Rust functions: one description that is simulated fast, counted, proved and
//! written as Verilog.
//!
//! A circuit is a pure generic function over a back end `L: Logic`. Called with [`Lanes`] it
//! computes; called with a [`Netlist`] it builds the graph of its gates:
//!
//! ```
//! use logic::{Lanes, Logic, Netlist, lanes};
//!
//! /// Squares a knight's jump or one step east away from `pieces`, unless they are barred.
//! fn reached<L: Logic>(l: L, pieces: L::Plane, barred: L::Plane) -> L::Plane {
//!     let jump = l.neighbor::<1, 2>(pieces);
//!     let step = l.neighbor::<1, 0>(pieces);
//!     (jump | step) & !barred
//! }
//!
//! // Simulated: each gate of all 64 squares is one machine operation.
//! let pieces = lanes::Plane(1);
//! assert_eq!(reached(Lanes, pieces, lanes::Plane(0)).0, 1 << 17 | 1 << 1);
//!
//! // Built: the same function, gate by gate.
//! let net = Netlist::new();
//! let out = reached(&net, net.input_plane("pieces"), net.input_plane("barred"));
//! net.output("reached", out);
//! assert!(net.count().gates > 64);
//! ```
//!
//! Signals come in four widths: a [`Wire`](SquareLogic::Wire), an [`Address`](Logic::Address) of
//! six wires, a [`Word`](Logic::Word) of sixteen and a [`Plane`](SquareLogic::Plane) of sixty-four,
//! one at each square (a1 = 0, b1 = 1 ... h8 = 63). Gates are Rust's operators `&`, `|`, `^` and
//! `!`, wire by wire.
//!
//! Two back ends: [`lanes`] computes settled values at the speed of compiled code, in
//! [forms](Simulator) for several processors; [`netlist`] builds the graph of two-input gates and
//! inverters, to be counted, proved, simulated gate by gate and written out. `cargo run -p
//! conformance --example own_circuit` takes a circuit the whole way, to the proof and the Verilog.

pub mod clocked;
pub mod combinational;
pub mod lanes;
pub mod netlist;
pub mod octet;
pub mod pins;

use std::ops::{BitAnd, BitOr, BitXor, Not};

pub use combinational::Combinational;
pub use lanes::{Kernel, Lanes, Sides, Simulator};
pub use netlist::{Module, Netlist};
pub use octet::Merge;

/// A bundle of wires; `W` is the back end's single wire. The operators are gates, one at each wire.
pub trait Signal<W>:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// One wire led to every wire of the bundle. Wiring only, no gates.
    fn spread(wire: W) -> Self;

    /// The OR of all wires.
    fn any(self) -> W;

    /// The wire at `index`, 0 being the lowest. Panics if there is none.
    fn bit(self, index: usize) -> W;

    /// Gives the signal a name within the current scope and returns it. Costs no gate.
    fn named(self, name: &'static str) -> Self;

    /// Gives the signal a name for files that people read, where it is not worth one in
    /// [waves](netlist::Netlist::names).
    #[inline(always)]
    fn called(self, _name: &'static str) -> Self {
        self
    }

    /// An AND at each pair of wires.
    #[inline(always)]
    fn and_each<const N: usize>(wires: [W; N], others: [W; N]) -> [W; N]
    where
        W: Signal<W>,
    {
        std::array::from_fn(|wire| wires[wire] & others[wire])
    }

    /// An OR at each pair of wires.
    #[inline(always)]
    fn or_each<const N: usize>(wires: [W; N], others: [W; N]) -> [W; N]
    where
        W: Signal<W>,
    {
        std::array::from_fn(|wire| wires[wire] | others[wire])
    }

    /// An XOR at each pair of wires.
    #[inline(always)]
    fn xor_each<const N: usize>(wires: [W; N], others: [W; N]) -> [W; N]
    where
        W: Signal<W>,
    {
        std::array::from_fn(|wire| wires[wire] ^ others[wire])
    }

    /// The OR of one or more wires, as few gates deep as can be.
    #[inline(always)]
    fn any_of(wires: &[W]) -> W
    where
        W: Signal<W>,
    {
        tree(wires, |one, other| one | other)
    }

    /// Whether separate wires carry a number, lowest first.
    #[inline(always)]
    fn equals<const N: usize>(wires: [W; N], number: usize) -> W
    where
        W: Signal<W>,
    {
        equals(wires, number)
    }

    /// Separate wires as a number, lowest first, one more while `when` is high; what is carried out
    /// is lost.
    #[inline(always)]
    fn increment<const N: usize>(wires: [W; N], when: W) -> [W; N]
    where
        W: Signal<W>,
    {
        increment(wires, when)
    }
}

/// Signals joined two by two, as few gates deep as can be. Panics if there are none.
pub fn tree<S: Copy>(signals: &[S], gate: fn(S, S) -> S) -> S {
    match signals {
        [] => panic!("no signals to join"),
        [signal] => *signal,
        _ => {
            let (low, high) = signals.split_at(signals.len() / 2);
            gate(tree(low, gate), tree(high, gate))
        }
    }
}

/// The gates of [`Signal::equals`].
fn equals<W: Signal<W>, const N: usize>(wires: [W; N], number: usize) -> W {
    let agree: [W; N] = std::array::from_fn(|bit| {
        if number >> bit & 1 != 0 {
            wires[bit]
        } else {
            !wires[bit]
        }
    });
    tree(&agree, |one, other| one & other)
}

/// The gates of [`Signal::increment`].
#[inline(always)]
fn increment<W: Signal<W>, const N: usize>(wires: [W; N], when: W) -> [W; N] {
    let mut carry = when;
    wires.map(|wire| {
        let sum = wire ^ carry;
        carry = carry & wire;
        sum
    })
}

/// The part of a back end that the circuits of the squares need: wires, planes, and the ways
/// between neighbors. It is a trait of its own so that [`Sides`] can settle such a circuit for both
/// sides at once.
pub trait SquareLogic: Copy {
    /// One wire.
    type Wire: Signal<Self::Wire>;
    /// Sixty-four wires, one at each square, a1 first.
    type Plane: Signal<Self::Wire>;
    /// The OR of planes of octets.
    type Merge: Merge<Self::Plane>;

    /// Sixty-four wires tied to the bits of `mask`.
    fn plane(self, mask: u64) -> Self::Plane;

    /// Wiring between squares: every wire is led `DX` files to the right (towards h) and `DY` ranks
    /// up. A wire that would leave the board ends there; where nothing arrives the wire is low.
    /// `DX` and `DY` are at most 7 either way.
    fn neighbor<const DX: i32, const DY: i32>(self, plane: Self::Plane) -> Self::Plane;

    /// A chain of neighbors in one direction: each square sends `source | (pass & incoming)` to its
    /// neighbor, and `incoming`, which is returned, is what it receives from the neighbor behind
    /// it. `DX` and `DY` are -1, 0 or 1 and not both 0.
    fn ray<const DX: i32, const DY: i32>(
        self,
        source: Self::Plane,
        pass: Self::Plane,
    ) -> Self::Plane;

    /// The OR of a plane led to the neighbor in each of eight directions.
    fn around(self, plane: Self::Plane) -> Self::Merge;

    /// Opens a block; gates made until [`leave`](SquareLogic::leave) belong to it. Blocks nest. See
    /// [`scope!`].
    fn enter(self, block: &'static str);
    /// Closes the innermost block.
    fn leave(self);
}

/// A back end. See the [crate's documentation](crate) for how circuits use it.
pub trait Logic: SquareLogic {
    /// Six wires, lowest first: the number of a square, as on the board-address bus.
    type Address: Signal<Self::Wire>;
    /// Sixteen wires, lowest first: a number on the value bus.
    type Word: Signal<Self::Wire>;
    /// Eight planes, one for each direction; see [`octet`].
    type Octet: Copy;

    /// A wire tied to a level.
    fn wire(self, level: bool) -> Self::Wire;
    /// Six wires tied to the bits of `square`, 0 to 63.
    fn address(self, square: u8) -> Self::Address;
    /// Sixteen wires tied to the bits of `value`.
    fn word(self, value: u16) -> Self::Word;

    /// Six wires taken together, lowest first.
    fn join_address(self, wires: [Self::Wire; 6]) -> Self::Address;
    /// Sixteen wires taken together, lowest first.
    fn join_word(self, wires: [Self::Wire; 16]) -> Self::Word;
    /// Sixty-four wires taken together, lowest first.
    fn join_plane(self, wires: [Self::Wire; 64]) -> Self::Plane;

    /// Wiring that flips the board: rank 1 becomes rank 8, files stay.
    fn flipped(self, plane: Self::Plane) -> Self::Plane;

    /// Eight rays: from `straight` along ranks and files, from `diagonal` along diagonals. Each
    /// gets a name. `single` must be low unless both are one plane in which no more than one wire
    /// is high.
    fn rays(
        self,
        straight: Self::Plane,
        diagonal: Self::Plane,
        pass: Self::Plane,
        single: Self::Wire,
        names: [&'static str; 8],
    ) -> Self::Octet;

    /// The OR of a plane led to the eight squares a knight's jump away.
    fn jumped(self, plane: Self::Plane) -> Self::Merge;

    /// The OR of an octet's straight planes: north, east, south, west.
    fn straight(self, octet: Self::Octet) -> Self::Merge;

    /// The OR of an octet's diagonal planes.
    fn diagonal(self, octet: Self::Octet) -> Self::Merge;

    /// The OR of all planes of an octet.
    fn merge(self, octet: Self::Octet) -> Self::Merge;

    /// Address decoder: the wire of the addressed square is high, the others low.
    fn decode(self, address: Self::Address) -> Self::Plane;

    /// Priority encoders behind gates: the number of the lowest high wire of the first plane that
    /// has one, 0 if none has. `open` must say of each plane whether all planes before it are low,
    /// `none` whether all are. `none` is handed back as the back end has it.
    fn lowest<const N: usize>(
        self,
        planes: [Self::Plane; N],
        open: [Self::Wire; N],
        none: Self::Wire,
    ) -> (Self::Address, Self::Wire);

    /// An adder, `a + b + carry_in`: the sum's sixteen wires, and the carry out of the last place.
    fn sum(self, a: Self::Word, b: Self::Word, carry_in: Self::Wire) -> (Self::Word, Self::Wire);

    /// A counter of wires: how many of `more` are high, less how many of `less` are, in two's
    /// complement.
    fn balance<const N: usize>(self, more: [Self::Plane; N], less: [Self::Plane; N]) -> Self::Word;

    /// The product of two numbers in two's complement, its low sixteen wires.
    fn multiply(self, number: Self::Word, by: Self::Word) -> Self::Word;

    /// A part of the circuit that has a [module](netlist::Module) of its own where it is written in
    /// modules: what `part` makes of the signals round it. To all else it is just that.
    #[inline(always)]
    fn module<T: PinList<Self>>(self, _module: &'static Module, part: impl FnOnce() -> T) -> T {
        part()
    }

    /// The same for a module that stands in several places, each time called otherwise: it looks at
    /// its inputs alone.
    #[inline(always)]
    fn instance<I: PinList<Self>, T: PinList<Self>>(
        self,
        _module: &'static Module,
        _label: &'static str,
        inputs: I,
        part: impl FnOnce(I) -> T,
    ) -> T {
        part(inputs)
    }
}

/// A two-way switch: `then` while `when` is high, else `otherwise`.
#[inline(always)]
pub fn select<W, S>(when: W, then: S, otherwise: S) -> S
where
    W: Signal<W>,
    S: Signal<W>,
{
    (then & S::spread(when)) | (otherwise & S::spread(!when))
}

/// The same for separate wires.
#[inline(always)]
pub fn select_each<W, const N: usize>(when: W, then: [W; N], otherwise: [W; N]) -> [W; N]
where
    W: Signal<W>,
{
    W::or_each(
        W::and_each(then, [when; N]),
        W::and_each(otherwise, [!when; N]),
    )
}

/// Evaluates an expression within a block of the back end: `scope!(l, "RAY MUX", expression)`. It
/// is a macro and not a function taking a closure because a closure that is not inlined would cost
/// the compiled simulation half its speed.
#[macro_export]
macro_rules! scope {
    ($logic:expr, $block:literal, $body:expr) => {{
        $crate::SquareLogic::enter($logic, $block);
        let settled = $body;
        $crate::SquareLogic::leave($logic);
        settled
    }};
}

/// One named bundle of wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Its name.
    pub name: &'static str,
    /// The name of its next value, if it is a register.
    pub next: &'static str,
    /// Number of its wires.
    pub width: usize,
    /// Meaning.
    pub help: &'static str,
}

/// Something done to each pin of a list, in the list's order.
pub trait PinVisitor<L: Logic> {
    /// A pin of one wire.
    fn wire(&mut self, pin: &'static Pin, signal: &mut L::Wire);
    /// A pin of six wires.
    fn address(&mut self, pin: &'static Pin, signal: &mut L::Address);
    /// A pin of sixteen wires.
    fn word(&mut self, pin: &'static Pin, signal: &mut L::Word);
    /// A pin of sixty-four wires.
    fn plane(&mut self, pin: &'static Pin, signal: &mut L::Plane);
    /// A pin of any number of wires, lowest first.
    fn wires(&mut self, pin: &'static Pin, signal: &mut [L::Wire]);
    /// The pins that follow are registers and their signals the next values, or no longer so.
    fn clocked(&mut self, _clocked: bool) {}
}

/// A list of pins: a struct over a back end, made by [`pins!`].
pub trait PinList<L: Logic>: Sized {
    /// All of them tied low.
    fn low(l: L) -> Self;
    /// Visits them in order.
    fn visit(&mut self, visitor: &mut impl PinVisitor<L>);
}

/// No pins.
#[derive(Clone, Copy, Debug)]
pub struct NoPins;

impl<L: Logic> PinList<L> for NoPins {
    fn low(_: L) -> Self {
        NoPins
    }

    fn visit(&mut self, _: &mut impl PinVisitor<L>) {}
}
