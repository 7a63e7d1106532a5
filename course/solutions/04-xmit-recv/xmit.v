module xmit (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire selected, passed, aggressor,
    output wire manhattan, diagonal, knights, kings, pawn_move, pawn_capture
);
    wire mover = own & ~aggressor;
    wire chosen = selected & aggressor;
    wire super_piece = chosen & ~passed;
    wire quiet = super_piece & empty;
    assign manhattan = (mover & (rook | queen)) | super_piece;
    assign diagonal = (mover & (bishop | queen)) | super_piece;
    assign knights = (mover & knight) | super_piece;
    assign kings = (mover & king) | super_piece;
    assign pawn_move = (mover & pawn) | quiet;
    assign pawn_capture = (mover & pawn) | (chosen & ~quiet);
endmodule
