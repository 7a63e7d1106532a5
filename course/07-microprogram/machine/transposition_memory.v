// A transposition memory to stand beside the machine, in block RAM: two to the power BITS entries of 64 bits, clocked.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is addressed in one cycle is there in the next. While `wait_line` is high the machine's word waits: a slower
// memory raises it from the cycle of a request on, until its entry is there. This one needs no wait, since the machine
// allows a cycle or more; WAITS makes it one that does, to try the line.
//
// `clear` and `close` have it clear all entries, or all open flags: it goes through them, an entry a cycle, and the wait
// line is high until that is done.

module transposition_memory #(
    parameter [4:0] BITS = 5'd17, // 10 to 17
    parameter [7:0] WAITS = 8'd0,
    parameter [2:0] REQUEST = 3'd5 // cycles of a request that does not wait
) (
    input wire clock,
    input wire reset,
    // A smaller memory has no use for the key's upper bits.
    /* verilator lint_off UNUSEDSIGNAL */
    input wire [16:0] address,
    /* verilator lint_on UNUSEDSIGNAL */
    input wire request,
    input wire write,
    input wire [63:0] data,
    input wire clear,
    input wire close,
    output reg [63:0] entry,
    output wire wait_line,
    output wire [4:0] bits,
    output reg [9:0] used
);
    localparam OPEN = 58;
    localparam [9:0] THOUSAND = 10'd1000;
    assign bits = BITS;

    reg [63:0] entries [0:(1 << BITS) - 1];
`ifndef SYNTHESIS
    integer index;
    initial for (index = 0; index < 1 << BITS; index = index + 1) entries[index] = 64'd0;
`endif

    // The key's low bits, and the side to move as the highest: both sides have half of the memory.
    wire [BITS-1:0] at = {address[16], address[BITS-2:0]};

    // Going through all entries: the entry read in one cycle is written back in the next.
    reg sweeping, closing, first;
    reg [BITS-1:0] sweep;
    wire [BITS-1:0] last = {BITS{1'b1}};
    wire [BITS-1:0] swept = closing ? sweep - 1'b1 : sweep;
    wire [63:0] closed = {entry[63:OPEN+1], 1'b0, entry[OPEN-1:0]};
    wire ends = closing ? swept == last & !first : sweep == last;
    always @(posedge clock)
        if (reset) begin
            sweeping <= 1'b0;
            closing <= 1'b0;
            first <= 1'b0;
            sweep <= {BITS{1'b0}};
        end else if (clear | close) begin
            sweeping <= 1'b1;
            closing <= !clear;
            first <= 1'b1;
            sweep <= {BITS{1'b0}};
        end else if (sweeping) begin
            first <= 1'b0;
            sweep <= sweep + 1'b1;
            sweeping <= !ends;
        end

    wire writes = sweeping ? !(closing & first) : write;
    wire [BITS-1:0] written = sweeping ? swept : at;
    wire [63:0] contents = !sweeping ? data : closing ? closed : 64'd0;
    always @(posedge clock) begin
        entry <= entries[sweeping ? sweep : at];
        if (writes) entries[written] <= contents;
    end

    // Used entries of the first thousand. An entry is addressed for some cycles before it is written: `entry` is it.
    wire counted = at[9:0] < THOUSAND & (at >> 10) == {BITS{1'b0}};
    always @(posedge clock)
        if (reset | clear) used <= 10'd0;
        else if (write & counted & entry == 64'd0) used <= used + 10'd1;

    // Cycles since the request began; it ends when the machine no longer asks, or has been served.
    reg [7:0] waited;
    reg [2:0] served;
    wire slow = request & (waited != WAITS);
    assign wait_line = sweeping | slow;
    always @(posedge clock)
        if (reset | ~request) begin
            waited <= 8'd0;
            served <= 3'd0;
        end else if (slow) waited <= waited + 8'd1;
        else if (served == REQUEST - 3'd1) begin
            waited <= 8'd0;
            served <= 3'd0;
        end else if (!sweeping) served <= served + 3'd1;

endmodule
