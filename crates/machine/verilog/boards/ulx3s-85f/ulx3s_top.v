// Belle on a ULX3S: 25 MHz straight from the crystal, the USB serial line as the host port, at one megabaud.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The LEDs: 7 the machine searches, 6 it is alive, 5 to 0 count what the search stores. The button FIRE1 resets.

module ulx3s_top #(
    parameter [4:0] BITS = 5'd13 // the transposition memory has two to this power entries, 10 to 15
) (
    input wire clk_25mhz,
    input wire ftdi_txd,
    output wire ftdi_rxd,
    input wire btn_fire1,
    output wire [7:0] led,
    output wire wifi_gpio0
);
    // Low, this line would let the ESP32 reset the board.
    assign wifi_gpio0 = 1'b1;

    // Flip-flops come up low.
    reg [3:0] started = 4'd0;
    reg [1:0] button = 2'd0;
    reg reset = 1'b1;
    always @(posedge clk_25mhz) begin
        if (started != 4'd15) started <= started + 4'd1;
        button <= {button[0], btn_fire1};
        reset <= started != 4'd15 | button[1];
    end

    reg [24:0] alive = 25'd0;
    always @(posedge clk_25mhz) alive <= alive + 25'd1;
    assign led[6] = alive[24];

    belle_on_a_line #(.DIVIDER(16'd25), .BITS(BITS)) belle(
        .clock(clk_25mhz),
        .reset(reset),
        .rx(ftdi_txd),
        .tx(ftdi_rxd),
        .searching(led[7]),
        .tally(led[5:0])
    );
endmodule
