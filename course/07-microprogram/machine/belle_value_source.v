// belle_value_source: the drivers of the value bus: which register, slot, evaluator or constant the
// microword puts on it.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_value_source (
    // source full: the full evaluator's latch, from the mover's side; the word waits for the ready
    // line
    input  wire source_full,
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire source_draw, // source draw: the draw value, from the mover's side
    // What the 64 cells of the full evaluator add to the lazy value, in centipawns for White:
    // mobility, king safety and pawns. 0 until they are ready.
    input  wire [15:0] full,
    // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    input  wire [15:0] draw,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    input  wire [63:0] word, // the microword
    input  wire source_acc, // source acc: the accumulator
    input  wire host_reads_value, // the host reads the accumulator, which drives the value bus
    input  wire source_frame, // source frame: slot `read` of the frame of this ply
    input  wire source_parent, // source parent: slot `read` of the frame of the ply before
    input  wire host_reads_slot, // the host reads a slot, which drives the value bus
    input  wire source_constant, // source constant: constant number `read`
    // source entry_value: the value of the entry read from the transposition memory
    input  wire source_entry_value,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    // source entry_depth: the depth of the entry read, negated like all depths
    input  wire source_entry_depth,
    input  wire source_ply, // source ply: the ply counter
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    input  wire source_move, // source move: the move registers: to, from and kind side by side
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    input  wire [15:0] host_data, // the host's data
    input  wire host_writes_slot, // the host writes a slot: its data drive the value bus
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    input  wire [15:0] acc,
    input  wire [15:0] slot, // the slot that may drive the value bus
    input  wire source_lazy, // source lazy: the lazy evaluator, from the mover's side
    input  wire [15:0] lazy, // the lazy value from the mover's side, in centipawns
    output wire [15:0] source, // the number on the value bus
    output wire adds, // the accumulator is added to it
    output wire inverts, // it is inverted before
    output wire carries // one is carried in
);

    // VALUE BUS
    wire v1 = source_full & running;
    wire v2 = running & source_draw;
    wire v3 = ~white_to_move;

    // ADD
    wire [15:0] sum = 16'h0000 + (((full & {16{v1}}) | (draw & {16{v2}})) ^ {16{v3}}) + {15'd0, v3};

    // VALUE BUS
    wire [15:0] v4 = (16'h8ad0 & {16{(word[23:21] == 3'd2)}}) | (16'h7148 & {16{(word[23:21] == 3'd3)}});
    wire [15:0] v5 = (16'haaaa & {16{(word[23:21] == 3'd6)}}) | (16'hffff & {16{(word[23:21] == 3'd7)}});
    wire [15:0] v6 = (16'h8eb8 & {16{(word[23:21] == 3'd4)}}) | (16'h5555 & {16{(word[23:21] == 3'd5)}}) | v5;
    wire [15:0] v7 = (16'hff40 & {16{(word[23:21] == 3'd0)}}) | (16'h0180 & {16{(word[23:21] == 3'd1)}}) | v4 | v6;
    wire [15:0] v8 = {entry[55], entry[55], entry[55], entry[55], entry[55], entry[55], entry[55], entry[55],
        entry[55:48]};
    wire [15:0] v9 = v7 & {16{running & source_constant}};
    wire [15:0] v10 = {1'b0, kind, from, to} & {16{running & source_move}};
    wire [15:0] v11 = (host_data & {16{host_writes_slot}}) | (acc & {16{((running & source_acc) | host_reads_value)}});
    wire [15:0] v12 = (slot & {16{((running & source_frame) | (running & source_parent) | host_reads_slot)}}) | v9;
    wire [15:0] v13 = (v8 & {16{running & source_entry_depth}}) | ({10'h000, ply} & {16{running & source_ply}}) | v10;
    wire [15:0] v14 = (sum & {16{(v1 | v2)}}) | (entry[47:32] & {16{running & source_entry_value}}) | v13;
    assign source = v11 | v12 | v14 | (lazy & {16{running & source_lazy}});
    assign adds = running & word[26];
    assign inverts = running & word[24];
    assign carries = running & word[25];

endmodule
