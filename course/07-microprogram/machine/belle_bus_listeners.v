// belle_bus_listeners: the registers that listen to the board buses: moved and captured piece,
// en-passant latch, castling rights.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_bus_listeners (
    input  wire [3:0] piece_off, // the piece there
    input  wire take_moved, // take moved: the moved register
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    input  wire [3:0] moved,
    input  wire take_captured, // take captured: the captured register
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p1,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p2,
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p0,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p3,
    input  wire [63:0] word, // the microword
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    input  wire [5:0] square, // the square on the address bus
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    output wire [3:0] captured_next,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    output wire [5:0] en_passant_next,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    output wire [3:0] rights_next,
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    output wire [3:0] moved_next
);

    assign moved_next = take_moved ? piece_off : moved;
    assign captured_next = take_captured ? piece_off : captured;

    // EN PASSANT LATCH
    wire v1 = ~white_to_move;
    wire [5:0] v2 = {6{v1}} & 6'h38;
    wire [5:0] v3 = from ^ v2;
    wire [5:0] v4 = to ^ v2;
    wire [63:0] v5 = 64'd1 << to;
    wire [63:0] v57_from_w = (v5 << 1) & 64'h000000fefe000000;
    wire [63:0] v57_from_e = (v5 >> 1) & 64'h0000007f7f000000;
    wire v6 = v3[3] & ~(v3[4] | v3[5]) & v4[3] & v4[4] & ~v4[5];
    wire armed = (moved[2:0] == 3'd1) & (|(p0 & ~(p1 | p2) & (p3 ^ {64{v1}}) & (v57_from_w | v57_from_e))) & v6;
    wire [5:0] latch = ((to & 6'h07) | (white_to_move ? 6'h10 : 6'h28)) & {6{armed}};

    assign en_passant_next = word[40] ? latch : en_passant;

    // CASTLING RIGHTS
    wire [63:0] v7 = 64'd1 << square;
    wire v8 = ~(|(v7 & 64'h0000000000000090));
    wire v9 = ~(|(v7 & 64'h0000000000000011));
    wire v10 = ~(|(v7 & 64'h9000000000000000));

    assign rights_next = rights & ({~(|(v7 & 64'h1100000000000000)), v10, v9, v8} | {4{~word[39]}});

endmodule
