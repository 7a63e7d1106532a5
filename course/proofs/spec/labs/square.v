// One square, decoded: kind 0 is an empty square, 1 to 6 a pawn to a king. An empty square's color has no meaning.
module square (
    input  wire p0, p1, p2, p3, wtm,
    output wire empty, pawn, knight, bishop, rook, queen, king, own
);
    wire [2:0] kind = {p2, p1, p0};
    wire black = p3;
    assign empty  = kind == 0;
    assign pawn   = kind == 1;
    assign knight = kind == 2;
    assign bishop = kind == 3;
    assign rook   = kind == 4;
    assign queen  = kind == 5;
    assign king   = kind == 6;
    assign own    = black ? ~wtm : wtm;
endmodule
