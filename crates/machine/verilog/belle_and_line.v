// Belle behind a serial line; the transposition memory is led out, and may be of any kind.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_and_line #(
    parameter [15:0] DIVIDER = 16'd25 // clocks a bit of the line
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output wire tx,
    output wire searching, // the machine runs
    output wire [5:0] tally, // counts what the search stores: the faster it moves, the faster the search
    // The memory.
    output wire [16:0] memory_address,
    output wire memory_request,
    output wire memory_write,
    output wire [63:0] memory_data,
    output wire memory_clear,
    output wire memory_close,
    input wire [63:0] memory_entry,
    input wire memory_wait,
    input wire [4:0] memory_bits,
    input wire [9:0] memory_used
);

    wire [5:0] host_address;
    wire host_write;
    wire [15:0] host_data;
    wire [15:0] host_out;
    wire halted;
    assign searching = !halted;

    belle_serial #(.DIVIDER(DIVIDER)) serial(
        .clock(clock),
        .reset(reset),
        .rx(rx),
        .tx(tx),
        .host_address(host_address),
        .host_write(host_write),
        .host_data(host_data),
        .host_out(host_out),
        .halted(halted)
    );

    belle machine(
        .clock(clock),
        .reset(reset),
        .host_address(host_address),
        .host_write(host_write),
        .host_data(host_data),
        .host_out(host_out),
        .halted(halted),
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

    reg [21:0] stored;
    assign tally = stored[21:16];
    always @(posedge clock)
        if (reset) stored <= 22'd0;
        else if (memory_write) stored <= stored + 22'd1;

endmodule
