"""The machine room playing itself at full speed for minutes: what its page and its server keep does not grow.

Needs what machine_room.py needs. It takes as long as `--minutes` says, for the server and for the static site each, so no
test command runs it.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time

import room_hostile
from playwright.sync_api import sync_playwright
from room_page import Check, launch, moves, new_game

# Seconds between two looks.
EVERY = 15
# Most that the mean of the last third may lie above that of the second, in percent. In the first the caches fill.
GROWTH = 15


def resident(process):
    """Memory of a process in megabytes."""
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024


def look(page, session):
    """What the page keeps after its garbage is collected: megabytes of JavaScript, and elements."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {
        one["name"]: one["value"]
        for one in session.send("Performance.getMetrics")["metrics"]
    }
    return metrics["JSHeapUsedSize"] / 1e6, metrics["Nodes"]


def thirds(values):
    """Means of the three thirds."""
    count = max(1, len(values) // 3)
    parts = [values[:count], values[count:-count], values[-count:]]
    return [sum(part) / max(1, len(part)) for part in parts]


def play(check, minutes, server):
    """Plays for minutes; returns the games begun, the positions searched, and what was kept, look by look."""
    page = check.page("face=play")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.select_option("#level", "5")
    page.select_option("#patience", "level")
    page.select_option("#side", "both")
    new_game(page)
    games, kept, played = 1, {"heap MB": [], "elements": []}, 0
    if server:
        kept["server MB"] = []
    began = looked = time.monotonic()
    while time.monotonic() < began + 60 * minutes:
        page.wait_for_timeout(500)
        count = page.evaluate(moves(page))
        # After ninety moves a side a game is long enough.
        if count >= 180 or page.evaluate("document.getElementById('resign').disabled"):
            played += count
            games += 1
            new_game(page)
        if time.monotonic() < looked + EVERY:
            continue
        looked = time.monotonic()
        heap, elements = look(page, session)
        kept["heap MB"].append(heap)
        kept["elements"].append(elements)
        if server:
            kept["server MB"].append(resident(server))
    return games, played + page.evaluate(moves(page)), kept


def main():
    """Plays on `belle room`, and on the static site if there is one; fails if anything grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--site", help="folder of the static site")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--minutes", type=float, default=10)
    settings = parser.parse_args()
    server = subprocess.Popen(
        [settings.belle, "room", "--no-open"], stdout=subprocess.PIPE, text=True
    )
    grown = []
    try:
        places = [
            (re.search(r"http://\S+", server.stdout.readline())[0], server.pid),
        ]
        if settings.site:
            files = room_hostile.serve(settings.site)
            places.append((f"http://127.0.0.1:{files.server_port}/", None))
        with sync_playwright() as playwright:
            browser = launch(playwright, settings.chromium)
            for url, process in places:
                check = Check(browser, url)
                games, played, kept = play(check, settings.minutes, process)
                check.close()
                assert not check.complaints, check.complaints
                place = "server" if process else "site"
                print(f"{place}: {games} games, {played} moves")
                for name, values in kept.items():
                    first, second, last = thirds(values)
                    print(
                        f"  {name}: {first:.1f}, {second:.1f}, {last:.1f} in its thirds, {max(values):.1f} at most",
                        flush=True,
                    )
                    if last > second * (1 + GROWTH / 100):
                        grown.append(f"{place}: {name}")
    finally:
        server.terminate()
    return f"grown: {', '.join(grown)}" if grown else 0


if __name__ == "__main__":
    sys.exit(main())
