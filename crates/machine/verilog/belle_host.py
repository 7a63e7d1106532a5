"""Plays with a Belle at the end of a serial line, by the numbers in belle_host.json: a host in one file.

belle_host.py DEVICE [--depth 4] [--fen FEN]     you play, moves as e2e4; "go" lets the machine move, "quit" ends
belle_host.py DEVICE --self-play 10              the machine plays ten moves against itself

Nothing but Python is needed. A real host does more: it deepens, keeps the clock, and drives the root itself.
"""

import argparse
import json
import os
import pathlib
import select
import sys
import termios
import tty

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KINDS = " PNBRQK"
INFINITE = 32000
# What a move is besides its squares, as the kind register says it.
PROMOTIONS = {4: "q", 5: "n", 6: "r", 7: "b"}
EN_PASSANT, KING_SIDE, QUEEN_SIDE = 1, 2, 3
HOST = json.loads(pathlib.Path(__file__).with_name("belle_host.json").read_text())
REGISTERS, SERIAL, SLOTS, ENTRIES = (
    HOST[key] for key in ("registers", "serial", "slots", "entries")
)


class Port:
    """The host port over the serial line."""

    def __init__(self, path):
        self.line = os.open(path, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.line)
        settings = termios.tcgetattr(self.line)
        settings[4] = settings[5] = termios.B1000000
        termios.tcsetattr(self.line, termios.TCSANOW, settings)
        # A host that went away may have left half a command: two bytes complete any.
        self.send(*[SERIAL["stop"]] * 3)
        while select.select([self.line], [], [], 0.3)[0]:
            os.read(self.line, 4096)
        checksum = self.read_wide("checksum", 2)
        if checksum != HOST["microcode_checksum"]:
            sys.exit(
                f"other microcode: expected {HOST['microcode_checksum']:08x}, got {checksum:08x}"
            )
        self.command("clear_memory")

    def send(self, *data):
        os.write(self.line, bytes(data))

    def receive(self, count):
        data = b""
        while len(data) < count:
            if not select.select([self.line], [], [], 600)[0]:
                sys.exit("the board does not answer")
            data += os.read(self.line, count - len(data))
        return data

    def write(self, register, value, offset=0):
        number = REGISTERS[register] + offset
        self.send(SERIAL["write"] | number, value & 0xFF, value >> 8 & 0xFF)

    def read(self, register, offset=0):
        number = REGISTERS[register] + offset
        self.send(SERIAL["read"] | number)
        answer = self.receive(3)
        assert answer[0] == SERIAL["read"] | number, "the line is disturbed"
        return answer[1] | answer[2] << 8

    def read_wide(self, register, count):
        return sum(self.read(register, part) << 16 * part for part in range(count))

    def wait(self):
        self.send(SERIAL["wait"])

    def command(self, name):
        self.write("command", 1 << HOST["command_bits"][name])
        self.wait()

    def start(self, entry):
        self.write("control", ENTRIES[entry])
        self.wait()


def signed(word):
    return word - 0x10000 if word & 0x8000 else word


def square_name(square):
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


class Game:
    """A position, as far as moves change it."""

    def __init__(self, fen):
        board, side, castles, passed = fen.split()[:4]
        self.board, self.white, self.passed = [0] * 64, side == "w", 0
        self.rights = sum(
            1 << place for place, right in enumerate("KQkq") if right in castles
        )
        for rank, row in enumerate(board.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    color = 8 if letter.islower() else 0
                    self.board[8 * (7 - rank) + file] = (
                        KINDS.index(letter.upper()) | color
                    )
                    file += 1
        if passed != "-":
            self.arm("abcdefgh".index(passed[0]) + 8 * (int(passed[1]) - 1))

    def arm(self, square):
        """Sets the en-passant latch, if a pawn can take there."""
        rank, file = (square >> 3) + (-1 if self.white else 1), square & 7
        pawn = 1 if self.white else 9
        beside = [8 * rank + near for near in (file - 1, file + 1) if 0 <= near < 8]
        self.passed = (
            square if any(self.board[place] == pawn for place in beside) else 0
        )

    def load(self, port):
        for square, piece in enumerate(self.board):
            port.write("square", square | piece << 8)
        port.write("position", self.white | self.rights << 1 | self.passed << 5)

    def moves(self, port):
        """All legal moves, by name, as the machine finds them."""
        self.load(port)
        found, entry = {}, "first_move"
        while True:
            port.start(entry)
            move = port.read("move")
            none = port.read("control") >> HOST["control_bits"]["none"] & 1
            if none and move >> 12 == 0:
                return found
            found[self.name(move)] = move
            entry = "next_move"

    def squares(self, move):
        to, origin, kind = move & 63, move >> 6 & 63, move >> 12
        home = 0 if self.white else 56
        if kind == KING_SIDE:
            return home + 4, home + 6, kind
        if kind == QUEEN_SIDE:
            return home + 4, home + 2, kind
        return origin, to, kind

    def name(self, move):
        origin, to, kind = self.squares(move)
        return square_name(origin) + square_name(to) + PROMOTIONS.get(kind, "")

    def search(self, port, depth):
        """The machine's move and its value for the side to move."""
        self.load(port)
        port.write("draw", 0)
        port.write("deepest", 0)
        port.command("clear_open_flags")
        values = {"alpha": -INFINITE, "beta": INFINITE, "best": 0, "depth": -depth}
        for slot, value in values.items():
            port.write("slots", value, SLOTS[slot])
        port.start("search")
        return port.read("slots", SLOTS["best"]), signed(port.read("value"))

    def play(self, move):
        origin, to, kind = self.squares(move)
        board, piece = self.board, self.board[origin]
        board[to], board[origin] = piece, 0
        if kind == EN_PASSANT:
            board[to + (-8 if self.white else 8)] = 0
        elif kind == KING_SIDE:
            board[to - 1], board[to + 1] = board[to + 1], 0
        elif kind == QUEEN_SIDE:
            board[to + 1], board[to - 2] = board[to - 2], 0
        elif kind in PROMOTIONS:
            board[to] = KINDS.index(PROMOTIONS[kind].upper()) | piece & 8
        homes = {4: 3, 7: 1, 0: 2, 60: 12, 63: 4, 56: 8}
        for square in (origin, to):
            self.rights &= ~homes.get(square, 0)
        self.white, self.passed = not self.white, 0
        if piece & 7 == 1 and abs(to - origin) == 16:
            self.arm((origin + to) // 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("device")
    parser.add_argument("--depth", type=int, default=4, help="plies, 1 to 60")
    parser.add_argument("--fen", default=START)
    parser.add_argument("--self-play", type=int, metavar="MOVES")
    options = parser.parse_args()
    port, game = Port(options.device), Game(options.fen)
    left = options.self_play
    while left is None or left > 0:
        moves = game.moves(port)
        if not moves:
            print("no legal move")
            return
        if left is None:
            line = input("your move: ").strip()
            if line == "quit":
                return
            if line != "go" and line not in moves:
                print("one of:", *sorted(moves), "go", "quit")
                continue
            if line != "go":
                game.play(moves[line])
                if not game.moves(port):
                    print("no legal move: the game is over")
                    return
        best, value = game.search(port, options.depth)
        # Without a best move the machine is mated whatever it does, and plays anything.
        best = best or next(iter(game.moves(port).values()))
        nodes = port.read_wide("nodes", 4)
        print(f"{game.name(best)} value {value} nodes {nodes}", flush=True)
        game.play(best)
        left = left and left - 1


if __name__ == "__main__":
    main()
