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

/// Declares each chosen pin an input of a netlist.
pub(super) struct Inputs<'n, F> {
    pub(super) net: &'n Netlist,
    pub(super) chosen: F,
}

impl<'n, F: Fn(&Pin) -> bool> Pins<&'n Netlist> for Inputs<'n, F> {
    fn wire(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Wire) {
        if (self.chosen)(pin) {
            *signal = self.net.input_wire(pin.name);
        }
    }
    fn address(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Address) {
        if (self.chosen)(pin) {
            *signal = self.net.input_address(pin.name);
        }
    }
    fn word(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Word) {
        if (self.chosen)(pin) {
            *signal = self.net.input_word(pin.name);
        }
    }
    fn plane(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Plane) {
        if (self.chosen)(pin) {
            *signal = self.net.input_plane(pin.name);
        }
    }
    fn wires(&mut self, pin: &'static Pin, signal: &mut [<&'n Netlist as Logic>::Wire]) {
        if (self.chosen)(pin) {
            signal.copy_from_slice(&self.net.input_wires(pin.name, signal.len()));
        }
    }
}

/// Declares each pin that gets a name an output of a netlist.
pub(super) struct Outputs<'n, F> {
    pub(super) net: &'n Netlist,
    pub(super) name: F,
}

impl<'n, F: Fn(&Pin) -> Option<&'static str>> Pins<&'n Netlist> for Outputs<'n, F> {
    fn wire(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Wire) {
        if let Some(name) = (self.name)(pin) {
            self.net.output(name, *signal);
        }
    }
    fn address(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Address) {
        if let Some(name) = (self.name)(pin) {
            self.net.output(name, *signal);
        }
    }
    fn word(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Word) {
        if let Some(name) = (self.name)(pin) {
            self.net.output(name, *signal);
        }
    }
    fn plane(&mut self, pin: &'static Pin, signal: &mut <&'n Netlist as Logic>::Plane) {
        if let Some(name) = (self.name)(pin) {
            self.net.output(name, *signal);
        }
    }
    fn wires(&mut self, pin: &'static Pin, signal: &mut [<&'n Netlist as Logic>::Wire]) {
        if let Some(name) = (self.name)(pin) {
            self.net.output_wires(name, signal);
        }
    }
}

/// Pins and their widths.
pub(super) struct Listed(pub(super) Vec<(&'static Pin, usize)>);

impl Pins<Lanes> for Listed {
    fn wire(&mut self, pin: &'static Pin, _: &mut lanes::Wire) {
        self.0.push((pin, 1));
    }
    fn address(&mut self, pin: &'static Pin, _: &mut lanes::Address) {
        self.0.push((pin, 6));
    }
    fn word(&mut self, pin: &'static Pin, _: &mut lanes::Word) {
        self.0.push((pin, 16));
    }
    fn plane(&mut self, pin: &'static Pin, _: &mut lanes::Plane) {
        self.0.push((pin, 64));
    }
    fn wires(&mut self, pin: &'static Pin, signal: &mut [lanes::Wire]) {
        self.0.push((pin, signal.len()));
    }
}

/// Reads each pin as a number, lowest wire first.
#[derive(Default)]
pub(super) struct Levels(pub(super) Vec<u64>);

impl Pins<Lanes> for Levels {
    fn wire(&mut self, _: &'static Pin, signal: &mut lanes::Wire) {
        self.0.push(u64::from(signal.0));
    }
    fn address(&mut self, _: &'static Pin, signal: &mut lanes::Address) {
        self.0.push(u64::from(signal.0));
    }
    fn word(&mut self, _: &'static Pin, signal: &mut lanes::Word) {
        self.0.push(u64::from(signal.0));
    }
    fn plane(&mut self, _: &'static Pin, signal: &mut lanes::Plane) {
        self.0.push(signal.0);
    }
    fn wires(&mut self, _: &'static Pin, signal: &mut [lanes::Wire]) {
        self.0.push(signal.iter().rev().fold(0, |number, wire| number << 1 | u64::from(wire.0)));
    }
}

/// Puts a number on each pin, lowest wire first.
pub(super) struct Driven<'a>(pub(super) std::slice::Iter<'a, u64>);

impl Driven<'_> {
    fn level(&mut self) -> u64 {
        *self.0.next().expect("a number a pin")
    }
}

impl Pins<Lanes> for Driven<'_> {
    fn wire(&mut self, _: &'static Pin, signal: &mut lanes::Wire) {
        *signal = lanes::Wire(self.level() & 1 != 0);
    }
    fn address(&mut self, _: &'static Pin, signal: &mut lanes::Address) {
        *signal = Lanes.address(self.level() as u8);
    }
    fn word(&mut self, _: &'static Pin, signal: &mut lanes::Word) {
        *signal = lanes::Word(self.level() as u16);
    }
    fn plane(&mut self, _: &'static Pin, signal: &mut lanes::Plane) {
        *signal = lanes::Plane(self.level());
    }
    fn wires(&mut self, _: &'static Pin, signal: &mut [lanes::Wire]) {
        let level = lanes::Plane(self.level());
        for (bit, wire) in signal.iter_mut().enumerate() {
            *wire = level.bit(bit);
        }
    }
}
