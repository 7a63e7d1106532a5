// The registers that a find loads.
module found (
    input  wire [63:0] word,
    input  wire [5:0] to, from,
    input  wire none, check,
    input  wire [5:0] found_square,
    input  wire found_none, found_check,
    output wire [5:0] to_next, from_next,
    output wire none_next, check_next
);
    `include "microword.vh"
    assign to_next = w_find == FIND_VICTIM ? found_square : to;
    assign from_next = w_find == FIND_AGGRESSOR ? found_square : from;
    assign none_next = w_find == FIND_VICTIM | w_find == FIND_AGGRESSOR ? found_none : none;
    assign check_next = w_find != NOTHING ? found_check : check;
endmodule
