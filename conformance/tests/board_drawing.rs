//! The drawing of Belle's boards and buses, each statement in the color of its label:
//! docs/images/boards-by-label.svg. `cargo xtask renew boards` writes it.
//!
//! The statements are those of the parts' own files (`machine::diagram`), and the host's those of
//! its crate; only the boards that the parts stand on are named here.

use std::fmt::Write as _;
use std::fs;

use chart::escaped;
use conformance::documents::root;
use machine::diagram::part;
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

const WIDTH: f64 = 1160.0;
const MARGIN: f64 = 24.0;
/// Distance of the base lines of a text.
const LINE: f64 = 16.0;
/// Mean width of a letter, so that lines can be broken.
const LETTER: f64 = 6.7;
/// How far each board of a kind stands out behind the one before it.
const BEHIND: f64 = 7.0;

/// A label with its color, and the letter that tells it where colors look alike.
struct Label {
    word: &'static str,
    letter: char,
    color: &'static str,
}

const LABELS: [Label; 5] = [
    Label {
        word: "documented",
        letter: 'D',
        color: "#1b7340",
    },
    Label {
        word: "second-hand",
        letter: 'S',
        color: "#6b7d1e",
    },
    Label {
        word: "inferred",
        letter: 'I',
        color: "#1f5fa8",
    },
    Label {
        word: "decided",
        letter: 'C',
        color: "#b35900",
    },
    Label {
        word: "against the record",
        letter: 'A',
        color: "#b02a2a",
    },
];

/// One or more boards, or a bus, with the parts on it.
struct Group {
    title: &'static str,
    boards: usize,
    /// Blocks of the diagram, and what they are called in the drawing.
    parts: &'static [(&'static str, &'static str)],
}

const HOST: Group = Group {
    title: "Host",
    boards: 1,
    parts: &[("host", "LSI-11")],
};
const MICROCODE: Group = Group {
    title: "Microcode: one board",
    boards: 1,
    parts: &[
        ("microengine/sequencer", "Sequencer and store"),
        ("microengine/word", "Microword"),
        ("microengine/stack", "Stack"),
        ("microengine/move", "Move registers"),
        ("microengine/flags", "Flags"),
        ("clock", "Clock"),
    ],
};
const MEMORY: Group = Group {
    title: "Transposition memory",
    boards: 1,
    parts: &[("memory", "Memory")],
};
const VALUE_BUS: Group = Group {
    title: "Value bus",
    boards: 1,
    parts: &[("microengine/value_bus", "16 wires")],
};
const GENERATOR: Group = Group {
    title: "Move generator: three boards",
    boards: 3,
    parts: &[
        ("move_generator", "Array of 64 squares"),
        ("move_generator/square", "Piece register"),
        ("move_generator/xmit", "XMIT"),
        ("move_generator/ray_mux", "RAY MUX"),
        ("move_generator/dir_mux", "DIR MUX"),
        ("move_generator/knight_in", "Knights' OR"),
        ("move_generator/king_in", "Kings' OR"),
        ("move_generator/recv", "RECV"),
        ("move_generator/priority", "Priority network"),
        ("move_generator/check", "CHECK"),
        ("move_generator/disable", "Disable stack"),
    ],
};
const EVALUATORS: Group = Group {
    title: "Evaluators: four boards",
    boards: 4,
    parts: &[
        ("evaluator/lazy", "Lazy (incremental)"),
        ("evaluator/full", "Full"),
    ],
};
const PIECE_BUS: Group = Group {
    title: "Board-address bus and piece bus",
    boards: 1,
    parts: &[("board", "to the board memories")],
};

/// What is said of a part under one label.
#[derive(Debug, PartialEq, Eq)]
struct Clause {
    /// Number in [`LABELS`].
    label: usize,
    text: String,
}

/// The clauses of a label such as `documented (F041): outputs; decided: gates`.
fn clauses(fidelity: &str) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    for statement in fidelity.split("; ") {
        let lower = statement.to_lowercase();
        let label = LABELS
            .iter()
            .position(|label| lower.starts_with(label.word));
        match label {
            Some(label) => {
                let said = &statement[LABELS[label].word.len()..];
                let text = facts_last(said.trim_start_matches([' ', ':']));
                found.push(Clause { label, text });
            }
            // It goes on with what was said before.
            None => {
                let last = found.last_mut().expect("a label begins with its word");
                last.text += "; ";
                last.text += statement;
            }
        }
    }
    found
}

/// `(F041): outputs` as `outputs (F041)`.
fn facts_last(said: &str) -> String {
    match said.split_once("): ") {
        _ if said.is_empty() => "all of it".to_owned(),
        Some((facts, said)) if facts.starts_with("(F") => format!("{said} {facts})"),
        _ => said.to_owned(),
    }
}

/// The label of the host, from the head of its crate.
fn host_fidelity() -> String {
    let text = fs::read_to_string(root().join("crates/host/src/lib.rs")).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim)
        .skip_while(|line| !line.starts_with("Documented"))
        .collect();
    let said = lines.join(" ");
    said.trim_end_matches('.').replace(". ", "; ")
}

fn fidelity(block: &str) -> String {
    if block == "host" {
        return host_fidelity();
    }
    let part = part(block).unwrap_or_else(|| panic!("no part {block}"));
    part.fidelity.to_owned()
}

/// The text in lines of so many pixels.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let letters = (width / LETTER) as usize;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("never empty");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > letters {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            *line += word;
        }
    }
    lines
}

/// A line of a group's inside.
enum Row {
    /// The name of a part.
    Name(&'static str),
    /// The first line of a clause, with its label, or one that goes on.
    Text {
        label: usize,
        first: bool,
        text: String,
    },
}

/// The lines of some parts in a column of this width.
fn rows(parts: &[(&'static str, &'static str)], width: f64) -> Vec<Row> {
    let mut rows = Vec::new();
    for (block, name) in parts {
        rows.push(Row::Name(name));
        for clause in clauses(&fidelity(block)) {
            for (line, number) in wrapped(&clause.text, width - 22.0).into_iter().zip(0..) {
                rows.push(Row::Text {
                    label: clause.label,
                    first: number == 0,
                    text: line,
                });
            }
        }
    }
    rows
}

struct Drawing {
    body: String,
}

impl Drawing {
    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.0}\" y=\"{y:.0}\">{text}</text>"
        );
    }

    /// The mark of a label: its color and letter.
    fn mark(&mut self, label: usize, x: f64, y: f64) {
        let Label { letter, color, .. } = LABELS[label];
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.0}\" y=\"{:.0}\" width=\"14\" height=\"13\" rx=\"2\" fill=\"{color}\"/>\
             <text class=\"letter\" x=\"{:.0}\" y=\"{y:.0}\">{letter}</text>",
            y - 11.0,
            x + 7.0
        );
    }

    /// Rows from a base line on.
    fn rows(&mut self, rows: &[Row], x: f64, mut y: f64) {
        for row in rows {
            match row {
                Row::Name(name) => self.text("name", x, y, name),
                Row::Text { label, first, text } => {
                    if *first {
                        self.mark(*label, x, y);
                    }
                    self.text(&format!("label{label}"), x + 20.0, y, text);
                }
            }
            y += LINE;
        }
    }

    fn rect(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" rx=\"3\"/>"
        );
    }

    /// The boards of a group, those behind first, its parts in columns on the one in front.
    fn group(&mut self, group: &Group, columns: &[Vec<Row>], at: &Frame) {
        let Frame {
            x,
            y,
            width,
            height,
        } = *at;
        for behind in (1..group.boards).rev() {
            let by = BEHIND * behind as f64;
            self.rect("board", x + by, y - by, width, height);
        }
        self.rect("board", x, y, width, height);
        self.text("title", x + 12.0, y + 22.0, group.title);
        let column = (width - 12.0) / columns.len() as f64;
        for (rows, place) in columns.iter().zip(0..) {
            self.rows(rows, x + 12.0 + column * f64::from(place), y + 44.0);
        }
    }

    /// A bus over the whole width; returns the height that it takes.
    fn bus(&mut self, group: &Group, y: f64) -> f64 {
        let width = WIDTH - 2.0 * MARGIN;
        let rows = rows(group.parts, width - 24.0);
        // The name of its only part stands beside the title.
        let height = LINE * (rows.len() - 1) as f64 + 36.0;
        self.rect("bus", MARGIN, y, width, height);
        let title = format!("{}: {}", group.title, group.parts[0].1);
        self.text("title", MARGIN + 12.0, y + 20.0, &title);
        self.rows(&rows[1..], MARGIN + 12.0, y + 40.0);
        height
    }

    /// A connection between a board and a bus.
    fn joint(&mut self, x: f64, from: f64, to: f64) {
        let _ = writeln!(
            self.body,
            "<path class=\"joint\" d=\"M{x:.0} {from:.0}V{to:.0}\"/>"
        );
    }
}

#[derive(Clone, Copy)]
struct Frame {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Height of a group whose longest column has so many rows.
fn height(columns: &[Vec<Row>]) -> f64 {
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    44.0 + LINE * longest as f64
}

/// The rows of a group in two columns, broken between parts.
fn in_two(group: &Group, width: f64) -> Vec<Vec<Row>> {
    let column = width / 2.0 - 12.0;
    let whole = rows(group.parts, column).len();
    let mut first = Vec::new();
    let mut taken = 0;
    while first.len() < whole / 2 {
        first.extend(rows(&group.parts[taken..=taken], column));
        taken += 1;
    }
    vec![first, rows(&group.parts[taken..], column)]
}

/// The distance between neighbors.
const GAP: f64 = 30.0;

fn drawing() -> String {
    let mut drawing = Drawing {
        body: String::new(),
    };
    let inside = WIDTH - 2.0 * MARGIN;
    let mut y = 30.0;
    drawing.text(
        "heading",
        MARGIN,
        y,
        "Belle's eight boards and its buses, by what is known of them",
    );
    y += 22.0;
    drawing.text(
        "note",
        MARGIN,
        y,
        "Three boards, four and one are on record at second hand (F011); which part stood on which \
         board of a kind, and the connectors, are not.",
    );
    y += 24.0;
    let mut x = MARGIN;
    for (label, number) in LABELS.iter().zip(0..) {
        drawing.mark(number, x, y);
        drawing.text(&format!("label{number}"), x + 20.0, y, label.word);
        x += 50.0 + 7.0 * label.word.len() as f64;
    }
    y += 24.0;

    // Above the value bus: host, microcode and memory.
    let (narrow, wide) = (260.0, inside - 2.0 * (260.0 + GAP));
    let host = vec![rows(HOST.parts, narrow - 12.0)];
    let microcode = in_two(&MICROCODE, wide);
    let memory = vec![rows(MEMORY.parts, narrow - 12.0)];
    let tallest = height(&host).max(height(&microcode)).max(height(&memory));
    let mut x = MARGIN;
    for (group, columns, width) in [
        (&HOST, &host, narrow),
        (&MICROCODE, &microcode, wide),
        (&MEMORY, &memory, narrow),
    ] {
        let frame = Frame {
            x,
            y,
            width,
            height: tallest,
        };
        drawing.group(group, columns, &frame);
        drawing.joint(x + width / 2.0, y + tallest, y + tallest + GAP);
        x += width + GAP;
    }
    y += tallest + GAP;
    y += drawing.bus(&VALUE_BUS, y);

    // Between the buses: evaluators, which are on both, and the move generator.
    let behind = BEHIND * (EVALUATORS.boards - 1) as f64;
    let between = GAP + behind;
    let left = inside * 0.34;
    let right = inside - left - GAP - 2.0 * behind;
    let evaluators = vec![rows(EVALUATORS.parts, left - 12.0)];
    let generator = in_two(&GENERATOR, right);
    let tallest = height(&evaluators).max(height(&generator));
    let above = y;
    y += between;
    drawing.joint(MARGIN + left / 2.0, above, y);
    let frame = Frame {
        x: MARGIN,
        y,
        width: left,
        height: tallest,
    };
    drawing.group(&EVALUATORS, &evaluators, &frame);
    let x = MARGIN + left + behind + GAP;
    let frame = Frame {
        x,
        width: right,
        ..frame
    };
    drawing.group(&GENERATOR, &generator, &frame);
    y += tallest;
    for middle in [MARGIN + left / 2.0, x + right / 2.0] {
        drawing.joint(middle, y, y + GAP);
    }
    y += GAP;
    y += drawing.bus(&PIECE_BUS, y);
    svg(&drawing.body, y + MARGIN)
}

fn svg(body: &str, height: f64) -> String {
    let mut colors = String::new();
    for (label, number) in LABELS.iter().zip(0..) {
        let _ = write!(colors, ".label{number}{{fill:{}}}", label.color);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\">\n\
         <title>Belle's boards and buses by their labels</title>\n\
         <style>text{{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:12px;fill:#333}}\
         .heading{{font-size:18px;font-weight:bold;fill:#111}}.title{{font-size:14px;font-weight:bold;fill:#111}}\
         .name{{font-weight:bold}}.note{{font-size:13px}}.letter{{font-size:10px;font-weight:bold;fill:#fff;\
         text-anchor:middle}}.board{{fill:#fafaf7;stroke:#555}}.bus{{fill:#eef1f6;stroke:#555}}\
         .joint{{stroke:#555;stroke-width:6}}{colors}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

#[test]
fn drawing_of_the_boards_is_current() {
    let path = root().join("docs/images/boards-by-label.svg");
    assert_data_eq!(
        drawing(),
        Data::read_from(&path, Some(DataFormat::Text)).raw()
    );
}

#[test]
fn every_part_of_the_diagram_is_drawn_once() {
    let groups = [
        HOST, MICROCODE, MEMORY, VALUE_BUS, GENERATOR, EVALUATORS, PIECE_BUS,
    ];
    let mut drawn: Vec<&str> = Vec::new();
    for group in groups {
        drawn.extend(group.parts.iter().map(|(block, _)| *block));
    }
    let mut parts: Vec<&str> = machine::diagram::PARTS
        .iter()
        .map(|part| part.block)
        .collect();
    parts.push("host");
    drawn.sort_unstable();
    parts.sort_unstable();
    assert_eq!(drawn, parts);
}

#[test]
fn clauses_have_the_label_they_stand_under() {
    let found =
        clauses("documented (F010): a, b; decided; calibrated: c; against the record (F1): d");
    let expected = [
        (0, "a, b (F010)"),
        (3, "all of it; calibrated: c"),
        (4, "d (F1)"),
    ];
    let expected = expected.map(|(label, text)| Clause {
        label,
        text: text.to_owned(),
    });
    assert_eq!(found, expected);
}
