//! A reader of tokens, for statements of a few words.

use crate::error::Fault;
use crate::lexer::{Kind, Token};
use crate::source::Place;

#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    tokens: &'a [Token],
    /// Where a token is missing after the last.
    after: Place,
}

impl<'a> Cursor<'a> {
    /// A reader of tokens; `place` is what the error points after if there are none.
    pub(crate) fn new(tokens: &'a [Token], place: Place) -> Cursor<'a> {
        let last = match tokens.last() {
            Some(token) => token.place,
            None => place,
        };
        Cursor {
            tokens,
            after: last.after(),
        }
    }

    /// The tokens that have not been taken.
    pub(crate) fn rest(&self) -> &'a [Token] {
        self.tokens
    }

    /// Where the next token stands, or where one is missing.
    pub(crate) fn place(&self) -> Place {
        match self.tokens.first() {
            Some(token) => token.place,
            None => self.after,
        }
    }

    pub(crate) fn take(&mut self) -> Option<&'a Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    /// Takes the sign if it is the next token.
    pub(crate) fn sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.tokens, [first, ..] if first.is_sign(sign));
        if is_next {
            self.take();
        }
        is_next
    }

    pub(crate) fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.sign(sign) {
            Ok(())
        } else {
            Err(self.wanted(&format!("'{sign}'")))
        }
    }

    /// Takes a name that must be there; `what` describes it.
    pub(crate) fn name(&mut self, what: &str) -> Result<(&'a str, Place), Fault> {
        let Some(name) = self.tokens.first().and_then(Token::name) else {
            return Err(self.wanted(what));
        };
        let place = self.place();
        self.take();
        Ok((name, place))
    }

    /// Fails if a token is left.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        let Some(token) = self.tokens.first() else {
            return Ok(());
        };
        let message = format!("{} is too much here", token.quoted());
        Err(Fault::new(token.place, message).help("is a comma missing before it?"))
    }

    /// The error where `what` is expected.
    pub(crate) fn wanted(&self, what: &str) -> Fault {
        match self.tokens.first() {
            None => Fault::new(self.after, format!("{what} is missing here")),
            Some(token) => Fault::new(
                token.place,
                format!("expected {what}, found {}", token.quoted()),
            ),
        }
    }

    /// Takes a number that must be there.
    pub(crate) fn number(&mut self) -> Result<u64, Fault> {
        let Some(Kind::Number(number)) = self.tokens.first().map(|token| &token.kind) else {
            return Err(self.wanted("a number"));
        };
        self.take();
        Ok(*number)
    }
}
