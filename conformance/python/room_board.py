"""The machine room with Belle on a board: a page plays on the model that `belle verilog --board sim` writes.

Needs `pip install -r conformance/python/requirements.txt`, and Debian's chromium, verilator, g++ and make.
"""

import argparse
import contextlib
import os
import pathlib
import signal
import subprocess
import tempfile

from playwright.sync_api import sync_playwright
from room_page import Check, ask, launch, moves, status, until
from room_play import play

# The model settles every gate in each cycle.
SECONDS = 300
DEPTH = 2


@contextlib.contextmanager
def model(folder, line):
    """Builds and runs the model with its serial line at a path."""
    process = subprocess.Popen(
        ["make", "-C", folder, "sim", f"LINE={line}"],
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    try:
        told = f"the serial line is {line}"
        assert any(text.strip() == told for text in process.stdout), "no model"
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def room(belle, line):
    """A server whose Belle plays on the board at a line; its address."""
    command = [belle, "room", "--no-open", "--device", line]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        words = process.stdout.readline().split()
        yield next(word for word in words if word.startswith("http"))
    finally:
        process.kill()
        process.wait()


def best_move(belle, played):
    """The machine's move after these, by the simulated machine."""
    lines = f"position startpos moves {' '.join(played)}\ngo depth {DEPTH}\n"
    process = subprocess.Popen(
        [belle, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    process.stdin.write(lines)
    process.stdin.flush()
    best = next(line for line in process.stdout if line.startswith("bestmove"))
    process.kill()
    process.wait()
    return best.split()[1]


def played(page):
    """The game's moves, in UCI's form."""
    return next(
        event["uci"]
        for event in ask(page, {"command": "describe"})
        if event["event"] == "board"
    )


def says(text):
    """Condition on the status line."""
    return f"document.querySelector('#status').textContent.includes('{text}')"


def against_board(check):
    """A game in the face of play against the board, without a book."""
    page = check.page("face=play")
    assert page.input_value("#opponent") == "board"
    page.select_option("#patience", "level")
    page.select_option("#book", "off")
    page.select_option("#level", str(DEPTH - 1))
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    settings = parser.parse_args()
    belle = str(pathlib.Path(settings.belle).resolve())
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sim, line = str(folder / "sim"), str(folder / "board")
        command = [belle, "verilog", "--board", "sim", "-o", sim]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        board = stack.enter_context(contextlib.ExitStack())
        board.enter_context(model(sim, line))
        url = stack.enter_context(room(belle, line))
        playwright = stack.enter_context(sync_playwright())
        browser = launch(playwright, settings.chromium)
        check = Check(browser, url)
        page = against_board(check)

        # The board's moves are the simulated machine's.
        for number, move in enumerate(["e2e4", "d2d4"]):
            before = played(page)
            play(page, move)
            until(page, f"{moves(page)} === {2 * number + 2}", SECONDS)
            expected = best_move(belle, [*before, move])
            assert played(page) == [*before, move, expected], played(page)
        print("the board's moves:", *played(page), flush=True)

        # One page at a time has it.
        other = against_board(check)
        play(other, "e2e4")
        until(other, says("another program"), SECONDS)
        other.context.close()

        # Unplugged, it is missed in a sentence; plugged in again, the game goes on.
        board.close()
        play(page, "g1f3")
        until(page, says(line), SECONDS)
        print("unplugged:", status(page), flush=True)
        board.enter_context(model(sim, line))
        page.click("#move-now")
        until(page, f"{moves(page)} === 6", SECONDS)
        assert played(page)[5] == best_move(belle, played(page)[:5])
        assert not check.complaints, check.complaints
        browser.close()


if __name__ == "__main__":
    main()
