// Belle's move generator on Tiny Tapeout tiles, behind the serial line that shuttles have on these pins.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The module's name and ports are those that a shuttle asks for.

module tt_um_belle_move_generator (
    input wire [7:0] ui_in, // 3: the serial line in
    output wire [7:0] uo_out, // 4: the serial line out; 5: a find is being answered
    input wire [7:0] uio_in,
    output wire [7:0] uio_out, // 5 to 0: the square found last
    output wire [7:0] uio_oe,
    input wire ena,
    input wire clk, // 10 MHz
    input wire rst_n
);
    // A reset may end at any time; it is let go with the clock.
    reg [1:0] released;
    always @(posedge clk) released <= {released[0], rst_n};

    wire tx, searching;
    wire [5:0] tally;
    generator_on_a_line #(.DIVIDER(16'd10)) generator(
        .clock(clk),
        .reset(!(released[1] & rst_n)),
        .rx(ui_in[3]),
        .tx(tx),
        .searching(searching),
        .tally(tally)
    );
    assign uo_out = {2'd0, searching, tx, 4'd0};
    assign uio_out = {2'd0, tally};
    assign uio_oe = 8'h3F;

    /* verilator lint_off UNUSEDSIGNAL */
    wire unused = &{ui_in[7:4], ui_in[2:0], uio_in, ena};
    /* verilator lint_on UNUSEDSIGNAL */
endmodule
