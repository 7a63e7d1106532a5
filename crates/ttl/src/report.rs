//! Figures of boards, and bills of materials.

use std::collections::BTreeMap;

use crate::board::{Board, Count, Package, count};
use crate::parts::{Figure, PARTS, Part};
use crate::timing::timing;

/// A board's figures.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Its name.
    pub name: &'static str,
    /// Packages and what they need.
    pub count: Count,
    /// Wires to other boards.
    pub edge: usize,
    /// When the last of its parts has settled, in nanoseconds since the clock.
    pub settled: Figure,
}

/// The figures of all boards of a drawing. What comes from outside is there after `outside`.
pub fn figures(board: &Board, outside: Figure) -> Vec<Figures> {
    let packages = board.packages();
    let typical = timing(board, |figure| figure.typical, outside.typical);
    let worst = timing(board, |figure| figure.worst, outside.worst);
    let mut figures = Vec::new();
    for (zone, &name) in board.zones().iter().enumerate() {
        let mut settled = Figure::default();
        for section in board
            .sections()
            .iter()
            .filter(|section| section.zone == zone)
        {
            for net in &section.outputs {
                settled.typical = settled.typical.max(typical.arrivals[net.number()].time);
                settled.worst = settled.worst.max(worst.arrivals[net.number()].time);
            }
        }
        figures.push(Figures {
            name,
            count: count(packages.iter().filter(|package| package.zone == zone)),
            edge: board.edge(zone),
            settled,
        });
    }
    figures
}

/// The sum of several boards: packages and power added, the latest time.
pub fn sum<'a>(figures: impl IntoIterator<Item = &'a Figures>) -> Figures {
    let mut sum = Figures {
        name: "all",
        count: Count::default(),
        edge: 0,
        settled: Figure::default(),
    };
    for figures in figures {
        let (to, from) = (&mut sum.count, &figures.count);
        to.packages += from.packages;
        to.free_units += from.free_units;
        to.area += from.area;
        to.watts.typical += from.watts.typical;
        to.watts.worst += from.watts.worst;
        to.dollars += from.dollars;
        sum.settled.typical = sum.settled.typical.max(figures.settled.typical);
        sum.settled.worst = sum.settled.worst.max(figures.settled.worst);
    }
    sum
}

/// Figures as a table in Markdown.
pub fn table(figures: &[Figures]) -> String {
    let mut text = String::from(
        "| board | packages | free units | cm² | wires to others | watts, typical | worst \
         | ns, typical | worst |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let all = sum(figures);
    for row in figures.iter().chain([&all]) {
        let mark = if row.name == "all" { "**" } else { "" };
        text += &format!(
            "| {mark}{}{mark} | {mark}{}{mark} | {} | {:.0} | {} | {:.0} | {:.0} | {:.0} \
             | {:.0} |\n",
            row.name,
            row.count.packages,
            row.count.free_units,
            row.count.area,
            if row.edge == 0 {
                String::new()
            } else {
                row.edge.to_string()
            },
            row.count.watts.typical,
            row.count.watts.worst,
            row.settled.typical,
            row.settled.worst,
        );
    }
    text
}

/// How many packages of each part there are, in the table's order.
pub fn by_part(packages: &[Package]) -> Vec<(&'static Part, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for package in packages {
        *counts.entry(&package.part.name).or_default() += 1;
    }
    let mut in_order = Vec::new();
    for part in PARTS.iter() {
        if let Some(&count) = counts.get(part.name.as_str()) {
            in_order.push((part, count));
        }
    }
    in_order
}

/// A bill of materials, comma-separated, with its sums in the last row.
pub fn bill(packages: &[Package]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: &[String]| {
        writer
            .write_record(row)
            .expect("memory takes all that is written");
    };
    let head = "part,what,packages,watts typical,watts worst,dollars each,dollars,label,source";
    write(&head.split(',').map(str::to_owned).collect::<Vec<_>>());
    for (part, number) in by_part(packages) {
        let times = number as f64;
        write(&[
            part.name.clone(),
            part.what.clone(),
            number.to_string(),
            format!("{:.2}", times * part.watts().typical),
            format!("{:.2}", times * part.watts().worst),
            format!("{:.2}", part.price),
            format!("{:.2}", times * part.price),
            part.label.clone(),
            part.source.clone(),
        ]);
    }
    let sum = count(packages);
    write(&[
        "all".to_owned(),
        String::new(),
        sum.packages.to_string(),
        format!("{:.2}", sum.watts.typical),
        format!("{:.2}", sum.watts.worst),
        String::new(),
        format!("{:.2}", sum.dollars),
        String::new(),
        "prices are decided: rough ones of 1980, in quantity".to_owned(),
    ]);
    let text = writer
        .into_inner()
        .expect("memory takes all that is written");
    String::from_utf8(text).expect("the table is text")
}

/// The slowest path, step by step, as a table in Markdown.
pub fn path(board: &Board, outside: Figure) -> String {
    let worst = timing(board, |figure| figure.worst, outside.worst);
    let typical = timing(board, |figure| figure.typical, outside.typical);
    let slowest = worst.paths.first().expect("a board has a path");
    let mut text = String::from("| part | signal | ns, typical | worst |\n|---|---|---|---|\n");
    for step in worst.trace(board, slowest.end) {
        text += &format!(
            "| {} | `{}` | {:.0} | {:.0} |\n",
            step.part.as_deref().unwrap_or("a register"),
            step.name,
            typical.arrivals[step.net.number()].time,
            step.time,
        );
    }
    text
}

/// What the record says of a part of the machine: its boards.
const RECORDED: [(&str, &str, &[&str]); 4] = [
    ("move generator", "3 boards", &["move generator"]),
    (
        "evaluators",
        "4 boards",
        &["lazy evaluator", "full evaluator"],
    ),
    ("microcode", "1 board", &["microengine"]),
    (
        "buses, key, host port, ports of the transposition memory",
        "not said",
        &[
            "board buses",
            "hash key",
            "host port and transposition memory",
        ],
    ),
];
/// Packages of the whole machine, by the record.
const RECORDED_PACKAGES: usize = 1700;

/// Boards that are redrawn.
#[derive(Clone, Copy, Debug)]
pub struct Redrawn<'a> {
    /// What they take the place of, by the name of the board as drawn.
    pub board: &'static str,
    /// Their figures.
    pub figures: &'a [Figures],
}

/// The machine beside the record, as a table in Markdown: as drawn, and with what is redrawn.
pub fn beside_record(drawn: &[Figures], redrawn: &[Redrawn<'_>]) -> String {
    let mut text = String::from("| part | record | as drawn | redrawn |\n|---|---|---|---|\n");
    let (mut all_drawn, mut all_redrawn) = (0, 0);
    for (part, record, boards) in RECORDED {
        let of_part = drawn
            .iter()
            .filter(|figures| boards.contains(&figures.name));
        let as_drawn = sum(of_part).count.packages;
        let mut after = 0;
        for figures in drawn
            .iter()
            .filter(|figures| boards.contains(&figures.name))
        {
            let redrawn = redrawn.iter().find(|redrawn| redrawn.board == figures.name);
            after += match redrawn {
                Some(redrawn) => sum(redrawn.figures).count.packages,
                None => figures.count.packages,
            };
        }
        all_drawn += as_drawn;
        all_redrawn += after;
        text += &format!("| {part} | {record} | {as_drawn} | {after} |\n");
    }
    text + &format!("| **all** | **{RECORDED_PACKAGES}** | **{all_drawn}** | **{all_redrawn}** |\n")
}
