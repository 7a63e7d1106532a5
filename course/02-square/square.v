// Lab 2: the decoder of one square.
module square (
    input  wire p0, p1, p2,  // kind of the piece, p0 the lowest bit
    input  wire p3,          // the piece is black
    input  wire wtm,         // White is to move
    output wire empty,       // kind 0
    output wire pawn,        // kind 1
    output wire knight,      // kind 2
    output wire bishop,      // kind 3
    output wire rook,        // kind 4
    output wire queen,       // kind 5
    output wire king,        // kind 6
    output wire own          // the color is that of the side to move
);
    // Yours: replace these lines. AND gates of p0, p1, p2 and their inverses.
    assign empty = 1'b0;
    assign pawn = 1'b0;
    assign knight = 1'b0;
    assign bishop = 1'b0;
    assign rook = 1'b0;
    assign queen = 1'b0;
    assign king = 1'b0;
    assign own = 1'b0;
endmodule
