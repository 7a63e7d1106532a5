//! Labels: their names in the whole program, and the jumps to them.

use std::collections::HashMap;

use machine::microengine::word::WORDS;

use crate::assembler::Assembler;
use crate::error::{Errors, Fault};
use crate::lexer::Token;
use crate::names::{field, nearest};
use crate::program::{Call, Program};
use crate::source::Place;

/// The labels of a program in the making.
#[derive(Default)]
pub(crate) struct Labels {
    /// The label that labels with a leading dot belong to.
    pub(crate) section: Option<String>,
    /// The labels to export.
    pub(crate) entries: Vec<Token>,
    /// Where each label stands.
    places: HashMap<String, Place>,
    /// Labels that wait for their word.
    waiting: Vec<(String, Place)>,
    jumps: Vec<Jump>,
    /// The names of the macro expansions, the first being number 1.
    scopes: Vec<String>,
    /// Number of expansions of each macro.
    expanded: HashMap<String, usize>,
}

/// A jump whose address is not known yet.
struct Jump {
    address: usize,
    label: String,
    place: Place,
    calls: Vec<Call>,
}

impl Labels {
    /// A new scope for the local labels of a macro's expansion.
    pub(crate) fn scope(&mut self, called: &str) -> usize {
        let count = self.expanded.entry(called.to_owned()).or_default();
        *count += 1;
        self.scopes.push(format!("{called}@{count}"));
        self.scopes.len()
    }

    /// Puts a label before the next word; a label of the file's own begins a section.
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

    /// The labels before a word.
    pub(crate) fn take_waiting(&mut self) -> impl Iterator<Item = String> {
        self.waiting.drain(..).map(|(name, _)| name)
    }

    /// The word is not in the memory, and so its labels are nowhere.
    pub(crate) fn drop_waiting(&mut self) {
        self.waiting.clear();
    }

    /// The word at an address jumps to a label.
    pub(crate) fn jump(&mut self, address: usize, label: &Token, calls: Vec<Call>) -> Result<(), Fault> {
        let jump = Jump { address, label: self.full_name(label)?, place: label.place, calls };
        self.jumps.push(jump);
        Ok(())
    }

    /// A label's name in the whole program.
    fn full_name(&self, token: &Token) -> Result<String, Fault> {
        let name = token.name().unwrap_or_default();
        if !name.starts_with('.') {
            return Ok(name.to_owned());
        }
        let scope = token.scope.checked_sub(1).and_then(|index| self.scopes.get(index));
        match scope.or(self.section.as_ref()) {
            Some(scope) => Ok(format!("{scope}{name}")),
            None => {
                let message =
                    format!("the label '{name}' is local to the label before it, and there is none");
                Err(Fault::new(token.place, message))
            }
        }
    }

    fn unknown(&self, name: &str, place: Place) -> Fault {
        let fault = Fault::new(place, format!("there is no label '{name}'"));
        match nearest(name, self.places.keys().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean '{near}'?")),
            None => fault,
        }
    }
}

impl Assembler<'_> {
    /// The program with all its jumps, or all that is wrong with it.
    pub(crate) fn finish(mut self) -> Result<Program, Errors> {
        for (name, place) in std::mem::take(&mut self.labels.waiting) {
            self.tell(Fault::new(place, format!("no word follows the label '{name}'")));
        }
        if let (count, Some(place)) = self.beyond {
            let message = format!("the program has {} words, the memory holds {WORDS}", WORDS + count);
            self.tell(Fault::new(place, message).help("this is the first word too many"));
        }
        for jump in std::mem::take(&mut self.labels.jumps) {
            if let Some(address) = self.program.address(&jump.label) {
                let word = &mut self.program.words[jump.address];
                *word = field("next").set(*word, address.into());
            } else if !self.labels.places.contains_key(&jump.label) {
                let fault = self.labels.unknown(&jump.label, jump.place);
                self.found.add(fault, &self.program.sources, jump.calls);
            }
        }
        for entry in std::mem::take(&mut self.labels.entries) {
            let name = entry.name().unwrap_or_default().to_owned();
            if !self.labels.places.contains_key(&name) {
                let fault = self.labels.unknown(&name, entry.place);
                self.tell(fault);
            }
            self.program.entries.insert(name);
        }
        self.found.finish().map(|()| self.program)
    }
}
