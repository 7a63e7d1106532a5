//! The directives: `.include`, `.entry`, `.machine`, `.macro` and `.end`.

use std::rc::Rc;

use machine::microengine::variant::{VARIANTS, Variant};

use crate::assembler::{Assembler, MAX_NESTING};
use crate::cursor::Cursor;
use crate::error::Fault;
use crate::lexer::{Kind, Line, Token};
use crate::macros::Macro;
use crate::names::{find_field, help};
use crate::orders::{KEYWORDS, has_bad_token};
use crate::source::Place;

const DIRECTIVES: [&str; 5] = [".include", ".entry", ".machine", ".macro", ".end"];

impl Assembler<'_> {
    /// The statements of a file; a macro's definition takes several.
    pub(crate) fn lines(&mut self, mut lines: &[Line]) {
        while let [line, rest @ ..] = lines {
            lines = rest;
            if !begins_with(line, ".macro") {
                self.statement(line);
                continue;
            }
            let inner = rest
                .iter()
                .position(|line| begins_with(line, ".end") || begins_with(line, ".macro"));
            let end = inner.filter(|&at| begins_with(&rest[at], ".end"));
            let defined = self.define(line, &rest[..end.unwrap_or(0)]);
            self.check(defined);
            match end {
                Some(end) => {
                    self.check(Cursor::new(&rest[end][1..], rest[end][0].place).end());
                    lines = &rest[end + 1..];
                }
                None => {
                    let fault =
                        Fault::new(line[0].place, "'.end' is missing: this macro has no end");
                    self.report(fault.help("a macro cannot stand inside another"));
                    lines = &rest[inner.unwrap_or(rest.len())..];
                }
            }
        }
    }

    fn define(&mut self, line: &[Token], body: &[Line]) -> Result<(), Fault> {
        if has_bad_token(line) {
            return Ok(());
        }
        let mut made = Macro::head(Cursor::new(&line[1..], line[0].place))?;
        let (name, place) = (made.name.clone(), made.place);
        if find_field(self.variant, &name).is_some()
            || KEYWORDS.contains(&&*name)
            || name.contains('.')
        {
            return Err(Fault::new(
                place,
                format!("'{name}' cannot be a macro: the name is taken"),
            ));
        }
        if let Some(first) = self.macros.get(&name) {
            let message = format!("the macro '{name}' is defined here again");
            return Err(Fault::new(place, message).see("it is defined first", first.place));
        }
        made.body = body.to_vec();
        self.macros.insert(name, Rc::new(made));
        Ok(())
    }

    pub(crate) fn directive(&mut self, tokens: &[Token]) {
        if has_bad_token(tokens) {
            return;
        }
        let name = tokens[0].name().unwrap_or_default();
        let rest = Cursor::new(&tokens[1..], tokens[0].place);
        let place = tokens[0].place;
        let result = match name {
            ".include" if self.calls.is_empty() => self.include(rest),
            ".include" => Err(Fault::new(place, "a macro cannot include files")),
            ".entry" => self.entry(rest),
            ".machine" => self.machine(rest, place),
            ".macro" => Err(Fault::new(
                place,
                "a macro is defined on a line of its own, outside macros",
            )),
            ".end" => Err(Fault::new(place, "there is no macro that ends here")),
            _ => Err(Fault::new(place, format!("there is no directive '{name}'"))
                .help(help(name, DIRECTIVES))),
        };
        self.check(result);
    }

    fn include(&mut self, mut rest: Cursor<'_>) -> Result<(), Fault> {
        let place = rest.place();
        let Some(Token {
            kind: Kind::Text(path),
            ..
        }) = rest.take()
        else {
            return Err(Fault::new(
                place,
                "expected the name of a file, in quotation marks",
            ));
        };
        rest.end()?;
        let from = match self.reading.last() {
            Some(&file) => self.program.sources[file].name.as_ref(),
            None => "",
        };
        let refused = |error| Fault::new(place, format!("cannot include '{path}': {error}"));
        let source = self.loader.load(path, from).map_err(refused)?;
        if self
            .reading
            .iter()
            .any(|&file| self.program.sources[file].name == source.name)
        {
            return Err(Fault::new(place, format!("'{path}' includes itself")));
        }
        if self.reading.len() >= MAX_NESTING || !self.take_tokens(1 + source.text.len() / 8) {
            return Err(Fault::new(
                place,
                "included files are nested too deep, or too long",
            ));
        }
        self.assemble_file(source);
        Ok(())
    }

    /// `.machine NAME`: which machine the program is for, before its first word.
    fn machine(&mut self, mut rest: Cursor<'_>, place: Place) -> Result<(), Fault> {
        let (name, at) = rest.name("a machine")?;
        let Some(variant) = Variant::named(name) else {
            let names = VARIANTS.iter().map(|variant| variant.name);
            return Err(
                Fault::new(at, format!("there is no machine '{name}'")).help(help(name, names))
            );
        };
        rest.end()?;
        if !self.program.words.is_empty() {
            return Err(Fault::new(
                place,
                "'.machine' must stand before the program's first word",
            ));
        }
        self.variant = variant;
        Ok(())
    }

    fn entry(&mut self, mut rest: Cursor<'_>) -> Result<(), Fault> {
        loop {
            let token = rest.rest().first();
            let (name, place) = rest.name("a label")?;
            if name.starts_with('.') {
                return Err(Fault::new(place, "a local label cannot be an entry point"));
            }
            self.labels.entries.extend(token.cloned());
            if !rest.sign(",") {
                return rest.end();
            }
        }
    }
}

fn begins_with(line: &[Token], name: &str) -> bool {
    match line {
        [] => false,
        // A label of that name.
        [_, colon, ..] if colon.is_sign(":") => false,
        [first, ..] => first.name() == Some(name),
    }
}
