// The registers that listen to the board buses. A piece that goes across is moved: the register takes it, the latch looks
// at it, and the rights of both squares are cleared.
`include "../en_passant.v"
`include "../castling_rights.v"
module fast_bus_listeners (
    input  wire [63:0] word,
    input  wire [5:0] to, from,
    input  wire [3:0] captured,
    input  wire [5:0] en_passant,
    input  wire [3:0] rights,
    input  wire [3:0] moved,
    input  wire white_to_move,
    input  wire [63:0] p0, p1, p2, p3,
    input  wire [5:0] square,
    input  wire [3:0] piece_off,
    input  wire [5:0] other_square,
    input  wire across,
    output wire [3:0] captured_next,
    output wire [5:0] en_passant_next,
    output wire [3:0] rights_next,
    output wire [3:0] moved_next
);
    `include "microword.vh"
    assign moved_next = w_take == TAKE_MOVED | across ? piece_off : moved;
    assign captured_next = w_take == TAKE_CAPTURED ? piece_off : captured;
    wire [2:0] mover = across ? piece_off[2:0] : moved[2:0];
    wire [5:0] latch;
    en_passant circuit(.p0(p0), .p1(p1), .p2(p2), .p3(p3), .from(from), .to(to), .pawn(mover == 3'd1),
        .wtm(white_to_move), .ep(latch));
    assign en_passant_next = w_latch ? latch : en_passant;
    wire [3:0] kept, other_kept;
    castling_rights left(.adr(square), .white_king_side(kept[0]), .white_queen_side(kept[1]),
        .black_king_side(kept[2]), .black_queen_side(kept[3]));
    castling_rights other_left(.adr(other_square), .white_king_side(other_kept[0]), .white_queen_side(other_kept[1]),
        .black_king_side(other_kept[2]), .black_queen_side(other_kept[3]));
    assign rights_next = w_rights ? rights & kept & (across ? other_kept : 4'hF) : rights;
endmodule
