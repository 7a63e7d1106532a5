// Pawn structure of the side that plays up the board, square by square, by its definitions.
module pawns (
    input  wire [63:0] own, enemy,
    output wire [63:0] doubled, isolated, passed
);
    localparam [63:0] A_FILE = 64'h0101010101010101;
    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : square
            localparam FILE = s % 8, RANK = s / 8;
            localparam [63:0] SAME = A_FILE << FILE;
            localparam [63:0] LEFT = FILE > 0 ? A_FILE << (FILE - 1) : 64'd0;
            localparam [63:0] RIGHT = FILE < 7 ? A_FILE << (FILE + 1) : 64'd0;
            localparam [63:0] AHEAD = RANK < 7 ? ~64'd0 << (8 * RANK + 8) : 64'd0;
            wire before = |(own & SAME & AHEAD);
            wire beside = |(own & (LEFT | RIGHT));
            wire met = |(enemy & (LEFT | SAME | RIGHT) & AHEAD);
            assign doubled[s] = own[s] & before;
            assign isolated[s] = own[s] & ~beside;
            assign passed[s] = own[s] & ~before & ~met;
        end
    endgenerate
endmodule
