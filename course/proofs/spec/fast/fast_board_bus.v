// The board buses with two ports: a piece goes across, from the addressed square to the other one of from and to, while the
// kind register is zero. It leaves nothing; if it comes back from the square to, it leaves the captured piece.
module fast_board_bus (
    input  wire running,
    input  wire [63:0] word,
    input  wire [5:0] to, from,
    input  wire [3:0] captured,
    input  wire [2:0] kind,
    input  wire [3:0] moved,
    input  wire white_to_move,
    input  wire [63:0] p0, p1, p2, p3,  // the move generator's board
    input  wire [63:0] e0, e1, e2, e3,  // the full evaluator's
    input  wire [5:0] host_address,
    input  wire host_write,
    input  wire [15:0] host_data,
    input  wire commit,
    output reg  [5:0] square,
    output wire [3:0] piece_off,
    output reg  [3:0] piece_on,
    output wire driven, written,
    output wire [5:0] other_square,
    output wire [3:0] other_off, other_on,
    output wire other_written,
    output wire across, back,
    output wire [3:0] captured_across,
    output reg  [63:0] p0_next, p1_next, p2_next, p3_next,
    output reg  [63:0] e0_next, e1_next, e2_next, e3_next
);
    `include "microword.vh"
    wire hosts = ~running & host_write & host_address == 1;
    wire black = ~white_to_move;
    wire ordered = w_put == PUT_ACROSS & ~hosts;
    assign across = ordered & kind == 0;
    assign back = w_address == ADDRESS_TO;
    assign captured_across = across ? captured : 4'd0;
    assign other_square = back ? from : to;
    assign other_off = back ? 4'd0 : captured_across;
    assign other_on = piece_off;
    assign other_written = commit & across;
    // The piece that a pawn becomes.
    wire [2:0] becomes = kind[1:0] == 0 ? 3'd5 : kind[1:0] == 1 ? 3'd2 : kind[1:0] == 2 ? 3'd4 : 3'd3;
    always @* begin
        if (hosts) square = host_data[5:0];
        else
            case (w_address)
                ADDRESS_TO: square = to;
                ADDRESS_FROM: square = from;
                ADDRESS_PASSED: square = {from[5:3], to[2:0]};
                // The rank is flipped for Black.
                ADDRESS_SQUARE: square = {w_next[5:3] ^ {3{black}}, w_next[2:0]};
            endcase
        if (hosts) piece_on = host_data[11:8];
        else
            case (w_put)
                PUT_MOVED: piece_on = moved;
                PUT_CAPTURED: piece_on = captured;
                PUT_OWN: piece_on = {black, w_next[8:6]};
                PUT_ENEMY: piece_on = {white_to_move, w_next[8:6]};
                PUT_PROMOTED: piece_on = {black, becomes};
                PUT_ACROSS: piece_on = across & back ? captured : 4'd0;
                default: piece_on = 0;
            endcase
    end
    wire puts = w_put != NOTHING & ~(ordered & ~across);
    assign driven = hosts | running & puts;
    assign written = hosts | commit & puts;
    assign piece_off = {p3[square], p2[square], p1[square], p0[square]};
    integer s;
    always @* begin
        {p3_next, p2_next, p1_next, p0_next} = {p3, p2, p1, p0};
        {e3_next, e2_next, e1_next, e0_next} = {e3, e2, e1, e0};
        for (s = 0; s < 64; s = s + 1) begin
            if (written & square == s) begin
                {p3_next[s], p2_next[s], p1_next[s], p0_next[s]} = piece_on;
                {e3_next[s], e2_next[s], e1_next[s], e0_next[s]} = piece_on;
            end
            if (other_written & other_square == s) begin
                {p3_next[s], p2_next[s], p1_next[s], p0_next[s]} = piece_off;
                {e3_next[s], e2_next[s], e1_next[s], e0_next[s]} = piece_off;
            end
        end
    end
endmodule
