// The full evaluator's latch: the sum, but not beyond 192 centipawns either way, once it is complete. A write to a board,
// an evaluation that starts or a halt clears it.
module evaluator_clamp (
    input  wire [63:0] word,
    input  wire running,
    input  wire [3:0] phase,
    input  wire memory_wait,
    input  wire [3:0] reporting, counting, weighing,
    input  wire clamping,
    input  wire [15:0] sum, full,
    input  wire [5:0] host_address,
    input  wire host_write,
    output wire [15:0] full_next
);
    `include "../microword.vh"
    wire waits, commit, first, clears;
    wire [3:0] next0, next1, next2, next3;
    wire next4;
    wire written = ~running & host_write & host_address == 1 | commit & w_put != NOTHING;
    phases ends(.running(running), .word(word), .phase(phase), .memory_wait(memory_wait), .waits(waits),
        .commit(commit), .first(first), .phase_next(next0));
    evaluation_sequence sequence(.word(word), .reporting(reporting), .counting(counting), .weighing(weighing),
        .clamping(clamping), .commit(commit), .written(written), .clears(clears), .waits(waits),
        .reporting_next(next1), .counting_next(next2), .weighing_next(next3), .clamping_next(next4));
    localparam signed [15:0] MARGIN = 192;
    wire signed [15:0] total = sum;
    wire [15:0] clamped = total > MARGIN ? MARGIN : total < -MARGIN ? -MARGIN : total;
    assign full_next = clears ? 16'd0 : clamping ? clamped : full;
endmodule
`include "../phases.v"
`include "../evaluation_sequence.v"
