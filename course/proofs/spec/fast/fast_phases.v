// The length of a word, as in the authentic machine, but that a find costs nothing more and the memory one cycle.
module fast_phases (
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
    wire asks = w_memory != NOTHING;
    wire keys = w_put != NOTHING & w_test == TEST_HIT;
    wire [3:0] last = (asks ? 4'd1 : 4'd0) + (keys ? 4'd1 : 4'd0);
    wire stalled = waits | asks & memory_wait;
    assign first = phase == 4'd0;
    assign commit = running & phase == last & ~stalled;
    assign phase_next = ~running | commit ? 4'd0 : stalled ? phase : phase + 4'd1;
endmodule
