"""Checks of the workbench's views: each of them by the mouse and keys of a reader."""

import json
import re

from room_page import ask, frame, new_game, status, until

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
# Few moves, many transpositions.
ENDING = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"
MOMENT = f"fen={FEN}&depth=4&cycle=60000"


def signal(page, name):
    """Level of a signal of the present frame."""
    return page.evaluate(
        """async (name) => {
            const [described] = await machineRoom.ask({ command: "describe" });
            return machineRoom.frame().signals[described.signals.findIndex((one) => one.name === name)];
        }""",
        name,
    )


def check_waves(check):
    """A signal added by name, an edge, the machine taken there, and the same levels in the file."""
    page = check.page(f"{MOMENT}&view=waves")
    page.fill("#wave-name", "white_to_move")
    page.keyboard.press("Enter")
    until(
        page,
        "document.querySelector('#wave-names .chosen')?.textContent.includes('white_to_move')",
    )
    page.click("#edge-after")
    until(page, "/A at [0-9,]+/.test(document.getElementById('wave-text').textContent)")
    # The wheel narrows the window around the pointer, a drag moves it, a click leaves a marker.
    box = page.locator("#waves").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    page.mouse.wheel(0, -100)
    until(page, "document.getElementById('wave-size').value === '160'")
    window = "document.getElementById('wave-text').textContent"
    before = page.evaluate(window)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 80, box["y"] + 60, steps=3)
    page.mouse.up()
    until(page, f"{window} !== {json.dumps(before)}")
    page.select_option("#wave-group", "microengine/flags")
    until(page, "document.querySelectorAll('#wave-names > div').length === 14")
    page.select_option("#wave-size", "1000")
    page.click("#wave-now")
    page.locator("#wave-names button", has_text="white_to_move").first.click()
    page.click("#edge-before")
    with page.expect_download() as download:
        page.click("#wave-vcd")
    until(page, "document.getElementById('status').textContent.includes('.gtkw')")
    page.click("#wave-go")
    edge = int(
        re.search(r"A at ([\d,]+)", page.inner_text("#wave-text"))[1].replace(",", "")
    )
    until(page, f"machineRoom.frame().cycle === {edge}")
    after = signal(page, "white_to_move")
    page.keyboard.press("1")
    page.keyboard.press("ArrowLeft")
    until(page, f"machineRoom.frame().cycle < {edge}")
    assert signal(page, "white_to_move") != after, "the marker stands on an edge"
    text = download.value.path().read_text()
    described = ask(page, {"command": "describe"})[0]
    names = [*described["signals"], *described["wires"]]
    assert len(re.findall(r"\$var wire ", text)) == len(names)
    code = re.search(r"\$var wire 1 (\S+) white_to_move", text)[1]
    stamp = re.search(rf"^#{240 * edge}\n((?:[^#\n].*\n)*)", text, re.MULTILINE)[1]
    assert f"{after}{code}" in stamp, stamp


def check_tree(check):
    """Iterations add up to all nodes; a root move opens; a click on a move goes to its cycle."""
    page = check.page(f"fen={FEN}&depth=3&cycle=900000&view=tree")
    until(page, "document.querySelectorAll('#tree .row-of-tree').length > 20")
    rows = page.evaluate(
        """[...document.querySelectorAll('#tree > ul > li > .row-of-tree .nodes')].map((one) => Number(one.textContent.replaceAll(',', '')))"""
    )
    assert len(rows) == 3 and sum(rows) == frame(page)["nodes"], rows
    page.locator("#tree ul ul .twist:not([disabled])").nth(1).click()
    until(page, "document.querySelectorAll('#tree ul ul ul .row-of-tree').length > 3")
    name = page.locator("#tree ul ul ul .move").nth(1)
    text = name.inner_text()
    name.click()
    until(
        page,
        f"machineRoom.frame().stack.length === 3 && machineRoom.frame().stack[1].text === {text!r}",
    )


def root_of(page, number):
    """A root move of the last iteration as the machine tells it, and the key of its row."""
    [tree] = ask(page, {"command": "tree"})
    one = tree["asked"][number]
    return one, f"#tree [data-key='r{one['from']}']"


def nodes_below(page, one, end):
    """The moves below a root move up to a cycle and their nodes, from the machine."""
    command = {"command": "branch", "from": one["from"], "to": end, "ply": 1}
    [branch] = ask(page, {**command, "plies": 1})
    return [f"{node['text']} {node['nodes']:,}" for node in branch["nodes"]]


def check_tree_of_moment(check):
    """What lies below a move is what the machine has entered up to the present cycle: after a step on nothing is missing, and back none is left over."""
    page = check.page(f"{MOMENT}&view=tree")
    until(page, "document.querySelectorAll('#tree .row-of-tree').length > 3")
    one, key = root_of(page, -1)
    page.locator(key).click()
    rows = f"""[...(document.querySelector("{key}")?.closest("li").querySelectorAll(":scope ul .row-of-tree") ?? [])]
        .map((row) => row.querySelector(".move").textContent + " " + row.querySelector(".nodes").textContent)"""
    shown = lambda cycle: until(
        page,
        f"JSON.stringify({rows}) === {json.dumps(json.dumps(nodes_below(page, one, cycle), separators=(',', ':')))}",
    )
    shown(frame(page)["cycle"])
    cycles = [frame(page)["cycle"]]
    # On to the end of this root move, beyond it, and back again.
    for steps in [1, 1]:
        page.keyboard.press("5")
        page.keyboard.press("ArrowRight")
        until(page, f"machineRoom.frame().cycle > {cycles[-1]}")
        cycles.append(frame(page)["cycle"])
        shown(cycles[1])
    page.evaluate(
        "(cycle) => { document.getElementById('go-cycle').value = cycle; document.getElementById('go-form').requestSubmit(); }",
        cycles[0],
    )
    until(page, f"machineRoom.frame().cycle === {cycles[0]}")
    shown(cycles[0])
    # Two steps at once: the view shows the second.
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    sums = "[...document.querySelectorAll('#tree > ul > li > .row-of-tree .nodes')].reduce((sum, one) => sum + Number(one.textContent.replaceAll(',', '')), 0)"
    until(page, f"{sums} === machineRoom.frame().nodes")


def check_cycles(check):
    """A step of a cycle goes through a word: its counter, what each cycle is for, and what the evaluator needs; registers change at its end."""
    # A word that marks an entry of the transposition memory.
    page = check.page(f"fen={FEN}&depth=4&cycle=50001")
    number = "Number(document.getElementById('cycle').firstChild.nodeValue.replaceAll(',', ''))"
    lit = "[...document.querySelectorAll('#ledger li:not(.count)')].findIndex((one) => one.className === 'now')"
    word = frame(page)
    assert word["cycles"] == [*["memory"] * 4, "word"], word["cycles"]
    link = page.evaluate("machineRoom.moment()")
    page.keyboard.press("6")
    until(page, f"{number} === {word['cycle']}")
    # All but what the full evaluator still needs.
    read = "[...document.querySelectorAll('#registers div')].map((one) => one.textContent).filter((text) => !text.startsWith('left')).join()"
    registers = page.evaluate(read)
    for passed in range(1, len(word["cycles"])):
        page.keyboard.press("ArrowRight")
        until(page, f"{number} === {word['cycle'] + passed} && {lit} === {passed}")
        assert f"CYCLE {passed + 1} OF" in page.inner_text("#caption")
        assert page.evaluate(read) == registers
        assert frame(page) == word and page.evaluate("machineRoom.moment()") == link
    page.keyboard.press("ArrowRight")
    until(
        page,
        f"machineRoom.frame().cycle === {word['cycle'] + len(word['cycles'])} && {lit} === 0",
    )
    # The next word is a find: its array settles before the priority network names a square.
    pressed = "document.querySelector('#stages [aria-pressed=true]').textContent"
    assert frame(page)["cycles"] == ["find", "word"]
    until(page, f"{pressed} === 'RECV'")
    page.keyboard.press("ArrowRight")
    until(page, f"{pressed} === 'PRIORITY'")
    page.keyboard.press("ArrowLeft")
    # Back over the word's end, then ten at once, and by words from within.
    page.keyboard.press("ArrowLeft")
    until(page, f"{lit} === {len(word['cycles']) - 1}")
    assert frame(page) == word
    page.keyboard.press("Shift+ArrowRight")
    until(page, f"{number} === {word['cycle'] + len(word['cycles']) + 9}")
    # Keys faster than answers lose no cycle.
    begin = page.evaluate(number)
    for _ in range(25):
        page.keyboard.press("ArrowRight")
    until(page, f"{number} === {begin + 25}")
    for _ in range(25):
        page.keyboard.press("ArrowLeft")
    until(page, f"{number} === {begin}")
    # What the evaluator still needs falls by one a cycle, and its view shows the direction that reports.
    page.click("#tab-values")
    page.click("details.until summary")
    page.select_option("#until-kind", "signal")
    page.fill("#until-text", "left = 11")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('status').textContent.includes('holds at')")
    page.locator("h1").click()
    page.keyboard.press("6")
    ready = "Number(/Ready in ([0-9]+)/.exec(document.getElementById('sum').textContent)?.[1])"
    shown = "[...document.querySelectorAll('#directions button')].findIndex((one) => one.ariaPressed === 'true')"
    for passed in range(8):
        until(page, f"{ready} === {11 - passed} && {shown} === {passed}")
        page.keyboard.press("ArrowRight")


def check_counts_of_search(check):
    """The whole search is counted: all its cycles and positions, by steps and by use."""
    page = check.page(f"fen={FEN}&depth=4&cycle=330000&view=program")
    now = frame(page)
    page.click("#heat-all")
    until(page, "document.getElementById('status').textContent.includes('found from')")
    text = page.inner_text("#counted")
    cycles, nodes = f"{now['cycle']:,}", f"{now['nodes']:,}"
    assert f"Cycles 0 to {cycles}: {nodes} positions" in text, text
    uses = [float(one) for one in re.findall(r"([0-9.]+) %", text)]
    assert len(uses) == 4 and abs(sum(uses) - 100) < 0.4, text
    heads = " ".join(page.locator("#listing .step").all_text_contents())
    shares = [float(one) for one in re.findall(r"([0-9.]+) % of the cycles", heads)]
    assert len(shares) > 5 and abs(sum(shares) - 100) < 1, heads
    assert frame(page) == now
    page.locator("h1").click()
    page.keyboard.press("Escape")
    until(page, "document.getElementById('counted').hidden")


def check_cell(check):
    """A click opens one cell's diagram, which says what the grid says."""
    page = check.page(f"fen={FEN}&depth=2&root=machine&cycle=0")
    page.locator("#cells [role=gridcell]").nth(8 * 6 + 3).click()
    assert page.get_attribute("#tab-cell", "aria-selected") == "true"
    assert page.get_attribute("#cell svg", "aria-label") == page.evaluate(
        "machineRoom.label(11)"
    )
    lit = page.locator("#cell text.name.on").all_text_contents()
    assert {"pawn", "own", "pawn_move", "pawn_capture"} <= set(lit), lit
    # Two wires have this name, and each says what it is itself.
    for name, words in [
        ("xmit/knight", "a knight's jump away"),
        ("square/knight", "with a knight on them"),
    ]:
        page.hover(f"#cell [data-explain='wire:{name}']")
        assert words in page.inner_text("#explain"), page.inner_text("#explain")


def check_values(check):
    """The evaluator's cells by direction, and the last writes."""
    page = check.page(f"{MOMENT}&view=values")
    until(page, "document.querySelectorAll('#writes tbody tr').length > 4")
    seen = set()
    for number in range(8):
        page.locator("#directions button").nth(number).click()
        until(
            page,
            f"document.querySelectorAll('#directions button')[{number}].ariaPressed === 'true'",
        )
        seen |= set(page.locator("#terms .term span").all_inner_texts())
    [evaluated] = ask(page, {"command": "evaluate"})
    names = {term["name"] for cycle in evaluated["cycles"] for term in cycle["terms"]}
    assert seen == names, seen ^ names


def check_memory(check):
    """The entry of a position on the path is found open."""
    page = check.page(f"{MOMENT}&view=memory")
    until(
        page,
        "document.getElementById('map-text').textContent.includes('entries in use')",
    )
    page.fill("#look-fen", "hello")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('status').textContent.includes('hello')")
    page.fill("#look-fen", "")
    path = [one["uci"] for one in frame(page)["stack"] if one["uci"]]
    page.fill("#look-moves", path[0])
    page.keyboard.press("Enter")
    until(page, "document.getElementById('looked').textContent.includes('hit')")
    assert "open" in page.inner_text("#looked") and status(page) == "White to move"


def check_difference(check):
    """A mark, a step, and every register that differs."""
    page = check.page(MOMENT)
    page.locator("h1").click()
    page.keyboard.press("a")
    before = frame(page)
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    until(page, f"machineRoom.frame().cycle > {before['cycle']}")
    until(page, "document.querySelectorAll('#difference tr').length > 3")
    assert page.locator("#difference .picture").count() == 2
    names = page.locator("#difference td:first-child").all_inner_texts()
    assert "cycles" in names and "nodes" in names, names
    page.click("#mark-go")
    until(page, f"machineRoom.frame().cycle === {before['cycle']}")
    # Another search has other cycles.
    page.locator("h1").click()
    page.keyboard.press("Enter")
    until(page, "document.getElementById('mark-go').disabled")
    assert "of another search" in page.inner_text("#difference")


def check_stops(check):
    """A click in the listing stops the machine there; combined conditions hold together."""
    page = check.page(f"{MOMENT}&view=program")
    described = ask(page, {"command": "describe"})[0]
    address = next(
        at for at, word in enumerate(described["words"]) if "cut" in word["labels"]
    )
    page.locator("#listing .line").nth(address).click()
    page.click("#full")
    page.click("#run")
    until(page, f"machineRoom.frame().address === {address} && !machineRoom.running()")
    assert "Stopped before cut" in status(page), status(page)
    assert "cut" in page.inner_text("#stops"), page.inner_text("#stops")
    page.click("#no-stops")
    assert page.locator("#stops li").count() == 0
    page.click("summary:has-text('Run until')")
    for kind, text in [("label", "cut"), ("signal", "ply = 2"), ("searched", "")]:
        page.select_option("#until-kind", kind)
        if text:
            page.fill("#until-text", text)
            page.click("#until-and")
    page.click("#until-form button:has-text('Go')")
    until(
        page,
        "document.getElementById('status').textContent.includes('condition holds at')",
    )
    now = frame(page)
    assert now["address"] == address and len(now["stack"]) == 3, now["stack"]
    assert page.locator("#until-all button").count() == 0, "conditions stay behind"
    page.select_option("#until-kind", "signal")
    for text, name, level in [("to = e5", "to", 36), ("recv/line1 != 0", "", 0)]:
        before = frame(page)["cycle"]
        page.fill("#until-text", text)
        page.click("#until-form button:has-text('Go')")
        until(page, f"machineRoom.frame().cycle > {before} && !machineRoom.running()")
        assert "condition holds at" in status(page), status(page)
        signals = [one["name"] for one in described["signals"]]
        assert (
            not name or int(frame(page)["signals"][signals.index(name)], 16) == level
        ), text
    # Nothing typed: on to the next place where the same holds.
    before = frame(page)["cycle"]
    page.click("#until-form button:has-text('Go')")
    until(page, f"machineRoom.frame().cycle > {before} && !machineRoom.running()")
    assert "condition holds at" in status(page), status(page)
    page.fill("#until-text", "ply is 3")
    page.click("#until-and")
    until(page, "!document.getElementById('until-fault').hidden")
    for place in [status(page), page.inner_text("#until-fault")]:
        assert "expected a name, a relation and a level" in place
    # It goes back to where it was typed, and an empty one leaves nothing behind.
    assert page.input_value("#until-text") == "ply is 3"
    assert page.locator("#until-all button").count() == 0
    # A wrong condition leaves a search that has ended.
    ask(page, {"command": "go_to", "cycle": 10**12})
    page.click("#step-back")
    page.click("#step")
    until(page, "machineRoom.frame().over")
    end = frame(page)["cycle"]
    page.fill("#until-text", "temperature = 3")
    # What was wrong with another condition is gone.
    assert page.is_hidden("#until-fault")
    page.click("#until-form button:has-text('Go')")
    until(page, "document.getElementById('status').textContent.includes('temperature')")
    assert "temperature" in page.inner_text("#until-fault")
    assert frame(page)["cycle"] == end


def check_change(check):
    """An error at its place, a changed program compared with the original, and the self-test."""
    page = check.page(f"fen={ENDING}&view=change")
    text = page.input_value("#edit")
    page.fill(
        "#edit", text.replace("memory probe, unless hit", "memory prob, unless hit")
    )
    page.click("#assemble")
    until(page, "document.querySelectorAll('#errors li').length === 1")
    page.click("#errors button")
    chosen = page.evaluate("edit.value.slice(edit.selectionStart, edit.selectionEnd)")
    assert chosen == "prob", chosen
    page.fill(
        "#edit",
        text.replace("memory probe, unless hit goto mark", "memory probe, goto mark"),
    )
    page.select_option("#compare-depth", "4")
    # Read in the click itself: a short comparison is over before another question is asked.
    during = (
        "['original', 'assemble'].map((id) => document.getElementById(id).disabled)"
    )
    disabled = page.evaluate(f"(document.getElementById('compare').click(), {during})")
    assert disabled == [True, True], "a comparison is under way"
    until(page, "document.querySelectorAll('#compared tr').length === 3", 120)
    rows = page.locator("#compared tr").all_inner_texts()
    nodes = [int(row.split("\t")[1].replace(",", "")) for row in rows[1:]]
    assert nodes[1] > nodes[0], rows
    page.click("#original")
    until(page, "document.getElementById('edit-text').textContent.includes('own')")
    page.click("#selftest")
    until(page, "document.querySelectorAll('#compared .tests tr').length >= 30")
    assert page.locator("#compared .bad").count() == 0


def check_docs(check):
    """Pages are found by their words, and every explanation leads to one."""
    page = check.page()
    page.locator("h1").click()
    page.keyboard.press("d")
    page.fill("#docs-search", "disable priority")
    until(page, "document.querySelectorAll('#docs-found .found').length > 0")
    page.locator("#docs-found button").first.click()
    until(page, "document.querySelectorAll('#docs h2, #docs h3').length > 0")
    page.click("#tab-machine")
    page.locator("#registers [data-explain='signal:acc']").click()
    page.click("#explain .link")
    until(page, "document.getElementById('docs').textContent.includes('Value bus')")
    page.fill("#docs-search", "disable stack")
    page.keyboard.press("Enter")
    until(
        page,
        "document.getElementById('docs-page').value === 'databook/move-generator-cell.md'",
    )


# Elements that a step outlines, and whether each is in sight; a step's claims are held by crates/room/tests/moments.rs.
SHOWN = """[...document.querySelectorAll('.shown')].map((one) => {
    const box = one.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < innerHeight;
})"""
PLACE = "JSON.stringify(document.getElementById('array').getBoundingClientRect())"


def check_tours(check):
    """Every step of every tour outlines what it names, in sight, and moves nothing; the game is back at the end."""
    page = check.page("face=bench")
    page.fill("#move-text", "e4")
    page.keyboard.press("Enter")
    until(page, "machineRoom.moment().includes('e2e4')")
    tours = page.evaluate("fetch('tours.json').then((answer) => answer.json())")
    page.select_option("#tour", tours[0]["name"])
    places = set()
    for number, tour in enumerate(tours):
        for step, at in enumerate(tour["steps"], start=1):
            count = f"{step} of {len(tour['steps'])}"
            until(
                page,
                f"document.getElementById('tour-title').textContent === {json.dumps(tour['title'])}"
                f" && document.getElementById('tour-count').textContent === '{count}'",
            )
            until(page, "!document.getElementById('tour-panel').ariaBusy", 120)
            assert "fault" not in (page.get_attribute("#status", "class") or ""), (
                status(page)
            )
            shown = page.evaluate(SHOWN)
            assert shown == [True] * len(at["shows"]), (tour["name"], step, shown)
            assert frame(page)["cycle"] == at["at"]["cycle"] or "page" in at
            places.add(page.evaluate(PLACE))
            if number < len(tours) - 1 or step < len(tour["steps"]):
                page.click("#tour-next")
    assert len(places) == 1, places
    seen = page.locator("#tour-list .seen").count()
    assert seen == len(tours), seen
    page.click("#tour-close")
    until(page, "machineRoom.moment().includes('e2e4')")
    # A phone moves to what the step names.
    page.set_viewport_size({"width": 390, "height": 844})
    page.select_option("#tour", "illegal")
    until(page, "!document.getElementById('tour-panel').ariaBusy")
    until(page, f"{SHOWN}.includes(true)")


def check_gallery(check):
    """The gallery has a picture and a sentence for each moment; a card opens its cycle as a visit, and the game comes back."""
    page = check.page("face=bench")
    page.fill("#move-text", "d4")
    page.keyboard.press("Enter")
    until(page, "machineRoom.moment().includes('d2d4')")
    # While the server does not answer, that is said once, and asked again the next time.
    complaints = len(check.complaints)
    page.route("**/gallery.json", lambda route: route.abort())
    for _ in range(2):
        page.click("#gallery-open")
        until(page, "document.getElementById('gallery').open")
        assert "cannot be loaded" in page.inner_text("#exhibits p")
        assert page.locator("#exhibits > *").count() == 1
        page.keyboard.press("Escape")
    page.unroute("**/gallery.json")
    del check.complaints[complaints:]
    page.click("#gallery-open")
    until(page, "document.querySelectorAll('#exhibits .card').length >= 40")
    cards = page.locator("#exhibits .card")
    assert page.locator("#exhibits .picture").count() == cards.count()
    exhibits = page.evaluate("fetch('gallery.json').then((answer) => answer.json())")
    assert cards.count() == len(exhibits)
    for name in ["null-cutoff", "queen-first"]:
        one = next(one for one in exhibits if one["name"] == name)
        page.locator(f"#exhibits a[href='#moment={name}']").click()
        until(page, f"machineRoom.frame().cycle === {one['at']['cycle']}")
        until(page, f"machineRoom.frame().pieces === {json.dumps(one['pieces'])}")
        assert one["text"] in page.inner_text("#visit-text")
        page.click("#gallery-open")
        until(page, "document.getElementById('gallery').open")
    page.keyboard.press("Escape")
    page.click("#visit-end")
    until(page, "machineRoom.moment().includes('d2d4')")
    page.goto(f"{check.url}#moment=nowhere")
    until(
        page,
        "document.getElementById('visit-text').textContent.includes('a name of the gallery')",
    )


def check_share(check):
    """A link carries a sentence and changed microcode; what it cannot read is named, and the program stays."""
    page = check.page(f"fen={ENDING}&view=change")
    text = page.input_value("#edit")
    page.fill(
        "#edit",
        text.replace("memory probe, unless hit goto mark", "memory probe, goto mark"),
    )
    page.click("#assemble")
    until(page, "document.getElementById('edit-text').textContent.includes('are in')")
    page.keyboard.press("Escape")
    page.click("#step")
    until(page, "machineRoom.frame().searching")
    page.click("#link")
    page.fill("#share-note", "Look <b>here</b>!")
    link = page.input_value("#share-link")
    page.click("#share-close")
    assert "microcode=" in link and len(link) < 2_000, link
    other = check.page(link.split("#")[1])
    until(other, f"machineRoom.frame().cycle === {frame(page)['cycle']}")
    assert "Look <b>here</b>!" in other.inner_text("#visit-text")
    assert other.input_value("#edit") == page.input_value("#edit") != text
    broken = link.split("#")[1].replace("microcode=", "microcode=xx")
    third = check.page(broken)
    damaged = "document.getElementById('visit-text').textContent"
    until(third, f"{damaged}.includes('This link is damaged: microcode')")
    assert "cut off" in third.inner_text("#visit-text")
    assert third.input_value("#edit") == text


def check_edit(check):
    """A piece that is dragged on the array moves, the wires settle, and the game waits."""
    page = check.page("face=bench")
    page.fill("#move-text", "e4")
    page.keyboard.press("Enter")
    until(page, "machineRoom.moment().includes('e2e4')")
    page.click("#tab-waves")
    box = page.locator("#cells").bounding_box()
    cell = box["width"] / 8
    middle = lambda name: (
        box["x"] + cell * ("abcdefgh".index(name[0]) + 0.5),
        box["y"] + cell * (8.5 - int(name[1])),
    )
    until(page, "machineRoom.frame().pieces[28] === 'P' && !machineRoom.running()")
    page.mouse.move(*middle("d1"))
    page.mouse.down()
    page.mouse.move(*middle("h5"), steps=6)
    # The wires settle under the pointer, before the piece is let go.
    until(page, "machineRoom.frame().pieces[39] === 'Q'")
    page.mouse.up()
    until(page, "document.getElementById('status').textContent.includes('victim')")
    assert page.get_attribute("#tab-cell", "aria-selected") == "false"
    page.mouse.move(*middle("e8"))
    page.mouse.down()
    page.mouse.move(4, 4, steps=4)
    page.mouse.up()
    until(
        page,
        "document.getElementById('status').textContent.includes('Black has no king.')",
    )
    # A piece that is let go where it may not stand goes back to where it was taken up.
    before = frame(page)["pieces"]
    page.mouse.move(*middle("h5"))
    page.mouse.down()
    page.mouse.move(*middle("d6"), steps=4)
    until(page, "machineRoom.frame().pieces[43] === 'Q'")
    page.mouse.move(*middle("e8"), steps=4)
    page.mouse.up()
    until(
        page,
        "document.getElementById('status').textContent.includes('stands where it stood')",
    )
    assert frame(page)["pieces"] == before, frame(page)["pieces"]
    page.click("#edit-array")
    page.locator("#cells [role=gridcell]").nth(8 * 4 + 7).focus()
    page.keyboard.press("Delete")
    until(page, "!/[pP]/.test(machineRoom.frame().pieces[31])")
    page.click("#visit-end")
    until(page, "machineRoom.moment().includes('e2e4')")


def check_bases(check):
    """Addresses of words are hexadecimal with a mark wherever they stand, and a press on one shows the word."""
    page = check.page(f"{MOMENT}&view=machine")
    until(page, "document.querySelector('#registers .address')?.textContent")
    address = frame(page)["address"]
    mark = lambda number: f"0x{number:03X}"
    register = page.locator("#registers div", has_text="address").locator("button")
    assert register.inner_text() == mark(address)
    words = ask(page, {"command": "describe"})[0]
    names = [one["name"] for one in words["fields"]]
    for _ in range(60):
        fields = words["words"][frame(page)["address"]]["fields"]
        if next_word := fields[names.index("next")]:
            break
        cycle = frame(page)["cycle"]
        page.click("#step")
        until(page, f"machineRoom.frame().cycle > {cycle}")
    chip = page.locator("#word .address")
    assert chip.inner_text() == mark(next_word), chip.inner_text()
    chip.click()
    until(page, "document.activeElement?.matches('#listing .line')")
    line = page.evaluate("document.activeElement.children[1].textContent")
    assert line == mark(next_word), line
    # Each step's share of the cycles that were counted: all of them together.
    page.keyboard.press("c")
    until(page, "document.getElementById('status').textContent.includes('found from')")
    heads = " ".join(page.locator("#listing .step").all_text_contents())
    shares = [float(one) for one in re.findall(r"([0-9.]+) % of the cycles", heads)]
    assert len(shares) > 5 and abs(sum(shares) - 100) < 1, heads
    page.click("#tab-memory")
    until(page, "document.getElementById('entry').textContent.includes('address')")
    assert f"0x{frame(page)['index']:05X}" in page.inner_text("#entry")


def check_low_screen(check):
    """At 1280 x 720 the array has its sentence whole and its legend; nothing of the views lies over another, or runs off."""
    page = check.page(f"{MOMENT}&view=machine")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_timeout(200)
    box = lambda name: page.locator(name).bounding_box()
    cut = "((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)"
    legend, panel = box(".legend"), box(".machine")
    assert page.is_visible(".legend") and not page.evaluate(
        f"{cut}(document.querySelector('.legend'))"
    )
    assert legend["y"] + legend["height"] <= panel["y"] + panel["height"], legend
    # Both in one moment: the next frame may be painted between two questions.
    places = """(() => {
        const range = new Range();
        range.selectNodeContents(document.getElementById("word"));
        const heading = document.getElementById("bus").previousElementSibling;
        return [range.getBoundingClientRect().bottom, heading.getBoundingClientRect().top];
    })()"""
    for _ in range(60):
        word, bus = page.evaluate(places)
        assert word <= bus + 1, (word, bus, page.inner_text("#word"))
        if "FIND VICTIM" in page.inner_text("#caption"):
            assert not page.evaluate(f"{cut}(document.getElementById('caption'))")
        cycle = frame(page)["cycle"]
        page.keyboard.press("ArrowRight")
        until(page, f"machineRoom.frame().cycle > {cycle}")
    page.click("#tab-memory")
    page.fill("#look-moves", "Nc3")
    page.press("#look-moves", "Enter")
    until(page, "document.getElementById('looked').textContent.includes('key')")
    assert not page.evaluate(f"{cut}(document.querySelector('.panel.bench'))") or (
        page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.panel.bench'))"
        )
    )


def check_lines_in_sight(check):
    """Beside the array the moves and the best lines are seen without a scroll, and the settings below them."""
    page = check.page("moves=e2e4 e7e5 g1f3 b8c6&depth=4&cycle=60000")
    until(page, "document.querySelectorAll('#thoughts tr').length > 3")
    box = lambda name: page.locator(name).bounding_box()
    lines, panel, fields = box("#thoughts"), box(".panel.play"), box("#fields")
    assert lines["y"] + lines["height"] <= panel["y"] + panel["height"], lines
    assert fields["y"] >= lines["y"] + lines["height"], fields


def check_entry(check):
    """A press on a dot of the memory says what is known of it: fields and position of one that is on the path."""
    page = check.page(f"{MOMENT}&view=memory")
    until(
        page,
        "document.getElementById('map-text').textContent.includes('entries in use')",
    )
    first = next(one["uci"] for one in frame(page)["stack"] if one["uci"])
    [looked] = ask(page, {"command": "lookup", "moves": [first]})

    def press_dot(address):
        # Messages above may move it.
        box = page.locator("#map").bounding_box()
        page.mouse.click(
            box["x"] + box["width"] * (address % 512 + 0.5) / 512,
            box["y"] + box["height"] * (address // 512 + 0.5) / 256,
        )

    shown = "document.getElementById('looked').textContent"
    press_dot(looked["index"])
    until(page, f"{shown}.includes('0x{looked['index']:05X}')")
    said = page.evaluate(shown)
    assert looked["fen"] in said and "open: on the path" in said, said
    assert f"bits 0x{int(looked['bits'], 16):016X}" in said, said
    page.click("#looked button")
    until(page, "document.getElementById('status').textContent.includes('ply 1')")
    # One of a position that nothing leads to: a dot of another color, far from the path.
    [memory] = ask(page, {"command": "memory"})
    kinds = [int(two, 16) >> shift & 3 for two in memory["bounds"] for shift in (2, 0)]
    words = ["", "at most", "at least", "exactly"]
    for address in [at for at, kind in enumerate(kinds) if kind][:3]:
        press_dot(address)
        until(page, f"{shown}.includes('0x{address:05X}')")
        assert words[kinds[address]] in page.evaluate(shown), page.evaluate(shown)
        # The same by its address alone, with depth and key.
        said = page.evaluate(shown)
        assert "searched" in said and "key 0x" in said, said
        page.evaluate("document.getElementById('looked').replaceChildren()")
        page.fill("#look-address", f"0x{address:X}")
        page.keyboard.press("Enter")
        until(page, f"{shown} === {json.dumps(said)}")
    # What is wrong with an address is said where one looks.
    for wrong in ("zz", "20000"):
        page.fill("#look-address", wrong)
        page.keyboard.press("Enter")
        until(page, "document.getElementById('said').textContent.includes('expected')")
        assert page.is_visible("#said")


def check_compare_keeps_moment(check):
    """A comparison ends at the cycle where it began; after Original one's own program can be had again, at its cycle."""
    page = check.page(f"fen={ENDING}&view=change")
    text = page.input_value("#edit")
    own = text.replace("memory probe, unless hit goto mark", "memory probe, goto mark")
    page.fill("#edit", own)
    page.click("#assemble")
    until(page, "document.getElementById('edit-text').textContent.includes('are in')")
    page.locator("h1").click()
    page.keyboard.press("1")
    page.keyboard.press("Shift+ArrowRight")
    until(page, "machineRoom.frame().cycle > 9")
    before = frame(page)
    page.select_option("#compare-depth", "3")
    page.click("#compare")
    until(page, "document.querySelectorAll('#compared tr').length === 3", 120)
    until(page, f"machineRoom.frame().cycle === {before['cycle']}")
    assert frame(page)["signals"] == before["signals"]
    cut = "((one) => one.scrollWidth > one.clientWidth)(document.getElementById('compared'))"
    assert not page.evaluate(cut), "the table is cut"
    page.click("#original")
    until(page, "document.getElementById('edit-text').textContent.includes('own')")
    assert page.input_value("#edit") == text
    page.click("#mine")
    until(page, f"machineRoom.frame().cycle === {before['cycle']}")
    assert page.input_value("#edit") == own and page.is_hidden("#mine")
    # Nor does a link lose it.
    page.evaluate("void (location.hash = 'moves=e2e4&depth=2&cycle=500&view=change')")
    until(page, "machineRoom.frame().cycle === 500")
    assert page.input_value("#edit") == text
    page.click("#mine")
    until(page, "document.getElementById('edit-text').textContent.includes('are in')")
    assert page.input_value("#edit") == own


def check_tabs_stay(check):
    """The tabs keep their places whichever is chosen; a breakpoint is announced; black pieces of the palette can be seen."""
    page = check.page("face=bench", color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 720})
    places = "[...document.querySelectorAll('#tabs button')].map((one) => one.getBoundingClientRect().toJSON())"
    first = page.evaluate(places)
    for name in ["program", "difference", "memory", "docs"]:
        page.click(f"#tab-{name}")
        assert page.evaluate(places) == first, name
    page.click("#tab-program")
    assert "breakpoint" in page.inner_text("#view-program .hint")
    page.click("#edit-array")
    ground = page.evaluate(
        "getComputedStyle(document.querySelector('#palette .brush')).backgroundColor"
    )
    assert min(int(part) for part in re.findall(r"[0-9]+", ground)[:3]) > 140, ground


def check_edited_castling(check):
    """An edited board keeps its castling rights while kings and rooks stand at home, and the way back stays on the bench."""
    page = check.page("face=bench")
    page.fill("#move-text", "e4")
    page.keyboard.press("Enter")
    until(page, "machineRoom.moment().includes('e2e4') && !machineRoom.running()")
    page.click("#edit-array")
    rights = "document.getElementById('fen').value.split(' ')[2]"

    def put(name, key):
        cell = 8 * (8 - int(name[1])) + "abcdefgh".index(name[0])
        page.locator("#cells [role=gridcell]").nth(cell).focus()
        page.keyboard.press(key)

    for name, key, expected in [
        ("d2", "Delete", "KQkq"),
        ("h1", "Delete", "Qkq"),
        ("h1", "R", "KQkq"),
        ("a8", "n", "KQk"),
    ]:
        put(name, key)
        until(page, f"{rights} === '{expected}'")
    page.click("#visit-end")
    until(page, "machineRoom.moment().includes('e2e4')")
    assert page.is_visible("#array"), "on the bench, where it was left"


def check_one_frame(check):
    """While the machine runs fast, caption, path and tree speak of one frame."""
    page = check.page(f"fen={FEN}")
    page.click("#full")
    page.evaluate("document.getElementById('level').value = '7'")
    page.click("#run")
    until(page, "machineRoom.frame().nodes > 10000")
    compared = 0
    for _ in range(25):
        caption, path = page.evaluate("[caption.textContent, path.textContent]")
        root = re.search(r"Root move \d+ of \d+, (\S+?),", caption)
        first = re.match(r"Path: (?!the root)(\S+)", path)
        if root and first:
            compared += 1
            assert root[1] == first[1], (caption, path)
        page.wait_for_timeout(60)
    assert compared > 5, compared
    page.click("#run")


def check_stops_of_tab(check):
    """The machine's controls are a few stops of the Tab key away, and the arrow keys go on within a group."""
    page = check.page(MOMENT)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the machine"
    page.keyboard.press("Enter")
    name = (
        "document.activeElement.id || document.activeElement.getAttribute('aria-label')"
    )
    seen = []
    while "tab-machine" not in seen:
        seen.append(page.evaluate(name))
        assert len(seen) <= 20, seen
        page.keyboard.press("Tab")
    page.locator("#registers [tabindex='0']").first.focus()
    before = page.evaluate("document.activeElement.dataset.explain")
    page.keyboard.press("ArrowDown")
    after = page.evaluate("document.activeElement.dataset.explain")
    assert before != after and after.startswith("signal:"), (before, after)
    # What is explained goes when something else is pointed at.
    page.locator("h1").hover()
    assert "signal" not in page.inner_text("#explain"), page.inner_text("#explain")


def check_links(check):
    """A link to each view, with cell, signals, markers and stops, gives its own moment again on a new page."""
    waves = "watch=microengine/stack/alpha+move_generator/recv/line1&window=1000&radix=hex&from=59000&markers=59100+59200"
    page = check.page(f"{MOMENT}&stops=12+34&mark=59000&flip=1&{waves}")
    other = check.empty_page()
    for view in page.locator("#tabs button").evaluate_all(
        "all => all.map((one) => one.id.slice(4))"
    ):
        page.click(f"#tab-{view}")
        moment = page.evaluate("machineRoom.moment()")
        check.open(other, moment)
        assert other.evaluate("machineRoom.moment()") == moment, moment
        assert frame(other) == frame(page), moment
        check.forget(other)
    for part in [
        "stops=12+34",
        "mark=59000",
        "flip=1",
        "line1",
        "window=1000",
        "radix=hex",
        "markers=59100+59200",
    ]:
        assert part in moment, (part, moment)
    page.click("#all-views")
    page.goto(f"{check.url}#{page.evaluate('machineRoom.moment()')}&cycle=59500")
    until(
        page, "machineRoom.frame().cycle >= 59500 && machineRoom.frame().cycle < 60000"
    )
    # A link that names no more leaves nothing of the page before.
    page.goto(f"{check.url}#{MOMENT}")
    until(
        page,
        "machineRoom.frame().cycle >= 60000 && document.getElementById('view-waves').hidden",
    )
    left = [
        one.split("=")[0] for one in page.evaluate("machineRoom.moment()").split("&")
    ]
    assert left == ["fen", "depth", "cycle"], left
    for part, expected in [
        ("depth=abc", "depth: expected a whole number, got 'abc'"),
        ("depth=3&root=foo", "root: expected host or machine, got 'foo'"),
    ]:
        page.goto(f"{check.url}#{part}")
        until(
            page,
            f"document.getElementById('visit-text').textContent.includes({json.dumps(expected)})",
        )


def check_variations(check):
    """Moves of another line become a variation; values, hint and clock are there."""
    page = check.page()
    page.select_option("#side", "none")
    count = "document.querySelectorAll('#moves button.plain').length"
    for number, move in enumerate(["e4", "e5", "Nf3"], start=1):
        page.fill("#move-text", move)
        page.keyboard.press("Enter")
        until(page, f"{count} === {number}")
    until(page, "document.getElementById('opening').textContent.includes('King')")
    page.click("#go-before")
    page.click("#go-before")
    until(page, "machineRoom.moment() === 'moves=e2e4'")
    page.fill("#move-text", "c5")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#moves .variation').length === 1")
    # The times that the moves took stand in comments.
    text = re.sub(r" \{[^}]*\}", "", page.input_value("#pgn"))
    assert "1. e4 e5 (1... c5) 2. Nf3" in text, text
    page.click("summary:has-text('Position and game')")
    page.fill("#pgn-text", "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 e6) 2... g6) 2. c4 *")
    page.click("#pgn-set")
    until(
        page,
        "document.getElementById('pgn').value.includes('1. d4 d5 (1... Nf6 2. c4 (2. Nf3 e6) 2... g6) 2. c4')",
    )
    page.click("#full")
    page.click("#hint")
    until(
        page, "document.getElementById('status').textContent.startsWith('Hint: ')", 120
    )
    page.select_option("#control", "2")
    new_game(page)
    page.fill("#move-text", "e4")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('clock-top').textContent.startsWith('4:59')")


def check_messages_pass(check):
    """A message is replaced by what comes of the next act: a fault of a number by where the machine
    is, one of a cycle by another cycle, a note by anything else. None covers a button, and a long one
    widens nothing.
    """
    page = check.page(
        "fen=8/8/8/4k3/8/8/8/R3K3 w - - 0 1&depth=4&cycle=1000&view=waves"
    )
    until(page, "machineRoom.frame().cycle >= 1000")
    red = "document.getElementById('status').classList.contains('fault')"
    said = "document.getElementById('status').textContent"
    page.click("summary:has-text('Run until')")
    page.fill("#go-cycle", "abc")
    page.click("#go-form button")
    until(page, red)
    box, button = (page.locator(name).bounding_box() for name in ["#said", "#stop"])
    assert box["y"] > button["y"] + button["height"], (box, button)
    page.fill("#go-cycle", "5,000")
    page.click("#go-form button")
    until(page, f"!{red} && {said}.startsWith('The machine is at cycle 5,0')")
    cycle = frame(page)["cycle"]
    assert f"at cycle {cycle:,}" in status(page), status(page)
    assert cycle == 5000 or "cycle 5,000 is within a word" in status(page), status(page)
    page.click("#step")
    until(page, f"{said} === 'White to move'")
    page.fill("#wave-name", "nonsense")
    page.press("#wave-name", "Enter")
    until(page, red)
    page.fill("#wave-name", "ply")
    page.press("#wave-name", "Enter")
    until(page, f"!{red}")
    assert page.locator("#view-waves .fault").count() == 0
    with page.expect_download():
        page.click("#wave-vcd")
    until(page, f"{said}.includes('signals are saved')")
    page.click("#tab-change")
    until(page, f"!{said}.includes('are saved')")
    page.click("summary:has-text('Position and game')")
    page.fill("#fen", "x" * 300)
    page.press("#fen", "Enter")
    until(page, red)
    assert page.evaluate(
        "(() => { const one = document.querySelector('.panel.play'); return one.scrollWidth <= one.clientWidth; })()"
    )


def check_own_program(check):
    """A changed program is said in every face in which it works, with a way back; one that does not
    end loses no game by the clock, and a comparison says that it does not end, and nothing else.
    """
    page = check.page("face=bench")
    page.click("#tab-change")
    text = page.input_value("#edit")
    endless = text.replace("exhausted\n    goto probe", "exhausted\n    goto search")
    assert endless != text
    page.evaluate(
        "(text) => { edit.value = text; edit.dispatchEvent(new Event('input')); }",
        endless,
    )
    assert page.is_hidden("#own-program")
    page.click("#assemble")
    page.wait_for_selector("#own-program:not([hidden])")
    page.select_option("#compare-depth", "2")
    page.click("#compare")
    until(page, "document.querySelectorAll('#compared tr').length === 3", 300)
    rows = page.locator("#compared tr").all_inner_texts()
    assert "does not end" in rows[2] and "%" not in rows[2], rows
    until(page, "!document.getElementById('compare').disabled")
    told = page.inner_text("#edit-text")
    assert "does not end" in told and "%" not in told and "another value" not in told
    page.click("#faces a[data-face=play]")
    assert page.is_visible("#own-program")
    page.select_option("#control", "1")
    new_game(page)
    page.select_option("#book", "off")
    page.fill("#move-text", "e4")
    page.keyboard.press("Enter")
    said = "document.getElementById('status').textContent"
    until(page, f"{said}.includes('Your microcode has found no move yet')", 60)
    clock = page.inner_text("#clock-top")
    page.wait_for_timeout(1500)
    assert page.inner_text("#clock-top") == clock, "the clock stands still"
    page.click("#own-program-end")
    until(page, "document.querySelectorAll('#moves button.main').length === 2")
    assert page.is_hidden("#own-program")


CHECKS = [
    check_messages_pass,
    check_own_program,
    check_waves,
    check_tree,
    check_tree_of_moment,
    check_cycles,
    check_counts_of_search,
    check_cell,
    check_values,
    check_memory,
    check_difference,
    check_stops,
    check_change,
    check_docs,
    check_tours,
    check_gallery,
    check_share,
    check_edit,
    check_bases,
    check_low_screen,
    check_entry,
    check_lines_in_sight,
    check_compare_keeps_moment,
    check_tabs_stay,
    check_edited_castling,
    check_one_frame,
    check_stops_of_tab,
    check_links,
    check_variations,
]
