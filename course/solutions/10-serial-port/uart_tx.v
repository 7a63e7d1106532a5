module uart_tx #(parameter DIVIDER = 217) (
    input  wire clock, reset,
    input  wire [7:0] data,
    input  wire send,
    output wire tx,
    output wire busy
);
    reg [9:0] shift;
    reg [3:0] left;
    reg [15:0] wait_cycles;
    assign tx = shift[0];
    assign busy = left != 4'd0;
    always @(posedge clock)
        if (reset) begin
            shift <= 10'h3FF;
            left <= 4'd0;
            wait_cycles <= 16'd0;
        end else if (!busy) begin
            if (send) begin
                shift <= {1'b1, data, 1'b0};
                left <= 4'd10;
                wait_cycles <= DIVIDER - 1;
            end
        end else if (wait_cycles != 16'd0) wait_cycles <= wait_cycles - 16'd1;
        else begin
            wait_cycles <= DIVIDER - 1;
            shift <= {1'b1, shift[9:1]};
            left <= left - 4'd1;
        end
endmodule
