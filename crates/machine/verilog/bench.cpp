// A host for the machine in Verilator: reads lines "DEPTH FEN" and prints, for each, what the machine alone comes to:
// value, best move (to + 64 from + 4096 kind; 0 if alpha was not raised), nodes, cycles.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
//     verilator --cc --exe --build -O3 --top-module belle_board belle.v belle_*.v transposition_memory.v bench.cpp
//     echo "3 r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" | obj_dir/Vbelle_board

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

#include "Vbelle_board.h"
#include "verilated.h"

namespace {

// Numbers of the host port's registers and of the frame's slots, as the databook lists them.
enum { CONTROL = 0, SQUARE = 1, POSITION = 2, DRAW = 4, VALUE = 5, CLEAR = 6, NODES = 8, CYCLES = 12, SLOTS = 16 };
enum { ALPHA = 0, BETA = 1, DEPTH = 3, BEST = 5 };
enum { PAWN = 1, ROOK = 4, KING = 6 };
const int INFINITE = 32000;
const int START = 0;  // The address of `search` in search.mc.

Vbelle_board *board;

void clock_once() {
    board->clock = 0;
    board->eval();
    board->clock = 1;
    board->eval();
}

void write(int number, int data) {
    board->host_address = number;
    board->host_data = data & 0xFFFF;
    board->host_write = 1;
    board->eval();  // The data settle before the clock falls: the microcode ROM is read then.
    clock_once();
    board->host_write = 0;
}

uint64_t read(int number, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) {
        board->host_address = number + i;
        board->eval();
        value |= uint64_t(board->host_out) << (16 * i);
    }
    return value;
}

[[noreturn]] void fail(const std::string &why, const std::string &line) {
    std::cerr << "bench: " << why << ": " << line << "\n";
    std::exit(1);
}

struct Position {
    int piece[64] = {};
    bool white = true;
    int rights = 0;
    int latch = 0;
};

// Eight ranks of eight squares, one king of each side, no pawn at either end: what the machine takes for granted.
void parse_board(Position &position, const std::string &pieces, const std::string &line) {
    const char *kinds = "PNBRQK";
    int file = 0, rank = 7, kings[2] = {};
    for (char c : pieces) {
        const char *kind = c ? std::strchr(kinds, std::toupper(static_cast<unsigned char>(c))) : nullptr;
        if (c == '/') {
            if (file != 8 || rank == 0) fail("the board is not 8 ranks of 8 squares", line);
            file = 0, rank--;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (kind && file < 8) {
            bool black = std::islower(static_cast<unsigned char>(c));
            if (*kind == 'K') kings[black]++;
            if (*kind == 'P' && (rank == 0 || rank == 7)) fail("a pawn stands on the first or last rank", line);
            position.piece[8 * rank + file++] = int(kind - kinds) + 1 + (black ? 8 : 0);
        } else {
            fail(kind ? "the board is not 8 ranks of 8 squares" : "no piece or number on a board", line);
        }
        if (file > 8) fail("the board is not 8 ranks of 8 squares", line);
    }
    if (rank != 0 || file != 8) fail("the board is not 8 ranks of 8 squares", line);
    if (kings[0] != 1 || kings[1] != 1) fail("expected one king of each side", line);
}

// Some of the four letters in their order, or none.
bool is_castling(const std::string &castles) {
    if (castles == "-") return true;
    size_t at = 0;
    for (char c : std::string("KQkq"))
        if (at < castles.size() && castles[at] == c) at++;
    return at > 0 && at == castles.size();
}

Position parse(std::istringstream &words, const std::string &line) {
    std::string pieces, side, castles, passed;
    if (!(words >> pieces >> side >> castles >> passed)) fail("expected DEPTH and FEN", line);
    Position position;
    parse_board(position, pieces, line);
    if (side != "w" && side != "b") fail("expected w or b for the side to move", line);
    position.white = side == "w";
    if (!is_castling(castles)) fail("expected - or some of KQkq for castling", line);
    bool square = passed.size() == 2 && passed[0] >= 'a' && passed[0] <= 'h';
    square = square && passed[1] == (position.white ? '6' : '3');
    if (passed != "-" && !square) fail("expected - or a square behind a pawn for en passant", line);
    for (int i = 0; i < 4; i++) {
        if (castles.find("KQkq"[i]) == std::string::npos) continue;
        // Whose right it is, and on which wing.
        const int *home = position.piece + (i < 2 ? 0 : 56), color = i < 2 ? 0 : 8;
        bool at_home = home[4] == KING + color && home[i % 2 ? 0 : 7] == ROOK + color;
        if (!at_home) fail("castling without king and rook at home", line);
        position.rights |= 1 << i;
    }
    if (square) {
        // The latch is armed only if a pawn stands beside the one that has passed.
        int file = passed[0] - 'a', rank = position.white ? 4 : 3;
        int own = position.white ? PAWN : PAWN + 8, other = position.white ? PAWN + 8 : PAWN;
        const int *row = position.piece + 8 * rank;
        if (row[file] != other) fail("no pawn has passed the en-passant square", line);
        bool left = file > 0 && row[file - 1] == own;
        bool right = file < 7 && row[file + 1] == own;
        if (left || right) position.latch = 8 * (position.white ? 5 : 2) + file;
    }
    return position;
}

void search(const Position &position, int depth) {
    for (int square = 0; square < 64; square++) write(SQUARE, square | position.piece[square] << 8);
    write(POSITION, int(position.white) | position.rights << 1 | position.latch << 5);
    write(DRAW, 0);
    write(CLEAR, 0);
    write(SLOTS + ALPHA, -INFINITE);
    write(SLOTS + BETA, INFINITE);
    write(SLOTS + BEST, 0);
    write(SLOTS + DEPTH, -depth);
    write(CONTROL, START);
    while (!board->halted) clock_once();
    std::printf("%d %llu %llu %llu\n", int16_t(read(VALUE, 1)), (unsigned long long)read(SLOTS + BEST, 1),
                (unsigned long long)read(NODES, 4), (unsigned long long)read(CYCLES, 4));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
    Verilated::commandArgs(argc, argv);
    board = new Vbelle_board;
    board->host_write = 0;
    board->reset = 1;
    clock_once();
    clock_once();
    board->reset = 0;
    clock_once();
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        int depth;
        if (!(words >> depth) || depth < 1 || depth > 60) fail("expected DEPTH and FEN", line);
        search(parse(words, line), depth);
    }
    board->final();
    delete board;
}
