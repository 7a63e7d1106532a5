//! The RTL's registers, memory pins and ports.

/// The machine, a clocked circuit.
#[derive(Clone, Copy, Debug)]
pub struct Top;

logic::pins! {
    /// The registers.
    Registers {
        "The machine is at work on a search. Low: it has halted, and the host may read the result or give it the next move." running: wire,
        "The host chooses which first move is looked at; the machine searches the replies below it. Low: the machine drives the whole search alone." hosted: wire,
        "the microword" word: plane,
        "Where in the search program the machine is: the number of the microword that it carries out now." address: wires[10],
        "cycles since the word began" phase: wires[4],
        "The value at hand, in centipawns for the side to move: of the move that has just come back, or of the position. All sums and comparisons are with this accumulator." acc: word,
        "The square that the move goes to: the victim, named by the priority network and held for the aggressors. The to register." to: address,
        "The square that the move comes from: the aggressor. It is kept to put the piece back when the move is taken back." from: address,
        "The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing." captured: wires[4],
        "The square that a pawn has just passed over with a double step, where an enemy's pawn may take it. 0: none." en_passant: address,
        "Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q, lowest wire first." rights: wires[4],
        "What is special about the move: castling, en passant, a promotion. 0: an ordinary move." kind: wires[3],
        "The side to move is in check, so this node is searched further, and quiet moves count." in_check: wire,
        "A legal move has been found at this node. Low when all moves are tried: it is mate or stalemate." legal: wire,
        "A move at this node was better than all that the side to move had before: its value raised alpha." raised: wire,
        "Only captures and promotions are tried at this node, since the depth is used up." quiet: wire,
        "Every pawn that could take en passant at this node has been tried." spent: wire,
        "The piece that makes the move: its kind and its color. A promoted pawn is put back from it." moved: wires[4],
        "Whose move it is on the machine's board: high for White, low for Black." white_to_move: wire,
        "How many moves ahead of the game's position the board stands now: 0 at the root, counted by moves made less moves taken back." ply: address,
        "The most moves ahead that this search has looked so far. The host clears it before a search." deepest: address,
        "The last find named no square: there is no further victim, or no further piece that can take it." none: wire,
        "The last find reached a king that it was not to reach: the move before has left its own king in check, and is taken back as illegal." check: wire,
        "What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws." draw: word,
        "What the machine remembers of this position, or of another at the same place: the entry that it has read last from the transposition memory." entry: plane,
        "How many positions the search has looked at, each once for every time it is reached by a legal move." nodes: plane,
        "How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds." cycles: plane,
        ("Which pieces stand on the board: bit " # " of the code of each square's piece, a1 lowest. Bit 3 means black.") piece as p[0 1 2 3]: plane,
        "the board was written in the cycle before: the ROMs' words for it are there now" settling: wire,
        "The fingerprint of the pieces on their squares, by which a position met before is recognized: a key of 48 bits, less what is settling." hash: wires[48],
        "White's pieces less Black's by their worth, in centipawns, kept by every piece put on or taken off, less what is settling." material: word,
        "How much better White's pieces stand on their squares than Black's, in centipawns, less what is settling." piece_square: word,
        "How far the game has come from opening to ending: 24 with all pieces on the board, 0 with kings and pawns alone." stage: wires[8],
        "Where White's king stands; his pawn shelter and his way to the center are read off from it." king_white: address,
        "Where Black's king stands; his pawn shelter and his way to the center are read off from it." king_black: address,
        "White's pawns on the king's wing, which shelter his castled king: a wire each for nine squares, files h, g and f of the second rank, then the third, then the fourth." wing_white_king: wires[9],
        "White's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the second rank, then the third, then the fourth." wing_white_queen: wires[9],
        "Black's pawns on the king's wing: a wire each for nine squares, files h, g and f of the seventh rank, then the sixth, then the fifth." wing_black_king: wires[9],
        "Black's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the seventh rank, then the sixth, then the fifth." wing_black_queen: wires[9],
        ("The same board again, for the full evaluator alone: bit " # " of the code of each square's piece. Bit 3 means black.") evaluated as e[0 1 2 3]: plane,
        "the cells' cycle in the lower three wires, bit 3 that they report" reporting: wires[4],
        "the counters' cycle, bit 3 that there is something to count" counting: wires[4],
        "the weights' cycle, bit 3 that there is something to weigh" weighing: wires[4],
        "the sum is complete: it goes through the clamp into the latch" clamping: wire,
        ("White's line " # ", latched on its way to the counter") white[0 1 2 3 4 5 6]: plane,
        ("Black's line " # ", latched on its way to the counter") black[0 1 2 3 4 5 6]: plane,
        ("White's reports on line " # " less Black's, latched on their way to the weights") counts as count[0 1 2 3 4 5 6]: word,
        "the full evaluator's SUM register" sum: word,
        "What the 64 cells of the full evaluator add to the lazy value, in centipawns for White: mobility, king safety and pawns. 0 until they are ready." full: word,
        ("the receivers' line " # ", latched on its way to the priority network") lines as line[1 2 3 4 5 6]: plane,
        "the OR of the king lines, latched" king_taken: wire,
        "the address of the entry that the host reads" entry_address: wires[17],
        "cycles since the host asked for the entry, 0 if it has not" fetch: wires[3],
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
        "half of the microcode's checksum" checksum: word,
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
        "which half of the checksum" checksum_address: wires[1],
    }
}

logic::pins! {
    /// The ports in.
    Inputs {
        "number of the host register" host_address: address,
        "the host writes; effective only while the machine has halted" host_write: wire,
        "the host's data" host_data: word,
        "the transposition memory is not ready: the microword waits" memory_wait: wire,
        "the entry at the memory's address, as of the cycle before" memory_entry: plane,
        "the memory has two to this power entries" memory_bits: wires[5],
        "used entries among the first thousand of the memory" memory_used: wires[10],
    }
}

logic::pins! {
    /// The ports out.
    Outputs {
        "data for the host" host_out: word,
        "the machine has halted" halted: wire,
        "the entry's address: 16 bits of the key, and white-to-move" memory_address: wires[17],
        "the microword or the host reads, or the microword writes, the transposition memory" memory_request: wire,
        "the entry is written at the end of this cycle" memory_write: wire,
        "the entry's new contents" memory_data: plane,
        "the memory is to clear all entries, and to raise its wait line until that is done" memory_clear: wire,
        "the memory is to clear all open flags, likewise" memory_close: wire,
    }
}
