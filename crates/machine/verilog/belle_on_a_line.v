// Belle behind a serial line with its transposition memory in block RAM, for any board: the board's top brings clock and
// reset, and leads out the line.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_on_a_line #(
    parameter [15:0] DIVIDER = 16'd25, // clocks a bit of the line
    parameter [4:0] BITS = 5'd15       // the memory has two to this power entries, 10 to 17
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output wire tx,
    output wire searching, // the machine runs
    output wire [5:0] tally // counts what the search stores: the faster it moves, the faster the search
);

    wire [16:0] memory_address;
    wire memory_request;
    wire memory_write;
    wire [63:0] memory_data;
    wire memory_clear;
    wire memory_close;
    wire [63:0] memory_entry;
    wire memory_wait;
    wire [4:0] memory_bits;
    wire [9:0] memory_used;

    belle_and_line #(.DIVIDER(DIVIDER)) belle(
        .clock(clock),
        .reset(reset),
        .rx(rx),
        .tx(tx),
        .searching(searching),
        .tally(tally),
        .memory_address(memory_address),
        .memory_request(memory_request),
        .memory_write(memory_write),
        .memory_data(memory_data),
        .memory_clear(memory_clear),
        .memory_close(memory_close),
        .memory_entry(memory_entry),
        .memory_wait(memory_wait),
        .memory_bits(memory_bits),
        .memory_used(memory_used)
    );

    transposition_memory #(.BITS(BITS)) memory(
        .clock(clock),
        .reset(reset),
        .address(memory_address),
        .request(memory_request),
        .write(memory_write),
        .data(memory_data),
        .clear(memory_clear),
        .close(memory_close),
        .entry(memory_entry),
        .wait_line(memory_wait),
        .bits(memory_bits),
        .used(memory_used)
    );

endmodule
