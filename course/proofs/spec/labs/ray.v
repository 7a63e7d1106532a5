// A ray to the right arrives at a square if some square to the left of it sends, and all between are empty.
module ray (
    input  wire [7:0] send,
    input  wire [7:0] empty,
    output reg  [7:0] arrives
);
    integer to, from, between;
    reg clear;
    always @* begin
        arrives = 0;
        for (to = 0; to < 8; to = to + 1)
            for (from = 0; from < to; from = from + 1) begin
                clear = 1;
                for (between = from + 1; between < to; between = between + 1)
                    clear = clear & empty[between];
                if (send[from] & clear) arrives[to] = 1;
            end
    end
endmodule
