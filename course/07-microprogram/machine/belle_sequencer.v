// belle_sequencer: SEQUENCER: reads the test line that the microword names, and takes the next
// word, the following one or that at its jump address.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_sequencer (
    input  wire put_nothing, // put nothing: no write
    input  wire [63:0] selected, // the line of the square on the address bus
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p0,
    input  wire [3:0] piece_on, // the piece put there
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p1,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p2,
    // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q,
    // lowest wire first.
    input  wire [3:0] rights,
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    input  wire [3:0] moved,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that a pawn has just passed over with a double step, where an enemy's pawn may
    // take it. 0: none.
    input  wire [5:0] en_passant,
    input  wire [15:0] sum, // the adder's output
    input  wire less, // the accumulator is less than the source
    input  wire test_less, // test less: accumulator less than the source, signed
    input  wire equal, // they are equal
    input  wire test_equal, // test equal: accumulator equal to the source
    input  wire test_at_most, // test at_most: accumulator not greater than the source, signed
    input  wire test_zero, // test zero: the adder's output is zero
    input  wire test_negative, // test negative: the adder's output is negative
    input  wire test_late, // test late: the adder's output is four or more
    input  wire [63:0] word, // the microword
    // The last find named no square: there is no further victim, or no further piece that can take
    // it.
    input  wire none,
    input  wire test_none, // test none: the priority network found no square (latched by a find)
    // The last find reached a king that it was not to reach: the move before has left its own king
    // in check, and is taken back as illegal.
    input  wire check,
    input  wire test_check, // test check: the CHECK output (latched by a find)
    // What the machine remembers of this position, or of another at the same place: the entry that
    // it has read last from the transposition memory.
    input  wire [63:0] entry,
    // the key of the position: lowest the address of its entry, then the lock
    input  wire [47:0] key,
    input  wire test_hit, // test hit: the memory's lock equals the key's
    input  wire test_open, // test open: the open flag of the entry read
    input  wire test_lower, // test lower: the value of the entry read is a lower bound, or exact
    input  wire test_upper, // test upper: the value of the entry read is an upper bound, or exact
    // test special: a pawn moves to the first or last rank or takes en passant
    input  wire test_special,
    input  wire test_promotion, // test promotion: a pawn moves to the first or last rank
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    input  wire test_kind, // test kind: the kind register is not zero: the move is a special one
    input  wire test_kind_en_passant, // test kind_en_passant: the kind register holds en passant
    input  wire test_kind_promotion, // test kind_promotion: the kind register holds a promotion
    // test kind_last: the kind register holds promotion to a bishop, the last
    input  wire test_kind_last,
    // test kind_king: the kind register holds castling on the king's side
    input  wire test_kind_king,
    // test castle_king: castling on the king's side is open to the mover
    input  wire test_castle_king,
    // test castle_queen: castling on the queen's side is open to the mover
    input  wire test_castle_queen,
    // The side to move is in check, so this node is searched further, and quiet moves count.
    input  wire in_check,
    input  wire test_in_check, // test in_check: the flag IN CHECK
    // A legal move has been found at this node. Low when all moves are tried: it is mate or
    // stalemate.
    input  wire legal,
    input  wire test_legal, // test legal: the flag LEGAL: a legal move was made here
    // A move at this node was better than all that the side to move had before: its value raised
    // alpha.
    input  wire raised,
    input  wire test_raised, // test raised: the flag RAISED: alpha was raised here
    // Only captures and promotions are tried at this node, since the depth is used up.
    input  wire quiet,
    input  wire test_quiet, // test quiet: the flag QUIET: captures and promotions only
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    // test quiet_empty: the flag QUIET, and the latched victim is an empty square
    input  wire test_quiet_empty,
    // How many moves ahead of the game's position the board stands now: 0 at the root, counted by
    // moves made less moves taken back.
    input  wire [5:0] ply,
    input  wire test_deep, // test deep: the ply counter stands at its last frame but one
    input  wire test_root, // test root: the ply counter stands at zero
    // The host chooses which first move is looked at; the machine searches the replies below it.
    // Low: the machine drives the whole search alone.
    input  wire hosted,
    // test hosted: the ply counter stands at zero and the host drives the root
    input  wire test_hosted,
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    input  wire [9:0] address,
    input  wire [63:0] jump_word, // the microword at the address that the word of this cycle names
    input  wire [63:0] following_word, // the microword behind that of this cycle
    input  wire [15:0] host_data, // the host's data
    input  wire host_starts, // the host starts the microcode
    output wire [63:0] word_next, // the microword
    // Where in the search program the machine is: the number of the microword that it carries out
    // now.
    output wire [9:0] address_next,
    // the address that the microword names, or that at which the host starts
    output wire [9:0] jump_address,
    output wire [9:0] following_address // the address behind that of the microword
);

    wire [63:0] v1 = selected & {64{~put_nothing}};
    wire [63:0] v2 = ~v1;
    wire [63:0] v3 = (p2 & v2) | (v1 & {64{piece_on[2]}});

    // CASTLING
    wire [63:0] v4 = (p0 & v2) | (v1 & {64{piece_on[0]}}) | (p1 & v2) | (v1 & {64{piece_on[1]}}) | v3;
    wire v5 = rights[2] & ~(|(v4 & 64'h6000000000000000));
    wire king_side_open = white_to_move ? (~(|(v4 & 64'h0000000000000060)) & rights[0]) : v5;
    wire v6 = rights[3] & ~(|(v4 & 64'h0e00000000000000));
    wire queen_side_open = white_to_move ? (rights[1] & ~(|(v4 & 64'h000000000000000e))) : v6;

    // SPECIAL
    wire v7 = moved[0] & ~(moved[1] | moved[2]);
    wire promotion = v7 & ((to[5] & to[3] & to[4]) | ~(to[5] | to[3] | to[4]));
    wire sequencer_special_en_passant = v7 & (|en_passant) & ~(|(to ^ en_passant));

    // SEQUENCER
    wire at_most = less | equal;
    wire zero = ~(|sum);
    wire negative = sum[15];
    wire late = (|sum[14:2]) & ~negative;
    wire v8 = (zero & test_zero) | (negative & test_negative) | (late & test_late);
    wire v9 = ~word[15];
    wire hit = ~(|(entry[31:0] ^ key[47:16]));
    wire open = entry[58];
    wire lower = entry[57];
    wire upper = entry[56];
    wire special = promotion | sequencer_special_en_passant;
    wire sequencer_kind = |kind;
    wire kind_en_passant = kind == 3'd1;
    wire kind_promotion = kind[2];
    wire kind_last = kind == 3'd7;
    wire kind_king = kind == 3'd2;
    wire quiet_empty = quiet & (captured == 4'd0);
    wire deep = ply == 6'd62;
    wire root = ~(|ply);
    wire sequencer_hosted = root & hosted;
    wire v10 = (hit & test_hit) | (open & test_open) | (lower & test_lower);
    wire v11 = (kind_en_passant & test_kind_en_passant) | (kind_promotion & test_kind_promotion);
    wire v12 = (sequencer_kind & test_kind) | v11;
    wire v13 = (upper & test_upper) | (special & test_special) | (promotion & test_promotion) | v12;
    wire v14 = (kind_king & test_kind_king) | (king_side_open & test_castle_king);
    wire v15 = (queen_side_open & test_castle_queen) | (in_check & test_in_check) | (legal & test_legal);
    wire v16 = (deep & test_deep) | (root & test_root) | (sequencer_hosted & test_hosted);
    wire v17 = (raised & test_raised) | (quiet & test_quiet) | (quiet_empty & test_quiet_empty) | v16;
    wire v18 = (kind_last & test_kind_last) | v14 | v15 | v17;
    wire v19 = word[15] ^ ((none & test_none) | (check & test_check) | v10 | v13 | v18);
    wire jump = ((less & test_less) | (equal & test_equal) | (at_most & test_at_most) | v8) ? v9 : v19;
    assign following_address = address + 10'd1;
    assign address_next = jump ? word[9:0] : following_address;
    assign word_next = jump ? jump_word : following_word;

    assign jump_address = host_starts ? host_data[9:0] : word[9:0];

endmodule
