// belle_clamp: the clamp of the full evaluator: its value stays within the margin that a lazy
// cut-off counts with.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_clamp (
    input  wire [15:0] sum, // the full evaluator's SUM register
    output wire [15:0] value // the full value
);

    // COMPARE
    wire [15:0] v1 = sum ^ 16'h8000;
    wire [16:0] v2 = {1'b0, (16'h00c0 ^ 16'h8000)} + {1'b0, ~v1} + 17'd1;
    wire [16:0] v3 = {1'b0, v1} + {1'b0, ~(16'hff40 ^ 16'h8000)} + 17'd1;

    // CLAMP
    assign value = v2[16] ? (v3[16] ? sum : 16'hff40) : 16'h00c0;

endmodule
