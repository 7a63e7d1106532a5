// belle_loads: what accumulator and entry latch take from their buses, and the halt.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_loads (
    input  wire [63:0] memory_entry, // the entry at the memory's address, as of the cycle before
    input  wire memory_probe, // memory probe: reads the entry of the key into its latch
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    input  wire dest_acc, // dest acc: the accumulator
    input  wire dest_both, // dest both: the accumulator and slot `write`
    input  wire [15:0] sum, // the adder's output
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    input  wire [15:0] acc,
    input  wire [63:0] word, // the microword
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    output wire running_next,
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    output wire [15:0] acc_next,
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    output wire [63:0] entry_next
);

    assign entry_next = memory_probe ? memory_entry : entry;
    assign acc_next = (dest_acc | dest_both) ? sum : acc;
    assign running_next = ~word[16] & running;

endmodule
