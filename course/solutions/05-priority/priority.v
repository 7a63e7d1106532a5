// The lowest of eight wires, and whether any is high.
module lowest_of_8 (
    input  wire [7:0] wires,
    output wire [2:0] number,
    output wire any
);
    wire [7:0] first;
    assign first[0] = wires[0];
    genvar k;
    generate
        for (k = 1; k < 8; k = k + 1) begin : wire_of
            assign first[k] = wires[k] & ~|wires[k - 1:0];
        end
    endgenerate
    assign number = {|first[7:4], |{first[7:6], first[3:2]}, first[7] | first[5] | first[3] | first[1]};
    assign any = |wires;
endmodule

// The lowest square: every rank's lowest file, and the lowest rank.
module lowest_square (
    input  wire [63:0] wires,
    output wire [5:0] square,
    output wire any
);
    wire [7:0] ranks;
    wire [23:0] files;
    genvar r;
    generate
        for (r = 0; r < 8; r = r + 1) begin : rank_of
            lowest_of_8 file(.wires(wires[8 * r +: 8]), .number(files[3 * r +: 3]), .any(ranks[r]));
        end
    endgenerate
    wire [2:0] rank;
    lowest_of_8 first_rank(.wires(ranks), .number(rank), .any(any));
    assign square = {rank, files[3 * rank +: 3]};
endmodule

module priority_network (
    input  wire [63:0] line1, line2, line3, line4, line5, line6,
    output wire [5:0] sq,
    output wire none,
    output wire [5:0] line
);
    wire [5:0] sq1, sq2, sq3, sq4, sq5, sq6, any;
    lowest_square t1(.wires(line1), .square(sq1), .any(any[0]));
    lowest_square t2(.wires(line2), .square(sq2), .any(any[1]));
    lowest_square t3(.wires(line3), .square(sq3), .any(any[2]));
    lowest_square t4(.wires(line4), .square(sq4), .any(any[3]));
    lowest_square t5(.wires(line5), .square(sq5), .any(any[4]));
    lowest_square t6(.wires(line6), .square(sq6), .any(any[5]));
    assign line[0] = any[0];
    assign line[1] = any[1] & ~any[0];
    assign line[2] = any[2] & ~|any[1:0];
    assign line[3] = any[3] & ~|any[2:0];
    assign line[4] = any[4] & ~|any[3:0];
    assign line[5] = any[5] & ~|any[4:0];
    assign none = ~|any;
    assign sq = ({6{line[0]}} & sq1) | ({6{line[1]}} & sq2) | ({6{line[2]}} & sq3)
              | ({6{line[3]}} & sq4) | ({6{line[4]}} & sq5) | ({6{line[5]}} & sq6);
endmodule
