// The ULX3S comes up: reset and a sign of life.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module ulx3s_start (
    input wire clock,
    input wire button, // resets
    output reg reset,
    output wire alive // blinks
);
    // Flip-flops come up low.
    reg [3:0] started = 4'd0;
    reg [1:0] pressed = 2'd0;
    initial reset = 1'b1;
    always @(posedge clock) begin
        if (started != 4'd15) started <= started + 4'd1;
        pressed <= {pressed[0], button};
        reset <= started != 4'd15 | pressed[1];
    end

    reg [24:0] lived = 25'd0;
    always @(posedge clock) lived <= lived + 25'd1;
    assign alive = lived[24];
endmodule
