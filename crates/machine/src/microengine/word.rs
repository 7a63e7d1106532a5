//! The microword and the function of each of its bits.
//!
//! Documented (F080): 1,024 words of 64 bits. Decided: the layout (docs/decisions/microword.md).
//! Assembler, disassembler, listing and databook are made from one table, [`FIELDS`].
//!
//! A word lasts one cycle, or more if an order takes longer (docs/databook/microengine.md). First
//! the disable memory is written; then the circuits settle; then the registers are clocked. Last
//! the sequencer reads one test line after the clock and takes the next word: the following one, or
//! `next` if the test holds. So every order in a word works with the registers as they were before
//! it.

use thiserror::Error;

/// Words in the microcode memory.
pub const WORDS: usize = 1024;

/// From here on the line `late` is high: a number of plies, a power of two, so that the line is an
/// OR of bits.
pub const LATE: i16 = 4;

/// One 64-bit word of microcode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word(pub u64);

/// One field of the microword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in the assembler, the listing and the databook.
    pub name: &'static str,
    /// Lowest bit.
    pub bit: u32,
    /// Number of bits.
    pub width: u32,
    /// Function.
    pub help: &'static str,
    /// Symbols of its values, the first (0) doing nothing; empty if the field is a plain number.
    pub values: &'static [Value],
}

/// One named value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Symbol in the assembler.
    pub name: &'static str,
    /// Effect.
    pub help: &'static str,
}

/// A field value without a meaning.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("field '{field}': expected a value below {known}, got {value}")]
pub struct BadField {
    /// The field's name.
    pub field: &'static str,
    /// Contents.
    pub value: u64,
    /// Number of values with a meaning.
    pub known: usize,
}

macro_rules! symbols {
    ($( #[doc = $doc:literal] $name:ident { $( $id:ident $text:literal $help:literal )* } )*) => { $(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { #[default] $( #[doc = $help] $id ),* }
        impl $name {
            /// The symbols, in the order of their codes.
            pub const VALUES: &'static [Value] = &[$( Value { name: $text, help: $help } ),*];
            /// The values, in the order of their codes.
            pub const CODES: &'static [$name] = &[$( $name::$id ),*];
        }
    )* };
}

symbols! {
    /// The line the sequencer tests.
    Test {
        Never       "never"         "holds never: go on with the following word"
        None        "none"          "the priority network found no square (latched by a find)"
        Check       "check"         "the CHECK output (latched by a find)"
        Less        "less"          "accumulator less than the source, signed"
        Equal       "equal"         "accumulator equal to the source"
        LessOrEqual "at_most"       "accumulator not greater than the source, signed"
        Zero        "zero"          "the adder's output is zero"
        Negative    "negative"      "the adder's output is negative"
        Late        "late"          "the adder's output is four or more"
        Hit         "hit"           "the memory's lock equals the key's"
        Open        "open"          "the open flag of the entry read"
        Lower       "lower"         "the value of the entry read is a lower bound, or exact"
        Upper       "upper"         "the value of the entry read is an upper bound, or exact"
        Special     "special"       "a pawn moves to the first or last rank or takes en passant"
        Promotion   "promotion"     "a pawn moves to the first or last rank"
        Kind        "kind"          "the kind register is not zero: the move is a special one"
        KindEnPassant "kind_en_passant" "the kind register holds en passant"
        KindPromotion "kind_promotion"  "the kind register holds a promotion"
        KindLast    "kind_last"     "the kind register holds promotion to a bishop, the last"
        KindKing    "kind_king"     "the kind register holds castling on the king's side"
        CastleKing  "castle_king"   "castling on the king's side is open to the mover"
        CastleQueen "castle_queen"  "castling on the queen's side is open to the mover"
        InCheck     "in_check"      "the flag IN CHECK"
        Legal       "legal"         "the flag LEGAL: a legal move was made here"
        Raised      "raised"        "the flag RAISED: alpha was raised here"
        Quiet       "quiet"         "the flag QUIET: captures and promotions only"
        QuietEmpty  "quiet_empty"   "the flag QUIET, and the latched victim is an empty square"
        Deep        "deep"          "the ply counter stands at its last frame but one"
        Root        "root"          "the ply counter stands at zero"
        Hosted      "hosted"        "the ply counter stands at zero and the host drives the root"
    }
    /// Source of the value bus.
    Source {
        Zero     "zero"     "nothing: the bus is zero"
        Acc      "acc"      "the accumulator"
        Frame    "frame"    "slot `read` of the frame of this ply"
        Parent   "parent"   "slot `read` of the frame of the ply before"
        Constant "constant" "constant number `read`"
        Lazy     "lazy"     "the lazy evaluator, from the mover's side"
        Full     "full"     "the full evaluator's latch, from the mover's side; the word waits for the ready line"
        Draw     "draw"     "the draw value, from the mover's side"
        EntryValue "entry_value" "the value of the entry read from the transposition memory"
        EntryDepth "entry_depth" "the depth of the entry read, negated like all depths"
        Ply      "ply"      "the ply counter"
        Move     "move"     "the move registers: to, from and kind side by side"
    }
    /// Destination of the value bus at the end of the cycle.
    Dest {
        Nothing "nothing" "none"
        Acc     "acc"     "the accumulator"
        Frame   "frame"   "slot `write` of the frame of this ply"
        Both    "both"    "the accumulator and slot `write`"
    }
    /// The slots of a frame of the stack.
    Slot {
        Alpha "alpha" "lower end of the window"
        Beta  "beta"  "upper end of the window"
        Limit "limit" "upper end of the window for the next child"
        Depth "depth" "depth left, negated: it counts up to zero, and on with the plies of quiescence"
        Next  "next"  "depth of the children, kept the same way"
        Best  "best"  "the best move"
        Spare "spare" "free"
        Count "count" "a counter for programs that count"
    }
    /// Driver of the board-address bus.
    Address {
        To      "to"     "the to register"
        From    "from"   "the from register"
        Passed  "passed" "the rank of the from register, the file of the to register: the pawn taken en passant"
        Literal "square" "bits 0 to 5 of `next`, the rank flipped when Black is to move"
    }
    /// Which register takes the piece on the addressed square, as it was before this cycle.
    Take {
        Nothing  "nothing"  "none"
        Moved    "moved"    "the moved register"
        Captured "captured" "the captured register"
    }
    /// Piece written into the addressed square.
    Put {
        Nothing  "nothing"  "no write"
        Empty    "empty"    "an empty square"
        Moved    "moved"    "the moved register"
        Captured "captured" "the captured register"
        Own      "own"      "the mover's piece of the kind in bits 6 to 8 of `next`"
        Enemy    "enemy"    "the opponent's piece of the kind in bits 6 to 8 of `next`"
        Promoted "promoted" "the mover's piece that the kind register promotes to"
    }
    /// Operation of the move generator.
    Find {
        Nothing   "nothing"   "it rests"
        Victim    "victim"    "FIND VICTIM into the to register"
        Aggressor "aggressor" "FIND AGGRESSOR of the to register into the from register"
        Check     "check"     "FIND VICTIM with the sides exchanged, for its CHECK output alone"
    }
    /// Operation on this ply's disable word, before the array settles.
    Disable {
        Nothing "nothing" "it rests"
        Clear   "clear"   "no square disabled; the en-passant pawn not spent"
        Close   "close"   "the to square disabled (an open en-passant pawn: spent), all own pieces enabled"
        From    "from"    "the from square disabled"
        All     "all"     "all squares disabled, the en-passant pawn spent"
        Empties "empties" "empty squares disabled, but those a pawn can promote on"
    }
    /// The state half of the stack's frame: to, from, captured, en passant, rights, flags and kind.
    Frame {
        Nothing "nothing" "it rests"
        Save    "save"    "those registers into the frame of this ply"
        Restore "restore" "those registers from the frame of this ply, with `ply down` of the ply before"
        Target  "target"  "the to register alone, from the frame of the ply before"
    }
    /// The ply counter, which addresses stack and disable memory.
    Ply {
        Stay "stay" "no change"
        Up   "up"   "one up"
        Down "down" "one down"
    }
    /// Operation on the flags and the kind register.
    Flag {
        Nothing   "nothing"   "no change"
        Clear     "clear"     "all flags off, kind 0"
        Legal     "legal"     "LEGAL on"
        Raised    "raised"    "RAISED on"
        Quiet     "quiet"     "QUIET on"
        InCheck   "in_check"  "IN CHECK takes the CHECK output of this cycle"
        Plain     "plain"     "kind 0: an ordinary move"
        EnPassant "en_passant" "kind 1"
        KingSide  "king_side" "kind 2: castling on the king's side"
        QueenSide "queen_side" "kind 3: castling on the queen's side"
        Queen     "queen"     "kind 4: promotion to a queen"
        NextKind  "next_kind" "the kind register counts one up: queen, knight, rook, bishop"
    }
    /// Operation of the transposition memory.
    Memory {
        Nothing    "nothing"     "it rests"
        Probe      "probe"       "reads the entry of the key into its latch"
        Mark       "mark"        "marks the entry of the key open, unless another position holds it open"
        StoreUpper "store_upper" "stores accumulator and depth as upper bound, not open, under the same condition"
        StoreLower "store_lower" "stores accumulator and depth as lower bound"
        StoreExact "store_exact" "stores accumulator and depth as exact value"
    }
    /// An order that is a single bit.
    Switch {
        Off "off" "no"
        On  "on"  "yes"
    }
}

/// Passes the table of the microword to a macro: the only place of each field.
///
/// A row is the field's constant, its name (in the assembler, the listing and the databook), its
/// lowest bit, its width, what it holds, and its function. It holds an `address`, the number of a
/// `slot` or constant, a `switch`, or one of the values of a type made by [`symbols!`].
macro_rules! fields {
    ($then:ident) => {
        $then! {
            NEXT     next      0 10 address "address of the next word if the test holds; also the literal square and kind";
            TEST     test     10  5 Test    "the line the sequencer tests";
            UNLESS   unless   15  1 switch  "inverts the test";
            HALT     halt     16  1 switch  "the machine stops and calls the host";
            SOURCE   source   17  4 Source  "source of the value bus";
            READ     read     21  3 slot    "slot or constant that drives it";
            INVERT   invert   24  1 switch  "inverts the source on its way to the adder";
            CARRY    carry    25  1 switch  "the adder's carry in";
            ADD      add      26  1 switch  "adds the accumulator";
            DEST     dest     27  2 Dest    "destination of the adder's output";
            WRITE    write    29  3 slot    "slot that takes it";
            ADDRESS  address  32  2 Address "driver of the board-address bus";
            TAKE     take     34  2 Take    "register that takes the addressed piece";
            PUT      put      36  3 Put     "piece written into the addressed square";
            RIGHTS   rights   39  1 switch  "clears the castling rights that belong to the addressed square";
            LATCH    latch    40  1 switch  "loads the en-passant latch from its circuit";
            FIND     find     41  2 Find    "the move generator's operation";
            DISABLE  disable  43  3 Disable "operation on the disable memory";
            FRAME    frame    46  2 Frame   "the state half of the stack's frame";
            PLY      ply      48  2 Ply     "the ply counter";
            TURN     turn     50  1 switch  "exchanges the side to move";
            FLAG     flag     51  4 Flag    "flags and kind register";
            MEMORY   memory   55  3 Memory  "the transposition memory's operation";
            COUNT    count    58  1 switch  "the node counter counts one";
            EVALUATE evaluate 59  1 switch  "starts the full evaluator on the board as this word leaves it";
        }
    };
}
pub(crate) use fields;

/// Makes the fields' constants, their list, and the type of a word taken apart.
macro_rules! orders {
    ($( $id:ident $name:ident $bit:literal $width:literal $holds:ident $help:literal; )*) => {
        $( #[doc = $help] pub const $id: Field = Field {
            name: stringify!($name),
            bit: $bit,
            width: $width,
            help: $help,
            values: orders!(@values $holds),
        }; )*

        /// The fields of the microword, lowest bit first.
        pub const FIELDS: &[Field] = &[$( $id ),*];

        /// A word with its fields apart: what the wires of the microword say.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Orders {
            $( #[doc = $help] pub $name: orders!(@type $holds) ),*
        }

        impl Word {
            /// Takes the word apart. Panics where [`orders`](Word::orders) fails.
            pub const fn decoded(self) -> Orders {
                Orders { $( $name: orders!(@read $holds $id self) ),* }
            }
        }
    };
    (@values address) => { &[] };
    (@values slot) => { Slot::VALUES };
    (@values switch) => { Switch::VALUES };
    (@values $symbol:ident) => { $symbol::VALUES };
    (@type address) => { u16 };
    (@type slot) => { u8 };
    (@type switch) => { bool };
    (@type $symbol:ident) => { $symbol };
    (@read address $id:ident $word:ident) => { $id.get($word) as u16 };
    (@read slot $id:ident $word:ident) => { $id.get($word) as u8 };
    (@read switch $id:ident $word:ident) => { $id.get($word) != 0 };
    (@read $symbol:ident $id:ident $word:ident) => { $symbol::CODES[$id.get($word) as usize] };
}

fields!(orders);

impl Field {
    /// The field's value in a word.
    pub const fn get(&self, word: Word) -> u64 {
        word.0 >> self.bit & self.mask()
    }

    /// The word with the field set; `value` must fit ([`Field::fits`]).
    pub const fn set(&self, word: Word, value: u64) -> Word {
        Word(word.0 & !(self.mask() << self.bit) | (value & self.mask()) << self.bit)
    }

    /// Whether a number fits the field's width.
    pub const fn fits(&self, value: u64) -> bool {
        value <= self.mask()
    }

    const fn mask(&self) -> u64 {
        (1 << self.width) - 1
    }
}

impl Test {
    /// Whether the line hangs on the adder's output.
    pub const fn reads_sum(self) -> bool {
        matches!(self, Test::Zero | Test::Negative | Test::Late)
    }
}

impl Word {
    /// Takes the word apart. Fails with [`BadField`] naming a field whose value has no meaning, or
    /// `spare` if a bit beyond the last field is set.
    pub fn orders(self) -> Result<Orders, BadField> {
        let used: u32 = FIELDS.iter().map(|field| field.width).sum();
        if self.0 >> used != 0 {
            return Err(BadField {
                field: "spare",
                value: self.0 >> used,
                known: 1,
            });
        }
        for field in FIELDS {
            let (value, known) = (field.get(self), field.values.len());
            if known > 0 && value >= known as u64 {
                return Err(BadField {
                    field: field.name,
                    value,
                    known,
                });
            }
        }
        Ok(self.decoded())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lie_side_by_side() {
        let mut bit = 0;
        for field in FIELDS {
            assert_eq!(field.bit, bit, "{}", field.name);
            assert!(field.values.len() <= 1 << field.width, "{}", field.name);
            bit += field.width;
        }
        assert!(bit <= 64);
        assert_eq!(1 << NEXT.width, WORDS);
    }

    #[test]
    fn fields_hold_what_is_set() {
        for field in FIELDS {
            let word = field.set(Word(0x0123_4567_89AB_CDEF), field.mask());
            assert_eq!(field.get(word), field.mask());
            assert_eq!(
                field.set(word, 0).0,
                0x0123_4567_89AB_CDEF & !(field.mask() << field.bit)
            );
        }
    }

    #[test]
    fn bad_field_is_named() {
        let word = TEST.set(Word(0), 31);
        assert_eq!(word.orders().unwrap_err().field, "test");
        assert_eq!(Word(1 << 63).orders().unwrap_err().field, "spare");
    }
}
