#!/usr/bin/env python3
"""Fits native's curve of win, draw and loss (crates/native/src/search/value.rs)
to the games of `belle match`.

    wdl.py [--name native] GAMES.pgn [...]    counts moves of players whose name has this prefix ("": all)

A value v, in centipawns from the mover's side, wins with chance 1 / (1 + exp((m - v) / b)), loses
with that of -v, and draws otherwise. m and b are linear in the material, from bare kings to all
pieces. Prints the likeliest ends of both, and their fit.
"""

import argparse
import math
import sys

import chess
import chess.pgn

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
FULL = 78
# Where the fit begins and what it is compared with: the curve that stands.
START = [248.0, 71.0, 95.0, 77.0]
POINTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def material(board):
    """Share of the full board's material."""
    return min(
        1.0,
        sum(
            worth * chess.popcount(board.pieces_mask(kind, color))
            for kind, worth in WORTH.items()
            for color in chess.COLORS
        )
        / FULL,
    )


def samples(path, name):
    """(value, material, result), each from the mover's side."""
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            result = POINTS.get(game.headers["Result"])
            if result is None:
                continue
            for node in game.mainline():
                color = not node.turn()
                score = node.eval()
                player = game.headers["White" if color else "Black"]
                if score is None or score.is_mate() or not player.startswith(name):
                    continue
                sign = 1 if color else -1
                yield (
                    score.white().score() * sign,
                    material(node.parent.board()),
                    result * sign,
                )


def surprise(parameters, data):
    """Mean negative logarithm of the chance given to the result."""
    low, high, narrow, wide = parameters
    total = 0.0
    for value, part, result in data:
        middle, breadth = (
            low + (high - low) * part,
            max(narrow + (wide - narrow) * part, 5.0),
        )
        win = 1 / (1 + math.exp(min(max((middle - value) / breadth, -60), 60)))
        loss = 1 / (1 + math.exp(min(max((middle + value) / breadth, -60), 60)))
        total -= math.log(max({1: win, 0: 1 - win - loss, -1: loss}[result], 1e-6))
    return total / len(data)


def fit(data):
    """Coordinate descent; steps are halved when none helps."""
    best = START
    least, step = surprise(best, data), 32.0
    while step >= 1:
        moved = False
        for index in range(4):
            for change in (step, -step):
                tried = best[:]
                tried[index] += change
                now = surprise(tried, data)
                if now < least:
                    best, least, moved = tried, now, True
                    break
        if not moved:
            step /= 2
    return best, least


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--name", default="")
    parser.add_argument("games", nargs="+")
    asked = parser.parse_args()
    data = [sample for path in asked.games for sample in samples(path, asked.name)]
    if not data:
        sys.exit("no move with a value by such a player in these games")
    (low, high, narrow, wide), after = fit(data)
    print(
        f"{len(data)} moves: middle {low:.0f} to {high:.0f}, breadth {narrow:.0f} to {wide:.0f}, "
        f"surprise {after:.4f} ({surprise(START, data):.4f} as it stands)"
    )


if __name__ == "__main__":
    main()
