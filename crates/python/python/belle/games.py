"""Games judged move by move, as `belle analyse` judges them.

>>> import belle, chess.pgn, io
>>> game = chess.pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
>>> judged = belle.judge(game, "native", nodes=2000)
>>> judged.moves[2].san, judged.moves[2].judgment
('g4', 'blunder')
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any, Literal, SupportsFloat, SupportsIndex

import chess
import chess.engine
import chess.pgn

from . import _belle
from ._belle import BelleError
from ._convert import as_text
from .player import Player, SearchLimits, _limits

#: Classes of bad moves by their glyphs in PGN.
_JUDGMENTS: dict[int, Literal["inaccuracy", "mistake", "blunder"]] = {
    6: "inaccuracy",
    2: "mistake",
    4: "blunder",
}


@dataclass(frozen=True)
class JudgedMove:
    """A move of the game and what it cost."""

    ply: int
    turn: chess.Color
    #: The position before the move.
    board: chess.Board = field(repr=False)
    move: chess.Move
    san: str
    #: The value of the position, and of that after the move, both searched to one depth.
    before: chess.engine.PovScore
    after: chess.engine.PovScore
    #: The best line in place of the move.
    best: tuple[chess.Move, ...]
    #: Centipawns lost against the best move; values beyond ten pawns, and mates, count as ten pawns.
    loss: int
    #: From 0 to 100.
    accuracy: float
    judgment: Literal["inaccuracy", "mistake", "blunder"] | None

    @property
    def best_san(self) -> str:
        """The best line in place of the move, with numbers, in SAN."""
        return self.board.variation_san(self.best)


@dataclass(frozen=True)
class JudgedGame:
    """A judged game."""

    moves: tuple[JudgedMove, ...] = field(repr=False)
    #: Code and name of the opening, if it has one.
    opening: tuple[str, str] | None
    #: The game with values, glyphs and better lines, as PGN.
    pgn: str = field(repr=False)
    _svg: str = field(repr=False)

    @property
    def game(self) -> chess.pgn.Game:
        """The game with values, glyphs and better lines."""
        game = chess.pgn.read_game(io.StringIO(self.pgn))
        assert game is not None
        return game

    def accuracy(self, color: chess.Color) -> float | None:
        """The mean accuracy of a side's moves; none without moves."""
        moves = [move.accuracy for move in self.moves if move.turn == color]
        return sum(moves) / len(moves) if moves else None

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each move, with numbers and texts alone, as `pandas.DataFrame` takes them.

        The values are centipawns from White's side, and 10,000 less the moves to it for a mate.
        """
        return [
            {
                "ply": move.ply,
                "white": move.turn == chess.WHITE,
                "san": move.san,
                "before": move.before.white().score(mate_score=10_000),
                "after": move.after.white().score(mate_score=10_000),
                "loss": move.loss,
                "accuracy": move.accuracy,
                "judgment": move.judgment,
                "best": move.best_san,
            }
            for move in self.moves
        ]

    def _repr_svg_(self) -> str:
        return self._svg


def judge(
    game: chess.pgn.GameNode | chess.Board,
    player: Player | str | SupportsIndex = "native",
    limit: chess.engine.Limit | None = None,
    *,
    depth: SupportsIndex | None = None,
    nodes: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
) -> JudgedGame:
    """Judges each move of a game read by python-chess, or of the moves of a board. Of a node of a
    variation it judges the line that leads through it. The limits are those of each search, a
    second by default.

    >>> import belle, chess
    >>> board = chess.Board()
    >>> for san in ["f3", "e5", "g4"]:
    ...     _ = board.push_san(san)
    >>> belle.judge(board, depth=4).moves[-1].judgment
    'blunder'
    """
    if isinstance(game, chess.Board):
        game = chess.pgn.Game.from_board(game)
    if not isinstance(game, chess.pgn.GameNode):
        raise TypeError(
            f"game: expected a chess.pgn.Game, such as chess.pgn.read_game(file) returns, or a chess.Board, got {type(game).__name__}"
        )
    if not isinstance(player, Player):
        player = Player(player)
    if limit is None and depth is None and nodes is None and seconds is None:
        seconds = 1.0
    given = SearchLimits(depth=depth, nodes=nodes, seconds=seconds)
    limits = _limits(player, limit, given, infinite=False)
    root = _line_through(game)
    for node in root.mainline():
        if not node.move:
            raise BelleError(
                f"game: expected moves only, got a null move at ply {node.ply()}"
            )
    pgn = as_text("game", str(root))
    answer = _belle.judge(player._player, pgn, limits, player.name)
    board = root.board()
    moves = []
    for row in answer["moves"]:
        move = _own_move(board, row["move"])
        moves.append(
            JudgedMove(
                ply=board.ply(),
                turn=board.turn,
                board=board.copy(),
                move=move,
                san=board.san(move),
                before=_score(row["before"]),
                after=_score(row["after"]),
                best=_line(board, row["before"]["pv"]),
                loss=row["loss"],
                accuracy=row["accuracy"],
                judgment=_JUDGMENTS.get(row["nag"]),
            )
        )
        board.push(move)
    opening = answer["opening"]
    return JudgedGame(
        tuple(moves), tuple(opening) if opening else None, answer["pgn"], answer["svg"]
    )


def _line_through(node: chess.pgn.GameNode) -> chess.pgn.Game:
    """The game whose main line leads through a node of the game or of one of its variations."""
    root, end = node.game(), node.end()
    if root.errors:
        raise BelleError(f"game: {root.errors[0]}")
    if end is root.end():
        return root
    line: list[chess.pgn.ChildNode] = []
    node = end
    while isinstance(node, chess.pgn.ChildNode):
        line.append(node)
        node = node.parent
    # The tags are the game's, its result apart, to which this line did not lead.
    game = chess.pgn.Game(root.headers)
    game.headers["Result"] = end.board().result()
    game.comment = root.comment
    at: chess.pgn.GameNode = game
    for one in reversed(line):
        at = at.add_variation(one.move, comment=one.comment, nags=one.nags)
    return game


def _own_move(board: chess.Board, text: str) -> chess.Move:
    """A move as this board writes castling."""
    return board.parse_uci(text)


def _line(board: chess.Board, texts: list[str]) -> tuple[chess.Move, ...]:
    at, moves = board.copy(stack=False), []
    for text in texts:
        moves.append(_own_move(at, text))
        at.push(moves[-1])
    return tuple(moves)


def _score(row: dict[str, Any]) -> chess.engine.PovScore:
    """A value from White's side."""
    if "cp" in row:
        score: chess.engine.Score = chess.engine.Cp(row["cp"])
    elif row["mate"] == 0 and not row["white_is_mated"]:
        score = chess.engine.MateGiven
    else:
        score = chess.engine.Mate(row["mate"])
    return chess.engine.PovScore(score, chess.WHITE)
