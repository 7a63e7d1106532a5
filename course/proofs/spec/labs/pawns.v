// Pawn structure of the side that plays up the board, square by square, by its definitions.
module pawns (
    input  wire [63:0] own, enemy,
    output reg  [63:0] doubled, isolated, passed
);
    integer file, rank, other, r;
    reg before, beside, met;
    always @* begin
        doubled = 0;
        isolated = 0;
        passed = 0;
        for (file = 0; file < 8; file = file + 1)
            for (rank = 0; rank < 8; rank = rank + 1) begin
                before = 0;
                beside = 0;
                met = 0;
                for (other = 0; other < 8; other = other + 1)
                    for (r = 0; r < 8; r = r + 1) begin
                        if (other == file && r > rank) before = before | own[8 * r + other];
                        if (other == file - 1 || other == file + 1) beside = beside | own[8 * r + other];
                        if (other >= file - 1 && other <= file + 1 && r > rank) met = met | enemy[8 * r + other];
                    end
                doubled[8 * rank + file] = own[8 * rank + file] & before;
                isolated[8 * rank + file] = own[8 * rank + file] & ~beside;
                passed[8 * rank + file] = own[8 * rank + file] & ~before & ~met;
            end
    end
endmodule
