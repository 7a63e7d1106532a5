// A transposition memory to stand beside the machine, in an SDRAM chip of 16 bits: two to the power BITS entries of 64 bits.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// To the machine it is the same as transposition_memory.v, but for its time: it holds the entry that was addressed last,
// and raises the wait line until that is the entry asked for. An entry is a burst of four words in one row, read or
// written with auto precharge, so that no row stays open and every access takes as long as every other.
//
// The chip's clock is this one's inverse: commands and data have half a clock to get there and half a clock to stay. The
// numbers below are clocks of up to 30 MHz and hold for chips of grade -7 and faster (rows open after 20 ns, closed after
// 20 ns, 70 ns from row to row and after a refresh, CAS latency 2).
//
// What the chip holds after power-up is anything, so all entries are cleared first. `clear` and `close` have it clear all
// entries, or all open flags; the wait line is high until that is done.

module transposition_memory_sdram #(
    parameter [4:0] BITS = 5'd17, // 10 to 17
    parameter [15:0] START = 16'd6000, // clocks before the first command: 200 us at 30 MHz
    parameter [7:0] REFRESH = 8'd180 // clocks from refresh to refresh: 8,192 of them in 64 ms at 25 MHz, with some to spare
) (
    input wire clock,
    input wire reset,
    // A smaller memory has no use for the key's upper bits.
    /* verilator lint_off UNUSEDSIGNAL */
    input wire [16:0] address,
    /* verilator lint_on UNUSEDSIGNAL */
    input wire request,
    input wire write,
    input wire [63:0] data,
    input wire clear,
    input wire close,
    output reg [63:0] entry,
    output wire wait_line,
    output wire [4:0] bits,
    output reg [9:0] used,
    // The chip.
    output reg sdram_cke,
    output reg [3:0] sdram_command, // chip select, row, column and write lines, all low when active
    output reg [1:0] sdram_bank,
    output reg [12:0] sdram_address,
    output reg [15:0] sdram_out,
    output reg sdram_drive, // the data lines are ours
    input wire [15:0] sdram_in
);
    localparam OPEN = 58;
    localparam [9:0] THOUSAND = 10'd1000;
    assign bits = BITS;

    // Commands of the chip.
    localparam [3:0] NOTHING = 4'b1111, ACTIVATE = 4'b0011, READ = 4'b0101, WRITE = 4'b0100, PRECHARGE = 4'b0010,
        REFRESH_ALL = 4'b0001, SET_MODE = 4'b0000;
    // Bursts of four in sequence, CAS latency 2.
    localparam [12:0] MODE = 13'b000_0_00_010_0_010;
    localparam [12:0] ALL_BANKS = 13'h0400, AUTO_PRECHARGE = 13'h0400;

    // The key's low bits, and the side to move as the highest: both sides have half of the memory.
    wire [BITS-1:0] at = {address[16], address[BITS-2:0]};

    // What an access does is counted in clocks of its own.
    localparam [2:0] POWER_UP = 3'd0, IDLE = 3'd1, READING = 3'd2, WRITING = 3'd3, REFRESHING = 3'd4;
    localparam [4:0] READ_CLOCKS = 5'd6, WRITE_CLOCKS = 5'd7, REFRESH_CLOCKS = 5'd2;
    reg [2:0] state;
    reg [4:0] phase;
    reg [15:0] starting;

    // The entry that is held, and the one that an access is about.
    reg [BITS-1:0] held_at, accessed;
    reg held, ready;
    reg [63:0] written;

    // Going through all entries. An access of the sweep, and whether it has read the entry that it closes.
    reg sweeping, closing, for_sweep, swept;
    reg [BITS-1:0] sweep;
    wire [BITS-1:0] last = {BITS{1'b1}};

    // Refreshes that are due.
    reg [7:0] since_refresh;
    reg refresh_due;

    // An entry addresses four columns of a row: bank, row and column are parts of its number.
    wire [23:0] word = {{(22 - BITS){1'b0}}, accessed, 2'b00};
    wire [8:0] column = word[8:0];
    wire [1:0] bank = word[10:9];
    wire [12:0] row = word[23:11];

    assign wait_line = sweeping | state == POWER_UP | request & !ready;

    // Power-up: a pause, all banks closed, eight refreshes, the mode.
    localparam [15:0] LAST_START = START + 16'd48;

    always @(posedge clock) begin
        sdram_cke <= 1'b1;
        sdram_command <= NOTHING;
        sdram_drive <= 1'b0;
        ready <= 1'b0;
        phase <= phase + 5'd1;
        if (since_refresh == REFRESH - 8'd1) begin
            since_refresh <= 8'd0;
            refresh_due <= 1'b1;
        end else since_refresh <= since_refresh + 8'd1;
        case (state)
            POWER_UP: begin
                starting <= starting + 16'd1;
                if (starting == START) begin
                    sdram_command <= PRECHARGE;
                    sdram_address <= ALL_BANKS;
                end else if (starting > START & starting[1:0] == START[1:0] & starting <= START + 16'd32) begin
                    sdram_command <= REFRESH_ALL;
                end else if (starting == START + 16'd40) begin
                    sdram_command <= SET_MODE;
                    sdram_bank <= 2'd0;
                    sdram_address <= MODE;
                end else if (starting == LAST_START) begin
                    state <= IDLE;
                    sweeping <= 1'b1;
                end
            end
            IDLE: begin
                phase <= 5'd0;
                for_sweep <= 1'b0;
                if (write) begin
                    // The machine writes what it has just read.
                    accessed <= at;
                    written <= data;
                    entry <= data;
                    state <= WRITING;
                end else if (refresh_due) begin
                    refresh_due <= 1'b0;
                    sdram_command <= REFRESH_ALL;
                    state <= REFRESHING;
                end else if (sweeping & closing & swept & !entry[OPEN]) begin
                    // An entry whose flag is low stays as it is.
                    swept <= 1'b0;
                    sweep <= sweep + 1'b1;
                    sweeping <= sweep != last;
                end else if (sweeping) begin
                    accessed <= sweep;
                    for_sweep <= 1'b1;
                    written <= closing ? {entry[63:OPEN+1], 1'b0, entry[OPEN-1:0]} : 64'd0;
                    state <= closing & !swept ? READING : WRITING;
                end else if (request & !(held & held_at == at)) begin
                    accessed <= at;
                    held_at <= at;
                    held <= 1'b1;
                    state <= READING;
                end else begin
                    ready <= held & held_at == at;
                end
            end
            READING: begin
                if (phase == 5'd0) begin
                    sdram_command <= ACTIVATE;
                    sdram_bank <= bank;
                    sdram_address <= row;
                end
                if (phase == 5'd1) begin
                    sdram_command <= READ;
                    sdram_address <= {4'd0, column} | AUTO_PRECHARGE;
                end
                // The chip has taken the command half a clock after it was sent, and has the first word one and a half
                // clocks after that.
                if (phase >= 5'd3) entry <= {sdram_in, entry[63:16]};
                if (phase == READ_CLOCKS) begin
                    state <= IDLE;
                    swept <= for_sweep;
                end
            end
            WRITING: begin
                if (phase == 5'd0) begin
                    sdram_command <= ACTIVATE;
                    sdram_bank <= bank;
                    sdram_address <= row;
                end
                if (phase == 5'd1) begin
                    sdram_command <= WRITE;
                    sdram_address <= {4'd0, column} | AUTO_PRECHARGE;
                end
                if (phase >= 5'd1 & phase <= 5'd4) begin
                    sdram_out <= written[15:0];
                    sdram_drive <= 1'b1;
                    written <= {16'd0, written[63:16]};
                end
                if (phase == WRITE_CLOCKS) begin
                    state <= IDLE;
                    if (for_sweep) begin
                        swept <= 1'b0;
                        sweep <= sweep + 1'b1;
                        sweeping <= sweep != last;
                    end
                end
            end
            default: if (phase == REFRESH_CLOCKS) state <= IDLE;
        endcase
        if (clear | close) begin
            for_sweep <= 1'b0;
            sweeping <= 1'b1;
            closing <= !clear;
            swept <= 1'b0;
            sweep <= {BITS{1'b0}};
            held <= 1'b0;
        end
        if (reset) begin
            state <= POWER_UP;
            phase <= 5'd0;
            starting <= 16'd0;
            held <= 1'b0;
            held_at <= {BITS{1'b0}};
            sweeping <= 1'b0;
            closing <= 1'b0;
            for_sweep <= 1'b0;
            swept <= 1'b0;
            sweep <= {BITS{1'b0}};
            since_refresh <= 8'd0;
            refresh_due <= 1'b0;
            sdram_cke <= 1'b0;
        end
    end

    // Used entries of the first thousand: `entry` is what was there before the write.
    wire counted = at[9:0] < THOUSAND & (at >> 10) == {BITS{1'b0}};
    always @(posedge clock)
        if (reset | clear) used <= 10'd0;
        else if (write & counted & entry == 64'd0) used <= used + 10'd1;
endmodule
