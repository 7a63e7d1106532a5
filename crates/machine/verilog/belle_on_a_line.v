// Belle behind a serial line, for any board: the board's top brings clock and reset, and leads out the line.
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

    wire [5:0] host_address;
    wire host_write;
    wire [15:0] host_data;
    wire [15:0] host_out;
    wire halted;
    wire stores;
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

    belle_board #(.BITS(BITS)) board(
        .clock(clock),
        .reset(reset),
        .host_address(host_address),
        .host_write(host_write),
        .host_data(host_data),
        .host_out(host_out),
        .halted(halted),
        .stores(stores)
    );

    reg [21:0] stored;
    assign tally = stored[21:16];
    always @(posedge clock)
        if (reset) stored <= 22'd0;
        else if (stores) stored <= stored + 22'd1;

endmodule
