"""Calls everything with wrong types, numbers, arrays and from several threads: exceptions only, no crash and no hang.

python fuzz.py --seconds 600
"""

import argparse
import faulthandler
import io
import random
import tempfile
import threading
import time

import belle
import chess
import chess.engine
import chess.pgn
import numpy as np

FOLDER = tempfile.mkdtemp()
FENS = [
    "startpos",
    chess.STARTING_FEN,
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 500",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "QQQQQQQk/QQQQQQQQ/8/8/8/8/8/K7 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w HA - 0 1",
    "\0",
    "\ud800",
    "é" * 5000,
]
TEXTS = [
    "",
    "ply",
    "ply = 3",
    "acc < -5",
    "nodes > 0",
    "hash",
    "e2e4",
    "O-O",
    "KQK",
    "dtm",
    "native",
    "1978",
    "x" * 9999,
]
NUMBERS = [
    0,
    1,
    -1,
    2,
    3,
    63,
    64,
    255,
    256,
    10**6,
    2**31,
    2**63,
    2**64,
    -(2**63),
    10**40,
    0.5,
    -0.0,
    1e308,
    np.int64(1980),
    np.uint64(2**63),
    np.int8(-1),
    np.float32(0.5),
    np.bool_(True),
]
ODD = [
    None,
    True,
    float("nan"),
    float("inf"),
    b"bytes",
    [],
    {},
    (),
    object(),
    lambda: 0,
    type,
    1j,
    ...,
    NotImplemented,
]


def value(rng: random.Random, depth: int = 0):
    kind = rng.randrange(9)
    if kind == 0:
        return rng.choice(FENS)
    if kind == 1:
        return rng.choice(TEXTS)
    if kind in (2, 3):
        return rng.choice(NUMBERS)
    if kind == 4:
        return rng.choice(ODD)
    if kind == 5:
        board = chess.Board()
        for _ in range(rng.randrange(40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if rng.random() < 0.2:
            board.push(chess.Move.null())
        if rng.random() < 0.2:
            board.remove_piece_at(rng.randrange(64))
        return board
    if kind == 6:
        size = rng.choice([0, 1, 2, 3, 1000, 1_000_000])
        dtype = rng.choice(["u1", "i8", "u8", "f4", "?", "O", "S3", ">u8"])
        array = np.zeros(size, dtype)
        return array if rng.random() < 0.7 else array[::2]
    if kind == 7 and depth < 2:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return chess.engine.Limit(
        depth=rng.choice([None, 1, 2, -1]),
        nodes=rng.choice([None, 50]),
        white_clock=rng.choice([None, 0, 0.1, -1, float("nan")]),
        black_clock=rng.choice([None, 0, 0.1, 1e300]),
        black_inc=rng.choice([None, 0, "x"]),
        remaining_moves=rng.choice([None, 0, 40, -1]),
    )


def small(rng: random.Random):
    """A limit that keeps a search short, or nonsense."""
    return rng.choice(
        [
            {"depth": 1},
            {"depth": 2},
            {"nodes": 100},
            {"seconds": 0.01},
            {"depth": value(rng), "nodes": 50},
        ]
    )


def calls(rng: random.Random, shared: dict):
    """One call, as a function without arguments."""
    machine, player, tables = shared["machine"], shared["player"], shared["tables"]
    positions = belle.circuits.Positions.of(["startpos"] * 3)
    v = lambda: value(rng)
    methods = [
        lambda: belle.Machine(v()),
        lambda: belle.Machine(v(), depth=v(), root=v()),
        lambda: machine.think(rng.choice([1, 2, 3, v()])),
        lambda: machine.step(
            rng.choice([1, -1, 50, v()]),
            rng.choice(["word", "node", "ply", "root_move", "cycle", v()]),
        ),
        lambda: machine.run(cycles=rng.choice([10, 10_000])),
        lambda: machine.until(v(), cycles=10_000),
        lambda: machine.until(label=v(), cycles=10_000),
        lambda: machine.until(searched=v(), address=v(), cycles=10_000),
        lambda: machine.until("line1 > 5", "ply = 2", cycles=10_000),
        lambda: machine.go_to(rng.choice([0, 100, 10_000])),
        lambda: machine.signals(
            rng.choice([["ply", "acc"], "hash", v()]), cycles=rng.choice([10, 1000])
        ),
        lambda: machine.push(v()),
        lambda: setattr(machine, "board", v()),
        lambda: machine.branch(v(), v(), v(), v()),
        lambda: machine.writes(v()),
        lambda: machine.coverage(v()),
        lambda: machine.lookup(v()),
        lambda: machine[v()],
        lambda: machine.load(v()),
        lambda: machine.load({"search.mc": v()}),
        lambda: belle.Machine.from_link(v()),
        lambda: belle.Machine.from_link(
            f"#fen={v()}&moves={v()}&depth={rng.randrange(4)}&cycle={rng.randrange(9999)}"
        ),
        lambda: repr(machine) + str(machine.state) + machine._repr_svg_(),
        lambda: belle.Player(v()),
        lambda: belle.Player(
            rng.choice(["native", "belle", "atlas", 1978]),
            {v(): v()} if rng.random() < 0.2 else {},
        ).search(v(), **small(rng)),
        lambda: player.search(v(), **small(rng)),
        lambda: player.search(v(), root_moves=v(), multipv=v(), depth=1),
        lambda: player.play(v(), chess.engine.Limit(depth=1)),
        lambda: player.analyse(
            v(), v() if rng.random() < 0.3 else chess.engine.Limit(nodes=50)
        ),
        lambda: next(player.analysis(v(), depth=2)),
        lambda: player.evaluate(v()),
        lambda: player.explain(v()),
        lambda: player.perft(
            v(), rng.choice([0, 1, 2, -1, "x", 10**9 if rng.random() < 0.0 else 62])
        ),
        lambda: player.configure({"Hash": 1, "MultiPV": v(), "EndgamePath": v()}),
        lambda: player.search(v(), mate=rng.choice([1, v()]), nodes=200),
        lambda: player.configure(
            {"Hash": rng.choice([1, 2, v()])}
            if rng.random() < 0.5
            else {"MultiPV": v()}
        ),
        lambda: belle.circuits.find_victim(v(), v()),
        lambda: belle.circuits.find_aggressor(v(), v(), v()),
        lambda: belle.circuits.find_victim(
            belle.circuits.Positions(v(), v(), v()), v()
        ),
        lambda: belle.circuits.settle(
            rng.choice(["value_bus", "castling", "move_generator", v()]),
            {"adr": v(), "wtm": v()},
        ),
        lambda: belle.circuits.settle("castling", v()),
        lambda: positions[v()],
        lambda: positions == v(),
        lambda: belle.circuits.find_victim(positions)[v()],
        lambda: player.evaluate()[v()],
        lambda: belle.assemble("halt")[v()],
        lambda: v() in player.evaluate(),
        lambda: belle.assemble(v()),
        lambda: belle.assemble(
            rng.choice([".entry a\na: goto a\n", "halt\n", v()]), v()
        ),
        lambda: belle.Microengine(v(), v()),
        lambda: belle.Microengine(belle.assemble("halt\n"), v()).run(v(), cycles=1000),
        lambda: belle.Microengine(belle.assemble(".entry a\na: goto a\n")).signals(
            v(), cycles=1000
        ),
        lambda: tables.probe(v()),
        lambda: tables.longest(v()),
        lambda: belle.endgame.build(v(), FOLDER, v()) if rng.random() < 0.1 else None,
        lambda: belle.endgame.Tablebase(v(), v()),
        lambda: belle.judge(v(), player, nodes=10),
        lambda: belle.judge(
            rng.choice(list(shared["game"].mainline())), player, nodes=10
        ),
        lambda: belle.judge(shared["game"].variations[-1], player, nodes=10),
        lambda: belle.judge(chess.pgn.Game.from_board(v()), player, nodes=10),
        lambda: belle.laboratory.results(v()),
        lambda: belle.laboratory.records(v(), v()),
        lambda: (
            belle.laboratory.run(v(), FOLDER, jobs=v()) if rng.random() < 0.1 else None
        ),
    ]
    return rng.choice(methods)


def work(seed: int, end: float, shared: dict, counts: dict, fatal: list) -> None:
    rng = random.Random(seed)
    while time.monotonic() < end and not fatal:
        counts["calls"] += 1
        try:
            calls(rng, shared)()
        except Exception as error:  # noqa: BLE001 (what is tried is whether there is another end)
            counts["exceptions"] += 1
            if "the program failed" in str(error) or "the player failed" in str(error):
                fatal.append(error)
        except BaseException as error:  # noqa: BLE001
            fatal.append(error)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=3)
    arguments = parser.parse_args()
    # A call that hangs shows where.
    faulthandler.dump_traceback_later(arguments.seconds + 120, exit=True)
    belle.endgame.build("KQK", FOLDER)
    shared = {
        "machine": belle.Machine(depth=3),
        "player": belle.Player("native", Hash=1),
        "game": chess.pgn.read_game(io.StringIO("1. e4 (1. d4 d5) e5 2. Nf3 *")),
        "tables": belle.endgame.Tablebase(FOLDER),
    }
    counts = {"calls": 0, "exceptions": 0}
    fatal: list[BaseException] = []
    end = time.monotonic() + arguments.seconds
    threads = [
        threading.Thread(
            target=work, args=(arguments.seed + number, end, shared, counts, fatal)
        )
        for number in range(arguments.threads)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{counts['calls']} calls, {counts['exceptions']} exceptions")
    if fatal:
        raise SystemExit(f"failed: {fatal[0]!r}")


if __name__ == "__main__":
    main()
