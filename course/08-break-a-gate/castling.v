// castling: whether the way between king and rook is open.
// Belle's own circuit, as `belle verilog` writes it, but in one place one kind of gate is replaced
// by another.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// 41 two-input gates and inverters, 8 deep:
//
//   block      gates  inverters  depth  settled after
//   CASTLING      41          5      8              8
//
// Of 64 wires, wire 0 is that of square a1, 1 of b1, 63 of h8.

module castling (
    input  wire [63:0] p0,
    input  wire [63:0] p1,
    input  wire [63:0] p2,
    input  wire [63:0] p3,
    input  wire white_king_side,
    input  wire white_queen_side,
    input  wire black_king_side,
    input  wire black_queen_side,
    input  wire wtm,
    output wire king_side,
    output wire queen_side
);

    // CASTLING
    wire [63:0] castling_v1 = p0 | p1;
    wire [63:0] castling_v2 = castling_v1 | p2;
    wire [63:0] castling_v3 = castling_v2 & 64'h0000000000000060;
    wire castling_v4 = |castling_v3;
    wire castling_n392 = ~castling_v4;
    wire castling_n393 = white_king_side & castling_n392;
    wire [63:0] castling_v5 = castling_v2 & 64'h6000000000000000;
    wire castling_v6 = |castling_v5;
    wire castling_n395 = ~castling_v6;
    wire castling_n396 = black_king_side & castling_n395;
    wire castling_n397 = wtm | castling_n393;
    wire castling_n398 = ~wtm;
    wire castling_n399 = castling_n396 & castling_n398;
    wire castling_king_side_open = castling_n397 | castling_n399;
    wire [63:0] castling_v7 = castling_v2 & 64'h000000000000000e;
    wire castling_v8 = |castling_v7;
    wire castling_n403 = ~castling_v8;
    wire castling_n404 = white_queen_side & castling_n403;
    wire [63:0] castling_v9 = castling_v2 & 64'h0e00000000000000;
    wire castling_v10 = |castling_v9;
    wire castling_n407 = ~castling_v10;
    wire castling_n408 = black_queen_side & castling_n407;
    wire castling_n409 = wtm & castling_n404;
    wire castling_n410 = castling_n398 & castling_n408;
    wire castling_queen_side_open = castling_n409 | castling_n410;

    // Outputs
    assign king_side = castling_king_side_open;
    assign queen_side = castling_queen_side_open;

endmodule
