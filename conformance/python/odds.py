#!/usr/bin/env python3
"""Fits the model of docs/decisions/wdl.md to games of `belle match --pgn`: win,
draw and loss by the machine's value.

    belle match belle,nodes=12000,name=a belle,nodes=9000,name=b --games 480 --pgn games.pgn
    odds.py games.pgn

Every valued move counts with the result of its game, from White's side, except mates. Prints a and
b (centipawns) of the likeliest model, and its fit by bands of the value.
"""

import argparse
import collections
import math
import re

VALUE = re.compile(r"\[%eval (-?[\d.]+),\d+\]")


def samples(path):
    """Counts of pairs: White's value, in bands of five centipawns, and White's result (1, 0 or -1)."""
    counted = collections.Counter()
    games = 0
    with open(path, encoding="utf-8") as file:
        for part in file.read().split('[Event "')[1:]:
            result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(
                part.split('[Result "')[1].split('"')[0]
            )
            if result is None:
                continue
            games += 1
            # Lines are broken between words.
            for text in VALUE.findall(part.replace("\n", " ")):
                counted[5 * round(float(text) * 20), result] += 1
    return games, counted


def odds(value, a, b):
    """Chances of win, draw and loss."""

    def share(x):
        return 1 / (1 + math.exp(min(60, max(-60, (a - x) / b))))

    win, loss = share(value), share(-value)
    return win, max(1 - win - loss, 1e-9), loss


def surprise(counted, a, b):
    """Negative logarithm of the likelihood."""
    return -sum(
        count * math.log(max(odds(value, a, b)[1 - result], 1e-9))
        for (value, result), count in counted.items()
    )


def fit(counted):
    best, step = (150.0, 100.0), 64.0
    least = surprise(counted, *best)
    while step > 0.4:
        around = [
            (best[0] + i * step, max(best[1] + j * step, 5.0))
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        ]
        value, found = min((surprise(counted, *point), point) for point in around)
        if value < least - 1e-9:
            least, best = value, found
        else:
            step /= 2
    return best


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file")
    games, counted = samples(parser.parse_args().file)
    a, b = fit(counted)
    print(f"{games} games, {sum(counted.values())} values: a = {a:.0f}, b = {b:.0f}")
    print("value from to      seen    won drawn  lost   model won drawn  lost")
    for low in (-100_000, -400, -200, -100, -50, -20, 20, 50, 100, 200, 400):
        high = {
            -100_000: -400,
            -400: -200,
            -200: -100,
            -100: -50,
            -50: -20,
            -20: 20,
            20: 50,
            50: 100,
            100: 200,
            200: 400,
            400: 100_000,
        }[low]
        band = {key: count for key, count in counted.items() if low <= key[0] < high}
        total = sum(band.values())
        if not total:
            continue
        seen = [
            sum(count for (_, result), count in band.items() if result == kind) / total
            for kind in (1, 0, -1)
        ]
        model = [
            sum(odds(value, a, b)[kind] * count for (value, _), count in band.items())
            / total
            for kind in range(3)
        ]
        print(
            f"{low:7} {high:7} {total:7}  "
            + " ".join(f"{100 * x:5.1f}" for x in seen)
            + "        "
            + " ".join(f"{100 * x:5.1f}" for x in model)
        )


if __name__ == "__main__":
    main()
