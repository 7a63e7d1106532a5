// Receiver of one square, as the databook's table has it.
module recv (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire dis, passed, aggressor,
    input  wire manhattan_in, diagonal_in, knight_in, king_in, pawn_move_in, pawn_capture_in,
    output reg  [5:0] line,
    output reg  king_taken
);
    wire arrives = manhattan_in | diagonal_in | knight_in | king_in;
    always @* begin
        line = 6'b000000;
        king_taken = 0;
        if (!aggressor) begin
            // FIND VICTIM: an enemy piece that can be taken.
            if (!own & (arrives | pawn_capture_in)) begin
                if (!dis) line = {1'b0, pawn, knight, bishop, rook, queen};
                king_taken = king;
            end
            if (passed & pawn_capture_in) line[4] = 1;
            if (empty & !passed & !dis & (arrives | pawn_move_in)) line[5] = 1;
        end else if (own & !dis) begin
            // FIND AGGRESSOR: an own piece that the super-piece reaches in the way in which this piece moves.
            if (pawn & (pawn_move_in | pawn_capture_in)) line[0] = 1;
            if (knight & knight_in) line[1] = 1;
            if (bishop & diagonal_in) line[2] = 1;
            if (rook & manhattan_in) line[3] = 1;
            if (queen & (manhattan_in | diagonal_in)) line[4] = 1;
            if (king & king_in) line[5] = 1;
        end
    end
endmodule
