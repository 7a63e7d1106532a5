// Belle's move generator on an iCEBreaker: half of the crystal's 12 MHz, the USB serial line at one megabaud.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The green LED: it is alive. The red one: a find is being answered. The button resets.

module icebreaker_top (
    input wire clk_12mhz,
    input wire uart_rx,
    output wire uart_tx,
    input wire button_n,
    output wire led_green_n,
    output wire led_red_n
);
    reg clock = 1'b0;
    always @(posedge clk_12mhz) clock <= !clock;

    // Flip-flops come up low.
    reg [3:0] started = 4'd0;
    reg [1:0] released = 2'd0;
    reg reset = 1'b0;
    always @(posedge clock) begin
        if (started != 4'd15) started <= started + 4'd1;
        released <= {released[0], button_n};
        reset <= started != 4'd15 | !released[1];
    end

    reg [21:0] alive = 22'd0;
    always @(posedge clock) alive <= alive + 22'd1;
    assign led_green_n = alive[21];

    wire searching;
    assign led_red_n = !searching;
    /* verilator lint_off UNUSEDSIGNAL */
    wire [5:0] tally;
    /* verilator lint_on UNUSEDSIGNAL */

    generator_on_a_line #(.DIVIDER(16'd6)) generator(
        .clock(clock),
        .reset(reset),
        .rx(uart_rx),
        .tx(uart_tx),
        .searching(searching),
        .tally(tally)
    );
endmodule
