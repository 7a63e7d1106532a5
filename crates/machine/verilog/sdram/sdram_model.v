// An SDRAM chip of 256 Mbit by 16 as its data sheet tells of it, for simulations: it ends with a message where a command
// comes too early, or a refresh too late, and at first it holds anything.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Only what a controller with bursts of four, CAS latency 2 and auto precharge needs: another command is an error.

`ifndef SYNTHESIS
// Times are integers, and so wider than what they are compared with.
/* verilator lint_off WIDTH */
module sdram_model #(
    parameter integer PERIOD = 40, // ns a clock
    parameter integer WORDS = 19 // it has two to this power words: the first of each bank
) (
    input wire clk,
    input wire cke,
    input wire [3:0] command,
    input wire [1:0] bank,
    input wire [12:0] address,
    input wire [15:0] in,
    input wire driven, // the other side drives the data lines
    output reg [15:0] out
);
    // Nanoseconds from one command to another, of grade -7.
    localparam integer RCD = 20, RP = 20, RC = 70, RAS = 45, RFC = 70, POWER_UP = 200000;
    // Clocks from the last word written to the precharge, and after the mode.
    localparam integer WR = 2, MRD = 2;
    // A refresh every 7,812 ns, of which eight may be late.
    localparam integer REFRESH = 7812, LATE = 8;

    reg [15:0] cells [0:(1 << WORDS) - 1];
    integer index;
    initial for (index = 0; index < 1 << WORDS; index = index + 1) cells[index] = index * 40503 + 12345;

    integer now, up, refreshes, all_closed, mode_set, refreshed;
    integer opened [0:3];
    integer closed [0:3];
    reg [3:0] open;
    reg [12:0] row [0:3];
    integer b;
    initial begin
        now = 0;
        up = -1;
        refreshes = 0;
        all_closed = -1;
        mode_set = -1;
        refreshed = -1000;
        open = 4'd0;
        for (b = 0; b < 4; b = b + 1) begin
            opened[b] = -1000;
            closed[b] = -1000;
        end
    end

    task fail(input [8*48-1:0] why);
        begin
            $display("sdram: clock %0d, command %b: %0s", now, command, why);
            $fatal(1);
        end
    endtask

    // A burst: its words left, where, and whether it writes. A word read is there before the second clock after the command.
    integer left;
    reg writing;
    reg [WORDS-1:0] at;
    initial left = 0;

    wire [24-1:0] place = {row[bank], bank, address[8:0]};

    always @(posedge clk) begin
        now <= now + 1;
        if (cke & up < 0) up <= now;
        out <= 16'hxxxx;

        // The words of the burst under way.
        if (left > 0) begin
            if (writing) begin
                if (!driven) fail("a word to be written is not there");
                cells[at] <= in;
            end else begin
                if (driven) fail("both drive the data lines");
                out <= cells[at];
            end
            at <= at + 1'b1;
            left <= left - 1;
        end

        if (command[3] == 1'b0) begin
            if (!cke) fail("the clock is not enabled");
            if ((now - up) * PERIOD < POWER_UP) fail("too early after power-up");
            if ((now - refreshed) * PERIOD < RFC) fail("too early after a refresh");
            if (mode_set >= 0 & now - mode_set < MRD) fail("too early after the mode");
            case (command)
                4'b0010: begin
                    if (!address[10]) fail("expected a precharge of all banks");
                    all_closed <= now;
                    for (b = 0; b < 4; b = b + 1) closed[b] <= now;
                end
                4'b0001: begin
                    if (all_closed < 0) fail("a refresh before the first precharge");
                    for (b = 0; b < 4; b = b + 1)
                        if (open[b] | (now - closed[b]) * PERIOD < RP) fail("a bank is open");
                    refreshes <= refreshes + 1;
                    refreshed <= now;
                end
                4'b0000: begin
                    if (refreshes < 8) fail("expected eight refreshes before the mode");
                    if (address !== 13'h022 | bank !== 2'd0) fail("expected bursts of four, latency 2");
                    mode_set <= now;
                end
                4'b0011: begin
                    if (mode_set < 0) fail("no mode was set");
                    if (open[bank]) fail("the bank is open");
                    if ((now - closed[bank]) * PERIOD < RP) fail("the bank was just closed");
                    if ((now - opened[bank]) * PERIOD < RC) fail("the bank was just opened");
                    open[bank] <= 1'b1;
                    opened[bank] <= now;
                    row[bank] <= address;
                end
                4'b0101, 4'b0100: begin
                    if (!open[bank]) fail("the bank is closed");
                    if ((now - opened[bank]) * PERIOD < RCD) fail("the row is not there yet");
                    if (left > 1) fail("a burst is under way");
                    if (!address[10]) fail("expected auto precharge");
                    if (address[1:0] != 2'd0) fail("expected a burst that begins at its start");
                    if (place >> WORDS != 0) fail("no such word");
                    writing <= command == 4'b0100;
                    left <= 4;
                    at <= place[WORDS-1:0];
                    if (command == 4'b0100) begin
                        // The first word comes with the command.
                        if (!driven) fail("the first word is not there");
                        cells[place[WORDS-1:0]] <= in;
                        at <= place[WORDS-1:0] + 1'b1;
                        left <= 3;
                    end
                    open[bank] <= 1'b0;
                    closed[bank] <= command == 4'b0100 ? now + 3 + WR : now + 4;
                    if ((now + 4 - opened[bank]) * PERIOD < RAS) fail("the row is closed too early");
                end
                4'b0111: begin end
                default: fail("unknown command");
            endcase
        end
        if (mode_set >= 0 & (now - mode_set) * PERIOD > (refreshes + LATE) * REFRESH) fail("a refresh is missing");
    end
endmodule
/* verilator lint_on WIDTH */
`endif
