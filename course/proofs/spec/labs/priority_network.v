// The best line that is raised on any square, line 1 first, and the lowest square that raises it.
module priority_network (
    input  wire [63:0] line1, line2, line3, line4, line5, line6,
    output reg  [5:0] sq,
    output wire none,
    output wire [5:0] line
);
    assign line = line1 != 0 ? 6'b000001 : line2 != 0 ? 6'b000010 : line3 != 0 ? 6'b000100
                : line4 != 0 ? 6'b001000 : line5 != 0 ? 6'b010000 : line6 != 0 ? 6'b100000 : 6'b000000;
    assign none = line == 0;
    wire [63:0] best = line[0] ? line1 : line[1] ? line2 : line[2] ? line3
                     : line[3] ? line4 : line[4] ? line5 : line6;
    integer square;
    always @* begin
        sq = 0;
        for (square = 63; square >= 0; square = square - 1)
            if (best[square]) sq = square;
    end
endmodule
