// What the word's order makes of the ply's disable word: for the array, which does not see `from`, and for the memory, which
// for `from` takes this ply's word, or with `ply down` that of the ply before.
`include "../barred_empties.v"
module fast_disable_order (
    input  wire [63:0] word,
    input  wire [5:0] to,
    input  wire spent,
    input  wire white_to_move,
    input  wire [63:0] p0, p1, p2, p3,
    input  wire latch_set,       // the en-passant latch holds a square
    input  wire at_latch,        // and the to register the same
    input  wire [63:0] disable_word,
    input  wire [63:0] parent_disable,
    input  wire [5:0] seen_from,
    output reg  [63:0] disable_array, disable_data,
    output wire disable_write,
    output reg  spent_next
);
    `include "microword.vh"
    wire [63:0] barred;
    barred_empties empties(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .wtm(white_to_move), .barred(barred));
    wire [63:0] mine = (p0 | p1 | p2) & (white_to_move ? ~p3 : p3);
    wire open = latch_set & at_latch & ~spent;
    assign disable_write = w_disable != NOTHING;
    always @* begin
        disable_array = disable_word;
        spent_next = spent;
        case (w_disable)
            DISABLE_CLEAR: begin
                disable_array = 0;
                spent_next = 0;
            end
            DISABLE_CLOSE: begin
                // Closing the open pawn spends it; its square stays, to be moved to by other pieces.
                if (open) spent_next = 1;
                else disable_array[to] = 1;
                disable_array = disable_array & ~mine;
            end
            DISABLE_ALL: begin
                disable_array = ~64'd0;
                spent_next = 1;
            end
            DISABLE_EMPTIES: disable_array = disable_word | barred;
            default: ;
        endcase
        disable_data = disable_array;
        if (w_disable == DISABLE_FROM) begin
            disable_data = w_ply == PLY_DOWN ? parent_disable : disable_word;
            disable_data[seen_from] = 1;
        end
    end
endmodule
