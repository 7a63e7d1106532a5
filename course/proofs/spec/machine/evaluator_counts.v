// How many squares of White raise each of the full evaluator's lines, less how many of Black's.
(* sums *)
module evaluator_counts (
    input  wire [63:0] white0, white1, white2, white3, white4, white5, white6,
    input  wire [63:0] black0, black1, black2, black3, black4, black5, black6,
    output wire [15:0] count0_next, count1_next, count2_next, count3_next, count4_next, count5_next, count6_next
);
    function [15:0] high(input [63:0] wires);
        integer wire_of;
        begin
            high = 0;
            for (wire_of = 0; wire_of < 64; wire_of = wire_of + 1) high = high + wires[wire_of];
        end
    endfunction
    assign count0_next = high(white0) - high(black0);
    assign count1_next = high(white1) - high(black1);
    assign count2_next = high(white2) - high(black2);
    assign count3_next = high(white3) - high(black3);
    assign count4_next = high(white4) - high(black4);
    assign count5_next = high(white5) - high(black5);
    assign count6_next = high(white6) - high(black6);
endmodule
