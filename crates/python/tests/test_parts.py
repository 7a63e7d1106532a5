"""Circuits, microprograms, endgame tables, judged games, the laboratory."""

import csv
import io
import pickle
import shutil
from pathlib import Path

import belle
import chess
import chess.pgn
import numpy as np
import pytest
from conftest import ROOT, SUITES, suite

POSITIONS = suite("lockstep.epd")
#: Values of pieces in the order of the move generator's lines.
VICTIMS = [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]
AGGRESSORS = [
    chess.PAWN,
    chess.KNIGHT,
    chess.BISHOP,
    chess.ROOK,
    chess.QUEEN,
    chess.KING,
]


def test_victims_and_aggressors_of_arrays_are_those_that_python_chess_finds() -> None:
    positions = belle.circuits.Positions.of(POSITIONS)
    victims = belle.circuits.find_victim(positions)
    aggressors = belle.circuits.find_aggressor(positions, victims.square)
    for index, board in enumerate(POSITIONS):
        # The machine finds what can move, whether or not the king is safe then; castling is another circuit.
        moves = [
            move for move in board.pseudo_legal_moves if not board.is_castling(move)
        ]
        kings = board.pieces(chess.KING, not board.turn)
        assert bool(victims.check[index]) == board.is_attacked_by(
            board.turn, kings.pop()
        )
        if victims.none[index]:
            assert not moves
            continue
        square = int(victims.square[index])
        line = int(victims.line[index])
        ranks = []
        for move in moves:
            taken = board.piece_type_at(move.to_square)
            if board.is_en_passant(move):
                taken = chess.PAWN
            ranks.append(VICTIMS.index(taken) + 1 if taken in VICTIMS else 6)
        assert line == min(ranks), board.fen()
        attackers = [
            board.piece_type_at(m.from_square) for m in moves if m.to_square == square
        ]
        least = min(AGGRESSORS.index(kind) + 1 for kind in attackers)
        assert int(aggressors.line[index]) == least, board.fen()
        one = belle.circuits.find_victim(board)
        assert (one.square, one.line) == (square, line)


def test_long_arrays_give_each_position_its_own_find() -> None:
    positions = belle.circuits.Positions.of(POSITIONS)
    victims = belle.circuits.find_victim(positions)
    aggressors = belle.circuits.find_aggressor(positions, victims.square)
    order = np.random.default_rng(1).integers(len(POSITIONS), size=20_001)
    many = belle.circuits.find_victim(positions[order])
    assert (many.square == victims.square[order]).all()
    assert (many.line == victims.line[order]).all()
    assert (many.check == victims.check[order]).all()
    again = belle.circuits.find_aggressor(positions[order], victims.square[order])
    assert (again.square == aggressors.square[order]).all()
    assert (again.line == aggressors.line[order]).all()


def test_positions_are_a_sequence_of_boards() -> None:
    boards = []
    for board in POSITIONS:
        # What reaches the circuits of a position: no castling rights and counts, and the square
        # that a pawn passed over where a pawn attacks it.
        seen = chess.Board(None)
        seen.set_piece_map(board.piece_map())
        seen.turn = board.turn
        if board.has_pseudo_legal_en_passant():
            seen.ep_square = board.ep_square
        boards.append(seen)
    positions = belle.circuits.Positions.of(POSITIONS)
    assert len(positions) == len(boards) and list(positions) == boards
    assert {board.ep_square for board in positions} > {None}
    assert positions[3] == boards[3] and positions[np.int64(-1)] == boards[-1]
    assert positions[2:-1:7] == belle.circuits.Positions.of(boards[2:-1:7])
    assert positions[[1, 0]] == positions[1::-1] != positions[:2]
    assert belle.circuits.Positions.of(positions) == positions
    for outside in (len(boards), -len(boards) - 1):
        with pytest.raises(IndexError, match=f"got {outside}"):
            positions[outside]
    wrong = belle.circuits.Positions([[2**64 - 1] * 4], [1], [0])
    with pytest.raises(
        belle.BelleError, match="position 0: .* on a1, got the levels 1111"
    ):
        wrong[0]


def test_finds_and_words_are_sequences() -> None:
    found = belle.circuits.find_victim(POSITIONS)
    one = belle.circuits.find_victim(POSITIONS[7])
    assert len(found) == len(POSITIONS)
    assert found[7] == one == list(found)[7] and found[-1] == found[len(found) - 1]
    assert found[5:9][2] == one and found[:9] != found[1:10]
    assert isinstance(found[7].square, int) and isinstance(found[7].check, bool)
    for alone in (lambda: len(one), lambda: one[0], lambda: list(one)):
        with pytest.raises(TypeError, match="expected finds for several positions"):
            alone()
    program = belle.assemble("halt\nhalt")
    assert (*program,) == program[:] == program.words and program[-1] == program.words[
        1
    ]
    machine = belle.Machine(depth=2)
    for named in (machine, machine.state, belle.Microengine(program)):
        with pytest.raises(TypeError, match="not iterable"):
            list(named)


def test_disable_word_takes_squares_out() -> None:
    board = POSITIONS[30]
    first = belle.circuits.find_victim(board)
    second = belle.circuits.find_victim(board, disable=chess.SquareSet([first.square]))
    assert second.none or second.square != first.square
    every = belle.circuits.find_victim(board, disable=2**64 - 1)
    assert every.none


def test_disable_words_may_be_large_numbers_and_sets_of_squares() -> None:
    boards = [chess.Board()] * 3
    a3, h8 = chess.SquareSet([chess.A3]), chess.SquareSet([chess.H8])
    for words in (
        # numpy alone would make floating-point numbers of this list.
        [0, int(h8), int(a3)],
        [chess.SquareSet(), h8, a3],
        np.array([0, int(h8), int(a3)], np.uint64),
        np.array([0, int(h8), int(a3)], object),
    ):
        found = belle.circuits.find_victim(boards, disable=words)
        assert found.square.tolist() == [chess.A3, chess.A3, chess.B3]
    planes = [[0, 2**63, 1, 2**63]]
    assert belle.circuits.Positions(planes, [True], [0]).planes.tolist() == planes
    levels = belle.circuits.settle("disable_word", dis=[0, 2**63])
    assert levels["dis_set"].tolist() == [1, 2**63 + 1]


def test_settled_netlist_finds_what_the_lanes_find() -> None:
    positions = belle.circuits.Positions.of(POSITIONS[:100])
    outputs = belle.circuits.settle(
        "move_generator",
        {f"p{bit}": positions.planes[:, bit] for bit in range(4)},
        wtm=positions.white_to_move,
        ep=positions.en_passant,
        ep_open=positions.en_passant != 0,
    )
    found = belle.circuits.find_victim(positions)
    assert np.array_equal(outputs["sq"], found.square)
    assert np.array_equal(outputs["check"] != 0, found.check)


def test_every_block_settles_with_all_inputs_low_and_refuses_wrong_pins() -> None:
    for name, block in belle.circuits.blocks().items():
        assert set(belle.circuits.settle(name)) == set(block.outputs)
    for inputs, message in [({"nopin": 1}, "expected one of"), ({"wtm": 2}, "0 to 1")]:
        with pytest.raises(belle.BelleError, match=message):
            belle.circuits.settle("move_generator", inputs)
    with pytest.raises(belle.BelleError, match="circuit: expected one of"):
        belle.circuits.settle("nocircuit")


def test_microengine_runs_the_selftest_to_its_end() -> None:
    program = belle.assemble(belle.microcode.SOURCES["selftest.mc"], "selftest.mc")
    engine = belle.Microengine(program)
    rows = engine.signals(["address", "nodes"], cycles=2_000)
    assert rows["nodes"].max() > 1
    assert engine.run(cycles=1_000_000)
    with pytest.raises(belle.BelleError, match="entry: expected a label"):
        engine.start("nowhere")
    with pytest.raises(belle.BelleError, match="that is no wire"):
        engine["nosignal"]
    with pytest.raises(belle.BelleError, match="that is no wire"):
        engine.signals(["move_generator/square/empty"])
    with pytest.raises(belle.BelleError, match="each name once"):
        engine.signals(["acc", "acc"])


def test_terms_and_positions_name_what_was_expected() -> None:
    with pytest.raises(belle.BelleError, match="term: expected one of"):
        belle.Player("belle").evaluate()["nothing"]
    of = belle.circuits.Positions
    assert len(of([[0] * 4], [1], [0])) == 1
    with pytest.raises(TypeError, match="planes: expected whole numbers, got float"):
        of([[0.5] * 4], [1], [0])
    with pytest.raises(belle.BelleError, match="white_to_move: .* 0 to 255, got -1"):
        of([[0] * 4], [-1], [0])
    with pytest.raises(belle.BelleError, match="shapes"):
        of.of("startpos")[None]
    with pytest.raises(TypeError, match="endings: expected names"):
        belle.endgame.build(5)


def test_null_move_in_a_judged_game_is_refused() -> None:
    board = chess.Board()
    board.push_san("e4")
    board.push(chess.Move.null())
    with pytest.raises(belle.BelleError, match="null move at ply 2"):
        belle.judge(board, depth=1)


def test_pickled_machine_keeps_the_castling_of_chess960() -> None:
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", chess960=True)
    machine = belle.Machine(board)
    assert pickle.loads(pickle.dumps(machine)).board.chess960


def test_microengine_sees_the_board() -> None:
    program = belle.assemble(".entry go\ngo: find victim\n    halt\n")
    board = POSITIONS[30]
    engine = belle.Microengine(program, board)
    engine.run("go")
    assert engine["to"] == belle.circuits.find_victim(board).square


def test_tables_are_built_probed_and_followed(tmp_path: Path) -> None:
    built = belle.endgame.build(["KQK", "KRK"], tmp_path)
    assert sorted(built) == ["KQK", "KRK"]
    tables = belle.endgame.Tablebase(tmp_path)
    assert set(tables.endings) == {"KQK", "KRK"}
    longest = tables.longest("KRK")
    assert str(longest.moves[0].value) == "win in 16" and longest.end.is_checkmate()
    probe = tables.probe(longest.start)
    assert probe.value == longest.moves[0].value and probe.moves[0][1] == probe.value
    assert str(probe).splitlines()[0] == "win in 16"
    assert str(pickle.loads(pickle.dumps(tables))) == str(tables)
    with pytest.raises(belle.BelleError, match="build it with belle.endgame.build"):
        tables.probe("8/8/8/4k3/8/8/8/KBN5 w - - 0 1")
    with pytest.raises(belle.BelleError, match="no dtm tables"):
        belle.endgame.Tablebase(tmp_path, "dtm")
    for wrong in (
        lambda: belle.endgame.build("KXK", tmp_path),
        lambda: belle.endgame.build("KQK", tmp_path, "dtx"),
    ):
        with pytest.raises(belle.BelleError):
            wrong()
    player = belle.Player("tablebase", EndgamePath=str(tmp_path))
    assert player.search(longest.start, depth=1).move in longest.start.legal_moves


def test_judged_board_is_judged_as_its_game_and_mates_outdo_all_values() -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Qh5", "Ke7", "Qxe5"):
        board.push_san(san)
    judged = belle.judge(board, nodes=500)
    assert [move.move for move in judged.moves] == board.move_stack
    assert judged.rows()[3]["after"] == 9_999
    with pytest.raises(TypeError, match="chess.pgn.read_game"):
        belle.judge("game.pgn")


def test_one_board_alone_is_a_position_of_its_own() -> None:
    game = chess.pgn.Game.from_board(chess.Board())
    for one in (chess.Board(), chess.STARTING_FEN, game, None):
        assert len(belle.circuits.Positions.of(one)) == 1
        assert belle.circuits.find_victim(one).square == chess.A3


def test_judged_game_finds_the_blunder_and_keeps_the_moves() -> None:
    with open(SUITES / "belle.pgn") as file:
        game = chess.pgn.read_game(file)
    judged = belle.judge(game, nodes=500)
    moves = list(game.mainline_moves())
    assert [move.move for move in judged.moves] == moves
    assert list(judged.game.mainline_moves()) == moves
    assert 0 < judged.accuracy(chess.WHITE) <= 100
    assert judged._repr_svg_().startswith("<svg")
    assert len(judged.rows()) == len(moves)
    fool = chess.pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    last = belle.judge(fool, "belle", depth=2).moves
    assert last[2].judgment == "blunder" and last[3].after.white() == chess.engine.Mate(
        0
    )


def test_loss_of_a_judged_move_is_what_its_two_values_differ_by() -> None:
    text = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ d5 5. Bxd5+ Be6 *"
    game = chess.pgn.read_game(io.StringIO(text))
    for move in belle.judge(game, nodes=3000).moves:
        before = move.before.pov(move.turn).score(mate_score=1000)
        after = move.after.pov(move.turn).score(mate_score=1000)
        capped = [max(-1000, min(1000, value)) for value in (before, after)]
        own = move.best[0] == move.move
        assert move.loss == (0 if own else max(0, capped[0] - capped[1])), move.san
        assert move.best_san == move.board.variation_san(move.best)


@pytest.mark.parametrize(
    "fen, moves",
    [
        ("8/5k2/8/8/8/8/8/RK5R w HA - 0 1", ["O-O-O", "Ke7"]),
        ("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", ["O-O+", "Ke7", "Rfe1+"]),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", ["O-O", "Ke7"]),
    ],
)
def test_judged_castling_is_that_of_chess960(fen: str, moves: list[str]) -> None:
    board = chess.Board(fen, chess960=True)
    for san in moves:
        board.push_san(san)
    judged = belle.judge(board, depth=2)
    assert [move.san for move in judged.moves] == moves
    assert [move.move for move in judged.moves] == board.move_stack


def test_reasons_of_atlas_are_legal_on_boards_of_both_kinds() -> None:
    for chess960 in (False, True):
        board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=chess960)
        # Its name in any letters.
        explanation = belle.Player("Atlas").explain(board)
        assert all(board.is_legal(row["move"]) for row in explanation.moves)


def test_edited_board_counts_as_it_stands() -> None:
    board = chess.Board()
    board.push_san("e4")
    board.turn = chess.WHITE
    player = belle.Player("native")
    assert player.search(board, depth=3).move in board.legal_moves
    assert player.evaluate(board).total == player.evaluate(board.fen()).total
    assert player.perft(board, 1) == board.legal_moves.count()
    assert belle.Machine(board).board == chess.Board(board.fen())
    castled = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    castled.push_san("Rb1")
    castled.castling_rights = 0
    assert player.perft(castled, 1) == castled.legal_moves.count()


def test_node_of_a_variation_is_judged_on_its_line() -> None:
    text = (
        '[White "W"]\n[Result "1-0"]\n\n'
        "1. e4 (1. d4 {queen} d5 $1 2. c4 (2. Nf3 Nf6) 2... e6) 1... e5 2. Nf3 1-0"
    )
    game = chess.pgn.read_game(io.StringIO(text))
    side = game.variations[1]
    player = belle.Player("native")

    def judged(node: chess.pgn.GameNode) -> tuple[str, str]:
        result = belle.judge(node, player, depth=2)
        moves = [move.move for move in result.moves]
        assert list(result.game.mainline_moves()) == moves
        assert result.game.headers["White"] == "W"
        sans = [move.san for move in result.moves]
        return " ".join(sans), result.game.headers["Result"]

    for node in (game, game.variations[0], game.end()):
        assert judged(node) == ("e4 e5 Nf3", "1-0")
    for node in (side, side.variations[0], side.end()):
        assert judged(node) == ("d4 d5 c4 e6", "*")
    deeper = side.variations[0].variations[1]
    assert judged(deeper) == judged(deeper.end()) == ("d4 d5 Nf3 Nf6", "*")
    line = belle.judge(side, player, depth=2).game
    assert "queen" in line.variations[0].comment
    assert chess.pgn.NAG_GOOD_MOVE in line.variations[0].variations[0].nags
    # The caller's game is as it was.
    assert game.headers["Result"] == "1-0" and len(game.variations) == 2


def test_laboratory_results_are_those_of_the_page(tmp_path: Path) -> None:
    results = belle.laboratory.results()
    assert {f"{name}.job" for name in results} == {
        file.name for file in (SUITES / "laboratory").glob("*.job")
    }
    for name in ("depth", "moves"):
        shutil.copy(SUITES / f"laboratory/{name}.job", tmp_path)
    some = belle.laboratory.results(tmp_path)
    assert some == {name: results[name] for name in ("depth", "moves")}
    table = results["depth"].tables["ratings"]
    with open(ROOT / "docs/laboratory/depth-ratings.csv") as file:
        page = list(csv.DictReader(file))
    assert len(table) == len(page)
    for row, printed in zip(table, page):
        assert row["player"] == printed[""]
        assert f"{row['rating']}±{row['rating error']}" == printed["rating"]
    assert table[0]["record"] is None and table[-1]["record"] == int(page[-1]["record"])
    shares = results["moves"].tables["phases"][0]
    assert shares["all low"] < shares["all"] < shares["all high"]
    for result in results.values():
        for rows in result.tables.values():
            assert len({tuple(row) for row in rows}) == 1
    records = belle.laboratory.records("depth")
    assert len(records) == results["depth"].tasks_done
    with pytest.raises(belle.BelleError, match="folder: expected one with results"):
        belle.laboratory.results("nowhere")
    with pytest.raises(belle.BelleError, match="expected one of depth"):
        belle.laboratory.records("nothing", SUITES / "laboratory")


def test_aggressor_of_a_set_of_squares_is_refused() -> None:
    squares = chess.SquareSet([chess.F1])
    for victim in (squares, [squares]):
        with pytest.raises(TypeError, match="SquareSet"):
            belle.circuits.find_aggressor("startpos", victim)
