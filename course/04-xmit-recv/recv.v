// Lab 4: the receiver of one square.
module recv (
    // What stands here: one of these is high, or none for code 7.
    input  wire empty, pawn, knight, bishop, rook, queen, king,
    input  wire own,               // the piece is of the side to move; means nothing if empty
    input  wire dis,               // the square is disabled
    input  wire passed,            // a pawn can be taken en passant here: never high without empty
    input  wire aggressor,         // low: FIND VICTIM, high: FIND AGGRESSOR
    // What arrives here: a ray along a rank or file, one along a diagonal, and so on.
    input  wire manhattan_in, diagonal_in, knight_in, king_in, pawn_move_in, pawn_capture_in,
    output wire [5:0] line,        // line[0] is line 1 of the tables, line[5] is line 6
    output wire king_taken         // FIND VICTIM: the enemy's king stands here and can be taken
);
    // Yours: replace these lines. They are the tables of RECV in the text.
    assign line = 6'd0;
    assign king_taken = 1'b0;
endmodule
