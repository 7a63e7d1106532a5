#!/usr/bin/env python3
"""Counts how often engines play Belle's own move in the games of suites/belle.pgn.

Each engine searches every position before a move of Belle's, from 1978 on, with equal time or nodes
and a cleared table, after the opening (--skip moves). Prints a table. The games of 1973 are those
of the program T. Belle.

    historic_moves.py [--movetime 0.3 | --nodes N] ENGINE [ENGINE ...]    each ENGINE a command, quoted
"""

import argparse
import shlex

import chess.engine
import chess.pgn


def positions(path, skip):
    """Boards with Belle to move, and its move."""
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            sides = [
                side
                for side, name in ((chess.WHITE, "White"), (chess.BLACK, "Black"))
                if game.headers[name] == "Belle"
            ]
            if not sides:
                continue
            board = game.board()
            set_up = "FEN" in game.headers
            for move in game.mainline_moves():
                if board.turn in sides and (set_up or board.fullmove_number > skip):
                    yield game, board.copy(), move
                board.push(move)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default="suites/belle.pgn")
    parser.add_argument(
        "--skip", type=int, default=8, help="moves of the opening not asked (8)"
    )
    parser.add_argument("--movetime", type=float, default=0.3)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("engines", nargs="+")
    settings = parser.parse_args()
    limit = (
        chess.engine.Limit(nodes=settings.nodes)
        if settings.nodes
        else chess.engine.Limit(time=settings.movetime)
    )
    asked = list(positions(settings.games, settings.skip))
    print(
        f"{len(asked)} moves of {len({game.headers['Date'] + game.headers['White'] for game, _, _ in asked})} games, {limit}"
    )
    for command in settings.engines:
        with chess.engine.SimpleEngine.popen_uci(
            shlex.split(command), timeout=60
        ) as engine:
            same, nodes, kept = 0, 0, 0
            for number, (_, board, played) in enumerate(asked):
                result = engine.play(
                    board, limit, game=number, info=chess.engine.INFO_ALL
                )
                same += result.move == played
                nodes += result.info.get("nodes", 0)
                kept += 1
            print(
                f"{engine.id.get('name', command):40} {same:4} of {kept}  {100 * same / kept:5.1f} %"
                f"  {nodes // kept:10} nodes a move"
            )


if __name__ == "__main__":
    main()
