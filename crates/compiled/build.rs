//! Writes search.mc as code: words and jumps, nothing else.
//!
//! A head is an entry or a word with several predecessors. Every loop passes a head, so what lies between two heads is
//! a tree: nested conditions. The code is one `match` on the heads. Each path through a tree ends at a head, at a halt
//! or beyond the program; the most cycles of all paths are the bound that a stop must leave.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use machine::clock;
use machine::microengine::word::{Orders, Test, WORDS};
use microcode::Program;

/// Heads that run often. A path that meets one for the first time goes on through it.
const INLINED: [&str; 6] = ["make", "exhausted", "stand", "refuted", "settled", "last"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let program = microcode::programs::search().expect("search.mc is tested");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let code = Generator::new(&program).code();
    std::fs::write(Path::new(&folder).join("search.rs"), code).expect("OUT_DIR can be written");
}

struct Generator<'a> {
    program: &'a Program,
    orders: Vec<Orders>,
    heads: BTreeSet<u16>,
    inlined: BTreeSet<u16>,
    code: String,
    longest: u64,
}

/// Words that may follow a word: the following one, the one at `next`.
struct Following {
    next: Option<u16>,
    jump: Option<u16>,
}

/// A word that follows, unless the machine has halted.
struct Target {
    address: u16,
    halted: bool,
}

fn following(address: u16, orders: &Orders) -> Following {
    let never = orders.test == Test::Never;
    Following {
        next: (!never || !orders.unless).then_some((address + 1) % WORDS as u16),
        jump: (!never || orders.unless).then_some(orders.next),
    }
}

impl<'a> Generator<'a> {
    fn new(program: &'a Program) -> Generator<'a> {
        let address = |label: &str| {
            program
                .address(label)
                .unwrap_or_else(|| panic!("search.mc: no label '{label}'"))
        };
        let orders: Vec<Orders> = program.words.iter().map(|word| word.decoded()).collect();
        let mut heads: BTreeSet<u16> = program.entries.iter().map(|label| address(label)).collect();
        let mut predecessors = BTreeMap::<u16, u32>::new();
        for (at, orders) in (0..).zip(&orders).filter(|(_, orders)| !orders.halt) {
            let Following { next, jump } = following(at, orders);
            for target in next.into_iter().chain(jump) {
                *predecessors.entry(target).or_default() += 1;
            }
        }
        let inside = |address: u16| usize::from(address) < orders.len();
        heads.extend(
            predecessors
                .iter()
                .filter(|&(&at, &count)| count > 1 && inside(at))
                .map(|(&at, _)| at),
        );
        let inlined = INLINED.into_iter().map(address).collect();
        Generator {
            program,
            orders,
            heads,
            inlined,
            code: String::new(),
            longest: 0,
        }
    }

    /// The generated file: a call of the macro `program`.
    fn code(mut self) -> String {
        for head in self.heads.clone() {
            writeln!(self.code, "        {head} => {{").expect("memory takes it");
            self.word(head, 1, 0, &mut Vec::new());
            self.line(0, "}");
        }
        let mut heads = [0u64; WORDS / 64];
        for &head in &self.heads {
            heads[usize::from(head) / 64] |= 1 << (head % 64);
        }
        let words: Vec<u64> = self.program.words.iter().map(|word| word.0).collect();
        format!(
            "program! {{\n    words {words:?};\n    heads {heads:?};\n    longest {};\n    code(state, l) {{\n{}    }}\n}}\n",
            self.longest, self.code
        )
    }

    /// One word and all that follows it up to the next heads, `depth` blocks deep and after `cycles` since the head before.
    /// The trail is the words on the way from that head.
    fn word(&mut self, address: u16, depth: usize, cycles: u64, trail: &mut Vec<u16>) {
        assert!(
            !trail.contains(&address),
            "word {address:#05x} stands in a loop without a head"
        );
        trail.push(address);
        let orders = self.orders[usize::from(address)];
        let cycles = cycles + u64::from(clock::most(&orders));
        let labels: Vec<&str> = self.program.labels_at(address).collect();
        if !labels.is_empty() {
            self.line(depth, &format!("// {}", labels.join(", ")));
        }
        let word = format!(
            "word!(state, l, {:#x})",
            self.program.words[usize::from(address)].0
        );
        let target = |address| Target {
            address,
            halted: orders.halt,
        };
        match following(address, &orders) {
            Following {
                next: Some(next),
                jump: Some(jump),
            } => {
                self.line(depth, &format!("if {word} {{"));
                self.follow(target(jump), depth + 1, cycles, trail);
                self.line(depth, "} else {");
                self.follow(target(next), depth + 1, cycles, trail);
                self.line(depth, "}");
            }
            Following { next, jump } => {
                self.line(depth, &format!("{word};"));
                let only = next.or(jump).expect("one word follows");
                self.follow(target(only), depth, cycles, trail);
            }
        }
        trail.pop();
    }

    fn follow(&mut self, target: Target, depth: usize, cycles: u64, trail: &mut Vec<u16>) {
        let Target { address, halted } = target;
        let outside = usize::from(address) >= self.orders.len();
        let through = self.inlined.contains(&address) && !trail.contains(&address);
        if halted || outside || self.heads.contains(&address) && !through {
            self.longest = self.longest.max(cycles);
            let stop = if halted { " return;" } else { "" };
            self.line(depth, &format!("state.address = {address};{stop}"));
        } else {
            self.word(address, depth, cycles, trail);
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.code, "{:1$}{text}", "", 8 + 4 * depth).expect("memory takes it");
    }
}
