"""Players: native, Belle of any year, Atlas, and the player of the endgame tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from types import TracebackType
from typing import Any, Self, SupportsFloat, SupportsIndex, TypedDict, Unpack, overload

import chess
import chess.engine
import chess.svg
import numpy as np
from chess.engine import UciOptionMap

from . import _belle
from ._belle import BelleError
from ._convert import BoardLike, as_board, as_text, integer, moves_of, position, svg

#: Years of Belle, each a player.
YEARS = ("1972", "1976", "1978", "1980", "1983")

#: Seconds of a search without limits, as those of the command.
SECONDS = 5.0


@dataclass(frozen=True)
class Term:
    """A term of an evaluation, in centipawns."""

    name: str
    white: int | None
    black: int | None
    #: Its share of the value, from White's side.
    total: int


@dataclass(frozen=True)
class Evaluation:
    """A static evaluation: its terms add up to its value."""

    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The value in centipawns from White's side."""
        return sum(term.total for term in self.terms)

    @overload
    def __getitem__(self, name: str | SupportsIndex) -> Term: ...
    @overload
    def __getitem__(self, name: slice) -> tuple[Term, ...]: ...
    def __getitem__(self, name: str | SupportsIndex | slice) -> Term | tuple[Term, ...]:
        """The term of this name, or of this place; the terms of a slice."""
        if not isinstance(name, str):
            return self.terms[name]
        for term in self.terms:
            if term.name == name:
                return term
        names = ", ".join(term.name for term in self.terms)
        raise BelleError(f"term: expected one of {names}, got {name!r}")

    def __contains__(self, term: object) -> bool:
        return term in self.terms or any(one.name == term for one in self.terms)

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each term, as `pandas.DataFrame` takes them."""
        return [asdict(term) for term in self.terms]

    def __str__(self) -> str:
        rows = [["", "White", "Black", "total"]]
        for term in self.terms:
            shares = (term.white, term.black, term.total)
            cells = ["" if share is None else str(share) for share in shares]
            rows.append([term.name, *cells])
        rows.append(["total", "", "", str(self.total)])
        width = max(len(row[0]) for row in rows)
        lines = []
        for name, *cells in rows:
            lines.append(name.ljust(width) + "".join(f"{cell:>8}" for cell in cells))
        return "\n".join(lines)

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)


@dataclass(frozen=True)
class Explanation:
    """What decides the choice of a move. As a text it is the program's table; of Atlas there is more."""

    text: str = field(repr=False)
    #: The move that Atlas chooses, and why.
    move: chess.Move | None
    reason: str | None
    #: The moves that Atlas considers, best first: a dictionary for each, values in centipawns.
    moves: list[dict[str, Any]] = field(repr=False)

    def __str__(self) -> str:
        return self.text


class SearchLimits(TypedDict, total=False):
    """Where a search ends, and the moves that it may choose; what is left out or None does not limit it."""

    #: Plies.
    depth: SupportsIndex | None
    #: Positions searched.
    nodes: SupportsIndex | None
    #: Seconds by the player's own clock.
    seconds: SupportsFloat | None
    #: Moves to a mate: the search ends when it has found one, or, without another limit, at the
    #: depth by which it would have.
    mate: SupportsIndex | None
    #: Moves to choose among.
    root_moves: Iterable[chess.Move | str] | None


@dataclass(frozen=True, repr=False)
class SearchResult:
    """What a search has found."""

    board: chess.Board = field(repr=False)
    #: The move to play; none where there is no legal move.
    move: chess.Move | None
    #: The reply that is expected.
    ponder: chess.Move | None
    #: The last word on the best move, with the names of `chess.engine.InfoDict`.
    info: chess.engine.InfoDict = field(repr=False)
    #: The same for each of several lines, the best first.
    lines: tuple[chess.engine.InfoDict, ...] = field(repr=False)

    @property
    def score(self) -> chess.engine.PovScore:
        """The value; `.white()` is that from White's side."""
        if "score" not in self.info:
            why = "the move was made without a search, such as from an opening book"
            if self.move is None:
                why = "the search was closed before it had one"
            raise BelleError(f"score: {why}")
        return self.info["score"]

    @property
    def pv(self) -> list[chess.Move]:
        """The best line."""
        return self.info.get("pv", [])

    @property
    def nodes(self) -> int:
        """Nodes searched."""
        return self.info.get("nodes", 0)

    @property
    def san(self) -> str:
        """The best line with numbers, in SAN."""
        return self.board.variation_san(self.pv)

    def __repr__(self) -> str:
        parts = [self.san or "no move"]
        if "score" in self.info:
            parts.append(repr(self.info["score"]))
        if "depth" in self.info:
            parts.append(f"depth {self.info['depth']}")
        return f"<belle.SearchResult {', '.join(parts)}>"

    def _repr_svg_(self) -> str:
        arrows = (
            [chess.svg.Arrow(self.move.from_square, self.move.to_square)]
            if self.move
            else []
        )
        return svg(self.board, arrows=arrows)


class Player:
    """A player of the project.

    The name is `native`, `belle`, `atlas`, `tablebase`, or a year of Belle: 1972, 1976, 1978, 1980, 1983. Options have
    their UCI names, as keywords or, where a name has a blank, in a dictionary.

    >>> import belle
    >>> belle.Player("native", Hash=32)
    belle.Player('native', {'Hash': '32'})
    >>> belle.Player(1978).search(depth=2).move
    Move.from_uci('b1c3')

    Names and results are those of python-chess: `play` and `analyse` take a `chess.engine.Limit` and return what
    `chess.engine.SimpleEngine` returns. A player does one thing at a time; other threads wait for it.
    """

    def __init__(
        self,
        name: str | SupportsIndex = "belle",
        options: Mapping[str, Any] | None = None,
        /,
        **more: Any,
    ) -> None:
        player = _player_name(name)
        given = {**_options(options), **more}
        if player.isdigit():
            if player not in YEARS:
                raise BelleError(
                    f"year: expected one of {', '.join(YEARS)}, got {player}"
                )
            player, given = "belle", {"Generation": player, **given}
        self._player = _belle.Player(player, [])
        # What the caller named the game of the latest search.
        self._game: object = None
        self._key = player.lower()
        self.configure(given)

    @property
    def name(self) -> str:
        """The name shown to opponents, of `belle` with its year if one was chosen."""
        name = self._player.name()
        year = self._settings().get("Generation")
        return f"{name} of {year}" if year else name

    @property
    def options(self) -> UciOptionMap[chess.engine.Option]:
        """The options there are, with their defaults and ranges. As in UCI, capitals and small letters are alike."""
        options: UciOptionMap[chess.engine.Option] = UciOptionMap()
        for row in self._player.options():
            options[row["name"]] = chess.engine.Option(
                name=row["name"],
                type=row["type"],
                default=row.get("default"),
                min=row.get("min"),
                max=row.get("max"),
                var=row.get("var"),
            )
        return options

    def configure(
        self, options: Mapping[str, Any] | None = None, /, **more: Any
    ) -> None:
        """Sets options by their UCI names, all or, where one is refused, none of them.

        >>> import belle
        >>> belle.Player("native").configure(Hash=0)
        Traceback (most recent call last):
        belle.BelleError: option 'Hash': expected a whole number from 1 to ..., got '0'
        """
        self._player.configure(_texts({**_options(options), **more}))

    def new_game(self) -> None:
        """Forgets what was learned in the game before.

        >>> import belle
        >>> player = belle.Player("native")
        >>> nodes = player.search(depth=6).nodes
        >>> player.new_game()
        >>> player.search(depth=6).nodes == nodes
        True
        """
        self._player.new_game()

    def search(
        self,
        board: BoardLike = None,
        limit: chess.engine.Limit | None = None,
        *,
        multipv: SupportsIndex | None = None,
        **limits: Unpack[SearchLimits],
    ) -> SearchResult:
        """Searches until a limit is reached: plies, nodes, or seconds by the player's own clock (5 if none is given).

        The limits are those of `belle.SearchLimits`; `multipv` is the number of lines.

        >>> import belle
        >>> result = belle.Player("native").search("startpos", depth=6)
        >>> result.info["depth"], result.board.is_legal(result.move)
        (6, True)
        """
        given = _limits(self, limit, limits, infinite=False)
        with self._analysis(board, given, multipv) as analysis:
            return analysis.wait()

    def analysis(
        self,
        board: BoardLike = None,
        limit: chess.engine.Limit | None = None,
        *,
        multipv: SupportsIndex | None = None,
        game: object = None,
        info: chess.engine.Info = chess.engine.INFO_ALL,
        options: Mapping[str, Any] | None = None,
        **limits: Unpack[SearchLimits],
    ) -> Analysis:
        """Iterates over what a search says while it thinks; without limits, until it is closed.

        `game` and `info` are those of `play`; `options` hold until the search has ended or is closed.

        >>> import belle
        >>> with belle.Player("native").analysis(depth=3) as analysis:
        ...     depths = [info["depth"] for info in analysis]
        >>> depths[-1]
        3
        """
        ends = ("depth", "nodes", "seconds", "mate")
        infinite = limit is None and all(limits.get(name) is None for name in ends)
        self._note_game(game)
        given = _limits(self, limit, limits, infinite=infinite)
        return self._analysis(board, given, multipv, options)

    def _analysis(
        self,
        board: BoardLike,
        limits: dict[str, Any],
        multipv: SupportsIndex | None,
        options: Mapping[str, Any] | None = None,
    ) -> Analysis:
        given = position(board)
        settings = _texts(_options(options))
        # The player itself says how many lines it can have.
        if multipv is not None:
            lines = integer("multipv", multipv, -(2**31), 2**31)
            settings.append(("MultiPV", str(lines)))
        search = self._player.start(given, limits, settings)
        return Analysis(search, as_board(board))

    # As `chess.engine.SimpleEngine` has them.

    def play(
        self,
        board: BoardLike,
        limit: chess.engine.Limit,
        *,
        game: object = None,
        info: chess.engine.Info = chess.engine.INFO_ALL,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[chess.Move | str] | None = None,
        options: Mapping[str, Any] | None = None,
        opponent: chess.engine.Opponent | None = None,
    ) -> chess.engine.PlayResult:
        """The move to play, as `chess.engine.SimpleEngine.play` gives it.

        A `game` that is not equal to that of the call before is a new one, and `options` hold for this call alone. The
        result has all of the search's information whatever `info` says. A player neither thinks on its opponent's time
        nor answers offers of a draw.

        >>> import belle, chess, chess.engine
        >>> board = chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
        >>> board.push(belle.Player("native").play(board, chess.engine.Limit(depth=4)).move)
        >>> board.is_checkmate()
        True
        """
        self._note_game(game)
        given = _limits(
            self, limit, SearchLimits(root_moves=root_moves), infinite=False
        )
        with self._analysis(board, given, None, options) as analysis:
            result = analysis.wait()
        return chess.engine.PlayResult(result.move, result.ponder, result.info)

    def analyse(
        self,
        board: BoardLike,
        limit: chess.engine.Limit,
        *,
        multipv: SupportsIndex | None = None,
        game: object = None,
        info: chess.engine.Info = chess.engine.INFO_ALL,
        root_moves: Iterable[chess.Move | str] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> chess.engine.InfoDict | list[chess.engine.InfoDict]:
        """The value of a position, as `chess.engine.SimpleEngine.analyse` gives it; with `multipv` a list.

        `game`, `info` and `options` are those of `play`.

        >>> import belle, chess, chess.engine
        >>> player, limit = belle.Player("native"), chess.engine.Limit(depth=4)
        >>> [info["multipv"] for info in player.analyse(chess.Board(), limit, multipv=2)]
        [1, 2]
        """
        self._note_game(game)
        given = _limits(
            self, limit, SearchLimits(root_moves=root_moves), infinite=False
        )
        with self._analysis(board, given, multipv, options) as analysis:
            result = analysis.wait()
        return result.info if multipv is None else list(result.lines)

    def ping(self) -> None:
        """Does nothing: a player is in this process."""

    def quit(self) -> None:
        """Does nothing: a player ends with its last reference."""

    def close(self) -> None:
        """Does nothing: a player ends with its last reference."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def id(self) -> dict[str, str]:
        """What an engine says of itself."""
        return {"name": self.name}

    def _note_game(self, game: object) -> None:
        if game != self._game:
            self.new_game()
        self._game = game

    def evaluate(self, board: BoardLike = None) -> Evaluation:
        """Every term of the static evaluation.

        >>> import belle
        >>> evaluation = belle.Player("belle").evaluate()
        >>> evaluation["full: rook mobility"], evaluation.total
        (Term(name='full: rook mobility', white=0, black=0, total=0), 0)
        """
        terms = self._player.evaluate(position(board))
        if not terms:
            raise BelleError(f"{self.name} has no static evaluation")
        return Evaluation(tuple(Term(*term) for term in terms))

    def explain(self, board: BoardLike = None) -> Explanation:
        """What decides the choice of a move: Atlas' reasons, the heuristics of 1972, the values of endgame tables.

        >>> import belle
        >>> explanation = belle.Player("atlas").explain()
        >>> explanation.reason
        'of the moves with the best balance of captures it prepares to castle'
        >>> print(str(explanation).splitlines()[0])
        Atlas, white to make move 1: 3 plies
        """
        if self._key == "atlas":
            row = _belle.atlas_reasons(position(board), list(self._settings().items()))
            move = row.get("move")
            return Explanation(
                text=row["text"],
                move=chess.Move.from_uci(move) if move else None,
                reason=row.get("reason"),
                moves=[
                    {**one, "move": chess.Move.from_uci(one["move"])}
                    for one in row["moves"]
                ],
            )
        text = self._player.explain(position(board))
        if text is None:
            raise BelleError(
                f"{self.name} explains no moves: atlas, tablebase and the years 1972 and 1976 do"
            )
        return Explanation(text, None, None, [])

    def perft(self, board: BoardLike = None, depth: SupportsIndex = 1) -> int:
        """Leaves of the game tree, counted with the player's own move generator.

        >>> import belle
        >>> belle.Player("native").perft(depth=4)
        197281
        """
        if integer("depth", depth, 0, 2**31) == 0:
            # The position is a leaf itself.
            as_board(board)
            return 1
        return sum(self.divide(board, depth).values())

    def divide(
        self, board: BoardLike = None, depth: SupportsIndex = 1
    ) -> dict[chess.Move, int]:
        """Leaves below each legal move.

        >>> import belle
        >>> leaves = belle.Player("native").divide(depth=2)
        >>> len(leaves), sum(leaves.values())
        (20, 400)
        """
        plies = integer("depth", depth, 0, 2**31)
        rows = self._player.perft(position(board), plies)
        return {chess.Move.from_uci(text): leaves for text, leaves in rows}

    def __reduce__(self) -> tuple[Any, ...]:
        # What it has learned is not kept: a player is its name and its options.
        return Player, (self._key, self._settings())

    def _settings(self) -> dict[str, str]:
        """The options that were set."""
        return dict(self._player.settings())

    def __repr__(self) -> str:
        settings = self._settings()
        options = f", {settings}" if settings else ""
        return f"belle.Player({self._key!r}{options})"


class Analysis:
    """A search that runs: iterate over its words, and close it, or use it in a `with`."""

    def __init__(self, search: _belle.Search, board: chess.Board) -> None:
        self._search = search
        #: The position.
        self.board = board
        self._lines: dict[int, chess.engine.InfoDict] = {}

    def __iter__(self) -> Iterator[chess.engine.InfoDict]:
        return self

    def __next__(self) -> chess.engine.InfoDict:
        row = self._search.next()
        if row is None:
            raise StopIteration
        info = _info(row, self.board.turn)
        self._lines[info["multipv"]] = info
        return info

    @property
    def multipv(self) -> list[chess.engine.InfoDict]:
        """The latest word on each line that has been read, the best first."""
        return [self._lines[rank] for rank in sorted(self._lines)]

    @property
    def info(self) -> chess.engine.InfoDict:
        """The latest word on the best line that has been read."""
        return self._lines.get(1, {})

    def next(self) -> chess.engine.InfoDict | None:
        """Waits for the next word; None at the end."""
        return next(self, None)

    def get(self) -> chess.engine.InfoDict:
        """Waits for the next word; `chess.engine.AnalysisComplete` at the end."""
        info = self.next()
        if info is None:
            raise chess.engine.AnalysisComplete()
        return info

    def stop(self) -> None:
        """Asks the search to end; what it has said until then still comes."""
        self._search.stop()

    def _repr_svg_(self) -> str:
        return svg(self.board)

    def wait(self) -> SearchResult:
        """Waits for the end of the search."""
        for _ in self:
            pass
        return self._result()

    def close(self) -> None:
        """Ends the search, and waits until the player is free."""
        self._search.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _result(self) -> SearchResult:
        best, ponder = self._search.choice()
        lines = self.multipv
        if not lines and not any(self.board.legal_moves):
            lines = [_end_of_game(self.board)]
        return SearchResult(
            board=self.board,
            move=chess.Move.from_uci(best) if best else None,
            ponder=chess.Move.from_uci(ponder) if ponder else None,
            info=lines[0] if lines else {},
            lines=tuple(lines),
        )


def _end_of_game(board: chess.Board) -> chess.engine.InfoDict:
    """What is to be said where there is no move."""
    score = chess.engine.Mate(0) if board.is_check() else chess.engine.Cp(0)
    return {
        "depth": 0,
        "multipv": 1,
        "score": chess.engine.PovScore(score, board.turn),
        "pv": [],
    }


def _info(row: dict[str, Any], turn: chess.Color) -> chess.engine.InfoDict:
    """A report with the names and types of python-chess."""
    score = (
        chess.engine.Mate(row.pop("mate"))
        if "mate" in row
        else chess.engine.Cp(row.pop("cp"))
    )
    row["score"] = chess.engine.PovScore(score, turn)
    if "wdl" in row:
        row["wdl"] = chess.engine.PovWdl(chess.engine.Wdl(*row["wdl"]), turn)
    row["pv"] = moves_of(row["pv"])
    return row  # type: ignore[return-value]


def _options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Options by name; none are an empty dictionary."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(
            f"options: expected a dictionary, such as {{'Hash': 64}}, got {type(options).__name__}"
        )
    return options


def _texts(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options as UCI writes them."""
    texts = []
    for key, value in options.items():
        name = as_text("option", str(key))
        if isinstance(value, (bool, np.bool_)):
            texts.append((name, str(value).lower()))
        elif value is None:
            texts.append((name, ""))
        else:
            texts.append((name, as_text(f"option {name!r}", str(value))))
    return texts


def _player_name(name: Any) -> str:
    """The name of a player, or the digits of a year."""
    if isinstance(name, str):
        return as_text("name", name)
    if not isinstance(name, bool) and hasattr(name, "__index__"):
        return str(integer("year", name, 0, 9_999))
    raise TypeError(f"name: expected a player or a year, got {type(name).__name__}")


def _seconds(name: str, value: Any) -> float:
    wrong = TypeError(f"{name}: expected seconds, got {type(value).__name__}")
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__float__"):
        raise wrong
    try:
        return float(value)
    except TypeError:
        # An array of several numbers has the method too.
        raise wrong from None
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _limits(
    player: Player,
    limit: chess.engine.Limit | None,
    limits: SearchLimits,
    *,
    infinite: bool,
) -> dict[str, Any]:
    """The limits for the native part."""
    for name in limits:
        if name not in SearchLimits.__annotations__:
            names = ", ".join(SearchLimits.__annotations__)
            raise TypeError(f"expected limits among {names}, got {name!r}")
    depth, nodes = limits.get("depth"), limits.get("nodes")
    seconds, mate = limits.get("seconds"), limits.get("mate")
    clock = None
    if limit is not None:
        if not isinstance(limit, chess.engine.Limit):
            raise TypeError(
                f"limit: expected a chess.engine.Limit, got {type(limit).__name__}; depth=, nodes= and seconds= are limits too"
            )
        depth = limit.depth if depth is None else depth
        nodes = limit.nodes if nodes is None else nodes
        seconds = limit.time if seconds is None else seconds
        mate = limit.mate if mate is None else mate
        clock = _clock(limit)
    if (
        not infinite
        and clock is None
        and depth is None
        and nodes is None
        and seconds is None
    ):
        if mate is None:
            seconds = SECONDS
        else:
            depth = _depth_of_mate(player, integer("mate", mate, 1, 999))
    moves = _root_moves(limits.get("root_moves"))
    return {
        "depth": None if depth is None else integer("depth", depth, 1, 99),
        "nodes": None if nodes is None else integer("nodes", nodes, 1, 2**63 - 1),
        "seconds": None if seconds is None else _seconds("seconds", seconds),
        "mate": None if mate is None else integer("mate", mate, 1, 999),
        "clock": clock,
        "root_moves": moves,
        "infinite": infinite,
    }


def _depth_of_mate(player: Player, moves: int) -> int:
    """The depth by which a search has seen whether there is a mate in so many moves: each of them,
    and that there is no reply. Native looks less deep at late moves and finds some mates later: of
    those in suites/mate-in-two.epd and suites/history.epd the last three plies later.
    """
    late = 6 if player._key == "native" else 0
    return min(2 * moves + late, 99)


def _clock(
    limit: chess.engine.Limit,
) -> tuple[float, float, float, float, int | None] | None:
    """The clock of a limit, if it has one. A side without a clock has that of the other, as over
    UCI.
    """
    clocks = (limit.white_clock, limit.black_clock)
    white, black = (
        one if one is not None else other for one, other in (clocks, clocks[::-1])
    )
    if white is None or black is None:
        for name in ("white_inc", "black_inc", "remaining_moves"):
            if getattr(limit, name) is not None:
                raise BelleError(
                    f"{name}: expected a clock with it, such as white_clock=60, got none"
                )
        return None
    to_go = limit.remaining_moves
    return (
        _seconds("white_clock", white),
        _seconds("black_clock", black),
        _seconds("white_inc", limit.white_inc or 0.0),
        _seconds("black_inc", limit.black_inc or 0.0),
        None if to_go is None else integer("remaining_moves", to_go, 0, 2**32 - 1),
    )


def _root_moves(given: Iterable[chess.Move | str] | None) -> list[str]:
    """The moves to choose among, for the native part; none for all."""
    if given is None:
        return []
    if isinstance(given, (str, chess.Move)) or not isinstance(given, Iterable):
        raise TypeError(
            f"root_moves: expected several moves, such as ['e4', 'd4'], got {type(given).__name__}"
        )
    moves = [
        move.uci() if isinstance(move, chess.Move) else as_text("root_moves", str(move))
        for move in given
    ]
    if not moves:
        raise BelleError("root_moves: expected a move or more, got none")
    return moves
