// belle_host_writes: the registers that the host writes while the machine has halted, and the start
// and the stop.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_host_writes (
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire host_starts, // the host starts the microcode
    input  wire host_stops, // the host stops the machine
    input  wire [15:0] host_data, // the host's data
    // The host chooses which first move is looked at; the machine searches the replies below it.
    // Low: the machine drives the whole search alone.
    input  wire hosted,
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    input  wire [9:0] address,
    input  wire [63:0] jump_word, // the microword at the address that the word of this cycle names
    input  wire [63:0] word, // the microword
    input  wire host_writes_position, // the host writes side to move, rights and en-passant latch
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    input  wire host_writes_move, // the host writes the move registers
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
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
    input  wire host_writes_draw, // the host writes the draw value
    // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    input  wire [15:0] draw,
    input  wire host_clears_counters, // the host clears the counters
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    input  wire [63:0] nodes,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    input  wire [63:0] cycles,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    input  wire [5:0] deepest,
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
    // Whose move it is on the machine's board: high for White, low for Black.
    output wire white_to_move_next,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    output wire [5:0] ply_next,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    output wire [5:0] deepest_next,
    // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    output wire [15:0] draw_next,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    output wire [63:0] nodes_next,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    output wire [63:0] cycles_next
);

    wire v1 = ~host_stops;
    assign running_next = (running | host_starts) & v1;
    assign hosted_next = host_starts ? host_data[14] : hosted;
    assign address_next = host_starts ? host_data[9:0] : address;
    assign word_next = (host_starts ? jump_word : word) & {64{v1}};
    wire v2 = ~host_writes_position;
    assign white_to_move_next = host_writes_position ? host_data[0] : white_to_move;
    assign rights_next = host_writes_position ? host_data[4:1] : rights;
    assign en_passant_next = host_writes_position ? host_data[10:5] : en_passant;
    assign ply_next = ply & {6{v2}};
    assign captured_next = captured & {4{v2}};
    wire v3 = host_writes_position | host_writes_move;
    wire v4 = ~v3;
    assign to_next = v3 ? (host_data[5:0] & {6{host_writes_move}}) : to;
    assign from_next = v3 ? (host_data[11:6] & {6{host_writes_move}}) : from;
    assign kind_next = v3 ? (host_data[14:12] & {3{host_writes_move}}) : kind;
    assign in_check_next = v4 & in_check;
    assign legal_next = v4 & legal;
    assign raised_next = v4 & raised;
    assign quiet_next = v4 & quiet;
    assign spent_next = v4 & spent;
    assign draw_next = host_writes_draw ? host_data : draw;
    wire v5 = ~host_clears_counters;
    assign nodes_next = nodes & {64{v5}};
    assign cycles_next = cycles & {64{v5}};
    assign deepest_next = deepest & {6{v5}};

endmodule
