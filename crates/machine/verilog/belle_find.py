"""Lists the moves of a position in the order in which
Belle's move generator finds them, over a serial line.

belle_find.py DEVICE [--fen FEN]

Nothing but Python is needed. A victim is what a move takes, or an empty square; the best is found
first. Its aggressors come the least first. Castling is no work of the move generator, and a
promotion is shown once.
"""

import argparse
import os
import re
import select
import sys
import termios
import tty

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KINDS = " PNBRQK"
# The commands, as generator_on_a_line.v has them.
PUT, DISABLE, DISABLE_NONE, FIND = 0x00, 0x40, 0x80, 0xC0
AGGRESSOR, WHITE, PASSED = 1, 2, 4
CHECK, NONE = 0x40, 0x80


class NoGenerator(Exception):
    """There is no move generator at the line, or no longer."""


def check(fen):
    """Ends the program unless the first four fields of a FEN are what they should be."""
    fields = fen.split()
    ranks = fields[0].split("/") if len(fields) >= 4 else []
    squares = [
        sum(int(one) if one.isdigit() else 1 for one in rank)
        for rank in ranks
        if re.fullmatch("[1-8pnbrqkPNBRQK]+", rank)
    ]
    if squares != [8] * 8:
        sys.exit(f"{fen}: expected eight ranks of eight squares, and three fields more")
    if fields[1] not in ("w", "b"):
        sys.exit(f"{fen}: expected w or b as the side to move, got {fields[1]}")
    if not re.fullmatch("-|[a-h][36]", fields[3]):
        sys.exit(f"{fen}: expected a square of rank 3 or 6, or -, got {fields[3]}")


class Generator:
    """The move generator at a line, with a position."""

    def __init__(self, path, fen):
        try:
            self.connect(path)
            self.put(fen)
        except (OSError, termios.error) as error:
            raise NoGenerator(f"no serial line: {error.args[-1]}") from error

    def connect(self, path):
        self.line = os.open(path, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.line)
        settings = termios.tcgetattr(self.line)
        settings[4] = settings[5] = termios.B1000000
        termios.tcsetattr(self.line, termios.TCSANOW, settings)
        # A host that went away may have left half a command: two bytes complete any,
        # and a find is answered.
        self.send(*[DISABLE_NONE] * 3)
        while select.select([self.line], [], [], 0.3)[0] and self.take(64):
            pass

    def put(self, fen):
        board, side, _, passed = fen.split()[:4]
        self.flags = WHITE if side == "w" else 0
        self.passed = 0
        if passed != "-":
            self.passed = "abcdefgh".index(passed[0]) + 8 * (int(passed[1]) - 1)
            self.flags |= PASSED
        for rank, row in enumerate(board.split("/")):
            file = 0
            for letter in row:
                count = int(letter) if letter.isdigit() else 1
                piece = 0
                if not letter.isdigit():
                    color = 8 if letter.islower() else 0
                    piece = KINDS.index(letter.upper()) | color
                for _ in range(count):
                    self.send(PUT | 8 * (7 - rank) + file, piece)
                    file += 1

    def send(self, *data):
        try:
            os.write(self.line, bytes(data))
        except OSError as error:
            raise NoGenerator("the board is gone") from error

    def take(self, count):
        """The bytes that are there, at most so many."""
        try:
            data = os.read(self.line, count)
        except OSError as error:
            raise NoGenerator("the board is gone") from error
        # A line that is ready and has nothing to read has lost its other end.
        if not data:
            raise NoGenerator("the board is gone")
        return data

    def disable(self, squares):
        self.send(DISABLE_NONE, *[DISABLE | square for square in squares])

    def find(self, flags, victim):
        """A find's answer: the square, or None; and whether the king can be taken."""
        self.send(FIND | flags | self.flags, self.passed, victim)
        answer = b""
        while len(answer) < 2:
            if not select.select([self.line], [], [], 60)[0]:
                raise NoGenerator("the board does not answer")
            answer += self.take(2 - len(answer))
        return None if answer[0] & NONE else answer[0] & 63, bool(answer[0] & CHECK)

    def moves(self):
        """All moves, as pairs of squares, in the order of the finds; none if the king can be taken."""
        victims = []
        while True:
            self.disable(victims)
            victim, check = self.find(0, 0)
            if check:
                print("the side to move can take the king")
                return
            if victim is None:
                return
            aggressors = []
            while True:
                self.disable(aggressors)
                aggressor, _ = self.find(AGGRESSOR, victim)
                if aggressor is None:
                    break
                yield aggressor, victim
                aggressors.append(aggressor)
            victims.append(victim)


def name(square):
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("device")
    parser.add_argument("--fen", default=START)
    options = parser.parse_args()
    check(options.fen)
    try:
        for origin, to in Generator(options.device, options.fen).moves():
            print(name(origin) + name(to), flush=True)
    except NoGenerator as error:
        sys.exit(f"{options.device}: {error}")
    except KeyboardInterrupt:
        sys.exit("\ninterrupted")


if __name__ == "__main__":
    main()
