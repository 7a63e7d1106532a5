//! Macros: their definition, and what a call puts in their place.

use std::collections::HashMap;
use std::rc::Rc;

use machine::microengine::variant::Variant;
use machine::microengine::word::{Slot, Source, TEST};

use crate::cursor::Cursor;
use crate::error::Fault;
use crate::lexer::{Kind, Line, Token};
use crate::names::{code, constant_number, find_field, of_machine};
use crate::source::Place;

/// The longest name a parameter behind a dot may make.
const LONGEST: usize = 100;

/// The macros of a program by name.
pub(crate) type Macros = HashMap<Rc<str>, Rc<Macro>>;

pub(crate) struct Macro {
    pub(crate) name: Rc<str>,
    pub(crate) parameters: Vec<Rc<str>>,
    pub(crate) body: Vec<Line>,
    pub(crate) place: Place,
}

impl Macro {
    /// Reads what follows `.macro`: `NAME`, or `NAME(PARAMETER, ...)`.
    pub(crate) fn head(mut cursor: Cursor<'_>) -> Result<Macro, Fault> {
        let (name, place) = cursor.name("the macro's name")?;
        let mut parameters: Vec<Rc<str>> = Vec::new();
        if cursor.sign("(") && !cursor.sign(")") {
            loop {
                let (parameter, at) = cursor.name("a parameter")?;
                if parameter.contains('.') {
                    return Err(Fault::new(at, "a parameter's name has no dot"));
                }
                if parameters.iter().any(|known| **known == *parameter) {
                    return Err(Fault::new(
                        at,
                        format!("the parameter '{parameter}' stands here twice"),
                    ));
                }
                parameters.push(parameter.into());
                if !cursor.sign(",") {
                    break;
                }
            }
            cursor.expect(")")?;
        }
        cursor.end()?;
        Ok(Macro {
            name: name.into(),
            parameters,
            body: Vec::new(),
            place,
        })
    }

    pub(crate) fn signature(&self) -> String {
        match self.parameters.is_empty() {
            true => self.name.to_string(),
            false => format!("{}({})", self.name, self.parameters.join(", ")),
        }
    }

    /// The arguments of a call; `call` begins with the macro's name.
    pub(crate) fn arguments<'a>(&self, call: &'a [Token]) -> Result<Vec<&'a [Token]>, Fault> {
        let mut arguments = Vec::new();
        if let [_, open, inner @ .., close] = call
            && open.is_sign("(")
            && close.is_sign(")")
        {
            if !inner.is_empty() {
                arguments = split(inner);
            }
        } else if call.len() != 1 {
            let place = call[1].place;
            return Err(Fault::new(
                place,
                format!("a call of this macro reads '{}'", self.signature()),
            ));
        }
        if let Some(empty) = arguments.iter().position(|argument| argument.is_empty()) {
            let message = format!("argument {} of '{}' is empty", empty + 1, self.name);
            return Err(Fault::new(call[0].place, message));
        }
        if arguments.len() != self.parameters.len() {
            let (wanted, found) = (self.parameters.len(), arguments.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!(
                "'{}' takes {wanted} argument{plural}, not {found}",
                self.name
            );
            return Err(
                Fault::new(call[0].place, message).help(format!("it reads '{}'", self.signature()))
            );
        }
        Ok(arguments)
    }

    /// A line of the body with the arguments in place of the parameters; `None` if it exceeds
    /// `tokens_left`. All macros share that number.
    pub(crate) fn fill(
        &self,
        line: &[Token],
        arguments: &[&[Token]],
        scope: usize,
        tokens_left: &mut usize,
    ) -> Option<Line> {
        let argument = |name: &str| {
            let index = self
                .parameters
                .iter()
                .position(|parameter| **parameter == *name)?;
            arguments.get(index).copied()
        };
        let mut filled = Vec::new();
        let names_before = std::iter::once(None).chain(line.iter().map(Token::name));
        for (token, name_before) in line.iter().zip(names_before) {
            let one;
            let replaceable = token
                .name()
                .filter(|name| !is_symbol_behind(name_before, name));
            let argument_here = match replaceable {
                Some(name) => argument(name),
                None => None,
            };
            let tokens: &[Token] = match argument_here {
                Some(argument) => argument,
                None => {
                    one = [Token {
                        kind: fill_dotted(&token.kind, &argument),
                        scope,
                        ..token.clone()
                    }];
                    &one
                }
            };
            *tokens_left = tokens_left.checked_sub(tokens.len())?;
            filled.extend_from_slice(tokens);
        }
        Some(filled)
    }
}

/// Whether a name is a symbol of the field before it: `find aggressor` stays what it is in a macro
/// with a parameter `aggressor`.
fn is_symbol_behind(name_before: Option<&str>, name: &str) -> bool {
    let field = match name_before {
        None => None,
        Some("if" | "unless") => Some(of_machine(Variant::Fast, &TEST)),
        Some(word) => find_field(Variant::Fast, word),
    };
    match field {
        Some(field) => code(field.values, name).is_some(),
        None => false,
    }
}

/// `frame.slot` with a parameter `slot`: the argument, if it is a single name or number, takes its
/// place. The name of a source, a slot or a constant stays what it is.
fn fill_dotted<'a>(kind: &Kind, argument: &impl Fn(&str) -> Option<&'a [Token]>) -> Kind {
    let Kind::Name(name) = kind else {
        return kind.clone();
    };
    if name.starts_with('.') || !name.contains('.') {
        return kind.clone();
    }
    let is_taken = |part: &str| {
        code(Source::VALUES, part).is_some()
            || code(Slot::VALUES, part).is_some()
            || constant_number(part).is_some()
    };
    let fill_part = |part: &str| {
        if is_taken(part) {
            return part.to_owned();
        }
        match argument(part) {
            Some(
                [
                    Token {
                        kind: Kind::Name(name),
                        ..
                    },
                ],
            ) => name.to_string(),
            Some(
                [
                    Token {
                        kind: Kind::Number(number),
                        ..
                    },
                ],
            ) => number.to_string(),
            _ => part.to_owned(),
        }
    };
    let filled = name.split('.').map(fill_part).collect::<Vec<_>>().join(".");
    if filled.len() > LONGEST {
        kind.clone()
    } else {
        Kind::Name(filled.into())
    }
}

/// Splits tokens at the commas outside brackets.
pub(crate) fn split(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0_usize;
    tokens
        .split(|token| {
            match token.kind {
                Kind::Sign("(") => depth += 1,
                Kind::Sign(")") => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.is_sign(",")
        })
        .collect()
}
