// The memory in block RAM and that in SDRAM side by side, asked as the machine asks: they answer alike.
//
// SPDX-License-Identifier: GPL-3.0-or-later
`timescale 1ns/1ns

module memories_bench #(
    parameter [4:0] BITS = 5'd10,
    parameter [7:0] REFRESH = 8'd180, // as the memory's
    parameter integer PERIOD = 40, // as the chip's
    parameter integer WORDS = 5000 // of the machine, each of which reads an entry or writes it too
);
    reg clock = 1'b0;
    always #20 clock = !clock;

    reg reset = 1'b1, request = 1'b0, write = 1'b0, clear = 1'b0, close = 1'b0;
    reg [16:0] address = 17'd0;
    reg [63:0] data = 64'd0;
    wire [63:0] entry_block, entry_sdram;
    wire wait_block, wait_sdram;
    wire [9:0] used_block, used_sdram;
    wire [4:0] bits_block, bits_sdram;

    transposition_memory #(.BITS(BITS)) block(
        .clock(clock), .reset(reset), .address(address), .request(request), .write(write), .data(data), .clear(clear),
        .close(close), .entry(entry_block), .wait_line(wait_block), .bits(bits_block), .used(used_block)
    );
    wire cke, drive;
    wire [3:0] command;
    wire [1:0] bank;
    wire [12:0] sdram_address;
    wire [15:0] out, in;
    transposition_memory_sdram #(.BITS(BITS), .REFRESH(REFRESH)) sdram(
        .clock(clock), .reset(reset), .address(address), .request(request), .write(write), .data(data), .clear(clear),
        .close(close), .entry(entry_sdram), .wait_line(wait_sdram), .bits(bits_sdram), .used(used_sdram),
        .sdram_cke(cke), .sdram_command(command), .sdram_bank(bank), .sdram_address(sdram_address), .sdram_out(out),
        .sdram_drive(drive), .sdram_in(in)
    );
    sdram_model #(.PERIOD(PERIOD), .WORDS(BITS + 2)) chip(
        .clk(!clock), .cke(cke), .command(command), .bank(bank), .address(sdram_address), .in(out), .driven(drive),
        .out(in)
    );

    integer word, cycle, gap, waited, writes, clears, closes, longest;
    reg writes_now;
    wire waits = wait_block | wait_sdram;
    initial begin
        writes = 0;
        clears = 0;
        closes = 0;
        longest = 0;
        repeat (4) @(negedge clock);
        reset = 1'b0;
        @(negedge clock);
        while (waits) @(negedge clock);
        for (word = 0; word < WORDS; word = word + 1) begin
            if ($urandom % 300 == 0) begin
                if ($urandom % 2 == 0) clear = 1'b1;
                else close = 1'b1;
                clears = clears + clear;
                closes = closes + close;
                @(negedge clock);
                clear = 1'b0;
                close = 1'b0;
                while (waits) @(negedge clock);
                // The entry read last is not what it was: this word asks for it again.
            end else begin
                // A few addresses come again and again; at times the address settles in the word's first cycle.
                address = $urandom;
                if ($urandom % 4 != 0) address = {address[16], 12'd0, address[3:0]};
            end
            request = 1'b1;
            writes_now = $urandom % 2;
            waited = 0;
            cycle = 0;
            while (cycle < 3) begin
                #1;
                if (!waits) cycle = cycle + 1;
                else waited = waited + 1;
                if (cycle < 3) @(negedge clock);
                if (cycle == 1 & $urandom % 16 == 0) begin
                    address = $urandom;
                    cycle = 0;
                end
                if (waited > 100) $fatal(1, "the memory never answers");
            end
            if (waited > longest) longest = waited;
            if (entry_block !== entry_sdram) $fatal(1, "word %0d: %h, not %h", word, entry_sdram, entry_block);
            if (writes_now) begin
                writes = writes + 1;
                write = 1'b1;
                data = {$urandom, $urandom};
            end
            @(negedge clock);
            write = 1'b0;
            request = 1'b0;
            #1;
            if (used_block !== used_sdram) $fatal(1, "word %0d: %0d used, not %0d", word, used_sdram, used_block);
            for (gap = $urandom % 7; gap > 1; gap = gap - 1) @(negedge clock);
        end
        $display("%0d words, %0d writes, %0d clears, %0d closes, %0d used at the end, waits of up to %0d cycles", word,
            writes, clears, closes, used_sdram, longest);
        $finish;
    end
endmodule
