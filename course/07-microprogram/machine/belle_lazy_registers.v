// belle_lazy_registers: LAZY, the registers that follow every write to the board, and the addresses
// of the evaluator's ROMs.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_lazy_registers (
    input  wire [3:0] piece_off, // the piece there
    input  wire driven, // the ROMs are addressed: the order is there
    input  wire [3:0] piece_on, // the piece put there
    // How far the game has come from opening to ending: 24 with all pieces on the board, 0 with
    // kings and pawns alone.
    input  wire [7:0] stage,
    input  wire written, // the piece is written at the end of this cycle
    input  wire [63:0] selected, // the line of the square on the address bus
    // White's pawns on the king's wing, which shelter his castled king: a wire each for nine
    // squares, files h, g and f of the second rank, then the third, then the fourth.
    input  wire [8:0] wing_white_king,
    // White's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // second rank, then the third, then the fourth.
    input  wire [8:0] wing_white_queen,
    // Black's pawns on the king's wing: a wire each for nine squares, files h, g and f of the
    // seventh rank, then the sixth, then the fifth.
    input  wire [8:0] wing_black_king,
    // Black's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // seventh rank, then the sixth, then the fifth.
    input  wire [8:0] wing_black_queen,
    input  wire [5:0] square, // the square on the address bus
    // Where White's king stands; his pawn shelter and his way to the center are read off from it.
    input  wire [5:0] king_white,
    // Where Black's king stands; his pawn shelter and his way to the center are read off from it.
    input  wire [5:0] king_black,
    // How far the game has come from opening to ending: 24 with all pieces on the board, 0 with
    // kings and pawns alone.
    output wire [7:0] stage_next,
    // Where White's king stands; his pawn shelter and his way to the center are read off from it.
    output wire [5:0] king_white_next,
    // Where Black's king stands; his pawn shelter and his way to the center are read off from it.
    output wire [5:0] king_black_next,
    // White's pawns on the king's wing, which shelter his castled king: a wire each for nine
    // squares, files h, g and f of the second rank, then the third, then the fourth.
    output wire [8:0] wing_white_king_next,
    // White's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // second rank, then the third, then the fourth.
    output wire [8:0] wing_white_queen_next,
    // Black's pawns on the king's wing: a wire each for nine squares, files h, g and f of the
    // seventh rank, then the sixth, then the fifth.
    output wire [8:0] wing_black_king_next,
    // Black's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the
    // seventh rank, then the sixth, then the fifth.
    output wire [8:0] wing_black_queen_next,
    output wire [9:0] old_address, // square and piece taken off
    output wire [9:0] new_address, // square and piece put on
    output wire [11:0] safety_white_address, // stage class and wing register of White's king
    output wire [11:0] safety_black_address, // stage class and wing register of Black's king
    output wire [8:0] central_white_address, // stage class and square of White's king
    // stage class and square of Black's king, the board flipped
    output wire [8:0] central_black_address
);

    // LAZY
    wire v1 = piece_off[0] & driven;
    wire v2 = driven & piece_on[0];
    wire [63:0] v3 = 64'd1 << piece_off;
    wire v4 = |(v3 & 64'h0000000000000c0c);

    // ADD
    wire [15:0] v5 = ~({13'h0000, |(v3 & 64'h0000000000002020), |(v3 & 64'h0000000000001010), v4} & {16{written}});
    wire [16:0] v6 = {1'b0, {8'h00, stage}} + {1'b0, v5} + 17'd1;
    wire [15:0] sum = v6[15:0];

    // LAZY
    wire v7 = ~piece_on[3];
    wire [63:0] v8 = 64'd1 << piece_on;
    wire v9 = |(v8 & 64'h0000000000000c0c);
    wire [15:0] v10 = {13'h0000, |(v8 & 64'h0000000000002020), |(v8 & 64'h0000000000001010), v9} & {16{written}};

    // ADD
    wire [15:0] lazy_add_sum = sum + v10;

    // LAZY
    wire v11 = piece_off[0] & ~(piece_off[1] | piece_off[2]);
    wire v12 = piece_on[0] & ~(piece_on[1] | piece_on[2]);
    wire v13 = written & ((~piece_off[3] & v11) ^ (v7 & v12));
    wire v14 = v13 & selected[8];
    wire v15 = v13 & selected[9];
    wire v16 = v13 & selected[10];
    wire v17 = v13 & selected[13];
    wire v18 = v13 & selected[14];
    wire v19 = v13 & selected[15];
    wire v20 = v13 & selected[16];
    wire v21 = v13 & selected[17];
    wire v22 = v13 & selected[18];
    wire v23 = v13 & selected[21];
    wire v24 = v13 & selected[22];
    wire v25 = v13 & selected[23];
    wire v26 = v13 & selected[24];
    wire v27 = v13 & selected[25];
    wire v28 = v13 & selected[30];
    wire v29 = v13 & selected[31];
    wire v30 = written & ((piece_off[3] & v11) ^ (piece_on[3] & v12));
    wire v31 = selected[32] & v30;
    wire v32 = selected[33] & v30;
    wire v33 = selected[38] & v30;
    wire v34 = selected[39] & v30;
    wire v35 = selected[40] & v30;
    wire v36 = selected[41] & v30;
    wire v37 = selected[42] & v30;
    wire v38 = selected[45] & v30;
    wire v39 = selected[46] & v30;
    wire v40 = selected[47] & v30;
    wire v41 = selected[48] & v30;
    wire v42 = selected[49] & v30;
    wire v43 = selected[50] & v30;
    wire v44 = selected[53] & v30;
    wire v45 = selected[54] & v30;
    wire v46 = selected[55] & v30;
    assign wing_white_king_next = wing_white_king ^ {(v13 & selected[29]), v28, v29, v23, v24, v25, v17, v18,
        v19};
    assign wing_white_queen_next = wing_white_queen ^ {(v13 & selected[26]), v27, v26, v22, v21, v20, v16, v15,
        v14};
    assign wing_black_king_next = wing_black_king ^ {(selected[37] & v30), v33, v34, v38, v39, v40, v44, v45,
        v46};
    assign wing_black_queen_next = wing_black_queen ^ {(selected[34] & v30), v32, v31, v37, v36, v35, v43, v42,
        v41};
    wire v47 = written & piece_on[2] & piece_on[1] & ~piece_on[0];
    assign king_white_next = (v7 & v47) ? square : king_white;
    assign king_black_next = (piece_on[3] & v47) ? square : king_black;
    wire [63:0] v48 = 64'd1 << lazy_add_sum[5:0];
    wire v49 = lazy_add_sum[6] | (|(v48 & 64'hffffffffffc71c70));
    wire v50 = lazy_add_sum[6] | (|(v48 & 64'hfffffffffff81f80));
    wire v51 = lazy_add_sum[6] | (|(v48 & 64'hffffffffffffe000));
    wire v52 = |((64'd1 << king_white_next) & 64'h0000000000000707);
    wire [5:0] v53 = king_black_next ^ 6'h38;
    wire [8:0] v54 = (|((64'd1 << v53) & 64'h0000000000000707)) ? wing_black_queen_next : wing_black_king_next;

    assign stage_next = lazy_add_sum[7:0];
    assign old_address = {square, piece_off[3] & driven, piece_off[2] & driven, piece_off[1] & driven, v1};
    assign new_address = {square, driven & piece_on[3], driven & piece_on[2], driven & piece_on[1], v2};
    assign safety_white_address = {v51, v50, v49, v52 ? wing_white_queen_next : wing_white_king_next};
    assign safety_black_address = {v51, v50, v49, v54};
    assign central_white_address = {v51, v50, v49, king_white_next};
    assign central_black_address = {v51, v50, v49, v53};

endmodule
