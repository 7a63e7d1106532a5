//! Pins: named bundles of wires, listed once for declaration, reading and writing.

use crate::{Lanes, Logic, Netlist, Signal, lanes};

/// One named bundle of wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Its name.
    pub name: &'static str,
    /// The name of its next value, if it is a register.
    pub next: &'static str,
    /// Meaning.
    pub help: &'static str,
}

/// Visitor of a list of pins, one call a pin, in the order of the list.
pub trait Pins<L: Logic> {
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
}

/// A list of pins: a struct over a back end, made by [`pins!`](crate::pins).
pub trait PinList<L: Logic>: Sized {
    /// All of them tied low.
    fn low(l: L) -> Self;
    /// Visits them in order.
    fn visit(&mut self, pins: &mut impl Pins<L>);
}

/// Makes a struct of signals and its [`PinList`]. Each row is what the pin carries, its name and its width: `wire`,
/// `address`, `word`, `plane` or `wires[N]`.
#[macro_export]
macro_rules! pins {
    ($(#[$meta:meta])* $list:ident { $( $help:literal $name:ident : $width:ident $([$count:literal])? ),* $(,)? }) => {
        $(#[$meta])*
        pub struct $list<L: $crate::Logic> {
            $( #[doc = $help] pub $name: $crate::pins!(@type L $width $($count)?) ),*
        }
        impl<L: $crate::Logic> Clone for $list<L> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<L: $crate::Logic> Copy for $list<L> {}
        impl<L: $crate::Logic> $crate::clocked::PinList<L> for $list<L> {
            fn low(l: L) -> Self {
                Self { $( $name: $crate::pins!(@low l $width $($count)?) ),* }
            }
            fn visit(&mut self, pins: &mut impl $crate::clocked::Pins<L>) {
                $( pins.$width(
                    const { &$crate::clocked::Pin {
                        name: stringify!($name), next: concat!(stringify!($name), "_next"), help: $help,
                    } },
                    &mut self.$name,
                ); )*
            }
        }
        impl<L: $crate::Logic> $list<L> {
            /// `then` while `when` is high, else `otherwise`, pin by pin.
            pub fn select(when: L::Wire, then: &Self, otherwise: &Self) -> Self {
                Self { $( $name: $crate::pins!(@select $width when, then.$name, otherwise.$name) ),* }
            }
        }
    };
    (@type $l:ident wire) => { $l::Wire };
    (@type $l:ident address) => { $l::Address };
    (@type $l:ident word) => { $l::Word };
    (@type $l:ident plane) => { $l::Plane };
    (@type $l:ident wires $count:literal) => { [$l::Wire; $count] };
    (@low $l:ident wire) => { $l.wire(false) };
    (@low $l:ident address) => { $l.address(0) };
    (@low $l:ident word) => { $l.word(0) };
    (@low $l:ident plane) => { $l.plane(0) };
    (@low $l:ident wires $count:literal) => { [$l.wire(false); $count] };
    (@select wires $when:ident, $then:expr, $otherwise:expr) => {
        std::array::from_fn(|bit| $crate::select($when, $then[bit], $otherwise[bit]))
    };
    (@select $width:ident $when:ident, $then:expr, $otherwise:expr) => { $crate::select($when, $then, $otherwise) };
}

/// The five visits of [`Pins`]: for each width, the work on a pin and its signal.
macro_rules! visits {
    ($l:ty, $self:ident, $pin:pat, $signal:ident {
        wire => $wire:expr, address => $address:expr, word => $word:expr, plane => $plane:expr, wires => $wires:expr,
    }) => {
        fn wire(&mut $self, $pin: &'static Pin, $signal: &mut <$l as Logic>::Wire) {
            $wire
        }
        fn address(&mut $self, $pin: &'static Pin, $signal: &mut <$l as Logic>::Address) {
            $address
        }
        fn word(&mut $self, $pin: &'static Pin, $signal: &mut <$l as Logic>::Word) {
            $word
        }
        fn plane(&mut $self, $pin: &'static Pin, $signal: &mut <$l as Logic>::Plane) {
            $plane
        }
        fn wires(&mut $self, $pin: &'static Pin, $signal: &mut [<$l as Logic>::Wire]) {
            $wires
        }
    };
}

/// Declares each chosen pin an input of a netlist.
pub(super) struct Inputs<'n, F> {
    pub(super) net: &'n Netlist,
    pub(super) chosen: F,
}

impl<'n, F: Fn(&Pin) -> bool> Pins<&'n Netlist> for Inputs<'n, F> {
    visits!(&'n Netlist, self, pin, signal {
        wire => if (self.chosen)(pin) { *signal = self.net.input_wire(pin.name) },
        address => if (self.chosen)(pin) { *signal = self.net.input_address(pin.name) },
        word => if (self.chosen)(pin) { *signal = self.net.input_word(pin.name) },
        plane => if (self.chosen)(pin) { *signal = self.net.input_plane(pin.name) },
        wires => if (self.chosen)(pin) {
            signal.copy_from_slice(&self.net.input_wires(pin.name, signal.len()));
        },
    });
}

/// Declares each pin that gets a name an output of a netlist.
pub(super) struct Outputs<'n, F> {
    pub(super) net: &'n Netlist,
    pub(super) name: F,
}

impl<'n, F: Fn(&Pin) -> Option<&'static str>> Pins<&'n Netlist> for Outputs<'n, F> {
    visits!(&'n Netlist, self, pin, signal {
        wire => if let Some(name) = (self.name)(pin) { self.net.output(name, *signal) },
        address => if let Some(name) = (self.name)(pin) { self.net.output(name, *signal) },
        word => if let Some(name) = (self.name)(pin) { self.net.output(name, *signal) },
        plane => if let Some(name) = (self.name)(pin) { self.net.output(name, *signal) },
        wires => if let Some(name) = (self.name)(pin) {
            self.net.output_wires(name, signal);
        },
    });
}

/// Pins and their widths.
pub(super) struct Listed(pub(super) Vec<(&'static Pin, usize)>);

impl Pins<Lanes> for Listed {
    visits!(Lanes, self, pin, _signal {
        wire => self.0.push((pin, 1)),
        address => self.0.push((pin, 6)),
        word => self.0.push((pin, 16)),
        plane => self.0.push((pin, 64)),
        wires => self.0.push((pin, _signal.len())),
    });
}

/// Reads each pin as a number, lowest wire first.
#[derive(Default)]
pub(super) struct Levels(pub(super) Vec<u64>);

impl Pins<Lanes> for Levels {
    visits!(Lanes, self, _, signal {
        wire => self.0.push(u64::from(signal.0)),
        address => self.0.push(u64::from(signal.0)),
        word => self.0.push(u64::from(signal.0)),
        plane => self.0.push(signal.0),
        wires => self.0.push(signal.iter().rev().fold(0, |number, wire| number << 1 | u64::from(wire.0))),
    });
}

/// Puts a number on each pin, lowest wire first.
pub(super) struct Driven<'a>(pub(super) std::slice::Iter<'a, u64>);

impl Driven<'_> {
    fn level(&mut self) -> u64 {
        *self.0.next().expect("a number a pin")
    }
}

impl Pins<Lanes> for Driven<'_> {
    visits!(Lanes, self, _, signal {
        wire => *signal = lanes::Wire(self.level() & 1 != 0),
        address => *signal = Lanes.address(self.level() as u8),
        word => *signal = lanes::Word(self.level() as u16),
        plane => *signal = lanes::Plane(self.level()),
        wires => {
            let level = lanes::Plane(self.level());
            signal.iter_mut().enumerate().for_each(|(bit, wire)| *wire = level.bit(bit));
        },
    });
}
