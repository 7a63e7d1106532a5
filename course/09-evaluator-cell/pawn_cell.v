// Lab 9: the pawns of one of the evaluator's cells, for one side. Ahead is up the board.
module pawn_cell (
    input  wire own,               // a pawn of this side stands here
    input  wire enemy,             // a pawn of the other side does
    input  wire own_ahead_in,      // an own pawn stands ahead, as the cell above tells
    input  wire enemy_ahead_in,    // an enemy pawn does
    input  wire own_behind_in,     // an own pawn stands behind, as the cell below tells
    output wire own_ahead_out,     // to the cell below
    output wire enemy_ahead_out,   // to the cell below
    output wire own_behind_out,    // to the cell above
    output wire own_on_file,       // some own pawn stands on this file: to the cells beside
    input  wire left_own_on_file, right_own_on_file,
    // An enemy pawn stands ahead on the file beside, as the cell beside and above tells.
    input  wire left_enemy_ahead, right_enemy_ahead,
    output wire doubled,           // an own pawn here has another before it
    output wire isolated,          // an own pawn here has none on the files beside
    output wire passed             // an own pawn here meets no pawn: see the text
);
    // Yours: replace these lines.
    assign own_ahead_out = 1'b0;
    assign enemy_ahead_out = 1'b0;
    assign own_behind_out = 1'b0;
    assign own_on_file = 1'b0;
    assign doubled = 1'b0;
    assign isolated = 1'b0;
    assign passed = 1'b0;
endmodule
