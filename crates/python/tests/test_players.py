"""Players: searches, options, python-chess's types."""

import inspect
import pickle

import belle
import chess
import chess.engine
import pytest
from conftest import LONG, suite

MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
NAMES = ["native", "belle", "atlas", 1972, 1976, 1978, 1980, 1983]


@pytest.mark.parametrize("name", NAMES)
def test_player_finds_a_mate_in_one(name: str | int) -> None:
    result = belle.Player(name).search(MATE, depth=3)
    assert result.move == chess.Move.from_uci("a1a8")
    assert result.score.white() == chess.engine.Mate(1)
    assert result.san.startswith("1. Ra8#")
    assert result._repr_svg_().startswith("<svg")


def test_search_reports_have_the_types_of_python_chess() -> None:
    board = chess.Board()
    board.push_san("e4")
    result = belle.Player("native", UCI_ShowWDL=True).search(board, nodes=20_000)
    assert isinstance(result.info["score"], chess.engine.PovScore)
    assert result.info["score"].turn == chess.BLACK
    for name, kind in [("depth", int), ("seldepth", int), ("nodes", int), ("nps", int)]:
        assert isinstance(result.info[name], kind)
    assert isinstance(result.info["time"], float)
    assert result.info["pv"][0] == result.move
    assert isinstance(result.info["wdl"], chess.engine.PovWdl)
    # The board is the caller's, as it was.
    assert len(board.move_stack) == 1 and result.board == board


def test_analyse_with_several_lines_gives_different_first_moves() -> None:
    player = belle.Player("native")
    limit = chess.engine.Limit(depth=6)
    lines = player.analyse(chess.Board(), limit, multipv=3)
    assert [info["multipv"] for info in lines] == [1, 2, 3]
    assert len({info["pv"][0] for info in lines}) == 3
    single = player.analyse(chess.Board(), limit)
    assert single["multipv"] == 1
    assert len(player.search(depth=4).lines) == 1


def test_analysis_comes_while_the_player_thinks_and_ends_when_it_is_closed() -> None:
    player = belle.Player("native")
    with player.analysis(chess.Board()) as analysis:
        depths = []
        for info in analysis:
            depths.append(info["depth"])
            if info["depth"] >= 5:
                break
    assert sorted(depths) == depths
    # The player is free again.
    assert player.search(depth=2).move is not None


def test_same_thread_that_asks_a_busy_player_gets_an_error_not_a_wait() -> None:
    player = belle.Player("native")
    with player.analysis() as analysis:
        next(analysis)
        with pytest.raises(belle.BelleError, match="at work"):
            player.search(depth=1)


def test_methods_take_what_those_of_simple_engine_take() -> None:
    for method in ("play", "analyse"):
        theirs = inspect.signature(getattr(chess.engine.SimpleEngine, method))
        ours = inspect.signature(getattr(belle.Player, method))
        assert list(ours.parameters) == list(theirs.parameters)
    limit = chess.engine.Limit(depth=4)
    with belle.Player("native", Hash=2) as player:
        game, moves = object(), [chess.Move.from_uci("a2a3")]
        chosen = player.play(
            chess.Board(),
            limit,
            game=game,
            info=chess.engine.INFO_SCORE,
            root_moves=moves,
        )
        assert chosen.move == moves[0] and "score" in chosen.info
        player.analyse(chess.Board(), limit, options={"hash": 8, "MultiPV": 2})
        assert player.options["HASH"].type == "spin"
        assert repr(player).startswith("belle.Player('native', {'Hash': '2'")
        player.ping()
        assert "native" in player.id["name"]


def test_options_of_an_analysis_hold_until_it_ends() -> None:
    player = belle.Player("native", Hash=2)
    settings = repr(player)
    options = {"hash": 8, "MultiPV": 2}
    limit = chess.engine.Limit(depth=4)
    with player.analysis(chess.Board(), limit, options=options) as analysis:
        analysis.wait()
        assert len(analysis.multipv) == 2
    assert repr(player) == settings
    # Read to its end, it need not be closed.
    assert list(player.analysis(chess.Board(), limit, options=options))
    assert repr(player) == settings
    # Closed before its end.
    with player.analysis(chess.Board(), options=options) as analysis:
        analysis.get()
    assert repr(player) == settings
    # A refused option begins no search and changes none.
    with pytest.raises(belle.BelleError):
        player.analysis(chess.Board(), limit, options={"Hash": 8, "Nonsense": 0})
    assert repr(player) == settings
    assert len(player.search(depth=4).lines) == 1


def test_new_game_forgets_and_the_same_game_does_not() -> None:
    player, limit = belle.Player("native"), chess.engine.Limit(depth=8)
    one, two = object(), object()
    first = player.analyse(chess.Board(), limit, game=one)["nodes"]
    assert player.analyse(chess.Board(), limit, game=one)["nodes"] < first
    assert player.analyse(chess.Board(), limit, game=two)["nodes"] == first


def test_analysis_keeps_its_latest_words_as_that_of_simple_engine_does() -> None:
    with belle.Player("native").analysis(
        chess.Board(), chess.engine.Limit(depth=3), multipv=2
    ) as analysis:
        assert analysis.info == {} and analysis.get()["depth"] == 1
        result = analysis.wait()
        assert analysis.next() is None
        with pytest.raises(chess.engine.AnalysisComplete):
            analysis.get()
        assert [info["multipv"] for info in analysis.multipv] == [1, 2]
        assert analysis.info == result.info and analysis.info["depth"] == 3


def test_history_of_the_board_counts() -> None:
    board = chess.Board("7k/8/8/8/8/8/1q6/7K b - - 0 1")
    moves = ["b2c2", "h1g1", "c2b2", "g1h1"] * 2
    for text in moves[:-1]:
        board.push_uci(text)
    # White can repeat the position for the third time, which is a draw.
    assert belle.Player("native").search(
        board, depth=4
    ).score.relative == chess.engine.Cp(0)


def test_chess960_castling_is_written_as_the_board_writes_it() -> None:
    board = chess.Board("1k6/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    result = belle.Player("native").search(board, depth=3, root_moves=["f1g1"])
    assert result.move == chess.Move.from_uci("f1g1")
    assert board.is_castling(result.move)
    with pytest.raises(belle.BelleError, match="Chess960"):
        belle.Player("belle").search(board, depth=2)


def test_finished_game_has_no_move() -> None:
    board = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert board.is_stalemate()
    mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    for name in ("native", "belle", "atlas", 1978):
        player = belle.Player(name)
        stalemate = player.search(board, depth=2)
        assert stalemate.move is None and stalemate.score.relative == chess.engine.Cp(0)
        assert player.search(mated, depth=2).score.white() == chess.engine.MateGiven


def test_perft_equals_python_chess() -> None:
    board = chess.Board(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )
    for name in ("native", "belle", "atlas", 1972):
        player = belle.Player(name)
        assert player.perft(board, 3) == 97_862 and player.perft(board, 0) == 1
        assert set(player.divide(board, 1)) == set(board.legal_moves)


def test_options_and_pickle_keep_what_was_set() -> None:
    player = belle.Player("native", {"Move Overhead": 50}, Hash=8)
    assert player.options["Hash"].type == "spin" and player.options["Hash"].min == 1
    copy = pickle.loads(pickle.dumps(player))
    assert repr(copy) == repr(player)
    assert "'Hash': '8'" in repr(copy) and "'Move Overhead': '50'" in repr(copy)
    player.analyse(chess.Board(), chess.engine.Limit(depth=1), multipv=2)
    assert "MultiPV" not in repr(player)


def test_name_of_a_year_is_its_own() -> None:
    assert belle.Player(1978).id["name"] == f"{belle.Player('belle').name} of 1978"


def test_refused_options_and_players_name_what_there_is() -> None:
    for make, message in [
        (lambda: belle.Player("stockfish"), "known: belle, native, atlas, tablebase"),
        (lambda: belle.Player(1984), "1972, 1976, 1978, 1980, 1983"),
        (lambda: belle.Player("native", Hsh=3), "it has: .*Hash"),
        (lambda: belle.Player("native").search("8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
        (
            lambda: belle.Player("native").search(depth=0),
            "depth: expected 1 to 99, got 0",
        ),
        (lambda: belle.Player("native").search(seconds=-1), "seconds: expected"),
        (lambda: belle.Player("native").search(root_moves=["e2e5"]), "e2e5"),
        (lambda: belle.Player("native").search(root_moves=[]), "a move or more"),
        (lambda: belle.Player("native").explain(), "explains no moves"),
        (lambda: belle.Player("atlas", MultiPV=3), "no option"),
    ]:
        with pytest.raises(belle.BelleError, match=message):
            make()


def test_refused_options_change_none_of_the_same_call() -> None:
    player = belle.Player("native", Hash=16)
    before = repr(player)
    for refused in (
        {"Hash": 32, "Threads": 0},
        {"hash": 32, "Nonsense": 1},
        {"Hash": 32, "EndgamePath": "/nowhere"},
        {"MultiPV": 3, "BookFile": "/nowhere"},
    ):
        with pytest.raises(belle.BelleError):
            player.configure(refused)
        assert repr(player) == before
        assert len(player.search(depth=2).lines) == 1
    # Nothing is forgotten by a button beside what is refused.
    searched = player.search(depth=8).nodes
    with pytest.raises(belle.BelleError):
        player.configure({"Clear Hash": None, "Threads": 0})
    assert player.search(depth=8).nodes < searched
    player.configure({"hash": 8, "move  overhead": 30})
    assert (
        repr(player) == "belle.Player('native', {'Hash': '8', 'Move Overhead': '30'})"
    )


@pytest.mark.parametrize(
    "board", [chess.Board(), chess.Board(chess.STARTING_FEN.replace("w", "b"))]
)
def test_clock_of_one_side_is_that_of_both_as_over_uci(board: chess.Board) -> None:
    player = belle.Player("native")
    for limit in (
        chess.engine.Limit(white_clock=0.5),
        chess.engine.Limit(black_clock=0.5, black_inc=0.01),
        chess.engine.Limit(white_clock=0, remaining_moves=5),
    ):
        assert player.search(board, limit).info["time"] < 0.5
    for name in ("white_inc", "black_inc", "remaining_moves"):
        limit = chess.engine.Limit(time=1, **{name: 3})
        with pytest.raises(belle.BelleError, match=f"{name}: expected a clock with it"):
            player.play(board, limit)


@pytest.mark.parametrize("name", NAMES)
def test_search_for_a_mate_ends_with_it_or_when_all_is_searched(
    name: str | int,
) -> None:
    player = belle.Player(name)
    assert player.search(MATE, mate=1).score.white() == chess.engine.Mate(1)
    none = player.search(mate=2)
    assert not none.score.is_mate()
    assert none.info["depth"] <= (10 if name == "native" else 4)


@pytest.mark.parametrize("name", ["native", "belle", "atlas", 1978])
def test_search_for_a_mate_alone_finds_those_of_the_suite(name: str | int) -> None:
    player = belle.Player(name)
    for board in suite("mate-in-two.epd")[:: 1 if LONG else 4]:
        player.new_game()
        score = player.search(board, mate=2).score.relative
        assert score == chess.engine.Mate(2), board.fen()


def test_terms_of_an_evaluation_have_names_and_places() -> None:
    evaluation = belle.Player("native").evaluate()
    first, *others, last = evaluation
    assert evaluation[0] == first == evaluation[first.name] and evaluation[-1] == last
    assert evaluation[1:-1] == tuple(others)
    assert "material" in evaluation and last in evaluation and "x" not in evaluation
    with pytest.raises(IndexError):
        evaluation[99]


def test_values_of_an_evaluation_are_terms_that_add_up() -> None:
    evaluation = belle.Player("native").evaluate("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1")
    assert evaluation.total == sum(term.total for term in evaluation) > 200
    assert evaluation["material"].white > evaluation["material"].black
    assert str(evaluation).splitlines()[-1].split() == ["total", str(evaluation.total)]
    assert evaluation.rows()[0]["name"] == evaluation.terms[0].name
