// The number of the lowest high wire of eight, 0 if there is none.
module lowest_of_8 (
    input  wire [7:0] wires,
    output reg  [2:0] number,
    output reg  any
);
    integer place;
    always @* begin
        number = 0;
        any = 0;
        for (place = 7; place >= 0; place = place - 1)
            if (wires[place]) begin
                number = place;
                any = 1;
            end
    end
endmodule
