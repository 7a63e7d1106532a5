// Move generator: the most valuable victim, then the least valuable aggressor.
//
// Written from the rules, for every direction and distance of two squares: no chains, decoders or priority trees.
//
// FIND VICTIM (aggressor low) names the enemy piece or empty square that the side to move can move to: queens
// first, then rooks, bishops, knights, pawns, empty squares. FIND AGGRESSOR names the piece that can move to `adr`:
// pawns first, then knights, bishops, rooks, queens, kings. Of one class the lowest square comes first.
// A disabled square does not answer. The open en-passant square answers as a pawn, disabled or not.
//
// A plane of 64 wires has one for each square, a1, b1, ... h8.
module move_generator (
    input  wire [63:0] p0, p1, p2,  // kind of each square's piece: 0 none, 1 pawn ... 6 king; 7 only blocks
    input  wire [63:0] p3,          // it is black
    input  wire [63:0] dis,         // disabled squares
    input  wire [5:0] adr,          // victim of FIND AGGRESSOR
    input  wire aggressor,
    input  wire wtm,                // White is to move
    input  wire [5:0] ep,           // square that a pawn passed over
    input  wire ep_open,            // it can be taken there
    output wire [5:0] sq,
    output wire none,
    output wire [5:0] line,         // class of the square found, best first
    output wire check               // FIND VICTIM: the enemy's king can be taken
);
    // What stands where.
    wire [63:0] empty  = ~p2 & ~p1 & ~p0;
    wire [63:0] pawn   = ~p2 & ~p1 &  p0;
    wire [63:0] knight = ~p2 &  p1 & ~p0;
    wire [63:0] bishop = ~p2 &  p1 &  p0;
    wire [63:0] rook   =  p2 & ~p1 & ~p0;
    wire [63:0] queen  =  p2 & ~p1 &  p0;
    wire [63:0] king   =  p2 &  p1 & ~p0;
    wire [63:0] own    = wtm ? ~p3 : p3;
    wire [63:0] target = 64'd1 << adr;
    wire [63:0] passed = ep_open ? (64'd1 << ep) & empty : 64'd0;

    // A plane moved by files to the right and ranks up; what leaves the board is lost.
    function [63:0] moved(input [63:0] plane, input integer files, input integer ranks);
        reg [7:0] on_board;
        begin
            on_board = files >= 0 ? 8'hFF << files : 8'hFF >> -files;
            moved = 8 * ranks + files >= 0 ? plane << (8 * ranks + files) : plane >> -(8 * ranks + files);
            moved = moved & {8{on_board}};
        end
    endfunction

    // Squares that pieces reach, and the pieces that reach the target, over each direction (x, y) and distance n.
    // `clear`: where nothing stands on the n - 1 squares before.
    integer x, y, n;
    reg [63:0] clear, back;
    reg [63:0] reached, from_bishop, from_rook, from_queen, from_knight, from_king;
    always @* begin
        reached = 0;
        from_bishop = 0;
        from_rook = 0;
        from_queen = 0;
        from_knight = 0;
        from_king = 0;
        for (x = -1; x <= 1; x = x + 1)
            for (y = -1; y <= 1; y = y + 1)
                if (x != 0 || y != 0) begin
                    clear = ~64'd0;
                    for (n = 1; n < 8; n = n + 1) begin
                        if (n > 1) clear = clear & moved(empty, x * (n - 1), y * (n - 1));
                        back = moved(target & clear, -x * n, -y * n);
                        reached = reached | moved(own & queen, x * n, y * n) & clear;
                        from_queen = from_queen | back & queen;
                        if (x == 0 || y == 0) begin
                            reached = reached | moved(own & rook, x * n, y * n) & clear;
                            from_rook = from_rook | back & rook;
                        end else begin
                            reached = reached | moved(own & bishop, x * n, y * n) & clear;
                            from_bishop = from_bishop | back & bishop;
                        end
                    end
                    reached = reached | moved(own & king, x, y);
                    from_king = from_king | moved(target, -x, -y) & king;
                end
        for (x = -2; x <= 2; x = x + 1)
            for (y = -2; y <= 2; y = y + 1)
                if (x * x + y * y == 5) begin
                    reached = reached | moved(own & knight, x, y);
                    from_knight = from_knight | moved(target, -x, -y) & knight;
                end
    end

    // White's pawns go up the board, Black's down: one rank forward, from the second rank also two.
    localparam [63:0] RANK_2 = 64'hFF00, RANK_7 = 64'hFF << 48;
    wire [63:0] white = own & pawn & {64{wtm}}, black = own & pawn & {64{~wtm}};
    wire [63:0] pawn_takes = moved(white, -1, 1) | moved(white, 1, 1) | moved(black, -1, -1) | moved(black, 1, -1);
    wire [63:0] pawn_moves = moved(white, 0, 1) | moved(black, 0, -1)
        | moved(white & RANK_2, 0, 2) & moved(empty, 0, 1) | moved(black & RANK_7, 0, -2) & moved(empty, 0, -1);
    wire [63:0] takes_target = (moved(target, -1, -1) | moved(target, 1, -1)) & white
        | (moved(target, -1, 1) | moved(target, 1, 1)) & black;
    wire [63:0] moves_to_target = moved(target, 0, -1) & white | moved(target, 0, 1) & black
        | moved(target & moved(empty, 0, 1), 0, -2) & white & RANK_2
        | moved(target & moved(empty, 0, -1), 0, 2) & black & RANK_7;

    // FIND VICTIM.
    wire [63:0] taken = (reached | pawn_takes) & ~own;
    wire [63:0] victim = taken & ~dis;
    wire [63:0] victim_pawn = victim & pawn | passed & pawn_takes;
    wire [63:0] victim_empty = empty & (reached | pawn_moves) & ~passed & ~dis;
    assign check = ~aggressor & |(taken & king);

    // FIND AGGRESSOR. To an empty square pawns move; on another, or in passing, they take. In passing no other takes.
    wire in_passing = |(target & passed);
    wire pawns_take = in_passing | ~|(target & empty);
    wire [63:0] answers = own & ~dis;
    wire [63:0] others = in_passing ? 64'd0 : answers;

    wire [63:0] class1 = aggressor ? answers & (pawns_take ? takes_target : moves_to_target) : victim & queen;
    wire [63:0] class2 = aggressor ? others & from_knight : victim & rook;
    wire [63:0] class3 = aggressor ? others & from_bishop : victim & bishop;
    wire [63:0] class4 = aggressor ? others & from_rook   : victim & knight;
    wire [63:0] class5 = aggressor ? others & from_queen  : victim_pawn;
    wire [63:0] class6 = aggressor ? others & from_king   : victim_empty;

    // The best class that has an answer, and in it the lowest square.
    assign line = |class1 ? 6'b000001 : |class2 ? 6'b000010 : |class3 ? 6'b000100
                : |class4 ? 6'b001000 : |class5 ? 6'b010000 : |class6 ? 6'b100000 : 6'b000000;
    wire [63:0] best = |class1 ? class1 : |class2 ? class2 : |class3 ? class3
                     : |class4 ? class4 : |class5 ? class5 : class6;
    assign none = line == 6'd0;
    integer square;
    reg [5:0] lowest;
    always @* begin
        lowest = 0;
        // From h8 down, so that the lowest comes last.
        for (square = 63; square >= 0; square = square - 1)
            if (best[square]) lowest = square;
    end
    assign sq = lowest;
endmodule
