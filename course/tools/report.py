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
#: Buses of eight wires that are shown as a row, wire 0 on the left, with what stands above the
#: wires.
ROWS = {
    "send": ("square", "abcdefgh"),
    "empty": ("square", "abcdefgh"),
    "arrives": ("square", "abcdefgh"),
    "out": ("square", "abcdefgh"),
    "wires": ("wire", "01234567"),
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


def square(name):
    """The number of a square by its name."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def number(wires, levels):
    return sum(levels[wire] << place for place, wire in enumerate(wires))


def numbers(wires):
    """The numbers in brackets of a bus's wires."""
    return [int(wire.partition("[")[2][:-1]) for wire in wires if "[" in wire]


def is_row(name, wires):
    return name in ROWS and numbers(wires) == list(range(8))


def row(name, wires, levels, unknown=()):
    """A bus as a row of levels, wire 0 on the left."""
    shown = ["x" if wire in unknown else str(levels[wire]) for wire in wires]
    return f"{name:<8} {' '.join(shown)}"


def header(name):
    what, places = ROWS[name]
    return f"{what:<8} {' '.join(places)}"


def is_plane(wires):
    """Whether these are the wires of a bus with one for each square.

    A smaller one may hold anything, such as eight numbers of three wires.
    """
    return len(wires) == 64 and max(numbers(wires)) == 63


def squares(wires, levels):
    """The squares whose wires are high."""
    places = sorted(numbers([wire for wire in wires if levels[wire]]))
    if len(places) > 48:
        others = sorted(set(range(64)) - set(places))
        but = f" but {' '.join(map(square_name, others))}" if others else ""
        return f"all squares{but}"
    return " ".join(map(square_name, places)) or "no square"


def together(wires):
    """The wires of a bus, neighbors put together: a[1] to a[7]."""
    runs = []
    for wire in wires:
        place = int(wire.partition("[")[2][:-1])
        if runs and place == runs[-1][-1][1] + 1:
            runs[-1].append((wire, place))
        else:
            runs.append([(wire, place)])
    said = []
    for run in runs:
        names = [wire for wire, _ in run]
        said += names if len(run) < 3 else [f"{names[0]} to {names[-1]}"]
    return said


def value(name, wires, levels, on_board, unknown=()):
    """The value of a bus as a student would write it; with an x for each wire of `unknown`.

    The lowest bit comes first.
    """
    if any(wire in unknown for wire in wires):
        if on_board and is_plane(wires):
            known = squares([wire for wire in wires if wire not in unknown], levels)
            either = [
                square_name(at) for at in sorted(numbers(set(wires) & set(unknown)))
            ]
            return f"{known}; x on {' '.join(either)}"
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
    if on_board and is_plane(wires):
        return squares(wires, levels)
    if width == 16:
        signed = held - 65536 if held >> 15 else held
        return f"{held:04x} hexadecimal, {signed}"
    if width > 16:
        return f"{held:0{(width + 3) // 4}x} hexadecimal"
    if base == "line" and sorted(numbers(wires)) == list(range(width)):
        raised = sorted(numbers([wire for wire in wires if levels[wire]]))
        if not raised:
            return "no line"
        named = " and ".join(str(place + 1) for place in raised)
        high = " and ".join(f"line[{place}]" for place in raised)
        return (
            f"line {named} ({high})" if len(raised) == 1 else f"lines {named} ({high})"
        )
    return f"{held} ({held:0{width}b} binary)"


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
    high, low, low_buses = [], [], {}
    headed = None
    for name, own in named.items():
        if is_row(name, own):
            if header(name) != headed:
                headed = header(name)
                lines.append(headed)
            lines.append(row(name, own, levels))
            continue
        held = number(own, levels)
        if len(own) == 1:
            (high if held else low).append(name)
        elif held == 0 and name not in SQUARES and len(own) > 8:
            low_buses.setdefault(len(own), []).append(name)
        else:
            lines.append(f"{name} = {value(name, own, levels, on_board)}")
    if high:
        lines.append(f"high: {', '.join(high)}")
    buses_low = [
        f"{', '.join(names)} (all {width} wires{' of each' if len(names) > 1 else ''})"
        for width, names in low_buses.items()
    ]
    if low or buses_low:
        lines.append(f"low: {'; '.join([', '.join(low)] * bool(low) + buses_low)}")
    return lines


def compared(own, wanted, on_board, unknown=()):
    """Lines with the outputs that differ, expected before got; those of `unknown` are x."""
    lines = []
    for name, wires in buses(wanted).items():
        wrong = [wire for wire in wires if own[wire] != wanted[wire] or wire in unknown]
        if wrong and is_row(name, wires):
            lines.append(header(name))
            lines.append(f"{row(name, wires, wanted)}  expected")
            lines.append(f"{row('', wires, own, unknown)}  your circuit")
        elif any(wire in unknown for wire in wrong):
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


def inside(circuit, outputs, levels, most=30):
    """Lines with the levels of the wires inside that some outputs depend on, by their lines."""
    module = circuit.written.modules.get("\\" + circuit.name)
    levels = {**dict.fromkeys(circuit.unknown, 0), **levels}
    held = circuit.levels_at(levels)
    unknown = circuit.unsettled(levels)
    behind = circuit.wires_behind(outputs)
    on_board = is_board(circuit.inputs)
    found = []
    for name, wire in module.wires.items() if module else ():
        name = name.removeprefix("\\")
        wires = wire.bits(name)
        if not re.fullmatch(r"\w+", name) or wire.direction or behind.isdisjoint(wires):
            continue
        # What nothing drives has no level.
        x = unknown | (set(wires) - held.keys())
        if is_row(name, sorted(wires)):
            said = f"{row(name, sorted(wires), held, x)} (wire 0 on the left)"
        else:
            said = f"{name} = {value(name, wires, held, on_board, x)}"
        found.append((wire.line, said))
    found.sort()
    lines = [f"line {line:>3}  {said}" for line, said in found[:most]]
    if len(found) > most:
        lines.append(f"and {len(found) - most} more")
    return lines
