// Tries the transmitter alone: at 8 cycles a bit, at a few more, at 217, and at 65,535. It ends at
// the first fault.
`timescale 1ns / 1ns
module transmitter_bench;
    wire [5:0] done;
    transmitter_tests #(.DIVIDER(8)) at_8(.go(1'b1), .done(done[0]));
    transmitter_tests #(.DIVIDER(9)) at_9(.go(done[0]), .done(done[1]));
    transmitter_tests #(.DIVIDER(12)) at_12(.go(done[1]), .done(done[2]));
    transmitter_tests #(.DIVIDER(15)) at_15(.go(done[2]), .done(done[3]));
    transmitter_tests #(.DIVIDER(217)) at_217(.go(done[3]), .done(done[4]));
    transmitter_tests #(.DIVIDER(65535)) at_65535(.go(done[4]), .done(done[5]));
    initial begin
        if ($test$plusargs("waves")) begin
            $dumpfile("build/uart_tx.vcd");
            $dumpvars(0, transmitter_bench);
        end
        wait (done[5]) $display("PASS uart_tx: all bytes are sent, each bit as long as it must");
        $finish;
    end
endmodule

module transmitter_tests #(parameter DIVIDER = 8) (
    input  wire go,
    output reg  done
);
    localparam MODULE = "uart_tx";
    localparam BENCH = "transmitter_bench";
    `include "fault.vh"
    reg clock = 0, reset = 1, send = 0;
    reg [7:0] data = 0;
    wire tx, busy;
    uart_tx #(.DIVIDER(DIVIDER)) transmitter(.clock(clock), .reset(reset), .data(data),
        .send(send), .tx(tx), .busy(busy));
    initial done = 0;
    always begin
        wait (go & ~done);
        #5 clock = ~clock;
    end

    // To the middle of the next cycle, where levels are looked at and inputs are changed.
    task step;
        begin
            @(posedge clock);
            #4;
        end
    endtask

    task expect_rest(input integer cycles, input [8 * 64 - 1:0] what);
        integer cycle;
        for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
            if (tx !== 1 || busy !== 0) begin
                begin_fault(what);
                $display("  expected tx high and busy low, got tx %b and busy %b", tx, busy);
                if (tx === 1'bx || busy === 1'bx)
                    $display("  x is neither: does each register get a level in a reset?");
                finish;
            end
            step;
        end
    endtask

    // Cycles from one of a bit's to the next that is looked at: each, but of long bits only the
    // first one, the middle one and the last.
    function integer to_next(input integer cycle);
        if (DIVIDER <= 217 || cycle == DIVIDER - 1) to_next = 1;
        else if (cycle < DIVIDER / 2) to_next = DIVIDER / 2 - cycle;
        else to_next = DIVIDER - 1 - cycle;
    endfunction

    // Sends a byte; `asks` has `send` high with other data all the time while it is busy.
    reg [9:0] frame, seen;
    reg wrong_level;
    // `send` at the last two rising clocks, the last one on the right.
    reg [1:0] asked = 0;
    always @(posedge clock) asked <= {asked[0], send};
    task try(input [7:0] byte_out, input asks);
        integer cycle, place, wrong, busy_wrong;
        begin
            frame = {1'b1, byte_out, 1'b0};
            send = 1;
            data = byte_out;
            #2;
            if (busy !== 0) begin
                begin_fault("busy in the cycle of send");
                $display("  expected low until the next rising clock, got %b", busy);
                finish;
            end
            step;
            send = asks;
            data = ~byte_out;
            if (busy !== 1) begin
                begin_fault("busy in the cycle after send");
                $display("  expected high, got %b", busy);
                if (asked == 2'b11)
                    $display("  `send` was high before, too: its level counts, not that it rises.");
                finish;
            end
            for (cycle = 0; cycle < 2 && tx === 1; cycle = cycle + 1) step;
            if (tx !== 0) begin
                begin_fault("the start bit");
                $display("  expected tx low within 3 cycles after send (byte %h), got %b",
                    byte_out, tx);
                finish;
            end
            wrong = -1;
            busy_wrong = -1;
            cycle = 0;
            while (cycle < 10 * DIVIDER) begin
                place = cycle / DIVIDER;
                if (cycle % DIVIDER == DIVIDER / 2) seen[place] = tx;
                if (tx !== frame[place] && wrong < 0) begin
                    wrong = cycle;
                    wrong_level = tx;
                end
                if (busy !== 1 && busy_wrong < 0) busy_wrong = cycle;
                send = asks && busy_wrong < 0;
                #(10 * to_next(cycle % DIVIDER));
                cycle = cycle + to_next(cycle % DIVIDER);
            end
            send = 0;
            if (wrong >= 0) begin
                begin_fault(asks ? "a byte, with send high and other data while busy" : "a byte");
                if (seen !== frame) begin
                    $display("  byte %h (%b): in the middles of its ten bits, from start to stop,",
                        byte_out, byte_out);
                    write_frame("expected", frame);
                    write_frame("got     ", seen);
                    explain(byte_out);
                end else
                    $display("  %h: %0d cycles after the start bit began, tx is %b, not %b: %0s",
                        byte_out, wrong, wrong_level, frame[wrong / DIVIDER],
                        wrong_level === 1'bx ? "x is neither 0 nor 1"
                        : wrong % DIVIDER < DIVIDER / 2 ? "does the bit before last too long?"
                        : "does this bit end too early?");
                finish;
            end
            if (busy_wrong >= 0) begin
                begin_fault("busy during a byte");
                $display("  expected high to the end of the stop bit, %0d cycles after the %0s",
                    10 * DIVIDER, "start bit began;");
                $display("  it is not after %0d cycles", busy_wrong);
                finish;
            end
            for (cycle = 0; cycle < 2 && busy === 1; cycle = cycle + 1) step;
            if (busy !== 0) begin
                begin_fault("busy after a byte");
                $display("  expected low after the stop bit, %0d cycles after the start bit %0s",
                    10 * DIVIDER, "began (2 more pass); it is still high:");
                $display("  do you send more than ten bits, or was `send` taken while busy?");
                finish;
            end
        end
    endtask

    task write_frame(input [8 * 8 - 1:0] title, input [9:0] bits);
        integer place;
        begin
            $write("  %0s  %b  ", title, bits[0]);
            for (place = 1; place < 9; place = place + 1) $write("%b", bits[place]);
            $display("  %b", bits[9]);
        end
    endtask

    task explain(input [7:0] byte_out);
        integer place;
        reg [7:0] turned;
        begin
            for (place = 0; place < 8; place = place + 1) turned[place] = byte_out[7 - place];
            if (seen[8:1] === turned && turned !== byte_out)
                $display("  The bits are in the opposite order: the lowest is sent first.");
            else if (seen[8:1] === ~byte_out)
                $display("  Was other data taken while busy, or is each bit inverted?");
        end
    endtask

    integer each;
    initial begin
        wait (go);
        step;
        step;
        reset = 0;
        step;
        expect_rest(2 * DIVIDER, "at rest after reset");
        try(8'h0D, 0);
        if (DIVIDER == 8)
            for (each = 0; each < 256; each = each + 1) try(each, each[0] ^ each[3]);
        if (DIVIDER <= 217) begin
            expect_rest(12 * DIVIDER, "at rest after a byte");
            // Back to back, and with other data while busy.
            try(8'h55, 0);
            try(8'hA3, 1);
            try(8'h80, 1);
            expect_rest(12 * DIVIDER, "at rest after send while busy, which is not to be taken");
            // A reset at rest, with `send` high up to its end.
            send = 1;
            data = 8'h00;
            reset = 1;
            step;
            expect_rest(1, "in a reset at rest, with send high");
            send = 0;
            reset = 0;
            step;
            expect_rest(12 * DIVIDER, "at rest after a reset at rest, with send high");
            // A reset amid a byte, with `send` high up to its end.
            send = 1;
            data = 8'h00;
            step;
            send = 0;
            for (each = 0; each < 3 * DIVIDER; each = each + 1) step;
            send = 1;
            reset = 1;
            step;
            step;
            send = 0;
            reset = 0;
            step;
            expect_rest(12 * DIVIDER, "at rest after a reset amid a byte, with send high");
            try(8'h69, 0);
        end
        done = 1;
    end
endmodule
