"""Checks of the face in which one plays, and of the three faces of the page."""

import io
import itertools
import json
import re
import subprocess

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from room_page import (
    READY,
    ask,
    choose,
    frame,
    moves,
    new_game,
    press_square,
    prompt,
    status,
    until,
)

# White draws by perpetual check: after Qg6+ Kh8 Qh6+ Kg8 Qg6+ the machine has one legal move, which repeats a position.
PERPETUAL = "4r1k1/8/2p1qp2/1b5Q/1B1P4/6P1/r4PP1/2R3K1 w - - 0 30"
# Seconds in which an answer comes at the speed of a fresh page, on two cores that nothing else uses.
PROMPT = 3


def face(name):
    """Condition on the face that is shown."""
    return f"document.documentElement.dataset.face === '{name}'"


def text_of(name):
    """Condition's expression: the text of an element."""
    return f"document.getElementById('{name}').textContent"


def play(page, text):
    """Types a move."""
    page.fill("#move-text", text)
    page.keyboard.press("Enter")


def game(page):
    """The page's game in PGN, without what is in braces, and without Black's numbers that come behind it."""
    text = page.input_value("#pgn").split("\n\n")[-1]
    return " ".join(re.sub(r"\{[^}]*\}(\s+\d+\.\.\.)?", "", text).split())


def ask_all(page, commands):
    """Carries out commands one after the other; all their events."""
    return page.evaluate(
        """async (commands) => {
            const all = [];
            for (const command of commands) {
                let events = await machineRoom.ask(command);
                all.push(...events);
                while (events.some((event) => event.reason === "pending")) {
                    events = await machineRoom.ask({ command: "continue" });
                    all.push(...events);
                }
            }
            return all;
        }""",
        commands,
    )


def game_against(check, level=2, **options):
    """A game in the face of play against the machine without its book."""
    page = check.page("face=play", **options)
    prompt(page, level)
    return page


def check_faces(check):
    """The page opens to play; a link at the top and the address change the face; a link to a cycle opens the bench."""
    page = check.page("")
    assert page.evaluate(face("play"))
    assert page.is_visible("#board") and page.is_hidden("#array")
    page.click("#faces a[data-face=learn]")
    until(page, "document.getElementById('learn').textContent.length > 40")
    assert page.is_hidden("#board") and page.url.endswith("#face=learn"), page.url
    page.click("#faces a[data-face=bench]")
    assert page.is_visible("#array") and page.is_hidden("#learn")
    page.go_back()
    until(page, face("learn"))
    page = check.page("depth=2&cycle=500")
    assert page.evaluate(face("bench"))
    until(page, "machineRoom.frame().cycle === 500")


def check_prompt(check):
    """A fresh page answers 1. e4 at once, from the book and by a search, whatever the slider of the bench says."""
    for book in ["year", "off"]:
        page = check.page("")
        page.select_option("#book", book)
        page.evaluate("window.began = performance.now()")
        play(page, "e4")
        until(page, f"{moves(page)} === 2", 30)
        seconds = page.evaluate("(performance.now() - window.began) / 1000")
        assert seconds < PROMPT, f"{seconds:.1f} s with the book {book}"
    # It is the answer of a search worth its name: at the slider's speed three seconds are two plies.
    [depth] = re.findall(r"%eval [^,\]]+,(\d+)", page.input_value("#pgn"))
    assert int(depth) >= 4, page.input_value("#pgn")


def check_perpetual(check):
    """A perpetual check ends in a draw: a search of no cycles is answered like any other."""
    page = game_against(check, level=5)
    page.click("#texts summary")
    page.fill("#fen", PERPETUAL)
    page.click("#fen-set")
    until(page, "document.getElementById('fen').value.startsWith('4r1k1')")
    checks = ["Qg6+", "Qh6+", "Qg6+", "Qh6+", "Qg6+", "Qh6+"]
    for number, move in enumerate(checks, start=1):
        play(page, move)
        until(
            page,
            f"{moves(page)} === {2 * number} || /[(]1.2-1.2[)]/.test(document.getElementById('status').textContent)",
            20,
        )
        if "1/2-1/2" in status(page):
            break
    assert "1/2-1/2" in status(page), status(page)
    assert number > 2, "the machine had its single moves to make"


def check_clock(check):
    """With a clock the machine searches as fast as it can: at least its plies, not what a slow slider would allow."""
    page = check.page("face=bench")
    prompt(page, 5)
    page.select_option("#control", "1")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2", 30)
    depths = re.findall(r"%eval [^,\]]+,(\d+)", page.input_value("#pgn"))
    pgn = page.input_value("#pgn")
    assert depths == ["5"], pgn
    assert '[TimeControl "180+2"]' in pgn and '[Black "Belle, 1980, 5 plies"]' in pgn
    # On one's own turn there is nothing that a search could play at once.
    page.click("#faces a[data-face=play]")
    assert page.is_disabled("#move-now")


def seconds_left(page):
    """The reader's clock."""
    minutes, seconds = page.inner_text("#clock-bottom").split(":")
    return 60 * int(minutes) + float(seconds)


def check_visit(check):
    """A link opened in a tab with a game is a visit; the game is there afterwards, after a reload, and in another tab."""
    page = game_against(check)
    page.select_option("#control", "3")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    play(page, "Nf3")
    until(page, f"{moves(page)} === 4")
    before, left = game(page), seconds_left(page)
    link = "fen=8/8/8/4k3/8/8/8/R3K3 w - - 0 1&depth=4&cycle=1000"
    page.evaluate("(link) => void (location.hash = link)", link)
    until(page, "machineRoom.frame().cycle === 1000")
    assert page.is_visible("#visit")
    assert page.inner_text("#clock-bottom") == "", "a visit has no clock"
    # Nor has it anything else of the game: a move of a link is no variation of it.
    page.evaluate("void (location.hash = 'face=play&moves=d2d4')")
    until(page, f"{moves(page)} === 1")
    assert page.locator("#moves button").count() == 1
    assert page.is_hidden("#watch") and page.inner_text("#thought-line") == ""
    page.evaluate("(link) => void (location.hash = link)", link)
    until(page, "machineRoom.frame().cycle === 1000")
    page.wait_for_timeout(2000)
    page.reload()
    page.wait_for_selector(READY)
    until(page, "machineRoom.frame().cycle === 1000")
    page.click("#visit-end")
    until(page, f"{moves(page)} === 4")
    assert page.evaluate(face("play")) and page.url.endswith("#face=play"), page.url
    assert game(page) == before and page.is_hidden("#visit"), game(page)
    assert left - seconds_left(page) < 1.5, "its clock stood still meanwhile"
    page.reload()
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 4")
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(f"{check.url}#face=play")
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 4")
    assert game(page) == before, game(page)
    play(page, "a3")
    until(page, f"{moves(page)} === 6")


def check_link_of_play(check):
    """A link made in the face of play opens there, at the same position, as a visit."""
    page = game_against(check)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.click("#link")
    page.fill("#share-note", "Your move!")
    link = page.input_value("#share-link")
    assert link.startswith(f"{check.url}#"), link
    # The address stays the reader's own: loaded again it is his game, and no link of his own making.
    assert page.url.endswith("#face=play"), page.url
    assert "cycle" not in link, "a game, whatever the machine does meanwhile"
    other = check.page(link.split("#", 1)[1])
    assert other.evaluate(face("play"))
    until(other, f"{moves(other)} === 2")
    assert game(other) == game(page) and "Your move!" in other.inner_text("#visit")
    # The machine waits for a move of the visitor's, and answers it.
    prompt(other, level=2)
    play(other, "d3")
    until(other, f"{moves(other)} === 4")
    # From a link to the bench, too, whoever has no game yet begins one where games are played.
    other = check.page("moves=e2e4&depth=2&cycle=500&note=Look")
    assert other.evaluate(face("bench"))
    assert other.inner_text("#visit-end") == "Play a game of your own"
    other.click("#visit-end")
    until(other, f"{face('play')} && {moves(other)} === 0")


def check_endings(check):
    """A resignation, a draw declined, a draw agreed: the result is in the game, and stays there after a reload."""
    page = game_against(check)
    page.click("#draw")
    until(page, "document.getElementById('status').textContent.includes('declines')")
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.click("#resign")
    assert "White resigns (0-1)" in status(page), status(page)
    assert game(page).endswith("0-1") and '[Result "0-1"]' in page.input_value("#pgn")
    page.reload()
    page.wait_for_selector(READY)
    until(page, "document.getElementById('status').textContent.includes('resigns')")
    page.click("#rematch")
    until(page, f"{moves(page)} === 1")
    assert page.input_value("#side") == "w", "the colors are exchanged"
    choose(page, "side", "none")
    page.click("#draw")
    assert "Draw by agreement (1/2-1/2)" in status(page), status(page)


def check_hidden_board(check):
    """A search goes on while the chapters hide the board, which draws no arrows then, and draws them again later."""
    page = game_against(check, level=7)
    page.select_option("#patience", "original")
    play(page, "e4")
    arrows = "document.querySelectorAll('#board .cg-shapes line').length"
    until(page, f"{arrows} > 0")
    page.click("#faces a[data-face=learn]")
    page.wait_for_timeout(1000)
    # Chromium tells of an arrow from nowhere in its console, which main() reads.
    assert not page.evaluate(arrows)
    page.click("#faces a[data-face=play]")
    until(page, f"{moves(page)} === 1 && {arrows} > 0")


# Places of the chessboard's pieces, without those that fade.
PIECES_SHOWN = """[...document.querySelectorAll('#board piece:not(.fading, .ghost)')].map((one) => one.style.transform)"""


def check_film(check):
    """The film of a move tells what the search did: its moves, values and positions; it can be left for the bench at any cycle."""
    page = game_against(check, level=4)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    answer = page.locator("#moves .main").nth(1).inner_text()
    before = page.input_value("#pgn")
    assert page.inner_text("#watch") == f"Watch how it found {answer}"
    # The same search without a film.
    events = ask_all(
        page,
        [
            {"command": "position", "moves": ["e2e4"]},
            {"command": "think", "depth": 4},
            {"command": "go_to", "cycle": 10**9},
        ],
    )
    thought = [one for one in events if one["event"] == "thought"][-1]
    nodes = [one for one in events if one["event"] == "frame"][-1]["nodes"]
    asked = ask(page, {"command": "tree"})[0]["asked"]
    page.click("#watch")
    until(page, "!document.getElementById('film-bench').disabled")
    page.click("#film-pause")
    assert page.inner_text("#film-pause") == "Go on"
    said = []
    for step in range(200):
        page.evaluate(
            """(part) => {
                const at = document.getElementById("film-at");
                at.value = part;
                at.dispatchEvent(new Event("input"));
            }""",
            step / 200,
        )
        said.append(page.inner_text("#film-text"))
    text = "\n".join(said)
    assert f"It expects {thought['line']}." in text, text
    assert f"It plays {answer}, after {nodes:,} positions." in text, text
    told = set(re.findall(r"now at ([^.]+)\.", text))
    assert told <= {one["san"] for one in asked} and len(told) > 10, told
    assert "half a millionth" in text
    page.evaluate(
        "() => { const at = document.getElementById('film-at'); at.value = 0.3; at.dispatchEvent(new Event('input')); }"
    )
    now = re.search(r"now at ([^.]+)\.", page.inner_text("#film-text"))[1]
    page.click("#film-bench")
    until(page, face("bench"))
    starts = [one["from"] for one in asked if one["san"] == now]
    until(page, f"{json.dumps(starts)}.includes(machineRoom.frame().cycle)")
    # One moment everywhere: the counter, what is said, and the small board, which has left the film.
    at = f"{frame(page)['cycle']:,}"
    until(page, f"document.getElementById('cycle').textContent === '{at}'")
    assert status(page) == f"The machine is at cycle {at}.", status(page)
    page.wait_for_timeout(400)
    shown = page.evaluate(PIECES_SHOWN)
    assert len(shown) == 32 and len(set(shown)) == 32, shown
    page.click("#step")
    until(page, "!document.getElementById('status').textContent.includes('cycle')")
    page.click("#visit-end")
    until(page, f"{moves(page)} === 2")
    assert page.input_value("#pgn") == before and page.evaluate(face("play"))
    play(page, "d4")
    until(page, f"{moves(page)} === 4")


def lose_queen(page):
    """Loses the queen, and resigns: a game whose report has turning points."""
    page.click("#texts summary")
    # The knight of f6 has nothing better to do than to take the queen.
    page.fill("#fen", "rnbqkb1r/pppppppp/5n2/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 1 2")
    page.press("#fen", "Enter")
    until(page, "machineRoom.moment().includes('fen')")
    for number, move in enumerate(["a3", "Qg4", "h3"], start=1):
        play(page, move)
        until(page, f"{moves(page)} === {2 * number}")
    page.click("#resign")
    page.wait_for_selector("#report li")


def check_report(check):
    """After a lost game the report names its turning points, and one leads into the search that saw it."""
    page = game_against(check, level=5)
    lose_queen(page)
    assert "Black gained" in page.inner_text("#report"), page.inner_text("#report")
    until(
        page,
        "/Better was [^ ]+, as Belle/.test(document.getElementById('report').textContent)",
    )
    assert "Better was Qg4" not in page.inner_text("#report")
    # The search for it has not touched the game.
    assert page.evaluate("machineRoom.moment()").endswith(
        "h2h3+" + page.evaluate("JSON.parse(sessionStorage['belle-game']).moves.at(-1)")
    ), "the position"
    # To look at a move of it is not to play on.
    page.locator("#report button:has-text('Look at it')").first.click()
    until(page, "!machineRoom.moment().includes('h2h3')")
    page.click("#go-last")
    page.wait_for_selector("#report li")
    assert "White resigns" in status(page) and page.is_disabled("#resign"), status(page)
    page.locator("#report button:has-text('How it found')").first.click()
    until(page, "!document.getElementById('film-bench').disabled")
    # Whoever jumps ahead sees the whole tree, and no sentence moves the slider.
    place = page.locator("#film-at").bounding_box()
    for part in (0.3, 0.75, 1):
        page.fill("#film-at", str(part))
        assert page.locator("#film-tree line").count() > 10, part
        assert page.locator("#film-at").bounding_box() == place, part
    page.click("#film-close")
    until(page, f"{moves(page)} === 6")
    assert "White resigns" in status(page), status(page)


def check_files(check):
    """A file of several games is opened to a list; the game that is saved has values, depths and times."""
    page = game_against(check)
    games = '[White "One"]\n[Result "1-0"]\n\n1. e4 {[%eval 0.31,12] fine} e5 2. Nf3! 1-0\n\n[White "Two"]\n[Result "*"]\n\n1. d4 *\n'
    file = {"name": "games.pgn", "mimeType": "text/plain", "buffer": games.encode()}
    page.set_input_files("#pgn-file", file)
    until(page, f"{moves(page)} === 3")
    assert page.locator("#games option").count() == 2
    assert page.locator("#moves .comment").all_inner_texts() == ["fine"]
    assert page.locator("#moves .main").last.inner_text() == "Nf3!"
    assert "[%eval 0.31,12] fine" in page.input_value("#pgn")
    page.select_option("#games", "1")
    until(page, f"{moves(page)} === 1")
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "one.pgn"));
            dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        "1. c4 c5 2. g3 *",
    )
    until(page, f"{moves(page)} === 3")
    assert page.is_hidden("#games")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    play(page, "d4")
    until(page, f"{moves(page)} === 4")
    with page.expect_download() as download:
        page.click("#pgn-keep")
    text = " ".join(download.value.path().read_text().split())
    assert re.search(r"\[%eval -?\d+\.\d\d,2\] \[%emt 0:00:\d\d\.\d\]", text), text
    href = page.get_attribute("#lichess", "href")
    assert href.startswith("https://lichess.org/analysis/pgn/e4_"), href


ANNA = (
    '[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n'
    "1. e4 {[%clk 0:14:58]} e5 {[%clk 0:14:50]} 2. Bc4 {[%clk 0:14:31]} Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
)


def check_pasted_games(check):
    """Pasted text of several games is a list to choose from; it stays as it is; players and clocks are the file's."""
    page = game_against(check)
    page.select_option("#control", "3")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.click("#texts summary")
    for between in ["\n\n", " "]:
        text = f'{ANNA}{between}[White "Carl"]\n[Black "Dora"]\n\n1. d4 Ke5 1-0{between}1. c4 *'
        page.fill("#pgn-text", text)
        page.click("#pgn-set")
        until(page, f"{moves(page)} === 7")
        until(
            page,
            "[...document.querySelectorAll('#games option')].some((one) => one.text.includes('Ke5'))",
        )
        titles = page.locator("#games option").all_inner_texts()
        assert len(titles) == 3, titles
        assert titles[0] == "1. Anna – Bert, 1-0" and "Carl – Dora" in titles[1], titles
        assert "Ke5" in titles[1] and "3 games" in status(page), status(page)
        assert page.input_value("#pgn-text") == text
        assert page.inner_text("#name-bottom") == "Anna"
        assert page.inner_text("#name-top") == "Bert"
        assert page.inner_text("#clock-bottom") == "14:31"
        assert page.inner_text("#clock-top") == "14:50"
        assert page.is_hidden("#own-top") and page.is_hidden("#report")
        assert "[%clk 0:14:31]" in page.input_value("#pgn")
    page.reload()
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 7")
    assert page.inner_text("#name-bottom") == "Anna"
    assert page.inner_text("#clock-top") == "14:50"
    # Whoever plays it on is another one.
    page.click("#go-before")
    until(page, "machineRoom.moment().split('+').length === 6")
    play(page, "d3")
    until(page, "document.getElementById('name-bottom').textContent === 'You'")
    assert "Anna" not in page.input_value("#pgn"), page.input_value("#pgn")


def check_flag(check):
    """A flag that falls ends the game at once, while a page is hidden, too: no move is taken any
    more, and the result is in the game, also after a reload.
    """
    page = game_against(check, level=1)
    choose(page, "control", "1")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    # As after a sleep: no timer has run when the move is made.
    page.evaluate(
        "() => { const now = performance.now.bind(performance);"
        " performance.now = () => now() + 200000; }"
    )
    page.fill("#move-text", "d4")
    page.press("#move-text", "Enter")
    until(page, f'{text_of("status")} === "White\'s time is over (0-1)"')
    assert page.inner_text("#clock-bottom") == "0:00.0"
    press_square(page, "d2")
    press_square(page, "d4")
    page.wait_for_timeout(500)
    assert page.locator("#moves .main").count() == 2, page.inner_text("#moves")
    assert page.is_disabled("#back") and page.is_disabled("#resign")
    assert '[Result "0-1"]' in page.input_value("#pgn"), page.input_value("#pgn")
    page.reload()
    page.wait_for_selector(READY)
    until(page, f'{text_of("status")} === "White\'s time is over (0-1)"')
    play(page, "d4")
    page.wait_for_timeout(300)
    assert page.locator("#moves .main").count() == 2
    # Another game has a clock again.
    new_game(page)
    until(page, f"{text_of('clock-bottom')} === '3:00'")


def check_settings_line(check):
    """The line of settings has the clock of the game that is shown, after a file and its undoing,
    and says that a rating of three minutes is not that of three seconds; the board turns with the
    side that is chosen.
    """
    page = game_against(check)
    choose(page, "control", "3")
    new_game(page)
    assert "15 min + 10 s" in page.inner_text("#chosen")
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.click("#texts summary")
    page.fill("#pgn-text", ANNA)
    page.click("#pgn-set")
    until(page, f"{text_of('chosen')}.includes('no clock')")
    page.click("#undo")
    until(page, f"{text_of('chosen')}.includes('15 min + 10 s')")
    choose(page, "level", "7")
    assert "2729 at most; weaker within 3 s" in page.inner_text("#chosen")
    choose(page, "level", "0")
    choose(page, "side", "w")
    assert page.inner_text("#name-bottom") == "You"
    assert page.locator("#board.orientation-black, #board .orientation-black").count()
    choose(page, "side", "b")
    assert page.inner_text("#name-bottom") == "You"
    assert page.locator("#board.orientation-white, #board .orientation-white").count()


def check_undo(check):
    """A new game, a resignation, a position and a file can be undone in one step; no letter ends a game."""
    page = game_against(check)
    page.select_option("#control", "3")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    play(page, "d3")
    until(page, f"{moves(page)} === 4")
    before = game(page)
    names = [page.inner_text(name) for name in ["#name-top", "#name-bottom"]]
    page.locator("h1").click()
    for letter in "abcdeghijkmnopqrstuvwxyz":
        page.keyboard.press(letter)
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    if page.evaluate("!document.getElementById('film').hidden"):
        page.click("#film-close")
    until(page, f"{moves(page)} === 4")
    assert game(page) == before, game(page)
    page.click("#texts summary")

    def set_position():
        page.fill("#fen", PERPETUAL)
        page.press("#fen", "Enter")

    def read_game():
        page.fill("#pgn-text", ANNA)
        page.click("#pgn-set")

    acts = {
        "new": lambda: page.click("#new"),
        "resign": lambda: page.click("#resign"),
        "position": set_position,
        "file": read_game,
    }
    for name, act in acts.items():
        assert page.is_hidden("#undo"), name
        left = seconds_left(page)
        act()
        page.wait_for_selector("#undo", state="visible")
        until(
            page,
            f"document.getElementById('pgn').value.trim() !== {json.dumps(before)}",
        )
        page.click("#undo")
        until(page, f"{moves(page)} === 4")
        assert game(page) == before, (name, game(page))
        assert 0 <= left - seconds_left(page) < 5, name
        shown = [page.inner_text(name) for name in ["#name-top", "#name-bottom"]]
        assert shown == names, (name, shown)
    play(page, "a3")
    until(page, f"{moves(page)} === 6")


def check_moves_in_sight(check):
    """The moves stand in two columns, eight rows at least; the newest is in sight; the settings are folded meanwhile."""
    page = check.page("face=play")
    assert page.is_visible("#level")
    page.select_option("#side", "none")
    names = (
        "Nf3 Nf6 Ng1 Ng8 a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5"
    )
    for number, move in enumerate(names.split(), start=1):
        play(page, move)
        until(page, f"{moves(page)} === {number}")
        list_box = page.locator("#moves").bounding_box()
        now = page.locator("#moves .now").bounding_box()
        assert now["y"] >= list_box["y"] - 1, move
        assert now["y"] + now["height"] <= list_box["y"] + list_box["height"] + 1, move
    assert page.is_hidden("#level") and page.is_visible("#chosen")
    assert list_box["height"] >= 8 * now["height"], (list_box, now)
    white, black = (
        page.locator(f"#moves .{color}").last for color in ["white", "black"]
    )
    white, black = white.bounding_box(), black.bounding_box()
    assert white["y"] == black["y"] and white["x"] < black["x"], (white, black)
    page.click("#choices")
    assert page.is_visible("#level")


def check_still_buttons(check):
    """The buttons keep their place when a film is offered, and the clocks of a game without one are not shown."""
    page = game_against(check, level=3)
    place = page.locator("#back").bounding_box()
    assert page.inner_text("#clock-top") == page.inner_text("#clock-bottom") == ""
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    assert page.is_visible("#watch") and page.locator("#back").bounding_box() == place
    assert page.inner_text("#clock-top") == page.inner_text("#clock-bottom") == ""
    play(page, "d3")
    until(page, f"{moves(page)} === 4")
    assert page.inner_text("#scale").split() == ["+4", "0", "−4"]
    # The window of a link leaves the line of status free, and begins without the sentence of another link.
    page.click("#link")
    page.fill("#share-note", "Look!")
    page.click("#share-close")
    page.click("#link")
    assert page.input_value("#share-note") == ""
    window, line = (page.locator(name).bounding_box() for name in ["#share", "#status"])
    assert window["y"] > line["y"] + line["height"], (window, line)


def check_one_measure(check):
    """The machine's own time for a move is the same beside its clock and in the film; its thought is of the move that is shown."""
    page = game_against(check, level=4)
    total = 0
    for number, move in enumerate(["e4", "d3"], start=1):
        play(page, move)
        until(page, f"{moves(page)} === {2 * number}")
        page.wait_for_timeout(200)
        own = page.inner_text("#own-top")
        spent = re.match(r"([\d.]+) s of its own time, ([\d.]+) s in this game", own)
        total += float(spent[1])
        assert 0 < total and abs(total - float(spent[2])) < 0.015, (total, own)
    thought = page.inner_text("#thought-line")
    assert page.locator("#moves .main").nth(3).inner_text() in thought, thought
    page.click("#watch")
    until(page, "!document.getElementById('film-bench').disabled")
    page.evaluate(
        "() => { const at = document.getElementById('film-at'); at.value = 1; at.dispatchEvent(new Event('input')); }"
    )
    assert f"took {spent[1]} seconds" in page.inner_text("#film-text"), spent
    page.click("#film-close")
    until(page, f"{moves(page)} === 4")
    assert page.inner_text("#thought-line") == thought
    assert page.inner_text("#own-top") == own
    # The film of an earlier move, seen from a later position.
    page.click("#go-before")
    page.click("#go-before")
    until(page, "machineRoom.moment().split('+').length === 2")
    answer = page.locator("#moves .main").nth(1).inner_text()
    assert answer in page.inner_text("#thought-line"), page.inner_text("#thought-line")
    page.click("#go-last")
    until(page, "machineRoom.moment().split('+').length === 4")
    assert page.inner_text("#thought-line") == thought
    page.reload()
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 4")
    assert page.inner_text("#thought-line") == thought
    assert page.inner_text("#strength").startswith("Elo 1324"), page.inner_text(
        "#strength"
    )
    page.click("#hint")
    until(page, "document.getElementById('status').textContent.startsWith('Hint: ')")
    line = page.inner_text("#thought-line")
    assert line.startswith("Hint, ") and " for you: " in line, line


def check_tree_names(check):
    """In the film's tree no name is cut, and none lies over another one; its arrow is of the move that its sentence names."""
    page = game_against(check, level=2)
    page.select_option("#side", "w")
    page.click("#texts summary")
    # White has 47 moves.
    page.fill(
        "#fen",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    )
    page.press("#fen", "Enter")
    until(page, f"{moves(page)} === 1")
    page.click("#watch")
    until(page, "!document.getElementById('film-bench').disabled")
    asked = ask(page, {"command": "tree"})[0]["asked"]
    most = 0
    for part in [number / 50 for number in range(6, 26)]:
        # Read in the same moment as the film is told where to be: no frame is drawn meanwhile.
        said, arrows = page.evaluate(
            """(part) => {
                const at = document.getElementById("film-at");
                at.value = part;
                at.dispatchEvent(new Event("input"));
                const arrows = [...document.querySelectorAll("#board .cg-shapes g[cgHash]")];
                return [document.getElementById("film-text").textContent, arrows.map((one) => one.getAttribute("cgHash"))];
            }""",
            part,
        )
        if now := re.search(r"now at ([^.]+)\.", said):
            ways = [one["uci"] for one in asked if one["san"] == now[1]]
            assert any(
                f"{way[:2]},{way[2:4]}" in arrow for way in ways for arrow in arrows
            ), (said, arrows)
        drawn = page.locator("#film-tree line").count()
        most = max(most, drawn)
        frame = page.locator("#film-tree").bounding_box()
        boxes = page.evaluate(
            "[...document.querySelectorAll('#film-tree text')].map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert min(drawn, 5) <= len(boxes) <= drawn, (len(boxes), drawn)
        for box in boxes:
            assert box["right"] <= frame["x"] + frame["width"] + 1, box
            assert box["bottom"] <= frame["y"] + frame["height"] + 1, box
        starts = page.evaluate(
            "[...document.querySelectorAll('#film-tree text')].map((one) => Number(/[(]([0-9.]+)/.exec(one.getAttribute('transform'))[1]))"
        )
        starts.sort()
        gaps = [after - before for before, after in itertools.pairwise(starts)]
        assert min(gaps, default=16) >= 15.9, starts
    assert most > 35, most


def check_phone(check):
    """A whole game by taps on a phone: the board has the full width, and the mate is told."""
    page = check.page("face=play", has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.select_option("#side", "none")
    box = page.locator("#board").bounding_box()
    assert box["width"] == 390 and box["x"] == 0, box
    game = ["f2f3", "e7e5", "g2g4", "d8h4"]
    for number, move in enumerate(game, start=1):
        for name in [move[:2], move[2:]]:
            page.locator("#board").scroll_into_view_if_needed()
            press_square(page, name)
        until(page, f"{moves(page)} === {number}")
    assert "Black mates" in status(page), status(page)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0


def check_phone_narrow(check):
    """With a scroll bar of 15 pixels nothing is cut; what a sender says stands above the board, and the head is one row."""
    page = check.page("face=play&moves=e2e4&note=Your+move", has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.paddingRight = '15px'")
    page.wait_for_timeout(200)
    parts = ["#visit", "#board", "#clock-top", "#clock-bottom", ".sheet", "#theme"]

    def not_cut():
        for name in parts:
            box = page.locator(name).bounding_box()
            assert box["x"] + box["width"] <= 375, (name, box)

    not_cut()
    place = {name: page.locator(name).bounding_box() for name in parts}
    assert place["#visit"]["y"] + place["#visit"]["height"] <= place["#board"]["y"]
    assert "Your move" in page.inner_text("#visit")
    assert page.locator("header").bounding_box()["height"] < 60
    prompt(page, level=3)
    choose(page, "control", "3")
    new_game(page)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.wait_for_timeout(200)
    assert page.is_visible("#own-top") and page.inner_text("#clock-top") != ""
    parts.remove("#visit")
    not_cut()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0


def check_preview(check):
    """What a preview, a phone's home screen and a bookmark show is there: title, text, pictures of their sizes."""
    page = check.page("face=play")
    read = lambda address: page.request.get(check.url + address)
    names = ["og:title", "og:description", "og:image", "og:image:alt"]
    said = page.evaluate(
        "(names) => names.map((name) => document.querySelector(`meta[property='${name}']`)?.content)",
        names,
    )
    assert all(said), said
    card = Image.open(io.BytesIO(read(said[2]).body()))
    assert card.size == (1200, 630), card.size
    manifest = read(page.get_attribute("link[rel=manifest]", "href"))
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    manifest = manifest.json()
    assert manifest["name"] and manifest["start_url"] == "./", manifest
    for icon in manifest["icons"]:
        body = read(icon["src"]).body()
        if icon["sizes"] == "any":
            assert body.startswith(b"<svg"), icon
        else:
            sides = tuple(int(side) for side in icon["sizes"].split("x"))
            assert Image.open(io.BytesIO(body)).size == sides, icon


def check_large(check):
    """On a laptop's screen the board is at least 700 pixels wide."""
    page = check.page("face=play")
    assert page.locator("#board").bounding_box()["width"] >= 700


def check_access_of_play(check):
    """No finding of axe in the face of play, with and without a film, light and dark; the system's change is followed."""
    for scheme in ["dark", "light"]:
        page = game_against(check, color_scheme=scheme)
        assert page.evaluate("document.documentElement.dataset.theme") == scheme
        play(page, "e4")
        until(page, f"{moves(page)} === 2")
        no_findings(page, f"{scheme}, game")
        page.click("#watch")
        until(page, "!document.getElementById('film-bench').disabled")
        no_findings(page, f"{scheme}, film")
    page.emulate_media(color_scheme="dark")
    until(page, "document.documentElement.dataset.theme === 'dark'")


def no_findings(page, where):
    """Asserts that axe finds nothing at all."""
    found = Axe().run(page).response["violations"]
    said = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
    assert not found, f"{where}: {said}"


def check_variety(check):
    """Games against the machine differ: by its book, and by its choice below full strength."""
    page = check.page("face=play")
    choose(page, "level", "1")
    choose(page, "side", "both")
    seen = set()
    # Enough that a few lines of the book, which come often, are not all of them by chance.
    for _ in range(16):
        new_game(page)
        until(page, f"{moves(page)} >= 10")
        seen.add(" ".join(page.locator("#moves .main").all_inner_texts()[:10]))
    assert len(seen) > 3, seen
    # Without the book the seed alone decides.
    choose(page, "book", "off")
    seen = set()
    for _ in range(8):
        new_game(page)
        until(page, f"{moves(page)} >= 16")
        seen.add(" ".join(page.locator("#moves .main").all_inner_texts()[:16]))
    assert len(seen) > 1, seen


def check_restart_at_rest(check, belle):
    """A machine that stood still is still after the connection was lost; one whose move was awaited plays it."""
    start = lambda port: subprocess.Popen(
        [belle, "room", "--no-open", "--port", port], stdout=subprocess.PIPE, text=True
    )
    server = start("0")
    own = check.url
    try:
        check.url = re.search(r"http://\S+", server.stdout.readline())[0]
        port = check.url.rsplit(":")[-1].rstrip("/")
        page = check.page("face=bench")
        for cycle in range(1, 6):
            page.keyboard.press("ArrowRight")
            until(page, f"machineRoom.frame().cycle >= {cycle}")
        before = frame(page)["cycle"]
        complaints = len(check.complaints)
        for answers in [False, True]:
            server.kill()
            server.wait()
            until(page, "!document.getElementById('lost').hidden")
            server = start(port)
            server.stdout.readline()
            page.click("#lost-again")
            until(
                page,
                "document.getElementById('status').textContent.includes('same cycle') || machineRoom.running()",
            )
            if answers:
                until(page, f"{moves(page)} === 2")
                break
            page.wait_for_timeout(500)
            assert frame(page)["cycle"] == before, frame(page)["cycle"]
            assert not page.evaluate("machineRoom.running()")
            page.select_option("#book", "off")
            page.select_option("#level", "7")
            page.select_option("#patience", "original")
            play(page, "e4")
            until(page, "machineRoom.running() && machineRoom.frame().nodes > 0")
            page.select_option("#patience", "3")
        page.context.close()
        del check.complaints[complaints:]
    finally:
        check.url = own
        server.kill()


def check_players(check):
    """The other players answer within the reader's patience, or at once when they are told: Atlas with its account."""
    page = check.page("face=play")
    for name in ["atlas", "1978", "1976", "1972", "native"]:
        choose(page, "opponent", name)
        choose(page, "book", "off")
        new_game(page)
        play(page, "e4")
        until(page, f"{moves(page)} === 2", 30)
        assert page.inner_text("#name-top") != "Belle, 1980"
        if name == "atlas":
            until(
                page,
                "document.getElementById('explained-text').textContent.length > 200",
                180,
            )
    # A search that would take long: "Move now" plays the best move so far.
    choose(page, "opponent", "1978")
    choose(page, "level", str(page.locator("#level option").count() - 1))
    choose(page, "patience", "original")
    new_game(page)
    play(page, "e4")
    until(page, "document.getElementById('thought-line').textContent.includes('1978')")
    page.click("#move-now")
    until(page, f"{moves(page)} === 2", 10)
    choose(page, "patience", "3")
    play(page, "d4")
    until(page, f"{moves(page)} === 4", 30)


def check_years(check):
    """The years search one position side by side: 1980 sees some hundred times as many positions a second as 1972."""
    page = check.page("face=play")
    page.click("#years summary")
    page.click("#years-go")
    until(page, "document.querySelectorAll('#years-table meter').length === 5", 60)
    rows = page.locator("#years-table tbody tr").all_inner_texts()
    speeds = {
        line.split("\t")[0][-4:]: int(line.split("\t")[5].replace(",", ""))
        for line in rows
    }
    assert speeds["1980"] > 200 * speeds["1972"], rows
    assert speeds["1980"] > speeds["1983"] > speeds["1978"] > speeds["1976"] * 5, rows


CHECKS = [
    check_faces,
    check_perpetual,
    check_clock,
    check_flag,
    check_settings_line,
    check_visit,
    check_link_of_play,
    check_endings,
    check_hidden_board,
    check_film,
    check_report,
    check_files,
    check_pasted_games,
    check_undo,
    check_moves_in_sight,
    check_still_buttons,
    check_one_measure,
    check_tree_names,
    check_variety,
    check_phone,
    check_phone_narrow,
    check_large,
    check_preview,
    check_access_of_play,
]
# What goes over the transport while the machine works, or when it is lost.
CHECKS_OF_BOTH = [check_prompt, check_players, check_years]
