// One square of a ray: what comes in goes on over an empty square, and the square's own piece sends.
module ray_mux (
    input  wire send, empty, in,
    output wire out
);
    assign out = send ? 1'b1 : empty ? in : 1'b0;
endmodule
