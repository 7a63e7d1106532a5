// Value bus: an addition and two comparisons of signed numbers of 16 bits.
module value_bus (
    input  wire [15:0] accumulator,
    input  wire        gate,    // low: add to zero instead of the accumulator
    input  wire [15:0] operand,
    input  wire        invert,  // every bit of the operand inverted
    input  wire        carry,   // one more
    output wire [15:0] sum,
    output wire        less,
    output wire        equal
);
    // On paper: place by place, with what is carried.
    wire [15:0] a = gate ? accumulator : 16'd0;
    wire [15:0] b = invert ? ~operand : operand;
    wire [16:0] c;
    assign c[0] = carry;
    genvar place;
    generate
        for (place = 0; place < 16; place = place + 1) begin : paper
            wire [1:0] digits = a[place] + b[place] + c[place];
            assign sum[place] = digits[0];
            assign c[place + 1] = digits[1];
        end
    endgenerate

    assign less  = $signed(accumulator) < $signed(operand);
    assign equal = accumulator == operand;
endmodule
