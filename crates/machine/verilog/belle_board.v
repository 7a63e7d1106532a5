// The machine and its transposition memory on one board, with the host port led out.
//
// SPDX-License-Identifier: GPL-3.0-or-later

/* verilator lint_off UNUSEDSIGNAL */

module belle_board #(parameter [7:0] WAITS = 8'd0) (
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
    wire [63:0] memory_entry;
    wire memory_wait;

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
        .memory_entry(memory_entry),
        .memory_wait(memory_wait)
    );

    transposition_memory #(.WAITS(WAITS)) memory(
        .clock(clock),
        .reset(reset),
        .address(memory_address),
        .request(memory_request),
        .write(memory_write),
        .data(memory_data),
        .entry(memory_entry),
        .wait_line(memory_wait)
    );

endmodule
