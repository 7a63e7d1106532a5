// belle_square: one of the 64 squares of the move generator: its piece, the lines that it sends to
// its neighbors (XMIT), and what it makes of those that arrive (RECV).
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_square (
    input  wire aggressor, // to all squares: aggressor
    input  wire dis, // its wire of the disable word of this ply
    input  wire ep_open, // to all squares: ep_open
    input  wire king_from_e, // from the square to the east
    input  wire king_from_n, // from the square to the north
    input  wire king_from_ne, // from the square to the north-east
    input  wire king_from_nw, // from the square to the north-west
    input  wire king_from_s, // from the square to the south
    input  wire king_from_se, // from the square to the south-east
    input  wire king_from_sw, // from the square to the south-west
    input  wire king_from_w, // from the square to the west
    input  wire knight_from_ene, // from the square to the east-north-east
    input  wire knight_from_ese, // from the square to the east-south-east
    input  wire knight_from_nne, // from the square to the north-north-east
    input  wire knight_from_nnw, // from the square to the north-north-west
    input  wire knight_from_sse, // from the square to the south-south-east
    input  wire knight_from_ssw, // from the square to the south-south-west
    input  wire knight_from_wnw, // from the square to the west-north-west
    input  wire knight_from_wsw, // from the square to the west-south-west
    input  wire latched, // made for each square in the module round them
    input  wire p0, // its wire of bit 0 of the piece registers
    input  wire p1, // its wire of bit 1 of the piece registers
    input  wire p2, // its wire of bit 2 of the piece registers
    input  wire p3, // its wire of bit 3 of the piece registers
    input  wire pawn_capture_down_from_n, // from the square to the north
    input  wire pawn_capture_front_from_e, // from the square to the east
    input  wire pawn_capture_front_from_w, // from the square to the west
    input  wire pawn_capture_up_from_s, // from the square to the south
    input  wire pawn_move_down_from_n, // from the square to the north
    input  wire pawn_move_up_from_s, // from the square to the south
    input  wire pawn_step_down_from_n, // from the square to the north
    input  wire pawn_step_up_from_s, // from the square to the south
    input  wire ray_from_e, // a ray that arrives from the east
    input  wire ray_from_n, // a ray that arrives from the north
    input  wire ray_from_ne, // a ray that arrives from the north-east
    input  wire ray_from_nw, // a ray that arrives from the north-west
    input  wire ray_from_s, // a ray that arrives from the south
    input  wire ray_from_se, // a ray that arrives from the south-east
    input  wire ray_from_sw, // a ray that arrives from the south-west
    input  wire ray_from_w, // a ray that arrives from the west
    input  wire selected, // made for each square in the module round them
    input  wire sixth_rank, // high on these squares, low on all others
    input  wire third_rank, // high on these squares, low on all others
    input  wire up, // to all squares: up
    input  wire wtm, // to all squares: wtm
    output wire xmit_knight, // goes to neighbors, or to what all squares share
    output wire xmit_king, // goes to neighbors, or to what all squares share
    output wire ray_to_n, // the ray that goes on to the north
    output wire ray_to_e, // the ray that goes on to the east
    output wire ray_to_s, // the ray that goes on to the south
    output wire ray_to_w, // the ray that goes on to the west
    output wire ray_to_ne, // the ray that goes on to the north-east
    output wire ray_to_se, // the ray that goes on to the south-east
    output wire ray_to_sw, // the ray that goes on to the south-west
    output wire ray_to_nw, // the ray that goes on to the north-west
    output wire pawn_step_up, // goes to neighbors, or to what all squares share
    output wire pawn_step_down, // goes to neighbors, or to what all squares share
    output wire pawn_move_up, // goes to neighbors, or to what all squares share
    output wire pawn_move_down, // goes to neighbors, or to what all squares share
    output wire pawn_capture_up, // goes to neighbors, or to what all squares share
    output wire pawn_capture_down, // goes to neighbors, or to what all squares share
    output wire pawn_capture_front, // goes to neighbors, or to what all squares share
    output wire line1, // leaves the array
    output wire line2, // leaves the array
    output wire line3, // leaves the array
    output wire line4, // leaves the array
    output wire line5, // leaves the array
    output wire line6, // leaves the array
    output wire king_taken // leaves the array
);

    // SQUARE
    wire v1 = ~p0;
    wire v2 = ~p1;
    wire v3 = ~p2;
    wire v4 = v3 & p1;
    wire v5 = p2 & v2;
    wire v6 = v3 & v2;
    wire empty = v6 & v1;
    wire pawn = v6 & p0;
    wire knight = v4 & v1;
    wire bishop = v4 & p0;
    wire rook = v5 & v1;
    wire queen = v5 & p0;
    wire king = p2 & p1 & v1;
    wire own = p3 ^ wtm;

    // EN PASSANT
    wire passed_over = latched & empty & ep_open;

    // XMIT
    wire sends_as_piece = own & ~aggressor;
    wire super_piece = selected & aggressor;
    wire sends_as_all = super_piece & ~passed_over;
    wire is_moved_to = sends_as_all & empty;
    wire sends_as_pawn = sends_as_piece & pawn;
    wire manhattan = (sends_as_piece & (rook | queen)) | sends_as_all;
    wire diagonal = (sends_as_piece & (bishop | queen)) | sends_as_all;
    assign xmit_knight = (sends_as_piece & knight) | sends_as_all;
    assign xmit_king = (sends_as_piece & king) | sends_as_all;
    wire pawn_move = sends_as_pawn | is_moved_to;
    wire pawn_capture = sends_as_pawn | (super_piece & ~is_moved_to);

    // RAY MUX
    assign ray_to_n = manhattan | (empty & ray_from_s);
    assign ray_to_e = manhattan | (empty & ray_from_w);
    assign ray_to_s = manhattan | (empty & ray_from_n);
    assign ray_to_w = manhattan | (empty & ray_from_e);
    assign ray_to_ne = diagonal | (empty & ray_from_sw);
    assign ray_to_se = diagonal | (empty & ray_from_nw);
    assign ray_to_sw = diagonal | (empty & ray_from_ne);
    assign ray_to_nw = diagonal | (empty & ray_from_se);
    wire manhattan_in = ray_from_s | ray_from_w | ray_from_n | ray_from_e;
    wire diagonal_in = ray_from_sw | ray_from_nw | ray_from_ne | ray_from_se;

    // DIR MUX
    wire v7 = empty & ((third_rank & wtm) | (sixth_rank & ~wtm));
    assign pawn_step_up = pawn_move & up;
    assign pawn_step_down = pawn_move & ~up;
    wire v8 = pawn_move | ((pawn_step_up_from_s | pawn_step_down_from_n) & v7);
    assign pawn_move_up = v8 & up;
    assign pawn_move_down = v8 & ~up;
    wire pawn_move_in = pawn_move_up_from_s | pawn_move_down_from_n;
    assign pawn_capture_up = pawn_capture & up;
    assign pawn_capture_down = pawn_capture & ~up;
    assign pawn_capture_front = pawn_capture_up_from_s | pawn_capture_down_from_n;
    wire pawn_capture_in = pawn_capture_front_from_w | pawn_capture_front_from_e;

    // KNIGHT IN
    wire v9 = knight_from_nne | knight_from_ene | knight_from_ese | knight_from_sse;
    wire knight_in = knight_from_ssw | knight_from_wsw | knight_from_wnw | knight_from_nnw | v9;

    // KING IN
    wire v10 = king_from_n | king_from_ne | king_from_e | king_from_se;
    wire king_in = king_from_s | king_from_sw | king_from_w | king_from_nw | v10;

    // RECV
    wire v11 = manhattan_in | diagonal_in;
    wire by_pieces = v11 | knight_in | king_in;
    wire attacked = (by_pieces | pawn_capture_in) & ~(own | aggressor);
    wire v12 = ~dis;
    wire victim_here = attacked & v12;
    wire aggressor_here = own & aggressor & v12;
    assign line1 = (victim_here & queen) | (aggressor_here & pawn & (pawn_move_in | pawn_capture_in));
    assign line2 = (victim_here & rook) | (aggressor_here & knight & knight_in);
    assign line3 = bishop & (victim_here | (aggressor_here & diagonal_in));
    assign line4 = (victim_here & knight) | (aggressor_here & rook & manhattan_in);
    wire v13 = (passed_over & pawn_capture_in & ~aggressor) | (aggressor_here & queen & v11);
    assign line5 = (victim_here & pawn) | v13;
    wire v14 = aggressor_here & king & king_in;
    assign line6 = (empty & ~(dis | passed_over | aggressor) & (by_pieces | pawn_move_in)) | v14;
    assign king_taken = attacked & king;

endmodule
