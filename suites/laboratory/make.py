#!/usr/bin/env python3
"""Makes openings.pgn: ten equal openings of ten moves for the experiment of depth against depth.

Of the lines of suites/openings.tsv with exactly twenty plies, the two of each ECO letter that an
engine values nearest to zero, from two codes.

    make.py suites/openings.tsv /usr/games/stockfish > suites/laboratory/openings.pgn
"""

import csv
import io
import sys

import chess.engine
import chess.pgn

PLIES, NODES, OF_A_LETTER = 20, 1_000_000, 2


def main(openings, stockfish):
    valued = []
    with (
        chess.engine.SimpleEngine.popen_uci(stockfish) as engine,
        open(openings, encoding="utf-8") as file,
    ):
        engine.configure({"Threads": 1, "Hash": 16})
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            game = chess.pgn.read_game(io.StringIO(row["pgn"]))
            board = game.end().board()
            if board.ply() == PLIES:
                score = engine.analyse(
                    board, chess.engine.Limit(nodes=NODES), game=row["pgn"]
                )["score"].white()
                valued.append(
                    (
                        abs(score.score(mate_score=100_000)),
                        row["eco"],
                        row["name"],
                        game,
                    )
                )
    chosen = {}
    for value, code, name, game in sorted(valued, key=lambda entry: entry[:3]):
        letter = chosen.setdefault(code[0], {})
        if len(letter) < OF_A_LETTER and code not in letter:
            letter[code] = name, game
    for _, codes in sorted(chosen.items()):
        for code, (name, game) in sorted(codes.items()):
            headers = {"ECO": code, "Opening": name, "Result": "*"}
            game.headers = chess.pgn.Headers(headers)
            print(game, end="\n\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
