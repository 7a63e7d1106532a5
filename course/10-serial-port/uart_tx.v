// Lab 10: the transmitter of a serial line.
module uart_tx #(parameter DIVIDER = 217) (
    input  wire clock, reset,
    input  wire [7:0] data,
    input  wire send,       // while not busy: take the data and send them
    output wire tx,
    output wire busy        // from the cycle after `send` to the end of the stop bit
);
    // Yours: replace these lines.
    assign tx = 1'b1;
    assign busy = 1'b0;
endmodule
