// Lab 1: the value bus.
module value_bus (
    input  wire [15:0] accumulator,
    input  wire        gate,    // low: zero is added to instead of the accumulator
    input  wire [15:0] operand,
    input  wire        invert,  // high: every bit of the operand is inverted
    input  wire        carry,   // high: one more is added
    output wire [15:0] sum,     // 16 bits; what is carried out is lost
    output wire        less,    // accumulator < operand, both signed
    output wire        equal    // accumulator = operand
);
    // Yours: replace these lines. Gate the accumulator, invert the operand, add, compare.
    assign sum = 16'd0;
    assign less = 1'b0;
    assign equal = 1'b0;
endmodule
