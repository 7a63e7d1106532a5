"""Turns positions in FEN into orders to the machine's host port; see docs/databook/host-port.md."""

import sys

KINDS = "PNBRQK"
SQUARE, POSITION = 1, 2


class BadPosition(Exception):
    """What is wrong with a position, in words."""


def check(fen):
    """Raises what is wrong with a position's first four fields."""
    fields = fen.split()
    if len(fields) < 4:
        raise BadPosition(
            "a position has four fields at least: the ranks, w or b, the castling rights or -, "
            f"the en-passant square or -; there are {len(fields)}"
        )
    pieces, side, _, passed = fields[:4]
    ranks = pieces.split("/")
    if len(ranks) != 8:
        raise BadPosition(f"expected 8 ranks with / between them, got {len(ranks)}")
    for row, rank in enumerate(ranks):
        unknown = [each for each in rank if each not in "12345678PNBRQKpnbrqk"]
        if unknown:
            raise BadPosition(
                f"rank {8 - row} has '{unknown[0]}'; expected a piece such as P or k, or a digit"
            )
        files = sum(int(each) if each.isdigit() else 1 for each in rank)
        if files != 8:
            raise BadPosition(
                f"rank {8 - row} ({rank}) has {files} squares; expected 8"
            )
    if side not in ("w", "b"):
        raise BadPosition(f"the side to move is '{side}'; expected w or b")
    wanted = "6" if side == "w" else "3"
    if passed != "-" and (
        len(passed) != 2 or passed[0] not in "abcdefgh" or passed[1] != wanted
    ):
        raise BadPosition(
            f"the en-passant square is '{passed}'; expected - or one on rank {wanted}"
        )


def squares(pieces):
    """The piece code of each square, a1 first."""
    codes = [0] * 64
    for row, rank in enumerate(pieces.split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
            else:
                codes[8 * (7 - row) + file] = (
                    KINDS.index(letter.upper()) + 1 + 8 * letter.islower()
                )
                file += 1
    return codes


def orders(fen):
    pieces, side, _, passed = fen.split()[:4]
    lines = [
        f"write {SQUARE:x} {code << 8 | at:x}"
        for at, code in enumerate(squares(pieces))
    ]
    latch = (
        0 if passed == "-" else "abcdefgh".index(passed[0]) + 8 * (int(passed[1]) - 1)
    )
    lines.append(f"write {POSITION:x} {int(side == 'w') | latch << 5:x}")
    return [*lines, "run"]


if __name__ == "__main__":
    for line in sys.stdin:
        print(*orders(line.split(";")[0].split(maxsplit=1)[1]), sep="\n")
