"""The page of `belle analyse --html` in Chromium: figures, lines, links, learning, a phone, paper.

Needs `pip install -r conformance/python/requirements.txt`, Debian's chromium and the program.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright
from room_page import launch

# White's fifth move is a blunder for any player; the third has variations of its own.
GAMES = """[Event "Club championship"]
[White "Müller, Anna"]
[Black "</script><b>Schmidt"]
[WhiteElo "1523"]
[BlackElo "1601"]
[Result "0-1"]

1. e4 {[%clk 0:15:00]} e5 {[%clk 0:14:58.4]} 2. Nf3 Nc6 3. Bc4 Nd4
{a trap} (3... Bc5 {the quiet way} 4. c3 (4. b4 Bxb4) Nf6) 4. Nxe5 Qg5
5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[White "Zwei"]
[Black "Müller, Anna"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

"""
# The first game stands in the file twice.
GAMES += GAMES.split("\n\n[White")[0] + "\n"
# The ply of 5. Nxf7, and the square that it goes to.
BLUNDER, TAKEN = 9, "f7"
TRIED = "e5f7"


class Report:
    """A report's page, and what it complained about."""

    def __init__(self, browser, path, width, height):
        self.url = path.as_uri()
        self.complaints = []
        context = browser.new_context(viewport={"width": width, "height": height})
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text))
        self.page.on("request", self.requested)

    def requested(self, request):
        if not request.url.startswith(self.url):
            self.complaints.append(f"a request to {request.url}")

    def open(self, place=""):
        # Another page in between, so that the same address is read again.
        self.page.goto("about:blank")
        self.page.goto(self.url + place)

    def text(self, selector):
        return " ".join(self.page.inner_text(selector).split())

    def place(self):
        return self.page.evaluate("location.hash")

    def arrows(self):
        return self.page.locator("#board .arrow").count()

    def middle(self, square):
        box = self.page.locator("#board").bounding_box()
        x, y = "abcdefgh".index(square[0]), 8 - int(square[1])
        if self.page.evaluate("flipped"):
            x, y = 7 - x, 7 - y
        unit = box["width"] / 8
        return box["x"] + (x + 0.5) * unit, box["y"] + (y + 0.5) * unit

    def press(self, square):
        self.page.mouse.click(*self.middle(square))

    def drag(self, one, other):
        self.page.mouse.move(*self.middle(one))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(other), steps=4)
        self.page.mouse.up()

    def board(self):
        return self.page.evaluate("here.board.map((piece) => piece || '.').join('')")


def expect(found, wanted, what):
    assert found == wanted, f"{what}: {found!r} instead of {wanted!r}"


def check_figures(report, summary):
    """The page begins with the figures that the summary has."""
    report.open()
    for game, row in enumerate(summary["games"]):
        report.open(f"#{game + 1}")
        for line, side in enumerate(["white", "black"]):
            cells = report.page.locator(f"#figures tr >> nth={line + 1}")
            shown = cells.locator("td").all_inner_texts()
            one = row[side]
            figures = [
                f"{one[name]:.1f}" for name in ("accuracy", "average_centipawn_loss")
            ]
            counts = [
                str(one[name]) for name in ("inaccuracies", "mistakes", "blunders")
            ]
            rating = str(one.get("rating", "–"))
            expect(
                shown,
                [one["name"], rating, *figures, *counts, str(one["moves"])],
                f"figures of {side}, game {game + 1}",
            )
    expect(report.page.locator("#list td").count(), 21, "cells of the table of games")
    report.page.click("#all summary")
    rows = report.page.locator("#players tr").all_inner_texts()
    expect(len(rows), 1 + len(summary["players"]), "players")
    points = report.page.locator("#players tr td:nth-child(3)").all_inner_texts()
    expect(points, [f"{one['points']:g}" for one in summary["players"]], "points")
    report.page.click("#openings summary")
    rows = report.page.locator("#openings-list tr").count()
    expect(rows, 1 + len(summary["openings"]), "openings")
    assert "3 (as 1)" in report.text("#same"), report.text("#same")
    report.page.click("#list tr >> nth=2")
    expect(report.place(), "#2/0", "a game chosen in the table")
    # A press on a head sorts by its column, the largest number first; a second one turns the order.
    for order in ["3", "1"]:
        report.page.click("#list th >> nth=0")
        first = report.page.inner_text("#list td >> nth=0")
        expect(first, order, "the first row, sorted")
    report.page.click("#list tr >> nth=2")
    expect(report.place(), "#2/0", "a game chosen in the sorted table")


def check_worst(report):
    """All bad moves of the file stand in one list, the worst first; each leads to its place."""
    page = report.page
    report.open("#2")
    page.click("#worst summary")
    losses = page.locator("#worst-list tr td:nth-child(3)").all_inner_texts()
    losses = [float(loss) for loss in losses]
    count = page.evaluate(
        "games.slice(0, 2).flatMap((one) => one.moves).filter((one) => one.mistake).length"
    )
    expect(len(losses), count, "bad moves")
    expect(losses, sorted(losses, reverse=True), "the order of the bad moves")
    page.select_option("#worst-of", label="Müller, Anna")
    names = page.locator("#worst-list tr td:nth-child(2)").all_inner_texts()
    expect(set(names), {"Müller, Anna"}, "players of the worst moves")
    page.click("#worst-list tr:has-text('5. Nxf7')")
    expect(report.place(), f"#1/{BLUNDER}", "the place of a worst move")


def check_moves(report):
    """Moves, lines old and new, arrows, clocks and links."""
    page = report.page
    report.open("#1/6")
    number, move = report.text("#value").split()[:2]
    expect([number, move.rstrip("?!")], ["3...", "Nd4"], "the move of a link")
    comment = report.text("#note")
    expect(comment.endswith("a trap"), True, f"a comment, in {comment!r}")
    expect(report.text("#above span"), "0:14:58", "Black's clock")
    page.click("#moves .line button >> text=Bxb4")
    expect(
        report.text("#value").split()[:2], ["4...", "Bxb4"], "an old variation's move"
    )
    expect(report.place(), "#1/6", "the link of a variation")
    page.keyboard.press("ArrowLeft")
    expect(report.arrows(), 1, "arrows in a variation")
    first = 1 + page.evaluate("games[0].moves.findIndex((one) => one.mistake)")
    for key, place in [("Home", "#1/0"), ("m", f"#1/{first}"), ("End", "#1/14")]:
        page.keyboard.press(key)
        expect(report.place(), place, f"the key {key}")
    page.click("[data-go=first]")
    page.click("[data-go=fault]")
    expect(report.place(), f"#1/{first}", "the next mistake")
    report.open(f"#1/{BLUNDER}")
    expect(report.arrows(), 1, "the better move's arrow")
    before = report.board()
    page.click("#note button >> nth=1")
    assert report.board() != before, "a better line's move changes nothing"
    assert "pawns lost; better (" in report.text("#note"), report.text("#note")
    for place, wanted in [
        ("#2/3", "#2/3"),
        ("#9/9", "#3/9"),
        ("#2/99", "#2/7"),
        ("#1/999", "#1/14"),
        ("#0/1", "#1/1"),
        ("#x", "#1/0"),
        ("#1/-1", "#1/0"),
    ]:
        report.open(place)
        expect(report.place(), wanted, f"the link {place}")
    report.open("#2/5")
    box = page.locator("#board").bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= 900, f"the board is at {box}"


def check_other_moves(report):
    """Every legal move in place of the blunder is judged: good ones, and what the others lose."""
    mistake = report.page.evaluate(f"games[0].moves[{BLUNDER - 1}].mistake")
    good = [move["path"][:4] for move in mistake.get("good", [])]
    known = {mistake["best"][:4], TRIED, *good, *mistake.get("refuted", {})}
    least = mistake.get("others_lose")
    assert good or least, f"nothing is known of other moves: {mistake}"
    for move in mistake["legal"].split():
        if move in known or least is None:
            continue
        report.press(move[:2])
        report.press(move[2:])
        told = f"it loses {least / 100:.1f} pawn"
        assert told in report.text("#task"), f"{move}: {report.text('#task')}"


def check_keys_show_the_board(browser, path):
    """A key that goes to a mistake brings the board into the window."""
    report = Report(browser, path, 1280, 600)
    report.open()
    report.page.keyboard.press("m")
    box = report.page.locator("#board").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 600, f"the board is at {box}"


def check_learning(report, best):
    """A task is solved by its move and by no other."""
    page = report.page
    report.open("#1")
    page.click("#learn button >> nth=0")
    # Which moves before it are judged to be mistakes is the engine's affair.
    for _ in range(4):
        if "5. Nxf7" not in report.text("#task"):
            page.click("#task button >> text=next")
    assert "5. Nxf7" in report.text("#task"), report.text("#task")
    task = report.board()
    report.press("e8")
    report.press("e5")
    assert page.locator("#board circle").count() > 0, "no squares to go to"
    report.press("a8")
    expect(report.board(), task, "the board after an illegal move")
    report.press("e5")
    report.press(TAKEN)
    assert "That was played" in report.text("#task"), report.text("#task")
    expect(report.board(), task, "the board after a wrong move")
    report.press("a2")
    report.press("a3")
    assert "No: Qxe5 wins material" in report.text("#task"), report.text("#task")
    assert "5. Nxf7" in report.text("#task"), "the task is gone from its box"
    assert page.locator("#moves .line:visible").count() == 0, "the answer is shown"
    check_other_moves(report)
    report.drag(best[:2], best[2:4])
    assert report.text("#task").startswith("Right"), report.text("#task")
    for _ in range(5):
        if page.locator("#task button >> text=next").count() == 0:
            break
        page.click("#task button >> text=next")
    assert " found." in report.text("#task"), report.text("#task")
    page.click("#task button")
    assert not page.is_visible("#task"), "the task stays"


def check_sizes(browser, path):
    """A phone needs no sideways scroll, and keeps the board in sight of its task."""
    for width, height in [(390, 844), (320, 640), (844, 390)]:
        report = Report(browser, path, width, height)
        report.open(f"#1/{BLUNDER}")
        wide = report.page.evaluate("document.documentElement.scrollWidth")
        expect(wide, width, f"width of the page at {width}")
        report.page.click("#learn button >> nth=0")
        if height > width:
            box = report.page.locator("#task").bounding_box()
            assert box["y"] + box["height"] < height + 1, f"the task is at {box}"
        expect(report.complaints, [], "complaints")


def check_paper(report):
    """On paper stand the table of games, and each game with figures, moves and diagrams, but no buttons."""
    page = report.page
    report.open("#1")
    marks = page.evaluate(
        "games.slice(0, 2).flatMap((one) => one.moves).map((one) => one.glyph)"
    )
    page.pdf(format="A4")
    page.emulate_media(media="print")
    expect(page.locator("#paper article").count(), 2, "games on paper")
    found = page.locator("#paper figure").count()
    expect(found, sum(mark in ("?", "??") for mark in marks), "diagrams")
    for selector, is_shown in [
        ("nav", False),
        ("#learn", False),
        ("main", False),
        ("#worst label", False),
        ("#worst-list", True),
        ("#paper .paper-graph >> nth=0", True),
        ("#list", True),
        ("#players", True),
        ("#paper table >> nth=0", True),
    ]:
        expect(page.is_visible(selector), is_shown, f"{selector} on paper")
    page.emulate_media(media="screen")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--belle", default="target/release/belle")
    settings = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        (folder / "games.pgn").write_text(GAMES, encoding="utf-8")
        arguments = (
            "analyse games.pgn --player native --depth 8 --html r.html --json r.json"
        )
        belle = pathlib.Path(settings.belle).resolve()
        subprocess.run([belle, *arguments.split()], cwd=folder, check=True)
        summary = json.loads((folder / "r.json").read_text(encoding="utf-8"))
        browser = launch(playwright)
        report = Report(browser, folder / "r.html", 1280, 900)
        check_figures(report, summary)
        check_worst(report)
        check_moves(report)
        best = report.page.evaluate("games[0].moves[8].mistake.best")
        check_learning(report, best)
        check_paper(report)
        check_sizes(browser, folder / "r.html")
        check_keys_show_the_board(browser, folder / "r.html")
        expect(report.complaints, [], "complaints")
        browser.close()
    print("the report in a browser: no faults")
    return 0


if __name__ == "__main__":
    sys.exit(main())
