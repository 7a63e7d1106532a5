// belle_evaluation_sequence: the full evaluator's sequence: which of its eight cycles cells,
// counters and weights are in.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_evaluation_sequence (
    input  wire commit, // the machine runs and its word ends with this cycle
    input  wire [63:0] word, // the microword
    input  wire written, // the piece is written at the end of this cycle
    // the cells' cycle in the lower three wires, bit 3 that they report
    input  wire [3:0] reporting,
    input  wire [3:0] counting, // the counters' cycle, bit 3 that there is something to count
    input  wire [3:0] weighing, // the weights' cycle, bit 3 that there is something to weigh
    // the cells' cycle in the lower three wires, bit 3 that they report
    output wire [3:0] reporting_next,
    output wire [3:0] counting_next, // the counters' cycle, bit 3 that there is something to count
    output wire [3:0] weighing_next, // the weights' cycle, bit 3 that there is something to weigh
    output wire clamping_next, // the sum is complete: it goes through the clamp into the latch
    output wire clears // the latch is cleared: its value is not that of the board any more
);

    wire v1 = commit & word[59] & ~word[16];
    assign clears = written | (commit & word[16]) | v1;
    wire v2 = ~clears;
    assign reporting_next = clears ? {v1, 3'h0} : (reporting + {3'd0, reporting[3]});
    assign counting_next = reporting & {4{v2}};
    assign weighing_next = counting & {4{v2}};
    assign clamping_next = v2 & weighing[3] & weighing[2] & weighing[0] & weighing[1];

endmodule
