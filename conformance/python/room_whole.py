"""Checks of the whole room: time backwards, faults, access, pictures, size; and the figures that are printed."""

import base64
import gzip
import io
import json
import os
import pathlib
import random
import re
import subprocess
from statistics import median

from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops, ImageStat
from room_page import ask, frame, moves, press, press_square, status, until

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
MOMENT = f"fen={FEN}&depth=4&cycle=60000"
CYCLES = 200
GOLDENS = pathlib.Path(__file__).parent / "goldens"
WEB = pathlib.Path(__file__).parents[2] / "web"
# Sizes of the pictures: a laptop, a projector's wide screen, a phone.
SIZES = {"laptop": (1440, 900), "wide": (1920, 1080), "phone": (390, 844)}
# A picture may differ by the fonts of another system, not by its layout.
MEAN_TOLERANCE = 9
MAX_SITE = 1_000_000
MAX_MEMORY = 300e6
VIEWS = [
    "machine",
    "program",
    "cell",
    "tree",
    "values",
    "memory",
    "waves",
    "difference",
    "change",
    "docs",
]
STATES = """async (cycles) => {
    const whole = async (command) => {
        let events = await machineRoom.ask(command);
        while (events.some((event) => event.reason === "pending")) events = await machineRoom.ask({ command: "continue" });
        return events.find((event) => event.event === "frame").cycle;
    };
    const state = async () => (await machineRoom.ask({ command: "digest" }))[0].digest;
    const forwards = [];
    for (const cycle of cycles) {
        const at = await whole({ command: "go_to", cycle });
        const digest = await state();
        forwards.push([at, digest, await whole({ command: "step", unit: "word", count: 1 })]);
    }
    const wrong = [];
    for (const [at, digest, next] of forwards.reverse()) {
        await whole({ command: "go_to", cycle: next });
        const back = await whole({ command: "step", unit: "word", count: -1 });
        if (back !== at || (await state()) !== digest) wrong.push([at, back]);
    }
    return wrong;
}"""


# Names on the page that nothing explains.
BARE = """[...document.querySelectorAll('main h3, main label, main th, .counters dt, .legend li, .registers div, .flags span, .word span, .lazy div, #stages button')]
    .filter((one) => one.offsetParent && one.textContent.trim() && !one.closest('#docs, #keys') && !one.closest('[data-explain]') && !one.querySelector('[data-explain]'))
    .map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""
EXPLAINED = """(() => {
    const wrong = [];
    const place = document.getElementById('explain');
    // What the Tab key reaches, and from there the arrow keys.
    const reached = new Set();
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (const one of document.querySelectorAll('[data-explain]')) {
        if (one.tabIndex < 0 || !one.checkVisibility()) continue;
        one.focus();
        while (!reached.has(document.activeElement)) {
            reached.add(document.activeElement);
            press('ArrowRight');
        }
    }
    const seen = new Set();
    for (const one of document.querySelectorAll('[data-explain]')) {
        const key = one.getAttribute('data-explain');
        if (seen.has(key) || !one.checkVisibility()) continue;
        seen.add(key);
        for (const kind of ['pointerover', 'focusin']) {
            place.replaceChildren();
            one.dispatchEvent(new Event(kind, { bubbles: true }));
            const [name, , fidelity, link] = place.childNodes;
            if (!name?.textContent || !fidelity?.textContent.trim() || !link) wrong.push(key);
        }
        if (!reached.has(one) && one.tabIndex < 0 && !one.closest('.listing, .diagram')) wrong.push(`${key}: not reached by Tab`);
    }
    return wrong;
})()"""


def check_backwards(check):
    """Backwards equals forwards, state by state, at random cycles."""
    page = check.page(f"fen={FEN}&depth=5&cycle=0")
    end = next(
        one["cycle"]
        for one in ask(page, {"command": "go_to", "cycle": 10**12})
        if one["event"] == "frame"
    )
    numbers = random.Random(26)
    cycles = sorted(numbers.randrange(end - 1_000) for _ in range(CYCLES))
    page.set_default_timeout(600_000)
    wrong = page.evaluate(STATES, cycles)
    assert not wrong, f"{len(wrong)} of {CYCLES} cycles differ, such as {wrong[0]}"


def check_faults(check):
    """An illegal FEN, a machine that is lost, a second tab: reported, and nothing lost."""
    page = check.page(MOMENT)
    page.click("summary:has-text('Position and game')")
    page.fill("#fen", "8/8/8/8/8/8/8/8 w - - 0 1")
    page.click("#fen-set")
    until(page, "document.getElementById('status').classList.contains('fault')")
    assert "8/8/8/8" in status(page), status(page)
    assert frame(page)["cycle"] >= 60_000, "the search is still there"
    before = ask(page, {"command": "digest"})
    other = check.page(MOMENT)
    other.keyboard.press("ArrowRight")
    until(other, f"machineRoom.frame().cycle > {frame(page)['cycle']}")
    assert ask(page, {"command": "digest"}) == before, (
        "the other tab has a machine of its own"
    )
    complaints = len(check.complaints)
    too_long = "machineRoom.ask({ command: 'x'.repeat(70000) })"
    assert "64 KB" in page.evaluate(too_long)[0]["message"]
    assert ask(page, {"command": "digest"}) == before
    if page.workers:
        # Its memory overwritten, the machine traps.
        page.workers[0].evaluate("new Uint8Array(room.memory.buffer).fill(255)")
        page.evaluate("void machineRoom.ask({ command: 'digest' })")
    else:
        # The server closes the socket of a message beyond the limit.
        page.evaluate("machineRoom.send('x'.repeat(70000))")
    until(page, "!document.getElementById('lost').hidden")
    assert "fault of its program" in page.inner_text("#lost") or not page.workers
    page.click("#lost-again")
    until(page, "document.getElementById('status').textContent.includes('same cycle')")
    assert page.is_hidden("#lost") and ask(page, {"command": "digest"}) == before
    del check.complaints[complaints:]


def check_restart(check, belle):
    """A server that ends and begins again: reported, and the same cycle afterwards."""
    start = lambda port: subprocess.Popen(
        [belle, "room", "--no-open", "--port", port], stdout=subprocess.PIPE, text=True
    )
    server = start("0")
    try:
        url = re.search(r"http://\S+", server.stdout.readline())[0]
        own, check.url = check.url, url
        page = check.page(MOMENT)
        before = ask(page, {"command": "digest"})
        complaints = len(check.complaints)
        server.kill()
        server.wait()
        until(page, "!document.getElementById('lost').hidden")
        assert "belle room" in page.inner_text("#lost")
        page.click("#lost-again")
        until(page, "!document.getElementById('lost').hidden")
        server = start(url.rsplit(":")[-1].rstrip("/"))
        server.stdout.readline()
        # The page tries again by itself.
        until(
            page, "document.getElementById('status').textContent.includes('same cycle')"
        )
        assert ask(page, {"command": "digest"}) == before
        page.close()
        del check.complaints[complaints:]
        check.url = own
    finally:
        server.kill()


def check_explanations(check):
    """Every label, register and field has an explanation with its fidelity and a page, by pointer and by focus."""
    page = check.page(f"{MOMENT}&view=machine")
    page.click("#all-views")
    page.wait_for_timeout(500)
    bare = page.evaluate(BARE)
    assert not bare, f"no explanation: {bare}"
    page.wait_for_timeout(300)
    wrong = page.evaluate(EXPLAINED)
    assert not wrong, f"explanations without text, fidelity or page: {wrong[:20]}"


def check_keyboard(check):
    """Enter on a name goes to its link and leaves the machine where it is; Escape goes back; all cells are labeled."""
    page = check.page(MOMENT)
    page.focus("#registers [data-explain='signal:acc']")
    page.keyboard.press("Enter")
    assert page.evaluate(
        "document.activeElement.closest('#explain')?.textContent.startsWith('microengine/value_bus/acc')"
    )
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.explain") == "signal:acc"
    assert frame(page)["cycle"] == 60_000
    assert page.evaluate(
        "[...document.querySelectorAll('#cells [role=gridcell]')].every((one) => one.ariaLabel.length > 4)"
    )


def check_sizes(check):
    """The array is square on common screens; on a phone explanations and cells come into sight."""
    page = check.page(MOMENT)
    page.evaluate("document.querySelector('.until').open = true")
    for width, height in [(1280, 720), (1366, 768), *SIZES.values()]:
        page.set_viewport_size({"width": width, "height": height})
        for view in ["machine", "docs"]:
            page.click(f"#tab-{view}")
            page.wait_for_timeout(100)
            box = page.locator("#array").bounding_box()
            assert abs(box["width"] - box["height"]) < 1 and box["width"] >= 260, (
                width,
                height,
                view,
                box,
            )
    page.set_viewport_size({"width": 320, "height": 700})
    # Views that measure themselves do so in the next frame.
    page.wait_for_timeout(300)
    # What the page's own style cuts off is too wide as well.
    too_wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert too_wide == 0, f"320 pixels: {too_wide} too wide"
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    page.click(".legend .dis")
    assert (
        page.evaluate(
            "innerHeight - document.querySelector('footer').getBoundingClientRect().bottom"
        )
        == 0
    )
    page.click("#caption")
    page.locator("#cells [role=gridcell]").nth(28).click()
    until(
        page,
        "document.getElementById('cell').getBoundingClientRect().bottom <= innerHeight",
    )


def check_premove(check):
    """A move made while the opponent thinks is played after its answer."""
    page = check.page("face=play")
    page.select_option("#book", "off")
    page.select_option("#level", "7")
    page.select_option("#patience", "original")
    press_square(page, "e2")
    press_square(page, "e4")
    until(page, f"{moves(page)} === 1")
    press_square(page, "d2")
    press_square(page, "d3")
    page.click("#move-now")
    until(page, f"{moves(page)} >= 3", 180)
    assert page.locator("#moves .main").nth(2).inner_text() == "d3"


def check_access(check):
    """No serious finding of axe in any view, light and dark."""
    for scheme in ["dark", "light"]:
        page = check.page(MOMENT, color_scheme=scheme)
        for view in VIEWS:
            page.click(f"#tab-{view}")
            page.wait_for_timeout(300)
            # All of the page with the first view; with each other one, what is new.
            place = None if view == VIEWS[0] else f"#view-{view}"
            found = Axe().run(page, place).response["violations"]
            serious = [one for one in found if one["impact"] in ("serious", "critical")]
            said = [
                (one["id"], [node["html"][:160] for node in one["nodes"]][:3])
                for one in serious
            ]
            assert not serious, f"{scheme}, {view}: {said}"


def check_goldens(check, write):
    """Pictures at three sizes are those kept."""
    for name, (width, height) in SIZES.items():
        page = check.page(f"fen={FEN}&depth=4&cycle=0", color_scheme="dark")
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(1_500)
        picture = (
            Image.open(io.BytesIO(page.screenshot()))
            .convert("RGB")
            .resize((width // 3, height // 3), Image.Resampling.BOX)
        )
        path = GOLDENS / f"{name}.png"
        if write:
            GOLDENS.mkdir(exist_ok=True)
            picture.quantize(64).save(path, optimize=True)
            continue
        golden = Image.open(path).convert("RGB")
        difference = ImageChops.difference(picture, golden)
        mean = sum(ImageStat.Stat(difference).mean) / 3
        assert mean <= MEAN_TOLERANCE, (
            f"{name}: a mean difference of {mean:.1f} of 255; see `--write-goldens`"
        )


# The picture of a preview: the array at a find, and what the page is.
CARD = """<style>
    body { margin: 0; width: 1200px; height: 630px; display: flex; align-items: center; gap: 56px; padding: 0 0 0 40px;
        box-sizing: border-box; background: #0c1117; color: #fff; font-family: "DejaVu Sans", sans-serif; }
    img { height: 560px; border-radius: 10px; }
    h1 { font-size: 88px; margin: 0 0 8px; }
    p { font-size: 33px; line-height: 1.45; margin: 0; color: #b9c6d6; }
    b { color: #fff; font-weight: 400; }
    </style><img src="data:image/png;base64,%s">
    <div><h1>Belle</h1><p><b>A chess machine of 1980,<br>at work in your browser.</b></p><br>
    <p>Play it.<br>Learn how it finds a move.<br>Look at every wire.</p></div>"""


def save_small(page, path):
    """Saves a picture of a page with as many colors as it needs."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(128).save(path, optimize=True)


def write_pictures(check):
    """Writes the picture of previews and that of the README anew."""
    page = check.page(
        "face=bench&moment=queen-first", color_scheme="dark", device_scale_factor=2
    )
    page.wait_for_timeout(1_500)
    array = base64.b64encode(page.locator("#array").screenshot()).decode()
    page = check.browser.new_page(viewport={"width": 1200, "height": 630})
    page.set_content(CARD % array)
    save_small(page, WEB / "card.png")
    page = check.page(f"face=bench&{MOMENT}", color_scheme="dark")
    until(page, "machineRoom.frame().cycle === 60000")
    # On to a find, where the current flows.
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    until(page, "machineRoom.frame().cycle > 60000")
    page.wait_for_timeout(1_500)
    save_small(page, WEB.parent / "docs/images/room.png")


def check_size(site):
    """The transfer of the site's first visit, each file compressed; the players come later."""
    site = pathlib.Path(site)
    listed = json.loads((site / "files.json").read_text())
    later = listed["later"]

    def size(names):
        return sum(len(gzip.compress((site / name).read_bytes(), 9)) for name in names)

    # The page's address is that of a file, and the service worker loads itself and its list.
    first = size({*listed["files"], "sw.js", "files.json"} - {"./"})
    others = size(later)
    print(f"{first / 1000:.0f} KB compressed at first, {others / 1000:.0f} KB later")
    assert first < MAX_SITE, f"{first} bytes"
    assert list(later) == ["players.wasm"] and others > 0, later


def check_memory(process):
    """The most memory that the server and its machines have taken so far."""
    kilobytes = re.search(
        r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text()
    )[1]
    print(
        f"  memory of the server with its machines: {int(kilobytes) * 1024 / 1e6:.0f} MB at most"
    )
    assert int(kilobytes) * 1024 < MAX_MEMORY, f"{kilobytes} KB"


def nodes_a_second(page, view):
    """Frames and nodes a second of three seconds at full speed with one view open."""
    page.click(f"#tab-{view}")
    page.click("#full")
    press(page, "think")
    page.click("#run")
    page.wait_for_timeout(1_000)
    read = "[performance.now(), machineRoom.painted(), machineRoom.frame().nodes]"
    before = page.evaluate(read)
    page.wait_for_timeout(3_000)
    after = page.evaluate(read)
    page.click("#run")
    time, painted, nodes = (
        one - other for one, other in zip(after, before, strict=True)
    )
    return 1000 * painted / time, 1000 * nodes / time


def plain_nodes_a_second(belle):
    """Nodes a second of the native machine without vector registers: the same search by itself, without a page."""
    plain, pipe = {**os.environ, "BELLE_BACK_END": "plain"}, subprocess.PIPE
    with subprocess.Popen(
        [belle, "uci"], env=plain, stdin=pipe, stdout=pipe, text=True
    ) as machine:
        machine.stdin.write("position startpos\ngo movetime 4000\n")
        machine.stdin.flush()
        speed = 0
        for line in machine.stdout:
            if found := re.search(r" nps (\d+)", line):
                speed = int(found[1])
            if line.startswith("bestmove"):
                break
        machine.stdin.close()
    return speed


def start_times(check, face):
    """Milliseconds to the first paint and until the page answers, in first visits: each has a cache of its own."""
    times = []
    for _ in range(9):
        page = check.page(f"face={face}")
        times.append(
            page.evaluate(
                "[performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, Number(document.documentElement.dataset.time)]"
            )
        )
        page.context.close()
    return zip(*times, strict=True)


def print_figures(check, belle):
    """Prints speed and start. Nothing is asserted, as other programs may run beside this one."""
    for face in ["play", "bench"]:
        paints, readies = start_times(check, face)
        print(
            f"  {face}, median and least of {len(paints)} first visits: "
            f"first paint {median(paints):.0f} and {min(paints):.0f} ms, "
            f"interactive {median(readies):.0f} and {min(readies):.0f} ms",
            flush=True,
        )
    page = check.page()
    page.select_option("#side", "none")
    page.select_option("#level", "7")
    plain = plain_nodes_a_second(belle)
    print(f"  plain native form by itself: {plain:,.0f} nodes a second")
    for view in ["machine", "memory", "tree", "waves", "all"]:
        if view == "all":
            page.click("#all-views")
        frames, nodes = nodes_a_second(page, "machine" if view == "all" else view)
        print(
            f"  {view}: {frames:.0f} frames and {nodes:,.0f} nodes a second, {100 * nodes / plain:.0f} % of plain",
            flush=True,
        )
    page.click("#all-views")
    page.click("#tab-machine")
    ask(page, {"command": "go_to", "cycle": 30_000_000})
    times = page.evaluate(
        """async () => {
            const times = [];
            for (let number = 0; number < 9; number++) {
                const start = performance.now();
                await machineRoom.ask({ command: "step", unit: "word", count: -1 });
                times.push(performance.now() - start);
            }
            return times.sort((one, other) => one - other);
        }"""
    )
    print(f"  a step back at cycle 30 million: {times[len(times) // 2]:.0f} ms")


def check_memory_of_page(check):
    """A page that has searched for long takes no more memory than others do."""
    page = check.page()
    page.click("#all-views")
    ask(page, {"command": "think", "depth": 9})
    ask(page, {"command": "go_to", "cycle": 30_000_000})
    heap = {
        one["name"]: one["value"]
        for one in page.context.new_cdp_session(page).send("Performance.getMetrics")[
            "metrics"
        ]
    }
    memory = page.evaluate("performance.memory.usedJSHeapSize")
    for worker in page.workers:
        memory += worker.evaluate("room.bytes()")
    memory = max(memory, heap.get("JSHeapUsedSize", 0))
    print(f"  memory of the page with its machine: {memory / 1e6:.0f} MB")
    assert memory < MAX_MEMORY, f"{memory} bytes"


CHECKS = [
    check_backwards,
    check_explanations,
    check_keyboard,
    check_sizes,
    check_premove,
    check_access,
    check_memory_of_page,
]
# What goes over the transport while the machine works, or when it is lost.
CHECKS_OF_BOTH = [check_faults]
