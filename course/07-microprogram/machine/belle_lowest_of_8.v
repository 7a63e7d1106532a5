// belle_lowest_of_8: of eight lines the lowest high one alone, and its number, 0 if none is high.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_lowest_of_8 (
    input  wire [7:0] lines, // eight lines
    output wire [7:0] alone, // the lowest high line alone
    output wire [2:0] number // its number
);

    wire v1 = lines[1] & ~lines[0];
    wire v2 = lines[0] | lines[1];
    wire v3 = lines[2] & ~v2;
    wire v4 = lines[0] | lines[1] | lines[2];
    wire v5 = lines[3] & ~v4;
    wire v6 = lines[4] & ~(v2 | lines[2] | lines[3]);
    wire v7 = lines[3] | lines[4];
    wire v8 = lines[5] & ~(v2 | lines[2] | v7);
    wire v9 = lines[6] & ~(v4 | lines[3] | lines[4] | lines[5]);
    wire v10 = lines[7] & ~(v4 | v7 | lines[5] | lines[6]);
    wire v11 = v9 | v10;

    assign alone = {v10, v9, v8, v6, v5, v3, v1, lines[0]};
    assign number = {v11 | v6 | v8, v3 | v5 | v11, v1 | v5 | v8 | v10};

endmodule
