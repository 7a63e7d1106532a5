module uart_rx #(parameter DIVIDER = 217) (
    input  wire clock, reset, rx,
    output reg  [7:0] data,
    output reg  ready
);
    // Two flip-flops, so that a line that changes just at the clock has a cycle to settle, and a
    // third one for the level before, which tells a fall from a line that stays low.
    reg [2:0] line;
    reg [15:0] wait_cycles;
    reg [3:0] place;  // 0 idle, 1 start bit, 2 to 9 data, 10 stop bit
    always @(posedge clock) begin
        line <= {line[1:0], rx};
        ready <= 1'b0;
        if (reset) begin
            line <= 3'b111;
            place <= 4'd0;
            wait_cycles <= 16'd0;
        end else if (place == 4'd0) begin
            wait_cycles <= DIVIDER / 2 - 1;
            if (line[2] && !line[1]) place <= 4'd1;
        end else if (wait_cycles != 16'd0) wait_cycles <= wait_cycles - 16'd1;
        else begin
            // The middle of a bit.
            wait_cycles <= DIVIDER - 1;
            place <= place + 4'd1;
            if (place == 4'd1 && line[1]) place <= 4'd0;  // no start bit after all
            else if (place == 4'd10) begin
                place <= 4'd0;
                ready <= line[1];
            end else if (place != 4'd1) data <= {line[1], data[7:1]};
        end
    end
endmodule
