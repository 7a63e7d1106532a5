"""Belle, the chess machine of Thompson and Condon, from Python.

The machine, cycle by cycle and signal by signal:

>>> import belle
>>> machine = belle.Machine()
>>> machine.run(depth=3).san
'1. Nc3 Nc6'

Its players, with python-chess's boards, moves and scores:

>>> import chess
>>> player = belle.Player("native")
>>> result = player.search(chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), depth=4)
>>> result.score.white()
Mate(+1)

Beside them `belle.circuits` (single circuits on arrays of positions), `belle.microcode` (the
assembler), `belle.endgame` (Thompson's tables), `belle.games` (games judged) and `belle.laboratory`
(experiments and results).
"""

from . import circuits, endgame, games, laboratory, microcode
from ._belle import BelleError, __version__
from .games import judge
from .machine import Machine, Reason, Signal, State, Thought, signal_table
from .microcode import Microengine, Program, assemble
from .player import (
    Analysis,
    Evaluation,
    Explanation,
    Player,
    SearchLimits,
    SearchResult,
    Term,
)

#: All registers, memories and wires of the machine by name.
SIGNALS: dict[str, Signal]


def __getattr__(name: str) -> object:
    # The table is asked of a machine, which takes a moment: only when it is wanted.
    if name == "SIGNALS":
        return signal_table()
    raise AttributeError(f"module 'belle' has no attribute {name!r}")


__all__ = [
    "SIGNALS",
    "Analysis",
    "BelleError",
    "Evaluation",
    "Explanation",
    "Machine",
    "Microengine",
    "Player",
    "Program",
    "Reason",
    "SearchLimits",
    "SearchResult",
    "Signal",
    "State",
    "Term",
    "Thought",
    "__version__",
    "assemble",
    "circuits",
    "endgame",
    "games",
    "judge",
    "laboratory",
    "microcode",
]
