"""The examples of docs/python.md run, one after the other."""

import re
import shutil
from pathlib import Path

import belle
import chess
import pytest
from conftest import ROOT, SUITES

#: What a page shows and a test has no time for: smaller tables, shorter games;
#: and what a reader brings along.
SHORTER = {
    '"KQKR"': '"KQK"',
    "8/8/8/2k5/8/8/1r6/K6Q w - - 0 1": "8/8/8/2k5/8/8/8/K6Q w - - 0 1",
    "Limit(time=0.1)": "Limit(depth=1)",
    "mate=3": "mate=1",
    "seconds=2": "seconds=0.1",
    "seconds=1": "seconds=0.1",
    "pandas.DataFrame": "print",
    "belle.laboratory.run": "ignored",
    '"my-results"': '"."',
    "nodes=100_000": "nodes=500",
    'info["depth"] == 10': 'info["depth"] == 5',
}


def test_examples_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 12
    monkeypatch.chdir(tmp_path)
    shutil.copy(SUITES / "belle.pgn", "game.pgn")
    shutil.copy(SUITES / "laboratory/moves.job", ".")
    names = {
        "ignored": lambda *_, **__: None,
        "text": ".entry start\nstart: acc <- constant.ones\n halt\n",
        "boards": [chess.Board()] * 3,
    }
    for block in blocks:
        for long, short in SHORTER.items():
            block = block.replace(long, short)
        exec(compile(block, "docs/python.md", "exec"), names)  # noqa: S102


def test_first_session_of_the_page_plays() -> None:
    assert belle.Player("native").search(seconds=0.1).san.startswith("1.")
