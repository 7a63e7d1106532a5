// The inputs with which the labs' circuits are used.
//
// MODULE_possible is high at inputs that a board can give; others are not compared. MODULE_usual is
// high at inputs that are plain to read: an example of them is shown rather than another one.

// Lab 4. The decoder of lab 2 raises one wire of the kind, none for code 7, and the en-passant
// square is empty.
module xmit_possible (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire selected, passed, aggressor,
    output wire possible
);
    wire [6:0] kinds = {empty, pawn, knight, bishop, rook, queen, king};
    assign possible = (kinds & (kinds - 7'd1)) == 0 & (empty | ~passed);
endmodule

module xmit_usual (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire selected, passed, aggressor,
    output wire usual
);
    assign usual = empty | pawn | knight | bishop | rook | queen | king;
endmodule

module recv_possible (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire dis, passed, aggressor,
    input  wire manhattan_in, diagonal_in, knight_in, king_in, pawn_move_in, pawn_capture_in,
    output wire possible
);
    wire [6:0] kinds = {empty, pawn, knight, bishop, rook, queen, king};
    assign possible = (kinds & (kinds - 7'd1)) == 0 & (empty | ~passed);
endmodule

module recv_usual (
    input  wire empty, pawn, knight, bishop, rook, queen, king, own,
    input  wire dis, passed, aggressor,
    input  wire manhattan_in, diagonal_in, knight_in, king_in, pawn_move_in, pawn_capture_in,
    output wire usual
);
    assign usual = empty | pawn | knight | bishop | rook | queen | king;
endmodule

// Lab 2. Code 7 is seldom.
module square_usual (
    input  wire p0, p1, p2, p3, wtm,
    output wire usual
);
    assign usual = ~(p0 & p1 & p2);
endmodule

// Lab 5. A square raises one of its lines at most.
module priority_network_usual (
    input  wire [63:0] line1, line2, line3, line4, line5, line6,
    output wire usual
);
    wire [63:0] one = line1, two = one | line2, three = two | line3, four = three | line4;
    wire [63:0] five = four | line5;
    assign usual = ~|(one & line2 | two & line3 | three & line4 | four & line5 | five & line6);
endmodule

// Lab 9. A square holds one pawn at most, and none stands on the first or last rank.
module pawns_usual (
    input  wire [63:0] own, enemy,
    output wire usual
);
    assign usual = ~|(own & enemy) & ~|{own[63:56], own[7:0], enemy[63:56], enemy[7:0]};
endmodule

// Lab 8, and the array of labs 2 to 5. Nothing has code 7, and no pawn stands on the first or last
// rank.
module pieces_of_a_game (
    input  wire [63:0] p0, p1, p2,
    output wire usual
);
    wire [63:0] pawns = p0 & ~p1 & ~p2;
    assign usual = ~|(p0 & p1 & p2) & ~|{pawns[63:56], pawns[7:0]};
endmodule

module castling_usual (
    input  wire [63:0] p0, p1, p2, p3,
    input  wire white_king_side, white_queen_side, black_king_side, black_queen_side,
    input  wire wtm,
    output wire usual
);
    pieces_of_a_game pieces(.p0(p0), .p1(p1), .p2(p2), .usual(usual));
endmodule

module barred_empties_usual (
    input  wire [63:0] p0, p1, p2, p3,
    input  wire wtm,
    output wire usual
);
    pieces_of_a_game pieces(.p0(p0), .p1(p1), .p2(p2), .usual(usual));
endmodule

// What moves is a piece, and what a pawn passed over lies on the third or the sixth rank.
module special_usual (
    input  wire moved0, moved1, moved2,
    input  wire [5:0] to, ep,
    output wire usual
);
    wire [2:0] kind = {moved2, moved1, moved0};
    assign usual = kind != 0 & kind != 7 & (ep == 0 | ep[5:3] == 2 | ep[5:3] == 5);
endmodule

// The en-passant square is empty, and it lies where the other side's pawns pass it.
module move_generator_usual (
    input  wire [63:0] p0, p1, p2, p3, dis,
    input  wire [5:0] adr,
    input  wire aggressor,
    input  wire wtm,
    input  wire [5:0] ep,
    input  wire ep_open,
    output wire usual
);
    wire pieces_usual;
    pieces_of_a_game pieces(.p0(p0), .p1(p1), .p2(p2), .usual(pieces_usual));
    wire [63:0] occupied = p0 | p1 | p2;
    wire passed_usual = ep[5:3] == (wtm ? 5 : 2) & ~occupied[ep];
    assign usual = pieces_usual & (passed_usual | ~ep_open);
endmodule
