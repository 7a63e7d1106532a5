module square (
    input  wire p0, p1, p2, p3, wtm,
    output wire empty, pawn, knight, bishop, rook, queen, king, own
);
    wire n0 = ~p0, n1 = ~p1, n2 = ~p2;
    wire low = n2 & n1, middle = n2 & p1, high = p2 & n1;
    assign empty = low & n0;
    assign pawn = low & p0;
    assign knight = middle & n0;
    assign bishop = middle & p0;
    assign rook = high & n0;
    assign queen = high & p0;
    assign king = p2 & p1 & n0;
    assign own = p3 ^ wtm;
endmodule
