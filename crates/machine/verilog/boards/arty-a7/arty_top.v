// Belle on an Arty A7: the crystal's 100 MHz divided to 25, the USB serial line as the host port, at one megabaud.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The LEDs: 3 the machine searches, 2 it is alive, 1 and 0 count what the search stores. The button BTN0 resets.

module arty_top #(
    parameter [4:0] BITS = 5'd13 // the transposition memory has two to this power entries, 10 to 13
) (
    input wire clk_100mhz,
    input wire uart_rx,
    output wire uart_tx,
    input wire button,
    output wire [3:0] led
);
    wire feedback, slow, clock, locked;
    PLLE2_BASE #(
        .CLKIN1_PERIOD(10.0),
        .CLKFBOUT_MULT(8), // 800 MHz
        .CLKOUT0_DIVIDE(32)
    ) pll(
        .CLKIN1(clk_100mhz),
        .CLKFBIN(feedback),
        .CLKFBOUT(feedback),
        .CLKOUT0(slow),
        .LOCKED(locked),
        .PWRDWN(1'b0),
        .RST(1'b0)
    );
    BUFG global(.I(slow), .O(clock));

    // Flip-flops come up low.
    reg [3:0] started = 4'd0;
    reg [1:0] pressed = 2'd0;
    reg reset = 1'b1;
    always @(posedge clock) begin
        if (!locked) started <= 4'd0;
        else if (started != 4'd15) started <= started + 4'd1;
        pressed <= {pressed[0], button};
        reset <= started != 4'd15 | pressed[1];
    end

    reg [24:0] alive = 25'd0;
    always @(posedge clock) alive <= alive + 25'd1;
    assign led[2] = alive[24];

    /* verilator lint_off UNUSEDSIGNAL */
    wire [5:0] tally;
    /* verilator lint_on UNUSEDSIGNAL */
    assign led[1:0] = tally[1:0];

    belle_on_a_line #(.DIVIDER(16'd25), .BITS(BITS)) belle(
        .clock(clock),
        .reset(reset),
        .rx(uart_rx),
        .tx(uart_tx),
        .searching(led[3]),
        .tally(tally)
    );
endmodule
