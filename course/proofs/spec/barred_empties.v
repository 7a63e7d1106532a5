// The empty squares that quiescence closes: all but those of the mover's last rank on which one of his pawns
// that stands right before them can promote.
module barred_empties (
    input  wire [63:0] p0, p1, p2, p3,
    input  wire wtm,
    output wire [63:0] barred
);
    wire [63:0] empty, own_pawn;
    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : square
            assign empty[s] = {p2[s], p1[s], p0[s]} == 3'd0;
            assign own_pawn[s] = {p2[s], p1[s], p0[s]} == 3'd1 & p3[s] != wtm;
            if (s >= 56) assign barred[s] = empty[s] & ~(wtm & own_pawn[s - 8]);
            else if (s < 8) assign barred[s] = empty[s] & ~(~wtm & own_pawn[s + 8]);
            else assign barred[s] = empty[s];
        end
    endgenerate
endmodule
