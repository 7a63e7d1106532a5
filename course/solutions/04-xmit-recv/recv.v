module recv (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire dis, passed, aggressor,
    input  wire manhattan_in, diagonal_in, knight_in, king_in, pawn_move_in, pawn_capture_in,
    output wire [5:0] line,
    output wire king_taken
);
    wire sliding = manhattan_in | diagonal_in;
    wire arrives = sliding | knight_in | king_in;
    wire attacked = (arrives | pawn_capture_in) & ~own & ~aggressor;
    wire victim = attacked & ~dis;
    wire mine = own & aggressor & ~dis;
    assign line[0] = (victim & queen) | (mine & pawn & (pawn_move_in | pawn_capture_in));
    assign line[1] = (victim & rook) | (mine & knight & knight_in);
    assign line[2] = (victim & bishop) | (mine & bishop & diagonal_in);
    assign line[3] = (victim & knight) | (mine & rook & manhattan_in);
    assign line[4] = (victim & pawn) | (passed & pawn_capture_in & ~aggressor) | (mine & queen & sliding);
    assign line[5] = (empty & ~dis & ~passed & ~aggressor & (arrives | pawn_move_in)) | (mine & king & king_in);
    assign king_taken = attacked & king;
endmodule
