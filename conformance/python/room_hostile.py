"""Checks of the machine room against what comes from outside: hostile links, a full room, two builds of the site."""

import functools
import hashlib
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

from room_page import READY, frame, moves, new_game, press, press_square, status, until
from room_siege import PLACES, WebSocket

HUGE = 2**53 - 1
# Links that ask much of the machine, and what the page says of them: the status line of what the
# machine does, the box of what is damaged.
LINKS_TO_MACHINE = [
    (f"depth=48&cycle=100&view=waves&watch=ply&from={HUGE}", "go there first"),
    (f"depth=48&cycle={HUGE}", "on its way"),
    (f"depth=48&cycle={HUGE}&view=waves&from={HUGE}", "on its way"),
    (f"depth=48&cycle=100&mark={HUGE}", "on its way"),
    ("moves=" + "Nf3+Nf6+Ng1+Ng8+" * 4000, "64 KB"),
]
# All links; the page itself refuses the others. None where there is nothing wrong that matters.
LINKS = [
    *LINKS_TO_MACHINE,
    ("depth=48&cycle=99999999999999999999", "below 2^53"),
    (f"depth=48&cycle=1&from={'9' * 20}&view=waves", "below 2^53"),
    ("depth=99999999&cycle=5", "depth: expected 1 to"),
    ("depth=-1&cycle=-1", "expected a whole number"),
    ("depth=1e3&cycle=0x10", "expected a whole number"),
    ("depth=4&cycle=5&root=<img src=x onerror=alert(1)>", "expected host or machine"),
    ("fen=%3Cscript%3Ealert(1)%3C/script%3E", "script"),
    ("fen=%E0%A4%A&moves=%&depth=%zz", None),
    ("moves=<b>x</b>+e4&depth=3", "<b>x</b>"),
    ("view=%3Cimg%20src=x%20onerror=alert(1)%3E&depth=3&cycle=9", None),
    ("view=__proto__&cell=99999999&stage=77&depth=3&cycle=9", None),
    ("view=constructor&watch=toString+__proto__+ply&markers=-1+x&radix=evil", None),
    ("depth=3&cycle=9&stops=NaN+-1+1e9+99999+<i>", None),
    ("depth=3&cycle=9&view=waves&window=999999999&watch=" + "ply+" * 3000, None),
    ("view=docs&constructor=1&__proto__=2&=&&&#", None),
    ("a" * 100_000, None),
]


def check_hostile_links(check, links=LINKS):
    """Hostile links: the page says what is wrong, opens no dialog, and plays."""
    page = check.empty_page()
    for link, expected in links:
        page.goto(f"{check.url}#{link}")
        text = json.dumps(expected or "")
        until(
            page,
            "['status', 'visit-text'].some((id) =>"
            f" document.getElementById(id)?.textContent.includes({text}))"
            " && typeof machineRoom === 'object'",
        )
        # Whatever was under way ends, and the board plays.
        page.keyboard.press("Escape")
        new_game(page)
        page.select_option("#side", "none")
        press_square(page, "e2")
        press_square(page, "e4")
        until(page, f"{moves(page)} === 1")
        press(page, "think")
        # A damaged link opens where one plays; the arrow keys step on the bench.
        page.click("#faces a[data-face=bench]")
        page.keyboard.press("ArrowRight")
        until(page, "machineRoom.frame().cycle > 0")
        assert not check.complaints, f"{link[:100]}: {check.complaints}"
        check.forget(page)


def check_full_room(check):
    """A page that finds the room full says so, and begins by itself when there is a place."""
    page = check.page("depth=3&cycle=50")
    before_all = len(check.complaints)
    port = int(check.url.rsplit(":")[-1].rstrip("/"))
    taken = every_place(port)
    late = check.browser.new_context().new_page()
    late.goto(check.url)
    until(late, "!document.getElementById('lost').hidden")
    assert "close another page" in late.inner_text("#lost"), late.inner_text("#lost")
    # The page that has a machine keeps it.
    before = frame(page)["cycle"]
    page.keyboard.press("ArrowRight")
    until(page, f"machineRoom.frame().cycle > {before}")
    for place in taken:
        place.close()
    late.wait_for_selector(READY, timeout=60_000)
    assert late.is_hidden("#lost"), late.inner_text("#lost")
    assert not check.complaints[before_all:], check.complaints
    assert "fault" not in (late.get_attribute("#status", "class") or ""), status(late)


def every_place(port):
    """All places of the room that are free."""
    taken = []
    while len(taken) < PLACES:
        socket = WebSocket(port)
        taken.append(socket)
        if "fault" in socket.ask('{"command":"digest"}'):
            return taken
    return taken


def check_token(check, belle):
    """A room beyond the loopback opens with its printed address, which loses its token, and with nothing else."""
    server = subprocess.Popen(
        [belle, "room", "--no-open", "--address", "0.0.0.0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        url = re.search(r"http://\S+", server.stdout.readline())[0]
        assert "other computers" in server.stderr.readline()
        bare = url.split("?")[0]
        page = check.browser.new_context().new_page()
        page.goto(bare)
        assert "has printed" in page.inner_text("body"), page.inner_text("body")
        page.goto(f"{url}#depth=3&cycle=50")
        page.wait_for_selector(READY)
        until(page, "machineRoom.frame().cycle >= 50")
        assert "token" not in page.url and page.url.startswith(bare), page.url
        page.select_option("#opponent", "1972")
        new_game(page)
        page.click("#full")
        press_square(page, "e2")
        press_square(page, "e4")
        until(page, f"{moves(page)} === 2")
        page.context.close()
    finally:
        server.kill()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, *_):
        pass


def serve(folder):
    """A server of a folder's files, on a port of its own."""
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    # A page that goes while it loads is none of its concern.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def rebuild(folder, mark):
    """Changes two files of a site as another build would, and names the build anew."""
    listed = json.loads((folder / "files.json").read_text())
    for name, before in [("index.html", "</title>"), ("worker.js", "const encoder")]:
        path = folder / name
        text = path.read_text()
        assert before in text, name
        changed = f"{mark}{before}" if name == "index.html" else f"/* {mark} */{before}"
        path.write_text(text.replace(before, changed, 1))
        listed["files"][name] = hashlib.sha256(path.read_bytes()).hexdigest()
    listed["files"]["./"] = listed["files"]["index.html"]
    worker = folder / "sw.js"
    text = worker.read_text()
    worker.write_text(text.replace(listed["build"], f"build-{mark}"))
    listed["build"] = f"build-{mark}"
    (folder / "files.json").write_text(json.dumps(listed))


# The build of the page, and of a file that it loads later.
MARKS = """async () => [document.title, await (await fetch("worker.js")).text()]
    .map((text) => ["NEW", "TORN"].find((mark) => text.includes(mark)) ?? "OLD")"""
CACHES = "caches.keys()"


def check_builds(check, site):
    """Offline a page is of one build, whichever visits came before and whatever the server had meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "site"
        shutil.copytree(site, folder)
        server = serve(folder)
        url = f"http://127.0.0.1:{server.server_port}/"
        context = check.browser.new_context()

        def visit(offline=False):
            context.set_offline(offline)
            page = context.new_page()
            page.goto(url)
            page.wait_for_selector(READY)
            marks = page.evaluate(MARKS)
            if not offline:
                # The browser itself looks for a new worker a little later.
                page.evaluate(
                    "navigator.serviceWorker.ready.then((one) => one.update()).then(() => true)"
                )
                # It has installed itself, or has given up.
                until(
                    page,
                    "navigator.serviceWorker.getRegistration().then((one) => !one.installing)",
                )
            kept = page.evaluate(CACHES)
            page.close()
            assert len(set(marks)) == 1, marks
            return marks[0], kept

        assert visit()[0] == "OLD"
        assert visit(offline=True)[0] == "OLD"
        # A server in the midst of its renewal: one file is new, and the list of the old build does not have it.
        torn = folder / "worker.js"
        own = torn.read_text()
        torn.write_text("/* TORN */" + own)
        (folder / "sw.js").write_text((folder / "sw.js").read_text() + "\n")
        assert visit()[0] == "OLD"
        assert visit(offline=True)[0] == "OLD"
        torn.write_text(own)
        rebuild(folder, "NEW")
        visit()
        visit()
        mark, kept = visit(offline=True)
        assert mark == "NEW" and len(kept) == 1, (mark, kept)
        context.close()
        server.shutdown()
