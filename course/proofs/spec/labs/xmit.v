// Transmitter of one square, as the databook's table has it.
module xmit (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire selected, passed, aggressor,
    output reg  manhattan, diagonal, knights, kings, pawn_move, pawn_capture
);
    always @* begin
        {manhattan, diagonal, knights, kings, pawn_move, pawn_capture} = 6'b000000;
        if (!aggressor) begin
            // FIND VICTIM: an own piece sends as it moves.
            if (own & rook) manhattan = 1;
            if (own & bishop) diagonal = 1;
            if (own & queen) {manhattan, diagonal} = 2'b11;
            if (own & knight) knights = 1;
            if (own & king) kings = 1;
            if (own & pawn) {pawn_move, pawn_capture} = 2'b11;
        end else if (selected) begin
            // FIND AGGRESSOR: the addressed square sends as all pieces at once.
            if (passed) pawn_capture = 1;
            else begin
                {manhattan, diagonal, knights, kings} = 4'b1111;
                if (empty) pawn_move = 1;
                else pawn_capture = 1;
            end
        end
    end
endmodule
