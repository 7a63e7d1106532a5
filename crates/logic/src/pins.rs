//! Pins: named bundles of wires, listed once.
//!
//! ```text
//!  pins! { Inputs { "its square" adr: address, ... } }     the list: a row a pin
//!     |
//!     +--> struct Inputs<L> { adr: L::Address, ... }       its signals on a back end
//!     |
//!     +--> Inputs::visit(visitor): a call a pin, with its name, its width and its signal
//!             |
//!             +--> DeclareInputs     signal <-- a new input of a netlist
//!             +--> ListNodes         signal --> nodes of a netlist, to be its outputs
//!             +--> ReadLevels        signal --> number, on lanes
//!             +--> DriveLevels       signal <-- number, on lanes
//!             +--> ListPins          pins alone, without a signal
//! ```

use std::marker::PhantomData;

pub use crate::{NoPins, Pin, PinList, PinVisitor};

use crate::netlist::{Bus, Node};
use crate::{Lanes, Logic, Netlist, Signal, SquareLogic, lanes};

/// Registers whose signals are their next values: as outputs they are called so.
#[derive(Clone, Copy, Debug)]
pub struct Next<T>(pub T);

impl<L: Logic, T: PinList<L>> PinList<L> for Next<T> {
    fn low(l: L) -> Self {
        Next(T::low(l))
    }

    fn visit(&mut self, visitor: &mut impl PinVisitor<L>) {
        visitor.clocked(true);
        self.0.visit(visitor);
        visitor.clocked(false);
    }
}

/// One list behind the other.
impl<L: Logic, A: PinList<L>, B: PinList<L>> PinList<L> for (A, B) {
    fn low(l: L) -> Self {
        (A::low(l), B::low(l))
    }

    fn visit(&mut self, visitor: &mut impl PinVisitor<L>) {
        self.0.visit(visitor);
        self.1.visit(visitor);
    }
}

/// What a list of pins leaves of another one: see [`Extended`].
pub trait LeftOut {
    /// The names of the pins left out.
    const NAMES: &'static [&'static str];
}

/// A list of pins made from another: the `base` without some of its pins, which stay low, and
/// `more` behind it.
///
/// So a circuit that changes another in a few places lists only those.
pub struct Extended<A, B, S> {
    /// The pins of the other list.
    pub base: A,
    /// The pins of this one alone.
    pub more: B,
    left_out: PhantomData<S>,
}

impl<A: Clone, B: Clone, S> Clone for Extended<A, B, S> {
    fn clone(&self) -> Self {
        Extended::new(self.base.clone(), self.more.clone())
    }
}

impl<A: Copy, B: Copy, S> Copy for Extended<A, B, S> {}

impl<A, B, S> Extended<A, B, S> {
    /// Both lists.
    pub const fn new(base: A, more: B) -> Self {
        Extended {
            base,
            more,
            left_out: PhantomData,
        }
    }
}

impl<L: Logic, A: PinList<L>, B: PinList<L>, S: LeftOut> PinList<L> for Extended<A, B, S> {
    fn low(l: L) -> Self {
        Extended::new(A::low(l), B::low(l))
    }

    fn visit(&mut self, visitor: &mut impl PinVisitor<L>) {
        self.base.visit(&mut Leaving {
            visitor: &mut *visitor,
            names: S::NAMES,
        });
        self.more.visit(visitor);
    }
}

/// A visitor that some pins are kept from.
struct Leaving<'a, V> {
    visitor: &'a mut V,
    names: &'static [&'static str],
}

impl<V> Leaving<'_, V> {
    fn visits(&self, pin: &Pin) -> bool {
        !self.names.contains(&pin.name)
    }
}

impl<L: Logic, V: PinVisitor<L>> PinVisitor<L> for Leaving<'_, V> {
    fn wire(&mut self, pin: &'static Pin, signal: &mut L::Wire) {
        if self.visits(pin) {
            self.visitor.wire(pin, signal);
        }
    }

    fn address(&mut self, pin: &'static Pin, signal: &mut L::Address) {
        if self.visits(pin) {
            self.visitor.address(pin, signal);
        }
    }

    fn word(&mut self, pin: &'static Pin, signal: &mut L::Word) {
        if self.visits(pin) {
            self.visitor.word(pin, signal);
        }
    }

    fn plane(&mut self, pin: &'static Pin, signal: &mut L::Plane) {
        if self.visits(pin) {
            self.visitor.plane(pin, signal);
        }
    }

    fn wires(&mut self, pin: &'static Pin, signal: &mut [L::Wire]) {
        if self.visits(pin) {
            self.visitor.wires(pin, signal);
        }
    }

    fn clocked(&mut self, clocked: bool) {
        self.visitor.clocked(clocked);
    }
}

/// Makes a struct of signals and its [`PinList`].
///
/// A row is the pin's meaning, its name, and its width: `wire`, `address`, `word`, `plane` or
/// `wires[N]`. The field is called as the pin, or it has a name of its own before `as`. Pins that
/// differ in a number are one row and one array; `#` stands in their meaning for the number.
///
/// ```
/// logic::pins! {
///     /// What goes in.
///     Inputs {
///         ("bit " # " of the piece registers") piece as p[0 1 2 3]: plane,
///         "the addressed square" square as adr: address,
///         "the phase" phase: wires[4],
///     }
/// }
///
/// let pins = logic::pins::list::<Inputs<logic::Lanes>>();
/// let names: Vec<&str> = pins.iter().map(|pin| pin.name).collect();
/// assert_eq!(names, ["p0", "p1", "p2", "p3", "adr", "phase"]);
/// assert_eq!((pins[3].width, pins[3].help), (64, "bit 3 of the piece registers"));
/// ```
#[macro_export]
macro_rules! pins {
    ($(#[$meta:meta])* $list:ident { $(
        $help:tt $field:ident $(as $name:ident)? $([ $($number:literal)+ ])? : $width:ident $([$count:literal])?
    ),* $(,)? }) => {
        $(#[$meta])*
        pub struct $list<L: $crate::Logic> { $(
            #[doc = $crate::pins!(@help $help "n")]
            pub $field: $crate::pins!(@type L [$($($number)+)?] $width $($count)?),
        )* }

        impl<L: $crate::Logic> Clone for $list<L> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<L: $crate::Logic> Copy for $list<L> {}

        impl<L: $crate::Logic> $crate::pins::PinList<L> for $list<L> {
            fn low(l: L) -> Self {
                Self { $( $field: $crate::pins!(@low l [$($($number)+)?] $width $($count)?), )* }
            }

            fn visit(&mut self, visitor: &mut impl $crate::pins::PinVisitor<L>) {
                $( $crate::pins!(
                    @visit visitor [&mut self.$field] $help [$field $($name)?] [$($($number)+)?] $width [$($count)?]
                ); )*
            }
        }

        impl<L: $crate::Logic> $list<L> {
            /// `then` while `when` is high, else `otherwise`, pin by pin.
            pub fn select(when: L::Wire, then: &Self, otherwise: &Self) -> Self {
                Self { $(
                    $field: $crate::pins!(
                        @select [$($($number)+)?] $width when, then.$field, otherwise.$field
                    ),
                )* }
            }
        }
    };

    (@help ($before:literal # $after:literal) $number:literal) => { concat!($before, $number, $after) };
    (@help $help:literal $number:literal) => { $help };

    (@type $l:ident [] wire) => { $l::Wire };
    (@type $l:ident [] address) => { $l::Address };
    (@type $l:ident [] word) => { $l::Word };
    (@type $l:ident [] plane) => { $l::Plane };
    (@type $l:ident [] wires $count:literal) => { [$l::Wire; $count] };
    (@type $l:ident [$($number:literal)+] $width:ident) => {
        [$crate::pins!(@type $l [] $width); [$($number),+].len()]
    };

    (@low $l:ident [] wire) => { $l.wire(false) };
    (@low $l:ident [] address) => { $l.address(0) };
    (@low $l:ident [] word) => { $l.word(0) };
    (@low $l:ident [] plane) => { $l.plane(0) };
    (@low $l:ident [] wires $count:literal) => { [$l.wire(false); $count] };
    (@low $l:ident [$($number:literal)+] $width:ident) => {
        [$crate::pins!(@low $l [] $width); [$($number),+].len()]
    };

    (@wires wire) => { 1 };
    (@wires address) => { 6 };
    (@wires word) => { 16 };
    (@wires plane) => { 64 };
    (@wires wires $count:literal) => { $count };

    // A pin is called as its field if it has no other name.
    (@visit $visitor:ident $signal:tt $help:tt [$field:ident] $($rest:tt)*) => {
        $crate::pins!(@visit $visitor $signal $help [$field $field] $($rest)*)
    };
    (@visit $visitor:ident [$signal:expr] $help:tt [$field:ident $name:ident] [] $width:ident [$($count:literal)?]) => {
        $visitor.$width(
            const { &$crate::pins::Pin {
                name: stringify!($name),
                next: concat!(stringify!($name), "_next"),
                width: $crate::pins!(@wires $width $($count)?),
                help: $crate::pins!(@help $help ""),
            } },
            $signal,
        )
    };
    (@visit $visitor:ident [$signal:expr] $help:tt [$field:ident $name:ident] [$($number:literal)+] $width:ident []) => {
        let mut signals = $signal.iter_mut();
        $( $visitor.$width(
            const { &$crate::pins::Pin {
                name: concat!(stringify!($name), $number),
                next: concat!(stringify!($name), $number, "_next"),
                width: $crate::pins!(@wires $width),
                help: $crate::pins!(@help $help $number),
            } },
            signals.next().expect("a signal a number"),
        ); )+
    };

    (@select [] wires $when:ident, $then:expr, $otherwise:expr) => {
        $crate::select_each($when, $then, $otherwise)
    };
    (@select [] $width:ident $when:ident, $then:expr, $otherwise:expr) => {
        $crate::select($when, $then, $otherwise)
    };
    (@select [$($number:literal)+] $width:ident $when:ident, $then:expr, $otherwise:expr) => {
        std::array::from_fn(|pin| $crate::select($when, $then[pin], $otherwise[pin]))
    };
}

/// A list's pins.
pub fn list<T: PinList<Lanes>>() -> Vec<&'static Pin> {
    let mut pins = ListPins(Vec::new());
    T::low(Lanes).visit(&mut pins);
    pins.0
}

/// The levels on a list's pins, lowest wire first.
pub fn levels<T: PinList<Lanes>>(list: &mut T) -> Vec<u64> {
    let mut levels = ReadLevels(Vec::new());
    list.visit(&mut levels);
    levels.0
}

/// A list with a number on each pin, lowest wire first; there must be as many numbers as pins.
pub fn driven<T: PinList<Lanes>>(levels: &[u64]) -> T {
    let mut list = T::low(Lanes);
    list.visit(&mut DriveLevels(levels.iter()));
    list
}

/// A list each of whose pins is a new input of a netlist.
pub fn declare_inputs<'n, T: PinList<&'n Netlist>>(net: &'n Netlist) -> T {
    declare_some_inputs(net, |_| true)
}

/// A list whose pins of these names are new inputs of a netlist, the others tied low.
pub(crate) fn declare_some_inputs<'n, T: PinList<&'n Netlist>>(
    net: &'n Netlist,
    is_input: impl Fn(&Pin) -> bool,
) -> T {
    let mut list = T::low(net);
    list.visit(&mut DeclareInputs { net, is_input });
    list
}

/// Declares all pins of a list outputs of a netlist.
pub fn declare_outputs<'n, T: PinList<&'n Netlist>>(net: &'n Netlist, list: &mut T) {
    for (pin, nodes) in nodes(list) {
        net.output_nodes(pin.name, nodes, pin.help);
    }
}

/// The pins of a list on a netlist, with their nodes.
pub(crate) fn nodes<'n, T: PinList<&'n Netlist>>(list: &mut T) -> Vec<(&'static Pin, Vec<Node>)> {
    let mut nodes = ListNodes(Vec::new());
    list.visit(&mut nodes);
    nodes.0
}

/// The visits of the four bundles, where they are the same but for the bundle's type.
macro_rules! visit_bundles {
    ($back_end:ty, $self:ident, $pin:pat, $signal:pat => $work:expr) => {
        fn wire(&mut $self, $pin: &'static Pin, $signal: &mut <$back_end as SquareLogic>::Wire) {
            $work
        }
        fn address(&mut $self, $pin: &'static Pin, $signal: &mut <$back_end as Logic>::Address) {
            $work
        }
        fn word(&mut $self, $pin: &'static Pin, $signal: &mut <$back_end as Logic>::Word) {
            $work
        }
        fn plane(&mut $self, $pin: &'static Pin, $signal: &mut <$back_end as SquareLogic>::Plane) {
            $work
        }
    };
}
pub(crate) use visit_bundles;

/// Makes pins inputs of a netlist.
struct DeclareInputs<'n, F> {
    net: &'n Netlist,
    is_input: F,
}

impl<'n, F: Fn(&Pin) -> bool> PinVisitor<&'n Netlist> for DeclareInputs<'n, F> {
    visit_bundles!(&'n Netlist, self, pin, signal => {
        if (self.is_input)(pin) {
            *signal = self.net.input(pin.name, pin.help);
        }
    });

    fn wires(&mut self, pin: &'static Pin, signal: &mut [<&'n Netlist as SquareLogic>::Wire]) {
        if (self.is_input)(pin) {
            let nodes = self.net.input_nodes(pin.name, pin.width, pin.help);
            for (wire, node) in signal.iter_mut().zip(nodes) {
                *wire = Bus::new(self.net, [node]);
            }
        }
    }
}

/// Lists pins with their nodes.
struct ListNodes(Vec<(&'static Pin, Vec<Node>)>);

impl<'n> PinVisitor<&'n Netlist> for ListNodes {
    visit_bundles!(&'n Netlist, self, pin, signal => self.0.push((pin, signal.nodes().to_vec())));

    fn wires(&mut self, pin: &'static Pin, signal: &mut [<&'n Netlist as SquareLogic>::Wire]) {
        let nodes = signal.iter().map(|wire| wire.nodes()[0]).collect();
        self.0.push((pin, nodes));
    }
}

/// Lists pins.
struct ListPins(Vec<&'static Pin>);

impl PinVisitor<Lanes> for ListPins {
    visit_bundles!(Lanes, self, pin, _ => self.0.push(pin));

    fn wires(&mut self, pin: &'static Pin, _: &mut [lanes::Wire]) {
        self.0.push(pin);
    }
}

/// Reads each pin as a number.
struct ReadLevels(Vec<u64>);

impl PinVisitor<Lanes> for ReadLevels {
    fn wire(&mut self, _: &'static Pin, signal: &mut lanes::Wire) {
        self.0.push(signal.0.into());
    }

    fn address(&mut self, _: &'static Pin, signal: &mut lanes::Address) {
        self.0.push(signal.0.into());
    }

    fn word(&mut self, _: &'static Pin, signal: &mut lanes::Word) {
        self.0.push(signal.0.into());
    }

    fn plane(&mut self, _: &'static Pin, signal: &mut lanes::Plane) {
        self.0.push(signal.0);
    }

    fn wires(&mut self, _: &'static Pin, signal: &mut [lanes::Wire]) {
        let mut number = 0;
        for wire in signal.iter().rev() {
            number = number << 1 | u64::from(wire.0);
        }
        self.0.push(number);
    }
}

/// Puts a number on each pin.
struct DriveLevels<'a>(std::slice::Iter<'a, u64>);

impl DriveLevels<'_> {
    fn level(&mut self) -> u64 {
        *self.0.next().expect("a number a pin")
    }
}

impl PinVisitor<Lanes> for DriveLevels<'_> {
    fn wire(&mut self, _: &'static Pin, signal: &mut lanes::Wire) {
        *signal = Lanes.wire(self.level() & 1 != 0);
    }

    fn address(&mut self, _: &'static Pin, signal: &mut lanes::Address) {
        *signal = Lanes.address(self.level() as u8);
    }

    fn word(&mut self, _: &'static Pin, signal: &mut lanes::Word) {
        *signal = Lanes.word(self.level() as u16);
    }

    fn plane(&mut self, _: &'static Pin, signal: &mut lanes::Plane) {
        *signal = Lanes.plane(self.level());
    }

    fn wires(&mut self, _: &'static Pin, signal: &mut [lanes::Wire]) {
        let level = Lanes.plane(self.level());
        for (bit, wire) in signal.iter_mut().enumerate() {
            *wire = level.bit(bit);
        }
    }
}
