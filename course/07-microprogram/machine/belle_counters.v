// belle_counters: the counters: ply, greatest ply, nodes, and the side to move.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_counters (
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    input  wire ply_down, // ply down: one down
    input  wire ply_up, // ply up: one up
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    input  wire [5:0] deepest,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    input  wire [63:0] word, // the microword
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    input  wire [63:0] nodes,
    // Whose move it is on the machine's board: high for White, low for Black.
    output wire white_to_move_next,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    output wire [5:0] ply_next,
    // The most moves ahead that this search has looked so far. The host clears it before a search.
    output wire [5:0] deepest_next,
    // How many positions the search has looked at, each once for every time it is reached by a
    // legal move.
    output wire [63:0] nodes_next
);

    // ADD
    wire [15:0] sum = {10'h000, ply} + ({16{ply_down}} ^ 16'h0000) + {15'd0, ply_up};

    // COUNTERS
    assign ply_next = sum[5:0];

    // COMPARE
    wire [16:0] v1 = {1'b0, ({10'h000, deepest} ^ 16'h8000)} + {1'b0, ~({10'h000, sum[5:0]} ^ 16'h8000)} + 17'd1;
    wire less = v1[6];

    // COUNTERS
    assign deepest_next = (ply_up & less) ? ply_next : deepest;
    assign white_to_move_next = white_to_move ^ word[50];
    wire [16:0] v2 = {1'b0, nodes[15:0]} + {1'b0, 16'h0000} + {16'd0, word[58]};
    wire [16:0] v3 = {1'b0, nodes[31:16]} + {1'b0, 16'h0000} + {16'd0, v2[16]};
    wire [16:0] v4 = {1'b0, nodes[47:32]} + {1'b0, 16'h0000} + {16'd0, v3[16]};
    assign nodes_next = {nodes[63:48] + 16'h0000 + {15'd0, v4[16]}, v4[15:0], v3[15:0], v2[15:0]};

endmodule
