// belle_board_bus: BOARD BUS: the square that the microword addresses, the piece there, and the
// piece that it puts there.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_board_bus (
    // Whose move it is on the machine's board: high for White, low for Black.
    input  wire white_to_move,
    input  wire [63:0] word, // the microword
    input  wire host_puts, // the host puts a piece on a square
    input  wire address_to, // address to: the to register
    input  wire address_from, // address from: the from register
    // address passed: the rank of the from register, the file of the to register: the pawn taken en
    // passant
    input  wire address_passed,
    // The square that the move goes to: the victim, named by the priority network and held for the
    // aggressors. The to register.
    input  wire [5:0] to,
    // The square that the move comes from: the aggressor. It is kept to put the piece back when the
    // move is taken back.
    input  wire [5:0] from,
    // address square: bits 0 to 5 of `next`, the rank flipped when Black is to move
    input  wire address_square,
    input  wire [15:0] host_data, // the host's data
    // Which pieces stand on the board: bit 0 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p0,
    // Which pieces stand on the board: bit 1 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p1,
    // Which pieces stand on the board: bit 2 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p2,
    // Which pieces stand on the board: bit 3 of the code of each square's piece, a1 lowest. Bit 3
    // means black.
    input  wire [63:0] p3,
    // What is special about the move: castling, en passant, a promotion. 0: an ordinary move.
    input  wire [2:0] kind,
    input  wire put_moved, // put moved: the moved register
    input  wire put_captured, // put captured: the captured register
    input  wire put_own, // put own: the mover's piece of the kind in bits 6 to 8 of `next`
    input  wire put_enemy, // put enemy: the opponent's piece of the kind in bits 6 to 8 of `next`
    input  wire put_promoted, // put promoted: the mover's piece that the kind register promotes to
    // The piece that makes the move: its kind and its color. A promoted pawn is put back from it.
    input  wire [3:0] moved,
    // The piece that the move takes, kept to be put back afterwards. 0: the move takes nothing.
    input  wire [3:0] captured,
    input  wire put_nothing, // put nothing: no write
    // The machine is at work on a search. Low: it has halted, and the host may read the result or
    // give it the next move.
    input  wire running,
    input  wire commit, // the machine runs and its word ends with this cycle
    output wire [63:0] selected, // the line of the square on the address bus
    output wire [5:0] square, // the square on the address bus
    output wire [3:0] piece_off, // the piece there
    output wire [3:0] piece_on, // the piece put there
    output wire driven, // the ROMs are addressed: the order is there
    output wire written // the piece is written at the end of this cycle
);

    wire v1 = ~white_to_move;
    wire v2 = ~host_puts;
    wire [5:0] v3 = ((word[5:0] ^ (6'h38 & {6{v1}})) & {6{v2 & address_square}}) | (host_data[5:0] & {6{host_puts}});
    wire [5:0] v4 = ({from[5:3], to[2:0]} & {6{v2 & address_passed}}) | v3;
    assign square = (to & {6{v2 & address_to}}) | (from & {6{v2 & address_from}}) | v4;
    assign selected = 64'd1 << square;
    wire v5 = v2 & put_promoted;
    wire [3:0] v6 = host_data[11:8] & {4{host_puts}};
    wire [3:0] v7 = (captured & {4{v2 & put_captured}}) | ({v1, word[8:6]} & {4{v2 & put_own}});
    wire [3:0] v8 = ({v1, ~kind[0], kind[0], ~(kind[0] ^ kind[1]) & ~(kind[0] & ~kind[1])} & {4{v5}}) | v6;
    wire [3:0] v9 = ({white_to_move, word[8:6]} & {4{v2 & put_enemy}}) | v8;
    assign piece_on = (moved & {4{v2 & put_moved}}) | v7 | v9;
    wire v10 = v2 & ~(v2 & put_nothing);
    assign driven = host_puts | (v10 & running);
    assign written = host_puts | (v10 & commit);

    assign piece_off = {|(p3 & selected), |(p2 & selected), |(p1 & selected), |(p0 & selected)};

endmodule
