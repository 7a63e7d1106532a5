module value_bus (
    input  wire [15:0] accumulator,
    input  wire        gate,
    input  wire [15:0] operand,
    input  wire        invert,
    input  wire        carry,
    output wire [15:0] sum,
    output wire        less,
    output wire        equal
);
    wire [15:0] a = accumulator & {16{gate}};
    wire [15:0] b = operand ^ {16{invert}};
    assign sum = a + b + {15'd0, carry};

    // accumulator - operand with one more place, which keeps the sign.
    wire [16:0] difference = {accumulator[15], accumulator} - {operand[15], operand};
    assign less = difference[16];
    assign equal = ~|(accumulator ^ operand);
endmodule
