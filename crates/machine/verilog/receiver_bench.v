// A bench of the serial line's receiver: bytes, and what is none, at any moment of its clock.
//
// SPDX-License-Identifier: GPL-3.0-or-later

module receiver_bench #(
    parameter integer DIVIDER = 25, // clocks a bit
    parameter integer BIT = 1000 * DIVIDER // time of the sender's bit; a clock is 1000
);
    reg clock = 1'b0;
    always #500 clock = !clock;
    reg reset = 1'b1;
    reg rx = 1'b1;
    wire [7:0] data;
    wire ready;
    belle_receiver #(.DIVIDER(DIVIDER)) receiver(.clock(clock), .reset(reset), .rx(rx), .data(data), .ready(ready));

    integer received = 0;
    reg [7:0] last;
    // Where the bytes sent without a pause begin.
    integer first = -1;
    wire [7:0] expected = received[7:0] - first[7:0];
    always @(posedge clock)
        if (ready) begin
            received <= received + 1;
            last <= data;
            if (first >= 0 && data != expected) begin
                $display("without a pause: expected %h, got %h", expected, data);
                $finish_and_return(1);
            end
        end

    task send(input [7:0] sent);
        integer bit_sent;
        begin
            rx = 1'b0;
            #BIT;
            for (bit_sent = 0; bit_sent < 8; bit_sent = bit_sent + 1) begin
                rx = sent[bit_sent];
                #BIT;
            end
            rx = 1'b1;
            #BIT;
        end
    endtask

    task restart;
        begin
            reset = 1'b1;
            #4000;
            reset = 1'b0;
        end
    endtask

    // Nothing has come since the count `before`, and after a pause a byte comes as ever.
    task only_the_next(input integer before, input integer moment, input [8*24:1] what);
        begin
            rx = 1'b1;
            #(12 * BIT + 8000);
            if (received != before) begin
                $display("%0s at %0d: a byte %h that nobody sent", what, moment, last);
                $finish_and_return(1);
            end
            send(8'hA5);
            #(BIT + 8000);
            if (received != before + 1 || last != 8'hA5) begin
                $display("%0s at %0d: the byte after it is lost", what, moment);
                $finish_and_return(1);
            end
        end
    endtask

    integer before, sent, moment;
    initial begin
        // The line is low when the reset ends, and rises at some time.
        for (moment = 0; moment < 24 * DIVIDER; moment = moment + 1) begin
            rx = 1'b0;
            before = received;
            restart;
            #(500 * moment);
            only_the_next(before, moment, "low line");
        end

        // The reset ends in the midst of a byte.
        for (sent = 0; sent < 256; sent = sent + 51)
            for (moment = 0; moment < 10 * DIVIDER; moment = moment + 1) begin
                reset = 1'b1;
                before = received;
                fork
                    send(sent[7:0]);
                    begin
                        #(1000 * moment + 4000);
                        reset = 1'b0;
                    end
                join
                only_the_next(before, moment, "reset in a byte");
            end

        // The line is low for less than half a bit, as the clock sees it.
        restart;
        only_the_next(received, 0, "reset");
        for (moment = 1; moment <= DIVIDER / 2; moment = moment + 1) begin
            before = received;
            rx = 1'b0;
            #(1000 * moment - 100);
            only_the_next(before, moment, "disturbance");
        end

        // A line that stays low too long ends in no byte.
        for (moment = 0; moment < 10 * DIVIDER; moment = moment + 1) begin
            before = received;
            rx = 1'b0;
            #(10 * BIT + 1000 * moment);
            only_the_next(before, moment, "break");
        end

        // All bytes, without a pause.
        first = received;
        for (sent = 0; sent < 256; sent = sent + 1) send(sent[7:0]);
        #(BIT + 8000);
        if (received != first + 256) begin
            $display("without a pause: expected 256 bytes, got %0d", received - first);
            $finish_and_return(1);
        end
        $display("all bytes came");
        $finish_and_return(0);
    end
endmodule
