// belle_flags: the flags of the search and the kind of the move.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_flags (
    input  wire flag_clear, // flag clear: all flags off, kind 0
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    input  wire legal,
    input  wire flag_legal, // flag legal: LEGAL on
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    input  wire raised,
    input  wire flag_raised, // flag raised: RAISED on
    // Only captures and promotions are tried at this node, since the depth is used up.
    input  wire quiet,
    input  wire flag_quiet, // flag quiet: QUIET on
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire check,
    input  wire flag_in_check, // flag in_check: IN CHECK takes the CHECK output of this cycle
    // The side to move is in check, so this node is searched further, and quiet moves count.
    input  wire in_check,
    input  wire spent, // Every pawn that could take en passant at this node has been tried.
    input  wire flag_plain, // flag plain: kind 0: an ordinary move
    input  wire flag_en_passant, // flag en_passant: kind 1
    input  wire flag_queen_side, // flag queen_side: kind 3: castling on the queen's side
    input  wire flag_queen, // flag queen: kind 4: promotion to a queen
    input  wire flag_king_side, // flag king_side: kind 2: castling on the king's side
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    // flag next_kind: the kind register counts one up: queen, knight, rook, bishop
    input  wire flag_next_kind,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    output wire [2:0] kind_next,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    output wire in_check_next,
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    output wire legal_next,
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    output wire raised_next,
    // Only captures and promotions are tried at this node, since the depth is used up.
    output wire quiet_next,
    output wire spent_next // Every pawn that could take en passant at this node has been tried.
);

    wire v1 = ~flag_clear;
    assign legal_next = v1 & (legal | flag_legal);
    assign raised_next = v1 & (raised | flag_raised);
    assign quiet_next = v1 & (quiet | flag_quiet);
    assign in_check_next = v1 & (flag_in_check ? check : in_check);
    assign spent_next = v1 & spent;
    wire v2 = flag_clear | flag_plain | flag_en_passant | flag_king_side | flag_queen_side | flag_queen;
    wire [2:0] v3 = (3'h2 & {3{flag_king_side}}) | (3'h3 & {3{flag_queen_side}}) | (3'h4 & {3{flag_queen}});
    assign kind_next = v2 ? ((3'h1 & {3{flag_en_passant}}) | v3) : (kind + {2'd0, flag_next_kind});

endmodule
