//! Labels: their names in the whole program, and the jumps to them.

use std::collections::HashMap;

use crate::error::Fault;
use crate::lexer::Token;
use crate::names::nearest;
use crate::program::Call;
use crate::source::Place;

#[derive(Default)]
pub(crate) struct Labels {
    /// The label that labels with a leading dot belong to.
    pub(crate) section: Option<String>,
    pub(crate) entries: Vec<Token>,
    pub(crate) places: HashMap<String, Place>,
    /// The labels that no word has followed yet.
    pub(crate) waiting: Vec<(String, Place)>,
    pub(crate) jumps: Vec<Jump>,
    /// The names of the macro expansions, the first being number 1.
    scopes: Vec<String>,
    /// How often each macro was expanded.
    expanded: HashMap<String, usize>,
}

pub(crate) struct Jump {
    pub(crate) address: usize,
    pub(crate) label: String,
    pub(crate) place: Place,
    pub(crate) calls: Vec<Call>,
}

impl Labels {
    /// A new scope for the local labels of a macro's expansion.
    pub(crate) fn scope(&mut self, called: &str) -> usize {
        let count = self.expanded.entry(called.to_owned()).or_default();
        *count += 1;
        self.scopes.push(format!("{called}@{count}"));
        self.scopes.len()
    }

    /// Puts a label before the next word. In a file, not in a macro, it begins a section.
    pub(crate) fn put(&mut self, token: &Token, in_file: bool) -> Result<(), Fault> {
        let name = self.full_name(token)?;
        if let Some(&first) = self.places.get(&name) {
            let message = format!("the label {} stands here again", token.quoted());
            return Err(Fault::new(token.place, message).see("it stands first", first));
        }
        if in_file && !name.contains('.') {
            self.section = Some(name.clone());
        }
        self.places.insert(name.clone(), token.place);
        self.waiting.push((name, token.place));
        Ok(())
    }

    pub(crate) fn take_waiting(&mut self) -> impl Iterator<Item = String> {
        self.waiting.drain(..).map(|(name, _)| name)
    }

    /// The word is not in the memory, and so its labels are nowhere.
    pub(crate) fn drop_waiting(&mut self) {
        self.waiting.clear();
    }

    /// The word at an address jumps to a label.
    pub(crate) fn jump(
        &mut self,
        address: usize,
        label: &Token,
        calls: Vec<Call>,
    ) -> Result<(), Fault> {
        let jump = Jump {
            address,
            label: self.full_name(label)?,
            place: label.place,
            calls,
        };
        self.jumps.push(jump);
        Ok(())
    }

    /// A label's name in the whole program.
    fn full_name(&self, token: &Token) -> Result<String, Fault> {
        let name = token.name().unwrap_or_default();
        if !name.starts_with('.') {
            return Ok(name.to_owned());
        }
        // Scope 0 is outside of all macros: there a label is local to the label before it.
        let scope = match token.scope {
            0 => None,
            number => self.scopes.get(number - 1),
        };
        let Some(scope) = scope.or(self.section.as_ref()) else {
            let message =
                format!("the label '{name}' is local to the label before it, and there is none");
            return Err(Fault::new(token.place, message));
        };
        Ok(format!("{scope}{name}"))
    }

    /// The error for a label that is nowhere.
    pub(crate) fn unknown(&self, name: &str, place: Place) -> Fault {
        let fault = Fault::new(place, format!("there is no label '{name}'"));
        match nearest(name, self.places.keys().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean '{near}'?")),
            None => fault,
        }
    }
}
