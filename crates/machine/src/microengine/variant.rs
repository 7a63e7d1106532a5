//! The two machines: the authentic one, and the fast variant of its chip.
//!
//! The fast variant has the authentic machine's microword, with more orders in codes and bits that
//! are free there. They are listed here and nowhere else. Its values, moves and nodes are the
//! authentic machine's; its cycles are not history's.
//!
//! Fidelity: the variant is decided (docs/decisions/fast-variant.md).

use super::word::{self, FIELDS, Field, PUT, Put, TEST, Test, Value};

/// A machine that a program is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// The machine that history records.
    #[default]
    Authentic,
    /// The same search in fewer and shorter cycles.
    Fast,
}

/// A variant's name on the command line and in a program.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The variant.
    pub variant: Variant,
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// All variants.
pub static VARIANTS: [Named; 2] = [
    Named {
        variant: Variant::Authentic,
        name: "authentic",
        about: "the machine of 1980, each cycle as history had it or may have had it",
    },
    Named {
        variant: Variant::Fast,
        name: "fast",
        about: "the same values, moves and nodes in three fifths of the cycles",
    },
];

/// The code of the field `put` that moves the piece on the addressed square between the squares
/// from and to.
pub const ACROSS: u64 = Put::VALUES.len() as u64;
/// The code of the field `test` whose line says that the lazy value refutes the move before.
pub const REFUTED: u64 = Test::VALUES.len() as u64;
/// The code of the field `test` whose line says that the full value cannot reach alpha.
pub const HOPELESS: u64 = REFUTED + 1;

const PUTS: [Value; 8] = extended(
    Put::VALUES,
    [Value {
        name: "across",
        help: "the addressed piece goes from one of the squares from and to to the other and into the moved register, the \
               captured register to the square to; nothing while the kind register is not zero",
    }],
);

const TESTS: [Value; 32] = extended(
    Test::VALUES,
    [
        Value {
            name: "refuted",
            help: "depth exhausted, and lazy value less margin not less than beta; low in check unless late, and while deep",
        },
        Value {
            name: "hopeless",
            help: "depth exhausted, and lazy value and margin not greater than alpha; low in check unless late, and while deep",
        },
    ],
);

/// The orders to the window: what a node does with the slots of its frame and of its child's.
pub const WINDOW: Field = Field {
    name: "window",
    bit: 60,
    width: 3,
    help: "the slots of a window, all at once",
    values: &[
        Value {
            name: "nothing",
            help: "no order",
        },
        Value {
            name: "child",
            help: "in the frame of the next ply: alpha takes -limit, beta -alpha, depth next",
        },
        Value {
            name: "open",
            help: "limit takes beta, next takes depth + 1, or depth if the mover is in check and depth is left",
        },
        Value {
            name: "back",
            help: "the comparator looks at the adder's output and the parent's alpha: neither less nor equal while the kind \
                   register is not zero, or if the host drives the root and the parent is the root",
        },
        Value {
            name: "beta",
            help: "the comparator looks at the adder's output and this frame's beta: less while the kind register is not zero",
        },
    ],
};

/// The codes of [`WINDOW`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Window {
    /// The child's window.
    Child = 1,
    /// This node's own.
    Open,
    /// A value that comes back, against the parent's alpha.
    Back,
    /// A value against this node's beta.
    Beta,
}

const fn extended<const N: usize, const M: usize>(
    values: &[Value],
    more: [Value; M],
) -> [Value; N] {
    assert!(values.len() + M == N);
    let mut all = [Value { name: "", help: "" }; N];
    let mut code = 0;
    while code < N {
        all[code] = if code < values.len() {
            values[code]
        } else {
            more[code - values.len()]
        };
        code += 1;
    }
    all
}

const FAST: [Field; FIELDS.len() + 1] = {
    let mut fields = [WINDOW; FIELDS.len() + 1];
    let mut place = 0;
    while place < FIELDS.len() {
        let field = FIELDS[place];
        fields[place] = match field.bit {
            bit if bit == PUT.bit => Field {
                values: &PUTS,
                ..field
            },
            bit if bit == TEST.bit => Field {
                values: &TESTS,
                ..field
            },
            _ => field,
        };
        place += 1;
    }
    fields
};

static FAST_FIELDS: [Field; FIELDS.len() + 1] = FAST;

impl Variant {
    /// The fields of its microword, lowest bit first.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Variant::Authentic => word::FIELDS,
            Variant::Fast => &FAST_FIELDS,
        }
    }

    /// The variant of this name.
    pub fn named(name: &str) -> Option<Variant> {
        let named = VARIANTS.iter().find(|named| named.name == name)?;
        Some(named.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_fields_lie_side_by_side_and_keep_the_authentic_codes() {
        let mut bit = 0;
        for (place, field) in Variant::Fast.fields().iter().enumerate() {
            assert_eq!(field.bit, bit, "{}", field.name);
            assert!(field.values.len() <= 1 << field.width, "{}", field.name);
            bit += field.width;
            if let Some(authentic) = FIELDS.get(place) {
                assert_eq!(field.name, authentic.name);
                assert_eq!(field.values[..authentic.values.len()], *authentic.values);
            }
        }
        assert!(bit <= 64);
    }
}
