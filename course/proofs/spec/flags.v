// The flags and the kind register, after the word's order.
module flags (
    input  wire [63:0] word,
    input  wire [2:0] kind,
    input  wire in_check, legal, raised, quiet, spent,
    input  wire check,
    output reg  [2:0] kind_next,
    output reg  in_check_next, legal_next, raised_next, quiet_next, spent_next
);
    `include "microword.vh"
    always @* begin
        {kind_next, in_check_next, legal_next, raised_next, quiet_next, spent_next}
            = {kind, in_check, legal, raised, quiet, spent};
        case (w_flag)
            FLAG_CLEAR: {kind_next, in_check_next, legal_next, raised_next, quiet_next, spent_next} = 8'd0;
            FLAG_LEGAL: legal_next = 1;
            FLAG_RAISED: raised_next = 1;
            FLAG_QUIET: quiet_next = 1;
            FLAG_IN_CHECK: in_check_next = check;
            FLAG_PLAIN: kind_next = 0;
            FLAG_EN_PASSANT: kind_next = 1;
            FLAG_KING_SIDE: kind_next = 2;
            FLAG_QUEEN_SIDE: kind_next = 3;
            FLAG_QUEEN: kind_next = 4;
            FLAG_NEXT_KIND: kind_next = kind + 3'd1;
            default: ;
        endcase
    end
endmodule
