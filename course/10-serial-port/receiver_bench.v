// Tries the receiver alone: at 8 cycles a bit, at a few more, which 8 does not divide, at 217, and at
// 65,535. It ends at the first fault.
`timescale 1ns / 1ns
module receiver_bench;
    wire [5:0] done;
    receiver_tests #(.DIVIDER(8)) at_8(.go(1'b1), .done(done[0]));
    receiver_tests #(.DIVIDER(9)) at_9(.go(done[0]), .done(done[1]));
    receiver_tests #(.DIVIDER(12)) at_12(.go(done[1]), .done(done[2]));
    receiver_tests #(.DIVIDER(15)) at_15(.go(done[2]), .done(done[3]));
    receiver_tests #(.DIVIDER(217)) at_217(.go(done[3]), .done(done[4]));
    receiver_tests #(.DIVIDER(65535)) at_65535(.go(done[4]), .done(done[5]));
    initial begin
        if ($test$plusargs("waves")) begin
            $dumpfile("build/uart_rx.vcd");
            $dumpvars(0, receiver_bench);
        end
        wait (done[5]) $display("PASS uart_rx: all bytes arrive, errors of the line do not");
        $finish;
    end
endmodule

module receiver_tests #(parameter DIVIDER = 8) (
    input  wire go,
    output reg  done
);
    localparam BIT = 10 * DIVIDER;  // nanoseconds: a cycle lasts 10
    // A bit that is right in its middle only is right between these times, a cycle more to each
    // side than the middle fifth.
    localparam FROM = BIT * 2 / 5 - 10, TO = BIT * 3 / 5 + 12;
    // How much longer or shorter a bit of a slow or fast terminal is: 4 %, of few cycles 2.5 %.
    localparam FEW = DIVIDER < 217;
    localparam SKEW = FEW ? BIT / 40 : BIT / 25;
    // When `ready` may be high, in cycles after the fall.
    localparam EARLIEST = 9 * DIVIDER + DIVIDER / 4, LATEST = 10 * DIVIDER + 4;
    localparam MODULE = "uart_rx";
    localparam BENCH = "receiver_bench";
    `include "fault.vh"
    reg clock = 0, reset = 1, rx = 1;
    wire [7:0] data;
    wire ready;
    uart_rx #(.DIVIDER(DIVIDER)) receiver(.clock(clock), .reset(reset), .rx(rx), .data(data),
        .ready(ready));
    initial done = 0;
    always begin
        wait (go & ~done);
        #5 clock = ~clock;
    end

    // What was received, and when.
    integer count = 0, ready_at = 0, began = 0;
    reg [7:0] last, second_last;
    reg was_ready = 0;
    // When `data` changed since the byte began, in cycles after the fall: there the receiver looked.
    localparam MOST = 12;
    integer changes = 0, changed_at [0:MOST - 1];
    always @(data)
        if (changes < MOST) begin
            changed_at[changes] = ($time - began) / 10;
            changes = changes + 1;
        end
    always @(negedge clock) begin
        if (!reset && ready !== 1'b0 && ready !== 1'b1) begin
            begin_fault("the level of ready");
            $display("  expected 0 or 1, got %b: does it get a level while reset is high?", ready);
            finish;
        end
        if (!reset && ready && was_ready) begin
            begin_fault("the length of ready");
            $display("  expected one cycle for a byte, but it is high for a second one");
            finish;
        end
        was_ready = ready && !reset;
        if (was_ready) begin
            second_last = last;
            last = data;
            count = count + 1;
            ready_at = $time;
        end
    end

    // The line falls.
    task fall;
        begin
            began = $time;
            changes = 0;
            rx = 0;
        end
    endtask

    // A byte on the line; `bit_time` lets the terminal be a little fast or slow, `stop` lets it
    // forget the stop bit.
    task send(input [7:0] byte_out, input integer bit_time, input stop);
        integer place;
        begin
            fall;
            #(bit_time);
            for (place = 0; place < 8; place = place + 1) begin
                rx = byte_out[place];
                #(bit_time);
            end
            rx = stop;
            #(bit_time);
            rx = 1;
        end
    endtask

    // A byte each bit of which has the other level outside its middle.
    task send_middles(input [7:0] byte_out);
        integer place;
        begin
            fall;
            #(TO) rx = 1;
            #(BIT - TO);
            for (place = 0; place < 8; place = place + 1) begin
                rx = ~byte_out[place];
                #(FROM) rx = byte_out[place];
                #(TO - FROM) rx = ~byte_out[place];
                #(BIT - TO);
            end
            rx = 0;
            #(FROM) rx = 1;
            #(BIT - FROM);
        end
    endtask

    // After `number` bytes that were sent since the last call, of which this is the last.
    task expect_bytes(input integer number, input [7:0] before, input [7:0] wanted,
        input [8 * 64 - 1:0] what);
        integer late;
        begin
            late = number == 0 ? 12 * BIT : BIT / 2 + 40;
            #(late);
            if (count != number || number > 0 && last !== wanted
                || number > 1 && second_last !== before) begin
                begin_fault(what);
                if (number == 0) $write("  expected no byte, ");
                else if (number == 1) $write("  expected byte %h, ", wanted);
                else $write("  expected %0d bytes, the last two %h and %h, ", number, before,
                    wanted);
                if (count == 0) $display("but ready never was high");
                else if (count == 1) begin
                    $write("got byte ");
                    write_byte(last);
                    $display;
                end else begin
                    $write("got %0d bytes, the last two ", count);
                    write_byte(second_last);
                    $write(" and ");
                    write_byte(last);
                    $display;
                end
                if (number == 1 && count == 1) compare(wanted, last);
                if (number == 1) show_looks;
                if (number == 1 && count == 0) try_ff;
                finish;
            end
            count = 0;
            #(BIT / 2);
        end
    endtask

    task write_byte(input [7:0] held);
        if (^held === 1'bx) $write("%b in binary", held);
        else $write("%h (%b)", held, held);
    endtask

    // Where the receiver looked, as far as `data` tells.
    task show_looks;
        integer each, apart, offset;
        begin
            if (changes == 0) $write("  data (%b) never changed", data);
            else $write("  data changed ");
            for (each = 0; each < changes; each = each + 1) $write("%0d ", changed_at[each]);
            if (changes > 0) $write("cycles after the fall, to %b at last", data);
            $write(";\n  the middles of the ten bits are");
            for (each = 0; each < 10; each = each + 1)
                $write(" %0d", each * DIVIDER + DIVIDER / 2);
            $display(" cycles after it.");
            if (changes > 1) begin
                apart = changed_at[1] - changed_at[0];
                for (each = 2; each < changes; each = each + 1)
                    if (changed_at[each] - changed_at[each - 1] < apart)
                        apart = changed_at[each] - changed_at[each - 1];
                $write("  The changes are %0d cycles apart or more, and a bit lasts %0d", apart,
                    DIVIDER);
                // Two flip-flops hold each level of the line back.
                offset = (changed_at[0] - 2) % DIVIDER - DIVIDER / 2;
                if (apart != DIVIDER || changed_at[0] < 2) $display(".");
                else if (offset >= -1 && offset <= 1)
                    $display(": that is right, and so is the first one's distance to a middle.");
                else begin
                    $display(": that is right.\n  But the first one is %0d cycles %0s", offset < 0
                        ? -offset : offset, offset < 0 ? "too early for the middle of its bit."
                        : "too late for the middle of its bit.");
                    cause_told = 1;
                end
            end
        end
    endtask

    // A byte in which each look at data or stop bit sees a high line tells when the last one is.
    // Also one is waited for that takes each bit for as long as the board's.
    task try_ff;
        begin
            #(12 * BIT) count = 0;
            send(8'hFF, BIT, 1);
            while (count == 0 && $time - began < 12 * BIT + 10 * 12 * 217) #10;
            $write("  Byte ff, sent after it: expected ready from %0d to %0d cycles %0s", EARLIEST,
                LATEST, "after the fall, ");
            if (count == 0) $display("but it never was high.");
            else begin
                $write("got it at %0d, with data ", (ready_at - began) / 10);
                write_byte(last);
                $display(".");
            end
            if (count == 0 && changes == 0)
                $display("  Did it see the fall, and does it get from there to the first look? %0s",
                    "A register that never gets a level may hinder it.");
        end
    endtask

    task compare(input [7:0] wanted, input [7:0] got);
        integer place;
        reg [7:0] turned;
        begin
            for (place = 0; place < 8; place = place + 1) turned[place] = wanted[7 - place];
            $display("  the bits of %h, as they follow on the line: %b", wanted, turned);
            if (^got === 1'bx)
                $display("  x is neither 0 nor 1: is each bit shifted on, up to data[0]?");
            else if (got === turned)
                $display("  The bits are in the opposite order: the lowest comes first.");
            else if (got === ~wanted) $display("  Each bit has the other level.");
            else if (got === {wanted[6:0], 1'b0})
                $display("  These are the start bit and bits 0 to 6: %0s",
                    "is each look a bit early, or is one too few?");
            else if (got === {1'b1, wanted[7:1]}) begin
                $write("  These are bits 1 to 7 and the stop bit: ");
                if (changes > 0 && changed_at[0] < 2 * DIVIDER + 2)
                    $display("bit 0 was taken, too, and shifted out by a ninth one.");
                else $display("is each look a bit late?");
            end
        end
    endtask

    // A byte alone on the line, and the time of its `ready`.
    task try(input [7:0] byte_out);
        integer cycles;
        begin
            send(byte_out, BIT, 1);
            expect_bytes(1, 0, byte_out, "a byte alone");
            cycles = (ready_at - began) / 10;
            if (cycles < EARLIEST || cycles > LATEST) begin
                begin_fault("the time of ready");
                $display("  expected after the middle of the stop bit, %0d cycles after the fall,",
                    9 * DIVIDER + DIVIDER / 2);
                $display("  and not after its end, %0d cycles (4 more pass); it is high after %0d",
                    10 * DIVIDER, cycles);
                finish;
            end
        end
    endtask

    integer each;
    initial begin
        wait (go);
        #102 reset = 0;
        // A receiver may need some cycles to see that the line is at rest.
        if (DIVIDER <= 217) expect_bytes(0, 0, 0, "a line at rest after reset");
        else #1000;
        try(8'h0D);
        if (DIVIDER <= 217) begin
            try(8'h55);
            try(8'h80);
        end
        if (DIVIDER == 8)
            for (each = 0; each < 256; each = each + 1) begin
                // The line may change at any time between two clocks.
                #(each % 10);
                try(each);
            end
        if (DIVIDER <= 217) errors_of_the_line;
        done = 1;
    end

    // A reset in the cycle in which `ready` is high.
    task reset_when_ready;
        integer cycle;
        begin
            fall;
            #(BIT) rx = 1;
            for (cycle = 0; cycle < 10 * DIVIDER && ready !== 1; cycle = cycle + 1)
                @(negedge clock);
            #2 reset = 1;
            @(negedge clock);
            for (cycle = 0; cycle < 3; cycle = cycle + 1) begin
                if (ready !== 0) begin
                    begin_fault("a reset when ready is high");
                    $display("  expected ready low after the next rising clock, got %b", ready);
                    finish;
                end
                @(negedge clock);
            end
            #2 reset = 0;
            #(BIT) count = 0;
            expect_bytes(0, 0, 0, "a reset when ready is high");
        end
    endtask

    task errors_of_the_line;
        begin
            for (each = 0; each < 12; each = each + 1) send(8'h37 * each, BIT, 1);
            expect_bytes(12, 8'h37 * 10, 8'h37 * 11, "12 bytes back to back");
            for (each = 0; each < 4; each = each + 1) begin
                send(each[0] ? 8'hFE : 8'h01, BIT - SKEW, 1);
                expect_bytes(1, 0, each[0] ? 8'hFE : 8'h01,
                    FEW ? "a terminal 2.5 % too fast" : "a terminal 4 % too fast");
                send(each[0] ? 8'h7E : 8'h81, BIT + SKEW, 1);
                expect_bytes(1, 0, each[0] ? 8'h7E : 8'h81,
                    FEW ? "a terminal 2.5 % too slow" : "a terminal 4 % too slow");
                #3;
            end
            for (each = 0; each < 4; each = each + 1) send(8'h29 * each, BIT - SKEW, 1);
            expect_bytes(4, 8'h29 * 2, 8'h29 * 3, "4 bytes back to back, a little too fast");
            send_middles(8'h4B);
            expect_bytes(1, 0, 8'h4B, "a byte whose bits are right in their middle only");
            send_middles(8'hB4);
            expect_bytes(1, 0, 8'hB4, "a byte whose bits are right in their middle only");
            // What is no start bit, and what just is one.
            fall;
            #(BIT / 4) rx = 1;
            expect_bytes(0, 0, 0, "a dip of a quarter of a bit");
            fall;
            #(BIT / 4) rx = 1;
            #(BIT / 2) send(8'h5A, BIT, 1);
            expect_bytes(1, 0, 8'h5A, "a byte half a bit after a dip");
            fall;
            #(FEW ? BIT / 4 : FROM) rx = 1;
            expect_bytes(0, 0, 0, "a dip that ends before the middle of the bit");
            fall;
            #(TO) rx = 1;
            #(10 * BIT - TO);
            expect_bytes(1, 0, 8'hFF, "byte ff whose start bit ends after its middle");
            // What is no stop bit.
            send(8'h33, BIT, 0);
            expect_bytes(0, 0, 0, "byte 33 without a stop bit");
            send(8'h33, BIT, 0);
            #(BIT) send(8'h5A, BIT, 1);
            expect_bytes(1, 0, 8'h5A, "byte 5a, a bit after one without a stop bit");
            send(8'hC3, BIT, 0);
            fall;
            #(5 * BIT) rx = 1;
            expect_bytes(0, 0, 0, "a line that is low for long");
            fall;
            #(30 * BIT) rx = 1;
            expect_bytes(0, 0, 0, "a line that is low for 30 bits: it fell only once");
            fall;
            #(15 * BIT) rx = 1;
            #(2 * BIT) send(8'h3C, BIT, 1);
            expect_bytes(1, 0, 8'h3C, "byte 3c after a line that was low for 15 bits");
            // A reset amid a byte, whose other bits are high.
            fall;
            #(BIT) rx = 1;
            #(3 * BIT) reset = 1;
            #20 reset = 0;
            expect_bytes(0, 0, 0, "a reset amid byte ff");
            reset_when_ready;
            try(8'hA6);
        end
    endtask
endmodule
