"""Says what a circuit's wires hold: numbers, squares, boards."""

import pathlib
import re

PIECES = ".PNBRQK?.pnbrqk?"
#: Buses of six wires that hold a square.
SQUARES = {
    "sq",
    "adr",
    "ep",
    "to",
    "from",
    "square",
    "found_square",
    "en_passant",
    "king_white",
    "king_black",
    "other_square",
    "seen_from",
}


def buses(wires):
    """The wires of each bus, lowest first, by the bus's name."""
    found = {}
    for wire in wires:
        name, _, place = wire.partition("[")
        found.setdefault(name, {})[int(place[:-1]) if place else None] = wire
    return {
        name: [places[at] for at in sorted(places, key=lambda at: at or 0)]
        for name, places in found.items()
    }


def square_name(number):
    return "abcdefgh"[number % 8] + str(number // 8 + 1)


def number(wires, levels):
    return sum(levels[wire] << place for place, wire in enumerate(wires))


def value(name, wires, levels, on_board, unknown=()):
    """The value of a bus as a student would write it; with an x for each wire of `unknown`."""
    if any(wire in unknown for wire in wires):
        bits = ["x" if wire in unknown else str(levels[wire]) for wire in wires]
        return "".join(reversed(bits)) + (" binary" if len(wires) > 1 else "")
    width, held = len(wires), number(wires, levels)
    if name == "word":
        return f"{held:016x} hexadecimal: {microword(wires, levels)}"
    if width == 1:
        return str(held)
    base = re.sub(r"_next$", "", name)
    if width == 6 and base in SQUARES:
        return f"{held} ({square_name(held)})"
    if width == 64 and on_board:
        names = [square_name(square) for square in range(64) if held >> square & 1]
        return " ".join(names) if names else "no square"
    if width == 16:
        signed = held - 65536 if held >> 15 else held
        return f"{held:04x} hexadecimal, {signed}"
    if width > 16:
        return f"{held:0{(width + 3) // 4}x} hexadecimal"
    if base == "line":
        raised = [str(place + 1) for place in range(width) if held >> place & 1]
        lines = f"line {' and '.join(raised)}" if raised else "no line"
        return f"{held:0{width}b} binary, {lines}"
    return f"{held:0{width}b} binary, {held}"


def board(planes, levels):
    """The board that the piece registers hold."""
    held = [number(plane, levels) for plane in planes]
    lines = []
    for rank in range(7, -1, -1):
        line = [str(rank + 1), ""]
        for file in range(8):
            square = 8 * rank + file
            line.append(
                PIECES[sum((held[bit] >> square & 1) << bit for bit in range(4))]
            )
        lines.append(" ".join(line))
    lines.append("   a b c d e f g h")
    return lines


def is_board(wires):
    """Whether a bus of 64 wires has one for each square of a board."""
    named = buses(wires)
    return any(len(named.get(name, [])) == 64 for name in ("p0", "own", "line1"))


def microword(wires, levels):
    """The fields of a microword that are not zero, as the databook's table names them."""
    path = pathlib.Path(__file__).resolve().parent.parent / "proofs/spec/microword.vh"
    fields = re.findall(r"w_(\w+)\s*= word\[(\d+)(?::(\d+))?\]", path.read_text())
    held = number(wires, levels)
    shown = []
    for name, high, low in fields:
        low = int(low or high)
        level = held >> low & (1 << (int(high) - low + 1)) - 1
        if level:
            shown.append(f"{name} {level}")
    return ", ".join(shown) or "no order"


def inputs(wires, levels):
    """Lines with the inputs: boards first, then what is not low."""
    named = buses(wires)
    lines = []
    for kind, title in (("p", "the board"), ("e", "the evaluator's own board")):
        planes = [named.get(f"{kind}{bit}", []) for bit in range(4)]
        if all(len(plane) == 64 for plane in planes):
            lines.append(f"{title} (White's pieces are capitals, ? is code 7):")
            lines += ["  " + line for line in board(planes, levels)]
            for bit in range(4):
                del named[f"{kind}{bit}"]
    on_board = is_board(wires)
    high, low = [], []
    for name, own in named.items():
        held = number(own, levels)
        if len(own) == 1:
            (high if held else low).append(name)
        elif held == 0 and name not in SQUARES and len(own) > 8:
            low.append(f"all of {name}")
        else:
            lines.append(f"{name} = {value(name, own, levels, on_board)}")
    if high:
        lines.append(f"high: {', '.join(high)}")
    if low:
        lines.append(f"low: {', '.join(low)}")
    return lines


def compared(own, wanted, on_board, unknown=()):
    """Lines with the outputs that differ, expected before got; those of `unknown` are x."""
    lines = []
    for name, wires in buses(wanted).items():
        wrong = [wire for wire in wires if own[wire] != wanted[wire] or wire in unknown]
        if any(wire in unknown for wire in wrong):
            expected = value(name, wires, wanted, on_board)
            got = value(name, wires, own, on_board, unknown)
            lines.append(f"{name}: expected {expected}; your circuit gives {got}")
        elif wrong and len(wires) == 64 and on_board:
            for level in (1, 0):
                squares = [
                    square_name(at)
                    for at, wire in enumerate(wires)
                    if wire in wrong and wanted[wire] == level
                ]
                if squares:
                    where = "all squares" if len(squares) == 64 else " ".join(squares)
                    lines.append(
                        f"{name} on {where}: expected {level}; your circuit gives {1 - level}"
                    )
        elif wrong:
            expected = value(name, wires, wanted, on_board)
            got = value(name, wires, own, on_board)
            lines.append(f"{name}: expected {expected}; your circuit gives {got}")
    return lines
