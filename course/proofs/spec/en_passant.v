// Next value of the en-passant latch: the square passed over if a pawn goes from its second rank to its
// fourth and an enemy pawn stands beside, else 0. The files of a double step are not compared.
module en_passant (
    input  wire [63:0] p0, p1, p2, p3,
    input  wire [5:0] from, to,
    input  wire pawn,  // the piece that moves is a pawn
    input  wire wtm,
    output wire [5:0] ep
);
    wire [63:0] enemy_pawn;
    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : square
            assign enemy_pawn[s] = {p2[s], p1[s], p0[s]} == 3'd1 & p3[s] == wtm;
        end
    endgenerate
    wire [2:0] second = wtm ? 3'd1 : 3'd6, third = wtm ? 3'd2 : 3'd5, fourth = wtm ? 3'd3 : 3'd4;
    wire double_step = pawn & from[5:3] == second & to[5:3] == fourth;
    wire on_the_left  = to[2:0] != 3'd0 & enemy_pawn[to - 6'd1];
    wire on_the_right = to[2:0] != 3'd7 & enemy_pawn[to + 6'd1];
    assign ep = double_step & (on_the_left | on_the_right) ? {third, to[2:0]} : 6'd0;
endmodule
