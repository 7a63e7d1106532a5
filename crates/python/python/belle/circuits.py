"""Single circuits of the machine, settled for one position or for whole arrays of them.

>>> import chess, belle
>>> found = belle.circuits.find_victim(chess.Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"))
>>> chess.square_name(found.square), found.line
('d5', 1)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, overload

import chess
import numpy as np
import numpy.typing as npt

from . import _belle
from ._belle import BelleError
from ._convert import BoardLike, as_text, is_one, position


@dataclass(frozen=True, eq=False)
class Positions:
    """Levels at the inputs of the move generator, an array a pin. Only the piece registers, the side to move and the
    en-passant latch of a position reach it.

    A number gives the board of a position, which knows no more than that; a slice, a mask or a
    list of numbers gives `Positions`.

    >>> import belle
    >>> positions = belle.circuits.Positions.of(["startpos", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"])
    >>> positions.white_to_move.tolist(), len(positions)
    ([1, 0], 2)
    >>> positions[-1].fen(), len(positions[1:])
    ('4k3/8/8/8/8/8/8/4K2R b - - 0 1', 1)
    """

    #: Four planes of 64 squares a position: planes 0 to 2 hold the kind, plane 3 is black; bit 0 is a1.
    planes: npt.NDArray[np.uint64]
    white_to_move: npt.NDArray[np.uint8]
    #: The square that a pawn passed over, 0 for none.
    en_passant: npt.NDArray[np.uint8]

    def __post_init__(self) -> None:
        planes = _raw_array("planes", self.planes)
        white_to_move = _raw_array("white_to_move", self.white_to_move)
        en_passant = _raw_array("en_passant", self.en_passant)
        shapes = (planes.shape, white_to_move.shape, en_passant.shape)
        count = white_to_move.size
        if shapes != ((count, 4), (count,), (count,)):
            raise BelleError(
                f"positions: expected arrays of shapes (n, 4), (n,) and (n,), got {shapes}"
            )
        for name, array, kind in [
            ("planes", planes, np.uint64),
            ("white_to_move", white_to_move, np.uint8),
            ("en_passant", en_passant, np.uint8),
        ]:
            # The class is frozen: what was given as lists becomes arrays here only.
            object.__setattr__(self, name, _whole_numbers(name, array, kind))

    @classmethod
    def of(cls, boards: BoardLike | Iterable[BoardLike]) -> Positions:
        """The positions of boards, or of one board."""
        several: list[BoardLike] = [boards] if is_one(boards) else list(boards)  # type: ignore[arg-type,list-item]
        planes, white_to_move, en_passant = bytearray(), bytearray(), bytearray()
        for part in _parts(len(several), 1_000):
            given = [position(_without_moves(board)) for board in several[part]]
            packed = _belle.pack(given, part.start, len(several))
            planes += packed[0]
            white_to_move += packed[1]
            en_passant += packed[2]
        return cls(
            np.frombuffer(planes, np.uint64).reshape(-1, 4),
            np.frombuffer(white_to_move, np.uint8),
            np.frombuffer(en_passant, np.uint8),
        )

    def __len__(self) -> int:
        return len(self.white_to_move)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> chess.Board: ...
    @overload
    def __getitem__(
        self, index: slice | npt.NDArray[Any] | Sequence[int]
    ) -> Positions: ...
    def __getitem__(self, index: Any) -> chess.Board | Positions:
        number = _place(index, len(self))
        if number is None:
            return Positions(
                self.planes[index], self.white_to_move[index], self.en_passant[index]
            )
        board = chess.Board(None)
        planes = [int(plane) for plane in self.planes[number]]
        for square in chess.SQUARES:
            code = sum((plane >> square & 1) << bit for bit, plane in enumerate(planes))
            if code == 0:
                continue
            kind, is_black = code & 7, code > 7
            if kind not in chess.PIECE_TYPES:
                name = chess.square_name(square)
                raise BelleError(
                    f"position {number}: expected a piece or none on {name}, got the levels {code:04b}"
                )
            board.set_piece_at(square, chess.Piece(kind, not is_black))
        board.turn = bool(self.white_to_move[number])
        board.ep_square = int(self.en_passant[number]) or None
        return board

    def __iter__(self) -> Iterator[chess.Board]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        return (
            np.array_equal(self.planes, other.planes)
            and np.array_equal(self.white_to_move, other.white_to_move)
            and np.array_equal(self.en_passant, other.en_passant)
        )


def _place(index: Any, count: int) -> int | None:
    """The place that a number means among so many, counted from the end if it is negative; none if
    it is no number.
    """
    try:
        number = operator.index(index)
    except TypeError:
        return None
    if not -count <= number < count:
        raise IndexError(
            f"expected an index from {-count} to {count - 1}, got {number}"
        )
    return number % count


@dataclass(frozen=True, eq=False)
class Found:
    """What the move generator has found: numbers for one position, arrays for many, which can be
    indexed.
    """

    #: The square, 0 if there is none.
    square: Any
    #: The line on which it won, 1 to 6; 0 if there is none.
    line: Any
    #: The enemy's king can be taken (FIND VICTIM only).
    check: Any

    @property
    def none(self) -> Any:
        """There is none."""
        return self.line == 0

    def __len__(self) -> int:
        if not isinstance(self.line, np.ndarray):
            raise TypeError("expected finds for several positions, got that for one")
        return len(self.line)

    def __getitem__(self, index: Any) -> Found:
        number = _place(index, len(self))
        if number is None:
            return Found(self.square[index], self.line[index], self.check[index])
        return Found(
            int(self.square[number]), int(self.line[number]), bool(self.check[number])
        )

    def __iter__(self) -> Iterator[Found]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Found):
            return NotImplemented
        return (
            np.array_equal(self.square, other.square)
            and np.array_equal(self.line, other.line)
            and np.array_equal(self.check, other.check)
        )


@dataclass(frozen=True)
class Block:
    """A combinational circuit: its function, and its pins with their widths."""

    name: str
    about: str
    inputs: dict[str, int]
    outputs: dict[str, int]


def _parts(count: int, most: int) -> Iterable[slice]:
    """The parts in which so many are settled: Ctrl-C and other threads come in between."""
    for start in range(0, count, most):
        yield slice(start, min(start + most, count))


def _without_moves(board: BoardLike) -> BoardLike:
    # The circuits see no history.
    return board.copy(stack=False) if isinstance(board, chess.Board) else board


def _pins(
    boards: Positions | BoardLike | Iterable[BoardLike], disable: Any
) -> tuple[dict[str, Any], bool]:
    """The pins for the native part, and whether there is one position alone."""
    alone = is_one(boards)
    positions = boards if isinstance(boards, Positions) else Positions.of(boards)
    return {
        "planes": np.ascontiguousarray(positions.planes, np.uint64),
        "disable": _array("disable", disable, np.uint64, len(positions)),
        "white_to_move": np.ascontiguousarray(positions.white_to_move, np.uint8),
        "en_passant": np.ascontiguousarray(positions.en_passant, np.uint8),
    }, alone


def _raw_array(name: str, values: Any) -> npt.NDArray[Any]:
    """Values as an array of whole numbers, or of objects that are to be looked at one by one."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise TypeError(
            f"{name}: expected whole numbers, got {type(values).__name__} of several lengths"
        ) from None
    if array.dtype.kind in "iub":
        return array
    if isinstance(values, np.ndarray) and array.dtype.kind != "O":
        raise TypeError(f"{name}: expected whole numbers, got {array.dtype}")
    # numpy makes floating-point numbers of a list in which numbers of 64 bits stand beside small ones.
    return np.array(values, dtype=object)


def _whole_numbers(name: str, array: npt.NDArray[Any], kind: type) -> npt.NDArray[Any]:
    """The array with its numbers, which must be in the range of a type."""
    if array.dtype == kind:
        return array
    if array.dtype.kind == "O":
        numbers = []
        for value in array.flat:
            try:
                numbers.append(operator.index(value))
            except TypeError:
                raise TypeError(
                    f"{name}: expected whole numbers, got {type(value).__name__}"
                ) from None
        least, most = min(numbers, default=0), max(numbers, default=0)
    elif array.size:
        least, most = int(array.min()), int(array.max())
    else:
        least = most = 0
    limit = int(np.iinfo(kind).max)
    if least < 0 or most > limit:
        raise BelleError(
            f"{name}: expected numbers from 0 to {limit}, got {least if least < 0 else most}"
        )
    if array.dtype.kind == "O":
        return np.array(numbers, kind).reshape(array.shape)
    return array.astype(kind)


def _array(name: str, values: Any, kind: type, count: int) -> npt.NDArray[Any]:
    """Whole numbers as an array, one number for all or one a position."""
    array = _raw_array(name, values)
    if array.shape not in ((), (1,), (count,)):
        raise BelleError(
            f"{name}: expected one number or {count}, got an array of shape {array.shape}"
        )
    whole = _whole_numbers(name, array, kind)
    return np.ascontiguousarray(np.broadcast_to(whole, (count,)))


def _found(
    pins: dict[str, Any],
    find: Callable[[dict[str, Any]], tuple[bytearray, bytearray, bytearray]],
    alone: bool,
) -> Found:
    """What a find gives for these pins, settled in parts."""
    square, line, check = bytearray(), bytearray(), bytearray()
    for part in _parts(len(pins["disable"]), 1_000_000):
        columns = find({name: levels[part] for name, levels in pins.items()})
        square += columns[0]
        line += columns[1]
        check += columns[2]
    if alone:
        return Found(square[0], line[0], bool(check[0]))
    return Found(
        np.frombuffer(square, np.uint8),
        np.frombuffer(line, np.uint8),
        np.frombuffer(check, np.bool_),
    )


def find_victim(
    board: Positions | BoardLike | Iterable[BoardLike], disable: Any = 0
) -> Found:
    """FIND VICTIM: the most valuable square that the side to move can move to.

    `board` is one position, several, or `Positions`; `disable` the disable word, of all or a word each. Lines: 1 queen,
    2 rook, 3 bishop, 4 knight, 5 pawn, 6 empty.

    >>> import belle
    >>> belle.circuits.find_victim(["startpos"] * 3, disable=[0, 0xFFFF0000, 0xFFFFFFFF0000]).line.tolist()
    [6, 0, 0]
    """
    pins, alone = _pins(board, disable)
    return _found(pins, _belle.find_victim, alone)


def find_aggressor(
    board: Positions | BoardLike | Iterable[BoardLike], victim: Any, disable: Any = 0
) -> Found:
    """FIND AGGRESSOR: the least valuable piece that can move to the victim, a square from 0 to 63 each.

    Lines: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king.

    >>> import belle, chess
    >>> belle.circuits.find_aggressor("startpos", chess.F3).square == chess.F2
    True
    """
    several = victim if isinstance(victim, (list, tuple)) else [victim]
    if any(isinstance(one, chess.SquareSet) for one in several):
        raise TypeError("victim: expected squares from 0 to 63, got SquareSet")
    pins, alone = _pins(board, disable)
    squares = _array("victim", victim, np.uint8, len(pins["disable"]))
    if squares.size and squares.max() > 63:
        raise BelleError(f"victim: expected squares from 0 to 63, got {squares.max()}")

    def find(part: dict[str, Any]) -> tuple[bytearray, bytearray, bytearray]:
        return _belle.find_aggressor(part, part["victim"])

    return _found({**pins, "victim": squares}, find, alone)


@cache
def blocks() -> dict[str, Block]:
    """The combinational circuits of the machine by name.

    >>> import belle
    >>> belle.circuits.blocks()["castling_rights"].about
    'the rights that a write to a square leaves'
    """
    return {
        name: Block(name, about, dict(inputs), dict(outputs))
        for name, about, inputs, outputs in _belle.blocks()
    }


@overload
def settle(name: str, inputs: None = None, /, **levels: int) -> dict[str, Any]: ...
@overload
def settle(
    name: str, inputs: dict[str, Any] | None = None, /, **levels: Any
) -> dict[str, Any]: ...
def settle(
    name: str, inputs: dict[str, Any] | None = None, /, **levels: Any
) -> dict[str, Any]:
    """Settles a circuit gate by gate, for one level at each input or for arrays of them; what is not given is low.

    The outputs by name: numbers, or arrays if an input is one.

    >>> import belle
    >>> block = belle.circuits.blocks()["promoted"]
    >>> sorted(belle.circuits.settle("promoted")) == sorted(block.outputs)
    True
    """
    circuit = as_text("circuit", name)
    given = {**(inputs or {}), **levels}
    arrays = {
        as_text("input", pin): _raw_array(pin, level) for pin, level in given.items()
    }
    sizes = {array.size for array in arrays.values() if array.ndim}
    if len(sizes) > 1 or any(array.ndim > 1 for array in arrays.values()):
        raise BelleError("inputs: expected numbers, or flat arrays of one length")
    count = sizes.pop() if sizes else 1
    is_array = any(array.ndim for array in arrays.values())
    ready = {pin: _array(pin, array, np.uint64, count) for pin, array in arrays.items()}
    outputs: dict[str, bytearray] = {}
    # A circuit without positions has its outputs' names all the same.
    for part in _parts(count, 100_000) if count else [slice(0, 0)]:
        levels = {pin: array[part] for pin, array in ready.items()}
        for pin, column in _belle.settle(circuit, part.stop - part.start, levels):
            outputs.setdefault(pin, bytearray()).extend(column)
    if is_array:
        return {
            pin: np.frombuffer(column, np.uint64) for pin, column in outputs.items()
        }
    return {pin: int.from_bytes(column, "little") for pin, column in outputs.items()}
