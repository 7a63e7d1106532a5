// Castling is open to the mover: he has the right, and nothing stands between king and rook.
module castling (
    input  wire [63:0] p0, p1, p2, p3,
    input  wire white_king_side, white_queen_side, black_king_side, black_queen_side,
    input  wire wtm,
    output wire king_side, queen_side
);
    wire [63:0] empty;
    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : square
            assign empty[s] = {p2[s], p1[s], p0[s]} == 3'd0;
        end
    endgenerate
    localparam B1 = 1, C1 = 2, D1 = 3, F1 = 5, G1 = 6, B8 = 57, C8 = 58, D8 = 59, F8 = 61, G8 = 62;
    assign king_side = wtm ? white_king_side & empty[F1] & empty[G1] : black_king_side & empty[F8] & empty[G8];
    assign queen_side = wtm ? white_queen_side & empty[B1] & empty[C1] & empty[D1]
                            : black_queen_side & empty[B8] & empty[C8] & empty[D8];
endmodule
