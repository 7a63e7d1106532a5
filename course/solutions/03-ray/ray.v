module ray_mux (
    input  wire send, empty, in,
    output wire out
);
    assign out = send | (empty & in);
endmodule

module ray (
    input  wire [7:0] send,
    input  wire [7:0] empty,
    output wire [7:0] arrives
);
    wire [7:0] out;
    assign arrives = {out[6:0], 1'b0};
    genvar s;
    generate
        for (s = 0; s < 8; s = s + 1) begin : square_of
            ray_mux mux(.send(send[s]), .empty(empty[s]), .in(arrives[s]), .out(out[s]));
        end
    endgenerate
endmodule
