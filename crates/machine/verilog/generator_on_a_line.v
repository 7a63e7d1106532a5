// The move generator alone behind a serial line, for boards that are too small for the whole machine.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A command is a byte, some with bytes of data; a find alone is answered.
//
//   0x00 + square, piece      puts a piece on a square: bits 2 to 0 pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6,
//                             empty 0; bit 3 is that of Black's
//   0x40 + square             disables the square
//   0x80                      disables none
//   0xC0 + flags, ep, victim  finds: flag 0 an aggressor of the victim rather than a victim, flag 1 White moves, flag 2
//                             a pawn may be taken in passing on the square ep. The answer has two bytes: the square found,
//                             with bit 6 if there is a check and bit 7 if there is no square; and the line that it won on

module generator_on_a_line #(
    parameter [15:0] DIVIDER = 16'd6 // clocks a bit
) (
    input wire clock,
    input wire reset,
    input wire rx,
    output wire tx,
    output wire searching, // a find is being answered
    output reg [5:0] tally // the square found last
);
    wire [7:0] data;
    wire ready;
    belle_receiver #(.DIVIDER(DIVIDER)) receiver(.clock(clock), .reset(reset), .rx(rx), .data(data), .ready(ready));

    reg send;
    reg [7:0] sent;
    wire idle;
    belle_transmitter #(.DIVIDER(DIVIDER)) transmitter(
        .clock(clock),
        .reset(reset),
        .send(send),
        .data(sent),
        .idle(idle),
        .tx(tx)
    );

    reg [63:0] p0, p1, p2, p3, dis;
    reg aggressor, wtm, ep_open;
    reg [5:0] ep, victim;
    wire [5:0] square, line;
    wire none, check;
    move_generator_squares generator(
        .p0(p0),
        .p1(p1),
        .p2(p2),
        .p3(p3),
        .dis(dis),
        .adr(victim),
        .aggressor(aggressor),
        .wtm(wtm),
        .ep(ep),
        .ep_open(ep_open),
        .sq(square),
        .none(none),
        .line(line),
        .check(check)
    );

    // A find settles while its answer waits for its turn.
    localparam [2:0] COMMAND = 3'd0, PIECE = 3'd1, PASSED = 3'd2, VICTIM = 3'd3, SETTLE = 3'd4, FOUND = 3'd5, LINE = 3'd6;
    reg [2:0] state;
    reg [5:0] place;
    reg [5:0] won;
    assign searching = state == SETTLE | state == FOUND | state == LINE;
    always @(posedge clock) begin
        send <= 1'b0;
        if (reset) begin
            state <= COMMAND;
            place <= 6'd0;
            dis <= 64'd0;
            aggressor <= 1'b0;
            wtm <= 1'b0;
            ep_open <= 1'b0;
            ep <= 6'd0;
            victim <= 6'd0;
            sent <= 8'd0;
            won <= 6'd0;
            tally <= 6'd0;
        end else begin
            case (state)
                COMMAND:
                    if (ready) begin
                        place <= data[5:0];
                        case (data[7:6])
                            2'b00: state <= PIECE;
                            2'b01: dis[data[5:0]] <= 1'b1;
                            2'b10: dis <= 64'd0;
                            default: begin
                                {ep_open, wtm, aggressor} <= data[2:0];
                                state <= PASSED;
                            end
                        endcase
                    end
                PIECE:
                    if (ready) begin
                        p0[place] <= data[0];
                        p1[place] <= data[1];
                        p2[place] <= data[2];
                        p3[place] <= data[3];
                        state <= COMMAND;
                    end
                PASSED:
                    if (ready) begin
                        ep <= data[5:0];
                        state <= VICTIM;
                    end
                VICTIM:
                    if (ready) begin
                        victim <= data[5:0];
                        state <= SETTLE;
                    end
                SETTLE: state <= FOUND;
                FOUND:
                    if (idle) begin
                        sent <= {none, check, square};
                        tally <= square;
                        won <= line;
                        send <= 1'b1;
                        state <= LINE;
                    end
                LINE:
                    if (idle) begin
                        sent <= {2'b00, won};
                        send <= 1'b1;
                        state <= COMMAND;
                    end
                default: state <= COMMAND;
            endcase
        end
    end
endmodule
