// belle_orders: ORDERS, the decoder of the microword: a line for each value of each field, so that
// the other boards need no codes.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_orders (
    input  wire [63:0] word, // the microword
    output wire test_none, // test none: the priority network found no square (latched by a find)
    output wire test_check, // test check: the CHECK output (latched by a find)
    output wire test_less, // test less: accumulator less than the source, signed
    output wire test_equal, // test equal: accumulator equal to the source
    output wire test_at_most, // test at_most: accumulator not greater than the source, signed
    output wire test_zero, // test zero: the adder's output is zero
    output wire test_negative, // test negative: the adder's output is negative
    output wire test_late, // test late: the adder's output is four or more
    output wire test_hit, // test hit: the memory's lock equals the key's
    output wire test_open, // test open: the open flag of the entry read
    output wire test_lower, // test lower: the value of the entry read is a lower bound, or exact
    output wire test_upper, // test upper: the value of the entry read is an upper bound, or exact
    // test special: a pawn moves to the first or last rank or takes en passant
    output wire test_special,
    output wire test_promotion, // test promotion: a pawn moves to the first or last rank
    output wire test_kind, // test kind: the kind register is not zero: the move is a special one
    output wire test_kind_en_passant, // test kind_en_passant: the kind register holds en passant
    output wire test_kind_promotion, // test kind_promotion: the kind register holds a promotion
    // test kind_last: the kind register holds promotion to a bishop, the last
    output wire test_kind_last,
    // test kind_king: the kind register holds castling on the king's side
    output wire test_kind_king,
    // test castle_king: castling on the king's side is open to the mover
    output wire test_castle_king,
    // test castle_queen: castling on the queen's side is open to the mover
    output wire test_castle_queen,
    output wire test_in_check, // test in_check: the flag IN CHECK
    output wire test_legal, // test legal: the flag LEGAL: a legal move was made here
    output wire test_raised, // test raised: the flag RAISED: alpha was raised here
    output wire test_quiet, // test quiet: the flag QUIET: captures and promotions only
    // test quiet_empty: the flag QUIET, and the latched victim is an empty square
    output wire test_quiet_empty,
    output wire test_deep, // test deep: the ply counter stands at its last frame but one
    output wire test_root, // test root: the ply counter stands at zero
    // test hosted: the ply counter stands at zero and the host drives the root
    output wire test_hosted,
    output wire source_acc, // source acc: the accumulator
    output wire source_frame, // source frame: slot `read` of the frame of this ply
    output wire source_parent, // source parent: slot `read` of the frame of the ply before
    output wire source_constant, // source constant: constant number `read`
    output wire source_lazy, // source lazy: the lazy evaluator, from the mover's side
    // source full: the full evaluator's latch, from the mover's side; the word waits for the ready
    // line
    output wire source_full,
    output wire source_draw, // source draw: the draw value, from the mover's side
    // source entry_value: the value of the entry read from the transposition memory
    output wire source_entry_value,
    // source entry_depth: the depth of the entry read, negated like all depths
    output wire source_entry_depth,
    output wire source_ply, // source ply: the ply counter
    output wire source_move, // source move: the move registers: to, from and kind side by side
    output wire dest_acc, // dest acc: the accumulator
    output wire dest_frame, // dest frame: slot `write` of the frame of this ply
    output wire dest_both, // dest both: the accumulator and slot `write`
    output wire address_to, // address to: the to register
    output wire address_from, // address from: the from register
    // address passed: the rank of the from register, the file of the to register: the pawn taken en
    // passant
    output wire address_passed,
    // address square: bits 0 to 5 of `next`, the rank flipped when Black is to move
    output wire address_square,
    output wire take_moved, // take moved: the moved register
    output wire take_captured, // take captured: the captured register
    output wire put_nothing, // put nothing: no write
    output wire put_moved, // put moved: the moved register
    output wire put_captured, // put captured: the captured register
    output wire put_own, // put own: the mover's piece of the kind in bits 6 to 8 of `next`
    output wire put_enemy, // put enemy: the opponent's piece of the kind in bits 6 to 8 of `next`
    output wire put_promoted, // put promoted: the mover's piece that the kind register promotes to
    output wire find_nothing, // find nothing: it rests
    output wire find_victim, // find victim: FIND VICTIM into the to register
    // find aggressor: FIND AGGRESSOR of the to register into the from register
    output wire find_aggressor,
    // find check: FIND VICTIM with the sides exchanged, for its CHECK output alone
    output wire find_check,
    output wire disable_nothing, // disable nothing: it rests
    output wire disable_clear, // disable clear: no square disabled; the en-passant pawn not spent
    // disable close: the to square disabled (an open en-passant pawn: spent), all own pieces
    // enabled
    output wire disable_close,
    output wire disable_from, // disable from: the from square disabled
    output wire disable_all, // disable all: all squares disabled, the en-passant pawn spent
    // disable empties: empty squares disabled, but those a pawn can promote on
    output wire disable_empties,
    output wire frame_save, // frame save: those registers into the frame of this ply
    // frame restore: those registers from the frame of this ply, with `ply down` of the ply before
    output wire frame_restore,
    // frame target: the to register alone, from the frame of the ply before
    output wire frame_target,
    output wire ply_up, // ply up: one up
    output wire ply_down, // ply down: one down
    output wire flag_clear, // flag clear: all flags off, kind 0
    output wire flag_legal, // flag legal: LEGAL on
    output wire flag_raised, // flag raised: RAISED on
    output wire flag_quiet, // flag quiet: QUIET on
    output wire flag_in_check, // flag in_check: IN CHECK takes the CHECK output of this cycle
    output wire flag_plain, // flag plain: kind 0: an ordinary move
    output wire flag_en_passant, // flag en_passant: kind 1
    output wire flag_king_side, // flag king_side: kind 2: castling on the king's side
    output wire flag_queen_side, // flag queen_side: kind 3: castling on the queen's side
    output wire flag_queen, // flag queen: kind 4: promotion to a queen
    // flag next_kind: the kind register counts one up: queen, knight, rook, bishop
    output wire flag_next_kind,
    output wire memory_nothing, // memory nothing: it rests
    output wire memory_probe, // memory probe: reads the entry of the key into its latch
    // memory mark: marks the entry of the key open, unless another position holds it open
    output wire memory_mark,
    // memory store_upper: stores accumulator and depth as upper bound, not open, under the same
    // condition
    output wire memory_store_upper,
    // memory store_lower: stores accumulator and depth as lower bound
    output wire memory_store_lower,
    // memory store_exact: stores accumulator and depth as exact value
    output wire memory_store_exact
);

    assign test_none = (word[14:10] == 5'd1);
    assign test_check = (word[14:10] == 5'd2);
    assign test_less = (word[14:10] == 5'd3);
    assign test_equal = (word[14:10] == 5'd4);
    assign test_at_most = (word[14:10] == 5'd5);
    assign test_zero = (word[14:10] == 5'd6);
    assign test_negative = (word[14:10] == 5'd7);
    assign test_late = (word[14:10] == 5'd8);
    assign test_hit = (word[14:10] == 5'd9);
    assign test_open = (word[14:10] == 5'd10);
    assign test_lower = (word[14:10] == 5'd11);
    assign test_upper = (word[14:10] == 5'd12);
    assign test_special = (word[14:10] == 5'd13);
    assign test_promotion = (word[14:10] == 5'd14);
    assign test_kind = (word[14:10] == 5'd15);
    assign test_kind_en_passant = (word[14:10] == 5'd16);
    assign test_kind_promotion = (word[14:10] == 5'd17);
    assign test_kind_last = (word[14:10] == 5'd18);
    assign test_kind_king = (word[14:10] == 5'd19);
    assign test_castle_king = (word[14:10] == 5'd20);
    assign test_castle_queen = (word[14:10] == 5'd21);
    assign test_in_check = (word[14:10] == 5'd22);
    assign test_legal = (word[14:10] == 5'd23);
    assign test_raised = (word[14:10] == 5'd24);
    assign test_quiet = (word[14:10] == 5'd25);
    assign test_quiet_empty = (word[14:10] == 5'd26);
    assign test_deep = (word[14:10] == 5'd27);
    assign test_root = (word[14:10] == 5'd28);
    assign test_hosted = (word[14:10] == 5'd29);
    assign source_acc = (word[20:17] == 4'd1);
    assign source_frame = (word[20:17] == 4'd2);
    assign source_parent = (word[20:17] == 4'd3);
    assign source_constant = (word[20:17] == 4'd4);
    assign source_lazy = (word[20:17] == 4'd5);
    assign source_full = (word[20:17] == 4'd6);
    assign source_draw = (word[20:17] == 4'd7);
    assign source_entry_value = (word[20:17] == 4'd8);
    assign source_entry_depth = (word[20:17] == 4'd9);
    assign source_ply = (word[20:17] == 4'd10);
    assign source_move = (word[20:17] == 4'd11);
    assign dest_acc = (word[28:27] == 2'd1);
    assign dest_frame = (word[28:27] == 2'd2);
    assign dest_both = (word[28:27] == 2'd3);
    assign address_to = (word[33:32] == 2'd0);
    assign address_from = (word[33:32] == 2'd1);
    assign address_passed = (word[33:32] == 2'd2);
    assign address_square = (word[33:32] == 2'd3);
    assign take_moved = (word[35:34] == 2'd1);
    assign take_captured = (word[35:34] == 2'd2);
    assign put_nothing = (word[38:36] == 3'd0);
    assign put_moved = (word[38:36] == 3'd2);
    assign put_captured = (word[38:36] == 3'd3);
    assign put_own = (word[38:36] == 3'd4);
    assign put_enemy = (word[38:36] == 3'd5);
    assign put_promoted = (word[38:36] == 3'd6);
    assign find_nothing = (word[42:41] == 2'd0);
    assign find_victim = (word[42:41] == 2'd1);
    assign find_aggressor = (word[42:41] == 2'd2);
    assign find_check = (word[42:41] == 2'd3);
    assign disable_nothing = (word[45:43] == 3'd0);
    assign disable_clear = (word[45:43] == 3'd1);
    assign disable_close = (word[45:43] == 3'd2);
    assign disable_from = (word[45:43] == 3'd3);
    assign disable_all = (word[45:43] == 3'd4);
    assign disable_empties = (word[45:43] == 3'd5);
    assign frame_save = (word[47:46] == 2'd1);
    assign frame_restore = (word[47:46] == 2'd2);
    assign frame_target = (word[47:46] == 2'd3);
    assign ply_up = (word[49:48] == 2'd1);
    assign ply_down = (word[49:48] == 2'd2);
    assign flag_clear = (word[54:51] == 4'd1);
    assign flag_legal = (word[54:51] == 4'd2);
    assign flag_raised = (word[54:51] == 4'd3);
    assign flag_quiet = (word[54:51] == 4'd4);
    assign flag_in_check = (word[54:51] == 4'd5);
    assign flag_plain = (word[54:51] == 4'd6);
    assign flag_en_passant = (word[54:51] == 4'd7);
    assign flag_king_side = (word[54:51] == 4'd8);
    assign flag_queen_side = (word[54:51] == 4'd9);
    assign flag_queen = (word[54:51] == 4'd10);
    assign flag_next_kind = (word[54:51] == 4'd11);
    assign memory_nothing = (word[57:55] == 3'd0);
    assign memory_probe = (word[57:55] == 3'd1);
    assign memory_mark = (word[57:55] == 3'd2);
    assign memory_store_upper = (word[57:55] == 3'd3);
    assign memory_store_lower = (word[57:55] == 3'd4);
    assign memory_store_exact = (word[57:55] == 3'd5);

endmodule
