// The full evaluator's latch: the sum, but not beyond 192 centipawns either way, once it is complete. A write to a board,
// an evaluation that starts or a halt clears it.
module evaluator_clamp (
    input  wire [63:0] word,
    input  wire commit,    // the word ends
    input  wire written,   // a board is written
    input  wire clamping,  // the sum is complete
    input  wire [15:0] sum, full,
    output wire [15:0] full_next
);
    `include "../microword.vh"
    wire clears = written | commit & (w_halt | w_evaluate);
    localparam signed [15:0] MARGIN = 192;
    wire signed [15:0] total = sum;
    wire [15:0] clamped = total > MARGIN ? MARGIN : total < -MARGIN ? -MARGIN : total;
    assign full_next = clears ? 16'd0 : clamping ? clamped : full;
endmodule
