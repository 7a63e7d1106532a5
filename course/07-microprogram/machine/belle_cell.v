// belle_cell: one of the 64 cells of the full evaluator, one side's half: what a square reports on
// seven lines in each of eight cycles.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_cell (
    input  wire advanced, // high on these squares, low on all others
    input  wire attacked_from_n, // from the square to the north
    input  wire bishop, // its wire of own bishops
    input  wire bishop_pair, // to all squares: bishop_pair
    input  wire cycle_0, // to all squares: cycle[0]
    input  wire cycle_1, // to all squares: cycle[1]
    input  wire cycle_2, // to all squares: cycle[2]
    input  wire cycle_3, // to all squares: cycle[3]
    input  wire cycle_4, // to all squares: cycle[4]
    input  wire cycle_5, // to all squares: cycle[5]
    input  wire cycle_6, // to all squares: cycle[6]
    input  wire cycle_7, // to all squares: cycle[7]
    input  wire dark_squares, // high on these squares, low on all others
    input  wire empty, // its wire of empty squares
    input  wire enemy_from_n, // from the square to the north
    input  wire enemy_king_from_e, // from the square to the east
    input  wire enemy_king_from_n, // from the square to the north
    input  wire enemy_king_from_ne, // from the square to the north-east
    input  wire enemy_king_from_nw, // from the square to the north-west
    input  wire enemy_king_from_s, // from the square to the south
    input  wire enemy_king_from_se, // from the square to the south-east
    input  wire enemy_king_from_sw, // from the square to the south-west
    input  wire enemy_king_from_w, // from the square to the west
    input  wire enemy_pawn, // its wire of the enemy's pawns
    input  wire enemy_pawn_from_ne, // from the square to the north-east
    input  wire enemy_pawn_from_nw, // from the square to the north-west
    input  wire enemy_pawn_ray_from_e, // from the square to the east
    input  wire enemy_pawn_ray_from_n, // a ray that arrives from the north
    input  wire enemy_pawn_ray_from_s, // a ray that arrives from the south
    input  wire enemy_pawn_ray_from_w, // from the square to the west
    input  wire first_square, // high on these squares, low on all others
    input  wire knight, // its wire of own knights
    input  wire knight_from_ene, // from the square to the east-north-east
    input  wire knight_from_ese, // from the square to the east-south-east
    input  wire knight_from_nne, // from the square to the north-north-east
    input  wire knight_from_nnw, // from the square to the north-north-west
    input  wire knight_from_sse, // from the square to the south-south-east
    input  wire knight_from_ssw, // from the square to the south-south-west
    input  wire knight_from_wnw, // from the square to the west-north-west
    input  wire knight_from_wsw, // from the square to the west-south-west
    input  wire level_or_ahead_from_e, // from the square to the east
    input  wire level_or_ahead_from_w, // from the square to the west
    input  wire light_squares, // high on these squares, low on all others
    input  wire own, // its wire of all own pieces
    input  wire pawn, // its wire of own pawns
    input  wire pawn_file_from_e, // from the square to the east
    input  wire pawn_file_from_w, // from the square to the west
    input  wire pawn_from_e, // from the square to the east
    input  wire pawn_from_se, // from the square to the south-east
    input  wire pawn_from_sw, // from the square to the south-west
    input  wire pawn_from_w, // from the square to the west
    input  wire pawn_ray_from_e, // from the square to the east
    input  wire pawn_ray_from_n, // a ray that arrives from the north
    input  wire pawn_ray_from_s, // a ray that arrives from the south
    input  wire pawn_ray_from_w, // from the square to the west
    input  wire queen, // its wire of own queens
    input  wire queen_ray_from_e, // a ray that arrives from the east
    input  wire queen_ray_from_n, // a ray that arrives from the north
    input  wire queen_ray_from_ne, // a ray that arrives from the north-east
    input  wire queen_ray_from_nw, // a ray that arrives from the north-west
    input  wire queen_ray_from_s, // a ray that arrives from the south
    input  wire queen_ray_from_se, // a ray that arrives from the south-east
    input  wire queen_ray_from_sw, // a ray that arrives from the south-west
    input  wire queen_ray_from_w, // a ray that arrives from the west
    input  wire rank_4, // high on these squares, low on all others
    input  wire rank_5, // high on these squares, low on all others
    input  wire rank_6, // high on these squares, low on all others
    input  wire rank_7, // high on these squares, low on all others
    input  wire ranks_2_and_3, // high on these squares, low on all others
    input  wire rider_ray_from_e, // a ray that arrives from the east
    input  wire rider_ray_from_n, // a ray that arrives from the north
    input  wire rider_ray_from_ne, // a ray that arrives from the north-east
    input  wire rider_ray_from_nw, // a ray that arrives from the north-west
    input  wire rider_ray_from_s, // a ray that arrives from the south
    input  wire rider_ray_from_se, // a ray that arrives from the south-east
    input  wire rider_ray_from_sw, // a ray that arrives from the south-west
    input  wire rider_ray_from_w, // a ray that arrives from the west
    input  wire rook, // its wire of own rooks
    output wire pawn_ray_to_n, // the ray that goes on to the north
    output wire pawn_ray_to_s, // the ray that goes on to the south
    output wire enemy_pawn_ray_to_s, // the ray that goes on to the south
    output wire enemy_pawn_ray_to_n, // the ray that goes on to the north
    output wire pawn_file, // goes to neighbors, or to what all squares share
    output wire attacked, // goes to neighbors, or to what all squares share
    output wire level_or_ahead, // goes to neighbors, or to what all squares share
    output wire rider_ray_to_n, // the ray that goes on to the north
    output wire queen_ray_to_n, // the ray that goes on to the north
    output wire rider_ray_to_s, // the ray that goes on to the south
    output wire queen_ray_to_s, // the ray that goes on to the south
    output wire light_bishop, // goes to neighbors, or to what all squares share
    output wire dark_bishop, // goes to neighbors, or to what all squares share
    output wire rider_ray_to_ne, // the ray that goes on to the north-east
    output wire queen_ray_to_ne, // the ray that goes on to the north-east
    output wire rider_ray_to_e, // the ray that goes on to the east
    output wire queen_ray_to_e, // the ray that goes on to the east
    output wire rider_ray_to_se, // the ray that goes on to the south-east
    output wire queen_ray_to_se, // the ray that goes on to the south-east
    output wire rider_ray_to_sw, // the ray that goes on to the south-west
    output wire queen_ray_to_sw, // the ray that goes on to the south-west
    output wire rider_ray_to_w, // the ray that goes on to the west
    output wire queen_ray_to_w, // the ray that goes on to the west
    output wire rider_ray_to_nw, // the ray that goes on to the north-west
    output wire queen_ray_to_nw, // the ray that goes on to the north-west
    output wire line0, // leaves the array
    output wire line1, // leaves the array
    output wire line2, // leaves the array
    output wire line3, // leaves the array
    output wire line4, // leaves the array
    output wire line5, // leaves the array
    output wire line6 // leaves the array
);

    // PAWNS
    assign pawn_ray_to_n = pawn | pawn_ray_from_s;
    assign pawn_ray_to_s = pawn | pawn_ray_from_n;
    assign enemy_pawn_ray_to_s = enemy_pawn | enemy_pawn_ray_from_n;
    assign enemy_pawn_ray_to_n = enemy_pawn | enemy_pawn_ray_from_s;
    assign pawn_file = pawn | pawn_ray_from_s | pawn_ray_from_n;
    wire enemy_file = enemy_pawn | enemy_pawn_ray_from_n | enemy_pawn_ray_from_s;
    wire guarded = pawn_from_sw | pawn_from_se;
    assign attacked = enemy_pawn_from_nw | enemy_pawn_from_ne;
    wire stops_beside = enemy_pawn_ray_from_w | enemy_pawn_ray_from_e;
    wire neighbors = pawn_file_from_w | pawn_file_from_e;
    assign level_or_ahead = pawn | pawn_ray_from_s;
    wire helped = level_or_ahead_from_w | level_or_ahead_from_e;
    wire isolated = pawn & ~neighbors;
    wire backward = pawn & neighbors & ~helped & attacked_from_n;
    wire foremost = pawn & ~pawn_ray_from_n;
    wire v1 = ~enemy_pawn_ray_from_n;
    wire free_ahead = foremost & v1;
    wire v2 = helped & ~(enemy_pawn_ray_from_w & enemy_pawn_ray_from_e);
    wire helps_suffice = (level_or_ahead_from_w & level_or_ahead_from_e) | v2;
    wire doubled = pawn & pawn_ray_from_n;
    wire exposed = (isolated | backward) & v1;
    wire connected = pawn & (guarded | pawn_from_w | pawn_from_e);
    wire v3 = ~stops_beside;
    wire passed = free_ahead & v3;
    wire candidate = free_ahead & stops_beside & helps_suffice;
    wire enemy_passed = enemy_pawn & ~(enemy_pawn_ray_from_s | pawn_ray_from_s | pawn_ray_from_w | pawn_ray_from_e);

    // WHITE
    wire safe = ~(own | attacked);

    // KING IN
    wire v4 = enemy_king_from_n | enemy_king_from_ne | enemy_king_from_e | enemy_king_from_se;
    wire king_in = enemy_king_from_s | enemy_king_from_sw | enemy_king_from_w | enemy_king_from_nw | v4;

    // RAYS
    assign rider_ray_to_n = rook | (empty & rider_ray_from_s);
    assign queen_ray_to_n = queen | (empty & queen_ray_from_s);
    assign rider_ray_to_s = rook | (empty & rider_ray_from_n);
    assign queen_ray_to_s = queen | (empty & queen_ray_from_n);

    // POSTS
    wire outpost = guarded & v3 & advanced;
    wire v5 = rook & ~pawn_file;
    assign light_bishop = bishop & light_squares;
    assign dark_bishop = bishop & dark_squares;

    // WHITE
    wire stopped = passed & enemy_from_n;

    // RAYS
    assign rider_ray_to_ne = bishop | (empty & rider_ray_from_sw);
    assign queen_ray_to_ne = queen | (empty & queen_ray_from_sw);
    assign rider_ray_to_e = rook | (empty & rider_ray_from_w);
    assign queen_ray_to_e = queen | (empty & queen_ray_from_w);
    assign rider_ray_to_se = bishop | (empty & rider_ray_from_nw);
    assign queen_ray_to_se = queen | (empty & queen_ray_from_nw);
    assign rider_ray_to_sw = bishop | (empty & rider_ray_from_ne);
    assign queen_ray_to_sw = queen | (empty & queen_ray_from_ne);
    assign rider_ray_to_w = rook | (empty & rider_ray_from_e);
    assign queen_ray_to_w = queen | (empty & queen_ray_from_e);
    assign rider_ray_to_nw = bishop | (empty & rider_ray_from_se);
    assign queen_ray_to_nw = queen | (empty & queen_ray_from_se);

    // LINES
    wire v6 = rider_ray_from_w & safe & cycle_2;
    wire v7 = rider_ray_from_nw & safe & cycle_3;
    wire v8 = (rider_ray_from_s & safe & cycle_0) | (rider_ray_from_sw & safe & cycle_1) | v6 | v7;
    wire v9 = rider_ray_from_e & safe & cycle_6;
    wire v10 = v8 | (rider_ray_from_n & safe & cycle_4) | (rider_ray_from_ne & safe & cycle_5) | v9;
    assign line0 = v10 | (rider_ray_from_se & safe & cycle_7);
    wire v11 = queen_ray_from_w & safe & cycle_2;
    wire v12 = queen_ray_from_nw & safe & cycle_3;
    wire v13 = (queen_ray_from_s & safe & cycle_0) | (queen_ray_from_sw & safe & cycle_1) | v11 | v12;
    wire v14 = queen_ray_from_e & safe & cycle_6;
    wire v15 = v13 | (queen_ray_from_n & safe & cycle_4) | (queen_ray_from_ne & safe & cycle_5) | v14;
    assign line1 = v15 | (queen_ray_from_se & safe & cycle_7);
    wire v16 = knight_from_wnw & safe & cycle_2;
    wire v17 = knight_from_nnw & safe & cycle_3;
    wire v18 = knight_from_nne & safe & cycle_4;
    wire v19 = (knight_from_ssw & safe & cycle_0) | (knight_from_wsw & safe & cycle_1) | v16 | v17 | v18;
    wire v20 = knight_from_sse & safe & cycle_7;
    assign line2 = v19 | (knight_from_ene & safe & cycle_5) | (knight_from_ese & safe & cycle_6) | v20;
    wire v21 = (rider_ray_from_sw | queen_ray_from_sw | knight_from_wsw) & king_in & cycle_1;
    wire v22 = (rider_ray_from_w | queen_ray_from_w | knight_from_wnw) & king_in & cycle_2;
    wire v23 = ((rider_ray_from_s | queen_ray_from_s | knight_from_ssw) & king_in & cycle_0) | v21 | v22;
    wire v24 = (rider_ray_from_n | queen_ray_from_n | knight_from_nne) & king_in & cycle_4;
    wire v25 = v23 | ((rider_ray_from_nw | queen_ray_from_nw | knight_from_nnw) & king_in & cycle_3) | v24;
    wire v26 = (rider_ray_from_e | queen_ray_from_e | knight_from_ese) & king_in & cycle_6;
    wire v27 = v25 | ((rider_ray_from_ne | queen_ray_from_ne | knight_from_ene) & king_in & cycle_5) | v26;
    assign line3 = v27 | ((rider_ray_from_se | queen_ray_from_se | knight_from_sse) & king_in & cycle_7);
    wire v28 = connected & cycle_4;
    assign line4 = (doubled & cycle_0) | (isolated & cycle_1) | (backward & cycle_2) | (exposed & cycle_3) | v28;
    wire v29 = passed & rank_4 & cycle_3;
    wire v30 = (passed & rank_7 & cycle_0) | (passed & rank_6 & cycle_1) | (passed & rank_5 & cycle_2) | v29;
    wire v31 = passed & guarded & cycle_6;
    wire v32 = stopped & cycle_7;
    assign line5 = v30 | (passed & ranks_2_and_3 & cycle_4) | (candidate & cycle_5) | v31 | v32;
    wire v33 = v5 & ~enemy_file & cycle_2;
    wire v34 = bishop & outpost & cycle_3;
    wire v35 = rider_ray_from_n & enemy_passed & cycle_4;
    wire v36 = (rider_ray_from_s & passed & cycle_0) | (knight & outpost & cycle_1) | v33 | v34 | v35;
    wire v37 = knight & guarded & cycle_7;
    assign line6 = v36 | (bishop_pair & first_square & cycle_5) | (v5 & enemy_file & cycle_6) | v37;

endmodule
