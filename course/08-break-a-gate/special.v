// special: whether a pawn promotes or takes in passing.
// Belle's own circuit, as `belle verilog` writes it, but in one place one kind of gate is replaced
// by another.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// 29 two-input gates and inverters, 6 deep:
//
//   block     gates  inverters  depth  settled after
//   SPECIAL      29          3      6              6
//
// Of 64 wires, wire 0 is that of square a1, 1 of b1, 63 of h8.

module special (
    input  wire moved0,
    input  wire moved1,
    input  wire moved2,
    input  wire [5:0] to,
    input  wire [5:0] ep,
    output wire promotion,
    output wire takes
);

    // SPECIAL
    wire special_n17 = moved1 | moved2;
    wire special_n18 = ~special_n17;
    wire special_n19 = moved0 & special_n18;
    wire special_n20 = to[3] & to[4];
    wire special_n21 = to[5] | special_n20;
    wire special_n22 = to[3] | to[4];
    wire special_n23 = to[5] | special_n22;
    wire special_n24 = ~special_n23;
    wire special_n25 = special_n21 | special_n24;
    wire special_promotion = special_n19 & special_n25;
    wire special_v1 = |ep;
    wire special_n32 = special_n19 & special_v1;
    wire [5:0] special_v2 = to ^ ep;
    wire special_v3 = |special_v2;
    wire special_n44 = ~special_v3;
    wire special_en_passant = special_n32 & special_n44;

    // Outputs
    assign promotion = special_promotion;
    assign takes = special_en_passant;

endmodule
