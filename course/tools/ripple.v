// How yosys makes gates of additions for tools/sums.py: carries that ripple, so that a sum is a short polynomial.
(* techmap_celltype = "$alu" *)
module ripple_alu(A, B, CI, BI, X, Y, CO);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    (* force_downto *) input [A_WIDTH-1:0] A;
    (* force_downto *) input [B_WIDTH-1:0] B;
    input CI, BI;
    (* force_downto *) output [Y_WIDTH-1:0] X, Y, CO;
    (* force_downto *) wire [Y_WIDTH-1:0] a, b;
    \$pos #(.A_SIGNED(A_SIGNED), .A_WIDTH(A_WIDTH), .Y_WIDTH(Y_WIDTH)) wide_a(.A(A), .Y(a));
    \$pos #(.A_SIGNED(B_SIGNED), .A_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH)) wide_b(.A(B), .Y(b));
    (* force_downto *) wire [Y_WIDTH-1:0] added = b ^ {Y_WIDTH{BI}};
    (* force_downto *) wire [Y_WIDTH:0] carry;
    assign carry[0] = CI;
    genvar place;
    generate
        for (place = 0; place < Y_WIDTH; place = place + 1) begin : places
            assign X[place] = a[place] ^ added[place];
            assign carry[place + 1] = a[place] & added[place] | X[place] & carry[place];
        end
    endgenerate
    assign Y = X ^ carry[Y_WIDTH-1:0];
    assign CO = carry[Y_WIDTH:1];
endmodule
