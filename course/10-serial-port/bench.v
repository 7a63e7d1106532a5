// A terminal at the other end of the line. It says what it sent, what it expected and what it got.
`timescale 1ns / 1ns
module bench;
    localparam DIVIDER = 8;
    localparam BIT = 10 * DIVIDER;
    reg clock = 0, reset = 1, rx = 1;
    wire tx;
    wire [7:0] led;
    board #(.DIVIDER(DIVIDER)) b(.clock(clock), .reset(reset), .rx(rx), .tx(tx), .led(led));
    always #5 clock = ~clock;
    integer failed = 0;

    // A byte on the line; `bit_time` lets the terminal be a little fast or slow, `stop` lets it
    // forget the stop bit.
    task send(input [7:0] data, input integer bit_time, input stop);
        integer place;
        begin
            rx = 0;
            #(bit_time);
            for (place = 0; place < 8; place = place + 1) begin
                rx = data[place];
                #(bit_time);
            end
            rx = stop;
            #(bit_time);
            rx = 1;
        end
    endtask

    // Bytes come back while others are sent: they are read all the time.
    reg [7:0] got [0:63];
    integer count = 0, place;
    reg [7:0] byte_in;
    always @(negedge tx) begin
        #(BIT / 2);
        if (tx !== 0 && !reset) begin
            failed = 1;
            $display("FAIL uart_tx: at %0d ns the start bit is shorter than half a bit of %0d ns",
                $time, BIT);
        end
        for (place = 0; place < 8; place = place + 1) begin
            #(BIT) byte_in[place] = tx;
        end
        #(BIT);
        if (tx !== 1) begin
            failed = 1;
            $display("FAIL uart_tx: at %0d ns, expected a stop bit (high) after byte %h, got %b",
                $time, byte_in, tx);
        end
        got[count] = byte_in;
        count = count + 1;
    end

    task expect_led(input [7:0] wanted, input [8 * 40 - 1:0] why);
        if (led !== wanted) begin
            failed = 1;
            $display("FAIL uart_rx: %0s: expected LEDs %b, got %b (at %0d ns)", why, wanted, led,
                $time);
        end
    endtask

    task expect_byte(input integer which, input [7:0] wanted);
        if (count <= which) begin
            failed = 1;
            $display("FAIL uart_tx: expected byte %h to come back as number %0d, but %0d came",
                wanted, which + 1, count);
        end else if (got[which] !== wanted) begin
            failed = 1;
            $display("FAIL uart_tx: byte number %0d that came back: expected %h, got %h",
                which + 1, wanted, got[which]);
        end
    endtask

    initial begin
        if ($test$plusargs("waves")) begin
            $dumpfile("build/serial.vcd");
            $dumpvars(0, bench);
        end
        #100 reset = 0;
        #(2 * BIT);
        if (tx !== 1) begin
            failed = 1;
            $display("FAIL uart_tx: at rest: expected tx high, got %b", tx);
        end
        expect_led(8'h00, "after reset, nothing sent");
        send(8'h55, BIT, 1);
        #(BIT) expect_led(8'h55, "after byte 55");
        #(20 * BIT) expect_byte(0, 8'h55);
        send(8'h2A, BIT, 1);
        #(BIT) expect_led(8'h2A, "after byte 2a");
        #(20 * BIT) expect_byte(1, 8'h2A);
        send(8'hFF, BIT, 1);
        #(BIT) expect_led(8'h2A, "after byte ff, which only asks");
        #(20 * BIT) expect_byte(2, 8'h2A);
        send(8'h01, BIT - 2, 1);
        #(BIT) expect_led(8'h01, "after byte 01, sent 2 % too fast");
        #(20 * BIT);
        send(8'h7E, BIT + 2, 1);
        #(BIT) expect_led(8'h7E, "after byte 7e, sent 2 % too slowly");
        #(20 * BIT);
        // A short dip is no start bit, and a byte without stop bit is none.
        rx = 0;
        #(BIT / 4) rx = 1;
        #(14 * BIT) expect_led(8'h7E, "after a dip of a quarter of a bit");
        send(8'h33, BIT, 0);
        #(14 * BIT) expect_led(8'h7E, "after byte 33 without stop bit");
        #(20 * BIT);
        send(8'h11, BIT, 1);
        send(8'h22, BIT, 1);
        #(BIT) expect_led(8'h22, "after bytes 11 and 22, back to back");
        #(40 * BIT);
        expect_byte(count > 0 ? count - 1 : 0, 8'h22);
        if (failed) $finish;
        else begin
            $display("PASS serial port: bytes arrive and come back, errors of the line do not");
        end
        $finish;
    end
endmodule
