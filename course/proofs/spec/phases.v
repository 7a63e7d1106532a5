// The length of a word: one cycle, and more for what takes longer. A word that is stalled stays in its phase.
module phases (
    input  wire running,
    input  wire [63:0] word,
    input  wire [3:0] phase,
    input  wire memory_wait,
    input  wire waits,        // the word waits for the full evaluator
    output wire commit,       // the word ends with this cycle
    output wire first,
    output wire [3:0] phase_next
);
    `include "microword.vh"
    wire finds = w_find != NOTHING, asks = w_memory != NOTHING;
    wire keys = w_put != NOTHING & w_test == TEST_HIT;
    wire [3:0] last = (finds ? 4'd1 : 4'd0) + (asks ? 4'd4 : 4'd0) + (keys ? 4'd1 : 4'd0);
    wire stalled = waits | asks & memory_wait;
    assign first = phase == 4'd0;
    assign commit = running & phase == last & ~stalled;
    assign phase_next = ~running | commit ? 4'd0 : stalled ? phase : phase + 4'd1;
endmodule
