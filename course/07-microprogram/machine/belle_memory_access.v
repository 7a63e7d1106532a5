// belle_memory_access: the microword's access to the transposition memory: address, and the entry
// that is stored.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_memory_access (
    // memory store_upper: stores accumulator and depth as upper bound, not open, under the same
    // condition
    input  wire memory_store_upper,
    // memory store_exact: stores accumulator and depth as exact value
    input  wire memory_store_exact,
    // memory store_lower: stores accumulator and depth as lower bound
    input  wire memory_store_lower,
    input  wire [63:0] memory_entry, // the entry at the memory's address, as of the cycle before
    // the key of the position: lowest the address of its entry, then the lock
    input  wire [47:0] key,
    input  wire memory_nothing, // memory nothing: it rests
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire commit, // the machine runs and its word ends with this cycle
    // memory mark: marks the entry of the key open, unless another position holds it open
    input  wire memory_mark,
    // The value at hand, in centipawns for the side to move: of the move that has just come back,
    // or of the position. All sums and comparisons are with this accumulator.
    input  wire [15:0] acc,
    input  wire [15:0] depth, // slot `depth` of the frame of this ply
    // the microword or the host reads, or the microword writes, the transposition memory
    output wire memory_request,
    output wire memory_write, // the entry is written at the end of this cycle
    output wire [63:0] memory_data // the entry's new contents
);

    wire v1 = memory_store_upper | memory_store_exact;
    wire v2 = memory_store_exact | memory_store_lower;
    wire hit = ~(|(memory_entry[31:0] ^ key[47:16]));
    assign memory_request = ~memory_nothing & running;
    assign memory_write = (hit | ~memory_entry[58]) & commit & (memory_mark | v1 | v2);
    wire v3 = hit & memory_mark;
    wire [25:0] v4 = v3 ? memory_entry[57:32] : ({v2, v1, depth[7:0], acc} & {26{~memory_mark}});
    assign memory_data = {memory_entry[63:59] & {5{v3}}, memory_mark, v4, key[47:16]};

endmodule
