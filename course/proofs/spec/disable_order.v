// What the word's order makes of the ply's disable word, and of the flag that the en-passant pawn is spent.
`include "barred_empties.v"
module disable_order (
    input  wire [63:0] word,
    input  wire [5:0] to, from, en_passant,
    input  wire spent,
    input  wire white_to_move,
    input  wire [63:0] p0, p1, p2, p3,
    input  wire [63:0] disable_word,
    output reg  [63:0] disable_data,
    output wire disable_write,
    output reg  spent_next
);
    `include "microword.vh"
    wire [63:0] barred;
    barred_empties empties(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .wtm(white_to_move), .barred(barred));
    wire [63:0] occupied = p0 | p1 | p2;
    wire [63:0] mine = occupied & (white_to_move ? ~p3 : p3);
    // The to square is where a pawn stands open to be taken in passing. A latch of 0 is none.
    wire open = en_passant != 0 & to == en_passant & ~spent;
    assign disable_write = w_disable != NOTHING;
    integer s;
    always @* begin
        disable_data = disable_word;
        spent_next = spent;
        case (w_disable)
            DISABLE_CLEAR: begin
                disable_data = 0;
                spent_next = 0;
            end
            DISABLE_CLOSE: begin
                // Closing the open pawn spends it; its square stays, to be moved to by other pieces.
                for (s = 0; s < 64; s = s + 1)
                    if (to == s & ~open) disable_data[s] = 1;
                disable_data = disable_data & ~mine;
                if (open) spent_next = 1;
            end
            DISABLE_FROM:
                for (s = 0; s < 64; s = s + 1)
                    if (from == s) disable_data[s] = 1;
            DISABLE_ALL: begin
                disable_data = ~64'd0;
                spent_next = 1;
            end
            DISABLE_EMPTIES: disable_data = disable_word | barred;
            default: ;
        endcase
    end
endmodule
