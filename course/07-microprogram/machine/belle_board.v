// The machine and its transposition memory on one board, with the host port led out.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_board #(
    parameter [4:0] BITS = 5'd17, // the memory has two to this power entries, 10 to 17
    parameter [7:0] WAITS = 8'd0, // cycles of the memory's wait line, to try it
    parameter [2:0] REQUEST = 3'd5 // cycles of the machine's requests to the memory
) (
    input wire clock,
    input wire reset,
    input wire [5:0] host_address,
    input wire host_write,
    input wire [15:0] host_data,
    output wire [15:0] host_out,
    output wire halted
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

    transposition_memory #(.BITS(BITS), .WAITS(WAITS), .REQUEST(REQUEST)) memory(
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
