"""What the tests share: the program `belle`, which is asked the same questions, and the suites."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

ROOT = Path(__file__).resolve().parents[3]
SUITES = ROOT / "suites"
#: The program; the tests compare with what it says.
PROGRAM = os.environ.get("BELLE", str(ROOT / "target/debug/belle"))
#: Whether random tests go on longer.
LONG = "BELLE_LONG" in os.environ


def command(*arguments: str) -> str:
    """What a command of the program prints."""
    done = subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def suite(name: str) -> list[chess.Board]:
    """The positions of a suite in EPD."""
    boards = []
    for line in (SUITES / name).read_text().splitlines():
        if line and not line.startswith("#"):
            boards.append(chess.Board.from_epd(line)[0])
    return boards


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[chess.engine.SimpleEngine]:
    """A player of the program over UCI, named by the test's parameter."""
    with chess.engine.SimpleEngine.popen_uci(
        [PROGRAM, "uci", "--player", request.param]
    ) as engine:
        yield engine
