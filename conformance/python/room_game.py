"""Checks of the game in the machine room: replies that are not lost, variations,
the value graph, changes of opponent.
"""

from room_page import (
    READY,
    ask,
    full_speed,
    moves,
    new_game,
    press,
    press_square,
    prompt,
    status,
    until,
)

FAULT = "document.getElementById('status').classList.contains('fault')"


def play(page, text):
    """Types a move."""
    page.fill("#move-text", text)
    page.keyboard.press("Enter")


def game(page):
    """The moves of the page's PGN."""
    return page.input_value("#pgn").split("\n\n")[-1].strip()


def slow_game(check):
    """A game in which the machine thinks for long after e4:
    as long as the original would for a tournament's move.
    """
    page = check.page()
    page.select_option("#book", "off")
    page.select_option("#level", "7")
    page.select_option("#patience", "original")
    play(page, "e4")
    until(page, "machineRoom.frame().searching")
    return page


def check_reply(check):
    """The machine's move comes after a hint asked for, a search begun again or ended,
    a refused move, and from a link.
    """
    for act in ["#think", "#stop", "refused", "link"]:
        page = (
            check.page("moves=e2e4&depth=3&cycle=2000")
            if act == "link"
            else slow_game(check)
        )
        if act == "refused":
            assert page.is_disabled("#hint"), "the answer itself is on its way"
            play(page, "Ke4")
            until(page, FAULT)
        elif act != "link":
            press(page, act.removeprefix("#"))
            until(page, "!machineRoom.running()")
        prompt(page, level=3)
        if not page.evaluate("machineRoom.running()"):
            page.click("#run")
        until(page, f"{moves(page)} === 2")
        page.context.close()
    page = slow_game(check)
    press(page, "stop")
    until(page, "!machineRoom.frame().searching")
    prompt(page, level=2)
    page.click("#move-now")
    until(page, f"{moves(page)} === 2")


def check_new_game(check):
    """A reply under way is dropped by a new game; the boards turn to the player's side."""
    page = check.page()
    full_speed(page, level=1)
    for _ in range(5):
        page.evaluate(
            """() => {
                const choose = (side) => {
                    document.getElementById("side").value = side;
                    document.getElementById("side").dispatchEvent(new Event("change"));
                };
                choose("w");
                document.getElementById("new").click();
                choose("b");
                document.getElementById("new").click();
            }"""
        )
        play(page, "e4")
        until(page, f"{moves(page)} === 2")
        assert game(page).startswith("1. e4 ") and "(" not in game(page), game(page)
    page.select_option("#side", "w")
    new_game(page)
    until(page, f"{moves(page)} === 1")
    assert page.locator("#board.orientation-black").count() == 1


def check_taken_back(check):
    """The move played after one taken back is the main line."""
    page = check.page()
    full_speed(page, level=2)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.click("#back")
    until(page, "machineRoom.moment() === ''")
    play(page, "d4")
    until(
        page,
        "/^1. d4 [(]1. e4 [^ ]+[)] 1[.]{3} [^ ]+ [*]$/.test(document.getElementById('pgn').value.split('\\n\\n')[1].replaceAll(/\\s*{[^}]*}(?: 1[.]{3})?(?= [(])|\\s*{[^}]*}/g, '').replaceAll(/\\s+/g, ' ').trim())",
    )


def check_graph(check):
    """The machine's values make the graph; a new game empties it."""
    page = check.page()
    full_speed(page, level=2)
    for number, move in enumerate(["e4", "d3"], start=1):
        play(page, move)
        until(page, f"{moves(page)} === {2 * number}")
    assert page.locator("#graph .curve").count() == 1
    assert "for White" in page.get_attribute("#graph", "aria-label")
    new_game(page)
    until(page, "document.getElementById('graph').classList.contains('empty')")
    assert page.get_attribute("#graph", "aria-label") == "Values of the game"


def check_promotion(check):
    """The piece of a promotion is chosen on its square, with the pointer or by keys. It is given up
    by Escape or a click elsewhere, and the pawn stands where it stood.
    """
    page = check.page("fen=8/4P3/8/8/8/2k5/8/4K3 w - - 0 1")
    for number in range(2):
        press_square(page, "e7")
        press_square(page, "e8")
        until(page, "document.getElementById('promotion').children.length === 4")
        assert status(page) == "Choose the piece."
        board = page.locator("#board").bounding_box()
        queen = page.get_by_role("button", name="queen").bounding_box()
        cell = board["width"] / 8
        assert abs(queen["x"] - board["x"] - 4 * cell) < 3, (board, queen)
        assert abs(queen["y"] - board["y"]) < 3, (board, queen)
        if number:
            press_square(page, "a4")
        else:
            page.keyboard.press("Escape")
        assert (
            page.is_hidden("#promotion") and page.locator("#moves button").count() == 0
        )
        assert status(page) == "White to move"
    press_square(page, "e7")
    press_square(page, "e8")
    page.get_by_role("button", name="queen").click()
    until(page, f"{moves(page)} >= 1")
    assert page.locator("#moves .main").first.inner_text() == "e8=Q"
    # Below, on a flipped board; with keys.
    for keys, piece in [(["n"], "d1=N"), (["ArrowDown", "Enter"], "d1=R")]:
        page = check.page("fen=8/8/4k3/8/2K5/8/3p4/8 b - - 0 1&flip=1")
        page.select_option("#side", "none")
        # d2 and d1, as the board stands.
        press_square(page, "e7")
        press_square(page, "e8")
        until(page, "document.getElementById('promotion').children.length === 4")
        for key in keys:
            page.keyboard.press(key)
        until(page, f"{moves(page)} >= 1")
        assert page.locator("#moves .main").first.inner_text() == piece


def check_changes(check):
    """A change of the opponent or the clock within a move applies later, and is said beside it; the
    summary has the clock of this game.
    """
    page = slow_game(check)
    page.select_option("#opponent", "1983")
    assert (
        "Belle, 1980 still makes this move; Belle, 1983 plays from the next one"
        in status(page)
    ), status(page)
    assert page.inner_text("#name-top") == "Belle, 1980"
    page.select_option("#control", "2")
    said = page.inner_text("#settings-when")
    assert said.endswith("that of the next game: this one has none."), said
    assert page.inner_text("#clock-bottom") == "" and "no clock" in page.inner_text(
        "#chosen"
    )
    # It has found a move long ago: with less patience it plays it.
    prompt(page, level=1)
    until(page, f"{moves(page)} === 2")
    play(page, "d3")
    until(page, "document.getElementById('name-top').textContent === 'Belle, 1983'")


def check_fields(check):
    """A FEN with the board only says what is assumed; a jump to no cycle is refused."""
    page = check.page("depth=2&cycle=500")
    page.click("summary:has-text('Run until')")
    page.click("#go-form button")
    until(page, FAULT)
    assert page.evaluate("machineRoom.frame().cycle") == 500
    page.click("summary:has-text('Position and game')")
    page.fill("#fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
    page.click("#fen-set")
    until(page, "document.getElementById('status').textContent.includes('no castling')")


def check_pgn(check):
    """A game is read with tags, comments and glyphs;
    a faulty one as far as its fault, or not at all.
    """
    page = check.page()
    page.select_option("#side", "none")
    play(page, "e4")
    until(page, f"{moves(page)} === 1")
    page.click("summary:has-text('Position and game')")
    own = page.input_value("#pgn")
    for text, fault in [
        ("1. Ke5 d5 *", "Ke5"),
        ("1. d4 {open", "expected }"),
    ]:
        page.fill("#pgn-text", text)
        page.click("#pgn-set")
        until(
            page, f"document.getElementById('status').textContent.includes({fault!r})"
        )
        assert page.locator("#moves .main").all_inner_texts() == ["e4"], text
    page.fill("#pgn-text", "1. d4 d5 (1... Nf6 2. Ke5) 2. c4 Ke5 3. a3 *")
    page.click("#pgn-set")
    until(page, "document.getElementById('status').textContent.includes('Ke5')")
    assert game(page) == "1. d4 d5 (1... Nf6) 2. c4 *", game(page)
    # No board shows a null move: what comes before it is read, and the page says what is not.
    nulls = "1. d4 d5 (1... Z0 2. c4 {lost} (2. a3)) (1... e6 2. c4) 2. c4 (2. a3 -- $1 3. a4) -- {lost} 3. a3 (3. b3) e6"
    page.fill("#pgn-text", f"{nulls} *")
    page.click("#pgn-set")
    until(
        page,
        "document.getElementById('status').textContent.includes('the null move Z0 and what follows it is left out')",
    )
    line = "1. d4 d5 (1... e6 2. c4) 2. c4 (2. a3) *"
    assert game(page) == line, game(page)
    page.fill(
        "#pgn-text",
        '% kept out\n[White "Alpha [A]"]\n[Black "Beta"]\n[Result "1-0"]\n\n1. e4! {best} e5 2. Nf3 Nf6 3. Be2 d6 4. 0-0 $4 1-0',
    )
    page.click("#pgn-set")
    until(page, f"{moves(page)} === 7")
    read = page.input_value("#pgn")
    assert (
        '[White "Alpha [A]"]' in read
        and '[Black "Beta"]' in read
        and '[Result "1-0"]' in read
    ), read
    assert game(page) == "1. e4 $1 {best} 1... e5 2. Nf3 Nf6 3. Be2 d6 4. O-O $4 1-0", (
        read
    )
    assert own != read


def check_reload(check):
    """The game is there after the page is loaded again, and the machine answers on."""
    page = check.page()
    full_speed(page, level=2)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    before = game(page)
    page.reload()
    page.wait_for_selector(READY)
    until(page, f"{moves(page)} === 2")
    assert game(page) == before and page.input_value("#level") == "1", game(page)
    full_speed(page)
    play(page, "d3")
    until(page, f"{moves(page)} === 4")


def check_tour_ends(check):
    """A tour gives the game back, with its clock where it stood."""
    page = check.page()
    page.select_option("#control", "2")
    new_game(page)
    full_speed(page, level=1)
    play(page, "e4")
    until(page, f"{moves(page)} === 2")
    before, clock = game(page), page.inner_text("#clock-bottom")
    page.select_option("#tour", "illegal")
    until(
        page,
        "document.getElementById('tour-panel').ariaBusy === null && machineRoom.frame().cycle > 0",
    )
    page.wait_for_timeout(1500)
    page.click("#tour-close")
    until(page, f"{moves(page)} === 2")
    assert game(page) == before, game(page)
    seconds = [
        int(text.split(":")[0]) * 60 + float(text.split(":")[1])
        for text in (clock, page.inner_text("#clock-bottom"))
    ]
    assert seconds[0] - seconds[1] <= 1, seconds
    play(page, "d4")
    until(page, f"{moves(page)} === 4")


def check_fault_ends_run(check):
    """A run at full speed ends with its search; the page goes on answering."""
    page = slow_game(check)
    full_speed(page)
    ask(page, {"command": "abandon"})
    until(
        page,
        "!machineRoom.running() && document.getElementById('run').textContent !== 'Pause'",
    )


CHECKS = [
    check_tour_ends,
    check_pgn,
    check_new_game,
    check_taken_back,
    check_graph,
    check_promotion,
    check_changes,
    check_fields,
]
# What goes over the transport while the machine works, or when it is lost.
CHECKS_OF_BOTH = [check_fault_ends_run, check_reload, check_reply]
