// The registers that follow the writes to the board, with a piece that goes across: each piece that is taken off or put on
// changes stage, wings and kings by itself, the addressed square first, then the other one.
module fast_lazy_registers (
    input  wire [7:0] stage,
    input  wire [5:0] king_white, king_black,
    input  wire [8:0] wing_white_king, wing_white_queen, wing_black_king, wing_black_queen,
    input  wire [5:0] square, other_square,
    input  wire driven, written, across, back,
    input  wire [3:0] piece_off, piece_on,  // of a write that is none across
    input  wire [3:0] captured_piece,
    output wire [9:0] captured_address,
    output wire settling_next,
    output wire [7:0] stage_next,
    output wire [5:0] king_white_next, king_black_next,
    output wire [8:0] wing_white_king_next, wing_white_queen_next, wing_black_king_next, wing_black_queen_next,
    output wire [9:0] old_address, new_address,
    output wire [11:0] safety_white_address, safety_black_address,
    output wire [8:0] central_white_address, central_black_address
);
    assign settling_next = written;
    wire [3:0] captured = across ? captured_piece : 4'd0;
    wire moves = written & across;
    // What the addressed square is left with; what the other one had and gets.
    wire [3:0] left = !across ? piece_on : back ? captured : 4'd0;
    wire [3:0] other_off = back ? 4'd0 : captured;
    wire [3:0] other_on = piece_off;

    // Stage: a minor piece counts 1, a rook 2, a queen 4; 24 in all at the start of a game.
    function [7:0] weight(input [2:0] kind);
        weight = kind == 2 | kind == 3 ? 8'd1 : kind == 4 ? 8'd2 : kind == 5 ? 8'd4 : 8'd0;
    endfunction
    wire [7:0] after = written ? stage - weight(piece_off[2:0]) + weight(left[2:0]) : stage;
    assign stage_next = moves ? after - weight(other_off[2:0]) + weight(other_on[2:0]) : after;
    wire [6:0] s = stage_next[6:0];
    wire [2:0] class = s < 4 ? 3'd0 : s < 7 ? 3'd1 : s < 10 ? 3'd2 : s < 13 ? 3'd3
                     : s < 16 ? 3'd4 : s < 19 ? 3'd5 : s < 22 ? 3'd6 : 3'd7;

    // The wires of a square in the wings: pawns on the own second to fourth rank, three files from the edge inwards. Nine
    // bits for each of White's king's and queen's wing and Black's; one pawn for another changes nothing.
    function [35:0] changed(input exchange, input [5:0] place, input [3:0] goes, input [3:0] comes);
        reg [5:0] from_black;
        integer row, file;
        begin
            changed = 0;
            from_black = place ^ 6'd56;
            for (row = 0; row < 3; row = row + 1)
                for (file = 0; file < 3; file = file + 1) begin
                    if (exchange & (goes == 1) != (comes == 1)) begin
                        changed[3 * row + file] = place == 8 * (row + 1) + 7 - file;
                        changed[9 + 3 * row + file] = place == 8 * (row + 1) + file;
                    end
                    if (exchange & (goes == 9) != (comes == 9)) begin
                        changed[18 + 3 * row + file] = from_black == 8 * (row + 1) + 7 - file;
                        changed[27 + 3 * row + file] = from_black == 8 * (row + 1) + file;
                    end
                end
        end
    endfunction
    wire [35:0] wings = {wing_black_queen, wing_black_king, wing_white_queen, wing_white_king};
    wire [35:0] first = changed(written, square, piece_off, left);
    wire [35:0] second = changed(moves, other_square, other_off, other_on);
    assign {wing_black_queen_next, wing_black_king_next, wing_white_queen_next, wing_white_king_next} =
        wings ^ first ^ second;

    // Where a king was last put.
    assign king_white_next = moves & other_on == 6 ? other_square : written & left == 6 ? square : king_white;
    assign king_black_next = moves & other_on == 14 ? other_square : written & left == 14 ? square : king_black;
    wire [5:0] white = king_white_next, black = king_black_next ^ 6'd56;
    wire white_queens = white[2:0] < 3 & white[5:3] < 2, black_queens = black[2:0] < 3 & black[5:3] < 2;
    assign safety_white_address = {class, white_queens ? wing_white_queen_next : wing_white_king_next};
    assign safety_black_address = {class, black_queens ? wing_black_queen_next : wing_black_king_next};
    assign central_white_address = {class, white};
    assign central_black_address = {class, black};

    // The ROMs: the piece that leaves, the piece that arrives, the captured one on its square.
    assign old_address = {square, driven ? piece_off : 4'd0};
    assign new_address = {across ? other_square : square, !driven ? 4'd0 : across ? piece_off : piece_on};
    assign captured_address = {back ? square : other_square, driven ? captured : 4'd0};
endmodule
