// belle_gates: one cycle of the machine: the boards between its registers, and how they are wired.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_gates (
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    // The host chooses which first move is looked at; the machine searches the replies below it.
    // Low: the machine drives the whole search alone.
    input  wire hosted,
    input  wire [63:0] word, // the microword
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    input  wire [9:0] address,
    input  wire [3:0] phase, // cycles since the word began
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    input  wire [15:0] acc,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    input  wire in_check,
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    input  wire legal,
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    input  wire raised,
    // Only captures and promotions are tried at this node, since the depth is used up.
    input  wire quiet,
    input  wire spent, // Every pawn that could take en passant at this node has been tried.
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    input  wire [3:0] moved,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    input  wire [5:0] deepest,
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    input  wire none,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire check,
    // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    input  wire [15:0] draw,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    input  wire [63:0] nodes,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    input  wire [63:0] cycles,
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p0,
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p1,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p2,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p3,
    // the board was written in the cycle before: the ROMs' words for it are there now
    input  wire settling,
    // The fingerprint of the pieces on their squares, by which a position met before is recognized:
    // a key of 48 bits, less what is settling.
    input  wire [47:0] hash,
    // White's pieces less Black's by their worth, in centipawns, kept by every piece put on or
    // taken off, less what is settling.
    input  wire [15:0] material,
    // How much better White's pieces stand on their squares than Black's, in centipawns, less what
    // is settling.
    input  wire [15:0] piece_square,
    // How far the game has come from opening to ending: 24 with all pieces on the board, 0 with
    // kings and pawns alone.
    input  wire [7:0] stage,
    // Where White's king stands; his pawn shelter and his way to the center are read off from it.
    input  wire [5:0] king_white,
    // Where Black's king stands; his pawn shelter and his way to the center are read off from it.
    input  wire [5:0] king_black,
    // White's pawns on the king's wing, which shelter his castled king: a wire each for nine
    // squares, files h, g and f of the second rank, then the third, then the fourth.
    input  wire [8:0] wing_white_king,
    // White's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // second rank, then the third, then the fourth.
    input  wire [8:0] wing_white_queen,
    // Black's pawns on the king's wing: a wire each for nine squares, files h, g and f of the
    // seventh rank, then the sixth, then the fifth.
    input  wire [8:0] wing_black_king,
    // Black's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // seventh rank, then the sixth, then the fifth.
    input  wire [8:0] wing_black_queen,
    // The same board again, for the full evaluator alone: bit 0 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e0,
    // The same board again, for the full evaluator alone: bit 1 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e1,
    // The same board again, for the full evaluator alone: bit 2 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e2,
    // The same board again, for the full evaluator alone: bit 3 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e3,
    // the cells' cycle in the lower three wires, bit 3 that they report
    input  wire [3:0] reporting,
    input  wire [3:0] counting, // the counters' cycle, bit 3 that there is something to count
    input  wire [3:0] weighing, // the weights' cycle, bit 3 that there is something to weigh
    input  wire clamping, // the sum is complete: it goes through the clamp into the latch
    input  wire [63:0] white0, // White's line 0, latched on its way to the counter
    input  wire [63:0] white1, // White's line 1, latched on its way to the counter
    input  wire [63:0] white2, // White's line 2, latched on its way to the counter
    input  wire [63:0] white3, // White's line 3, latched on its way to the counter
    input  wire [63:0] white4, // White's line 4, latched on its way to the counter
    input  wire [63:0] white5, // White's line 5, latched on its way to the counter
    input  wire [63:0] white6, // White's line 6, latched on its way to the counter
    input  wire [63:0] black0, // Black's line 0, latched on its way to the counter
    input  wire [63:0] black1, // Black's line 1, latched on its way to the counter
    input  wire [63:0] black2, // Black's line 2, latched on its way to the counter
    input  wire [63:0] black3, // Black's line 3, latched on its way to the counter
    input  wire [63:0] black4, // Black's line 4, latched on its way to the counter
    input  wire [63:0] black5, // Black's line 5, latched on its way to the counter
    input  wire [63:0] black6, // Black's line 6, latched on its way to the counter
    // White's reports on line 0 less Black's, latched on their way to the weights
    input  wire [15:0] count0,
    // White's reports on line 1 less Black's, latched on their way to the weights
    input  wire [15:0] count1,
    // White's reports on line 2 less Black's, latched on their way to the weights
    input  wire [15:0] count2,
    // White's reports on line 3 less Black's, latched on their way to the weights
    input  wire [15:0] count3,
    // White's reports on line 4 less Black's, latched on their way to the weights
    input  wire [15:0] count4,
    // White's reports on line 5 less Black's, latched on their way to the weights
    input  wire [15:0] count5,
    // White's reports on line 6 less Black's, latched on their way to the weights
    input  wire [15:0] count6,
    input  wire [15:0] sum, // the full evaluator's SUM register
    // What the 64 cells of the full evaluator add to the lazy value, in centipawns for White:
    // mobility, king safety and pawns. 0 until they are ready.
    input  wire [15:0] full,
    input  wire [63:0] line1, // the receivers' line 1, latched on its way to the priority network
    input  wire [63:0] line2, // the receivers' line 2, latched on its way to the priority network
    input  wire [63:0] line3, // the receivers' line 3, latched on its way to the priority network
    input  wire [63:0] line4, // the receivers' line 4, latched on its way to the priority network
    input  wire [63:0] line5, // the receivers' line 5, latched on its way to the priority network
    input  wire [63:0] line6, // the receivers' line 6, latched on its way to the priority network
    input  wire king_taken, // the OR of the king lines, latched
    input  wire [16:0] entry_address, // the address of the entry that the host reads
    input  wire [2:0] fetch, // cycles since the host asked for the entry, 0 if it has not
    input  wire [63:0] jump_word, // the microword at the address that the word of this cycle names
    input  wire [63:0] following_word, // the microword behind that of this cycle
    input  wire [15:0] slot, // the slot that may drive the value bus
    input  wire [15:0] depth, // slot `depth` of the frame of this ply
    input  wire [33:0] frame, // the state half of a frame
    input  wire [63:0] disable_word, // the disable word of this ply
    input  wire [47:0] hash_old, // hash ROM: the piece taken off
    input  wire [47:0] hash_new, // hash ROM: the piece put on
    input  wire [31:0] lazy_old, // lazy ROM: material and piece-square value of the piece taken off
    input  wire [31:0] lazy_new, // lazy ROM: material and piece-square value of the piece put on
    input  wire [15:0] safety_white, // safety ROM: the wing White's king stands on
    input  wire [15:0] safety_black, // safety ROM: the wing Black's king stands on
    input  wire [15:0] central_white, // centralization ROM: White's king
    input  wire [15:0] central_black, // centralization ROM: Black's king
    input  wire [15:0] checksum, // half of the microcode's checksum
    input  wire [5:0] host_address, // number of the host register
    input  wire host_write, // the host writes; effective only while the machine has halted
    input  wire [15:0] host_data, // the host's data
    input  wire memory_wait, // the transposition memory is not ready: the microword waits
    input  wire [63:0] memory_entry, // the entry at the memory's address, as of the cycle before
    input  wire [4:0] memory_bits, // the memory has two to this power entries
    input  wire [9:0] memory_used, // used entries among the first thousand of the memory
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    output wire running_next,
    // The host chooses which first move is looked at; the machine searches the replies below it.
    // Low: the machine drives the whole search alone.
    output wire hosted_next,
    output wire [63:0] word_next, // the microword
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    output wire [9:0] address_next,
    output wire [3:0] phase_next, // cycles since the word began
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    output wire [15:0] acc_next,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    output wire [5:0] to_next,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    output wire [5:0] from_next,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    output wire [3:0] captured_next,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    output wire [5:0] en_passant_next,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    output wire [3:0] rights_next,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    output wire [2:0] kind_next,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    output wire in_check_next,
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    output wire legal_next,
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    output wire raised_next,
    // Only captures and promotions are tried at this node, since the depth is used up.
    output wire quiet_next,
    output wire spent_next, // Every pawn that could take en passant at this node has been tried.
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    output wire [3:0] moved_next,
    // Whose move it is on the machine's board: high for White, low for Black.
    output wire white_to_move_next,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    output wire [5:0] ply_next,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    output wire [5:0] deepest_next,
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    output wire none_next,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    output wire check_next,
    // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    output wire [15:0] draw_next,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    output wire [63:0] entry_next,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    output wire [63:0] nodes_next,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    output wire [63:0] cycles_next,
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p0_next,
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p1_next,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p2_next,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p3_next,
    // the board was written in the cycle before: the ROMs' words for it are there now
    output wire settling_next,
    // The fingerprint of the pieces on their squares, by which a position met before is recognized:
    // a key of 48 bits, less what is settling.
    output wire [47:0] hash_next,
    // White's pieces less Black's by their worth, in centipawns, kept by every piece put on or
    // taken off, less what is settling.
    output wire [15:0] material_next,
    // How much better White's pieces stand on their squares than Black's, in centipawns, less what
    // is settling.
    output wire [15:0] piece_square_next,
    // How far the game has come from opening to ending: 24 with all pieces on the board, 0 with
    // kings and pawns alone.
    output wire [7:0] stage_next,
    // Where White's king stands; his pawn shelter and his way to the center are read off from it.
    output wire [5:0] king_white_next,
    // Where Black's king stands; his pawn shelter and his way to the center are read off from it.
    output wire [5:0] king_black_next,
    // White's pawns on the king's wing, which shelter his castled king: a wire each for nine
    // squares, files h, g and f of the second rank, then the third, then the fourth.
    output wire [8:0] wing_white_king_next,
    // White's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // second rank, then the third, then the fourth.
    output wire [8:0] wing_white_queen_next,
    // Black's pawns on the king's wing: a wire each for nine squares, files h, g and f of the
    // seventh rank, then the sixth, then the fifth.
    output wire [8:0] wing_black_king_next,
    // Black's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // seventh rank, then the sixth, then the fifth.
    output wire [8:0] wing_black_queen_next,
    // The same board again, for the full evaluator alone: bit 0 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e0_next,
    // The same board again, for the full evaluator alone: bit 1 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e1_next,
    // The same board again, for the full evaluator alone: bit 2 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e2_next,
    // The same board again, for the full evaluator alone: bit 3 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e3_next,
    // the cells' cycle in the lower three wires, bit 3 that they report
    output wire [3:0] reporting_next,
    output wire [3:0] counting_next, // the counters' cycle, bit 3 that there is something to count
    output wire [3:0] weighing_next, // the weights' cycle, bit 3 that there is something to weigh
    output wire clamping_next, // the sum is complete: it goes through the clamp into the latch
    output wire [63:0] white0_next, // White's line 0, latched on its way to the counter
    output wire [63:0] white1_next, // White's line 1, latched on its way to the counter
    output wire [63:0] white2_next, // White's line 2, latched on its way to the counter
    output wire [63:0] white3_next, // White's line 3, latched on its way to the counter
    output wire [63:0] white4_next, // White's line 4, latched on its way to the counter
    output wire [63:0] white5_next, // White's line 5, latched on its way to the counter
    output wire [63:0] white6_next, // White's line 6, latched on its way to the counter
    output wire [63:0] black0_next, // Black's line 0, latched on its way to the counter
    output wire [63:0] black1_next, // Black's line 1, latched on its way to the counter
    output wire [63:0] black2_next, // Black's line 2, latched on its way to the counter
    output wire [63:0] black3_next, // Black's line 3, latched on its way to the counter
    output wire [63:0] black4_next, // Black's line 4, latched on its way to the counter
    output wire [63:0] black5_next, // Black's line 5, latched on its way to the counter
    output wire [63:0] black6_next, // Black's line 6, latched on its way to the counter
    // White's reports on line 0 less Black's, latched on their way to the weights
    output wire [15:0] count0_next,
    // White's reports on line 1 less Black's, latched on their way to the weights
    output wire [15:0] count1_next,
    // White's reports on line 2 less Black's, latched on their way to the weights
    output wire [15:0] count2_next,
    // White's reports on line 3 less Black's, latched on their way to the weights
    output wire [15:0] count3_next,
    // White's reports on line 4 less Black's, latched on their way to the weights
    output wire [15:0] count4_next,
    // White's reports on line 5 less Black's, latched on their way to the weights
    output wire [15:0] count5_next,
    // White's reports on line 6 less Black's, latched on their way to the weights
    output wire [15:0] count6_next,
    output wire [15:0] sum_next, // the full evaluator's SUM register
    // What the 64 cells of the full evaluator add to the lazy value, in centipawns for White:
    // mobility, king safety and pawns. 0 until they are ready.
    output wire [15:0] full_next,
    // the receivers' line 1, latched on its way to the priority network
    output wire [63:0] line1_next,
    // the receivers' line 2, latched on its way to the priority network
    output wire [63:0] line2_next,
    // the receivers' line 3, latched on its way to the priority network
    output wire [63:0] line3_next,
    // the receivers' line 4, latched on its way to the priority network
    output wire [63:0] line4_next,
    // the receivers' line 5, latched on its way to the priority network
    output wire [63:0] line5_next,
    // the receivers' line 6, latched on its way to the priority network
    output wire [63:0] line6_next,
    output wire king_taken_next, // the OR of the king lines, latched
    output wire [16:0] entry_address_next, // the address of the entry that the host reads
    output wire [2:0] fetch_next, // cycles since the host asked for the entry, 0 if it has not
    // the address that the microword names, or that at which the host starts
    output wire [9:0] jump_address,
    output wire [9:0] following_address, // the address behind that of the microword
    output wire [8:0] slot_address, // frame and slot that may drive the value bus
    output wire [8:0] depth_address, // frame and slot of the depth
    output wire slot_write, // a slot is written
    output wire [8:0] slot_write_address, // frame and slot written
    output wire [15:0] slot_data, // what is written into it
    output wire frame_write, // the state half is written
    // the frame of the state half: of this ply, for `target` and `restore` with `ply down` of the
    // ply before
    output wire [5:0] frame_address,
    output wire [33:0] frame_data, // what is written into the state half
    output wire disable_write, // the disable word is written
    output wire [5:0] disable_address, // the ply, which addresses the disable word
    output wire [63:0] disable_data, // what is written into it
    output wire [9:0] old_address, // square and piece taken off
    output wire [9:0] new_address, // square and piece put on
    output wire [11:0] safety_white_address, // stage class and wing register of White's king
    output wire [11:0] safety_black_address, // stage class and wing register of Black's king
    output wire [8:0] central_white_address, // stage class and square of White's king
    // stage class and square of Black's king, the board flipped
    output wire [8:0] central_black_address,
    output wire checksum_address, // which half of the checksum
    output wire [15:0] host_out, // data for the host
    output wire halted, // the machine has halted
    output wire [16:0] memory_address, // the entry's address: 16 bits of the key, and white-to-move
    // the microword or the host reads, or the microword writes, the transposition memory
    output wire memory_request,
    output wire memory_write, // the entry is written at the end of this cycle
    output wire [63:0] memory_data, // the entry's new contents
    // the memory is to clear all entries, and to raise its wait line until that is done
    output wire memory_clear,
    output wire memory_close // the memory is to clear all open flags, likewise
);

    // ORDERS, the decoder of the microword: a line for each value of each field, so that the other boards need no codes
    wire test_none;
    wire test_check;
    wire test_less;
    wire test_equal;
    wire test_at_most;
    wire test_zero;
    wire test_negative;
    wire test_late;
    wire test_hit;
    wire test_open;
    wire test_lower;
    wire test_upper;
    wire test_special;
    wire test_promotion;
    wire test_kind;
    wire test_kind_en_passant;
    wire test_kind_promotion;
    wire test_kind_last;
    wire test_kind_king;
    wire test_castle_king;
    wire test_castle_queen;
    wire test_in_check;
    wire test_legal;
    wire test_raised;
    wire test_quiet;
    wire test_quiet_empty;
    wire test_deep;
    wire test_root;
    wire test_hosted;
    wire source_acc;
    wire source_frame;
    wire source_parent;
    wire source_constant;
    wire source_lazy;
    wire source_full;
    wire source_draw;
    wire source_entry_value;
    wire source_entry_depth;
    wire source_ply;
    wire source_move;
    wire dest_acc;
    wire dest_frame;
    wire dest_both;
    wire address_to;
    wire address_from;
    wire address_passed;
    wire address_square;
    wire take_moved;
    wire take_captured;
    wire put_nothing;
    wire put_moved;
    wire put_captured;
    wire put_own;
    wire put_enemy;
    wire put_promoted;
    wire find_nothing;
    wire find_victim;
    wire find_aggressor;
    wire find_check;
    wire disable_nothing;
    wire disable_clear;
    wire disable_close;
    wire disable_from;
    wire disable_all;
    wire disable_empties;
    wire frame_save;
    wire frame_restore;
    wire frame_target;
    wire ply_up;
    wire ply_down;
    wire flag_clear;
    wire flag_legal;
    wire flag_raised;
    wire flag_quiet;
    wire flag_in_check;
    wire flag_plain;
    wire flag_en_passant;
    wire flag_king_side;
    wire flag_queen_side;
    wire flag_queen;
    wire flag_next_kind;
    wire memory_nothing;
    wire memory_probe;
    wire memory_mark;
    wire memory_store_upper;
    wire memory_store_lower;
    wire memory_store_exact;
    belle_orders orders(
        .word(word),
        .test_none(test_none),
        .test_check(test_check),
        .test_less(test_less),
        .test_equal(test_equal),
        .test_at_most(test_at_most),
        .test_zero(test_zero),
        .test_negative(test_negative),
        .test_late(test_late),
        .test_hit(test_hit),
        .test_open(test_open),
        .test_lower(test_lower),
        .test_upper(test_upper),
        .test_special(test_special),
        .test_promotion(test_promotion),
        .test_kind(test_kind),
        .test_kind_en_passant(test_kind_en_passant),
        .test_kind_promotion(test_kind_promotion),
        .test_kind_last(test_kind_last),
        .test_kind_king(test_kind_king),
        .test_castle_king(test_castle_king),
        .test_castle_queen(test_castle_queen),
        .test_in_check(test_in_check),
        .test_legal(test_legal),
        .test_raised(test_raised),
        .test_quiet(test_quiet),
        .test_quiet_empty(test_quiet_empty),
        .test_deep(test_deep),
        .test_root(test_root),
        .test_hosted(test_hosted),
        .source_acc(source_acc),
        .source_frame(source_frame),
        .source_parent(source_parent),
        .source_constant(source_constant),
        .source_lazy(source_lazy),
        .source_full(source_full),
        .source_draw(source_draw),
        .source_entry_value(source_entry_value),
        .source_entry_depth(source_entry_depth),
        .source_ply(source_ply),
        .source_move(source_move),
        .dest_acc(dest_acc),
        .dest_frame(dest_frame),
        .dest_both(dest_both),
        .address_to(address_to),
        .address_from(address_from),
        .address_passed(address_passed),
        .address_square(address_square),
        .take_moved(take_moved),
        .take_captured(take_captured),
        .put_nothing(put_nothing),
        .put_moved(put_moved),
        .put_captured(put_captured),
        .put_own(put_own),
        .put_enemy(put_enemy),
        .put_promoted(put_promoted),
        .find_nothing(find_nothing),
        .find_victim(find_victim),
        .find_aggressor(find_aggressor),
        .find_check(find_check),
        .disable_nothing(disable_nothing),
        .disable_clear(disable_clear),
        .disable_close(disable_close),
        .disable_from(disable_from),
        .disable_all(disable_all),
        .disable_empties(disable_empties),
        .frame_save(frame_save),
        .frame_restore(frame_restore),
        .frame_target(frame_target),
        .ply_up(ply_up),
        .ply_down(ply_down),
        .flag_clear(flag_clear),
        .flag_legal(flag_legal),
        .flag_raised(flag_raised),
        .flag_quiet(flag_quiet),
        .flag_in_check(flag_in_check),
        .flag_plain(flag_plain),
        .flag_en_passant(flag_en_passant),
        .flag_king_side(flag_king_side),
        .flag_queen_side(flag_queen_side),
        .flag_queen(flag_queen),
        .flag_next_kind(flag_next_kind),
        .memory_nothing(memory_nothing),
        .memory_probe(memory_probe),
        .memory_mark(memory_mark),
        .memory_store_upper(memory_store_upper),
        .memory_store_lower(memory_store_lower),
        .memory_store_exact(memory_store_exact)
    );

    // what the host does in this cycle: a line for each register that it writes, and for what it asks for
    wire host_starts;
    wire host_puts;
    wire host_writes_position;
    wire host_writes_move;
    wire host_writes_draw;
    wire host_clears_counters;
    wire host_writes_slot;
    wire host_reads_slot;
    wire host_reads_value;
    wire host_stops;
    wire host_fetches;
    wire [1:0] host_writes_entry_address;
    wire [63:0] host_register;
    belle_host_orders host_orders(
        .host_address(host_address),
        .running(running),
        .host_write(host_write),
        .host_data(host_data),
        .host_starts(host_starts),
        .host_puts(host_puts),
        .host_writes_position(host_writes_position),
        .host_writes_move(host_writes_move),
        .host_writes_draw(host_writes_draw),
        .host_clears_counters(host_clears_counters),
        .host_writes_slot(host_writes_slot),
        .host_reads_slot(host_reads_slot),
        .host_reads_value(host_reads_value),
        .host_stops(host_stops),
        .host_clears_memory(memory_clear),
        .host_clears_open_flags(memory_close),
        .host_fetches(host_fetches),
        .host_writes_entry_address(host_writes_entry_address),
        .host_register(host_register)
    );

    // PHASES, the length of a microword: how many cycles it takes, and in which of them it ends
    wire commit;
    wire first;
    belle_phases phases(
        .reporting(reporting),
        .counting(counting),
        .weighing(weighing),
        .clamping(clamping),
        .source_full(source_full),
        .memory_nothing(memory_nothing),
        .find_nothing(find_nothing),
        .put_nothing(put_nothing),
        .test_hit(test_hit),
        .phase(phase),
        .memory_wait(memory_wait),
        .running(running),
        .commit(commit),
        .first(first),
        .phase_next(phase_next)
    );

    // DISABLE, the word of the disable memory after this microword's order: squares that no longer answer a find
    wire disable_order_disable_write;
    wire disable_order_spent_next;
    belle_disable_order disable_order(
        .p0(p0),
        .p1(p1),
        .p2(p2),
        .p3(p3),
        .white_to_move(white_to_move),
        .en_passant(en_passant),
        .spent(spent),
        .to(to),
        .disable_close(disable_close),
        .disable_from(disable_from),
        .from(from),
        .disable_word(disable_word),
        .disable_empties(disable_empties),
        .disable_all(disable_all),
        .disable_clear(disable_clear),
        .disable_nothing(disable_nothing),
        .disable_data(disable_data),
        .disable_write(disable_order_disable_write),
        .spent_next(disable_order_spent_next)
    );

    // LAZY, its adders: the hash, material and piece-square registers with the ROMs' words of the last write to the board
    wire [47:0] hash_written;
    belle_lazy_adder lazy_adder(
        .put_nothing(put_nothing),
        .hash_old(hash_old),
        .hash_new(hash_new),
        .settling(settling),
        .hash(hash),
        .first(first),
        .lazy_new(lazy_new),
        .lazy_old(lazy_old),
        .material(material),
        .piece_square(piece_square),
        .hash_settled(hash_next),
        .hash_written(hash_written),
        .material_settled(material_next),
        .piece_square_settled(piece_square_next)
    );

    // LAZY, the quick evaluation: material, piece-square values and kings, added up from the mover's side
    wire [15:0] lazy;
    belle_lazy_value lazy_value(
        .white_to_move(white_to_move),
        .king_white(king_white),
        .safety_white(safety_white),
        .king_black(king_black),
        .safety_black(safety_black),
        .central_white(central_white),
        .central_black(central_black),
        .material(material),
        .piece_square(piece_square),
        .lazy_new(lazy_new),
        .lazy_old(lazy_old),
        .settling(settling),
        .lazy(lazy)
    );

    // the drivers of the value bus: which register, slot, evaluator or constant the microword puts on it
    wire [15:0] source;
    wire adds;
    wire inverts;
    wire carries;
    belle_value_source value_source(
        .source_full(source_full),
        .running(running),
        .source_draw(source_draw),
        .full(full),
        .draw(draw),
        .white_to_move(white_to_move),
        .word(word),
        .source_acc(source_acc),
        .host_reads_value(host_reads_value),
        .source_frame(source_frame),
        .source_parent(source_parent),
        .host_reads_slot(host_reads_slot),
        .source_constant(source_constant),
        .source_entry_value(source_entry_value),
        .entry(entry),
        .source_entry_depth(source_entry_depth),
        .source_ply(source_ply),
        .ply(ply),
        .source_move(source_move),
        .to(to),
        .from(from),
        .kind(kind),
        .host_data(host_data),
        .host_writes_slot(host_writes_slot),
        .acc(acc),
        .slot(slot),
        .source_lazy(source_lazy),
        .lazy(lazy),
        .source(source),
        .adds(adds),
        .inverts(inverts),
        .carries(carries)
    );

    // VALUE BUS, the adder and the comparator: all arithmetic of the search
    wire less;
    wire equal;
    belle_value_bus value_bus(
        .accumulator(acc),
        .gate(adds),
        .operand(source),
        .invert(inverts),
        .carry(carries),
        .sum(slot_data),
        .less(less),
        .equal(equal)
    );

    // BOARD BUS: the square that the microword addresses, the piece there, and the piece that it puts there
    wire [63:0] selected;
    wire [5:0] square;
    wire [3:0] piece_off;
    wire [3:0] piece_on;
    wire driven;
    belle_board_bus board_bus(
        .white_to_move(white_to_move),
        .word(word),
        .host_puts(host_puts),
        .address_to(address_to),
        .address_from(address_from),
        .address_passed(address_passed),
        .to(to),
        .from(from),
        .address_square(address_square),
        .host_data(host_data),
        .p0(p0),
        .p1(p1),
        .p2(p2),
        .p3(p3),
        .kind(kind),
        .put_moved(put_moved),
        .put_captured(put_captured),
        .put_own(put_own),
        .put_enemy(put_enemy),
        .put_promoted(put_promoted),
        .moved(moved),
        .captured(captured),
        .put_nothing(put_nothing),
        .running(running),
        .commit(commit),
        .selected(selected),
        .square(square),
        .piece_off(piece_off),
        .piece_on(piece_on),
        .driven(driven),
        .written(settling_next)
    );

    // HASH, the key of a position: the hash register with en-passant latch and castling rights folded in
    wire [47:0] key;
    belle_hash_key hash_key(
        .hash(hash_next),
        .en_passant(en_passant),
        .rights(rights),
        .key(key)
    );

    // the state half of the stack's frame: what of a move is saved before the next one, and brought back after it
    wire [5:0] state_frame_to_next;
    wire [5:0] state_frame_from_next;
    wire [3:0] state_frame_captured_next;
    wire [5:0] state_frame_en_passant_next;
    wire [3:0] state_frame_rights_next;
    wire [2:0] state_frame_kind_next;
    wire state_frame_in_check_next;
    wire state_frame_legal_next;
    wire state_frame_raised_next;
    wire state_frame_quiet_next;
    wire state_frame_spent_next;
    belle_state_frame state_frame(
        .frame_restore(frame_restore),
        .frame_target(frame_target),
        .frame(frame),
        .to(to),
        .from(from),
        .captured(captured),
        .en_passant(en_passant),
        .rights(rights),
        .kind(kind),
        .in_check(in_check),
        .legal(legal),
        .raised(raised),
        .quiet(quiet),
        .spent(disable_order_spent_next),
        .to_next(state_frame_to_next),
        .from_next(state_frame_from_next),
        .captured_next(state_frame_captured_next),
        .en_passant_next(state_frame_en_passant_next),
        .rights_next(state_frame_rights_next),
        .kind_next(state_frame_kind_next),
        .in_check_next(state_frame_in_check_next),
        .legal_next(state_frame_legal_next),
        .raised_next(state_frame_raised_next),
        .quiet_next(state_frame_quiet_next),
        .spent_next(state_frame_spent_next)
    );

    // the registers that listen to the board buses: moved and captured piece, en-passant latch, castling rights
    wire [3:0] bus_listeners_captured_next;
    wire [5:0] bus_listeners_en_passant_next;
    wire [3:0] bus_listeners_rights_next;
    wire [3:0] bus_listeners_moved_next;
    belle_bus_listeners bus_listeners(
        .piece_off(piece_off),
        .take_moved(take_moved),
        .moved(moved),
        .take_captured(take_captured),
        .captured(state_frame_captured_next),
        .white_to_move(white_to_move),
        .from(from),
        .to(to),
        .p1(p1),
        .p2(p2),
        .p0(p0),
        .p3(p3),
        .word(word),
        .en_passant(state_frame_en_passant_next),
        .square(square),
        .rights(state_frame_rights_next),
        .captured_next(bus_listeners_captured_next),
        .en_passant_next(bus_listeners_en_passant_next),
        .rights_next(bus_listeners_rights_next),
        .moved_next(bus_listeners_moved_next)
    );

    // PRIORITY: of all candidates those on the best of six lines, and of these the lowest square
    wire [5:0] priority_network_square;
    wire priority_network_none;
    wire [5:0] line;
    belle_priority priority_network(
        .line1(line1),
        .line2(line2),
        .line3(line3),
        .line4(line4),
        .line5(line5),
        .line6(line6),
        .square(priority_network_square),
        .none(priority_network_none),
        .line(line)
    );

    // the registers that a find loads: victim, aggressor, none, check
    wire [5:0] found_to_next;
    wire [5:0] found_from_next;
    wire found_none_next;
    wire found_check_next;
    belle_found found(
        .square(priority_network_square),
        .find_victim(find_victim),
        .to(state_frame_to_next),
        .find_aggressor(find_aggressor),
        .from(state_frame_from_next),
        .priority_network_none(priority_network_none),
        .none(none),
        .check(check),
        .find_nothing(find_nothing),
        .king_taken(king_taken),
        .to_next(found_to_next),
        .from_next(found_from_next),
        .none_next(found_none_next),
        .check_next(found_check_next)
    );

    // what accumulator and entry latch take from their buses, and the halt
    wire loads_running_next;
    wire [15:0] loads_acc_next;
    wire [63:0] loads_entry_next;
    belle_loads loads(
        .memory_entry(memory_entry),
        .memory_probe(memory_probe),
        .entry(entry),
        .dest_acc(dest_acc),
        .dest_both(dest_both),
        .sum(slot_data),
        .acc(acc),
        .word(word),
        .running(running),
        .running_next(loads_running_next),
        .acc_next(loads_acc_next),
        .entry_next(loads_entry_next)
    );

    // the counters: ply, greatest ply, nodes, and the side to move
    wire counters_white_to_move_next;
    wire [5:0] counters_ply_next;
    wire [5:0] counters_deepest_next;
    wire [63:0] counters_nodes_next;
    belle_counters counters(
        .ply(ply),
        .ply_down(ply_down),
        .ply_up(ply_up),
        .deepest(deepest),
        .white_to_move(white_to_move),
        .word(word),
        .nodes(nodes),
        .white_to_move_next(counters_white_to_move_next),
        .ply_next(counters_ply_next),
        .deepest_next(counters_deepest_next),
        .nodes_next(counters_nodes_next)
    );

    // the flags of the search and the kind of the move
    wire [2:0] flags_kind_next;
    wire flags_in_check_next;
    wire flags_legal_next;
    wire flags_raised_next;
    wire flags_quiet_next;
    wire flags_spent_next;
    belle_flags flags(
        .flag_clear(flag_clear),
        .legal(state_frame_legal_next),
        .flag_legal(flag_legal),
        .raised(state_frame_raised_next),
        .flag_raised(flag_raised),
        .quiet(state_frame_quiet_next),
        .flag_quiet(flag_quiet),
        .check(found_check_next),
        .flag_in_check(flag_in_check),
        .in_check(state_frame_in_check_next),
        .spent(state_frame_spent_next),
        .flag_plain(flag_plain),
        .flag_en_passant(flag_en_passant),
        .flag_queen_side(flag_queen_side),
        .flag_queen(flag_queen),
        .flag_king_side(flag_king_side),
        .kind(state_frame_kind_next),
        .flag_next_kind(flag_next_kind),
        .kind_next(flags_kind_next),
        .in_check_next(flags_in_check_next),
        .legal_next(flags_legal_next),
        .raised_next(flags_raised_next),
        .quiet_next(flags_quiet_next),
        .spent_next(flags_spent_next)
    );

    // HASH, the key of a position: the hash register with en-passant latch and castling rights folded in
    wire [47:0] hash_key_after_key;
    belle_hash_key hash_key_after(
        .hash(hash_written),
        .en_passant(bus_listeners_en_passant_next),
        .rights(bus_listeners_rights_next),
        .key(hash_key_after_key)
    );

    // SEQUENCER: reads the test line that the microword names, and takes the next word, the following one or that at its jump address
    wire [63:0] sequencer_word_next;
    wire [9:0] sequencer_address_next;
    belle_sequencer sequencer(
        .put_nothing(put_nothing),
        .selected(selected),
        .p0(p0),
        .piece_on(piece_on),
        .p1(p1),
        .p2(p2),
        .rights(bus_listeners_rights_next),
        .white_to_move(counters_white_to_move_next),
        .moved(bus_listeners_moved_next),
        .to(found_to_next),
        .en_passant(bus_listeners_en_passant_next),
        .sum(slot_data),
        .less(less),
        .test_less(test_less),
        .equal(equal),
        .test_equal(test_equal),
        .test_at_most(test_at_most),
        .test_zero(test_zero),
        .test_negative(test_negative),
        .test_late(test_late),
        .word(word),
        .none(found_none_next),
        .test_none(test_none),
        .check(found_check_next),
        .test_check(test_check),
        .entry(loads_entry_next),
        .key(hash_key_after_key),
        .test_hit(test_hit),
        .test_open(test_open),
        .test_lower(test_lower),
        .test_upper(test_upper),
        .test_special(test_special),
        .test_promotion(test_promotion),
        .kind(flags_kind_next),
        .test_kind(test_kind),
        .test_kind_en_passant(test_kind_en_passant),
        .test_kind_promotion(test_kind_promotion),
        .test_kind_last(test_kind_last),
        .test_kind_king(test_kind_king),
        .test_castle_king(test_castle_king),
        .test_castle_queen(test_castle_queen),
        .in_check(flags_in_check_next),
        .test_in_check(test_in_check),
        .legal(flags_legal_next),
        .test_legal(test_legal),
        .raised(flags_raised_next),
        .test_raised(test_raised),
        .quiet(flags_quiet_next),
        .test_quiet(test_quiet),
        .captured(bus_listeners_captured_next),
        .test_quiet_empty(test_quiet_empty),
        .ply(counters_ply_next),
        .test_deep(test_deep),
        .test_root(test_root),
        .hosted(hosted),
        .test_hosted(test_hosted),
        .address(address),
        .jump_word(jump_word),
        .following_word(following_word),
        .host_data(host_data),
        .host_starts(host_starts),
        .word_next(sequencer_word_next),
        .address_next(sequencer_address_next),
        .jump_address(jump_address),
        .following_address(following_address)
    );

    // the end of a word: until then the registers stay as they are; and the counter of cycles
    wire word_end_running_next;
    wire [63:0] word_end_word_next;
    wire [9:0] word_end_address_next;
    wire [5:0] word_end_to_next;
    wire [5:0] word_end_from_next;
    wire [3:0] word_end_captured_next;
    wire [5:0] word_end_en_passant_next;
    wire [3:0] word_end_rights_next;
    wire [2:0] word_end_kind_next;
    wire word_end_in_check_next;
    wire word_end_legal_next;
    wire word_end_raised_next;
    wire word_end_quiet_next;
    wire word_end_spent_next;
    wire word_end_white_to_move_next;
    wire [5:0] word_end_ply_next;
    wire [5:0] word_end_deepest_next;
    wire [63:0] word_end_entry_next;
    wire [63:0] word_end_nodes_next;
    wire [63:0] word_end_cycles_next;
    belle_word_end word_end(
        .loads_running(loads_running_next),
        .commit(commit),
        .running(running),
        .sequencer_word(sequencer_word_next),
        .word(word),
        .sequencer_address(sequencer_address_next),
        .address(address),
        .loads_acc(loads_acc_next),
        .acc(acc),
        .found_to(found_to_next),
        .to(to),
        .found_from(found_from_next),
        .from(from),
        .bus_listeners_captured(bus_listeners_captured_next),
        .captured(captured),
        .bus_listeners_en_passant(bus_listeners_en_passant_next),
        .en_passant(en_passant),
        .bus_listeners_rights(bus_listeners_rights_next),
        .rights(rights),
        .flags_kind(flags_kind_next),
        .kind(kind),
        .flags_in_check(flags_in_check_next),
        .in_check(in_check),
        .flags_legal(flags_legal_next),
        .legal(legal),
        .flags_raised(flags_raised_next),
        .raised(raised),
        .flags_quiet(flags_quiet_next),
        .quiet(quiet),
        .flags_spent(flags_spent_next),
        .spent(spent),
        .bus_listeners_moved(bus_listeners_moved_next),
        .moved(moved),
        .counters_white_to_move(counters_white_to_move_next),
        .white_to_move(white_to_move),
        .counters_ply(counters_ply_next),
        .ply(ply),
        .counters_deepest(counters_deepest_next),
        .deepest(deepest),
        .found_none(found_none_next),
        .none(none),
        .found_check(found_check_next),
        .check(check),
        .loads_entry(loads_entry_next),
        .entry(entry),
        .counters_nodes(counters_nodes_next),
        .nodes(nodes),
        .cycles(cycles),
        .running_next(word_end_running_next),
        .word_next(word_end_word_next),
        .address_next(word_end_address_next),
        .acc_next(acc_next),
        .to_next(word_end_to_next),
        .from_next(word_end_from_next),
        .captured_next(word_end_captured_next),
        .en_passant_next(word_end_en_passant_next),
        .rights_next(word_end_rights_next),
        .kind_next(word_end_kind_next),
        .in_check_next(word_end_in_check_next),
        .legal_next(word_end_legal_next),
        .raised_next(word_end_raised_next),
        .quiet_next(word_end_quiet_next),
        .spent_next(word_end_spent_next),
        .moved_next(moved_next),
        .white_to_move_next(word_end_white_to_move_next),
        .ply_next(word_end_ply_next),
        .deepest_next(word_end_deepest_next),
        .none_next(none_next),
        .check_next(check_next),
        .entry_next(word_end_entry_next),
        .nodes_next(word_end_nodes_next),
        .cycles_next(word_end_cycles_next)
    );

    // the piece registers of the move generator and of the full evaluator: what a write to the board makes of them
    belle_piece_registers piece_registers(
        .selected(selected),
        .written(settling_next),
        .p0(p0),
        .piece_on(piece_on),
        .p1(p1),
        .p2(p2),
        .p3(p3),
        .e0(e0),
        .e1(e1),
        .e2(e2),
        .e3(e3),
        .p0_next(p0_next),
        .p1_next(p1_next),
        .p2_next(p2_next),
        .p3_next(p3_next),
        .e0_next(e0_next),
        .e1_next(e1_next),
        .e2_next(e2_next),
        .e3_next(e3_next)
    );

    // ARRAY: the 64 squares of the move generator, each wired to its neighbors, and what all of them share
    wire [63:0] array_king_taken;
    belle_array array(
        .p0(p0),
        .p1(p1),
        .p2(p2),
        .p3(p3),
        .dis(disable_data),
        .adr(to),
        .aggressor(find_aggressor),
        .wtm(white_to_move ^ find_check),
        .ep(en_passant),
        .ep_open((|en_passant) & ~disable_order_spent_next),
        .line1(line1_next),
        .line2(line2_next),
        .line3(line3_next),
        .line4(line4_next),
        .line5(line5_next),
        .line6(line6_next),
        .king_taken(array_king_taken)
    );

    // CHECK
    assign king_taken_next = |array_king_taken;

    // FULL EVALUATOR, the slow evaluation: 64 cells look at the board in eight cycles, and their reports are counted, weighed and added up
    belle_full_evaluator full_evaluator(
        .commit(commit),
        .word(word),
        .written(settling_next),
        .reporting(reporting),
        .counting(counting),
        .weighing(weighing),
        .e0(e0),
        .e1(e1),
        .e2(e2),
        .e3(e3),
        .white0(white0),
        .black0(black0),
        .white1(white1),
        .black1(black1),
        .white2(white2),
        .black2(black2),
        .white3(white3),
        .black3(black3),
        .white4(white4),
        .black4(black4),
        .white5(white5),
        .black5(black5),
        .white6(white6),
        .black6(black6),
        .stage(stage),
        .sum(sum),
        .count0(count0),
        .count1(count1),
        .count2(count2),
        .count3(count3),
        .count4(count4),
        .count5(count5),
        .count6(count6),
        .clamping(clamping),
        .full(full),
        .reporting_next(reporting_next),
        .counting_next(counting_next),
        .weighing_next(weighing_next),
        .clamping_next(clamping_next),
        .white0_next(white0_next),
        .white1_next(white1_next),
        .white2_next(white2_next),
        .white3_next(white3_next),
        .white4_next(white4_next),
        .white5_next(white5_next),
        .white6_next(white6_next),
        .black0_next(black0_next),
        .black1_next(black1_next),
        .black2_next(black2_next),
        .black3_next(black3_next),
        .black4_next(black4_next),
        .black5_next(black5_next),
        .black6_next(black6_next),
        .count0_next(count0_next),
        .count1_next(count1_next),
        .count2_next(count2_next),
        .count3_next(count3_next),
        .count4_next(count4_next),
        .count5_next(count5_next),
        .count6_next(count6_next),
        .sum_next(sum_next),
        .full_next(full_next)
    );

    // the registers that the host writes while the machine has halted, and the start and the stop
    belle_host_writes host_writes(
        .running(word_end_running_next),
        .host_starts(host_starts),
        .host_stops(host_stops),
        .host_data(host_data),
        .hosted(hosted),
        .address(word_end_address_next),
        .jump_word(jump_word),
        .word(word_end_word_next),
        .host_writes_position(host_writes_position),
        .white_to_move(word_end_white_to_move_next),
        .rights(word_end_rights_next),
        .en_passant(word_end_en_passant_next),
        .ply(word_end_ply_next),
        .captured(word_end_captured_next),
        .host_writes_move(host_writes_move),
        .to(word_end_to_next),
        .from(word_end_from_next),
        .kind(word_end_kind_next),
        .in_check(word_end_in_check_next),
        .legal(word_end_legal_next),
        .raised(word_end_raised_next),
        .quiet(word_end_quiet_next),
        .spent(word_end_spent_next),
        .host_writes_draw(host_writes_draw),
        .draw(draw),
        .host_clears_counters(host_clears_counters),
        .nodes(word_end_nodes_next),
        .cycles(word_end_cycles_next),
        .deepest(word_end_deepest_next),
        .running_next(running_next),
        .hosted_next(hosted_next),
        .word_next(word_next),
        .address_next(address_next),
        .to_next(to_next),
        .from_next(from_next),
        .captured_next(captured_next),
        .en_passant_next(en_passant_next),
        .rights_next(rights_next),
        .kind_next(kind_next),
        .in_check_next(in_check_next),
        .legal_next(legal_next),
        .raised_next(raised_next),
        .quiet_next(quiet_next),
        .spent_next(spent_next),
        .white_to_move_next(white_to_move_next),
        .ply_next(ply_next),
        .deepest_next(deepest_next),
        .draw_next(draw_next),
        .nodes_next(nodes_next),
        .cycles_next(cycles_next)
    );

    // LAZY, the registers that follow every write to the board, and the addresses of the evaluator's ROMs
    belle_lazy_registers lazy_registers(
        .piece_off(piece_off),
        .driven(driven),
        .piece_on(piece_on),
        .stage(stage),
        .written(settling_next),
        .selected(selected),
        .wing_white_king(wing_white_king),
        .wing_white_queen(wing_white_queen),
        .wing_black_king(wing_black_king),
        .wing_black_queen(wing_black_queen),
        .square(square),
        .king_white(king_white),
        .king_black(king_black),
        .stage_next(stage_next),
        .king_white_next(king_white_next),
        .king_black_next(king_black_next),
        .wing_white_king_next(wing_white_king_next),
        .wing_white_queen_next(wing_white_queen_next),
        .wing_black_king_next(wing_black_king_next),
        .wing_black_queen_next(wing_black_queen_next),
        .old_address(old_address),
        .new_address(new_address),
        .safety_white_address(safety_white_address),
        .safety_black_address(safety_black_address),
        .central_white_address(central_white_address),
        .central_black_address(central_black_address)
    );

    // addresses and write lines of the stack and of the disable memory
    belle_stack_access stack_access(
        .ply(ply),
        .source_parent(source_parent),
        .running(running),
        .word(word),
        .host_address(host_address),
        .dest_frame(dest_frame),
        .dest_both(dest_both),
        .commit(commit),
        .host_writes_slot(host_writes_slot),
        .frame_restore(frame_restore),
        .ply_down(ply_down),
        .frame_target(frame_target),
        .frame_save(frame_save),
        .disable_order_disable_write(disable_order_disable_write),
        .slot_address(slot_address),
        .slot_write(slot_write),
        .slot_write_address(slot_write_address),
        .frame_write(frame_write),
        .frame_address(frame_address),
        .disable_write(disable_write)
    );

    // the microword's access to the transposition memory: address, and the entry that is stored
    wire memory_access_memory_request;
    belle_memory_access memory_access(
        .memory_store_upper(memory_store_upper),
        .memory_store_exact(memory_store_exact),
        .memory_store_lower(memory_store_lower),
        .memory_entry(memory_entry),
        .key(key),
        .memory_nothing(memory_nothing),
        .running(running),
        .commit(commit),
        .memory_mark(memory_mark),
        .acc(acc),
        .depth(depth),
        .memory_request(memory_access_memory_request),
        .memory_write(memory_write),
        .memory_data(memory_data)
    );

    // the host's access to the transposition memory: reading an entry, clearing all
    belle_host_memory host_memory(
        .fetch(fetch),
        .running(running),
        .memory_wait(memory_wait),
        .host_fetches(host_fetches),
        .memory_entry(memory_entry),
        .entry(word_end_entry_next),
        .host_data(host_data),
        .host_writes_entry_address(host_writes_entry_address),
        .entry_address(entry_address),
        .key(key),
        .white_to_move(white_to_move),
        .memory_access_memory_request(memory_access_memory_request),
        .entry_next(entry_next),
        .entry_address_next(entry_address_next),
        .fetch_next(fetch_next),
        .memory_address(memory_address),
        .memory_request(memory_request)
    );

    // what the host reads: the register that it addresses
    belle_host_reads host_reads(
        .fetch(fetch),
        .memory_wait(memory_wait),
        .running(running),
        .address(address),
        .none(none),
        .check(check),
        .hosted(hosted),
        .white_to_move(white_to_move),
        .rights(rights),
        .en_passant(en_passant),
        .to(to),
        .from(from),
        .kind(kind),
        .deepest(deepest),
        .host_register(host_register),
        .memory_bits(memory_bits),
        .memory_used(memory_used),
        .nodes(nodes),
        .cycles(cycles),
        .entry(entry),
        .draw(draw),
        .sum(slot_data),
        .checksum(checksum),
        .host_out(host_out),
        .halted(halted)
    );

    assign depth_address = {ply, 3'h3};
    assign frame_data = {disable_order_spent_next, quiet, raised, legal, in_check, kind, rights, en_passant,
        captured, from, to};
    assign disable_address = ply;
    assign checksum_address = host_address[0];

endmodule
