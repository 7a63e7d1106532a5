//! Assembler: translates statements to microwords.

use std::rc::Rc;

use machine::microengine::variant::Variant;
use machine::microengine::word::{NEXT, WORDS};

use crate::draft::Draft;
use crate::error::{ErrorList, Errors, Fault};
use crate::labels::Labels;
use crate::lexer::{Token, lex};
use crate::loader::Loader;
use crate::macros::{Macro, Macros, split};
use crate::orders::{has_bad_token, order};
use crate::program::{Call, Location, Program};
use crate::source::{Place, SourceFile};

/// Greatest nesting of included files and of macro calls.
pub(crate) const MAX_NESTING: usize = 16;
/// Most tokens from all macro calls and included files together.
const TOKEN_LIMIT: usize = 1 << 18;

pub(crate) struct Assembler<'a> {
    pub(crate) loader: &'a dyn Loader,
    /// The machine that the program is for.
    pub(crate) variant: Variant,
    pub(crate) program: Program,
    pub(crate) labels: Labels,
    pub(crate) macros: Macros,
    /// The files being read, outermost first.
    pub(crate) reading: Vec<usize>,
    /// The macro calls being expanded, outermost first.
    pub(crate) calls: Vec<Call>,
    pub(crate) found: ErrorList,
    tokens_left: usize,
    /// Number of words that the microcode memory cannot hold.
    excess_words: usize,
    /// Place of the first of them.
    first_excess: Option<Place>,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(loader: &'a dyn Loader) -> Assembler<'a> {
        Assembler {
            loader,
            variant: Variant::default(),
            program: Program::default(),
            labels: Labels::default(),
            macros: Macros::new(),
            reading: Vec::new(),
            calls: Vec::new(),
            found: ErrorList::default(),
            tokens_left: TOKEN_LIMIT,
            excess_words: 0,
            first_excess: None,
        }
    }

    /// Records an error, with the macro calls that led to it.
    pub(crate) fn report(&mut self, fault: Fault) {
        self.found.add(fault, &self.program.sources, self.calls());
    }

    /// Records the error of a result without a value.
    pub(crate) fn check(&mut self, result: Result<(), Fault>) {
        if let Err(fault) = result {
            self.report(fault);
        }
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.calls.iter().rev().cloned().collect()
    }

    /// Takes tokens from those left; false if there are too few.
    pub(crate) fn take_tokens(&mut self, amount: usize) -> bool {
        let left = self.tokens_left.checked_sub(amount);
        self.tokens_left = left.unwrap_or(0);
        left.is_some()
    }

    pub(crate) fn assemble_file(&mut self, source: SourceFile) {
        let index = self.program.sources.len();
        let mut faults = Vec::new();
        let lines = lex(index, &source, &mut faults);
        self.program.sources.push(source);
        for fault in faults {
            self.report(fault);
        }
        let section = self.labels.section.take();
        self.reading.push(index);
        self.lines(&lines);
        self.reading.pop();
        self.labels.section = section;
    }

    /// Assembles a statement: labels, then a directive, a macro call or a word.
    pub(crate) fn statement(&mut self, tokens: &[Token]) {
        let mut rest = tokens;
        while let [label, colon, tail @ ..] = rest
            && label.name().is_some()
            && colon.is_sign(":")
        {
            let result = self.labels.put(label, self.calls.is_empty());
            self.check(result);
            rest = tail;
        }
        let Some(first) = rest.first() else { return };
        let is_directive = matches!(first.name(), Some(name) if name.starts_with('.'));
        if is_directive {
            self.directive(rest);
        } else if let Some(called) = self.called_macro(rest)
            && split(rest).len() == 1
        {
            let expanded = self.expand(&called, rest, |assembler, lines| {
                for line in lines {
                    assembler.statement(line);
                }
                Ok(())
            });
            self.check(expanded);
        } else {
            self.word(rest);
        }
    }

    fn called_macro(&self, tokens: &[Token]) -> Option<Rc<Macro>> {
        let name = tokens.first()?.name()?;
        self.macros.get(name).cloned()
    }

    /// The lines of a macro's body with the arguments in their places; `None` if too many tokens
    /// have been taken. The call itself takes one, or calls of empty macros could go on for ever.
    fn filled(
        &mut self,
        called: &Macro,
        arguments: &[&[Token]],
        scope: usize,
    ) -> Option<Vec<Vec<Token>>> {
        let mut lines = Vec::new();
        for line in &called.body {
            lines.push(called.fill(line, arguments, scope, &mut self.tokens_left)?);
        }
        if self.take_tokens(1) {
            Some(lines)
        } else {
            None
        }
    }

    /// Expands a macro call and passes its lines to `then`. Meanwhile the call is in `calls`.
    fn expand(
        &mut self,
        called: &Macro,
        call: &[Token],
        then: impl FnOnce(&mut Self, &[Vec<Token>]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let arguments = called.arguments(call)?;
        let place = call[0].place;
        if self.calls.len() >= MAX_NESTING {
            let message =
                format!("macros call macros more than {MAX_NESTING} deep: does one call itself?");
            return Err(Fault::new(place, message));
        }
        let scope = self.labels.scope(&called.name);
        let Some(lines) = self.filled(called, &arguments, scope) else {
            let message = "the macros of this program expand to too many tokens";
            return Err(Fault::new(place, message));
        };
        let file = self.program.sources[place.file].name.clone();
        self.calls.push(Call {
            name: called.name.to_string(),
            file,
            line: place.line,
        });
        let result = then(self, &lines);
        self.calls.pop();
        result
    }

    /// Assembles a word, and places the labels before it.
    fn word(&mut self, tokens: &[Token]) {
        let mut draft = Draft::new(self.variant);
        self.orders(tokens, &mut draft);
        self.check(draft.check());
        let (first, last) = (tokens[0].place, tokens[tokens.len() - 1].place);
        let address = self.program.words.len();
        if address == WORDS {
            self.excess_words += 1;
            self.first_excess.get_or_insert(first);
            return self.labels.drop_waiting();
        }
        self.program.labels.extend(
            self.labels
                .take_waiting()
                .map(|name| (name, address as u16)),
        );
        if let Some(label) = &draft.jump {
            let calls = self.calls();
            let result = self.labels.jump(address, label, calls);
            self.check(result);
        }
        // A call's arguments can bring tokens from another file to a word.
        let last_line = if last.file == first.file {
            last.line.max(first.line)
        } else {
            first.line
        };
        let location = Location {
            file: first.file,
            line: first.line,
            last_line,
            calls: self.calls(),
        };
        self.program.words.push(draft.word);
        self.program.locations.push(location);
    }

    /// Assembles a word's orders into `draft`; some may call macros of one word.
    fn orders(&mut self, tokens: &[Token], draft: &mut Draft) {
        let mut after = tokens[0].place;
        for tokens in split(tokens) {
            let Some(last) = tokens.last() else {
                self.report(Fault::new(after, "an order is missing here"));
                continue;
            };
            after = last.place.after();
            let result = match self.called_macro(tokens) {
                _ if has_bad_token(tokens) => Ok(()),
                Some(called) => self.splice(&called, tokens, draft),
                None => order(tokens, draft, &self.macros),
            };
            self.check(result);
        }
    }

    fn splice(&mut self, called: &Macro, call: &[Token], draft: &mut Draft) -> Result<(), Fault> {
        if called.body.len() != 1 {
            let message = format!(
                "'{}' is not one word: it can only be called as a statement",
                called.name
            );
            return Err(Fault::new(call[0].place, message));
        }
        self.expand(called, call, |assembler, lines| {
            assembler.orders(&lines[0], draft);
            Ok(())
        })
    }

    /// Resolves all jumps; returns the program or all its errors.
    pub(crate) fn finish(mut self) -> Result<Program, Errors> {
        for (name, place) in std::mem::take(&mut self.labels.waiting) {
            self.report(Fault::new(
                place,
                format!("no word follows the label '{name}'"),
            ));
        }
        if let Some(place) = self.first_excess {
            let message = format!(
                "the program has {} words, the memory holds {WORDS}",
                WORDS + self.excess_words
            );
            self.report(Fault::new(place, message).help("this is the first word too many"));
        }
        for jump in std::mem::take(&mut self.labels.jumps) {
            if let Some(address) = self.program.address(&jump.label) {
                let word = &mut self.program.words[jump.address];
                *word = NEXT.set(*word, address.into());
            } else if !self.labels.places.contains_key(&jump.label) {
                let fault = self.labels.unknown(&jump.label, jump.place);
                self.found.add(fault, &self.program.sources, jump.calls);
            }
        }
        for entry in std::mem::take(&mut self.labels.entries) {
            let name = entry.name().unwrap_or_default().to_owned();
            if !self.labels.places.contains_key(&name) {
                let fault = self.labels.unknown(&name, entry.place);
                self.report(fault);
            }
            self.program.entries.insert(name);
        }
        self.found.finish().map(|()| self.program)
    }
}
