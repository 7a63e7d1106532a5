`include "barred_empties.v"

// A word of the disable memory after an order: a bit for each square that no longer answers.
module disable_word (
    input  wire [63:0] p0, p1, p2, p3,
    input  wire wtm,
    input  wire [63:0] dis,
    input  wire [5:0] adr,
    output wire [63:0] dis_set,          // and the addressed square
    output wire [63:0] dis_cleared,      // without the squares of the mover's pieces
    output wire [63:0] dis_set_cleared,  // first the one, then the other
    output wire [63:0] dis_quiet         // and the empty squares that quiescence bars
);
    wire [63:0] barred;
    barred_empties empties(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .wtm(wtm), .barred(barred));
    genvar s;
    generate
        for (s = 0; s < 64; s = s + 1) begin : square
            wire mine = {p2[s], p1[s], p0[s]} != 3'd0 & p3[s] != wtm;
            assign dis_set[s] = dis[s] | adr == s;
            assign dis_cleared[s] = dis[s] & ~mine;
            assign dis_set_cleared[s] = dis_set[s] & ~mine;
            assign dis_quiet[s] = dis[s] | barred[s];
        end
    endgenerate
endmodule
