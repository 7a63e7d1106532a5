"""Checks of the face in which one plays, and of the three faces of the page."""

import io
import json
import re
import subprocess

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from room_page import READY, ask, frame, moves, press_square, prompt, status, until

# White draws by perpetual check: after Qg6+ Kh8 Qh6+ Kg8 Qg6+ the machine has one legal move, which repeats a position.
PERPETUAL = "4r1k1/8/2p1qp2/1b5Q/1B1P4/6P1/r4PP1/2R3K1 w - - 0 30"
# Seconds in which an answer comes at the speed of a fresh page, on two cores that nothing else uses.
PROMPT = 3


def face(name):
    """Condition on the face that is shown."""
    return f"document.documentElement.dataset.face === '{name}'"


def play(page, text):
    """Types a move."""
    page.fill("#move-text", text)
    page.keyboard.press("Enter")


def game(page):
    """The page's game in PGN, without what is in braces."""
    text = page.input_value("#pgn").split("\n\n")[-1]
    return " ".join(re.sub(r"\{[^}]*\}", "", text).split())


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
    page.click("#new")
    play(page, "e4")
    until(page, f"{moves(page)} === 2", 30)
    depths = re.findall(r"%eval [^,\]]+,(\d+)", page.input_value("#pgn"))
    assert depths == ["5"], page.input_value("#pgn")


def check_visit(check):
    """A link opened in a tab with a game is a visit; the game is there afterwards, after a reload, and in another tab."""
    page = game_against(check)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    play(page, "Nf3")
    until(page, f"{moves(page)} === 4")
    before = game(page)
    link = "fen=8/8/8/4k3/8/8/8/R3K3 w - - 0 1&depth=4&cycle=1000"
    page.evaluate("(link) => void (location.hash = link)", link)
    until(page, "machineRoom.frame().cycle === 1000")
    assert page.is_visible("#visit")
    page.reload()
    page.wait_for_selector(READY)
    until(page, "machineRoom.frame().cycle === 1000")
    page.click("#visit-end")
    until(page, f"{moves(page)} === 4")
    assert game(page) == before and page.is_hidden("#visit"), game(page)
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
    other = check.page(link.split("#", 1)[1])
    assert other.evaluate(face("play"))
    until(other, f"{moves(other)} === 2")
    assert game(other) == game(page) and "Your move!" in other.inner_text("#visit")
    # The machine waits for a move of the visitor's, and answers it.
    prompt(other, level=2)
    play(other, "d3")
    until(other, f"{moves(other)} === 4")


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
    page.select_option("#side", "none")
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
    assert "quarter of a millionth" in text
    page.evaluate(
        "() => { const at = document.getElementById('film-at'); at.value = 0.3; at.dispatchEvent(new Event('input')); }"
    )
    now = re.search(r"now at ([^.]+)\.", page.inner_text("#film-text"))[1]
    page.click("#film-bench")
    until(page, face("bench"))
    starts = [one["from"] for one in asked if one["san"] == now]
    until(page, f"{json.dumps(starts)}.includes(machineRoom.frame().cycle)")
    page.click("#visit-end")
    until(page, f"{moves(page)} === 2")
    assert page.input_value("#pgn") == before
    page.click("#faces a[data-face=play]")
    play(page, "d4")
    until(page, f"{moves(page)} === 4")


def check_report(check):
    """After a lost game the report names its turning points, and one leads into the search that saw it."""
    page = game_against(check, level=3)
    for number, move in enumerate(["e4", "Qg4", "a3"], start=1):
        play(page, move)
        until(page, f"{moves(page)} === {2 * number}")
    page.click("#resign")
    page.wait_for_selector("#report li")
    assert "Black gained" in page.inner_text("#report"), page.inner_text("#report")
    page.locator("#report button:has-text('How it found')").first.click()
    until(page, "!document.getElementById('film-bench').disabled")
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
    page.click("#new")
    until(page, f"{moves(page)} === 0")
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
    page.select_option("#level", "1")
    page.select_option("#side", "both")
    seen = set()
    for _ in range(6):
        page.click("#new")
        until(page, f"{moves(page)} >= 10")
        seen.add(" ".join(page.locator("#moves .main").all_inner_texts()[:10]))
    assert len(seen) > 3, seen
    # Without the book the seed alone decides.
    page.select_option("#book", "off")
    seen = set()
    for _ in range(8):
        page.click("#new")
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
        page.select_option("#opponent", name)
        page.select_option("#book", "off")
        page.click("#new")
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
    page.select_option("#opponent", "1978")
    page.select_option("#level", str(page.locator("#level option").count() - 1))
    page.select_option("#patience", "original")
    page.click("#new")
    play(page, "e4")
    until(page, "document.getElementById('thought-line').textContent.includes('1978')")
    page.click("#move-now")
    until(page, f"{moves(page)} === 2", 10)
    page.select_option("#patience", "3")
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
    check_visit,
    check_link_of_play,
    check_endings,
    check_hidden_board,
    check_film,
    check_report,
    check_files,
    check_variety,
    check_phone,
    check_large,
    check_preview,
    check_access_of_play,
]
# What goes over the transport while the machine works, or when it is lost.
CHECKS_OF_BOTH = [check_prompt, check_players, check_years]
