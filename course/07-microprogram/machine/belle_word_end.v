// belle_word_end: the end of a word: until then the registers stay as they are; and the counter of
// cycles.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_word_end (
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire loads_running,
    input  wire commit, // the machine runs and its word ends with this cycle
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire [63:0] sequencer_word, // the microword
    input  wire [63:0] word, // the microword
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    input  wire [9:0] sequencer_address,
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    input  wire [9:0] address,
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    input  wire [15:0] loads_acc,
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    input  wire [15:0] acc,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] found_to,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] found_from,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] bus_listeners_captured,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] bus_listeners_en_passant,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] bus_listeners_rights,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] flags_kind,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    input  wire flags_in_check,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    input  wire in_check,
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    input  wire flags_legal,
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    input  wire legal,
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    input  wire flags_raised,
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    input  wire raised,
    // Only captures and promotions are tried at this node, since the depth is used up.
    input  wire flags_quiet,
    // Only captures and promotions are tried at this node, since the depth is used up.
    input  wire quiet,
    input  wire flags_spent, // Every pawn that could take en passant at this node has been tried.
    input  wire spent, // Every pawn that could take en passant at this node has been tried.
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    input  wire [3:0] bus_listeners_moved,
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    input  wire [3:0] moved,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire counters_white_to_move,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] counters_ply,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    input  wire [5:0] counters_deepest,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    input  wire [5:0] deepest,
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    input  wire found_none,
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    input  wire none,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire found_check,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire check,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] loads_entry,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    input  wire [63:0] counters_nodes,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    input  wire [63:0] nodes,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    input  wire [63:0] cycles,
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    output wire running_next,
    output wire [63:0] word_next, // the microword
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    output wire [9:0] address_next,
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
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    output wire [63:0] entry_next,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    output wire [63:0] nodes_next,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    output wire [63:0] cycles_next
);

    assign running_next = commit ? loads_running : running;
    assign word_next = commit ? sequencer_word : word;
    assign address_next = commit ? sequencer_address : address;
    assign acc_next = commit ? loads_acc : acc;
    assign to_next = commit ? found_to : to;
    assign from_next = commit ? found_from : from;
    assign captured_next = commit ? bus_listeners_captured : captured;
    assign en_passant_next = commit ? bus_listeners_en_passant : en_passant;
    assign rights_next = commit ? bus_listeners_rights : rights;
    assign kind_next = commit ? flags_kind : kind;
    assign in_check_next = commit ? flags_in_check : in_check;
    assign legal_next = commit ? flags_legal : legal;
    assign raised_next = commit ? flags_raised : raised;
    assign quiet_next = commit ? flags_quiet : quiet;
    assign spent_next = commit ? flags_spent : spent;
    assign moved_next = commit ? bus_listeners_moved : moved;
    assign white_to_move_next = commit ? counters_white_to_move : white_to_move;
    assign ply_next = commit ? counters_ply : ply;
    assign deepest_next = commit ? counters_deepest : deepest;
    assign none_next = commit ? found_none : none;
    assign check_next = commit ? found_check : check;
    assign entry_next = commit ? loads_entry : entry;
    assign nodes_next = commit ? counters_nodes : nodes;
    wire [16:0] v1 = {1'b0, cycles[15:0]} + {1'b0, 16'h0000} + {16'd0, running};
    wire [16:0] v2 = {1'b0, cycles[31:16]} + {1'b0, 16'h0000} + {16'd0, v1[16]};
    wire [16:0] v3 = {1'b0, cycles[47:32]} + {1'b0, 16'h0000} + {16'd0, v2[16]};
    assign cycles_next = {cycles[63:48] + 16'h0000 + {15'd0, v3[16]}, v3[15:0], v2[15:0], v1[15:0]};

endmodule
