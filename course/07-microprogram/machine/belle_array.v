// belle_array: ARRAY: the 64 squares of the move generator, each wired to its neighbors, and what
// all of them share.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_array (
    input  wire [63:0] p0, // bit 0 of the piece registers
    input  wire [63:0] p1, // bit 1 of the piece registers
    input  wire [63:0] p2, // bit 2 of the piece registers
    input  wire [63:0] p3, // bit 3 of the piece registers
    input  wire [63:0] dis, // the disable word of this ply
    input  wire [5:0] adr, // the victim's square, for FIND AGGRESSOR
    input  wire aggressor, // the operation: low for FIND VICTIM, high for FIND AGGRESSOR
    input  wire wtm, // the side to move
    input  wire [5:0] ep, // the en-passant latch: the square that a pawn passed over
    input  wire ep_open, // the latch is armed and not yet spent at this ply
    // the squares with a candidate on line 1; a square is on one line at most
    output wire [63:0] line1,
    // the squares with a candidate on line 2; a square is on one line at most
    output wire [63:0] line2,
    // the squares with a candidate on line 3; a square is on one line at most
    output wire [63:0] line3,
    // the squares with a candidate on line 4; a square is on one line at most
    output wire [63:0] line4,
    // the squares with a candidate on line 5; a square is on one line at most
    output wire [63:0] line5,
    // the squares with a candidate on line 6; a square is on one line at most
    output wire [63:0] line6,
    output wire [63:0] king_taken // the squares of enemy kings that can be taken (FIND VICTIM only)
);

    // From square to square a ray is no loop, though its vector depends on itself.
    /* verilator lint_off UNOPTFLAT */

    // ADDRESS
    wire [63:0] selected = 64'd1 << adr;

    // EN PASSANT
    wire [63:0] latched = 64'd1 << ep;

    // XMIT
    wire [63:0] xmit_knight;
    wire [63:0] xmit_king;

    // RAY MUX
    wire [63:0] ray_to_n;
    wire [63:0] ray_from_s = {ray_to_n[55:0], 8'd0};
    wire [63:0] ray_to_e;
    wire [63:0] ray_from_w = {ray_to_e[62:56], 1'b0,
        ray_to_e[54:48], 1'b0,
        ray_to_e[46:40], 1'b0,
        ray_to_e[38:32], 1'b0,
        ray_to_e[30:24], 1'b0,
        ray_to_e[22:16], 1'b0,
        ray_to_e[14:8], 1'b0,
        ray_to_e[6:0], 1'b0};
    wire [63:0] ray_to_s;
    wire [63:0] ray_from_n = {8'd0, ray_to_s[63:8]};
    wire [63:0] ray_to_w;
    wire [63:0] ray_from_e = {1'b0, ray_to_w[63:57],
        1'b0, ray_to_w[55:49],
        1'b0, ray_to_w[47:41],
        1'b0, ray_to_w[39:33],
        1'b0, ray_to_w[31:25],
        1'b0, ray_to_w[23:17],
        1'b0, ray_to_w[15:9],
        1'b0, ray_to_w[7:1]};
    wire [63:0] ray_to_ne;
    wire [63:0] ray_from_sw = {ray_to_ne[54:48], 1'b0,
        ray_to_ne[46:40], 1'b0,
        ray_to_ne[38:32], 1'b0,
        ray_to_ne[30:24], 1'b0,
        ray_to_ne[22:16], 1'b0,
        ray_to_ne[14:8], 1'b0,
        ray_to_ne[6:0], 1'b0,
        8'h00};
    wire [63:0] ray_to_se;
    wire [63:0] ray_from_nw = {8'h00,
        ray_to_se[62:56], 1'b0,
        ray_to_se[54:48], 1'b0,
        ray_to_se[46:40], 1'b0,
        ray_to_se[38:32], 1'b0,
        ray_to_se[30:24], 1'b0,
        ray_to_se[22:16], 1'b0,
        ray_to_se[14:8], 1'b0};
    wire [63:0] ray_to_sw;
    wire [63:0] ray_from_ne = {8'h00,
        1'b0, ray_to_sw[63:57],
        1'b0, ray_to_sw[55:49],
        1'b0, ray_to_sw[47:41],
        1'b0, ray_to_sw[39:33],
        1'b0, ray_to_sw[31:25],
        1'b0, ray_to_sw[23:17],
        1'b0, ray_to_sw[15:9]};
    wire [63:0] ray_to_nw;
    wire [63:0] ray_from_se = {1'b0, ray_to_nw[55:49],
        1'b0, ray_to_nw[47:41],
        1'b0, ray_to_nw[39:33],
        1'b0, ray_to_nw[31:25],
        1'b0, ray_to_nw[23:17],
        1'b0, ray_to_nw[15:9],
        1'b0, ray_to_nw[7:1],
        8'h00};

    // DIR MUX
    wire up = aggressor ^ wtm;
    wire [63:0] third_rank = 64'h0000000000ff0000;
    wire [63:0] sixth_rank = 64'h0000ff0000000000;
    wire [63:0] pawn_step_up;
    wire [63:0] pawn_step_down;
    wire [63:0] pawn_step_up_from_s = {pawn_step_up[55:0], 8'd0};
    wire [63:0] pawn_step_down_from_n = {8'd0, pawn_step_down[63:8]};
    wire [63:0] pawn_move_up;
    wire [63:0] pawn_move_down;
    wire [63:0] pawn_move_up_from_s = {pawn_move_up[55:0], 8'd0};
    wire [63:0] pawn_move_down_from_n = {8'd0, pawn_move_down[63:8]};
    wire [63:0] pawn_capture_up;
    wire [63:0] pawn_capture_down;
    wire [63:0] pawn_capture_up_from_s = {pawn_capture_up[55:0], 8'd0};
    wire [63:0] pawn_capture_down_from_n = {8'd0, pawn_capture_down[63:8]};
    wire [63:0] pawn_capture_front;
    wire [63:0] pawn_capture_front_from_w = {pawn_capture_front[62:56], 1'b0,
        pawn_capture_front[54:48], 1'b0,
        pawn_capture_front[46:40], 1'b0,
        pawn_capture_front[38:32], 1'b0,
        pawn_capture_front[30:24], 1'b0,
        pawn_capture_front[22:16], 1'b0,
        pawn_capture_front[14:8], 1'b0,
        pawn_capture_front[6:0], 1'b0};
    wire [63:0] pawn_capture_front_from_e = {1'b0, pawn_capture_front[63:57],
        1'b0, pawn_capture_front[55:49],
        1'b0, pawn_capture_front[47:41],
        1'b0, pawn_capture_front[39:33],
        1'b0, pawn_capture_front[31:25],
        1'b0, pawn_capture_front[23:17],
        1'b0, pawn_capture_front[15:9],
        1'b0, pawn_capture_front[7:1]};

    // KNIGHT IN
    wire [63:0] knight_from_ssw = {xmit_knight[46:40], 1'b0,
        xmit_knight[38:32], 1'b0,
        xmit_knight[30:24], 1'b0,
        xmit_knight[22:16], 1'b0,
        xmit_knight[14:8], 1'b0,
        xmit_knight[6:0], 1'b0,
        8'h00,
        8'h00};
    wire [63:0] knight_from_wsw = {xmit_knight[53:48], 2'b0,
        xmit_knight[45:40], 2'b0,
        xmit_knight[37:32], 2'b0,
        xmit_knight[29:24], 2'b0,
        xmit_knight[21:16], 2'b0,
        xmit_knight[13:8], 2'b0,
        xmit_knight[5:0], 2'b0,
        8'h00};
    wire [63:0] knight_from_wnw = {8'h00,
        xmit_knight[61:56], 2'b0,
        xmit_knight[53:48], 2'b0,
        xmit_knight[45:40], 2'b0,
        xmit_knight[37:32], 2'b0,
        xmit_knight[29:24], 2'b0,
        xmit_knight[21:16], 2'b0,
        xmit_knight[13:8], 2'b0};
    wire [63:0] knight_from_nnw = {8'h00,
        8'h00,
        xmit_knight[62:56], 1'b0,
        xmit_knight[54:48], 1'b0,
        xmit_knight[46:40], 1'b0,
        xmit_knight[38:32], 1'b0,
        xmit_knight[30:24], 1'b0,
        xmit_knight[22:16], 1'b0};
    wire [63:0] knight_from_nne = {8'h00,
        8'h00,
        1'b0, xmit_knight[63:57],
        1'b0, xmit_knight[55:49],
        1'b0, xmit_knight[47:41],
        1'b0, xmit_knight[39:33],
        1'b0, xmit_knight[31:25],
        1'b0, xmit_knight[23:17]};
    wire [63:0] knight_from_ene = {8'h00,
        2'b0, xmit_knight[63:58],
        2'b0, xmit_knight[55:50],
        2'b0, xmit_knight[47:42],
        2'b0, xmit_knight[39:34],
        2'b0, xmit_knight[31:26],
        2'b0, xmit_knight[23:18],
        2'b0, xmit_knight[15:10]};
    wire [63:0] knight_from_ese = {2'b0, xmit_knight[55:50],
        2'b0, xmit_knight[47:42],
        2'b0, xmit_knight[39:34],
        2'b0, xmit_knight[31:26],
        2'b0, xmit_knight[23:18],
        2'b0, xmit_knight[15:10],
        2'b0, xmit_knight[7:2],
        8'h00};
    wire [63:0] knight_from_sse = {1'b0, xmit_knight[47:41],
        1'b0, xmit_knight[39:33],
        1'b0, xmit_knight[31:25],
        1'b0, xmit_knight[23:17],
        1'b0, xmit_knight[15:9],
        1'b0, xmit_knight[7:1],
        8'h00,
        8'h00};

    // KING IN
    wire [63:0] king_from_s = {xmit_king[55:0], 8'd0};
    wire [63:0] king_from_sw = {xmit_king[54:48], 1'b0,
        xmit_king[46:40], 1'b0,
        xmit_king[38:32], 1'b0,
        xmit_king[30:24], 1'b0,
        xmit_king[22:16], 1'b0,
        xmit_king[14:8], 1'b0,
        xmit_king[6:0], 1'b0,
        8'h00};
    wire [63:0] king_from_w = {xmit_king[62:56], 1'b0,
        xmit_king[54:48], 1'b0,
        xmit_king[46:40], 1'b0,
        xmit_king[38:32], 1'b0,
        xmit_king[30:24], 1'b0,
        xmit_king[22:16], 1'b0,
        xmit_king[14:8], 1'b0,
        xmit_king[6:0], 1'b0};
    wire [63:0] king_from_nw = {8'h00,
        xmit_king[62:56], 1'b0,
        xmit_king[54:48], 1'b0,
        xmit_king[46:40], 1'b0,
        xmit_king[38:32], 1'b0,
        xmit_king[30:24], 1'b0,
        xmit_king[22:16], 1'b0,
        xmit_king[14:8], 1'b0};
    wire [63:0] king_from_n = {8'd0, xmit_king[63:8]};
    wire [63:0] king_from_ne = {8'h00,
        1'b0, xmit_king[63:57],
        1'b0, xmit_king[55:49],
        1'b0, xmit_king[47:41],
        1'b0, xmit_king[39:33],
        1'b0, xmit_king[31:25],
        1'b0, xmit_king[23:17],
        1'b0, xmit_king[15:9]};
    wire [63:0] king_from_e = {1'b0, xmit_king[63:57],
        1'b0, xmit_king[55:49],
        1'b0, xmit_king[47:41],
        1'b0, xmit_king[39:33],
        1'b0, xmit_king[31:25],
        1'b0, xmit_king[23:17],
        1'b0, xmit_king[15:9],
        1'b0, xmit_king[7:1]};
    wire [63:0] king_from_se = {1'b0, xmit_king[55:49],
        1'b0, xmit_king[47:41],
        1'b0, xmit_king[39:33],
        1'b0, xmit_king[31:25],
        1'b0, xmit_king[23:17],
        1'b0, xmit_king[15:9],
        1'b0, xmit_king[7:1],
        8'h00};

    // The squares, a1 first.
    genvar square;
    generate
        for (square = 0; square < 64; square = square + 1) begin : squares
            belle_square circuit(
                .aggressor(aggressor),
                .dis(dis[square]),
                .ep_open(ep_open),
                .king_from_e(king_from_e[square]),
                .king_from_n(king_from_n[square]),
                .king_from_ne(king_from_ne[square]),
                .king_from_nw(king_from_nw[square]),
                .king_from_s(king_from_s[square]),
                .king_from_se(king_from_se[square]),
                .king_from_sw(king_from_sw[square]),
                .king_from_w(king_from_w[square]),
                .knight_from_ene(knight_from_ene[square]),
                .knight_from_ese(knight_from_ese[square]),
                .knight_from_nne(knight_from_nne[square]),
                .knight_from_nnw(knight_from_nnw[square]),
                .knight_from_sse(knight_from_sse[square]),
                .knight_from_ssw(knight_from_ssw[square]),
                .knight_from_wnw(knight_from_wnw[square]),
                .knight_from_wsw(knight_from_wsw[square]),
                .latched(latched[square]),
                .p0(p0[square]),
                .p1(p1[square]),
                .p2(p2[square]),
                .p3(p3[square]),
                .pawn_capture_down_from_n(pawn_capture_down_from_n[square]),
                .pawn_capture_front_from_e(pawn_capture_front_from_e[square]),
                .pawn_capture_front_from_w(pawn_capture_front_from_w[square]),
                .pawn_capture_up_from_s(pawn_capture_up_from_s[square]),
                .pawn_move_down_from_n(pawn_move_down_from_n[square]),
                .pawn_move_up_from_s(pawn_move_up_from_s[square]),
                .pawn_step_down_from_n(pawn_step_down_from_n[square]),
                .pawn_step_up_from_s(pawn_step_up_from_s[square]),
                .ray_from_e(ray_from_e[square]),
                .ray_from_n(ray_from_n[square]),
                .ray_from_ne(ray_from_ne[square]),
                .ray_from_nw(ray_from_nw[square]),
                .ray_from_s(ray_from_s[square]),
                .ray_from_se(ray_from_se[square]),
                .ray_from_sw(ray_from_sw[square]),
                .ray_from_w(ray_from_w[square]),
                .selected(selected[square]),
                .sixth_rank(sixth_rank[square]),
                .third_rank(third_rank[square]),
                .up(up),
                .wtm(wtm),
                .xmit_knight(xmit_knight[square]),
                .xmit_king(xmit_king[square]),
                .ray_to_n(ray_to_n[square]),
                .ray_to_e(ray_to_e[square]),
                .ray_to_s(ray_to_s[square]),
                .ray_to_w(ray_to_w[square]),
                .ray_to_ne(ray_to_ne[square]),
                .ray_to_se(ray_to_se[square]),
                .ray_to_sw(ray_to_sw[square]),
                .ray_to_nw(ray_to_nw[square]),
                .pawn_step_up(pawn_step_up[square]),
                .pawn_step_down(pawn_step_down[square]),
                .pawn_move_up(pawn_move_up[square]),
                .pawn_move_down(pawn_move_down[square]),
                .pawn_capture_up(pawn_capture_up[square]),
                .pawn_capture_down(pawn_capture_down[square]),
                .pawn_capture_front(pawn_capture_front[square]),
                .line1(line1[square]),
                .line2(line2[square]),
                .line3(line3[square]),
                .line4(line4[square]),
                .line5(line5[square]),
                .line6(line6[square]),
                .king_taken(king_taken[square])
            );
        end
    endgenerate

endmodule
