//! Orders: the microword with its symbolic fields decoded, a line a value.
//!
//! ```text
//!                   +---------+
//!  microword (64) ->| DECODE  |--> next, read, write; a line for each value of each symbolic field
//!                   +---------+
//! ```
//!
//! Fidelity: decided, as the word's layout is. Fields, wires and outputs are made from the
//! microword's one table, which is in [`word`].

use std::sync::LazyLock;

use logic::pins::{Pin, PinList, PinVisitor};
use logic::{Logic, Netlist, Signal, scope};

use super::gates::address;
use crate::microengine::word::{self, Field};

/// The lines of a symbolic field, one a value, in the order of the codes.
#[derive(Clone, Copy)]
pub struct Lines<W, const N: usize>([W; N]);

impl<W: Copy, const N: usize> Lines<W, N> {
    /// The line of a code.
    pub fn bit(&self, code: usize) -> W {
        self.0[code]
    }

    /// The same lines with that of a code tied to `wire`.
    pub(super) fn tied(mut self, code: usize, wire: W) -> Self {
        self.0[code] = wire;
        self
    }
}

/// Makes the decoder from the table of the microword.
macro_rules! decoder {
    ($( $id:ident $name:ident $bit:literal $width:literal $holds:ident $help:literal; )*) => {
        /// The orders of a word. A symbolic field is a bundle with one wire a value, in the order
        /// of its codes.
        pub struct Orders<L: Logic> {
            $( #[doc = $help] pub $name: decoder!(@type L $holds $width) ),*
        }

        impl<L: Logic> Clone for Orders<L> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<L: Logic> Copy for Orders<L> {}

        impl<L: Logic> PinList<L> for Orders<L> {
            fn low(l: L) -> Self {
                Orders { $( $name: decoder!(@low l $holds $width) ),* }
            }

            fn visit(&mut self, visitor: &mut impl PinVisitor<L>) {
                $( decoder!(@visit self visitor $holds $id $name $width $help); )*
            }
        }

        /// Decodes a microword.
        pub fn decode<L: Logic>(l: L, word: L::Plane) -> Orders<L> {
            scope!(l, "ORDERS", {
                Orders { $( $name: decoder!(@decode l word $holds $id $name) ),* }
            })
        }

        impl<'n> Orders<&'n Netlist> {
            /// Declares the fields outputs of a netlist: symbolic ones, numbers, switches.
            pub(super) fn declare(&self, net: &'n Netlist) {
                $( decoder!(@output symbol $holds self net $id $name); )*
                $( decoder!(@output number $holds self net $id $name); )*
                $( decoder!(@output switch $holds self net $id $name); )*
            }
        }
    };

    (@type $l:ident address $width:literal) => { [$l::Wire; $width] };
    (@type $l:ident slot $width:literal) => { [$l::Wire; $width] };
    (@type $l:ident switch $width:literal) => { $l::Wire };
    (@type $l:ident $symbol:ident $width:literal) => { Lines<$l::Wire, { 1 << $width }> };

    (@low $l:ident address $width:literal) => { [$l.wire(false); $width] };
    (@low $l:ident slot $width:literal) => { [$l.wire(false); $width] };
    (@low $l:ident switch $width:literal) => { $l.wire(false) };
    (@low $l:ident $symbol:ident $width:literal) => { Lines([$l.wire(false); 1 << $width]) };

    (@visit $self:ident $visitor:ident address $id:ident $name:ident $width:literal $help:literal) => {
        $visitor.wires(decoder!(@pin $name $width $help), &mut $self.$name)
    };
    (@visit $self:ident $visitor:ident slot $id:ident $name:ident $width:literal $help:literal) => {
        $visitor.wires(decoder!(@pin $name $width $help), &mut $self.$name)
    };
    (@visit $self:ident $visitor:ident switch $id:ident $name:ident $width:literal $help:literal) => {
        $visitor.wire(decoder!(@pin $name 1 $help), &mut $self.$name)
    };
    (@visit $self:ident $visitor:ident $symbol:ident $id:ident $name:ident $width:literal $help:literal) => {
        for (pin, line) in line_pins(&word::$id).iter().zip(&mut $self.$name.0) {
            $visitor.wire(pin, line);
        }
    };
    (@pin $name:ident $width:literal $help:literal) => {
        const { &Pin {
            name: concat!("order_", stringify!($name)),
            next: "",
            width: $width,
            help: $help,
        } }
    };

    (@decode $l:ident $word:ident address $id:ident $name:ident) => { number($word, &word::$id) };
    (@decode $l:ident $word:ident slot $id:ident $name:ident) => { number($word, &word::$id) };
    (@decode $l:ident $word:ident switch $id:ident $name:ident) => {
        $word.bit(word::$id.bit as usize)
    };
    (@decode $l:ident $word:ident $symbol:ident $id:ident $name:ident) => {
        symbol($l, $word, &word::$id, stringify!($name))
    };

    (@output number address $orders:ident $net:ident $id:ident $name:ident) => {
        $net.output_wires(stringify!($name), &$orders.$name)
    };
    (@output number slot $orders:ident $net:ident $id:ident $name:ident) => {
        $net.output_wires(stringify!($name), &$orders.$name)
    };
    (@output switch switch $orders:ident $net:ident $id:ident $name:ident) => {
        $net.output(stringify!($name), $orders.$name)
    };
    (@output $wanted:ident address $($rest:tt)*) => {};
    (@output $wanted:ident slot $($rest:tt)*) => {};
    (@output $wanted:ident switch $($rest:tt)*) => {};
    (@output symbol $symbol:ident $orders:ident $net:ident $id:ident $name:ident) => {
        let lines: Vec<_> = (0..1 << word::$id.width).map(|code| $orders.$name.bit(code)).collect();
        $net.output_wires(output_name(stringify!($name)), &lines);
    };
    (@output $wanted:ident $symbol:ident $($rest:tt)*) => {};
}

word::fields!(decoder);

/// The name of a symbolic field's output: `disable` is a word that Verilog keeps for itself.
fn output_name(field: &'static str) -> &'static str {
    if field == "disable" {
        "disable_order"
    } else {
        field
    }
}

/// The wires of a field that is a plain number.
fn number<S: Signal<W>, W: Signal<W>, const N: usize>(word: S, field: &Field) -> [W; N] {
    std::array::from_fn(|i| word.bit(field.bit as usize + i))
}

/// A symbolic field's lines, one a value.
pub(super) fn symbol<L: Logic, const N: usize>(
    l: L,
    word: L::Plane,
    field: &Field,
    name: &'static str,
) -> Lines<L::Wire, N> {
    let mut wires = Vec::new();
    for bit in field.bit..field.bit + field.width {
        wires.push(word.bit(bit as usize));
    }
    let lines = l.decode(address(l, &wires)).named(name);
    Lines(std::array::from_fn(|code| lines.bit(code)))
}

/// The pins of a symbolic field, a wire a value, in the order of their codes.
fn line_pins(field: &'static Field) -> &'static [Pin] {
    static PINS: LazyLock<Vec<(&'static str, Vec<Pin>)>> = LazyLock::new(|| {
        let mut fields = Vec::new();
        for field in word::FIELDS {
            let pins = field.values.iter().map(|value| Pin {
                // Pins are part of the program's tables and live as long.
                name: format!("{}_{}", field.name, value.name).leak(),
                next: "",
                width: 1,
                help: format!("{} {}: {}", field.name, value.name, value.help).leak(),
            });
            fields.push((field.name, pins.collect()));
        }
        fields
    });
    let row = PINS.iter().find(|(name, _)| *name == field.name);
    &row.expect("a field of the microword").1
}
