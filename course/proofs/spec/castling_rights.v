// The rights that a write to a square leaves: a right goes if its king's or its rook's square is written to.
module castling_rights (
    input  wire [5:0] adr,
    output wire white_king_side, white_queen_side, black_king_side, black_queen_side
);
    localparam A1 = 0, E1 = 4, H1 = 7, A8 = 56, E8 = 60, H8 = 63;
    assign white_king_side  = adr != E1 & adr != H1;
    assign white_queen_side = adr != E1 & adr != A1;
    assign black_king_side  = adr != E8 & adr != H8;
    assign black_queen_side = adr != E8 & adr != A8;
endmodule
