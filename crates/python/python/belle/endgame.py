"""Thompson's endgame tables: build, probe, and the longest line.

>>> import belle, tempfile
>>> folder = tempfile.mkdtemp()
>>> belle.endgame.build("KQK", folder=folder)
['KQK']
>>> tables = belle.endgame.Tablebase(folder)
>>> str(tables.probe("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").value)
'win in 9'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from typing import Literal

import chess

from . import _belle
from ._convert import BoardLike, as_board, as_path, as_text, position, svg

#: Distance to conversion (Thompson's), to mate, or to a capture or pawn move.
Metric = Literal["dtc", "dtm", "dtz"]


@dataclass(frozen=True)
class Value:
    """Win, draw or loss for the side to move, with the distance to the metric's goal."""

    #: 1, 0 or -1.
    sign: int
    #: Plies to the goal; none in a draw.
    plies: int | None

    @property
    def moves(self) -> int | None:
        """The winner's moves to the goal, as published tables give it."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.sign > 0 else self.plies // 2

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        name = {1: "win", 0: "draw", -1: "loss"}[self.sign]
        return name if self.sign == 0 else f"{name} in {self.moves}"


@dataclass(frozen=True)
class Probe:
    """What the tables say of a position."""

    value: Value
    #: All legal moves with their values for the mover, best first.
    moves: tuple[tuple[chess.Move, Value], ...] = field(repr=False)
    #: The best play of both sides.
    line: tuple[chess.Move, ...] = field(repr=False)
    #: The position.
    board: chess.Board = field(repr=False)

    def _repr_svg_(self) -> str:
        return svg(self.board)

    def __str__(self) -> str:
        rows = [str(self.value)]
        for move, value in self.moves:
            rows.append(f"{move.uci():<6}{value} for the mover")
        return "\n".join(rows)


@dataclass(frozen=True)
class LongestMove:
    """A move of a longest line."""

    move: chess.Move
    #: The value of the position before it.
    value: Value
    #: How many moves are equally good, this one included, and how many are legal.
    equal: int
    legal: int


@dataclass(frozen=True)
class LongestLine:
    """The longest win of an ending, played by both sides as well as possible."""

    start: chess.Board
    moves: tuple[LongestMove, ...] = field(repr=False)
    text: str = field(repr=False)
    _svg: str = field(repr=False)

    @property
    def end(self) -> chess.Board:
        """The position after the line."""
        board = self.start.copy()
        for one in self.moves:
            board.push(one.move)
        return board

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self._svg


def _value(row: tuple[int, int | None]) -> Value:
    return Value(*row)


def build(
    endings: str | Iterable[str],
    folder: str | PathLike[str] = "endgames",
    metric: Metric = "dtc",
    memory: str = "2G",
) -> list[str]:
    """Builds tables and those that they lead to; returns the endings built.

    Tables that are there are kept. After Ctrl-C the same call goes on where the work was left.
    """
    if not isinstance(endings, Iterable):
        raise TypeError(
            f"endings: expected names such as 'KQKR', got {type(endings).__name__}"
        )
    wanted = [endings] if isinstance(endings, str) else list(endings)
    names = [as_text("endings", name) for name in wanted]
    return _belle.build(
        names,
        as_path("folder", folder),
        as_text("metric", metric),
        as_text("memory", memory),
    )


class Tablebase:
    """The tables of a folder. Any number of threads may ask it."""

    def __init__(
        self, folder: str | PathLike[str] = "endgames", metric: Metric = "dtc"
    ) -> None:
        self._arguments = (as_path("folder", folder), metric)
        self._tables = _belle.Tablebase(self._arguments[0], as_text("metric", metric))

    @property
    def endings(self) -> list[str]:
        """Names of the endings, fewest pieces first."""
        return self._tables.endings()

    def probe(self, board: BoardLike) -> Probe:
        """The value of a position, of each of its moves, and the best line."""
        row = self._tables.probe(position(board))
        return Probe(
            value=_value(row["value"]),
            moves=tuple(
                (chess.Move.from_uci(text), _value(value))
                for text, value in row["moves"]
            ),
            line=tuple(chess.Move.from_uci(text) for text in row["line"]),
            board=as_board(board),
        )

    def longest(self, ending: str) -> LongestLine | None:
        """The longest win of an ending, as `KQKR`; none if neither side ever wins."""
        row = self._tables.longest(as_text("ending", ending))
        if row is None:
            return None
        moves = [
            LongestMove(chess.Move.from_uci(text), _value(value), equal, legal)
            for text, value, equal, legal in row["moves"]
        ]
        return LongestLine(
            chess.Board(row["start"]), tuple(moves), row["text"], row["svg"]
        )

    def __reduce__(self) -> tuple[type[Tablebase], tuple[str, Metric]]:
        return Tablebase, self._arguments

    def __repr__(self) -> str:
        folder, metric = self._arguments
        return f"belle.endgame.Tablebase({folder!r}, {metric!r})"
