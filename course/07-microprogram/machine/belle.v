// Belle: the whole machine but for its transposition memory.
// Written by Belle 0.2.0 from the lists of registers, memories and ports.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// All registers are clocked with the rising edge; reset acts with it and leaves the machine halted.
// The ROMs' contents lie beside this file.

// The machine does not use all that its gates and memories offer.
/* verilator lint_off UNUSEDSIGNAL */

module belle #(
    parameter MICROCODE_FILE = "belle_microcode.hex",
    parameter HASH_FILE = "belle_hash.hex",
    parameter LAZY_FILE = "belle_lazy.hex",
    parameter SAFETY_FILE = "belle_safety.hex",
    parameter CENTRAL_FILE = "belle_central.hex",
    parameter CHECKSUM_FILE = "belle_checksum.hex"
) (
    input wire clock,
    input wire reset
    , input wire [5:0] host_address // number of the host register
    , input wire host_write // the host writes; effective only while the machine has halted
    , input wire [15:0] host_data // the host's data
    , input wire memory_wait // the transposition memory is not ready: the microword waits
    , input wire [63:0] memory_entry // the entry at the memory's address, as of the cycle before
    , input wire [4:0] memory_bits // the memory has two to this power entries
    , input wire [9:0] memory_used // used entries among the first thousand of the memory
    , output wire [15:0] host_out // data for the host
    , output wire halted // the machine has halted
    , output wire [16:0] memory_address // the entry's address: 16 bits of the key, and white-to-move
    , output wire memory_request // the microword or the host reads, or the microword writes, the transposition memory
    , output wire memory_write // the entry is written at the end of this cycle
    , output wire [63:0] memory_data // the entry's new contents
    , output wire memory_clear // the memory is to clear all entries, and to raise its wait line until that is done
    , output wire memory_close // the memory is to clear all open flags, likewise
);

    // Registers.
    reg running; // The machine is at work on a search. Low: it has halted, and the host may read the result or give it the next move.
    wire running_next;
    reg hosted; // The host chooses which first move is looked at; the machine searches the replies below it. Low: the machine drives the whole search alone.
    wire hosted_next;
    reg [63:0] word; // the microword
    wire [63:0] word_next;
    reg [9:0] address; // Where in the search program the machine is: the number of the microword that it carries out now.
    wire [9:0] address_next;
    reg [3:0] phase; // cycles since the word began
    wire [3:0] phase_next;
    reg [15:0] acc; // The value at hand, in centipawns for the side to move: of the move that has just come back, or of the position. All sums and comparisons are with this accumulator.
    wire [15:0] acc_next;
    reg [5:0] to; // The square that the move goes to: the victim, named by the priority network and held for the aggressors. The to register.
    wire [5:0] to_next;
    reg [5:0] from; // The square that the move comes from: the aggressor. It is kept to put the piece back when the move is taken back.
    wire [5:0] from_next;
    reg [3:0] captured; // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    wire [3:0] captured_next;
    reg [5:0] en_passant; // The square that a pawn has just passed over with a double step, where an enemy's pawn may take it. 0: none.
    wire [5:0] en_passant_next;
    reg [3:0] rights; // Who may still castle, and to which side, as far as king and rooks have not moved: K, Q, k, q, lowest wire first.
    wire [3:0] rights_next;
    reg [2:0] kind; // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    wire [2:0] kind_next;
    reg in_check; // The side to move is in check, so this node is searched further, and quiet moves count.
    wire in_check_next;
    reg legal; // A legal move has been found at this node. Low when all moves are tried: it is mate or stalemate.
    wire legal_next;
    reg raised; // A move at this node was better than all that the side to move had before: its value raised alpha.
    wire raised_next;
    reg quiet; // Only captures and promotions are tried at this node, since the depth is used up.
    wire quiet_next;
    reg spent; // Every pawn that could take en passant at this node has been tried.
    wire spent_next;
    reg [3:0] moved; // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    wire [3:0] moved_next;
    reg white_to_move; // Whose move it is on the machine's board: high for White, low for Black.
    wire white_to_move_next;
    reg [5:0] ply; // How many moves ahead of the game's position the board stands now: 0 at the root, counted by moves made less moves taken back.
    wire [5:0] ply_next;
    reg [5:0] deepest; // The most moves ahead that this search has looked so far. The host clears it before a search.
    wire [5:0] deepest_next;
    reg none; // The last find named no square: there is no further victim, or no further piece that can take it.
    wire none_next;
    reg check; // The last find reached a king that it was not to reach: the move before has left its own king in check, and is taken back as illegal.
    wire check_next;
    reg [15:0] draw; // What a draw is worth to White, in centipawns: 0 unless the host has set a contempt for draws.
    wire [15:0] draw_next;
    reg [63:0] entry; // What the machine remembers of this position, or of another at the same place: the entry that it has read last from the transposition memory.
    wire [63:0] entry_next;
    reg [63:0] nodes; // How many positions the search has looked at, each once for every time it is reached by a legal move.
    wire [63:0] nodes_next;
    reg [63:0] cycles; // How long the search has taken on the machine's own clock, in cycles of 240 nanoseconds.
    wire [63:0] cycles_next;
    reg [63:0] p0; // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3 means black.
    wire [63:0] p0_next;
    reg [63:0] p1; // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3 means black.
    wire [63:0] p1_next;
    reg [63:0] p2; // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3 means black.
    wire [63:0] p2_next;
    reg [63:0] p3; // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3 means black.
    wire [63:0] p3_next;
    reg settling; // the board was written in the cycle before: the ROMs' words for it are there now
    wire settling_next;
    reg [47:0] hash; // The fingerprint of the pieces on their squares, by which a position met before is recognized: a key of 48 bits, less what is settling.
    wire [47:0] hash_next;
    reg [15:0] material; // White's pieces less Black's by their worth, in centipawns, kept by every piece put on or taken off, less what is settling.
    wire [15:0] material_next;
    reg [15:0] piece_square; // How much better White's pieces stand on their squares than Black's, in centipawns, less what is settling.
    wire [15:0] piece_square_next;
    reg [7:0] stage; // How far the game has come from opening to ending: 24 with all pieces on the board, 0 with kings and pawns alone.
    wire [7:0] stage_next;
    reg [5:0] king_white; // Where White's king stands; his pawn shelter and his way to the center are read off from it.
    wire [5:0] king_white_next;
    reg [5:0] king_black; // Where Black's king stands; his pawn shelter and his way to the center are read off from it.
    wire [5:0] king_black_next;
    reg [8:0] wing_white_king; // White's pawns on the king's wing, which shelter his castled king: a wire each for nine squares, files h, g and f of the second rank, then the third, then the fourth.
    wire [8:0] wing_white_king_next;
    reg [8:0] wing_white_queen; // White's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the second rank, then the third, then the fourth.
    wire [8:0] wing_white_queen_next;
    reg [8:0] wing_black_king; // Black's pawns on the king's wing: a wire each for nine squares, files h, g and f of the seventh rank, then the sixth, then the fifth.
    wire [8:0] wing_black_king_next;
    reg [8:0] wing_black_queen; // Black's pawns on the queen's wing: a wire each for nine squares, files a, b and c of the seventh rank, then the sixth, then the fifth.
    wire [8:0] wing_black_queen_next;
    reg [63:0] e0; // The same board again, for the full evaluator alone: bit 0 of the code of each square's piece. Bit 3 means black.
    wire [63:0] e0_next;
    reg [63:0] e1; // The same board again, for the full evaluator alone: bit 1 of the code of each square's piece. Bit 3 means black.
    wire [63:0] e1_next;
    reg [63:0] e2; // The same board again, for the full evaluator alone: bit 2 of the code of each square's piece. Bit 3 means black.
    wire [63:0] e2_next;
    reg [63:0] e3; // The same board again, for the full evaluator alone: bit 3 of the code of each square's piece. Bit 3 means black.
    wire [63:0] e3_next;
    reg [3:0] reporting; // the cells' cycle in the lower three wires, bit 3 that they report
    wire [3:0] reporting_next;
    reg [3:0] counting; // the counters' cycle, bit 3 that there is something to count
    wire [3:0] counting_next;
    reg [3:0] weighing; // the weights' cycle, bit 3 that there is something to weigh
    wire [3:0] weighing_next;
    reg clamping; // the sum is complete: it goes through the clamp into the latch
    wire clamping_next;
    reg [63:0] white0; // White's line 0, latched on its way to the counter
    wire [63:0] white0_next;
    reg [63:0] white1; // White's line 1, latched on its way to the counter
    wire [63:0] white1_next;
    reg [63:0] white2; // White's line 2, latched on its way to the counter
    wire [63:0] white2_next;
    reg [63:0] white3; // White's line 3, latched on its way to the counter
    wire [63:0] white3_next;
    reg [63:0] white4; // White's line 4, latched on its way to the counter
    wire [63:0] white4_next;
    reg [63:0] white5; // White's line 5, latched on its way to the counter
    wire [63:0] white5_next;
    reg [63:0] white6; // White's line 6, latched on its way to the counter
    wire [63:0] white6_next;
    reg [63:0] black0; // Black's line 0, latched on its way to the counter
    wire [63:0] black0_next;
    reg [63:0] black1; // Black's line 1, latched on its way to the counter
    wire [63:0] black1_next;
    reg [63:0] black2; // Black's line 2, latched on its way to the counter
    wire [63:0] black2_next;
    reg [63:0] black3; // Black's line 3, latched on its way to the counter
    wire [63:0] black3_next;
    reg [63:0] black4; // Black's line 4, latched on its way to the counter
    wire [63:0] black4_next;
    reg [63:0] black5; // Black's line 5, latched on its way to the counter
    wire [63:0] black5_next;
    reg [63:0] black6; // Black's line 6, latched on its way to the counter
    wire [63:0] black6_next;
    reg [15:0] count0; // White's reports on line 0 less Black's, latched on their way to the weights
    wire [15:0] count0_next;
    reg [15:0] count1; // White's reports on line 1 less Black's, latched on their way to the weights
    wire [15:0] count1_next;
    reg [15:0] count2; // White's reports on line 2 less Black's, latched on their way to the weights
    wire [15:0] count2_next;
    reg [15:0] count3; // White's reports on line 3 less Black's, latched on their way to the weights
    wire [15:0] count3_next;
    reg [15:0] count4; // White's reports on line 4 less Black's, latched on their way to the weights
    wire [15:0] count4_next;
    reg [15:0] count5; // White's reports on line 5 less Black's, latched on their way to the weights
    wire [15:0] count5_next;
    reg [15:0] count6; // White's reports on line 6 less Black's, latched on their way to the weights
    wire [15:0] count6_next;
    reg [15:0] sum; // the full evaluator's SUM register
    wire [15:0] sum_next;
    reg [15:0] full; // What the 64 cells of the full evaluator add to the lazy value, in centipawns for White: mobility, king safety and pawns. 0 until they are ready.
    wire [15:0] full_next;
    reg [63:0] line1; // the receivers' line 1, latched on its way to the priority network
    wire [63:0] line1_next;
    reg [63:0] line2; // the receivers' line 2, latched on its way to the priority network
    wire [63:0] line2_next;
    reg [63:0] line3; // the receivers' line 3, latched on its way to the priority network
    wire [63:0] line3_next;
    reg [63:0] line4; // the receivers' line 4, latched on its way to the priority network
    wire [63:0] line4_next;
    reg [63:0] line5; // the receivers' line 5, latched on its way to the priority network
    wire [63:0] line5_next;
    reg [63:0] line6; // the receivers' line 6, latched on its way to the priority network
    wire [63:0] line6_next;
    reg king_taken; // the OR of the king lines, latched
    wire king_taken_next;
    reg [16:0] entry_address; // the address of the entry that the host reads
    wire [16:0] entry_address_next;
    reg [2:0] fetch; // cycles since the host asked for the entry, 0 if it has not
    wire [2:0] fetch_next;

    // Data of the memories, and their inputs.
    reg [63:0] jump_word; // the microword at the address that the word of this cycle names
    reg [63:0] following_word; // the microword behind that of this cycle
    wire [15:0] slot; // the slot that may drive the value bus
    wire [15:0] depth; // slot `depth` of the frame of this ply
    wire [33:0] frame; // the state half of a frame
    wire [63:0] disable_word; // the disable word of this ply
    reg [47:0] hash_old; // hash ROM: the piece taken off
    reg [47:0] hash_new; // hash ROM: the piece put on
    reg [31:0] lazy_old; // lazy ROM: material and piece-square value of the piece taken off
    reg [31:0] lazy_new; // lazy ROM: material and piece-square value of the piece put on
    reg [15:0] safety_white; // safety ROM: the wing White's king stands on
    reg [15:0] safety_black; // safety ROM: the wing Black's king stands on
    reg [15:0] central_white; // centralization ROM: White's king
    reg [15:0] central_black; // centralization ROM: Black's king
    wire [15:0] checksum; // half of the microcode's checksum
    wire [9:0] jump_address; // the address that the microword names, or that at which the host starts
    wire [9:0] following_address; // the address behind that of the microword
    wire [8:0] slot_address; // frame and slot that may drive the value bus
    wire [8:0] depth_address; // frame and slot of the depth
    wire slot_write; // a slot is written
    wire [8:0] slot_write_address; // frame and slot written
    wire [15:0] slot_data; // what is written into it
    wire frame_write; // the state half is written
    wire [5:0] frame_address; // the frame of the state half: of this ply, for `target` and `restore` with `ply down` of the ply before
    wire [33:0] frame_data; // what is written into the state half
    wire disable_write; // the disable word is written
    wire [5:0] disable_address; // the ply, which addresses the disable word
    wire [63:0] disable_data; // what is written into it
    wire [9:0] old_address; // square and piece taken off
    wire [9:0] new_address; // square and piece put on
    wire [11:0] safety_white_address; // stage class and wing register of White's king
    wire [11:0] safety_black_address; // stage class and wing register of Black's king
    wire [8:0] central_white_address; // stage class and square of White's king
    wire [8:0] central_black_address; // stage class and square of Black's king, the board flipped
    wire checksum_address; // which half of the checksum

    belle_gates gates(
        .running(running),
        .hosted(hosted),
        .word(word),
        .address(address),
        .phase(phase),
        .acc(acc),
        .to(to),
        .from(from),
        .captured(captured),
        .en_passant(en_passant),
        .rights(rights),
        .kind(kind),
        .in_check(in_check),
        .legal(legal),
        .raised(raised),
        .quiet(quiet),
        .spent(spent),
        .moved(moved),
        .white_to_move(white_to_move),
        .ply(ply),
        .deepest(deepest),
        .none(none),
        .check(check),
        .draw(draw),
        .entry(entry),
        .nodes(nodes),
        .cycles(cycles),
        .p0(p0),
        .p1(p1),
        .p2(p2),
        .p3(p3),
        .settling(settling),
        .hash(hash),
        .material(material),
        .piece_square(piece_square),
        .stage(stage),
        .king_white(king_white),
        .king_black(king_black),
        .wing_white_king(wing_white_king),
        .wing_white_queen(wing_white_queen),
        .wing_black_king(wing_black_king),
        .wing_black_queen(wing_black_queen),
        .e0(e0),
        .e1(e1),
        .e2(e2),
        .e3(e3),
        .reporting(reporting),
        .counting(counting),
        .weighing(weighing),
        .clamping(clamping),
        .white0(white0),
        .white1(white1),
        .white2(white2),
        .white3(white3),
        .white4(white4),
        .white5(white5),
        .white6(white6),
        .black0(black0),
        .black1(black1),
        .black2(black2),
        .black3(black3),
        .black4(black4),
        .black5(black5),
        .black6(black6),
        .count0(count0),
        .count1(count1),
        .count2(count2),
        .count3(count3),
        .count4(count4),
        .count5(count5),
        .count6(count6),
        .sum(sum),
        .full(full),
        .line1(line1),
        .line2(line2),
        .line3(line3),
        .line4(line4),
        .line5(line5),
        .line6(line6),
        .king_taken(king_taken),
        .entry_address(entry_address),
        .fetch(fetch),
        .running_next(running_next),
        .hosted_next(hosted_next),
        .word_next(word_next),
        .address_next(address_next),
        .phase_next(phase_next),
        .acc_next(acc_next),
        .to_next(to_next),
        .from_next(from_next),
        .captured_next(captured_next),
        .en_passant_next(en_passant_next),
        .rights_next(rights_next),
        .kind_next(kind_next),
        .in_check_next(in_check_next),
        .legal_next(legal_next),
        .raised_next(raised_next),
        .quiet_next(quiet_next),
        .spent_next(spent_next),
        .moved_next(moved_next),
        .white_to_move_next(white_to_move_next),
        .ply_next(ply_next),
        .deepest_next(deepest_next),
        .none_next(none_next),
        .check_next(check_next),
        .draw_next(draw_next),
        .entry_next(entry_next),
        .nodes_next(nodes_next),
        .cycles_next(cycles_next),
        .p0_next(p0_next),
        .p1_next(p1_next),
        .p2_next(p2_next),
        .p3_next(p3_next),
        .settling_next(settling_next),
        .hash_next(hash_next),
        .material_next(material_next),
        .piece_square_next(piece_square_next),
        .stage_next(stage_next),
        .king_white_next(king_white_next),
        .king_black_next(king_black_next),
        .wing_white_king_next(wing_white_king_next),
        .wing_white_queen_next(wing_white_queen_next),
        .wing_black_king_next(wing_black_king_next),
        .wing_black_queen_next(wing_black_queen_next),
        .e0_next(e0_next),
        .e1_next(e1_next),
        .e2_next(e2_next),
        .e3_next(e3_next),
        .reporting_next(reporting_next),
        .counting_next(counting_next),
        .weighing_next(weighing_next),
        .clamping_next(clamping_next),
        .white0_next(white0_next),
        .white1_next(white1_next),
        .white2_next(white2_next),
        .white3_next(white3_next),
        .white4_next(white4_next),
        .white5_next(white5_next),
        .white6_next(white6_next),
        .black0_next(black0_next),
        .black1_next(black1_next),
        .black2_next(black2_next),
        .black3_next(black3_next),
        .black4_next(black4_next),
        .black5_next(black5_next),
        .black6_next(black6_next),
        .count0_next(count0_next),
        .count1_next(count1_next),
        .count2_next(count2_next),
        .count3_next(count3_next),
        .count4_next(count4_next),
        .count5_next(count5_next),
        .count6_next(count6_next),
        .sum_next(sum_next),
        .full_next(full_next),
        .line1_next(line1_next),
        .line2_next(line2_next),
        .line3_next(line3_next),
        .line4_next(line4_next),
        .line5_next(line5_next),
        .line6_next(line6_next),
        .king_taken_next(king_taken_next),
        .entry_address_next(entry_address_next),
        .fetch_next(fetch_next),
        .jump_word(jump_word),
        .following_word(following_word),
        .slot(slot),
        .depth(depth),
        .frame(frame),
        .disable_word(disable_word),
        .hash_old(hash_old),
        .hash_new(hash_new),
        .lazy_old(lazy_old),
        .lazy_new(lazy_new),
        .safety_white(safety_white),
        .safety_black(safety_black),
        .central_white(central_white),
        .central_black(central_black),
        .checksum(checksum),
        .jump_address(jump_address),
        .following_address(following_address),
        .slot_address(slot_address),
        .depth_address(depth_address),
        .slot_write(slot_write),
        .slot_write_address(slot_write_address),
        .slot_data(slot_data),
        .frame_write(frame_write),
        .frame_address(frame_address),
        .frame_data(frame_data),
        .disable_write(disable_write),
        .disable_address(disable_address),
        .disable_data(disable_data),
        .old_address(old_address),
        .new_address(new_address),
        .safety_white_address(safety_white_address),
        .safety_black_address(safety_black_address),
        .central_white_address(central_white_address),
        .central_black_address(central_black_address),
        .checksum_address(checksum_address),
        .host_address(host_address),
        .host_write(host_write),
        .host_data(host_data),
        .memory_wait(memory_wait),
        .memory_entry(memory_entry),
        .memory_bits(memory_bits),
        .memory_used(memory_used),
        .host_out(host_out),
        .halted(halted),
        .memory_address(memory_address),
        .memory_request(memory_request),
        .memory_write(memory_write),
        .memory_data(memory_data),
        .memory_clear(memory_clear),
        .memory_close(memory_close)
    );

    always @(posedge clock)
        if (reset) begin
            running <= 1'd0;
            hosted <= 1'd0;
            word <= 64'd0;
            address <= 10'd0;
            phase <= 4'd0;
            acc <= 16'd0;
            to <= 6'd0;
            from <= 6'd0;
            captured <= 4'd0;
            en_passant <= 6'd0;
            rights <= 4'd0;
            kind <= 3'd0;
            in_check <= 1'd0;
            legal <= 1'd0;
            raised <= 1'd0;
            quiet <= 1'd0;
            spent <= 1'd0;
            moved <= 4'd0;
            white_to_move <= 1'd0;
            ply <= 6'd0;
            deepest <= 6'd0;
            none <= 1'd0;
            check <= 1'd0;
            draw <= 16'd0;
            entry <= 64'd0;
            nodes <= 64'd0;
            cycles <= 64'd0;
            p0 <= 64'd0;
            p1 <= 64'd0;
            p2 <= 64'd0;
            p3 <= 64'd0;
            settling <= 1'd0;
            hash <= 48'd0;
            material <= 16'd0;
            piece_square <= 16'd0;
            stage <= 8'd0;
            king_white <= 6'd0;
            king_black <= 6'd0;
            wing_white_king <= 9'd0;
            wing_white_queen <= 9'd0;
            wing_black_king <= 9'd0;
            wing_black_queen <= 9'd0;
            e0 <= 64'd0;
            e1 <= 64'd0;
            e2 <= 64'd0;
            e3 <= 64'd0;
            reporting <= 4'd0;
            counting <= 4'd0;
            weighing <= 4'd0;
            clamping <= 1'd0;
            white0 <= 64'd0;
            white1 <= 64'd0;
            white2 <= 64'd0;
            white3 <= 64'd0;
            white4 <= 64'd0;
            white5 <= 64'd0;
            white6 <= 64'd0;
            black0 <= 64'd0;
            black1 <= 64'd0;
            black2 <= 64'd0;
            black3 <= 64'd0;
            black4 <= 64'd0;
            black5 <= 64'd0;
            black6 <= 64'd0;
            count0 <= 16'd0;
            count1 <= 16'd0;
            count2 <= 16'd0;
            count3 <= 16'd0;
            count4 <= 16'd0;
            count5 <= 16'd0;
            count6 <= 16'd0;
            sum <= 16'd0;
            full <= 16'd0;
            line1 <= 64'd0;
            line2 <= 64'd0;
            line3 <= 64'd0;
            line4 <= 64'd0;
            line5 <= 64'd0;
            line6 <= 64'd0;
            king_taken <= 1'd0;
            entry_address <= 17'd0;
            fetch <= 3'd0;
        end else begin
            running <= running_next;
            hosted <= hosted_next;
            word <= word_next;
            address <= address_next;
            phase <= phase_next;
            acc <= acc_next;
            to <= to_next;
            from <= from_next;
            captured <= captured_next;
            en_passant <= en_passant_next;
            rights <= rights_next;
            kind <= kind_next;
            in_check <= in_check_next;
            legal <= legal_next;
            raised <= raised_next;
            quiet <= quiet_next;
            spent <= spent_next;
            moved <= moved_next;
            white_to_move <= white_to_move_next;
            ply <= ply_next;
            deepest <= deepest_next;
            none <= none_next;
            check <= check_next;
            draw <= draw_next;
            entry <= entry_next;
            nodes <= nodes_next;
            cycles <= cycles_next;
            p0 <= p0_next;
            p1 <= p1_next;
            p2 <= p2_next;
            p3 <= p3_next;
            settling <= settling_next;
            hash <= hash_next;
            material <= material_next;
            piece_square <= piece_square_next;
            stage <= stage_next;
            king_white <= king_white_next;
            king_black <= king_black_next;
            wing_white_king <= wing_white_king_next;
            wing_white_queen <= wing_white_queen_next;
            wing_black_king <= wing_black_king_next;
            wing_black_queen <= wing_black_queen_next;
            e0 <= e0_next;
            e1 <= e1_next;
            e2 <= e2_next;
            e3 <= e3_next;
            reporting <= reporting_next;
            counting <= counting_next;
            weighing <= weighing_next;
            clamping <= clamping_next;
            white0 <= white0_next;
            white1 <= white1_next;
            white2 <= white2_next;
            white3 <= white3_next;
            white4 <= white4_next;
            white5 <= white5_next;
            white6 <= white6_next;
            black0 <= black0_next;
            black1 <= black1_next;
            black2 <= black2_next;
            black3 <= black3_next;
            black4 <= black4_next;
            black5 <= black5_next;
            black6 <= black6_next;
            count0 <= count0_next;
            count1 <= count1_next;
            count2 <= count2_next;
            count3 <= count3_next;
            count4 <= count4_next;
            count5 <= count5_next;
            count6 <= count6_next;
            sum <= sum_next;
            full <= full_next;
            line1 <= line1_next;
            line2 <= line2_next;
            line3 <= line3_next;
            line4 <= line4_next;
            line5 <= line5_next;
            line6 <= line6_next;
            king_taken <= king_taken_next;
            entry_address <= entry_address_next;
            fetch <= fetch_next;
        end

    // The microcode ROM, read at both possible next addresses.
    reg [63:0] microcode_memory [0:1023];
`ifdef SYNTHESIS
    initial $readmemh(MICROCODE_FILE, microcode_memory);
`else
    integer microcode_memory_file, microcode_memory_index, microcode_memory_count;
    reg [63:0] microcode_memory_word;
    initial begin
        microcode_memory_file = $fopen(MICROCODE_FILE, "r");
        if (microcode_memory_file == 0) $fatal(1, "%0s: no such file; run in its folder, or set MICROCODE_FILE", MICROCODE_FILE);
        for (microcode_memory_index = 0; microcode_memory_index <= 1023; microcode_memory_index = microcode_memory_index + 1) begin
            microcode_memory_count = $fscanf(microcode_memory_file, "%h", microcode_memory_word);
            if (microcode_memory_count != 1) $fatal(1, "%0s: expected 1024 words, got %0d", MICROCODE_FILE, microcode_memory_index);
            microcode_memory[microcode_memory_index] = microcode_memory_word;
        end
        $fclose(microcode_memory_file);
    end
`endif
    always @(negedge clock) jump_word <= microcode_memory[jump_address];
    always @(negedge clock) following_word <= microcode_memory[following_address];

    // The stack: eight slots of sixteen bits a frame.
    reg [15:0] slots_memory [0:511];
`ifndef SYNTHESIS
    integer slots_memory_index;
    initial for (slots_memory_index = 0; slots_memory_index <= 511; slots_memory_index = slots_memory_index + 1)
        slots_memory[slots_memory_index] = 16'd0;
`endif
    assign slot = slots_memory[slot_address];
    assign depth = slots_memory[depth_address];
    always @(posedge clock) if (slot_write) slots_memory[slot_write_address] <= slot_data;

    // The stack: the state half of a frame.
    reg [33:0] frames_memory [0:63];
`ifndef SYNTHESIS
    integer frames_memory_index;
    initial for (frames_memory_index = 0; frames_memory_index <= 63; frames_memory_index = frames_memory_index + 1)
        frames_memory[frames_memory_index] = 34'd0;
`endif
    assign frame = frames_memory[frame_address];
    always @(posedge clock) if (frame_write) frames_memory[frame_address] <= frame_data;

    // The disable memory, a word a ply.
    reg [63:0] disable_memory [0:63];
`ifndef SYNTHESIS
    integer disable_memory_index;
    initial for (disable_memory_index = 0; disable_memory_index <= 63; disable_memory_index = disable_memory_index + 1)
        disable_memory[disable_memory_index] = 64'd0;
`endif
    assign disable_word = disable_memory[disable_address];
    always @(posedge clock) if (disable_write) disable_memory[disable_address] <= disable_data;

    // The hash ROM: square and piece.
    reg [47:0] hash_memory [0:1023];
`ifdef SYNTHESIS
    initial $readmemh(HASH_FILE, hash_memory);
`else
    integer hash_memory_file, hash_memory_index, hash_memory_count;
    reg [47:0] hash_memory_word;
    initial begin
        hash_memory_file = $fopen(HASH_FILE, "r");
        if (hash_memory_file == 0) $fatal(1, "%0s: no such file; run in its folder, or set HASH_FILE", HASH_FILE);
        for (hash_memory_index = 0; hash_memory_index <= 1023; hash_memory_index = hash_memory_index + 1) begin
            hash_memory_count = $fscanf(hash_memory_file, "%h", hash_memory_word);
            if (hash_memory_count != 1) $fatal(1, "%0s: expected 1024 words, got %0d", HASH_FILE, hash_memory_index);
            hash_memory[hash_memory_index] = hash_memory_word;
        end
        $fclose(hash_memory_file);
    end
`endif
    always @(posedge clock) hash_old <= hash_memory[old_address];
    always @(posedge clock) hash_new <= hash_memory[new_address];

    // The lazy evaluator's ROM: square and piece, to material (low half) and piece-square value.
    reg [31:0] lazy_memory [0:1023];
`ifdef SYNTHESIS
    initial $readmemh(LAZY_FILE, lazy_memory);
`else
    integer lazy_memory_file, lazy_memory_index, lazy_memory_count;
    reg [31:0] lazy_memory_word;
    initial begin
        lazy_memory_file = $fopen(LAZY_FILE, "r");
        if (lazy_memory_file == 0) $fatal(1, "%0s: no such file; run in its folder, or set LAZY_FILE", LAZY_FILE);
        for (lazy_memory_index = 0; lazy_memory_index <= 1023; lazy_memory_index = lazy_memory_index + 1) begin
            lazy_memory_count = $fscanf(lazy_memory_file, "%h", lazy_memory_word);
            if (lazy_memory_count != 1) $fatal(1, "%0s: expected 1024 words, got %0d", LAZY_FILE, lazy_memory_index);
            lazy_memory[lazy_memory_index] = lazy_memory_word;
        end
        $fclose(lazy_memory_file);
    end
`endif
    always @(posedge clock) lazy_old <= lazy_memory[old_address];
    always @(posedge clock) lazy_new <= lazy_memory[new_address];

    // The king-safety ROM: stage class and wing register.
    reg [15:0] safety_memory [0:4095];
`ifdef SYNTHESIS
    initial $readmemh(SAFETY_FILE, safety_memory);
`else
    integer safety_memory_file, safety_memory_index, safety_memory_count;
    reg [15:0] safety_memory_word;
    initial begin
        safety_memory_file = $fopen(SAFETY_FILE, "r");
        if (safety_memory_file == 0) $fatal(1, "%0s: no such file; run in its folder, or set SAFETY_FILE", SAFETY_FILE);
        for (safety_memory_index = 0; safety_memory_index <= 4095; safety_memory_index = safety_memory_index + 1) begin
            safety_memory_count = $fscanf(safety_memory_file, "%h", safety_memory_word);
            if (safety_memory_count != 1) $fatal(1, "%0s: expected 4096 words, got %0d", SAFETY_FILE, safety_memory_index);
            safety_memory[safety_memory_index] = safety_memory_word;
        end
        $fclose(safety_memory_file);
    end
`endif
    always @(posedge clock) safety_white <= safety_memory[safety_white_address];
    always @(posedge clock) safety_black <= safety_memory[safety_black_address];

    // The king-centralization ROM: stage class and square.
    reg [15:0] central_memory [0:511];
`ifdef SYNTHESIS
    initial $readmemh(CENTRAL_FILE, central_memory);
`else
    integer central_memory_file, central_memory_index, central_memory_count;
    reg [15:0] central_memory_word;
    initial begin
        central_memory_file = $fopen(CENTRAL_FILE, "r");
        if (central_memory_file == 0) $fatal(1, "%0s: no such file; run in its folder, or set CENTRAL_FILE", CENTRAL_FILE);
        for (central_memory_index = 0; central_memory_index <= 511; central_memory_index = central_memory_index + 1) begin
            central_memory_count = $fscanf(central_memory_file, "%h", central_memory_word);
            if (central_memory_count != 1) $fatal(1, "%0s: expected 512 words, got %0d", CENTRAL_FILE, central_memory_index);
            central_memory[central_memory_index] = central_memory_word;
        end
        $fclose(central_memory_file);
    end
`endif
    always @(posedge clock) central_white <= central_memory[central_white_address];
    always @(posedge clock) central_black <= central_memory[central_black_address];

    // The microcode's checksum, CRC-32 of its words, lowest byte first: low half, high half.
    reg [15:0] checksum_memory [0:1];
`ifdef SYNTHESIS
    initial $readmemh(CHECKSUM_FILE, checksum_memory);
`else
    integer checksum_memory_file, checksum_memory_index, checksum_memory_count;
    reg [15:0] checksum_memory_word;
    initial begin
        checksum_memory_file = $fopen(CHECKSUM_FILE, "r");
        if (checksum_memory_file == 0) $fatal(1, "%0s: no such file; run in its folder, or set CHECKSUM_FILE", CHECKSUM_FILE);
        for (checksum_memory_index = 0; checksum_memory_index <= 1; checksum_memory_index = checksum_memory_index + 1) begin
            checksum_memory_count = $fscanf(checksum_memory_file, "%h", checksum_memory_word);
            if (checksum_memory_count != 1) $fatal(1, "%0s: expected 2 words, got %0d", CHECKSUM_FILE, checksum_memory_index);
            checksum_memory[checksum_memory_index] = checksum_memory_word;
        end
        $fclose(checksum_memory_file);
    end
`endif
    assign checksum = checksum_memory[checksum_address];
endmodule
