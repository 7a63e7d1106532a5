"""Values, nodes and signals equal those of the program."""

import bisect
import random
import re
from pathlib import Path

import belle
import chess
import chess.engine
import pytest
from conftest import LONG, command, suite

POSITIONS = suite("lockstep.epd")


@pytest.mark.parametrize(
    ("engine", "depth"),
    [("belle", 2), ("native", 4), ("atlas", 2)],
    indirect=["engine"],
)
def test_search_over_the_lockstep_suite_equals_the_commands(
    engine: chess.engine.SimpleEngine, depth: int, request: pytest.FixtureRequest
) -> None:
    player = belle.Player(request.node.callspec.params["engine"])
    positions = POSITIONS if LONG else POSITIONS[::10]
    compared = 0
    for board in positions:
        limit = chess.engine.Limit(depth=depth)
        player.new_game()
        try:
            ours = player.search(board, limit)
        except belle.BelleError:
            # A player refuses some composed positions; the program's does too, and plays any move over UCI.
            continue
        if not any(board.legal_moves):
            assert ours.move is None
            continue
        theirs = engine.play(board, limit, game=object(), info=chess.engine.INFO_ALL)
        assert ours.move == theirs.move, board.fen()
        for field in ("score", "nodes", "depth", "pv"):
            assert ours.info.get(field) == theirs.info.get(field), (field, board.fen())
        compared += 1
    assert compared > len(positions) * 3 // 4


#: Cycles of a window in a search; a whole one has millions of changes.
WINDOW = 1_000
#: More cycles than any word takes.
LONGEST_WORD = 20


# A cycle of the machine, by which waveforms count.
NANOSECONDS = 240


def waveform(
    board: chess.Board, depth: int, start: int, folder: Path
) -> dict[str, list[tuple[int, int]]]:
    """Signals and wires in a window of a search as the program's waveform has them: changes of level by block and
    name."""
    file = folder / "search.vcd"
    window = ["--from", str(start), "--cycles", str(WINDOW), "--signals", "*"]
    command(
        "trace", "--force", "--depth", str(depth), *window, "-o", str(file), board.fen()
    )
    scopes: list[str] = []
    names: dict[str, str] = {}
    changes: dict[str, list[tuple[int, int]]] = {}
    time = 0
    for line in file.read_text().splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            names[words[3]] = "/".join([*scopes[1:], words[4]])
        elif line.startswith("#"):
            time = int(line[1:]) // NANOSECONDS
        elif found := re.fullmatch(r"b([01]+) (\S+)|([01])(\S+)", line):
            bits, name, bit, wire = found.groups()
            changes.setdefault(names[name or wire], []).append(
                (time, int(bits or bit, 2))
            )
    return changes


def test_signals_and_wires_at_random_cycles_equal_the_commands_waveform(
    tmp_path: Path,
) -> None:
    seeded = random.Random(1980)
    table = belle.SIGNALS.values()
    compared = 0
    for board in [chess.Board(), *seeded.sample(POSITIONS, 30)]:
        if compared == 1_000 or board.is_game_over():
            continue
        machine = belle.Machine(board, depth=2, root="machine")
        machine.run()
        # Few moves, and a search that is over at once.
        if machine.cycle <= WINDOW:
            continue
        start = seeded.randrange(machine.cycle - WINDOW)
        # A word that begins after the last of them still begins within the window.
        cycles = range(start, start + WINDOW - LONGEST_WORD)
        changes = waveform(board, 2, start, tmp_path)
        # Forwards only: the way back is another test's.
        machine.think(2, root="machine")
        for cycle in sorted(seeded.sample(cycles, 100)):
            state = machine.go_to(cycle)
            for signal in table:
                levels = changes[signal.path]
                last = bisect.bisect_right(levels, (state.cycle, 2**64)) - 1
                level = state[signal.path] % 2**signal.width
                assert level == levels[last][1], (signal.path, state.cycle)
            compared += 1
    assert compared == 1_000


def test_evaluation_has_the_terms_that_the_command_prints() -> None:
    for name in ("belle", "native"):
        printed = command("eval", "--player", name, POSITIONS[20].fen())
        evaluation = belle.Player(name).evaluate(POSITIONS[20])
        for term in evaluation:
            assert term.name in printed
        assert f"{evaluation.total / 100:.2f}" in printed


def test_atlas_explains_in_the_commands_words() -> None:
    fen = "r2q1rk1/1ppnbppp/p2p1n2/4p3/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 9"
    explanation = belle.Player("atlas").explain(fen)
    assert str(explanation) == command("atlas", "explain", fen)
    assert explanation.moves[0]["move"] == explanation.move


def test_assemble_writes_the_commands_words() -> None:
    program = belle.assemble(belle.microcode.SOURCES["search.mc"], "search.mc")
    assert program.hex == command("asm", "search.mc")


def test_twenty_games_of_python_chess_are_played_to_their_end() -> None:
    names = ["native", "belle", "atlas", 1972, 1978]
    players = {name: belle.Player(name) for name in names}
    limit = chess.engine.Limit(depth=2)
    for number in range(20):
        white, black = names[number % 5], names[(number + 1 + number // 5) % 5]
        board = chess.Board()
        for _ in range(2 + number % 3):
            board.push(random.Random(number).choice(list(board.legal_moves)))
        while not board.is_game_over(claim_draw=True) and board.ply() < 160:
            player = players[white if board.turn else black]
            played = player.play(board, limit)
            assert played.move in board.legal_moves
            board.push(played.move)
        assert board.is_game_over(claim_draw=True) or board.ply() == 160
