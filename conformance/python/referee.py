#!/usr/bin/env python3
"""Replays games of `belle match` with python-chess:
every move must be legal and every result right.

Prints one summary line; each fault has a line on standard error. Exit code 1 if there was any.
"""

import argparse
import collections
import logging
import sys

import chess
import chess.pgn
import chess.syzygy

LOSER = {"White": "0-1", "Black": "1-0"}
FORCED = ("time forfeit", "rules infraction", "abandoned")


def by_rules(board):
    """The result by the rules, or None while the game goes on.
    Threefold repetition and fifty moves end it.
    """
    outcome = board.outcome(claim_draw=False)
    if outcome is None and (board.is_repetition(3) or board.halfmove_clock >= 100):
        return "1/2-1/2"
    return outcome.result() if outcome else None


def by_tables(board, tables):
    """The result by Syzygy tables under the fifty-move rule."""
    wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
    if abs(wdl) < 2 or abs(dtz) + board.halfmove_clock > 100:
        return "1/2-1/2"
    return "1-0" if (wdl > 0) == board.turn else "0-1"


def faults(game, tables=None):
    """Messages about everything wrong in a game."""
    yield from (str(error) for error in game.errors)
    headers = game.headers
    board = game.board()
    for move in game.mainline_moves():
        if by_rules(board) is not None:
            yield f"moves after the end of the game: {board.fen()}"
        if move not in board.legal_moves:
            yield f"illegal {move} in {board.fen()}"
            return
        board.push(move)
    result, termination, reason = (
        headers["Result"],
        headers["Termination"],
        headers["Reason"],
    )
    right = by_rules(board)
    if termination == "normal" and reason.endswith(" resigns"):
        if right is not None or result != LOSER.get(reason.split()[0]):
            yield f"result: got {result} for {reason!r}, expected {right or LOSER.get(reason.split()[0])}"
    elif termination == "normal":
        if result != right:
            yield f"result: expected {right} by the rules, got {result}"
    elif right is not None:
        yield f"{termination} after the end of the game: {right}"
    elif termination in FORCED:
        loser = reason.split()[0]
        winner = chess.BLACK if loser == "White" else chess.WHITE
        drawn = "cannot mate" in reason and board.has_insufficient_material(winner)
        if result != ("1/2-1/2" if drawn else LOSER.get(loser)):
            yield f"result: got {result} for {reason!r}"
    elif termination != "adjudication" or result not in ("1-0", "0-1", "1/2-1/2"):
        yield f"{result} by {termination}"
    elif (
        tables
        and reason == "adjudicated: endgame tables"
        and result != by_tables(board, tables)
    ):
        yield f"result: expected {by_tables(board, tables)} by the tables, got {result}"
    if int(headers["PlyCount"]) != board.ply() - game.board().ply():
        yield "PlyCount differs from the number of moves"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, help="number of games expected in each file"
    )
    parser.add_argument("files", nargs="+", help="PGN files")
    parser.add_argument(
        "--tablebases",
        metavar="FOLDER",
        help="Syzygy tables to judge games that tables ended",
    )
    settings = parser.parse_args()
    tables = (
        chess.syzygy.open_tablebase(settings.tablebases)
        if settings.tablebases
        else None
    )
    # The games hold their errors; python-chess need not log them.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    wrong, plies, results = 0, 0, collections.Counter()
    for name in settings.files:
        numbers = []
        with open(name, encoding="utf-8") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                numbers.append(int(game.headers["MatchGame"]))
                results[game.headers["Result"]] += 1
                plies += int(game.headers["PlyCount"])
                for fault in faults(game, tables):
                    wrong += 1
                    print(f"{name}, game {numbers[-1]}: {fault}", file=sys.stderr)
        if len(set(numbers)) != len(numbers) or settings.games not in (
            None,
            len(numbers),
        ):
            wrong += 1
            print(
                f"{name}: {len(numbers)} games, {len(set(numbers))} different",
                file=sys.stderr,
            )
    print(f"{results.total()} games, {plies} plies, {dict(results)}: {wrong} faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
