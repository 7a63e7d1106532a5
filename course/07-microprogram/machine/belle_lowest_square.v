// belle_lowest_square: the number of the lowest square whose line is high: the lowest rank with
// one, and the lowest file on it.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_lowest_square (
    input  wire [63:0] lines, // a line a square
    output wire [5:0] square // the lowest square, 0 if there is none
);

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] alone;
    wire [2:0] number;
    belle_lowest_of_8 lowest_of_8(
        .lines({lines[56] | lines[57] | lines[58] | lines[59] | lines[60] | lines[61] | lines[62] | lines[63], lines[48] | lines[49] | lines[50] | lines[51] | lines[52] | lines[53] | lines[54] | lines[55], lines[40] | lines[41] | lines[42] | lines[43] | lines[44] | lines[45] | lines[46] | lines[47], lines[32] | lines[33] | lines[34] | lines[35] | lines[36] | lines[37] | lines[38] | lines[39], lines[24] | lines[25] | lines[26] | lines[27] | lines[28] | lines[29] | lines[30] | lines[31], lines[16] | lines[17] | lines[18] | lines[19] | lines[20] | lines[21] | lines[22] | lines[23], lines[8] | lines[9] | lines[10] | lines[11] | lines[12] | lines[13] | lines[14] | lines[15], lines[0] | lines[1] | lines[2] | lines[3] | lines[4] | lines[5] | lines[6] | lines[7]}),
        .alone(alone),
        .number(number)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone;
    wire [2:0] lowest_of_8_number;
    belle_lowest_of_8 board_lowest_of_8(
        .lines(lines[7:0]),
        .alone(lowest_of_8_alone),
        .number(lowest_of_8_number)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_2;
    wire [2:0] lowest_of_8_number_2;
    belle_lowest_of_8 board_lowest_of_8_2(
        .lines(lines[15:8]),
        .alone(lowest_of_8_alone_2),
        .number(lowest_of_8_number_2)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_3;
    wire [2:0] lowest_of_8_number_3;
    belle_lowest_of_8 board_lowest_of_8_3(
        .lines(lines[23:16]),
        .alone(lowest_of_8_alone_3),
        .number(lowest_of_8_number_3)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_4;
    wire [2:0] lowest_of_8_number_4;
    belle_lowest_of_8 board_lowest_of_8_4(
        .lines(lines[31:24]),
        .alone(lowest_of_8_alone_4),
        .number(lowest_of_8_number_4)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_5;
    wire [2:0] lowest_of_8_number_5;
    belle_lowest_of_8 board_lowest_of_8_5(
        .lines(lines[39:32]),
        .alone(lowest_of_8_alone_5),
        .number(lowest_of_8_number_5)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_6;
    wire [2:0] lowest_of_8_number_6;
    belle_lowest_of_8 board_lowest_of_8_6(
        .lines(lines[47:40]),
        .alone(lowest_of_8_alone_6),
        .number(lowest_of_8_number_6)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_7;
    wire [2:0] lowest_of_8_number_7;
    belle_lowest_of_8 board_lowest_of_8_7(
        .lines(lines[55:48]),
        .alone(lowest_of_8_alone_7),
        .number(lowest_of_8_number_7)
    );

    // of eight lines the lowest high one alone, and its number, 0 if none is high
    wire [7:0] lowest_of_8_alone_8;
    wire [2:0] lowest_of_8_number_8;
    belle_lowest_of_8 board_lowest_of_8_8(
        .lines(lines[63:56]),
        .alone(lowest_of_8_alone_8),
        .number(lowest_of_8_number_8)
    );

    wire v1 = (alone[2] & lowest_of_8_number_3[0]) | (alone[3] & lowest_of_8_number_4[0]);
    wire v2 = (alone[6] & lowest_of_8_number_7[0]) | (alone[7] & lowest_of_8_number_8[0]);
    wire v3 = (alone[4] & lowest_of_8_number_5[0]) | (alone[5] & lowest_of_8_number_6[0]) | v2;
    wire v4 = (alone[0] & lowest_of_8_number[0]) | (alone[1] & lowest_of_8_number_2[0]) | v1 | v3;
    wire v5 = (alone[2] & lowest_of_8_number_3[1]) | (alone[3] & lowest_of_8_number_4[1]);
    wire v6 = (alone[6] & lowest_of_8_number_7[1]) | (alone[7] & lowest_of_8_number_8[1]);
    wire v7 = (alone[4] & lowest_of_8_number_5[1]) | (alone[5] & lowest_of_8_number_6[1]) | v6;
    wire v8 = (alone[0] & lowest_of_8_number[1]) | (alone[1] & lowest_of_8_number_2[1]) | v5 | v7;
    wire v9 = (alone[2] & lowest_of_8_number_3[2]) | (alone[3] & lowest_of_8_number_4[2]);
    wire v10 = (alone[6] & lowest_of_8_number_7[2]) | (alone[7] & lowest_of_8_number_8[2]);
    wire v11 = (alone[4] & lowest_of_8_number_5[2]) | (alone[5] & lowest_of_8_number_6[2]) | v10;
    wire v12 = (alone[0] & lowest_of_8_number[2]) | (alone[1] & lowest_of_8_number_2[2]) | v9 | v11;

    assign square = {number, v12, v8, v4};

endmodule
