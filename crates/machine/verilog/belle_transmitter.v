// The transmitter of a serial line: eight data bits, no parity, one stop bit.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_transmitter #(
    parameter [15:0] DIVIDER = 16'd25 // clocks a bit
) (
    input wire clock,
    input wire reset,
    input wire send, // for one clock, while it is idle
    input wire [7:0] data,
    output wire idle,
    output wire tx
);
    localparam [15:0] BIT = DIVIDER - 16'd1;
    reg [15:0] time_left;
    reg [3:0] bits_left;
    reg [8:0] shift;
    assign idle = bits_left == 4'd0 & !send;
    assign tx = shift[0];
    always @(posedge clock)
        if (reset) begin
            time_left <= 16'd0;
            bits_left <= 4'd0;
            shift <= 9'h1FF;
        end else if (send) begin
            shift <= {data, 1'b0};
            bits_left <= 4'd10;
            time_left <= BIT;
        end else if (bits_left != 4'd0) begin
            if (time_left != 16'd0) begin
                time_left <= time_left - 16'd1;
            end else begin
                time_left <= BIT;
                shift <= {1'b1, shift[8:1]};
                bits_left <= bits_left - 4'd1;
            end
        end
endmodule
