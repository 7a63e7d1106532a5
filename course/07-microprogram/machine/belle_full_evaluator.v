// belle_full_evaluator: FULL EVALUATOR, the slow evaluation: 64 cells look at the board in eight
// cycles, and their reports are counted, weighed and added up.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_full_evaluator (
    input  wire commit, // the machine runs and its word ends with this cycle
    input  wire [63:0] word, // the microword
    input  wire written, // the piece is written at the end of this cycle
    // the cells' cycle in the lower three wires, bit 3 that they report
    input  wire [3:0] reporting,
    input  wire [3:0] counting, // the counters' cycle, bit 3 that there is something to count
    input  wire [3:0] weighing, // the weights' cycle, bit 3 that there is something to weigh
    // The same board again, for the full evaluator alone: bit 0 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e0,
    // The same board again, for the full evaluator alone: bit 1 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e1,
    // The same board again, for the full evaluator alone: bit 2 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e2,
    // The same board again, for the full evaluator alone: bit 3 of the code of each square's piece.
    // Bit 3 means black.
    input  wire [63:0] e3,
    input  wire [63:0] white0, // White's line 0, latched on its way to the counter
    input  wire [63:0] black0, // Black's line 0, latched on its way to the counter
    input  wire [63:0] white1, // White's line 1, latched on its way to the counter
    input  wire [63:0] black1, // Black's line 1, latched on its way to the counter
    input  wire [63:0] white2, // White's line 2, latched on its way to the counter
    input  wire [63:0] black2, // Black's line 2, latched on its way to the counter
    input  wire [63:0] white3, // White's line 3, latched on its way to the counter
    input  wire [63:0] black3, // Black's line 3, latched on its way to the counter
    input  wire [63:0] white4, // White's line 4, latched on its way to the counter
    input  wire [63:0] black4, // Black's line 4, latched on its way to the counter
    input  wire [63:0] white5, // White's line 5, latched on its way to the counter
    input  wire [63:0] black5, // Black's line 5, latched on its way to the counter
    input  wire [63:0] white6, // White's line 6, latched on its way to the counter
    input  wire [63:0] black6, // Black's line 6, latched on its way to the counter
    // How far the game has come from opening to ending: 24 with all pieces on the board, 0 with
    // kings and pawns alone.
    input  wire [7:0] stage,
    input  wire [15:0] sum, // the full evaluator's SUM register
    // White's reports on line 0 less Black's, latched on their way to the weights
    input  wire [15:0] count0,
    // White's reports on line 1 less Black's, latched on their way to the weights
    input  wire [15:0] count1,
    // White's reports on line 2 less Black's, latched on their way to the weights
    input  wire [15:0] count2,
    // White's reports on line 3 less Black's, latched on their way to the weights
    input  wire [15:0] count3,
    // White's reports on line 4 less Black's, latched on their way to the weights
    input  wire [15:0] count4,
    // White's reports on line 5 less Black's, latched on their way to the weights
    input  wire [15:0] count5,
    // White's reports on line 6 less Black's, latched on their way to the weights
    input  wire [15:0] count6,
    input  wire clamping, // the sum is complete: it goes through the clamp into the latch
    // What the 64 cells of the full evaluator add to the lazy value, in centipawns for White:
    // mobility, king safety and pawns. 0 until they are ready.
    input  wire [15:0] full,
    // the cells' cycle in the lower three wires, bit 3 that they report
    output wire [3:0] reporting_next,
    output wire [3:0] counting_next, // the counters' cycle, bit 3 that there is something to count
    output wire [3:0] weighing_next, // the weights' cycle, bit 3 that there is something to weigh
    output wire clamping_next, // the sum is complete: it goes through the clamp into the latch
    output wire [63:0] white0_next, // White's line 0, latched on its way to the counter
    output wire [63:0] white1_next, // White's line 1, latched on its way to the counter
    output wire [63:0] white2_next, // White's line 2, latched on its way to the counter
    output wire [63:0] white3_next, // White's line 3, latched on its way to the counter
    output wire [63:0] white4_next, // White's line 4, latched on its way to the counter
    output wire [63:0] white5_next, // White's line 5, latched on its way to the counter
    output wire [63:0] white6_next, // White's line 6, latched on its way to the counter
    output wire [63:0] black0_next, // Black's line 0, latched on its way to the counter
    output wire [63:0] black1_next, // Black's line 1, latched on its way to the counter
    output wire [63:0] black2_next, // Black's line 2, latched on its way to the counter
    output wire [63:0] black3_next, // Black's line 3, latched on its way to the counter
    output wire [63:0] black4_next, // Black's line 4, latched on its way to the counter
    output wire [63:0] black5_next, // Black's line 5, latched on its way to the counter
    output wire [63:0] black6_next, // Black's line 6, latched on its way to the counter
    // White's reports on line 0 less Black's, latched on their way to the weights
    output wire [15:0] count0_next,
    // White's reports on line 1 less Black's, latched on their way to the weights
    output wire [15:0] count1_next,
    // White's reports on line 2 less Black's, latched on their way to the weights
    output wire [15:0] count2_next,
    // White's reports on line 3 less Black's, latched on their way to the weights
    output wire [15:0] count3_next,
    // White's reports on line 4 less Black's, latched on their way to the weights
    output wire [15:0] count4_next,
    // White's reports on line 5 less Black's, latched on their way to the weights
    output wire [15:0] count5_next,
    // White's reports on line 6 less Black's, latched on their way to the weights
    output wire [15:0] count6_next,
    output wire [15:0] sum_next, // the full evaluator's SUM register
    // What the 64 cells of the full evaluator add to the lazy value, in centipawns for White:
    // mobility, king safety and pawns. 0 until they are ready.
    output wire [15:0] full_next
);

    // the full evaluator's sequence: which of its eight cycles cells, counters and weights are in
    wire clears;
    belle_evaluation_sequence evaluation_sequence(
        .commit(commit),
        .word(word),
        .written(written),
        .reporting(reporting),
        .counting(counting),
        .weighing(weighing),
        .reporting_next(reporting_next),
        .counting_next(counting_next),
        .weighing_next(weighing_next),
        .clamping_next(clamping_next),
        .clears(clears)
    );

    // SQUARE
    wire [63:0] v1 = ~e0;
    wire [63:0] v2 = ~e1;
    wire [63:0] v3 = ~e2;
    wire [63:0] v4 = v3 & e1;
    wire [63:0] v5 = e2 & v2;
    wire [63:0] v6 = v3 & v2;
    wire [63:0] empty = v6 & v1;
    wire [63:0] pawn = v6 & e0;
    wire [63:0] knight = v4 & v1;
    wire [63:0] bishop = v4 & e0;
    wire [63:0] rook = v5 & v1;
    wire [63:0] queen = v5 & e0;
    wire [63:0] king = e2 & e1 & v1;
    wire [63:0] own = ~e3;

    // VIEW
    wire [63:0] v7 = own & ~empty;
    wire [63:0] v8 = ~(own | empty);
    wire [63:0] v9 = pawn & v7;
    wire [63:0] v10 = pawn & v8;
    wire [63:0] v11 = knight & v8;
    wire [63:0] v12 = bishop & v8;
    wire [63:0] v13 = rook & v8;
    wire [63:0] v14 = queen & v8;
    wire [63:0] v15 = king & v7;

    // SEQUENCE
    wire [63:0] v16 = 64'd1 << reporting[2:0];

    // one side's half of the full evaluator's 64 cells, each wired to its neighbors
    belle_cells white(
        .pawn(v9),
        .knight(knight & v7),
        .bishop(bishop & v7),
        .rook(rook & v7),
        .queen(queen & v7),
        .own(v7),
        .enemy_pawn(v10),
        .enemy_king(king & v8),
        .enemy(v8),
        .empty(empty),
        .cycle(v16[7:0]),
        .line0(white0_next),
        .line1(white1_next),
        .line2(white2_next),
        .line3(white3_next),
        .line4(white4_next),
        .line5(white5_next),
        .line6(white6_next)
    );

    // one side's half of the full evaluator's 64 cells, each wired to its neighbors
    belle_cells black(
        .pawn({v10[7:0], v10[15:8], v10[23:16], v10[31:24], v10[39:32], v10[47:40], v10[55:48], v10[63:56]}),
        .knight({v11[7:0], v11[15:8], v11[23:16], v11[31:24], v11[39:32], v11[47:40], v11[55:48], v11[63:56]}),
        .bishop({v12[7:0], v12[15:8], v12[23:16], v12[31:24], v12[39:32], v12[47:40], v12[55:48], v12[63:56]}),
        .rook({v13[7:0], v13[15:8], v13[23:16], v13[31:24], v13[39:32], v13[47:40], v13[55:48], v13[63:56]}),
        .queen({v14[7:0], v14[15:8], v14[23:16], v14[31:24], v14[39:32], v14[47:40], v14[55:48], v14[63:56]}),
        .own({v8[7:0], v8[15:8], v8[23:16], v8[31:24], v8[39:32], v8[47:40], v8[55:48], v8[63:56]}),
        .enemy_pawn({v9[7:0], v9[15:8], v9[23:16], v9[31:24], v9[39:32], v9[47:40], v9[55:48], v9[63:56]}),
        .enemy_king({v15[7:0], v15[15:8], v15[23:16], v15[31:24], v15[39:32], v15[47:40], v15[55:48], v15[63:56]}),
        .enemy({v7[7:0], v7[15:8], v7[23:16], v7[31:24], v7[39:32], v7[47:40], v7[55:48], v7[63:56]}),
        .empty({empty[7:0], empty[15:8], empty[23:16], empty[31:24], empty[39:32], empty[47:40], empty[55:48], empty[63:56]}),
        .cycle(v16[7:0]),
        .line0(black0_next),
        .line1(black1_next),
        .line2(black2_next),
        .line3(black3_next),
        .line4(black4_next),
        .line5(black5_next),
        .line6(black6_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter counter(
        .more(white0),
        .less(black0),
        .balance(count0_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter board_counter(
        .more(white1),
        .less(black1),
        .balance(count1_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter board_counter_2(
        .more(white2),
        .less(black2),
        .balance(count2_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter board_counter_3(
        .more(white3),
        .less(black3),
        .balance(count3_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter board_counter_4(
        .more(white4),
        .less(black4),
        .balance(count4_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter board_counter_5(
        .more(white5),
        .less(black5),
        .balance(count5_next)
    );

    // how many lines of one bundle are high less how many of the other: columns of wires that are worth the same, three at a time reduced by a full adder
    belle_counter board_counter_6(
        .more(white6),
        .less(black6),
        .balance(count6_next)
    );

    // the weights of the full evaluator: each line's count times its weight in this cycle, added to the SUM register
    belle_weigh weigh(
        .stage(stage),
        .weighing(weighing),
        .sum(sum),
        .count0(count0),
        .count1(count1),
        .count2(count2),
        .count3(count3),
        .count4(count4),
        .count5(count5),
        .count6(count6),
        .sum_next(sum_next)
    );

    // the clamp of the full evaluator: its value stays within the margin that a lazy cut-off counts with
    wire [15:0] value;
    belle_clamp clamp(
        .sum(sum),
        .value(value)
    );

    // FULL EVALUATOR
    assign full_next = (clamping ? value : full) & {16{~clears}};

endmodule
