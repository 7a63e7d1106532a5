// Belle on a ULX3S as ulx3s_top.v has it, but for the transposition memory: it is in the board's SDRAM chip.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module ulx3s_sdram_top #(
    parameter [4:0] BITS = 5'd17 // the transposition memory has two to this power entries, 10 to 17
) (
    input wire clk_25mhz,
    input wire ftdi_txd,
    output wire ftdi_rxd,
    input wire btn_fire1,
    output wire [7:0] led,
    output wire wifi_gpio0,
    output wire sdram_clk,
    output wire sdram_cke,
    output wire sdram_csn,
    output wire sdram_rasn,
    output wire sdram_casn,
    output wire sdram_wen,
    output wire [1:0] sdram_ba,
    output wire [12:0] sdram_a,
    output wire [1:0] sdram_dqm,
    inout wire [15:0] sdram_d
);
    // Low, this line would let the ESP32 reset the board.
    assign wifi_gpio0 = 1'b1;

    wire reset;
    ulx3s_start start(.clock(clk_25mhz), .button(btn_fire1), .reset(reset), .alive(led[6]));

    // The chip's clock rises in the midst of ours. Both bytes of a word are always meant.
    assign sdram_clk = !clk_25mhz;
    assign sdram_dqm = 2'd0;
    wire [15:0] data;
    wire drive;
    assign sdram_d = drive ? data : 16'hzzzz;

    belle_on_a_line_sdram #(.DIVIDER(16'd25), .BITS(BITS)) belle(
        .clock(clk_25mhz),
        .reset(reset),
        .rx(ftdi_txd),
        .tx(ftdi_rxd),
        .searching(led[7]),
        .tally(led[5:0]),
        .delay(1'b0),
        .sdram_cke(sdram_cke),
        .sdram_command({sdram_csn, sdram_rasn, sdram_casn, sdram_wen}),
        .sdram_bank(sdram_ba),
        .sdram_address(sdram_a),
        .sdram_out(data),
        .sdram_drive(drive),
        .sdram_in(sdram_d)
    );
endmodule
