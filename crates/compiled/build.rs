//! Writes search.mc as code: words and jumps, nothing else.
//!
//! A head is an entry, or a word to which the program jumps back. Every loop passes a head, so the
//! words between two heads form a graph without loops. A word with several predecessors is a join.
//! Rust jumps forward by leaving a labeled block, so the joins are written in an order in which
//! every jump but those to heads leads forward, and the blocks end one after the other, each before
//! the word it is named after:
//!
//! ```text
//! 'run: loop {
//!     'word_9: {
//!         'word_5: {
//!             match head { 2 => { ... break 'word_5; } 7 => { ... break 'word_9; } }
//!         }
//!         (word 5 and those that follow it alone; then break 'word_9, or head = 2 and continue 'run)
//!     }
//!     (word 9 and those that follow it alone)
//! }
//! ```
//!
//! Each path from a head ends at a head, at a halt or beyond the program. The most cycles of all
//! paths are the bound that a stop must leave.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use machine::clock;
use machine::microengine::word::{Orders, Test, WORDS};
use microcode::Program;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let program = microcode::programs::search().expect("search.mc is tested");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let code = Generator::new(&program).code();
    std::fs::write(Path::new(&folder).join("search.rs"), code).expect("OUT_DIR can be written");
}

/// Heads that cut the loops of the search where they are fewest. What loops they leave are cut
/// where the program jumps back. The first runs most often.
const HEADS: [&str; 6] = [
    "aggressor",
    "again",
    "next",
    "castle",
    "cut",
    "special_returned",
];

struct Generator<'a> {
    program: &'a Program,
    orders: Vec<Orders>,
    heads: BTreeSet<u16>,
    joins: BTreeSet<u16>,
    code: String,
}

/// Words that may follow a word: the following one, the one at `next`.
struct Following {
    next: Option<u16>,
    jump: Option<u16>,
}

fn following(address: u16, orders: &Orders) -> Following {
    let mut following = Following {
        next: Some((address + 1) % WORDS as u16),
        jump: Some(orders.next),
    };
    // A word that tests nothing always goes on, or always jumps.
    if orders.test == Test::Never {
        if orders.unless {
            following.next = None;
        } else {
            following.jump = None;
        }
    }
    following
}

/// What a walk through the program from its entries has found.
#[derive(Default)]
struct Walk {
    /// Words on the way from the entry to where the walk stands.
    trail: Vec<u16>,
    /// Words from which the walk has come back, the last first in any order that follows the jumps.
    left: Vec<u16>,
    /// Words to which a word behind them jumps back.
    again: BTreeSet<u16>,
    predecessors: BTreeMap<u16, u32>,
}

impl<'a> Generator<'a> {
    fn new(program: &'a Program) -> Generator<'a> {
        Generator {
            program,
            orders: program.words.iter().map(|word| word.decoded()).collect(),
            heads: BTreeSet::new(),
            joins: BTreeSet::new(),
            code: String::new(),
        }
    }

    /// The words of the program that may follow a word.
    fn successors(&self, address: u16) -> Vec<u16> {
        let orders = &self.orders[usize::from(address)];
        if orders.halt {
            return Vec::new();
        }
        let Following { next, jump } = following(address, orders);
        let mut successors: Vec<u16> = next.into_iter().chain(jump).collect();
        successors.retain(|&address| self.is_inside(address));
        successors
    }

    fn is_inside(&self, address: u16) -> bool {
        usize::from(address) < self.orders.len()
    }

    fn walk(&self, address: u16, walk: &mut Walk) {
        walk.trail.push(address);
        for follower in self.successors(address) {
            *walk.predecessors.entry(follower).or_default() += 1;
            if self.heads.contains(&follower) {
                continue;
            }
            if walk.trail.contains(&follower) {
                walk.again.insert(follower);
            } else if !walk.left.contains(&follower) {
                self.walk(follower, walk);
            }
        }
        walk.trail.pop();
        walk.left.push(address);
    }

    fn address(&self, label: &str) -> u16 {
        match self.program.address(label) {
            Some(address) => address,
            None => panic!("search.mc: no label '{label}'"),
        }
    }

    /// The generated file: a call of the macro `program`.
    fn code(mut self) -> String {
        let entries = self.program.entries.iter().map(String::as_str);
        self.heads = entries
            .chain(HEADS)
            .map(|label| self.address(label))
            .collect();
        let mut walk = Walk::default();
        for &head in &self.heads {
            self.walk(head, &mut walk);
        }
        self.heads.append(&mut walk.again);
        for (&address, &count) in &walk.predecessors {
            if count > 1 && !self.heads.contains(&address) {
                self.joins.insert(address);
            }
        }
        let mut joins = walk.left;
        joins.retain(|address| self.joins.contains(address));
        joins.reverse();

        for join in joins.iter().rev() {
            self.line(&format!("'word_{join}: {{"));
        }
        let hottest = self.address(HEADS[0]);
        self.line(&format!("if head == {hottest} {{"));
        self.word(hottest);
        self.line("}");
        self.line("match head {");
        for head in self.heads.clone() {
            if head == hottest {
                continue;
            }
            self.line(&format!("{head} => {{"));
            self.word(head);
            self.line("}");
        }
        self.line("_ => break 'run,");
        self.line("}");
        for &join in &joins {
            self.line("}");
            self.word(join);
        }

        let mut heads = [0u64; WORDS / 64];
        for &head in &self.heads {
            heads[usize::from(head) / 64] |= 1 << (head % 64);
        }
        let mut longest = BTreeMap::new();
        // From the last join to the first, then the heads: what a word leads to is known before it.
        for &start in joins.iter().rev().chain(&self.heads) {
            let cycles = self.longest(start, &longest);
            longest.insert(start, cycles);
        }
        let longest = longest.values().max().expect("there are entries");
        let words: Vec<u64> = self.program.words.iter().map(|word| word.0).collect();
        let code = self.code;
        format!(
            "program! {{
    words {words:?};
    heads {heads:?};
    longest {longest};
    code(state, l, head, last) {{
'run: loop {{
if state.cycles > last {{
break;
}}
{code}}}
    }}
}}
"
        )
    }

    /// Most cycles from a word to the next heads. Those of the joins it may come to are known.
    fn longest(&self, address: u16, known: &BTreeMap<u16, u64>) -> u64 {
        let mut behind = 0;
        for follower in self.successors(address) {
            if !self.heads.contains(&follower) {
                let cycles = match known.get(&follower) {
                    Some(&cycles) => cycles,
                    None => self.longest(follower, known),
                };
                behind = behind.max(cycles);
            }
        }
        behind + u64::from(clock::most(&self.orders[usize::from(address)]))
    }

    /// One word, and all that follow it alone.
    fn word(&mut self, address: u16) {
        let orders = self.orders[usize::from(address)];
        let labels: Vec<&str> = self.program.labels_at(address).collect();
        if !labels.is_empty() {
            self.line(&format!("// {}", labels.join(", ")));
        }
        let word = format!(
            "word!(state, l, {:#x})",
            self.program.words[usize::from(address)].0
        );
        match following(address, &orders) {
            Following {
                next: Some(next),
                jump: Some(jump),
            } => {
                self.line(&format!("if {word} {{"));
                self.follow(jump, orders.halt);
                self.line("} else {");
                self.follow(next, orders.halt);
                self.line("}");
            }
            Following { next, jump } => {
                self.line(&format!("{word};"));
                self.follow(next.or(jump).expect("one word follows"), orders.halt);
            }
        }
    }

    fn follow(&mut self, address: u16, halted: bool) {
        if halted || !self.is_inside(address) {
            self.line(&format!("state.address = {address};"));
            self.line("return;");
        } else if self.heads.contains(&address) {
            self.line(&format!("head = {address};"));
            self.line("continue 'run;");
        } else if self.joins.contains(&address) {
            self.line(&format!("break 'word_{address};"));
        } else {
            self.word(address);
        }
    }

    fn line(&mut self, text: &str) {
        writeln!(self.code, "{text}").expect("memory takes it");
    }
}
