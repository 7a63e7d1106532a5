// The registers that follow the writes to the board: stage, kings, pawns before the kings; and the ROMs' addresses.
module lazy_registers (
    input  wire [7:0] stage,
    input  wire [5:0] king_white, king_black,
    input  wire [8:0] wing_white_king, wing_white_queen, wing_black_king, wing_black_queen,
    input  wire [5:0] square,
    input  wire [3:0] piece_off, piece_on,
    input  wire driven, written,
    output wire settling_next,
    output wire [7:0] stage_next,
    output wire [5:0] king_white_next, king_black_next,
    output wire [8:0] wing_white_king_next, wing_white_queen_next, wing_black_king_next, wing_black_queen_next,
    output wire [9:0] old_address, new_address,
    output wire [11:0] safety_white_address, safety_black_address,
    output wire [8:0] central_white_address, central_black_address
);
    assign settling_next = written;

    // Stage: a minor piece counts 1, a rook 2, a queen 4; 24 in all at the start of a game.
    function [7:0] weight(input [2:0] kind);
        weight = kind == 2 | kind == 3 ? 8'd1 : kind == 4 ? 8'd2 : kind == 5 ? 8'd4 : 8'd0;
    endfunction
    assign stage_next = written ? stage - weight(piece_off[2:0]) + weight(piece_on[2:0]) : stage;
    // Eight classes of it, the last from 22 on.
    wire [6:0] s = stage_next[6:0];
    wire [2:0] class = s < 4 ? 3'd0 : s < 7 ? 3'd1 : s < 10 ? 3'd2 : s < 13 ? 3'd3
                     : s < 16 ? 3'd4 : s < 19 ? 3'd5 : s < 22 ? 3'd6 : 3'd7;

    // Wings: pawns on the own second to fourth rank, three files from the edge inwards. Nine bits for each of White's
    // king's and queen's wing and Black's; one pawn for another changes nothing.
    wire [5:0] from_black = square ^ 6'd56;
    wire [35:0] wings = {wing_black_queen, wing_black_king, wing_white_queen, wing_white_king};
    reg  [35:0] wings_next;
    assign {wing_black_queen_next, wing_black_king_next, wing_white_queen_next, wing_white_king_next} = wings_next;
    integer row, file;
    always @* begin
        wings_next = wings;
        for (row = 0; row < 3; row = row + 1)
            for (file = 0; file < 3; file = file + 1) begin
                if (written & (piece_off == 1) != (piece_on == 1)) begin
                    if (square == 8 * (row + 1) + 7 - file) wings_next[3 * row + file] = ~wings[3 * row + file];
                    if (square == 8 * (row + 1) + file) wings_next[9 + 3 * row + file] = ~wings[9 + 3 * row + file];
                end
                if (written & (piece_off == 9) != (piece_on == 9)) begin
                    if (from_black == 8 * (row + 1) + 7 - file)
                        wings_next[18 + 3 * row + file] = ~wings[18 + 3 * row + file];
                    if (from_black == 8 * (row + 1) + file)
                        wings_next[27 + 3 * row + file] = ~wings[27 + 3 * row + file];
                end
            end
    end

    // Where a king was last put. A king on the queen's wing (three files, two ranks) looks at its pawns, others at those
    // of the king's wing.
    assign king_white_next = written & piece_on == 6 ? square : king_white;
    assign king_black_next = written & piece_on == 14 ? square : king_black;
    wire [5:0] white = king_white_next, black = king_black_next ^ 6'd56;
    wire white_queens = white[2:0] < 3 & white[5:3] < 2, black_queens = black[2:0] < 3 & black[5:3] < 2;
    assign safety_white_address = {class, white_queens ? wing_white_queen_next : wing_white_king_next};
    assign safety_black_address = {class, black_queens ? wing_black_queen_next : wing_black_king_next};
    assign central_white_address = {class, white};
    assign central_black_address = {class, black};

    assign old_address = {square, driven ? piece_off : 4'd0};
    assign new_address = {square, driven ? piece_on : 4'd0};
endmodule
