"""Threads, Ctrl-C, wrong arguments, the interpreter released."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import belle
import chess
import chess.engine
import chess.pgn
import numpy as np
import pytest

HERE = Path(__file__).parent


def test_interpreter_is_released_while_it_works() -> None:
    player = belle.Player("native")
    search = threading.Thread(target=player.search, kwargs={"seconds": 1.0})
    search.start()
    ticks, longest, last = 0, 0.0, time.monotonic()
    while search.is_alive():
        time.sleep(0.001)
        now = time.monotonic()
        longest, last, ticks = max(longest, now - last), now, ticks + 1
    assert ticks > 50 and longest < 0.5


#: What goes on for long, and what it needs before.
LONG_WORK = [
    ("player.search(seconds=100)", "player = belle.Player('native', Threads=2)"),
    ("player.search(depth=40)", "player = belle.Player('belle')"),
    ("player.search(depth=40)", "player = belle.Player(1972)"),
    ("player.search(depth=40)", "player = belle.Player('atlas')"),
    ("player.search(mate=40)", "player = belle.Player('native')"),
    (
        "next(a for a in player.analysis() if a['depth'] > 90)",
        "player = belle.Player('native')",
    ),
    ("player.perft(depth=12)", "player = belle.Player('native')"),
    (
        "belle.judge(game, seconds=100)",
        "game = chess.pgn.read_game(io.StringIO('1. e4 *'))",
    ),
    ("machine.run()", "machine = belle.Machine(depth=40)"),
    ("machine.until('ply = 61')", "machine = belle.Machine(depth=40)"),
    ("machine.until('line1 = 0x123456')", "machine = belle.Machine(depth=40)"),
    ("machine.until(searched='Qh8')", "machine = belle.Machine(depth=40)"),
    ("machine.signals(['hash'])", "machine = belle.Machine(depth=40)"),
    ("machine.signals(['line1'])", "machine = belle.Machine(depth=40)"),
    ("machine.go_to(10**15)", "machine = belle.Machine(depth=40)"),
    ("machine.step(10**9, 'node')", "machine = belle.Machine(depth=40)"),
    ("machine.step(10**9, 'root_move')", "machine = belle.Machine(depth=40)"),
    (
        "while True: machine.step(-(10**9), 'ply'); machine.go_to(3_000_000)",
        "machine = belle.Machine(depth=40); machine.run(cycles=3_000_000)",
    ),
    (
        "engine.run('a')",
        "engine = belle.Microengine(belle.assemble('.entry a\\na: goto a\\n'))",
    ),
    (
        "engine.signals(['acc'])",
        "engine = belle.Microengine(belle.assemble('.entry a\\na: goto a\\n'))",
    ),
    (
        "belle.circuits.settle('move_generator', wtm=many)",
        "many = np.zeros(10_000_000, np.uint64)",
    ),
    ("belle.circuits.Positions.of(['startpos'] * 10_000_000)", ""),
    ("belle.laboratory.run('depth', folder)", "folder = tempfile.mkdtemp()"),
    (
        "while True: belle.laboratory.results(folder)",
        "folder = belle.laboratory._PUBLISHED",
    ),
    ("belle.endgame.build('KRPKR', folder)", "folder = tempfile.mkdtemp()"),
]
#: Seconds of work before Ctrl-C, and most seconds of processor time after it.
BEFORE, AFTER = 0.3, 0.5


@contextlib.contextmanager
def ctrl_c_after(seconds: float) -> Iterator[list[float]]:
    """Presses Ctrl-C after a time; the processor time of the press is appended to the list."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    # A shell that runs the tests in the background has SIGINT ignored, which they inherit.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, press)
    try:
        timer.start()
        yield pressed
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, handler)


@pytest.mark.parametrize(
    ("work", "before"), LONG_WORK, ids=[work for work, _ in LONG_WORK]
)
def test_ctrl_c_stops_at_once(work: str, before: str) -> None:
    names: dict[str, object] = {}
    imports = "import belle, chess, chess.pgn, io, tempfile\nimport numpy as np\n"
    exec(imports + before, names)  # noqa: S102
    code = compile(work, "work", "exec")
    with ctrl_c_after(BEFORE) as pressed, pytest.raises(KeyboardInterrupt):
        exec(code, names)  # noqa: S102
    # Processor time, since the machine that runs this may have other work.
    assert time.process_time() - pressed[0] < AFTER


@pytest.mark.parametrize("work", ["run()", "until('ply = 61')", "signals(['hash'])"])
def test_ctrl_c_leaves_the_machine_where_it_says(work: str) -> None:
    machine = belle.Machine(depth=40)
    with ctrl_c_after(BEFORE), pytest.raises(KeyboardInterrupt):
        eval(f"machine.{work}", {"machine": machine})
    stopped = machine.cycle
    assert stopped > 0
    assert stopped < machine.step().cycle < stopped + 100
    assert machine.step(-1).cycle == stopped


#: Run where only so many bytes more can be had than are in use.
MORE_BYTES = 200 << 20
SHORT_OF_MEMORY = """
import resource
import belle, chess, numpy as np

positions = belle.circuits.Positions.of("startpos")
engine = belle.Microengine(belle.assemble(".entry a\\na: goto a\\n"))
game = chess.pgn.Game.from_board(chess.Board())
game.comment = "x" * 20_000_000
names = list(belle.SIGNALS)
[size] = [line for line in open("/proc/self/status") if line.startswith("VmSize")]
most = (int(size.split()[1]) << 10) + {more}
resource.setrlimit(resource.RLIMIT_AS, (most, most))

def all_of(make):
    made = []
    try:
        while True:
            made.append(make())
    finally:
        made.clear()

def ends(name, work):
    machine = belle.Machine(depth=30)
    try:
        work(machine)
    except MemoryError as error:
        # It still stands where it says.
        assert machine.step().cycle > machine.step(-1).cycle == machine.state.cycle
        print(name, flush=True)

ends("signals", lambda machine: machine.signals(names[:10]))
ends("wires", lambda machine: machine.signals(names[-50:]))
ends("engine", lambda machine: engine.signals(["acc"]))
ends("finds", lambda machine: belle.circuits.find_victim(positions[np.zeros(5_000_000, int)]))
ends("settle", lambda machine: belle.circuits.settle("value_bus", acc=np.zeros(20_000_000, int)))
ends("machines", lambda machine: all_of(belle.Machine))
ends("players", lambda machine: all_of(lambda: belle.Player("native")))
ends("jobs", lambda machine: belle.laboratory.run("moves", "{folder}", quick=True, jobs=1000))
ends("game", lambda machine: belle.judge(game, depth=1))
"""


def test_exhausted_memory_is_an_exception(tmp_path: Path) -> None:
    code = SHORT_OF_MEMORY.format(more=MORE_BYTES, folder=tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    names = "signals wires engine finds settle machines players jobs game"
    assert done.stdout.split() == names.split(), done.stderr
    assert done.returncode == 0, done.stderr


def test_objects_are_shared_by_threads() -> None:
    player, machine = belle.Player("native"), belle.Machine(depth=3)
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(5):
                assert player.search(depth=3).move is not None
                player.configure(Hash=1 + number)
                machine.step(50)
                machine.signals(["ply"], cycles=100)
                belle.circuits.find_victim([chess.Board()] * 10)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda: belle.Machine(7), TypeError),
        (lambda: belle.Machine(depth="3"), TypeError),
        (lambda: belle.Machine(depth=300), belle.BelleError),
        (lambda: belle.Machine(depth=62), belle.BelleError),
        (lambda: belle.Machine(depth=True), TypeError),
        (lambda: belle.Machine().step(), belle.BelleError),
        (lambda: belle.Machine().go_to(10), belle.BelleError),
        (lambda: belle.Machine().until("ply = 3"), belle.BelleError),
        (lambda: belle.Machine().signals(["ply"]), belle.BelleError),
        (lambda: belle.Machine(depth=2).signals(["ply", "ply"]), belle.BelleError),
        (lambda: belle.Machine.from_link("foo"), belle.BelleError),
        (lambda: belle.Player("native", ["Hash"]), TypeError),
        (lambda: belle.Player("native").configure(7), TypeError),
        (lambda: belle.circuits.find_victim(["startpos", "k7"]), belle.BelleError),
        (lambda: belle.Machine(depth=2).step(1, "week"), belle.BelleError),
        (lambda: belle.Machine(depth=2).step(10**30), belle.BelleError),
        (lambda: belle.Machine(depth=2).until(), belle.BelleError),
        (lambda: belle.Machine(depth=2).until("ply"), belle.BelleError),
        (lambda: belle.Machine(depth=2).until("ply = ply"), belle.BelleError),
        (lambda: belle.Machine(depth=2).until("nothing = 1"), belle.BelleError),
        (lambda: belle.Machine(depth=2).until(label="nowhere"), belle.BelleError),
        (lambda: belle.Machine(depth=2)["nothing"], belle.BelleError),
        (lambda: belle.Player("native").search(root_moves="e2e4"), TypeError),
        (lambda: belle.Machine(depth=2).signals(["nothing"]), belle.BelleError),
        (lambda: belle.Machine(depth=2).signals(["ply"] * 100), ValueError),
        (lambda: belle.Machine("k7/8/8/8/8/8/8/8 w - - 0 1"), belle.BelleError),
        (lambda: belle.Machine().push("e5"), belle.BelleError),
        (lambda: belle.Machine.from_link("#depth=x"), belle.BelleError),
        (lambda: belle.circuits.find_victim([1.5]), TypeError),
        (lambda: belle.circuits.find_victim("startpos", disable=-1), belle.BelleError),
        (lambda: belle.circuits.find_victim("startpos", disable=1.5), TypeError),
        (lambda: belle.circuits.find_aggressor("startpos", 64), belle.BelleError),
        (lambda: belle.Player(None), TypeError),
        (lambda: belle.Player("native").search(dept=3), TypeError),
        (lambda: belle.judge("1. e4"), TypeError),
        (lambda: belle.assemble(5), TypeError),
    ],
)
def test_wrong_argument_is_an_exception(wrong, kind) -> None:
    with pytest.raises(kind) as raised:
        wrong()
    assert str(raised.value)


def test_messages_name_what_there_is() -> None:
    def said(work) -> str:
        with pytest.raises(belle.BelleError) as raised:
            work()
        return str(raised.value)

    machine, player = belle.Machine(), belle.Player("native")
    for depth in (0, 49, 300):
        assert "1 to 48" in said(lambda depth=depth: machine.think(depth))
    assert "think(depth)" in said(lambda: machine.signals(["ply"]))
    assert "did you mean 'ply'" in said(lambda: machine.until("plyy = 3"))
    for disable in (2**64, -1, [1, 2**64]):
        message = said(
            lambda words=disable: belle.circuits.find_victim(["startpos"] * 2, words)
        )
        assert message.startswith("disable: expected numbers from 0 to ")
        assert message.endswith(("got -1", f"got {2**64}"))
    assert "got inf" in said(lambda: player.search(seconds=10**400))
    assert "position 1: " in said(lambda: belle.circuits.find_victim([None, "k7"]))
    for lines in (0, 1000):
        assert "256" in said(lambda lines=lines: player.search(depth=1, multipv=lines))
    analysis = player.analysis()
    analysis.close()
    closed = analysis.wait()
    if closed.move is None:
        assert "closed" in said(lambda: closed.score)


def test_numbers_of_numpy_are_numbers() -> None:
    player = belle.Player(np.int64(1980))
    assert repr(player) == repr(belle.Player(1980))
    assert repr(belle.Player(np.str_("belle"))) == "belle.Player('belle')"
    options = {"Hash": np.int64(8), "UCI_ShowWDL": np.True_}
    assert repr(belle.Player("native", options)) == repr(
        belle.Player("native", Hash=8, UCI_ShowWDL=True)
    )
    clock = chess.engine.Limit(
        white_clock=np.float64(1), black_clock=1, remaining_moves=np.int64(99)
    )
    native = belle.Player("native")
    assert native.play(chess.Board(), clock).move is not None
    assert native.search(nodes=np.int64(50), multipv=np.int8(2)).lines[1]
    assert native.search(seconds=np.float32(0.01)).move is not None
    assert native.perft(depth=np.uint8(2)) == 400
    machine = belle.Machine(depth=np.int64(2))
    assert (
        machine.step(np.int16(3), "node").cycle
        == machine.go_to(np.uint64(machine.cycle)).cycle
    )
    machine.run(cycles=np.int64(500))
    names = np.array(["ply", "acc"])
    assert len(machine.signals(names, cycles=np.int64(100))) > 10
    assert not machine.until("ply = 60", address=np.int64(3), cycles=np.int64(9))
    found = belle.circuits.find_aggressor("startpos", np.int64(chess.E4), np.uint64(0))
    assert found.square == chess.E2


def test_text_with_half_a_letter_is_refused_by_name(tmp_path: Path) -> None:
    half = "a\ud800"
    machine, player = belle.Machine(depth=2), belle.Player("native")
    game = chess.pgn.Game.from_board(chess.Board("8/8/8/8/8/1k6/8/K7 w - - 0 1"))
    game.headers["White"] = half
    for name, wrong in [
        ("board", lambda: belle.Machine(half)),
        ("board", lambda: belle.circuits.find_victim([half])),
        ("name", lambda: belle.Player(half)),
        ("option", lambda: player.configure({half: 1})),
        ("option 'Hash'", lambda: player.configure(Hash=half)),
        ("root_moves", lambda: player.search(root_moves=[half])),
        ("move", lambda: machine.push(half)),
        ("condition", lambda: machine.until(half)),
        ("label", lambda: machine.until(label=half)),
        ("searched", lambda: machine.until(searched=half)),
        ("signal", lambda: machine[half]),
        ("program", lambda: machine.load({half: ""})),
        ("program, search.mc", lambda: machine.load({"search.mc": half})),
        ("link", lambda: belle.Machine.from_link(half)),
        ("text", lambda: belle.assemble(half)),
        ("circuit", lambda: belle.circuits.settle(half)),
        ("input", lambda: belle.circuits.settle("promoted", {half: 1})),
        ("endings", lambda: belle.endgame.build(half, tmp_path)),
        ("folder", lambda: belle.endgame.Tablebase(half)),
        ("name", lambda: belle.laboratory.run(half, tmp_path)),
        ("folder", lambda: belle.laboratory.results(half)),
        ("game", lambda: belle.judge(game, player)),
    ]:
        with pytest.raises(belle.BelleError, match=f"^{name}: ") as raised:
            wrong()
        assert r"'\ud800'" in str(raised.value) or r"a\ud800" in str(raised.value)


def test_busy_player_is_an_error_for_its_thread_and_a_wait_for_others() -> None:
    player = belle.Player("native")
    analysis = player.analysis()
    next(analysis)
    found = []
    other = threading.Thread(
        target=lambda: found.append(player.search(depth=1).move), daemon=True
    )
    other.start()
    time.sleep(0.2)
    with pytest.raises(belle.BelleError):
        player.search(depth=1)
    assert other.is_alive() and not found
    analysis.close()
    other.join(timeout=60)
    assert found


def test_options_of_one_search_are_those_of_no_other() -> None:
    player, lines = belle.Player("native", Hash=4), []
    limit = chess.engine.Limit(depth=2)

    def work(number: int) -> None:
        for _ in range(10):
            player.play(chess.Board(), limit, options={"Hash": number, "MultiPV": 3})
            lines.append(len(player.search(depth=2).lines))

    threads = [threading.Thread(target=work, args=(number,)) for number in (8, 16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(lines) == {1}
    assert repr(player) == repr(belle.Player("native", Hash=4))


def test_large_arrays_are_settled_in_parts() -> None:
    boards = belle.circuits.Positions.of(["startpos"] * 2_500)
    assert len(boards) == 2_500
    assert set(belle.circuits.find_victim(boards).line.tolist()) == {6}
    with pytest.raises(belle.BelleError, match="position 2400: "):
        belle.circuits.Positions.of(["startpos"] * 2_400 + ["k7"])
    endless = np.broadcast_to(np.uint64(0), (2**40,))
    with pytest.raises(belle.BelleError, match="expected one number or 2500"):
        belle.circuits.find_victim(boards, disable=endless)
    with pytest.raises(belle.BelleError, match="letters"):
        belle.assemble("halt\n" * 300_000)


def test_fuzz_raises_exceptions_only() -> None:
    seconds = "600" if "BELLE_LONG" in os.environ else "5"
    fuzz = subprocess.run(
        [sys.executable, HERE / "fuzz.py", "--seconds", seconds], check=False
    )
    assert fuzz.returncode == 0
