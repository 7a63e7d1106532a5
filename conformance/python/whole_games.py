#!/usr/bin/env python3
"""Plays whole games over UCI or xboard's protocol by python-chess and counts faults.

Prints one summary line; each fault has a line on standard error. Exit code 1 if there was any.
"""

import argparse
import collections
import contextlib
import logging
import os
import random
import shutil
import signal
import sys
import threading
import time

import chess
import chess.engine
from chess.engine import INFO_ALL, Limit

# How each opponent is started, set up and limited:
# weak enough for games of every length and result.
OPPONENTS = {
    "stockfish": (["stockfish"], {"Skill Level": 0}, Limit(nodes=300)),
    "gnuchess": (["gnuchess", "--uci"], {"OwnBook": False}, Limit(depth=2)),
}

# Beyond its clock an engine that hangs gets this much before it is killed.
GRACE = 10.0
# Seconds for each check; they take a few.
CHECK_LIMIT = 30.0
# Transcripts check an answer to stop within 50 ms; this limit includes python's own time.
STOP_LIMIT = 0.25
# Lines that python-chess does not support: the answer to xboard's '.',
# and options sent again when the player changes.
UNKNOWN = ("stat01:", "feature ", "option name ")
KINDS = ("illegal moves", "time forfeits", "protocol errors", "hangs")


class Faults(logging.Handler):
    """Counts faults by kind; every warning of python-chess is a protocol error."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.counts = collections.Counter()
        self.place = "start"

    def add(self, kind, text):
        self.counts[kind] += 1
        print(f"{self.place}: {kind}: {text}", file=sys.stderr)

    def emit(self, record):
        text = record.getMessage()
        if not any(f"Unexpected engine output: '{word}" in text for word in UNKNOWN):
            self.add("protocol errors", text)


class Subject:
    """The engine under test; starts again after a hang or crash."""

    def __init__(self, command, protocol, faults):
        self.command, self.faults, self.engine, self.hung = command, faults, None, False
        self.xboard = protocol == "xboard"

    def get(self):
        if self.engine is None:
            self.hung = False
            start = (
                chess.engine.SimpleEngine.popen_xboard
                if self.xboard
                else chess.engine.SimpleEngine.popen_uci
            )
            self.engine = start(self.command, timeout=GRACE)
            if "Resign" in self.engine.options:
                self.engine.configure({"Resign": False})
        return self.engine

    def kill(self):
        """Ends every wait for the engine with an error."""
        if self.engine is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.engine.transport.get_pid(), signal.SIGKILL)

    def bark(self):
        self.hung = True
        self.kill()

    @contextlib.contextmanager
    def watched(self, seconds):
        """Kills the engine after this time: python-chess
        never times out when it plays by the clock.
        """
        timer = threading.Timer(seconds, self.bark)
        timer.start()
        try:
            yield self.get()
        finally:
            timer.cancel()

    @contextlib.contextmanager
    def judged(self, place):
        """Counts the faults inside and restarts the engine."""
        self.faults.place = place
        try:
            yield
        except (chess.engine.EngineError, TimeoutError) as error:
            if self.hung or isinstance(error, TimeoutError):
                self.faults.add("hangs", "no answer in time")
            else:
                self.faults.add(
                    "illegal moves" if "illegal" in str(error) else "protocol errors",
                    error,
                )
            self.kill()
            self.engine = None

    def quit(self):
        with self.judged("quit"):
            if self.engine is not None:
                with self.watched(GRACE) as engine:
                    engine.quit()


def subject_move(subject, board, clocks, settings, game, ponder):
    """Plays one move by the clock and updates it; None after a time forfeit."""
    color = board.turn
    limit = Limit(
        white_clock=max(clocks[chess.WHITE], 0.001),
        black_clock=max(clocks[chess.BLACK], 0.001),
        white_inc=settings.increment,
        black_inc=settings.increment,
    )
    with subject.watched(clocks[color] + GRACE) as engine:
        start = time.monotonic()
        result = engine.play(board, limit, game=game, info=INFO_ALL, ponder=ponder)
        elapsed = time.monotonic() - start
    clocks[color] -= elapsed
    if clocks[color] < -settings.lag:
        subject.faults.add(
            "time forfeits", f"{-clocks[color]:.3f} s over in {board.fen()}"
        )
        return None
    # What a busy computer took of it is not held against the next move.
    clocks[color] = max(clocks[color], 0.0) + settings.increment
    if result.move is None or result.resigned:
        subject.faults.add("protocol errors", f"no move in {board.fen()}")
        return None
    if not ponder and not (result.info.get("pv") and result.info.get("score")):
        subject.faults.add(
            "protocol errors",
            f"no score and variation before the move in {board.fen()}",
        )
    return result.move


def play_game(subject, opponent, settings, color, rng, ponder):
    """Plays one game; returns the subject's points and the plies."""
    board, game = chess.Board(), object()
    clocks = {chess.WHITE: settings.clock, chess.BLACK: settings.clock}
    for _ in range(rng.randrange(5)):
        board.push(rng.choice(list(board.legal_moves)))
    while not board.outcome(claim_draw=True) and board.ply() < settings.plies:
        if board.turn == color:
            move = subject_move(subject, board, clocks, settings, game, ponder)
            if move is None:
                return 0.0, board.ply()
        else:
            move = opponent(board, rng)
        board.push(move)
    subject.get().send_game_result(board)
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return 0.5, board.ply()
    return float(outcome.winner == color), board.ply()


def play_games(subject, name, opponent, settings, tally):
    rng = random.Random(settings.seed)
    for number in range(settings.games):
        with subject.judged(f"game {number + 1} against {name}"):
            color, ponder = number % 2 == 0, number % 4 == 3
            points, plies = play_game(subject, opponent, settings, color, rng, ponder)
            tally["games"] += 1
            tally["plies"] += plies
            tally[f"points against {name}"] += points


def random_mover(board, rng):
    return rng.choice(list(board.legal_moves))


@contextlib.contextmanager
def debian_engine(name):
    """Function that moves for one of Debian's engines."""
    command, options, limit = OPPONENTS[name]
    path = shutil.which(command[0], path=os.environ.get("PATH", "") + ":/usr/games")
    if path is None:
        sys.exit(
            f"{name} is not installed: apt-get install --no-install-recommends {name}"
        )
    with chess.engine.SimpleEngine.popen_uci([path, *command[1:]]) as engine:
        engine.configure(
            {key: value for key, value in options.items() if key in engine.options}
        )
        yield lambda board, rng: engine.play(board, limit).move


def check_options(engine, faults, settings):
    """Sets every option to its default and to every choice; changes players during a game."""
    for option in list(engine.options.values()):
        # Of xboard's options python-chess reads no name of two words.
        if (
            not option.is_managed()
            and option.type != "button"
            and option.default is not None
        ):
            for value in [*(option.var or []), option.default]:
                # It refuses the position at the start of a game.
                if value == "tablebase":
                    continue
                engine.configure({option.name: value})
                board = chess.Board()
                if option.var:
                    board.push(
                        engine.play(board, Limit(depth=1), game=option.name).move
                    )
    engine.ping()


def check_analysis(engine, faults, settings):
    """Analyzes to a depth: it ends, and every line can be read."""
    board = chess.Board(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )
    info = engine.analyse(board, Limit(depth=2))
    if info.get("depth", 0) < 2 or not info.get("pv") or not info.get("nodes"):
        faults.add("protocol errors", f"analysis to depth 2 ended with {info}")
    # A mate that is found at once must not keep the depth asked for from being reached:
    # python-chess waits for it.
    for depth in (2, 5):
        info = engine.analyse(
            chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), Limit(depth=depth)
        )
        if info["score"].white().mate() != 1 or info["pv"][0].uci() != "a1a8":
            faults.add(
                "protocol errors", f"mate in one is analysed to depth {depth} as {info}"
            )
    two = engine.analyse(
        board, Limit(nodes=500), root_moves=[chess.Move.from_uci("a2a3")]
    )
    if two["pv"][0].uci() != "a2a3":
        faults.add("protocol errors", f"searchmoves a2a3 brought {two['pv'][0]}")


def check_stop(engine, faults, settings):
    """Analyzes without limit until stopped; returns the slowest answer to the stop."""
    slowest = 0.0
    for pause in (0.0, 0.02, 0.1, 0.5, 1.0):
        with engine.analysis(chess.Board()) as analysis:
            time.sleep(pause)
            start = time.monotonic()
            analysis.stop()
            best = analysis.wait()
        slowest = max(slowest, time.monotonic() - start)
        # Of an analysis in xboard's protocol that is ended at once nothing may have been heard.
        if best.move is None and (
            pause > 0.05 or isinstance(engine.protocol, chess.engine.UciProtocol)
        ):
            faults.add("protocol errors", "stop brought no move")
    if slowest > STOP_LIMIT + settings.lag:
        faults.add("protocol errors", f"stop was answered after {slowest:.3f} s")
    return slowest


def check_pondering(engine, faults, settings):
    """Ponders on the right reply, on a wrong one, and until a new position."""
    for hit in (True, False, True):
        board = chess.Board()
        game = object()
        for _ in range(6):
            result = engine.play(board, Limit(time=0.05), game=game, ponder=True)
            board.push(result.move)
            replies = list(board.legal_moves)
            if not replies:
                # Against such replies a strong player may mate.
                break
            board.push(result.ponder if hit and result.ponder else replies[-1])
            time.sleep(0.02)
    engine.play(chess.Board(), Limit(time=0.01))


def check_ends(engine, faults, settings):
    """Analyzes positions without a legal move (UCI only)."""
    if not isinstance(engine.protocol, chess.engine.UciProtocol):
        return
    for fen in (
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    ):
        info = engine.analyse(chess.Board(fen), Limit(depth=2))
        if info.get("score") is None or info.get("pv"):
            faults.add("protocol errors", f"a finished game is analysed as {info}")


CHECKS = (check_options, check_analysis, check_stop, check_pondering, check_ends)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=20, help="games against each opponent (20)"
    )
    parser.add_argument(
        "--opponents",
        default="random,stockfish",
        help="which, with commas between: random, " + ", ".join(OPPONENTS),
    )
    parser.add_argument(
        "--clock", type=float, default=10.0, help="seconds on each clock (10)"
    )
    parser.add_argument(
        "--increment", type=float, default=0.1, help="seconds added a move (0.1)"
    )
    parser.add_argument(
        "--lag",
        type=float,
        default=0.0,
        help="seconds that an answer may come late on a busy computer (0)",
    )
    parser.add_argument("--plies", type=int, default=400, help="longest game (400)")
    parser.add_argument("--seed", type=int, default=1980)
    parser.add_argument(
        "--protocol",
        choices=("uci", "xboard"),
        default="uci",
        help="what the engine speaks (uci)",
    )
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, help="the engine under test"
    )
    settings = parser.parse_args()
    if not settings.command:
        parser.error("the engine's command is missing, as: target/release/belle uci")

    faults = Faults()
    logging.getLogger("chess.engine").addHandler(faults)
    subject = Subject(settings.command, settings.protocol, faults)
    tally = collections.Counter()
    notes = []
    for check in CHECKS:
        with subject.judged(check.__name__), subject.watched(CHECK_LIMIT) as engine:
            value = check(engine, faults, settings)
            if check is check_stop and value is not None:
                notes.append(f"stop answered in {value * 1000:.0f} ms")
    for name in filter(None, settings.opponents.split(",")):
        if name == "random":
            play_games(subject, name, random_mover, settings, tally)
        elif name in OPPONENTS:
            with debian_engine(name) as opponent:
                play_games(subject, name, opponent, settings, tally)
        else:
            parser.error(f"no opponent '{name}'")
    subject.quit()

    points = [
        f"{value:g} {key}" for key, value in tally.items() if key.startswith("points")
    ]
    counts = [f"{faults.counts[kind]} {kind}" for kind in KINDS]
    print(
        f"{settings.protocol}: {tally['games']} games, {tally['plies']} plies: "
        + ", ".join(counts + points + notes)
    )
    sys.exit(1 if any(faults.counts.values()) else 0)


if __name__ == "__main__":
    main()
