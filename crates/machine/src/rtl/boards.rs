//! Belle on boards: what stands beside the machine's Verilog so that it can be built, simulated and
//! played with.
//!
//! [`interface`] writes down the numbers that a host needs, for Verilog, C and everything that
//! reads JSON; they come from the tables of the [host port](super::port) and of the [serial
//! line](super::serial). [`files`] is a board's folder.

use std::fmt::Write as _;

use super::{microcode_checksum, port, serial, verilog};
use crate::blocks;
use crate::microengine::variant::Variant;
use crate::microengine::word::{Slot, Word};

/// A board.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What of Belle it has.
    has: Part,
    /// Its own files.
    own: &'static [Source],
    /// Those that it shares with boards of its kind.
    shared: &'static [&'static [Source]],
}

/// What of Belle a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The whole machine behind its host port.
    Machine,
    /// The move generator alone.
    MoveGenerator,
}

/// A file's name and contents.
type Source = (&'static str, &'static str);

/// The file of that name in the folder of a board.
macro_rules! own {
    ($board:literal: $($file:literal)*) => {
        &[$(($file, include_str!(concat!("../../verilog/boards/", $board, "/", $file)))),*]
    };
}

/// All of them.
pub static BOARDS: &[Board] = &[
    Board {
        name: "sim",
        about: "no board: a model in Verilator with a pseudo terminal",
        has: Part::Machine,
        own: own!("sim": "Makefile" "README.md" "belle.core"),
        shared: &[],
    },
    Board {
        name: "ulx3s-85f",
        about: "ULX3S with a Lattice ECP5-85F, its USB serial line at one megabaud",
        has: Part::Machine,
        own: own!("ulx3s-85f": "Makefile" "README.md" "belle.core" "ulx3s_top.v" "ulx3s_sdram_top.v" "ulx3s_start.v"
            "ulx3s.lpf" "ulx3s_sdram.lpf"),
        shared: &[ECP5, SDRAM],
    },
    Board {
        name: "colorlight-i9",
        about: "Colorlight i9 v7.2 with a Lattice ECP5-45F on its extension board",
        has: Part::Machine,
        own: own!("colorlight-i9": "Makefile" "README.md" "belle.core" "colorlight_i9_top.v" "colorlight_i9.lpf"),
        shared: &[ECP5],
    },
    Board {
        name: "arty-a7",
        about: "Digilent Arty A7-35 with an AMD Artix-7, by Vivado",
        has: Part::Machine,
        own: own!("arty-a7": "Makefile" "README.md" "belle.core" "arty_top.v" "arty.xdc" "build.tcl"),
        shared: &[],
    },
    Board {
        name: "icebreaker",
        about: "the move generator alone on an iCEBreaker with a Lattice iCE40 UP5K",
        has: Part::MoveGenerator,
        own: own!("icebreaker": "Makefile" "README.md" "icebreaker_top.v" "icebreaker.pcf" "ice40.ys"),
        shared: &[GENERATOR],
    },
    Board {
        name: "tiny-tapeout",
        about: "the move generator alone as a project for tiles of Tiny Tapeout, an ASIC of many projects",
        has: Part::MoveGenerator,
        own: own!("tiny-tapeout": "Makefile" "README.md" "tt_um_belle_move_generator.v" "info.yaml"),
        shared: &[GENERATOR],
    },
];

/// Files of boards whose bitstream nextpnr-ecp5 makes.
static ECP5: &[Source] = &[
    ("ecp5.mk", include_str!("../../verilog/ecp5.mk")),
    ("ecp5.ys", include_str!("../../verilog/ecp5.ys")),
];

/// Files of boards that have the move generator alone.
static GENERATOR: &[Source] = &[
    (
        "generator_on_a_line.v",
        include_str!("../../verilog/generator_on_a_line.v"),
    ),
    ("belle_find.py", include_str!("../../verilog/belle_find.py")),
];

/// Files of boards whose transposition memory may be in an SDRAM chip, and the chip's model.
static SDRAM: &[Source] = &[
    (
        "transposition_memory_sdram.v",
        include_str!("../../verilog/sdram/transposition_memory_sdram.v"),
    ),
    (
        "belle_on_a_line_sdram.v",
        include_str!("../../verilog/sdram/belle_on_a_line_sdram.v"),
    ),
    (
        "belle_with_sdram_model.v",
        include_str!("../../verilog/sdram/belle_with_sdram_model.v"),
    ),
    (
        "sdram_model.v",
        include_str!("../../verilog/sdram/sdram_model.v"),
    ),
];

/// Files that every board has.
static COMMON: &[Source] = &[
    (
        "belle_receiver.v",
        include_str!("../../verilog/belle_receiver.v"),
    ),
    (
        "belle_transmitter.v",
        include_str!("../../verilog/belle_transmitter.v"),
    ),
    ("model.cpp", include_str!("../../verilog/model.cpp")),
    ("sim.mk", include_str!("../../verilog/sim.mk")),
];

/// Files of every board that has the machine.
static MACHINE: &[Source] = &[
    (
        "belle_serial.v",
        include_str!("../../verilog/belle_serial.v"),
    ),
    (
        "belle_and_line.v",
        include_str!("../../verilog/belle_and_line.v"),
    ),
    (
        "belle_on_a_line.v",
        include_str!("../../verilog/belle_on_a_line.v"),
    ),
    ("belle_host.py", include_str!("../../verilog/belle_host.py")),
];

/// The move generator, as a block.
const GENERATOR_BLOCK: &str = "move_generator_squares";

/// A name and an address of the microcode where a host may start.
pub type EntryPoint<'a> = (&'a str, u16);

/// The files of a board's folder, names and contents. `entries` are those of the program.
pub fn files(
    board: &Board,
    variant: Variant,
    program: &[Word],
    entries: &[EntryPoint<'_>],
) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut sources = vec![COMMON, board.own];
    sources.extend(board.shared);
    match board.has {
        Part::Machine => {
            files.extend(verilog(variant, program));
            files.extend(interface(program, entries));
            sources.push(MACHINE);
        }
        Part::MoveGenerator => {
            let block = blocks::find(GENERATOR_BLOCK).expect("the move generator is a block");
            files.push((format!("{GENERATOR_BLOCK}.v"), block.verilog()));
        }
    }
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    for (name, text) in sources.into_iter().flatten() {
        let text = if name.ends_with(".core") {
            with_modules(text, &names)
        } else {
            (*text).to_owned()
        };
        files.push(((*name).to_owned(), text));
    }
    files
}

/// A core file with a line for each of the machine's modules in place of that for the outermost.
fn with_modules(core: &str, files: &[String]) -> String {
    let mut text = String::new();
    for line in core.lines() {
        let Some(indent) = line.strip_suffix("belle_gates.v") else {
            text += &format!("{line}\n");
            continue;
        };
        for file in files {
            let others = ["belle.v", "belle_board.v", "transposition_memory.v"];
            if file.ends_with(".v") && !others.contains(&file.as_str()) {
                text += &format!("{indent}{file}\n");
            }
        }
    }
    text
}

/// A number that a host needs.
struct Number {
    name: String,
    value: u32,
    /// Wires of the number in Verilog.
    width: u32,
    help: String,
}

/// Numbers of one kind.
struct Group {
    /// What their names begin with.
    prefix: &'static str,
    /// Their key in JSON.
    key: &'static str,
    about: &'static str,
    numbers: Vec<Number>,
}

fn groups(entries: &[EntryPoint<'_>]) -> Vec<Group> {
    let number = |name: &str, value: u32, width: u32, help: &str| Number {
        name: name.to_owned(),
        value,
        width,
        help: help.to_owned(),
    };
    let registers = port::REGISTERS.iter().map(|register| {
        let writes = match register.writes {
            "" => "nothing",
            writes => writes,
        };
        let help = format!("reads: {}; written: {writes}", register.reads);
        number(register.name, register.number.into(), 6, &help)
    });
    let requests = port::REQUESTS
        .iter()
        .map(|request| number(request.name, request.bit.into(), 4, "bit of the command"));
    let control = [
        ("none", port::control::NONE),
        ("check", port::control::CHECK),
        ("hosted", port::control::HOSTED),
        ("halted", port::control::HALTED),
    ]
    .map(|(name, mask)| {
        number(
            name,
            mask.trailing_zeros(),
            4,
            "bit of the control register",
        )
    });
    let slots = Slot::VALUES
        .iter()
        .zip(0..)
        .map(|(slot, code)| number(slot.name, code, 3, slot.help));
    let entries = entries
        .iter()
        .map(|&(name, address)| number(name, address.into(), 10, "an entry of search.mc"));
    let serial = serial::COMMANDS
        .iter()
        .map(|command| number(command.name, command.code.into(), 8, command.effect));
    let group = |prefix, key, about, numbers| Group {
        prefix,
        key,
        about,
        numbers,
    };
    vec![
        group(
            "HOST",
            "registers",
            "Registers of the host port, the first if one has several numbers.",
            registers.collect(),
        ),
        group(
            "HOST_COMMAND",
            "command_bits",
            "What the register `command` takes.",
            requests.collect(),
        ),
        group(
            "HOST_CONTROL",
            "control_bits",
            "Bits of the register `control`.",
            control.into(),
        ),
        group(
            "SLOT",
            "slots",
            "Slots of a frame, counted from the register `slots`.",
            slots.collect(),
        ),
        group(
            "ENTRY",
            "entries",
            "Addresses of the microcode, written into `control` to start there.",
            entries.collect(),
        ),
        group(
            "SERIAL",
            "serial",
            "Commands of the serial line; a register's number stands in the lower bits of some.",
            serial.collect(),
        ),
    ]
}

/// A number's name in Verilog and C.
fn constant(prefix: &str, name: &str) -> String {
    format!("{prefix}_{}", name.to_uppercase().replace(' ', "_"))
}

/// The numbers that a host needs, as `belle_host.vh`, `belle_host.h` and `belle_host.json`.
pub fn interface(program: &[Word], entries: &[EntryPoint<'_>]) -> Vec<(String, String)> {
    let checksum = microcode_checksum(program);
    let groups = groups(entries);
    let version = env!("CARGO_PKG_VERSION");
    let head = format!(
        "// The numbers that a host of the machine needs. Written by Belle {version} from its tables.\n//\n\
         // SPDX-License-Identifier: GPL-3.0-or-later\n"
    );
    let mut vh = format!("{head}\n/* verilator lint_off UNUSEDPARAM */\n");
    let mut h = format!("{head}\n#ifndef BELLE_HOST_H\n#define BELLE_HOST_H\n");
    let mut json = format!(
        "{{\n  \"version\": \"{version}\",\n  \"microcode_checksum\": {checksum},\n  \"serial_queue\": {}",
        serial::QUEUE
    );
    for group in &groups {
        write!(vh, "\n// {}\n", group.about).expect("a string takes all");
        write!(h, "\n/* {} */\n", group.about).expect("a string takes all");
        write!(json, ",\n  \"{}\": {{", group.key).expect("a string takes all");
        for (number, place) in group.numbers.iter().zip(0..) {
            let name = constant(group.prefix, &number.name);
            let (value, width, help) = (number.value, number.width, &number.help);
            writeln!(
                vh,
                "localparam [{}:0] {name} = {width}'d{value}; // {help}",
                width - 1
            )
            .expect("a string takes all");
            writeln!(h, "#define BELLE_{name} {value} /* {help} */").expect("a string takes all");
            let comma = if place == 0 { "" } else { "," };
            write!(
                json,
                "{comma}\n    \"{}\": {value}",
                number.name.replace(' ', "_")
            )
            .expect("a string takes all");
        }
        json.push_str("\n  }");
    }
    vh.push_str("\n/* verilator lint_on UNUSEDPARAM */\n");
    writeln!(
        h,
        "\n/* CRC-32 of the microcode, as the register `checksum` has it. */\n\
         #define BELLE_MICROCODE_CHECKSUM 0x{checksum:08X}u\n\
         /* Bytes that the queue of the serial line holds. */\n#define BELLE_SERIAL_QUEUE {}\n\n#endif",
        serial::QUEUE
    )
    .expect("a string takes all");
    json.push_str("\n}\n");
    vec![
        ("belle_host.vh".to_owned(), vh),
        ("belle_host.h".to_owned(), h),
        ("belle_host.json".to_owned(), json),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of a top's ports, in the order of its list.
    fn ports(top: &str) -> Vec<String> {
        let mut names = Vec::new();
        for line in top.lines().take_while(|line| *line != ");") {
            let line = line.trim().trim_end_matches(',');
            let is_port = ["input ", "output ", "inout "]
                .iter()
                .any(|direction| line.starts_with(direction));
            if is_port && let Some((_, name)) = line.rsplit_once(' ') {
                names.push(name.to_owned());
            }
        }
        names
    }

    #[test]
    fn ports_of_each_top_have_pins() {
        let mut boards_with_top = 0;
        for board in BOARDS {
            let mut words = Vec::new();
            for (name, pins) in board.own {
                let ends = [".lpf", ".pcf", ".xdc"];
                if ends.iter().any(|end| name.ends_with(end)) {
                    words.extend(
                        pins.split(|letter: char| !letter.is_alphanumeric() && letter != '_'),
                    );
                }
            }
            let mut tops = 0;
            for (name, top) in board.own {
                if !name.ends_with("_top.v") {
                    continue;
                }
                let ports = ports(top);
                assert!(ports.len() >= 4, "{name}: {ports:?}");
                for port in ports {
                    assert!(words.contains(&&*port), "{name}: {port}");
                }
                tops += 1;
            }
            if tops > 0 {
                boards_with_top += 1;
            }
        }
        // The simulation has no pins, and those of a tile are everybody's.
        assert_eq!(boards_with_top, BOARDS.len() - 2);
    }
}
