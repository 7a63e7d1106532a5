//! The page's types, generated from those of the crates that speak with it.

use std::collections::BTreeMap;
use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations of TypeScript by name: the types added, and those that they are made of.
pub struct Declarations {
    head: &'static str,
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

impl Declarations {
    /// No declarations yet, below these lines of comment.
    pub fn new(head: &'static str) -> Declarations {
        Declarations {
            head,
            // A browser's numbers are whole up to 2^53; no counter of the machine reaches that.
            config: Config::new().with_large_int("number"),
            found: BTreeMap::new(),
        }
    }

    /// Declares a type, and those that it is made of.
    pub fn add<T: TS + 'static>(&mut self) {
        self.visit::<T>();
    }

    /// Fails unless the file has these declarations; renews it where that is asked for.
    pub fn assert_current(&self, file: &Path) {
        let mut text = self.head.to_owned();
        for declaration in self.found.values() {
            text.push('\n');
            text.push_str(declaration);
        }
        assert_data_eq!(text, Data::read_from(file, Some(DataFormat::Text)).raw());
    }
}
