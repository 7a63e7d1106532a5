//! The databook's generated parts are up to date. `cargo xtask databook` writes them.
//!
//! A part stands between `<!-- generated: WHAT -->` and `<!-- end -->`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use logic::Lanes;
use logic::clocked::{self, PinList, PinTable};
use logic::netlist::Count;
use machine::microengine::constants::CONSTANTS;
use machine::microengine::word::{FIELDS, WORDS};
use machine::rtl::{self, pins, port};
use machine::signal::SIGNALS;
use machine::{blocks, clock};
use microcode::programs;

const OPENS: &str = "<!-- generated: ";
const CLOSES: &str = "<!-- end -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn databook_generated_parts_are_current() {
    let write = std::env::var_os("BELLE_DATABOOK").is_some_and(|value| value == "write");
    let mut stale = Vec::new();
    let mut parts = 0;
    let pages = fs::read_dir(root().join("docs/databook")).expect("the databook");
    for page in pages.map(|entry| entry.expect("a page").path()) {
        let text = fs::read_to_string(&page).expect("a page of text");
        let (fresh, count) = regenerate(&text, &page);
        parts += count;
        if fresh == text {
            continue;
        }
        if write {
            fs::write(&page, fresh).expect("the page is written");
        } else {
            stale.push(page.display().to_string());
        }
    }
    assert!(parts >= 30, "only {parts} generated parts were found");
    assert!(stale.is_empty(), "stale, run 'cargo xtask databook': {stale:?}");
}

/// Regenerates a page's parts; returns the page and their number.
fn regenerate(text: &str, page: &Path) -> (String, usize) {
    let mut fresh = String::new();
    let mut rest = text;
    let mut count = 0;
    while let Some(start) = rest.find(OPENS) {
        let (before, part) = rest.split_at(start);
        let marker = part.lines().next().expect("the marker's line");
        let what = marker.strip_prefix(OPENS).and_then(|what| what.strip_suffix(" -->"));
        let what = what.unwrap_or_else(|| panic!("{}: '{marker}'", page.display()));
        let end = part.find(CLOSES).unwrap_or_else(|| panic!("{}: no end of '{what}'", page.display()));
        write!(fresh, "{before}{marker}\n\n{}\n\n{CLOSES}", generated(what).trim()).expect("a string");
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
        "rtl-gates" => gates(&rtl_count(), argument),
        "fields" => fields(),
        "values" => values(argument),
        "constants" => constants(),
        "costs" => costs(),
        "signals" => signals(argument),
        "latches" => latches(),
        "host-registers" => host_registers(),
        "ports" => ports(),
        "memories" => memories(),
        _ => panic!("nothing is generated for '{what}'"),
    }
}

fn rtl_count() -> Count {
    let program = programs::search().expect("search.mc assembles");
    rtl::netlist(&program.words).gates.count()
}

/// The head comment of a source file, without links.
fn module_docs(path: &str) -> String {
    let source = root().join("crates/machine/src").join(path);
    let text = fs::read_to_string(&source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    let head = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = head.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    format!("{}\n\n`crates/machine/src/{path}`", without_links(&lines.join("\n")))
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
    let mut out = String::from(
        "| block | gates | of these inverters | depth of the block | settled after |\n|---|---|---|---|---|\n",
    );
    let (mut sum, mut depth) = (0, 0);
    for block in count.blocks.iter().filter(|block| block.path.starts_with(prefix)) {
        let path = if block.path.is_empty() { "(outside the blocks)" } else { &block.path };
        let (gates, inverters) = (block.gates, block.inverters);
        writeln!(out, "| {path} | {gates} | {inverters} | {} | {} |", block.depth, block.settled)
            .expect("a string");
        sum += block.gates;
        depth = depth.max(block.settled);
    }
    writeln!(out, "| **all** | **{sum}** | | | **{depth}** |").expect("a string");
    out
}

fn fields() -> String {
    let mut out = String::from("| bits | field | values | what it gates |\n|---|---|---|---|\n");
    for field in FIELDS {
        let bits = match field.width {
            1 => field.bit.to_string(),
            width => format!("{} to {}", field.bit, field.bit + width - 1),
        };
        let values =
            if field.values.is_empty() { "a number".to_owned() } else { field.values.len().to_string() };
        writeln!(out, "| {bits} | `{}` | {values} | {} |", field.name, field.help).expect("a string");
    }
    let used: u32 = FIELDS.iter().map(|field| field.width).sum();
    writeln!(out, "\n{used} of 64 bits are used, {WORDS} words can be addressed.").expect("a string");
    out
}

/// The values of one field, or of all that have more than two.
fn values(name: &str) -> String {
    let mut out = String::new();
    for field in
        FIELDS.iter().filter(|field| field.values.len() > 2 && (name.is_empty() || field.name == name))
    {
        if name.is_empty() {
            writeln!(out, "### `{}`\n", field.name).expect("a string");
        }
        out.push_str("| code | symbol | what it does |\n|---|---|---|\n");
        for (code, value) in field.values.iter().enumerate() {
            writeln!(out, "| {code} | `{}` | {} |", value.name, value.help).expect("a string");
        }
        out.push('\n');
    }
    assert!(!out.is_empty(), "no field '{name}'");
    out
}

fn constants() -> String {
    let mut out = String::from("| number | constant | value | what for |\n|---|---|---|---|\n");
    for (number, constant) in CONSTANTS.iter().enumerate() {
        writeln!(out, "| {number} | `{}` | {} | {} |", constant.name, constant.value, constant.help)
            .expect("a string");
    }
    out
}

fn costs() -> String {
    let rows = [
        ("any word", clock::WORD_CYCLES, ""),
        ("a find", clock::FIND_CYCLES, " more"),
        ("an access to the transposition memory", clock::MEMORY_CYCLES, " more"),
        ("the full evaluator on the value bus", clock::EVALUATION_CYCLES, " more"),
        ("a write to the board and the test line `hit` in one word", clock::KEY_CYCLES, " more"),
    ];
    let rows = rows.map(|(order, cycles, more)| format!("| {order} | {cycles}{more} |\n"));
    format!("| order | cycles |\n|---|---|\n{}", rows.concat())
}

fn signals(prefix: &str) -> String {
    let mut out = String::from("| signal | wires | what it is |\n|---|---|---|\n");
    let chosen: Vec<_> = SIGNALS.iter().filter(|signal| signal.block.starts_with(prefix)).collect();
    assert!(!chosen.is_empty(), "no signals '{prefix}'");
    for signal in chosen {
        writeln!(out, "| `{}` | {} | {} |", signal.path(), signal.width, signal.help()).expect("a string");
    }
    out
}

/// RTL registers that are not signals of the machine.
fn latches() -> String {
    let all = clocked::table::<pins::Registers<Lanes>>();
    pin_table(
        &all.into_iter().filter(|(pin, _)| SIGNALS.iter().all(|signal| signal.name != pin.name)).collect(),
    )
}

fn pin_table(pins: &PinTable) -> String {
    let row =
        |(pin, width): &(&clocked::Pin, usize)| format!("| `{}` | {width} | {} |\n", pin.name, pin.help);
    format!("| pin | wires | what it carries |\n|---|---|---|\n{}", pins.iter().map(row).collect::<String>())
}

fn host_registers() -> String {
    let mut out = String::from("| number | register | reads | writing to it |\n|---|---|---|---|\n");
    for register in port::REGISTERS {
        let number = match register.count {
            1 => register.number.to_string(),
            count => format!("{} to {}", register.number, register.number + count - 1),
        };
        let writes = if register.writes.is_empty() { "does nothing" } else { register.writes };
        writeln!(out, "| {number} | {} | {} | {writes} |", register.name, register.reads).expect("a string");
    }
    out
}

fn ports() -> String {
    fn list<T: PinList<Lanes>>() -> String {
        pin_table(&clocked::table::<T>())
    }
    format!(
        "In, beside `clock` and `reset`:\n\n{}\nOut:\n\n{}",
        list::<pins::Inputs<Lanes>>(),
        list::<pins::Outputs<Lanes>>()
    )
}

fn memories() -> String {
    let program = programs::search().expect("search.mc assembles");
    let mut out =
        String::from("| memory | words | wires | bits | kind | what it holds |\n|---|---|---|---|---|---|\n");
    for memory in rtl::netlist(&program.words).memories {
        let clocked =
            if memory.reads.iter().any(|read| read.clocked) { "clocked" } else { "answers at once" };
        let kind = if memory.is_rom() { "ROM" } else { "RAM" };
        let (name, words, width) = (memory.name, 1_usize << memory.address, memory.width);
        writeln!(
            out,
            "| {name} | {words} | {width} | {} | {kind}, {clocked} | {} |",
            words * width,
            memory.help
        )
        .expect("a string");
    }
    out
}
