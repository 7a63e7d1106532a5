// The receiver of a serial line: eight data bits, no parity, one stop bit.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_receiver #(
    parameter [15:0] DIVIDER = 16'd25 // clocks a bit
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output reg [7:0] data,
    output reg ready // for one clock: a byte has come
);
    // The line comes in by two flip-flops, and each bit is sampled in its middle.
    localparam [15:0] BIT = DIVIDER - 16'd1;
    localparam [15:0] FIRST = DIVIDER + DIVIDER / 16'd2 - 16'd2;
    reg [1:0] line;
    reg [15:0] time_left;
    reg [3:0] place; // 0: no byte is coming in
    always @(posedge clock)
        if (reset) begin
            line <= 2'b11;
            time_left <= 16'd0;
            place <= 4'd0;
            data <= 8'd0;
            ready <= 1'b0;
        end else begin
            line <= {line[0], rx};
            ready <= 1'b0;
            if (place == 4'd0) begin
                time_left <= FIRST;
                if (!line[1]) place <= 4'd1;
            end else if (time_left != 16'd0) begin
                time_left <= time_left - 16'd1;
            end else begin
                time_left <= BIT;
                if (place == 4'd9) begin
                    // Without a stop bit it was no byte.
                    ready <= line[1];
                    place <= 4'd0;
                end else begin
                    data <= {line[1], data[7:1]};
                    place <= place + 4'd1;
                end
            end
        end
endmodule
