"""A program with types, as a user writes one: mypy reads it, and nobody runs it."""

import io

import belle
import chess
import chess.engine
import chess.pgn
import numpy as np


def play(board: chess.Board) -> chess.Move | None:
    player = belle.Player(np.int64(1980))
    player = belle.Player("native", {"Move Overhead": 10}, Hash=16)
    result: belle.SearchResult = player.search(board, depth=np.int64(4), multipv=2)
    for info in result.lines:
        print(info["score"].white(), board.variation_san(info["pv"]))
    with player.analysis(board, seconds=np.float32(0.1)) as analysis:
        depths: list[int] = [info.get("depth", 0) for info in analysis]
    played: chess.engine.PlayResult = player.play(board, chess.engine.Limit(time=0.1))
    print(played.move, depths, player.evaluate(board).total, player.perft(board, 2))
    return result.move


def run(board: chess.Board) -> str:
    machine = belle.Machine(board, depth=3)
    rows: np.ndarray = machine.signals(["ply", "acc"], cycles=np.int64(100))
    print(rows["ply"].max(), machine["acc"], machine.until("ply = 2", label="cut"))
    line: tuple[str, ...] = machine.step(3, "node").line
    thought: belle.Thought | None = machine.run()
    assert thought is not None
    found = belle.circuits.find_victim([board], disable=[0])
    settled: int = belle.circuits.settle("promoted")["piece"]
    help_of: str = belle.SIGNALS["acc"].help
    print(line, found.square, settled, help_of, belle.assemble("halt").listing)
    return thought.san


def judge(text: str) -> float | None:
    belle.endgame.build("KQK", folder="endgames")
    tables = belle.endgame.Tablebase("endgames")
    longest = tables.longest("KQK")
    assert longest is not None
    moves: int | None = tables.probe(longest.start).value.moves
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    judged = belle.judge(game, 1980, depth=3)
    for result in belle.laboratory.results().values():
        print(moves, result.figures, judged.rows())
    return judged.accuracy(chess.WHITE)
