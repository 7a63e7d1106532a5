//! Names that are legal in Verilog, each given to one thing only.

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

/// Words that SystemVerilog adds: many tools read every file as SystemVerilog.
const RESERVED_BY_SYSTEM_VERILOG: &[&str] = &[
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

/// A legal name: `RAY MUX` is `ray_mux`, and one that is reserved or begins with no letter gets
/// `s_` before it.
pub(super) fn plain(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    let mut word: String = name.chars().map(letter).collect();
    if RESERVED.contains(&word.as_str()) || !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        word.insert_str(0, "s_");
    }
    word
}

/// The names given so far.
pub(super) struct Names<'g> {
    graph: &'g Graph,
    taken: HashSet<String>,
}

impl<'g> Names<'g> {
    /// No names given yet but those of the ports.
    pub(super) fn new(graph: &'g Graph) -> Self {
        let ports = graph.inputs.iter().chain(&graph.outputs);
        Self {
            graph,
            taken: ports.map(|port| plain(port.name)).collect(),
        }
    }

    /// A name with the path of its scope before it.
    pub(super) fn in_scope(&mut self, scope: usize, name: &str) -> String {
        self.claim(plain(&self.within(scope, name)))
    }

    /// A name by itself if it is free, else with what stands before it.
    pub(super) fn short(&mut self, before: &str, name: &str) -> String {
        let short = plain(name);
        let is_reserved = RESERVED_BY_SYSTEM_VERILOG.contains(&short.as_str());
        if !is_reserved && self.taken.insert(short.clone()) {
            return short;
        }
        self.claim(plain(&format!("{before}_{name}")))
    }

    /// This name, or if it is taken the first one with a number behind it that is free.
    fn claim(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }

    /// The name with the path of its scope, as it is before [`plain`].
    fn within(&self, scope: usize, name: &str) -> String {
        let path = self.graph.path(scope);
        if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}_{name}")
        }
    }
}
