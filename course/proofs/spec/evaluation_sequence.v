// The full evaluator's sequence: eight cycles, each passed on through three stages, then the clamp.
// A stage's register is 8 to 15 for the cycles 0 to 7, and 0 at rest.
module evaluation_sequence (
    input  wire [63:0] word,
    input  wire [3:0] reporting, counting, weighing,
    input  wire clamping,
    input  wire commit,   // the word ends
    input  wire written,  // a board is written
    output wire clears,
    output wire waits,    // the word reads the value, which is not ready
    output wire [3:0] reporting_next, counting_next, weighing_next,
    output wire clamping_next
);
    `include "microword.vh"
    wire starts = commit & w_evaluate & ~w_halt;
    assign clears = written | commit & (w_halt | w_evaluate);
    wire busy = reporting >= 8 | counting >= 8 | weighing >= 8 | clamping;
    assign waits = w_source == SOURCE_FULL & busy;
    assign reporting_next = starts ? 4'd8 : clears ? 4'd0
                          : reporting == 15 ? 4'd0 : reporting >= 8 ? reporting + 4'd1 : reporting;
    assign counting_next = clears ? 4'd0 : reporting;
    assign weighing_next = clears ? 4'd0 : counting;
    assign clamping_next = ~clears & weighing == 15;
endmodule
