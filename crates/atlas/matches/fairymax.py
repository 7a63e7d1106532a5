#!/usr/bin/env python3
"""Atlas against Fairy-Max, in UCI or xboard, by the rules of python-chess.

    pip install chess; apt-get install fairymax
    cargo build --release
    python3 crates/atlas/matches/fairymax.py --games 100 --protocol uci

Every opening is one first move of each side, drawn with a fixed seed, and is played with both colours. Fairy-Max has
no 'setboard', which python-chess asks for, so a few lines here speak xboard to it.
"""

import argparse
import math
import random
import subprocess
import sys
import threading

import chess
import chess.engine


class FairyMax:
    """Fairy-Max over a pipe: told the moves of a game, asked for the next."""

    def __init__(self, command, depth, seconds):
        self.limit, self.seconds = [f"sd {depth}", f"st {seconds}"], 20 * seconds
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.send("xboard", "protover 2", "accepted usermove", "post")

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def new_game(self, moves):
        self.send("new", "random", *self.limit, "force", *[move.uci() for move in moves])

    def play(self, last):
        """The reply to `last`, or the first move asked for if there is none."""
        self.send(*([last.uci()] if last else []), "go")
        watchdog = threading.Timer(self.seconds, self.process.kill)
        watchdog.start()
        try:
            for line in self.process.stdout:
                if line.startswith("move "):
                    self.send("force")
                    return chess.Move.from_uci(line.split()[1])
                if line.startswith(("Illegal", "Error")):
                    raise RuntimeError(f"Fairy-Max: {line.strip()}")
            raise RuntimeError("Fairy-Max is gone")
        finally:
            watchdog.cancel()


def open_belle(arguments):
    command = arguments.belle.split() + [arguments.protocol, "--player", "atlas"]
    start = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}
    engine = start[arguments.protocol](command)
    engine.configure(dict(option.split("=", 1) for option in arguments.option))
    return engine


def opening(rng):
    board = chess.Board()
    for _ in range(2):
        board.push(rng.choice(list(board.legal_moves)))
    return list(board.move_stack)


def play(atlas, fairymax, moves, atlas_is):
    board = chess.Board()
    for move in moves:
        board.push(move)
    fairymax.new_game(moves)
    last = None
    game = object()
    while not board.is_game_over(claim_draw=True):
        if board.turn == atlas_is:
            move = atlas.play(board, chess.engine.Limit(time=5), game=game).move
            last = move
        else:
            move = fairymax.play(last)
        if move not in board.legal_moves:
            raise RuntimeError(f"{move} is illegal in {board.fen()}")
        board.push(move)
    return board


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--protocol", choices=["uci", "xboard"], default="uci")
    parser.add_argument("--option", action="append", default=[], help="an option of Atlas, as in Mobility=ratio")
    parser.add_argument("--fairymax", default="/usr/games/fairymax")
    parser.add_argument("--depth", type=int, default=3, help="of Fairy-Max, in plies")
    parser.add_argument("--seconds", type=int, default=1, help="of Fairy-Max, a move")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pgn", help="where to write the moves of the games")
    arguments = parser.parse_args()
    rng = random.Random(1967)
    atlas = open_belle(arguments)
    fairymax = FairyMax(arguments.fairymax, arguments.depth, arguments.seconds)
    pairs, counts = [], {"1-0": 0, "1/2-1/2": 0, "0-1": 0}
    pgn = open(arguments.pgn, "w") if arguments.pgn else None
    for _ in range((arguments.games + 1) // 2):
        moves, points = opening(rng), 0.0
        for atlas_is in chess.COLORS:
            board = play(atlas, fairymax, moves, atlas_is)
            winner = board.outcome(claim_draw=True).winner
            score = 0.5 if winner is None else float(winner == atlas_is)
            counts[{1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[score]] += 1
            points += score / 2
            if pgn:
                print(chess.Board().variation_san(board.move_stack), board.result(claim_draw=True), file=pgn)
        pairs.append(points)
        print(f"\r{2 * len(pairs)} games {counts}", end="", file=sys.stderr)
    print(file=sys.stderr)
    atlas.quit()
    fairymax.send("quit")
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((p - mean) ** 2 for p in pairs) / max(1, len(pairs) - 1) / len(pairs))
    print(f"Atlas against Fairy-Max at {arguments.depth} plies, {arguments.protocol}: {counts}")
    print(f"score {100 * mean:.1f} % +- {196 * spread:.1f} (95 %), no illegal move")


if __name__ == "__main__":
    main()
