#!/usr/bin/env python3
"""A match of Atlas against another program, with python-chess as arbiter.

    pip install chess; apt-get install fairymax; cargo build --release

    python3 crates/atlas/matches/match.py --opponent fairymax --limit depth=3
    python3 crates/atlas/matches/match.py --opponent "uci target/release/belle uci" --limit nodes=200
    python3 crates/atlas/matches/match.py --opponent "xboard phalanx -b- -l- -tKB" --limit time=0.1

--protocol says which of the two Atlas itself speaks. Every opening is one first move of each side, drawn with a fixed
seed, and is played with both colours. Fairy-Max has no 'setboard', which python-chess asks for, so a few lines here speak
xboard to it.
"""

import argparse
import math
import random
import subprocess
import sys
import threading

import chess
import chess.engine

WATCHDOG = 60  # seconds without a move after which an opponent is given up


class Engine:
    """A program that python-chess can drive."""

    def __init__(self, protocol, command, limit, options=()):
        start = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}
        self.engine = start[protocol](command.split(), timeout=WATCHDOG)
        self.engine.configure(dict(option.split("=", 1) for option in options))
        self.limit = chess.engine.Limit(**{name: float(n) if name == "time" else int(n) for name, n in limit})
        self.game = object()

    def new_game(self):
        self.game = object()

    def play(self, board):
        return self.engine.play(board, self.limit, game=self.game).move

    def quit(self):
        self.engine.quit()


class FairyMax:
    """Fairy-Max over a pipe: told the moves of a game, asked for the next."""

    COMMANDS = {"depth": "sd", "time": "st"}

    def __init__(self, command, limit):
        self.limit = [f"{self.COMMANDS[name]} {number}" for name, number in limit]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self.send("xboard", "protover 2", "accepted usermove")
        self.told = None

    def send(self, *lines):
        self.process.stdin.writelines(line + "\n" for line in lines)
        self.process.stdin.flush()

    def new_game(self):
        self.told = 0
        self.send("new", "st 3600", *self.limit, "force")

    def play(self, board):
        self.send(*(move.uci() for move in board.move_stack[self.told :]), "go")
        watchdog = threading.Timer(WATCHDOG, self.process.kill)
        watchdog.start()
        try:
            for line in self.process.stdout:
                if line.startswith("move "):
                    self.send("force")
                    self.told = len(board.move_stack) + 1
                    return chess.Move.from_uci(line.split()[1])
                if line.startswith(("Illegal", "Error")):
                    raise RuntimeError(f"Fairy-Max: {line.strip()}")
            raise RuntimeError("Fairy-Max is gone")
        finally:
            watchdog.cancel()

    def quit(self):
        self.send("quit")


def opponent(text, limit):
    name, _, command = text.partition(" ")
    return FairyMax(command or "/usr/games/fairymax", limit) if name == "fairymax" else Engine(name, command, limit)


def play(players, atlas_is, opening):
    board = chess.Board()
    for move in opening:
        board.push(move)
    for player in players:
        player.new_game()
    while not board.is_game_over(claim_draw=True):
        move = players[board.turn != atlas_is].play(board)
        if move not in board.legal_moves:
            raise RuntimeError(f"{move} is illegal in {board.fen()}")
        board.push(move)
    winner = board.outcome(claim_draw=True).winner
    return board, 0.5 if winner is None else float(winner == atlas_is)


def elo(score):
    score = min(max(score, 0.001), 0.999)
    return 400 * math.log10(score / (1 - score))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--protocol", choices=["uci", "xboard"], default="uci")
    parser.add_argument("--option", action="append", default=[], help="of Atlas, as in Mobility=ratio")
    parser.add_argument("--opponent", default="fairymax")
    parser.add_argument("--limit", action="append", default=[], help="of the opponent: depth, nodes or time, as in depth=3")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pgn", type=argparse.FileType("w"), help="where to write the games")
    arguments = parser.parse_args()
    limit = [text.split("=", 1) for text in arguments.limit or ["depth=3"]]
    atlas = Engine(arguments.protocol, f"{arguments.belle} {arguments.protocol} --player atlas", [("time", 5)], arguments.option)
    players = [atlas, opponent(arguments.opponent, limit)]
    rng, pairs, counts = random.Random(1967), [], {1.0: 0, 0.5: 0, 0.0: 0}
    for _ in range((arguments.games + 1) // 2):
        board = chess.Board()
        while len(board.move_stack) < 2:
            board.push(rng.choice(list(board.legal_moves)))
        points = 0.0
        for atlas_is in chess.COLORS:
            game, score = play(players, atlas_is, board.move_stack)
            counts[score] += 1
            points += score / 2
            if arguments.pgn:
                sides = 'White "Atlas"' if atlas_is else 'Black "Atlas"'
                moves = chess.Board().variation_san(game.move_stack)
                print(f"[{sides}]\n\n{moves} {game.result(claim_draw=True)}\n", file=arguments.pgn)
        pairs.append(points)
        print(f"\r{2 * len(pairs)} games: +{counts[1.0]} ={counts[0.5]} -{counts[0.0]} ", end="", file=sys.stderr)
    print(file=sys.stderr)
    for player in players:
        player.quit()
    mean = sum(pairs) / len(pairs)
    error = 1.96 * math.sqrt(sum((p - mean) ** 2 for p in pairs) / max(1, len(pairs) - 1) / len(pairs))
    print(f"Atlas {arguments.option} over {arguments.protocol} against {arguments.opponent} {arguments.limit}")
    print(f"{2 * len(pairs)} games, all legal: +{counts[1.0]} ={counts[0.5]} -{counts[0.0]}")
    print(f"score {100 * mean:.1f} % +- {100 * error:.1f} (95 %); Elo {elo(mean):+.0f} [{elo(mean - error):+.0f}, {elo(mean + error):+.0f}]")


if __name__ == "__main__":
    main()
