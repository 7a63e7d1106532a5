// A transposition memory to stand beside the machine: 128K entries of 64 bits, clocked.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is addressed in one cycle is there in the next. While `wait_line` is high the machine's word waits: a slower
// memory raises it from the cycle of a request on, until its entry is there. This one needs no wait, since the machine
// allows four cycles; WAITS makes it one that does, to try the line.

module transposition_memory #(parameter [7:0] WAITS = 8'd0) (
    input wire clock,
    input wire reset,
    input wire [16:0] address,
    input wire request,
    input wire write,
    input wire [63:0] data,
    output reg [63:0] entry,
    output wire wait_line
);

    reg [63:0] entries [0:131071];
`ifndef SYNTHESIS
    integer index;
    initial for (index = 0; index < 131072; index = index + 1) entries[index] = 64'd0;
`endif

    always @(posedge clock) begin
        entry <= entries[address];
        if (write) entries[address] <= data;
    end

    // Cycles since the request began; it ends when the machine no longer asks, or has been served.
    reg [7:0] waited;
    reg [2:0] served;
    assign wait_line = request & (waited != WAITS);
    always @(posedge clock)
        if (reset | ~request) begin
            waited <= 8'd0;
            served <= 3'd0;
        end else if (wait_line) waited <= waited + 8'd1;
        else if (served == 3'd4) begin
            waited <= 8'd0;
            served <= 3'd0;
        end else served <= served + 3'd1;

endmodule
