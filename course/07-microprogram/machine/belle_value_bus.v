// belle_value_bus: VALUE BUS, the adder and the comparator: all arithmetic of the search.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_value_bus (
    input  wire [15:0] accumulator, // the accumulator
    input  wire gate, // the accumulator goes to the adder
    input  wire [15:0] operand, // the source
    input  wire invert, // the adder takes the source inverted
    input  wire carry, // the adder's carry in
    output wire [15:0] sum, // the adder's output
    output wire less, // the accumulator is less than the source
    output wire equal // they are equal
);

    // ADD
    assign sum = (accumulator & {16{gate}}) + (operand ^ {16{invert}}) + {15'd0, carry};

    // COMPARE
    wire [16:0] v1 = {1'b0, (accumulator ^ 16'h8000)} + {1'b0, ~(operand ^ 16'h8000)} + 17'd1;
    assign less = ~v1[16];
    assign equal = ~(|(accumulator ^ operand));

endmodule
