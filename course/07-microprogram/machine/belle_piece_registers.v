// belle_piece_registers: the piece registers of the move generator and of the full evaluator: what
// a write to the board makes of them.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_piece_registers (
    input  wire [63:0] selected, // the line of the square on the address bus
    input  wire written, // the piece is written at the end of this cycle
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p0,
    input  wire [3:0] piece_on, // the piece put there
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p1,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p2,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p3,
    // The same board again, for the full evaluator alone: bit 0 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e0,
    // The same board again, for the full evaluator alone: bit 1 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e1,
    // The same board again, for the full evaluator alone: bit 2 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e2,
    // The same board again, for the full evaluator alone: bit 3 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e3,
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p0_next,
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p1_next,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p2_next,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    output wire [63:0] p3_next,
    // The same board again, for the full evaluator alone: bit 0 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e0_next,
    // The same board again, for the full evaluator alone: bit 1 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e1_next,
    // The same board again, for the full evaluator alone: bit 2 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e2_next,
    // The same board again, for the full evaluator alone: bit 3 of the code of each square's piece.
    // Bit 3 means black.
    output wire [63:0] e3_next
);

    wire [63:0] v1 = selected & {64{written}};
    wire [63:0] v2 = ~v1;
    wire [63:0] v3 = v1 & {64{piece_on[0]}};
    assign p0_next = (p0 & v2) | v3;
    wire [63:0] v4 = v1 & {64{piece_on[1]}};
    assign p1_next = (p1 & v2) | v4;
    wire [63:0] v5 = v1 & {64{piece_on[2]}};
    assign p2_next = (p2 & v2) | v5;
    wire [63:0] v6 = v1 & {64{piece_on[3]}};
    assign p3_next = (p3 & v2) | v6;
    assign e0_next = (e0 & v2) | v3;
    assign e1_next = (e1 & v2) | v4;
    assign e2_next = (e2 & v2) | v5;
    assign e3_next = (e3 & v2) | v6;

endmodule
