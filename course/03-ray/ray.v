// Lab 3: one ray.

// One square's part of the ray.
module ray_mux (
    input  wire send,   // a piece of this square sends
    input  wire empty,  // nothing stands here
    input  wire in,     // the ray comes in from the neighbor
    output wire out     // the ray goes out to the next square
);
    // Yours: replace this line by one of your own.
    assign out = 1'b0;
endmodule

// Eight squares in a row, from a to h. The ray runs from a, wire 0, towards h, wire 7.
module ray (
    input  wire [7:0] send,    // wire 0 is the a-file's
    input  wire [7:0] empty,
    output wire [7:0] arrives  // the ray comes in at this square from the square before it
);
    // Yours: replace this line. Declare a bus for what goes out of the squares, and make eight
    // instances of ray_mux: each one's `out` is the `in` of the next. At a nothing comes in.
    assign arrives = 8'd0;
endmodule
