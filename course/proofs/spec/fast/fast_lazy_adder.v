// The lazy value from the mover's side, and two registers with what is settling: the captured piece's words, too.
(* sums *)
module fast_lazy_adder (
    (* given *) input wire white_to_move,
    (* given *) input wire settling,   // the cycle before wrote: its words are there
    input  wire [15:0] material, piece_square,
    (* given *) input wire [5:0] king_white, king_black,
    (* given *) input wire taken_off,  // the captured piece; else it was put back
    // Of the piece taken off, that put on, and the captured one: material, then piece-square value.
    input  wire [31:0] lazy_old, lazy_new, lazy_captured,
    input  wire [15:0] safety_white, safety_black, central_white, central_black,
    output wire [15:0] material_settled, piece_square_settled,
    output wire [15:0] lazy
);
    function [15:0] settled(input [15:0] register, input [15:0] old, input [15:0] new, input [15:0] captured);
        settled = !settling ? register : register + new - old + (taken_off ? -captured : captured);
    endfunction
    assign material_settled = settled(material, lazy_old[15:0], lazy_new[15:0], lazy_captured[15:0]);
    assign piece_square_settled = settled(piece_square, lazy_old[31:16], lazy_new[31:16], lazy_captured[31:16]);

    // A king on either wing (three files from the edge, its first two ranks) counts the pawns before it.
    wire [5:0] flipped = king_black ^ 6'd56;
    wire white_sees = king_white[5:3] < 2 & king_white[2:0] != 3 & king_white[2:0] != 4;
    wire black_sees = flipped[5:3] < 2 & flipped[2:0] != 3 & flipped[2:0] != 4;
    wire [15:0] white_safety = white_sees ? safety_white : 16'd0;
    wire [15:0] black_safety = black_sees ? safety_black : 16'd0;

    wire [15:0] white = material_settled + piece_square_settled
        + white_safety - black_safety + central_white - central_black;
    assign lazy = white_to_move ? white : -white;
endmodule
