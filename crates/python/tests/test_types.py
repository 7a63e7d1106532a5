"""The types that the package declares are those that it has."""

import os
import subprocess
import sys
from pathlib import Path

import belle
import pytest
from conftest import ROOT

HERE = Path(__file__).resolve().parent
#: What is known of numpy and python-chess is kept from one run to the next.
CACHE = ROOT / "target/mypy"
PACKAGES = Path(belle.__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "checker",
    [
        # Types within the package agree with each other, and with what a user writes.
        ["mypy", "--strict", str(HERE / "typed_program.py"), str(PACKAGES / "belle")],
        # Those declared for the native part agree with the library.
        ["mypy.stubtest", "belle._belle"],
    ],
    ids=lambda words: words[0],
)
def test_declared_types_agree(checker: list[str], tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", *checker],
        env={
            **os.environ,
            "MYPYPATH": str(PACKAGES),
            "PYTHONPATH": str(PACKAGES),
            "MYPY_CACHE_DIR": str(CACHE),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
