// What the lazy value says of a node, and the comparator as the sequencer sees it.
module window_judge (
    input  wire hosted,               // the host drives the root
    input  wire [63:0] word,
    input  wire [5:0] ply,
    input  wire [15:0] lazy_latch,
    input  wire [15:0] alpha, beta, frame_depth, parent_alpha,
    input  wire checked,              // the mover is in check
    input  wire [15:0] bus_sum,
    input  wire less, equal, plain,   // plain: the kind register is zero
    output wire judged,
    output wire compared_less, compared_equal
);
    `include "microword.vh"
    wire signed [15:0] low = lazy_latch - 16'd192, high = lazy_latch + 16'd192;
    wire signed [15:0] a = alpha, b = beta, sum = bus_sum, above = parent_alpha;
    // Depths are negated: from zero on nothing is left. Four plies later it is late; the last frame but one is deep.
    wire exhausted = ~frame_depth[15];
    wire late = exhausted & frame_depth >= 4;
    wire deep = ply == 62;
    wire counts = exhausted & ~deep & (late | ~checked);
    assign judged = w_test == TEST_REFUTED & counts & low >= b | w_test == TEST_HOPELESS & counts & high <= a;

    // While a king's move, say, or a promotion comes back, and at the root that the host drives, nothing is less or equal.
    wire back = w_window == WINDOW_BACK, own = w_window == WINDOW_BETA;
    wire sees = plain & ~(hosted & ply == 1);
    assign compared_less = back ? sees & sum < above : own ? ~plain | sum < b : less;
    assign compared_equal = back ? sees & sum == above : own ? sees & sum == b : equal;
endmodule
