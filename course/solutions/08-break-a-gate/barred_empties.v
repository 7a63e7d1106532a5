// barred_empties: the empty squares to which a search of captures does not go.
// Belle's own circuit, as `belle verilog` writes it.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// 313 two-input gates and inverters, 7 deep:
//
//   block     gates  inverters  depth  settled after
//   EMPTIES     313        105      7              7
//
// Of 64 wires, wire 0 is that of square a1, 1 of b1, 63 of h8.

module barred_empties (
    input  wire [63:0] p0,
    input  wire [63:0] p1,
    input  wire [63:0] p2,
    input  wire [63:0] p3,
    input  wire wtm,
    output wire [63:0] barred
);

    // EMPTIES
    wire [63:0] empties_v1 = p0 | p1;
    wire [63:0] empties_v2 = empties_v1 | p2;
    wire [63:0] empties_v3 = ~empties_v2;
    wire [63:0] empties_v4 = p1 | p2;
    wire [63:0] empties_v5 = ~empties_v4;
    wire [63:0] empties_v6 = p0 & empties_v5;
    wire [63:0] empties_v7 = ~p3;
    wire [63:0] empties_v8 = empties_v6 & empties_v7;
    wire [63:0] empties_v9 = empties_v8 << 8;
    wire [63:0] empties_v10 = empties_v9 & 64'hff00000000000000;
    wire [63:0] empties_v11 = empties_v6 & p3;
    wire [63:0] empties_v12 = empties_v11 >> 8;
    wire [63:0] empties_v13 = empties_v12 & 64'h00000000000000ff;
    wire [63:0] empties_v14 = empties_v10 & {64{wtm}};
    wire empties_n843 = ~wtm;
    wire [63:0] empties_v15 = empties_v13 & {64{empties_n843}};
    wire [63:0] empties_v16 = empties_v14 | empties_v15;
    wire [63:0] empties_v17 = ~empties_v16;
    wire [63:0] empties_v18 = empties_v3 & empties_v17;

    // Outputs
    assign barred = empties_v18;

endmodule
