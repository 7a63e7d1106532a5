"""The machine: steps, runs, signals, links, copies."""

import json
import pickle
import random
import shutil
import subprocess
import time
from pathlib import Path
from urllib.parse import parse_qs

import belle
import chess
import numpy as np
import pytest

MIDDLEGAME = "r2q1rk1/1ppnbppp/p2p1n2/4p3/2B1P1b1/2NP1N1P/PPP2PP1/R1BQ1RK1 w - - 0 9"
UNITS = ["cycle", "word", "find", "node", "ply", "root_move"]


@pytest.mark.parametrize("unit", UNITS)
def test_step_back_undoes_a_step_forwards(unit: str) -> None:
    machine = belle.Machine(MIDDLEGAME, depth=2)
    machine.step(3_000, "word")
    machine.step(1, unit)
    before, digest = machine.state, machine.digest()
    forwards = machine.step(2, unit)
    assert forwards.cycle > before.cycle
    back = machine.step(-2, unit)
    assert back.cycle <= before.cycle if unit == "cycle" else back.cycle == before.cycle
    if back.cycle == before.cycle:
        assert back == before and machine.digest() == digest


def test_step_backwards_by_cycles_always_moves_until_the_beginning() -> None:
    machine = belle.Machine(depth=2)
    machine.run(cycles=100)
    while machine.cycle > 0:
        before = machine.cycle
        assert machine.step(-1, "cycle").cycle < before


def test_run_in_parts_equals_run_at_once() -> None:
    whole, parts = belle.Machine(MIDDLEGAME), belle.Machine(MIDDLEGAME, depth=3)
    thought = whole.run(depth=3)
    while not parts.state.over:
        parts.run(cycles=random.Random(1).randrange(1, 50_000))
    assert parts.thought == thought and parts.digest() == whole.digest()
    assert thought.move in whole.board.legal_moves


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("ply = 3", lambda state: state["ply"] == 3),
        ("acc < -50", lambda state: state["acc"] < -50),
        ("alpha >= 30", lambda state: state["alpha"] >= 30),
        ("ply <= 1", lambda state: state["ply"] <= 1),
        ("captured != 0", lambda state: state["captured"] != 0),
        ("microengine/sequencer/deepest = 0x4", lambda state: state["deepest"] == 4),
        ("line1 > 0", lambda state: state["line1"] > 0),
        ("to = e4", lambda state: state["to"] == chess.E4),
        ("to = H5", lambda state: state["to"] == chess.H5),
    ],
)
def test_until_a_condition_stops_where_it_begins_to_hold(condition, holds) -> None:
    machine = belle.Machine(MIDDLEGAME, depth=3)
    assert machine.until(condition)
    assert holds(machine.state)
    assert not holds(machine.step(-1)) or machine.cycle == 0


def test_until_compares_levels_of_64_wires_without_a_sign() -> None:
    machine = belle.Machine(depth=3)
    machine.step(20, "node")
    for name in ("p2", "p3", "own", "rook"):
        level = machine[name]
        there = belle.Machine(depth=3)
        assert there.until(f"{name} = {level}") or there[name] == level, name
        assert there[name] == level
        assert not belle.Machine(depth=2).until(f"{name} < 0"), name
    engine = belle.Microengine(belle.assemble("halt"), machine.board)
    assert engine["p3"] == belle.Machine(depth=2)["p3"] > 2**63


def test_until_wires_stops_at_the_first_word_of_the_recording() -> None:
    names = ["line1", "recv/line6", "ply"]
    rows = belle.Machine(MIDDLEGAME, depth=3).signals(names, cycles=150_000)
    holds = (rows["line1"] > 0) & (rows["recv/line6"] == 0) & (rows["ply"] == 2)
    begins = holds[1:] & ~holds[:-1]
    cycles = rows["cycle"][1:][begins]
    assert len(cycles) > 20
    machine = belle.Machine(MIDDLEGAME, depth=3)
    for cycle in cycles:
        assert machine.until("line1 > 0", "recv/line6 = 0", "ply = 2")
        assert machine.cycle == cycle
    again = belle.Machine(MIDDLEGAME, depth=3)
    again.go_to(int(cycles[-1]))
    assert machine.digest() == again.digest() and machine.state == again.state


def test_until_wires_takes_hardly_longer_than_a_recording_of_them() -> None:
    def seconds(work) -> float:
        machine, begun = belle.Machine(depth=40), time.process_time()
        work(machine)
        return time.process_time() - begun

    recording = seconds(lambda one: one.signals(["line1"], cycles=100_000))
    until = seconds(lambda one: one.until("line1 = 0x123456", cycles=100_000))
    assert until < 3 * recording


def test_until_label_move_and_falling_value_stop_there() -> None:
    machine = belle.Machine(MIDDLEGAME, depth=3)
    program = belle.assemble(belle.microcode.SOURCES["search.mc"], "search.mc")
    assert machine.until("ply = 2", label="cut")
    assert (machine["ply"], machine["address"]) == (2, program.labels["cut"])
    assert machine.until(searched="Nxe5")
    assert machine.state.line[-1].startswith("Nxe5")
    assert machine.until(searched=chess.Move.from_uci("h3g4"))
    assert not machine.until("ply = 40", cycles=10_000)
    machine.think(4)
    if machine.until(value_falls=True):
        assert machine.thought is not None


def test_signals_of_the_recording_are_those_of_the_states() -> None:
    names = ["ply", "acc", "hash", "address", "square", "line6"]
    machine = belle.Machine(MIDDLEGAME, depth=2)
    machine.run(cycles=500)
    rows = machine.signals(names, cycles=700)
    after = machine.cycle
    assert int(rows["cycle"][0]) >= 500 and after >= int(rows["cycle"][-1])
    for row in rows[:: len(rows) // 20]:
        state = machine.go_to(int(row["cycle"]))
        assert state.cycle == row["cycle"]
        assert [int(row[name]) for name in names] == [state[name] for name in names]


def test_signals_to_the_end_of_a_search_leave_it_over() -> None:
    machine = belle.Machine(depth=2)
    rows = machine.signals("nodes")
    assert machine.state.over and machine["nodes"] >= rows["nodes"].max()
    assert len(machine.signals(["nodes"])) == 0
    assert np.all(np.diff(rows["cycle"].astype(np.int64)) > 0)


def test_link_and_pickle_lead_to_the_same_moment() -> None:
    machine = belle.Machine(MIDDLEGAME)
    machine.push("Nxe5")
    machine.think(3)
    machine.run(cycles=12_345)
    for other in (
        belle.Machine.from_link(machine.link("http://127.0.0.1:1980/")),
        pickle.loads(pickle.dumps(machine)),
    ):
        assert other.state == machine.state and other.digest() == machine.digest()
        assert (
            other.board == machine.board
            and other.board.move_stack == machine.board.move_stack
        )


def without_counts() -> dict[str, str]:
    """The search with a word that no longer counts its node."""
    text = belle.microcode.SOURCES["search.mc"]
    assert ", count\n" in text
    return {"search.mc": text.replace(", count\n", "\n", 1)}


def test_changed_microprogram_changes_the_search_and_travels_in_links() -> None:
    machine = belle.Machine(program=without_counts())
    machine.think(2, root="machine")
    machine.run(cycles=2_000)
    own = belle.Machine(depth=2, root="machine")
    own.run(cycles=2_000)
    assert own["nodes"] > machine["nodes"] and own.digest() != machine.digest()
    for other in (
        pickle.loads(pickle.dumps(machine)),
        belle.Machine.from_link(machine.link()),
    ):
        assert other.digest() == machine.digest()
        assert other["nodes"] == machine["nodes"]
    for wrong in ("abc", machine.link().split("microcode=")[1][:-6]):
        with pytest.raises(belle.BelleError, match="microcode"):
            belle.Machine.from_link(f"#depth=2&root=machine&microcode={wrong}")
    machine.load({})
    assert machine.run(depth=2).move == chess.Move.from_uci("b1c3")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_page_reads_links_with_microcode_and_writes_them() -> None:
    module = Path(__file__).parents[3] / "web/microcode.js"
    machine = belle.Machine(program=without_counts(), depth=2, root="machine")
    [packed] = parse_qs(machine.link().split("#")[1])["microcode"]
    given = {
        "own": belle.microcode.SOURCES["search.mc"],
        "text": without_counts()["search.mc"],
        "packed": packed,
    }
    script = f"""
        import {{ pack, unpack }} from {json.dumps(module.as_uri())};
        const given = {json.dumps(given)};
        const files = new Map([["search.mc", given]]);
        const read = await unpack(given.packed, files);
        const written = await pack(files);
        console.log(JSON.stringify([read.get("search.mc") === given.text, written]));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        check=True,
        capture_output=True,
        text=True,
    )
    is_read, written = json.loads(done.stdout)
    assert is_read
    link = f"#depth=2&root=machine&cycle=700&microcode={written}"
    machine.go_to(700)
    assert belle.Machine.from_link(link).digest() == machine.digest()


def test_wrong_microprogram_is_refused_with_its_line_and_changes_nothing() -> None:
    machine = belle.Machine()
    with pytest.raises(belle.BelleError, match=r"search\.mc:\d+"):
        machine.load({"search.mc": "nonsense here\n"})
    assert machine.run(depth=2) is not None


def test_root_moves_memory_and_writes_agree_with_the_search() -> None:
    machine = belle.Machine(MIDDLEGAME)
    thought = machine.run(depth=3)
    best = [row for row in machine.root_moves() if row.best][-1]
    assert (best.move, best.value) == (thought.move, thought.value)
    assert sum(row.nodes for row in machine.root_moves()) == machine.state.nodes
    after = machine.board
    after.push(thought.move)
    assert machine.lookup(after).hit
    assert machine.writes()[-1]["cycle"] <= machine.cycle
    counts = machine.coverage(1_000)
    assert counts["words"].sum() > 0 and counts["squares"].shape == (64,)
    assert len(machine.full_value()["cycles"]) == 8
    assert all(test["ok"] for test in machine.selftest())


def test_castling_of_chess960_is_written_as_the_board_writes_it() -> None:
    fen = "r3k3/8/8/8/8/8/5PPP/4K2R w K - 0 1"
    for is_960, text in [(True, "e1h1"), (False, "e1g1")]:
        board, castling = chess.Board(fen, chess960=is_960), chess.Move.from_uci(text)
        machine = belle.Machine(board)
        thought = machine.run(depth=4)
        assert thought.move == castling and machine.state.thought == thought
        assert board.variation_san(thought.pv) in thought.san
        moves = {row.move for row in machine.root_moves()}
        assert moves == set(board.legal_moves)
        cycles = set()
        for other in ["O-O", "e1g1", "e1h1"]:
            machine.think(3)
            assert machine.until(searched=other)
            cycles.add(machine.cycle)
            copy = belle.Machine(board)
            copy.push(chess.Move.from_uci(other) if other != "O-O" else other)
            assert copy.board.peek() == castling
        assert len(cycles) == 1


def test_writes_are_all_those_of_the_window() -> None:
    machine = belle.Machine(MIDDLEGAME)
    machine.run(depth=2)
    before, digest, start = machine.state, machine.digest(), machine.cycle - 400
    found = machine.writes(400)
    assert machine.state == before and machine.digest() == digest
    other = belle.Machine(MIDDLEGAME, depth=2)
    state, cycles = other.go_to(start), []
    while not state.over:
        following = other.step()
        if following.board.piece_map() != state.board.piece_map():
            cycles.append(following.cycle)
        state = following
    assert len(cycles) > 16 and [write["cycle"] for write in found] == cycles


def test_counts_of_a_long_window_are_those_of_all_its_words() -> None:
    machine = belle.Machine(MIDDLEGAME, depth=30)
    machine.run(cycles=1_200_000)
    counts = machine.coverage(machine.cycle + 1)
    rows = belle.Machine(MIDDLEGAME, depth=30).signals(["address"], machine.cycle)
    words = np.bincount(rows["address"], minlength=1_024)
    assert (counts["words"] == words).all()


def test_tree_in_parts_is_the_tree_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = belle.Machine(MIDDLEGAME, depth=4)
    machine.run()
    for ply, plies, start, end in [
        (0, 1, 0, 10**9),
        (0, 4, 40_000, 46_000),
        (2, 1, 90_000, 93_000),
        (3, 3, 82_335, 84_913),
    ]:
        whole = machine.branch(start, end, ply, plies)
        for cycles in (40, 150, 977):
            if end - start > 1_000 * cycles:
                cycles = 50_000
            with monkeypatch.context() as patch:
                patch.setattr(belle.machine, "_CYCLES_OF_A_TREE", cycles)
                assert machine.branch(start, end, ply, plies) == whole


def test_tree_of_many_nodes_is_whole() -> None:
    machine = belle.Machine(MIDDLEGAME, depth=4)
    machine.run()
    nodes = machine.branch(0, machine.cycle, ply=0, plies=4)
    assert len(nodes) > 6_000 and all(node["to"] for node in nodes)
    above = machine.branch(0, machine.cycle, ply=0, plies=1)
    assert [node for node in nodes if node["ply"] == 1] == above


@pytest.mark.parametrize("fen", ["", "  "])
def test_empty_fen_is_refused(fen: str) -> None:
    machine = belle.Machine(MIDDLEGAME)
    with pytest.raises(belle.BelleError, match="expected a FEN"):
        belle.Machine(fen)
    with pytest.raises(belle.BelleError, match="expected a FEN"):
        machine.board = fen
    assert machine.board.fen() == MIDDLEGAME


def test_program_that_is_no_dictionary_is_refused() -> None:
    with pytest.raises(TypeError, match="dictionary"):
        belle.Machine(program="search.mc")


def test_board_of_a_state_has_the_side_to_move() -> None:
    machine = belle.Machine(depth=2)
    assert machine.state.board == chess.Board(chess.STARTING_BOARD_FEN + " w - - 0 1")
    machine.until(searched="e4")
    assert machine.state.board.turn == chess.BLACK


def test_picture_and_text_show_the_board() -> None:
    machine = belle.Machine(MIDDLEGAME, depth=2)
    assert machine._repr_svg_().startswith("<svg")
    assert MIDDLEGAME in repr(machine)
