// belle_lazy_adder: LAZY, its adders: the hash, material and piece-square registers with the ROMs'
// words of the last write to the board.
//
// Written by Belle 0.2.0 from the function that it simulates.
//
// SPDX-License-Identifier: GPL-3.0-or-later

// Signals come whole, though a module may need only some of their wires.
/* verilator lint_off UNUSEDSIGNAL */

module belle_lazy_adder (
    input  wire put_nothing, // put nothing: no write
    input  wire [47:0] hash_old, // hash ROM: the piece taken off
    input  wire [47:0] hash_new, // hash ROM: the piece put on
    // the board was written in the cycle before: the ROMs' words for it are there now
    input  wire settling,
    // The fingerprint of the pieces on their squares, by which a position met before is recognized:
    // a key of 48 bits, less what is settling.
    input  wire [47:0] hash,
    input  wire first, // it is the word's first cycle
    input  wire [31:0] lazy_new, // lazy ROM: material and piece-square value of the piece put on
    input  wire [31:0] lazy_old, // lazy ROM: material and piece-square value of the piece taken off
    // White's pieces less Black's by their worth, in centipawns, kept by every piece put on or
    // taken off, less what is settling.
    input  wire [15:0] material,
    // How much better White's pieces stand on their squares than Black's, in centipawns, less what
    // is settling.
    input  wire [15:0] piece_square,
    output wire [47:0] hash_settled, // the key of pieces and squares, with what is settling
    // that key with the write of this word, from the word's second cycle on
    output wire [47:0] hash_written,
    output wire [15:0] material_settled, // the material register with what is settling
    output wire [15:0] piece_square_settled // the piece-square register with what is settling
);

    // LAZY
    wire [47:0] v1 = hash_old ^ hash_new;
    assign hash_settled = hash ^ (v1 & {48{settling}});
    assign hash_written = hash_settled ^ (v1 & {48{~put_nothing & ~first}});

    // ADD
    wire [15:0] sum = lazy_new[15:0] - lazy_old[15:0];
    assign material_settled = material + (sum & {16{settling}});
    wire [15:0] lazy_add_sum = lazy_new[31:16] - lazy_old[31:16];
    assign piece_square_settled = piece_square + (lazy_add_sum & {16{settling}});

endmodule
