//! A word under construction: its bits, the order that set each, and its jump.

use machine::microengine::variant::Variant;
use machine::microengine::word::{Field, NEXT, TEST, UNLESS, Word};

use crate::error::Fault;
use crate::lexer::Token;
use crate::names::{fields, greatest, mask};
use crate::source::Place;

/// Neighboring bits of `next`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bits {
    /// The lowest of them.
    pub(crate) low: u32,
    pub(crate) width: u32,
}

pub(crate) struct Draft {
    /// The machine that it is for.
    pub(crate) variant: Variant,
    pub(crate) word: Word,
    pub(crate) jump: Option<Token>,
    claims: Vec<Claim>,
}

/// Bits that have been set, and by which order.
struct Claim {
    bits: u64,
    place: Place,
    literal: bool,
}

impl Draft {
    pub(crate) fn new(variant: Variant) -> Draft {
        Draft {
            variant,
            word: Word(0),
            jump: None,
            claims: Vec::new(),
        }
    }

    pub(crate) fn set(&mut self, field: &Field, value: u64, place: Place) -> Result<(), Fault> {
        if value > greatest(field) {
            let most = greatest(field);
            let message = format!(
                "{value} does not fit the field '{}', which holds 0 to {most}",
                field.name
            );
            return Err(Fault::new(place, message));
        }
        self.claim(Claim {
            bits: mask(field),
            place,
            literal: false,
        })?;
        self.word.0 |= value << field.bit;
        Ok(())
    }

    /// Sets some bits of `next` that are a literal, not an address.
    pub(crate) fn set_literal(
        &mut self,
        bits: Bits,
        value: u64,
        place: Place,
    ) -> Result<(), Fault> {
        let low = NEXT.bit + bits.low;
        self.claim(Claim {
            bits: ((1 << bits.width) - 1) << low,
            place,
            literal: true,
        })?;
        self.word.0 |= value << low;
        Ok(())
    }

    fn claim(&mut self, claim: Claim) -> Result<(), Fault> {
        if let Some(first) = self
            .claims
            .iter()
            .find(|first| first.bits & claim.bits != 0)
        {
            return Err(collision(self.variant, first, &claim));
        }
        self.claims.push(claim);
        Ok(())
    }

    pub(crate) fn check(&self) -> Result<(), Fault> {
        let literal = self.claims.iter().find(|claim| claim.literal);
        let jumps = TEST.get(self.word) != 0 || UNLESS.get(self.word) != 0;
        match literal {
            Some(claim) if jumps => Err(jump_with_literal(claim.place)),
            _ => Ok(()),
        }
    }
}

fn collision(variant: Variant, first: &Claim, second: &Claim) -> Fault {
    if first.literal != second.literal {
        return jump_with_literal(second.place);
    }
    let both = first.bits & second.bits;
    let name = match fields(variant).find(|field| mask(field) & both != 0) {
        Some(field) => field.name,
        None => "",
    };
    Fault::new(
        second.place,
        format!("the field '{name}' is set twice in this word"),
    )
    .see("it was set first", first.place)
}

fn jump_with_literal(place: Place) -> Fault {
    Fault::new(
        place,
        "a word with a literal square or kind cannot jump or set 'next' as well",
    )
    .help("the literal stands in the bits of 'next': jump in the following word")
}
