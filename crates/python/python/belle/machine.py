"""The machine: its state by cycle, its signals as arrays, its search word by word."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, SupportsIndex
from urllib.parse import parse_qs, urlencode

import chess
import numpy as np

from . import _belle
from ._belle import BelleError
from ._convert import BoardLike, as_text, board_of_pieces, integer, position, svg
from ._links import pack, unpack

#: A unit of steps. A word takes one or more cycles, and the machine is only seen between words.
Unit = Literal["cycle", "word", "find", "node", "ply", "root_move"]

#: Why a run has ended: `reached` its number of cycles or steps, `condition` holds, the search has `halted`, or there is
#: nothing before the `beginning`.
Reason = Literal["reached", "condition", "halted", "beginning"]

_UNITS = ("cycle", "word", "find", "node", "ply", "root_move")
_ROOTS = ("host", "machine")
#: Most steps and cycles of one command of the room: Ctrl-C is heard between two.
_STEPS = 1_000
_CYCLES = 200_000
#: Most cycles of one answer of the room about a window of its past: of the tree, of counts, and of writes (of which few
#: windows of this length have more than an answer has).
_CYCLES_OF_A_TREE = 2_000_000
_CYCLES_OF_COUNTS = 500_000
_CYCLES_OF_WRITES = 64
#: Words of microcode and squares, each with its count.
_COUNTS = {"words": 1_024, "squares": 64}
#: Frames of the stack.
_PLIES = 64
#: Most writes of one answer.
_WRITES = 16
_MOST = 2**63 - 1


@dataclass(frozen=True)
class Signal:
    """A register, a memory, a function of them, or wires, by its one name."""

    name: str
    block: str
    width: int
    help: str
    #: How much of its part is on record.
    fidelity: str
    #: How its level is read: bits, number, signed, square, square_or_none, squares, piece, rights or address.
    reading: str
    #: Whether it is a wire of the move generator, which settles anew in each word.
    is_wire: bool

    @property
    def path(self) -> str:
        """Block and name."""
        return f"{self.block}/{self.name}"

    @property
    def dtype(self) -> str:
        """The numpy type of its levels."""
        return "<u8" if self.width == 64 else "<i8"

    def _level(self, text: str) -> int:
        level = int(text, 16)
        return (
            level - 0x1_0000 if self.reading == "signed" and level >= 0x8000 else level
        )


@dataclass(frozen=True)
class Bus:
    """The value bus in a word: the level of its source, and what adder and comparator make of it."""

    source_name: str
    source: int
    sum: int
    less: bool
    equal: bool
    destination: str


@dataclass(frozen=True)
class StackFrame:
    """A frame of the stack: the values of one ply."""

    alpha: int
    beta: int
    limit: int
    depth: int
    next: int
    #: The best move so far by squares.
    best: str | None
    #: The move made here, in SAN, or by squares if it is illegal.
    move: str | None
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """What the transposition memory says of a position."""

    hit: bool
    open: bool
    bound: Literal["none", "upper", "lower", "exact"]
    value: int
    depth: int


@dataclass(frozen=True)
class Thought:
    """A best move of the search, or a new value of it."""

    depth: int
    #: Value for the side to move, in centipawns.
    value: int
    #: Moves to mate, negative if the side to move is mated.
    mate: int | None
    #: Whether the value is a lower bound.
    at_least: bool
    #: The principal variation.
    pv: tuple[chess.Move, ...]
    #: The same with numbers, in SAN.
    san: str
    nodes: int
    cycle: int

    @property
    def move(self) -> chess.Move | None:
        """The best move."""
        return self.pv[0] if self.pv else None


@dataclass(frozen=True)
class RootMove:
    """A root move that the host had searched."""

    depth: int
    move: chess.Move
    san: str
    alpha: int
    beta: int
    #: None while it is searched.
    value: int | None
    #: Whether it became the best move, or its value was renewed.
    best: bool
    #: First cycle, and that of its end.
    start: int
    end: int
    nodes: int


@dataclass(frozen=True)
class State:
    """The machine at the beginning of a word."""

    #: Cycles since the search began.
    cycle: int
    #: Nodes since then.
    nodes: int
    #: Address of the word.
    address: int
    #: Whether there is a search, and whether it is complete.
    searching: bool
    over: bool
    #: The machine's board: pieces and side to move of the node that it searches, without castling rights and moves.
    board: chess.Board = field(repr=False)
    #: Registers, memories and functions of them by name.
    signals: Mapping[str, int] = field(repr=False)
    #: Wires of the move generator by block and name, settled in this word.
    wires: Mapping[str, int] = field(repr=False)
    #: The move generator's operation: nothing, victim, aggressor or check.
    find: str
    #: Line (1 to 6) and square that the priority network names.
    winner: tuple[int, int] | None
    bus: Bus = field(repr=False)
    #: From the root to this ply.
    stack: tuple[StackFrame, ...] = field(repr=False)
    #: Terms of the lazy value: White's and Black's.
    lazy: Mapping[str, tuple[int, int]] = field(repr=False)
    #: The entry latch, and the address of the position's entry.
    entry: Entry = field(repr=False)
    index: int = field(repr=False)
    #: Depth of the iteration, and number of the root move in it of how many, where the host drives the root.
    iteration: tuple[int, int, int] | None
    #: The latest best move.
    thought: Thought | None

    # Its signals have names and no order, so it is not gone through.
    __iter__ = None

    def __getitem__(self, name: str) -> int:
        """The level of a signal or wire by name, or by block and name.

        >>> import belle
        >>> belle.Machine(depth=2).state["white_to_move"]
        1
        """
        if name in self.signals:
            return self.signals[name]
        if name in self.wires:
            return self.wires[name]
        signal = _signal(name)
        return self.wires[signal.path] if signal.is_wire else self.signals[signal.name]

    @property
    def line(self) -> tuple[str, ...]:
        """The moves from the root to this node, in SAN."""
        return tuple(frame.move for frame in self.stack if frame.move is not None)

    def _repr_svg_(self) -> str:
        square = self.winner and self.winner[1]
        return svg(self.board, fill={} if square is None else {square: "#d9a441aa"})


class Machine:
    """Belle's machine and its host, one word after the other.

    >>> import belle
    >>> machine = belle.Machine(depth=2)
    >>> machine.until("ply = 2")
    True
    >>> machine.state.line
    ('Nc3', 'a5')

    `depth` begins a search at once, as `think` does. A machine is used by one thread at a time; the others wait.
    """

    def __init__(
        self,
        board: BoardLike = None,
        *,
        depth: SupportsIndex | None = None,
        root: Literal["host", "machine"] = "host",
        program: Mapping[str, str] | None = None,
    ) -> None:
        self._lock = threading.RLock()
        self._room = _belle.Machine()
        self._files: dict[str, str] = {}
        self._depth: int | None = None
        self._chess960 = False
        self._root: str = "host"
        self._frame: dict[str, Any] = {}
        self._game: dict[str, Any] = {}
        if program is not None:
            self.load(program)
        self.board = board
        if depth is not None:
            self.think(depth, root=root)

    def _ask(self, command: str, **fields: Any) -> list[dict[str, Any]]:
        """Carries out a command of the room and takes note of what it says of game and machine."""
        text = json.dumps({"command": command, **fields})
        with self._lock:
            events: list[dict[str, Any]] = json.loads(self._room.message(text))
            for event in events:
                if event["event"] == "fault":
                    raise BelleError(event["message"])
                if event["event"] == "frame":
                    self._frame = event
                elif event["event"] == "board":
                    self._game = event
            return events

    def _answer(self, command: str, **fields: Any) -> Any:
        """The one event with which a command is answered. A replay that needs time is asked for until it is there."""
        while True:
            answer = self._ask(command, **fields)[-1]
            if answer["event"] != "pending":
                return answer

    def _move(self, command: str, **fields: Any) -> Reason:
        """Carries out a command that moves the machine, with all that it leaves for later."""
        with self._lock:
            try:
                while True:
                    events = self._ask(command, **fields)
                    [stopped] = [one for one in events if one["event"] == "stopped"]
                    if stopped["reason"] != "pending":
                        reason: Reason = stopped["reason"]
                        return reason
                    command, fields = "continue", {}
            except KeyboardInterrupt:
                # The machine has moved on, but what it said of that was not read.
                self._ask("run", cycles=0)
                raise

    # The game.

    @property
    def board(self) -> chess.Board:
        """The position that is searched, with the moves that led to it. Setting it ends the search.

        >>> import belle, chess
        >>> machine = belle.Machine()
        >>> machine.board = chess.Board("8/8/8/8/8/2k5/1q6/K7 w - - 0 1")
        >>> machine.board.is_checkmate()
        True
        """
        board = chess.Board(self._game["start"], chess960=self._chess960)
        for text in self._game["uci"]:
            board.push_uci(text)
        return board

    @board.setter
    def board(self, board: BoardLike) -> None:
        given = position(board)
        self._ask("position", fen=given["fen"], moves=given["moves"])
        self._depth, self._chess960 = None, given["chess960"]

    def push(self, move: chess.Move | str) -> None:
        """Makes a move of the game: python-chess's, in SAN, or in UCI's form. The search ends.

        >>> import belle
        >>> machine = belle.Machine()
        >>> machine.push("e4")
        >>> machine.board.peek()
        Move.from_uci('e2e4')
        """
        self._ask("move", text=_move_text("move", move))
        self._depth = None

    def _line(self, texts: Iterable[str]) -> tuple[chess.Move, ...]:
        """Moves from the position, as its board writes them: in Chess960, castling is the king's move to its rook."""
        if not self._chess960:
            return tuple(chess.Move.from_uci(text) for text in texts)
        board = self.board
        return tuple(board.push_uci(text) for text in texts)

    def _thought(self) -> Thought | None:
        root = self._frame["root"]
        row = root and root["thought"]
        return _thought(row, self._line(row["uci"])) if row else None

    # The search.

    def think(
        self, depth: SupportsIndex, *, root: Literal["host", "machine"] = "host"
    ) -> State:
        """Begins a search. Nothing runs until `run`, `step`, `until`, `go_to` or `signals`.

        `root` says who drives the root: the host, by iterative deepening as in a game, or the machine alone, by one
        search to the depth.

        >>> import belle
        >>> belle.Machine().think(3).cycle
        0
        """
        depth = integer("depth", depth, 1, _belle.MAX_DEPTH)
        if root not in _ROOTS:
            raise BelleError(f"root: expected host or machine, got {root!r}")
        with self._lock:
            self._ask("think", depth=depth, root=root)
            self._depth, self._root = depth, root
            return self.state

    def run(
        self, cycles: SupportsIndex | None = None, *, depth: SupportsIndex | None = None
    ) -> Thought | None:
        """Runs to the end of the search, or for a number of cycles; the best move so far.

        >>> import belle
        >>> thought = belle.Machine().run(depth=4)
        >>> thought.move, thought.nodes
        (Move.from_uci('b1c3'), 4514)
        """
        with self._lock:
            if depth is not None:
                self.think(depth)
            self._expect_search()
            left = _MOST if cycles is None else integer("cycles", cycles, 0, _MOST)
            while left > 0:
                before = self.cycle
                if self._move("run", cycles=min(left, _CYCLES)) == "halted":
                    break
                left -= self.cycle - before
            return self.thought

    def step(self, count: SupportsIndex = 1, unit: Unit = "word") -> State:
        """Steps forwards, or backwards if `count` is negative.

        The units: `cycle`, `word` of microcode, `find` (the next operation of the move generator), `node`, `ply`, and
        `root_move`. A word takes one or more cycles, and a step of cycles ends at a word.

        >>> import belle
        >>> machine = belle.Machine(depth=3)
        >>> there = machine.step(5, "node").cycle
        >>> machine.step(-2, "word").cycle < machine.step(2, "word").cycle == there
        True
        """
        if unit not in _UNITS:
            raise BelleError(f"unit: expected {', '.join(_UNITS)}, got {unit!r}")
        count = integer("count", count, -_MOST, _MOST)
        with self._lock:
            self._expect_search()
            if unit == "cycle":
                self._step_cycles(count)
                return self.state
            sign = 1 if count > 0 else -1
            left = abs(count)
            while left > 0:
                steps = min(left, _STEPS)
                reason = self._move("step", unit=unit, count=sign * steps)
                if reason != "reached":
                    break
                left -= steps
            return self.state

    def _step_cycles(self, count: int) -> None:
        before = self.cycle
        self._move("go_to", cycle=max(0, min(_MOST, before + count)))
        # The first word at the goal or after it may be the present one.
        if count < 0 and self.cycle == before:
            self._move("step", unit="word", count=-1)

    def go_to(self, cycle: SupportsIndex) -> State:
        """Goes to the first word that begins at a cycle or later, forwards or backwards.

        >>> import belle
        >>> machine = belle.Machine(depth=3)
        >>> machine.go_to(500).cycle >= 500 > machine.go_to(100).cycle
        True
        """
        cycle = integer("cycle", cycle, 0, _MOST)
        with self._lock:
            self._expect_search()
            self._move("go_to", cycle=cycle)
            return self.state

    def until(
        self,
        *conditions: str,
        label: str | None = None,
        address: SupportsIndex | None = None,
        searched: chess.Move | str | None = None,
        value_falls: bool = False,
        cycles: SupportsIndex | None = None,
    ) -> bool:
        """Runs until all conditions hold and one of them begins to; false if the search or `cycles` end before.

        A condition is a signal with a level (`"ply = 3"`, `"acc < 0"`), a `label` of the microprogram or an `address`
        that is next, a move that leads to the node (`searched="Nf6"`), or that the value of the best move falls.

        >>> import belle
        >>> machine = belle.Machine(depth=3)
        >>> machine.until("ply = 2", label="cut")
        True
        >>> machine["ply"]
        2
        """
        wanted: list[dict[str, Any]] = []
        for text in conditions:
            wanted.append({"when": "signal", "text": as_text("condition", text)})
        if label is not None:
            wanted.append({"when": "label", "label": as_text("label", label)})
        if address is not None:
            number = integer("address", address, 0, 0xFFFF)
            wanted.append({"when": "address", "address": number})
        if searched is not None:
            move = _move_text("searched", searched)
            wanted.append({"when": "searched", "text": move})
        if value_falls:
            wanted.append({"when": "value_falls"})
        if not wanted:
            raise BelleError(
                "until: expected a condition, such as 'ply = 3' or label='cut', got none"
            )
        left = _MOST if cycles is None else integer("cycles", cycles, 0, _MOST)
        with self._lock:
            # A slip in a condition is told before a search that is missing.
            self._ask("check", until=wanted)
            self._expect_search()
            while left > 0:
                before = self.cycle
                reason = self._move("run", cycles=min(left, _CYCLES), until=wanted)
                if reason != "reached":
                    return reason == "condition"
                left -= self.cycle - before
        return False

    def _expect_search(self) -> None:
        if self._depth is None:
            raise BelleError("search: expected one, begun by think(depth), got none")

    def abandon(self) -> None:
        """Ends the search."""
        self._ask("abandon")
        self._depth = None

    # What is seen of it.

    @property
    def state(self) -> State:
        """The machine at the beginning of the present word."""
        return _state(self._frame, self._thought())

    @property
    def cycle(self) -> int:
        """Cycles since the search began."""
        return int(self._frame["cycle"])

    @property
    def thought(self) -> Thought | None:
        """The latest best move of the search."""
        return self._thought()

    # As a state's.
    __iter__ = None

    def __getitem__(self, name: str) -> int:
        """The level of a signal or wire by name, or by block and name."""
        return self.state[name]

    def signals(
        self, names: Iterable[str], cycles: SupportsIndex | None = None
    ) -> np.ndarray:
        """Runs for `cycles`, or to the end of the search, and records signals: a row for each word carried out.

        The array has a column `cycle`, at which the word begins, and one a signal. Signals with 64 wires are unsigned.
        `pandas.DataFrame` takes it as it is.

        >>> import belle
        >>> machine = belle.Machine(depth=2)
        >>> rows = machine.signals(["ply", "acc"], cycles=1000)
        >>> rows.dtype.names, int(rows["ply"].max())
        (('cycle', 'ply', 'acc'), 4)
        """
        listed = [names] if isinstance(names, str) else list(names)
        known = [_signal(name) for name in listed]
        if len(set(listed)) < len(listed):
            raise BelleError(
                f"signals: expected each name once, got {', '.join(listed)[:80]}"
            )
        # Signed, so that sums and differences with other signals are whole numbers.
        fields = [("cycle", "<i8")]
        fields += [(name, signal.dtype) for name, signal in zip(listed, known)]
        dtype = np.dtype(fields)
        left = _MOST if cycles is None else integer("cycles", cycles, 0, _MOST)
        parts: list[np.ndarray] = []
        with self._lock:
            self._expect_search()
            try:
                while left > 0:
                    chunk = min(left, _CYCLES)
                    columns = self._room.record(listed, chunk)
                    part = np.empty(len(columns[0]) // 8, dtype)
                    if not len(part):
                        break
                    for (name, kind), column in zip(fields, columns):
                        part[name] = np.frombuffer(column, kind)
                    parts.append(part)
                    self._move("run", cycles=0)
                    left -= self.cycle - int(part["cycle"][0])
            except MemoryError:
                # Room for what the machine says of where it stands.
                parts.clear()
                raise
            finally:
                self._move("run", cycles=0)
        return np.concatenate(parts) if parts else np.empty(0, dtype)

    def root_moves(self) -> list[RootMove]:
        """The root moves that the host has had searched so far, in order.

        >>> import belle
        >>> machine = belle.Machine(depth=2)
        >>> _ = machine.run()
        >>> machine.root_moves()[0].san
        'a3'
        """
        with self._lock:
            rows = self._answer("tree")["asked"]
            # Each move is asked for in every iteration.
            texts = {row["uci"] for row in rows}
            moves = {text: self._line([text])[0] for text in texts}
        return [_root_move(row, moves[row["uci"]]) for row in rows]

    def branch(
        self,
        start: SupportsIndex,
        end: SupportsIndex,
        ply: SupportsIndex,
        plies: SupportsIndex = 2,
    ) -> list[dict[str, Any]]:
        """The tree below a node of a ply (0 is the root), 1 to 4 plies deep, replayed from a window of cycles: a
        dictionary for each node.

        >>> import belle
        >>> machine = belle.Machine(depth=2)
        >>> _ = machine.run()
        >>> first = machine.root_moves()[0]
        >>> [node["text"] for node in machine.branch(first.start, first.end, ply=0, plies=1)]
        ['a3']
        """
        first, last = integer("start", start, 0, _MOST), integer("end", end, 0, _MOST)
        ply, plies = integer("ply", ply, 0, 63), integer("plies", plies, 0, 255)
        nodes: list[dict[str, Any]] = []
        with self._lock:
            length = _CYCLES_OF_A_TREE
            while True:
                goal = min(last, first + length)
                part = self._branch(first, goal, ply, plies)
                if part["more"]:
                    # Up to the last node for which there was room, which ends this part and begins the next.
                    length = part["nodes"][-1]["from"] - first
                    continue
                _go_on(nodes, part, self._hidden(part, ply + plies) if nodes else [])
                # The end of the search comes before that of the window.
                if goal >= last or part["to"] < goal:
                    return nodes
                first, length = part["to"], _CYCLES_OF_A_TREE

    def _branch(self, start: int, end: int, ply: int, plies: int) -> dict[str, Any]:
        answer: dict[str, Any] = self._answer(
            "branch", **{"from": start}, to=end, ply=ply, plies=plies
        )
        return answer

    def _hidden(self, part: dict[str, Any], ply: int) -> list[dict[str, Any]]:
        """The node of the path below a ply where a part of the tree begins, if the machine is so deep there: as it is
        before that part, and in it.
        """
        cycle = part["from"]
        # An illegal move is taken back within 500 cycles.
        if ply >= _PLIES or not (within := self._branch(cycle, cycle, ply, 1)["nodes"]):
            return []
        before = self._branch(max(0, cycle - 500), cycle, ply, 1)["nodes"][-1]
        if before["illegal"]:
            end = min(part["to"], cycle + 500)
            within = self._branch(cycle, end, ply, 1)["nodes"]
        return [before, within[0]]

    def writes(self, cycles: SupportsIndex = 4_000) -> list[dict[str, Any]]:
        """The writes to the board in the last cycles, and what each added to the lazy registers, the latest last.

        >>> import belle
        >>> machine = belle.Machine(depth=2)
        >>> _ = machine.step(3, "node")
        >>> len(machine.writes()) > 0
        True
        """
        left = integer("cycles", cycles, 0, _MOST)
        writes: list[dict[str, Any]] = []
        with self._lock:
            end = self.cycle
            start = max(0, end - left)
            try:
                while True:
                    length = min(self.cycle - start, _CYCLES_OF_WRITES)
                    found = self._answer("writes", cycles=max(0, length))["writes"]
                    writes[:0] = found
                    if len(found) == _WRITES:
                        # There may be others before the word of the first of them.
                        self._move("go_to", cycle=found[0]["cycle"])
                        self._move("step", unit="word", count=-1)
                    elif self.cycle - length > start:
                        self._move("go_to", cycle=self.cycle - length)
                    else:
                        return writes
            finally:
                if self.cycle != end:
                    self._move("go_to", cycle=end)

    def coverage(self, cycles: SupportsIndex = 100_000) -> dict[str, np.ndarray]:
        """How often each word was carried out and each square found, over the last cycles.

        >>> import belle
        >>> machine = belle.Machine(depth=3)
        >>> _ = machine.run()
        >>> machine.coverage()["squares"].shape
        (64,)
        """
        cycles = integer("cycles", cycles, 0, _MOST)
        counts = {name: np.zeros(size, "<i8") for name, size in _COUNTS.items()}
        with self._lock:
            end = self.cycle
            start = max(0, end - cycles)
            while True:
                length = min(end - start, _CYCLES_OF_COUNTS)
                answer = self._answer("coverage", cycles=length, **{"from": start})
                for name, total in counts.items():
                    total += np.array(answer[name], "<i8")
                # It ends with a word, or where the search does.
                if start + length >= end:
                    return counts
                start = answer["to"]

    def full_value(self) -> dict[str, Any]:
        """The full evaluator's reports, cell by cell in each of its eight cycles."""
        answer: dict[str, Any] = self._answer("evaluate")
        del answer["event"]
        return answer

    def lookup(self, board: BoardLike = None) -> Entry:
        """What the transposition memory says of a position; without one, of the game's.

        >>> import belle
        >>> machine = belle.Machine()
        >>> board = machine.board
        >>> board.push(machine.run(depth=3).move)
        >>> machine.lookup(board).hit
        True
        """
        if board is None:
            return _entry(self._answer("lookup")["entry"])
        given = position(board)
        answer = self._answer("lookup", fen=given["fen"], moves=given["moves"])
        return _entry(answer["entry"])

    def digest(self) -> int:
        """A digest of all registers and memories: equal states have equal digests.

        >>> import belle
        >>> one, other = belle.Machine(depth=3), belle.Machine(depth=3)
        >>> one.go_to(900).cycle == other.go_to(900).cycle and one.digest() == other.digest()
        True
        """
        return int(self._answer("digest")["digest"], 16)

    # The microprogram.

    def load(self, program: Mapping[str, str]) -> None:
        """Assembles changed files of the microprogram and puts it into the machine. The search ends.

        The names are those of `belle.microcode.SOURCES`; no files put the project's own program back. A changed program
        searches with `root="machine"`.

        >>> import belle
        >>> changed = belle.microcode.SOURCES["search.mc"] + "\\n; a comment of my own\\n"
        >>> machine = belle.Machine(program={"search.mc": changed})
        """
        if not isinstance(program, Mapping):
            raise TypeError(
                f"program: expected a dictionary of texts by name, got {type(program).__name__}"
            )
        files = {}
        for name, source in program.items():
            files[as_text("program", name)] = as_text(f"program, {name}", source)
        with self._lock:
            events = self._ask("assemble", files=list(files.items()))
            errors = events[0]["errors"]
            if errors:
                lines = [
                    f"{e['file']}:{e['line']}:{e['column']}: {e['message']}"
                    for e in errors
                ]
                raise BelleError("\n".join(lines))
            self._files, self._depth = files, None

    def selftest(self) -> list[dict[str, Any]]:
        """Runs the self-test on a machine of its own: a dictionary for each test.

        >>> import belle
        >>> all(test["ok"] for test in belle.Machine().selftest())
        True
        """
        tests: list[dict[str, Any]] = self._answer("selftest")["tests"]
        return tests

    # Links and copies.

    def link(self, page: str = "") -> str:
        """This moment as a link to the page; `page` is the page's address.

        >>> import belle
        >>> machine = belle.Machine(depth=2)
        >>> _ = machine.go_to(500)
        >>> machine.link("http://127.0.0.1:1980/")
        'http://127.0.0.1:1980/#depth=2&cycle=500'
        """
        parts = {}
        if self._game["start"] != chess.STARTING_FEN:
            parts["fen"] = self._game["start"]
        if self._game["uci"]:
            parts["moves"] = " ".join(self._game["uci"])
        if self._depth is not None:
            parts["depth"] = str(self._depth)
            if self._root != "host":
                parts["root"] = self._root
            parts["cycle"] = str(self.cycle)
        if self._files:
            parts["microcode"] = pack(dict(_belle.sources()), self._files)
        return f"{page}#{urlencode(parts)}"

    @classmethod
    def from_link(cls, link: str) -> Machine:
        """The machine at the moment of a link of the page, with the microcode that the link carries. What it says of
        the page's views does not count.

        >>> import belle
        >>> belle.Machine.from_link("#moves=e2e4+e7e5&depth=3&cycle=1000").board.fullmove_number
        2
        """
        parts = {
            name: values[-1]
            for name, values in parse_qs(
                as_text("link", link).split("#", 1)[-1]
            ).items()
        }
        if link and not parts and not link.endswith("#"):
            raise BelleError(
                f"link: expected one of the page, such as '#depth=3&cycle=1000', got {link[:80]!r}"
            )
        numbers = {}
        for name in ("depth", "cycle"):
            digits = parts.get(name, "0")
            if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
                raise BelleError(
                    f"{name}: expected a whole number, got {digits[:80]!r}"
                )
            numbers[name] = int(digits)
        machine = cls()
        if "microcode" in parts:
            machine.load(unpack(dict(_belle.sources()), parts["microcode"]))
        machine._ask(
            "position", fen=parts.get("fen"), moves=parts.get("moves", "").split()
        )
        if numbers["depth"]:
            machine.think(numbers["depth"], root=parts.get("root", "host"))  # type: ignore[arg-type]
            machine.go_to(numbers["cycle"])
        return machine

    def __reduce__(self) -> tuple[Any, ...]:
        # A search is the same wherever it runs: its position, depth and cycle are the machine.
        return _at, (self.link(), self._chess960)

    def __repr__(self) -> str:
        fen = self._game["fen"]
        if self._depth is None:
            return f"<belle.Machine at {fen}, no search>"
        over = ", over" if self._frame["over"] else ""
        return (
            f"<belle.Machine at {fen}, depth {self._depth}, cycle {self.cycle}{over}>"
        )

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()


def _move_text(name: str, move: chess.Move | str) -> str:
    """A move as a text, however it was given."""
    return move.uci() if isinstance(move, chess.Move) else as_text(name, move)


def _at(link: str, chess960: bool) -> Machine:
    """The machine of a link, which does not tell whether castling is that of Chess960."""
    machine = Machine.from_link(link)
    machine._chess960 = chess960
    return machine


@cache
def _description() -> Any:
    [described, *_] = json.loads(_belle.Machine().message('{"command":"describe"}'))
    return described


def _row(row: dict[str, Any], *, is_wire: bool) -> Signal:
    return Signal(
        name=row["name"],
        block=row["block"],
        width=row["width"],
        help=row["help"],
        fidelity=row["fidelity"],
        reading=row["reading"],
        is_wire=is_wire,
    )


@cache
def _registers() -> tuple[Signal, ...]:
    return tuple(_row(row, is_wire=False) for row in _description()["signals"])


@cache
def _wires() -> tuple[Signal, ...]:
    return tuple(_row(row, is_wire=True) for row in _description()["wires"])


@cache
def signal_table() -> dict[str, Signal]:
    """All signals by name; wires by block and name, since some blocks call theirs alike."""
    table = {signal.name: signal for signal in _registers()}
    table.update((wire.path, wire) for wire in _wires())
    return table


def _signal(name: str) -> Signal:
    """The signal or wire of this name, or of this block and name, as the room finds it."""
    table = signal_table()
    if name in table:
        return table[name]
    if isinstance(name, str) and name:
        for signal in (*_registers(), *_wires()):
            if f"/{signal.path}".endswith(f"/{name}"):
                return signal
    message = f"signal: expected a name of belle.SIGNALS, got {str(name)[:80]!r}"
    alike = get_close_matches(str(name)[:80].lower(), table, 1)
    if alike:
        message += f"; did you mean {alike[0]!r}?"
    raise BelleError(message)


def _state(frame: dict[str, Any], thought: Thought | None) -> State:
    signals = {
        s.name: s._level(text) for s, text in zip(_registers(), frame["signals"])
    }
    board = board_of_pieces(frame["pieces"], bool(signals["white_to_move"]))
    bus, root = frame["bus"], frame["root"]
    return State(
        cycle=frame["cycle"],
        nodes=frame["nodes"],
        address=frame["address"],
        searching=frame["searching"],
        over=frame["over"],
        board=board,
        signals=signals,
        wires={w.path: w._level(text) for w, text in zip(_wires(), frame["wires"])},
        find=frame["find"],
        winner=tuple(frame["winner"]) if frame["winner"] else None,
        bus=Bus(
            source_name=bus["from"],
            source=bus["source"],
            sum=bus["sum"],
            less=bus["less"],
            equal=bus["equal"],
            destination=bus["to"],
        ),
        stack=tuple(_stack_frame(row) for row in frame["stack"]),
        lazy={name: (white, black) for name, white, black in frame["lazy"]},
        entry=_entry(frame["entry"]),
        index=frame["index"],
        iteration=(root["depth"], root["number"], root["of"]) if root else None,
        thought=thought,
    )


def _stack_frame(row: dict[str, Any]) -> StackFrame:
    alpha, beta, limit, depth, following = row["slots"]
    return StackFrame(
        alpha=alpha,
        beta=beta,
        limit=limit,
        depth=depth,
        next=following,
        best=row["best"],
        move=row["text"],
        flags=tuple(row["flags"]),
    )


def _go_on(
    nodes: list[dict[str, Any]], part: dict[str, Any], hidden: list[dict[str, Any]]
) -> None:
    """Adds a part of a tree to those before it. It begins with the path that they have left open; `hidden` is the node
    of that path below those listed, before the part and in it.
    """
    path = []
    if nodes:
        path = [row for row in part["nodes"] if row["from"] == part["from"]]
    latest = {node["ply"]: node for node in nodes}
    pairs = [(dict(latest[row["ply"]]), row) for row in path]
    below = [*pairs[1:], tuple(hidden)]
    for (before, row), child in zip(pairs, below):
        node = latest[row["ply"]]
        node["to"] = row["to"]
        node["nodes"] += row["nodes"]
        node["value"] = None if before["illegal"] else row["value"]
        if not before["end"]:
            for name in ("end", "reason", "illegal", "cut"):
                node[name] = row[name]
        node["moves"] += row["moves"]
        if child:
            # The part counts it once more, and does not know of an illegal move before the part that it is none.
            child_before, child_row = child
            node["moves"] -= 1
            if child_before["illegal"] and not child_row["illegal"]:
                node["moves"] -= child_row["to"] is not None
    nodes += part["nodes"][len(path) :]


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(row["hit"], row["open"], row["bound"], row["value"], row["depth"])


def _thought(row: dict[str, Any], pv: tuple[chess.Move, ...]) -> Thought:
    return Thought(
        depth=row["depth"],
        value=row["value"],
        mate=row["mate"],
        at_least=row["at_least"],
        pv=pv,
        san=row["line"],
        nodes=row["nodes"],
        cycle=row["cycle"],
    )


def _root_move(row: dict[str, Any], move: chess.Move) -> RootMove:
    return RootMove(
        depth=row["depth"],
        move=move,
        san=row["san"],
        alpha=row["alpha"],
        beta=row["beta"],
        value=row["value"],
        best=row["best"],
        start=row["from"],
        end=row["to"],
        nodes=row["nodes"],
    )
