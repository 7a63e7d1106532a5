#!/usr/bin/env python3
"""Replays games that a chess program saved: legal to the last move, long enough,
and the result is that of the rules.

    saved_games.py --games 1 --plies 20 FILE [FILE ...]

A game that the rules did not end must have a result and a reason that both engines and the program
agreed on: a draw by agreement or claim, or resignation. Forfeits (time, illegal moves, a false
claim, a crash) are faults. Exit code 1 if there was any.
"""

import argparse
import logging
import re
import sys

import chess
import chess.pgn

FORFEIT = re.compile(
    "forfeit|illegal|false|exited|died|crash|abandon|disconnect|error", re.IGNORECASE
)


def faults(game, plies):
    """Faults of a game."""
    yield from (str(error) for error in game.errors)
    board = game.end().board()
    comment = " ".join(node.comment for node in game.mainline()) + game.end().comment
    if board.ply() - game.board().ply() < plies:
        yield f"only {board.ply()} plies"
    result = game.headers["Result"]
    outcome = board.outcome(claim_draw=True)
    if outcome is not None and outcome.result() != result:
        yield f"the result is {result}, by the rules {outcome.result()}"
    if result == "*":
        yield "no result"
    if FORFEIT.search(comment) or FORFEIT.search(game.headers.get("Termination", "")):
        yield f"ended by {comment!r}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        help="number of games that each file must have (1)",
    )
    parser.add_argument(
        "--plies", type=int, default=20, help="each at least so long (20)"
    )
    parser.add_argument("files", nargs="+")
    settings = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    wrong = 0
    for name in settings.files:
        count = 0
        with open(name, encoding="utf-8", errors="replace") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                count += 1
                headers = game.headers
                print(
                    f"{name}: {headers['White']} - {headers['Black']} {headers['Result']}, "
                    f"{game.end().ply()} plies {game.end().comment}"
                )
                for fault in faults(game, settings.plies):
                    wrong += 1
                    print(f"{name}, game {count}: {fault}", file=sys.stderr)
        if count != settings.games:
            wrong += 1
            print(f"{name}: {count} games", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
