// Belle behind a serial line with a model of its SDRAM chip, for simulations: the chip is refreshed more often than it need
// be, and an entry takes up to seven clocks longer than it does, so that each access takes another time.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_with_sdram_model #(
    parameter [15:0] DIVIDER = 16'd25, // clocks a bit of the line
    parameter [4:0] BITS = 5'd17,      // the memory has two to this power entries, 10 to 17
    parameter [7:0] REFRESH = 8'd53    // clocks from refresh to refresh of the chip
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output wire tx,
    output wire searching,
    output wire [5:0] tally
);

    // Random numbers of 32 bits, by shifts; how many clocks are left of a delay.
    reg [31:0] random;
    reg [2:0] left;
    wire [31:0] once = random ^ random << 13;
    wire [31:0] twice = once ^ once >> 17;
    always @(posedge clock)
        if (reset) begin
            random <= 32'd1978;
            left <= 3'd0;
        end else begin
            random <= twice ^ twice << 5;
            // At times the delay begins before the request does, at times in its midst.
            left <= left != 3'd0 ? left - 3'd1 : random[31:29] == 3'd0 ? random[2:0] : 3'd0;
        end

    wire cke;
    wire [3:0] command;
    wire [1:0] bank;
    wire [12:0] address;
    wire [15:0] to_chip, from_chip;
    wire drive;

    belle_on_a_line_sdram #(.DIVIDER(DIVIDER), .BITS(BITS), .REFRESH(REFRESH)) belle(
        .clock(clock),
        .reset(reset),
        .rx(rx),
        .tx(tx),
        .searching(searching),
        .tally(tally),
        .delay(left != 3'd0),
        .sdram_cke(cke),
        .sdram_command(command),
        .sdram_bank(bank),
        .sdram_address(address),
        .sdram_out(to_chip),
        .sdram_drive(drive),
        .sdram_in(from_chip)
    );

    sdram_model #(.WORDS({27'd0, BITS} + 2)) chip(
        .clk(!clock),
        .cke(cke),
        .command(command),
        .bank(bank),
        .address(address),
        .in(to_chip),
        .driven(drive),
        .out(from_chip)
    );

endmodule
