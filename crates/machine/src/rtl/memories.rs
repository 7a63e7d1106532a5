//! The RTL's memories: microcode, stack, disable memory, and the ROMs of hash and lazy evaluator.

use logic::clocked::{Memory, ReadPort, ReadTime, WritePort};
use roms::{CENTRALIZATION, HASH_PIECE, SAFETY, STAGES, lazy_word};

use crate::microengine::word::{WORDS, Word};

/// The microcode ROM's place in the list.
pub const MICROCODE: usize = 0;
/// The place of the stack's slots: eight words a frame.
pub const SLOTS: usize = 1;
/// The place of the stack's state half: a word a frame.
pub const FRAMES: usize = 2;
/// The place of the disable memory.
pub const DISABLE: usize = 3;
/// The place of the ROM with the microcode's checksum.
const CHECKSUM: usize = 8;

pub(super) const fn at_once(address: &'static str, data: &'static str) -> ReadPort {
    ReadPort {
        time: ReadTime::AtOnce,
        address,
        data,
    }
}

const fn at_falling_edge(address: &'static str, data: &'static str) -> ReadPort {
    ReadPort {
        time: ReadTime::FallingEdge,
        address,
        data,
    }
}

pub(super) const fn clocked(address: &'static str, data: &'static str) -> ReadPort {
    ReadPort {
        time: ReadTime::NextCycle,
        address,
        data,
    }
}

/// All of them, the microcode ROM still empty of a program.
pub(super) fn memories() -> Vec<Memory> {
    let memory = |name, help, address, width, reads: &[ReadPort]| Memory {
        name,
        help,
        address,
        width,
        reads: reads.to_vec(),
        write: None,
        contents: Vec::new(),
    };
    let write = |enable, address, data| {
        Some(WritePort {
            enable,
            address,
            data,
        })
    };
    let word = at_once("slot_address", "slot");
    let depth = at_once("depth_address", "depth");
    let (old, new) = ("old_address", "new_address");
    vec![
        Memory {
            contents: filled(Vec::new()),
            ..memory(
                "microcode",
                "The microcode ROM, read at both possible next addresses.",
                10,
                64,
                &[
                    at_falling_edge("jump_address", "jump_word"),
                    at_falling_edge("following_address", "following_word"),
                ],
            )
        },
        Memory {
            write: write("slot_write", "slot_write_address", "slot_data"),
            ..memory(
                "slots",
                "The stack: eight slots of sixteen bits a frame.",
                9,
                16,
                &[word, depth],
            )
        },
        Memory {
            write: write("frame_write", "frame_address", "frame_data"),
            ..memory(
                "frames",
                "The stack: the state half of a frame.",
                6,
                34,
                &[at_once("frame_address", "frame")],
            )
        },
        Memory {
            write: write("disable_write", "disable_address", "disable_data"),
            ..memory(
                "disable",
                "The disable memory, a word a ply.",
                6,
                64,
                &[at_once("disable_address", "disable_word")],
            )
        },
        Memory {
            contents: HASH_PIECE.as_flattened().to_vec(),
            ..memory(
                "hash",
                "The hash ROM: square and piece.",
                10,
                48,
                &[clocked(old, "hash_old"), clocked(new, "hash_new")],
            )
        },
        Memory {
            contents: (0..1024).map(|at| lazy(at / 16, at % 16)).collect(),
            ..memory(
                "lazy",
                "The lazy evaluator's ROM: square and piece, to material (low half) and piece-square value.",
                10,
                32,
                &[clocked(old, "lazy_old"), clocked(new, "lazy_new")],
            )
        },
        Memory {
            contents: SAFETY
                .as_flattened()
                .iter()
                .map(|&word| u64::from(word as u16))
                .collect(),
            ..memory(
                "safety",
                "The king-safety ROM: stage class and wing register.",
                12,
                16,
                &[
                    clocked("safety_white_address", "safety_white"),
                    clocked("safety_black_address", "safety_black"),
                ],
            )
        },
        Memory {
            contents: CENTRALIZATION
                .as_flattened()
                .iter()
                .map(|&word| u64::from(word as u16))
                .collect(),
            ..memory(
                "central",
                "The king-centralization ROM: stage class and square.",
                9,
                16,
                &[
                    clocked("central_white_address", "central_white"),
                    clocked("central_black_address", "central_black"),
                ],
            )
        },
        Memory {
            contents: checksum_halves(&filled(Vec::new())),
            ..memory(
                "checksum",
                "The microcode's checksum, CRC-32 of its words, lowest byte first: low half, high half.",
                1,
                16,
                &[at_once("checksum_address", "checksum")],
            )
        },
    ]
}

const _: () = assert!(
    STAGES == 8,
    "the stage class is three wires of the ROMs' addresses"
);

fn lazy(square: usize, piece: usize) -> u64 {
    let word = lazy_word(square, piece);
    u64::from(word.material as u16) | u64::from(word.piece_square as u16) << 16
}

/// Puts a program into the microcode ROM of the list, and its checksum into the ROM beside it.
pub(super) fn load(memories: &mut [Memory], program: &[Word]) {
    let words = filled(program.iter().map(|word| word.0).collect());
    memories[CHECKSUM].contents = checksum_halves(&words);
    memories[MICROCODE].contents = words;
}

fn checksum_halves(words: &[u64]) -> Vec<u64> {
    let checksum = u64::from(checksum(words));
    vec![checksum & 0xFFFF, checksum >> 16]
}

/// CRC-32 of the microcode ROM, all 1,024 words, each with its lowest byte first.
fn checksum(words: &[u64]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    for word in words {
        crc.update(&word.to_le_bytes());
    }
    crc.finalize()
}

/// The checksum by which a host knows the microcode: CRC-32 of the ROM with this program in it.
pub fn microcode_checksum(program: &[Word]) -> u32 {
    checksum(&filled(program.iter().map(|word| word.0).collect()))
}

/// A program with words that halt behind it, as the machine has them.
pub(super) fn filled(mut words: Vec<u64>) -> Vec<u64> {
    words.resize(WORDS, crate::microengine::word::HALT.set(Word(0), 1).0);
    words
}
