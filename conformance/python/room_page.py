"""A page of the machine room in a browser, for the checks of machine_room.py."""

import time

READY = "html[data-ready=true]"


def square(index):
    """A square's name by its number from a1."""
    return "abcdefgh"[index % 8] + str(index // 8 + 1)


class Check:
    """A browser, a page's address, and what the pages complained about."""

    def __init__(self, browser, url):
        self.browser, self.url, self.complaints = browser, url, []

    def page(self, moment="face=bench", **options):
        """Opens the page at a moment, or the bench, and waits until it answers."""
        page = self.browser.new_context(
            viewport={"width": 1440, "height": 900}, **options
        ).new_page()
        page.on(
            "console",
            lambda message: (
                message.type in ("error", "warning")
                and self.complaints.append(message.text)
            ),
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self.own)
        page.goto(f"{self.url}#{moment}")
        page.wait_for_selector(READY)
        return page

    def close(self):
        """Closes all pages; each has a machine of its own."""
        for context in self.browser.contexts:
            context.close()

    def own(self, request):
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"a request to {request.url}")


def until(page, condition, seconds=60):
    """Waits for a condition. (The page's policy forbids Playwright's own way, which evaluates text in the page.)"""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, (
            f"{condition}: not within {seconds} seconds; {page.inner_text('#status')}"
        )
        time.sleep(0.02)


def frame(page):
    return page.evaluate("machineRoom.frame()")


def ask(page, command):
    """Carries a command to its end; returns its last events."""
    return page.evaluate(
        """async (command) => {
            let events = await machineRoom.ask(command);
            while (events.some((event) => event.reason === "pending")) events = await machineRoom.ask({ command: "continue" });
            return events;
        }""",
        command,
    )


def status(page):
    """The status line."""
    return page.inner_text("#status")


def press_square(page, name):
    """Clicks a square of the chessboard."""
    box = page.locator("#board cg-board").bounding_box()
    cell = box["width"] / 8
    page.mouse.click(
        box["x"] + cell * ("abcdefgh".index(name[0]) + 0.5),
        box["y"] + cell * (8.5 - int(name[1])),
    )


def press(page, name):
    """Presses a button by its id, also one that a closed drawer hides."""
    page.evaluate(f"document.getElementById('{name}').click()")


def full_speed(page, level=None):
    """The slider at its end, and a level of the opponent, which uses no book."""
    page.click("#full")
    if level is not None:
        prompt(page, level)


def prompt(page, level):
    """Answers of this computer's speed, without a book, at a level."""
    choose(page, "patience", "3")
    choose(page, "book", "off")
    choose(page, "level", str(level - 1))


def choose(page, name, value):
    """Chooses from one of the lists, which are folded while a game runs."""
    if page.is_hidden(f"#{name}"):
        page.click("#choices")
    page.select_option(f"#{name}", value)


def new_game(page):
    """A new game, once no move of the game before is listed."""
    page.evaluate(
        "document.querySelectorAll('#moves button').forEach((one) => one.dataset.before = '')"
    )
    page.click("#new")
    until(page, "!document.querySelector('#moves [data-before]')")


def moves(page):
    """Condition on the number of moves in the list."""
    return "document.querySelectorAll('#moves button.main').length"
