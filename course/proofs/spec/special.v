// Whether a pawn promotes or takes in passing.
module special (
    input  wire moved0, moved1, moved2,  // kind of the piece that moves; 1 is a pawn
    input  wire [5:0] to,
    input  wire [5:0] ep,                // square that a pawn passed over; 0 is none
    output wire promotion,
    output wire takes
);
    wire pawn = {moved2, moved1, moved0} == 3'd1;
    wire [2:0] rank = to[5:3];
    assign promotion = pawn & (rank == 3'd0 | rank == 3'd7);
    assign takes = pawn & ep != 6'd0 & to == ep;
endmodule
