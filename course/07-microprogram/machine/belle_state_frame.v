// belle_state_frame: the state half of the stack's frame: what of a move is saved before the next
// one, and brought back after it.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_state_frame (
    // frame restore: those registers from the frame of this ply, with `ply down` of the ply before
    input  wire frame_restore,
    // frame target: the to register alone, from the frame of the ply before
    input  wire frame_target,
    input  wire [33:0] frame, // the state half of a frame
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    input  wire in_check,
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    input  wire legal,
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    input  wire raised,
    // Only captures and promotions are tried at this node, since the depth is used up.
    input  wire quiet,
    input  wire spent, // the en-passant pawn has had all its takers
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    output wire [5:0] to_next,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    output wire [5:0] from_next,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    output wire [3:0] captured_next,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    output wire [5:0] en_passant_next,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    output wire [3:0] rights_next,
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

    assign to_next = (frame_restore | frame_target) ? frame[5:0] : to;
    assign from_next = frame_restore ? frame[11:6] : from;
    assign captured_next = frame_restore ? frame[15:12] : captured;
    assign en_passant_next = frame_restore ? frame[21:16] : en_passant;
    assign rights_next = frame_restore ? frame[25:22] : rights;
    assign kind_next = frame_restore ? frame[28:26] : kind;
    assign in_check_next = frame_restore ? frame[29] : in_check;
    assign legal_next = frame_restore ? frame[30] : legal;
    assign raised_next = frame_restore ? frame[31] : raised;
    assign quiet_next = frame_restore ? frame[32] : quiet;
    assign spent_next = frame_restore ? frame[33] : spent;

endmodule
