//! Names that Verilog takes, each given once.

use std::collections::HashSet;

use super::super::Graph;

/// Words that Verilog-2005 keeps for itself and that a circuit's author may well use.
const RESERVED: &[&str] = &[
    "and", "assign", "begin", "buf", "case", "cell", "config", "default", "edge", "else", "end",
    "event", "for", "force", "function", "if", "initial", "input", "integer", "large", "library",
    "medium", "module", "nand", "negedge", "nor", "not", "or", "output", "posedge", "pulldown",
    "pullup", "real", "reg", "release", "repeat", "signed", "small", "strong0", "strong1", "table",
    "task", "time", "tri", "unsigned", "use", "wait", "weak0", "weak1", "while", "wire", "wor",
    "xnor", "xor",
];

/// Those that SystemVerilog adds, as which many tools read every file.
const RESERVED_LATER: &[&str] = &[
    "alias",
    "before",
    "bind",
    "bit",
    "break",
    "byte",
    "class",
    "const",
    "context",
    "continue",
    "cover",
    "cross",
    "do",
    "enum",
    "expect",
    "export",
    "final",
    "import",
    "int",
    "interface",
    "local",
    "logic",
    "matches",
    "new",
    "null",
    "package",
    "packed",
    "priority",
    "program",
    "property",
    "pure",
    "rand",
    "ref",
    "return",
    "sequence",
    "solve",
    "static",
    "string",
    "struct",
    "super",
    "tagged",
    "this",
    "type",
    "union",
    "unique",
    "var",
    "virtual",
    "void",
    "with",
    "within",
];

/// A name in the letters that Verilog knows, `RAY MUX` being `ray_mux`.
pub(super) fn plain(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    let mut plain: String = name.chars().map(letter).collect();
    if RESERVED.contains(&plain.as_str()) || !plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
        plain.insert_str(0, "s_");
    }
    plain
}

/// The names given so far.
pub(super) struct Names<'g> {
    graph: &'g Graph,
    taken: HashSet<String>,
}

impl<'g> Names<'g> {
    /// The ports have theirs already.
    pub(super) fn new(graph: &'g Graph) -> Self {
        let ports = graph.inputs.iter().chain(&graph.outputs);
        Self {
            graph,
            taken: ports.map(|port| plain(port.name)).collect(),
        }
    }

    /// A name within a scope; if it is taken, with a number.
    pub(super) fn named(&mut self, scope: usize, name: &str) -> String {
        let wanted = plain(&self.within(scope, name));
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let free = std::iter::once(wanted.clone())
            .chain(numbered)
            .find(|name| !self.taken.contains(name));
        let free = free.expect("numbers do not end");
        self.taken.insert(free.clone());
        free
    }

    /// A name by itself if it is free, else with what stands before it.
    pub(super) fn short(&mut self, before: &str, name: &str) -> String {
        let short = plain(name);
        if !RESERVED_LATER.contains(&short.as_str()) && self.taken.insert(short.clone()) {
            return short;
        }
        let mut long = plain(&format!("{before}_{name}"));
        let wanted = long.clone();
        let mut number = 2;
        while !self.taken.insert(long.clone()) {
            long = format!("{wanted}_{number}");
            number += 1;
        }
        long
    }

    fn within(&self, scope: usize, name: &str) -> String {
        let path = self.graph.path(scope);
        if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}_{name}")
        }
    }
}
