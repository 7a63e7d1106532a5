"""Plays with a Belle at the end of a serial line, by
the numbers in belle_host.json: a host in one file.

belle_host.py DEVICE [--depth 4] [--fen FEN]     you play, moves as e2e4; "go" lets the machine move, "quit" ends
belle_host.py DEVICE --self-play 10              the machine plays ten moves against itself

Nothing but Python is needed. A real host does more: it deepens, keeps the clock,
and drives the root itself.
"""

import argparse
import json
import os
import pathlib
import re
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
# Seconds that a board may take for its first answer, and for a search.
MEETING_TIME, PATIENCE = 10, 600
HOST = json.loads(pathlib.Path(__file__).with_name("belle_host.json").read_text())
REGISTERS, SERIAL, SLOTS, ENTRIES = (
    HOST[key] for key in ("registers", "serial", "slots", "entries")
)


class NoMachine(Exception):
    """There is no Belle at the line, or no longer."""


class BadPosition(Exception):
    """A FEN that is no position."""


class Port:
    """The host port over the serial line."""

    def __init__(self, path):
        self.patience = MEETING_TIME
        try:
            self.connect(path)
        except (OSError, termios.error) as error:
            raise NoMachine(f"no serial line: {error.args[-1]}") from error
        self.patience = PATIENCE

    def connect(self, path):
        self.line = os.open(path, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.line)
        settings = termios.tcgetattr(self.line)
        settings[4] = settings[5] = termios.B1000000
        termios.tcsetattr(self.line, termios.TCSANOW, settings)
        # A host that went away may have left half a command: two bytes complete any.
        self.send(*[SERIAL["stop"]] * 3)
        while select.select([self.line], [], [], 0.3)[0] and self.take(4096):
            pass
        checksum = self.read_wide("checksum", 2)
        expected = HOST["microcode_checksum"]
        if checksum != expected:
            raise NoMachine(
                f"other microcode: expected {expected:08x}, got {checksum:08x}"
            )
        self.command("clear_memory")

    def send(self, *data):
        try:
            os.write(self.line, bytes(data))
        except OSError as error:
            raise NoMachine("the board is gone") from error

    def take(self, count):
        """The bytes that are there, at most so many."""
        try:
            data = os.read(self.line, count)
        except OSError as error:
            raise NoMachine("the board is gone") from error
        # A line that is ready and has nothing to read has lost its other end.
        if not data:
            raise NoMachine("the board is gone")
        return data

    def receive(self, count):
        data = b""
        while len(data) < count:
            if not select.select([self.line], [], [], self.patience)[0]:
                raise NoMachine("the board does not answer")
            data += self.take(count - len(data))
        return data

    def write(self, register, value, offset=0):
        number = REGISTERS[register] + offset
        self.send(SERIAL["write"] | number, value & 0xFF, value >> 8 & 0xFF)

    def read(self, register, offset=0):
        number = REGISTERS[register] + offset
        self.send(SERIAL["read"] | number)
        answer = self.receive(3)
        if answer[0] != SERIAL["read"] | number:
            raise NoMachine("what answers is no Belle, or the line is disturbed")
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


def check(fen):
    """Raises BadPosition unless the first four fields of a FEN are what they should be."""
    fields = fen.split()
    if len(fields) < 4:
        raise BadPosition("expected a board, a side, castling rights and a square")
    board, side, castles, passed = fields[:4]
    ranks = board.split("/")
    for rank in ranks:
        if not re.fullmatch("[1-8pnbrqkPNBRQK]+", rank):
            raise BadPosition(f"expected pieces and numbers of empty squares: {rank}")
        if sum(int(one) if one.isdigit() else 1 for one in rank) != 8:
            raise BadPosition(f"expected eight squares in the rank {rank}")
    if len(ranks) != 8:
        raise BadPosition(f"expected eight ranks, got {len(ranks)}")
    if board.count("K") != 1 or board.count("k") != 1:
        raise BadPosition("expected a king of each side")
    if re.search("[pP]", ranks[0] + ranks[7]):
        raise BadPosition("expected no pawn on the first or last rank")
    if side not in ("w", "b"):
        raise BadPosition(f"expected w or b as the side to move, got {side}")
    if not re.fullmatch("-|[KQkq]{1,4}", castles):
        raise BadPosition(f"expected castling rights or -, got {castles}")
    if not re.fullmatch("-|[a-h][36]", passed):
        raise BadPosition(f"expected a square of rank 3 or 6, or -, got {passed}")


class Game:
    """A position, as far as moves change it."""

    def __init__(self, fen):
        check(fen)
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


def depth(text):
    plies = int(text)
    if not 1 <= plies <= 60:
        raise argparse.ArgumentTypeError(f"expected 1 to 60, got {plies}")
    return plies


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("device")
    parser.add_argument("--depth", type=depth, default=4, help="plies, 1 to 60")
    parser.add_argument("--fen", default=START)
    parser.add_argument("--self-play", type=int, metavar="MOVES")
    return parser.parse_args()


def ask():
    """What the user types; at the end of the input that is "quit"."""
    try:
        return input("your move: ").strip()
    except EOFError:
        print()
        return "quit"


def play(options):
    game = Game(options.fen)
    port = Port(options.device)
    left = options.self_play
    while left is None or left > 0:
        moves = game.moves(port)
        if not moves:
            print("no legal move")
            return
        if left is None:
            line = ask()
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


def main():
    options = arguments()
    try:
        play(options)
    except BadPosition as error:
        sys.exit(f"{options.fen}: {error}")
    except NoMachine as error:
        sys.exit(f"{options.device}: {error}")
    except KeyboardInterrupt:
        sys.exit("\ninterrupted")


if __name__ == "__main__":
    main()
