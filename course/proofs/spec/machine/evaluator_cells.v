// The full evaluator's cells: on which squares each of the seven lines of either side is raised, cycle by cycle, by the
// definitions of docs/decisions/evaluation-full.md. A line's planes are from the owner's side: wire 0 is his own a1, so
// Black's board is flipped.

// One side's lines. All planes are from the owner's side; he plays up the board.
module evaluator_side (
    input  wire [63:0] pawn, knight, bishop, rook, queen,  // his pieces
    input  wire [63:0] own,                                // all of them
    input  wire [63:0] enemy, enemy_pawn, enemy_king, empty,
    input  wire [2:0] cycle,
    output reg  [63:0] line0, line1, line2, line3, line4, line5, line6
);
    // A plane moved by files to the right and ranks up; what leaves the board is lost.
    function [63:0] moved(input [63:0] plane, input integer files, input integer ranks);
        reg [7:0] on_board;
        begin
            on_board = files >= 0 ? 8'hFF << files : 8'hFF >> -files;
            moved = 8 * ranks + files >= 0 ? plane << (8 * ranks + files) : plane >> -(8 * ranks + files);
            moved = moved & {8{on_board}};
        end
    endfunction
    // Squares with something of the plane ahead on their file, or behind.
    function [63:0] ahead(input [63:0] plane);
        integer n;
        begin
            ahead = 0;
            for (n = 1; n < 8; n = n + 1) ahead = ahead | moved(plane, 0, -n);
        end
    endfunction
    function [63:0] behind(input [63:0] plane);
        integer n;
        begin
            behind = 0;
            for (n = 1; n < 8; n = n + 1) behind = behind | moved(plane, 0, n);
        end
    endfunction
    function [63:0] beside(input [63:0] plane);
        beside = moved(plane, 1, 0) | moved(plane, -1, 0);
    endfunction
    // Squares that a piece reaches n steps further in a direction, nothing standing between.
    function [63:0] ray(input [63:0] pieces, input integer x, input integer y);
        integer n;
        reg [63:0] clear;
        begin
            ray = 0;
            clear = ~64'd0;
            for (n = 1; n < 8; n = n + 1) begin
                if (n > 1) clear = clear & moved(empty, x * (n - 1), y * (n - 1));
                ray = ray | moved(pieces, x * n, y * n) & clear;
            end
        end
    endfunction

    localparam [63:0] RANK = 64'hFF;
    localparam [63:0] DARK = 64'hAA55AA55AA55AA55;  // the color of a1

    // Pawns.
    wire [63:0] own_ahead = ahead(pawn), enemy_ahead = ahead(enemy_pawn);
    wire [63:0] own_on_file = own_ahead | pawn | behind(pawn);
    wire [63:0] enemy_on_file = enemy_ahead | enemy_pawn | behind(enemy_pawn);
    wire [63:0] attacked = moved(enemy_pawn, 1, -1) | moved(enemy_pawn, -1, -1);
    wire [63:0] guarded = moved(pawn, 1, 1) | moved(pawn, -1, 1);
    wire [63:0] helper = pawn | behind(pawn);
    wire [63:0] isolated = ~beside(own_on_file);
    wire [63:0] backward = ~isolated & ~beside(helper) & moved(attacked, 0, -1);
    wire [63:0] free = pawn & ~own_ahead & ~enemy_ahead;
    wire [63:0] stop_left = moved(enemy_ahead, 1, 0), stop_right = moved(enemy_ahead, -1, 0);
    wire [63:0] help_left = moved(helper, 1, 0), help_right = moved(helper, -1, 0);
    wire [63:0] passed = free & ~stop_left & ~stop_right;
    wire [63:0] candidate = free & ((stop_left ^ stop_right) & (help_left | help_right)
        | stop_left & stop_right & help_left & help_right);
    wire [63:0] own_behind = behind(pawn);
    wire [63:0] enemy_passed = enemy_pawn & ~own_behind & ~beside(own_behind) & ~behind(enemy_pawn);
    // Where no enemy pawn can ever attack, on the fourth to the sixth rank, and guarded.
    wire [63:0] outpost = guarded & ~stop_left & ~stop_right & (RANK << 24 | RANK << 32 | RANK << 40);
    wire [63:0] phalanx = beside(pawn), blocked = moved(enemy, 0, -1);
    wire [63:0] rook_alone = rook & ~own_on_file;

    // Reached in each cycle: forward, and on clockwise.
    wire [63:0] rider0 = ray(rook, 0, 1), lady0 = ray(queen, 0, 1), jump0 = moved(knight, 1, 2);
    wire [63:0] rider1 = ray(bishop, 1, 1), lady1 = ray(queen, 1, 1), jump1 = moved(knight, 2, 1);
    wire [63:0] rider2 = ray(rook, 1, 0), lady2 = ray(queen, 1, 0), jump2 = moved(knight, 2, -1);
    wire [63:0] rider3 = ray(bishop, 1, -1), lady3 = ray(queen, 1, -1), jump3 = moved(knight, 1, -2);
    wire [63:0] rider4 = ray(rook, 0, -1), lady4 = ray(queen, 0, -1), jump4 = moved(knight, -1, -2);
    wire [63:0] rider5 = ray(bishop, -1, -1), lady5 = ray(queen, -1, -1), jump5 = moved(knight, -2, -1);
    wire [63:0] rider6 = ray(rook, -1, 0), lady6 = ray(queen, -1, 0), jump6 = moved(knight, -2, 1);
    wire [63:0] rider7 = ray(bishop, -1, 1), lady7 = ray(queen, -1, 1), jump7 = moved(knight, -1, 2);
    reg [63:0] rider, lady, jump;
    always @*
        case (cycle)
            0: {rider, lady, jump} = {rider0, lady0, jump0};
            1: {rider, lady, jump} = {rider1, lady1, jump1};
            2: {rider, lady, jump} = {rider2, lady2, jump2};
            3: {rider, lady, jump} = {rider3, lady3, jump3};
            4: {rider, lady, jump} = {rider4, lady4, jump4};
            5: {rider, lady, jump} = {rider5, lady5, jump5};
            6: {rider, lady, jump} = {rider6, lady6, jump6};
            7: {rider, lady, jump} = {rider7, lady7, jump7};
        endcase

    wire [63:0] safe = ~attacked & ~own;
    wire [63:0] row = enemy_king | beside(enemy_king);
    wire [63:0] ring = moved(row, 0, 1) | moved(row, 0, -1) | beside(enemy_king);
    always @* begin
        line0 = safe & rider;
        line1 = safe & lady;
        line2 = safe & jump;
        line3 = ring & (rider | lady | jump);
        case (cycle)
            0: line4 = pawn & own_ahead;
            1: line4 = pawn & isolated;
            2: line4 = pawn & backward;
            3: line4 = pawn & (isolated | backward) & ~enemy_ahead;
            4: line4 = pawn & (guarded | phalanx);
            default: line4 = 0;
        endcase
        case (cycle)
            0: line5 = passed & RANK << 48;
            1: line5 = passed & RANK << 40;
            2: line5 = passed & RANK << 32;
            3: line5 = passed & RANK << 24;
            4: line5 = passed & (RANK << 8 | RANK << 16);
            5: line5 = candidate;
            6: line5 = passed & guarded;
            7: line5 = passed & blocked;
        endcase
        case (cycle)
            0: line6 = passed & rider;
            1: line6 = knight & outpost;
            2: line6 = rook_alone & ~enemy_on_file;
            3: line6 = bishop & outpost;
            4: line6 = enemy_passed & rider;
            5: line6 = {63'd0, |(bishop & DARK) & |(bishop & ~DARK)};
            6: line6 = rook_alone & enemy_on_file;
            7: line6 = knight & guarded;
        endcase
    end
endmodule

module evaluator_cells (
    input  wire [63:0] e0, e1, e2, e3,   // the evaluator's board: kind in three bits, the fourth for black
    input  wire [3:0] reporting,         // the cycle in the lower three
    output wire [63:0] white0_next, white1_next, white2_next, white3_next, white4_next, white5_next, white6_next,
    output wire [63:0] black0_next, black1_next, black2_next, black3_next, black4_next, black5_next, black6_next
);
    // The board upside down: rank 1 for rank 8.
    function [63:0] flipped(input [63:0] plane);
        flipped = {plane[7:0], plane[15:8], plane[23:16], plane[31:24],
            plane[39:32], plane[47:40], plane[55:48], plane[63:56]};
    endfunction
    wire [63:0] pawn = ~e2 & ~e1 & e0, knight = ~e2 & e1 & ~e0, bishop = ~e2 & e1 & e0;
    wire [63:0] rook = e2 & ~e1 & ~e0, queen = e2 & ~e1 & e0, king = e2 & e1 & ~e0;
    wire [63:0] empty = ~e2 & ~e1 & ~e0, white = ~e3, black = e3;
    evaluator_side of_white(.pawn(pawn & white), .knight(knight & white), .bishop(bishop & white), .rook(rook & white),
        .queen(queen & white), .own(~empty & white), .enemy(~empty & black), .enemy_pawn(pawn & black),
        .enemy_king(king & black), .empty(empty), .cycle(reporting[2:0]),
        .line0(white0_next), .line1(white1_next), .line2(white2_next), .line3(white3_next), .line4(white4_next),
        .line5(white5_next), .line6(white6_next));
    evaluator_side of_black(.pawn(flipped(pawn & black)), .knight(flipped(knight & black)),
        .bishop(flipped(bishop & black)), .rook(flipped(rook & black)), .queen(flipped(queen & black)),
        .own(flipped(~empty & black)), .enemy(flipped(~empty & white)), .enemy_pawn(flipped(pawn & white)),
        .enemy_king(flipped(king & white)), .empty(flipped(empty)), .cycle(reporting[2:0]),
        .line0(black0_next), .line1(black1_next), .line2(black2_next), .line3(black3_next), .line4(black4_next),
        .line5(black5_next), .line6(black6_next));
endmodule
