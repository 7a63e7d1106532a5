// Belle on a Colorlight i9: 25 MHz straight from the crystal, the extension board's serial line as the host port.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The LED blinks slowly while the machine waits, and with what the search stores while it searches. There is no button:
// a stop over the line does what a reset would.

module colorlight_i9_top #(
    parameter [4:0] BITS = 5'd13 // the transposition memory has two to this power entries, 10 to 14
) (
    input wire clk_25mhz,
    input wire uart_rx,
    output wire uart_tx,
    output wire led_n
);
    // Flip-flops come up low.
    reg [3:0] started = 4'd0;
    reg reset = 1'b1;
    always @(posedge clk_25mhz) begin
        if (started != 4'd15) started <= started + 4'd1;
        reset <= started != 4'd15;
    end

    reg [24:0] alive = 25'd0;
    always @(posedge clk_25mhz) alive <= alive + 25'd1;

    wire searching;
    /* verilator lint_off UNUSEDSIGNAL */
    wire [5:0] tally;
    /* verilator lint_on UNUSEDSIGNAL */
    assign led_n = !(searching ? tally[0] : alive[24]);

    belle_on_a_line #(.DIVIDER(16'd25), .BITS(BITS)) belle(
        .clock(clk_25mhz),
        .reset(reset),
        .rx(uart_rx),
        .tx(uart_tx),
        .searching(searching),
        .tally(tally)
    );
endmodule
