"""Checks of what a friend with a link and whoever meets the page first find:
whose game it is, and that none is lost.
"""

import re

from axe_playwright_python.sync_playwright import Axe
from room_page import READY, choose, moves, prompt, status, until
from room_play import face, game, game_against, lose_queen, play

# A link of somebody who plays White against five plies, with a sentence.
LINK = "face=play&moves=e2e4+e7e5+g1f3+b8c6&opponent=1980&level=3&you=white&note=Can+you+win+this"
# White mates by Rd8, which a search of one ply holds worth at least 5.78 pawns.
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def text(name):
    """Condition's expression: the text of an element."""
    return f"document.getElementById('{name}').textContent"


def off_book(page):
    """Answers of searches: these have films."""
    choose(page, "book", "off")


def check_game_on_link(check):
    """A game begun on a link is there after its film, the chapters, a tour,
    another link and a reload.
    """
    page = check.page(LINK)
    until(page, f"{moves(page)} === 4")
    off_book(page)
    play(page, "d3")
    until(page, f"{moves(page)} === 6")
    before = game(page)
    page.click("#watch")
    until(page, "!document.getElementById('film-bench').disabled")
    page.click("#film-close")
    until(page, f"{moves(page)} === 6")
    assert game(page) == before, game(page)
    assert "Can you win this" in page.inner_text("#visit-text")
    # From the bench that the film leads to, back to it once more.
    page.click("#watch")
    until(page, "!document.getElementById('film-bench').disabled")
    page.click("#film-bench")
    until(page, face("bench"))
    assert page.inner_text("#visit-end") == "Back to the game"
    page.click("#visit-end")
    until(page, f"{face('play')} && {moves(page)} === 6")
    page.click("#faces a[data-face=learn]")
    until(page, f"{text('learn')}.length > 40")
    page.click("#faces a[data-face=play]")
    until(page, f"{moves(page)} === 6")
    assert page.is_visible("#visit") and game(page) == before
    page.reload()
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 6")
    assert game(page) == before and page.is_visible("#visit")
    # Another link, and the way back in one step.
    page.evaluate("void (location.hash = 'face=play&moves=d2d4&note=Other')")
    until(page, f"{moves(page)} === 1")
    page.click("#undo")
    until(page, f"{moves(page)} === 6")
    assert game(page) == before, game(page)
    page.click("#visit-end")
    until(page, f"{moves(page)} === 0")
    page.click("#undo")
    until(page, f"{moves(page)} === 6")
    # Who has no other game finds it in the next tab.
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(f"{check.url}#face=play")
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 6")


def check_seat_of_link(check):
    """A link brings the sender's opponent, level and side, says who is who, and shows nothing of
    the reader's own game, which comes back with its own settings.
    """
    page = game_against(check, level=1)
    lose_queen(page)
    choose(page, "side", "both")
    own = game(page)
    page.evaluate("(link) => void (location.hash = link)", LINK)
    until(page, f"{moves(page)} === 4")
    until(page, f"{text('visit-who')}.length > 0")
    assert page.is_hidden("#report"), page.inner_text("#report")
    assert page.inner_text("#name-bottom") == "You"
    who = page.inner_text("#visit-who")
    assert who.startswith("You are White, against Belle, 1980 (4 plies"), who
    assert "may play on" in who, who
    play(page, "d3")
    until(page, f"{moves(page)} === 6")
    page.wait_for_timeout(700)
    assert page.locator("#moves .main").count() == 6, "it plays one side only"
    page.click("#visit-end")
    until(
        page, f"document.getElementById('side').value === 'both' && {moves(page)} > 5"
    )
    assert page.input_value("#level") == "0"
    assert game(page) == own and page.is_hidden("#visit")
    # What is sent has the sender's seat.
    other = check.page("face=play")
    prompt(other, 3)
    choose(other, "side", "w")
    until(other, f"{moves(other)} === 1")
    other.click("#link")
    link = other.input_value("#share-link").split("#")[1]
    third = check.page(link)
    until(third, f"{moves(third)} === 1")
    until(third, f"{text('visit-who')}.length > 0")
    assert third.input_value("#side") == "w" and third.input_value("#level") == "2"
    assert third.inner_text("#visit-who").startswith("You are Black"), link
    # Without a seat the reader has the move, whatever was chosen here.
    third.evaluate("void (location.hash = 'face=play&moves=e2e4&note=Move')")
    until(third, f"{text('visit-text')}.includes('Move')")
    until(third, f"{text('visit-who')}.includes('Black, against')")
    assert "may play on" in third.inner_text("#visit-who")


def check_theme_kept(check):
    """The choice of light or dark is there when the page is opened again;
    a change of the system's is newer.
    """
    page = check.page("face=play", color_scheme="light")
    page.click("#theme")
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark"
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate(theme) == "dark"
    page.emulate_media(color_scheme="dark")
    until(page, "matchMedia('(prefers-color-scheme: dark)').matches")
    page.wait_for_timeout(200)
    page.emulate_media(color_scheme="light")
    until(page, f"{theme} === 'light'")
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate(theme) == "light"


def check_no_hint_from_bench(check):
    """A search on the bench is no hint: in the face of play stand no arrow,
    no line of thought, and who is to move.
    """
    page = check.page("face=bench")
    prompt(page, 3)
    page.click("#full")
    page.click("#run")
    until(page, "machineRoom.frame().over")
    page.click("#tab-memory")
    page.fill("#look-moves", "e4")
    page.press("#look-moves", "Enter")
    until(page, f"{text('looked')}.includes('key')")
    page.click("#faces a[data-face=play]")
    page.wait_for_timeout(300)
    assert page.locator("#board .cg-shapes line").count() == 0
    assert page.inner_text("#thought-line") == ""
    assert status(page) == "White to move"
    # One that was asked for stays.
    page.click("#hint")
    until(page, f"{text('status')}.startsWith('Hint: ')")
    until(page, "document.querySelectorAll('#board .cg-shapes line').length === 1")


def check_keys_of_dialogs(check):
    """Letters beside a field do nothing while the window of a link is open, or pieces are to be
    chosen from; Escape closes it.
    """
    page = game_against(check)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    sound, theme = page.inner_text("#sound"), "document.documentElement.dataset.theme"
    before = page.evaluate(theme), page.evaluate("machineRoom.moment()")
    page.click("#link")
    page.locator("#share-title").click()
    page.keyboard.type("Can White win?")
    assert page.input_value("#share-note") == "Can White win?"
    page.locator("h1").click()
    for letter in "abcdefghijklmnopqrstuvwxyz":
        page.keyboard.press(letter)
    page.wait_for_timeout(200)
    assert (page.evaluate(theme), page.evaluate("machineRoom.moment()")) == before
    assert page.inner_text("#sound") == sound and page.is_hidden("#film")
    page.locator("#share-note").focus()
    page.keyboard.press("Escape")
    assert page.is_hidden("#share")
    # After the window of the keys Space runs the machine; who plays by it is said to be stopped.
    page.click("#faces a[data-face=bench]")
    page.click("#help")
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    until(page, "machineRoom.running()")
    assert page.is_hidden("#keys")


def check_mate_in_words(check):
    """A mate in one is told as a mate, also by a search too short to count it:
    line of thought, moves, best lines.
    """
    page = game_against(check, level=1)
    choose(page, "side", "w")
    until(page, f"{moves(page)} === 1")
    page.click("#texts summary")
    page.fill("#fen", MATE_IN_ONE)
    page.press("#fen", "Enter")
    until(page, f"{text('status')}.includes('White mates')")
    line = page.evaluate(text("thought-line"))
    assert "mate in 1: 1. Rd8#" in line, line
    assert "[%eval #1,1]" in page.input_value("#pgn"), page.input_value("#pgn")


def check_rematch_said(check):
    """A rematch says that the colors are exchanged until the reader moves,
    and a phone shows the board.
    """
    page = game_against(check, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.locator("#rematch").scroll_into_view_if_needed()
    page.click("#rematch")
    until(page, f"{moves(page)} === 1")
    assert "The colors are exchanged: you are Black." in status(page), status(page)
    box = page.locator("#board").bounding_box()
    assert box["y"] > -1 and box["y"] + box["height"] < 845, box
    play(page, "e5")
    until(page, f"{moves(page)} === 3")
    assert "exchanged" not in status(page), status(page)


def check_who_on_phone(check):
    """A phone has who the opponent is and how strong, whole;
    Belle is told in a sentence until a game has begun.
    """
    page = check.page("face=play", has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    assert "chess machine of Bell Laboratories" in page.inner_text("#intro")
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    assert page.is_hidden("#intro")
    assert "club player, Elo 1566" in page.inner_text("#chosen")
    cut = "(() => { const one = document.getElementById('chosen'); return one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight; })()"
    assert not page.evaluate(cut)
    # Whoever has come by a link meets it for the first time.
    other = check.page(LINK)
    assert other.is_visible("#intro")


def top(page, name):
    """Where an element begins in the window."""
    return page.locator(name).bounding_box()["y"]


def check_link_on_phone(check):
    """A phone has the sentence of a link above what it speaks of, in the page: it covers nothing,
    and goes with the face.
    """
    moment = "depth=3&cycle=5000&note=Look+at+this+square"
    for view, shown in [("", "#array"), ("&view=values", "#view-values")]:
        page = check.page("face=play", has_touch=True)
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("(link) => void (location.hash = link)", moment + view)
        until(page, "machineRoom.frame().cycle >= 5000")
        page.wait_for_timeout(700)
        visit = page.locator("#visit").bounding_box()
        if view:
            assert 0 <= visit["y"] < 60, visit
        else:
            assert top(page, "header") >= 0, "the header is in sight"
        assert visit["y"] + visit["height"] <= top(page, shown) < 600, visit
        assert page.evaluate(
            "getComputedStyle(document.getElementById('visit')).position === 'static'"
        )
        page.click("#faces a[data-face=play]")
        page.set_viewport_size({"width": 1440, "height": 900})
        assert top(page, "#visit") < top(page, ".sheet")
        page.set_viewport_size({"width": 390, "height": 844})
    # In play it says whose move it is without a scroll.
    page = check.page(LINK, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, f"{moves(page)} === 4")
    box = page.locator("#status").bounding_box()
    assert box["y"] + box["height"] <= 844, box


def check_report_of_read_game(check):
    """The report is offered for a pasted game and for one that was resigned early:
    Belle searches its positions.
    """
    page = check.page("face=play")
    page.click("#texts summary")
    page.fill(
        "#pgn-text",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Bc5 5. Bg5 h6 6. Bh4 a6 7. Nxe5 O-O 8. Qg4 *",
    )
    page.click("#pgn-set")
    until(page, f"{moves(page)} === 15")
    assert page.is_hidden("#report")
    page.click("#judge")
    page.wait_for_selector("#report li", timeout=120_000)
    assert page.is_hidden("#judge")
    values = re.findall(r"%eval", page.input_value("#pgn"))
    assert len(values) == 15, page.input_value("#pgn")
    # The game stands where it stood.
    assert page.locator("#moves .now").inner_text() == "Qg4"
    page = game_against(check)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.click("#resign")
    assert page.is_visible("#judge")


def check_every_link_visits(check):
    """Whatever a link shows, with a sentence or without: a box says that it is a link, nothing of it
    is kept, and the page opens without it as for a reader who has no game.
    """
    for link in [
        "moves=e1g1+f8c5&fen=r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        "moves=e2e4&depth=3&cycle=500",
        "face=play&moves=e2e4",
        "moment=first-word",
        "moves=e2e4&view=cell&cell=12&flip=1",
        "moves=e2e4&note=Look",
    ]:
        page = check.new_page()
        check.open(page, link)
        until(page, "!document.getElementById('visit').hidden")
        assert page.inner_text("#visit-text"), link
        page.goto("about:blank")
        check.open(page, "")
        assert page.locator("#moves button.main").count() == 0, link
        assert page.is_hidden("#visit"), link
        for kept in ["localStorage", "sessionStorage"]:
            moves_kept = page.evaluate(f"{kept}.getItem('belle-game')")
            assert not moves_kept or '"moves":[]' in moves_kept, (link, kept)
        page.context.close()


def check_damaged_link(check):
    """A damaged link says so with all its faults, shows the moves before the bad one where one
    plays, and can be played on.
    """
    for link, faults, shown in [
        ("moves=e2e4+e7e9&note=Look", ["half-move 2", "e7e9"], 1),
        ("moves=e2e4+e7e9", ["half-move 2", "e7e9"], 1),
        ("moves=e2e4+e7e5+e1e3&depth=4&cycle=500", ["half-move 3", "e1e3"], 2),
        ("fen=garbage&cycle=-5", ["garbage", "'-5'"], 0),
        ("moment=nothing", ["gallery", "nothing"], 0),
        ("nonsense", ["'nonsense' cannot be read"], 0),
        ("%%%garbage<script>", ["'%%%garbage<script>' cannot be read"], 0),
        ("face=play&moves=e2e4&lev", ["'lev' cannot be read"], 1),
        (
            "face=play&moves=e2e4&opponent=1999&level=99&you=purple",
            ["got '1999'", "0 to 8, got '99'", "white, black or both, got 'purple'"],
            1,
        ),
    ]:
        page = check.page(link)
        until(page, f"{text('visit-text')}.includes('This link is damaged')")
        said = page.inner_text("#visit-text")
        assert all(fault in said for fault in faults), said
        assert ("Sent to you: Look" in said) == ("note" in link), said
        assert shown or said.endswith("."), said
        assert shown or "A game from a link" not in said, said
        assert ("moves before it" in said) == ("half-move" in said), said
        assert page.evaluate(face("play")), link
        until(page, f"{moves(page)} === {shown}")
        assert page.inner_text("#visit-end") == "Play a game of your own"
        check.close()
    page = check.page("moves=e2e4+e7e9")
    until(page, f"{text('visit-who')}.startsWith('You are Black')")
    off_book(page)
    choose(page, "level", "0")
    play(page, "e5")
    until(page, f"{moves(page)} === 3")
    page = check.page("moves=e2e4&microcode=xyz")
    until(page, f"{text('visit-text')}.includes('This link is damaged: microcode')")
    page = check.page("moves=e2e4&depth=900")
    until(page, f"{text('visit-text')}.includes(\"got '900'\")")
    assert "moves before it" not in page.inner_text("#visit-text")
    # A damaged stage of a search that can be shown leaves it on the bench.
    page = check.page("depth=3&cycle=500&stage=x")
    until(page, f"{text('visit-text')}.includes('stage')")
    assert page.evaluate(face("bench"))
    until(page, "machineRoom.frame().cycle >= 500")


def check_bench_link_in_words(check):
    """A link to the bench says in words of chess what is seen there, and leads to a game from that
    position, to the chapters and to a tour.
    """
    link = "moves=e2e4&depth=3&cycle=5000&view=cell&cell=12"
    page = check.page(link, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "machineRoom.frame().cycle >= 5000")
    words = page.inner_text("#visit-who")
    assert "what should Black play after e4?" in words and "move 1" in words, words
    page = check.page("face=play", has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("(link) => void (location.hash = link)", link)
    until(page, "machineRoom.frame().cycle >= 5000")
    page.wait_for_timeout(700)
    visit = page.locator("#visit").bounding_box()
    assert top(page, "header") >= 0, "the header is in sight"
    assert visit["y"] + visit["height"] <= top(page, "#array") < 700, visit
    assert top(page, "#caption") > top(page, "#array"), (
        "the words of its box come first"
    )
    page.click("#visit-tour")
    until(page, "!document.getElementById('tour-panel').hidden")
    page.click("#tour-close")
    until(page, "document.getElementById('tour-panel').hidden")
    page.click("#visit-learn")
    until(page, face("learn"))
    page = check.page(link)
    page.click("#visit-play")
    until(page, f"{face('play')} && {moves(page)} === 1")
    assert page.inner_text("#visit-who").startswith("You are Black")
    off_book(page)
    choose(page, "level", "0")
    play(page, "e5")
    until(page, f"{moves(page)} === 3")


def check_learn_dark(check):
    """The chapters are dark for whose system is, and for who has chosen it there; what they say can
    be read, and a lecture is light.
    """
    ground = "getComputedStyle(document.querySelector('.learn')).backgroundColor"
    is_dark = f"{ground}.match(/\\d+/g).slice(0, 3).every((part) => part < 60)"
    page = check.page("learn/1", color_scheme="dark")
    until(page, f"document.querySelector('.learn h2') && {is_dark}")
    for chapter in range(1, 11):
        page.evaluate(f"void (location.hash = 'learn/{chapter}')")
        until(
            page,
            f"document.querySelector('.learn-number')?.textContent.trim() === '{chapter}'",
        )
        page.wait_for_timeout(700)
        found = Axe().run(page).response["violations"]
        assert not found, (chapter, [one["nodes"][0]["html"][:200] for one in found])
    page.evaluate("void (location.hash = 'face=learn&chapter=3&lecture=1')")
    until(page, f"document.querySelector('.learn.lecture') && !({is_dark})")
    page = check.page("learn/2", color_scheme="light")
    until(page, f"document.querySelector('.learn h2') && !({is_dark})")
    page.click("#theme")
    until(page, is_dark)
    page.click("#theme")
    until(page, f"!({is_dark})")


CHECKS = [
    check_learn_dark,
    check_every_link_visits,
    check_damaged_link,
    check_bench_link_in_words,
    check_game_on_link,
    check_seat_of_link,
    check_theme_kept,
    check_no_hint_from_bench,
    check_keys_of_dialogs,
    check_mate_in_words,
    check_rematch_said,
    check_who_on_phone,
    check_link_on_phone,
    check_report_of_read_game,
]
