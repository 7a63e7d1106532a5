// belle_host_orders: what the host does in this cycle: a line for each register that it writes, and
// for what it asks for.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_host_orders (
    input  wire [5:0] host_address, // number of the host register
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire host_write, // the host writes; effective only while the machine has halted
    input  wire [15:0] host_data, // the host's data
    output wire host_starts, // the host starts the microcode
    output wire host_puts, // the host puts a piece on a square
    output wire host_writes_position, // the host writes side to move, rights and en-passant latch
    output wire host_writes_move, // the host writes the move registers
    output wire host_writes_draw, // the host writes the draw value
    output wire host_clears_counters, // the host clears the counters
    output wire host_writes_slot, // the host writes a slot: its data drive the value bus
    output wire host_reads_slot, // the host reads a slot, which drives the value bus
    output wire host_reads_value, // the host reads the accumulator, which drives the value bus
    output wire host_stops, // the host stops the machine
    output wire host_clears_memory, // the host has the memory clear all entries
    output wire host_clears_open_flags, // the host has the memory clear all open flags
    output wire host_fetches, // the host asks for an entry of the memory
    // the host writes the lower, the upper half of the entry's address
    output wire [1:0] host_writes_entry_address,
    output wire [63:0] host_register // the register that the host addresses, a line a number
);

    assign host_register = 64'd1 << host_address;
    wire v1 = ~running;
    wire [63:0] v2 = host_register & {64{v1 & host_write}};
    assign host_writes_slot = |(v2 & 64'h0000000000ff0000);
    assign host_reads_slot = v1 & (|(host_register & 64'h0000000000ff0000)) & ~host_writes_slot;
    assign host_reads_value = (host_address == 6'd5) & v1;
    assign host_stops = (host_address == 6'd7) & host_write & host_data[0];
    assign host_clears_memory = v2[7] & host_data[1];
    assign host_clears_open_flags = v2[7] & host_data[2];
    assign host_fetches = v2[7] & host_data[3];

    assign host_starts = v2[0];
    assign host_puts = v2[1];
    assign host_writes_position = v2[2];
    assign host_writes_move = v2[3];
    assign host_writes_draw = v2[4];
    assign host_clears_counters = v2[6];
    assign host_writes_entry_address = v2[25:24];

endmodule
