#!/usr/bin/env python3
"""Compares games annotated by `belle analyse` with the games it was given.

    analysed_games.py GIVEN.pgn ANALYSED.pgn

Games, tags, moves and results agree; every variation is legal. Every move has a value and a depth
unless the rules decide the game there. Every bad move has a variation with another move. Exit code
1 on any fault.
"""

import argparse
import logging
import re
import sys

import chess
import chess.pgn

# `?!`, `?` and `??`.
BAD = {chess.pgn.NAG_DUBIOUS_MOVE, chess.pgn.NAG_MISTAKE, chess.pgn.NAG_BLUNDER}
# A value may stand in place of one that was there, but not beside it.
EVAL = re.compile(r"\[%eval\s")


def games(name):
    with open(name, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield game


def move_faults(node, given):
    """Faults of one move and its annotation."""
    place = f"{node.ply()} {node.san()}"
    board = node.board()
    if board.is_checkmate():
        if node.eval() is not None:
            yield f"{place}: a value after mate"
    elif node.eval() is None:
        yield f"{place}: no value"
    elif node.eval_depth() is None and not (
        node.is_end() and board.outcome(claim_draw=True)
    ):
        yield f"{place}: no depth, and the rules do not decide the game here"
    if len(EVAL.findall(node.comment)) > 1:
        yield f"{place}: two values"
    judged = (node.nags & BAD) - given.nags
    others = [other.move for other in node.parent.variations if other is not node]
    if judged and not others:
        yield f"{place}: judged {judged} without a better move"
    if node.move in others:
        yield f"{place}: shown as better than itself"


def faults(game, given):
    """Faults of a game."""
    yield from (str(error) for error in game.errors)
    for name, value in given.headers.items():
        if game.headers.get(name) != value:
            yield f"tag {name} was {value!r} and is {game.headers.get(name)!r}"
    if not game.headers.get("Annotator"):
        yield "no Annotator"
    nodes, before = list(game.mainline()), list(given.mainline())
    if [node.move for node in nodes] != [node.move for node in before]:
        yield "other moves than were given"
        return
    for node, known in zip(nodes, before):
        yield from move_faults(node, known)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("given")
    parser.add_argument("analysed")
    settings = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    given, analysed = list(games(settings.given)), list(games(settings.analysed))
    wrong = (
        [f"{len(given)} games were given and {len(analysed)} are there"]
        if len(given) != len(analysed)
        else []
    )
    values = bad = 0
    for number, (game, known) in enumerate(zip(analysed, given), 1):
        wrong += [f"game {number}: {fault}" for fault in faults(game, known)]
        nodes = list(game.mainline())
        values += sum(node.eval() is not None for node in nodes)
        bad += sum(bool(node.nags & BAD) for node in nodes)
    for fault in wrong:
        print(f"{settings.analysed}: {fault}", file=sys.stderr)
    print(
        f"{settings.analysed}: {len(analysed)} games, {values} values, {bad} bad moves, {len(wrong)} faults"
    )
    sys.exit(1 if wrong or not values else 0)


if __name__ == "__main__":
    main()
