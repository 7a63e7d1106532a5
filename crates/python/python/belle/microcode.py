"""Microprograms: the assembler, and the machine with a program of one's own.

>>> import belle
>>> program = belle.assemble('''
... .entry start
... start: acc <- constant.ones
...        halt
... ''')
>>> engine = belle.Microengine(program)
>>> engine.run("start")
True
>>> engine["acc"]
-1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import SupportsIndex, overload

import chess
import numpy as np

from . import _belle
from ._belle import BelleError
from ._convert import BoardLike, as_text, board_of_pieces, integer, position, svg
from .machine import signal_table

#: The project's own microprograms by name.
SOURCES: dict[str, str] = dict(_belle.sources())

_MOST = 2**63 - 1
#: Most cycles of a recording at once: Ctrl-C is heard between two.
_CYCLES = 200_000
#: Most letters of a text: more than the machine's words can need.
_LETTERS = 1_000_000


@dataclass(frozen=True)
class Program:
    """An assembled microprogram."""

    #: At most 1,024 words of 64 bits.
    words: tuple[int, ...] = field(repr=False)
    #: Addresses by label.
    labels: dict[str, int] = field(repr=False)
    #: The labels that are exported.
    entries: frozenset[str]
    #: Addresses, words, labels and source lines.
    listing: str = field(repr=False)
    #: One word of 16 hexadecimal digits a line.
    hex: str = field(repr=False)
    #: A source that assembles to the same words.
    disassembly: str = field(repr=False)

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> int | tuple[int, ...]:
        """The word at an address."""
        return self.words[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.words)


def assemble(text: str, name: str = "program.mc") -> Program:
    """Assembles a microprogram. It may include the project's own files, `SOURCES`.

    >>> import belle
    >>> len(belle.assemble(belle.microcode.SOURCES["search.mc"], "search.mc")) > 100
    True
    >>> belle.assemble("halt halt")
    Traceback (most recent call last):
    belle.BelleError: ...
    """
    if isinstance(text, str) and len(text) > _LETTERS:
        raise BelleError(
            f"text: expected at most {_LETTERS} letters, got {len(text)}; a program has at most 1,024 words"
        )
    row = _belle.assemble(as_text("name", name), as_text("text", text))
    return Program(
        words=tuple(row["words"]),
        labels=row["labels"],
        entries=frozenset(row["entries"]),
        listing=row["listing"],
        hex=row["hex"],
        disassembly=row["disassembly"],
    )


class Microengine:
    """The machine without its host: a microprogram, the position on its boards, and the clock. All else is zero."""

    def __init__(self, program: Program, board: BoardLike | None = None) -> None:
        if not isinstance(program, Program):
            raise TypeError(
                f"program: expected what belle.assemble returns, got {type(program).__name__}"
            )
        self._program = program
        given = None if board is None else position(board)
        self._engine = _belle.Microengine(list(program.words), given)

    @property
    def board(self) -> chess.Board:
        """The machine's board: pieces and side to move, without castling rights and moves.

        >>> import belle
        >>> program = belle.assemble("halt")
        >>> print(belle.Microengine(program, "8/8/8/8/8/2k5/8/K1q5 w - - 0 1").board.fen())
        8/8/8/8/8/2k5/8/K1q5 w - - 0 1
        """
        return board_of_pieces(self._engine.pieces(), bool(self["white_to_move"]))

    def start(self, entry: str | SupportsIndex = 0) -> None:
        """The start line: the machine goes on at a label or an address."""
        address = entry
        if isinstance(entry, str):
            if entry not in self._program.labels:
                known = ", ".join(sorted(self._program.entries)) or "none"
                raise BelleError(
                    f"entry: expected a label of the program (exported: {known}), got {entry!r}"
                )
            address = self._program.labels[entry]
        self._engine.start(integer("entry", address, 0, 1023))

    def run(
        self,
        entry: str | SupportsIndex | None = None,
        *,
        cycles: SupportsIndex | None = None,
    ) -> bool:
        """Runs from an entry, or on, until the program halts or for a number of cycles; whether it has halted."""
        if entry is not None:
            self.start(entry)
        return self._engine.run(
            _MOST if cycles is None else integer("cycles", cycles, 0, _MOST)
        )

    # Its signals have names and no order, so it is not gone through.
    __iter__ = None

    def __getitem__(self, name: str) -> int:
        """The level of a register, a memory or a function of them: `belle.SIGNALS` has their names, wires apart."""
        return self._engine.level(as_text("signal", name))

    def signals(
        self, names: Iterable[str], cycles: SupportsIndex | None = None
    ) -> np.ndarray:
        """Runs on and records signals, as `Machine.signals` does."""
        listed = [names] if isinstance(names, str) else list(names)
        fields = [("cycle", "<i8")]
        if len(set(listed)) < len(listed):
            raise BelleError(
                f"signals: expected each name once, got {', '.join(listed)[:80]}"
            )
        for name in listed:
            # Fails here already if there is none.
            self[name]
            fields.append((name, signal_table()[name.split("/")[-1]].dtype))
        left = _MOST if cycles is None else integer("cycles", cycles, 0, _MOST)
        parts = [np.empty(0, fields)]
        while left > 0:
            chunk = min(left, _CYCLES)
            columns = self._engine.record(listed, chunk)
            part = np.empty(len(columns[0]) // 8, fields)
            if not len(part):
                break
            for (name, kind), column in zip(fields, columns):
                part[name] = np.frombuffer(column, kind)
            parts.append(part)
            left -= chunk
        return np.concatenate(parts)

    def __repr__(self) -> str:
        halted = ", halted" if self._engine.halted() else ""
        return f"<belle.Microengine of {len(self._program)} words at {self['address']}{halted}>"

    def _repr_svg_(self) -> str:
        return svg(self.board)
