"""A page of the machine room in a browser, for the checks of machine_room.py."""

import time

from playwright.sync_api import Error

READY = "html[data-ready=true]"
DESKTOP = {"width": 1440, "height": 900}


def square(index):
    """A square's name by its number from a1."""
    return "abcdefgh"[index % 8] + str(index // 8 + 1)


def launch(playwright, chromium="/usr/bin/chromium"):
    """Starts Chromium, without what a test has no use for."""
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
    ]
    return playwright.chromium.launch(executable_path=chromium, args=arguments)


class Check:
    """A browser, a page's address, and what the pages complained about.

    A page by itself takes two or three seconds of processor time to open, so that the first page of
    each check is the same one, with nothing kept from the check before.
    """

    def __init__(self, browser, url, size=DESKTOP):
        self.browser, self.url, self.size, self.complaints = browser, url, size, []
        self.used_again, self.is_taken = None, False

    def page(self, moment="face=bench", **options):
        """Opens the page at a moment, or the bench, and waits until it answers."""
        page = self.empty_page(**options)
        self.open(page, moment)
        return page

    def open(self, page, moment):
        """Opens a moment in a page that has nothing open."""
        page.goto(f"{self.url}#{moment}")
        page.wait_for_selector(READY)

    def empty_page(self, **options):
        """A page that has nothing open, of a reader who has never been here."""
        if options or self.is_taken:
            return self.new_page(**options)
        self.is_taken = True
        if not self.used_again:
            self.used_again = self.new_page()
        page = self.used_again
        page.set_viewport_size(self.size)
        page.emulate_media(color_scheme="light")
        return page

    def new_page(self, is_kept_offline=False, **options):
        """A page of a browser of its own; what the service worker keeps, only if that is asked for."""
        context = self.browser.new_context(**{"viewport": self.size} | options)
        if not is_kept_offline:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        page = context.new_page()
        page.on(
            "console",
            lambda message: (
                message.type in ("error", "warning")
                and self.complaints.append(message.text)
            ),
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self.own)
        page.on("dialog", self.dismiss)
        return page

    def close(self):
        """Ends what the pages do; each has a machine of its own."""
        used_again = self.used_again
        if used_again and (used_again.is_closed() or len(used_again.context.pages) > 1):
            used_again = self.used_again = None
        for context in self.browser.contexts:
            if not used_again or context != used_again.context:
                context.close()
        if used_again and self.is_taken:
            self.forget(used_again)
        self.is_taken = False

    def forget(self, page):
        """Leaves what a page shows, and then forgets what the site has kept."""
        # This page of the site keeps nothing.
        page.goto(f"{self.url}learn/answers.html")
        page.evaluate("localStorage.clear(); sessionStorage.clear()")

    def own(self, request):
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"a request to {request.url}")

    def dismiss(self, dialog):
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()


def until(page, condition, seconds=60, said="#status"):
    """Waits for a condition. (The page's policy forbids Playwright's own way, which evaluates text in the page.)"""
    deadline = time.monotonic() + seconds
    while True:
        # Waiting in the page costs little; now and then it is asked anew, in case it was loaded again.
        asked = f"""async () => {{
            for (let times = 0; times < 50; times++) {{
                if (await ({condition})) return true;
                await new Promise((go) => setTimeout(go, 20));
            }}
            return false;
        }}"""
        try:
            if page.evaluate(asked):
                return
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        assert time.monotonic() < deadline, (
            f"{condition}: not within {seconds} seconds; {page.inner_text(said)}"
        )


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
