// A terminal at the other end of the board's line: bytes are shown and come back, each once and in
// their order. Receiver and transmitter are right alone when this is tried.
`timescale 1ns / 1ns
module bench;
    localparam DIVIDER = 8;
    localparam BIT = 10 * DIVIDER;
    reg clock = 0, reset = 1, rx = 1;
    wire tx;
    wire [7:0] led;
    board #(.DIVIDER(DIVIDER)) b(.clock(clock), .reset(reset), .rx(rx), .tx(tx), .led(led));
    always #5 clock = ~clock;

    task send(input [7:0] data);
        integer place;
        begin
            rx = 0;
            #(BIT);
            for (place = 0; place < 8; place = place + 1) begin
                rx = data[place];
                #(BIT);
            end
            rx = 1;
            #(BIT);
        end
    endtask

    // Bytes come back while others are sent: they are read all the time.
    reg [7:0] got [0:63];
    integer count = 0, place;
    always @(negedge tx) begin
        #(BIT / 2);
        for (place = 0; place < 8; place = place + 1) begin
            #(BIT) got[count][place] = tx;
        end
        #(BIT) count = count + 1;
    end

    // A byte is sent, `led` shows `kept` then, and `kept` comes back.
    reg [7:0] wanted [0:63];
    integer sent = 0, each;
    task ask(input [7:0] data, input [7:0] kept);
        begin
            send(data);
            #(BIT / 2 + 40);
            if (led !== kept) begin
                $display("FAIL serial port: byte %h, number %0d: expected LEDs %b, got %b (%0d ns)",
                    data, sent + 1, kept, led, $time);
                $finish;
            end
            wanted[sent] = kept;
            sent = sent + 1;
        end
    endtask

    initial begin
        if ($test$plusargs("waves")) begin
            $dumpfile("build/serial.vcd");
            $dumpvars(0, bench);
        end
        #102 reset = 0;
        #(2 * BIT);
        ask(8'h55, 8'h55);
        #(20 * BIT) ask(8'h2A, 8'h2A);
        #(20 * BIT) ask(8'hFF, 8'h2A);
        #(20 * BIT) ask(8'h80, 8'h2A);
        // Nearly back to back: a byte comes in while the one before is sent back.
        for (each = 0; each < 8; each = each + 1) ask(8'h11 * each, 8'h11 * each);
        // Back to back: the second one comes in while the first one is sent back.
        #(20 * BIT) send(8'h11);
        wanted[sent] = 8'h11;
        sent = sent + 1;
        ask(8'h22, 8'h22);
        #(40 * BIT);
        for (each = 0; each < sent && each < count; each = each + 1)
            if (got[each] !== wanted[each]) begin
                $display("FAIL serial port: byte number %0d that comes back: expected %h, got %h",
                    each + 1, wanted[each], got[each]);
                $finish;
            end
        if (count != sent) begin
            $display("FAIL serial port: expected %0d bytes to come back, got %0d", sent, count);
            $finish;
        end
        $display("PASS serial port: %0d bytes are shown and come back", sent);
        $finish;
    end
endmodule
