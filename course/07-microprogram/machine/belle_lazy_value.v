// belle_lazy_value: LAZY, the quick evaluation: material, piece-square values and kings, added up
// from the mover's side.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_lazy_value (
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // Where White's king stands; his pawn shelter and his way to the center are read off from it.
    input  wire [5:0] king_white,
    input  wire [15:0] safety_white, // safety ROM: the wing White's king stands on
    // Where Black's king stands; his pawn shelter and his way to the center are read off from it.
    input  wire [5:0] king_black,
    input  wire [15:0] safety_black, // safety ROM: the wing Black's king stands on
    input  wire [15:0] central_white, // centralization ROM: White's king
    input  wire [15:0] central_black, // centralization ROM: Black's king
    // White's pieces less Black's by their worth, in centipawns, kept by every piece put on or
    // taken off, less what is settling.
    input  wire [15:0] material,
    // How much better White's pieces stand on their squares than Black's, in centipawns, less what
    // is settling.
    input  wire [15:0] piece_square,
    input  wire [31:0] lazy_new, // lazy ROM: material and piece-square value of the piece put on
    input  wire [31:0] lazy_old, // lazy ROM: material and piece-square value of the piece taken off
    // the board was written in the cycle before: the ROMs' words for it are there now
    input  wire settling,
    output wire [15:0] lazy // the lazy value from the mover's side, in centipawns
);

    // LAZY
    wire v1 = ~white_to_move;
    wire [63:0] v2 = 64'd1 << king_white;
    wire [15:0] v3 = safety_white & {16{((|(v2 & 64'h000000000000e0e0)) | (|(v2 & 64'h0000000000000707)))}};
    wire [63:0] v4 = 64'd1 << (king_black ^ 6'h38);
    wire [15:0] v5 = safety_black & {16{((|(v4 & 64'h000000000000e0e0)) | (|(v4 & 64'h0000000000000707)))}};

    // ADD
    wire [15:0] sum = (v3 ^ {16{v1}}) - (v5 ^ {16{v1}});
    wire [15:0] lazy_add_sum = (central_white ^ {16{v1}}) - (central_black ^ {16{v1}});
    wire [15:0] lazy_add_sum_2 = sum + lazy_add_sum;
    wire [15:0] lazy_add_sum_3 = (material ^ {16{v1}}) + (piece_square ^ {16{v1}}) + {15'd0, v1};
    wire [15:0] lazy_add_sum_4 = lazy_add_sum_3 + lazy_add_sum_2 + {15'd0, v1};
    wire [15:0] lazy_add_sum_5 = (lazy_new[15:0] ^ {16{v1}}) - (lazy_old[15:0] ^ {16{v1}});
    wire [15:0] lazy_add_sum_6 = (lazy_new[31:16] ^ {16{v1}}) - (lazy_old[31:16] ^ {16{v1}});
    wire [15:0] lazy_add_sum_7 = lazy_add_sum_5 + lazy_add_sum_6;
    assign lazy = lazy_add_sum_4 + (lazy_add_sum_7 & {16{settling}});

endmodule
