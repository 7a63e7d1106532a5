"""Turns positions in FEN into orders to the machine's host port; see docs/databook/host-port.md."""

import sys

KINDS = "PNBRQK"
SQUARE, POSITION = 1, 2


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
