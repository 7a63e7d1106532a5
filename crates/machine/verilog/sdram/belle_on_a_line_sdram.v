// Belle behind a serial line with its transposition memory in an SDRAM chip, whose wires are led out.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_on_a_line_sdram #(
    parameter [15:0] DIVIDER = 16'd25, // clocks a bit of the line
    parameter [4:0] BITS = 5'd17,      // the memory has two to this power entries, 10 to 17
    parameter [7:0] REFRESH = 8'd180   // clocks from refresh to refresh of the chip
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output wire tx,
    output wire searching, // the machine runs
    output wire [5:0] tally, // counts what the search stores: the faster it moves, the faster the search
    input wire delay, // the memory lets the machine wait longer, for simulations: no time is the wrong one
    // The chip, whose clock is this one's inverse.
    output wire sdram_cke,
    output wire [3:0] sdram_command, // chip select, row, column and write lines, all low when active
    output wire [1:0] sdram_bank,
    output wire [12:0] sdram_address,
    output wire [15:0] sdram_out,
    output wire sdram_drive, // the data lines are driven from here
    input wire [15:0] sdram_in
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
        .memory_wait(memory_wait | delay & memory_request),
        .memory_bits(memory_bits),
        .memory_used(memory_used)
    );

    transposition_memory_sdram #(.BITS(BITS), .REFRESH(REFRESH)) memory(
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
        .used(memory_used),
        .sdram_cke(sdram_cke),
        .sdram_command(sdram_command),
        .sdram_bank(sdram_bank),
        .sdram_address(sdram_address),
        .sdram_out(sdram_out),
        .sdram_drive(sdram_drive),
        .sdram_in(sdram_in)
    );

endmodule
