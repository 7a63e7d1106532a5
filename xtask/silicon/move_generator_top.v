// The move generator between registers, one find a cycle: what is placed and routed to see how fast it is.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A cycle writes one square of the board or of the disable word, or finds a victim or an aggressor of the victim
// found last.

module move_generator_top (
    input  wire clk,
    input  wire write,
    input  wire clear,
    input  wire disable_square,
    input  wire [5:0] square,
    input  wire [3:0] piece,
    input  wire find_aggressor,
    input  wire white_to_move,
    input  wire [5:0] en_passant,
    input  wire en_passant_open,
    output reg  [5:0] sq,
    output reg  none,
    output reg  [5:0] line,
    output reg  check
);
    reg [63:0] p0, p1, p2, p3, dis;
    reg aggressor, wtm, ep_open;
    reg [5:0] ep, victim;

    wire [5:0] found, found_line;
    wire found_none, found_check;

    move_generator move_generator (
        .p0(p0), .p1(p1), .p2(p2), .p3(p3), .dis(dis), .adr(victim), .aggressor(aggressor), .wtm(wtm),
        .ep(ep), .ep_open(ep_open), .sq(found), .none(found_none), .line(found_line), .check(found_check)
    );

    always @(posedge clk) begin
        if (write) begin
            p0[square] <= piece[0];
            p1[square] <= piece[1];
            p2[square] <= piece[2];
            p3[square] <= piece[3];
        end
        if (clear)
            dis <= 64'd0;
        else if (disable_square)
            dis[square] <= 1'b1;
        aggressor <= find_aggressor;
        wtm <= white_to_move;
        ep <= en_passant;
        ep_open <= en_passant_open;
        if (!aggressor)
            victim <= found;
        sq <= found;
        none <= found_none;
        line <= found_line;
        check <= found_check;
    end
endmodule
