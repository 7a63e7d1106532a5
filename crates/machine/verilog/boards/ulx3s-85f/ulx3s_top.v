// Belle on a ULX3S: 25 MHz straight from the crystal, the USB serial line as the host port, at one megabaud, the
// transposition memory in block RAM.
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

    wire reset;
    ulx3s_start start(.clock(clk_25mhz), .button(btn_fire1), .reset(reset), .alive(led[6]));

    belle_on_a_line #(.DIVIDER(16'd25), .BITS(BITS)) belle(
        .clock(clk_25mhz),
        .reset(reset),
        .rx(ftdi_txd),
        .tx(ftdi_rxd),
        .searching(led[7]),
        .tally(led[5:0])
    );
endmodule
