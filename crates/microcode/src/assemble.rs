//! The assembler: statements into words, labels into addresses.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::rc::Rc;

use machine::microengine::word::WORDS;
use thiserror::Error;

use crate::draft::Draft;
use crate::error::{Errors, Fault, Found};
use crate::lexer::{Token, lex};
use crate::loader::{Files, Loader};
use crate::macros::{Macro, split};
use crate::names::{field, nearest};
use crate::orders::{Constants, is_spoilt, order};
use crate::program::{Call, Location, Program};
use crate::source::{Place, SourceFile};

/// How deep files may include files, and macros call macros.
pub(crate) const DEPTH: usize = 16;
/// How many tokens macros and included files may make in all.
const FUEL: usize = 1 << 18;

/// A program that could not be assembled from its file.
#[derive(Debug, Error)]
pub enum AssembleError {
    /// The file could not be read.
    #[error("{file}: {cause}")]
    Read {
        /// Name of the file.
        file: String,
        /// Why not.
        cause: io::Error,
    },
    /// The program has errors.
    #[error(transparent)]
    Wrong(#[from] Errors),
}

/// Assembles a program.
///
/// A statement is a line; a line that ends in a comma goes on with the next, and `;` begins a comment. A word is
/// its orders with commas between them, with any number of labels (`NAME:`) before it:
///
/// | order | what it does |
/// |---|---|
/// | `FIELD SYMBOL` | any field that has symbols: `find victim`, `ply up` |
/// | `FIELD` | a switch: `turn`, `halt` |
/// | `address square e1`, `put man king` | the literal stands in `next`: such a word cannot jump |
/// | `TARGET <- VALUE` | the value bus; TARGET is `acc`, `frame.SLOT`, `acc & frame.SLOT` or `nothing`, VALUE is `[acc + \| acc -] [- \| ~] SOURCE [+ 1]` |
/// | `compare SOURCE` | drives the bus for a test, stores nothing |
/// | `goto LABEL`, `if TEST goto LABEL`, `unless TEST goto LABEL` | the next word |
/// | `FIELD = NUMBER` | anything; the bits without a meaning are the field `spare` |
/// | `rest` | nothing at all |
///
/// Directives: `.include "FILE"`, `.const NAME = NUMBER`, `.entry LABEL`, and `.macro NAME(PARAMETERS)` to
/// `.end`. A macro is called by its name, as a statement; or, if its body is one word, as one of a word's orders.
/// A label that begins with a dot is local: in a macro to each expansion, elsewhere to the label before it.
/// Numbers are decimal, `0x..`, `0b..`, constants, and sums of these.
///
/// # Errors
/// All that is wrong with the program.
pub fn assemble(name: &str, text: &str, loader: &dyn Loader) -> Result<Program, Errors> {
    let mut assembler = Assembler::new(loader);
    assembler.file(SourceFile::new(name, text));
    assembler.finish()
}

/// Assembles a program from its file; what it includes is found from the file's folder.
///
/// # Errors
/// The file cannot be read, or the program is wrong.
pub fn assemble_file(path: impl AsRef<Path>) -> Result<Program, AssembleError> {
    let name = path.as_ref().display().to_string();
    let source = Files.load(&name, "").map_err(|cause| AssembleError::Read { file: name, cause })?;
    Ok(assemble(&source.name, &source.text, &Files)?)
}

/// A program in the making.
pub(crate) struct Assembler<'a> {
    pub(crate) loader: &'a dyn Loader,
    pub(crate) constants: Constants,
    pub(crate) macros: HashMap<Rc<str>, Rc<Macro>>,
    pub(crate) entries: Vec<Token>,
    /// The files being read, outermost first.
    pub(crate) reading: Vec<usize>,
    /// The label that labels with a leading dot belong to.
    pub(crate) section: Option<String>,
    pub(crate) fuel: usize,
    program: Program,
    found: Found,
    /// The macro calls being expanded, outermost first.
    calls: Vec<Call>,
    /// The names of all expansions; the first is the program itself.
    scopes: Vec<String>,
    /// Labels and where they stand.
    places: HashMap<String, Place>,
    /// Labels that wait for their word.
    waiting: Vec<(String, Place)>,
    jumps: Vec<Jump>,
    /// Words that the memory does not hold, and the first of them.
    beyond: (usize, Option<Place>),
}

/// A jump whose address is not known yet.
struct Jump {
    address: usize,
    label: String,
    place: Place,
    calls: Vec<Call>,
}

impl<'a> Assembler<'a> {
    fn new(loader: &'a dyn Loader) -> Assembler<'a> {
        Assembler {
            loader,
            constants: Constants::new(),
            macros: HashMap::new(),
            entries: Vec::new(),
            reading: Vec::new(),
            section: None,
            fuel: FUEL,
            program: Program::default(),
            found: Found::default(),
            calls: Vec::new(),
            scopes: vec![String::new()],
            places: HashMap::new(),
            waiting: Vec::new(),
            jumps: Vec::new(),
            beyond: (0, None),
        }
    }

    pub(crate) fn tell(&mut self, fault: Fault) {
        let calls = self.calls.iter().rev().cloned().collect();
        self.found.add(fault, &self.program.sources, calls);
    }

    pub(crate) fn sources(&self) -> &[SourceFile] {
        &self.program.sources
    }

    pub(crate) fn is_expanding(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Reads a file, the program's own or an included one.
    pub(crate) fn file(&mut self, source: SourceFile) {
        let index = self.program.sources.len();
        let mut faults = Vec::new();
        let lines = lex(index, &source, &mut faults);
        self.program.sources.push(source);
        faults.into_iter().for_each(|fault| self.tell(fault));
        let section = self.section.take();
        self.reading.push(index);
        self.lines(&lines);
        self.reading.pop();
        self.section = section;
    }

    /// A statement: labels, then a directive, a macro's call, or a word.
    pub(crate) fn statement(&mut self, tokens: &[Token]) {
        let mut rest = tokens;
        while let [label, colon, tail @ ..] = rest
            && label.name().is_some()
            && colon.is_sign(":")
        {
            self.label(label);
            rest = tail;
        }
        let Some(first) = rest.first() else { return };
        let name = first.name().unwrap_or_default();
        if name.starts_with('.') {
            self.directive(rest);
        } else if let Some(called) = self.called(rest)
            && split(rest).len() == 1
        {
            self.expand(&called, rest);
        } else {
            self.word(rest);
        }
    }

    /// The macro that an order calls.
    fn called(&self, tokens: &[Token]) -> Option<Rc<Macro>> {
        tokens.first().and_then(Token::name).and_then(|name| self.macros.get(name)).cloned()
    }

    /// Writes a macro's body in place of a call.
    fn expand(&mut self, called: &Rc<Macro>, call: &[Token]) {
        self.within(called, call, |assembler, lines| lines.iter().for_each(|line| assembler.statement(line)));
    }

    /// Fills a macro's body and hands it over while the call is on the list of calls.
    fn within(&mut self, called: &Macro, call: &[Token], then: impl FnOnce(&mut Self, &[Vec<Token>])) {
        let arguments = match called.arguments(call) {
            Ok(arguments) => arguments,
            Err(fault) => return self.tell(fault),
        };
        let place = call[0].place;
        if self.calls.len() >= DEPTH {
            let message = format!("macros call macros more than {DEPTH} deep: does one call itself?");
            return self.tell(Fault::new(place, message));
        }
        let scope = self.scopes.len();
        self.scopes.push(format!("{}@{scope}", called.name));
        let filled: Option<Vec<_>> =
            called.body.iter().map(|line| called.fill(line, &arguments, scope, &mut self.fuel)).collect();
        let Some(lines) = filled.filter(|_| self.burn(1)) else {
            return self.tell(Fault::new(place, "the macros of this program write too much"));
        };
        let file = self.program.sources[place.file].name.clone();
        self.calls.push(Call { name: called.name.to_string(), file, line: place.line });
        then(self, &lines);
        self.calls.pop();
    }

    /// Takes from the fuel; false if there is none left.
    pub(crate) fn burn(&mut self, amount: usize) -> bool {
        let left = self.fuel.checked_sub(amount);
        self.fuel = left.unwrap_or(0);
        left.is_some()
    }

    fn word(&mut self, tokens: &[Token]) {
        let mut draft = Draft::new();
        self.orders(tokens, &mut draft);
        if let Err(fault) = draft.finish() {
            self.tell(fault);
        }
        let (first, last) = (tokens[0].place, tokens[tokens.len() - 1].place);
        let address = self.program.words.len();
        if address == WORDS {
            self.beyond.0 += 1;
            self.beyond.1.get_or_insert(first);
            self.waiting.clear();
            return;
        }
        for (name, _) in self.waiting.drain(..) {
            self.program.labels.insert(name, address as u16);
        }
        if let Some(label) = &draft.jump {
            let calls = self.calls.iter().rev().cloned().collect();
            match self.full_name(label) {
                Ok(label_name) => {
                    self.jumps.push(Jump { address, label: label_name, place: label.place, calls });
                }
                Err(fault) => self.tell(fault),
            }
        }
        let last_line = if last.file == first.file { last.line.max(first.line) } else { first.line };
        let calls = self.calls.iter().rev().cloned().collect();
        self.program.words.push(draft.word);
        self.program.locations.push(Location { file: first.file, line: first.line, last_line, calls });
    }

    /// The orders of a word, or of a macro's one word called among them.
    fn orders(&mut self, tokens: &[Token], draft: &mut Draft) {
        let mut after = tokens[0].place;
        for tokens in split(tokens) {
            let Some(last) = tokens.last() else {
                self.tell(Fault::new(after, "an order is missing here"));
                continue;
            };
            after = last.place.after();
            if is_spoilt(tokens) {
                continue;
            }
            if let Some(colon) = tokens.iter().find(|token| token.is_sign(":")) {
                let fault = Fault::new(colon.place, "a label cannot stand inside a word");
                self.tell(fault.help("is the comma at the end of the line before one too many?"));
            } else if let Some(called) = self.called(tokens) {
                self.within(&called, tokens, |assembler, lines| match lines {
                    [line] => assembler.orders(line, draft),
                    _ => {
                        let message = format!("'{}' is not one word: call it as a statement", called.name);
                        assembler.tell(Fault::new(tokens[0].place, message));
                    }
                });
            } else if let Err(fault) = order(tokens, draft, &self.constants) {
                self.tell(fault);
            }
        }
    }

    fn label(&mut self, token: &Token) {
        let name = match self.full_name(token) {
            Ok(name) => name,
            Err(fault) => return self.tell(fault),
        };
        if let Some(first) = self.places.get(&name) {
            let source = &self.program.sources[first.file].name;
            let help = format!("it stands first at {source}:{}", first.line);
            return self.tell(
                Fault::new(token.place, format!("the label {} stands here again", token.quoted())).help(help),
            );
        }
        if !name.contains('.') && !self.is_expanding() {
            self.section = Some(name.clone());
        }
        self.places.insert(name.clone(), token.place);
        self.waiting.push((name, token.place));
    }

    /// A label's name in the whole program.
    pub(crate) fn full_name(&self, token: &Token) -> Result<String, Fault> {
        let name = token.name().unwrap_or_default();
        if !name.starts_with('.') {
            return Ok(name.to_owned());
        }
        match (&self.scopes[token.scope], &self.section) {
            (scope, _) if !scope.is_empty() => Ok(format!("{scope}{name}")),
            (_, Some(section)) => Ok(format!("{section}{name}")),
            _ => {
                let message =
                    format!("the label '{name}' is local to the label before it, and there is none");
                Err(Fault::new(token.place, message))
            }
        }
    }

    fn finish(mut self) -> Result<Program, Errors> {
        for (name, place) in std::mem::take(&mut self.waiting) {
            self.tell(Fault::new(place, format!("no word follows the label '{name}'")));
        }
        if let (count, Some(place)) = self.beyond {
            let message = format!("the program has {} words, the memory holds {WORDS}", WORDS + count);
            self.tell(Fault::new(place, message).help("this is the first word too many"));
        }
        for jump in std::mem::take(&mut self.jumps) {
            match self.program.address(&jump.label) {
                Some(address) => {
                    let word = &mut self.program.words[jump.address];
                    *word = field("next").set(*word, address.into());
                }
                None if self.places.contains_key(&jump.label) => {} // beyond the memory: told already
                None => {
                    let fault = self.no_label(&jump.label, jump.place);
                    self.found.add(fault, &self.program.sources, jump.calls);
                }
            }
        }
        for entry in std::mem::take(&mut self.entries) {
            let name = entry.name().unwrap_or_default().to_owned();
            if !self.places.contains_key(&name) {
                let fault = self.no_label(&name, entry.place);
                self.tell(fault);
            }
            self.program.entries.insert(name);
        }
        self.found.finish().map(|()| self.program)
    }

    fn no_label(&self, name: &str, place: Place) -> Fault {
        let fault = Fault::new(place, format!("there is no label '{name}'"));
        match nearest(name, self.places.keys().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean '{near}'?")),
            None => fault,
        }
    }
}
