// belle_host_reads: what the host reads: the register that it addresses.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_host_reads (
    input  wire [2:0] fetch, // cycles since the host asked for the entry, 0 if it has not
    input  wire memory_wait, // the transposition memory is not ready: the microword waits
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    input  wire [9:0] address,
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    input  wire none,
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire check,
    // The host chooses which first move is looked at; the machine searches the replies below it.
    // Low: the machine drives the whole search alone.
    input  wire hosted,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    input  wire [5:0] deepest,
    input  wire [63:0] host_register, // the register that the host addresses, a line a number
    input  wire [4:0] memory_bits, // the memory has two to this power entries
    input  wire [9:0] memory_used, // used entries among the first thousand of the memory
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    input  wire [63:0] nodes,
    // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    input  wire [63:0] cycles,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    input  wire [15:0] draw,
    input  wire [15:0] sum, // the adder's output
    input  wire [15:0] checksum, // half of the microcode's checksum
    output wire [15:0] host_out, // data for the host
    output wire halted // the machine has halted
);

    assign halted = ~(running | (|fetch) | memory_wait);
    wire [15:0] v1 = {5'h00, en_passant, rights, white_to_move} & {16{host_register[2]}};
    wire [15:0] v2 = {11'h000, memory_bits} & {16{host_register[32]}};
    wire [15:0] v3 = nodes[15:0] & {16{host_register[8]}};
    wire [15:0] v4 = (draw & {16{host_register[4]}}) | ({10'h000, deepest} & {16{host_register[6]}});
    wire [15:0] v5 = ({1'b0, kind, from, to} & {16{host_register[3]}}) | v4;
    wire [15:0] v6 = (checksum & {16{(|(host_register & 64'h0000000c00000000))}}) | v3;
    wire [15:0] v7 = ({6'h00, memory_used} & {16{host_register[33]}}) | v6;
    wire [15:0] v8 = (sum & {16{(|(host_register & 64'h0000000000ff0020))}}) | v2 | v7;
    wire [15:0] v9 = (cycles[15:0] & {16{host_register[12]}}) | (cycles[31:16] & {16{host_register[13]}});
    wire [15:0] v10 = (nodes[63:48] & {16{host_register[11]}}) | v9;
    wire [15:0] v11 = (cycles[63:48] & {16{host_register[15]}}) | (entry[15:0] & {16{host_register[28]}});
    wire [15:0] v12 = (entry[47:32] & {16{host_register[30]}}) | (entry[63:48] & {16{host_register[31]}});
    wire [15:0] v13 = (entry[31:16] & {16{host_register[29]}}) | v12;
    wire [15:0] v14 = (cycles[47:32] & {16{host_register[14]}}) | v11 | v13;
    wire [15:0] v15 = (nodes[31:16] & {16{host_register[9]}}) | (nodes[47:32] & {16{host_register[10]}}) | v10 | v14;
    assign host_out = ({halted, hosted, check, none, 2'h0, address} & {16{host_register[0]}}) | v1 | v5 | v8 | v15;

endmodule
