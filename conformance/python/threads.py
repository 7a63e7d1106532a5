#!/usr/bin/env python3
"""Compares an engine's time to a depth with one thread and with several.

The numbers of threads take turns, position by position, round by round; the memory is emptied
before each search. Prints the wall time of both, the ratio of the sums, and the geometric mean of
the positions' ratios.

    threads.py [--depth 18] [--threads 2] [--rounds 3]
    [--hash 64] [--positions suites/bench.epd] ENGINE
"""

import argparse
import math
import shlex
import time

import chess
import chess.engine


def seconds(engine, board, depth):
    """The wall time of one search."""
    start = time.monotonic()
    engine.analyse(board, chess.engine.Limit(depth=depth), game=object())
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", metavar="ENGINE")
    parser.add_argument("--depth", type=int, default=18)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--positions", default="suites/bench.epd")
    options = parser.parse_args()
    with open(options.positions, encoding="utf-8") as file:
        boards = [chess.Board.from_epd(line)[0] for line in file if line.strip()]
    counts = (1, options.threads)
    engines = {
        count: chess.engine.SimpleEngine.popen_uci(shlex.split(options.engine))
        for count in counts
    }
    for count, engine in engines.items():
        engine.configure({"Threads": count, "Hash": options.hash})
    times = {count: [0.0] * len(boards) for count in counts}
    for _ in range(options.rounds):
        for number, board in enumerate(boards):
            for count in counts:
                times[count][number] += seconds(engines[count], board, options.depth)
    for engine in engines.values():
        engine.quit()
    one, many = (times[count] for count in counts)
    mean = math.exp(sum(math.log(a / b) for a, b in zip(one, many)) / len(boards))
    print(
        f"depth {options.depth}, {len(boards)} positions, {options.rounds} rounds: {sum(one):.1f} s with one thread, "
        f"{sum(many):.1f} s with {options.threads}: {sum(one) / sum(many):.2f} times, geometric mean {mean:.2f}"
    )


if __name__ == "__main__":
    main()
