//! Cycles by kind of node: a probe that follows the search from word to word.

use machine::microengine::word::{Source, WORDS};
use machine::probe::Probe;
use machine::{Settled, State};
use microcode::Program;

/// Labels of search.mc and the kind of a node that reaches no later one of them. One that reads the
/// full value counts as such, unless it reaches the last.
const LABELS: [(&str, &str); 6] = [
    ("illegal", "move before illegal"),
    ("take", "answered by the memory"),
    ("evade", "evasion below the horizon"),
    ("stand", "quiet, the lazy value refutes"),
    ("captures", "quiet, the lazy value below alpha"),
    ("mark", "searched above the horizon"),
];
const FULL: (&str, usize) = ("quiet, full value read", LABELS.len() - 1);

/// Nodes and cycles of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) nodes: u64,
    pub(crate) cycles: u64,
}

/// A node on the path: its kind so far, and its cycles.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    kind: usize,
    cycles: u64,
}

/// The probe. A node's cycles are those of the words at its ply: its moves are made and unmade
/// there.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    /// Place of each word in the order of kinds, one more; 0 if it says nothing.
    kinds: Vec<usize>,
    enter: u16,
    path: Vec<Node>,
    /// The word before: when it began, and its ply.
    last: Option<(u64, u8)>,
    sums: [Sum; LABELS.len() + 2],
}

impl Ledger {
    /// A ledger for a program with the labels of search.mc; none if one is missing.
    pub(crate) fn new(program: &Program) -> Option<Ledger> {
        let place = |index: usize| 1 + index + usize::from(index >= FULL.1);
        let mut kinds = vec![0; WORDS];
        for (address, word) in program.words.iter().enumerate() {
            if word
                .orders()
                .is_ok_and(|orders| orders.source == Source::Full)
            {
                kinds[address] = 1 + FULL.1;
            }
        }
        for (index, (label, _)) in LABELS.iter().enumerate() {
            kinds[usize::from(program.address(label)?)] = place(index);
        }
        let enter = program.address("enter")?;
        Some(Ledger {
            kinds,
            enter,
            path: Vec::new(),
            last: None,
            sums: Default::default(),
        })
    }

    /// Ends the nodes that stand at `ply` and below.
    fn leave(&mut self, ply: usize) {
        for node in self.path.drain(ply.min(self.path.len())..) {
            let sum = &mut self.sums[node.kind];
            (sum.nodes, sum.cycles) = (sum.nodes + 1, sum.cycles + node.cycles);
        }
    }

    /// Ends a search.
    pub(crate) fn end(&mut self) {
        self.leave(0);
        self.last = None;
    }

    /// Kinds with their sums.
    pub(crate) fn rows(&self) -> Vec<(&'static str, Sum)> {
        let mut names: Vec<&str> = LABELS.iter().map(|(_, kind)| *kind).collect();
        names.insert(FULL.1, FULL.0);
        names
            .into_iter()
            .zip(self.sums[1..].iter().copied())
            .collect()
    }
}

impl Probe for Ledger {
    fn cycle(&mut self, state: &State, _: &Settled) {
        let ply = usize::from(state.ply);
        if let Some((began, ply)) = self.last {
            self.path[usize::from(ply)].cycles += state.cycles - began;
        }
        if state.address == self.enter {
            self.leave(ply);
        }
        self.path
            .resize(self.path.len().max(ply + 1), Node::default());
        let node = &mut self.path[ply];
        node.kind = node.kind.max(self.kinds[usize::from(state.address)]);
        self.last = Some((state.cycles, state.ply));
    }
}
