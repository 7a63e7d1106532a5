// The full evaluator's sum: in a cycle that weighs, each line's count times its term's weight is added; the first cycle
// begins with nothing. Terms and weights are those of docs/decisions/evaluation-full.md.
(* sums *)
module evaluator_weigher (
    (* given *) input wire [7:0] stage,     // 24 with all pieces on the board, 0 with kings and pawns alone
    (* given *) input wire [3:0] weighing,  // the cycle in the lower three, bit 3 that there is something to weigh
    input  wire [15:0] sum,
    input  wire [15:0] count0, count1, count2, count3, count4, count5, count6,
    output wire [15:0] sum_next
);
    // The term of a line and cycle: centipawns with all pieces on the board, and with none but kings and pawns.
    function [31:0] term(input integer line, input integer cycle);
        begin
            term = 0;
            case (line)
                0: if (cycle % 2 == 0) term = {16'sd2, 16'sd4};  // rook mobility
                    else term = {16'sd4, 16'sd4};  // bishop mobility
                1: term = {16'sd1, 16'sd2};  // queen mobility
                2: term = {16'sd4, 16'sd3};  // knight mobility
                3: term = {16'sd6, 16'sd1};  // king pressure
                4: case (cycle)
                    0: term = {-16'sd8, -16'sd16};  // doubled pawn
                    1: term = {-16'sd10, -16'sd12};  // isolated pawn
                    2: term = {-16'sd8, -16'sd8};  // backward pawn
                    3: term = {-16'sd8, -16'sd4};  // exposed pawn
                    4: term = {16'sd5, 16'sd5};  // connected pawn
                endcase
                5: case (cycle)
                    0: term = {16'sd70, 16'sd118};  // passed pawn on the seventh rank
                    1: term = {16'sd44, 16'sd80};  // the sixth
                    2: term = {16'sd24, 16'sd48};  // the fifth
                    3: term = {16'sd12, 16'sd28};  // the fourth
                    4: term = {16'sd4, 16'sd12};  // at home
                    5: term = {16'sd6, 16'sd14};  // candidate
                    6: term = {16'sd8, 16'sd12};  // guarded
                    7: term = {-16'sd8, -16'sd16};  // blocked
                endcase
                6: case (cycle)
                    0: term = {16'sd6, 16'sd16};  // rook behind an own passed pawn
                    1: term = {16'sd18, 16'sd12};  // knight's outpost
                    2: term = {16'sd18, 16'sd8};  // rook on an open file
                    3: term = {16'sd10, 16'sd6};  // bishop's outpost
                    4: term = {16'sd4, 16'sd12};  // rook behind an enemy passed pawn
                    5: term = {16'sd24, 16'sd36};  // bishop pair
                    6: term = {16'sd9, 16'sd4};  // rook on a half-open file
                    7: term = {16'sd3, 16'sd2};  // knight guarded by a pawn
                endcase
            endcase
        end
    endfunction
    // Between late and early, in sevenths, rounded.
    function [15:0] weight(input integer line, input integer cycle, input integer class);
        reg signed [15:0] early, late;
        integer sevenths;
        begin
            early = term(line, cycle) >> 16;
            late = term(line, cycle);
            sevenths = early * class + late * (7 - class);
            weight = (sevenths < 0 ? sevenths - 3 : sevenths + 3) / 7;
        end
    endfunction

    // Stages 0 to 24 in eight classes. The register's highest wire is not looked at.
    wire [6:0] pieces = stage[6:0];
    wire [2:0] stage_class = pieces < 4 ? 0 : pieces < 7 ? 1 : pieces < 10 ? 2 : pieces < 13 ? 3
                           : pieces < 16 ? 4 : pieces < 19 ? 5 : pieces < 22 ? 6 : 7;

    wire [15:0] counts [0:6];
    assign {counts[6], counts[5], counts[4], counts[3], counts[2], counts[1], counts[0]}
        = {count6, count5, count4, count3, count2, count1, count0};
    wire [15:0] weighed [0:6];
    genvar line, class, cycle;
    generate
        for (line = 0; line < 7; line = line + 1) begin : lines
            wire [15:0] chosen [0:64];  // the weight, ORed over all cycles and classes of which one is here
            assign chosen[0] = 0;
            for (class = 0; class < 8; class = class + 1) begin : classes
                for (cycle = 0; cycle < 8; cycle = cycle + 1) begin : cycles
                    localparam [15:0] WEIGHT = weight(line, cycle, class);
                    wire here = stage_class == class && weighing[2:0] == cycle;
                    assign chosen[8 * class + cycle + 1] = chosen[8 * class + cycle] | (here ? WEIGHT : 16'd0);
                end
            end
            assign weighed[line] = chosen[64] * counts[line];
        end
    endgenerate
    wire [15:0] before = weighing[2:0] == 0 ? 16'd0 : sum;
    assign sum_next = !weighing[3] ? sum
        : before + weighed[0] + weighed[1] + weighed[2] + weighed[3] + weighed[4] + weighed[5] + weighed[6];
endmodule
