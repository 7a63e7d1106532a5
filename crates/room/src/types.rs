//! The page's types of commands and events, generated from those of this crate.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{Command, Event};

const HEAD: &str = "\
// Commands and events of the machine room. Generated from crates/room/src/command.rs and event.rs:
// BELLE_WRITE_DOCS=1 cargo nextest run -p room types
";

/// Declarations by name: each type, and those that it is made of.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        self.found.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

fn declarations() -> String {
    let mut all = Declarations {
        // A browser's numbers are whole up to 2^53; no counter of the machine reaches that.
        config: Config::new().with_large_int("number"),
        found: BTreeMap::new(),
    };
    all.visit::<Command>();
    all.visit::<Event>();
    let mut text = HEAD.to_owned();
    for declaration in all.found.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

#[test]
fn page_types_are_those_of_commands_and_events() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/room.d.ts");
    let text = declarations();
    if std::env::var_os("BELLE_WRITE_DOCS").is_some() {
        std::fs::write(path, text).unwrap();
        return;
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == text,
        "web/room.d.ts: types differ from the code; BELLE_WRITE_DOCS=1 renews them"
    );
}
