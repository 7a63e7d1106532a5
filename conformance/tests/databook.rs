//! The databook's generated parts are up to date. `cargo xtask renew databook` writes them.
//!
//! A part stands between `<!--generated: WHAT-->` and `<!--end-->`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use conformance::documents::root;
use logic::Lanes;
use logic::clocked::{Clocked, ReadTime};
use logic::netlist::{Block, Count};
use logic::pins::{Pin, list};
use machine::diagram::PARTS;
use machine::microengine::constants::CONSTANTS;
use machine::microengine::variant::Variant;
use machine::microengine::word::{FIELDS, Field, WORDS};
use machine::rtl::{self, pins, port};
use machine::signal::SIGNALS;
use machine::{blocks, clock};
use microcode::programs;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

const OPENS: &str = "<!--generated: ";
const CLOSES: &str = "<!--end-->";

#[test]
fn databook_generated_parts_are_current() {
    let mut parts = 0;
    let pages = fs::read_dir(root().join("docs/databook")).expect("the databook");
    for page in pages.map(|entry| entry.expect("a page").path()) {
        // The drawings have a folder of their own.
        if page.is_dir() {
            continue;
        }
        let text = fs::read_to_string(&page).expect("a page of text");
        let (fresh, count) = regenerate(&text, &page);
        parts += count;
        assert_data_eq!(fresh, Data::read_from(&page, Some(DataFormat::Text)).raw());
    }
    assert!(parts >= 30, "only {parts} generated parts were found");
}

fn regenerate(text: &str, page: &Path) -> (String, usize) {
    let mut fresh = String::new();
    let mut rest = text;
    let mut count = 0;
    while let Some(start) = rest.find(OPENS) {
        let (before, part) = rest.split_at(start);
        let marker = part.lines().next().expect("the marker's line");
        let what = marker
            .strip_prefix(OPENS)
            .and_then(|what| what.strip_suffix("-->"));
        let what = what.unwrap_or_else(|| panic!("{}: '{marker}'", page.display()));
        let end = part
            .find(CLOSES)
            .unwrap_or_else(|| panic!("{}: no end of '{what}'", page.display()));
        write!(
            fresh,
            "{before}{marker}\n\n{}\n\n{CLOSES}",
            generated(what).trim()
        )
        .expect("a string");
        rest = &part[end + CLOSES.len()..];
        count += 1;
    }
    (fresh + rest, count)
}

/// The content of a part, by its marker: a kind, and for some kinds an argument.
fn generated(what: &str) -> String {
    let (kind, argument) = what.split_once(' ').unwrap_or((what, ""));
    match kind {
        "module" => module_docs(argument),
        "gates" => {
            let block = blocks::find(argument).unwrap_or_else(|| panic!("no block '{argument}'"));
            gates(&(block.netlist)().count(), "")
        }
        "boards" => boards(&rtl_netlist().gates.count()),
        "rtl-gates" => gates(&rtl_netlist().gates.count(), argument),
        "fields" => fields(),
        "values" => values(argument),
        "constants" => constants(),
        "costs" => costs(),
        "signals" => signals(argument),
        "parts" => parts(),
        "wires" => wires(),
        "latches" => latches(),
        "host-registers" => host_registers(),
        "ports" => ports(),
        "memories" => memories(),
        _ => panic!("nothing is generated for '{what}'"),
    }
}

/// A table with this head, its columns separated by bars.
fn table(head: &str, rows: impl IntoIterator<Item = String>) -> String {
    let columns = "---|".repeat(head.split(" | ").count());
    let rows: Vec<String> = rows.into_iter().map(|row| format!("| {row} |\n")).collect();
    format!("| {head} |\n|{columns}\n{}", rows.concat())
}

fn rtl_netlist() -> Clocked {
    rtl::netlist(
        Variant::Authentic,
        &programs::search().expect("search.mc assembles").words,
    )
}

/// The head comment of a source file, without links.
fn module_docs(path: &str) -> String {
    let source = root().join("crates/machine/src").join(path);
    let text =
        fs::read_to_string(&source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    let head = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = head
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    format!(
        "{}\n\n`crates/machine/src/{path}`",
        without_links(&lines.join("\n"))
    )
}

/// Replaces each link to code by its name in backquotes. Links to pages stay.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("[`") {
        out.push_str(&rest[..at]);
        let link = &rest[at + 1..];
        let Some(end) = link.find("`]") else { break };
        out.push_str(&link[..=end]);
        rest = &link[end + 2..];
        if let Some(target) = rest.strip_prefix('(') {
            rest = target.find(')').map_or("", |close| &target[close + 1..]);
        }
    }
    out + rest
}

fn gates(count: &Count, prefix: &str) -> String {
    let blocks: Vec<_> = count
        .blocks
        .iter()
        .filter(|block| block.path.starts_with(prefix))
        .collect();
    let row = |block: &&Block| {
        let path = if block.path.is_empty() {
            "(outside the blocks)"
        } else {
            &block.path
        };
        format!(
            "{path} | {} | {} | {} | {}",
            block.gates, block.inverters, block.depth, block.settled
        )
    };
    let sum: usize = blocks.iter().map(|block| block.gates).sum();
    let depth = blocks.iter().map(|block| block.settled).max().unwrap_or(0);
    let total = format!("**all** | **{sum}** | | | **{depth}**");
    let head = "block | gates | of these inverters | depth of the block | settled after";
    table(head, blocks.iter().map(row).chain([total]))
}

/// Gates of the whole machine by board, each with the blocks in it.
fn boards(count: &Count) -> String {
    let mut boards: Vec<(&str, usize, usize)> = Vec::new();
    for block in &count.blocks {
        let name = block.path.split('/').next().unwrap_or_default();
        match boards.iter_mut().find(|board| board.0 == name) {
            Some(board) => (board.1, board.2) = (board.1 + block.gates, block.settled.max(board.2)),
            None => boards.push((name, block.gates, block.settled)),
        }
    }
    let rows = boards.into_iter().map(|(name, gates, settled)| {
        format!(
            "{} | {gates} | {settled}",
            if name.is_empty() {
                "(outside the blocks)"
            } else {
                name
            }
        )
    });
    let total = format!("**all** | **{}** | **{}**", count.gates, count.depth);
    table("board | gates | settled after", rows.chain([total]))
}

fn fields() -> String {
    let row = |field: &Field| {
        let bits = match field.width {
            1 => field.bit.to_string(),
            width => format!("{} to {}", field.bit, field.bit + width - 1),
        };
        let count = field.values.len();
        let values = if count == 0 {
            "a number".to_owned()
        } else {
            count.to_string()
        };
        format!("{bits} | `{}` | {values} | {}", field.name, field.help)
    };
    let used: u32 = FIELDS.iter().map(|field| field.width).sum();
    let fields = table(
        "bits | field | values | what it gates",
        FIELDS.iter().map(row),
    );
    format!("{fields}\n{used} of 64 bits are used, {WORDS} words can be addressed.\n")
}

/// The values of one field, or of all that have more than two.
fn values(name: &str) -> String {
    let mut out = String::new();
    for field in FIELDS.iter().filter(|field| field.values.len() > 2) {
        if name.is_empty() {
            out += &format!("### `{}`\n\n", field.name);
        } else if name != field.name {
            continue;
        }
        let rows = (0..).zip(field.values);
        let rows = rows.map(|(code, value)| format!("{code} | `{}` | {}", value.name, value.help));
        out += &(table("code | symbol | what it does", rows) + "\n");
    }
    assert!(!out.is_empty(), "no field '{name}'");
    out
}

fn constants() -> String {
    let rows = (0..).zip(CONSTANTS.iter());
    table(
        "number | constant | value | what for",
        rows.map(|(number, constant)| {
            format!(
                "{number} | `{}` | {} | {}",
                constant.name, constant.value, constant.help
            )
        }),
    )
}

fn costs() -> String {
    let rows = [
        ("any word", clock::WORD_CYCLES, ""),
        ("a find", clock::FIND_CYCLES, " more"),
        (
            "an access to the transposition memory",
            clock::MEMORY_CYCLES,
            " more",
        ),
        (
            "reading the full value",
            clock::READY_CYCLES,
            " more at most: until so long after its start",
        ),
        (
            "a write to the board and the test line `hit` in one word",
            clock::KEY_CYCLES,
            " more",
        ),
    ];
    table(
        "order | cycles",
        rows.map(|(order, cycles, more)| format!("{order} | {cycles}{more}")),
    )
}

fn signals(prefix: &str) -> String {
    let chosen: Vec<_> = SIGNALS
        .iter()
        .filter(|signal| signal.block.starts_with(prefix))
        .collect();
    assert!(!chosen.is_empty(), "no signals '{prefix}'");
    table(
        "signal | wires | what it is",
        chosen
            .iter()
            .map(|signal| format!("`{}` | {} | {}", signal.path(), signal.width, signal.help())),
    )
}

fn parts() -> String {
    table(
        "part | on record",
        PARTS
            .iter()
            .map(|part| format!("`{}` | {}", part.block, part.fidelity)),
    )
}

fn wires() -> String {
    let mut rows = Vec::new();
    for part in PARTS {
        for wire in part.wires {
            rows.push(format!("`{}/{}` | {}", part.block, wire.name, wire.help));
        }
    }
    table("wire | what it means", rows)
}

fn latches() -> String {
    let mut latches = list::<pins::Registers<Lanes>>();
    latches.retain(|pin| SIGNALS.iter().all(|signal| signal.name != pin.name));
    pin_table(&latches)
}

fn pin_table(pins: &[&Pin]) -> String {
    table(
        "pin | wires | what it carries",
        pins.iter()
            .map(|pin| format!("`{}` | {} | {}", pin.name, pin.width, pin.help)),
    )
}

fn host_registers() -> String {
    let row = |register: &port::HostRegister| {
        let number = match register.count {
            1 => register.number.to_string(),
            count => format!("{} to {}", register.number, register.number + count - 1),
        };
        let writes = if register.writes.is_empty() {
            "does nothing"
        } else {
            register.writes
        };
        format!(
            "{number} | {} | {} | {writes}",
            register.name, register.reads
        )
    };
    table(
        "number | register | reads | writing to it",
        port::REGISTERS.iter().map(row),
    )
}

fn ports() -> String {
    let inputs = pin_table(&list::<pins::Inputs<Lanes>>());
    let outputs = pin_table(&list::<pins::Outputs<Lanes>>());
    format!("In, beside `clock` and `reset`:\n\n{inputs}\nOut:\n\n{outputs}")
}

fn memories() -> String {
    let rows = rtl_netlist().memories.into_iter().map(|memory| {
        let read = match memory.reads[0].time {
            ReadTime::AtOnce => "answers at once",
            ReadTime::FallingEdge => "answers at the falling edge",
            ReadTime::NextCycle => "clocked",
        };
        let kind = if memory.is_rom() { "ROM" } else { "RAM" };
        let (name, words, width) = (memory.name, 1_usize << memory.address, memory.width);
        format!(
            "{name} | {words} | {width} | {} | {kind}, {read} | {}",
            words * width,
            memory.help
        )
    });
    table("memory | words | wires | bits | kind | what it holds", rows)
}
