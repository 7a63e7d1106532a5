#!/usr/bin/env python3
"""Makes varied.epd from the ECO lines of pgn-extract.

Of each ECO code the longest line of 6 to 12 plies after which White is to move and not in check,
the first of several; positions that come twice are taken once, and those that an engine values at
more than LIMIT are left out, so that both sides can hold them.
"""

import sys

import chess
import chess.engine
import chess.pgn

NODES, LIMIT = 200_000, 90


def lines(path):
    with open(path, encoding="latin-1") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.end().board()
            if (
                6 <= board.ply() <= 12
                and board.turn == chess.WHITE
                and not board.is_check()
                and not game.errors
            ):
                names = [game.headers.get(tag) for tag in ("Opening", "Variation")]
                yield game.headers["ECO"][:3], board, ", ".join(filter(None, names))


def main(eco, stockfish):
    best = {}
    for code, board, name in lines(eco):
        if code not in best or board.ply() > best[code][0].ply():
            best[code] = board, name
    seen = set()
    print("# Made by suites/openings/make.py; see README.md.")
    with chess.engine.SimpleEngine.popen_uci(stockfish) as engine:
        engine.configure({"Threads": 1, "Hash": 16})
        for code, (board, name) in sorted(best.items()):
            if board.epd() in seen:
                continue
            seen.add(board.epd())
            score = engine.analyse(board, chess.engine.Limit(nodes=NODES), game=code)[
                "score"
            ].white()
            if abs(score.score(mate_score=100_000)) <= LIMIT:
                print(f'{board.epd()} id "{code} {name}";')


if __name__ == "__main__":
    main(*sys.argv[1:])
