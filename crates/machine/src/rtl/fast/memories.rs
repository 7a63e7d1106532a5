//! The fast variant's memories: the authentic machine's, with the slots apart and more ports.

use logic::clocked::{Memory, ReadPort, WritePort};

use crate::rtl::memories::{self as authentic, DISABLE, SLOTS, at_once, clocked};

/// A window's slot: the memory's name, contents and pins.
struct SlotMemory {
    name: &'static str,
    help: &'static str,
    reads: &'static [ReadPort],
    write: WritePort,
}

const fn write(enable: &'static str, address: &'static str, data: &'static str) -> WritePort {
    WritePort {
        enable,
        address,
        data,
    }
}

const FRAME: &str = "read_frame";

static WINDOW: [SlotMemory; 5] = [
    SlotMemory {
        name: "alpha_slots",
        help: "The stack: slot alpha of each frame.",
        reads: &[
            at_once(FRAME, "alpha"),
            at_once("parent_frame", "parent_alpha"),
        ],
        write: write("alpha_write", "child_frame", "alpha_data"),
    },
    SlotMemory {
        name: "beta_slots",
        help: "The stack: slot beta of each frame.",
        reads: &[at_once(FRAME, "beta")],
        write: write("beta_write", "child_frame", "beta_data"),
    },
    SlotMemory {
        name: "limit_slots",
        help: "The stack: slot limit of each frame.",
        reads: &[at_once(FRAME, "limit")],
        write: write("limit_write", "own_frame", "limit_data"),
    },
    SlotMemory {
        name: "depth_slots",
        help: "The stack: slot depth of each frame.",
        reads: &[at_once(FRAME, "frame_depth")],
        write: write("depth_write", "child_frame", "depth_data"),
    },
    SlotMemory {
        name: "next_slots",
        help: "The stack: slot next of each frame.",
        reads: &[at_once(FRAME, "next_depth")],
        write: write("next_write", "own_frame", "next_data"),
    },
];

/// All of them. The microcode and its checksum keep their places.
pub(super) fn memories() -> Vec<Memory> {
    let mut memories = authentic::memories();
    memories[SLOTS] = Memory {
        name: "other_slots",
        help: "The stack: the other slots, eight words a frame.",
        reads: vec![at_once("other_address", "other_slot")],
        write: Some(write("other_write", "other_write_address", "other_data")),
        ..memories[SLOTS].clone()
    };
    let disable = &mut memories[DISABLE];
    disable
        .reads
        .push(at_once("parent_frame", "parent_disable"));
    if let Some(write) = &mut disable.write {
        write.address = "disable_write_address";
    }
    for slot in &WINDOW {
        memories.push(Memory {
            name: slot.name,
            help: slot.help,
            address: 6,
            width: 16,
            reads: slot.reads.to_vec(),
            write: Some(slot.write),
            contents: Vec::new(),
        });
    }
    // A third port of the ROMs is a ROM of its own.
    let captured = |name: &'static str, of: &str, data| {
        let rom = memories.iter().find(|memory| memory.name == of);
        Memory {
            name,
            reads: vec![clocked("captured_address", data)],
            ..rom.expect("a ROM of the authentic machine").clone()
        }
    };
    let roms = [
        captured("hash_captured_rom", "hash", "hash_captured"),
        captured("lazy_captured_rom", "lazy", "lazy_captured"),
    ];
    memories.extend(roms);
    memories
}
