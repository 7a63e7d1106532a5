//! The RTL's registers, memory pins and ports.

/// The machine, a clocked circuit.
#[derive(Clone, Copy, Debug)]
pub struct Top;

logic::pins! {
    /// The registers.
    Registers {
        "the machine runs; low: it has halted and waits for the host" running: wire,
        "the host drives the root" hosted: wire,
        "the microword" word: plane,
        "the address of the microword" address: wires[10],
        "cycles since the word began" phase: wires[4],
        "the accumulator" acc: word,
        "the to register" to: address,
        "the from register" from: address,
        "the captured register" captured: wires[4],
        "the en-passant latch: the square passed over, 0 for none" en_passant: address,
        "castling rights: K, Q, k, q" rights: wires[4],
        "the kind register: what is special about the move" kind: wires[3],
        "the flag IN CHECK" in_check: wire,
        "the flag LEGAL" legal: wire,
        "the flag RAISED" raised: wire,
        "the flag QUIET" quiet: wire,
        "the en-passant pawn has had all its takers" spent: wire,
        "the moved register" moved: wires[4],
        "the side to move" white_to_move: wire,
        "the ply counter" ply: address,
        "the greatest ply since the host cleared this" deepest: address,
        "the priority network found no square (last find)" none: wire,
        "CHECK (last find)" check: wire,
        "the draw value from White's side" draw: word,
        "the memory's latch: the entry read last" entry: plane,
        "nodes counted" nodes: plane,
        "cycles run" cycles: plane,
        ("bit " # " of the piece registers; bit 3 means black") piece as p[0 1 2 3]: plane,
        "the board was written in the cycle before: the ROMs' words for it are there now" settling: wire,
        "the 48-bit key of pieces and squares, less what is settling; wires 48 to 63 stay low" hash: plane,
        "the material register, less what is settling" material: word,
        "the piece-square register, less what is settling" piece_square: word,
        "the stage register" stage: wires[8],
        "where White's king was last put" king_white: address,
        "where Black's king was last put" king_black: address,
        "the four wing registers, nine wires each: White's king's and queen's wing, Black's; wires 36 to 63 stay low" wings: plane,
        ("bit " # " of the full evaluator's own piece registers; bit 3 means black") evaluated as e[0 1 2 3]: plane,
        "the cells' cycle in the lower three wires, bit 3 that they report" reporting: wires[4],
        "the counters' cycle, bit 3 that there is something to count" counting: wires[4],
        "the weights' cycle, bit 3 that there is something to weigh" weighing: wires[4],
        "the sum is complete: it goes through the clamp into the latch" clamping: wire,
        ("White's line " # ", latched on its way to the counter") white[0 1 2 3 4 5 6]: plane,
        ("Black's line " # ", latched on its way to the counter") black[0 1 2 3 4 5 6]: plane,
        ("White's reports on line " # " less Black's, latched on their way to the weights") counts as count[0 1 2 3 4 5 6]: word,
        "the full evaluator's SUM register" sum: word,
        "the full evaluator's latch: the value from White's side, 0 until it is ready" full: word,
        ("the receivers' line " # ", latched on its way to the priority network") lines as line[1 2 3 4 5 6]: plane,
        "the OR of the king lines, latched" king_taken: wire,
    }
}

logic::pins! {
    /// Data read from the memories.
    Reads {
        "the microword at the address that the word of this cycle names" jump_word: plane,
        "the microword behind that of this cycle" following_word: plane,
        "the slot that may drive the value bus" slot: word,
        "slot `depth` of the frame of this ply" depth: word,
        "the state half of a frame" frame: wires[34],
        "the disable word of this ply" disable_word: plane,
        "hash ROM: the piece taken off" hash_old: wires[48],
        "hash ROM: the piece put on" hash_new: wires[48],
        "lazy ROM: material and piece-square value of the piece taken off" lazy_old: wires[32],
        "lazy ROM: material and piece-square value of the piece put on" lazy_new: wires[32],
        "safety ROM: the wing White's king stands on" safety_white: word,
        "safety ROM: the wing Black's king stands on" safety_black: word,
        "centralization ROM: White's king" central_white: word,
        "centralization ROM: Black's king" central_black: word,
    }
}

logic::pins! {
    /// Addresses, data and write lines of the memories.
    Accesses {
        "the address that the microword names, or that at which the host starts" jump_address: wires[10],
        "the address behind that of the microword" following_address: wires[10],
        "frame and slot that may drive the value bus" slot_address: wires[9],
        "frame and slot of the depth" depth_address: wires[9],
        "a slot is written" slot_write: wire,
        "frame and slot written" slot_write_address: wires[9],
        "what is written into it" slot_data: word,
        "the state half is written" frame_write: wire,
        "the frame of the state half: of this ply, for `target` and `restore` with `ply down` of the ply before" frame_address: address,
        "what is written into the state half" frame_data: wires[34],
        "the disable word is written" disable_write: wire,
        "the ply, which addresses the disable word" disable_address: address,
        "what is written into it" disable_data: plane,
        "square and piece taken off" old_address: wires[10],
        "square and piece put on" new_address: wires[10],
        "stage class and wing register of White's king" safety_white_address: wires[12],
        "stage class and wing register of Black's king" safety_black_address: wires[12],
        "stage class and square of White's king" central_white_address: wires[9],
        "stage class and square of Black's king, the board flipped" central_black_address: wires[9],
    }
}

logic::pins! {
    /// The ports in.
    Inputs {
        "number of the host register" host_address: address,
        "the host writes; effective only while the machine has halted" host_write: wire,
        "the host's data" host_data: word,
        "the transposition memory is not ready: the word waits" memory_wait: wire,
        "the entry at the memory's address, as of the cycle before" memory_entry: plane,
    }
}

logic::pins! {
    /// The ports out.
    Outputs {
        "data for the host" host_out: word,
        "the machine has halted" halted: wire,
        "the entry's address: 16 bits of the key, and white-to-move" memory_address: wires[17],
        "the word reads or writes the transposition memory" memory_request: wire,
        "the entry is written at the end of this cycle" memory_write: wire,
        "the entry's new contents" memory_data: plane,
    }
}
