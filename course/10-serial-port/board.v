// What a terminal sends is shown by eight LEDs and sent back. A byte from 0 to 127 is kept; one
// with the highest bit set asks for the byte that is kept.
module board #(parameter DIVIDER = 217) (
    input  wire clock, reset, rx,
    output wire tx,
    output reg  [7:0] led
);
    wire [7:0] data;
    wire ready, busy;
    uart_rx #(.DIVIDER(DIVIDER)) receiver(.clock(clock), .reset(reset), .rx(rx), .data(data),
        .ready(ready));
    reg pending;
    uart_tx #(.DIVIDER(DIVIDER)) transmitter(.clock(clock), .reset(reset), .data(led),
        .send(pending & ~busy),
        .tx(tx), .busy(busy));
    always @(posedge clock)
        if (reset) begin
            led <= 8'd0;
            pending <= 1'b0;
        end else if (ready) begin
            if (!data[7]) led <= data;
            pending <= 1'b1;
        end else if (!busy) pending <= 1'b0;
endmodule

// The board's pins: an ULX3S with its clock of 25 MHz. Its button 0 is low while it is pressed.
module ulx3s (
    input  wire clk_25mhz, ftdi_txd,
    input  wire [0:0] btn,
    output wire ftdi_rxd,
    output wire [7:0] led,
    output wire wifi_gpio0  // high: the board's other processor stays off
);
    assign wifi_gpio0 = 1'b1;
    board #(.DIVIDER(217)) b(.clock(clk_25mhz), .reset(~btn[0]), .rx(ftdi_txd), .tx(ftdi_rxd),
        .led(led));
endmodule
