// The piece a pawn becomes: queen, knight, rook, bishop for the kinds 4 to 7.
module promoted (
    input  wire kind0,
    input  wire kind1,
    output wire [2:0] piece
);
    assign piece = {kind1, kind0} == 0 ? 3'd5 : {kind1, kind0} == 1 ? 3'd2 : {kind1, kind0} == 2 ? 3'd4 : 3'd3;
endmodule
