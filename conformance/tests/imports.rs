//! Files of a crate import each other without circles.
//!
//! A parent that only re-exports its children does not use them; a child that uses its parent's
//! items does.

use std::collections::{BTreeMap, BTreeSet};

use conformance::documents::tracked;

/// A path in a file, beginning with `crate`, `self`, `super` or a child.
#[derive(Clone, Debug, PartialEq)]
struct Import {
    path: String,
    /// The name that a `use` gives it.
    name: Option<String>,
    is_public: bool,
}

/// Imports by module, as `a::b`; the root is empty.
#[derive(Debug, Default)]
struct Modules(BTreeMap<String, Vec<Import>>);

impl Modules {
    fn add(&mut self, file: &str, text: &str) {
        let module = file.trim_end_matches(".rs").replace('/', "::");
        let module = if ["lib", "main", "mod"].contains(&&*module) {
            ""
        } else {
            module.trim_end_matches("::mod")
        };
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        let code: String = code
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n")
            .collect();
        let mut imports = Vec::new();
        let mut statements = code.split(';').peekable();
        while let Some(statement) = statements.next() {
            // What follows the last semicolon is no `use`.
            let is_last = statements.peek().is_none();
            match start_of_use(statement) {
                Some(start) if !is_last => add_use(statement, start, &mut imports),
                _ => add_paths(statement, &mut imports),
            }
        }
        self.0.insert(module.to_owned(), imports);
    }

    /// The module that a path seen from another leads to, through re-exports; `None` outside the
    /// crate.
    fn resolve(&self, from: &str, path: &str, depth: usize) -> Option<String> {
        let mut parts = path.split("::").peekable();
        let mut module = from.to_owned();
        match parts.peek().copied() {
            Some("crate") => module.clear(),
            Some("self") | Some("super") => {}
            Some(first) if self.0.contains_key(&join(from, first)) => {}
            _ => return None,
        }
        parts.next_if(|part| ["crate", "self"].contains(part));
        while parts.next_if_eq(&"super").is_some() {
            module.truncate(module.rfind("::").unwrap_or(0));
        }
        while let Some(part) = parts.next_if(|part| self.0.contains_key(&join(&module, part))) {
            module = join(&module, part);
        }
        let item = match parts.next() {
            // Re-exports may form a circle.
            Some(item) if depth < 8 => item,
            _ => return Some(module),
        };
        let imports = self.0.get(&module)?;
        match imports
            .iter()
            .find(|import| import.name.as_deref() == Some(item) && import.path != path)
        {
            Some(import) => self.resolve(&module, &import.path, depth + 1),
            None => Some(module),
        }
    }

    /// Modules on circles, or between two of them.
    fn circular(&self) -> BTreeSet<String> {
        let uses = |module: &String, import: &Import| {
            let used = self
                .resolve(module, &import.path, 0)
                .filter(|used| used != module)?;
            let is_child = module.is_empty() || used.starts_with(&format!("{module}::"));
            (!(import.is_public && is_child)).then_some(used)
        };
        let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, imports) in &self.0 {
            edges.insert(
                module.clone(),
                imports
                    .iter()
                    .filter_map(|import| uses(module, import))
                    .collect(),
            );
        }
        loop {
            let used: BTreeSet<String> = edges.values().flatten().cloned().collect();
            let before = edges.len();
            let inner: BTreeSet<String> = edges.keys().cloned().collect();
            edges.retain(|module, uses| used.contains(module) && !uses.is_disjoint(&inner));
            if edges.len() == before {
                return inner;
            }
        }
    }
}

/// Where the word `use` stands in a statement that is one. It may follow attributes, or the end of
/// a block.
fn start_of_use(statement: &str) -> Option<usize> {
    let start = statement.rfind("use ")?;
    if start == 0 || statement[..start].ends_with(['\n', ' ']) {
        Some(start)
    } else {
        None
    }
}

/// Adds what a `use` that begins at `start` imports.
fn add_use(statement: &str, start: usize, imports: &mut Vec<Import>) {
    let is_public = statement[..start].trim_end().ends_with("pub");
    let words: Vec<&str> = statement[start + "use ".len()..]
        .split_whitespace()
        .collect();
    expand("", &words.join(" "), &mut |path| {
        let (path, name) = match path.split_once(" as ") {
            Some((path, alias)) => (path, Some(alias)),
            None => (path, path.rsplit("::").next()),
        };
        imports.push(Import {
            path: path.to_owned(),
            name: name.map(str::to_owned),
            is_public,
        });
    });
}

/// Adds the paths that stand in another statement.
fn add_paths(statement: &str, imports: &mut Vec<Import>) {
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in statement.split(|c| !is_of_path(c)) {
        if word.contains("::") {
            imports.push(Import {
                path: word.trim_matches(':').to_owned(),
                name: None,
                is_public: false,
            });
        }
    }
}

fn join(module: &str, part: &str) -> String {
    if module.is_empty() {
        part.to_owned()
    } else {
        format!("{module}::{part}")
    }
}

/// Passes on each path of a `use` tree.
fn expand(before: &str, tree: &str, each: &mut dyn FnMut(&str)) {
    let Some((start, rest)) = tree.split_once('{') else {
        let path = format!("{before}{}", tree.trim());
        return each(path.trim_end_matches("::self"));
    };
    let (mut depth, mut from) = (0, 0);
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let before = format!("{before}{}", start.trim());
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            if !inner[from..at].trim().is_empty() {
                expand(&before, &inner[from..at], each);
            }
            from = at + 1;
        }
    }
}

#[test]
fn files_of_a_crate_have_no_import_circles() {
    let mut crates: BTreeMap<String, Modules> = BTreeMap::new();
    for file in tracked(&[".rs"]) {
        if let Some((name, path)) = file
            .path
            .split_once("/src/")
            .filter(|(_, path)| !path.starts_with("bin/"))
        {
            crates
                .entry(name.to_owned())
                .or_default()
                .add(path, &file.text);
        }
    }
    assert!(crates.len() > 25, "{:?}", crates.keys());
    for (name, modules) in crates {
        let circular = modules.circular();
        assert!(circular.is_empty(), "{name}: {circular:?}");
    }
}

#[test]
fn circles_made_by_hand_are_found() {
    let circular = |files: &[(&str, &str)]| {
        let mut modules = Modules::default();
        files
            .iter()
            .for_each(|(file, text)| modules.add(file, text));
        modules.circular().into_iter().collect::<Vec<_>>()
    };
    let root = ("lib.rs", "mod a;\nmod b;\npub use b::{B, C};\n");
    let b = ("b/mod.rs", "pub struct B;\n");
    assert!(
        circular(&[
            root,
            ("a.rs", "use super::{B as It, C};\nuse std::fmt;\n"),
            b
        ])
        .is_empty()
    );
    let back = (
        "b/mod.rs",
        "// about A\nuse std::fmt;\nfn f() { crate::a::g() }\n",
    );
    assert_eq!(
        circular(&[root, ("a.rs", "use super::{B, C};\n"), back]),
        ["a", "b"]
    );
    let parent = ("b/mod.rs", "mod c;\nuse c::C;\npub struct B;\n");
    assert_eq!(
        circular(&[root, ("a.rs", ""), parent, ("b/c.rs", "use super::B;\n")]),
        ["b", "b::c"]
    );
    let parent = ("b/mod.rs", "mod c;\npub use c::C;\npub struct B;\n");
    assert!(circular(&[root, ("a.rs", ""), parent, ("b/c.rs", "use super::B;\n")]).is_empty());
}
