// The machine in Verilator with its serial line on a pseudo terminal: a board without the board. Prints the terminal's
// name, and runs until it is killed. With a path as its argument it makes a symbolic link to the terminal there, as a
// board has the same name each time it is plugged in.
//
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include "Vmodel.h"
#include "verilated.h"

namespace {

const int DIVIDER = 2;  // Clocks a bit of the line, as sim.mk sets them.
const int RESET = 4;    // Clocks of the reset.
const int QUIET = 12 * DIVIDER;  // Clocks after it, until the board has seen a quiet line and hears.
const int ASK = 256;    // Clocks between two looks at the terminal.
const int IDLE = 256;   // Clocks without anything to do, after which the model sleeps until a byte comes.

Vmodel *board;
int terminal;

void fail(const char *what) {
    std::fprintf(stderr, "model: %s: %s\n", what, std::strerror(errno));
    std::_Exit(1);
}

// Sends the terminal's bytes to the board, bit by bit.
struct Sender {
    unsigned char bytes[4096];
    int have = 0, at = 0, clocks = 0, bits = 0;
    unsigned shift = 1;

    void look() {
        ssize_t count = read(terminal, bytes, sizeof bytes);
        have = count > 0 ? int(count) : 0;
        at = 0;
    }
    bool idle() const { return bits == 0 && at == have; }
    void clock() {
        if (bits > 0) {
            if (--clocks > 0) return;
            shift >>= 1;
            bits--;
            clocks = DIVIDER;
        }
        if (bits == 0 && at < have) {
            shift = 0x200u | unsigned(bytes[at++]) << 1;
            bits = 10;
            clocks = DIVIDER;
        }
        board->rx = bits > 0 ? shift & 1 : 1;
    }
};

// Takes the board's bits, and writes whole bytes to the terminal.
struct Receiver {
    int clocks = 0, bits = -1;  // -1: the line is idle.
    unsigned byte = 0;

    bool idle() const { return bits < 0; }
    void clock() {
        if (bits < 0) {
            if (board->tx) return;
            bits = 0;
            byte = 0;
            clocks = DIVIDER + DIVIDER / 2;
        } else if (--clocks == 0) {
            clocks = DIVIDER;
            if (bits < 8) {
                byte |= unsigned(board->tx) << bits++;
                return;
            }
            bits = -1;
            unsigned char one = byte;
            // Nobody may be there to read it; then it is lost, as on a line.
            if (write(terminal, &one, 1) < 0 && errno != EAGAIN) fail("the terminal");
        }
    }
};

}  // namespace

int main(int argc, char **argv) {
    Verilated::commandArgs(argc, argv);
    int other;
    char name[128];
    // The other end stays open here too, so that hosts may come and go.
    if (openpty(&terminal, &other, name, nullptr, nullptr)) fail("no pseudo terminal");
    struct termios raw;
    tcgetattr(other, &raw);
    cfmakeraw(&raw);
    tcsetattr(other, TCSANOW, &raw);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    const char *line = argc > 1 ? argv[1] : name;
    if (argc > 1) {
        unlink(line);
        if (symlink(name, line)) fail(line);
    }
    board = new Vmodel;
    board->rx = 1;
    Sender sender;
    Receiver receiver;
    std::printf("the serial line is %s\n", line);
    std::fflush(stdout);
    int idle = 0;
    for (uint64_t clocks = 0;; clocks++) {
        board->reset = clocks < RESET;
        board->clock = 0;
        board->eval();
        board->clock = 1;
        board->eval();
        // A host that is there at once waits: nothing is heard so early.
        if (clocks < RESET + QUIET) continue;
        sender.clock();
        receiver.clock();
        if (sender.idle() && clocks % ASK == 0) sender.look();
        bool busy = board->searching || !sender.idle() || !receiver.idle();
        idle = busy ? 0 : idle + 1;
        if (idle > IDLE) {
            struct pollfd wait = {terminal, POLLIN, 0};
            poll(&wait, 1, 1000);
            sender.look();
            idle = 0;
        }
    }
}
