"""The learning face in Chromium: every chapter's task solved by pointer and by keys, wrong answers, links, sizes, frames.

Runs over the static site, and over the server. Needs what machine_room.py needs.
"""

import argparse
import contextlib
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import qrcode
import room_page
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright
from room_hostile import serve
from room_page import launch

READY = ".learn-page[data-ready=true]"
BOOK = pathlib.Path(__file__).parents[2] / "web/learn/chapters.json"
PHONE = {"width": 390, "height": 844}
PROJECTOR = {"width": 1280, "height": 720}
LAPTOP = {"width": 1440, "height": 900}
# What solves the task of each chapter, an answer before it that is wrong, and what is seen when the figure
# has told all.
TASKS = {
    "answer": {
        "wrong": ["e2 e5"],
        "right": ["e2 e4", "choose about 1,000"],
        "end": "text=green is its answer",
    },
    "capture": {
        "wrong": ["c3 b5", "f4 e5"],
        "right": ["d4 e5"],
    },
    "replies": {
        "wrong": ["leaf Nxf7, reply a4"],
        "right": [
            "leaf Nxf7, reply Kxf7",
            "leaf Kb1, reply Kxh8",
            "branch Nxf7",
        ],
    },
    "cut": {
        "wrong": ["choose ✂ Skip rest of Kf2"],
        "right": [
            "leaf Kxf4, reply fxe5+",
            "choose ✂ Skip rest of Kxf4",
            "leaf Kf2, reply fxe5",
            "choose ✂ Skip rest of Kf2",
        ],
    },
    "weights": {"wrong": [], "right": ["slide 0 0"]},
    "array": {"wrong": ["c3 b5"], "right": ["b5 e7"]},
    "hand": {
        "wrong": ["press f6"],
        "right": ["press d5", "press e4", "press c3"],
    },
    "program": {
        "wrong": ["word 10"],
        "right": ["word 3", "word 9"],
    },
    "count": {"wrong": [], "right": ["rough −0.90"], "end": ".learn-counts li"},
    "predict": {"wrong": ["h8 a1"], "right": ["h8 h2"]},
}
# Pixels of text, panel, task and lists that are seen only by scrolling, and of the tree that overlap.
# (Lists of twenty moves scroll by their nature.)
HIDDEN = """Math.max(0, ...[...document.querySelectorAll(
    ".learn-prose, .learn-side, .learn-bar, .learn-tree, .learn-roots, .learn-counts, .learn-words, .learn-thoughts, .learn-worths"
)].map((place) => place.scrollHeight - place.clientHeight))"""
# What is to be read on the page now, piece by piece, and what is looked up there.
PIECES = ".learn-prose > :not(details, .learn-signs), .learn-task p, .learn-say, .learn-caption, .learn-after"
LABELS = ".learn-signs summary, .learn-words button span, .learn-queue :is(p, span)"
SHOWN = """(pieces) => [...document.querySelectorAll(pieces)]
    .filter((one) => one.checkVisibility({visibilityProperty: true}))
    .map((one) => one.textContent)"""
# Most words that a chapter has to be read, if each answer is right at once.
MOST_WORDS = 130
# Words a minute that a reader gets through, and seconds that an act and going to the
# next page take them.
WORDS_A_MINUTE = 200
SECONDS_AN_ACT = 10
SECONDS_A_PAGE = 3
# Seconds for which the figures of all chapters move by themselves, on a computer that is not busy.
SECONDS_OF_MOTION = 20
# Texts of a lecture that are smaller than 20 pixels, but for what is only looked up.
SMALL = """[...document.querySelectorAll(".learn-page *")]
    .filter((one) => one.checkVisibility() && !one.closest("svg, .learn-signs, .learn-after"))
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 20)
    .map((one) => one.className + one.textContent)"""
# Where the board is, and where the text's first line begins.
PLACES = """[".learn-board", ".learn-prose h2 + p"].map((name) => {
    const {left, top, width, height} = document.querySelector(name).getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
})"""
# Squares with a number that no wire comes to.
BARE = """(() => {
    const ends = new Set();
    for (const line of document.querySelectorAll(".wire"))
        ends.add(`${line.getAttribute("x2")} ${line.getAttribute("y2")}`);
    return [...document.querySelectorAll(".line circle")]
        .map((one) => `${one.getAttribute("cx") - 30} ${Number(one.getAttribute("cy")) + 30}`)
        .filter((center) => !ends.has(center));
})()"""
LETTERS_ARE_OVER = """[...document.querySelectorAll(".coordinate")].every((one) =>
    document.querySelector(".layer-pieces").compareDocumentPosition(one)
        & Node.DOCUMENT_POSITION_FOLLOWING)"""
COLOR = "(one) => getComputedStyle(one).backgroundColor"
# Keys that bring a slider from 100 % to its ends.
TO_END = {"0": "Home", "300": "End"}


def more(page):
    """Opens what is folded for who is not in a hurry."""
    if page.locator(".learn-more[open]").count() == 0:
        page.locator(".learn-more summary").click()


def count_words(texts):
    """Words of several texts."""
    return sum(len(text.split()) for text in texts)


class Reader:
    """A page of the learning face, used by pointer or by keys alone."""

    def __init__(self, check, page, keys=False):
        self.check, self.page, self.keys = check, page, keys
        # Chapter, and where its board and text were when it was opened.
        self.places = {}
        # What was to be read, and how often something was to be done: of all that, and of wrong answers.
        self.texts, self.labels, self.acts, self.pages = set(), set(), 0, 0
        self.reasons, self.mistakes = set(), 0

    def until(self, condition, seconds=30):
        """Waits for a condition."""
        room_page.until(self.page, condition, seconds, ".learn-bar")

    def solved(self):
        return self.page.locator(".learn-task.done").count() > 0

    def said(self):
        return self.page.inner_text(".learn-say")

    def press(self, name):
        """Presses a square of the board."""
        cell = self.page.locator(f".learn-cells [data-square={name}]")
        if not self.keys:
            cell.click()
            return
        # The board is one stop of the Tab key; arrows lead from square to square.
        stop = self.page.locator(".learn-cells [tabindex='0']")
        stop.focus()
        at = stop.get_attribute("data-square")
        aside = ord(name[0]) - ord(at[0])
        up = int(name[1]) - int(at[1])
        for key, times in [
            ("ArrowRight", aside),
            ("ArrowLeft", -aside),
            ("ArrowUp", up),
            ("ArrowDown", -up),
        ]:
            for _ in range(max(0, times)):
                self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")

    def push(self, locator):
        """Pushes a button."""
        if self.keys:
            locator.focus()
            self.page.keyboard.press("Enter")
        else:
            locator.click()

    def drag(self, start, end):
        """Drags a piece, or takes it up and puts it down by keys."""
        if self.keys:
            self.press(start)
            self.press(end)
            return
        boxes = [
            self.page.locator(f".learn-cells [data-square={name}]").bounding_box()
            for name in (start, end)
        ]
        middle = [
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
        ]
        self.page.mouse.move(*middle[0])
        self.page.mouse.down()
        self.page.mouse.move(*middle[1], steps=3)
        self.page.mouse.up()

    def act(self, act):
        """Does what a line of TASKS says, and waits until the figure has answered."""
        page = self.page
        before = self.said()
        kind, _, rest = act.partition(" ")
        if kind == "choose":
            self.push(page.get_by_role("button", name=rest, exact=True))
        elif kind == "leaf":
            self.push(page.locator(f".learn-tree .leaf[aria-label^='{rest}:']"))
        elif kind == "branch":
            self.push(page.locator(".learn-tree .branch", has_text=rest))
        elif kind == "press":
            self.press(rest)
        elif kind == "word":
            # It runs on by itself to the next word that can jump.
            page.wait_for_selector(".learn-words[aria-busy=false]")
            self.push(page.locator(".learn-words button").nth(int(rest) - 1))
        elif kind == "slide":
            slider, value = rest.split()
            page.locator(".learn-sliders input").nth(int(slider)).focus()
            page.keyboard.press(TO_END[value])
        elif kind == "rough":
            # The slider goes up until it says this, and nothing is told before.
            page.wait_for_selector(".learn-margin input", timeout=60_000)
            self.read()
            page.locator(".learn-margin input").focus()
            for _ in range(80):
                if page.inner_text(".learn-margin output") == rest:
                    break
                assert not page.locator(".learn-task.done").count(), "done too early"
                page.keyboard.press("ArrowUp")
        else:
            # What went before may still be shown.
            self.until("document.querySelector('.learn-cells .movable')")
            self.drag(kind, rest)
        said = json.dumps(before)
        self.until(
            f"document.querySelector('.learn-say').textContent !== {said}"
            " || document.querySelector('.learn-task.done')"
        )
        self.acts += 1
        self.read()
        self.fold()

    def read(self):
        """Notes what is to be read now."""
        self.texts.update(self.page.evaluate(SHOWN, PIECES))
        self.labels.update(self.page.evaluate(SHOWN, LABELS))

    def mistake(self, act):
        """Gives a wrong answer, and notes the reason that it gets."""
        self.act(act)
        self.page.wait_for_selector(".learn-say.wrong")
        self.reasons.add(self.said())
        self.mistakes += 1

    def words(self):
        """Words that have been read, but for reasons of wrong answers and what is looked up."""
        return count_words(self.texts - self.reasons)

    def minutes(self):
        """Minutes that a pupil needs for what has been read and done: without wrong answers, and with."""
        words = self.words() + count_words(self.labels)
        more = count_words(self.reasons)
        seconds = (
            SECONDS_AN_ACT * (self.acts - self.mistakes)
            + SECONDS_A_PAGE * self.pages
            + SECONDS_OF_MOTION
        )
        return (
            words / WORDS_A_MINUTE + seconds / 60,
            (words + more) / WORDS_A_MINUTE
            + (seconds + SECONDS_AN_ACT * self.mistakes) / 60,
        )

    def fold(self):
        """Nothing has to be scrolled, and no message moves the board or the text."""
        hidden = self.page.evaluate(HIDDEN)
        chapter = self.page.evaluate(
            "document.body.querySelector('.learn-page').dataset.page"
        )
        assert hidden <= 0, f"chapter {chapter}: {hidden} pixels are hidden"
        # On a phone the page itself is scrolled.
        if self.page.viewport_size == PHONE:
            return
        places = self.page.evaluate(PLACES)
        first = self.places.setdefault(chapter, places)
        assert places == first, f"chapter {chapter}: {first} is now {places}"


class Check(room_page.Check):
    """A browser, the address of the learning face, and what its pages complained about."""

    def __init__(self, browser, url):
        super().__init__(browser, url, LAPTOP)

    def page(self, chapter="", size=LAPTOP, more="", **options):
        if size != LAPTOP:
            options["viewport"] = size
        page = self.empty_page(**options)
        self.open(page, chapter, more)
        return page

    def open(self, page, chapter="", more=""):
        """Opens a chapter by its address."""
        part = f"&chapter={chapter}" if chapter else ""
        page.goto(f"{self.url}#face=learn{part}{more}")
        page.wait_for_selector(f"[data-page='{chapter or 'cover'}']{READY}")


def solve(check, reader, chapters):
    """Every chapter: a wrong answer gets a reason and no tick, the right one a tick."""
    page = reader.page
    page.wait_for_selector(READY)
    for number, chapter in enumerate(chapters, 1):
        page.wait_for_selector(f"[data-page='{number}']{READY}")
        task = TASKS[chapter["id"]]
        words = reader.words()
        reader.read()
        reader.fold()
        for act in task["wrong"]:
            reader.mistake(act)
            assert len(reader.said()) > 20, f"{chapter['id']}, {act}: no reason"
        done = page.locator(".learn-task.done")
        assert not done.count(), f"{chapter['id']}: done by a wrong answer"
        for act in task["right"]:
            reader.act(act)
        page.wait_for_selector(".learn-task.done", timeout=60_000)
        if "end" in task:
            page.wait_for_selector(task["end"])
        reader.read()
        reader.fold()
        # What the cover has said is not read again, but keys begin at the first chapter.
        read = reader.words() - words
        assert reader.keys or read <= MOST_WORDS, f"chapter {number}: {read} words"
        reader.push(page.locator(".learn-next"))
        reader.pages += 1
    page.wait_for_selector(f"[data-page=end]{READY}")
    assert "10 of 10" in page.inner_text(".learn-count")


def check_pointer(check, chapters):
    """All chapters by pointer; what was done is there after a reload, going back, and by links."""
    page = check.page("", PROJECTOR)
    reader = Reader(check, page)
    reader.read()
    cover = page.inner_text(".learn-prose")
    page.locator(".learn-next").click()
    solve(check, reader, chapters)
    fewest, most = reader.minutes()
    print(
        f"{reader.words()} words, {reader.acts} acts: {fewest:.1f} to {most:.1f} minutes"
    )
    # The cover says how long all this takes.
    assert "about ten minutes" in cover
    assert 9 <= fewest <= 10 and most <= 12.5, (fewest, most)
    page.go_back()
    page.wait_for_selector(f"[data-page='10']{READY}")
    assert page.locator(".learn-task.done").count() == 1
    page.reload()
    page.wait_for_selector(f"[data-page='10']{READY}")
    assert page.locator(".learn-path a.done").count() == 10
    check.open(page, "4")
    assert page.locator(".learn-task.done").count() == 1


def check_keys(check, chapters, size=LAPTOP):
    """All chapters by keys alone, without motion."""
    page = check.page("1", size, reduced_motion="reduce")
    solve(check, Reader(check, page, keys=True), chapters)


def check_phone(check, chapters):
    """The same on a phone: no panel has to be scrolled in itself."""
    check_keys(check, chapters, PHONE)


def check_addresses(check, chapters):
    """Short addresses open their face, typed anew or in an open page; so do the long ones."""
    page = check.page()
    for fresh in (True, False):
        for text, face in [
            ("learn", "learn"),
            ("bench", "bench"),
            ("learn/3", "learn"),
            ("play", "play"),
            ("face=bench", "bench"),
        ]:
            if fresh:
                page.goto("about:blank")
                page.goto(f"{check.url}#{text}")
            else:
                page.evaluate(f"location.hash = '{text}'")
            page.wait_for_selector(f"html[data-face={face}]")
            page.wait_for_selector(f"#faces a[data-face={face}][aria-current=page]")
            if face == "learn":
                shown = text.partition("/")[2] or "cover"
                page.wait_for_selector(f"[data-page='{shown}']{READY}")
        page.evaluate("location.hash = 'gallery'")
        page.wait_for_selector("#gallery[open]")
        page.keyboard.press("Escape")


def check_anew(check, chapters):
    """A chapter can be done again, and a lecture begins with the task, also where it was prepared."""
    page = check.page("3", PROJECTOR, reduced_motion="reduce")
    reader = Reader(check, page)
    for act in TASKS["replies"]["right"]:
        reader.act(act)
    page.wait_for_selector(".learn-task.done")
    check.open(page, "3", "&lecture=1")
    assert not reader.solved()
    assert page.locator(".learn-tree .leads").count(), "no example"
    page.keyboard.press("p")
    check.open(page, "3")
    assert reader.solved()
    page.get_by_role("button", name="Do it again").click()
    page.wait_for_selector(f".learn-page:not(.solved){READY}")
    assert page.text_content(".learn-tree .top .value") == ""
    # Hints and a way back in the fifth chapter.
    check.open(page, "5")
    for value in ("300", "0", "300"):
        page.locator(".learn-sliders input").nth(4).focus()
        page.keyboard.press(TO_END[value])
    reader.until("document.querySelector('.learn-say').textContent.includes('Hint')")
    page.get_by_role("button", name="All to 100 %").click()
    values = [one.input_value() for one in page.locator(".learn-sliders input").all()]
    assert set(values) == {"100"}, values
    told = page.locator(".learn-sliders output").first.bounding_box()
    assert told["width"] > 30, told
    # Share closes by Escape and by a click beside it.
    for away in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".learn-task").click(),
    ):
        page.locator(".learn-share summary").click()
        assert page.locator(".learn-share input").first.is_visible()
        # It listens once an event has told that it is open.
        page.wait_for_timeout(100)
        away()
        page.locator(".learn-share input").first.wait_for(state="hidden")


def check_touch(check, chapters):
    """A finger that moves over the board scrolls the page, and presses no square."""
    page = check.page("7", PHONE, has_touch=True, is_mobile=True)
    page.evaluate("scrollTo(0, 100)")
    box = page.locator(".learn-cells [data-square=b4]").bounding_box()
    x, y = box["x"] + 10, box["y"] + 10
    finger = page.context.new_cdp_session(page)

    def touch(kind, points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", [{"x": x, "y": y}])
    for step in range(1, 12):
        touch("touchMove", [{"x": x, "y": y - 12 * step}])
        page.wait_for_timeout(20)
    touch("touchEnd", [])
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") > 130
    assert not page.inner_text(".learn-say")
    # What a deed at the board makes it say is seen where the page is.
    page.evaluate("scrollTo(0, 0)")
    page.locator(".learn-cells [data-square=d5]").tap()
    page.wait_for_selector(".learn-say.right")
    box = page.locator(".learn-say").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"], box
    # It covers nothing of the tree that it is said of.
    check.open(page, "3")
    page.evaluate("scrollTo(0, 1000)")
    page.locator(".learn-tree .leaf[aria-label^='Nxf7, reply a4']").tap()
    page.wait_for_selector(".learn-say.wrong")
    page.wait_for_timeout(100)
    said = page.locator(".learn-feedback").bounding_box()
    tree = page.locator(".learn-tree").bounding_box()
    assert said["y"] + said["height"] <= tree["y"], (said, tree)


def check_live(check, chapters):
    """Every live word acts, and breaks nothing; what it says has its room."""
    page = check.page("", PROJECTOR, reduced_motion="reduce")
    for number, chapter in enumerate(chapters, 1):
        check.open(page, str(number))
        for word in page.locator(".learn-prose .live").all():
            word.click()
            page.wait_for_timeout(30)
            hidden = page.evaluate(HIDDEN)
            assert hidden <= 0, (number, word.inner_text(), hidden)
        page.wait_for_timeout(200)


def check_kept(check, chapters):
    """A live word throws nothing away that the reader has done."""
    page = check.page("1", reduced_motion="reduce")
    reader = Reader(check, page)
    reader.act("e2 e4")
    page.locator("[data-live=tries]").click()
    assert page.locator(".learn-choices button").first.is_visible()
    reader.mistake("choose about 10")
    assert not reader.solved()
    told = [int(number) for number in re.findall(r"\d+", reader.said())]
    reader.act("choose about 1,000")
    page.wait_for_selector(TASKS["answer"]["end"])
    # What was said of the positions is what the table has.
    rows = page.locator(".learn-roots .number").all_inner_texts()
    counts = list(map(int, rows))
    assert told == [len(counts), round(sum(counts) / len(counts))], (told, rows)
    # Who comes back finds them again, and need not move.
    page.reload()
    page.wait_for_selector(TASKS["answer"]["end"])
    assert page.locator(".learn-roots .number").all_inner_texts() == rows
    # A reply that refutes nothing is no end, and is said to be none.
    check.open(page, "4")
    reader.act("leaf Kxf4, reply f2")
    assert "refutes nothing" in reader.said()
    assert page.inner_text(".learn-big") == "4 of 9 looked at"
    # Who has looked at more than the machine is done, too.
    for act in TASKS["cut"]["right"]:
        reader.act(act)
    assert reader.solved() and "The machine needs 5" in reader.said()
    check.open(page, "5")
    reader.act("slide 1 300")
    page.locator("[data-live=material]").click()
    values = page.locator(".learn-sliders input").all()
    assert [one.input_value() for one in values][:2] == ["100", "300"]


def check_shown(check, chapters):
    """What a figure shows stays, and says why: scale, steps, marks, numbers, a move that is good, too."""
    page = check.page("9", PROJECTOR, reduced_motion="reduce")
    reader = Reader(check, page)
    # The band is as wide as its share of the scale, with its two ends written below it.
    scale = page.locator(".learn-scale").bounding_box()
    band = page.locator(".learn-scale .band").bounding_box()
    assert scale["width"] > 150, scale
    assert abs(band["width"] - scale["width"] * 3.84 / 8) < 2, (scale, band)
    assert page.inner_text(".learn-scale .low") == "−3.92"
    assert page.inner_text(".learn-scale .high") == "−0.08"
    # No button is there that would do the rest of the task.
    assert page.locator(".learn-side button:visible").count() == 0
    assert page.locator(".learn-feedback button:visible").count() == 0
    reader.act("rough −0.90")
    # The limit is said, and not the place of the slider, which may have been moved far beyond.
    assert "above −0.92" in reader.said(), reader.said()
    # The counts of both positions are those of the texts, and stand there without scrolling.
    facts = chapters[8]["facts"]
    for name, full, bare in [
        ("Middlegame", facts["middle"], facts["middle_bare"]),
        ("Endgame", facts["end"], facts["end_bare"]),
    ]:
        more(page)
        page.get_by_role("button", name=name, exact=True).click()
        reader.until(
            f"document.querySelector('.learn-side > .learn-caption').textContent.includes('{name}')"
            " && document.querySelectorAll('.learn-counts li').length === 3"
        )
        rows = page.locator(".learn-counts .number").all_inner_texts()
        assert rows[0].startswith(f"{full:,} "), rows
        assert rows[1].startswith(f"{bare:,} "), rows
        assert rows[2].startswith(f"{full:,} "), rows
        # Where the text says that lazy values save nothing, they do not.
        assert (rows[2] == rows[0]) == (name == "Endgame"), rows
        page.locator(".learn-more summary").click()
        reader.fold()
    # The steps of a capture stay, with what their numbers mean.
    check.open(page, "2")
    reader.act("d4 e5")
    page.wait_for_selector(".learn-task.done")
    assert "aggressor" in page.inner_text(".learn-caption")
    assert page.locator(".learn-board .line").count() > 0
    # While the machine goes on alone, no caption asks for a click.
    moving = check.page("7", PROJECTOR)
    hand = Reader(check, moving)
    for act in TASKS["hand"]["right"]:
        hand.act(act)
    more(moving)
    moving.get_by_role("button", name="Let it find the rest").click()
    moving.wait_for_timeout(1000)
    assert moving.locator(".learn-found li").count() < 21
    assert "Click" not in moving.inner_text(".learn-caption")
    hand.until("document.querySelectorAll('.learn-found li').length === 21")
    moving.close()
    # A word that is pressed is marked until another one is.
    check.open(page, "8")
    page.locator("[data-live=word-9]").click()
    page.wait_for_timeout(2000)
    marked = ".learn-words button.shown b"
    assert page.inner_text(marked) == "9"
    page.locator("[data-live=word-1]").click()
    assert page.inner_text(marked) == "1"
    # A prediction is no wrong answer; what it is worth is said, and the machine searches all the same.
    check.open(page, "10")
    reader.act("h8 h4")
    page.wait_for_selector(".learn-task.done", timeout=60_000)
    assert "After your Rh4 Black is" in reader.said(), reader.said()
    # The machine's looks are numbered, and stay.
    check.open(page, "4")
    for act in TASKS["cut"]["right"]:
        reader.act(act)
    more(page)
    page.get_by_role("button", name="Watch the machine’s own looks").click()
    reader.until("document.querySelectorAll('.order').length === 5")
    # A piece of history opens at its beginning, in view.
    for number in (3, 9, 10):
        check.open(page, str(number))
        page.evaluate("document.querySelector('.learn-page').classList.add('solved')")
        more(page)
        page.wait_for_timeout(100)
        paragraph = page.locator(".learn-more h3").bounding_box()
        turn = page.locator(".learn-turn").bounding_box()
        assert paragraph["y"] + 40 < turn["y"], (number, paragraph, turn)
        assert turn["y"] + turn["height"] <= PROJECTOR["height"], (number, turn)
    # Every square with a number has a wire that ends there or passes, double steps too.
    check.open(page)
    assert page.evaluate(BARE) == []


def check_lecture(check, chapters):
    """At 1280 x 720 board and figure are at least 600 pixels high, the text 28 pixels, and Space goes on."""
    page = check.page("6", PROJECTOR, "&lecture=1")
    for number in range(1, len(chapters) + 1):
        check.open(page, str(number), "&lecture=1")
        size = "getComputedStyle(document.querySelector('.learn-prose p')).fontSize"
        assert page.evaluate(size) == "28px"
        board = page.locator(".learn-board").bounding_box()
        assert board["width"] >= 648, (number, board)
        assert board["y"] + board["height"] <= 720, (number, board)
        # Neither the text is scrolled, nor what comes in its place.
        hidden = page.evaluate(HIDDEN)
        assert hidden <= 0, f"chapter {number}: {hidden} pixels of text are hidden"
        page.locator(".learn-phase").click()
        assert page.locator(".learn-task").is_visible()
        hidden = page.evaluate(HIDDEN)
        assert hidden <= 0, f"chapter {number}: {hidden} pixels are hidden"
        # No letter of what is to be read or pressed there is smaller than 20 pixels.
        small = page.evaluate(SMALL)
        assert not small, (number, small)
        # Files and ranks are written over the pieces, whose feet reach there.
        assert page.evaluate(LETTERS_ARE_OVER), number
    # The first page has its text whole, too.
    check.open(page, "", "&lecture=1")
    assert page.evaluate(HIDDEN) <= 0
    # The move that is found is in view beside what is said of it.
    check.open(page, "10", "&lecture=1")
    page.locator(".learn-phase").click()
    Reader(check, page).drag("h8", "h2")
    page.wait_for_selector(".learn-page.solved", timeout=60_000)
    page.wait_for_timeout(300)
    found = page.locator(".learn-thoughts .best").bounding_box()
    listed = page.locator(".learn-thoughts").bounding_box()
    bottom = listed["y"] + listed["height"]
    assert found["y"] + found["height"] <= bottom + 1, (found, listed)
    # First the text, then the figure's panel in its place, then the next chapter.
    check.open(page, "5", "&lecture=1")
    assert not page.is_visible(".learn-side")
    page.locator(".learn-phase").click()
    assert page.is_visible(".learn-side") and not page.is_visible(".learn-prose")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("PageUp")
    assert page.is_visible(".learn-prose") and "chapter=5" in page.url
    # A task that is done is followed by what it shows.
    check.open(page, "6", "&lecture=1")
    for square in ("c3", "e7"):
        page.locator(f".learn-cells [data-square={square}]").click()
    page.wait_for_selector(".learn-page.solved")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    # What it is about stays beside it.
    assert page.is_visible(".learn-after") and page.is_visible(".learn-side")
    page.keyboard.press("Space")
    page.wait_for_selector(f"[data-page='7']{READY}")
    page.keyboard.press("p")
    assert page.is_visible("header") and "lecture" not in page.url


def check_space(check, chapters):
    """In a lecture Space goes on, whatever has been clicked before, and past no task that is still to be done."""
    page = check.page("1", PROJECTOR, "&lecture=1", reduced_motion="reduce")
    reader = Reader(check, page)
    phase = "document.querySelector('.learn-page').dataset.phase"
    for number, chapter in enumerate(chapters, 1):
        page.wait_for_selector(f"[data-page='{number}']{READY}")
        page.keyboard.press("Space")
        assert page.evaluate(phase) == "do", number
        task = TASKS[chapter["id"]]
        for act in task["wrong"]:
            reader.mistake(act)
            page.keyboard.press("Space")
            assert page.evaluate(phase) == "do", (number, act)
            # What is said of a wrong answer is not said again, and nothing else is pressed.
            assert page.locator(".learn-say.wrong").count(), (number, act)
            assert page.is_visible(".learn-task"), (number, act)
        for act in task["right"]:
            reader.act(act)
        page.wait_for_selector(".learn-page.solved", timeout=60_000)
        if "end" in task:
            page.wait_for_selector(task["end"])
        said = reader.said()
        # What Space does is blue.
        blue = page.locator(".learn-phase").evaluate(COLOR)
        assert blue != page.locator(".learn-next").evaluate(COLOR), number
        page.keyboard.press("Space")
        assert page.evaluate(phase) == "so", number
        assert page.locator(".learn-say").text_content() == said, number
        assert page.locator(".learn-next").evaluate(COLOR) == blue, number
        reader.fold()
        page.keyboard.press("Space")
    page.wait_for_selector(f"[data-page=end]{READY}")
    # What has been shown to a class is nobody's own, and not counted as such.
    assert not page.is_visible(".learn-count")


def check_sizes(check, chapters):
    """Nothing is wider than its screen, and on a phone the figure stays in view above the text."""
    for size in (PHONE, PROJECTOR, LAPTOP):
        page = check.page("", size, reduced_motion="reduce")
        boards = set()
        for number in ["", *range(1, len(chapters) + 1), "end"]:
            check.open(page, str(number))
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wide) <= 0, (size, number)
            if number == "end":
                continue
            font = "parseFloat(getComputedStyle(document.querySelector('.learn-prose p')).fontSize)"
            assert page.evaluate(font) >= 18, (size, number)
            if size == PHONE:
                # All stands one below the other.
                boxes = [
                    page.locator(part).first.bounding_box()
                    for part in (".learn-figure", ".learn-prose h2 + p", ".learn-turn")
                ]
                for upper, lower in itertools.pairwise(boxes):
                    assert upper["y"] + upper["height"] <= lower["y"] + 1, (
                        number,
                        boxes,
                    )
                check_pinned(page, number)
                continue
            boards.add(str(page.locator(".learn-board").bounding_box()))
            for part in (".learn-figure", ".learn-bar", ".learn-bar"):
                box = page.locator(part).bounding_box()
                bottom = box["y"] + box["height"]
                assert box["y"] >= -1 and bottom <= size["height"] + 1, (
                    size,
                    number,
                    part,
                    box,
                )
            # What matters is seen without scrolling, also when the task is done.
            if number:
                page.evaluate(
                    "document.querySelector('.learn-page').classList.add('solved')"
                )
                hidden = page.evaluate(HIDDEN)
                assert hidden <= 0, (size, number, hidden)
        # One place and one size in all chapters.
        assert len(boards) <= 1, (size, boards)
        page.close()


def check_pinned(page, number):
    """Whole, the figure is above the task, the end of the panel and the buttons when these are brought into view."""
    for part in (".learn-task", ".learn-side", ".learn-turn"):
        place = page.locator(part)
        place.evaluate("(one) => one.scrollIntoView({block: 'end'})")
        board = page.locator(".learn-board").bounding_box()
        # Where one only looks at it, it leaves more room.
        looked_at = number in (3, 4, 5, 9)
        assert board["y"] >= 0, (number, part, board)
        assert board["width"] > (220 if looked_at else 340), (number, part, board)
        below = board["y"] + board["height"]
        # More than half of the screen is left.
        assert board["height"] < PHONE["height"] / 2, (number, part, board)
        box = place.bounding_box()
        bottom = box["y"] + box["height"]
        assert below <= bottom - min(box["height"], 40), (number, part, box)
        assert bottom <= PHONE["height"] + 1, (number, part, box)
    # What a word of the text makes it say is seen at once.
    page.evaluate("scrollTo(0, 0)")
    word = page.locator(".learn-prose .live")
    if word.count():
        word.first.click()
        page.wait_for_timeout(100)
        said = page.locator(".learn-say")
        if said.inner_text():
            box = said.bounding_box()
            assert box["y"] + box["height"] <= PHONE["height"], (number, box)


def check_access(check, chapters):
    """No finding of axe in any chapter, in the dark; check_learn_dark has the choice of it."""
    page = check.page(reduced_motion="reduce", color_scheme="dark")
    for number in ["", *range(1, len(chapters) + 1), "end"]:
        check.open(page, str(number))
        # Where the mouse rests after a click on it, too.
        if number != "end":
            page.hover(".learn-next")
        # All of the page with the first chapter; with the others, what is new.
        found = Axe().run(page, ".learn" if number else None).response["violations"]
        said = [
            (one["id"], [node["html"][:120] for node in one["nodes"]][:3])
            for one in found
            if one["impact"] in ("moderate", "serious", "critical")
        ]
        assert not said, f"chapter {number}: {said}"


def check_frame(check, chapters):
    """A page of another origin may show a chapter in a frame, and where a server says so nothing else."""
    served = check.url.rstrip("/")
    text = f'<iframe src="{served}/embed.html#chapter=6" width=960 height=600></iframe>'
    with page_of(text) as foreign:
        page = check.browser.new_context(viewport=LAPTOP).new_page()
        page.goto(foreign)
        frame = page.frame_locator("iframe")
        frame.locator(f"[data-page='6']{READY}").wait_for()
        for square in ("c3", "e7"):
            frame.locator(f".learn-cells [data-square={square}]").click()
        frame.locator(".learn-task.done").wait_for()
        assert not frame.locator(".learn-turn button").count()
        whole = frame.locator(".learn-path a").get_attribute("href")
        assert whole.endswith("#face=learn&chapter=6"), whole
    for path, framed in [
        ("", False),
        ("embed.html", True),
        ("learn/teachers.html", False),
        ("learn/worksheet.html", False),
        ("learn/answers.html", False),
    ]:
        headers = page.request.get(f"{served}/{path}").headers
        policy = headers.get("content-security-policy", "")
        # A host without headers of its own says nothing of frames.
        if "frame-ancestors" not in policy:
            continue
        assert ("frame-ancestors *" in policy) == framed, (path, policy)
        assert ("x-frame-options" in headers) != framed, path


def check_offline(check, chapters):
    """After a visit the site's chapters work without a network."""
    page = check.page(is_kept_offline=True)
    if not page.request.get(f"{check.url}files.json").ok:
        return
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(300)
    page.context.set_offline(True)
    page.reload()
    check.open(page, "6")
    reader = Reader(check, page)
    reader.act("c3 e7")
    page.wait_for_selector(".learn-task.done")


def check_teachers(check, chapters):
    """The teachers' page: its links open each chapter in lecture mode, and it prints on a few sheets."""
    page = check.page()
    page.goto(f"{check.url}learn/teachers.html")
    links = page.locator("a[href*='lecture=1']")
    assert links.count() == len(chapters)
    assert page.locator("dt").count() == page.locator("dd").count()
    # An answer to each of the eight questions.
    assert page.locator("#questions dt").count() == 8
    # What is needed, the lesson, the questions; and apart a sheet each for pupils and answers.
    sheets = {"teachers.html": 3, "worksheet.html": 1, "answers.html": 1}
    for name, expected in sheets.items():
        page.goto(f"{check.url}learn/{name}")
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper, prefer_css_page_size=False)
            pages = printed.count(b"/Type /Page\n")
            assert pages == expected, (name, paper, pages)
        found = Axe().run(page).response["violations"]
        assert not found, (name, [one["id"] for one in found])
    page.goto(f"{check.url}learn/teachers.html")
    assert page.inner_text(".class-address") == f"{check.url}#learn"
    # An address that only this computer can open gets no code; one that is written does.
    assert "on this computer alone" in page.inner_text(".class-note")
    assert not page.locator(".qr").count()
    page.locator(".class-card input").fill("https://belle.example.org/1980/")
    address = "https://belle.example.org/1980/#learn"
    assert page.inner_text(".class-address") == address
    assert_code(page.locator("#address .qr"), address)
    page.goto(f"{check.url}learn/worksheet.html")
    assert_code(page.locator("#code .qr"), address)
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    # In the chapters it is as large as the screen.
    check.open(page, "3")
    page.locator(".learn-share summary").click()
    page.get_by_role("button", name="QR code for a class").click()
    assert_code(page.locator("dialog .qr"), f"{address}/3")
    assert page.locator("dialog .qr").bounding_box()["height"] > 600
    page.keyboard.press("Escape")
    assert not page.locator("dialog[open]").count()
    page.goto(f"{check.url}learn/teachers.html")
    links.nth(5).click()
    page.wait_for_selector(f"[data-page='6']{READY}")
    assert page.locator(".learn.lecture").count() == 1


def assert_code(picture, text):
    """The picture is a QR code of the text: so another program has drawn it."""
    path = picture.locator("path").get_attribute("d")
    dark = {tuple(map(int, one)) for one in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    drawn = []
    for mask in range(8):
        # Four light modules stand around the code.
        code = qrcode.QRCode(
            error_correction=qrcode.ERROR_CORRECT_M, border=4, mask_pattern=mask
        )
        code.add_data(text, optimize=0)
        rows = enumerate(code.get_matrix())
        drawn.append(
            {(x, y) for y, row in rows for x, is_dark in enumerate(row) if is_dark}
        )
    assert dark in drawn, text


def check_result(check, chapters):
    """What a pupil hands in: wrong answers before a task, and his own words, kept over a reload."""
    page = check.page("6", reduced_motion="reduce")
    reader = Reader(check, page)
    for act in (*TASKS["array"]["wrong"], *TASKS["array"]["right"]):
        reader.act(act)
    for _ in range(2):
        check.open(page, "end")
        rows = page.locator(".learn-done li").all_inner_texts()
        assert len(rows) == len(chapters)
        assert "after 1 wrong answer," in rows[5], rows
        assert "not done yet" in rows[0], rows
        page.get_by_label("Name").fill("Ada Ó'Neill")
        page.get_by_label("What is a ply").fill("One move of one side.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as text").click()
    page.wait_for_selector("button:text('Copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    for part in (
        "Name: Ada Ó'Neill",
        "6. 64 circuits at once: after 1 wrong answer",
        "One move of one side.",
    ):
        assert part in copied, copied
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    # Without a clipboard the text is there to be copied by hand.
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
    page.get_by_role("button", name="Copied").click()
    page.wait_for_selector(".learn-copied:visible")
    assert page.locator(".learn-copied").input_value() == copied


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--site", default="target/site")
    parser.add_argument("--url", help="an address that serves the page already")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--only", default="", help="checks by name")
    settings = parser.parse_args()
    chapters = json.loads(BOOK.read_text())["chapters"]
    checks = [
        check_pointer,
        check_keys,
        check_addresses,
        check_anew,
        check_touch,
        check_live,
        check_kept,
        check_shown,
        check_lecture,
        check_space,
        check_sizes,
        check_access,
        check_frame,
        check_offline,
        check_teachers,
        check_result,
    ]
    with contextlib.ExitStack() as stack:
        addresses = (
            [settings.url]
            if settings.url
            else [
                stack.enter_context(site(settings.site)),
                stack.enter_context(server(settings.belle)),
            ]
        )
        playwright = stack.enter_context(sync_playwright())
        browser = launch(playwright, settings.chromium)
        for number, url in enumerate(addresses):
            check = Check(browser, url)
            # What does not depend on the transport is checked once.
            again = [check_phone, check_frame]
            for one in checks if number == 0 else again:
                if settings.only and settings.only not in one.__name__:
                    continue
                start = time.monotonic()
                one(check, chapters)
                check.close()
                took = time.monotonic() - start
                print(f"{one.__name__}: {took:.1f} s", flush=True)
                assert not check.complaints, check.complaints
        browser.close()


@contextlib.contextmanager
def site(folder):
    """Serves the static site."""
    one = serve(folder)
    try:
        yield f"http://127.0.0.1:{one.server_port}/"
    finally:
        one.shutdown()


@contextlib.contextmanager
def page_of(text):
    """Serves one page from an origin of its own."""
    with tempfile.TemporaryDirectory() as folder:
        head = "<!doctype html><title>Foreign</title><link rel=icon href='data:,'>"
        (pathlib.Path(folder) / "index.html").write_text(head + text)
        with site(folder) as address:
            # Another name is another site.
            yield address.replace("127.0.0.1", "localhost")


@contextlib.contextmanager
def server(belle):
    """The page's own server."""
    command = [belle, "room", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield re.search(r"http://\S+", process.stdout.readline())[0]
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
