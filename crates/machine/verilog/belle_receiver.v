// The receiver of a serial line: eight data bits, no parity, one stop bit.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module belle_receiver #(
    parameter [15:0] DIVIDER = 16'd25 // clocks a bit, at least 2
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output reg [7:0] data,
    output reg ready // for one clock: a byte has come
);
    // The line comes in by two flip-flops, and each bit is sampled in its middle: the start bit too, so that a
    // disturbance shorter than half a bit begins no byte.
    localparam [15:0] BIT = DIVIDER - 16'd1;
    localparam [15:0] HALF = DIVIDER / 16'd2 - 16'd1;
    localparam [3:0] IDLE = 4'd0, START = 4'd1, STOP = 4'd10, QUIET_BITS = 4'd9;
    reg [1:0] line;
    reg [15:0] time_left;
    reg [3:0] place; // in a byte: bits 0 to 7 are at the places 2 to 9
    // At the reset, and where a stop bit is missing, nobody knows where bytes begin: the line may be low, or in the midst
    // of one. No byte is high for ten bits, so what falls after these is a start bit.
    reg in_step;
    always @(posedge clock)
        if (reset) begin
            line <= 2'b11;
            time_left <= BIT;
            place <= QUIET_BITS;
            in_step <= 1'b0;
            data <= 8'd0;
            ready <= 1'b0;
        end else begin
            line <= {line[0], rx};
            ready <= 1'b0;
            if (!in_step) begin
                // Here `place` counts the quiet bits that are left.
                if (!line[1]) begin
                    time_left <= BIT;
                    place <= QUIET_BITS;
                end else if (time_left != 16'd0) begin
                    time_left <= time_left - 16'd1;
                end else begin
                    time_left <= BIT;
                    if (place == IDLE) in_step <= 1'b1;
                    else place <= place - 4'd1;
                end
            end else if (place == IDLE) begin
                time_left <= HALF;
                if (!line[1]) place <= START;
            end else if (time_left != 16'd0) begin
                time_left <= time_left - 16'd1;
            end else begin
                time_left <= BIT;
                case (place)
                    START: place <= line[1] ? IDLE : place + 4'd1;
                    STOP: begin
                        ready <= line[1];
                        in_step <= line[1];
                        place <= line[1] ? IDLE : QUIET_BITS;
                    end
                    default: begin
                        data <= {line[1], data[7:1]};
                        place <= place + 4'd1;
                    end
                endcase
            end
        end
endmodule
