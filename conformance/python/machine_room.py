"""The machine room in Chromium: the server, or with `--site` the page as a site.

All that the page does is checked on the site; on the server, whose page is the same, what goes over its socket. The same
commands must have the same answers from both. Needs `pip install -r conformance/python/requirements.txt`, Debian's chromium,
`target/release/belle`, and for the static site the folder that `cargo xtask site` writes.
"""

import argparse
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import room_game
import room_hostile
import room_play
import room_views
import room_visits
import room_whole
from playwright.sync_api import sync_playwright
from room_page import (
    READY,
    Check,
    frame,
    full_speed,
    launch,
    moves,
    press_square,
    square,
    status,
    until,
)

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
SENT = ["manhattan", "diagonal", "knight", "king", "pawn_move", "pawn_capture"]
# Cycles whose lit cells are compared: a victim, aggressors, later plies.
CYCLES = [0, 5, 13, 40, 100, 333, 1_000, 2_500]
SCRIPT = [
    {"command": "position", "fen": FEN, "moves": ["O-O"]},
    {"command": "think", "depth": 4},
    {"command": "run", "cycles": 100_000},
    {"command": "step", "unit": "find", "count": 7},
    {"command": "step", "unit": "node", "count": -3},
    {
        "command": "run",
        "cycles": 500_000,
        "until": [{"when": "searched", "text": "Nxe4"}],
    },
    {
        "command": "run",
        "cycles": 500_000,
        "until": [{"when": "signal", "text": "ply >= 3"}],
    },
    {"command": "check", "until": [{"when": "signal", "text": "plyy = 3"}]},
    {"command": "coverage", "cycles": 20_000},
    {"command": "memory"},
    {"command": "go_to", "cycle": 1_234},
    {"command": "watch", "signals": ["ply", "acc"], "cycles": 500},
    {"command": "step", "unit": "root_move", "count": 2},
    {"command": "run", "cycles": 1, "until": [{"when": "label", "label": "nowhere"}]},
    {"command": "dance"},
    {"command": "tree"},
    {"command": "branch", "from": 0, "to": 9_000, "ply": 0, "plies": 2},
    {"command": "writes", "cycles": 900},
    {"command": "evaluate"},
    {"command": "lookup", "moves": ["Nxe4"]},
    {"command": "digest"},
    {
        "command": "watch",
        "signals": ["to", "move_generator/recv/line1"],
        "cycles": 200,
        "from": 77,
    },
    {"command": "assemble", "files": [["search.mc", "search: dance"]]},
    {"command": "selftest"},
    {"command": "think", "depth": 2, "root": "machine"},
    {"command": "go_to", "cycle": 900_000},
]


def traced(belle, cycle):
    """Lit cells at a cycle, by `belle trace`: wires sent, and the six lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "trace.vcd"
        patterns = "xmit/*,recv/line*"
        command = [
            belle,
            "trace",
            FEN,
            "--depth",
            "2",
            "--from",
            str(cycle),
            "--cycles",
            "12",
        ]
        subprocess.run(
            [*command, "--signals", patterns, "-o", path],
            check=True,
            capture_output=True,
        )
        names, levels, stamps = {}, {}, 0
        for line in path.read_text().splitlines():
            if found := re.match(r"\$var wire (\d+) (\S+) (\w+)", line):
                names[found[2]] = found[3]
            elif line.startswith("#"):
                stamps += 1
                if stamps == 2:
                    break
            elif found := re.match(r"b([01]+) (\S+)", line):
                bits = found[1][::-1]
                levels[names[found[2]]] = [
                    square(i) for i, bit in enumerate(bits) if bit == "1"
                ]
    sent = {name: levels[name] for name in SENT}
    return {"sent": sent, "lines": [levels[f"line{number}"] for number in range(1, 7)]}


def check_game(check):
    """A move dragged on the board is answered, and the answer is one of the legal moves."""
    page = check.page()
    full_speed(page, level=3)
    box = page.locator("#board cg-board").bounding_box()
    cell = box["width"] / 8
    center = lambda file, rank: (
        box["x"] + cell * (file + 0.5),
        box["y"] + cell * (7.5 - rank),
    )
    page.mouse.move(*center(4, 1))
    page.mouse.down()
    page.mouse.move(*center(4, 3), steps=4)
    page.mouse.up()
    until(page, f"{moves(page)} === 2")
    assert page.locator("#moves .main").first.inner_text() == "e4"
    until(page, "document.getElementById('opening').textContent.length > 4")
    page.fill("#move-text", "Ke8")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('status').classList.contains('fault')")
    assert "Ke8" in page.inner_text("#status")
    page.click("#back")
    until(page, "machineRoom.moment() === ''")


def check_mate(check):
    """A whole game clicked to mate: the page says so and searches no further."""
    page = check.page()
    page.select_option("#side", "none")
    game = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]
    for number, move in enumerate(game, start=1):
        press_square(page, move[:2])
        press_square(page, move[2:])
        until(page, f"{moves(page)} === {number}")
    assert "White mates" in status(page), status(page)
    page.click("#run")
    until(page, "document.getElementById('status').textContent.includes('goes on')")


def check_trace(check, belle):
    """Lit cells are those of `belle trace` at the same cycles."""
    page = check.page()
    for cycle in CYCLES:
        page.goto(f"{check.url}?{cycle}#fen={FEN}&depth=2&root=machine&cycle={cycle}")
        page.wait_for_selector(READY)
        until(
            page,
            f"machineRoom.frame().cycle >= {cycle} && machineRoom.frame().searching",
        )
        page.wait_for_timeout(100)
        expected, got = (
            traced(belle, frame(page)["cycle"]),
            page.evaluate("machineRoom.lit()"),
        )
        assert got == expected, f"cycle {cycle}: expected {expected}, got {got}"


def check_steps(check):
    """Steps backwards by keyboard give the frames of the steps forwards; a link gives the frame again."""
    page = check.page(f"fen={FEN}&depth=4&cycle=50000")
    for key in "1234":
        page.locator("h1").click()
        page.keyboard.press(key)
        forwards = []
        for _ in range(5):
            before = frame(page)["cycle"]
            page.keyboard.press("ArrowRight")
            until(page, f"machineRoom.frame().cycle > {before}")
            forwards.append(json.dumps(frame(page)["signals"]))
        for expected in reversed(forwards[:-1]):
            before = frame(page)["cycle"]
            page.keyboard.press("ArrowLeft")
            until(page, f"machineRoom.frame().cycle < {before}")
            assert json.dumps(frame(page)["signals"]) == expected, f"key {key}"
    other = check.page(page.evaluate("machineRoom.moment()"))
    until(other, f"machineRoom.frame().cycle === {frame(page)['cycle']}")
    assert frame(other)["wires"] == frame(page)["wires"]


def compare(site, server):
    """The same commands have the same answers from both transports."""
    answers = list(zip(events(site), events(server), strict=True))
    for number, (one, other) in enumerate(answers):
        assert one == other, f"answer {number} differs: {one} and {other}"
    print(f"  {len(answers)} answers are the same from both transports")


def events(check):
    """Events of the script of commands."""
    page = check.page()
    return page.evaluate(
        """async (script) => {
            const all = [];
            for (const command of script) {
                let events = await machineRoom.ask(command);
                all.push(events);
                while (events.some((event) => event.reason === "pending")) all.push(events = await machineRoom.ask({ command: "continue" }));
            }
            return all;
        }""",
        SCRIPT,
    )


def check_offline(check):
    """The static site reloads without network, and the machine steps; a player is there once it was chosen before."""
    page = check.page("face=play", is_kept_offline=True)
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    until(page, "navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector(READY)
    assert "players.wasm" not in loaded
    page.select_option("#opponent", "1972")
    page.select_option("#book", "off")
    room_play.play(page, "e4")
    until(page, f"{moves(page)} === 2")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(READY)
    room_play.play(page, "d4")
    until(page, f"{moves(page)} === 4")
    page.click("#faces a[data-face=bench]")
    page.keyboard.press("ArrowRight")
    until(page, "machineRoom.frame().cycle > 0")


def run(check, tests, only):
    """Runs checks, each with pages of its own, and prints how long each took."""
    for name, test in tests.items():
        if only not in name:
            continue
        started = time.monotonic()
        test(check)
        check.close()
        print(f"  {name}: {time.monotonic() - started:.1f} s", flush=True)
        assert not check.complaints, check.complaints


def named(tests):
    """Checks by their names."""
    return {one.__name__.removeprefix("check_"): one for one in tests}


def joined(*groups):
    """All checks of some groups; no two have one name."""
    checks = {}
    for group in groups:
        assert not checks.keys() & group.keys(), checks.keys() & group.keys()
        checks |= group
    return checks


def of_both():
    """Checks of what goes over the transport while the machine works, or when it is lost."""
    return joined(
        named([check_game]),
        named(room_whole.CHECKS_OF_BOTH),
        named(room_play.CHECKS_OF_BOTH),
        named(room_game.CHECKS_OF_BOTH),
    )


def of_server(belle, process, write_goldens):
    """Checks of what only the server does."""
    checks = {
        "restart": functools.partial(room_whole.check_restart, belle=belle),
        "restart_at_rest": functools.partial(
            room_play.check_restart_at_rest, belle=belle
        ),
        "full_room": room_hostile.check_full_room,
        "token": functools.partial(room_hostile.check_token, belle=belle),
        "hostile_links": functools.partial(
            room_hostile.check_hostile_links, links=room_hostile.LINKS_TO_MACHINE
        ),
        "goldens": functools.partial(room_whole.check_goldens, write=write_goldens),
        "memory": lambda _: room_whole.check_memory(process),
    }
    if write_goldens:
        checks["pictures"] = room_whole.write_pictures
    return checks


def of_site(belle, site):
    """Checks of the page, which is the same from both transports, and of what only the site does."""
    return joined(
        named([check_mate, check_steps]),
        {"trace": functools.partial(check_trace, belle=belle)},
        named([room_hostile.check_hostile_links]),
        named(room_whole.CHECKS),
        named(room_play.CHECKS),
        named(room_visits.CHECKS),
        named(room_game.CHECKS),
        named(room_views.CHECKS),
        named([check_offline]),
        {"builds": functools.partial(room_hostile.check_builds, site=site)},
        {"size": lambda _: room_whole.check_size(site)},
    )


def main():
    """Runs the checks of the server, or with a site those of the site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--site", help="folder of the static site, which is checked")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--only", default="", help="checks with this in their names")
    parser.add_argument(
        "--figures", action="store_true", help="measure the speed, nothing else"
    )
    parser.add_argument(
        "--write-goldens", action="store_true", help="keep the pictures as they are now"
    )
    settings = parser.parse_args()
    server = subprocess.Popen(
        [settings.belle, "room", "--no-open"], stdout=subprocess.PIPE, text=True
    )
    try:
        of_room = re.search(r"http://\S+", server.stdout.readline())[0]
        url = of_room
        if settings.site:
            files = room_hostile.serve(settings.site)
            url = f"http://127.0.0.1:{files.server_port}/"
        with sync_playwright() as playwright:
            browser = launch(playwright, settings.chromium)
            check = Check(browser, url)
            if settings.figures:
                room_whole.print_figures(check, settings.belle)
                return
            if settings.site:
                own = of_site(settings.belle, settings.site)
            else:
                own = of_server(settings.belle, server.pid, settings.write_goldens)
            run(check, joined(of_both(), own), settings.only)
            if settings.site and not settings.only:
                compare(check, Check(browser, of_room))
    finally:
        server.terminate()


if __name__ == "__main__":
    sys.exit(main())
