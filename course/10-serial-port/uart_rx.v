// Lab 10: the receiver of a serial line.
module uart_rx #(parameter DIVIDER = 217) (  // clock cycles a bit: 25 MHz / 115,200
    input  wire clock, reset,
    // The line: high at rest; a start bit (low), eight bits, lowest first, a stop bit (high)
    input  wire rx,
    output reg  [7:0] data,
    output reg  ready       // high for one cycle when a byte is complete
);
    // Yours: replace these lines.
    always @(posedge clock) begin
        data <= 8'd0;
        ready <= 1'b0;
    end
endmodule
