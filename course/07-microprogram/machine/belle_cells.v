// belle_cells: one side's half of the full evaluator's 64 cells, each wired to its neighbors.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_cells (
    input  wire [63:0] pawn, // own pawns
    input  wire [63:0] knight, // own knights
    input  wire [63:0] bishop, // own bishops
    input  wire [63:0] rook, // own rooks
    input  wire [63:0] queen, // own queens
    input  wire [63:0] own, // all own pieces
    input  wire [63:0] enemy_pawn, // the enemy's pawns
    input  wire [63:0] enemy_king, // the enemy's king
    input  wire [63:0] enemy, // all enemy pieces
    input  wire [63:0] empty, // empty squares
    input  wire [7:0] cycle, // a wire a cycle
    output wire [63:0] line0, // reports on line 0
    output wire [63:0] line1, // reports on line 1
    output wire [63:0] line2, // reports on line 2
    output wire [63:0] line3, // reports on line 3
    output wire [63:0] line4, // reports on line 4
    output wire [63:0] line5, // reports on line 5
    output wire [63:0] line6 // reports on line 6
);

    // From square to square a ray is no loop, though its vector depends on itself.
    /* verilator lint_off UNOPTFLAT */

    // PAWNS
    wire [63:0] pawn_ray_to_n;
    wire [63:0] pawn_ray_from_s = {pawn_ray_to_n[55:0], 8'd0};
    wire [63:0] pawn_ray_to_s;
    wire [63:0] pawn_ray_from_n = {8'd0, pawn_ray_to_s[63:8]};
    wire [63:0] enemy_pawn_ray_to_s;
    wire [63:0] enemy_pawn_ray_from_n = {8'd0, enemy_pawn_ray_to_s[63:8]};
    wire [63:0] enemy_pawn_ray_to_n;
    wire [63:0] enemy_pawn_ray_from_s = {enemy_pawn_ray_to_n[55:0], 8'd0};
    wire [63:0] pawn_file;
    wire [63:0] pawn_from_sw = {pawn[54:48], 1'b0,
        pawn[46:40], 1'b0,
        pawn[38:32], 1'b0,
        pawn[30:24], 1'b0,
        pawn[22:16], 1'b0,
        pawn[14:8], 1'b0,
        pawn[6:0], 1'b0,
        8'h00};
    wire [63:0] pawn_from_se = {1'b0, pawn[55:49],
        1'b0, pawn[47:41],
        1'b0, pawn[39:33],
        1'b0, pawn[31:25],
        1'b0, pawn[23:17],
        1'b0, pawn[15:9],
        1'b0, pawn[7:1],
        8'h00};
    wire [63:0] enemy_pawn_from_nw = {8'h00,
        enemy_pawn[62:56], 1'b0,
        enemy_pawn[54:48], 1'b0,
        enemy_pawn[46:40], 1'b0,
        enemy_pawn[38:32], 1'b0,
        enemy_pawn[30:24], 1'b0,
        enemy_pawn[22:16], 1'b0,
        enemy_pawn[14:8], 1'b0};
    wire [63:0] enemy_pawn_from_ne = {8'h00,
        1'b0, enemy_pawn[63:57],
        1'b0, enemy_pawn[55:49],
        1'b0, enemy_pawn[47:41],
        1'b0, enemy_pawn[39:33],
        1'b0, enemy_pawn[31:25],
        1'b0, enemy_pawn[23:17],
        1'b0, enemy_pawn[15:9]};
    wire [63:0] attacked;
    wire [63:0] enemy_pawn_ray_from_w = {enemy_pawn_ray_from_n[62:56], 1'b0,
        enemy_pawn_ray_from_n[54:48], 1'b0,
        enemy_pawn_ray_from_n[46:40], 1'b0,
        enemy_pawn_ray_from_n[38:32], 1'b0,
        enemy_pawn_ray_from_n[30:24], 1'b0,
        enemy_pawn_ray_from_n[22:16], 1'b0,
        enemy_pawn_ray_from_n[14:8], 1'b0,
        enemy_pawn_ray_from_n[6:0], 1'b0};
    wire [63:0] enemy_pawn_ray_from_e = {1'b0, enemy_pawn_ray_from_n[63:57],
        1'b0, enemy_pawn_ray_from_n[55:49],
        1'b0, enemy_pawn_ray_from_n[47:41],
        1'b0, enemy_pawn_ray_from_n[39:33],
        1'b0, enemy_pawn_ray_from_n[31:25],
        1'b0, enemy_pawn_ray_from_n[23:17],
        1'b0, enemy_pawn_ray_from_n[15:9],
        1'b0, enemy_pawn_ray_from_n[7:1]};
    wire [63:0] pawn_file_from_w = {pawn_file[62:56], 1'b0,
        pawn_file[54:48], 1'b0,
        pawn_file[46:40], 1'b0,
        pawn_file[38:32], 1'b0,
        pawn_file[30:24], 1'b0,
        pawn_file[22:16], 1'b0,
        pawn_file[14:8], 1'b0,
        pawn_file[6:0], 1'b0};
    wire [63:0] pawn_file_from_e = {1'b0, pawn_file[63:57],
        1'b0, pawn_file[55:49],
        1'b0, pawn_file[47:41],
        1'b0, pawn_file[39:33],
        1'b0, pawn_file[31:25],
        1'b0, pawn_file[23:17],
        1'b0, pawn_file[15:9],
        1'b0, pawn_file[7:1]};
    wire [63:0] level_or_ahead;
    wire [63:0] level_or_ahead_from_w = {level_or_ahead[62:56], 1'b0,
        level_or_ahead[54:48], 1'b0,
        level_or_ahead[46:40], 1'b0,
        level_or_ahead[38:32], 1'b0,
        level_or_ahead[30:24], 1'b0,
        level_or_ahead[22:16], 1'b0,
        level_or_ahead[14:8], 1'b0,
        level_or_ahead[6:0], 1'b0};
    wire [63:0] level_or_ahead_from_e = {1'b0, level_or_ahead[63:57],
        1'b0, level_or_ahead[55:49],
        1'b0, level_or_ahead[47:41],
        1'b0, level_or_ahead[39:33],
        1'b0, level_or_ahead[31:25],
        1'b0, level_or_ahead[23:17],
        1'b0, level_or_ahead[15:9],
        1'b0, level_or_ahead[7:1]};
    wire [63:0] attacked_from_n = {8'd0, attacked[63:8]};
    wire [63:0] pawn_from_w = {pawn[62:56], 1'b0,
        pawn[54:48], 1'b0,
        pawn[46:40], 1'b0,
        pawn[38:32], 1'b0,
        pawn[30:24], 1'b0,
        pawn[22:16], 1'b0,
        pawn[14:8], 1'b0,
        pawn[6:0], 1'b0};
    wire [63:0] pawn_from_e = {1'b0, pawn[63:57],
        1'b0, pawn[55:49],
        1'b0, pawn[47:41],
        1'b0, pawn[39:33],
        1'b0, pawn[31:25],
        1'b0, pawn[23:17],
        1'b0, pawn[15:9],
        1'b0, pawn[7:1]};
    wire [63:0] pawn_ray_from_w = {pawn_ray_from_s[62:56], 1'b0,
        pawn_ray_from_s[54:48], 1'b0,
        pawn_ray_from_s[46:40], 1'b0,
        pawn_ray_from_s[38:32], 1'b0,
        pawn_ray_from_s[30:24], 1'b0,
        pawn_ray_from_s[22:16], 1'b0,
        pawn_ray_from_s[14:8], 1'b0,
        pawn_ray_from_s[6:0], 1'b0};
    wire [63:0] pawn_ray_from_e = {1'b0, pawn_ray_from_s[63:57],
        1'b0, pawn_ray_from_s[55:49],
        1'b0, pawn_ray_from_s[47:41],
        1'b0, pawn_ray_from_s[39:33],
        1'b0, pawn_ray_from_s[31:25],
        1'b0, pawn_ray_from_s[23:17],
        1'b0, pawn_ray_from_s[15:9],
        1'b0, pawn_ray_from_s[7:1]};

    // KING IN
    wire [63:0] enemy_king_from_s = {enemy_king[55:0], 8'd0};
    wire [63:0] enemy_king_from_sw = {enemy_king[54:48], 1'b0,
        enemy_king[46:40], 1'b0,
        enemy_king[38:32], 1'b0,
        enemy_king[30:24], 1'b0,
        enemy_king[22:16], 1'b0,
        enemy_king[14:8], 1'b0,
        enemy_king[6:0], 1'b0,
        8'h00};
    wire [63:0] enemy_king_from_w = {enemy_king[62:56], 1'b0,
        enemy_king[54:48], 1'b0,
        enemy_king[46:40], 1'b0,
        enemy_king[38:32], 1'b0,
        enemy_king[30:24], 1'b0,
        enemy_king[22:16], 1'b0,
        enemy_king[14:8], 1'b0,
        enemy_king[6:0], 1'b0};
    wire [63:0] enemy_king_from_nw = {8'h00,
        enemy_king[62:56], 1'b0,
        enemy_king[54:48], 1'b0,
        enemy_king[46:40], 1'b0,
        enemy_king[38:32], 1'b0,
        enemy_king[30:24], 1'b0,
        enemy_king[22:16], 1'b0,
        enemy_king[14:8], 1'b0};
    wire [63:0] enemy_king_from_n = {8'd0, enemy_king[63:8]};
    wire [63:0] enemy_king_from_ne = {8'h00,
        1'b0, enemy_king[63:57],
        1'b0, enemy_king[55:49],
        1'b0, enemy_king[47:41],
        1'b0, enemy_king[39:33],
        1'b0, enemy_king[31:25],
        1'b0, enemy_king[23:17],
        1'b0, enemy_king[15:9]};
    wire [63:0] enemy_king_from_e = {1'b0, enemy_king[63:57],
        1'b0, enemy_king[55:49],
        1'b0, enemy_king[47:41],
        1'b0, enemy_king[39:33],
        1'b0, enemy_king[31:25],
        1'b0, enemy_king[23:17],
        1'b0, enemy_king[15:9],
        1'b0, enemy_king[7:1]};
    wire [63:0] enemy_king_from_se = {1'b0, enemy_king[55:49],
        1'b0, enemy_king[47:41],
        1'b0, enemy_king[39:33],
        1'b0, enemy_king[31:25],
        1'b0, enemy_king[23:17],
        1'b0, enemy_king[15:9],
        1'b0, enemy_king[7:1],
        8'h00};

    // RAYS
    wire [63:0] rider_ray_to_n;
    wire [63:0] rider_ray_from_s = {rider_ray_to_n[55:0], 8'd0};
    wire [63:0] queen_ray_to_n;
    wire [63:0] queen_ray_from_s = {queen_ray_to_n[55:0], 8'd0};
    wire [63:0] knight_from_ssw = {knight[46:40], 1'b0,
        knight[38:32], 1'b0,
        knight[30:24], 1'b0,
        knight[22:16], 1'b0,
        knight[14:8], 1'b0,
        knight[6:0], 1'b0,
        8'h00,
        8'h00};
    wire [63:0] rider_ray_to_s;
    wire [63:0] rider_ray_from_n = {8'd0, rider_ray_to_s[63:8]};
    wire [63:0] queen_ray_to_s;
    wire [63:0] queen_ray_from_n = {8'd0, queen_ray_to_s[63:8]};
    wire [63:0] knight_from_nne = {8'h00,
        8'h00,
        1'b0, knight[63:57],
        1'b0, knight[55:49],
        1'b0, knight[47:41],
        1'b0, knight[39:33],
        1'b0, knight[31:25],
        1'b0, knight[23:17]};

    // POSTS
    wire [63:0] advanced = 64'h0000ffffff000000;
    wire [63:0] light_squares = 64'h55aa55aa55aa55aa;
    wire [63:0] light_bishop;
    wire [63:0] dark_squares = 64'haa55aa55aa55aa55;
    wire [63:0] dark_bishop;
    wire bishop_pair = (|light_bishop) & (|dark_bishop);
    wire [63:0] first_square = 64'h0000000000000001;

    // WHITE
    wire [63:0] enemy_from_n = {8'd0, enemy[63:8]};
    wire [63:0] rank_7 = 64'h00ff000000000000;

    // RAYS
    wire [63:0] rider_ray_to_ne;
    wire [63:0] rider_ray_from_sw = {rider_ray_to_ne[54:48], 1'b0,
        rider_ray_to_ne[46:40], 1'b0,
        rider_ray_to_ne[38:32], 1'b0,
        rider_ray_to_ne[30:24], 1'b0,
        rider_ray_to_ne[22:16], 1'b0,
        rider_ray_to_ne[14:8], 1'b0,
        rider_ray_to_ne[6:0], 1'b0,
        8'h00};
    wire [63:0] queen_ray_to_ne;
    wire [63:0] queen_ray_from_sw = {queen_ray_to_ne[54:48], 1'b0,
        queen_ray_to_ne[46:40], 1'b0,
        queen_ray_to_ne[38:32], 1'b0,
        queen_ray_to_ne[30:24], 1'b0,
        queen_ray_to_ne[22:16], 1'b0,
        queen_ray_to_ne[14:8], 1'b0,
        queen_ray_to_ne[6:0], 1'b0,
        8'h00};
    wire [63:0] knight_from_wsw = {knight[53:48], 2'b0,
        knight[45:40], 2'b0,
        knight[37:32], 2'b0,
        knight[29:24], 2'b0,
        knight[21:16], 2'b0,
        knight[13:8], 2'b0,
        knight[5:0], 2'b0,
        8'h00};

    // WHITE
    wire [63:0] rank_6 = 64'h0000ff0000000000;

    // RAYS
    wire [63:0] rider_ray_to_e;
    wire [63:0] rider_ray_from_w = {rider_ray_to_e[62:56], 1'b0,
        rider_ray_to_e[54:48], 1'b0,
        rider_ray_to_e[46:40], 1'b0,
        rider_ray_to_e[38:32], 1'b0,
        rider_ray_to_e[30:24], 1'b0,
        rider_ray_to_e[22:16], 1'b0,
        rider_ray_to_e[14:8], 1'b0,
        rider_ray_to_e[6:0], 1'b0};
    wire [63:0] queen_ray_to_e;
    wire [63:0] queen_ray_from_w = {queen_ray_to_e[62:56], 1'b0,
        queen_ray_to_e[54:48], 1'b0,
        queen_ray_to_e[46:40], 1'b0,
        queen_ray_to_e[38:32], 1'b0,
        queen_ray_to_e[30:24], 1'b0,
        queen_ray_to_e[22:16], 1'b0,
        queen_ray_to_e[14:8], 1'b0,
        queen_ray_to_e[6:0], 1'b0};
    wire [63:0] knight_from_wnw = {8'h00,
        knight[61:56], 2'b0,
        knight[53:48], 2'b0,
        knight[45:40], 2'b0,
        knight[37:32], 2'b0,
        knight[29:24], 2'b0,
        knight[21:16], 2'b0,
        knight[13:8], 2'b0};

    // WHITE
    wire [63:0] rank_5 = 64'h000000ff00000000;

    // RAYS
    wire [63:0] rider_ray_to_se;
    wire [63:0] rider_ray_from_nw = {8'h00,
        rider_ray_to_se[62:56], 1'b0,
        rider_ray_to_se[54:48], 1'b0,
        rider_ray_to_se[46:40], 1'b0,
        rider_ray_to_se[38:32], 1'b0,
        rider_ray_to_se[30:24], 1'b0,
        rider_ray_to_se[22:16], 1'b0,
        rider_ray_to_se[14:8], 1'b0};
    wire [63:0] queen_ray_to_se;
    wire [63:0] queen_ray_from_nw = {8'h00,
        queen_ray_to_se[62:56], 1'b0,
        queen_ray_to_se[54:48], 1'b0,
        queen_ray_to_se[46:40], 1'b0,
        queen_ray_to_se[38:32], 1'b0,
        queen_ray_to_se[30:24], 1'b0,
        queen_ray_to_se[22:16], 1'b0,
        queen_ray_to_se[14:8], 1'b0};
    wire [63:0] knight_from_nnw = {8'h00,
        8'h00,
        knight[62:56], 1'b0,
        knight[54:48], 1'b0,
        knight[46:40], 1'b0,
        knight[38:32], 1'b0,
        knight[30:24], 1'b0,
        knight[22:16], 1'b0};

    // WHITE
    wire [63:0] rank_4 = 64'h00000000ff000000;
    wire [63:0] ranks_2_and_3 = 64'h0000000000ffff00;

    // RAYS
    wire [63:0] rider_ray_to_sw;
    wire [63:0] rider_ray_from_ne = {8'h00,
        1'b0, rider_ray_to_sw[63:57],
        1'b0, rider_ray_to_sw[55:49],
        1'b0, rider_ray_to_sw[47:41],
        1'b0, rider_ray_to_sw[39:33],
        1'b0, rider_ray_to_sw[31:25],
        1'b0, rider_ray_to_sw[23:17],
        1'b0, rider_ray_to_sw[15:9]};
    wire [63:0] queen_ray_to_sw;
    wire [63:0] queen_ray_from_ne = {8'h00,
        1'b0, queen_ray_to_sw[63:57],
        1'b0, queen_ray_to_sw[55:49],
        1'b0, queen_ray_to_sw[47:41],
        1'b0, queen_ray_to_sw[39:33],
        1'b0, queen_ray_to_sw[31:25],
        1'b0, queen_ray_to_sw[23:17],
        1'b0, queen_ray_to_sw[15:9]};
    wire [63:0] knight_from_ene = {8'h00,
        2'b0, knight[63:58],
        2'b0, knight[55:50],
        2'b0, knight[47:42],
        2'b0, knight[39:34],
        2'b0, knight[31:26],
        2'b0, knight[23:18],
        2'b0, knight[15:10]};
    wire [63:0] rider_ray_to_w;
    wire [63:0] rider_ray_from_e = {1'b0, rider_ray_to_w[63:57],
        1'b0, rider_ray_to_w[55:49],
        1'b0, rider_ray_to_w[47:41],
        1'b0, rider_ray_to_w[39:33],
        1'b0, rider_ray_to_w[31:25],
        1'b0, rider_ray_to_w[23:17],
        1'b0, rider_ray_to_w[15:9],
        1'b0, rider_ray_to_w[7:1]};
    wire [63:0] queen_ray_to_w;
    wire [63:0] queen_ray_from_e = {1'b0, queen_ray_to_w[63:57],
        1'b0, queen_ray_to_w[55:49],
        1'b0, queen_ray_to_w[47:41],
        1'b0, queen_ray_to_w[39:33],
        1'b0, queen_ray_to_w[31:25],
        1'b0, queen_ray_to_w[23:17],
        1'b0, queen_ray_to_w[15:9],
        1'b0, queen_ray_to_w[7:1]};
    wire [63:0] knight_from_ese = {2'b0, knight[55:50],
        2'b0, knight[47:42],
        2'b0, knight[39:34],
        2'b0, knight[31:26],
        2'b0, knight[23:18],
        2'b0, knight[15:10],
        2'b0, knight[7:2],
        8'h00};
    wire [63:0] rider_ray_to_nw;
    wire [63:0] rider_ray_from_se = {1'b0, rider_ray_to_nw[55:49],
        1'b0, rider_ray_to_nw[47:41],
        1'b0, rider_ray_to_nw[39:33],
        1'b0, rider_ray_to_nw[31:25],
        1'b0, rider_ray_to_nw[23:17],
        1'b0, rider_ray_to_nw[15:9],
        1'b0, rider_ray_to_nw[7:1],
        8'h00};
    wire [63:0] queen_ray_to_nw;
    wire [63:0] queen_ray_from_se = {1'b0, queen_ray_to_nw[55:49],
        1'b0, queen_ray_to_nw[47:41],
        1'b0, queen_ray_to_nw[39:33],
        1'b0, queen_ray_to_nw[31:25],
        1'b0, queen_ray_to_nw[23:17],
        1'b0, queen_ray_to_nw[15:9],
        1'b0, queen_ray_to_nw[7:1],
        8'h00};
    wire [63:0] knight_from_sse = {1'b0, knight[47:41],
        1'b0, knight[39:33],
        1'b0, knight[31:25],
        1'b0, knight[23:17],
        1'b0, knight[15:9],
        1'b0, knight[7:1],
        8'h00,
        8'h00};

    // The squares, a1 first.
    genvar square;
    generate
        for (square = 0; square < 64; square = square + 1) begin : squares
            belle_cell circuit(
                .advanced(advanced[square]),
                .attacked_from_n(attacked_from_n[square]),
                .bishop(bishop[square]),
                .bishop_pair(bishop_pair),
                .cycle_0(cycle[0]),
                .cycle_1(cycle[1]),
                .cycle_2(cycle[2]),
                .cycle_3(cycle[3]),
                .cycle_4(cycle[4]),
                .cycle_5(cycle[5]),
                .cycle_6(cycle[6]),
                .cycle_7(cycle[7]),
                .dark_squares(dark_squares[square]),
                .empty(empty[square]),
                .enemy_from_n(enemy_from_n[square]),
                .enemy_king_from_e(enemy_king_from_e[square]),
                .enemy_king_from_n(enemy_king_from_n[square]),
                .enemy_king_from_ne(enemy_king_from_ne[square]),
                .enemy_king_from_nw(enemy_king_from_nw[square]),
                .enemy_king_from_s(enemy_king_from_s[square]),
                .enemy_king_from_se(enemy_king_from_se[square]),
                .enemy_king_from_sw(enemy_king_from_sw[square]),
                .enemy_king_from_w(enemy_king_from_w[square]),
                .enemy_pawn(enemy_pawn[square]),
                .enemy_pawn_from_ne(enemy_pawn_from_ne[square]),
                .enemy_pawn_from_nw(enemy_pawn_from_nw[square]),
                .enemy_pawn_ray_from_e(enemy_pawn_ray_from_e[square]),
                .enemy_pawn_ray_from_n(enemy_pawn_ray_from_n[square]),
                .enemy_pawn_ray_from_s(enemy_pawn_ray_from_s[square]),
                .enemy_pawn_ray_from_w(enemy_pawn_ray_from_w[square]),
                .first_square(first_square[square]),
                .knight(knight[square]),
                .knight_from_ene(knight_from_ene[square]),
                .knight_from_ese(knight_from_ese[square]),
                .knight_from_nne(knight_from_nne[square]),
                .knight_from_nnw(knight_from_nnw[square]),
                .knight_from_sse(knight_from_sse[square]),
                .knight_from_ssw(knight_from_ssw[square]),
                .knight_from_wnw(knight_from_wnw[square]),
                .knight_from_wsw(knight_from_wsw[square]),
                .level_or_ahead_from_e(level_or_ahead_from_e[square]),
                .level_or_ahead_from_w(level_or_ahead_from_w[square]),
                .light_squares(light_squares[square]),
                .own(own[square]),
                .pawn(pawn[square]),
                .pawn_file_from_e(pawn_file_from_e[square]),
                .pawn_file_from_w(pawn_file_from_w[square]),
                .pawn_from_e(pawn_from_e[square]),
                .pawn_from_se(pawn_from_se[square]),
                .pawn_from_sw(pawn_from_sw[square]),
                .pawn_from_w(pawn_from_w[square]),
                .pawn_ray_from_e(pawn_ray_from_e[square]),
                .pawn_ray_from_n(pawn_ray_from_n[square]),
                .pawn_ray_from_s(pawn_ray_from_s[square]),
                .pawn_ray_from_w(pawn_ray_from_w[square]),
                .queen(queen[square]),
                .queen_ray_from_e(queen_ray_from_e[square]),
                .queen_ray_from_n(queen_ray_from_n[square]),
                .queen_ray_from_ne(queen_ray_from_ne[square]),
                .queen_ray_from_nw(queen_ray_from_nw[square]),
                .queen_ray_from_s(queen_ray_from_s[square]),
                .queen_ray_from_se(queen_ray_from_se[square]),
                .queen_ray_from_sw(queen_ray_from_sw[square]),
                .queen_ray_from_w(queen_ray_from_w[square]),
                .rank_4(rank_4[square]),
                .rank_5(rank_5[square]),
                .rank_6(rank_6[square]),
                .rank_7(rank_7[square]),
                .ranks_2_and_3(ranks_2_and_3[square]),
                .rider_ray_from_e(rider_ray_from_e[square]),
                .rider_ray_from_n(rider_ray_from_n[square]),
                .rider_ray_from_ne(rider_ray_from_ne[square]),
                .rider_ray_from_nw(rider_ray_from_nw[square]),
                .rider_ray_from_s(rider_ray_from_s[square]),
                .rider_ray_from_se(rider_ray_from_se[square]),
                .rider_ray_from_sw(rider_ray_from_sw[square]),
                .rider_ray_from_w(rider_ray_from_w[square]),
                .rook(rook[square]),
                .pawn_ray_to_n(pawn_ray_to_n[square]),
                .pawn_ray_to_s(pawn_ray_to_s[square]),
                .enemy_pawn_ray_to_s(enemy_pawn_ray_to_s[square]),
                .enemy_pawn_ray_to_n(enemy_pawn_ray_to_n[square]),
                .pawn_file(pawn_file[square]),
                .attacked(attacked[square]),
                .level_or_ahead(level_or_ahead[square]),
                .rider_ray_to_n(rider_ray_to_n[square]),
                .queen_ray_to_n(queen_ray_to_n[square]),
                .rider_ray_to_s(rider_ray_to_s[square]),
                .queen_ray_to_s(queen_ray_to_s[square]),
                .light_bishop(light_bishop[square]),
                .dark_bishop(dark_bishop[square]),
                .rider_ray_to_ne(rider_ray_to_ne[square]),
                .queen_ray_to_ne(queen_ray_to_ne[square]),
                .rider_ray_to_e(rider_ray_to_e[square]),
                .queen_ray_to_e(queen_ray_to_e[square]),
                .rider_ray_to_se(rider_ray_to_se[square]),
                .queen_ray_to_se(queen_ray_to_se[square]),
                .rider_ray_to_sw(rider_ray_to_sw[square]),
                .queen_ray_to_sw(queen_ray_to_sw[square]),
                .rider_ray_to_w(rider_ray_to_w[square]),
                .queen_ray_to_w(queen_ray_to_w[square]),
                .rider_ray_to_nw(rider_ray_to_nw[square]),
                .queen_ray_to_nw(queen_ray_to_nw[square]),
                .line0(line0[square]),
                .line1(line1[square]),
                .line2(line2[square]),
                .line3(line3[square]),
                .line4(line4[square]),
                .line5(line5[square]),
                .line6(line6[square])
            );
        end
    endgenerate

endmodule
