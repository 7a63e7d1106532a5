//! The page's types of commands and events, generated from those of this crate.

use std::collections::BTreeMap;
use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use ts_rs::{Config, TS, TypeVisitor};

use crate::{Command, Event};

const HEAD: &str = "\
// Commands and events of the machine room. Generated from crates/room/src/command.rs and event.rs:
// cargo xtask renew types
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/protocol.d.ts");
    assert_data_eq!(
        declarations(),
        Data::read_from(&path, Some(DataFormat::Text)).raw()
    );
}
