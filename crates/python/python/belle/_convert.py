"""Boards of python-chess as texts for the native part, and back."""

from __future__ import annotations

from operator import index
from os import PathLike, fsdecode, fsencode, fspath
from typing import Any, TypedDict

import chess
import chess.pgn
import chess.svg

from ._belle import BelleError

#: What is accepted wherever a position is asked for; none is the initial position.
BoardLike = chess.Board | chess.pgn.GameNode | str | None


def is_one(board: object) -> bool:
    """Whether this is one position, and not several."""
    return board is None or isinstance(board, (str, chess.Board, chess.pgn.GameNode))


class Position(TypedDict):
    """A position and the moves that led to it, for the native part."""

    fen: str
    moves: list[str]
    chess960: bool


def position(board: BoardLike) -> Position:
    """The native part's form of a board with its moves, of a node of a game, or of a FEN."""
    if board is None or board == "startpos":
        board = chess.STARTING_FEN
    if isinstance(board, str):
        if not board.strip():
            raise BelleError(f"board: expected a FEN, got {board[:80]!r}")
        return Position(fen=as_text("board", board), moves=[], chess960=False)
    if isinstance(board, chess.pgn.GameNode):
        board = board.board()
    if not isinstance(board, chess.Board):
        raise TypeError(
            f"board: expected a chess.Board, a node of a chess.pgn.Game or a FEN, got {type(board).__name__}"
        )
    if board.uci_variant != "chess":
        raise BelleError(
            f"board: expected standard chess or Chess960, got the variant {board.uci_variant!r}"
        )
    root, moves = board, board.move_stack
    if moves and _is_played(board):
        root = board.root()
    else:
        moves = []
    # The machine's latch is set wherever a pawn attacks the square, also a pinned one.
    fen = root.fen(shredder=board.chess960, en_passant="fen")
    return Position(
        fen=fen, moves=[move.uci() for move in moves], chess960=board.chess960
    )


def _is_played(board: chess.Board) -> bool:
    """Whether its moves lead to the board: none is a null move, and nobody has edited it since. Else the position alone counts."""
    again = board.root()
    for move in board.move_stack:
        if not move:
            return False
        again.push(move)
    return again.fen(en_passant="fen") == board.fen(en_passant="fen")


def board_of(given: Position) -> chess.Board:
    """The board of python-chess."""
    board = chess.Board(given["fen"], chess960=given["chess960"])
    for text in given["moves"]:
        board.push_uci(text)
    return board


def as_board(board: BoardLike) -> chess.Board:
    """A copy of the board, of whatever form it was given in."""
    if isinstance(board, chess.Board):
        return board.copy()
    if isinstance(board, chess.pgn.GameNode):
        return board.board()
    given = position(board)
    try:
        return board_of(given)
    except ValueError as error:
        raise BelleError(f"board: {error}") from error


def board_of_pieces(pieces: str, white_to_move: bool) -> chess.Board:
    """The board of the piece registers: a letter a square from a1, as in FEN."""
    board = chess.Board(None)
    for square, letter in enumerate(pieces):
        if letter in "PNBRQKpnbrqk":
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = white_to_move
    return board


def moves_of(texts: list[str]) -> list[chess.Move]:
    """Moves in UCI's form as python-chess's."""
    return [chess.Move.from_uci(text) for text in texts]


def integer(name: str, value: Any, least: int, most: int) -> int:
    """A whole number in a range, of whatever type counts as one (numpy's too)."""
    if isinstance(value, bool):
        raise TypeError(f"{name}: expected a whole number, got {value}")
    try:
        number = index(value)
    except TypeError:
        raise TypeError(
            f"{name}: expected a whole number, got {type(value).__name__}"
        ) from None
    if not least <= number <= most:
        raise BelleError(f"{name}: expected {least} to {most}, got {number}")
    return number


def as_text(name: str, value: Any) -> str:
    """A text that the native part can take."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a text, got {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        # Half of a pair of UTF-16: files that were read with errors="surrogateescape" have such.
        raise BelleError(
            f"{name}: expected letters of Unicode, got {value[error.start]!r} at letter {error.start + 1}"
        ) from None
    return str(value)


def as_path(name: str, value: str | PathLike[str]) -> str:
    """A path that the file system can have."""
    given = fspath(value)
    try:
        return fsdecode(fsencode(given))
    except UnicodeEncodeError as error:
        raise BelleError(
            f"{name}: expected a path, got {given[error.start]!r} at letter {error.start + 1}"
        ) from None


def svg(board: chess.BaseBoard, **options: Any) -> str:
    """The board as a picture, in the size of a notebook's."""
    return chess.svg.board(board, size=360, **options)
