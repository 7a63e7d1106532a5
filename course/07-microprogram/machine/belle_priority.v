// belle_priority: PRIORITY: of all candidates those on the best of six lines, and of these the
// lowest square.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_priority (
    input  wire [63:0] line1, // the squares with a candidate on line 1
    input  wire [63:0] line2, // the squares with a candidate on line 2
    input  wire [63:0] line3, // the squares with a candidate on line 3
    input  wire [63:0] line4, // the squares with a candidate on line 4
    input  wire [63:0] line5, // the squares with a candidate on line 5
    input  wire [63:0] line6, // the squares with a candidate on line 6
    output wire [5:0] square, // the winning square, 0 if there is none
    output wire none, // there is no candidate
    output wire [5:0] line // the winning line, one-hot, line 1 first; all low if there is none
);

    wire v1 = |line1;
    wire v2 = |line2;
    wire v3 = |line3;
    wire v4 = |line4;
    wire v5 = |line5;
    wire v6 = |line6;
    wire v7 = ~v1;
    wire v8 = v7 & ~v2;
    wire v9 = v8 & ~v3;
    wire v10 = v9 & ~v4;
    wire v11 = v10 & ~v5;
    assign none = v11 & ~v6;

    // the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it
    wire [5:0] lowest_square_square;
    belle_lowest_square lowest_square(
        .lines(line1),
        .square(lowest_square_square)
    );

    // the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it
    wire [5:0] lowest_square_square_2;
    belle_lowest_square board_lowest_square(
        .lines(line2),
        .square(lowest_square_square_2)
    );

    // the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it
    wire [5:0] lowest_square_square_3;
    belle_lowest_square board_lowest_square_2(
        .lines(line3),
        .square(lowest_square_square_3)
    );

    // the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it
    wire [5:0] lowest_square_square_4;
    belle_lowest_square board_lowest_square_3(
        .lines(line4),
        .square(lowest_square_square_4)
    );

    // the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it
    wire [5:0] lowest_square_square_5;
    belle_lowest_square board_lowest_square_4(
        .lines(line5),
        .square(lowest_square_square_5)
    );

    // the number of the lowest square whose line is high: the lowest rank with one, and the lowest file on it
    wire [5:0] lowest_square_square_6;
    belle_lowest_square board_lowest_square_5(
        .lines(line6),
        .square(lowest_square_square_6)
    );

    wire v12 = (v7 & lowest_square_square_2[0]) | (v8 & lowest_square_square_3[0]);
    wire v13 = (v10 & lowest_square_square_5[0]) | (v11 & lowest_square_square_6[0]);
    wire v14 = lowest_square_square[0] | v12 | (v9 & lowest_square_square_4[0]) | v13;
    wire v15 = (v7 & lowest_square_square_2[1]) | (v8 & lowest_square_square_3[1]);
    wire v16 = (v10 & lowest_square_square_5[1]) | (v11 & lowest_square_square_6[1]);
    wire v17 = lowest_square_square[1] | v15 | (v9 & lowest_square_square_4[1]) | v16;
    wire v18 = (v7 & lowest_square_square_2[2]) | (v8 & lowest_square_square_3[2]);
    wire v19 = (v10 & lowest_square_square_5[2]) | (v11 & lowest_square_square_6[2]);
    wire v20 = lowest_square_square[2] | v18 | (v9 & lowest_square_square_4[2]) | v19;
    wire v21 = (v7 & lowest_square_square_2[3]) | (v8 & lowest_square_square_3[3]);
    wire v22 = (v10 & lowest_square_square_5[3]) | (v11 & lowest_square_square_6[3]);
    wire v23 = lowest_square_square[3] | v21 | (v9 & lowest_square_square_4[3]) | v22;
    wire v24 = (v7 & lowest_square_square_2[4]) | (v8 & lowest_square_square_3[4]);
    wire v25 = (v10 & lowest_square_square_5[4]) | (v11 & lowest_square_square_6[4]);
    wire v26 = lowest_square_square[4] | v24 | (v9 & lowest_square_square_4[4]) | v25;
    wire v27 = (v7 & lowest_square_square_2[5]) | (v8 & lowest_square_square_3[5]);
    wire v28 = (v10 & lowest_square_square_5[5]) | (v11 & lowest_square_square_6[5]);
    wire v29 = lowest_square_square[5] | v27 | (v9 & lowest_square_square_4[5]) | v28;
    assign square = {v29, v26, v23, v20, v17, v14};

    assign line = {v6 & v11, v5 & v10, v4 & v9, v3 & v8, v2 & v7, v1};

endmodule
