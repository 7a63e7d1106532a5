// Ply, greatest ply, side to move, nodes and cycles.
module counters (
    input  wire running,
    input  wire [63:0] word,
    input  wire white_to_move,
    input  wire [5:0] ply, deepest,
    input  wire [63:0] nodes, cycles,
    output wire white_to_move_next,
    output wire [5:0] ply_next, deepest_next,
    output wire [63:0] nodes_next, cycles_next
);
    `include "microword.vh"
    assign ply_next = w_ply == PLY_UP ? ply + 6'd1 : w_ply == PLY_DOWN ? ply - 6'd1 : ply;
    assign deepest_next = w_ply == PLY_UP & ply_next > deepest ? ply_next : deepest;
    assign white_to_move_next = w_turn ? ~white_to_move : white_to_move;
    assign nodes_next = w_count ? nodes + 64'd1 : nodes;
    assign cycles_next = running ? cycles + 64'd1 : cycles;
endmodule
