// belle_disable_order: DISABLE, the word of the disable memory after this microword's order:
// squares that no longer answer a find.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_disable_order (
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p0,
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p1,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p2,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p3,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    input  wire spent, // Every pawn that could take en passant at this node has been tried.
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // disable close: the to square disabled (an open en-passant pawn: spent), all own pieces
    // enabled
    input  wire disable_close,
    input  wire disable_from, // disable from: the from square disabled
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    input  wire [63:0] disable_word, // the disable word of this ply
    // disable empties: empty squares disabled, but those a pawn can promote on
    input  wire disable_empties,
    input  wire disable_all, // disable all: all squares disabled, the en-passant pawn spent
    input  wire disable_clear, // disable clear: no square disabled; the en-passant pawn not spent
    input  wire disable_nothing, // disable nothing: it rests
    // this ply's disable word after the order, written back at the end
    output wire [63:0] disable_data,
    output wire disable_write, // the disable word is written back
    output wire spent_next // the en-passant pawn has had all its takers
);

    // SQUARE
    wire [63:0] empty = ~p2 & ~p1 & ~p0;
    wire [63:0] own = p3 ^ {64{white_to_move}};

    // DISABLE ORDER
    wire v1 = (|en_passant) & ~spent & ~(|(to ^ en_passant));

    // DISABLE
    wire [63:0] v2 = disable_word | (64'd1 << (disable_from ? from : to));

    // DISABLE ORDER
    wire [63:0] v3 = ((~v1 & disable_close) | disable_from) ? v2 : disable_word;
    wire [63:0] v4 = disable_close ? (v3 & ~(own & ~empty)) : v3;

    // EMPTIES
    wire [63:0] v5 = p0 & ~(p1 | p2);
    wire [63:0] v90_from_s = (v5 & ~p3) << 8;
    wire [63:0] v92_from_n = (v5 & p3) >> 8;
    wire [63:0] v6 = ~(white_to_move ? (v90_from_s & 64'hff00000000000000) : (v92_from_n & 64'h00000000000000ff));

    // DISABLE ORDER
    wire v7 = ~disable_clear;
    assign disable_data = ((disable_empties ? (v4 | (~(p0 | p1 | p2) & v6)) : v4) | {64{disable_all}}) & {64{v7}};
    assign disable_write = ~disable_nothing;
    assign spent_next = disable_all | (spent & v7) | (v1 & disable_close);

endmodule
